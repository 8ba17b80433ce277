// SPDX-License-Identifier: Apache-2.0
// The program is sliced and put into blocks anew, within the share of the time
// that the search has. A proof counts only if it consists of invariants of the
// original program, which a person or a witness can then be told.
#include "driver/another.h"

#include <assert.h>

#include "driver/shares.h"
#include "encode/slice.h"
#include "encode/summarize.h"

env another_share(const another *a, double share, stats *own) {
  env e = a->env;
  e.limits = shares_part(&a->env.limits, share);
  e.stats = own;
  return e;
}

static bool run_and_accept(const another *a, const row *by, const env *e,
                           const program *blocks) {
  engine_task task = {a->program, blocks, e, a->candidates};
  result *found = row_run(by, &task, NULL);
  bool ok = found->verdict == VERDICT_TRUE && found->sound &&
            found->about == NULL && found->proof.kind == PROOF_INVARIANT &&
            a->accept(a->data, found);
  result_free(found);
  return ok;
}

bool another_by(const another *a, const row *by, double share) {
  assert(by->engine && a->accept);
  stats own = {0};
  env e = another_share(a, share, &own);
  options o = *e.options;
  o.unwind = 0;
  e.options = &o;
  program *sliced = slice(a->program);
  program *blocks = summarize(sliced, &e.limits);
  bool ok = blocks != NULL && run_and_accept(a, by, &e, blocks);
  if (blocks)
    program_free(blocks);
  program_free(sliced);
  return ok;
}
