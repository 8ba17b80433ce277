// SPDX-License-Identifier: Apache-2.0
// The answer as a person reads it: the verdict first, then the evidence in the
// terms of the source, then what it rests on and what it cost.
#include "report/report.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hmap.h"
#include "base/shown.h"
#include "report/format.h"
#include "report/gist.h"
#include "report/hints.h"
#include "report/json.h"
#include "report/properties.h"
#include "report/route.h"
#include "report/lines.h"
#include "report/sarif.h"

enum { SOURCE_COLUMNS = 44, MOST_FOLDED = 6 };

typedef struct {
  const report_input *in;
  const route *path;
  lines *source;
  strbuf *out;
  bool is_short;
  // The line being put together: steps on one source line are one line here.
  source_pos pos;
  const loc_info *at; // NULL: there was no line yet
  uint32_t depth;
  const char *function;
  strbuf remarks;
  bool is_open;
  uint32_t branch; // column of its last condition; 0: none
  bool is_behind;  // there was something else after that
} trace_text;

// --- error paths --------------------------------------------------------

static void flush_line(trace_text *t) {
  if (!t->is_open)
    return;
  t->is_open = false;
  size_t length;
  const char *line = lines_get(t->source, t->pos.file, t->pos.line, &length);
  strbuf_printf(t->out, "  %5u | ", t->pos.line);
  strbuf_printf(t->out, "%*s", (int)(2 * t->depth), "");
  strbuf_write(t->out, line ? line : "", length);
  size_t used = length + 2 * (size_t)t->depth;
  size_t pad = used < SOURCE_COLUMNS ? SOURCE_COLUMNS - used : 2;
  if (t->remarks.len)
    strbuf_printf(t->out, "%*s%s", (int)pad, "", strbuf_text(&t->remarks));
  strbuf_putc(t->out, '\n');
  strbuf_clear(&t->remarks);
}

static bool is_same_text(const char *a, const char *b) {
  return a == b || (a && b && strcmp(a, b) == 0);
}

// Where something ran after a condition, another one that does not stand behind
// it begins the next round of a loop.
static void open_line(trace_text *t, source_pos pos, const loc_info *at,
                      bool is_branch) {
  bool is_new_place = !is_same_text(t->pos.file, pos.file) ||
                      !is_same_text(t->function, at->function);
  bool is_round = is_branch && t->is_behind && pos.col <= t->branch;
  if (t->is_open && !is_new_place && t->pos.line == pos.line &&
      t->depth == at->depth && !is_round) {
    t->branch = is_branch ? pos.col : t->branch;
    t->is_behind = !is_branch && t->branch > 0;
    return;
  }
  flush_line(t);
  t->branch = is_branch ? pos.col : 0;
  t->is_behind = false;
  if (is_new_place) {
    strbuf_printf(t->out, "  %*sin %s (", (int)(2 * at->depth), "",
                  at->function ? at->function : "the program");
    shown_name(pos.file ? pos.file : "?", t->out);
    strbuf_puts(t->out, "):\n");
  }
  t->pos = pos;
  t->at = at;
  t->function = at->function;
  t->depth = at->depth;
  t->is_open = true;
}

// What was said last is not said again: new memory has many parts.
static bool is_said(const trace_text *t, const char *text) {
  size_t length = strlen(text);
  const char *said = strbuf_text(&t->remarks);
  return t->remarks.len >= length &&
         strcmp(said + t->remarks.len - length, text) == 0 &&
         (t->remarks.len == length || said[t->remarks.len - length - 1] == ' ');
}

static void remark(trace_text *t, const char *text) {
  assert(t->is_open);
  if (t->is_short && is_said(t, text))
    return;
  if (t->remarks.len)
    strbuf_puts(&t->remarks, ", ");
  strbuf_puts(&t->remarks, text);
}

// A changed variable that shows an input's value makes the input's own remark
// superfluous.
static bool is_shown_by_change(const trace_text *t, const route_step *s,
                               const route_input *input) {
  for (uint32_t i = 0; i < s->change_count; i++) {
    const route_change *c = &t->path->changes.data[s->first_change + i];
    if (c->value.kind == input->value.kind &&
        value_equal(c->value, input->value))
      return true;
  }
  return false;
}

static bool is_shown(const trace_text *t, const route_step *s,
                     const route_change *c) {
  if (!t->is_short)
    return true;
  // What nobody chose is worth showing where it is not a whole array.
  enum { FEW = 8 };
  bool is_chosen = s->input_count > 0 && s->change_count <= FEW;
  const var_info *v = program_variable(t->in->program, c->variable);
  return (c->is_relevant || is_chosen) && !route_is_library(v->pos);
}

static bool is_worth_a_line(const trace_text *t, const route_step *s) {
  const edge_info *e = program_edge(t->in->program, s->edge);
  if (!t->is_short || e->kind != EDGE_PLAIN || s->input_count)
    return true;
  for (uint32_t i = 0; i < s->change_count; i++)
    if (t->path->changes.data[s->first_change + i].is_relevant)
      return true;
  return false;
}

// The elements of a small array are variables whose names say which: "a[3]"
// comes behind "a[2]".
static bool is_next_name(const char *name, const char *next) {
  const char *at = strrchr(name, '['), *at_next = strrchr(next, '[');
  if (!at || !at_next || at - name != at_next - next ||
      strncmp(name, next, (size_t)(at - name)) != 0)
    return false;
  char *end, *end_next;
  uint64_t index = strtoull(at + 1, &end, 10);
  uint64_t index_next = strtoull(at_next + 1, &end_next, 10);
  return strcmp(end, "]") == 0 && strcmp(end_next, "]") == 0 &&
         index_next == index + 1;
}

static bool is_small(value v) { return v.kind == VALUE_BV && v.width <= 64; }

static bool is_next_element(const program *p, const route_change *c,
                            const route_change *next) {
  if (c->value.kind != next->value.kind || !value_equal(next->value, c->value))
    return false;
  if (c->index.kind == VALUE_NONE)
    return next->index.kind == VALUE_NONE &&
           is_next_name(program_variable(p, c->variable)->name,
                        program_variable(p, next->variable)->name);
  return next->variable.id == c->variable.id && is_small(c->index) &&
         is_small(next->index) &&
         value_get_u64(next->index) == value_get_u64(c->index) + 1;
}

// How many elements in a row get the same value. Two are as short as a range.
static uint32_t count_row(const program *p, const route_change *c,
                          uint32_t left) {
  uint32_t count = 1;
  while (count < left && is_next_element(p, &c[count - 1], &c[count]))
    count++;
  return count > 2 ? count : 1;
}

static void remark_changes(trace_text *t, const route_step *s) {
  strbuf text = {0};
  for (uint32_t i = 0, count; i < s->change_count; i += count) {
    const route_change *c = &t->path->changes.data[s->first_change + i];
    uint32_t left = s->change_count - i;
    count = t->is_short ? count_row(t->in->program, c, left) : 1;
    if (!is_shown(t, s, c))
      continue;
    strbuf_clear(&text);
    format_changes(t->in->program, c, count, &text);
    remark(t, strbuf_text(&text));
  }
  strbuf_free(&text);
}

// A value that no name of the source stands for.
static bool is_nameless(const input_info *i) {
  return i->kind == INPUT_LOCAL && i->name == NULL;
}

static bool is_padding(const input_info *i) {
  return i->kind == INPUT_CHOICE && i->name && strcmp(i->name, "padding") == 0;
}

static void remark_values(trace_text *t, const route_step *s) {
  const program *p = t->in->program;
  strbuf text = {0};
  remark_changes(t, s);
  for (uint32_t i = 0; i < s->input_count; i++) {
    const route_input *input = &t->path->inputs.data[s->first_input + i];
    const input_info *info = program_input(p, input->input);
    if (is_shown_by_change(t, s, input) ||
        (t->is_short && (is_nameless(info) || is_padding(info))))
      continue;
    strbuf_clear(&text);
    format_input(p, input, &text);
    remark(t, strbuf_text(&text));
  }
  strbuf_free(&text);
}

static void remark_kind(trace_text *t, const route_step *s) {
  const edge_info *e = program_edge(t->in->program, s->edge);
  const char *said = route_text(t->path, s);
  strbuf text = {0};
  switch (e->kind) {
  case EDGE_BRANCH:
    strbuf_puts(&text, e->outcome ? "[true]" : "[false]");
    break;
  case EDGE_CALL:
    strbuf_printf(&text, "-> %s", said ? said : "call");
    break;
  case EDGE_ERROR:
  case EDGE_UNDEFINED:
    strbuf_printf(&text, "ERROR: %s", said ? said : "reached");
    break;
  case EDGE_STOP:
  case EDGE_PLAIN:
  case EDGE_RETURN:
    break;
  }
  if (text.len)
    remark(t, strbuf_text(&text));
  strbuf_free(&text);
}

// What the program is given before its first line.
static void print_arguments(trace_text *t, const route_step *s) {
  const program *p = t->in->program;
  const loc_info *from = program_location(p, program_edge_from(p, s->edge));
  strbuf text = {0};
  for (uint32_t i = 0; i < s->input_count && from->pos.line; i++) {
    const route_input *input = &t->path->inputs.data[s->first_input + i];
    if (program_input(p, input->input)->kind != INPUT_ARGUMENT)
      continue;
    open_line(t, from->pos, from, false);
    strbuf_clear(&text);
    format_input(p, input, &text);
    remark(t, strbuf_text(&text));
  }
  strbuf_free(&text);
}

// A branch that the compiler made, to leave a block with variables for
// instance, has the line of the function and no column.
static bool is_compilers(const edge_info *e) {
  return e->kind == EDGE_BRANCH && e->pos.line > 0 && e->pos.col == 0;
}

static void print_step(trace_text *t, const route_step *s) {
  const program *p = t->in->program;
  const edge_info *e = program_edge(p, s->edge);
  if (!is_worth_a_line(t, s) || (t->is_short && is_compilers(e)))
    return;
  // A function of the library is its call, with all that it changed.
  if (t->is_short && route_in_library(t->path, s)) {
    if (t->is_open)
      remark_changes(t, s);
    return;
  }
  // What the compiler made has no line; its values still count.
  source_pos pos = e->pos.line ? e->pos : t->pos;
  if (!pos.line) {
    print_arguments(t, s);
    return;
  }
  const loc_info *at = program_location(p, program_edge_from(p, s->edge));
  if (t->at != NULL && t->is_short && route_is_library(at->pos))
    at = t->at; // an error in a function of the library: where that was called
  open_line(t, pos, at, e->kind == EDGE_BRANCH);
  remark_kind(t, s);
  remark_values(t, s);
}

// What the rounds that are left out did to the variables that matter: the last
// value of each.
static void print_fold(trace_text *t, const route_fold *f) {
  assert(f->first < f->end && f->end <= t->path->steps.len);
  const program *p = t->in->program;
  uint32_t line = program_location(p, f->head)->pos.line;
  if (route_is_library(program_location(p, f->head)->pos))
    return;
  flush_line(t);
  strbuf_printf(t->out, "        | %*s... %u more round%s", (int)(2 * t->depth),
                "", f->rounds, format_s(f->rounds));
  if (line)
    strbuf_printf(t->out, " of the loop in line %u", line);
  const route_step *first = &t->path->steps.data[f->first];
  const route_step *last = &t->path->steps.data[f->end - 1];
  uint32_t end = last->first_change + last->change_count;
  const char *separator = ": ";
  uint32_t left = MOST_FOLDED;
  hmap shown = {0};
  for (uint32_t i = end; i-- > first->first_change;) {
    const route_change *c = &t->path->changes.data[i];
    bool is_element = c->index.kind != VALUE_NONE;
    if (!c->is_relevant || is_element || hmap_find(&shown, c->variable.id) ||
        route_is_library(program_variable(p, c->variable)->pos))
      continue;
    hmap_put(&shown, c->variable.id, 1);
    strbuf_puts(t->out, separator);
    separator = ", ";
    if (left-- == 0) {
      strbuf_puts(t->out, "...");
      break;
    }
    format_change(p, c, t->out);
  }
  hmap_free(&shown);
  strbuf_putc(t->out, '\n');
}

static void print_path(const report_input *in, const route *v, strbuf *out) {
  bool is_short = in->env->options->trace == TRACE_SHORT;
  trace_text t = {.in = in, .path = v, .out = out, .is_short = is_short};
  t.source = lines_new(in->program);
  uint64_t all = v->skipped + v->steps.len;
  strbuf_printf(out, "path to the error (%" PRIu64 " step%s):\n", all,
                format_s(all));
  if (v->skipped)
    strbuf_printf(out, "  (the first %" PRIu64 " steps are not shown)\n",
                  v->skipped);
  uint32_t fold = 0;
  for (uint32_t i = 0; i < v->steps.len; i++) {
    if (is_short && fold < v->folds.len && v->folds.data[fold].first == i) {
      print_fold(&t, &v->folds.data[fold]);
      i = v->folds.data[fold++].end - 1;
      continue;
    }
    print_step(&t, &v->steps.data[i]);
  }
  flush_line(&t);
  if (!v->is_complete)
    strbuf_puts(out, "  (the path could not be shown to its end in time)\n");
  lines_free(t.source);
  strbuf_free(&t.remarks);
}

static void print_error_line(const report_input *in, const route *v,
                             strbuf *out) {
  if (!v->steps.len || !v->is_complete)
    return;
  edge last = vec_last(&v->steps).edge;
  const edge_info *e = program_edge(in->program, last);
  source_pos pos = e->pos;
  if (!pos.line)
    pos = program_location(in->program, program_edge_from(in->program, last))
              ->pos;
  if (pos.file) {
    source_pos_print(pos, out);
    strbuf_puts(out, ": ");
  }
  strbuf_printf(out, "error: %s\n",
                v->error ? v->error : "an error is reached");
}

static void print_false(const report_input *in, strbuf *out) {
  // The verdict stands; its text may take a while after the deadline.
  limits none = {.interrupt = in->env->limits.interrupt};
  route *v = route_new(in->program, &in->result->trace, &none);
  print_error_line(in, v, out);
  if (in->env->options->trace != TRACE_NONE)
    print_path(in, v, out);
  route_free(v);
}

// --- proofs ---------------------------------------------------------------

static void print_invariant(const program *p, term invariant, strbuf *out) {
  if (format_formula(p, invariant, out))
    return;
  bool has_gist = gist_print(p, invariant, out);
  strbuf_puts(out, has_gist ? ", and more (--json has it)"
                            : "(too long, or of all elements; --json has it)");
}

static void print_invariants(const report_input *in, strbuf *out) {
  const proof *pr = &in->result->proof;
  assert(pr->kind == PROOF_INVARIANT);
  const terms *tt = program_terms(in->program);
  for (uint32_t i = 0; i < pr->labels.len; i++) {
    const proof_label *l = &pr->labels.data[i];
    if (term_is_true(tt, l->invariant))
      continue;
    const loc_info *at = program_location(in->program, l->location);
    strbuf_puts(out, "  ");
    if (route_is_library(at->pos) && at->function != NULL) {
      strbuf_printf(out, "in %s(): ", at->function);
    } else if (at->pos.file) {
      source_pos_print(at->pos, out);
      strbuf_puts(out, ": ");
    }
    print_invariant(in->program, l->invariant, out);
    strbuf_putc(out, '\n');
  }
}

static bool has_invariant(const report_input *in) {
  const proof *pr = &in->result->proof;
  for (uint32_t i = 0; i < pr->labels.len; i++)
    if (!term_is_true(program_terms(in->program), pr->labels.data[i].invariant))
      return true;
  return false;
}

// Without invariants the property itself is inductive.
static void print_induction(const report_input *in, strbuf *out) {
  uint32_t k = in->result->proof.k;
  const char *simple =
      in->result->proof.simple.len > 0 ? " without a repeated state" : "";
  if (!has_invariant(in)) {
    strbuf_printf(out,
                  "proof: no error follows %u round%s of loops without one%s, "
                  "whatever the state\n",
                  k, format_s(k),
                  *simple ? " and without a repeated state" : "");
    return;
  }
  strbuf_puts(out, "proof: these invariants of loops hold");
  if (k > 1)
    strbuf_printf(out, " (by induction over %u rounds%s)", k, simple);
  strbuf_puts(out, " and exclude every error:\n");
  print_invariants(in, out);
}

static void print_true(const report_input *in, strbuf *out) {
  const proof *pr = &in->result->proof;
  switch (pr->kind) {
  case PROOF_BOUNDED:
    if (pr->k)
      strbuf_printf(out,
                    "proof: after %u round%s of loops no execution can reach "
                    "an error any more, and none does before\n",
                    pr->k, format_s(pr->k));
    else
      strbuf_puts(out, "proof: no execution goes round a loop on a way to an "
                       "error, and none reaches one\n");
    return;
  case PROOF_INVARIANT:
    print_induction(in, out);
    return;
  }
}

// --- unknown ----------------------------------------------------------------

static void print_hint(void *out, const char *hint) {
  bool is_command = strncmp(hint, "wedge ", 6) == 0;
  strbuf_printf(out, "%s: %s\n", is_command ? "try" : "what may help", hint);
}

// The reason is in the first line.
static const char *place_text(unknown_kind kind) {
  switch (kind) {
  case UNKNOWN_UNSUPPORTED:
    return "this is not supported";
  case UNKNOWN_UNDEFINED:
    return "undefined behavior";
  case UNKNOWN_BOUND:
    return "this goes on behind the bound";
  default:
    return "here";
  }
}

static void print_unknown(const report_input *in, strbuf *out) {
  const result *r = in->result;
  if (r->at.file) {
    source_pos_print(r->at, out);
    strbuf_printf(out, ": note: %s\n", place_text(r->unknown));
  }
  if (r->bound)
    strbuf_printf(out, "reached: %u round%s of loops without an error\n",
                  r->bound, format_s(r->bound));
  strbuf hints = {0};
  hints_find(in, &hints);
  hints_each(strbuf_text(&hints), print_hint, out);
  strbuf_free(&hints);
}

// --- the whole -----------------------------------------------------------

static void print_functions(const program *p, note_kind kind,
                            const char *separator, strbuf *out) {
  for (uint32_t i = 0; i < program_note_count(p); i++) {
    note n = program_note(p, i);
    if (n.kind != kind)
      continue;
    strbuf_printf(out, "%s%s", separator, n.text);
    separator = ", ";
  }
  if (separator[0] == ',')
    strbuf_putc(out, '\n');
}

static void print_warnings(const report_input *in, strbuf *out) {
  for (uint32_t i = 0; i < program_note_count(in->program); i++) {
    note n = program_note(in->program, i);
    if (!format_is_warning(n) || !format_is_shown(n, in->result->verdict))
      continue;
    if (n.pos.file) {
      source_pos_print(n.pos, out);
      strbuf_puts(out, ": ");
    }
    strbuf_printf(out, "warning: %s\n", n.text);
  }
}

static void print_contracts(const report_input *in, strbuf *out) {
  for (uint32_t i = 0; i < program_note_count(in->program); i++) {
    note n = program_note(in->program, i);
    if (n.kind != NOTE_CONTRACT || in->result->verdict != VERDICT_TRUE)
      continue;
    format_note(n, out);
    strbuf_putc(out, '\n');
  }
}

static void print_notes(const report_input *in, strbuf *out) {
  const program *p = in->program;
  print_functions(p, NOTE_EXTERNAL, "assumed to return any value: ", out);
  print_functions(p, NOTE_MODEL, "modeled: ", out);
  print_contracts(in, out);
  for (uint32_t i = 0; i < program_note_count(p); i++) {
    note n = program_note(p, i);
    if (n.kind != NOTE_ASSUMPTION && n.kind != NOTE_HARMLESS)
      continue;
    format_note(n, out);
    if (n.pos.file) {
      strbuf_puts(out, " (");
      source_pos_print(n.pos, out);
      strbuf_putc(out, ')');
    }
    strbuf_putc(out, '\n');
  }
}

static void print_verdict(const report_input *in, strbuf *out) {
  const result *r = in->result;
  assert(r->verdict == VERDICT_UNKNOWN || r->unknown == UNKNOWN_NONE);
  strbuf_printf(out, "verdict: %s", verdict_name(r->verdict));
  const char *violated = format_violation(in);
  if (violated && strcmp(violated, program_property_name(PROPERTY_REACH)) != 0)
    strbuf_printf(out, "(%s)", violated);
  if (r->verdict == VERDICT_UNKNOWN)
    strbuf_printf(out, " (%s)",
                  r->reason ? r->reason : unknown_name(r->unknown));
  strbuf_putc(out, '\n');
}

static void print_evidence(const report_input *in, strbuf *out) {
  if (in->witness)
    strbuf_printf(out, "witness: %s\n", in->witness);
  switch (in->result->verdict) {
  case VERDICT_TRUE:
    print_true(in, out);
    break;
  case VERDICT_FALSE:
    print_false(in, out);
    break;
  case VERDICT_UNKNOWN:
    print_unknown(in, out);
    break;
  }
  if (in->result->verdict == VERDICT_UNKNOWN)
    return;
  if (in->certified)
    strbuf_printf(out, "confirmed by: %s\n", in->certified);
  else
    strbuf_puts(out, "not confirmed (--certify off)\n");
}

// Who else tried: nothing that one could act on.
static void print_other(void *out, const char *line) {
  strbuf_printf(out, "also tried: %s\n", line);
}

static void print_others(const report_input *in, strbuf *out) {
  bool is_asked = in->env->options->stats || in->env->options->verbose;
  if (in->others && is_asked)
    hints_each(in->others, print_other, out);
}

void report_part(const report_input *in, strbuf *shown, strbuf *json,
                 strbuf *sarif) {
  assert(in && in->program && in->result);
  json_writer w = {.out = json, .is_inside_page = true}; // or not
  if (in->result->verdict == VERDICT_FALSE)
    print_false(in, shown);
  else
    print_warnings(in, shown);
  json_evidence(&w, NULL, in);
  sarif_error(in, sarif);
}

void report_text(const report_input *in, strbuf *out) {
  assert(in && in->env && in->result && out);
  print_verdict(in, out);
  if (in->env->options->quiet)
    return;
  properties_print(in, out);
  if (in->program) {
    print_warnings(in, out);
    print_evidence(in, out);
    properties_print_others(in, out);
    print_notes(in, out);
  }
  print_others(in, out);
  strbuf_printf(out, "time: %.2f s (CPU %.2f s), memory: %.0f MiB\n", in->wall,
                in->cpu, (double)format_peak_memory() / (1024.0 * 1024.0));
  if (in->env->options->stats)
    stats_print(in->env->stats, out);
}
