// SPDX-License-Identifier: Apache-2.0
// Sorting a trace's inputs, and trials.
//
// A trial executes the program as the native run will: each function gives its
// values in turn, and what cannot be set is filled with zeros in one trial and
// with clang's pattern in another. For locals one success is enough, because
// clang can fill them either way; everything else must not matter at all.
#include "certify/execution/script.h"

#include <assert.h>
#include <string.h>

#include "base/file.h"
#include "result/player.h"

// No trace of ours is longer. Trials get a little more than the trace took.
#define TRACE_STEPS 1000000000u
#define SPARE_STEPS 10000u
enum { MAX_ARGC = 1000 };

bool script_is_part(const char *name) { return strpbrk(name, ".[") != NULL; }

bool script_has_dialect(const script *s) {
  const string_list *inputs = &s->env->options->inputs;
  for (uint32_t i = 0; i < inputs->len; i++) {
    const char *text =
        program_compiled(s->program, file_shown_name(inputs->data[i]));
    if (text != NULL && strstr(text, "__CPROVER_") != NULL)
      return true;
  }
  return false;
}

// --- recording ------------------------------------------------------------

typedef struct {
  script *out;
  player player;
  bool has_locals;        // consumed indeterminate locals
  bool has_addresses;     // consumed where objects lie
  const input_info *lost; // consumed something that cannot be set
} script_recorder;

static script_source *find_source(script_sources *list, const char *name) {
  for (uint32_t i = 0; i < list->len; i++)
    if (strcmp(list->data[i].name, name) == 0)
      return &list->data[i];
  return NULL;
}

const script_source *script_find(const script_sources *list, const char *name) {
  return find_source((script_sources *)(size_t)list, name);
}

static void record_value(script *out, script_sources *list,
                         const input_info *info, value v) {
  assert(info->name);
  script_source *s = find_source(list, info->name);
  if (!s) {
    vec_push(list, ((script_source){
                       info->name, info->type, info->sort, {NULL, 0, 0}, 0}));
    s = &vec_last(list);
  }
  vec_push(&s->values, value_copy(out->mem, v));
}

static void record_input(script_recorder *r, term input, value v) {
  const input_info *info = program_input(r->out->program, input);
  assert(info && v.kind != VALUE_NONE);
  switch (info->kind) {
  case INPUT_CALL:
    record_value(r->out, &r->out->calls, info, v);
    break;
  case INPUT_GLOBAL:
    record_value(r->out, &r->out->globals, info, v);
    break;
  case INPUT_ARGUMENT:
    record_value(r->out, &r->out->arguments, info, v);
    break;
  case INPUT_LOCAL:
    r->has_locals = true;
    break;
  case INPUT_HEAP:
    r->out->has_heap = true;
    break;
  case INPUT_ADDRESS:
    r->has_addresses = true;
    break;
  case INPUT_MEMORY:
  case INPUT_CHOICE:
    r->lost = info;
    break;
  }
}

static value recorded_initial(void *data, var v) {
  return player_initial(&((script_recorder *)data)->player, v);
}

static value recorded_input(void *data, loc at, term input) {
  return player_input(&((script_recorder *)data)->player, at, input);
}

// Only what the executed edge mentions was really consumed.
static bool record_step(void *data, edge e, evaluator *state) {
  script_recorder *r = data;
  const block *b = program_edge_block(r->out->program, e);
  for (uint32_t i = 0; i < b->input_count; i++)
    record_input(r, b->inputs[i], eval_get(state, b->inputs[i]));
  return true;
}

static bool record(script_recorder *r) {
  run_hooks hooks = {.initial = recorded_initial,
                     .input = recorded_input,
                     .step = record_step,
                     .data = r};
  if (r->player.trace->inputs.len == 0) { // there will be nothing to look at
    hooks.step = NULL;
    hooks.blind = RUN_BLIND;
  }
  run_outcome end =
      program_run(r->out->program, &hooks, TRACE_STEPS, &r->out->env->limits);
  r->out->budget = 2 * end.steps + SPARE_STEPS;
  r->out->error = end.last;
  return end.end == RUN_SINK && r->player.problem == PLAYER_FINE &&
         program_kind(r->out->program, end.at) == LOC_ERROR;
}

// --- trials -----------------------------------------------------------------

typedef struct {
  script *script;
  bool is_local_pattern, is_other_pattern; // else zero
  bool is_exhausted; // a function was called more often than in the trace
} trial;

// As clang fills; zero for what has no bits.
static value pattern_value(script *s, sort of) {
  const terms *tt = program_terms(s->program);
  if (sort_get_kind(tt, of) != SORT_BV)
    return (value){.kind = VALUE_NONE};
  uint32_t width = sort_width(tt, of);
  mpz_t n;
  mpz_init(n);
  bool is_32 = s->env->options->data_model == DATA_MODEL_32;
  for (uint32_t i = 0; i < width; i++)
    if (is_32 || i % 2)
      mpz_setbit(n, i);
  value v = width <= 64 ? value_bv(width, mpz_get_ui(n))
                        : value_bv_mpz(s->mem, width, n);
  mpz_clear(n);
  return v;
}

static value given_value(trial *t, script_sources *list, const char *name,
                         bool is_call) {
  script_source *s = find_source(list, name);
  const value none = {.kind = VALUE_NONE};
  if (!s)
    return none;
  assert(s->values.len > 0);
  if (!is_call)
    return s->values.data[0];
  if (s->next < s->values.len)
    return s->values.data[s->next++];
  t->is_exhausted = true;
  return none;
}

// The first one is argc, which whoever starts the program sets; argv lies
// where it lies.
static value main_argument(trial *t, const input_info *info) {
  script *s = t->script;
  const terms *tt = program_terms(s->program);
  bool is_first =
      s->arguments.len && strcmp(s->arguments.data[0].name, info->name) == 0;
  if (is_first && sort_get_kind(tt, info->sort) == SORT_BV)
    return value_bv(sort_width(tt, info->sort), s->argc);
  if (t->is_other_pattern)
    return pattern_value(s, info->sort);
  return (value){.kind = VALUE_NONE};
}

static value trial_input(void *data, loc at, term input) {
  (void)at;
  trial *t = data;
  script *s = t->script;
  const value none = {.kind = VALUE_NONE};
  const input_info *info = program_input(s->program, input);
  assert(info);
  switch (info->kind) {
  case INPUT_CALL:
    return given_value(t, &s->calls, info->name, true);
  case INPUT_GLOBAL:
    if (script_is_part(info->name))
      return none; // defined as zero
    return given_value(t, &s->globals, info->name, false);
  case INPUT_ARGUMENT:
    if (s->is_main)
      return main_argument(t, info);
    return given_value(t, &s->arguments, info->name, false);
  case INPUT_LOCAL:
    return t->is_local_pattern ? pattern_value(s, info->sort) : none;
  case INPUT_HEAP:
    return none;      // the harness allocates zeros
  case INPUT_ADDRESS: // nobody can choose it
  case INPUT_MEMORY:
  case INPUT_CHOICE:
    return t->is_other_pattern ? pattern_value(s, info->sort) : none;
  }
  return none;
}

static value trial_initial(void *data, var v) {
  trial *t = data;
  sort of = program_variable(t->script->program, v)->sort;
  if (t->is_other_pattern)
    return pattern_value(t->script, of);
  return (value){.kind = VALUE_NONE};
}

static bool trial_step(void *data, edge e, evaluator *state) {
  (void)e, (void)state;
  return !((trial *)data)->is_exhausted;
}

static bool try_fill(script *s, bool is_local_pattern, bool is_other_pattern) {
  for (uint32_t i = 0; i < s->calls.len; i++)
    s->calls.data[i].next = 0;
  trial t = {s, is_local_pattern, is_other_pattern, false};
  run_hooks hooks = {.initial = trial_initial,
                     .input = trial_input,
                     .step = s->is_alone ? NULL : trial_step,
                     .data = &t,
                     .blind = RUN_BLIND};
  run_outcome end = program_run(s->program, &hooks, s->budget, &s->env->limits);
  return end.end == RUN_SINK && program_kind(s->program, end.at) == LOC_ERROR;
}

// With this filling of locals the error is reached, whatever the rest is. (A
// trace without any values was its own trial, filled with zero.)
static bool is_enough(script *s, bool is_local_pattern) {
  return (s->is_alone || try_fill(s, is_local_pattern, false)) &&
         try_fill(s, is_local_pattern, true);
}

static void explain(const script_recorder *r, strbuf *why) {
  const input_info *lost = r->lost;
  if (r->has_addresses)
    strbuf_puts(why, "the path depends on where objects lie in memory");
  else if (lost && lost->kind == INPUT_MEMORY)
    strbuf_printf(why, "the path depends on what %s() stores", lost->name);
  else if (r->out->has_heap)
    strbuf_puts(why, "the path depends on memory without initial value");
  else if (r->has_locals)
    strbuf_puts(why, "the path depends on a variable without initial value");
  else if (lost)
    strbuf_puts(why, "the path depends on a choice inside of the program");
  else
    strbuf_puts(why, "the path depends on values that cannot be set");
}

static bool choose_fill(script *s, const script_recorder *r, strbuf *why) {
  bool zero = is_enough(s, false), pattern = zero;
  if (r->has_locals)
    pattern = is_enough(s, true);
  s->fill = zero && pattern ? FILL_ANY : zero ? FILL_ZERO : FILL_PATTERN;
  // Of another entry we know the arguments that have values, not where in its
  // list of parameters they stand. And a function that may write memory does
  // not write anything natively: its trial is no native run.
  bool is_written = r->lost && r->lost->kind == INPUT_MEMORY;
  s->is_exact = s->is_main && !is_written && !script_has_dialect(s);
  if (!zero && !pattern)
    explain(r, why);
  return zero || pattern;
}

// As in the trace, if a program can be started like that.
static uint32_t choose_argc(const script *s) {
  if (!s->arguments.len)
    return 1;
  value v = s->arguments.data[0].values.data[0];
  bool is_word = v.kind == VALUE_BV && v.width <= 64;
  int64_t n = is_word ? value_get_s64(v) : 1;
  return n >= 1 && n <= MAX_ARGC ? (uint32_t)n : 1;
}

bool script_init(script *s, const env *e, const program *p, const trace *t,
                 strbuf *why) {
  assert(e && p && t && why);
  *s = (script){.program = p, .env = e, .mem = arena_new()};
  s->is_main = strcmp(e->options->entry, "main") == 0;
  s->is_alone = !t->inputs.len && !t->initial.len;
  script_recorder r = {.out = s};
  player_init(&r.player, p, t);
  bool ok = record(&r);
  player_clear(&r.player);
  s->argc = choose_argc(s);
  if (ok)
    return choose_fill(s, &r, why);
  strbuf_puts(why, "the trace does not reach the error");
  return false;
}

static void clear_sources(script_sources *list) {
  for (uint32_t i = 0; i < list->len; i++)
    vec_free(&list->data[i].values);
  vec_free(list);
}

void script_clear(script *s) {
  clear_sources(&s->calls);
  clear_sources(&s->globals);
  clear_sources(&s->arguments);
  arena_free(s->mem);
  *s = (script){.mem = NULL};
}
