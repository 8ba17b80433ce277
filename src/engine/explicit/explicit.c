// SPDX-License-Identifier: Apache-2.0
// Explicit states, symbolic inputs.
//
// Controllers and protocols read inputs for ever, but the states between two
// inputs are few: some dozens of combinations of modes and flags that no
// abstraction finds quickly. So we collect them one by one, as explicit-state
// model checking does (G. J. Holzmann: "The Model Checker SPIN", IEEE
// Transactions on Software Engineering, 1997). But a step is a large block, and
// its inputs stay symbolic: with the values of a state in place of variables, a
// block becomes a small formula over inputs, whose different results a solver
// enumerates.
//
// A state has the values of the variables that are live at its location. The
// disjunction of all states of a location is its invariant. Of a variable that
// makes too many of them (a number that was read) it is only said how it is
// made of others: a token that was passed on three times is what its owner
// remembers plus three, whatever that is. A variable that still makes too many
// (a counter) is tracked no longer: it may then have any value. Each time the
// search begins again. What is found so is more than the program can do, so a
// proof stays one; a path to an error is examined. If it cannot be executed,
// states also keep what they owe to the conditions that led to them (this
// number is less than that one); if that does not help, other engines are
// needed. (D. Beyer, S. Loewe: "Explicit-State Software Model Checking Based on
// CEGAR and Interpolation", FASE 2013, go the other way, from few variables to
// more.)
#include "engine/explicit/explicit.h"

#include <assert.h>
#include <inttypes.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "encode/live.h"
#include "engine/path/refiner.h"
#include "engine/explicit/ranges.h"
#include "engine/explicit/relative.h"
#include "engine/explicit/successor.h"
#include "term/build/build.h"
#include "term/subst.h"

enum {
  MAX_STATES = 3000,
  MAX_SUCCESSORS = 60, // of one state by one edge
  MAX_RESTARTS = 40,
  FEW_VALUES = 8,         // of a variable that is not to blame for a crowd,
  FEW_VALUES_IN_ALL = 16, // if that is all states
  MORE = 4,               // how many times, where no variable is
  MAX_FACTOR = 64,
  MAX_TERMS = 20000000,    // that substitution may leave behind
  CHECKS_PER_SOLVER = 200, // then it is full of old questions
  NO_STATE = UINT32_MAX
};

typedef struct {
  loc at;
  const term
      *values; // of the variables live there: see engine/explicit/successor.h
  term facts;  // of relative ones, beside that
  uint32_t parent; // NO_STATE: the entry
  edge edge;       // from there
  uint32_t next;   // of the same hash; NO_STATE: none
} state;

typedef struct {
  refiner refiner;
  const program *p;
  terms *tt;
  var_vec *live;      // by location id; only those that are tracked
  tracking *tracking; // by variable id
  hmap counted;       // values of variables: see count_values
  uint32_t restarts;
  bool is_crowded;   // there are too many states,
  uint32_t crowd;    // those from here on for one reason
  uint32_t factor;   // of states that make a crowd
  VEC(state) states; // those from 'done' on are still to be expanded
  uint32_t done;
  hmap known; // hash -> number of the first state with it
  subst *subst;
  solver *solver;
  uint32_t checks;  // of this solver
  term_vec targets; // values behind the edge,
  term facts;       // and what else is known there
  bool has_facts;   // they are kept,
  bool lacks_facts; // or should have been
  term_vec question;
  uint32_t premises; // of the question; the rest asks for something new
  term *invariant;   // by location id
  arena *mem;
} search;

static void untrack(search *s, uint32_t variable) {
  for (uint32_t l = 1; l <= program_location_count(s->p); l++) {
    var_vec *live = &s->live[l];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < live->len; i++)
      if (live->data[i].id != variable)
        live->data[kept++] = live->data[i];
    live->len = kept;
  }
}

static void untrack_arrays(search *s) {
  for (uint32_t v = 1; v <= program_variable_count(s->p); v++) {
    term t = program_variable_term(s->p, (var){v});
    if (sort_get_kind(s->tt, term_sort(s->tt, t)) == SORT_ARRAY)
      untrack(s, v);
  }
}

static void search_init(search *s, const engine_task *task) {
  *s = (search){.p = task->program, .factor = 1, .mem = arena_new()};
  refiner_init(&s->refiner, task, "explicit");
  s->refiner.is_plain = true;
  s->tt = program_terms(s->p);
  s->live = live_find(s->p);
  uint32_t variables = program_variable_count(s->p);
  s->tracking = mem_alloc(sizeof *s->tracking * (variables + 1));
  untrack_arrays(s);
  s->subst = subst_new(s->tt);
}

static void search_clear(search *s) {
  refiner_clear(&s->refiner);
  live_free(s->live, s->p);
  mem_free(s->tracking);
  subst_free(s->subst);
  solver_free(s->solver);
  hmap_free(&s->known);
  hmap_free(&s->counted);
  vec_free(&s->states);
  vec_free(&s->targets);
  vec_free(&s->question);
  mem_free(s->invariant);
  arena_free(s->mem);
}

// --- states -----------------------------------------------------------------

static uint64_t hash_of(loc at, term facts, const term *values, uint32_t n) {
  uint64_t h = (uint64_t)at.id << 32 | facts.id;
  for (uint32_t i = 0; i < n; i++)
    h = (h ^ values[i].id) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
  return h;
}

static bool is_same(const state *a, loc at, term facts, const term *values,
                    uint32_t n) {
  bool same = a->at.id == at.id && term_eq(a->facts, facts);
  for (uint32_t i = 0; same && i < n; i++)
    same = term_eq(a->values[i], values[i]);
  return same;
}

// Adds a state with the values of s->targets and s->facts, unless it is known.
static void add_state(search *s, loc at, uint32_t parent, edge e) {
  uint32_t n = s->targets.len;
  assert(n == s->live[at.id].len);
  uint64_t hash = hash_of(at, s->facts, s->targets.data, n);
  const uint64_t *first = hmap_find(&s->known, hash);
  uint32_t next = first != NULL ? (uint32_t)*first : NO_STATE;
  for (uint32_t i = next; i != NO_STATE; i = s->states.data[i].next)
    if (is_same(&s->states.data[i], at, s->facts, s->targets.data, n))
      return;
  term *values = ARENA_ARRAY(s->mem, term, n + 1);
  for (uint32_t i = 0; i < n; i++)
    values[i] = s->targets.data[i];
  hmap_put(&s->known, hash, s->states.len);
  vec_push(&s->states, ((state){at, values, s->facts, parent, e, next}));
  s->refiner.env->stats->explicit_states = s->states.len;
}

static term has_value(search *s, var v, term known) {
  return term_eq_make(s->tt, program_variable_term(s->p, v), known);
}

// What is true of a state alone, except what 'common' has a value for (NULL:
// for nothing).
static term formula_of(search *s, uint32_t number, const term *common) {
  const state *x = &s->states.data[number];
  const var_vec *live = &s->live[x->at.id];
  term_vec parts = {0};
  for (uint32_t i = 0; i < live->len; i++)
    if (common == NULL || term_is_none(common[i]))
      vec_push(&parts, has_value(s, live->data[i], x->values[i]));
  vec_push(&parts, x->facts);
  term all = term_and_n(s->tt, parts.data, parts.len);
  vec_free(&parts);
  return all;
}

// --- answers ----------------------------------------------------------------

static refiner_status too_many(search *s) {
  result_unknown(s->refiner.result, UNKNOWN_ENGINE, (source_pos){0},
                 "more than %" PRIu32 " states", s->states.len);
  return REFINER_DONE;
}

static bool has_relatives(const search *s) {
  for (uint32_t v = 1; v <= program_variable_count(s->p); v++)
    if (s->tracking[v] == TRACK_KNOWN || s->tracking[v] == TRACK_RELATIVE)
      return true;
  return false;
}

// The edge leads from a state into a sink: the states before it tell the way.
static refiner_status follow_path(search *s, uint32_t number, edge last) {
  refiner *r = &s->refiner;
  edge_vec back = {0};
  term_vec labels = {0};
  vec_push(&back, last);
  vec_push(&labels, TERM_NONE);
  for (uint32_t i = number; i != NO_STATE; i = s->states.data[i].parent) {
    vec_push(&back, s->states.data[i].edge);
    vec_push(&labels, formula_of(s, i, NULL));
  }
  vec_push(&labels, TERM_NONE);
  vec_clear(&r->path);
  vec_clear(&r->labels);
  for (uint32_t i = back.len; i > 0; i--)
    vec_push(&r->path, back.data[i - 1]);
  for (uint32_t i = labels.len; i > 0; i--)
    vec_push(&r->labels, labels.data[i - 1]);
  vec_free(&back);
  vec_free(&labels);
  if (refiner_examine(r) == REFINER_DONE)
    return REFINER_DONE;
  s->lacks_facts = has_relatives(s) && !s->has_facts;
  if (s->lacks_facts)
    return REFINER_DONE;
  return refiner_give_up(r, "an error in more than the program can do",
                         "variables with too many values are needed");
}

static term invariant_at(void *data, loc l) {
  return ((search *)data)->invariant[l.id];
}

// Values that all states of a location share are said once, beside the rest:
// two parts that are easy to check, instead of a large one.
static void find_common(const search *s, loc l, term *common) {
  bool is_first = true;
  for (uint32_t i = 0; i < s->states.len; i++) {
    const state *x = &s->states.data[i];
    if (x->at.id != l.id)
      continue;
    for (uint32_t j = 0; j < s->live[l.id].len; j++)
      common[j] = is_first || term_eq(common[j], x->values[j]) ? x->values[j]
                                                               : TERM_NONE;
    is_first = false;
  }
}

static term invariant_of(search *s, loc l) {
  const var_vec *live = &s->live[l.id];
  term *common = mem_alloc(sizeof *common * (live->len + 1));
  find_common(s, l, common);
  term_vec cases = {0}, parts = {0};
  for (uint32_t i = 0; i < s->states.len; i++)
    if (s->states.data[i].at.id == l.id)
      vec_push(&cases, formula_of(s, i, common));
  for (uint32_t j = 0; cases.len > 0 && j < live->len; j++)
    if (!term_is_none(common[j]))
      vec_push(&parts, has_value(s, live->data[j], common[j]));
  vec_push(&parts, term_or_n(s->tt, cases.data, cases.len));
  term all = term_and_n(s->tt, parts.data, parts.len);
  vec_free(&cases);
  vec_free(&parts);
  mem_free(common);
  return all;
}

static refiner_status conclude(search *s) {
  uint32_t count = program_location_count(s->p);
  s->invariant = mem_alloc(sizeof *s->invariant * (count + 1));
  for (uint32_t l = 1; l <= count; l++)
    s->invariant[l] = invariant_of(s, (loc){l});
  return refiner_prove(&s->refiner, invariant_at, s);
}

// --- variables that are not tracked -----------------------------------------

// How many values each variable has in the states of the crowd.
static void count_values(search *s, uint32_t *count) {
  hmap_clear(&s->counted);
  for (uint32_t i = s->crowd; i < s->states.len; i++) {
    const state *x = &s->states.data[i];
    const var_vec *live = &s->live[x->at.id];
    for (uint32_t j = 0; j < live->len; j++) {
      uint64_t key = (uint64_t)live->data[j].id << 32 | x->values[j].id;
      if (hmap_find(&s->counted, key) != NULL)
        continue;
      hmap_put(&s->counted, key, 1);
      count[live->data[j].id]++;
    }
  }
}

// Tracks less of a variable. One that makes many states from one may still have
// known values elsewhere; one that makes them in a row is a counter.
static void demote(search *s, uint32_t variable) {
  term t = program_variable_term(s->p, (var){variable});
  tracking *now = &s->tracking[variable];
  bool is_counter = s->states.len > MAX_STATES;
  tracking less = *now == TRACK_VALUE && is_counter ? TRACK_RELATIVE : *now + 1;
  *now = relative_has(s->tt, term_sort(s->tt, t)) ? less : TRACK_NOTHING;
  if (*now == TRACK_NOTHING)
    untrack(s, variable);
}

// Tracks less of the variables that have most of the values; where all have
// few, it is their combinations that are many, and these are allowed for.
// False: there are too many for that, too.
static bool drop_variables(search *s) {
  uint32_t variables = program_variable_count(s->p), most = 1;
  uint32_t *count = mem_alloc(sizeof *count * (variables + 1));
  count_values(s, count);
  for (uint32_t v = 1; v <= variables; v++)
    if (count[v] > most)
      most = count[v];
  bool is_all = s->states.len > MAX_STATES;
  uint32_t few = is_all ? FEW_VALUES_IN_ALL : FEW_VALUES;
  bool is_blamed = most > few || s->factor >= MAX_FACTOR;
  s->factor *= is_blamed ? 1 : MORE;
  for (uint32_t v = 1; is_blamed && v <= variables; v++)
    if (count[v] > 1 && count[v] > most / 2)
      demote(s, v);
  mem_free(count);
  return most > 1;
}

static refiner_status note_crowd(search *s, uint32_t first) {
  s->is_crowded = true;
  s->crowd = first;
  return REFINER_DONE;
}

// --- successors -------------------------------------------------------------

static smt_status ask(search *s) {
  if (s->checks >= CHECKS_PER_SOLVER) {
    solver_free(s->solver);
    s->solver = NULL;
    s->checks = 0;
  }
  const env *e = s->refiner.env;
  if (s->solver == NULL)
    s->solver = solver_new(engine_backend(e), e, s->tt);
  s->checks++;
  return solver_check(s->solver, s->question.data, s->question.len);
}

static refiner_status solver_failed_us(search *s) {
  return refiner_give_up(&s->refiner, "the solver gave up",
                         solver_reason(s->solver));
}

// The values behind the edge, as terms over its inputs.
static void find_targets(search *s, edge e) {
  const block *b = program_edge_block(s->p, e);
  const var_vec *live = &s->live[program_edge_to(s->p, e).id];
  vec_clear(&s->targets);
  for (uint32_t i = 0, j = 0; i < live->len; i++) {
    while (j < b->assignment_count &&
           b->assignments[j].target.id < live->data[i].id)
      j++;
    bool is_set = j < b->assignment_count &&
                  b->assignments[j].target.id == live->data[i].id;
    term t = is_set ? b->assignments[j].value
                    : program_variable_term(s->p, live->data[i]);
    vec_push(&s->targets, subst_apply(s->subst, t));
  }
}

// Makes s->targets and s->facts the state of the model behind the edge. Returns
// a formula that asks for others.
static term take_model(search *s, loc to, const term_vec *open) {
  const var_vec *live = &s->live[to.id];
  term_vec variables = {0};
  VEC(tracking) how = {0};
  for (uint32_t i = 0; i < live->len; i++) {
    vec_push(&variables, program_variable_term(s->p, live->data[i]));
    vec_push(&how, s->tracking[live->data[i].id]);
  }
  successor next = {.tt = s->tt,
                    .solver = s->solver,
                    .n = live->len,
                    .variables = variables.data,
                    .tracking = how.data,
                    .open = open->data,
                    .premises = s->has_facts ? s->question.data : NULL,
                    .premise_count = s->premises};
  vec_resize(&s->targets, live->len);
  term others = successor_take(&next, s->targets.data, &s->facts);
  vec_free(&variables);
  vec_free(&how);
  return others;
}

static refiner_status enumerate(search *s, uint32_t from, edge e,
                                const term_vec *open) {
  loc to = program_edge_to(s->p, e);
  uint32_t first = s->states.len;
  for (uint32_t n = 0;; n++) {
    smt_status status = ask(s);
    if (status == SMT_UNKNOWN)
      return solver_failed_us(s);
    if (status == SMT_UNSAT)
      return REFINER_GO_ON;
    if (n == MAX_SUCCESSORS * s->factor)
      return note_crowd(s, first);
    term others = take_model(s, to, open);
    add_state(s, to, from, e);
    if (term_is_false(s->tt, others))
      return REFINER_GO_ON;
    vec_push(&s->question, others);
  }
}

static refiner_status take_edge(search *s, uint32_t from, edge e) {
  loc to = program_edge_to(s->p, e);
  loc_kind kind = program_kind(s->p, to);
  term guard = subst_apply(s->subst, program_edge_block(s->p, e)->guard);
  if (kind == LOC_END || term_is_false(s->tt, guard))
    return REFINER_GO_ON;
  vec_clear(&s->question);
  vec_push(&s->question, guard);
  if (from != NO_STATE)
    vec_push(&s->question, s->states.data[from].facts);
  s->premises = s->question.len;
  if (loc_is_sink(kind)) {
    smt_status status = ask(s);
    return status == SMT_UNSAT ? REFINER_GO_ON
           : status == SMT_SAT ? follow_path(s, from, e)
                               : solver_failed_us(s);
  }
  find_targets(s, e);
  term_vec open = s->targets;
  s->targets = (term_vec){0};
  refiner_status status = enumerate(s, from, e, &open);
  vec_free(&open);
  return status;
}

static refiner_status expand(search *s, loc at, uint32_t number) {
  subst_clear(s->subst);
  const var_vec *live = &s->live[at.id];
  for (uint32_t i = 0; number != NO_STATE && i < live->len; i++)
    subst_bind(s->subst, program_variable_term(s->p, live->data[i]),
               s->states.data[number].values[i]);
  const edge_vec *out = program_out_edges(s->p, at);
  refiner_status status = REFINER_GO_ON;
  for (uint32_t i = 0; i < out->len && status == REFINER_GO_ON; i++)
    status = take_edge(s, number, out->data[i]);
  return status;
}

static refiner_status step(search *s) {
  if (limits_stop(&s->refiner.env->limits) != LIMIT_NONE)
    return refiner_give_up(&s->refiner, "", "");
  if (s->done == s->states.len)
    return conclude(s);
  uint32_t number = s->done++;
  loc at = s->states.data[number].at;
  if (terms_count(s->tt) > MAX_TERMS)
    return too_many(s);
  if (s->states.len > MAX_STATES * s->factor)
    return note_crowd(s, 0);
  if (number % 100 == 0)
    env_progress(s->refiner.env,
                 "explicit: %" PRIu32 " states, %" PRIu32 " of them done",
                 s->states.len, number);
  return expand(s, at, number);
}

static refiner_status begin(search *s) {
  vec_clear(&s->states);
  hmap_clear(&s->known);
  arena_reset(s->mem);
  s->done = 0;
  s->is_crowded = s->lacks_facts = false;
  return expand(s, program_entry(s->p), NO_STATE);
}

// There are too many states, or they say too little.
static bool must_restart(const search *s) {
  return s->is_crowded || s->lacks_facts;
}

static refiner_status begin_again(search *s) {
  if (++s->restarts > MAX_RESTARTS || (s->is_crowded && !drop_variables(s))) {
    s->is_crowded = s->lacks_facts = false;
    return too_many(s);
  }
  s->has_facts |= s->lacks_facts;
  return begin(s);
}

result *explicit_run(const engine_task *task) {
  search s;
  search_init(&s, task);
  refiner_status status = ranges_search(&s.refiner);
  if (status == REFINER_GO_ON)
    status = begin(&s);
  while (status == REFINER_GO_ON || must_restart(&s))
    status = must_restart(&s) ? begin_again(&s) : step(&s);
  result *r = s.refiner.result;
  search_clear(&s);
  return r;
}
