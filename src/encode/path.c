// SPDX-License-Identifier: Apache-2.0
// Path conditions as a tree with joins.
//
// Written out naively, the condition of a join is the disjunction of its
// predecessors' conditions, and each value that differs is chosen by a whole
// path condition: formulas then repeat everything that was decided since the
// start at every join. Relative to the common ancestor c of the two
// conditions only what was decided since c is left:
//   join(c and x, c and y) = c and (x or y),
// which is c itself if x and y are all outcomes of one choice. Values are told
// apart by x alone, or by its first literal if x and y begin with different
// outcomes of the same choice.
//
// Ancestors are found with jump pointers (E. Myers: "An Applicative
// Random-Access Stack", IPL 1983) in logarithmic time. The conjunction from an
// ancestor down is kept in the node it ends in, so that a path that grows step
// by step and is compared with the same place again pays one conjunction per
// step.
#include "encode/path.h"

#include <assert.h>

void path_pool_init(path_pool *pool, terms *tt) {
  *pool = (path_pool){.tt = tt};
  path_pool_reset(pool);
}

void path_pool_clear(path_pool *pool) {
  vec_free(&pool->nodes);
  vec_free(&pool->stack);
}

void path_pool_reset(path_pool *pool) {
  term yes = term_true(pool->tt);
  path_node never = {.literal = term_false(pool->tt)};
  path_node always = {.jump = PATH_ALWAYS, .literal = yes};
  vec_clear(&pool->nodes);
  vec_push(&pool->nodes, never);
  vec_push(&pool->nodes, always);
  assert(pool->nodes.len == PATH_ALWAYS.id + 1);
}

static path_node *node_at(const path_pool *pool, path p) {
  assert(p.id != 0 && p.id < pool->nodes.len);
  return &pool->nodes.data[p.id];
}

// --- the tree --------------------------------------------------------------

static path jump_of_child(const path_pool *pool, path parent) {
  const path_node *n = node_at(pool, parent), *far = node_at(pool, n->jump);
  uint32_t near_step = n->depth - far->depth;
  uint32_t far_step = far->depth - node_at(pool, far->jump)->depth;
  return near_step == far_step ? far->jump : parent;
}

path path_extend(path_pool *pool, path p, term literal, path_choice choice) {
  assert(term_is_bool(pool->tt, literal));
  if (p.id == 0 || term_is_false(pool->tt, literal))
    return PATH_NEVER;
  if (term_is_true(pool->tt, literal))
    return p;
  assert(choice.first <= choice.last);
  path_node n = {.parent = p,
                 .jump = jump_of_child(pool, p),
                 .depth = node_at(pool, p)->depth + 1,
                 .literal = literal,
                 .choice = choice};
  vec_push(&pool->nodes, n);
  return (path){pool->nodes.len - 1};
}

static path ancestor_at(const path_pool *pool, path p, uint32_t depth) {
  assert(node_at(pool, p)->depth >= depth);
  while (node_at(pool, p)->depth > depth) {
    path jump = node_at(pool, p)->jump;
    p = node_at(pool, jump)->depth >= depth ? jump : node_at(pool, p)->parent;
  }
  return p;
}

static path common_ancestor(const path_pool *pool, path a, path b) {
  uint32_t da = node_at(pool, a)->depth, db = node_at(pool, b)->depth;
  a = ancestor_at(pool, a, da < db ? da : db);
  b = ancestor_at(pool, b, da < db ? da : db);
  while (a.id != b.id) {
    const path_node *x = node_at(pool, a), *y = node_at(pool, b);
    assert(x->depth == y->depth && x->depth > 0);
    bool far = x->jump.id != y->jump.id; // else it may be too far
    a = far ? x->jump : x->parent;
    b = far ? y->jump : y->parent;
  }
  return a;
}

// Conjunction of the literals below ancestor c down to p.
static term relative(path_pool *pool, path c, path p) {
  vec_clear(&pool->stack);
  assert(node_at(pool, c)->depth <= node_at(pool, p)->depth);
  term conjunction = term_true(pool->tt);
  for (path at = p; at.id != c.id; at = node_at(pool, at)->parent) {
    const path_node *n = node_at(pool, at);
    if (n->below.id == c.id) {
      conjunction = n->relative;
      break;
    }
    vec_push(&pool->stack, at.id);
  }
  while (pool->stack.len > 0) {
    path_node *n = node_at(pool, (path){vec_pop(&pool->stack)});
    conjunction = term_and(pool->tt, conjunction, n->literal);
    n->below = c;
    n->relative = conjunction;
  }
  return conjunction;
}

term path_formula(path_pool *pool, path p) {
  return p.id == 0 ? term_false(pool->tt) : relative(pool, PATH_ALWAYS, p);
}

// --- joining ---------------------------------------------------------------

// Two conditions seen from their common ancestor: the ancestor's children on
// the way to each.
typedef struct {
  path common, a, b, top_a, top_b;
  bool one_site; // the tops are different outcomes of one visit
} fork;

static fork find_fork(const path_pool *pool, path a, path b) {
  fork f = {.common = common_ancestor(pool, a, b), .a = a, .b = b};
  if (f.common.id == a.id || f.common.id == b.id)
    return f;
  uint32_t depth = node_at(pool, f.common)->depth + 1;
  f.top_a = ancestor_at(pool, a, depth);
  f.top_b = ancestor_at(pool, b, depth);
  path_choice x = node_at(pool, f.top_a)->choice;
  path_choice y = node_at(pool, f.top_b)->choice;
  f.one_site =
      x.site != 0 && x.site == y.site && (x.last < y.first || y.last < x.first);
  return f;
}

// Both are bare outcomes of one choice: so is the join, and all outcomes
// together are the condition before the choice.
static path join_outcomes(path_pool *pool, const fork *f) {
  path_choice x = node_at(pool, f->a)->choice;
  path_choice y = node_at(pool, f->b)->choice;
  assert(x.total == y.total && x.site == y.site);
  x.first = x.first < y.first ? x.first : y.first;
  x.last = x.last > y.last ? x.last : y.last;
  x.covered += y.covered;
  assert(x.total == 0 || x.covered <= x.total);
  if (x.covered == x.total)
    return f->common;
  term either = term_or(pool->tt, node_at(pool, f->a)->literal,
                        node_at(pool, f->b)->literal);
  return path_extend(pool, f->common, either, x);
}

// 'whole' is a bare outcome and 'top' stands for all the others: where the
// first does not hold the second does, so it need not be said.
static bool is_rest(const path_pool *pool, path whole, path top) {
  path_choice x = node_at(pool, whole)->choice;
  path_choice y = node_at(pool, top)->choice;
  return x.total != 0 && x.covered + y.covered == x.total;
}

static path join_fork(path_pool *pool, const fork *f) {
  path from_a = f->common, from_b = f->common;
  if (f->one_site && f->a.id == f->top_a.id && f->b.id == f->top_b.id)
    return join_outcomes(pool, f);
  if (f->one_site && f->a.id == f->top_a.id && is_rest(pool, f->a, f->top_b))
    from_b = f->top_b;
  if (f->one_site && f->b.id == f->top_b.id && is_rest(pool, f->b, f->top_a))
    from_a = f->top_a;
  term x = relative(pool, from_a, f->a), y = relative(pool, from_b, f->b);
  return path_extend(pool, f->common, term_or(pool->tt, x, y),
                     (path_choice){0});
}

path path_join(path_pool *pool, path a, path b) {
  if (a.id == 0 || b.id == 0)
    return a.id == 0 ? b : a;
  fork f = find_fork(pool, a, b);
  // One implies the other: as they exclude each other it never holds.
  if (f.common.id == a.id || f.common.id == b.id)
    return f.common;
  return join_fork(pool, &f);
}

term path_separator(path_pool *pool, path a, path b) {
  assert(a.id != b.id); // a condition does not exclude itself
  fork f = find_fork(pool, a, b);
  if (f.one_site)
    return node_at(pool, f.top_a)->literal;
  if (node_at(pool, a)->depth <= node_at(pool, b)->depth && f.common.id != a.id)
    return relative(pool, f.common, a);
  return term_not(pool->tt, relative(pool, f.common, b));
}
