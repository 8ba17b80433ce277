// SPDX-License-Identifier: Apache-2.0
// The model picks one case of the block: its branches, and what they depend on.
// In that case values are simple terms over what was there before the block,
// and engine/explicit/relative.h says them by what is there behind it.
#include "engine/explicit/successor.h"

#include <assert.h>

#include "base/mem.h"
#include "engine/explicit/implicant.h"
#include "engine/explicit/relative.h"

typedef struct {
  const successor *of;
  terms *tt;
  implicant why;   // of the case
  term *values;    // the result, in the making
  term *relatives; // values in this case, of relative variables; else none
  relative *relative;
  term_vec same; // what is true of all models that lead to the same state
  subst *open;   // variables -> their values in all cases
} taker;

static void taker_init(taker *k, const successor *s, term *values) {
  *k = (taker){.of = s, .tt = s->tt, .values = values};
  implicant_init(&k->why, s->tt, s->solver);
  k->relatives = mem_alloc(sizeof(term) * (s->n + 1));
  k->open = subst_new(s->tt);
  for (uint32_t i = 0; i < s->n; i++)
    subst_bind(k->open, s->variables[i], s->open[i]);
}

static void taker_clear(taker *k) {
  implicant_clear(&k->why);
  mem_free(k->relatives);
  relative_free(k->relative);
  vec_free(&k->same);
  subst_free(k->open);
}

static void explain(taker *k) {
  const successor *s = k->of;
  for (uint32_t i = 0; s->premises != NULL && i < s->premise_count; i++)
    implicant_explain(&k->why, s->premises[i]);
  for (uint32_t i = 0; i < s->n; i++)
    if (s->tracking[i] != TRACK_VALUE)
      implicant_explain(&k->why, s->open[i]);
}

static term value_of(taker *k, uint32_t i, arena *mem) {
  const successor *s = k->of;
  if (s->tracking[i] != TRACK_VALUE)
    return implicant_branch(&k->why, s->open[i]);
  if (term_is_value(s->tt, s->open[i]))
    return s->open[i];
  return term_value(s->tt, solver_value(s->solver, s->open[i], mem));
}

static void find_values(taker *k) {
  const successor *s = k->of;
  arena *mem = arena_new();
  for (uint32_t i = 0; i < s->n; i++) {
    assert(s->tracking[i] != TRACK_NOTHING);
    term t = value_of(k, i, mem);
    bool is_constant = term_is_value(s->tt, t);
    bool is_relative = s->tracking[i] == TRACK_RELATIVE || !is_constant;
    k->values[i] = t;
    k->relatives[i] = is_relative ? t : TERM_NONE;
  }
  arena_free(mem);
  k->relative = relative_new(s->tt, s->variables, k->relatives, s->n);
  for (uint32_t i = 0; i < s->n; i++)
    if (!term_is_none(k->relatives[i]))
      k->values[i] = relative_value(k->relative, i);
}

// What was the reason for this case, as far as the variables tell.
static term find_facts(taker *k) {
  term_vec facts = {0};
  bool is_wanted = k->of->premises != NULL;
  for (uint32_t i = 0; is_wanted && i < k->why.literals.len; i++) {
    term fact = relative_formula(k->relative, implicant_literal(&k->why, i));
    if (!term_is_none(fact))
      vec_push(&facts, fact);
  }
  term all = term_and_n(k->tt, facts.data, facts.len);
  vec_free(&facts);
  return all;
}

static term other_states(taker *k, term facts) {
  for (uint32_t i = 0; i < k->of->n; i++)
    vec_push(&k->same, term_eq_make(k->tt, k->of->open[i],
                                    subst_apply(k->open, k->values[i])));
  vec_push(&k->same, subst_apply(k->open, facts));
  return term_not(k->tt, term_and_n(k->tt, k->same.data, k->same.len));
}

term successor_take(const successor *s, term *values, term *facts) {
  taker k;
  taker_init(&k, s, values);
  explain(&k);
  find_values(&k);
  *facts = find_facts(&k);
  term others = other_states(&k, *facts);
  taker_clear(&k);
  return others;
}
