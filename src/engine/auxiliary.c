// SPDX-License-Identifier: Apache-2.0
#include "engine/auxiliary.h"

#include "base/mem.h"
#include "engine/guesses.h"
#include "engine/lemmas.h"

// Testing candidates takes a part of the time, and a little at the start.
#define FIRST_SECONDS 0.3
#define SHARE 0.2

struct auxiliary {
  inductive *of;
  lemmas *lemmas;
  bool has_guesses; // beside what is proved elsewhere
};

auxiliary *auxiliary_new(inductive *of) {
  auxiliary *a = mem_alloc(sizeof *a);
  *a = (auxiliary){of, lemmas_new(of), of->task.env->options->guess};
  if (a->has_guesses)
    guesses_from_program(a->lemmas, of);
  return a;
}

void auxiliary_free(auxiliary *a) {
  if (a == NULL)
    return;
  lemmas_free(a->lemmas);
  mem_free(a);
}

void auxiliary_learn(auxiliary *a, loc head, term formula) {
  if (a->has_guesses)
    guesses_from_formula(a->lemmas, a->of, head, formula);
}

uint32_t auxiliary_poll(auxiliary *a) {
  const env *e = a->of->task.env;
  double due = FIRST_SECONDS + SHARE * inductive_elapsed(a->of);
  if (due <= e->stats->time_lemmas)
    return 0;
  limits share = limits_within(&e->limits, due - e->stats->time_lemmas);
  return lemmas_settle(a->lemmas, &share);
}
