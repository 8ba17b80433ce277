// SPDX-License-Identifier: Apache-2.0
// Persistent maps from small numbers to non-zero numbers.
//
// A map is a handle; setting a key makes a new map that shares all but the way
// to that key with the old one. Comparing and merging two maps therefore costs
// only what differs between them (times the depth of the tree), not their
// size: what joins of symbolic states need. Maps live as long as their pool.
//
// The tree is a radix tree of fixed depth, 8 ways per node, by key digits from
// the top; handle 0 is the empty (sub)tree of every level.
#ifndef ENCODE_PMAP_H
#define ENCODE_PMAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum { PMAP_BITS = 3, PMAP_WAYS = 1 << PMAP_BITS };

typedef struct {
  uint32_t slots[PMAP_WAYS]; // nodes, or values on the lowest level
} pmap_node;

typedef struct {
  VEC(pmap_node) nodes; // node 0 is not used
  uint32_t levels;
} pmap_pool;

typedef struct {
  uint32_t root;
} pmap;

#define PMAP_EMPTY ((pmap){0})

void pmap_pool_init(pmap_pool *pool, uint32_t key_count); // keys 0..count-1
void pmap_pool_clear(pmap_pool *pool);
void pmap_pool_reset(pmap_pool *pool); // forgets all maps, keeps the memory

uint32_t pmap_get(const pmap_pool *pool, pmap m, uint32_t key); // 0: none

// Requires value != 0. Nodes made after 'mark' (see pmap_mark) may be changed
// in place: a caller that sets several keys of a map that nobody else holds
// yet passes the mark taken before the first of them.
pmap pmap_put(pmap_pool *pool, pmap m, uint32_t key, uint32_t value,
              uint32_t mark);
uint32_t pmap_mark(const pmap_pool *pool);

// The map whose value at each key where a and b differ is decide(...), given
// 0 for "none"; the result must not be 0. Equal parts are shared.
typedef uint32_t (*pmap_decide)(void *data, uint32_t key, uint32_t in_a,
                                uint32_t in_b);
pmap pmap_merge(pmap_pool *pool, pmap a, pmap b, pmap_decide decide,
                void *data);

// Calls back for each key where a and b differ, in increasing order.
typedef void (*pmap_visit)(void *data, uint32_t key, uint32_t in_a,
                           uint32_t in_b);
void pmap_diff(const pmap_pool *pool, pmap a, pmap b, pmap_visit visit,
               void *data);

#endif
