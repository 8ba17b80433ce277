// SPDX-License-Identifier: Apache-2.0
// Running the program to see states.
//
// The program in large blocks is run: a round of a loop is one step, and
// compiled code does millions of them in a second. The states of the first
// visits to each head are kept; of a long run also a few states after each
// power of two steps, so that whatever a loop does for half of its rounds is
// seen. What relates the variables in all states that were seen
// (invariant/state_relations.h) is a candidate.
//
// Inputs are drawn at random, with a liking for what matters (program/draw.h).
// But an input that must be equal to another one, or to three times a third, is
// not drawn by chance. Where no run comes to a head that the entry leads to, a
// solver is asked for a state there, with inputs as they were drawn as far as
// that is possible, and the run goes on from it.
#include <assert.h>

#include "base/mem.h"
#include "invariant/guesses.h"
#include "invariant/state_relations.h"
#include "invariant/source.h"
#include "program/draw.h"
#include "program/run.h"
#include "term/walk.h"

// The long run takes a moment: only if the search does.
#define FAR_AFTER 0.5
#define FAR_SECONDS 0.7

enum {
  RUNS = 21,
  STEPS = 600,        // of a run
  STATES = 120,       // kept at a head
  STATES_PER_RUN = 6, // so that every run has its say
  MANY_VARIABLES = 64,
  OPENED = 8,     // runs from states that a solver found
  MAX_FIXED = 8,  // inputs that it is asked for
  FIRST_FAR = 10, // powers of two at which a long run is looked at
  LAST_FAR = 26,
  FAR_STATES = 8, // each time
  ALL_STATES = STATES + FAR_STATES * (LAST_FAR - FIRST_FAR + 1)
};

typedef struct {
  lemmas *lemmas;
  const invariants *of;
  const program *p;
  terms *tt;
  seen_states *seen; // by location
  uint32_t *in_run;  // by location: states of this run
  draws draws;
  uint32_t run;
  uint32_t most_states; // of a head
  bool is_long;         // some run was not at its end
  term_vec conditions;  // of the program
  runner *runner;
  run_hooks hooks;
  const value *start; // by variable id: of a run that does not begin at the
                      // entry; NULL: it does
  arena *mem;         // values of a run
} samples;

// --- variables ---------------------------------------------------------------

static bool is_small_vector(const terms *tt, term t) {
  sort s = term_sort(tt, t);
  return sort_get_kind(tt, s) == SORT_BV && sort_width(tt, s) <= 64;
}

// Appends the variables that the blocks behind a location read.
static void find_reads(const samples *s, loc at, term_set *seen,
                       term_vec *out) {
  const edge_vec *edges = program_out_edges(s->p, at);
  for (uint32_t i = 0; i < edges->len; i++) {
    const block *b = program_edge_block(s->p, edges->data[i]);
    term_variables(s->tt, &b->guard, 1, seen, out);
    for (uint32_t j = 0; j < b->assignment_count; j++)
      term_variables(s->tt, &b->assignments[j].value, 1, seen, out);
  }
}

// Those that the head's own blocks read come first; then what others do, which
// may be reached later on.
static void choose_variables(samples *s, loc head) {
  const loc_vec *heads = transition_heads(s->of->system);
  term_set seen = {0};
  term_vec found = {0};
  find_reads(s, head, &seen, &found);
  for (uint32_t i = 0; i < heads->len && found.len < MANY_VARIABLES; i++)
    find_reads(s, heads->data[i], &seen, &found);
  for (uint32_t i = 0; i < found.len; i++)
    if (program_variable_of(s->p, found.data[i]).id != 0 &&
        is_small_vector(s->tt, found.data[i]))
      vec_push(&s->seen[head.id].variables, found.data[i]);
  vec_free(&found);
  term_set_free(&seen);
}

// --- running -----------------------------------------------------------------

static value give_input(void *data, loc at, term input) {
  samples *s = data;
  (void)at;
  return draws_input(&s->draws, input, s->mem);
}

static value give_initial(void *data, var v) {
  const samples *s = data;
  return s->start == NULL ? (value){.kind = VALUE_NONE} : s->start[v.id];
}

static void look(samples *s, loc at, uint32_t most) {
  seen_states *g = &s->seen[at.id];
  if (g->states >= s->most_states || s->in_run[at.id] >= most)
    return;
  for (uint32_t i = 0; i < g->variables.len; i++) {
    var v = program_variable_of(s->p, g->variables.data[i]);
    vec_push(&g->values, value_get_u64(runner_value(s->runner, v)));
  }
  vec_push(&g->runs, s->run);
  g->states++;
  s->in_run[at.id]++;
}

static void forget_looks(samples *s) {
  const loc_vec *heads = transition_heads(s->of->system);
  for (uint32_t i = 0; i < heads->len; i++)
    s->in_run[heads->data[i].id] = 0;
}

static void start_run(samples *s, loc at) {
  forget_looks(s);
  arena_reset(s->mem);
  draws_start_run(&s->draws);
  s->run++;
  runner_restart_at(s->runner, at);
}

static bool may_go_on(const samples *s) {
  return limits_stop(&s->of->env->limits) == LIMIT_NONE;
}

// After 'unseen' steps, looks at the states of the next ones. False: the run
// is over.
static bool run_and_look(samples *s, uint64_t unseen, uint32_t steps,
                         uint32_t most, const limits *l) {
  run_outcome o = runner_continue(s->runner, unseen, l);
  for (uint32_t i = 0; o.end == RUN_STOPPED && o.steps == unseen + i &&
                       i < steps && may_go_on(s);
       i++) {
    look(s, o.at, most);
    o = runner_continue(s->runner, unseen + i + 1, l);
  }
  return o.end == RUN_STOPPED && o.steps >= unseen;
}

// Steps of a run before one looks at it. What stands behind a long loop is seen
// by those runs alone that have it behind them: of every third run four times
// as many are passed over as before, up to sixteen thousand, so that some
// look is in time.
static uint64_t unseen_steps(uint32_t run) {
  return run % 3 == 2 ? UINT64_C(1000) << run / 3 % 3 * 2 : 0;
}

static void run_from_entry(samples *s) {
  const limits *l = &s->of->env->limits;
  for (uint32_t run = 0; run < RUNS && may_go_on(s); run++) {
    start_run(s, program_entry(s->p));
    s->is_long |= run_and_look(s, unseen_steps(run), STEPS, STATES_PER_RUN, l);
  }
}

// --- states that a solver finds ----------------------------------------------

// Adds to the question that inputs are as drawn, as far as that is possible.
static bool fix_inputs(samples *s, solver *asked, const block *b,
                       term_vec *question) {
  for (uint32_t i = 0; i < b->input_count && i < MAX_FIXED; i++) {
    term input = b->inputs[i];
    if (!is_small_vector(s->tt, input))
      continue;
    value drawn = draws_input(&s->draws, input, s->mem);
    vec_push(question, term_eq_make(s->tt, input, term_value(s->tt, drawn)));
    if (solver_check(asked, question->data, question->len) != SMT_SAT)
      (void)vec_pop(question);
  }
  return solver_check(asked, question->data, question->len) == SMT_SAT;
}

static const value *state_behind(samples *s, solver *asked, edge e) {
  uint32_t count = program_variable_count(s->p);
  value *values = ARENA_ARRAY(s->mem, value, count + 1);
  for (uint32_t v = 1; v <= count; v++) {
    term after = transition_behind(s->of->system, e,
                                   program_variable_term(s->p, (var){v}));
    values[v] = solver_value(asked, after, s->mem);
  }
  return values;
}

// A run from a state behind an edge of the entry.
static void run_from_edge(samples *s, solver *asked, edge e) {
  const block *b = program_edge_block(s->p, e);
  term_vec question = {0};
  arena_reset(s->mem);
  draws_start_run(&s->draws);
  vec_push(&question, b->guard);
  if (fix_inputs(s, asked, b, &question)) {
    s->start = state_behind(s, asked, e);
    forget_looks(s);
    s->run++;
    runner_restart_at(s->runner, program_edge_to(s->p, e));
    run_and_look(s, 0, STEPS, STATES_PER_RUN, &s->of->env->limits);
    s->start = NULL;
  }
  vec_free(&question);
}

static void open_edge(samples *s, edge e) {
  const env *given = s->of->env;
  solver *asked = solver_new(s->of->backend, given, s->tt);
  solver_set_limits(asked, &given->limits);
  for (uint32_t i = 0; i < OPENED && may_go_on(s); i++)
    run_from_edge(s, asked, e);
  solver_free(asked);
}

static void run_from_states(samples *s) {
  const edge_vec *out = program_out_edges(s->p, program_entry(s->p));
  for (uint32_t i = 0; i < out->len; i++) {
    loc to = program_edge_to(s->p, out->data[i]);
    bool is_head = !loc_is_sink(program_kind(s->p, to));
    if (is_head && s->seen[to.id].states < STATES_PER_RUN)
      open_edge(s, out->data[i]);
  }
}

// --- all of it ---------------------------------------------------------------

static void offer_all(samples *s) {
  const loc_vec *heads = transition_heads(s->of->system);
  const limits *l = &s->of->env->limits;
  for (uint32_t i = 0; i < heads->len && limits_stop(l) == LIMIT_NONE; i++) {
    loc head = heads->data[i];
    state_relations_offer(s->lemmas, s->tt, head, &s->seen[head.id],
                          &s->conditions);
  }
}

static void watch_heads(samples *s) {
  const loc_vec *heads = transition_heads(s->of->system);
  for (uint32_t i = 0; i < heads->len; i++) {
    choose_variables(s, heads->data[i]);
    lemmas_watch(s->lemmas, heads->data[i], &s->seen[heads->data[i].id]);
  }
}

static samples *samples_new(lemmas *m, const invariants *of) {
  samples *s = mem_alloc(sizeof *s);
  *s = (samples){.lemmas = m, .of = of, .p = of->program, .tt = of->tt};
  uint32_t count = program_location_count(s->p);
  s->mem = arena_new();
  s->seen = mem_alloc(sizeof *s->seen * (count + 1));
  s->in_run = mem_alloc(sizeof *s->in_run * (count + 1));
  draws_init(&s->draws, s->p, (uint64_t)of->env->options->seed);
  watch_heads(s);
  guesses_comparisons(of, &s->conditions);
  s->hooks = (run_hooks){.initial = give_initial,
                         .input = give_input,
                         .data = s,
                         .blind = RUN_BLIND};
  s->runner = runner_new(s->p, &s->hooks);
  return s;
}

static void samples_free(samples *s) {
  for (uint32_t i = 0; i <= program_location_count(s->p); i++) {
    lemmas_watch(s->lemmas, (loc){i}, NULL);
    seen_states_clear(&s->seen[i]);
  }
  runner_free(s->runner);
  mem_free(s->seen);
  mem_free(s->in_run);
  draws_clear(&s->draws);
  vec_free(&s->conditions);
  arena_free(s->mem);
  mem_free(s);
}

// --- as a source -------------------------------------------------------------

typedef struct {
  const invariants *of;
  samples *samples; // NULL: there is no more to be seen
} sampling;

// Runs the program a few times with random inputs.
static void *sampling_start(lemmas *m, invariants *of) {
  if (!of->env->options->guess)
    return NULL;
  sampling *g = mem_alloc(sizeof *g);
  *g = (sampling){.of = of, .samples = samples_new(m, of)};
  g->samples->most_states = STATES;
  run_from_entry(g->samples);
  run_from_states(g->samples);
  offer_all(g->samples);
  return g;
}

// One long run: what stands behind loops of millions of rounds.
static void look_far(samples *s) {
  if (!s->is_long)
    return;
  limits l = limits_within(&s->of->env->limits, FAR_SECONDS);
  bool goes_on = true;
  s->most_states = ALL_STATES;
  start_run(s, program_entry(s->p));
  for (uint32_t i = FIRST_FAR; i <= LAST_FAR && goes_on; i++) {
    forget_looks(s);
    goes_on = run_and_look(s, UINT64_C(1) << i, FAR_STATES, FAR_STATES, &l);
  }
  offer_all(s);
}

static void sampling_poll(void *state) {
  sampling *g = state;
  if (g->samples == NULL || invariants_elapsed(g->of) < FAR_AFTER)
    return;
  look_far(g->samples);
  samples_free(g->samples);
  g->samples = NULL;
}

static void sampling_stop(void *state) {
  sampling *g = state;
  if (g->samples != NULL)
    samples_free(g->samples);
  mem_free(g);
}

const invariant_source source_samples = {.name = "states that runs visit",
                                         .start = sampling_start,
                                         .poll = sampling_poll,
                                         .stop = sampling_stop};
