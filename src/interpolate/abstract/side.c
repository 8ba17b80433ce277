// SPDX-License-Identifier: Apache-2.0
// Questions to one side of a cut.
//
// Generalization asks the same side hundreds of questions, most of which end
// with 'possible'. The states found on the way are kept; a new question is
// first tried on these, which costs evaluating a few small formulas, and whose
// values are cached from question to question.
#include "interpolate/abstract/abstract.h"

#include <assert.h>

enum { MAX_STATES = 32 };

void itp_pool_clear(itp_pool *p) {
  for (uint32_t i = 0; i < p->states.len; i++)
    eval_free(p->states.data[i]);
  vec_free(&p->states);
}

static bool all_true(evaluator *state, const term *formulas, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!eval_is_true(state, formulas[i]))
      return false;
  return true;
}

static bool pool_allows(const itp_pool *p, const term *formulas, uint32_t n) {
  for (uint32_t i = p->states.len; i-- > 0;)
    if (all_true(p->states.data[i], formulas, n))
      return true;
  return false;
}

// Keeps the prover's model.
static void pool_add(const itp_side *s) {
  arena *mem = arena_new();
  const uint64_t *sample = itp_sample_read(s->frame, s->q->prover, mem);
  if (sample != NULL) {
    itp_pool *p = s->pool;
    assert(p->next < MAX_STATES && p->states.len <= MAX_STATES);
    if (p->states.len < MAX_STATES)
      vec_push(&p->states, eval_new(s->q->tt));
    evaluator *state = p->states.data[p->next % p->states.len];
    p->next = (p->next + 1) % MAX_STATES;
    itp_sample_set(s->frame, sample, state);
  }
  arena_free(mem);
}

static smt_status ask(const itp_side *s, const term *formulas, uint32_t n,
                      bool *needed, bool is_patient) {
  if (s->pool != NULL && pool_allows(s->pool, formulas, n))
    return SMT_SAT;
  assert(s->from < s->to && s->to <= s->q->count);
  term_vec assumed = {0};
  itp_query_guards(s->q, s->from, s->to, &assumed);
  vec_push(&assumed, s->extra);
  uint32_t first = assumed.len;
  for (uint32_t i = 0; i < n; i++)
    vec_push(&assumed, formulas[i]);
  smt_status status =
      is_patient ? itp_prover_check(s->q->prover, assumed.data, assumed.len)
                 : itp_prover_try(s->q->prover, assumed.data, assumed.len);
  if (status == SMT_UNSAT && needed != NULL)
    for (uint32_t i = 0; i < n; i++)
      needed[i] = itp_prover_failed(s->q->prover, first + i);
  if (status == SMT_SAT && s->pool != NULL)
    pool_add(s);
  vec_free(&assumed);
  return status;
}

smt_status itp_side_check(const itp_side *s, const term *formulas, uint32_t n,
                          bool *needed) {
  return ask(s, formulas, n, needed, true);
}

smt_status itp_side_try(const itp_side *s, const term *formulas, uint32_t n,
                        bool *needed) {
  return ask(s, formulas, n, needed, false);
}
