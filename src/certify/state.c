// SPDX-License-Identifier: Apache-2.0
// A radix tree of fixed height over variable ids, copied along the path of a
// change. Two states that come from a common one share most subtrees, and
// equal pointers mean equal contents: merging the two sides of a branch takes
// time proportional to what the sides changed.
#include "certify/state.h"

#include <assert.h>

enum { BITS = 4, WIDTH = 1 << BITS };

// Which member holds is known from the height, counted on the way down.
struct state_node {
  union {
    const state_node *child[WIDTH];
    term value[WIDTH];
  };
};

state_space state_space_make(arena *mem, uint32_t max_id) {
  assert(mem);
  state_space s = {mem, 0};
  for (uint32_t rest = max_id >> BITS; rest; rest >>= BITS)
    s.height++;
  return s;
}

static uint32_t slot(uint32_t id, uint32_t height) {
  return (id >> (height * BITS)) & (WIDTH - 1);
}

term state_get(const state_space *s, state m, uint32_t id) {
  assert(!((uint64_t)id >> ((s->height + 1) * BITS)));
  for (uint32_t h = s->height; m && h; h--)
    m = m->child[slot(id, h)];
  return m ? m->value[slot(id, 0)] : TERM_NONE;
}

static state_node *copy_node(const state_space *s, state m) {
  if (m)
    return arena_copy(s->mem, m, sizeof *m);
  return ARENA_NEW(s->mem, state_node);
}

state state_set(const state_space *s, state m, uint32_t id, term t) {
  assert(!((uint64_t)id >> ((s->height + 1) * BITS)) && !term_is_none(t));
  state_node *root = copy_node(s, m), *node = root;
  for (uint32_t h = s->height; h; h--) {
    state_node *below = copy_node(s, node->child[slot(id, h)]);
    node->child[slot(id, h)] = below;
    node = below;
  }
  node->value[slot(id, 0)] = t;
  return root;
}

typedef struct {
  const state_space *space;
  state_combine combine;
  void *data;
} merge_task;

static state merge_leaves(const merge_task *t, state a, state b,
                          uint32_t base) {
  state_node *out = copy_node(t->space, a);
  for (uint32_t i = 0; i < WIDTH; i++) {
    term right = b ? b->value[i] : TERM_NONE;
    if (!term_eq(out->value[i], right))
      out->value[i] = t->combine(t->data, base + i, out->value[i], right);
  }
  return out;
}

// Recursion no deeper than the tree, eight layers for 32-bit ids.
static state merge_nodes(const merge_task *t, state a, state b, uint32_t height,
                         uint32_t base) {
  if (a == b)
    return a;
  if (!height)
    return merge_leaves(t, a, b, base);
  state_node *out = copy_node(t->space, a);
  for (uint32_t i = 0; i < WIDTH; i++) {
    state right = b ? b->child[i] : NULL;
    uint32_t below = base + (i << (height * BITS));
    out->child[i] = merge_nodes(t, out->child[i], right, height - 1, below);
  }
  return out;
}

state state_merge(const state_space *s, state a, state b, state_combine combine,
                  void *data) {
  assert(combine);
  merge_task t = {s, combine, data};
  return merge_nodes(&t, a, b, s->height, 0);
}

static bool compare_leaves(state a, state b, state_see see, void *data) {
  for (uint32_t i = 0; i < WIDTH; i++) {
    term left = a ? a->value[i] : TERM_NONE;
    term right = b ? b->value[i] : TERM_NONE;
    if (!term_eq(left, right) && !see(data, left, right))
      return false;
  }
  return true;
}

static bool compare_nodes(state a, state b, uint32_t height, state_see see,
                          void *data) {
  if (a == b)
    return true;
  if (!height)
    return compare_leaves(a, b, see, data);
  for (uint32_t i = 0; i < WIDTH; i++)
    if (!compare_nodes(a ? a->child[i] : NULL, b ? b->child[i] : NULL,
                       height - 1, see, data))
      return false;
  return true;
}

bool state_compare(const state_space *s, state a, state b, state_see see,
                   void *data) {
  assert(see);
  return compare_nodes(a, b, s->height, see, data);
}
