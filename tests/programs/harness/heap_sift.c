// SPDX-License-Identifier: Apache-2.0
// A priority queue in an array: what is pushed rises to its place.
#include <stdbool.h>
#include <stddef.h>

#define MOST 3

struct heap {
  int items[MOST];
  size_t count;
};

static void swap(int *a, int *b) {
  int c = *a;
  *a = *b;
  *b = c;
}

static bool heap_push(struct heap *h, int item) {
  if (h->count == MOST)
    return false;
  size_t at = h->count++;
  h->items[at] = item;
  while (at > 0) {
    size_t parent = (at - 1) / 2;
#ifdef SEEDED_BUG
    if (h->items[parent] <= h->items[at] || at == 2)
#else
    if (h->items[parent] <= h->items[at])
#endif
      break;
    swap(&h->items[parent], &h->items[at]);
    at = parent;
  }
  return true;
}

static bool is_heap(const struct heap *h) {
  return h->count <= MOST && __CPROVER_forall {
    size_t i;
    (1 <= i && i < MOST) ==>
        (i < h->count ==> h->items[(i - 1) / 2] <= h->items[i])
  };
}

void heap_push_harness(void) {
  struct heap h;
  int item;
  __CPROVER_assume(is_heap(&h));
  size_t before = h.count;
  bool ok = heap_push(&h, item);
  __CPROVER_assert(is_heap(&h), "still a heap");
  __CPROVER_assert(ok ==> h.count == before + 1, "one more");
  __CPROVER_assert(ok ==> h.items[0] <= item, "the least is in front");
}
