// SPDX-License-Identifier: Apache-2.0
// The step under construction: a location and the edges that leave it.
//
// Guards stay disjoint by construction: the step keeps the condition 'path'
// under which it is still going on. Each stop takes a part of it away for its
// own edge, and the edges at the end split what is left.
#include "frontend/c/translate/step.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/strbuf.h"
#include "frontend/c/library/models.h"

void step_begin(translator *t, loc from) {
  assert(from.id != 0);
  step *s = &t->step;
  s->from = from;
  s->number++;
  s->path = term_true(t->tt);
  vec_clear(&s->written);
  vec_clear(&s->inputs);
  s->last_need = 0;
}

// Every variable that exists gets its place.
static void make_room(translator *t) {
  uint32_t n = program_variable_count(t->p) + 1;
  if (t->state.len >= n)
    return;
  vec_resize(&t->state, n);
  vec_resize(&t->state_step, n);
}

term step_read(translator *t, var v) {
  assert(v.id != 0);
  if (v.id < t->state.len && t->state_step.data[v.id] == t->step.number)
    return t->state.data[v.id];
  return program_variable_term(t->p, v);
}

void step_write(translator *t, var v, term value_) {
  assert(v.id != 0 && !term_is_none(value_));
  assert(sort_eq(term_sort(t->tt, value_), program_variable(t->p, v)->sort));
  make_room(t);
  assert(v.id < t->state.len);
  if (t->state_step.data[v.id] != t->step.number) {
    t->state_step.data[v.id] = t->step.number;
    vec_push(&t->step.written, v);
  }
  t->state.data[v.id] = value_;
}

term step_input(translator *t, input_kind kind, const char *name,
                type_info type, sort s) {
  input_info info = {kind, name, type, s, step_pos(t)};
  term input = program_add_input(t->p, &info);
  vec_push(&t->step.inputs, input);
  return input;
}

void step_assume(translator *t, term condition) {
  t->step.path = term_and(t->tt, t->step.path, condition);
}

bool step_is_dead(const translator *t) {
  return term_is_false(t->tt, t->step.path);
}

source_pos step_pos(const translator *t) {
  if (t->inst == NULL || t->frame == NULL)
    return (source_pos){0};
  return t->inst->pos.line != 0 ? t->inst->pos : t->frame->f->pos;
}

// Values that a variable has anyway are not assigned.
assignment *step_collect(translator *t, uint32_t *count) {
  step *s = &t->step;
  assignment *all = mem_alloc((s->written.len + 1u) * sizeof *all);
  uint32_t n = 0;
  for (uint32_t k = 0; k < s->written.len; k++) {
    var v = s->written.data[k];
    term now = t->state.data[v.id];
    if (!term_eq(now, program_variable_term(t->p, v)))
      all[n++] = (assignment){v, now};
  }
  program_sort_assignments(all, n);
  *count = n;
  return all;
}

static edge add_edge(translator *t, loc to, block *b, const edge_info *info) {
  b->inputs = t->step.inputs.data;
  b->input_count = t->step.inputs.len;
  return program_add_edge(t->p, t->step.from, to, b, info);
}

// EDGE_NONE: no execution can stop there.
static edge stop(translator *t, term bad, loc sink, const edge_info *info) {
  term guard = term_and(t->tt, t->step.path, bad);
  step_assume(t, term_not(t->tt, bad));
  if (term_is_false(t->tt, guard))
    return EDGE_NONE;
  block b = {.guard = guard};
  return add_edge(t, sink, &b, info);
}

// What a function of the library does wrong is the fault of its caller.
static source_pos own_position(const translator *t) {
  const frame *f = t->frame;
  source_pos pos = step_pos(t);
  for (; f != NULL && f->parent != NULL && models_is_file(pos.file);
       f = f->parent)
    pos = f->parent->f->insts.data[f->call_inst].pos;
  return pos;
}

void step_stop(translator *t, term bad, loc sink, edge_kind kind,
               const char *text) {
  edge_info info = {.kind = kind, .pos = own_position(t), .text = text};
  stop(t, bad, sink, &info);
}

bool step_checks(const translator *t, property_kind kind) {
  bool is_own =
      kind != PROPERTY_OVERFLOW || !models_is_file(t->frame->f->pos.file);
  return is_own && (t->properties >> kind & 1) != 0;
}

void step_start_doubt(translator *t, doubt why) {
  assert(t->doubts[why].id == 0);
  var_info info = {.type = {TYPE_BOOL, NULL}, .sort = sort_bool(t->tt)};
  t->doubts[why] = program_add_variable(t->p, &info);
  step_write(t, t->doubts[why], term_false(t->tt));
}

void step_doubt(translator *t, doubt why, term condition) {
  if (term_is_false(t->tt, condition))
    return;
  term before = step_read(t, t->doubts[why]);
  step_write(t, t->doubts[why], term_or(t->tt, before, condition));
}

static void refuse_doubts(translator *t, term bad) {
  static const char *const TEXTS[DOUBTS] = {
      [DOUBT_OBJECT] = "an error that depends on which of several objects an "
                       "undefined function changes",
      [DOUBT_NULL] = "an error behind an access through a pointer that may be "
                     "from outside, or computed from null",
      [DOUBT_ORDER] = "an error behind a comparison of pointers into different "
                      "objects"};
  for (uint32_t k = 0; k < DOUBTS; k++)
    if (t->doubts[k].id != 0)
      step_unsupported(t, term_and(t->tt, bad, step_read(t, t->doubts[k])),
                       "%s", TEXTS[k]);
}

edge step_error(translator *t, term bad, property_kind kind, const char *text) {
  refuse_doubts(t, bad);
  edge_info info = {.kind = EDGE_ERROR,
                    .pos = own_position(t),
                    .text = text,
                    .property = kind};
  return stop(t, bad, t->error, &info);
}

static void leave(translator *t, term bad, property_kind kind, const char *text,
                  bool is_outside) {
  assert(text != NULL);
  if (step_checks(t, kind)) {
    step_error(t, bad, kind, text);
    return;
  }
  edge_info info = {.kind = EDGE_UNDEFINED,
                    .pos = own_position(t),
                    .text = text,
                    .property = kind,
                    .is_outside = is_outside};
  stop(t, bad, t->undefined, &info);
}

void step_undefined(translator *t, term bad, property_kind kind,
                    const char *text) {
  leave(t, bad, kind, text, false);
}

void step_undefined_outside(translator *t, term bad, property_kind kind,
                            const char *text) {
  leave(t, bad, kind, text, true);
}

void step_unsupported(translator *t, term bad, const char *format, ...) {
  if (term_is_false(t->tt, bad) || step_is_dead(t))
    return;
  strbuf text = {0};
  va_list args;
  va_start(args, format);
  strbuf_vprintf(&text, format, args);
  va_end(args);
  step_stop(t, bad, t->unsupported, EDGE_STOP, strbuf_text(&text));
  strbuf_free(&text);
}

void step_emit(translator *t, loc to, term guard, edge_kind kind,
               const char *text, bool outcome) {
  block b = {.guard = term_and(t->tt, t->step.path, guard)};
  if (term_is_false(t->tt, b.guard))
    return;
  assignment *all = step_collect(t, &b.assignment_count);
  b.assignments = all;
  edge_info info = {
      .kind = kind, .pos = step_pos(t), .text = text, .outcome = outcome};
  add_edge(t, to, &b, &info);
  mem_free(all);
}
