// SPDX-License-Identifier: Apache-2.0
// Runs of an open program.
//
// A call is executed by running the body of the function, as a program of its
// own, with the parameters that it is called with. What it came to is
// remembered: a function that calls itself twice is called a few times for each
// parameter list instead of exponentially often. (A body that reads inputs may
// come to something else the next time; what is observed is a possible outcome
// nevertheless.)
#include "contract/observe.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "contract/close.h"
#include "program/draw.h"
#include "program/run.h"

enum {
  RUNS = 40,            // in which something is called
  MOST_RUNS = 1000,     // inputs that a program wants are seldom drawn
  MOST_ROWS = 400,      // of a function
  MOST_DEPTH = 300,     // of calls
  STEPS_PER_RUN = 5000, // of a body, without those that it calls
  MOST_BODIES = 4000    // in one run of the program
};

typedef struct {
  const env *env;
  const program *p; // closed, without contracts
  const open_calls *o;
  terms *tt;
  observations *of;
  hmap *known;    // by function: parameters, hashed -> row
  uint32_t *call; // by location: call that waits there, plus one
  uint32_t *end;  // by location: return that is there, plus one
  draws draws;
  arena *mem;
  uint32_t bodies; // executed in this run
  bool has_called; // something, in this run
  uint32_t depth;
} observer;

// One part of the program, being executed.
typedef struct {
  observer *o;
  uint32_t part;              // 0: the program; else number of the function
  const uint64_t *parameters; // of that
  uint64_t *results;
  bool is_done;                // the results are there
  const open_call *call;       // that waits; NULL: none
  const uint64_t *call_result; // what it came to
} level;

// --- numbers ---------------------------------------------------------------

static value number(const observer *o, term t, uint64_t n) {
  if (term_is_bool(o->tt, t))
    return value_bool(n != 0);
  return value_bv(term_width(o->tt, t), n);
}

static uint64_t variable_number(const observer *o, evaluator *state, var v) {
  term t = program_variable_term(o->p, v);
  value n = eval_term(state, t);
  return term_is_bool(o->tt, t) ? value_is_true(n) : value_get_u64(n);
}

// --- what is known -----------------------------------------------------------

// The row of the call with these parameters, NULL if there is none yet; and the
// key under which it is, or belongs. A hash that other parameters have as well
// is hashed once more.
static const uint64_t *find_call(const observer *o, uint32_t function,
                                 const uint64_t *parameters, uint64_t *key) {
  assert(function < o->o->functions.len);
  const observations *its = &o->of[function];
  size_t size =
      o->o->functions.data[function].parameter_count * sizeof(uint64_t);
  for (*key = hash_bytes(parameters, size);; *key = hash_mix(*key, 0)) {
    const uint64_t *number = hmap_find(&o->known[function], *key);
    if (number == NULL)
      return NULL;
    assert(*number < its->rows);
    const uint64_t *row = its->values.data + *number * its->columns;
    if (size == 0 || memcmp(row, parameters, size) == 0)
      return row;
  }
}

static void remember(observer *o, uint32_t function, const uint64_t *parameters,
                     const uint64_t *results) {
  const open_function *f = &o->o->functions.data[function];
  observations *its = &o->of[function];
  uint64_t key;
  if (its->rows >= MOST_ROWS ||
      find_call(o, function, parameters, &key) != NULL)
    return;
  for (uint32_t k = 0; k < f->parameter_count; k++)
    vec_push(&its->values, parameters[k]);
  for (uint32_t k = 0; k < f->result_count; k++)
    vec_push(&its->values, results[k]);
  hmap_put(&o->known[function], key, its->rows++);
  assert(its->values.len == (size_t)its->rows * its->columns);
}

// --- execution -------------------------------------------------------------

static const uint64_t *execute_call(observer *o, uint32_t function,
                                    const uint64_t *parameters);

static value give_initial(void *data, var v) {
  const level *l = data;
  if (l->part == 0)
    return (value){.kind = VALUE_NONE};
  const open_function *f = &l->o->o->functions.data[l->part - 1];
  for (uint32_t k = 0; k < f->parameter_count; k++)
    if (f->parameters[k].global.id == v.id)
      return number(l->o, program_variable_term(l->o->p, v), l->parameters[k]);
  return (value){.kind = VALUE_NONE};
}

// The parameter that the input gives its value; or the input is drawn.
static value give_parameter(const level *l, term input) {
  assert(l->part >= 1 && l->part <= l->o->o->functions.len);
  const open_function *f = &l->o->o->functions.data[l->part - 1];
  for (uint32_t k = 0; k < f->parameter_count; k++)
    if (term_eq(f->parameters[k].input, input))
      return number(l->o, input, l->parameters[k]);
  return draws_input(&l->o->draws, input, l->o->mem);
}

static value give_input(void *data, loc at, term input) {
  level *l = data;
  if (term_eq(input, l->o->o->choice))
    return number(l->o, input, l->part);
  if (l->call != NULL && l->call->at.id == at.id)
    for (uint32_t k = 0; k < l->call->way.input_count; k++)
      if (term_eq(l->call->way.inputs[k], input))
        return number(l->o, input, l->call_result[k]);
  return l->part == 0 ? draws_input(&l->o->draws, input, l->o->mem)
                      : give_parameter(l, input);
}

static bool at_call(level *l, const open_call *c, evaluator *state) {
  assert(c->function < l->o->o->functions.len);
  const open_function *f = &l->o->o->functions.data[c->function];
  uint64_t *parameters = ARENA_ARRAY(l->o->mem, uint64_t, f->parameter_count);
  for (uint32_t k = 0; k < f->parameter_count; k++)
    parameters[k] = variable_number(l->o, state, f->parameters[k].at_call);
  l->o->has_called = true;
  l->call = c;
  l->call_result = execute_call(l->o, c->function, parameters);
  return l->call_result != NULL;
}

static void at_return(level *l, evaluator *state) {
  assert(l->part >= 1 && l->results != NULL);
  const open_function *f = &l->o->o->functions.data[l->part - 1];
  for (uint32_t k = 0; k < f->result_count; k++)
    l->results[k] = variable_number(l->o, state, f->results[k].at_return);
  l->is_done = true;
}

static bool look(void *data, edge e, evaluator *state) {
  level *l = data;
  loc to = program_edge_to(l->o->p, e);
  eval_forget(state);
  if (l->o->call[to.id] != 0)
    return at_call(l, &l->o->o->calls.data[l->o->call[to.id] - 1], state);
  if (l->o->end[to.id] != 0 && l->part != 0)
    at_return(l, state);
  return !l->is_done;
}

static void execute(level *l) {
  run_hooks hooks = {
      .initial = give_initial, .input = give_input, .step = look, .data = l};
  program_run(l->o->p, &hooks, STEPS_PER_RUN, &l->o->env->limits);
}

// NULL: it takes too long, or it does not return.
static const uint64_t *execute_call(observer *o, uint32_t function,
                                    const uint64_t *parameters) {
  assert(o->depth <= MOST_DEPTH);
  const open_function *f = &o->o->functions.data[function];
  uint64_t key;
  const uint64_t *known = find_call(o, function, parameters, &key);
  if (known != NULL) // copied: rows move when others come
    return arena_copy(o->mem, known + f->parameter_count,
                      sizeof *known * f->result_count);
  uint64_t *results = ARENA_ARRAY(o->mem, uint64_t, f->result_count + 1);
  if (o->depth >= MOST_DEPTH || ++o->bodies > MOST_BODIES ||
      limits_stop(&o->env->limits) != LIMIT_NONE)
    return NULL;
  level l = {.o = o,
             .part = function + 1,
             .parameters = parameters,
             .results = results};
  o->depth++;
  execute(&l);
  o->depth--;
  assert(l.is_done || l.results == results);
  if (!l.is_done)
    return NULL;
  remember(o, function, parameters, results);
  return results;
}

// --- all of it -------------------------------------------------------------

static void find_ends(observer *o) {
  uint32_t count = program_location_count(o->p) + 1;
  o->call = mem_alloc(sizeof *o->call * count);
  o->end = mem_alloc(sizeof *o->end * count);
  for (uint32_t k = 0; k < o->o->calls.len; k++) {
    uint32_t at = o->o->calls.data[k].at.id;
    assert(o->call[at] == 0 && "a location should have one open call");
    o->call[at] = k + 1;
  }
  for (uint32_t k = 0; k < o->o->returns.len; k++) {
    uint32_t at = o->o->returns.data[k].at.id;
    assert(o->end[at] == 0 && "a location should have one open return");
    o->end[at] = k + 1;
  }
}

static void run_all(observer *o) {
  assert(o->depth == 0);
  uint32_t telling = 0;
  for (uint32_t run = 0; run < MOST_RUNS && telling < RUNS; run++) {
    if (limits_stop(&o->env->limits) != LIMIT_NONE)
      return;
    draws_start_run(&o->draws);
    o->bodies = 0;
    o->has_called = false;
    level l = {.o = o};
    execute(&l);
    telling += o->has_called;
    arena_reset(o->mem);
  }
}

observations *observe_calls(const env *e, const program *p,
                            const open_calls *open) {
  contracts none = contracts_new(open);
  program *closed = close_copy(p, open, &none);
  observer o = {.env = e,
                .p = closed,
                .o = open,
                .tt = program_terms(p),
                .mem = arena_new()};
  o.of = mem_alloc(sizeof *o.of * (open->functions.len + 1));
  o.known = mem_alloc(sizeof *o.known * (open->functions.len + 1));
  for (uint32_t k = 0; k < open->functions.len; k++)
    o.of[k].columns = open->functions.data[k].parameter_count +
                      open->functions.data[k].result_count;
  draws_init(&o.draws, closed, (uint64_t)e->options->seed);
  find_ends(&o);
  run_all(&o);
  draws_clear(&o.draws);
  for (uint32_t k = 0; k < open->functions.len; k++)
    hmap_free(&o.known[k]);
  mem_free(o.known);
  mem_free(o.call);
  mem_free(o.end);
  arena_free(o.mem);
  program_free(closed);
  contracts_free(&none);
  return o.of;
}

void observe_free(observations *all, const open_calls *o) {
  for (uint32_t k = 0; k < o->functions.len; k++)
    vec_free(&all[k].values);
  mem_free(all);
}
