// SPDX-License-Identifier: Apache-2.0
// The answer for programs: docs/json.md describes the members. A change that
// breaks a reader raises SCHEMA.
#include "report/report.h"

#include <assert.h>
#include <string.h>

#include "base/hmap.h"
#include "report/format.h"
#include "report/hints.h"
#include "report/json.h"
#include "report/properties.h"
#include "report/route.h"
#include "report/lines.h"
#include "report/writer.h"
#include "term/text/print.h"

enum { SCHEMA = 1, MAX_PAGE_STEPS = 20000 };

void json_position(json_writer *w, const char *key, source_pos pos) {
  if (!pos.file) {
    json_raw(w, key, "null");
    return;
  }
  json_begin(w, key, '{');
  json_string(w, "file", pos.file);
  json_int(w, "line", pos.line);
  json_int(w, "column", pos.col);
  json_end(w, '}');
}

// Numbers as text: JSON readers round large ones.
static void write_value(json_writer *w, const char *key, value v,
                        type_info type) {
  strbuf text = {0};
  if (v.kind == VALUE_ARRAY)
    value_print(v, false, &text);
  else
    format_number(v, type, &text);
  json_string(w, key, strbuf_text(&text));
  strbuf_free(&text);
}

// As people read it, where that says more.
static void write_shown(json_writer *w, const program *p, value v,
                        type_info type) {
  if (v.kind == VALUE_ARRAY)
    return;
  strbuf plain = {0}, shown = {0};
  format_number(v, type, &plain);
  format_value(p, v, type, &shown);
  if (strcmp(strbuf_text(&plain), strbuf_text(&shown)) != 0)
    json_string(w, "shown", strbuf_text(&shown));
  strbuf_free(&plain);
  strbuf_free(&shown);
}

// --- options that differ from their defaults -------------------------------

static void write_flag(json_writer *w, const char *name, bool v, bool initial) {
  if (v != initial)
    json_bool(w, name, v);
}
static void write_int(json_writer *w, const char *name, int64_t v,
                      int64_t initial) {
  if (v != initial)
    json_int(w, name, v);
}
static void write_real(json_writer *w, const char *name, double v,
                       double initial) {
  if (v < initial || v > initial)
    json_real(w, name, v);
}
static void write_text(json_writer *w, const char *name, const char *v,
                       const char *initial) {
  if (v != initial && (!v || !initial || strcmp(v, initial) != 0))
    json_string(w, name, v);
}

static void write_choice(json_writer *w, const char *name, int v, int initial) {
  if (v == initial)
    return;
  strbuf word = {0};
  options_print_choice(name, v, &word);
  json_string(w, name, strbuf_text(&word));
  strbuf_free(&word);
}

static void write_list(json_writer *w, const char *name,
                       const string_list *list) {
  if (!list->len)
    return;
  json_begin(w, name, '[');
  for (uint32_t i = 0; i < list->len; i++)
    json_string(w, NULL, list->data[i]);
  json_end(w, ']');
}

static void write_options(json_writer *w, const options *o) {
  json_begin(w, "options", '{');
#define OPTION_FLAG(id, name, initial, help)                                   \
  write_flag(w, name, o->id, initial);
#define OPTION_INT(id, name, initial, low, high, meta, help)                   \
  write_int(w, name, o->id, initial);
#define OPTION_REAL(id, name, initial, low, high, meta, help)                  \
  write_real(w, name, o->id, initial);
#define OPTION_TEXT(id, name, initial, meta, help)                             \
  write_text(w, name, o->id, initial);
#define OPTION_CHOICE(id, name, initial, help)                                 \
  write_choice(w, name, o->id, initial);
#define OPTION_LIST(id, name, meta, help) write_list(w, name, &o->id);
#define OPTION_SECTION(title)
#include "base/options.def"
  json_end(w, '}');
  write_list(w, "inputs", &o->inputs);
  write_list(w, "clang-flags", &o->clang_flags);
}

// --- evidence
// -----------------------------------------------------------------

static void write_line(void *w, const char *line) {
  json_string(w, NULL, line);
}

static void write_lines(json_writer *w, const char *key, const char *text) {
  json_begin(w, key, '[');
  hints_each(text ? text : "", write_line, w);
  json_end(w, ']');
}

static void write_reason(json_writer *w, const report_input *in) {
  const result *r = in->result;
  strbuf hints = {0}, first = {0};
  hints_find(in, &hints);
  strbuf_write(&first, strbuf_text(&hints), strcspn(strbuf_text(&hints), "\n"));
  json_begin(w, "reason", '{');
  json_string(w, "code", unknown_name(r->unknown));
  json_string(w, "text", r->reason);
  json_position(w, "position", r->at);
  json_string(w, "hint", first.len > 0 ? strbuf_text(&first) : NULL);
  write_lines(w, "hints", strbuf_text(&hints));
  json_end(w, '}');
  strbuf_free(&hints);
  strbuf_free(&first);
}

static const char *edge_kind_name(edge_kind kind) {
  switch (kind) {
  case EDGE_PLAIN:
    return "statement";
  case EDGE_BRANCH:
    return "branch";
  case EDGE_CALL:
    return "call";
  case EDGE_RETURN:
    return "return";
  case EDGE_ERROR:
  case EDGE_UNDEFINED:
    return "error";
  case EDGE_STOP:
    return "stop";
  }
  assert(!"every kind of edge has a name");
  return "statement";
}

static const char *input_kind_name(input_kind kind) {
  switch (kind) {
  case INPUT_CALL:
    return "call";
  case INPUT_LOCAL:
    return "local";
  case INPUT_GLOBAL:
    return "global";
  case INPUT_ARGUMENT:
    return "argument";
  case INPUT_MEMORY:
    return "memory";
  case INPUT_HEAP:
    return "heap";
  case INPUT_ADDRESS:
    return "address";
  case INPUT_CHOICE:
    return "choice";
  }
  assert(!"every kind of input has a name");
  return "choice";
}

// The members that an old change, told as a value, has, too.
static void write_setting(json_writer *w, const program *p,
                          const route_change *c) {
  const var_info *info = program_variable(p, c->variable);
  assert(info->name);
  json_string(w, "variable", info->name);
  if (info->function)
    json_string(w, "function", info->function);
  if (c->index.kind != VALUE_NONE)
    write_value(w, "index", c->index, (type_info){.kind = TYPE_UNSIGNED});
  write_value(w, "value", c->value, info->type);
  write_shown(w, p, c->value, info->type);
}

static void write_change(json_writer *w, const program *p,
                         const route_change *c) {
  json_begin(w, NULL, '{');
  write_setting(w, p, c);
  json_bool(w, "relevant", c->is_relevant);
  json_end(w, '}');
}

static void write_input(json_writer *w, const program *p,
                        const route_input *i) {
  const input_info *info = program_input(p, i->input);
  assert(info);
  json_begin(w, NULL, '{');
  json_string(w, "kind", input_kind_name(info->kind));
  json_string(w, "name", info->name);
  json_string(w, "type", info->type.name);
  write_value(w, "value", i->value, info->type);
  write_shown(w, p, i->value, info->type);
  json_position(w, "position", info->pos);
  json_end(w, '}');
}

static void write_step(json_writer *w, const route *v, const route_step *s,
                       lines *source) {
  const program *p = v->program;
  const edge_info *e = program_edge(p, s->edge);
  const loc_info *at = program_location(p, program_edge_from(p, s->edge));
  json_begin(w, NULL, '{');
  json_string(w, "kind", edge_kind_name(e->kind));
  json_position(w, "position", e->pos);
  json_string(w, "function", at->function);
  json_int(w, "depth", at->depth);
  json_int(w, "location", program_edge_from(p, s->edge).id);
  size_t length;
  const char *line = lines_get(source, e->pos.file, e->pos.line, &length);
  if (line)
    json_text(w, "source", line, length);
  if (e->kind == EDGE_BRANCH)
    json_bool(w, "outcome", e->outcome);
  if (route_text(v, s))
    json_string(w, "text", route_text(v, s));
  if (s->change_count) {
    json_begin(w, "changes", '[');
    for (uint32_t i = 0; i < s->change_count; i++)
      write_change(w, p, &v->changes.data[s->first_change + i]);
    json_end(w, ']');
  }
  if (s->input_count) {
    json_begin(w, "inputs", '[');
    for (uint32_t i = 0; i < s->input_count; i++)
      write_input(w, p, &v->inputs.data[s->first_input + i]);
    json_end(w, ']');
  }
  json_end(w, '}');
}

// What the steps before 'first' left behind: the last change of each variable
// and element.
static void write_state(json_writer *w, const route *v, uint32_t first) {
  hmap seen = {0};
  for (uint32_t i = v->steps.data[first].first_change; i-- > 0;) {
    const route_change *c = &v->changes.data[i];
    bool is_word = c->index.kind == VALUE_BV && c->index.width <= 64;
    uint64_t element = is_word ? value_get_u64(c->index) + 1 : 0;
    uint64_t key = (uint64_t)c->variable.id << 32 ^ element;
    if (hmap_find(&seen, key) != NULL)
      continue;
    hmap_put(&seen, key, 1);
    json_begin(w, NULL, '{');
    write_setting(w, v->program, c);
    json_end(w, '}');
  }
  hmap_free(&seen);
}

static void write_initial(json_writer *w, const report_input *in) {
  for (uint32_t i = 0; i < in->result->trace.initial.len; i++) {
    const trace_initial *t = &in->result->trace.initial.data[i];
    const var_info *info = program_variable(in->program, t->variable);
    if (!info->name)
      continue;
    json_begin(w, NULL, '{');
    json_string(w, "variable", info->name);
    write_value(w, "value", t->value, info->type);
    json_end(w, '}');
  }
}

static void write_trace(json_writer *w, const char *key,
                        const report_input *in) {
  limits none = {.interrupt = in->env->limits.interrupt};
  route *v = route_new(in->program, &in->result->trace, &none);
  lines *source = lines_new(in->program);
  json_begin(w, key, '{');
  json_bool(w, "complete", v->is_complete);
  // Nobody steps through more, and a page must open.
  bool is_cut = w->is_inside_page && v->steps.len > MAX_PAGE_STEPS;
  uint32_t first = is_cut ? v->steps.len - MAX_PAGE_STEPS : 0;
  json_int(w, "skipped_steps", (int64_t)(v->skipped + first));
  json_begin(w, "initial", '[');
  write_initial(w, in);
  if (is_cut)
    write_state(w, v, first);
  json_end(w, ']');
  json_begin(w, "steps", '[');
  for (uint32_t i = first; i < v->steps.len; i++)
    write_step(w, v, &v->steps.data[i], source);
  json_end(w, ']');
  json_end(w, '}');
  lines_free(source);
  route_free(v);
}

static void write_invariant(json_writer *w, const program *p,
                            const proof_label *l) {
  const loc_info *at = program_location(p, l->location);
  strbuf c = {0}, smt2 = {0};
  bool has_c = format_formula(p, l->invariant, &c);
  term_print_smt2(program_terms(p), l->invariant, &smt2);
  json_begin(w, NULL, '{');
  json_position(w, "position", at->pos);
  json_string(w, "function", at->function);
  json_int(w, "location", l->location.id);
  json_string(w, "c", has_c ? strbuf_text(&c) : NULL);
  json_string(w, "smt2", strbuf_text(&smt2));
  json_end(w, '}');
  strbuf_free(&c);
  strbuf_free(&smt2);
}

static void write_proof(json_writer *w, const char *key,
                        const report_input *in) {
  const proof *pr = &in->result->proof;
  json_begin(w, key, '{');
  json_string(w, "kind", pr->kind == PROOF_BOUNDED ? "bounded" : "invariant");
  json_int(w, "k", pr->k);
  json_begin(w, "invariants", '[');
  for (uint32_t i = 0; i < pr->labels.len; i++)
    write_invariant(w, in->program, &pr->labels.data[i]);
  json_end(w, ']');
  json_begin(w, "simple_path_variables", '[');
  for (uint32_t i = 0; i < pr->simple.len; i++) {
    term v = program_variable_term(in->program, pr->simple.data[i]);
    json_string(w, NULL, term_symbol(program_terms(in->program), v));
  }
  json_end(w, ']');
  json_end(w, '}');
}

static const char *note_kind_name(note_kind kind) {
  switch (kind) {
  case NOTE_EXTERNAL:
    return "external";
  case NOTE_ASSUMPTION:
    return "assumption";
  case NOTE_MODEL:
    return "model";
  case NOTE_CONTRACT:
    return "contract";
  case NOTE_HARMLESS:
    return "harmless";
  case NOTE_WARNING:
  case NOTE_COMPILER:
  case NOTE_UNCALLED:
    break;
  }
  assert(!"every kind of note has a name");
  return "external";
}

static void write_warnings(json_writer *w, const report_input *in) {
  const program *p = in->program;
  json_begin(w, "warnings", '[');
  for (uint32_t i = 0; p && i < program_note_count(p); i++) {
    note n = program_note(p, i);
    if (!format_is_warning(n) || !format_is_shown(n, in->result->verdict))
      continue;
    json_begin(w, NULL, '{');
    json_string(w, "text", n.text);
    json_position(w, "position", n.pos);
    json_end(w, '}');
  }
  json_end(w, ']');
}

static void write_notes(json_writer *w, const program *p) {
  json_begin(w, "notes", '[');
  for (uint32_t i = 0; i < program_note_count(p); i++) {
    note n = program_note(p, i);
    if (format_is_warning(n) || n.kind == NOTE_UNCALLED)
      continue;
    json_begin(w, NULL, '{');
    json_string(w, "kind", note_kind_name(n.kind));
    json_string(w, "text", n.text);
    json_position(w, "position", n.pos);
    json_end(w, '}');
  }
  json_end(w, ']');
}

static void write_cost(json_writer *w, const report_input *in) {
  json_real(w, "wall", in->wall);
  json_real(w, "cpu", in->cpu);
  json_int(w, "memory", (int64_t)format_peak_memory());
  strbuf stats_text = {0};
  stats_print_json(in->env->stats, &stats_text);
  json_raw(w, "statistics", strbuf_text(&stats_text));
  strbuf_free(&stats_text);
}

void json_evidence(json_writer *w, const char *key, const report_input *in) {
  if (in->program && in->result->verdict == VERDICT_FALSE)
    write_trace(w, key, in);
  if (in->program && in->result->verdict == VERDICT_TRUE)
    write_proof(w, key, in);
}

void json_report(json_writer *w, const char *key, const report_input *in) {
  assert(in && in->env && in->result);
  const result *r = in->result;
  json_begin(w, key, '{');
  json_string(w, "wedge", WEDGE_VERSION);
  json_int(w, "schema", SCHEMA);
  json_string(w, "verdict", verdict_name(r->verdict));
  json_string(w, "violated", format_violation(in));
  json_string(w, "engine", r->engine);
  json_string(w, "solver", finder_name(r->finder));
  json_string(w, "confirmed", in->certified);
  if (in->witness)
    json_string(w, "witness", in->witness);
  json_int(w, "rounds", r->bound);
  if (r->verdict == VERDICT_UNKNOWN)
    write_reason(w, in);
  json_evidence(w, r->verdict == VERDICT_FALSE ? "trace" : "proof", in);
  properties_json(in, w);
  write_warnings(w, in);
  if (in->program)
    write_notes(w, in->program);
  write_lines(w, "others", in->others);
  write_options(w, in->env->options);
  write_cost(w, in);
  json_end(w, '}');
}

void report_json(const report_input *in, strbuf *out) {
  json_writer w = {.out = out};
  json_report(&w, NULL, in);
  strbuf_putc(out, '\n');
}
