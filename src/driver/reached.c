// SPDX-License-Identifier: Apache-2.0
// A check is a place that could violate a property: the operation itself, or
// for an error call the condition before it. Most are reached by any execution,
// so a few are run first. For the others an engine looks for executions, a few
// rounds deep, in a copy of the program in which getting there is the error;
// what is left is unreached if the judge accepts a proof of it: that of the
// engine, or the one that the program itself was proved by.
#include "driver/reached.h"

#include <assert.h>
#include <string.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "certify/certify.h"
#include "encode/summarize.h"
#include "engine/engine.h"
#include "program/redirect.h"
#include "program/run.h"
#include "result/player.h"

enum {
  MOST_SECONDS = 2,
  MOST_ROUNDS = 10,
  MOST_STEPS = 200000,
  RUNS = 6,          // that are tried first
  MOST_CHECKS = 200, // more are not told apart
  MOST_WALK = 64     // locations of one condition
};

typedef struct {
  property_kind property;
  source_pos pos;
  VEC(loc) at; // reached if one of these is
  bool is_reached, is_unreached;
} check;

typedef struct {
  env env; // with limits of its own
  program *p;
  const result *proved;
  VEC(check) checks;
  bool *is_visited; // by location
  bool *is_target;  // by location: of a check that is open
  loc error, end;
  uint64_t random;
  bool is_zero; // all inputs
} survey;

// --- checks ------------------------------------------------------------------

static bool is_wrapper(const char *function) {
  return function != NULL && strstr(function, "assert") != NULL;
}

// Error calls are told apart by their places; an assertion that is a function
// by its calls. Of other properties it is enough to know one place.
static uint64_t key_of(const program *p, edge e, source_pos *pos) {
  const edge_info *info = program_edge(p, e);
  const loc_info *from = program_location(p, program_edge_from(p, e));
  *pos = info->pos;
  if (info->property != PROPERTY_REACH)
    return info->property;
  uint64_t key = program_place_key(info);
  if (!is_wrapper(from->function) || from->call.line == 0)
    return key;
  *pos = from->call;
  return hash_mix(key, (uint64_t)from->call.line << 32 | from->call.col);
}

static check *check_of(survey *s, hmap *known, edge e) {
  source_pos pos;
  uint64_t key = key_of(s->p, e, &pos);
  const uint64_t *index = hmap_find(known, key);
  if (index != NULL)
    return &s->checks.data[*index];
  if (s->checks.len >= MOST_CHECKS)
    return NULL;
  hmap_put(known, key, s->checks.len);
  check made = {.property = program_edge(s->p, e)->property, .pos = pos};
  vec_push(&s->checks, made);
  return &vec_last(&s->checks);
}

static bool has(const check *c, loc l) {
  for (uint32_t i = 0; i < c->at.len; i++)
    if (c->at.data[i].id == l.id)
      return true;
  return false;
}

// The condition may have parts (&&, ||), all on its line.
static void add_condition(const survey *s, check *c, loc branch) {
  uint32_t next = c->at.len;
  if (!has(c, branch))
    vec_push(&c->at, branch);
  uint32_t line = program_location(s->p, branch)->pos.line;
  for (; next < c->at.len && c->at.len < MOST_WALK; next++) {
    const edge_vec *in = program_in_edges(s->p, c->at.data[next]);
    for (uint32_t i = 0; i < in->len; i++) {
      loc from = program_edge_from(s->p, in->data[i]);
      if (program_location(s->p, from)->pos.line == line && !has(c, from))
        vec_push(&c->at, from);
    }
  }
}

// Nothing but an error call follows: an execution that gets here fails, or is
// not supported.
static bool always_fails(const survey *s, loc at) {
  const edge_vec *out = program_out_edges(s->p, at);
  for (uint32_t i = 0; i < out->len; i++)
    if (!loc_is_sink(program_kind(s->p, program_edge_to(s->p, out->data[i]))))
      return false;
  return true;
}

// An error call is behind its condition; an operation has it in itself.
static void add_place(const survey *s, check *c, edge e) {
  loc at = program_edge_from(s->p, e);
  if (!always_fails(s, at)) {
    vec_push(&c->at, at);
    return;
  }
  for (uint32_t steps = 0; steps < MOST_WALK; steps++) {
    const edge_vec *in = program_in_edges(s->p, at);
    for (uint32_t i = 0; i < in->len; i++)
      if (program_edge(s->p, in->data[i])->kind == EDGE_BRANCH)
        add_condition(s, c, program_edge_from(s->p, in->data[i]));
    if (in->len != 1 || c->at.len > 0)
      break;
    at = program_edge_from(s->p, in->data[0]);
  }
  if (c->at.len == 0)
    vec_push(&c->at, at);
}

static void find_checks(survey *s) {
  hmap known = {0};
  for (uint32_t i = 1; i <= program_edge_count(s->p); i++) {
    check *c = NULL;
    if (program_edge(s->p, (edge){i})->kind == EDGE_ERROR)
      c = check_of(s, &known, (edge){i});
    if (c != NULL)
      add_place(s, c, (edge){i});
  }
  hmap_free(&known);
}

static void note_visits(survey *s) {
  for (uint32_t i = 0; i < s->checks.len; i++)
    for (uint32_t k = 0; k < s->checks.data[i].at.len; k++)
      s->checks.data[i].is_reached |=
          s->is_visited[s->checks.data[i].at.data[k].id];
}

static uint32_t mark_open(survey *s) {
  uint32_t open = 0;
  memset(s->is_target, 0, program_location_count(s->p) + 1u);
  for (uint32_t i = 0; i < s->checks.len; i++) {
    const check *c = &s->checks.data[i];
    if (c->is_reached || c->is_unreached)
      continue;
    open++;
    for (uint32_t k = 0; k < c->at.len; k++)
      s->is_target[c->at.data[k].id] = true;
  }
  return open;
}

// --- a few executions --------------------------------------------------------

// Small numbers first (the first run has zeros alone), then any.
static value any_input(void *data, loc at, term input) {
  survey *s = data;
  (void)at;
  const terms *tt = program_terms(s->p);
  sort of = term_sort(tt, input);
  s->random = s->random * UINT64_C(6364136223846793005) + 1;
  uint64_t bits = s->random >> 33;
  if (s->is_zero)
    return (value){0};
  if (sort_get_kind(tt, of) == SORT_BOOL)
    return value_bool(bits & 1);
  if (sort_get_kind(tt, of) == SORT_BV && sort_width(tt, of) <= 64)
    return value_bv(sort_width(tt, of), bits & 1 ? bits >> 1 : bits % 9);
  return (value){0};
}

static bool note_step(void *data, edge e, evaluator *state) {
  survey *s = data;
  (void)state;
  s->is_visited[program_edge_to(s->p, e).id] = true;
  return true;
}

static void run_some(survey *s) {
  s->is_visited[program_entry(s->p).id] = true;
  run_hooks hooks = {
      .input = any_input, .step = note_step, .data = s, .blind = RUN_BLIND};
  for (uint32_t i = 0; i < RUNS && mark_open(s) > 0 &&
                       limits_stop(&s->env.limits) == LIMIT_NONE;
       i++) {
    s->random = i;
    s->is_zero = i == 0;
    program_run(s->p, &hooks, MOST_STEPS, &s->env.limits);
    note_visits(s);
  }
}

// --- a search for others -----------------------------------------------------

static loc to_open(void *data, edge e) {
  const survey *s = data;
  loc to = program_edge_to(s->p, e);
  if (s->is_target[to.id])
    return s->error;
  bool is_other = program_kind(s->p, to) == LOC_ERROR ||
                  program_location(s->p, to)->kind == LOC_UNDEFINED;
  return is_other ? s->end : to;
}

static value initial_value(void *data, var v) {
  return player_initial(data, v);
}

static value input_value(void *data, loc at, term input) {
  return player_input(data, at, input);
}

// Runs the trace; false: it ends elsewhere.
static bool replay(survey *s, const program *copy, const trace *t) {
  player played;
  player_init(&played, copy, t);
  run_hooks hooks = {.initial = initial_value,
                     .input = input_value,
                     .data = &played,
                     .blind = RUN_BLIND};
  run_outcome end = program_run(copy, &hooks, UINT64_MAX, &s->env.limits);
  bool is_fine = played.problem == PLAYER_FINE && end.end == RUN_SINK &&
                 end.at.id == s->error.id;
  player_clear(&played);
  if (is_fine)
    s->is_visited[program_edge_to(s->p, end.last).id] = true;
  return is_fine;
}

static void close_open(survey *s) {
  for (uint32_t i = 0; i < s->checks.len; i++)
    s->checks.data[i].is_unreached |= !s->checks.data[i].is_reached;
}

// One question about all open checks. False: nothing new was found out.
static bool search(survey *s, const env *e) {
  if (mark_open(s) == 0 || limits_stop(&e->limits) != LIMIT_NONE)
    return false;
  program *copy = program_redirect(s->p, to_open, s);
  program *blocks = summarize(copy, &e->limits);
  bool is_found = false;
  if (blocks != NULL) {
    engine_task task = {copy, blocks, e, NULL};
    result *r = engine_bmc.run(&task);
    is_found = r->verdict == VERDICT_FALSE && replay(s, copy, &r->trace);
    const result *by = r->verdict == VERDICT_TRUE ? r
                       : s->proved->about == NULL ? s->proved
                                                  : NULL;
    if (is_found)
      note_visits(s);
    else if (by != NULL &&
             certify_proof(&s->env, copy, by).status == CERTIFY_OK)
      close_open(s);
    result_free(r);
    program_free(blocks);
  }
  program_free(copy);
  return is_found;
}

// --- what is said ------------------------------------------------------------

static uint32_t conclude_checks(survey *s) {
  uint32_t placed = 0, reached = 0;
  for (uint32_t i = 0; i < s->checks.len; i++) {
    const check *c = &s->checks.data[i];
    placed |= 1u << c->property;
    reached |= c->is_unreached ? 0 : 1u << c->property;
    if (c->is_unreached && c->property == PROPERTY_REACH)
      program_add_note_here(s->p, NOTE_WARNING,
                            "no execution gets to this assertion, so it says "
                            "nothing",
                            c->pos);
  }
  return placed & ~reached;
}

uint32_t reached_none(const env *judge, program *p, const result *proved) {
  size_t n = (size_t)program_location_count(p) + 1;
  survey s = {.env = *judge,
              .p = p,
              .proved = proved,
              .is_visited = mem_alloc(n),
              .is_target = mem_alloc(n),
              .error = program_sink(p, LOC_ERROR),
              .end = program_sink(p, LOC_END)};
  options o = *judge->options;
  o.unwind = MOST_ROUNDS;
  s.env.options = &o;
  s.env.limits = limits_within(&judge->limits, MOST_SECONDS);
  find_checks(&s);
  run_some(&s);
  while (search(&s, &s.env)) {
  }
  uint32_t unreached = conclude_checks(&s);
  for (uint32_t i = 0; i < s.checks.len; i++)
    vec_free(&s.checks.data[i].at);
  vec_free(&s.checks);
  mem_free(s.is_visited);
  mem_free(s.is_target);
  return unreached;
}
