// SPDX-License-Identifier: Apache-2.0
// Terms, their circuit, and the values of its nodes for values of variables.
#ifndef SIMULATED_H
#define SIMULATED_H

#include "sat/bitblast.h"
#include "term/eval.h"
#include "unit.h"

typedef struct {
  terms *tt;
  aig *g;
  bitblast *b;
  evaluator *e;
  VEC(uint8_t) values; // by node, under the evaluator's variables
} fixture;

static inline void set_up(fixture *f, bool simplify) {
  *f = (fixture){.tt = terms_new(), .g = aig_new()};
  terms_set_simplify(f->tt, simplify);
  f->b = bitblast_new(f->tt, f->g);
  f->e = eval_new(f->tt);
}

static inline void tear_down(fixture *f) {
  eval_free(f->e);
  bitblast_free(f->b);
  aig_free(f->g);
  terms_free(f->tt);
  vec_free(&f->values);
}

// The value that the evaluator holds for the bit an input stands for.
static inline bool input_value(const fixture *f, uint32_t index) {
  bitblast_origin o = bitblast_input_origin(f->b, index);
  CHECK(!o.is_element && !term_is_none(o.variable));
  value v = eval_get(f->e, o.variable);
  return v.kind == VALUE_BOOL ? value_is_true(v) : value_bv_bit(v, o.bit);
}

static inline bool lit_value(const fixture *f, aig_lit a) {
  return (f->values.data[aig_node_of(a)] != 0) != aig_sign(a);
}

static inline void simulate(fixture *f) {
  vec_clear(&f->values);
  for (uint32_t n = 0; n < aig_count(f->g); n++) {
    bool v = false;
    if (aig_is_input(f->g, n))
      v = input_value(f, aig_input_index(f->g, n));
    else if (aig_is_and(f->g, n))
      v = lit_value(f, aig_left(f->g, n)) && lit_value(f, aig_right(f->g, n));
    vec_push(&f->values, v);
  }
}

#endif
