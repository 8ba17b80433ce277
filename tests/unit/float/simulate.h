// SPDX-License-Identifier: Apache-2.0
// Runs a term as a circuit on 64 operand tuples at once.
//
// The term, over up to three operands and a rounding mode, is translated to an
// and-inverter graph, and every gate is one machine instruction for 64 runs.
#ifndef SIMULATE_H
#define SIMULATE_H

#include <string.h>

#include "base/mem.h"
#include "float/float.h"
#include "sat/bitblast.h"
#include "unit.h"

enum { LANES = 64, MOST_OPERANDS = 3 };

typedef struct {
  terms *tt;
  aig *g;
  bitblast *bits;
  term operands[MOST_OPERANDS];
  term mode;
  uint32_t width; // of the result
  aig_lit out[128];
  uint64_t *words;                // by node
  uint64_t in[MOST_OPERANDS][64]; // by operand and bit
  uint64_t mode_in[FLOAT_MODE_BITS];
} simulation;

static inline void simulation_open(simulation *s) {
  memset(s, 0, sizeof *s);
  s->tt = terms_new();
  s->mode = term_variable(s->tt, "mode", sort_bv(s->tt, FLOAT_MODE_BITS));
}

static inline term simulation_operand(simulation *s, uint32_t i,
                                      uint32_t width) {
  static const char *const names[] = {"a", "b", "c"};
  CHECK(i < MOST_OPERANDS);
  s->operands[i] = term_variable(s->tt, names[i], sort_bv(s->tt, width));
  return s->operands[i];
}

static inline void simulation_result(simulation *s, term result) {
  s->g = aig_new();
  s->bits = bitblast_new(s->tt, s->g);
  bool is_bool = term_is_bool(s->tt, result);
  s->width = is_bool ? 1 : term_width(s->tt, result);
  for (uint32_t i = 0; i < s->width; i++) {
    term bit = is_bool ? result
                       : term_eq_make(s->tt, term_extract(s->tt, result, i, i),
                                      term_bv(s->tt, 1, 1));
    CHECK(bitblast_formula(s->bits, bit, &s->out[i]));
  }
  s->words = mem_alloc(aig_count(s->g) * sizeof *s->words);
}

static inline void simulation_close(simulation *s) {
  mem_free(s->words);
  bitblast_free(s->bits);
  aig_free(s->g);
  terms_free(s->tt);
}

static inline void simulation_set(simulation *s, uint32_t operand,
                                  uint32_t lane, uint64_t bits) {
  for (uint32_t i = 0; i < 64; i++) {
    uint64_t one = (uint64_t)1 << lane;
    s->in[operand][i] = (bits >> i & 1) != 0 ? s->in[operand][i] | one
                                             : s->in[operand][i] & ~one;
  }
}

static inline void simulation_set_mode(simulation *s, float_mode mode) {
  for (uint32_t i = 0; i < FLOAT_MODE_BITS; i++)
    s->mode_in[i] = (mode >> i & 1) != 0 ? ~(uint64_t)0 : 0;
}

static inline uint64_t simulation_input(const simulation *s, uint32_t index) {
  bitblast_origin o = bitblast_input_origin(s->bits, index);
  if (term_eq(o.variable, s->mode))
    return s->mode_in[o.bit];
  uint32_t i = 0;
  while (i < MOST_OPERANDS && !term_eq(o.variable, s->operands[i]))
    i++;
  CHECK(i < MOST_OPERANDS);
  return s->in[i][o.bit];
}

static inline uint64_t simulation_word(const simulation *s, aig_lit a) {
  uint64_t w = s->words[aig_node_of(a)];
  return aig_sign(a) ? ~w : w;
}

static inline void simulation_run(simulation *s) {
  s->words[0] = 0;
  for (uint32_t n = 1; n < aig_count(s->g); n++)
    s->words[n] = aig_is_input(s->g, n)
                      ? simulation_input(s, aig_input_index(s->g, n))
                      : simulation_word(s, aig_left(s->g, n)) &
                            simulation_word(s, aig_right(s->g, n));
}

static inline uint64_t simulation_get(const simulation *s, uint32_t lane) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < s->width && i < 64; i++)
    bits |= (simulation_word(s, s->out[i]) >> lane & 1) << i;
  return bits;
}

#endif
