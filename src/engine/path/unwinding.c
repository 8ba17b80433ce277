// SPDX-License-Identifier: Apache-2.0
// The bookkeeping of K. McMillan: "Lazy Abstraction with Interpolants" (CAV
// 2006): covering, and what has to be undone when labels change.
//
// Two events end a covering. The label of the node that covers becomes
// stronger, and the implication is lost; or it becomes hidden or dead itself,
// and its successors do not count any more. In both cases what was covered is
// visible again, with everything below it that is not hidden by a covering of
// its own, and those of these that have no children yet wait.
//
// A node is covered by older ones only. So coverings follow the numbers
// downwards, and making one undoes coverings by younger nodes alone: there is
// no way back and forth.
#include "engine/path/unwinding.h"

#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "engine/path/dot.h"
#include "term/walk.h"

typedef struct {
  term label;
  uint32_t slot; // where it is in its location's list
  bool is_expanded, is_hidden, is_dead;
} unwinding_node;

struct unwinding {
  const program *p;
  terms *tt;
  entailer *entailer;
  const term *known;
  search_word order;
  tree tree;
  VEC(unwinding_node) nodes; // of the tree, by the same numbers
  node_list *places;         // by location, in the order of making
  node_list waiting;         // may hold nodes that do not wait any more
  uint32_t head;             // breadth first: where the queue starts
  uint32_t dead;
  node_list below, shown; // scratch
};

static unwinding_node *node_of(const unwinding *u, uint32_t node) {
  assert(node > 0 && node < u->nodes.len);
  return &u->nodes.data[node];
}

static void enter(unwinding *u, uint32_t node, bool is_hidden) {
  node_list *here = &u->places[tree_get(&u->tree, node)->at.id];
  assert(node == u->nodes.len);
  vec_push(&u->nodes, ((unwinding_node){.label = term_true(u->tt),
                                        .slot = here->len,
                                        .is_hidden = is_hidden}));
  vec_push(here, node);
  vec_push(&u->waiting, node);
}

unwinding *unwinding_new(const program *p, entailer *o, const term *known,
                         search_word order) {
  unwinding *u = mem_alloc(sizeof *u);
  *u = (unwinding){.p = p,
                   .tt = program_terms(p),
                   .entailer = o,
                   .known = known,
                   .order = order};
  u->places = mem_alloc(sizeof *u->places * (program_location_count(p) + 1));
  tree_init(&u->tree, p);
  vec_push(&u->nodes, (unwinding_node){0});
  enter(u, 1, false);
  return u;
}

void unwinding_free(unwinding *u) {
  for (uint32_t i = 0; i <= program_location_count(u->p); i++)
    vec_free(&u->places[i]);
  mem_free(u->places);
  tree_clear(&u->tree);
  vec_free(&u->nodes);
  vec_free(&u->waiting);
  vec_free(&u->below);
  vec_free(&u->shown);
  mem_free(u);
}

const tree *unwinding_tree(const unwinding *u) { return &u->tree; }

term unwinding_label(const unwinding *u, uint32_t node) {
  return node_of(u, node)->label;
}

bool unwinding_is_visible(const unwinding *u, uint32_t node) {
  const unwinding_node *n = node_of(u, node);
  return !n->is_hidden && !n->is_dead;
}

uint32_t unwinding_size(const unwinding *u) {
  return tree_count(&u->tree) - u->dead;
}

// --- growing -----------------------------------------------------------------

static uint32_t take_waiting(unwinding *u) {
  if (u->order == SEARCH_DFS)
    return u->waiting.len > 0 ? vec_pop(&u->waiting) : 0;
  return u->head < u->waiting.len ? u->waiting.data[u->head++] : 0;
}

uint32_t unwinding_next(unwinding *u) {
  uint32_t node;
  while ((node = take_waiting(u)) != 0)
    if (unwinding_is_visible(u, node) && !node_of(u, node)->is_expanded)
      return node;
  return 0;
}

uint32_t unwinding_add(unwinding *u, uint32_t parent, edge via) {
  assert(unwinding_is_visible(u, parent));
  uint32_t node = tree_add(&u->tree, parent, via);
  enter(u, node, false);
  return node;
}

void unwinding_set_expanded(unwinding *u, uint32_t node) {
  node_of(u, node)->is_expanded = true;
}

// --- hiding and showing ------------------------------------------------------

// What is below an uncovered node is visible, down to other covered ones.
static void show(unwinding *u, uint32_t node) {
  vec_clear(&u->shown);
  vec_push(&u->shown, node);
  for (uint32_t i = 0; i < u->shown.len; i++) {
    uint32_t next = u->shown.data[i];
    unwinding_node *n = node_of(u, next);
    if (n->is_dead || tree_get(&u->tree, next)->covered_by != 0)
      continue;
    n->is_hidden = false;
    if (!n->is_expanded)
      vec_push(&u->waiting, next);
    for (uint32_t c = tree_get(&u->tree, next)->first_child; c != 0;
         c = tree_get(&u->tree, c)->next_sibling)
      vec_push(&u->shown, c);
  }
}

// Nothing above it is covered?
static bool is_open_above(const unwinding *u, uint32_t node) {
  uint32_t parent = tree_get(&u->tree, node)->parent;
  return parent == 0 || !node_of(u, parent)->is_hidden;
}

static void release(unwinding *u, uint32_t node) {
  tree_uncover(&u->tree, node);
  if (!node_of(u, node)->is_dead && is_open_above(u, node))
    show(u, node);
}

// The node stops to count: nothing that it covers is covered any more.
static void withdraw(unwinding *u, uint32_t node) {
  uint32_t covered;
  while ((covered = tree_get(&u->tree, node)->first_covered) != 0)
    release(u, covered);
}

// First all are hidden (or dead), then what they covered is released: so that
// nothing of the subtree comes back.
static void hide(unwinding *u, uint32_t node) {
  tree_below(&u->tree, node, &u->below);
  for (uint32_t i = 0; i < u->below.len; i++)
    node_of(u, u->below.data[i])->is_hidden = true;
  for (uint32_t i = 0; i < u->below.len; i++)
    withdraw(u, u->below.data[i]);
}

static void bury(unwinding *u, uint32_t node) {
  tree_below(&u->tree, node, &u->below);
  for (uint32_t i = 0; i < u->below.len; i++) {
    unwinding_node *n = node_of(u, u->below.data[i]);
    u->dead += !n->is_dead;
    n->is_dead = true;
    if (tree_get(&u->tree, u->below.data[i])->covered_by != 0)
      tree_uncover(&u->tree, u->below.data[i]);
  }
  for (uint32_t i = 0; i < u->below.len; i++)
    withdraw(u, u->below.data[i]);
}

// --- labels ------------------------------------------------------------------

static term full_label(const unwinding *u, uint32_t node) {
  term known = u->known[tree_get(&u->tree, node)->at.id];
  return term_and(u->tt, known, node_of(u, node)->label);
}

static bool is_inside(const unwinding *u, uint32_t node, uint32_t other) {
  return entail_implies(u->entailer, full_label(u, node),
                        node_of(u, other)->label);
}

static void check_covered(unwinding *u, uint32_t node) {
  uint32_t next = tree_get(&u->tree, node)->first_covered;
  while (next != 0) {
    uint32_t covered = next;
    next = tree_get(&u->tree, covered)->next_covered;
    if (!is_inside(u, covered, node))
      release(u, covered);
  }
}

bool unwinding_strengthen(unwinding *u, uint32_t node, term formula) {
  term full = full_label(u, node);
  if (entail_implies(u->entailer, full, formula))
    return false;
  unwinding_node *n = node_of(u, node);
  bool is_all = entail_implies(u->entailer, formula, n->label);
  n->label = is_all ? formula : term_and(u->tt, n->label, formula);
  if (entail_implies(u->entailer, full_label(u, node), term_false(u->tt))) {
    n->label = term_false(u->tt);
    bury(u, node);
  } else {
    check_covered(u, node);
  }
  return true;
}

// --- covering ----------------------------------------------------------------

uint32_t unwinding_older(const unwinding *u, uint32_t of, uint32_t node) {
  const node_list *here = &u->places[tree_get(&u->tree, of)->at.id];
  for (uint32_t i = node_of(u, node)->slot; i > 0; i--)
    if (unwinding_is_visible(u, here->data[i - 1]))
      return here->data[i - 1];
  return 0;
}

bool unwinding_close(unwinding *u, uint32_t node) {
  if (!unwinding_is_visible(u, node))
    return true;
  uint32_t other = unwinding_older(u, node, node);
  while (other != 0 && !is_inside(u, node, other))
    other = unwinding_older(u, node, other);
  if (other == 0)
    return false;
  tree_cover(&u->tree, node, other);
  hide(u, node);
  return true;
}

// --- looking -----------------------------------------------------------------

void unwinding_labels_at(const unwinding *u, loc l, term_vec *out) {
  term_set seen = {0};
  const node_list *here = &u->places[l.id];
  for (uint32_t i = 0; i < here->len; i++) {
    term label = node_of(u, here->data[i])->label;
    if (unwinding_is_visible(u, here->data[i]) && term_set_add(&seen, label))
      vec_push(out, label);
  }
  term_set_free(&seen);
}

static const char *style_of(const unwinding_node *n, const tree_node *place) {
  if (place->covered_by != 0)
    return "style=filled, fillcolor=palegreen";
  return n->is_hidden ? "color=gray, fontcolor=gray" : "";
}

void unwinding_print_dot(const unwinding *u, strbuf *out) {
  strbuf_puts(out, "digraph unwinding {\n  node [shape=box];\n");
  for (uint32_t i = 1; i <= tree_count(&u->tree); i++) {
    const unwinding_node *n = node_of(u, i);
    const tree_node *place = tree_get(&u->tree, i);
    if (n->is_dead)
      continue;
    dot_print_node(u->p, i, place->at, n->label, style_of(n, place), out);
    if (place->parent != 0)
      strbuf_printf(out, "  n%" PRIu32 " -> n%" PRIu32 ";\n", place->parent, i);
    if (place->covered_by != 0)
      strbuf_printf(out, "  n%" PRIu32 " -> n%" PRIu32 " [style=dotted];\n", i,
                    place->covered_by);
  }
  strbuf_puts(out, "}\n");
}
