// SPDX-License-Identifier: Apache-2.0
// From files to the program that engines search.
#include <assert.h>

#include "base/file.h"
#include "base/mem.h"
#include "certify/certify.h"
#include "contract/contract.h"
#include "driver/run.h"
#include "driver/shares.h"
#include "encode/slice.h"
#include "encode/summarize.h"
#include "frontend/frontend.h"
#include "program/redirect.h"
#include "report/vacuity.h"
#include "term/text/parse.h"

static bool is_script(const char *path, const char *text, diag *d) {
  terms *tt = terms_new();
  smt2_script *script = smt2_parse(tt, path, text, d);
  bool ok = script != NULL;
  if (ok)
    smt2_script_free(script);
  terms_free(tt);
  return ok;
}

// A file that an engine will read, and cannot, is the user's mistake; better
// said before the search.
static bool can_read_files(const options *o, diag *d) {
  strbuf text = {0};
  bool ok = o->precision_in == NULL ||
            (file_read(o->precision_in, &text, d) &&
             is_script(o->precision_in, strbuf_text(&text), d));
  strbuf_free(&text);
  return ok;
}

static reading *read_files(run *r, diag *d) {
  stats *s = r->env->stats;
  if (!can_read_files(r->env->options, d))
    return NULL;
  terms *tt = terms_new();
  double start = timer_start(), clang = s->time_clang;
  program *p = frontend_read(r->env, tt, d);
  timer_stop(&s->time_frontend, start);
  s->time_frontend -= s->time_clang - clang;
  if (!p) {
    assert(d->kind != DIAG_NONE && "a front end that fails should say why");
    terms_free(tt);
    return NULL;
  }
  vacuity_warn(p);
  reading *made = mem_alloc(sizeof *made);
  *made = (reading){tt, p, r->env->options->recursion, 1};
  return made;
}

// Whether the question is about less than was read.
static bool is_part(const run *r, const program *p) {
  return r->asked != 0 && r->asked != program_properties(p);
}

bool prepare_read(run *r, diag *d) {
  stats *s = r->env->stats;
  bool is_known = r->known && r->known->depth == r->env->options->recursion;
  r->reading = is_known ? reading_share(r->known) : read_files(r, d);
  if (r->reading == NULL)
    return false;
  program *p = r->reading->program;
  r->terms = r->reading->terms;
  r->original = is_part(r, p) ? program_ask(p, r->asked) : p;
  s->locations = program_location_count(r->original);
  s->edges = program_edge_count(r->original);
  s->variables = program_variable_count(r->original);
  return true;
}

static program *read_open(run *r, diag *d) {
  program *p = frontend_read_open(r->env, r->terms, &r->contracted.calls, d);
  if (p == NULL || !is_part(r, p))
    return p;
  program *part = program_ask(p, r->asked);
  program_free(p);
  return part;
}

bool prepare_with_contracts(run *r, diag *d) {
  double start = timer_start();
  r->terms = terms_new();
  contracted *c = &r->contracted;
  program *p = read_open(r, d);
  if (p && c->calls.functions.len > 0 && certify_parts(p, &c->calls)) {
    c->open = program_copy(p);
    c->contracts = contracts_find(r->env, p, &c->calls);
    contracts_close(p, &c->calls, &c->contracts);
    contracts_note(p, &c->calls, &c->contracts);
    r->original = p;
  } else if (p) {
    program_free(p);
  }
  timer_stop(&r->env->stats->time_frontend, start);
  return r->original != NULL;
}

// What matters, with what is known of it in place; less matters then.
static void simplify(run *r) {
  r->sliced = slice(r->original);
  limits share = shares_part_or(&r->env->limits, SHARES_CONSTANTS,
                                SHARES_CONSTANTS_SECONDS);
  r->constants = constants_find(r->sliced, r->original, &share);
  if (r->constants)
    r->simplified = slice(constants_program(r->constants));
}

bool prepare_blocks(run *r) {
  const env *e = r->env;
  double start = timer_start();
  if (e->options->slice)
    simplify(r);
  int size = e->options->blocks;
  if (size >= BLOCKS_OF_1)
    r->blocks = summarize_within(
        run_searched(r), (uint32_t)(size - BLOCKS_OF_1 + 1), &e->limits);
  else if (size == BLOCKS_LARGE)
    r->blocks = summarize(run_searched(r), &e->limits);
  timer_stop(&e->stats->time_encode, start);
  if (size != BLOCKS_SINGLE && !r->blocks)
    return false;
  e->stats->cut_points = program_location_count(run_searched(r));
  return true;
}

// Before the search, so that a run that is stopped has its pictures, too.
void prepare_pictures(run *r) {
  if (!r->env->options->html)
    return;
  const limits *l = &r->env->limits;
  r->pictures[0] = picture_draw(r->original, "p", l);
  r->pictures[1] = picture_draw(run_searched(r), "b", l);
  r->has_pictures = true;
}
