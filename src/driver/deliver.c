// SPDX-License-Identifier: Apache-2.0
// The answer as text and files.
#include <assert.h>

#include "base/unreachable.h"
#include "certify/certify.h"
#include "driver/evidence.h"
#include "driver/readable.h"
#include "driver/run.h"
#include "report/report.h"

static int status_of(const run *r) {
  if (r->is_internal_error)
    return STATUS_INTERNAL;
  switch (r->result->verdict) {
  case VERDICT_TRUE:
    return STATUS_TRUE;
  case VERDICT_FALSE:
    return STATUS_FALSE;
  case VERDICT_UNKNOWN:
    return STATUS_UNKNOWN;
  }
  UNREACHABLE();
}

static void write_harness(const run *r, outcome *out) {
  const char *path = r->env->options->harness;
  if (!path || r->result->verdict != VERDICT_FALSE)
    return;
  strbuf text = {0}, why = {0};
  if (certify_harness(r->env, r->original, r->result, &text, &why))
    outcome_write_file(path, &text, out);
  else
    strbuf_printf(&out->errors, "wedge: no harness was written: %s\n",
                  strbuf_text(&why));
  strbuf_free(&text);
  strbuf_free(&why);
}

void deliver_witness(run *r) {
  if (!r->env->options->witness || r->result->verdict == VERDICT_UNKNOWN)
    return;
  witness_init(&r->witness);
  r->has_witness = true;
  evidence_find(r->env, r->original, &r->contracted, r->result, &r->witness,
                &r->no_witness);
}

static void write_witness(const run *r, outcome *out) {
  if (!r->has_witness)
    return;
  if (r->no_witness.len > 0) {
    strbuf_printf(&out->errors, "wedge: no witness was written: %s\n",
                  strbuf_text(&r->no_witness));
    return;
  }
  strbuf text = {0};
  evidence_print(&r->witness, &text);
  outcome_write_file(r->env->options->witness, &text, out);
  strbuf_free(&text);
}

// What the engine wrote down besides its answer.
static void write_notes(const run *r, outcome *out) {
  const options *o = r->env->options;
  const struct {
    const char *path, *text;
  } notes[] = {{o->precision_out, r->result->precision},
               {o->art, r->result->art}};
  for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
    if (!notes[i].path || !notes[i].text)
      continue;
    strbuf text = {0};
    strbuf_puts(&text, notes[i].text);
    outcome_write_file(notes[i].path, &text, out);
    strbuf_free(&text);
  }
}

static void tell_how_to_report(outcome *out) {
  strbuf_puts(&out->errors,
              "wedge: internal error: the answer found did not stand up to "
              "its check, so none is given\n"
              "wedge: please report this with the command line, the input "
              "files and the text above (wedge " WEDGE_VERSION ")\n");
}

static void write_forms(const report_input *in, outcome *out) {
  const options *o = in->env->options;
  const struct {
    const char *path;
    void (*write)(const report_input *, strbuf *);
    void (*keep)(const char *path, const strbuf *text, outcome *out);
  } forms[] = {{o->json, report_json, outcome_write_file},
               {o->sarif, report_sarif, outcome_write_file},
               {o->html, report_html, outcome_write_file},
               {o->summary, report_summary, outcome_append_file}};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (!forms[i].path)
      continue;
    strbuf text = {0};
    forms[i].write(in, &text);
    forms[i].keep(forms[i].path, &text, out);
    strbuf_free(&text);
  }
}

static report_input input_of(const run *r) {
  return (report_input){.env = r->env,
                        .program = r->original,
                        .searched = r->original ? run_searched(r) : NULL,
                        .pictures = r->has_pictures ? r->pictures : NULL,
                        .result = r->result,
                        .certified =
                            r->is_certified ? strbuf_text(&r->certified) : NULL,
                        .verdicts = r->verdicts,
                        .others = r->others,
                        .is_defect = r->is_internal_error,
                        .wall = clock_wall() - r->start_wall,
                        .cpu = clock_cpu() - r->start_cpu + r->other_cpu};
}

void deliver_report(run *r, outcome *out) {
  const env *e = r->env;
  e->stats->terms = r->terms ? terms_count(r->terms) : 0;
  report_input in = input_of(r);
  out->verdict = r->result->verdict;
  out->status = status_of(r);
  report_text(&in, &out->text);
  if (e->steps)
    series_add(e->steps, e->stats);
  write_forms(&in, out);
}

void deliver_own(run *r, outcome *out) {
  readable_find(r);
  deliver_witness(r);
  deliver_report(r, out);
  write_harness(r, out);
  write_witness(r, out);
  write_notes(r, out);
  if (r->is_internal_error)
    tell_how_to_report(out);
}

// All engines ended without a word.
static void deliver_nothing(run *r, outcome *out) {
  limit_kind limit = limits_stop(&r->env->limits);
  r->others = portfolio_others(r->portfolio);
  run_unknown(r, limit ? unknown_of_limit(limit) : UNKNOWN_ENGINE,
              (source_pos){0},
              limit ? limit_name(limit) : "all engines ended early");
  deliver_report(r, out);
}

void deliver(run *r, const verdicts *all, outcome *out) {
  r->verdicts = all;
  if (!r->portfolio)
    deliver_own(r, out);
  else if (!portfolio_report(r->portfolio, all, false, out))
    deliver_nothing(r, out);
}

// --- parts -------------------------------------------------------------------

static const char *keep(arena *mem, const strbuf *text) {
  return text->len > 0 ? arena_strdup(mem, strbuf_text(text)) : NULL;
}

// All properties of the question have the same evidence; of false, the one that
// is violated.
static void evidence_of(const run *r, verdicts *out) {
  report_input in = input_of(r);
  claim c = search_claim(r);
  strbuf shown = {0}, json = {0}, sarif = {0};
  report_part(&in, &shown, &json, &sarif);
  for (uint32_t i = 0; i < out->all.len; i++) {
    property_verdict *v = &out->all.data[i];
    if (c.verdict == VERDICT_FALSE && v->property != c.violated)
      continue;
    v->shown = keep(out->mem, &shown);
    v->json = keep(out->mem, &json);
    v->sarif = keep(out->mem, &sarif);
  }
  strbuf_free(&shown);
  strbuf_free(&json);
  strbuf_free(&sarif);
}

void deliver_part_own(const run *r, strbuf *bytes) {
  verdicts own = verdicts_new(r->original);
  run alone = *r; // of this process, even if it has a portfolio
  alone.portfolio = NULL;
  evidence_of(&alone, &own);
  verdicts_pack(&own, bytes);
  verdicts_free(&own);
}

static void take_evidence(verdicts *all, const verdicts *part) {
  for (uint32_t i = 0; i < part->all.len; i++) {
    const property_verdict *from = &part->all.data[i];
    property_verdict *to = verdicts_find(all, from->property);
    if (to == NULL || to->shown || to->json || to->sarif)
      continue;
    const char *texts[] = {from->shown, from->json, from->sarif};
    const char **targets[] = {&to->shown, &to->json, &to->sarif};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
      if (texts[k] != NULL)
        *targets[k] = arena_strdup(all->mem, texts[k]);
  }
}

void deliver_part(run *r, verdicts *all) {
  if (r->original == NULL)
    return; // the time was over before the program was read again
  strbuf bytes = {0};
  outcome out = {0};
  if (!r->portfolio)
    deliver_part_own(r, &bytes);
  else if (portfolio_report(r->portfolio, NULL, true, &out))
    strbuf_write(&bytes, strbuf_text(&out.text), out.text.len);
  verdicts part = {0};
  if (verdicts_unpack(strbuf_text(&bytes), bytes.len, &part))
    take_evidence(all, &part);
  verdicts_free(&part);
  outcome_free(&out);
  strbuf_free(&bytes);
}

void deliver_graph(run *r, outcome *out) {
  if (r->row->engine && r->row->engine->has_graph) {
    search_alone(r);
    strbuf_puts(&out->text, r->result->art);
    out->status = STATUS_TRUE;
    return;
  }
  strbuf_puts(&out->errors, "wedge: error: --dump graph needs --engine "
                            "predabs, impact or splitting\n");
  out->status = STATUS_USAGE;
}
