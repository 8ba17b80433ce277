// SPDX-License-Identifier: Apache-2.0
// The address of an element, where the product might overflow.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct array_list {
  uint32_t current_size, length, item_size;
  void *data;
};

static bool mul_checked(uint32_t a, uint32_t b, uint32_t *out) {
  return !__builtin_mul_overflow(a, b, out);
}

static bool array_list_is_valid(const struct array_list *l) {
  uint32_t used;
  return l->item_size > 0 && mul_checked(l->length, l->item_size, &used) &&
         used <= l->current_size &&
         (l->current_size == 0 || __CPROVER_rw_ok(l->data, l->current_size));
}

static void *array_list_at(const struct array_list *l, uint32_t index) {
#ifdef SEEDED_BUG
  if (index > l->length)
#else
  if (index >= l->length)
#endif
    return NULL;
  return (uint8_t *)l->data + index * l->item_size;
}

void array_list_at_harness(void) {
  struct array_list l;
  uint32_t index;
  __CPROVER_assume(l.current_size <= 16 && l.item_size <= 4 && l.length <= 16);
  l.data = malloc(l.current_size);
  __CPROVER_assume(array_list_is_valid(&l));
  __CPROVER_assert(!__CPROVER_overflow_mult(l.length, l.item_size),
                   "the product fits");
  uint8_t *item = array_list_at(&l, index);
  if (item != NULL) {
    __CPROVER_assert(__CPROVER_w_ok(item, l.item_size), "an element is there");
    item[l.item_size - 1] = 1;
  }
}
