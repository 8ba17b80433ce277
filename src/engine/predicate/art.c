// SPDX-License-Identifier: Apache-2.0
// The tree of T. Henzinger, R. Jhala, R. Majumdar, G. Sutre: "Lazy Abstraction"
// (POPL 2002).
//
// A node is covered by one that was expanded, never by one that waits: so no
// two nodes cover one another. Looking for a node that covers starts with one
// comparison with the union of all expanded states at the location, which is
// most often the last one, too: only a state inside the union is compared with
// the single ones.
#include "engine/predicate/art.h"

#include <assert.h>

#include "base/mem.h"

typedef struct {
  node_list expanded;
  region all;    // the union of their states
  bool is_stale; // 'all' may be too large: one was removed
} place;

struct art {
  const program *p;
  regions *regions;
  search_word order;
  tree tree;
  VEC(art_node) nodes; // of the tree, by the same numbers
  place *places;       // by location
  node_list waiting;   // may hold nodes that do not wait any more
  uint32_t head;       // breadth first: where the queue starts
  uint32_t size;
  node_list removed; // the last time
};

art *art_new(const program *p, regions *rs, search_word order) {
  art *a = mem_alloc(sizeof *a);
  a->p = p;
  a->regions = rs;
  a->order = order;
  uint32_t count = program_location_count(p) + 1;
  a->places = mem_alloc(sizeof *a->places * count);
  for (uint32_t i = 0; i < count; i++)
    a->places[i].all = region_false(rs);
  tree_init(&a->tree, p);
  vec_push(&a->nodes, (art_node){0});
  art_node root = {.status = NODE_WAITING, .state = region_true(rs)};
  vec_push(&a->nodes, root);
  vec_push(&a->waiting, 1);
  a->size = 1;
  return a;
}

void art_free(art *a) {
  for (uint32_t i = 1; i < a->nodes.len; i++)
    if (a->nodes.data[i].status != NODE_DEAD)
      region_drop(a->regions, a->nodes.data[i].state);
  for (uint32_t i = 0; i <= program_location_count(a->p); i++) {
    region_drop(a->regions, a->places[i].all);
    vec_free(&a->places[i].expanded);
  }
  mem_free(a->places);
  tree_clear(&a->tree);
  vec_free(&a->nodes);
  vec_free(&a->waiting);
  vec_free(&a->removed);
  mem_free(a);
}

art_node *art_get(const art *a, uint32_t node) {
  assert(node > 0 && node < a->nodes.len);
  return &a->nodes.data[node];
}

const tree *art_tree(const art *a) { return &a->tree; }
uint32_t art_size(const art *a) { return a->size; }

// --- covering ----------------------------------------------------------------

static void refresh(art *a, place *here) {
  if (!here->is_stale)
    return;
  region_drop(a->regions, here->all);
  here->all = region_false(a->regions);
  for (uint32_t i = 0; i < here->expanded.len; i++)
    region_join(a->regions, &here->all,
                art_get(a, here->expanded.data[i])->state);
  here->is_stale = false;
}

static place *place_of(const art *a, uint32_t node) {
  return &a->places[tree_get(&a->tree, node)->at.id];
}

static uint32_t find_cover(art *a, uint32_t node) {
  const art_node *n = art_get(a, node);
  place *here = place_of(a, node);
  refresh(a, here);
  if (!region_implies(a->regions, n->state, here->all))
    return 0;
  for (uint32_t i = here->expanded.len; i > 0; i--) {
    uint32_t other = here->expanded.data[i - 1];
    if (region_implies(a->regions, n->state, art_get(a, other)->state))
      return other;
  }
  return 0;
}

static void cover(art *a, uint32_t node, uint32_t by) {
  art_node *n = art_get(a, node);
  assert(n->status == NODE_WAITING);
  assert(art_get(a, by)->status == NODE_EXPANDED);
  n->status = NODE_COVERED;
  tree_cover(&a->tree, node, by);
}

static void wait(art *a, uint32_t node) {
  art_get(a, node)->status = NODE_WAITING;
  vec_push(&a->waiting, node);
}

// --- growing -----------------------------------------------------------------

static void set_expanded(art *a, uint32_t node) {
  art_node *n = art_get(a, node);
  place *here = place_of(a, node);
  n->status = NODE_EXPANDED;
  n->slot = here->expanded.len;
  vec_push(&here->expanded, node);
  region_join(a->regions, &here->all, n->state);
}

static void unset_expanded(art *a, uint32_t node) {
  art_node *n = art_get(a, node);
  place *here = place_of(a, node);
  assert(here->expanded.data[n->slot] == node);
  uint32_t last = vec_pop(&here->expanded);
  if (last != node) {
    here->expanded.data[n->slot] = last;
    art_get(a, last)->slot = n->slot;
  }
  here->is_stale = true;
}

static uint32_t take_waiting(art *a) {
  if (a->order == SEARCH_DFS)
    return a->waiting.len > 0 ? vec_pop(&a->waiting) : 0;
  return a->head < a->waiting.len ? a->waiting.data[a->head++] : 0;
}

uint32_t art_next(art *a) {
  uint32_t node;
  while ((node = take_waiting(a)) != 0) {
    art_node *n = art_get(a, node);
    if (n->status != NODE_WAITING)
      continue;
    // A node with children was expanded before: these may hold what is below
    // the one that would cover it.
    bool is_leaf = tree_get(&a->tree, node)->first_child == 0;
    uint32_t by = is_leaf ? find_cover(a, node) : 0;
    if (by == 0) {
      set_expanded(a, node);
      return node;
    }
    cover(a, node, by);
  }
  return 0;
}

uint32_t art_add(art *a, uint32_t parent, edge via, region state,
                 uint32_t tracked) {
  assert(art_get(a, parent)->status == NODE_EXPANDED);
  assert(!region_is_false(state));
  uint32_t node = tree_add(&a->tree, parent, via);
  loc at = tree_get(&a->tree, node)->at;
  bool is_sink = loc_is_sink(program_kind(a->p, at));
  art_node made = {.status = is_sink ? NODE_SINK : NODE_WAITING,
                   .state = state,
                   .tracked = tracked};
  vec_push(&a->nodes, made);
  a->size++;
  if (!is_sink)
    vec_push(&a->waiting, node);
  return node;
}

// --- shrinking ---------------------------------------------------------------

static void kill(art *a, uint32_t node) {
  art_node *n = art_get(a, node);
  if (n->status == NODE_EXPANDED)
    unset_expanded(a, node);
  if (n->status == NODE_COVERED)
    tree_uncover(&a->tree, node);
  uint32_t covered;
  while ((covered = tree_get(&a->tree, node)->first_covered) != 0) {
    tree_uncover(&a->tree, covered);
    wait(a, covered);
  }
  region_drop(a->regions, n->state);
  n->status = NODE_DEAD;
  a->size--;
}

void art_remove(art *a, uint32_t node) {
  uint32_t parent = tree_get(&a->tree, node)->parent;
  assert(parent != 0 && art_get(a, node)->status != NODE_DEAD);
  tree_unlink(&a->tree, node);
  tree_below(&a->tree, node, &a->removed);
  for (uint32_t i = 0; i < a->removed.len; i++)
    kill(a, a->removed.data[i]);
  if (art_get(a, parent)->status == NODE_EXPANDED) {
    unset_expanded(a, parent);
    wait(a, parent);
  }
}

// --- looking -----------------------------------------------------------------

region art_states_at(art *a, loc l) {
  refresh(a, &a->places[l.id]);
  return region_keep(a->regions, a->places[l.id].all);
}
