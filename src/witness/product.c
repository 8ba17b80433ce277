// SPDX-License-Identifier: Apache-2.0
// The product of a program and the automaton that a sequence of waypoints is.
//
// A state of the automaton is the number of segments that were passed. A copy
// (l, q) of a location exists where it can be reached in state q. Waypoints
// about conditions before a statement are asked at an extra location in front
// of (l, q), whose edges consume no inputs, so that traces stay the same;
// waypoints about calls, returns and branches split the edges that they are
// about, with the same inputs on both parts. A waypoint is passed as soon as
// possible, and no two of them at the same moment.
#include <assert.h>
#include <string.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "witness/violation.h"
#include "witness/waypoints.h"

enum { MOST_LOCATIONS = 2000000 };

// A waypoint and when it is passed.
typedef struct {
  const waypoint *is;
  loc_vec at; // of an assumption: by id
} step;

typedef struct {
  uint32_t first, end; // waypoints; the last one is followed
} segment;

typedef struct {
  loc original;
  uint32_t state;
  bool is_checked; // waypoints in front of it were asked
  loc copy;
} pending;

typedef struct {
  witness_context *c;
  const program *from;
  terms *tt;
  program *out;
  VEC(step) steps; // one for each waypoint
  VEC(segment) segments;
  hmap copies; // (location, 2 * state + is_checked) -> location of 'out'
  hmap sinks;  // location of 'from' -> of 'out'
  loc end;     // where paths end that leave the sequence
  VEC(pending) work;
  diag *d;
  bool failed;
} product;

static bool give_up(product *p, const waypoint *w, const char *why) {
  p->failed = true;
  return diag_set(p->d, DIAG_UNSUPPORTED, w->place.written, "%s", why);
}

// --- when waypoints are passed ----------------------------------------------

static bool has_location(const loc_vec *sorted, loc l) {
  uint32_t low = 0, high = sorted->len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (sorted->data[middle].id == l.id)
      return true;
    if (sorted->data[middle].id < l.id)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

// The condition under which the waypoint is passed at the location. TERM_NONE:
// it is not about the location.
static term passed_at(product *p, const step *s, loc l) {
  if (s->is->type != WAYPOINT_ASSUMPTION || !has_location(&s->at, l))
    return TERM_NONE;
  strbuf why = {0};
  name_place at = {l, s->is->place.at};
  at.pos.file = program_location(p->from, l)->pos.file;
  term t = invariants_term(p->c, s->is->constraint, at, &why);
  if (term_is_none(t))
    give_up(p, s->is, strbuf_text(&why));
  strbuf_free(&why);
  return t;
}

// What a call has to return.
static term result_condition(product *p, const waypoint *w, term input) {
  strbuf why = {0};
  term t = waypoint_condition(p->c, w, input, &why);
  if (term_is_none(t))
    give_up(p, w, strbuf_text(&why));
  strbuf_free(&why);
  return t;
}

// A function without a body returns within the edge that has its input.
static term passed_by_return(product *p, const waypoint *w, edge e) {
  const block *b = program_edge_block(p->from, e);
  for (uint32_t i = 0; i < b->input_count; i++) {
    const input_info *info = program_input(p->from, b->inputs[i]);
    if (info->kind == INPUT_CALL && waypoint_closes(p->c, w, info->pos))
      return result_condition(p, w, b->inputs[i]);
  }
  loc from = program_edge_from(p->from, e);
  if (program_edge(p->from, e)->kind != EDGE_RETURN ||
      !waypoint_closes(p->c, w, program_location(p->from, from)->call))
    return TERM_NONE;
  if (!waypoint_is_trivial(w))
    give_up(p, w, "what a function with a body returns is not understood here");
  return term_true(p->tt);
}

static term passed_by_enter(product *p, const waypoint *w, edge e) {
  const block *b = program_edge_block(p->from, e);
  for (uint32_t i = 0; i < b->input_count; i++) {
    const input_info *info = program_input(p->from, b->inputs[i]);
    if (info->kind == INPUT_CALL && waypoint_closes(p->c, w, info->pos))
      return term_true(p->tt);
  }
  loc to = program_edge_to(p->from, e);
  bool is_it = program_edge(p->from, e)->kind == EDGE_CALL &&
               waypoint_closes(p->c, w, program_location(p->from, to)->call);
  return is_it ? term_true(p->tt) : TERM_NONE;
}

// --- branches ---------------------------------------------------------------

// Does the edge lead into the statement?
static bool leads_into(product *p, edge e, statement_ref st) {
  const syntax *text = places_syntax(p->c->places, st.source);
  loc to = program_edge_to(p->from, e);
  uint32_t offset = places_offset(
      p->c->places, program_location(p->from, to)->pos, st.source);
  return st.statement != 0 && offset != UINT32_MAX &&
         text_range_has(text->statements.data[st.statement].range, offset);
}

static bool is_in_condition(product *p, loc l, statement_ref st) {
  const syntax *text = places_syntax(p->c->places, st.source);
  const statement *s = &text->statements.data[st.statement];
  uint32_t offset =
      places_offset(p->c->places, program_location(p->from, l)->pos, st.source);
  text_range whole = {s->kind == STATEMENT_DO ? s->head.begin : s->range.begin,
                      s->head.end};
  return offset != UINT32_MAX && text_range_has(whole, offset);
}

// The outcome is told by where the edge leads or, if that is neither branch of
// the statement (an empty body, a jump), by where the others lead.
static bool outcome_of(product *p, edge e, statement_ref st) {
  const statement *s =
      &places_syntax(p->c->places, st.source)->statements.data[st.statement];
  statement_ref body = {st.source, s->body}, other = {st.source, s->otherwise};
  if (leads_into(p, e, body))
    return true;
  if (leads_into(p, e, other))
    return false;
  const edge_vec *out =
      program_out_edges(p->from, program_edge_from(p->from, e));
  for (uint32_t i = 0; i < out->len; i++) {
    if (leads_into(p, out->data[i], body))
      return false;
    if (leads_into(p, out->data[i], other))
      return true;
  }
  return program_edge(p->from, e)->outcome;
}

static term passed_by_branch(product *p, const waypoint *w, edge e) {
  if (program_edge(p->from, e)->kind != EDGE_BRANCH)
    return TERM_NONE;
  strbuf why = {0};
  statement_ref st = places_statement_at(p->c->places, &w->place, &why);
  if (!st.source)
    give_up(p, w, strbuf_text(&why));
  strbuf_free(&why);
  if (!st.source)
    return TERM_NONE;
  bool is_true = strcmp(w->constraint, "true") == 0;
  const statement *s =
      &places_syntax(p->c->places, st.source)->statements.data[st.statement];
  if (s->kind == STATEMENT_SWITCH || s->head.begin == s->head.end ||
      (!is_true && strcmp(w->constraint, "false") != 0)) {
    give_up(p, w, "this kind of branching is not understood here");
    return TERM_NONE;
  }
  if (!is_in_condition(p, program_edge_from(p->from, e), st) ||
      is_in_condition(p, program_edge_to(p->from, e), st) ||
      outcome_of(p, e, st) != is_true)
    return TERM_NONE;
  return term_true(p->tt);
}

// The same for an edge: a condition over the state before it and its inputs.
static term passed_by(product *p, const step *s, edge e) {
  switch (s->is->type) {
  case WAYPOINT_FUNCTION_RETURN:
    return passed_by_return(p, s->is, e);
  case WAYPOINT_FUNCTION_ENTER:
    return passed_by_enter(p, s->is, e);
  case WAYPOINT_BRANCHING:
    return passed_by_branch(p, s->is, e);
  case WAYPOINT_ASSUMPTION:
  case WAYPOINT_TARGET:
    break;
  }
  return TERM_NONE;
}

static bool is_target(product *p, edge e, uint32_t state) {
  const waypoint *w = p->steps.data[p->segments.data[state].end - 1].is;
  return w->type == WAYPOINT_TARGET && waypoint_is_target(p->c, w, e);
}

// --- copies -----------------------------------------------------------------

static loc add_sink(product *p, loc_kind kind) {
  loc_info info = {.kind = kind};
  return program_add_location(p->out, &info);
}

static bool is_asked_at(product *p, loc l, uint32_t state) {
  segment s = p->segments.data[state];
  for (uint32_t i = s.first; i < s.end; i++)
    if (has_location(&p->steps.data[i].at, l))
      return true;
  return false;
}

static loc copy_of(product *p, loc l, uint32_t state, bool is_checked) {
  uint64_t *sink = hmap_find(&p->sinks, l.id);
  if (sink)
    return (loc){(uint32_t)*sink};
  is_checked = is_checked || !is_asked_at(p, l, state);
  uint64_t key = hmap_pair(l.id, 2 * state + is_checked);
  uint64_t *known = hmap_find(&p->copies, key);
  if (known)
    return (loc){(uint32_t)*known};
  loc n = program_add_location(p->out, program_location(p->from, l));
  program_set_origin(p->out, n, l);
  hmap_put(&p->copies, key, n.id);
  vec_push(&p->work, ((pending){l, state, is_checked, n}));
  return n;
}

static void add_edge(product *p, const pending *at, loc to, const block *b,
                     const edge_info *info) {
  if (!term_is_false(p->tt, b->guard))
    program_add_edge(p->out, at->copy, to, b, info);
}

// 'avoid': one to be avoided is passed; 'follow': the other one is, and none to
// be avoided.
typedef struct {
  term avoid, follow;
} passing;

static passing passing_of(product *p, uint32_t state, loc l, edge e) {
  segment s = p->segments.data[state];
  passing all = {term_false(p->tt), term_false(p->tt)};
  for (uint32_t i = s.first; i < s.end && !p->failed; i++) {
    const step *w = &p->steps.data[i];
    term t = e.id ? passed_by(p, w, e) : passed_at(p, w, l);
    if (term_is_none(t))
      continue;
    if (w->is->is_avoided)
      all.avoid = term_or(p->tt, all.avoid, t);
    else
      all.follow = term_and(p->tt, t, term_not(p->tt, all.avoid));
  }
  return all;
}

static term neither(product *p, passing s) {
  return term_and(p->tt, term_not(p->tt, s.avoid), term_not(p->tt, s.follow));
}

// Asks, in front of the location.
static void expand_question(product *p, const pending *at) {
  passing s = passing_of(p, at->state, at->original, EDGE_NONE);
  edge_info info = {.kind = EDGE_PLAIN,
                    .pos = program_location(p->from, at->original)->pos};
  block b = {.guard = s.avoid};
  add_edge(p, at, p->end, &b, &info);
  b.guard = s.follow;
  add_edge(p, at, copy_of(p, at->original, at->state + 1, true), &b, &info);
  b.guard = neither(p, s);
  add_edge(p, at, copy_of(p, at->original, at->state, true), &b, &info);
}

static void copy_edge(product *p, const pending *at, edge e) {
  const edge_info *info = program_edge(p->from, e);
  loc to = program_edge_to(p->from, e);
  block b = *program_edge_block(p->from, e);
  if (program_kind(p->from, to) == LOC_ERROR) {
    bool is_it = at->state + 1 == p->segments.len && is_target(p, e, at->state);
    add_edge(p, at, is_it ? copy_of(p, to, at->state, true) : p->end, &b, info);
    return;
  }
  passing s = passing_of(p, at->state, LOC_NONE, e);
  if (p->failed)
    return;
  term guard = b.guard;
  b.guard = term_and(p->tt, guard, s.avoid);
  add_edge(p, at, p->end, &b, info);
  b.guard = term_and(p->tt, guard, s.follow);
  if (!term_is_false(p->tt, b.guard))
    add_edge(p, at, copy_of(p, to, at->state + 1, false), &b, info);
  b.guard = term_and(p->tt, guard, neither(p, s));
  if (!term_is_false(p->tt, b.guard))
    add_edge(p, at, copy_of(p, to, at->state, false), &b, info);
}

static void expand(product *p, pending at) {
  if (!at.is_checked) {
    expand_question(p, &at);
    return;
  }
  const edge_vec *out = program_out_edges(p->from, at.original);
  for (uint32_t i = 0; i < out->len && !p->failed; i++)
    copy_edge(p, &at, out->data[i]);
}

// --- the whole --------------------------------------------------------------

static void find_places(product *p, step *s) {
  strbuf why = {0};
  if (s->is->type == WAYPOINT_ASSUMPTION &&
      !places_statement(p->c->places, &s->is->place, &s->at, &why))
    give_up(p, s->is, strbuf_text(&why));
  strbuf_free(&why);
}

static void read_waypoints(product *p, const witness *w) {
  uint32_t first = 0;
  for (uint32_t i = 0; i < w->waypoints.len && !p->failed; i++) {
    step s = {.is = &w->waypoints.data[i]};
    find_places(p, &s);
    vec_push(&p->steps, s);
    if (s.is->is_avoided)
      continue;
    vec_push(&p->segments, ((segment){first, i + 1}));
    first = i + 1;
  }
}

// Sinks stay what they are; copy_of never copies them.
static void make_sinks(product *p) {
  for (uint32_t i = 1; i <= program_location_count(p->from); i++) {
    loc_kind kind = program_location(p->from, (loc){i})->kind;
    if (!loc_is_sink(kind))
      continue;
    loc n = add_sink(p, kind);
    program_set_origin(p->out, n, (loc){i});
    hmap_put(&p->sinks, i, n.id);
    if (kind == LOC_END)
      p->end = n;
  }
  assert(p->end.id && "every program has an end");
}

static void build(product *p, const limits *l) {
  make_sinks(p);
  loc entry = copy_of(p, program_entry(p->from), 0, true);
  program_set_entry(p->out, entry);
  for (uint32_t i = 0; i < p->work.len && !p->failed; i++) {
    expand(p, p->work.data[i]);
    if (limits_stop(l) != LIMIT_NONE || i > MOST_LOCATIONS) {
      p->failed = true;
      diag_set(p->d, DIAG_LIMIT, (source_pos){0},
               "the program and the waypoints together are too large");
    }
  }
}

program *violation_product(witness_context *c, const witness *w,
                           const limits *l, diag *d) {
  product p = {.c = c,
               .from = c->program,
               .tt = program_terms(c->program),
               .out = program_new_like(c->program),
               .d = d};
  read_waypoints(&p, w);
  if (!p.failed)
    build(&p, l);
  for (uint32_t i = 0; i < p.steps.len; i++)
    vec_free(&p.steps.data[i].at);
  vec_free(&p.steps);
  vec_free(&p.segments);
  vec_free(&p.work);
  hmap_free(&p.copies);
  hmap_free(&p.sinks);
  if (!p.failed)
    return p.out;
  program_free(p.out);
  return NULL;
}
