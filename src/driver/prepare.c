// SPDX-License-Identifier: Apache-2.0
// From files to the program that engines search.
#include <assert.h>

#include "base/file.h"
#include "certify/certify.h"
#include "contract/contract.h"
#include "driver/run.h"
#include "encode/slice.h"
#include "encode/summarize.h"
#include "frontend/frontend.h"
#include "report/vacuity.h"
#include "term/parse.h"

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

bool prepare_read(run *r, diag *d) {
  stats *s = r->env->stats;
  r->terms = terms_new();
  if (!can_read_files(r->env->options, d))
    return false;
  double start = timer_start(), clang = s->time_clang;
  r->original = frontend_read(r->env, r->terms, d);
  timer_stop(&s->time_frontend, start);
  s->time_frontend -= s->time_clang - clang;
  if (!r->original) {
    assert(d->kind != DIAG_NONE && "a front end that fails should say why");
    return false;
  }
  vacuity_warn(r->original);
  s->locations = program_location_count(r->original);
  s->edges = program_edge_count(r->original);
  s->variables = program_variable_count(r->original);
  return true;
}

bool prepare_with_contracts(run *r, diag *d) {
  double start = timer_start();
  r->terms = terms_new();
  contracted *c = &r->contracted;
  program *p = frontend_read_open(r->env, r->terms, &c->calls, d);
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

bool prepare_blocks(run *r) {
  const env *e = r->env;
  double start = timer_start();
  if (e->options->slice)
    r->sliced = slice(run_searched(r));
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
