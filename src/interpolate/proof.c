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
//  5. They are made smaller, and bits become words again (lift.c).
//
// Gurfinkel and Vizel, "DRUPing for Interpolants" (FMCAD 2014); labelling after
// solving as in Niemetz and Preiner's interpolation for Bitwuzla.
#include "interpolate/procedure.h"

#include "base/mem.h"
#include "interpolate/lift.h"
#include "interpolate/proof_clauses.h"
#include "interpolate/proof_read.h"
#include "sat/cadical.h"

typedef struct {
  const env *env;
  terms *tt;
  itp_encoder *encoder;
  itp_clauses clauses;   // of the last query
  const limits *limits;  // of the query at work
  cadical *sat;          // of the last query, if it was satisfiable
  bitblast_model *model; // the same
} prover_by_proof;

// --- creation ----------------------------------------------------------------

static void *proof_create(const env *e, terms *tt) {
  prover_by_proof *s = mem_alloc(sizeof *s);
  s->env = e;
  s->tt = tt;
  s->encoder = itp_encoder_new(tt);
  return s;
}

static void forget_model(prover_by_proof *s) {
  bitblast_model_free(s->model);
  cadical_free(s->sat);
  s->model = NULL;
  s->sat = NULL;
}

static void proof_destroy(void *self) {
  prover_by_proof *s = self;
  forget_model(s);
  itp_encoder_free(s->encoder);
  itp_clauses_free(&s->clauses);
  mem_free(s);
}

// --- one query ---------------------------------------------------------------

typedef struct {
  prover_by_proof *s;
  const itp_query *q;
  proof *proof;
  const char *reason;
} run;

static bool must_stop(void *data) {
  const prover_by_proof *s = data;
  return limits_stop(s->limits) != LIMIT_NONE;
}

static bool give_up(run *r, const char *reason) {
  r->reason = reason;
  return false;
}

static void take_clause(void *data, const int *clause, uint32_t n) {
  run *r = data;
  cadical_add(r->s->sat, clause, n);
  proof_add_original(r->proof, clause, n);
}

static bool add_blocks(run *r) {
  prover_by_proof *s = r->s;
  if (!itp_clauses_make(&s->clauses, s->encoder, r->q, &r->reason))
    return false;
  itp_clauses_each(&s->clauses, take_clause, r);
  s->env->stats->cnf_clauses += s->clauses.clause_count;
  return true;
}

static bool check_trace(run *r) {
  size_t size;
  const uint8_t *trace = cadical_proof(r->s->sat, &size);
  proof_keep_chains(r->proof);
  if (!proof_add_trace(r->proof, trace, size))
    return give_up(r, "the trace of the proof cannot be read");
  switch (proof_check(r->proof, PROOF_BACKWARD, NULL, 0, r->q->limits)) {
  case PROOF_VERIFIED:
    r->s->env->stats->proofs_checked++;
    return true;
  case PROOF_STOPPED:
    return give_up(r, limit_name(limits_stop(r->q->limits)));
  case PROOF_REJECTED:
    break;
  }
  r->s->env->stats->proofs_rejected++;
  return give_up(r, "proof check failed");
}

// --- from bits to terms ------------------------------------------------------

static itp_bit bit_of(const run *r, int variable) {
  uint32_t input = r->s->clauses.input_of.data[variable];
  assert(input != 0 && "only bits of variables should be shared");
  bitblast *b = itp_encoder_blast(r->s->encoder);
  bitblast_origin from = bitblast_input_origin(b, input - 1);
  assert(!term_is_none(from.variable) && !from.is_element);
  return (itp_bit){from.variable, from.bit};
}

static bool lift_interpolants(run *r, const itp_bit_interpolants *found,
                              term *out) {
  itp_bit *bits = mem_alloc(found->inputs.len * sizeof *bits);
  for (uint32_t i = 0; i < found->inputs.len; i++)
    bits[i] = bit_of(r, found->inputs.data[i]);
  itp_lift(r->s->tt, found->graph, bits, found->results.data,
           found->results.len, out);
  mem_free(bits);
  return true;
}

static bool interpolate(run *r, term *out) {
  if (!check_trace(r))
    return false;
  const itp_clauses *c = &r->s->clauses;
  itp_refutation refutation = {
      .proof = r->proof,
      .block_starts = c->block_starts.data,
      .block_count = r->q->count,
      .variable_count = itp_clauses_variable_count(c)};
  itp_bit_interpolants found = {0};
  bool done = itp_read_interpolants(&refutation, r->q->limits, &found);
  if (done)
    done = lift_interpolants(r, &found, out);
  else
    give_up(r, limit_name(limits_stop(r->q->limits)));
  itp_bit_interpolants_clear(&found);
  return done;
}

static itp_status solve(run *r, term *out) {
  switch (cadical_solve(r->s->sat)) {
  case CADICAL_SAT:
    return ITP_SAT;
  case CADICAL_UNSAT:
    return interpolate(r, out) ? ITP_FOUND : ITP_GAVE_UP;
  case CADICAL_STOPPED:
    give_up(r, limit_name(limits_stop(r->q->limits)));
    return ITP_GAVE_UP;
  case CADICAL_NO_MEMORY:
    break;
  }
  give_up(r, limit_name(LIMIT_MEMORY));
  return ITP_GAVE_UP;
}

static itp_status proof_find(void *self, const itp_query *q, term *out,
                             const char **reason) {
  prover_by_proof *s = self;
  forget_model(s);
  s->sat = cadical_new((int)s->env->options->seed, true);
  if (s->sat == NULL) {
    *reason = limit_name(LIMIT_MEMORY);
    return ITP_GAVE_UP;
  }
  s->limits = q->limits;
  cadical_set_terminator(s->sat, must_stop, s);
  run r = {.s = s, .q = q, .proof = proof_new()};
  itp_status status = add_blocks(&r) ? solve(&r, out) : ITP_GAVE_UP;
  if (status == ITP_GAVE_UP)
    *reason = r.reason;
  if (status != ITP_SAT)
    forget_model(s);
  proof_free(r.proof);
  return status;
}

// --- models ------------------------------------------------------------------

// A bit that no clause mentions may have any value.
static bool input_value(void *data, aig_lit input) {
  prover_by_proof *s = data;
  const aig *g = itp_encoder_graph(s->encoder);
  uint32_t index = aig_input_index(g, aig_node_of(input));
  const itp_clauses *c = &s->clauses;
  int v = index < c->variable_of.len ? c->variable_of.data[index] : 0;
  return v != 0 && cadical_value(s->sat, v);
}

static value proof_variable_value(void *self, term variable, arena *mem) {
  prover_by_proof *s = self;
  assert(s->sat != NULL);
  if (s->model == NULL)
    s->model = bitblast_model_new(itp_encoder_blast(s->encoder), input_value,
                                  s);
  return bitblast_model_get(s->model, variable, mem);
}

const itp_procedure itp_proof = {
    .name = "proof",
    .decides = true,
    .create = proof_create,
    .destroy = proof_destroy,
    .find = proof_find,
    .variable_value = proof_variable_value,
};
