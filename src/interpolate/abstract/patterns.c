// SPDX-License-Identifier: Apache-2.0
// Known bits, congruences, and predicates of the formulas.
#include "interpolate/abstract/abstract.h"

#include <assert.h>

// --- known bits --------------------------------------------------------------

static term pattern_formula(terms *tt, const itp_pattern *p) {
  if (term_is_bool(tt, p->variable))
    return p->value != 0 ? p->variable : term_not(tt, p->variable);
  uint32_t width = term_width(tt, p->variable);
  return term_eq_make(
      tt, term_bvand(tt, p->variable, itp_constant(tt, width, p->mask)),
      itp_constant(tt, width, p->value));
}

static itp_fact pattern_fact(terms *tt, const itp_pattern *p) {
  assert(p->mask != 0 && (p->value & ~p->mask) == 0);
  itp_fact f = {.domain = &itp_known_bits, .cost = COST_BITS, .pattern = *p};
  f.formula = pattern_formula(tt, p);
  if (term_is_bool(tt, p->variable))
    f.cost = COST_ATOM;
  else
    f.max_slack = (uint64_t)__builtin_popcountll(p->mask) - 1;
  return f;
}

// Slack s forgets the s highest of the known bits: low bits are those that
// masks and alignment speak about.
static itp_fact weaken_pattern(terms *tt, const itp_fact *f, uint64_t slack) {
  assert(slack <= f->max_slack);
  itp_pattern p = f->pattern;
  for (uint64_t i = 0; i < slack; i++)
    p.mask &= ~(UINT64_C(1) << (63 - __builtin_clzll(p.mask)));
  p.value &= p.mask;
  return pattern_fact(tt, &p);
}

static void collect_patterns(const itp_cloud *c, itp_fact_list *out) {
  for (uint32_t i = 0; i < c->slot_count; i++) {
    const itp_slot *s = &c->frame->slots.data[c->slots[i]];
    if (s->width == 0)
      continue;
    uint64_t first = c->samples[0][c->slots[i]], mask = itp_mask(s->width);
    for (uint32_t k = 1; k < c->sample_count; k++)
      mask &= ~(first ^ c->samples[k][c->slots[i]]);
    if (mask == 0)
      continue;
    itp_pattern p = {
        .variable = s->variable, .mask = mask, .value = first & mask};
    vec_push(out, pattern_fact(c->frame->tt, &p));
  }
}

const itp_domain itp_known_bits = {
    .name = "bits", .collect = collect_patterns, .weaken = weaken_pattern};

// --- congruences -------------------------------------------------------------

// Two samples are congruent modulo their difference: that is no evidence.
enum { MIN_CONGRUENT = 3 };

static uint64_t distance(const itp_slot *s, uint64_t a, uint64_t b) {
  bool is_less = s->width == 0 ? (int64_t)a < (int64_t)b : a < b;
  return is_less ? b - a : a - b;
}

static uint64_t modulus_of(const itp_cloud *c, uint32_t slot) {
  const itp_slot *s = &c->frame->slots.data[slot];
  uint64_t modulus = 0;
  for (uint32_t k = 1; k < c->sample_count; k++) {
    uint64_t rest = distance(s, c->samples[k][slot], c->samples[0][slot]);
    while (rest != 0) {
      uint64_t next = modulus % rest;
      modulus = rest;
      rest = next;
    }
  }
  return modulus;
}

static term congruence_formula(terms *tt, const itp_slot *s, uint64_t modulus,
                               uint64_t point) {
  assert(modulus > 1 && modulus <= INT64_MAX);
  term m = itp_constant(tt, s->width, modulus);
  if (s->width > 0)
    return term_eq_make(tt, term_bvurem(tt, s->variable, m),
                        itp_constant(tt, s->width, point % modulus));
  int64_t rest = (int64_t)point % (int64_t)modulus;
  if (rest < 0)
    rest += (int64_t)modulus;
  return term_eq_make(tt, term_int_mod(tt, s->variable, m), term_int(tt, rest));
}

// Modulo powers of two, bit-vectors are the affine domain's. A remainder is a
// large circuit, and no help where the formulas have none.
static void collect_congruences(const itp_cloud *c, itp_fact_list *out) {
  if (c->sample_count < MIN_CONGRUENT || !c->frame->has_remainder)
    return;
  for (uint32_t i = 0; i < c->slot_count; i++) {
    const itp_slot *s = &c->frame->slots.data[c->slots[i]];
    uint64_t modulus = modulus_of(c, c->slots[i]);
    bool is_power = (modulus & (modulus - 1)) == 0; // also 0 and 1
    if (s->is_bool || modulus <= 1 || modulus > INT64_MAX ||
        (is_power && s->width > 0))
      continue;
    itp_fact f = {.domain = &itp_congruence, .cost = COST_CONGRUENCE};
    f.formula = congruence_formula(c->frame->tt, s, modulus,
                                   c->samples[0][c->slots[i]]);
    vec_push(out, f);
  }
}

const itp_domain itp_congruence = {.name = "congruence",
                                   .collect = collect_congruences};

// --- predicates of the formulas ----------------------------------------------

static void collect_atoms(const itp_cloud *c, itp_fact_list *out) {
  const itp_frame *f = c->frame;
  uint32_t n = f->atoms.len;
  uint32_t *count = ARENA_ARRAY(c->mem, uint32_t, n); // samples where true
  evaluator *e = eval_new(f->tt);
  for (uint32_t k = 0; k < c->sample_count; k++) {
    itp_sample_set(f, c->samples[k], e);
    for (uint32_t i = 0; i < n; i++)
      count[i] += eval_is_true(e, f->atoms.data[i]) ? 1 : 0;
  }
  eval_free(e);
  for (uint32_t i = 0; i < n; i++) {
    assert(count[i] <= c->sample_count);
    itp_fact fact = {.domain = &itp_atom, .cost = COST_ATOM};
    fact.formula = f->atoms.data[i];
    if (count[i] == 0)
      fact.formula = term_not(f->tt, fact.formula);
    if (count[i] == 0 || count[i] == c->sample_count)
      vec_push(out, fact);
  }
}

const itp_domain itp_atom = {.name = "atoms", .collect = collect_atoms};
