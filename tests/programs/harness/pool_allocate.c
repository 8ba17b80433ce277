// SPDX-License-Identifier: Apache-2.0
// Blocks of one size from a pool; free ones are kept as a list of numbers.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BLOCK 8
#define BLOCKS 3

static uint8_t memory[BLOCK * BLOCKS];

struct pool {
  uint8_t first;
  uint8_t next[BLOCKS]; // the free block behind this one; BLOCKS: none
};

static void pool_init(struct pool *p) {
  for (uint8_t i = 0; i < BLOCKS; i++)
    p->next[i] = i + 1;
  p->first = 0;
}

static void *pool_take(struct pool *p) {
#ifdef SEEDED_BUG
  if (p->first > BLOCKS)
#else
  if (p->first >= BLOCKS)
#endif
    return NULL;
  uint8_t block = p->first;
  p->first = p->next[block];
  return memory + block * BLOCK;
}

static void pool_give(struct pool *p, void *block) {
  __CPROVER_precondition(__CPROVER_same_object(block, memory), "of the pool");
  __CPROVER_precondition(__CPROVER_POINTER_OFFSET(block) % BLOCK == 0,
                         "a whole block");
  uint8_t number = (uint8_t)(((uint8_t *)block - memory) / BLOCK);
  p->next[number] = p->first;
  p->first = number;
}

void pool_harness(void) {
  struct pool p;
  pool_init(&p);
  void *taken[BLOCKS + 1];
  for (int i = 0; i <= BLOCKS; i++) {
    taken[i] = pool_take(&p);
    __CPROVER_assert((taken[i] != NULL) == (i < BLOCKS), "as many as there are");
    if (taken[i] != NULL)
      __CPROVER_assert(__CPROVER_w_ok(taken[i], BLOCK), "a block");
  }
  int k;
  __CPROVER_assume(0 <= k && k < BLOCKS);
  pool_give(&p, taken[k]);
  void *again = pool_take(&p);
  __CPROVER_assert(again == taken[k], "the last one given");
  __CPROVER_cover(k == 2);
}
