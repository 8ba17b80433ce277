// SPDX-License-Identifier: Apache-2.0
// From claim to answer.
//
// This file alone turns what an engine claims (verdict, sound, precise) and
// what the judge says of its evidence into the answer. The rule: an answer
// other than unknown needs a certificate (unless the user switched that off),
// and evidence that is *refuted* is a defect of this tool, never an answer.
#include <assert.h>

#include "base/unreachable.h"
#include "certify/certify.h"
#include "driver/reached.h"
#include "driver/run.h"
#include "driver/undefined.h"

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

// A proof by contracts is about parts: of those, no place is told harmless.
// Where undefined behavior is known to happen, a proof that leaves it out is no
// answer, unless the user said to leave it out.
static void explain_undefined(run *r, const env *judge) {
  bool is_confirmed = r->is_certified && !r->contracted.open;
  undefined_finding found = undefined_explain(judge, r->original, r->result,
                                              is_confirmed, &r->certified);
  if (found.at == NULL)
    return;
  if (r->env->options->undefined == UNDEFINED_AUTO)
    result_unknown(r->result, UNKNOWN_UNDEFINED, found.at->pos,
                   "undefined behavior: %s", found.at->text);
  else if (found.is_everywhere)
    program_add_note_here(r->original, NOTE_WARNING,
                          "every execution gets to undefined behavior, so the "
                          "proof says nothing",
                          found.at->pos);
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
  if (r->result->verdict == VERDICT_TRUE &&
      program_undefined(r->original) == UNDEFINED_ASSUME)
    explain_undefined(r, judge);
  bool is_each = r->has_more || r->asked != 0; // property gets a verdict
  if (r->result->verdict == VERDICT_TRUE && is_each && r->is_certified &&
      !r->contracted.open)
    r->unreached = reached_none(judge, r->original, r->result);
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
void conclude(run *r) {
  stats own = {0};
  double hardest = r->hardest;
  env judge = *r->env;
  judge.stats = &own;
  judge.hardest = &hardest;
  double start = timer_start();
  if (r->result->verdict == VERDICT_TRUE)
    certify_true(r, &judge);
  else if (r->result->verdict == VERDICT_FALSE)
    certify_false(r, &judge);
  timer_stop(&r->env->stats->time_certify, start);
  r->env->stats->certify_calls = own.certify_calls;
}
