// SPDX-License-Identifier: Apache-2.0
// Sums over all elements of an array.
//
// The program is given an array of all the sums that it computes on the way
// (engine/array/prefix.h). An invariant that mentions it says what a sum is for
// any contents: "sum = F[i] - F[0]", and behind the loop "sum = F[n] - F[0]".
// Two loops over the same elements are then compared without knowing them.
//
// The search is k-induction with candidates that follow the loops
// (engine/array/sum_guesses.h). The proof is about the program with that array.
// An error found would be one of the original, too, but others find it sooner.
#include "engine/array/sums.h"

#include "engine/array/extended.h"
#include "engine/array/sum_guesses.h"

static result *give_up(result *r, const char *reason) {
  return extended_give_up(r, "sums", reason);
}

static void offer(void *data, lemmas *m, const inductive *of) {
  sum_guesses_offer(data, m, of);
}

// Sums were seen through without a solver, and one that is asked about them to
// thin a proof takes longer than the judge for all of it.
static result *search(const engine_task *task, prefixed *x) {
  kinduction_plan plan = {
      .name = "sums", .help = offer, .data = x, .is_hard = true};
  return extended_search(task, x->program, &plan);
}

result *sums_run(const engine_task *task) {
  prefixed x;
  result *r = NULL;
  if (!prefix_make(task->original, &x))
    r = give_up(NULL, "no sum over an array");
  else
    r = search(task, &x);
  if (r->verdict == VERDICT_TRUE) {
    r->about = x.program;
    x.program = NULL;
  } else if (r->verdict == VERDICT_FALSE) {
    give_up(r, "an error, which is for other engines to find");
  } else if (r->unknown == UNKNOWN_NONE) {
    give_up(r, "no invariants of sums were found that exclude an error");
  }
  prefix_clear(&x);
  return r;
}
