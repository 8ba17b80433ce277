// SPDX-License-Identifier: Apache-2.0
// Checking a witness: no engine may help it along.
//
// A witness of correctness is confirmed if its invariants, with 'true' for
// loops that have none, are inductive over one or two visits of loops and
// exclude every error; the judge proves it as it proves what engines claim.
// One that is wrong is rejected: an execution breaks an invariant, or reaches
// the error. Anything else is unknown.
#include "driver/command/validate_command.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "driver/modular.h"
#include "driver/shares.h"
#include "encode/slice.h"
#include "encode/summarize.h"
#include "engine/engine.h"
#include "frontend/frontend.h"
#include "frontend/property.h"
#include "report/report.h"
#include "result/player.h"
#include "witness/sha256.h"
#include "witness/violation.h"

// Recursive calls are unfolded deeper up to this, each time with a share of the
// time left.
enum { LAST_DEPTH = 1000 };

typedef struct {
  const env *env;
  double wall, cpu; // when it started
  witness witness;
  terms *terms;
  program *program;
  result *result;
  bool is_confirmed;
  bool is_open;     // neither confirmed nor rejected
  strbuf certified; // who confirmed it
  strbuf says;      // of the witness, for people
} validation;

// --- the witness and its files ----------------------------------------------

static bool read_witness(validation *v, const char *path, diag *d) {
  strbuf text = {0};
  bool ok = file_read(path, &text, d) &&
            witness_read(&v->witness, file_shown_name(path), strbuf_text(&text),
                         text.len, d);
  strbuf_free(&text);
  return ok;
}

static void reject(validation *v, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void reject(validation *v, const char *format, ...) {
  strbuf why = {0};
  va_list args;
  va_start(args, format);
  strbuf_vprintf(&why, format, args);
  va_end(args);
  strbuf_puts(&v->says, "rejected");
  result_unknown(v->result, UNKNOWN_ENGINE, (source_pos){0},
                 "witness rejected: %s", strbuf_text(&why));
  strbuf_free(&why);
}

static void not_understood(validation *v, const diag *d) {
  strbuf_puts(&v->says, "not understood");
  result_unknown(v->result, UNKNOWN_ENGINE, d->pos,
                 "the witness is not understood: %s", strbuf_text(&d->text));
}

static void not_confirmed(validation *v, unknown_kind kind, source_pos at,
                          const char *why) {
  v->is_open = true;
  strbuf_puts(&v->says, "not confirmed");
  result_unknown(v->result, kind, at, "witness not confirmed: %s", why);
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

// The hash that the witness has for a file; NULL: none.
static const char *hash_of(const witness *w, const char *file) {
  for (uint32_t i = 0; i < w->files.len; i++)
    if (strcmp(base_name(w->files.data[i].name), base_name(file)) == 0)
      return w->files.data[i].hash;
  return NULL;
}

static bool is_about(validation *v, const char *file) {
  const char *expected = hash_of(&v->witness, file);
  strbuf text = {0};
  diag d = {0};
  char hash[SHA256_TEXT] = "";
  if (file_read(file, &text, &d))
    sha256_text(strbuf_text(&text), text.len, hash);
  strbuf_free(&text);
  diag_clear(&d);
  return !expected || strcasecmp(expected, hash) == 0;
}

// Both: what must hold, and from where on. A witness that says nothing about
// one of them agrees with any.
static bool is_same_property(const property *its, const property *asked) {
  return its->set == asked->set &&
         (!its->entry || strcmp(its->entry, asked->entry) == 0);
}

// Without --property a witness says what to check; one that does not is about
// error calls.
static void take_property(validation *v, const property *its, options *o) {
  strbuf list = {0};
  property_print_names(its ? its->set : 1u << PROPERTY_REACH, &list);
  o->property = arena_strdup(v->witness.mem, strbuf_text(&list));
  strbuf_free(&list);
}

// False: it is about another property; or that of the run cannot be read, and
// 'd' says so.
static bool check_property(validation *v, options *o, diag *d) {
  property asked, its;
  diag not_read = {0};
  const char *text = v->witness.specification;
  bool is_read = text && property_read_text("specification", text,
                                            v->witness.mem, &its, &not_read);
  diag_clear(&not_read);
  if (o->property == NULL && (is_read || !text))
    take_property(v, is_read ? &its : NULL, o);
  if (!property_of_options(o, v->witness.mem, &asked, d))
    return false;
  bool is_same = !text || (is_read && is_same_property(&its, &asked));
  if (!is_same)
    reject(v, "it is about another property than this run: %s (--property)",
           text);
  return is_same;
}

// False: it is about another program, another data model or another property.
static bool check_task(validation *v, options *o, diag *d) {
  for (uint32_t i = 0; i < o->inputs.len; i++)
    if (!is_about(v, o->inputs.data[i])) {
      reject(v, "the witness is about another version of %s: its hash differs",
             o->inputs.data[i]);
      return false;
    }
  if (v->witness.bits && v->witness.bits != evidence_long_bits(o)) {
    reject(v, "it is about the data model --%u", (unsigned)v->witness.bits);
    return false;
  }
  return check_property(v, o, d);
}

// --- correctness ------------------------------------------------------------

static void confirm_true(validation *v, const certificate *c, result *proved) {
  result_free(v->result);
  v->result = proved;
  v->is_confirmed = true;
  strbuf_puts(&v->certified, c->reason);
  strbuf_printf(&v->says,
                "confirmed (%s%u invariant%s, induction over %u round%s)",
                v->witness.contracts.len > 0 ? "contracts of functions, " : "",
                (unsigned)v->witness.invariants.len,
                v->witness.invariants.len == 1 ? "" : "s",
                (unsigned)proved->proof.k, proved->proof.k == 1 ? "" : "s");
}

// Searches for an error of a program that was made for this, within a share of
// the time that is left or, if that is endless, of rounds.
static result *search(validation *v, const program *p, double share) {
  enum { ROUNDS = 200 };
  options o = *v->env->options;
  env e = *v->env;
  e.options = &o;
  if (e.limits.deadline > 0)
    e.limits = shares_part(&v->env->limits, share);
  else if (o.unwind == 0)
    o.unwind = ROUNDS;
  program *sliced = slice(p);
  program *blocks = summarize(sliced, &e.limits);
  result *r;
  if (blocks) {
    engine_task task = {p, blocks, &e, NULL};
    r = engine_bmc.run(&task);
    program_free(blocks);
  } else {
    r = result_unknown(result_new("validate"), UNKNOWN_TIME, (source_pos){0},
                       "time limit");
  }
  program_free(sliced);
  // A claim of an execution is believed when it was run.
  if (r->verdict == VERDICT_FALSE &&
      certify_trace(v->env, p, r).status != CERTIFY_OK)
    result_unknown(r, UNKNOWN_CERTIFY, (source_pos){0},
                   "an execution was found, but not confirmed");
  return r;
}

typedef struct {
  player player;
  edge last;
} last_step;

static value initial_value(void *data, var v) {
  return player_initial(&((last_step *)data)->player, v);
}

static value input_value(void *data, loc at, term input) {
  return player_input(&((last_step *)data)->player, at, input);
}

static bool note_step(void *data, edge e, evaluator *state) {
  (void)state;
  ((last_step *)data)->last = e;
  return true;
}

// The step of a confirmed trace that runs into the error.
static edge last_edge(const program *p, const trace *t, const limits *l) {
  last_step s = {.last = EDGE_NONE};
  player_init(&s.player, p, t);
  run_hooks hooks = {.initial = initial_value,
                     .input = input_value,
                     .step = note_step,
                     .data = &s,
                     .blind = RUN_BLIND};
  program_run(p, &hooks, UINT64_MAX, l);
  player_clear(&s.player);
  return s.last;
}

// The invariant that an execution breaks by taking the edge; NULL: none, the
// edge is an error of the program itself.
static const witness_invariant *broken_by(const validation *v, edge e,
                                          const breaking_edges *breaking) {
  for (uint32_t i = 0; i < breaking->len; i++)
    if (breaking->data[i].at.id == e.id)
      return &v->witness.invariants.data[breaking->data[i].invariant];
  return NULL;
}

// An execution that breaks an invariant, or reaches an error, rejects it.
static bool refute(validation *v, const placed_invariants *all) {
  breaking_edges breaking = {0};
  program *p = invariants_guard(v->program, all, &breaking);
  result *r = search(v, p, SHARES_VALIDATE_ERROR);
  bool is_refuted = r->verdict == VERDICT_FALSE;
  if (is_refuted) {
    edge last = last_edge(p, &r->trace, &v->env->limits);
    const witness_invariant *i = broken_by(v, last, &breaking);
    if (i) {
      reject(v, "in line %u an execution breaks the invariant %s",
             (unsigned)i->place.at.line, i->value);
    } else {
      reject(v, "an execution of the program reaches an error");
    }
  }
  result_free(r);
  program_free(p);
  vec_free(&breaking);
  return is_refuted;
}

// By contracts, if there are any. True: it is confirmed.
static bool prove(validation *v, const modular *m, const placed_invariants *all,
                  certificate *found) {
  result *proved = result_new("validate");
  env share = *v->env;
  share.limits = shares_part(&v->env->limits, SHARES_VALIDATE_PROOF);
  *found = m ? modular_prove(&share, m, all, proved)
             : evidence_prove(&share, v->program, NULL, all, proved);
  if (found->status == CERTIFY_OK)
    confirm_true(v, found, proved);
  else
    result_free(proved);
  return found->status == CERTIFY_OK;
}

static void check_correctness(validation *v, witness_context *c) {
  placed_invariants all = {0};
  diag d = {0};
  certificate found;
  if (!invariants_read(c, &v->witness, &all, &d))
    not_understood(v, &d);
  else if (!prove(v, NULL, &all, &found) && !refute(v, &all))
    not_confirmed(v, UNKNOWN_ENGINE, (source_pos){0}, found.reason);
  diag_clear(&d);
  vec_free(&all);
}

// --- contracts --------------------------------------------------------------

// An execution makes a call that is not as its contract says, breaks an
// invariant that says nothing about calls, or reaches an error.
static bool refute_contracts(validation *v, const modular *m) {
  strbuf call = {0};
  env share = *v->env;
  share.limits = shares_part_or(&v->env->limits, SHARES_VALIDATE_CALLS,
                                SHARES_VALIDATE_CALLS_SECONDS);
  bool is_refuted = modular_refute(&share, m, &call);
  if (is_refuted)
    reject(v, "a contract does not hold: %s", strbuf_text(&call));
  strbuf_free(&call);
  if (is_refuted)
    return true;
  witness_context c;
  witness_context_init(&c, v->program, evidence_long_bits(v->env->options));
  placed_invariants all = {0};
  diag d = {0};
  if (!invariants_read(&c, &v->witness, &all, &d))
    vec_clear(&all);
  is_refuted = refute(v, &all);
  diag_clear(&d);
  vec_free(&all);
  witness_context_clear(&c);
  return is_refuted;
}

static void check_by_contracts(validation *v, modular *m) {
  uint32_t bits = evidence_long_bits(v->env->options);
  placed_invariants all = {0};
  diag d = {0};
  certificate found;
  if (!modular_understand(m, &v->witness, bits, &d) ||
      !invariants_read(&m->context, &v->witness, &all, &d))
    not_understood(v, &d);
  else if (!prove(v, m, &all, &found) && !refute_contracts(v, m))
    not_confirmed(v, UNKNOWN_ENGINE, (source_pos){0}, found.reason);
  diag_clear(&d);
  vec_free(&all);
}

static void check_contracts(validation *v) {
  modular m;
  strbuf why = {0};
  if (modular_read(v->env, &v->witness, 0, &m, &why)) {
    check_by_contracts(v, &m);
  } else {
    diag d = {0};
    diag_set(&d, DIAG_UNSUPPORTED, v->witness.contracts.data[0].place.written,
             "%s", strbuf_text(&why));
    not_understood(v, &d);
    diag_clear(&d);
  }
  modular_clear(&m);
  strbuf_free(&why);
}

// --- violation --------------------------------------------------------------

static void confirm_false(validation *v, result *found, const certificate *c) {
  result_free(v->result);
  v->result = found;
  v->is_confirmed = true;
  strbuf_puts(&v->certified, c->reason);
  strbuf_printf(&v->says, "confirmed (an execution passes its %u waypoint%s)",
                (unsigned)v->witness.waypoints.len,
                v->witness.waypoints.len == 1 ? "" : "s");
}

// False: an execution was claimed, but running it does not show it.
static bool take_execution(validation *v, result *r) {
  certificate c = certify_trace(v->env, v->program, r);
  if (c.status == CERTIFY_OK)
    confirm_false(v, r, &c);
  else
    result_unknown(r, UNKNOWN_CERTIFY, (source_pos){0}, "%s", c.reason);
  return c.status == CERTIFY_OK;
}

// The execution that the waypoints describe, if they leave nothing open.
static bool run_along(validation *v, witness_context *c) {
  const limits *all = &v->env->limits;
  limits share =
      shares_part_or(all, SHARES_VALIDATE_RUN, SHARES_VALIDATE_RUN_SECONDS);
  result *r = result_new("validate");
  bool ok = violation_run(c, &v->witness, &share, r) && take_execution(v, r);
  if (!ok)
    result_free(r);
  return ok;
}

// Any execution that passes them.
static void follow(validation *v, const program *product) {
  result *r = search(v, product, SHARES_VALIDATE_ERROR);
  if (r->verdict == VERDICT_FALSE && take_execution(v, r))
    return;
  if (r->verdict == VERDICT_TRUE)
    reject(v, "no execution passes its waypoints");
  else
    not_confirmed(v, r->unknown, r->at,
                  r->reason ? r->reason : unknown_name(r->unknown));
  result_free(r);
}

static void check_violation(validation *v, witness_context *c) {
  if (run_along(v, c))
    return;
  diag d = {0};
  program *product = violation_product(c, &v->witness, &v->env->limits, &d);
  if (product) {
    follow(v, product);
    program_free(product);
  } else {
    not_understood(v, &d);
  }
  diag_clear(&d);
}

// --- the run ----------------------------------------------------------------

static int status_of(verdict v) {
  return v == VERDICT_TRUE    ? STATUS_TRUE
         : v == VERDICT_FALSE ? STATUS_FALSE
                              : STATUS_UNKNOWN;
}

static void report(validation *v, outcome *out) {
  report_input in = {.env = v->env,
                     .program = v->program,
                     .result = v->result,
                     .certified =
                         v->is_confirmed ? strbuf_text(&v->certified) : NULL,
                     .witness = strbuf_text(&v->says),
                     .wall = clock_now() - v->wall,
                     .cpu = clock_cpu() - v->cpu};
  out->verdict = v->result->verdict;
  out->status = status_of(out->verdict);
  report_text(&in, &out->text);
  if (v->env->options->json) {
    strbuf json = {0};
    report_json(&in, &json);
    outcome_write_file(v->env->options->json, &json, out);
    strbuf_free(&json);
  }
}

static void check_witness(validation *v) {
  if (v->witness.contracts.len > 0) {
    check_contracts(v);
    return;
  }
  witness_context c;
  witness_context_init(&c, v->program, evidence_long_bits(v->env->options));
  if (v->witness.kind == WITNESS_CORRECTNESS)
    check_correctness(v, &c);
  else
    check_violation(v, &c);
  witness_context_clear(&c);
}

// Do calls go on where they are unfolded no further?
static bool is_cut_short(const program *p) {
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    if (program_kind(p, (loc){i}) == LOC_BOUND &&
        program_in_edges(p, (loc){i})->len > 0)
      return true;
  return false;
}

static bool read_program(validation *v, diag *d) {
  result_free(v->result);
  v->result = result_new("validate");
  program_free(v->program);
  terms_free(v->terms);
  v->terms = terms_new();
  v->program = frontend_read(v->env, v->terms, d);
  return v->program != NULL;
}

// One depth of recursive calls, with a share of the time if there may be
// others.
static void check_depth(validation *v, bool is_growing) {
  const env *all = v->env;
  env share = *all;
  if (is_growing)
    share.limits = shares_part(&all->limits, SHARES_VALIDATE_DEPTH);
  v->env = &share;
  strbuf_clear(&v->says);
  v->is_open = false;
  check_witness(v);
  v->env = all;
}

// Calls that go on behind the bound are unfolded deeper, unless the user said
// how deep, as long as the witness is neither confirmed nor rejected. With
// contracts there is nothing to unfold.
static bool check_depths(validation *v, options *o, diag *d) {
  bool is_modular = v->witness.contracts.len > 0;
  bool is_growing = o->recursion == 0 && !is_modular, is_open = true;
  uint32_t last_size = 0;
  for (o->recursion = o->recursion ? o->recursion : RECURSION_FIRST; is_open;
       o->recursion *= RECURSION_FACTOR) {
    if (!read_program(v, d))
      return false;
    uint32_t size = program_location_count(v->program);
    is_growing = is_growing && is_cut_short(v->program) && size > last_size;
    last_size = size;
    check_depth(v, is_growing);
    is_open = is_growing && v->is_open && o->recursion < LAST_DEPTH &&
              limits_stop(&v->env->limits) == LIMIT_NONE;
  }
  return true;
}

// False: there is nothing to report but the diagnostic.
static bool validate(validation *v, const char *path, options *o, diag *d) {
  if (!read_witness(v, path, d))
    return false;
  v->result = result_new("validate");
  if (!check_task(v, o, d))
    return d->kind == DIAG_NONE;
  return check_depths(v, o, d);
}

void validate_run(const env *e, outcome *out) {
  options o = *e->options;
  diag d = {0};
  if (o.inputs.len < 2) {
    diag_set(&d, DIAG_USAGE, (source_pos){0},
             "validate needs a witness and the program that it is about: "
             "wedge validate WITNESS.yml FILE.c");
    outcome_of_diag(&o, &d, out);
    diag_clear(&d);
    return;
  }
  const char *path = o.inputs.data[0];
  o.inputs.data++;
  o.inputs.len--;
  env inner = *e;
  inner.options = &o;
  validation v = {.env = &inner, .wall = clock_now(), .cpu = clock_cpu()};
  witness_init(&v.witness);
  if (validate(&v, path, &o, &d))
    report(&v, out);
  else
    outcome_of_diag(&o, &d, out);
  result_free(v.result);
  program_free(v.program);
  witness_clear(&v.witness);
  strbuf_free(&v.certified);
  strbuf_free(&v.says);
  terms_free(v.terms);
  diag_clear(&d);
}
