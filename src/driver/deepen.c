// SPDX-License-Identifier: Apache-2.0
// Recursion grows by itself unless the user gave a depth: the programs that
// need a deep one are few, and unfolding costs all the others. Before calls are
// unfolded further, it is tried to do without.
#include "driver/run.h"
#include "driver/shares.h"

// Unfolding calls further makes a difference only where it makes the program
// larger.
static bool has_grown(const run *r, uint32_t *last_size) {
  uint32_t size = r->original ? program_location_count(r->original) : 0;
  bool is_larger = size > *last_size;
  *last_size = size;
  return is_larger;
}

// A proof by induction over the depth of calls, where unfolding them proved
// nothing. True: it was found.
static bool attempt_induction(run *r, env *share) {
  const env *all = r->env;
  *share = *all;
  share->limits =
      shares_part_or(&all->limits, SHARES_CONTRACTS, SHARES_CONTRACTS_SECONDS);
  env_progress(all, "looking for contracts of recursive functions");
  run_forget(r);
  r->env = share;
  diag d = {0};
  if (prepare_with_contracts(r, &d) && prepare_blocks(r)) {
    prepare_pictures(r);
    search_answer(r);
    if (search_verdict(r) == VERDICT_TRUE)
      return true;
  }
  diag_clear(&d);
  run_forget(r);
  r->env = all;
  return false;
}

bool deepen(run *r, options *o, env *share, deepen_attempt attempt,
            outcome *out) {
  bool is_growing = o->recursion == 0;
  if (is_growing)
    o->recursion = RECURSION_FIRST;
  diag d = {0};
  uint32_t last_size = 0;
  bool is_answered = attempt(r, &d, out);
  while (is_answered && is_growing && has_grown(r, &last_size) &&
         search_is_cut_short(r) && limits_stop(&r->env->limits) == LIMIT_NONE) {
    if (o->recursion == RECURSION_FIRST && attempt_induction(r, share))
      break;
    env_progress(r->env, "calls are unfolded %d deep; now deeper",
                 (int)o->recursion);
    o->recursion *= RECURSION_FACTOR;
    run_forget(r);
    is_answered = attempt(r, &d, out);
  }
  diag_clear(&d);
  return is_answered;
}
