// SPDX-License-Identifier: Apache-2.0
#include "interpolate/lift.h"

#include "base/mem.h"
#include "sat/gate.h"

typedef struct {
  terms *tt;
  const aig *graph;
  const itp_bit *bits;
  term *done; // by node: the term of its positive literal
  VEC(uint32_t) stack;
} lifter;

static term literal_term(lifter *w, aig_lit a) {
  term t = w->done[aig_node_of(a)];
  return aig_sign(a) ? term_not(w->tt, t) : t;
}

static term input_term(lifter *w, uint32_t node) {
  itp_bit b = w->bits[aig_input_index(w->graph, node)];
  if (term_is_bool(w->tt, b.word))
    return b.word;
  return term_eq_make(w->tt, term_extract(w->tt, b.word, b.bit, b.bit),
                      term_bv(w->tt, 1, 1));
}

static bool is_done(const lifter *w, uint32_t node) {
  return !term_is_none(w->done[node]);
}

static void lift_node(lifter *w, uint32_t node) {
  assert(w->stack.len > 0);
  if (aig_is_input(w->graph, node)) {
    w->done[node] = input_term(w, node);
    return;
  }
  aig_lit x = aig_left(w->graph, node), y = aig_right(w->graph, node);
  if (is_done(w, aig_node_of(x)) && is_done(w, aig_node_of(y))) {
    w->done[node] = term_and(w->tt, literal_term(w, x), literal_term(w, y));
    return;
  }
  vec_push(&w->stack, aig_node_of(x));
  vec_push(&w->stack, aig_node_of(y));
}

static term lift_literal(lifter *w, aig_lit a) {
  vec_push(&w->stack, aig_node_of(a));
  while (w->stack.len > 0) {
    uint32_t node = vec_last(&w->stack);
    if (!is_done(w, node))
      lift_node(w, node);
    if (is_done(w, vec_last(&w->stack)))
      (void)vec_pop(&w->stack);
  }
  return literal_term(w, a);
}

void itp_lift(terms *tt, const aig *g, const itp_bit *bits,
              const aig_lit *literals, uint32_t n, term *out) {
  lifter w = {.tt = tt, .graph = g, .bits = bits};
  w.done = mem_alloc(aig_count(g) * sizeof *w.done);
  w.done[0] = term_false(tt);
  for (uint32_t i = 0; i < n; i++)
    out[i] = lift_literal(&w, literals[i]);
  mem_free(w.done);
  vec_free(&w.stack);
}
