// SPDX-License-Identifier: Apache-2.0
// Checking proofs.
//
// Let v1, v2, ... be the visits of an execution to labelled locations on a way
// to a bad sink (error, bound, unsupported), or to a label that claims more
// than 'true'; one that reaches such a place passes no other locations before.
// Since labels cut every cycle of these, it does so after finitely many steps
// behind its last visit.
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
// A proof over simple paths names variables V such that conditions and
// invariants depend on nothing else, directly or not (certify/simple.h checks
// that). Consecution and safety then assume that no two of the k visits are at
// the same label with the same values of V. For suppose that an execution
// violates an invariant or reaches a bad sink, and take one that does so after
// the fewest visits: if two visits were the same, leaving out what is between
// them would give a shorter one, with the same values of V from there on.
//
// A bounded proof with k holds if no bad sink is reached before visit k + 1,
// and that visit does not exist.
//
// Executions start in an arbitrary state of the entry. Conditions are collected
// while levels are built (certify/obligations.h). Consecution is first tried
// for all starts at once; where that is hard, start by start
// (certify/starts.h), which leaves the formulas without the if-then-else terms
// of unrelated loops. Where invariants list states, each is a start at once:
// its paths are few, so they go on apart (certify/paths.h), and what they owe
// is seldom more than a look at the list (certify/listed.h). In long unrollings
// the paths of a level start at every label that the graph allows, although,
// say, a finished loop is never entered again; the judge therefore glances at
// which arrivals are possible, and drops those that a solver refutes. Where
// glances refute nothing they are made more rarely.
#include "certify/certify.h"

#include <assert.h>

#include "base/mem.h"
#include "base/unreachable.h"
#include "certify/answer.h"
#include "certify/cuts.h"
#include "certify/extension.h"
#include "certify/judge.h"
#include "certify/listed.h"
#include "certify/obligations.h"
#include "certify/paths.h"
#include "certify/simple.h"
#include "term/walk.h"

enum {
  MAX_GLANCE_GAP = 16,
  MAX_STARTS = 10000, // levels to be built for start-by-start consecution
  MAX_LOWERED = 4     // starts with too many paths, before others are tried
};

typedef struct {
  const env *env;
  const program *program;
  const proof *proof;
  term *invariant; // by location id, of the program's table; none: no label
  cuts *cuts;
  listed *listed;         // by label, in the order of the cuts
  uint32_t *label_number; // by location id, of a label
  paths *paths;
  judge *judge;
  refuter *refuter;
  simple_visits visits; // of the path that consecution is about
  obligations owed;
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

// --- obligations ------------------------------------------------------------

// Is everything settled? If not, the check is over.
static bool conclude(proof_check *c, smt_status status, const obligation *o) {
  switch (status) {
  case SMT_UNSAT:
    return true;
  case SMT_SAT:
    return fail(c, CERTIFY_REFUTED, o->at, o->what);
  case SMT_UNKNOWN:
    return fail(c, CERTIFY_GAVE_UP, LOC_NONE, judge_reason(c->judge));
  }
  UNREACHABLE();
}

static bool settle(proof_check *c) {
  obligation broken = {0};
  smt_status status = obligations_settle(&c->owed, SETTLE_PATIENTLY, &broken);
  return conclude(c, status, &broken);
}

static bool settle_if_many(proof_check *c) {
  obligation broken = {0};
  smt_status status = obligations_settle_if_many(&c->owed, &broken);
  return conclude(c, status, &broken);
}

// Between starts, which have nothing to do with each other: what was learned
// of some does not help with others.
static bool settle_batch(proof_check *c) {
  obligation broken = {0};
  smt_status status = obligations_settle_batch(&c->owed, &broken);
  return conclude(c, status, &broken);
}

// --- the conditions of one level ------------------------------------------

static void oblige_no_bad(proof_check *c) {
  for (uint32_t i = 0; i < c->paths->bad.len; i++) {
    const paths_arrival *a = &c->paths->bad.data[i];
    obligations_add(&c->owed, a->reached, a->at,
                    "the proof does not exclude a path to here");
  }
}

static term invariant_at(proof_check *c, const paths_arrival *a) {
  assert(c->cuts->is_label[a->at.id]);
  return listed_formula(&c->listed[c->label_number[a->at.id]], c->paths, a);
}

static void oblige_invariants(proof_check *c, const char *what) {
  for (uint32_t i = 0; i < c->paths->arrivals.len; i++) {
    const paths_arrival *a = &c->paths->arrivals.data[i];
    obligations_add_invariant(&c->owed, a->reached, invariant_at(c, a), a->at,
                              what);
  }
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
    oblige_no_bad(c);
    oblige_invariants(c, "the invariant does not hold on entering");
    if (!settle_if_many(c))
      return false;
    if (visit < c->proof->k && !go_on(c))
      break;
  }
  return settle(c);
}

// A label, in any state of a case of its invariant. With several starts the
// selector lets a model choose one and not the others.
static void start_at_case(proof_check *c, const start_cases *cases, uint32_t i,
                          loc label) {
  terms *tt = c->paths->tt;
  term selector = term_fresh(tt, "start", sort_bool(tt));
  paths_arrival start = starts_enter(cases, c->paths, i, label, selector);
  simple_add(&c->visits, &start);
}

// The next visit of the path, which satisfies its invariant and, if only simple
// paths count, is none of the visits before.
static void go_on_inductively(proof_check *c) {
  terms *tt = c->paths->tt;
  uint32_t earlier = c->visits.seen.len;
  for (uint32_t i = 0; i < c->paths->arrivals.len; i++) {
    const paths_arrival *a = &c->paths->arrivals.data[i];
    term when = paths_and(tt, a->reached, invariant_at(c, a));
    when = paths_and(tt, when, simple_is_new(&c->visits, a, earlier));
    simple_add(&c->visits, a);
    paths_go_on(c->paths, i, when);
  }
}

// From the starts that were given. False: a limit was hit.
static bool oblige_consecution(proof_check *c) {
  for (uint32_t visit = 1;; visit++) {
    if (!paths_level(c->paths, &c->env->limits))
      return false;
    if (visit == c->proof->k)
      break;
    go_on_inductively(c);
  }
  oblige_no_bad(c);
  oblige_invariants(c, "the invariant is not inductive");
  vec_clear(&c->visits.seen);
  return true;
}

// States of one label are as many easy questions as one; labels are hard ones.
static bool check_from_label(proof_check *c, uint32_t label) {
  const start_cases *cases = &c->listed[label].cases;
  paths_mode mode = cases->alternatives.len > 1 ? PATHS_STATES : PATHS_JOINED;
  uint32_t lowered = 0;
  bool ok = true;
  for (uint32_t i = 0; ok && i < cases->alternatives.len; i++) {
    c->paths->mode = mode;
    start_at_case(c, cases, i, c->cuts->labels.data[label]);
    if (!oblige_consecution(c))
      return stop_by_limit(c);
    if (c->paths->mode != mode && ++lowered > MAX_LOWERED)
      mode = c->paths->mode;
    ok = settle_batch(c);
  }
  return ok && settle(c);
}

static bool check_consecution_apart(proof_check *c) {
  vec_clear(&c->owed.open); // of trying all together
  bool ok = true;
  for (uint32_t i = 0; ok && i < c->cuts->labels.len; i++)
    ok = check_from_label(c, i);
  return ok;
}

// All starts at once; each is one case, its whole invariant.
static bool oblige_consecution_together(proof_check *c) {
  for (uint32_t i = 0; i < c->cuts->labels.len; i++) {
    loc label = c->cuts->labels.data[i];
    start_cases whole = {0};
    vec_push(&whole.alternatives, c->invariant[label.id]);
    start_at_case(c, &whole, 0, label);
    starts_clear(&whole);
  }
  return oblige_consecution(c);
}

// The number of starts that trying them apart would make.
static uint64_t count_starts(const proof_check *c) {
  uint64_t count = 0;
  for (uint32_t i = 0; i < c->cuts->labels.len; i++)
    count += c->listed[i].cases.alternatives.len;
  return count;
}

static bool check_consecution(proof_check *c) {
  uint64_t starts = count_starts(c), labels = c->cuts->labels.len;
  bool may_part = starts > 1 && starts * c->proof->k <= MAX_STARTS;
  if (may_part && starts > labels) // states: their paths are short
    return check_consecution_apart(c);
  if (!oblige_consecution_together(c))
    return stop_by_limit(c);
  if (!may_part)
    return settle(c);
  obligation broken = {0};
  smt_status status = obligations_settle(&c->owed, SETTLE_BRIEFLY, &broken);
  return status == SMT_UNKNOWN ? check_consecution_apart(c)
                               : conclude(c, status, &broken);
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
    oblige_no_bad(c);
    if (!settle_if_many(c))
      return false;
    if (visits < c->proof->k && !go_on(c))
      return settle(c);
  }
  for (uint32_t i = 0; i < c->paths->arrivals.len; i++) {
    const paths_arrival *a = &c->paths->arrivals.data[i];
    obligations_add(&c->owed, a->reached, a->at,
                    "paths go on beyond the bound of the proof");
  }
  return settle(c);
}

// --- is it a proof of this program at all? ----------------------------------

// 'seen' collects what earlier formulas had, which was fine.
static bool is_over_state(const program *p, term formula, term_set *seen) {
  term_vec variables = {0};
  bool ok = true;
  term_variables(program_terms(p), &formula, 1, seen, &variables);
  for (uint32_t i = 0; i < variables.len; i++)
    ok &= program_variable_of(p, variables.data[i]).id != 0;
  vec_free(&variables);
  return ok;
}

static bool read_label(proof_check *c, const proof_label *l, term_set *seen) {
  const terms *tt = program_terms(c->program);
  if (!l->location.id || l->location.id > program_location_count(c->program))
    return fail(c, CERTIFY_REFUTED, LOC_NONE, "label without a location");
  if (!term_is_none(c->invariant[l->location.id]))
    return fail(c, CERTIFY_REFUTED, l->location, "two labels here");
  if (term_is_none(l->invariant) || !term_is_bool(tt, l->invariant) ||
      !is_over_state(c->program, l->invariant, seen))
    return fail(c, CERTIFY_REFUTED, l->location,
                "the invariant is not a formula over program variables");
  c->invariant[l->location.id] = l->invariant;
  return true;
}

static bool read_labels(proof_check *c) {
  term_set seen = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < c->proof->labels.len; i++)
    ok = read_label(c, &c->proof->labels.data[i], &seen);
  term_set_free(&seen);
  return ok;
}

// Of a bounded proof, labels count visits, and claim nothing.
static void find_cuts(proof_check *c) {
  const terms *tt = program_terms(c->program);
  size_t n = (size_t)program_location_count(c->program) + 1;
  bool *is_label = mem_alloc(n * sizeof *is_label);
  bool *is_claim = mem_alloc(n * sizeof *is_claim);
  for (size_t i = 1; i < n; i++) {
    is_label[i] = !term_is_none(c->invariant[i]);
    is_claim[i] = is_label[i] && c->proof->kind == PROOF_INVARIANT &&
                  !term_is_true(tt, c->invariant[i]);
  }
  c->cuts = cuts_find(c->program, is_label, is_claim);
  mem_free(is_label);
  mem_free(is_claim);
}

static void list_states(proof_check *c) {
  uint32_t n = c->cuts->labels.len,
           locations = program_location_count(c->program);
  c->listed = mem_alloc((n + (size_t)1) * sizeof *c->listed);
  c->label_number =
      mem_alloc((locations + (size_t)1) * sizeof *c->label_number);
  for (uint32_t i = 0; i < n; i++) {
    loc label = c->cuts->labels.data[i];
    listed_init(&c->listed[i], c->paths, c->invariant[label.id]);
    c->label_number[label.id] = i;
  }
}

static void clear_lists(proof_check *c) {
  for (uint32_t i = 0; c->listed && i < c->cuts->labels.len; i++)
    listed_clear(&c->listed[i]);
  mem_free(c->listed);
  mem_free(c->label_number);
}

static bool check(proof_check *c, finder_kind finder) {
  if (!read_labels(c))
    return false;
  find_cuts(c);
  if (c->cuts->uncut.id)
    return fail(c, CERTIFY_REFUTED, c->cuts->uncut,
                "the proof has no label on a cycle through here");
  if (c->proof->simple.len > 0 &&
      !simple_is_closed(c->program, c->cuts, c->proof))
    return fail(c, CERTIFY_REFUTED, LOC_NONE,
                "the variables of simple paths are not a whole state");
  c->paths = paths_new(c->program, c->cuts);
  list_states(c);
  c->visits = (simple_visits){.paths = c->paths, .proof = c->proof};
  c->judge = judge_new(c->env, c->paths->tt, finder);
  c->refuter = refuter_new(c->paths->tt);
  c->owed = (obligations){
      .judge = c->judge, .refuter = c->refuter, .tt = c->paths->tt};
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
  if (r->about && !extension_is_fair(p, r->about))
    return answer_make(CERTIFY_REFUTED, "the proof is about another program");
  if (r->about)
    p = r->about;
  proof_check c = {.env = e, .program = p, .proof = &r->proof};
  size_t n = (size_t)program_location_count(p) + 1;
  c.invariant = mem_alloc(n * sizeof *c.invariant);
  if (check(&c, r->finder))
    confirm(&c);
  vec_free(&c.visits.seen);
  obligations_clear(&c.owed);
  refuter_free(c.refuter);
  judge_free(c.judge);
  clear_lists(&c);
  paths_free(c.paths);
  cuts_free(c.cuts);
  mem_free(c.invariant);
  assert(c.verdict.status == CERTIFY_OK || c.verdict.reason[0]);
  return c.verdict;
}
