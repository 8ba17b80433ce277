// SPDX-License-Identifier: Apache-2.0
// From a trace to the steps that people see.
//
// Three passes. The execution records each step with its changes. A backward
// pass over the steps (dynamic slicing: Korel and Laski, 1988) finds the
// changes that a later condition depends on. A forward pass finds rounds of
// loops: a stack holds the loops that are being executed; coming back to the
// head of one begins its next round and leaves all loops above it. Of many
// rounds the first two and the last are kept.
#include "report/route.h"

#include <assert.h>
#include <stdlib.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "program/loops.h"
#include "report/fault.h"
#include "result/player.h"

// MAX_STEPS are more than anyone reads or any tool wants as JSON: of a longer
// path the last SHOWN_END are recorded.
enum {
  MAX_STEPS = 1000000,
  SHOWN_END = 10000,
  MAX_ELEMENTS = 64,
  FEW_ROUNDS = 4
};

typedef struct {
  route *out;
  player player;
  value *last; // by variable id: as shown last; VALUE_NONE: never
  // Of the arrays that the step changes, in the order of its assignments: the
  // indices that it stores to, or whether that may be all.
  struct {
    VEC(value) indices;
    VEC(uint32_t) ends; // by array: where its indices end
    VEC(bool) is_all;
    arena *mem;
  } stores;
} recorder;

// --- execution --------------------------------------------------------------

static value initial_value(void *data, var v) {
  return player_initial(&((recorder *)data)->player, v);
}

static value input_value(void *data, loc at, term input) {
  return player_input(&((recorder *)data)->player, at, input);
}

// --- arrays -----------------------------------------------------------------

static bool is_array(const program *p, var v) {
  const terms *tt = program_terms(p);
  return sort_get_kind(tt, program_variable(p, v)->sort) == SORT_ARRAY;
}

// Adds the indices at which 't' may differ from the array 'of'. False: these
// may be any.
static bool find_stores(recorder *r, const terms *tt, term of, term t,
                        evaluator *state) {
  for (; term_get_kind(tt, t) == TERM_STORE; t = term_arg(tt, t, 0)) {
    value index = eval_term(state, term_arg(tt, t, 1));
    vec_push(&r->stores.indices, value_copy(r->stores.mem, index));
  }
  if (term_get_kind(tt, t) != TERM_ITE)
    return term_eq(t, of);
  bool is_first = eval_is_true(state, term_arg(tt, t, 0));
  return find_stores(r, tt, of, term_arg(tt, t, is_first ? 1 : 2), state);
}

// An array of a hundred thousand elements must not be looked through at each
// of as many steps.
static void look_for_stores(void *data, edge e, evaluator *state) {
  recorder *r = data;
  const program *p = r->out->program;
  const block *b = program_edge_block(p, e);
  vec_clear(&r->stores.indices);
  vec_clear(&r->stores.ends);
  vec_clear(&r->stores.is_all);
  arena_reset(r->stores.mem);
  for (uint32_t i = 0; i < b->assignment_count; i++) {
    var v = b->assignments[i].target;
    if (!is_array(p, v))
      continue;
    bool is_known =
        find_stores(r, program_terms(p), program_variable_term(p, v),
                    b->assignments[i].value, state);
    vec_push(&r->stores.ends, r->stores.indices.len);
    vec_push(&r->stores.is_all, !is_known);
  }
}

typedef struct {
  recorder *r;
  var variable;
  value old;
  uint32_t left; // elements that may still be shown
} element_task;

static void record_element(void *data, value index, value element) {
  element_task *t = data;
  bool is_old = t->old.kind == VALUE_ARRAY &&
                value_equal(value_array_select(t->old, index), element);
  if (is_old || !t->left)
    return;
  t->left--;
  vec_push(&t->r->out->changes,
           ((route_change){t->variable, element, index, false}));
}

// The same for array number k of the step, which was shown before.
static void record_stores(recorder *r, var v, uint32_t k, value now) {
  arena *mem = r->out->mem;
  uint32_t first = k == 0 ? 0 : r->stores.ends.data[k - 1];
  for (uint32_t i = first; i < r->stores.ends.data[k]; i++) {
    value index = value_copy(mem, r->stores.indices.data[i]);
    value element = value_copy(mem, value_array_select(now, index));
    if (value_equal(value_array_select(r->last[v.id], index), element))
      continue;
    r->last[v.id] = value_array_store(mem, r->last[v.id], index, element);
    vec_push(&r->out->changes, ((route_change){v, element, index, false}));
  }
}

// Records the new value of a variable unless it was shown before.
static void record_change(recorder *r, var v, value now) {
  assert(now.kind != VALUE_NONE);
  value old = r->last[v.id];
  if (old.kind != VALUE_NONE && value_equal(old, now))
    return;
  value kept = value_copy(r->out->mem, now);
  r->last[v.id] = kept;
  if (kept.kind == VALUE_ARRAY) {
    element_task t = {r, v, old, MAX_ELEMENTS};
    value_array_each(kept, record_element, &t);
    return;
  }
  const value none = {.kind = VALUE_NONE};
  vec_push(&r->out->changes, ((route_change){v, kept, none, false}));
}

static void record_inputs(recorder *r, const block *b, evaluator *state) {
  for (uint32_t i = 0; i < b->input_count; i++) {
    value v = value_copy(r->out->mem, eval_get(state, b->inputs[i]));
    vec_push(&r->out->inputs, ((route_input){b->inputs[i], v}));
  }
}

static bool record_step(void *data, edge e, evaluator *state) {
  recorder *r = data;
  route *out = r->out;
  assert(state != NULL);
  const block *b = program_edge_block(out->program, e);
  route_step s = {e, out->changes.len, 0, out->inputs.len, 0};
  record_inputs(r, b, state);
  uint32_t arrays = 0;
  for (uint32_t i = 0; i < b->assignment_count; i++) {
    var v = b->assignments[i].target;
    uint32_t k = arrays;
    arrays += is_array(out->program, v);
    if (!program_variable(out->program, v)->name)
      continue;
    value now = eval_get(state, program_variable_term(out->program, v));
    if (k < arrays && !r->stores.is_all.data[k] &&
        r->last[v.id].kind != VALUE_NONE)
      record_stores(r, v, k, now);
    else
      record_change(r, v, now);
  }
  s.change_count = out->changes.len - s.first_change;
  s.input_count = out->inputs.len - s.first_input;
  vec_push(&out->steps, s);
  return true;
}

// Says what is wrong before the edge runs, if it is the last one.
static void look_for_error(recorder *r, edge e, evaluator *state) {
  const program *p = r->out->program;
  if (!program_is_violation(program_edge(p, e)->kind))
    return;
  strbuf text = {0};
  fault_print(p, e, state, &text);
  r->out->error = arena_strdup(r->out->mem, strbuf_text(&text));
  strbuf_free(&text);
}

static void look_ahead(void *data, edge e, evaluator *state) {
  look_for_stores(data, e, state);
  look_for_error(data, e, state);
}

static run_outcome play(recorder *r, const trace *t, const run_hooks *watch,
                        uint64_t budget, const limits *l) {
  player_init(&r->player, r->out->program, t);
  run_hooks hooks = *watch;
  hooks.initial = initial_value;
  hooks.before = look_ahead;
  hooks.input = input_value;
  hooks.data = r;
  run_outcome end = program_run(r->out->program, &hooks, budget, l);
  player_clear(&r->player);
  return end;
}

// A path of many millions of steps is run once to be counted, and then again
// to record its end.
static run_outcome record_end(recorder *r, const trace *t, const limits *l) {
  run_outcome end = {.steps = t->steps};
  if (end.steps < MAX_STEPS) { // not known
    run_hooks unseen = {.blind = RUN_BLIND};
    end = play(r, t, &unseen, UINT64_MAX, l);
    if (end.end != RUN_SINK)
      return end;
  }
  r->out->skipped = end.steps - SHOWN_END;
  run_hooks seen = {
      .step = record_step, .blind = r->out->skipped, .unseen = r->out->skipped};
  return play(r, t, &seen, UINT64_MAX, l);
}

static void record(route *out, const trace *t, const limits *l) {
  size_t n = (size_t)program_variable_count(out->program) + 1;
  recorder r = {.out = out, .last = mem_alloc(n * sizeof(value))};
  r.stores.mem = arena_new();
  run_hooks unseen = {.blind = RUN_BLIND};
  run_outcome end = {.end = RUN_STOPPED};
  if (t->steps < MAX_STEPS)
    end = play(&r, t, &unseen, MAX_STEPS, l);
  if (end.end == RUN_STOPPED) {
    end = record_end(&r, t, l);
  } else {
    run_hooks seen = {.step = record_step};
    end = play(&r, t, &seen, MAX_STEPS, l);
  }
  out->is_complete =
      end.end == RUN_SINK && program_kind(out->program, end.at) == LOC_ERROR;
  mem_free(r.last);
  vec_free(&r.stores.indices);
  vec_free(&r.stores.ends);
  vec_free(&r.stores.is_all);
  arena_free(r.stores.mem);
}

// --- what matters -----------------------------------------------------------

// The variables that the parts of an edge read: the guard's first, then each
// assignment's. Listed at the edge's first execution.
typedef struct {
  VEC(uint32_t) variables;
  VEC(uint32_t) ends; // of the parts in 'variables'; empty: not listed yet
} edge_reads;

typedef struct {
  const program *program;
  bool *is_needed;   // by variable id: a later condition depends on it
  edge_reads *reads; // by edge id
  term_vec work;
} relevance;

static void list_part(relevance *r, edge_reads *reads, term t) {
  const terms *tt = program_terms(r->program);
  hmap seen = {0};
  vec_push(&r->work, t);
  while (r->work.len) {
    term now = vec_pop(&r->work);
    if (hmap_find(&seen, now.id))
      continue;
    hmap_put(&seen, now.id, 1);
    var v = program_variable_of(r->program, now);
    if (v.id)
      vec_push(&reads->variables, v.id);
    for (uint32_t i = 0; i < term_arity(tt, now); i++)
      vec_push(&r->work, term_arg(tt, now, i));
  }
  vec_push(&reads->ends, reads->variables.len);
  hmap_free(&seen);
}

static const edge_reads *reads_of(relevance *r, edge e) {
  edge_reads *reads = &r->reads[e.id];
  if (reads->ends.len)
    return reads;
  const block *b = program_edge_block(r->program, e);
  list_part(r, reads, b->guard);
  for (uint32_t i = 0; i < b->assignment_count; i++)
    list_part(r, reads, b->assignments[i].value);
  return reads;
}

static void need_part(relevance *r, const edge_reads *reads, uint32_t part) {
  assert(part < reads->ends.len);
  uint32_t i = part ? reads->ends.data[part - 1] : 0;
  for (; i < reads->ends.data[part]; i++)
    r->is_needed[reads->variables.data[i]] = true;
}

// Assignments are simultaneous: first all targets lose their need, then what
// the needed ones were computed from gains it.
static void need_before(relevance *r, edge e) {
  const block *b = program_edge_block(r->program, e);
  const edge_reads *reads = reads_of(r, e);
  VEC(uint32_t) parts = {0};
  for (uint32_t i = 0; i < b->assignment_count; i++) {
    var v = b->assignments[i].target;
    if (r->is_needed[v.id])
      vec_push(&parts, i + 1);
    r->is_needed[v.id] = false;
  }
  for (uint32_t i = 0; i < parts.len; i++)
    need_part(r, reads, parts.data[i]);
  need_part(r, reads, 0);
  vec_free(&parts);
}

static void relevance_clear(relevance *r) {
  for (uint32_t i = 0; i <= program_edge_count(r->program); i++) {
    vec_free(&r->reads[i].variables);
    vec_free(&r->reads[i].ends);
  }
  mem_free(r->reads);
  mem_free(r->is_needed);
  vec_free(&r->work);
}

static void mark_relevant(route *v) {
  size_t n = (size_t)program_variable_count(v->program) + 1;
  size_t edges = (size_t)program_edge_count(v->program) + 1;
  relevance r = {.program = v->program,
                 .is_needed = mem_alloc(n * sizeof(bool)),
                 .reads = mem_alloc(edges * sizeof(edge_reads))};
  for (uint32_t i = v->steps.len; i-- > 0;) {
    const route_step *s = &v->steps.data[i];
    for (uint32_t j = 0; j < s->change_count; j++) {
      route_change *c = &v->changes.data[s->first_change + j];
      c->is_relevant = r.is_needed[c->variable.id];
    }
    need_before(&r, s->edge);
  }
  relevance_clear(&r);
}

// --- rounds of loops
// ----------------------------------------------------------

typedef struct {
  loc head;
  uint32_t rounds;
  uint32_t third, last; // steps at which the third and the last round began
} activation;

typedef struct {
  route *out;
  VEC(activation) stack;
} rounds;

static void close_activation(rounds *r) {
  assert(r->stack.len > 0);
  activation a = vec_pop(&r->stack);
  if (a.rounds <= FEW_ROUNDS)
    return;
  vec_push(&r->out->folds,
           ((route_fold){a.third, a.last, a.rounds - 3, a.head}));
}

static void visit_head(rounds *r, loc head, uint32_t step) {
  uint32_t at = r->stack.len;
  while (at > 0 && r->stack.data[at - 1].head.id != head.id)
    at--;
  if (at == 0) {
    vec_push(&r->stack, ((activation){head, 1, step, step}));
    return;
  }
  while (r->stack.len > at)
    close_activation(r);
  activation *a = &vec_last(&r->stack);
  a->rounds++;
  a->last = step;
  if (a->rounds <= 3)
    a->third = step;
}

static int by_first(const void *a, const void *b) {
  const route_fold *x = a, *y = b;
  return (x->first > y->first) - (x->first < y->first);
}

// An inner loop's fold may lie in the last round of an outer one, which is
// kept, or in a round that is left out: then the outer fold covers it.
static void drop_covered(route *v) {
  if (!v->folds.len)
    return;
  qsort(v->folds.data, v->folds.len, sizeof *v->folds.data, by_first);
  uint32_t kept = 0, end = 0;
  for (uint32_t i = 0; i < v->folds.len; i++) {
    if (v->folds.data[i].first < end)
      continue;
    v->folds.data[kept++] = v->folds.data[i];
    end = v->folds.data[i].end;
  }
  v->folds.len = kept;
}

// Leaves the loops that 'head' is not nested in. A loop that was left and is
// entered again without its outer loop having come round is rare (goto), and
// then counts on.
static void leave_loops(rounds *r, const uint32_t *loop_of, const loops *ls,
                        loc head) {
  while (r->stack.len) {
    uint32_t top = loop_of[vec_last(&r->stack).head.id];
    uint32_t inner = loop_of[head.id];
    while (inner && inner != top)
      inner = ls->loops.data[inner - 1].parent;
    if (inner == top)
      return;
    close_activation(r);
  }
}

static void fold_rounds(route *v) {
  loops *ls = loops_find(v->program);
  size_t n = (size_t)program_location_count(v->program) + 1;
  uint32_t *loop_of = mem_alloc(n * sizeof *loop_of); // index + 1 by head
  for (uint32_t i = 0; i < ls->loops.len; i++)
    loop_of[ls->loops.data[i].head.id] = i + 1;
  rounds r = {.out = v};
  for (uint32_t i = 0; i < v->steps.len; i++) {
    loc from = program_edge_from(v->program, v->steps.data[i].edge);
    if (!loop_of[from.id])
      continue;
    leave_loops(&r, loop_of, ls, from);
    visit_head(&r, from, i);
  }
  while (r.stack.len)
    close_activation(&r);
  drop_covered(v);
  vec_free(&r.stack);
  mem_free(loop_of);
  loops_free(ls);
}

bool route_is_library(source_pos pos) {
  return pos.file != NULL && pos.file[0] == '<';
}

bool route_in_library(const route *v, const route_step *s) {
  const edge_info *e = program_edge(v->program, s->edge);
  loc from = program_edge_from(v->program, s->edge);
  source_pos pos = program_location(v->program, from)->pos;
  return !program_is_violation(e->kind) &&
         route_is_library(pos.line ? pos : e->pos);
}

route *route_new(const program *p, const trace *t, const limits *l) {
  assert(p && t && l);
  route *v = mem_alloc(sizeof *v);
  v->program = p;
  v->mem = arena_new();
  record(v, t, l);
  mark_relevant(v);
  fold_rounds(v);
  return v;
}

void route_free(route *v) {
  if (!v)
    return;
  vec_free(&v->steps);
  vec_free(&v->changes);
  vec_free(&v->inputs);
  vec_free(&v->folds);
  arena_free(v->mem);
  mem_free(v);
}

const char *route_text(const route *v, const route_step *s) {
  bool is_last = s == &v->steps.data[v->steps.len - 1];
  return is_last && v->error != NULL ? v->error
                                     : program_edge(v->program, s->edge)->text;
}

// A run that sees no state, and one that sees the last.
edge route_last_edge(const program *p, const trace *t, const limits *l,
                     strbuf *message) {
  assert(p != NULL && t != NULL);
  route shown = {.program = p, .mem = arena_new()};
  recorder r = {.out = &shown};
  r.stores.mem = arena_new();
  run_hooks unseen = {.blind = RUN_BLIND};
  run_outcome end = play(&r, t, &unseen, UINT64_MAX, l);
  if (message != NULL && end.end == RUN_SINK && end.steps > 0) {
    run_hooks last = {.blind = end.steps - 1, .unseen = end.steps - 1};
    play(&r, t, &last, UINT64_MAX, l);
    strbuf_puts(message, shown.error != NULL ? shown.error : "error");
  }
  vec_free(&r.stores.indices);
  vec_free(&r.stores.ends);
  vec_free(&r.stores.is_all);
  arena_free(r.stores.mem);
  arena_free(shown.mem);
  return end.last;
}

property_kind route_violation(const program *p, const trace *t,
                              const limits *l) {
  if (program_properties(p) == 1u << PROPERTY_REACH &&
      program_undefined(p) != UNDEFINED_ERROR)
    return PROPERTY_REACH;
  edge last = route_last_edge(p, t, l, NULL);
  return last.id == 0 ? PROPERTY_REACH : program_edge(p, last)->property;
}
