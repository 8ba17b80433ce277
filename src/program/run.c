// SPDX-License-Identifier: Apache-2.0
// The concrete interpreter.
//
// One evaluator holds the state and the inputs of the current visit. A step
// evaluates guards until one holds, then all right-hand sides under the old
// state, and only then writes the targets: assignments are simultaneous. The
// inputs that a location asks for are listed at its first visit, so that later
// visits cost only the questions.
//
// Steps that nobody looks at are executed by compiled blocks (program/code.h).
// Then the registers hold the narrow variables; a location without code gets
// what it reads from them, is executed by the evaluator, and gives back what
// it wrote. Variables without a register live in the evaluator all the time.
#include "program/run.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "program/code.h"
#include "term/walk.h"

typedef struct {
  bool knows_inputs, knows_reads;
  term_vec inputs; // of all out-edges, each once, in order
  term_vec reads;  // variables and inputs that the out-edges mention
} visit_list;

struct runner {
  const program *p;
  const run_hooks *hooks;
  run_outcome now; // how far it came
  evaluator *state;
  code *code;        // NULL: not (or no longer) used
  visit_list *lists; // by location id
  VEC(value) values; // of the assignments being executed
  arena *scratch;    // default values on their way to the evaluator
  bool scratch_used;
  uint32_t evaluated; // steps of the evaluator since the last look
  uint64_t counted;   // steps of this run that were counted as work
};

// Steps between two looks at the limits: of the evaluator, and of code.
enum { POLL_EVALUATED = 16, POLL_CODE = 1 << 20 };
// Seconds that a step of code is worth where work is counted (base/limits.h).
#define STEP_WORK 0x1p-22

static value or_default(runner *m, value v, sort s) {
  if (v.kind != VALUE_NONE)
    return v;
  m->scratch_used = true;
  return sort_default_value(program_terms(m->p), m->scratch, s);
}

static void drop_scratch(runner *m) {
  if (m->scratch_used)
    arena_reset(m->scratch);
  m->scratch_used = false;
}

// --- between registers and evaluator ----------------------------------------

static value register_value(const runner *m, term t, uint64_t content) {
  const terms *tt = program_terms(m->p);
  if (term_is_bool(tt, t))
    return value_bool(content != 0);
  return value_bv(term_width(tt, t), content);
}

// Both where there are both.
static void set(runner *m, term t, value v) {
  uint64_t *r = m->code == NULL ? NULL : code_register(m->code, t);
  if (r == NULL)
    eval_set(m->state, t, v);
  else
    *r = v.bits;
}

static void to_evaluator(runner *m, term t) {
  const uint64_t *r = code_register(m->code, t);
  if (r != NULL)
    eval_set(m->state, t, register_value(m, t, *r));
}

static const term_vec *reads_at(runner *m, loc at) {
  visit_list *list = &m->lists[at.id];
  if (list->knows_reads)
    return &list->reads;
  const edge_vec *out = program_out_edges(m->p, at);
  term_vec roots = {0};
  term_set seen = {0};
  for (uint32_t i = 0; i < out->len; i++) {
    const block *b = program_edge_block(m->p, out->data[i]);
    vec_push(&roots, b->guard);
    for (uint32_t j = 0; j < b->assignment_count; j++)
      vec_push(&roots, b->assignments[j].value);
  }
  term_variables(program_terms(m->p), roots.data, roots.len, &seen,
                 &list->reads);
  term_set_free(&seen);
  vec_free(&roots);
  list->knows_reads = true;
  return &list->reads;
}

static void reads_to_evaluator(runner *m, loc at) {
  const term_vec *reads = reads_at(m, at);
  for (uint32_t i = 0; i < reads->len; i++)
    to_evaluator(m, reads->data[i]);
}

static void writes_to_registers(runner *m, edge e) {
  const block *b = program_edge_block(m->p, e);
  for (uint32_t i = 0; i < b->assignment_count; i++) {
    term t = program_variable_term(m->p, b->assignments[i].target);
    uint64_t *r = code_register(m->code, t);
    if (r != NULL)
      *r = eval_get(m->state, t).bits;
  }
}

// From here on the evaluator holds everything.
static void leave_code(runner *m) {
  for (uint32_t i = 1; i <= program_variable_count(m->p); i++)
    to_evaluator(m, program_variable_term(m->p, (var){i}));
  code_free(m->code);
  m->code = NULL;
}

// --- execution ---------------------------------------------------------------

static void set_initial_state(runner *m) {
  const run_hooks *h = m->hooks;
  for (uint32_t i = 1; i <= program_variable_count(m->p); i++) {
    var v = {i};
    value given = {.kind = VALUE_NONE};
    if (h->initial != NULL)
      given = h->initial(h->data, v);
    sort s = program_variable(m->p, v)->sort;
    set(m, program_variable_term(m->p, v), or_default(m, given, s));
  }
  drop_scratch(m);
}

static const term_vec *inputs_at(runner *m, loc at) {
  visit_list *list = &m->lists[at.id];
  if (list->knows_inputs)
    return &list->inputs;
  hmap seen = {0};
  const edge_vec *out = program_out_edges(m->p, at);
  for (uint32_t i = 0; i < out->len; i++) {
    const block *b = program_edge_block(m->p, out->data[i]);
    for (uint32_t j = 0; j < b->input_count; j++) {
      if (hmap_find(&seen, b->inputs[j].id) != NULL)
        continue;
      hmap_put(&seen, b->inputs[j].id, 1);
      vec_push(&list->inputs, b->inputs[j]);
    }
  }
  hmap_free(&seen);
  list->knows_inputs = true;
  return &list->inputs;
}

static void ask_inputs(runner *m, loc at) {
  const term_vec *inputs = inputs_at(m, at);
  for (uint32_t i = 0; i < inputs->len; i++) {
    term input = inputs->data[i];
    value given = {.kind = VALUE_NONE};
    if (m->hooks->input != NULL)
      given = m->hooks->input(m->hooks->data, at, input);
    sort s = term_sort(program_terms(m->p), input);
    set(m, input, or_default(m, given, s));
  }
  drop_scratch(m);
}

#ifndef NDEBUG
static bool is_only_choice(runner *m, const edge_vec *out, uint32_t taken) {
  for (uint32_t i = taken + 1; i < out->len; i++)
    if (eval_is_true(m->state, program_edge_block(m->p, out->data[i])->guard))
      return false;
  return true;
}
#endif

static edge choose_edge(runner *m, loc at) {
  const edge_vec *out = program_out_edges(m->p, at);
  for (uint32_t i = 0; i < out->len; i++)
    if (eval_is_true(m->state, program_edge_block(m->p, out->data[i])->guard)) {
      assert(is_only_choice(m, out, i)); // out-edges are disjoint
      return out->data[i];
    }
  return EDGE_NONE;
}

static void assign(runner *m, const block *b) {
  vec_clear(&m->values);
  for (uint32_t i = 0; i < b->assignment_count; i++)
    vec_push(&m->values, eval_term(m->state, b->assignments[i].value));
  eval_forget(m->state);
  for (uint32_t i = 0; i < b->assignment_count; i++)
    eval_assign(m->state, program_variable_term(m->p, b->assignments[i].target),
                m->values.data[i]);
}

static edge step_by_evaluator(runner *m, loc at) {
  m->evaluated++;
  edge e = choose_edge(m, at);
  if (e.id == 0)
    return e;
  if (m->hooks->before != NULL && m->code == NULL)
    m->hooks->before(m->hooks->data, e, m->state);
  if (m->hooks->counted != NULL && coverage_counts(m->p, at))
    coverage_visit(m->hooks->counted, e.id);
  assign(m, program_edge_block(m->p, e));
  return e;
}

// One step with the state in registers, or many if nobody watches.
static edge step_by_code(runner *m, run_outcome *o, uint64_t most) {
  if (!code_has(m->code, o->at)) {
    reads_to_evaluator(m, o->at);
    edge e = step_by_evaluator(m, o->at);
    if (e.id != 0)
      writes_to_registers(m, e);
    eval_forget(m->state);
    return e;
  }
  code_position s = {.at = o->at};
  code_run(m->code, &s, most);
  if (s.is_stuck) {
    o->at = s.at;
    o->steps += s.steps;
    return EDGE_NONE;
  }
  o->steps += s.steps - 1; // the last one is counted by the caller
  return s.last;
}

static uint64_t min64(uint64_t a, uint64_t b) { return a < b ? a : b; }

static bool is_at_sink(const runner *m) {
  return loc_is_sink(program_kind(m->p, m->now.at));
}

// Steps that compiled code may do before somebody has to be told.
static uint64_t blind_steps(const runner *m) {
  const run_hooks *h = m->hooks;
  uint64_t done = m->now.steps;
  if (h->step == NULL)
    return h->blind - done;
  return done < h->unseen ? h->unseen - done : 1;
}

// Executes at least one step from a location that is no sink. False: stuck, or
// the observer has seen enough.
static bool advance(runner *m, uint64_t most) {
  const run_hooks *h = m->hooks;
  run_outcome *o = &m->now;
  if (m->code != NULL && o->steps >= h->blind)
    leave_code(m);
  ask_inputs(m, o->at);
  edge e = m->code != NULL ? step_by_code(m, o, min64(most, blind_steps(m)))
                           : step_by_evaluator(m, o->at);
  if (e.id == 0) {
    o->end = RUN_STUCK;
    return false;
  }
  o->steps++;
  o->at = program_edge_to(m->p, e);
  o->last = e;
  bool goes_on = h->step == NULL || o->steps <= h->unseen ||
                 h->step(h->data, e, m->code ? NULL : m->state);
  eval_forget(m->state); // what the observer evaluated
  return goes_on;
}

// A look at the clock is worth little beside the steps between two.
static void count_work(runner *m) {
  uint64_t steps = m->now.steps - m->counted;
  clock_add_work((double)steps * STEP_WORK);
  m->counted = m->now.steps;
}

static run_outcome go_on(runner *m, uint64_t budget, const limits *l) {
  run_outcome *o = &m->now;
  o->end = RUN_STOPPED;
  for (uint64_t poll = 0;;) {
    if (is_at_sink(m)) {
      o->end = RUN_SINK;
      return *o;
    }
    if (o->steps >= poll || m->evaluated >= POLL_EVALUATED) {
      count_work(m);
      if (limits_stop(l) != LIMIT_NONE)
        return *o;
      poll = o->steps + POLL_CODE;
      m->evaluated = 0;
    }
    if (o->steps >= budget || !advance(m, min64(poll, budget) - o->steps))
      return *o;
  }
}

run_outcome runner_continue(runner *m, uint64_t budget, const limits *l) {
  run_outcome o = go_on(m, budget, l);
  count_work(m);
  return o;
}

runner *runner_new(const program *p, const run_hooks *hooks) {
  assert(program_entry(p).id != 0 && hooks->unseen <= hooks->blind);
  runner *m = mem_alloc(sizeof *m);
  m->p = p;
  m->hooks = hooks;
  m->state = eval_new(program_terms(p));
  m->lists = mem_alloc(sizeof *m->lists * (program_location_count(p) + 1));
  m->scratch = arena_new();
  if (hooks->blind > 0)
    m->code = code_new(p, hooks->counted);
  runner_restart(m);
  return m;
}

void runner_restart_at(runner *m, loc at) {
  m->now = (run_outcome){RUN_STOPPED, at, 0, EDGE_NONE};
  m->counted = 0;
  eval_forget(m->state);
  set_initial_state(m);
}

void runner_restart(runner *m) { runner_restart_at(m, program_entry(m->p)); }

value runner_value(runner *m, var v) {
  term t = program_variable_term(m->p, v);
  const uint64_t *r = m->code == NULL ? NULL : code_register(m->code, t);
  return r == NULL ? eval_get(m->state, t) : register_value(m, t, *r);
}

void runner_free(runner *m) {
  for (uint32_t i = 1; i <= program_location_count(m->p); i++) {
    vec_free(&m->lists[i].inputs);
    vec_free(&m->lists[i].reads);
  }
  mem_free(m->lists);
  vec_free(&m->values);
  arena_free(m->scratch);
  code_free(m->code);
  eval_free(m->state);
  mem_free(m);
}

run_outcome program_run(const program *p, const run_hooks *hooks,
                        uint64_t budget, const limits *l) {
  runner *m = runner_new(p, hooks);
  run_outcome o = runner_continue(m, budget, l);
  runner_free(m);
  return o;
}
