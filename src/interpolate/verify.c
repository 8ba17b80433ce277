// SPDX-License-Identifier: Apache-2.0
// The check of every interpolant, and its measures.
//
// A sequence I_1 .. I_k over blocks B_0 .. B_k is checked link by link:
// B_0 implies I_1, I_i and B_i imply I_i+1, and I_k contradicts B_k. By
// transitivity each I_i then follows from its prefix and contradicts its
// suffix, so k + 1 solver calls verify all that is promised; the groups are in
// the solver already, only the candidates are new.
#include "interpolate/query.h"
#include "term/walk.h"

#include <assert.h>

// Are the variables of 't' among 'allowed'?
static bool speaks_only_of(const terms *tt, term t, const term_vec *allowed) {
  term_set seen = {0}, permitted = {0};
  term_vec variables = {0};
  for (uint32_t i = 0; i < allowed->len; i++)
    term_set_add(&permitted, allowed->data[i]);
  term_variables(tt, &t, 1, &seen, &variables);
  bool ok = true;
  for (uint32_t i = 0; ok && i < variables.len; i++)
    ok = term_set_has(&permitted, variables.data[i]);
  vec_free(&variables);
  term_set_free(&seen);
  term_set_free(&permitted);
  return ok;
}

// SMT_UNSAT: 'before' and the block imply 'after'.
static smt_status check_link(const itp_query *q, uint32_t block, term before,
                             term after) {
  term_vec assumed = {0};
  itp_query_guards(q, block, block + 1, &assumed);
  vec_push(&assumed, before);
  vec_push(&assumed, term_not(q->tt, after));
  smt_status status = itp_prover_check(q->prover, assumed.data, assumed.len);
  vec_free(&assumed);
  return status;
}

static smt_status check_links(const itp_query *q, const term *candidates) {
  for (uint32_t i = 0; i < q->count; i++) {
    term before = i == 0 ? term_true(q->tt) : candidates[i - 1];
    term after = i + 1 == q->count ? term_false(q->tt) : candidates[i];
    smt_status status = check_link(q, i, before, after);
    if (status != SMT_UNSAT)
      return status;
  }
  return SMT_UNSAT;
}

smt_status itp_verify(const itp_query *q, const term *candidates) {
  double start = timer_start();
  smt_status status = SMT_UNSAT;
  for (uint32_t i = 0; i + 1 < q->count && status == SMT_UNSAT; i++) {
    assert(term_is_bool(q->tt, candidates[i]));
    if (!speaks_only_of(q->tt, candidates[i], &q->shared[i]))
      status = SMT_SAT;
  }
  if (status == SMT_UNSAT)
    status = check_links(q, candidates);
  timer_stop(&q->env->stats->time_itp_verify, start);
  return status;
}

static bool is_single_bit(const terms *tt, term t) {
  return term_get_kind(tt, t) == TERM_EXTRACT && term_width(tt, t) == 1;
}

itp_size itp_measure(const terms *tt, term t) {
  itp_size size = {0};
  term_set seen = {0};
  term_vec nodes = {0};
  term_postorder(tt, &t, 1, &seen, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    term n = nodes.data[i];
    size.nodes++;
    size.is_bit_level |= is_single_bit(tt, n);
    if (term_is_bool(tt, n) && !term_is_value(tt, n) &&
        !term_is_connective(tt, n))
      size.atoms++;
  }
  vec_free(&nodes);
  term_set_free(&seen);
  return size;
}
