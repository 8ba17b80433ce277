// SPDX-License-Identifier: Apache-2.0
// Interpolants checked again, in the other backend, with solvers of their own.
#ifndef CHECKED_H
#define CHECKED_H

#include "certify/numbers/eliminate.h"
#include "interpolate/interpolate.h"
#include "smt/solver.h"
#include "term/walk.h"
#include "unit.h"

typedef struct {
  options options;
  stats stats;
  env env;
  terms *tt;
  solver *z3; // the judge, kept because Z3 is slow to start; NULL: none yet
  uint32_t by_proof; // questions that Z3 could not answer
} world;

static inline void world_open(world *w) {
  *w = (world){0};
  options_init(&w->options);
  w->env = (env){.options = &w->options, .stats = &w->stats};
  w->tt = terms_new();
}

static inline void world_close(world *w) {
  if (w->z3 != NULL)
    solver_free(w->z3);
  terms_free(w->tt);
  options_free(&w->options);
}

// With all of its preprocessing, and more patience.
static inline smt_status decide_alone(world *w, const solver_backend *b,
                                      const term *f, uint32_t n,
                                      double seconds) {
  limits l = limits_within(&w->env.limits, seconds);
  solver *s = solver_new(b, &w->env, w->tt);
  solver_set_limits(s, &l);
  smt_status status = solver_check_alone(s, term_and_n(w->tt, f, n));
  solver_free(s);
  return status;
}

// What Z3 does not tell in short time is asked again, also with variables
// replaced by the sums that they are; then 'bits' is, whose refutation an
// independent checker follows.
static inline smt_status decide_patiently(world *w, const term *f, uint32_t n) {
  smt_status status = decide_alone(w, &solver_z3, f, n, 8);
  if (status != SMT_UNKNOWN)
    return status;
  term eased = eliminate_sums(w->tt, term_and_n(w->tt, f, n));
  status = decide_alone(w, &solver_z3, &eased, 1, 8);
  if (status != SMT_UNKNOWN)
    return status;
  status = decide_alone(w, &solver_bits_proved, f, n, 30);
  w->by_proof += status != SMT_UNKNOWN ? 1 : 0;
  return status;
}

// The conjunction, decided by a backend; SMT_UNKNOWN: not in some time.
static inline smt_status decide(world *w, const solver_backend *b,
                                const term *f, uint32_t n) {
  limits l = limits_within(&w->env.limits, 4);
  bool is_kept = b == &solver_z3;
  if (is_kept && w->z3 == NULL)
    w->z3 = solver_new(b, &w->env, w->tt);
  solver *s = is_kept ? w->z3 : solver_new(b, &w->env, w->tt);
  solver_set_limits(s, &l);
  solver_push(s);
  for (uint32_t i = 0; i < n; i++)
    solver_assert(s, f[i]);
  smt_status status = solver_check(s, NULL, 0);
  solver_pop(s);
  bool is_again = is_kept && status == SMT_UNKNOWN;
  if (!is_kept || is_again) // Z3 holds on to the memory of a hard question
    solver_free(s);
  if (is_again) {
    w->z3 = NULL;
    status = decide_patiently(w, f, n);
  }
  return status;
}

static inline bool implies(world *w, const solver_backend *b, term x, term y) {
  term f[2] = {x, term_not(w->tt, y)};
  return decide(w, b, f, 2) == SMT_UNSAT;
}

// The variables of f[from .. to), as a set.
static inline void variables_of(world *w, const term *f, uint32_t from,
                                uint32_t to, term_set *out) {
  term_set seen = {0};
  term_vec found = {0};
  term_variables(w->tt, f + from, to - from, &seen, &found);
  for (uint32_t i = 0; i < found.len; i++)
    term_set_add(out, found.data[i]);
  vec_free(&found);
  term_set_free(&seen);
}

static inline bool has_vocabulary(world *w, const term *f, uint32_t n,
                                  uint32_t cut, term itp) {
  term_set left = {0}, right = {0}, seen = {0};
  term_vec own = {0};
  variables_of(w, f, 0, cut, &left);
  variables_of(w, f, cut, n, &right);
  term_variables(w->tt, &itp, 1, &seen, &own);
  bool ok = true;
  for (uint32_t i = 0; i < own.len; i++)
    ok = ok && term_set_has(&left, own.data[i]) &&
         term_set_has(&right, own.data[i]);
  vec_free(&own);
  term_set_free(&seen);
  term_set_free(&left);
  term_set_free(&right);
  return ok;
}

// Link i of a sequence, negated: interpolant, blocks, not the next interpolant.
static inline void make_link(world *w, const term *f, uint32_t blocks,
                             const uint32_t *cuts, uint32_t n, const term *itps,
                             uint32_t i, term link[3]) {
  uint32_t from = i == 0 ? 0 : cuts[i - 1], to = i < n ? cuts[i] : blocks;
  link[0] = i == 0 ? term_true(w->tt) : itps[i - 1];
  link[1] = term_and_n(w->tt, f + from, to - from);
  link[2] = i == n ? term_true(w->tt) : term_not(w->tt, itps[i]);
}

// A link that was too hard as a whole: each part of the next interpolant.
static inline smt_status decide_parts(world *w, const solver_backend *b,
                                      const term link[3]) {
  smt_status worst = SMT_UNSAT;
  term_vec parts = {0};
  term_flatten(w->tt, TERM_AND, term_not(w->tt, link[2]), &parts);
  for (uint32_t i = 0; i < parts.len && worst != SMT_SAT; i++) {
    term f[3] = {link[0], link[1], term_not(w->tt, parts.data[i])};
    smt_status status = decide(w, b, f, 3);
    worst = status != SMT_UNSAT ? status : worst;
  }
  vec_free(&parts);
  return worst;
}

// Interpolants of blocks f[0 .. blocks) at the given cuts: are they an
// inductive sequence over the shared variables? SMT_SAT: no. SMT_UNKNOWN: too
// hard for the backend.
static inline smt_status check_sequence(world *w, const solver_backend *b,
                                        const term *f, uint32_t blocks,
                                        const uint32_t *cuts, uint32_t n,
                                        const term *itps) {
  smt_status worst = SMT_UNSAT;
  for (uint32_t i = 0; i <= n; i++) {
    term link[3];
    make_link(w, f, blocks, cuts, n, itps, i, link);
    smt_status status = decide(w, b, link, 3);
    if (status == SMT_UNKNOWN)
      status = decide_parts(w, b, link);
    if (status == SMT_SAT ||
        (i < n && !has_vocabulary(w, f, blocks, cuts[i], itps[i])))
      return SMT_SAT;
    if (status == SMT_UNKNOWN)
      worst = SMT_UNKNOWN;
  }
  return worst;
}

#endif
