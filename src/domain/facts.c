// SPDX-License-Identifier: Apache-2.0
// Sets as formulas a person would write where that is possible: a bit-vector's
// arc is a signed range if it contains zero and minus one, an unsigned one if
// it does not go around, and else an offset that is small.
#include "domain/facts.h"

#include <assert.h>

#include "domain/flow.h"

// --- constants --------------------------------------------------------------

static term number(terms *tt, wide n) {
  if (n >= INT64_MIN && n <= INT64_MAX)
    return term_int(tt, (int64_t)n);
  arena *mem = arena_new();
  uint64_t size = (uint64_t)(n < 0 ? -n : n);
  mpz_t z;
  mpz_init(z);
  mpz_import(z, 1, 1, sizeof size, 0, 0, &size);
  assert((n < 0 ? -n : n) <= UINT64_MAX && "bounds should be small");
  if (n < 0)
    mpz_neg(z, z);
  term t = term_value(tt, value_int_mpz(mem, z));
  mpz_clear(z);
  arena_free(mem);
  return t;
}

static term constant(terms *tt, vtype t, wide n) {
  assert(t.kind != VTYPE_OTHER);
  if (t.kind == VTYPE_BV)
    return term_bv(tt, t.width, (uint64_t)(n & (vtype_modulus(t) - 1)));
  term c = number(tt, n);
  return t.kind == VTYPE_REAL ? term_to_real(tt, c) : c;
}

// --- spans ------------------------------------------------------------------

static term number_span(terms *tt, term x, vtype t, span s) {
  assert(s.lo <= s.hi && t.kind != VTYPE_BV);
  term low = term_true(tt), high = term_true(tt);
  if (s.lo > -VSET_INF)
    low = term_le(tt, constant(tt, t, s.lo), x);
  if (s.hi < VSET_INF)
    high = term_le(tt, x, constant(tt, t, s.hi));
  return term_and(tt, low, high);
}

static term signed_span(terms *tt, term x, vtype t, span s) {
  assert(s.lo <= s.hi && t.kind == VTYPE_BV);
  term low = term_bvsle(tt, constant(tt, t, s.lo), x);
  return term_and(tt, low, term_bvsle(tt, x, constant(tt, t, s.hi)));
}

static term unsigned_span(terms *tt, term x, vtype t, span s) {
  assert(s.lo <= s.hi && t.kind == VTYPE_BV);
  term low = term_bvule(tt, constant(tt, t, s.lo), x);
  return term_and(tt, low, term_bvule(tt, x, constant(tt, t, s.hi)));
}

// lo may be negative: then the arc goes around.
static term arc(terms *tt, term x, vtype t, span s) {
  wide modulus = vtype_modulus(t), half = modulus / 2;
  assert(s.lo <= s.hi && s.hi < modulus && s.lo >= -modulus);
  if (s.lo == s.hi)
    return term_eq_make(tt, x, constant(tt, t, s.lo));
  if (s.lo >= -half && s.hi < half && (s.lo < 0 || s.hi == half - 1))
    return signed_span(tt, x, t, s);
  if (s.lo >= 0)
    return unsigned_span(tt, x, t, s);
  term offset = term_bvsub(tt, x, constant(tt, t, s.lo));
  return term_bvule(tt, offset, constant(tt, t, s.hi - s.lo));
}

// Bounds that the residue class implies are not worth a formula.
static void relax_ends(vtype t, vset *s) {
  assert(t.kind == VTYPE_BV);
  span *first = &s->part[0], *last = &s->part[s->count - 1];
  if (s->mod == 1)
    return;
  if (first->lo - s->mod < vtype_least(t))
    first->lo = vtype_least(t);
  if (last->hi + s->mod > vtype_greatest(t))
    last->hi = vtype_greatest(t);
}

static term bv_parts(terms *tt, term x, vtype t, const vset *set) {
  term any = term_false(tt);
  vset relaxed = vset_load(set), *s = &relaxed;
  relax_ends(t, s);
  uint32_t first = 0, last = s->count;
  wide greatest = vtype_greatest(t);
  bool goes_around =
      s->count > 1 && vset_least(s) == 0 && vset_greatest(s) == greatest;
  if (goes_around) {
    span around = {s->part[last - 1].lo - greatest - 1, s->part[0].hi};
    any = arc(tt, x, t, around);
    first++;
    last--;
  }
  for (uint32_t i = first; i < last; i++)
    any = term_or(tt, any, arc(tt, x, t, s->part[i]));
  return any;
}

static term number_parts(terms *tt, term x, vtype t, const vset *s) {
  term any = term_false(tt);
  for (uint32_t i = 0; i < s->count; i++)
    any = term_or(tt, any, number_span(tt, x, t, s->part[i]));
  return any;
}

// --- classes ----------------------------------------------------------------

static term class_fact(terms *tt, term x, vtype t, const vset *s) {
  assert(s->mod >= 1);
  if (s->mod == 1)
    return term_true(tt);
  term mod = constant(tt, t, s->mod), rem = constant(tt, t, s->rem);
  if (t.kind == VTYPE_INT)
    return term_eq_make(tt, term_int_mod(tt, x, mod), rem);
  assert(t.kind == VTYPE_BV && s->mod <= vtype_modulus(t));
  uint32_t bits = 0;
  while (((wide)1 << bits) < s->mod)
    bits++;
  if ((wide)1 << bits != s->mod)
    return term_eq_make(tt, term_bvurem(tt, x, mod), rem);
  return term_eq_make(tt, term_extract(tt, x, bits - 1, 0),
                      term_bv(tt, bits, (uint64_t)s->rem));
}

term facts_of_set(terms *tt, term x, vtype t, const vset *s) {
  if (vset_is_empty(s))
    return term_false(tt);
  if (t.kind == VTYPE_OTHER)
    return term_true(tt);
  if (term_is_bool(tt, x))
    return vset_has(s, 1) ? (vset_has(s, 0) ? term_true(tt) : x)
                          : term_not(tt, x);
  term parts =
      t.kind == VTYPE_BV ? bv_parts(tt, x, t, s) : number_parts(tt, x, t, s);
  return term_and(tt, parts, class_fact(tt, x, t, s));
}

// --- locations --------------------------------------------------------------

static term cell_fact(const fixpoint *x, terms *tt, const term *slots,
                      const cell *c) {
  term_vec facts = {0};
  for (uint32_t i = 0; i < x->task.slot_count; i++)
    if (c->state.slots[i] != NULL)
      vec_push(&facts,
               facts_of_set(tt, slots[i], x->task.types[i], c->state.slots[i]));
  term all = term_and_n(tt, facts.data, facts.len);
  vec_free(&facts);
  return all;
}

term facts_of_location(const fixpoint *x, terms *tt, const term *slots,
                       uint32_t location) {
  assert(location >= 1 && location <= x->task.flow->location_count);
  term any = term_false(tt);
  for (uint32_t i = 0; i < x->at[location].len; i++) {
    const cell *c = &x->cells.data[x->at[location].data[i]];
    if (!c->is_gone)
      any = term_or(tt, any, cell_fact(x, tt, slots, c));
  }
  return any;
}
