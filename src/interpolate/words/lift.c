// SPDX-License-Identifier: Apache-2.0
// Words found again in a graph over bits.
//
// The graph is cut into conjunctions: an AND node that is a result, is used
// more than once or is used negated is the head of one, and the ANDs below it
// that only it uses are inside. The members of a conjunction are literals, or
// clauses: complements of conjunctions that nobody else uses. Then
//  - literals that many clauses share are factored out: (g or a) (g or b)
//    becomes g or (a b), because the interpolant of a program often says "at
//    this place, all this holds";
//  - members that fix single bits, or say that two bits are equal, are told
//    about words, run by run (lift_facts.c);
//  - a clause is the complement of a conjunction, so that "some bit differs"
//    is told about words, too.
// What is not recognized stays a formula over bits.
#include "interpolate/words/lift.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "interpolate/words/lift_facts.h"
#include "sat/gate.h"

enum {
  MAX_FACTORING = 8, // levels of common literals
  MAX_MEMBERS = 4096 // of a conjunction that is factored
};

// A disjunction: literals in lifter.pool.
typedef struct {
  uint32_t start, len;
} clause;

typedef VEC(clause) clause_vec;

typedef struct {
  terms *tt;
  const aig *graph;
  const itp_bit *bits;
  uint8_t *uses; // by node: 0, 1, or 2 for more or as a result
  uint8_t *is_head;
  uint8_t *is_wanted; // a head that needs a term
  term *done;         // by head: the term of its positive literal
  VEC(aig_lit) pool;
  VEC(aig_lit) stack;
  VEC(uint32_t) count; // by literal: scratch of find_common
} lifter;

// --- heads -------------------------------------------------------------------

static void add_use(lifter *w, aig_lit a) {
  uint32_t node = aig_node_of(a);
  if (w->uses[node] < 2)
    w->uses[node]++;
  if (aig_sign(a) || w->uses[node] > 1)
    w->is_head[node] = 1;
}

static void find_heads(lifter *w, const aig_lit *roots, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    add_use(w, aig_not(aig_abs(roots[i])));
    w->uses[aig_node_of(roots[i])] = 2;
  }
  for (uint32_t node = aig_count(w->graph); node-- > 1;) {
    if (w->uses[node] == 0 || !aig_is_and(w->graph, node))
      continue;
    add_use(w, aig_left(w->graph, node));
    add_use(w, aig_right(w->graph, node));
  }
}

static bool is_and(const lifter *w, aig_lit a) {
  return aig_is_and(w->graph, aig_node_of(a));
}

static int compare_literals(const void *a, const void *b) {
  aig_lit x = *(const aig_lit *)a, y = *(const aig_lit *)b;
  return (x > y) - (x < y);
}

// The last of w->pool, sorted, each literal once.
static clause without_doubles(lifter *w, clause c) {
  aig_lit *all = &w->pool.data[c.start];
  qsort(all, c.len, sizeof *all, compare_literals);
  uint32_t kept = 1;
  for (uint32_t i = 1; i < c.len; i++)
    if (all[i] != all[kept - 1])
      all[kept++] = all[i];
  w->pool.len = c.start + kept;
  return (clause){c.start, kept};
}

// The members of the conjunction at a head, into w->pool; negated: of the
// clause that is its complement.
static clause members_of(lifter *w, uint32_t head, bool negated) {
  clause c = {.start = w->pool.len};
  vec_push(&w->stack, aig_left(w->graph, head));
  vec_push(&w->stack, aig_right(w->graph, head));
  while (w->stack.len > 0) {
    aig_lit a = vec_pop(&w->stack);
    if (is_and(w, a) && !w->is_head[aig_node_of(a)]) {
      assert(!aig_sign(a));
      vec_push(&w->stack, aig_left(w->graph, aig_node_of(a)));
      vec_push(&w->stack, aig_right(w->graph, aig_node_of(a)));
    } else {
      vec_push(&w->pool, negated ? aig_not(a) : a);
    }
  }
  c.len = w->pool.len - c.start;
  return without_doubles(w, c);
}

// --- literals and clauses ----------------------------------------------------

static itp_bit bit_of(const lifter *w, aig_lit a) {
  return w->bits[aig_input_index(w->graph, aig_node_of(a))];
}

static bool is_bit(const lifter *w, aig_lit a) {
  return aig_is_input(w->graph, aig_node_of(a));
}

// Of a head that was lifted before.
static term head_term(const lifter *w, aig_lit a) {
  term t = w->done[aig_node_of(a)];
  assert(!term_is_none(t));
  return aig_sign(a) ? term_not(w->tt, t) : t;
}

static void tell_literals(lifter *w, const aig_lit *literals, uint32_t n,
                          bool negated, term_vec *out) {
  bit_fact_vec facts = {0};
  for (uint32_t i = 0; i < n; i++) {
    aig_lit a = negated ? aig_not(literals[i]) : literals[i];
    if (is_bit(w, a)) {
      bit_fact f = {.at = bit_of(w, a), .value = !aig_sign(a)};
      vec_push(&facts, f);
    } else {
      vec_push(out, head_term(w, a));
    }
  }
  itp_tell_bits(w->tt, &facts, out);
  vec_free(&facts);
}

static term clause_term(lifter *w, clause c) {
  term_vec parts = {0};
  tell_literals(w, &w->pool.data[c.start], c.len, true, &parts);
  term t = term_not(w->tt, term_and_n(w->tt, parts.data, parts.len));
  vec_free(&parts);
  return t;
}

// --- pairs -------------------------------------------------------------------

typedef struct {
  aig_lit literals[2]; // the smaller first
  uint32_t index;      // of the clause
} binary;

// By the bits, then by what a pair of them would say, so that complementary
// clauses become neighbors.
static int compare_binaries(const void *x, const void *y) {
  const aig_lit *p = ((const binary *)x)->literals;
  const aig_lit *q = ((const binary *)y)->literals;
  for (int i = 0; i < 2; i++)
    if (aig_abs(p[i]) != aig_abs(q[i]))
      return p[i] < q[i] ? -1 : 1;
  bool p_differs = aig_sign(p[0]) == aig_sign(p[1]);
  bool q_differs = aig_sign(q[0]) == aig_sign(q[1]);
  return (p_differs > q_differs) - (p_differs < q_differs);
}

static binary make_binary(const lifter *w, clause c, uint32_t index) {
  aig_lit a = w->pool.data[c.start], b = w->pool.data[c.start + 1];
  return (binary){{a < b ? a : b, a < b ? b : a}, index};
}

// (a or b) (!a or !b): the bits differ.
static bool is_complementary(const binary *x, const binary *y) {
  return x->literals[0] == aig_not(y->literals[0]) &&
         x->literals[1] == aig_not(y->literals[1]);
}

// Takes pairs of clauses that say that two bits are equal, or that they differ,
// out of the list.
static void take_pairs(lifter *w, clause_vec *list, pair_fact_vec *out) {
  VEC(binary) all = {0};
  for (uint32_t i = 0; i < list->len; i++) {
    clause c = list->data[i];
    if (c.len == 2 && is_bit(w, w->pool.data[c.start]) &&
        is_bit(w, w->pool.data[c.start + 1]))
      vec_push(&all, make_binary(w, c, i));
  }
  if (all.len > 1)
    qsort(all.data, all.len, sizeof *all.data, compare_binaries);
  for (uint32_t i = 0; i + 1 < all.len; i++) {
    const binary *x = &all.data[i], *y = x + 1;
    if (!is_complementary(x, y))
      continue;
    bool differs = aig_sign(x->literals[0]) == aig_sign(x->literals[1]);
    pair_fact f = {bit_of(w, x->literals[0]), bit_of(w, x->literals[1]),
                   differs};
    vec_push(out, f);
    list->data[x->index].len = list->data[y->index].len = 0;
    i++;
  }
  vec_free(&all);
}

// --- conjunctions of clauses -------------------------------------------------

// The literal that most clauses of two or more share; AIG_FALSE: none.
static aig_lit find_common(lifter *w, const clause_vec *list) {
  aig_lit best = AIG_FALSE;
  uint32_t most = 1;
  for (int pass = 0; pass < 2; pass++) // count, then forget the counts
    for (uint32_t i = 0; i < list->len; i++) {
      clause c = list->data[i];
      for (uint32_t j = c.start; c.len >= 2 && j < c.start + c.len; j++) {
        uint32_t *n = &w->count.data[w->pool.data[j]];
        *n = pass == 0 ? *n + 1 : 0;
        if (*n > most) {
          most = *n;
          best = w->pool.data[j];
        }
      }
    }
  return best;
}

static bool remove_literal(lifter *w, clause *c, aig_lit a) {
  for (uint32_t j = c->start; j < c->start + c->len; j++)
    if (w->pool.data[j] == a) {
      w->pool.data[j] = w->pool.data[c->start + --c->len];
      return true;
    }
  return false;
}

static term tell_clauses(lifter *w, clause_vec *list, uint32_t level);

// Moves the clauses with the literal out of the list and tells them as
// 'literal or all the rest'.
static term tell_factored(lifter *w, clause_vec *list, aig_lit common,
                          uint32_t level) {
  clause_vec rest = {0};
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->len; i++) {
    clause c = list->data[i];
    if (c.len >= 2 && remove_literal(w, &c, common))
      vec_push(&rest, c);
    else
      list->data[kept++] = list->data[i];
  }
  list->len = kept;
  assert(rest.len >= 2);
  term_vec parts = {0};
  tell_literals(w, &common, 1, true, &parts);
  term guard = term_not(w->tt, term_and_n(w->tt, parts.data, parts.len));
  vec_free(&parts);
  return term_or(w->tt, guard, tell_clauses(w, &rest, level + 1));
}

// Consumes the list. Recursion is as deep as MAX_FACTORING.
static term tell_clauses(lifter *w, clause_vec *list, uint32_t level) {
  term_vec out = {0};
  VEC(aig_lit) units = {0};
  pair_fact_vec pairs = {0};
  take_pairs(w, list, &pairs); // before factoring tears them apart
  aig_lit common;
  while (level < MAX_FACTORING && list->len <= MAX_MEMBERS &&
         (common = find_common(w, list)) != AIG_FALSE) {
    term t = tell_factored(w, list, common, level);
    vec_push(&out, t);
  }
  for (uint32_t i = 0; i < list->len; i++) {
    clause c = list->data[i];
    if (c.len == 1)
      vec_push(&units, w->pool.data[c.start]);
    else if (c.len > 1)
      vec_push(&out, clause_term(w, c));
  }
  tell_literals(w, units.data, units.len, false, &out);
  itp_tell_pairs(w->tt, &pairs, &out);
  term t = term_and_n(w->tt, out.data, out.len);
  vec_free(&pairs);
  vec_free(&units);
  vec_free(&out);
  vec_free(list);
  return t;
}

// --- all of it ---------------------------------------------------------------

// A complemented conjunction that only this place uses is a clause.
static bool is_clause(const lifter *w, aig_lit a) {
  return aig_sign(a) && is_and(w, a) && w->uses[aig_node_of(a)] == 1;
}

// If the literal says that two bits are equal: says it by two clauses.
static bool add_equality(lifter *w, aig_lit a, clause_vec *list) {
  if (!is_clause(w, a))
    return false;
  gate g = gate_of(w->graph, aig_node_of(a));
  if (g.kind != GATE_XOR || !is_bit(w, g.in[0]) || !is_bit(w, g.in[1]))
    return false;
  for (uint32_t flip = 0; flip < 2; flip++) {
    vec_push(list, ((clause){w->pool.len, 2}));
    vec_push(&w->pool, g.in[0] ^ flip);
    vec_push(&w->pool, g.in[1] ^ flip ^ 1u);
  }
  return true;
}

static term lift_head(lifter *w, uint32_t head) {
  vec_clear(&w->pool);
  clause members = members_of(w, head, false);
  clause_vec list = {0};
  for (uint32_t i = 0; i < members.len; i++) {
    aig_lit a = w->pool.data[members.start + i];
    if (add_equality(w, a, &list))
      continue;
    clause c = is_clause(w, a) ? members_of(w, aig_node_of(a), true)
                               : (clause){members.start + i, 1};
    vec_push(&list, c);
  }
  return tell_clauses(w, &list, 0);
}

static void want_literals(lifter *w, clause c) {
  for (uint32_t i = 0; i < c.len; i++)
    w->is_wanted[aig_node_of(w->pool.data[c.start + i])] = 1;
}

// Clauses are told by their users: only some heads need a term of their own.
static void find_wanted(lifter *w) {
  for (uint32_t node = aig_count(w->graph); node-- > 1;) {
    if (!w->is_wanted[node] || !aig_is_and(w->graph, node))
      continue;
    assert(w->is_head[node]);
    vec_clear(&w->pool);
    clause members = members_of(w, node, false);
    for (uint32_t i = 0; i < members.len; i++) {
      aig_lit a = w->pool.data[members.start + i];
      if (is_clause(w, a))
        want_literals(w, members_of(w, aig_node_of(a), true));
      else
        w->is_wanted[aig_node_of(a)] = 1;
    }
  }
}

static void lift_heads(lifter *w, const aig_lit *roots, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    w->is_wanted[aig_node_of(roots[i])] = 1;
  find_wanted(w);
  for (uint32_t node = 1; node < aig_count(w->graph); node++)
    if (w->is_wanted[node] && aig_is_and(w->graph, node))
      w->done[node] = lift_head(w, node);
}

static term lift_root(lifter *w, aig_lit root) {
  if (aig_is_constant(root))
    return term_bool(w->tt, root == AIG_TRUE);
  if (!is_bit(w, root))
    return head_term(w, root);
  term_vec parts = {0};
  tell_literals(w, &root, 1, false, &parts);
  term t = parts.data[0];
  vec_free(&parts);
  return t;
}

void itp_lift(terms *tt, const aig *g, const itp_bit *bits,
              const aig_lit *literals, uint32_t n, term *out) {
  lifter w = {.tt = tt, .graph = g, .bits = bits};
  w.uses = mem_alloc(aig_count(g));
  w.is_head = mem_alloc(aig_count(g));
  w.is_wanted = mem_alloc(aig_count(g));
  w.done = mem_alloc(aig_count(g) * sizeof *w.done);
  vec_resize(&w.count, 2 * aig_count(g));
  find_heads(&w, literals, n);
  lift_heads(&w, literals, n);
  for (uint32_t i = 0; i < n; i++)
    out[i] = lift_root(&w, literals[i]);
  mem_free(w.uses);
  mem_free(w.is_head);
  mem_free(w.is_wanted);
  mem_free(w.done);
  vec_free(&w.pool);
  vec_free(&w.stack);
  vec_free(&w.count);
}
