// SPDX-License-Identifier: Apache-2.0
// A schedule of independent solvers.
//
// The backend that found an answer never confirms it. What 'bits' found is
// confirmed by 'z3', which shares no code with it, or by 'bits' with every
// refutation re-checked by a clausal proof checker, which takes CaDiCaL's
// search out of the trusted part but leaves the bit-blaster in it. What 'z3'
// found is confirmed by 'bits' with re-checked proofs or, where there are
// numbers, which 'bits' does not know, by Z3's other arithmetic: the procedure
// for numbers, the one for the search and the preprocessing are then not those
// of the finder, though the core for equalities is.
//
// Which one first? On proofs of C programs bits is the faster one throughout:
// half a millisecond where z3 needs twelve, most of them to start; and there
// are unrollings that bits confirms in half a second and z3 not in twenty. But
// z3 is the more independent one, and twelve milliseconds are affordable. So
// small questions go to z3 first, large ones and those that z3 did not settle
// at once to bits. Each has a turn; who asks again with longer turns loses a
// constant factor by the wrong guess, never the answer.
//
// Where there are products of variables, z3 is asked before all that whether it
// sees an equation between sums of them (certify/numbers/eliminate.h). If it
// does not, a solver that need not be believed is asked which equations between
// products matter. Those that multiplying out confirms
// (certify/numbers/multiply.h) are added to the question, and products become
// variables.
//
// Where there are floats, boxes that cover all values are one more (certify/
// cover.h), and the first if the finder had divided values, too: that is then
// hopeless for the others. It has its own arithmetic and its own search, which
// goes forwards only.
#include "certify/judge.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "certify/numbers/cover.h"
#include "certify/numbers/eliminate.h"
#include "certify/numbers/multiply.h"
#include "term/eval.h"
#include "term/origin.h"
#include "term/walk.h"

#define GLANCE_TURN 0.1  // seconds
#define SUMS_TURN 0.3    // seconds
#define ALONE_TURN 0.5   // seconds up to which a question stands alone
#define OTHERS_SHARE 0.4 // of a longer turn, for those that are not the first
#define SLOW_SHARE 0.2   // of the time that is left, for a turn at most
enum {
  SMALL_QUERY = 4000,
  EASE_CONFLICTS = 10000,
  CARRIED = 4,      // times the size of a question, and bits begins anew for it
  LAST_FAILURE = 16 // of one that fails at some questions and not at others
};
enum { Z3, BITS, SIMPLEX, COVER, CHECKER_COUNT };

typedef struct {
  const solver_backend *backend; // NULL: not asked
  const char *name;              // for people
  solver *solver;                // made at the first question
  solver *brief;                 // for those that stand alone; see is_alone
  uint32_t known;                // how many of the facts its solver knows
  uint32_t answers, failures;
  bool is_out; // cannot answer such questions at all
} checker;

struct judge {
  const env *env;
  terms *tt;
  checker checkers[CHECKER_COUNT];
  term_vec facts; // what was refuted: solvers that go on know it, too
  int leader;     // who is always first; -1: nobody
  int helper;     // who answered last when another one could not; -1: nobody
  evaluator *model;
  arena *mem;
  term_set summed; // questions that were asked without their sums
  term_set seen;   // below earlier queries: their size is known
  uint32_t size;   // number of nodes of all queries so far
  uint32_t asked;  // of the last one alone
  double hardest;  // question of the search, in seconds
  char reason[128];
};

judge *judge_new(const env *e, terms *tt, finder_kind finder) {
  assert(e && tt);
  judge *j = mem_alloc(sizeof *j);
  *j = (judge){.env = e,
               .tt = tt,
               .helper = -1,
               .leader = -1,
               .hardest = env_hardest(e)};
  j->checkers[Z3] = (checker){.backend = &solver_z3, .name = "z3"};
  j->checkers[BITS] = (checker){.backend = &solver_bits_proved,
                                .name = "bits with re-checked proofs"};
  // A second opinion of the same house is asked for only if there must be one.
  if (finder == FINDER_Z3)
    j->checkers[SIMPLEX] = (checker){.backend = &solver_z3_simplex,
                                     .name = "z3 with other arithmetic"};
  j->checkers[COVER] =
      (checker){.backend = &cover_backend, .name = "a cover by boxes"};
  if (finder == FINDER_BOXES)
    j->leader = COVER;
  if (finder == FINDER_Z3)
    j->checkers[Z3].backend = NULL;
  j->mem = arena_new();
  j->model = eval_new(tt);
  return j;
}

void judge_begin_anew(judge *j) {
  for (int i = 0; i < CHECKER_COUNT; i++) {
    checker *c = &j->checkers[i];
    solver_free(c->solver);
    c->solver = NULL;
    c->known = 0;
  }
  vec_clear(&j->facts);
  term_set_clear(&j->seen);
  j->size = 0;
}

void judge_free(judge *j) {
  if (!j)
    return;
  judge_begin_anew(j);
  for (int i = 0; i < CHECKER_COUNT; i++)
    solver_free(j->checkers[i].brief);
  vec_free(&j->facts);
  eval_free(j->model);
  term_set_free(&j->summed);
  term_set_free(&j->seen);
  arena_free(j->mem);
  mem_free(j);
}

const char *judge_reason(const judge *j) { return j->reason; }

// Turns are of work, so that on a busy machine none is lost; but of the clock
// they take no more than a part of what is left, so that others get their
// turns, too.
static limits limits_of_turn(const judge *j, double seconds) {
  double part = limits_left(&j->env->limits) * SLOW_SHARE;
  return limits_of_work(&j->env->limits, seconds,
                        part > seconds ? part : seconds);
}

// A proof that is written and checked costs as much as finding it.
double judge_patience(const judge *j) { return 2 * j->hardest; }

void judge_print(const judge *j, strbuf *out) {
  const char *separator = "";
  for (int i = 0; i < CHECKER_COUNT; i++) {
    const checker *c = &j->checkers[i];
    if (!c->answers)
      continue;
    strbuf_printf(out, "%s%s (%u %s)", separator, c->name, c->answers,
                  c->answers == 1 ? "query" : "queries");
    separator = ", ";
  }
  if (!*separator)
    strbuf_puts(out, "evaluation alone, no solver was needed");
}

static bool is_available(const judge *j, const checker *c) {
  return c->backend && !c->is_out &&
         (c->backend != &cover_backend || terms_have_origins(j->tt));
}

// Does the solver's model really make the formula true?
static bool is_model(judge *j, solver *s, term formula) {
  term_vec variables = {0};
  term_set seen = {0};
  term_variables(j->tt, &formula, 1, &seen, &variables);
  eval_forget(j->model);
  arena_reset(j->mem);
  for (uint32_t i = 0; i < variables.len; i++) {
    term v = variables.data[i];
    eval_set(j->model, v, solver_value(s, v, j->mem));
  }
  bool holds = eval_is_true(j->model, formula);
  vec_free(&variables);
  term_set_free(&seen);
  return holds;
}

bool judge_holds(judge *j, term part) { return eval_is_true(j->model, part); }

// For a short turn a question to z3 stands alone, so that all preprocessing
// helps it; in longer ones, which come back to it, what was learned is kept. So
// it is by bits, but for questions that are small beside what it carries along.
static bool is_alone(const judge *j, const checker *c, double seconds) {
  if (c->backend == &cover_backend)
    return true;
  bool is_small = j->asked < j->size / CARRIED;
  return seconds <= ALONE_TURN &&
         (c->backend != &solver_bits_proved || is_small);
}

static solver *solver_for(judge *j, checker *c, bool alone) {
  solver **which = alone ? &c->brief : &c->solver;
  if (alone && c->backend == &solver_bits_proved) { // it does not forget
    solver_free(c->brief);
    c->brief = NULL;
  }
  if (!*which)
    *which = solver_new(c->backend, j->env, j->tt);
  for (; !alone && c->known < j->facts.len; c->known++)
    solver_assert(*which, term_not(j->tt, j->facts.data[c->known]));
  return *which;
}

// Who fails at a question fails at all that are alike.
static void note_failure(checker *c) {
  c->failures++;
  c->is_out = c->backend != &cover_backend || c->failures >= LAST_FAILURE;
}

// is_checked: a model is evaluated before it is believed.
static smt_status ask_checker(judge *j, checker *c, term formula,
                              double seconds, bool is_checked) {
  assert(is_available(j, c) && seconds > 0);
  bool alone = is_alone(j, c, seconds);
  solver *asked = solver_for(j, c, alone);
  limits turn = limits_of_turn(j, seconds);
  solver_set_limits(asked, &turn);
  j->env->stats->certify_calls++;
  smt_status s = alone ? solver_check_alone(asked, formula)
                       : solver_check(asked, &formula, 1);
  if (s == SMT_SAT && is_checked && !is_model(j, asked, formula)) {
    snprintf(j->reason, sizeof j->reason, "%s gave a wrong model", c->name);
    c->is_out = true;
    s = SMT_UNKNOWN;
  } else if (s == SMT_UNKNOWN) {
    snprintf(j->reason, sizeof j->reason, "%s: %s", c->name,
             solver_reason(asked));
    if (limits_stop(&turn) == LIMIT_NONE)
      note_failure(c);
  } else {
    c->answers++;
  }
  // The turn's limits end with this frame.
  solver_set_limits(asked, &j->env->limits);
  return s;
}

static uint32_t count_new(const judge *j, term formula, term_set *seen) {
  term_vec nodes = {0};
  term_postorder(j->tt, &formula, 1, seen, &nodes);
  uint32_t count = nodes.len;
  vec_free(&nodes);
  return count;
}

static void measure(judge *j, term formula) {
  term_set none = {0};
  j->asked = count_new(j, formula, &none);
  j->size += count_new(j, formula, &j->seen);
  term_set_free(&none);
}

// The order of this question: the index of who comes first. Questions of one
// proof are alike: who helped before, does so again. What takes long is for
// bits: z3 has its rewriting, which helps soon or not at all.
static int first_checker(const judge *j, double seconds) {
  if (j->leader >= 0)
    return j->leader;
  if (seconds > ALONE_TURN)
    return BITS;
  if (j->helper >= 0)
    return j->helper;
  return j->size > SMALL_QUERY ? BITS : Z3;
}

bool judge_can_go_on(judge *j) {
  bool is_any = false;
  for (int i = 0; i < CHECKER_COUNT; i++)
    is_any |= is_available(j, &j->checkers[i]);
  limit_kind limit = limits_stop(&j->env->limits);
  if (limit != LIMIT_NONE)
    snprintf(j->reason, sizeof j->reason, "%s", limit_name(limit));
  else if (!is_any && !*j->reason)
    snprintf(j->reason, sizeof j->reason, "no solver is left to confirm");
  return is_any && limit == LIMIT_NONE;
}

// Questions that only the other one can answer are seldom those that take long.
static double turn_of(double seconds, int place) {
  return place > 0 && seconds > ALONE_TURN ? seconds * OTHERS_SHARE : seconds;
}

// Is it impossible once variables are replaced by the sums that they are? With
// products, that is a short question or a hopeless one.
static bool is_impossible_sum(judge *j, term formula) {
  checker *c = &j->checkers[Z3];
  if (!is_available(j, c) || !term_has_products(j->tt, formula) ||
      !term_set_add(&j->summed, formula))
    return false;
  term eased = eliminate_sums(j->tt, formula);
  return !term_eq(eased, formula) &&
         ask_checker(j, c, eased, SUMS_TURN, false) == SMT_UNSAT;
}

// The formula without products, and all facts about these that an unbelieved
// solver needed and multiplying out confirms. The formula itself: it needed
// none, or found no answer.
static term ease_products(judge *j, term formula, double seconds) {
  limits turn = limits_of_turn(j, seconds);
  solver *s = solver_new(&solver_bits, j->env, j->tt);
  solver_set_limits(s, &turn);
  solver_set_conflicts(s, EASE_CONFLICTS); // no large product is multiplied
  term all = formula;
  bool is_refuted = solver_check(s, &formula, 1) == SMT_UNSAT;
  for (uint32_t i = 0; is_refuted && i < solver_fact_count(s); i++) {
    const algebra_fact *f = solver_fact(s, i);
    if (multiply_confirms(j->tt, f))
      all = term_and(j->tt, all, algebra_fact_formula(j->tt, f));
  }
  solver_free(s);
  return term_eq(all, formula) ? formula : multiply_leave_open(j->tt, all);
}

// Is it impossible by what multiplying out says about its products?
static bool is_impossible_product(judge *j, term formula, double seconds) {
  if (!term_has_products(j->tt, formula))
    return false;
  term eased = ease_products(j, formula, seconds);
  if (term_eq(eased, formula))
    return false;
  smt_status status = SMT_UNKNOWN;
  const int order[] = {Z3, BITS};
  for (int i = 0; i < 2 && status == SMT_UNKNOWN; i++) {
    checker *c = &j->checkers[order[i]];
    if (is_available(j, c))
      status = ask_checker(j, c, eased, seconds, false);
  }
  return status == SMT_UNSAT;
}

smt_status judge_ask(judge *j, term formula, double seconds) {
  assert(term_is_bool(j->tt, formula) && seconds > 0);
  if (term_is_false(j->tt, formula))
    return SMT_UNSAT;
  if (is_impossible_sum(j, formula) ||
      is_impossible_product(j, formula, seconds)) {
    vec_push(&j->facts, formula);
    return SMT_UNSAT;
  }
  measure(j, formula);
  int first = first_checker(j, seconds), place = 0;
  smt_status status = SMT_UNKNOWN;
  for (int i = 0;
       i < CHECKER_COUNT && status == SMT_UNKNOWN && judge_can_go_on(j); i++) {
    int who = (first + i) % CHECKER_COUNT;
    if (!is_available(j, &j->checkers[who]))
      continue;
    status = ask_checker(j, &j->checkers[who], formula, turn_of(seconds, place),
                         true);
    if (status != SMT_UNKNOWN && place > 0)
      j->helper = who;
    place++;
  }
  if (status == SMT_UNSAT)
    vec_push(&j->facts, formula);
  return status;
}

// There are many of these, and bits starts at once. That something is possible
// is nothing to rely on, so its model is not looked at.
smt_status judge_glance(judge *j, term formula) {
  assert(term_is_bool(j->tt, formula));
  if (term_is_false(j->tt, formula))
    return SMT_UNSAT;
  if (!judge_can_go_on(j))
    return SMT_UNKNOWN;
  checker *c = &j->checkers[BITS];
  for (int i = 0; i < CHECKER_COUNT && !is_available(j, c); i++)
    c = &j->checkers[i];
  j->asked = j->size; // it goes on
  return ask_checker(j, c, formula, GLANCE_TURN, false);
}
