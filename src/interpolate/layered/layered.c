// SPDX-License-Identifier: Apache-2.0
// The procedure 'layered': a bit-vector query read over the integers.
//
// If nothing wraps in the proof of unsatisfiability, the integers know it too,
// and Spacer gives a short interpolant over them, which is said again over
// bit-vectors (Griggio, "Effective word-level interpolation for software
// verification", FMCAD 2011). Nothing of this is believed: the natural form of
// each interpolant is verified here, and only if that fails the exact one is
// returned, which the caller verifies as everything else. Layers: the views
// that the operators suggest; then the other view for words without a clear
// one.
#include "interpolate/layered/layered.h"

#include <assert.h>

#include "base/mem.h"
#include "interpolate/query.h"
#include "smt/horn.h"

// What Z3 does in the time of an easy call of a solver.
enum { STEPS_PER_CALL = 1000 };

typedef struct {
  strbuf reason;
} layered;

static void *create(const env *e, terms *tt) {
  (void)e, (void)tt;
  return mem_alloc(sizeof(layered));
}

static void destroy(void *self) {
  layered *l = self;
  strbuf_free(&l->reason);
  mem_free(l);
}

// One layer: the query over the integers.
typedef struct {
  const itp_query *q;
  itp_reading *reading;
  term *formulas;   // of each block
  term_vec *shared; // of each cut
  term *found;      // over the integers
} layer;

// The block's formulas and the ranges of its variables.
static term read_block(layer *l, uint32_t i) {
  assert(i < l->q->count);
  const itp_block *block = &l->q->blocks[i];
  term_set seen = {0};
  term_vec parts = {0}, variables = {0};
  term_variables(l->q->tt, block->formulas, block->formula_count, &seen,
                 &variables);
  bool ok = true;
  for (uint32_t k = 0; ok && k < block->formula_count; k++) {
    term t = itp_reading_formula(l->reading, block->formulas[k]);
    ok = !term_is_none(t);
    vec_push(&parts, t);
  }
  for (uint32_t k = 0; ok && k < variables.len; k++)
    vec_push(&parts, itp_reading_range(l->reading, variables.data[k]));
  term out = TERM_NONE;
  if (ok)
    out = term_and_n(l->q->tt, parts.data, parts.len);
  vec_free(&parts);
  vec_free(&variables);
  term_set_free(&seen);
  return out;
}

static bool read_query(layer *l) {
  for (uint32_t i = 0; i < l->q->count; i++) {
    l->formulas[i] = read_block(l, i);
    if (term_is_none(l->formulas[i]))
      return false;
  }
  for (uint32_t c = 0; c + 1 < l->q->count; c++) {
    vec_clear(&l->shared[c]);
    for (uint32_t k = 0; k < l->q->shared[c].len; k++) {
      term x = itp_reading_variable(l->reading, l->q->shared[c].data[k]);
      if (term_is_none(x))
        return false;
      vec_push(&l->shared[c], x);
    }
  }
  return true;
}

static bool say(layer *l, itp_back_mode mode, term *out) {
  for (uint32_t c = 0; c + 1 < l->q->count; c++) {
    assert(term_is_bool(l->q->tt, l->found[c]));
    out[c] = itp_reading_back(l->reading, l->found[c], mode);
    if (term_is_none(out[c]))
      return false;
  }
  return true;
}

static itp_status solve_layer(layer *l, term *out, strbuf *reason) {
  strbuf_clear(reason);
  if (!read_query(l)) {
    strbuf_puts(reason, l->reading->reason);
    return ITP_GAVE_UP;
  }
  horn_chain chain = {.formulas = l->formulas,
                      .arguments = l->shared,
                      .count = l->q->count - 1,
                      .effort = l->q->effort * STEPS_PER_CALL};
  switch (horn_solve(l->q->tt, l->q->limits, &chain, l->found, reason)) {
  case HORN_SOLVED:
    break;
  case HORN_UNSOLVABLE:
    strbuf_puts(reason, "satisfiable over the integers");
    return ITP_GAVE_UP;
  case HORN_UNKNOWN:
    return ITP_GAVE_UP;
  }
  if (say(l, BACK_NATURAL, out) && itp_verify(l->q, out) == SMT_UNSAT)
    return ITP_FOUND;
  if (say(l, BACK_EXACT, out) && itp_verify(l->q, out) == SMT_UNSAT)
    return ITP_FOUND;
  strbuf_puts(reason, "the interpolant over the integers does not hold");
  return ITP_GAVE_UP;
}

static itp_status find_layers(const itp_query *q, itp_reading *reading,
                              layer *l, term *out, strbuf *reason) {
  for (uint32_t i = 0; i < q->count; i++)
    itp_reading_add(reading, q->blocks[i].formulas, q->blocks[i].formula_count);
  itp_reading_set_tie(reading, VIEW_SIGNED);
  itp_status status = solve_layer(l, out, reason);
  if (status == ITP_GAVE_UP && reading->has_ties &&
      limits_stop(q->limits) == LIMIT_NONE) {
    itp_reading_set_tie(reading, VIEW_UNSIGNED);
    status = solve_layer(l, out, reason);
  }
  return status;
}

static itp_status find(void *self, const itp_query *q, term *out,
                       const char **reason) {
  layered *state = self;
  assert(state != NULL && q->count >= 2);
  itp_reading reading;
  itp_reading_init(&reading, q->tt);
  layer l = {.q = q,
             .reading = &reading,
             .formulas = mem_alloc(q->count * sizeof(term)),
             .shared = mem_alloc((q->count - 1) * sizeof(term_vec)),
             .found = mem_alloc((q->count - 1) * sizeof(term))};
  itp_status status = find_layers(q, &reading, &l, out, &state->reason);
  *reason = strbuf_text(&state->reason);
  for (uint32_t c = 0; c + 1 < q->count; c++)
    vec_free(&l.shared[c]);
  mem_free(l.formulas);
  mem_free(l.shared);
  mem_free(l.found);
  itp_reading_free(&reading);
  return status;
}

const itp_procedure itp_layered = {
    .name = "layered", .create = create, .destroy = destroy, .find = find};
