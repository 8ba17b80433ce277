// SPDX-License-Identifier: Apache-2.0
// Settling obligations, together or one by one.
//
// A question costs a solver more than its size where they are many and small,
// so all open obligations are asked for as one disjunction at first. But
// together they can be far harder than apart: where loops move units between
// variables, each obligation is a sum that a solver's rewriting brings to
// nothing, while their disjunction, whose sums have if-then-else terms inside,
// is a matter of equivalent adders. Hence rounds: the disjunction of what is
// open, then, if nobody could tell within the turn, its members, as long as
// they get fewer; the next time members come first if that refuted all. A
// member that is hard by itself is replaced by its two cases, if it has an
// if-then-else. Where one of them is hard again, it is for its own cases to
// tell, so new cases have short turns, however long the others' are. But to
// refute one of two cases is no progress while the other one is hard: circuits
// of floats have such cases without end. The next round has longer turns, and
// what was hard for the search is taken to be so here. So the wrong guess costs
// a constant factor. Older members come first, since what is refuted helps with
// those that go on where they end.
#include "certify/obligations.h"

#include <assert.h>

#include "base/limits.h"
#include "certify/cases.h"
#include "certify/paths.h"

#define FIRST_TURN 0.1   // seconds
#define MEMBER_SHARE 0.5 // of a turn, for one of the members
enum {
  LONGER = 3,        // how many times, than the turns of the round before
  HARD_MEMBERS = 3,  // that end a round, being without cases
  MAX_FAILURES = 4,  // turns of members without fewer open ones, that end it
  MANY_TERMS = 1000, // that are worth a question by themselves, at least
  BATCH_TERMS = 5000 // of starts that are asked for together
};

void obligations_clear(obligations *o) { vec_free(&o->open); }

void obligations_add(obligations *o, term formula, loc at, const char *what) {
  assert(term_is_bool(o->tt, formula) && what);
  if (term_is_false(o->tt, formula))
    return;
  if (o->refuter == NULL || !refuter_refutes(o->refuter, formula))
    vec_push(&o->open,
             ((obligation){.formula = formula, .at = at, .what = what}));
}

void obligations_add_invariant(obligations *o, term reached, term invariant,
                               loc at, const char *what) {
  term_vec parts = {0};
  vec_push(&parts, invariant);
  while (parts.len > 0) {
    term part = vec_pop(&parts);
    if (term_get_kind(o->tt, part) == TERM_AND)
      for (uint32_t i = term_arity(o->tt, part); i > 0; i--)
        vec_push(&parts, term_arg(o->tt, part, i - 1));
    else if (!term_is_true(o->tt, part))
      obligations_add(o, paths_and(o->tt, reached, term_not(o->tt, part)), at,
                      what);
  }
  vec_free(&parts);
}

static smt_status ask_together(obligations *o, double turn) {
  term any = term_false(o->tt);
  for (uint32_t i = 0; i < o->open.len; i++)
    any = paths_or(o->tt, any, o->open.data[i].formula);
  return judge_ask(o->judge, any, turn);
}

// The judge's model of the disjunction makes one of its members true.
static obligation find_broken(const obligations *o) {
  for (uint32_t i = 0; i < o->open.len; i++)
    if (judge_holds(o->judge, o->open.data[i].formula))
      return o->open.data[i];
  assert(!"a model of a disjunction makes a part true");
  return o->open.data[0];
}

// Two cases instead of a hard member. False: it has none.
static bool split(obligations *o, obligation hard) {
  term cases[2];
  if (!cases_split(o->tt, hard.formula, cases))
    return false;
  for (uint32_t i = 0; i < 2; i++)
    if (!term_is_false(o->tt, cases[i]))
      vec_push(&o->open, ((obligation){cases[i], hard.at, hard.what, true}));
  return true;
}

// A single member was asked for already; but there are its cases.
static bool split_only(obligations *o) {
  assert(o->open.len == 1);
  obligation only = vec_pop(&o->open);
  bool ok = split(o, only);
  if (!ok)
    vec_push(&o->open, only);
  return ok;
}

static double shorter(double a, double b) { return a < b ? a : b; }

static double turn_of_last(const obligations *o, double turn) {
  return vec_last(&o->open).is_new_case
             ? shorter(turn, FIRST_TURN * MEMBER_SHARE)
             : turn;
}

// Asks about the last member. What is hard goes to 'hard', or its cases take
// its place.
static smt_status ask_last(obligations *o, double turn, obligations *hard) {
  obligation each = vec_pop(&o->open);
  each.is_new_case = false;
  smt_status status = judge_ask(o->judge, each.formula, turn);
  if (status == SMT_SAT)
    vec_push(&o->open, each);
  else if (status == SMT_UNKNOWN && !split(o, each))
    vec_push(&hard->open, each);
  return status;
}

// Those that were hard come last the next time.
static void put_back(obligations *o, obligations *hard) {
  for (uint32_t i = 0; i < hard->open.len; i++)
    vec_push(&o->open, hard->open.data[i]);
  obligations_clear(hard);
}

static void reverse(obligations *o) {
  for (uint32_t i = 0, n = o->open.len; i < n / 2; i++) {
    obligation kept = o->open.data[i];
    o->open.data[i] = o->open.data[n - 1 - i];
    o->open.data[n - 1 - i] = kept;
  }
}

// Seconds of turns that were in vain since members were fewest.
typedef struct {
  uint32_t fewest;
  double seconds;
} vain_turns;

static void note_turn(vain_turns *v, uint32_t open, double turn,
                      smt_status status) {
  if (status == SMT_UNKNOWN)
    v->seconds += turn;
  else if (open < v->fewest)
    *v = (vain_turns){.fewest = open};
}

// Leaves those open that nobody refutes within the turn of each. Goes on while
// they get fewer, for the time of two turns: cases of which one is refuted at
// once would go on for ever, and longer turns come only in the next round.
static smt_status ask_apart(obligations *o, double turn, obligation *broken) {
  obligations hard = {.tt = o->tt};
  smt_status status = SMT_UNSAT;
  vain_turns vain = {.fewest = o->open.len};
  double end = clock_now() + 2 * turn;
  reverse(o);
  while (o->open.len > 0 && status != SMT_SAT && hard.open.len < HARD_MEMBERS &&
         vain.seconds < MAX_FAILURES * turn && clock_now() < end) {
    double seconds = turn_of_last(o, turn);
    status = ask_last(o, seconds, &hard);
    note_turn(&vain, o->open.len + hard.open.len, seconds, status);
  }
  if (status == SMT_SAT) {
    *broken = vec_last(&o->open);
    obligations_clear(&hard);
    return SMT_SAT;
  }
  reverse(o);
  put_back(o, &hard);
  return o->open.len > 0 ? SMT_UNKNOWN : SMT_UNSAT;
}

// Who were easy apart after being hard together will be so again.
static smt_status ask_members(obligations *o, double turn, obligation *broken) {
  smt_status status = ask_apart(o, turn * MEMBER_SHARE, broken);
  o->is_apart_first = status == SMT_UNSAT;
  return status;
}

static smt_status ask_round(obligations *o, double turn, obligation *broken) {
  if (o->is_apart_first && o->open.len > 1)
    return ask_members(o, turn, broken);
  smt_status status = ask_together(o, turn);
  if (status == SMT_SAT)
    *broken = find_broken(o);
  else if (status == SMT_UNSAT)
    vec_clear(&o->open);
  else if (o->open.len > 1 || split_only(o))
    status = ask_members(o, turn, broken);
  return status;
}

static double longer(double a, double b) { return a > b ? a : b; }

smt_status obligations_settle(obligations *o, settle_mode mode,
                              obligation *broken) {
  assert(o->judge && o->tt);
  smt_status status = o->open.len > 0 ? SMT_UNKNOWN : SMT_UNSAT;
  double turn = longer(o->turn / LONGER, FIRST_TURN);
  while (status == SMT_UNKNOWN && judge_can_go_on(o->judge)) {
    o->turn = turn;
    status = ask_round(o, turn, broken);
    if (mode == SETTLE_BRIEFLY)
      break;
    turn = longer(turn * LONGER, judge_patience(o->judge));
  }
  assert(status != SMT_UNSAT || o->open.len == 0);
  o->settled_terms = terms_count(o->tt);
  return status;
}

// What is settled helps with what is not yet (judge.h). But a question costs as
// much as all that stands before it, so there is one each time that has grown
// by half.
smt_status obligations_settle_if_many(obligations *o, obligation *broken) {
  uint32_t settled = o->settled_terms;
  if (terms_count(o->tt) < settled + settled / 2 + MANY_TERMS)
    return SMT_UNSAT;
  return obligations_settle(o, SETTLE_PATIENTLY, broken);
}

smt_status obligations_settle_batch(obligations *o, obligation *broken) {
  if (terms_count(o->tt) < o->settled_terms + BATCH_TERMS)
    return SMT_UNSAT;
  smt_status status = obligations_settle(o, SETTLE_PATIENTLY, broken);
  judge_begin_anew(o->judge);
  return status;
}
