// SPDX-License-Identifier: Apache-2.0
// The answer in SARIF 2.1.0, the form in which editors and code hosts take the
// findings of analyzers.
//
// An error is a result whose code flow is its path. What a person reads of a
// path goes in: steps that say something, without the rounds of loops that the
// text leaves out. Where values come from (calls of undefined functions, ...)
// are related locations. A proof is an empty list of results. Why there is no
// answer is a result, too, but a note: code hosts show nothing else. Warnings
// and what the answer rests on are notifications.
#include "report/report.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/format.h"
#include "report/lines.h"
#include "report/route.h"
#include "report/sarif.h"
#include "report/writer.h"

#define SCHEMA                                                                 \
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"        \
  "sarif-schema-2.1.0.json"

// Viewers refuse more; the end of a path matters most.
enum { MAX_FLOW = 4000, MAX_RELATED = 100 };

static const char NO_ANSWER[] = "no-answer"; // the rule of such results

// --- places ------------------------------------------------------------------

// What relative names are relative to: the folder where the tool was started,
// which code hosts take for the top of the repository.
#define BASE_ID "%SRCROOT%"

// The part of a path below the current folder; the path itself, if it is
// relative or leads elsewhere.
static const char *below_here(const char *path) {
  char *here = getcwd(NULL, 0);
  size_t size = here ? strlen(here) : 0;
  bool is_below =
      size > 1 && strncmp(path, here, size) == 0 && path[size] == '/';
  free(here);
  return is_below ? path + size + 1 : path;
}

// A relative reference, or a file URI for an absolute path (RFC 3986).
static void write_uri(json_writer *w, const char *path) {
  strbuf uri = {0};
  if (path[0] == '/')
    strbuf_puts(&uri, "file://");
  for (const char *c = path; *c != '\0'; c++)
    if (isalnum((unsigned char)*c) || strchr("-._~/", *c) != NULL)
      strbuf_putc(&uri, *c);
    else
      strbuf_printf(&uri, "%%%02X", (unsigned char)*c);
  json_string(w, "uri", strbuf_text(&uri));
  strbuf_free(&uri);
}

static void write_file(json_writer *w, const char *key, const char *path) {
  const char *name = below_here(path);
  json_begin(w, key, '{');
  write_uri(w, name);
  if (name[0] != '/')
    json_string(w, "uriBaseId", BASE_ID);
  json_end(w, '}');
}

static void write_bases(json_writer *w) {
  char *here = getcwd(NULL, 0);
  strbuf folder = {0};
  strbuf_printf(&folder, "%s/", here ? here : "");
  json_begin(w, "originalUriBaseIds", '{');
  json_begin(w, BASE_ID, '{');
  write_uri(w, strbuf_text(&folder));
  json_end(w, '}');
  json_end(w, '}');
  strbuf_free(&folder);
  free(here);
}

static void write_message(json_writer *w, const char *text) {
  json_begin(w, "message", '{');
  json_string(w, "text", text);
  json_end(w, '}');
}

static void write_physical(json_writer *w, source_pos pos) {
  assert(pos.file != NULL);
  json_begin(w, "physicalLocation", '{');
  write_file(w, "artifactLocation", pos.file);
  if (pos.line > 0) {
    json_begin(w, "region", '{');
    json_int(w, "startLine", pos.line);
    if (pos.col > 0)
      json_int(w, "startColumn", pos.col);
    json_end(w, '}');
  }
  json_end(w, '}');
}

// The members of a location object.
static void write_place(json_writer *w, source_pos pos, const char *function,
                        const char *message) {
  if (pos.file != NULL)
    write_physical(w, pos);
  if (function != NULL) {
    json_begin(w, "logicalLocations", '[');
    json_begin(w, NULL, '{');
    json_string(w, "name", function);
    json_string(w, "kind", "function");
    json_end(w, '}');
    json_end(w, ']');
  }
  if (message != NULL)
    write_message(w, message);
}

static void write_locations(json_writer *w, source_pos pos,
                            const char *function) {
  if (pos.file == NULL)
    return;
  json_begin(w, "locations", '[');
  json_begin(w, NULL, '{');
  write_place(w, pos, function, NULL);
  json_end(w, '}');
  json_end(w, ']');
}

// --- the path ----------------------------------------------------------------

static void append(strbuf *to, const char *text) {
  strbuf_printf(to, "%s%s", to->len > 0 ? ", " : "", text);
}

static void describe_kind(const route *v, const route_step *s, strbuf *out) {
  const edge_info *e = program_edge(v->program, s->edge);
  const char *text = route_text(v, s);
  switch (e->kind) {
  case EDGE_BRANCH:
    append(out,
           e->outcome ? "the condition is true" : "the condition is false");
    return;
  case EDGE_CALL:
    strbuf_printf(out, "call of %s", text ? text : "a function");
    return;
  case EDGE_ERROR:
  case EDGE_UNDEFINED:
    append(out, text ? text : "error");
    return;
  case EDGE_PLAIN:
  case EDGE_RETURN:
  case EDGE_STOP:
    return;
  }
}

// What the step did, as a person would say it; empty: nothing that matters.
static void describe_step(const route *v, const route_step *s, strbuf *out) {
  const program *p = v->program;
  strbuf text = {0};
  describe_kind(v, s, out);
  for (uint32_t i = 0; i < s->change_count; i++) {
    const route_change *c = &v->changes.data[s->first_change + i];
    if (!c->is_relevant && s->input_count == 0)
      continue;
    strbuf_clear(&text);
    format_change(p, c, &text);
    append(out, strbuf_text(&text));
  }
  for (uint32_t i = 0; i < s->input_count; i++) {
    strbuf_clear(&text);
    format_input(p, &v->inputs.data[s->first_input + i], &text);
    append(out, strbuf_text(&text));
  }
  strbuf_free(&text);
}

static const char *importance(edge_kind kind) {
  return program_is_violation(kind)                 ? "essential"
         : kind == EDGE_BRANCH || kind == EDGE_CALL ? "important"
                                                    : "unimportant";
}

static void write_step(json_writer *w, const route *v, uint32_t index) {
  assert(index < v->steps.len);
  const program *p = v->program;
  const route_step *s = &v->steps.data[index];
  const edge_info *e = program_edge(p, s->edge);
  const loc_info *at = program_location(p, program_edge_from(p, s->edge));
  strbuf text = {0};
  if (e->pos.line > 0 && !route_in_library(v, s))
    describe_step(v, s, &text);
  if (text.len > 0) {
    json_begin(w, NULL, '{');
    json_begin(w, "location", '{');
    write_place(w, e->pos, at->function, strbuf_text(&text));
    json_end(w, '}');
    json_int(w, "nestingLevel", at->depth);
    json_int(w, "executionOrder", (int64_t)(v->skipped + index + 1));
    json_string(w, "importance", importance(e->kind));
    json_end(w, '}');
  }
  strbuf_free(&text);
}

static void write_flow(json_writer *w, const route *v) {
  json_begin(w, "codeFlows", '[');
  json_begin(w, NULL, '{');
  json_begin(w, "threadFlows", '[');
  json_begin(w, NULL, '{');
  json_begin(w, "locations", '[');
  uint32_t i = v->steps.len > MAX_FLOW ? v->steps.len - MAX_FLOW : 0;
  for (uint32_t fold = 0; i < v->steps.len; i++) {
    while (fold < v->folds.len && v->folds.data[fold].first < i)
      fold++;
    if (fold < v->folds.len && v->folds.data[fold].first == i)
      i = v->folds.data[fold].end - 1;
    else
      write_step(w, v, i);
  }
  json_end(w, ']');
  json_end(w, '}');
  json_end(w, ']');
  json_end(w, '}');
  json_end(w, ']');
}

// Where the values of the execution come from.
static void write_related(json_writer *w, const route *v) {
  json_begin(w, "relatedLocations", '[');
  for (uint32_t i = 0, id = 1; i < v->inputs.len && id <= MAX_RELATED; i++) {
    const route_input *input = &v->inputs.data[i];
    const input_info *info = program_input(v->program, input->input);
    if (info->pos.file == NULL)
      continue;
    strbuf text = {0};
    format_input(v->program, input, &text);
    json_begin(w, NULL, '{');
    json_int(w, "id", id++);
    write_place(w, info->pos, NULL, strbuf_text(&text));
    json_end(w, '}');
    strbuf_free(&text);
  }
  json_end(w, ']');
}

// --- the result --------------------------------------------------------------

// The same finding in another version of the file has another line, but the
// same text (FNV-1a).
static uint64_t hash_text(uint64_t hash, const char *text, size_t size) {
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
  return hash;
}

static void write_fingerprint(json_writer *w, const program *p,
                              const edge_info *e) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  size_t size;
  lines *source = lines_new(p);
  const char *line = lines_get(source, e->pos.file, e->pos.line, &size);
  hash = hash_text(hash, line ? line : "", size);
  hash = hash_text(hash, e->text ? e->text : "", e->text ? strlen(e->text) : 0);
  lines_free(source);
  strbuf text = {0};
  strbuf_printf(&text, "%016" PRIx64, hash);
  json_begin(w, "partialFingerprints", '{');
  json_string(w, "wedge/v1", strbuf_text(&text));
  json_end(w, '}');
  strbuf_free(&text);
}

static void write_error(json_writer *w, const report_input *in,
                        const route *v) {
  const program *p = in->program;
  assert(v->steps.len > 0);
  edge last = vec_last(&v->steps).edge;
  const edge_info *e = program_edge(p, last);
  const loc_info *at = program_location(p, program_edge_from(p, last));
  json_begin(w, NULL, '{');
  json_string(w, "ruleId", program_property_name(e->property));
  json_int(w, "ruleIndex", (int64_t)e->property);
  json_string(w, "level", "error");
  write_message(w, v->error ? v->error : "an error is reached");
  write_locations(w, e->pos.file ? e->pos : at->pos, at->function);
  write_flow(w, v);
  write_related(w, v);
  write_fingerprint(w, p, e);
  json_end(w, '}');
}

static void write_own(json_writer *w, const report_input *in) {
  if (!in->program || in->result->verdict != VERDICT_FALSE)
    return;
  limits none = {.interrupt = in->env->limits.interrupt};
  route *v = route_new(in->program, &in->result->trace, &none);
  if (v->steps.len > 0)
    write_error(w, in, v);
  route_free(v);
}

void sarif_error(const report_input *in, strbuf *out) {
  json_writer w = {.out = out};
  write_own(&w, in);
}

// At the first input, where no place is known: what has none is not shown.
static void write_no_answer(json_writer *w, const options *o, source_pos pos,
                            const char *text) {
  if (!pos.file && o->inputs.len > 0)
    pos.file = o->inputs.data[0];
  json_begin(w, NULL, '{');
  json_string(w, "ruleId", NO_ANSWER);
  json_string(w, "level", "note");
  write_message(w, text);
  write_locations(w, pos, NULL);
  json_end(w, '}');
}

static const char *reason_of(const result *r) {
  return r->reason ? r->reason : unknown_name(r->unknown);
}

static void write_unknown(json_writer *w, const report_input *in) {
  if (in->result->verdict != VERDICT_UNKNOWN)
    return;
  strbuf text = {0};
  strbuf_printf(&text, "no answer: %s", reason_of(in->result));
  write_no_answer(w, in->env->options, in->result->at, strbuf_text(&text));
  strbuf_free(&text);
}

static void write_results(json_writer *w, const report_input *in) {
  json_begin(w, "results", '[');
  write_unknown(w, in);
  write_own(w, in);
  for (uint32_t i = 0; in->verdicts && i < in->verdicts->all.len; i++) {
    const property_verdict *v = &in->verdicts->all.data[i];
    if (v->verdict == VERDICT_FALSE && !v->is_main && v->sarif)
      json_raw(w, NULL, v->sarif);
  }
  json_end(w, ']');
}

// --- the run -----------------------------------------------------------------

static void notify(json_writer *w, const char *level, const char *text,
                   source_pos pos) {
  assert(level[0] != '\0');
  json_begin(w, NULL, '{');
  json_string(w, "level", level);
  write_message(w, text);
  write_locations(w, pos, NULL);
  json_end(w, '}');
}

static void notify_note(json_writer *w, const report_input *in, note n) {
  if (!format_is_shown(n, in->result->verdict))
    return;
  strbuf text = {0};
  format_note(n, &text);
  notify(w, format_is_warning(n) ? "warning" : "note", strbuf_text(&text),
         n.pos);
  strbuf_free(&text);
}

static void write_notifications(json_writer *w, const report_input *in) {
  const result *r = in->result;
  json_begin(w, "toolExecutionNotifications", '[');
  if (r->verdict == VERDICT_UNKNOWN) {
    strbuf text = {0};
    strbuf_printf(&text, "no answer: %s", reason_of(r));
    notify(w, "warning", strbuf_text(&text), r->at);
    strbuf_free(&text);
  }
  for (uint32_t i = 0; in->program && i < program_note_count(in->program); i++)
    notify_note(w, in, program_note(in->program, i));
  json_end(w, ']');
}

static void write_description(json_writer *w, const char *key,
                              const char *text) {
  json_begin(w, key, '{');
  json_string(w, "text", text);
  json_end(w, '}');
}

static void write_rule(json_writer *w, property_kind kind) {
  assert(kind < PROPERTY_COUNT);
  strbuf text = {0};
  strbuf_printf(&text, "It must hold that %s.", program_property_help(kind));
  json_begin(w, NULL, '{');
  json_string(w, "id", program_property_name(kind));
  write_description(w, "shortDescription", strbuf_text(&text));
  write_description(w, "fullDescription",
                    "There are inputs with which the program does what it must "
                    "not do. The execution was run again to make sure.");
  json_begin(w, "defaultConfiguration", '{');
  json_string(w, "level", "error");
  json_end(w, '}');
  json_end(w, '}');
  strbuf_free(&text);
}

static void write_no_answer_rule(json_writer *w) {
  json_begin(w, NULL, '{');
  json_string(w, "id", NO_ANSWER);
  write_description(w, "shortDescription",
                    "There is no answer for this program.");
  write_description(w, "fullDescription",
                    "Nothing is known about its errors: it could not be read, "
                    "or neither a proof nor an execution was found. The "
                    "message says why.");
  json_begin(w, "defaultConfiguration", '{');
  json_string(w, "level", "note");
  json_end(w, '}');
  json_end(w, '}');
}

static void write_tool(json_writer *w) {
  json_begin(w, "tool", '{');
  json_begin(w, "driver", '{');
  json_string(w, "name", "Wedge");
  json_string(w, "version", WEDGE_VERSION);
  json_string(w, "semanticVersion", WEDGE_VERSION);
  json_begin(w, "rules", '[');
  for (property_kind k = 0; k < PROPERTY_COUNT; k++)
    write_rule(w, k);
  write_no_answer_rule(w);
  json_end(w, ']');
  json_end(w, '}');
  json_end(w, '}');
}

static void write_invocation(json_writer *w, const report_input *in) {
  json_begin(w, "invocations", '[');
  json_begin(w, NULL, '{');
  json_bool(w, "executionSuccessful", !in->is_defect);
  write_notifications(w, in);
  json_end(w, '}');
  json_end(w, ']');
}

static void write_artifacts(json_writer *w, const string_list *inputs) {
  json_begin(w, "artifacts", '[');
  for (uint32_t i = 0; i < inputs->len; i++) {
    json_begin(w, NULL, '{');
    write_file(w, "location", inputs->data[i]);
    json_end(w, '}');
  }
  json_end(w, ']');
}

static void write_verdicts(json_writer *w, const report_input *in) {
  if (!in->verdicts)
    return;
  json_begin(w, "verdicts", '{');
  for (uint32_t i = 0; i < in->verdicts->all.len; i++) {
    const property_verdict *v = &in->verdicts->all.data[i];
    json_string(w, program_property_name(v->property), verdicts_word(v));
  }
  json_end(w, '}');
}

static void begin_run(json_writer *w) {
  json_begin(w, NULL, '{');
  json_string(w, "$schema", SCHEMA);
  json_string(w, "version", "2.1.0");
  json_begin(w, "runs", '[');
  json_begin(w, NULL, '{');
  write_tool(w);
}

static void end_run(json_writer *w) {
  json_end(w, '}');
  json_end(w, ']');
  json_end(w, '}');
  strbuf_putc(w->out, '\n');
}

void report_sarif(const report_input *in, strbuf *out) {
  assert(in && in->env && in->result && out);
  json_writer w = {.out = out};
  begin_run(&w);
  write_invocation(&w, in);
  write_bases(&w);
  write_artifacts(&w, &in->env->options->inputs);
  write_results(&w, in);
  json_begin(&w, "properties", '{');
  json_string(&w, "verdict", verdict_name(in->result->verdict));
  json_string(&w, "engine", in->result->engine);
  write_verdicts(&w, in);
  json_end(&w, '}');
  end_run(&w);
}

// --- a run that failed -------------------------------------------------------

static void write_failed_invocation(json_writer *w, const diag *d, int status) {
  json_begin(w, "invocations", '[');
  json_begin(w, NULL, '{');
  json_bool(w, "executionSuccessful", false);
  json_int(w, "exitCode", status);
  json_begin(w, "toolExecutionNotifications", '[');
  notify(w, "error", strbuf_text(&d->text), d->pos);
  json_end(w, ']');
  json_end(w, '}');
  json_end(w, ']');
}

void report_failure_sarif(const options *o, const diag *d, int status,
                          strbuf *out) {
  assert(o && d && d->kind != DIAG_NONE && out);
  json_writer w = {.out = out};
  begin_run(&w);
  write_failed_invocation(&w, d, status);
  write_bases(&w);
  write_artifacts(&w, &o->inputs);
  json_begin(&w, "results", '[');
  write_no_answer(&w, o, d->pos, strbuf_text(&d->text));
  json_end(&w, ']');
  end_run(&w);
}
