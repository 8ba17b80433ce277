// SPDX-License-Identifier: Apache-2.0
// What an error path needs to be found again are the values that came from
// outside. Each call that returned one becomes a waypoint, in the order of the
// execution; everything between is determined by them, and what is left open
// (memory nobody wrote) is for the reader to find.
#include "witness/violation.h"

#include <assert.h>
#include <inttypes.h>

#include "result/player.h"

enum { MOST_WAYPOINTS = 2000 };

typedef struct {
  witness_context *c;
  witness *out;
  player player;
  VEC(trace_input) asked; // since the last step
  edge last;
} recorder;

static value initial_value(void *data, var v) {
  recorder *r = data;
  return player_initial(&r->player, v);
}

static value input_value(void *data, loc at, term input) {
  recorder *r = data;
  value v = player_input(&r->player, at, input);
  vec_push(&r->asked, ((trace_input){input, v}));
  return v;
}

// What an input of the step was that is just done.
static value asked_value(const recorder *r, term input) {
  for (uint32_t i = 0; i < r->asked.len; i++)
    if (term_eq(r->asked.data[i].input, input))
      return r->asked.data[i].value;
  return (value){.kind = VALUE_NONE};
}

static void print_literal(value v, bool is_signed, strbuf *out) {
  assert(v.kind == VALUE_BOOL || v.kind == VALUE_BV);
  const char *suffix = v.width <= 32 ? "" : "ll";
  if (!is_signed) {
    strbuf_printf(out, "%" PRIu64 "u%s", value_get_u64(v), suffix);
    return;
  }
  int64_t n = value_get_s64(v);
  // The literal of the least number would not fit its own type.
  if (v.width >= 32 && n == INT64_MIN >> (64 - v.width))
    strbuf_printf(out, "%" PRId64 "%s - 1", n + 1, suffix);
  else
    strbuf_printf(out, "%" PRId64 "%s", n, suffix);
}

static bool is_number(const input_info *info, value v) {
  return v.kind == VALUE_BV && v.width <= 64 &&
         (info->type.kind == TYPE_SIGNED || info->type.kind == TYPE_CHAR ||
          info->type.kind == TYPE_UNSIGNED || info->type.kind == TYPE_BOOL);
}

static void add_return(recorder *r, const input_info *info, value v) {
  assert(v.kind != VALUE_NONE);
  places *all = r->c->places;
  uint32_t number = info->pos.file ? places_source(all, info->pos.file) : 0;
  uint32_t offset = number ? places_offset(all, info->pos, number) : UINT32_MAX;
  if (offset == UINT32_MAX)
    return;
  uint32_t closing = syntax_closing(places_syntax(all, number), offset);
  if (closing == UINT32_MAX)
    return;
  waypoint w = {.type = WAYPOINT_FUNCTION_RETURN};
  w.place.at.file = arena_strdup(r->out->mem, info->pos.file);
  syntax_position(places_syntax(all, number), closing, &w.place.at.line,
                  &w.place.at.col);
  strbuf text = {0};
  strbuf_puts(&text, "\\result == ");
  print_literal(
      v, info->type.kind == TYPE_SIGNED || info->type.kind == TYPE_CHAR, &text);
  w.constraint = arena_strdup(r->out->mem, strbuf_text(&text));
  strbuf_free(&text);
  vec_push(&r->out->waypoints, w);
}

static bool record(void *data, edge e, evaluator *state) {
  recorder *r = data;
  (void)state; // there is none: the run is fast
  const program *p = r->c->program;
  r->last = e;
  const block *b = program_edge_block(p, e);
  for (uint32_t i = 0; i < b->input_count; i++) {
    const input_info *info = program_input(p, b->inputs[i]);
    value v = asked_value(r, b->inputs[i]);
    // Two calls in one step have no moment between them: a reader could pass
    // only one of their waypoints. The other value is easily found.
    if (info->kind == INPUT_CALL && is_number(info, v) &&
        r->out->waypoints.len < MOST_WAYPOINTS) {
      add_return(r, info, v);
      break;
    }
  }
  vec_clear(&r->asked);
  return true;
}

// The first character of the statement that runs into the error.
static void add_target(recorder *r) {
  const program *p = r->c->program;
  const edge_info *e = program_edge(p, r->last);
  source_pos pos =
      e->pos.line ? e->pos
                  : program_location(p, program_edge_from(p, r->last))->pos;
  waypoint w = {.type = WAYPOINT_TARGET};
  w.place.at = pos;
  w.place.at.file = arena_strdup(r->out->mem, pos.file ? pos.file : "?");
  places *all = r->c->places;
  uint32_t number = pos.file ? places_source(all, pos.file) : 0;
  uint32_t offset = number ? places_offset(all, pos, number) : UINT32_MAX;
  if (offset != UINT32_MAX) {
    const syntax *text = places_syntax(all, number);
    uint32_t st = syntax_around(text, offset);
    if (st != 0)
      syntax_position(text, text->statements.data[st].range.begin,
                      &w.place.at.line, &w.place.at.col);
  }
  vec_push(&r->out->waypoints, w);
}

void violation_write(witness_context *c, const trace *of, const limits *l,
                     witness *w) {
  assert(w->waypoints.len == 0);
  recorder r = {.c = c, .out = w};
  player_init(&r.player, c->program, of);
  run_hooks hooks = {.initial = initial_value,
                     .input = input_value,
                     .step = record,
                     .data = &r,
                     .blind = RUN_BLIND};
  // Where nothing is asked for, only the last step has something to tell.
  if (of->inputs.len == 0 && of->steps > 0)
    hooks.unseen = of->steps - 1;
  run_outcome end = program_run(c->program, &hooks, UINT64_MAX, l);
  player_clear(&r.player);
  vec_free(&r.asked);
  if (r.last.id && end.end == RUN_SINK)
    add_target(&r);
}
