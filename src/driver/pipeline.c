// SPDX-License-Identifier: Apache-2.0
// One run, top to bottom.
//
// pipeline_run reads as the data flows: files -> program -> slice -> blocks ->
// engine -> certificate -> report. Each stage owns what it makes; the struct
// 'run' holds one pointer per arrow, and run_forget lets go of all of them.
//
// This file alone turns what an engine claims (verdict, sound, precise) and
// what the judge says of its evidence into the answer. The rule: an answer
// other than unknown needs a certificate (unless the user switched that off),
// and evidence that is *refuted* is a defect of this tool, never an answer.
//
// Time is shared out so that an engine that uses up everything does not leave
// its proof unchecked: certification keeps a part of what is left after the
// front end (for_certification), and gets whatever the engine did not use
// besides.
#include "driver/pipeline.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/unreachable.h"
#include "certify/certify.h"
#include "contract/contract.h"
#include "driver/dump.h"
#include "driver/evidence.h"
#include "driver/portfolio.h"
#include "driver/schedule.h"
#include "driver/undefined.h"
#include "encode/slice.h"
#include "encode/summarize.h"
#include "engine/engine.h"
#include "frontend/frontend.h"
#include "report/picture.h"
#include "report/report.h"
#include "report/vacuity.h"
#include "smt/solver.h"
#include "term/parse.h"

#define CONFIRM_SHARE 0.5  // of the time of all engines, for one of them
#define CONTRACT_SHARE 0.4 // of the time, for a proof by contracts

enum { CERTIFY_OFF, CERTIFY_ON, CERTIFY_NATIVE }; // the words of --certify
// The words of --blocks; N follows as BLOCKS_LARGE + N.
enum { BLOCKS_SINGLE, BLOCKS_LARGE };
enum { SOLVER_BITS, SOLVER_Z3 }; // the words of --solver

typedef struct {
  const env *env;
  double start_wall, start_cpu;
  terms *terms;
  program *original;     // as the front end made it
  program *sliced;       // NULL: not sliced
  program *blocks;       // NULL: not summarized
  contracted contracted; // what the original was closed from: then only a proof
                         // counts; without a program: it was not
  result *result;
  const engine *engine;   // that searches; NULL: several
  portfolio *portfolio;   // these, in other processes; NULL: none
  claim claim;            // of the one that was chosen
  const char *others;     // what engines that were not chosen came to
  double other_cpu;       // and what they cost
  bool is_internal_error; // evidence was refuted
  bool is_certified;
  strbuf certified; // who confirmed the answer
  bool has_pictures;
  picture pictures[2]; // of the original and the searched program
} run;

// NULL: "auto", which is no engine's name.
static const engine *choose_engine(const options *o) {
  strbuf name = {0};
  options_print_choice("engine", o->engine, &name);
  const engine *found = engine_find(strbuf_text(&name));
  strbuf_free(&name);
  return found;
}

static run run_start_at(const env *e, double wall, double cpu) {
  return (run){.env = e,
               .start_wall = wall,
               .start_cpu = cpu,
               .engine = choose_engine(e->options)};
}

// Lets go of everything but the start.
static void run_forget(run *r) {
  strbuf_free(&r->certified);
  if (r->portfolio)
    portfolio_stop(r->portfolio);
  if (r->result)
    result_free(r->result);
  for (size_t i = 0; i < sizeof r->pictures / sizeof *r->pictures; i++)
    picture_free(&r->pictures[i]);
  program *made[] = {r->blocks, r->sliced, r->original};
  for (size_t i = 0; i < sizeof made / sizeof *made; i++)
    if (made[i])
      program_free(made[i]);
  contracted_clear(&r->contracted);
  if (r->terms)
    terms_free(r->terms);
  *r = run_start_at(r->env, r->start_wall, r->start_cpu);
}

// The program that engines search: the last one that was made.
static const program *searched(const run *r) {
  assert(r->original);
  if (r->blocks)
    return r->blocks;
  return r->sliced ? r->sliced : r->original;
}

// --- the stages -------------------------------------------------------------

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

static bool read_program(run *r, diag *d) {
  stats *s = r->env->stats;
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

// The program with contracts in place of recursive calls. False: there are none
// that could have one.
static bool read_with_contracts(run *r, diag *d) {
  double start = timer_start();
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

// False: a limit was hit.
static bool make_blocks(run *r) {
  const env *e = r->env;
  double start = timer_start();
  if (e->options->slice)
    r->sliced = slice(searched(r));
  int size = e->options->blocks;
  if (size > BLOCKS_LARGE)
    r->blocks = summarize_within(searched(r), (uint32_t)(size - BLOCKS_LARGE),
                                 &e->limits);
  else if (size == BLOCKS_LARGE)
    r->blocks = summarize(searched(r), &e->limits);
  timer_stop(&e->stats->time_encode, start);
  if (size != BLOCKS_SINGLE && !r->blocks)
    return false;
  e->stats->cut_points = program_location_count(searched(r));
  return true;
}

// Before the search, so that a run that is stopped has its pictures, too.
static void draw(run *r) {
  if (!r->env->options->html)
    return;
  const limits *l = &r->env->limits;
  r->pictures[0] = picture_draw(r->original, "p", l);
  r->pictures[1] = picture_draw(searched(r), "b", l);
  r->has_pictures = true;
}

static bool is_graph_dump(const options *o) {
  return o->dump && strcmp(o->dump, "graph") == 0;
}

// Seconds of those that are left. A proof is checked in a small part of the
// time it takes to find; one found within a second still needs some.
static double for_certification(double left) {
  double part = 0.1 * left, little = 0.5 < 0.25 * left ? 0.5 : 0.25 * left;
  return part > little ? part : little;
}

static void search(run *r) {
  const env *e = r->env;
  env share = *e;
  // What bits does not know (Boogie's integers) it would only refuse.
  options o = *e->options;
  if (o.solver == SOLVER_BITS && !solver_bits_knows(r->terms))
    o.solver = SOLVER_Z3;
  if (is_graph_dump(e->options))
    o.art = "-";
  share.options = &o;
  double left = limits_left(&e->limits);
  if (e->options->certify != CERTIFY_OFF && e->limits.deadline > 0)
    share.limits = limits_within(&e->limits, left - for_certification(left));
  engine_task task = {r->original, searched(r), &share};
  double start = timer_start();
  r->result = r->engine->run(&task);
  timer_stop(&e->stats->time_engine, start);
  assert(r->result && "an engine should always return a result");
}

// --- from claim to answer ---------------------------------------------------

static void refuse(run *r, unknown_kind kind, const char *reason) {
  result_unknown(r->result, kind, (source_pos){0}, "%s", reason);
}

// Replaces a claim whose evidence failed by unknown, and remembers that this
// is our fault.
static void refute(run *r, const char *reason) {
  verdict claimed = r->result->verdict;
  assert(claimed != VERDICT_UNKNOWN);
  r->is_internal_error = true;
  result_unknown(r->result, UNKNOWN_CERTIFY, (source_pos){0},
                 "the evidence for '%s' does not check: %s",
                 verdict_name(claimed), reason);
}

// Accepts or replaces the verdict as the certificate says.
static void apply_certificate(run *r, const certificate *c) {
  switch (c->status) {
  case CERTIFY_OK:
    r->is_certified = true;
    strbuf_puts(&r->certified, c->reason);
    return;
  case CERTIFY_REFUTED:
    refute(r, c->reason);
    return;
  case CERTIFY_GAVE_UP:
    refuse(r, UNKNOWN_CERTIFY, c->reason);
    return;
  }
  UNREACHABLE();
}

// The native run confirms or refutes; that a trace cannot be run natively
// takes nothing away from its replay.
static void apply_native(run *r, const certificate *c) {
  if (c->status == CERTIFY_REFUTED) {
    r->is_certified = false;
    refute(r, c->reason);
    return;
  }
  strbuf_printf(&r->certified, "%s%s",
                c->status == CERTIFY_OK ? "; " : "; native run: ", c->reason);
}

static void certify_true(run *r, const env *judge) {
  if (!r->result->sound) {
    refuse(r, UNKNOWN_ENGINE,
           "the search took a short cut that may miss errors");
    return;
  }
  if (r->env->options->certify != CERTIFY_OFF) {
    certificate c = r->contracted.open
                        ? certify_contracts(judge, &r->contracted, r->result)
                        : certify_proof(judge, r->original, r->result);
    apply_certificate(r, &c);
  }
  // A proof by contracts is about parts: of those, no place is told harmless.
  bool is_confirmed = r->is_certified && !r->contracted.open;
  if (r->result->verdict == VERDICT_TRUE &&
      program_undefined(r->original) == UNDEFINED_ASSUME)
    undefined_explain(judge, r->original, r->result, is_confirmed,
                      &r->certified);
}

static void certify_false(run *r, const env *judge) {
  if (r->contracted.open) {
    result_unknown(r->result, UNKNOWN_BOUND,
                   r->contracted.calls.functions.data[0].pos,
                   "no contract was found that excludes the error");
    r->result->is_exhausted = true;
    return;
  }
  if (!r->result->precise) {
    refuse(r, UNKNOWN_ENGINE,
           "the search took a short cut that may invent errors");
    return;
  }
  if (r->env->options->certify == CERTIFY_OFF)
    return;
  certificate c = certify_trace(judge, r->original, r->result);
  apply_certificate(r, &c);
  if (!r->is_certified || r->env->options->certify != CERTIFY_NATIVE)
    return;
  c = certify_native(judge, r->original, r->result);
  apply_native(r, &c);
}

// The judge counts for itself: the statistics of solvers are the search's. But
// how hard that was tells him how patient to be.
static void certify(run *r) {
  stats own = {.time_hardest = r->env->stats->time_hardest};
  env judge = *r->env;
  judge.stats = &own;
  double start = timer_start();
  if (r->result->verdict == VERDICT_TRUE)
    certify_true(r, &judge);
  else if (r->result->verdict == VERDICT_FALSE)
    certify_false(r, &judge);
  timer_stop(&r->env->stats->time_certify, start);
  r->env->stats->certify_calls = own.certify_calls;
}

// --- out --------------------------------------------------------------------

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

static void write_witness(const run *r, outcome *out) {
  const char *path = r->env->options->witness;
  if (!path || r->result->verdict == VERDICT_UNKNOWN)
    return;
  strbuf text = {0}, why = {0};
  if (evidence_print(r->env, r->original, r->result, &text, &why))
    outcome_write_file(path, &text, out);
  else
    strbuf_printf(&out->errors, "wedge: no witness was written: %s\n",
                  strbuf_text(&why));
  strbuf_free(&text);
  strbuf_free(&why);
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

static void report(run *r, outcome *out) {
  const env *e = r->env;
  e->stats->terms = r->terms ? terms_count(r->terms) : 0;
  report_input in = {.env = e,
                     .program = r->original,
                     .searched = r->original ? searched(r) : NULL,
                     .pictures = r->has_pictures ? r->pictures : NULL,
                     .result = r->result,
                     .certified =
                         r->is_certified ? strbuf_text(&r->certified) : NULL,
                     .others = r->others,
                     .wall = clock_now() - r->start_wall,
                     .cpu = clock_cpu() - r->start_cpu + r->other_cpu};
  out->verdict = r->result->verdict;
  out->status = status_of(r);
  report_text(&in, &out->text);
  if (e->steps)
    series_add(e->steps, e->stats);
  const struct {
    const char *path;
    void (*write)(const report_input *, strbuf *);
  } forms[] = {{e->options->json, report_json},
               {e->options->sarif, report_sarif},
               {e->options->html, report_html}};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    if (!forms[i].path)
      continue;
    strbuf text = {0};
    forms[i].write(&in, &text);
    outcome_write_file(forms[i].path, &text, out);
    strbuf_free(&text);
  }
}

// The answer of one engine, as text and files.
static void deliver_own(run *r, outcome *out) {
  report(r, out);
  write_harness(r, out);
  write_witness(r, out);
  write_notes(r, out);
  if (r->is_internal_error)
    tell_how_to_report(out);
}

// All engines ended without a word.
static void deliver_nothing(run *r, outcome *out) {
  limit_kind limit = limits_stop(&r->env->limits);
  r->result = result_new("none");
  r->others = portfolio_others(r->portfolio);
  result_unknown(r->result, limit ? unknown_of_limit(limit) : UNKNOWN_ENGINE,
                 (source_pos){0}, "%s",
                 limit ? limit_name(limit) : "all engines ended early");
  report(r, out);
}

static void deliver(run *r, outcome *out) {
  if (!r->portfolio)
    deliver_own(r, out);
  else if (!portfolio_report(r->portfolio, out))
    deliver_nothing(r, out);
}

// The graph or tree of the search when it ended.
static void deliver_graph(run *r, outcome *out) {
  if (r->engine && r->engine->has_graph) {
    search(r);
    strbuf_puts(&out->text, r->result->art);
    out->status = STATUS_TRUE;
    return;
  }
  strbuf_puts(&out->errors, "wedge: error: --dump graph needs --engine "
                            "predabs, impact or splitting\n");
  out->status = STATUS_USAGE;
}

// --- the run ----------------------------------------------------------------

static run run_start(const env *e) {
  return run_start_at(e, clock_now(), clock_cpu());
}

static void unknown_from_limit(run *r) {
  limit_kind kind = limits_stop(&r->env->limits);
  r->result = result_new("none");
  result_unknown(r->result, unknown_of_limit(kind), (source_pos){0},
                 "%s while making blocks", limit_name(kind));
}

// A front end that stops for a limit or an unsupported input is no error of
// the user's: the answer is unknown.
static bool diag_is_unknown(const diag *d) {
  return d->kind == DIAG_LIMIT || d->kind == DIAG_UNSUPPORTED;
}

static void unknown_from_diag(run *r, const diag *d) {
  limit_kind limit = limits_stop(&r->env->limits);
  unknown_kind kind = d->kind == DIAG_UNSUPPORTED ? UNKNOWN_UNSUPPORTED
                      : limit != LIMIT_NONE       ? unknown_of_limit(limit)
                                                  : UNKNOWN_TIME;
  r->result = result_new("none");
  result_unknown(r->result, kind, d->pos, "%s", strbuf_text(&d->text));
}

// --- several engines ---------------------------------------------------------

// Did the search end because calls were not unfolded far enough?
static bool is_cut_short(const run *r) {
  return r->result->unknown == UNKNOWN_BOUND && r->result->at.file != NULL;
}

static void fill_claim(const run *r, claim *c) {
  *c = (claim){.verdict = r->result->verdict,
               .is_internal_error = r->is_internal_error,
               .wants_deeper = is_cut_short(r),
               .is_exhausted = r->result->is_exhausted};
  const char *text = r->result->reason;
  snprintf(c->note, sizeof c->note, "%s",
           text ? text : verdict_name(r->result->verdict));
}

// One of the engines, within its own limits.
typedef struct {
  run *run;
  env env;    // of this engine
  limits all; // of all engines
  double cpu; // that was used before
} one_engine;

// What an engine found in its share of the time may take more to be confirmed:
// half of what is left for all, so that others still get their turn.
static limits limits_to_certify(const limits *all, const limits *share) {
  if (all->deadline <= 0 || share->deadline >= all->deadline)
    return *all;
  return limits_within(all, limits_left(all) * CONFIRM_SHARE);
}

static void search_with(void *data, const char *name, const env *e,
                        claim *out) {
  one_engine *one = data;
  run *r = one->run;
  one->all = r->env->limits;
  one->env = *e;
  r->env = &one->env;
  r->engine = engine_find(name);
  assert(r->engine && "the schedule names engines of the table");
  search(r);
  one->env.limits = limits_to_certify(&one->all, &e->limits);
  certify(r);
  fill_claim(r, out);
}

// In the process of the engine, whose clock began with it.
static void report_chosen(void *data, const char *others, double cpu,
                          outcome *out) {
  one_engine *one = data;
  one->run->others = others;
  one->run->other_cpu = cpu + one->cpu;
  one->run->start_cpu = 0;
  deliver_own(one->run, out);
}

static void search_side_by_side(run *r) {
  one_engine one = {.run = r, .cpu = clock_cpu() - r->start_cpu};
  portfolio_work work = {search_with, report_chosen, &one};
  r->portfolio = portfolio_start(r->env, &work);
  r->claim = portfolio_choose(r->portfolio);
}

// The same engines one after the other, where we must not fork.
static void search_in_turn(run *r) {
  const env *all = r->env;
  for (uint32_t i = 0; i < SCHEDULE_LANES; i++)
    for (const schedule_entry *e = schedule_lane(i); e->engine; e++) {
      if (r->result)
        result_free(r->result);
      double share = e->share / (SCHEDULE_LANES - i);
      env its = *all;
      if (all->limits.deadline > 0)
        its.limits =
            limits_within(&all->limits, limits_left(&all->limits) * share);
      one_engine one = {.run = r};
      claim c;
      search_with(&one, e->engine, &its, &c);
      r->env = all;
      if (c.verdict != VERDICT_UNKNOWN || c.wants_deeper || c.is_internal_error)
        return;
    }
}

static void answer_question(run *r) {
  if (r->engine) {
    search(r);
    certify(r);
  } else if (r->env->may_fork) {
    search_side_by_side(r);
  } else {
    search_in_turn(r);
  }
}

// One pass through all stages. False: there is nothing to report.
static bool attempt(run *r, diag *d, outcome *out) {
  r->terms = terms_new();
  if (!can_read_files(r->env->options, d) || !read_program(r, d)) {
    if (!diag_is_unknown(d)) {
      outcome_of_diag(d, out);
      return false;
    }
    unknown_from_diag(r, d);
  } else if (!make_blocks(r)) {
    unknown_from_limit(r);
  } else if (is_graph_dump(r->env->options)) {
    deliver_graph(r, out);
    return false;
  } else if (r->env->options->dump) {
    dump(r->env, r->original, searched(r), out);
    return false;
  } else {
    draw(r);
    answer_question(r);
  }
  return true;
}

// Unfolding calls further makes a difference only where it makes the program
// larger.
static bool has_grown(const run *r, uint64_t *last_size) {
  uint64_t size = r->env->stats->locations;
  bool is_larger = size > *last_size;
  *last_size = size;
  return is_larger;
}

static bool wants_deeper(const run *r) {
  return (r->portfolio ? r->claim.wants_deeper : is_cut_short(r)) &&
         limits_stop(&r->env->limits) == LIMIT_NONE;
}

static verdict verdict_so_far(const run *r) {
  return r->portfolio ? r->claim.verdict : r->result->verdict;
}

// A proof by induction over the depth of calls, where unfolding them proved
// nothing. True: it was found. Its part of the time is put into 'share', which
// has to live as long as the run.
static bool attempt_induction(run *r, env *share) {
  const env *all = r->env;
  *share = *all;
  if (all->limits.deadline > 0)
    share->limits =
        limits_within(&all->limits, limits_left(&all->limits) * CONTRACT_SHARE);
  env_progress(all, "looking for contracts of recursive functions");
  run_forget(r);
  r->env = share;
  r->terms = terms_new();
  diag d = {0};
  if (read_with_contracts(r, &d) && make_blocks(r)) {
    draw(r);
    answer_question(r);
    if (verdict_so_far(r) == VERDICT_TRUE)
      return true;
  }
  diag_clear(&d);
  run_forget(r);
  r->env = all;
  return false;
}

// Recursion grows by itself unless the user gave a depth: the programs that
// need a deep one are few, and unfolding costs all the others. Before calls are
// unfolded further, it is tried to do without.
void pipeline_run(const env *e, outcome *out) {
  options o = *e->options;
  env inner = *e;
  inner.options = &o;
  series steps = {0};
  inner.steps = o.html ? &steps : NULL;
  bool is_growing = o.recursion == 0;
  if (is_growing)
    o.recursion = RECURSION_FIRST;
  run r = run_start(&inner);
  diag d = {0};
  uint64_t last_size = 0;
  bool is_answered = attempt(&r, &d, out), is_proved = false;
  env share;
  while (is_answered && !is_proved && is_growing && has_grown(&r, &last_size) &&
         wants_deeper(&r)) {
    if (o.recursion == RECURSION_FIRST &&
        (is_proved = attempt_induction(&r, &share)))
      break;
    env_progress(e, "calls are unfolded %d deep; now deeper", (int)o.recursion);
    o.recursion *= RECURSION_FACTOR;
    run_forget(&r);
    is_answered = attempt(&r, &d, out);
  }
  if (is_answered)
    deliver(&r, out);
  diag_clear(&d);
  run_forget(&r);
  series_free(&steps);
}

void pipeline_stopped(const env *e, const stopped_run *stop, outcome *out) {
  assert(stop->limit != LIMIT_NONE);
  run r = run_start(e);
  r.start_wall -= stop->wall;
  r.start_cpu -= stop->cpu;
  r.result = result_new("none");
  result_unknown(r.result, unknown_of_limit(stop->limit), (source_pos){0},
                 "%s%s%s", limit_name(stop->limit),
                 *stop->reached ? "; last step: " : "", stop->reached);
  report(&r, out);
  run_forget(&r);
}
