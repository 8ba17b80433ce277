// SPDX-License-Identifier: Apache-2.0
// Sums over all elements of an array.
//
// The program is given an array of all the sums that it computes on the way
// (transform/prefix.h). An invariant that mentions it says what a sum is for
// any contents: "sum = F[i] - F[0]", and behind the loop "sum = F[n] - F[0]".
// Two loops over the same elements are then compared without knowing them.
//
// The search has candidates that follow the loops (transform/sum_guesses.h).
// The proof is about the program with that array. An error found would be one
// of the original, too, but others find it sooner.
//
// Sums are seen through without a solver, and one that is asked about them to
// minimize a proof takes longer than the judge for all of it: they are hard.
#include "transform/transform.h"

#include "base/mem.h"
#include "transform/sum_guesses.h"

static void destroy(void *made) {
  prefix_clear(made);
  mem_free(made);
}

static void *make(const program *original, const char **why) {
  prefixed *x = mem_alloc(sizeof *x);
  if (prefix_make(original, x))
    return x;
  destroy(x);
  *why = "no sum over an array";
  return NULL;
}

static const program *searched(const void *made) {
  return ((const prefixed *)made)->extended.program;
}

static void offer(void *made, lemmas *m, const invariants *of) {
  sum_guesses_offer(made, m, of);
}

static bool translate(void *made, const program *original, result *r) {
  r->about = extended_of(&((prefixed *)made)->extended, original);
  return r->about != NULL;
}

const transformation transform_sums = {
    .make = make,
    .destroy = destroy,
    .searched = searched,
    .offer = offer,
    .is_hard = true,
    .translate = translate,
    .on_error = "an error, which is for other engines to find",
    .on_nothing = "no invariants of sums were found that exclude an error"};
