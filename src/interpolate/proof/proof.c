// SPDX-License-Identifier: Apache-2.0
// The procedure 'proof': interpolants of bit-vector formulas from a clausal
// proof of CaDiCaL. Complete: whatever CaDiCaL refutes in time is interpolated.
//
// One query goes this way:
//  1. Every group of formulas becomes clauses over its own gates
//     (proof_encode.c); groups that are the same as before are not made again.
//  2. A fresh CaDiCaL gets all clauses and traces its proof. Fresh, because
//     only within one run every step of the trace follows by unit propagation.
//  3. The trace is checked backwards (sat/proof.h), which leaves the needed
//     lemmas and how each is resolved.
//  4. The interpolants of all cuts are read off (proof_read.c), over bits.
//  5. They are made smaller, and bits become words again (lift.c,
//     relations.c).
// Should nobody be able to check what comes out, as bulky formulas are, it is
// taken as it was read, which the proof itself confirms (proof_links.c).
// Arrays are replaced by some of their elements before all this (elements.c).
//
// Gurfinkel and Vizel, "DRUPing for Interpolants" (FMCAD 2014); labelling after
// solving as in Niemetz and Preiner's interpolation for Bitwuzla.
#include "interpolate/procedure.h"

#include <math.h>

#include "base/mem.h"
#include "interpolate/elements.h"
#include "interpolate/words/lift.h"
#include "interpolate/proof/links.h"
#include "interpolate/proof/reduce.h"
#include "interpolate/words/relations.h"

enum {
  MAX_RUNS = 3,         // for a shorter proof
  SHORT_PROOF = 500,    // steps that need no shortening
  MAX_REFINEMENTS = 40, // of the elements of arrays
  TIME_TO_SPARE = 3     // times as long as refuting took: answers are improved
};
#define LEAST_TIME 0.3  // seconds for each improvement, besides
#define SPARE_SHARE 0.1 // of the time left: the most that one may take

typedef struct {
  const env *env;
  terms *tt;
  itp_encoder *encoder;
  itp_elements *elements;     // NULL: no arrays so far
  itp_clauses clauses;        // of the last query
  itp_run run;                // of the last query, if it was not given up
  bitblast_model *model;      // if it was satisfiable
  itp_bit_interpolants found; // if it was refuted
} prover_by_proof;

// --- creation ----------------------------------------------------------------

static void *proof_create(const env *e, terms *tt) {
  prover_by_proof *s = mem_alloc(sizeof *s);
  s->env = e;
  s->tt = tt;
  s->encoder = itp_encoder_new(tt);
  return s;
}

static void proof_forget(void *self) {
  prover_by_proof *s = self;
  bitblast_model_free(s->model);
  s->model = NULL;
  itp_run_clear(&s->run);
  itp_bit_interpolants_clear(&s->found);
}

static void proof_destroy(void *self) {
  prover_by_proof *s = self;
  proof_forget(s);
  itp_encoder_free(s->encoder);
  itp_elements_free(s->elements);
  itp_clauses_free(&s->clauses);
  mem_free(s);
}

// --- from bits to terms ------------------------------------------------------

static itp_bit bit_of(prover_by_proof *s, int variable) {
  uint32_t input = s->clauses.input_of.data[variable];
  assert(input != 0 && "only bits of variables should be shared");
  bitblast_origin from =
      bitblast_input_origin(itp_encoder_blast(s->encoder), input - 1);
  assert(!term_is_none(from.variable) && !from.is_element);
  return (itp_bit){from.variable, from.bit};
}

static void lift_interpolants(prover_by_proof *s,
                              const itp_bit_interpolants *found, term *out) {
  itp_bit *bits = mem_alloc(found->inputs.len * sizeof *bits);
  for (uint32_t i = 0; i < found->inputs.len; i++)
    bits[i] = bit_of(s, found->inputs.data[i]);
  itp_lift(s->tt, found->graph, bits, found->results.data, found->results.len,
           out);
  mem_free(bits);
}

// --- one query ---------------------------------------------------------------

// Looks for a shorter proof as long as that pays.
static void shorten(prover_by_proof *s, const limits *l) {
  bool pays = s->run.steps > SHORT_PROOF;
  for (int i = 0; i < MAX_RUNS && pays; i++) {
    itp_run next;
    itp_run_core(&next, &s->run, &s->clauses, s->env, l);
    bool is_better = next.status == REFUTE_UNSAT && next.steps < s->run.steps;
    pays = is_better && next.steps < s->run.steps - s->run.steps / 10;
    itp_run worse = is_better ? s->run : next;
    if (is_better)
      s->run = next;
    itp_run_clear(&worse);
  }
}

// How long an answer may be improved that took 'spent' seconds to refute.
static limits improving_limits(const limits *l, double spent) {
  double most = SPARE_SHARE * limits_left(l);
  return limits_within(l, fmin(spent + LEAST_TIME, most));
}

// 'spent': seconds that refuting took. There must be time left for an answer,
// however much could be improved.
static itp_status interpolate(prover_by_proof *s, const limits *l, double spent,
                              term *out, const char **reason) {
  bool is_late = limits_left(l) < spent * TIME_TO_SPARE;
  limits improving = improving_limits(l, spent);
  if (!is_late)
    shorten(s, &improving);
  s->found.graph = aig_new();
  if (!itp_read_interpolants(&s->run.refutation, l, &s->found)) {
    *reason = limit_name(limits_stop(l));
    return ITP_GAVE_UP;
  }
  improving = improving_limits(l, spent);
  if (!is_late)
    itp_reduce(&s->found, &s->run, s->env, &improving);
  lift_interpolants(s, &s->found, out);
  if (!is_late)
    itp_find_relations(s->env, s->tt, out, s->found.results.len);
  return ITP_FOUND;
}

static itp_status find_by_bits(prover_by_proof *s, const itp_query *q,
                               term *out, const char **reason) {
  proof_forget(s);
  double start = timer_start(), begin = clock_now();
  if (!itp_clauses_make(&s->clauses, s->encoder, q, reason))
    return ITP_GAVE_UP;
  s->env->stats->cnf_clauses += s->clauses.clause_count;
  itp_run_all(&s->run, &s->clauses, s->env, q->limits);
  timer_stop(&s->env->stats->time_itp_refute, start + s->run.check_seconds);
  switch (s->run.status) {
  case REFUTE_SAT:
    return ITP_SAT;
  case REFUTE_UNSAT:
    env_note_refuted(s->env, start);
    return interpolate(s, q->limits, clock_now() - begin, out, reason);
  case REFUTE_GAVE_UP:
    break;
  }
  *reason = s->run.reason;
  return ITP_GAVE_UP;
}

// --- an answer that is checked already ---------------------------------------

// The vocabulary is right by construction: bits of shared variables.
static bool proof_replace(void *self, const itp_query *q, term *out) {
  prover_by_proof *s = self;
  const itp_refutation *r = &s->run.refutation;
  assert(s->run.status == REFUTE_UNSAT);
  itp_bit_interpolants plain = {.graph = aig_new_unrewritten()};
  bool ok = itp_read_interpolants(r, q->limits, &plain) &&
            itp_check_links(r, &plain, q->limits) == PROOF_VERIFIED;
  if (ok) {
    s->env->stats->proofs_checked++;
    lift_interpolants(s, &plain, out);
  }
  itp_bit_interpolants_clear(&plain);
  return ok;
}

// --- models ------------------------------------------------------------------

// A bit that no clause mentions may have any value.
static bool input_value(void *data, aig_lit input) {
  prover_by_proof *s = data;
  const aig *g = itp_encoder_graph(s->encoder);
  uint32_t index = aig_input_index(g, aig_node_of(input));
  const itp_clauses *c = &s->clauses;
  int v = index < c->variable_of.len ? c->variable_of.data[index] : 0;
  return v != 0 && cadical_value(s->run.sat, v);
}

static value proof_variable_value(void *self, term variable, arena *mem) {
  prover_by_proof *s = self;
  assert(s->run.status == REFUTE_SAT && s->run.sat != NULL);
  if (s->model == NULL)
    s->model =
        bitblast_model_new(itp_encoder_blast(s->encoder), input_value, s);
  return bitblast_model_get(s->model, variable, mem);
}

// --- arrays ------------------------------------------------------------------

// More and more elements of the arrays, until they are contradictory.
static itp_status find_by_elements(prover_by_proof *s, const itp_query *q,
                                   term *out, const char **reason) {
  if (s->elements == NULL)
    s->elements = itp_elements_new(s->tt);
  arena *mem = arena_new();
  itp_status status = ITP_SAT;
  for (int i = 0; i < MAX_REFINEMENTS && status == ITP_SAT; i++) {
    itp_query plain;
    arena_reset(mem);
    status = ITP_GAVE_UP;
    if (itp_elements_make(s->elements, q, mem, &plain, reason))
      status = find_by_bits(s, &plain, out, reason);
    if (status == ITP_SAT &&
        itp_elements_refine(s->elements, proof_variable_value, s) == 0)
      break;
  }
  proof_forget(s);
  arena_free(mem);
  for (uint32_t c = 0; status == ITP_FOUND && c + 1 < q->count; c++)
    out[c] = itp_elements_back(s->elements, out[c]);
  if (status != ITP_SAT)
    return status;
  *reason = "finitely many elements of the arrays are not enough";
  return ITP_GAVE_UP;
}

static itp_status proof_find(void *self, const itp_query *q, term *out,
                             const char **reason) {
  if (itp_prover_theories(q->prover).array)
    return find_by_elements(self, q, out, reason);
  itp_status status = find_by_bits(self, q, out, reason);
  if (status == ITP_FOUND)
    itp_choose_relations(q, out);
  return status;
}

const itp_procedure itp_proof = {
    .name = "proof",
    .decides = true,
    .create = proof_create,
    .destroy = proof_destroy,
    .find = proof_find,
    .replace = proof_replace,
    .forget = proof_forget,
};
