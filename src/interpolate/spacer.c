// SPDX-License-Identifier: Apache-2.0
// The procedure 'spacer': each block is a Horn clause between two unknown
// predicates, and Z3's Spacer finds the predicates (smt/horn.h). Word-level and
// fast over Int and Real. Not over bit-vectors: there it falls into single
// bits, and Z3 4.8.12 may end the process when it cannot find a lemma again
// that its rewriter has split.
#include "interpolate/procedure.h"

#include <assert.h>

#include "base/mem.h"
#include "interpolate/query.h"
#include "smt/horn.h"

typedef struct {
  strbuf reason;
} spacer;

static void *create(const env *e, terms *tt) {
  (void)e, (void)tt;
  return mem_alloc(sizeof(spacer));
}

static void destroy(void *self) {
  spacer *s = self;
  strbuf_free(&s->reason);
  mem_free(s);
}

static itp_status find(void *self, const itp_query *q, term *out,
                       const char **reason) {
  spacer *s = self;
  assert(s != NULL && q->count >= 2);
  if (itp_prover_theories(q->prover).bv) {
    *reason = "bit-vectors are left to the other procedures";
    return ITP_GAVE_UP;
  }
  term *formulas = mem_alloc(q->count * sizeof *formulas);
  for (uint32_t i = 0; i < q->count; i++)
    formulas[i] = itp_query_formula(q, i);
  horn_chain chain = {
      .formulas = formulas, .arguments = q->shared, .count = q->count - 1};
  horn_status status = horn_solve(q->tt, q->limits, &chain, out, &s->reason);
  mem_free(formulas);
  if (status == HORN_SOLVED)
    return ITP_FOUND;
  *reason = status == HORN_UNSOLVABLE ? "spacer finds the blocks satisfiable"
                                      : strbuf_text(&s->reason);
  return ITP_GAVE_UP;
}

const itp_procedure itp_spacer = {
    .name = "spacer", .create = create, .destroy = destroy, .find = find};
