// SPDX-License-Identifier: Apache-2.0
// A pool of blocks of one size in a static array: the free blocks are a list
// whose links lie in the blocks themselves.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { BLOCK = 16, BLOCKS = 4 };

typedef union block {
  union block *next;
  uint8_t bytes[BLOCK];
} block;

typedef struct pool {
  block *free;
  unsigned used;
} pool;

static block storage[BLOCKS];

void pool_init(pool *p) {
  p->free = NULL;
  p->used = 0;
  for (int k = BLOCKS; --k > 0;) {
    storage[k].next = p->free;
    p->free = &storage[k];
  }
}

void *pool_get(pool *p) {
  block *b = p->free;
  if (b == NULL)
    return NULL;
  p->free = b->next;
  p->used++;
  return b->bytes;
}

bool pool_owns(const void *memory) {
  const uint8_t *at = memory, *first = (const uint8_t *)storage;
  return at >= first && at < first + sizeof storage &&
         (size_t)(at - first) % sizeof(block) == 0;
}

void pool_put(pool *p, void *memory) {
  block *b = memory;
  b->next = p->free;
  p->free = b;
  p->used--;
}

int main(void) {
  pool p;
  pool_init(&p);
  uint8_t *got[BLOCKS];
  uint8_t mark = __VERIFIER_nondet_uchar();
  for (int k = 0; k < BLOCKS; k++) {
    got[k] = pool_get(&p);
    if (got[k] == NULL || !pool_owns(got[k]))
      reach_error();
    memset(got[k], mark + k, BLOCK);
  }
  if (pool_get(&p) != NULL)
    reach_error();
  for (int k = 0; k < BLOCKS; k++)
    if (got[k][0] != (uint8_t)(mark + k) || got[k][BLOCK - 1] != got[k][0])
      reach_error();
  pool_put(&p, got[1]);
  pool_put(&p, got[3]);
  if (pool_get(&p) != got[3] || pool_get(&p) != got[1] || p.used != BLOCKS)
    reach_error();
  if (got[2][5] != (uint8_t)(mark + 2))
    reach_error();
  return 0;
}
