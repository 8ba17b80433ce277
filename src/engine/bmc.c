// SPDX-License-Identifier: Apache-2.0
// Bounded model checking with one incremental solver.
//
// A. Biere, A. Cimatti, E. Clarke, Y. Zhu: "Symbolic Model Checking without
// BDDs" (TACAS 1999), for programs as in E. Clarke, D. Kroening, F. Lerda: "A
// Tool for Checking ANSI-C Programs" (TACAS 2004). Frame k of the unrolling
// describes all paths of k blocks. For each k the solver is asked whether an
// error is reached in frame k exactly; if not, the negation is asserted for
// good, so that the following questions profit from it.
//
// The forward condition (no path can be continued beyond frame k) makes the
// search a proof. Asking for it in every round would double the solver's work
// on the many programs whose loops do not end soon. Therefore
//  - it is not asked where unrolling already folded it to true or false;
//  - one concrete run is a witness that paths of its length exist. The run
//    along a model goes on beyond the model's end, often for as long as we
//    let it, and the question rests until the unrolling has caught up. (Such a
//    run may also find the error by itself.)
//
// Between rounds, and while a hard question is solved, a part of the time is
// spent on running the program (engine/run/testing.h), which reaches deeper
// than any unrolling. Where it turns out that the program asks for nothing, its
// one execution is the proof, and the rest of it need not be unrolled.
//
// Paths into the sinks 'bound' and 'unsupported' do not disturb the search for
// errors. Only the answer true needs to know that there are none: they are
// collected, and asked for once at the end.
#include "engine/bmc.h"

#include <assert.h>
#include <inttypes.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "base/unreachable.h"
#include "encode/unroll.h"
#include "engine/run/guided.h"
#include "engine/run/single.h"
#include "engine/induction/rounds.h"
#include "engine/run/testing.h"
#include "program/digest.h"
#include "smt/solver.h"

enum {
  // Work of concrete runs, counted in edges and assignments:
  PROBE_FIRST = 4000, // of the one before anything is solved
  PROBE_MORE = 20000  // of later ones beyond the end of their model
};

// The smallest portion of testing in seconds, and when it begins: in less time
// than that a search is over by itself.
#define TEST_PORTION 0.02
#define TEST_START 0.04
#define FIRST_PORTION 0.5 // of a question to the solver
// Seconds of the judge for each one that unrolling takes, about.
#define JUDGE_COST 2.0
// Seconds of testing for each one that another engine spends elsewhere.
#define MOST_ELSEWHERE 0.5

typedef enum { GO_ON, DONE } progress; // DONE: the result is filled

struct bmc {
  const engine_task *task;
  const env *env;
  terms *tt;
  const char *name; // of the engine, for people
  result *result;
  solver *solver;
  unroller *unrolling;
  rounds rounds;
  guide guide;
  uint32_t alive_until; // some path is known to reach this frame alive
  uint32_t rest;        // this many models are skipped before one is run
  uint32_t next_rest;   // the value of 'rest' after a run that found nothing
  testing *testing;     // NULL: not begun
  double start;         // of the search
  double entered;       // when the current step began
  double used;          // seconds of the steps before it
  double tested;        // seconds spent on testing
  term_vec stops;       // conditions under which a bad sink is reached
  uint32_t excluded;    // no error up to this frame, as others know
  uint64_t key;         // of the program, for what others know
  bool has_run_single;  // the single execution was tried (run/single.h)
};

bmc *bmc_new(const engine_task *task, const char *name) {
  bmc *b = mem_alloc(sizeof *b);
  *b = (bmc){
      .task = task, .env = task->env, .name = name, .start = timer_start()};
  b->tt = program_terms(task->program);
  if (b->env->board != NULL)
    b->key = program_digest(task->program);
  b->result = result_new(name);
  b->result->finder = engine_finder(b->env);
  b->solver = solver_new(engine_backend(b->env), b->env, b->tt);
  b->unrolling = unroll_new(task->program, program_entry(task->program),
                            UNROLL_SUBSTITUTE);
  rounds_init(&b->rounds, task);
  guide_init(&b->guide, task, b->unrolling);
  return b;
}

result *bmc_end(bmc *b) {
  result *r = b->result;
  testing_free(b->testing);
  guide_clear(&b->guide);
  rounds_clear(&b->rounds);
  unroll_free(b->unrolling);
  solver_free(b->solver);
  vec_free(&b->stops);
  mem_free(b);
  return r;
}

// --- answers ---------------------------------------------------------------

static progress stop_for_limit(bmc *b, limit_kind kind) {
  assert(b->result->verdict == VERDICT_UNKNOWN);
  if (kind == LIMIT_NONE)
    kind = LIMIT_MEMORY; // the only one that can be over for a moment
  result_unknown(b->result, unknown_of_limit(kind), (source_pos){0},
                 "%s after %" PRIu32 " round%s without an error",
                 limit_name(kind), b->result->bound,
                 b->result->bound == 1 ? "" : "s");
  return DONE;
}

static progress stop_for_solver(bmc *b) {
  if (b->result->verdict == VERDICT_FALSE)
    return DONE; // found by testing
  limit_kind kind = limits_stop(&b->env->limits);
  if (kind != LIMIT_NONE)
    return stop_for_limit(b, kind);
  result_unknown(b->result, UNKNOWN_SOLVER, (source_pos){0},
                 "the solver %s gave up: %s", finder_name(b->result->finder),
                 solver_reason(b->solver));
  return DONE;
}

static progress answer_false(bmc *b) {
  assert(b->result->verdict == VERDICT_UNKNOWN);
  b->result->verdict = VERDICT_FALSE;
  guide_record(&b->guide, b->result);
  return DONE;
}

// No path is alive in the last frame, and in those before it none visited heads
// more than 'most' times.
static progress answer_true(bmc *b, uint32_t most) {
  assert(b->result->verdict == VERDICT_UNKNOWN);
  b->result->verdict = VERDICT_TRUE;
  b->result->proof.kind = PROOF_BOUNDED;
  b->result->proof.k = most;
  rounds_label(&b->rounds, &b->result->proof);
  return DONE;
}

// The last run ended in a sink that stands for what we do not know.
static progress answer_stopped(bmc *b, const guided_outcome *o) {
  result_stopped(b->result, b->task->original, o->last);
  b->result->is_exhausted = true;
  return DONE;
}

// A run along a model was cut short: its trace would not be evidence.
static bool is_interrupted(const bmc *b, const guided_outcome *o) {
  return o->run.end == RUN_STOPPED &&
         limits_stop(&b->env->limits) != LIMIT_NONE;
}

// --- what others know -------------------------------------------------------

// Two numbers of the same blocks: up to which frame there is no error, and up
// to which some path goes on.
static uint64_t alive_key(const bmc *b) { return hash_mix(b->key, 1); }

static void tell(const bmc *b, uint64_t key, uint32_t frame) {
  if (b->env->board != NULL)
    board_raise(b->env->board, b->env->column, key, frame);
}

static uint32_t hear(const bmc *b, uint64_t key) {
  return b->env->board ? (uint32_t)board_level(b->env->board, key) : 0;
}

static void note_alive(bmc *b, uint32_t frame) {
  if (frame <= b->alive_until)
    return;
  b->alive_until = frame;
  tell(b, alive_key(b), frame);
}

static void ask_others(bmc *b) {
  uint32_t excluded = hear(b, b->key), alive = hear(b, alive_key(b));
  b->excluded = excluded > b->excluded ? excluded : b->excluded;
  b->alive_until = alive > b->alive_until ? alive : b->alive_until;
}

// --- questions -------------------------------------------------------------

// What brings testing to its share: of the time that is spent here with it.
// Where another engine searches for errors on its way, what that spends
// elsewhere is matched to a part only.
static double testing_due(const bmc *b, double now) {
  double part = testing_share(b->testing);
  assert(part >= 0 && part < 1);
  double ratio = part / (1 - part);
  double here = b->used + (now - b->entered);
  double elsewhere = now - b->start - here;
  return (here - b->tested) * ratio +
         elsewhere * (ratio < MOST_ELSEWHERE ? ratio : MOST_ELSEWHERE) -
         b->tested;
}

// Testing takes its share as soon as a portion has come together.
static progress test(bmc *b) {
  double now = timer_start();
  if (now - b->start < TEST_START)
    return GO_ON;
  if (b->testing == NULL)
    b->testing = testing_new(b->task);
  double due = testing_due(b, now);
  if (due < TEST_PORTION)
    return GO_ON;
  bool is_found = testing_continue(b->testing, due, b->result);
  timer_stop(&b->tested, now);
  return is_found ? DONE : GO_ON;
}

// A hard question is solved in portions, each twice as long as the one before
// (the solver keeps what it learned), so that testing gets its share, too. If
// that finds an error, the answer is unknown and the result is filled.
static smt_status ask(bmc *b, term question) {
  for (double portion = FIRST_PORTION;; portion *= 2) {
    limits share = limits_within(&b->env->limits, portion);
    solver_set_limits(b->solver, &share);
    smt_status status = solver_check(b->solver, &question, 1);
    bool is_over = limits_stop(&share) != LIMIT_NONE &&
                   limits_stop(&b->env->limits) == LIMIT_NONE;
    if (status != SMT_UNKNOWN || !is_over || test(b) == DONE)
      return status;
  }
}

// The proof says of the only execution what unrolling it would end with. The
// judge has to follow: there must be the time for that.
static progress check_only(bmc *b) {
  uint64_t most;
  if (b->has_run_single || b->testing == NULL || !testing_is_over(b->testing))
    return GO_ON;
  b->has_run_single = true;
  if (!single_run(b->task, b->rounds.is_head, &most) || most >= UINT32_MAX)
    return GO_ON;
  uint32_t done = b->rounds.most > 0 ? b->rounds.most : 1;
  double seconds = (b->used - b->tested) * JUDGE_COST * (double)most / done;
  if (seconds > limits_left(&b->env->limits))
    return GO_ON;
  return answer_true(b, (uint32_t)most);
}

static bool run_ends_in(const bmc *b, const guided_outcome *o, loc_kind kind) {
  return o->run.end == RUN_SINK &&
         program_kind(b->task->original, o->run.at) == kind;
}

// A concrete run, along the solver's model if there is one, and further.
static progress probe(bmc *b, solver *model) {
  guided_outcome o = guide_run(&b->guide, model, UINT32_MAX,
                               model == NULL ? PROBE_FIRST : PROBE_MORE);
  if (run_ends_in(b, &o, LOC_ERROR))
    return answer_false(b);
  assert(o.run.end != RUN_SINK || o.frame > 0); // sinks are unrolled
  uint32_t alive = o.run.end == RUN_SINK ? o.frame - 1 : o.frame;
  note_alive(b, alive);
  return GO_ON;
}

// Disjunction of 'reached' over the locations of that kind in frame k.
static term reached_kind(const bmc *b, uint32_t k, loc_kind kind) {
  const loc_vec *locations = unroll_locations(b->unrolling, k);
  term any = term_false(b->tt);
  for (uint32_t i = 0; i < locations->len; i++) {
    loc l = locations->data[i];
    if (program_kind(b->task->program, l) == kind)
      any = term_or(b->tt, any, unroll_reached(b->unrolling, k, l));
  }
  return any;
}

// The model reaches an error in frame k. Should the run not get there after
// all, it is certification that says so.
static progress follow_error(bmc *b, uint32_t k) {
  guided_outcome o = guide_run(&b->guide, b->solver, k, UINT64_MAX);
  return is_interrupted(b, &o) ? stop_for_solver(b) : answer_false(b);
}

static progress check_error(bmc *b, uint32_t k) {
  term error = reached_kind(b, k, LOC_ERROR);
  if (term_is_false(b->tt, error))
    return GO_ON;
  if (k <= b->excluded) {
    b->env->stats->frames_taken++;
    solver_assert(b->solver, term_not(b->tt, error));
    return GO_ON;
  }
  switch (ask(b, error)) {
  case SMT_UNSAT:
    solver_assert(b->solver, term_not(b->tt, error));
    return GO_ON;
  case SMT_UNKNOWN:
    return stop_for_solver(b);
  case SMT_SAT:
    return follow_error(b, k);
  }
  UNREACHABLE();
}

static void collect_stops(bmc *b, uint32_t k) {
  static const loc_kind kinds[] = {LOC_BOUND, LOC_UNSUPPORTED};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    term stop = reached_kind(b, k, kinds[i]);
    if (!term_is_false(b->tt, stop))
      vec_push(&b->stops, stop);
  }
}

smt_status bmc_check_stops(bmc *b) {
  if (b->stops.len == 0)
    return SMT_UNSAT;
  term any = term_or_n(b->tt, b->stops.data, b->stops.len);
  smt_status status = ask(b, any);
  if (status == SMT_UNSAT) {
    solver_assert(b->solver, term_not(b->tt, any));
    vec_clear(&b->stops);
  }
  return status;
}

// All paths end before frame k: true, unless one ends in a bad sink.
static progress conclude(bmc *b, uint32_t most) {
  switch (bmc_check_stops(b)) {
  case SMT_UNSAT:
    return answer_true(b, most);
  case SMT_UNKNOWN:
    return stop_for_solver(b);
  case SMT_SAT:
    break;
  }
  guided_outcome o =
      guide_run(&b->guide, b->solver, unroll_depth(b->unrolling), UINT64_MAX);
  if (o.run.end == RUN_STOPPED)
    return stop_for_limit(b, limits_stop(&b->env->limits));
  return answer_stopped(b, &o);
}

// The model is alive in frame k. A run along it costs all k rounds: after one
// that did not get further than the model, twice as many models as the time
// before are not followed.
static progress follow_alive(bmc *b, uint32_t k) {
  assert(k > b->alive_until);
  if (b->rest > 0) {
    b->rest--;
    note_alive(b, k);
    return GO_ON;
  }
  if (probe(b, b->solver) == DONE)
    return DONE;
  bool led_nowhere = b->alive_until <= k + 1;
  b->next_rest = led_nowhere ? 2 * b->next_rest + 1 : 0;
  b->rest = b->next_rest;
  return GO_ON;
}

// The forward condition. 'most' as for answer_true.
static progress check_alive(bmc *b, uint32_t k, uint32_t most) {
  term alive = unroll_alive(b->unrolling, k);
  if (term_is_false(b->tt, alive))
    return conclude(b, most);
  if (term_is_true(b->tt, alive) || k <= b->alive_until)
    return GO_ON;
  switch (ask(b, alive)) {
  case SMT_UNSAT:
    return conclude(b, most);
  case SMT_UNKNOWN:
    return stop_for_solver(b);
  case SMT_SAT:
    return follow_alive(b, k);
  }
  UNREACHABLE();
}

// --- the search ------------------------------------------------------------

static bool extend(bmc *b) {
  double start = timer_start();
  bool ok = unroll_extend(b->unrolling, &b->env->limits);
  timer_stop(&b->env->stats->time_unroll, start);
  if (ok) {
    b->env->stats->unrollings++;
    rounds_extend(&b->rounds, b->unrolling);
  }
  return ok;
}

// Rounds of loops that are covered with all that may follow them before the
// next one. After n rounds a path visits a head for the n-th + 1 time, and what
// comes behind the loop is checked once the paths go on from there.
static uint32_t rounds_done(const bmc *b) {
  uint32_t least = b->rounds.alive.least;
  return least > 2 ? least - 2 : 0;
}

static progress check_unwind(bmc *b) {
  int64_t limit = b->env->options->unwind;
  if (limit == 0 || b->result->bound < limit)
    return GO_ON;
  result_unknown(b->result, UNKNOWN_BOUND, (source_pos){0},
                 "no error within %" PRId64 " round%s", limit,
                 limit == 1 ? "" : "s");
  return DONE;
}

static progress next_frame(bmc *b) {
  uint32_t most = b->rounds.most; // before the frame that is made now
  if (!extend(b))
    return stop_for_limit(b, limits_stop(&b->env->limits));
  uint32_t k = unroll_depth(b->unrolling);
  assert(k == b->rounds.frame);
  collect_stops(b, k);
  ask_others(b);
  if (check_error(b, k) == DONE)
    return DONE;
  tell(b, b->key, k);
  if (check_alive(b, k, most) == DONE)
    return DONE;
  b->result->bound = rounds_done(b);
  env_progress(b->env, "%s: round %" PRIu32 ", no error so far", b->name,
               b->result->bound);
  return check_unwind(b);
}

bool bmc_step(bmc *b) {
  b->entered = timer_start();
  bool is_first = unroll_depth(b->unrolling) == 0;
  bool is_going = (!is_first || probe(b, NULL) == GO_ON) &&
                  next_frame(b) == GO_ON && test(b) == GO_ON;
  timer_stop(&b->used, b->entered);
  return is_going;
}

uint32_t bmc_frame(const bmc *b) { return unroll_depth(b->unrolling); }

result *bmc_result(bmc *b) { return b->result; }

void bmc_exclude(bmc *b, uint32_t frame) {
  if (frame > b->excluded)
    b->excluded = frame;
  tell(b, b->key, frame);
}

result *bmc_run(const engine_task *task) {
  bmc *b = bmc_new(task, "bmc");
  while (bmc_step(b) && check_only(b) == GO_ON)
    ;
  return bmc_end(b);
}
