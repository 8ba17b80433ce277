// SPDX-License-Identifier: Apache-2.0
// Nodes made before a mark (pmap_mark) are shared and never change; a map under
// construction changes the nodes that it made itself in place. Merging two maps
// skips subtrees with equal handles.
#include "encode/pmap.h"

#include <assert.h>
#include <string.h>

void pmap_pool_init(pmap_pool *pool, uint32_t key_count) {
  *pool = (pmap_pool){.levels = 1};
  while (pool->levels * PMAP_BITS < 32 &&
         key_count > (uint32_t)1 << (pool->levels * PMAP_BITS))
    pool->levels++;
  pmap_pool_reset(pool);
}

void pmap_pool_clear(pmap_pool *pool) { vec_free(&pool->nodes); }

void pmap_pool_reset(pmap_pool *pool) {
  vec_clear(&pool->nodes);
  vec_push(&pool->nodes, (pmap_node){{0}});
}

static uint32_t slot_of(uint32_t key, uint32_t level) {
  assert(level * PMAP_BITS < 33);
  return key >> (level * PMAP_BITS) & (PMAP_WAYS - 1);
}

// A tree that is not there reads as one without entries.
static const pmap_node *node_at(const pmap_pool *pool, uint32_t node) {
  static const pmap_node empty = {{0}};
  assert(node < pool->nodes.len);
  return node == 0 ? &empty : &pool->nodes.data[node];
}

uint32_t pmap_get(const pmap_pool *pool, pmap m, uint32_t key) {
  assert(pool->levels * PMAP_BITS >= 32 ||
         key >> (pool->levels * PMAP_BITS) == 0);
  uint32_t at = m.root;
  for (uint32_t level = pool->levels; level > 0 && at != 0; level--)
    at = node_at(pool, at)->slots[slot_of(key, level - 1)];
  return at;
}

uint32_t pmap_mark(const pmap_pool *pool) { return pool->nodes.len; }

static uint32_t add_node(pmap_pool *pool, pmap_node node) {
  vec_push(&pool->nodes, node);
  return pool->nodes.len - 1;
}

pmap pmap_put(pmap_pool *pool, pmap m, uint32_t key, uint32_t value,
              uint32_t mark) {
  assert(value != 0 && mark != 0);
  uint32_t root = m.root, parent = 0, at = m.root;
  for (uint32_t level = pool->levels; level > 0; level--) {
    uint32_t own = at;
    if (at == 0 || at < mark)
      own = add_node(pool, *node_at(pool, at));
    if (parent == 0)
      root = own;
    else
      pool->nodes.data[parent].slots[slot_of(key, level)] = own;
    parent = own;
    at = pool->nodes.data[own].slots[slot_of(key, level - 1)];
  }
  pool->nodes.data[parent].slots[slot_of(key, 0)] = value;
  return (pmap){root};
}

typedef struct {
  pmap_pool *pool;
  pmap_decide decide;
  void *data;
} merging;

// Recursion is as deep as the tree: at most 11.
static uint32_t merge_nodes(const merging *m, uint32_t a, uint32_t b,
                            uint32_t level, uint32_t prefix) {
  if (a == b)
    return a;
  pmap_node left = *node_at(m->pool, a), right = *node_at(m->pool, b), made;
  for (uint32_t i = 0; i < PMAP_WAYS; i++) {
    uint32_t key = prefix << PMAP_BITS | i;
    if (left.slots[i] == right.slots[i])
      made.slots[i] = left.slots[i];
    else if (level > 1)
      made.slots[i] =
          merge_nodes(m, left.slots[i], right.slots[i], level - 1, key);
    else
      made.slots[i] = m->decide(m->data, key, left.slots[i], right.slots[i]);
    assert(level > 1 || left.slots[i] == right.slots[i] || made.slots[i] != 0);
  }
  if (memcmp(&made, &left, sizeof made) == 0)
    return a;
  if (memcmp(&made, &right, sizeof made) == 0)
    return b;
  return add_node(m->pool, made);
}

pmap pmap_merge(pmap_pool *pool, pmap a, pmap b, pmap_decide decide,
                void *data) {
  assert(decide != NULL);
  merging m = {pool, decide, data};
  return (pmap){merge_nodes(&m, a.root, b.root, pool->levels, 0)};
}

typedef struct {
  const pmap_pool *pool;
  pmap_visit visit;
  void *data;
} comparing;

static void diff_nodes(const comparing *c, uint32_t a, uint32_t b,
                       uint32_t level, uint32_t prefix) {
  const pmap_node *left = node_at(c->pool, a), *right = node_at(c->pool, b);
  for (uint32_t i = 0; i < PMAP_WAYS; i++) {
    uint32_t key = prefix << PMAP_BITS | i;
    if (left->slots[i] == right->slots[i])
      continue;
    if (level > 1)
      diff_nodes(c, left->slots[i], right->slots[i], level - 1, key);
    else
      c->visit(c->data, key, left->slots[i], right->slots[i]);
  }
}

void pmap_diff(const pmap_pool *pool, pmap a, pmap b, pmap_visit visit,
               void *data) {
  comparing c = {pool, visit, data};
  if (a.root != b.root)
    diff_nodes(&c, a.root, b.root, pool->levels, 0);
}
