// SPDX-License-Identifier: Apache-2.0
// Checking proofs.
//
// Let v1, v2, ... be the visits of an execution to labelled locations. Since
// labels cut every cycle, an execution that reaches a bad sink (error, bound,
// unsupported) does so after finitely many steps behind its last visit.
//
// An invariant proof with k holds if
//   initiation: each of the first k visits satisfies its location's invariant,
//   first safety: no bad sink is reached before the k-th visit,
//   consecution: k successive visits that satisfy their invariants, starting
//     at any label in any state, are followed only by such a visit,
//   safety: behind k such visits no bad sink comes before the next visit.
// (If a bad sink were reached after m visits: m >= k by first safety; all m
// satisfy their invariants by initiation and consecution; so by safety it is
// not reached.) For k = 1 this is the textbook rule. Counting visits of all
// labels together makes k shared by all loops (k-induction: Sheeran, Singh,
// Stalmarck, FMCAD 2000).
//
// A bounded proof with k holds if no bad sink is reached before visit k + 1,
// and that visit does not exist.
//
// Executions start in an arbitrary state of the entry. Each condition is asked
// for as soon as its level is built, so that a level's terms are translated
// once. In long unrollings the paths of a level start at every label that the
// graph allows, although, say, a finished loop is never entered again; the
// judge therefore glances at which arrivals are possible, and drops those that
// a solver refutes. Where glances refute nothing they are made more rarely.
#include "certify/certify.h"

#include <assert.h>

#include "base/mem.h"
#include "certify/answer.h"
#include "certify/cuts.h"
#include "certify/judge.h"
#include "certify/paths.h"
#include "term/walk.h"

enum { MAX_GLANCE_GAP = 16 };

typedef struct {
  const env *env;
  const program *program;
  const proof *proof;
  term *invariant; // by location id, of the program's table; none: no label
  cuts *cuts;
  paths *paths;
  judge *judge;
  uint32_t glance_gap, glance_in; // levels between glances, and to the next
  certificate verdict;
} proof_check;

// --- answers --------------------------------------------------------------

// Returns false always: the check is over.
static bool fail(proof_check *c, certify_status status, loc at,
                 const char *what) {
  assert(status != CERTIFY_OK);
  c->verdict = answer_at(c->program, status, at, what);
  return false;
}

static bool stop_by_limit(proof_check *c) {
  c->verdict = answer_limit(c->env, "limits");
  return false;
}

// The formula must not hold; 'what' says what it would mean.
static bool exclude(proof_check *c, term formula, loc at, const char *what) {
  switch (judge_ask(c->judge, formula)) {
  case SMT_UNSAT:
    return true;
  case SMT_SAT:
    return fail(c, CERTIFY_REFUTED, at, what);
  case SMT_UNKNOWN:
    return fail(c, CERTIFY_GAVE_UP, LOC_NONE, judge_reason(c->judge));
  }
  return false;
}

// --- the conditions of one level ------------------------------------------

static bool exclude_bad(proof_check *c) {
  terms *tt = c->paths->tt;
  term any = term_false(tt);
  for (uint32_t i = 0; i < c->paths->bad.len; i++)
    any = paths_or(tt, any, c->paths->bad.data[i].reached);
  loc first = c->paths->bad.len ? c->paths->bad.data[0].at : LOC_NONE;
  return exclude(c, any, first, "the proof does not exclude a path to here");
}

static term invariant_at(proof_check *c, const paths_arrival *a) {
  assert(!term_is_none(c->invariant[a->at.id]));
  return paths_formula(c->paths, a, c->invariant[a->at.id]);
}

static bool exclude_violations(proof_check *c, const char *what) {
  terms *tt = c->paths->tt;
  term any = term_false(tt);
  loc first = LOC_NONE;
  for (uint32_t i = 0; i < c->paths->arrivals.len; i++) {
    const paths_arrival *a = &c->paths->arrivals.data[i];
    term holds = invariant_at(c, a);
    if (term_is_true(tt, holds))
      continue;
    any = paths_or(tt, any, paths_and(tt, a->reached, term_not(tt, holds)));
    first = first.id ? first : a->at;
  }
  return exclude(c, any, first, what);
}

// Is it worth asking which arrivals of this level are possible?
static bool is_time_to_glance(proof_check *c) {
  if (c->paths->arrivals.len < 2)
    return false;
  if (c->glance_in) {
    c->glance_in--;
    return false;
  }
  return true;
}

// All arrivals that may be possible start the next level. Returns how many.
static uint32_t go_on(proof_check *c) {
  bool is_glancing = is_time_to_glance(c);
  uint32_t kept = 0, n = c->paths->arrivals.len;
  for (uint32_t i = 0; i < n; i++) {
    term reached = c->paths->arrivals.data[i].reached;
    if (is_glancing && judge_glance(c->judge, reached) == SMT_UNSAT)
      continue;
    paths_go_on(c->paths, i, reached);
    kept++;
  }
  if (is_glancing) {
    uint32_t wider = c->glance_gap ? 2 * c->glance_gap : 1;
    c->glance_gap = kept < n ? 0 : wider;
    if (c->glance_gap > MAX_GLANCE_GAP)
      c->glance_gap = MAX_GLANCE_GAP;
    c->glance_in = c->glance_gap;
  }
  return kept;
}

// --- the conditions of a proof --------------------------------------------

static void start_at_entry(proof_check *c) {
  loc entry = program_entry(c->program);
  paths_start(c->paths, entry, term_true(c->paths->tt));
}

static bool check_initiation(proof_check *c) {
  start_at_entry(c);
  for (uint32_t visit = 1; visit <= c->proof->k; visit++) {
    if (!paths_level(c->paths, &c->env->limits))
      return stop_by_limit(c);
    if (!exclude_bad(c) ||
        !exclude_violations(c, "the invariant does not hold on entering"))
      return false;
    if (visit < c->proof->k && !go_on(c))
      return true;
  }
  return true;
}

// Any label, in any state that satisfies its invariant. The selector lets a
// model choose one start and not the others.
static void start_at_labels(proof_check *c) {
  terms *tt = c->paths->tt;
  for (uint32_t i = 0; i < c->cuts->labels.len; i++) {
    loc l = c->cuts->labels.data[i];
    paths_arrival start = {l, term_fresh(tt, "start", sort_bool(tt)), NULL};
    term holds = invariant_at(c, &start);
    paths_start(c->paths, l, paths_and(tt, start.reached, holds));
  }
}

static bool check_consecution(proof_check *c) {
  start_at_labels(c);
  terms *tt = c->paths->tt;
  for (uint32_t visit = 1;; visit++) {
    if (!paths_level(c->paths, &c->env->limits))
      return stop_by_limit(c);
    if (visit == c->proof->k)
      break;
    for (uint32_t i = 0; i < c->paths->arrivals.len; i++) {
      const paths_arrival *a = &c->paths->arrivals.data[i];
      paths_go_on(c->paths, i, paths_and(tt, a->reached, invariant_at(c, a)));
    }
  }
  return exclude_bad(c) &&
         exclude_violations(c, "the invariant is not inductive");
}

static bool check_invariant_proof(proof_check *c) {
  if (c->proof->k < 1)
    return fail(c, CERTIFY_REFUTED, LOC_NONE, "k-induction needs k >= 1");
  return check_initiation(c) && check_consecution(c);
}

static bool check_bounded_proof(proof_check *c) {
  start_at_entry(c);
  for (uint32_t visits = 0; visits <= c->proof->k; visits++) {
    if (!paths_level(c->paths, &c->env->limits))
      return stop_by_limit(c);
    if (!exclude_bad(c))
      return false;
    if (visits < c->proof->k && !go_on(c))
      return true;
  }
  const paths_arrivals *left = &c->paths->arrivals;
  term any = term_false(c->paths->tt);
  for (uint32_t i = 0; i < left->len; i++)
    any = paths_or(c->paths->tt, any, left->data[i].reached);
  return exclude(c, any, left->len ? left->data[0].at : LOC_NONE,
                 "paths go on beyond the bound of the proof");
}

// --- is it a proof of this program at all? ----------------------------------

static bool is_over_state(const program *p, term formula) {
  term_vec variables = {0};
  term_set seen = {0};
  bool ok = true;
  term_variables(program_terms(p), &formula, 1, &seen, &variables);
  for (uint32_t i = 0; i < variables.len; i++)
    ok &= program_variable_of(p, variables.data[i]).id != 0;
  vec_free(&variables);
  term_set_free(&seen);
  return ok;
}

static bool read_labels(proof_check *c) {
  terms *tt = program_terms(c->program);
  for (uint32_t i = 0; i < c->proof->labels.len; i++) {
    const proof_label *l = &c->proof->labels.data[i];
    if (!l->location.id || l->location.id > program_location_count(c->program))
      return fail(c, CERTIFY_REFUTED, LOC_NONE, "label without a location");
    if (!term_is_none(c->invariant[l->location.id]))
      return fail(c, CERTIFY_REFUTED, l->location, "two labels here");
    if (term_is_none(l->invariant) || !term_is_bool(tt, l->invariant) ||
        !is_over_state(c->program, l->invariant))
      return fail(c, CERTIFY_REFUTED, l->location,
                  "the invariant is not a formula over program variables");
    c->invariant[l->location.id] = l->invariant;
  }
  return true;
}

static void find_cuts(proof_check *c) {
  size_t n = (size_t)program_location_count(c->program) + 1;
  bool *is_label = mem_alloc(n * sizeof *is_label);
  for (size_t i = 1; i < n; i++)
    is_label[i] = !term_is_none(c->invariant[i]);
  c->cuts = cuts_find(c->program, is_label);
  mem_free(is_label);
}

static bool check(proof_check *c, const char *finder) {
  if (!read_labels(c))
    return false;
  find_cuts(c);
  if (c->cuts->uncut.id)
    return fail(c, CERTIFY_REFUTED, c->cuts->uncut,
                "the proof has no label on a cycle through here");
  c->paths = paths_new(c->program, c->cuts);
  c->judge = judge_new(c->env, c->paths->tt, finder);
  switch (c->proof->kind) {
  case PROOF_INVARIANT:
    return check_invariant_proof(c);
  case PROOF_BOUNDED:
    return check_bounded_proof(c);
  }
  return fail(c, CERTIFY_REFUTED, LOC_NONE, "unknown kind of proof");
}

static void confirm(proof_check *c) {
  strbuf text = {0};
  judge_print(c->judge, &text);
  c->verdict = answer_make(CERTIFY_OK, "%s", strbuf_text(&text));
  strbuf_free(&text);
}

certificate certify_proof(const env *e, const program *p, const result *r) {
  assert(e && p && r);
  proof_check c = {.env = e, .program = p, .proof = &r->proof};
  size_t n = (size_t)program_location_count(p) + 1;
  c.invariant = mem_alloc(n * sizeof *c.invariant);
  if (check(&c, r->finder))
    confirm(&c);
  judge_free(c.judge);
  paths_free(c.paths);
  cuts_free(c.cuts);
  mem_free(c.invariant);
  assert(c.verdict.status == CERTIFY_OK || c.verdict.reason[0]);
  return c.verdict;
}
