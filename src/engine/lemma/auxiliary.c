// SPDX-License-Identifier: Apache-2.0
// Three sources: what other engines found (engine/lemma/facts.h), which is
// taken as it is; data-flow analysis, which runs in a thread beside the search
// and publishes stronger invariants round by round (domain/df.h), and guesses
// (engine/lemma/guesses.h, engine/lemma/samples.h). These are not believed: all
// of it passes the filter of engine/lemma/lemmas.h. What data-flow analysis
// publishes is inductive as a whole, so that nothing of it is lost there unless
// it was wrong.
#include "engine/lemma/auxiliary.h"

#include "base/mem.h"
#include "domain/df.h"
#include "engine/lemma/facts.h"
#include "engine/lemma/guesses.h"
#include "engine/lemma/lemmas.h"
#include "engine/lemma/samples.h"

// Testing candidates takes a part of the time, and a little at the start.
#define FIRST_SECONDS 0.8
#define SHARE 0.4
// Looking far takes a moment: only if the search does.
#define FAR_AFTER 0.5
#define FAR_SECONDS 0.7

struct auxiliary {
  inductive *of;
  lemmas *lemmas;
  facts *facts;     // that engines tell each other
  uint32_t taken;   // of these, at the start
  samples *samples; // NULL: none are wanted (any more)
  df *df;
  uint64_t round;   // of the last publication that was read
  term *published;  // by location id
  bool has_guesses; // beside what data-flow analysis says
};

auxiliary *auxiliary_new(inductive *of) {
  auxiliary *a = mem_alloc(sizeof *a);
  const program *p = of->task.program;
  *a = (auxiliary){.of = of, .lemmas = lemmas_new(of), .facts = facts_new(of)};
  a->taken = facts_take(a->facts, a->lemmas);
  a->has_guesses = of->task.env->options->guess;
  a->published = mem_alloc(sizeof(term) * (program_location_count(p) + 1));
  a->df = df_start(of->task.env, p);
  df_head_start(a->df);
  if (a->has_guesses) {
    a->samples = samples_new(a->lemmas, of);
    samples_offer(a->samples);
    guesses_from_program(a->lemmas, of);
  }
  const candidates *given = of->task.candidates;
  if (given != NULL)
    given->offer(given->data, a->lemmas, of);
  return a;
}

void auxiliary_free(auxiliary *a) {
  if (a == NULL)
    return;
  df_stop(a->df);
  samples_free(a->samples);
  facts_free(a->facts);
  lemmas_free(a->lemmas);
  mem_free(a->published);
  mem_free(a);
}

void auxiliary_learn(auxiliary *a, loc head, term formula) {
  if (a->has_guesses)
    guesses_from_formula(a->lemmas, a->of, head, formula);
}

static void read_published(auxiliary *a) {
  if (df_published(a->df) == a->round)
    return;
  a->round = df_read(a->df, a->of->tt, a->published);
  const loc_vec *heads = transition_heads(a->of->system);
  for (uint32_t i = 0; i < heads->len; i++) {
    loc l = heads->data[i];
    lemmas_offer(a->lemmas, l, a->published[l.id]);
  }
}

static void look_far(auxiliary *a) {
  if (a->samples == NULL || inductive_elapsed(a->of) < FAR_AFTER)
    return;
  samples_offer_far(a->samples, FAR_SECONDS);
  samples_free(a->samples);
  a->samples = NULL;
}

static uint32_t settle(auxiliary *a) {
  const env *e = a->of->task.env;
  double due = FIRST_SECONDS + SHARE * inductive_elapsed(a->of);
  double spent = lemmas_spent(a->lemmas);
  if (due <= spent)
    return 0;
  read_published(a);
  look_far(a);
  limits share = limits_within(&e->limits, due - spent);
  return lemmas_settle(a->lemmas, &share);
}

uint32_t auxiliary_poll(auxiliary *a) {
  uint32_t found = a->taken + facts_take(a->facts, a->lemmas);
  a->taken = 0;
  found += settle(a);
  facts_post(a->facts);
  return found;
}
