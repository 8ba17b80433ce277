// SPDX-License-Identifier: Apache-2.0
// The concrete interpreter.
//
// One evaluator holds the state and the inputs of the current visit. A step
// evaluates guards until one holds, then all right-hand sides under the old
// state, and only then writes the targets: assignments are simultaneous. The
// inputs that a location asks for are listed at its first visit, so that later
// visits cost only the questions.
#include "program/run.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"

typedef struct {
  bool known;
  term_vec inputs; // of all out-edges, each once, in order
} visit_list;

typedef struct {
  const program *p;
  const run_hooks *hooks;
  evaluator *state;
  visit_list *lists; // by location id
  VEC(value) values; // of the assignments being executed
  arena *scratch;    // large values between evaluation and assignment
  bool scratch_used;
} machine;

enum { POLL_INTERVAL = 256 }; // steps between two looks at the limits

static void machine_init(machine *m, const program *p, const run_hooks *hooks) {
  *m = (machine){.p = p, .hooks = hooks};
  m->state = eval_new(program_terms(p));
  m->lists = mem_alloc(sizeof *m->lists * (program_location_count(p) + 1));
  m->scratch = arena_new();
}

static void machine_clear(machine *m) {
  for (uint32_t i = 1; i <= program_location_count(m->p); i++)
    vec_free(&m->lists[i].inputs);
  mem_free(m->lists);
  vec_free(&m->values);
  arena_free(m->scratch);
  eval_free(m->state);
}

static value or_default(machine *m, value v, sort s) {
  if (v.kind != VALUE_NONE)
    return v;
  m->scratch_used = true;
  return sort_default_value(program_terms(m->p), m->scratch, s);
}

static void drop_scratch(machine *m) {
  if (m->scratch_used)
    arena_reset(m->scratch);
  m->scratch_used = false;
}

static void set_initial_state(machine *m) {
  const run_hooks *h = m->hooks;
  for (uint32_t i = 1; i <= program_variable_count(m->p); i++) {
    var v = {i};
    value given = {.kind = VALUE_NONE};
    if (h->initial != NULL)
      given = h->initial(h->data, v);
    sort s = program_variable(m->p, v)->sort;
    eval_set(m->state, program_variable_term(m->p, v), or_default(m, given, s));
  }
  drop_scratch(m);
}

static const term_vec *inputs_at(machine *m, loc at) {
  visit_list *list = &m->lists[at.id];
  if (list->known)
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
  list->known = true;
  return &list->inputs;
}

static void ask_inputs(machine *m, loc at) {
  const term_vec *inputs = inputs_at(m, at);
  for (uint32_t i = 0; i < inputs->len; i++) {
    term input = inputs->data[i];
    value given = {.kind = VALUE_NONE};
    if (m->hooks->input != NULL)
      given = m->hooks->input(m->hooks->data, at, input);
    sort s = term_sort(program_terms(m->p), input);
    eval_set(m->state, input, or_default(m, given, s));
  }
  drop_scratch(m);
}

#ifndef NDEBUG
static bool is_only_choice(machine *m, const edge_vec *out, uint32_t taken) {
  for (uint32_t i = taken + 1; i < out->len; i++)
    if (eval_is_true(m->state, program_edge_block(m->p, out->data[i])->guard))
      return false;
  return true;
}
#endif

static edge choose_edge(machine *m, loc at) {
  const edge_vec *out = program_out_edges(m->p, at);
  for (uint32_t i = 0; i < out->len; i++)
    if (eval_is_true(m->state, program_edge_block(m->p, out->data[i])->guard)) {
      assert(is_only_choice(m, out, i)); // out-edges are disjoint
      return out->data[i];
    }
  return EDGE_NONE;
}

// Values that are not inline live in the evaluator only until eval_forget.
static value keep(machine *m, value v) {
  if (!v.is_big && v.kind != VALUE_ARRAY)
    return v;
  m->scratch_used = true;
  return value_copy(m->scratch, v);
}

static void assign(machine *m, const block *b) {
  vec_clear(&m->values);
  for (uint32_t i = 0; i < b->assignment_count; i++)
    vec_push(&m->values, keep(m, eval_term(m->state, b->assignments[i].value)));
  eval_forget(m->state);
  for (uint32_t i = 0; i < b->assignment_count; i++)
    eval_set(m->state, program_variable_term(m->p, b->assignments[i].target),
             m->values.data[i]);
  drop_scratch(m);
}

static run_outcome execute(machine *m, uint64_t budget, const limits *l) {
  run_outcome o = {RUN_STOPPED, program_entry(m->p), 0};
  const run_hooks *h = m->hooks;
  for (;;) {
    if (loc_is_sink(program_location(m->p, o.at)->kind)) {
      o.end = RUN_SINK;
      return o;
    }
    if (o.steps == budget ||
        (o.steps % POLL_INTERVAL == 0 && limits_stop(l) != LIMIT_NONE))
      return o;
    ask_inputs(m, o.at);
    edge e = choose_edge(m, o.at);
    if (e.id == 0) {
      o.end = RUN_STUCK;
      return o;
    }
    assign(m, program_edge_block(m->p, e));
    o.steps++;
    o.at = program_edge_to(m->p, e);
    if (h->step != NULL && !h->step(h->data, e, m->state))
      return o;
    eval_forget(m->state); // what the observer evaluated
  }
}

run_outcome program_run(const program *p, const run_hooks *hooks,
                        uint64_t budget, const limits *l) {
  assert(program_entry(p).id != 0);
  machine m;
  machine_init(&m, p, hooks);
  set_initial_state(&m);
  run_outcome o = execute(&m, budget, l);
  machine_clear(&m);
  return o;
}
