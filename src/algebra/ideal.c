// SPDX-License-Identifier: Apache-2.0
// Groebner bases over the integers modulo 2^width, as far as they are cheap.
//
// B. Buchberger's algorithm (1965), with leading coefficients that are powers
// of two times an odd number: the odd number is divided out, and a monomial is
// reduced only if its coefficient is a multiple of the power of two (M.
// Brickenstein, A. Dreyer, G.-M. Greuel, M. Wedler, O. Wienand: "New
// Developments in the Theory of Groebner Bases and Applications to Formal
// Verification", J. Pure Appl. Algebra 213, 2009). A zero product says nothing
// about its factors, so a normal form that is not zero proves nothing.
//
// Each element of the basis carries the sum of multiples of generators that it
// is. Invariants of loops are few and small, so lists and linear searches do.
#include "algebra/ideal.h"

#include <assert.h>

#include "base/mem.h"

enum {
  MAX_ELEMENTS = 60,  // of a basis
  MAX_PAIRS = 400,    // that are looked at
  MAX_STEPS = 1000,   // of one reduction
  MAX_LEAD_DEGREE = 6 // of what a pair has in common
};

typedef struct {
  polynomial p;
  ideal_sum how;       // p is this
  monomial lead;       // of p, with a power of two as its coefficient
  uint32_t next_other; // pairs with elements before this one are done
} element;

struct ideal {
  uint32_t width;
  uint32_t generators;
  VEC(element) basis;
  uint32_t pairs; // so many were looked at
};

void ideal_sum_clear(ideal_sum *s) {
  for (uint32_t i = 0; i < s->parts.len; i++)
    polynomial_clear(&s->parts.data[i].cofactor);
  vec_free(&s->parts);
}

static void element_clear(element *e) {
  polynomial_clear(&e->p);
  ideal_sum_clear(&e->how);
}

ideal *ideal_new(uint32_t width) {
  assert(width >= 1 && width <= 64);
  ideal *i = mem_alloc(sizeof *i);
  i->width = width;
  return i;
}

void ideal_free(ideal *i) {
  if (i == NULL)
    return;
  for (uint32_t k = 0; k < i->basis.len; k++)
    element_clear(&i->basis.data[k]);
  vec_free(&i->basis);
  mem_free(i);
}

// --- monomials ---------------------------------------------------------------

// Of two different ones, the one of the higher degree is the larger one; else
// the one whose first different factor is younger.
static bool is_larger(const monomial *a, const monomial *b) {
  if (a->degree != b->degree)
    return a->degree > b->degree;
  for (uint32_t i = a->degree; i-- > 0;)
    if (a->factors[i].id != b->factors[i].id)
      return a->factors[i].id > b->factors[i].id;
  return false;
}

// The factors of 'of' without those of 'by'; false: these are not among them.
static bool divide(const monomial *of, const monomial *by, monomial *out) {
  uint32_t k = 0;
  *out = (monomial){.coefficient = 1};
  for (uint32_t i = 0; i < of->degree; i++)
    if (k < by->degree && term_eq(of->factors[i], by->factors[k]))
      k++;
    else
      out->factors[out->degree++] = of->factors[i];
  return k == by->degree;
}

// What 'a' lacks to be a multiple of 'b' (both as products of factors).
static monomial missing(const monomial *a, const monomial *b) {
  monomial out = {.coefficient = 1};
  uint32_t i = 0;
  for (uint32_t k = 0; k < b->degree; k++) {
    while (i < a->degree && a->factors[i].id < b->factors[k].id)
      i++;
    if (i < a->degree && term_eq(a->factors[i], b->factors[k]))
      i++;
    else
      out.factors[out.degree++] = b->factors[k];
  }
  return out;
}

static const monomial *find_lead(const polynomial *p) {
  assert(p->parts.len > 0);
  const monomial *lead = &p->parts.data[0];
  for (uint32_t i = 1; i < p->parts.len; i++)
    if (is_larger(&p->parts.data[i], lead))
      lead = &p->parts.data[i];
  return lead;
}

static uint32_t twos(uint64_t n) {
  assert(n != 0);
  return (uint32_t)__builtin_ctzll(n);
}

// --- sums of multiples -------------------------------------------------------

static polynomial *cofactor_of(ideal_sum *s, uint32_t generator,
                               uint32_t width) {
  for (uint32_t i = 0; i < s->parts.len; i++)
    if (s->parts.data[i].generator == generator)
      return &s->parts.data[i].cofactor;
  vec_push(&s->parts, ((ideal_part){generator, {.width = width}}));
  return &vec_last(&s->parts).cofactor;
}

// s += m * t
static bool sum_add(ideal_sum *s, const monomial *m, const ideal_sum *t,
                    uint32_t width) {
  for (uint32_t i = 0; i < t->parts.len; i++) {
    const ideal_part *part = &t->parts.data[i];
    polynomial *c = cofactor_of(s, part->generator, width);
    if (!polynomial_add_product(c, m, &part->cofactor))
      return false;
  }
  return true;
}

// e += m * f
static bool element_add(element *e, const monomial *m, const element *f) {
  return polynomial_add_product(&e->p, m, &f->p) &&
         sum_add(&e->how, m, &f->how, e->p.width);
}

// --- reduction ---------------------------------------------------------------

// An element of the basis, and what it must be multiplied with, that takes the
// monomial away. NULL: there is none.
static const element *find_reducer(const ideal *i, const monomial *m,
                                   monomial *times) {
  for (uint32_t k = 0; k < i->basis.len; k++) {
    const element *e = &i->basis.data[k];
    uint32_t shift = twos(e->lead.coefficient);
    if (twos(m->coefficient) < shift || !divide(m, &e->lead, times))
      continue;
    times->coefficient = 0 - (m->coefficient >> shift);
    return e;
  }
  return NULL;
}

// Takes away what can be, the largest monomials first. False: it got too large.
static bool reduce(const ideal *i, element *e) {
  for (uint32_t step = 0; step < MAX_STEPS; step++) {
    const monomial *next = NULL;
    const element *by = NULL;
    monomial times, found;
    for (uint32_t k = 0; k < e->p.parts.len; k++) {
      const monomial *m = &e->p.parts.data[k];
      if (next != NULL && !is_larger(m, next))
        continue;
      const element *f = find_reducer(i, m, &found);
      if (f == NULL)
        continue;
      next = m;
      by = f;
      times = found;
    }
    if (by == NULL)
      return true;
    if (!element_add(e, &times, by))
      return false;
  }
  return false;
}

// --- the basis ---------------------------------------------------------------

// Multiplies by an odd number such that the leading coefficient is a power of
// two. Never fails: nothing grows.
static void normalize(element *e) {
  const monomial *lead = find_lead(&e->p);
  uint64_t odd = lead->coefficient >> twos(lead->coefficient);
  monomial inverse = {.coefficient = polynomial_inverse(odd)};
  element made = {.p.width = e->p.width};
  bool is_small = element_add(&made, &inverse, e);
  assert(is_small);
  (void)is_small;
  element_clear(e);
  *e = made;
  e->lead = *find_lead(&e->p);
  assert((e->lead.coefficient & (e->lead.coefficient - 1)) == 0);
}

// Takes the element over.
static void add_element(ideal *i, element *e) {
  bool is_small = reduce(i, e);
  if (!is_small || polynomial_is_zero(&e->p) || i->basis.len >= MAX_ELEMENTS) {
    element_clear(e);
    return;
  }
  normalize(e);
  e->next_other = 0;
  vec_push(&i->basis, *e);
}

void ideal_add(ideal *i, const polynomial *zero) {
  assert(zero->width == i->width);
  element e = {.p = polynomial_copy(zero)};
  polynomial one = {.width = i->width};
  vec_push(&one.parts, ((monomial){.coefficient = 1}));
  vec_push(&e.how.parts, ((ideal_part){i->generators++, one}));
  add_element(i, &e);
}

// Multiples of both that have the same leading monomial cancel it.
static void add_pair(ideal *i, const element *a, const element *b) {
  monomial to_a = missing(&a->lead, &b->lead);
  monomial to_b = missing(&b->lead, &a->lead);
  if (to_a.degree + a->lead.degree > MAX_LEAD_DEGREE ||
      to_a.degree == b->lead.degree) // nothing in common: it says nothing new
    return;
  uint32_t twos_a = twos(a->lead.coefficient);
  uint32_t twos_b = twos(b->lead.coefficient);
  uint32_t most = twos_a > twos_b ? twos_a : twos_b;
  to_a.coefficient = UINT64_C(1) << (most - twos_a);
  to_b.coefficient = 0 - (UINT64_C(1) << (most - twos_b));
  element made = {.p.width = i->width};
  if (element_add(&made, &to_a, a) && element_add(&made, &to_b, b))
    add_element(i, &made);
  else
    element_clear(&made);
}

// Looks at some more pairs. False: there are none left, or enough were seen.
static bool complete(ideal *i, uint32_t pairs) {
  uint32_t seen = 0;
  for (uint32_t k = 1; k < i->basis.len; k++)
    while (i->basis.data[k].next_other < k) {
      if (seen++ == pairs)
        return true;
      if (i->pairs++ >= MAX_PAIRS || i->basis.len >= MAX_ELEMENTS)
        return false;
      uint32_t other = i->basis.data[k].next_other++;
      element a = i->basis.data[other], b = i->basis.data[k];
      add_pair(i, &a, &b); // may move the basis, not what these point to
    }
  return seen > 0;
}

bool ideal_contains(ideal *i, const polynomial *p, const limits *l,
                    ideal_sum *how) {
  enum { PAIRS_AT_ONCE = 20 };
  assert(p->width == i->width);
  element e = {.p = polynomial_copy(p)};
  bool is_small = reduce(i, &e);
  while (is_small && !polynomial_is_zero(&e.p) &&
         limits_stop(l) == LIMIT_NONE && complete(i, PAIRS_AT_ONCE))
    is_small = reduce(i, &e);
  *how = (ideal_sum){0};
  bool is_zero = is_small && polynomial_is_zero(&e.p);
  if (is_zero) { // p plus e.how is zero
    monomial minus = {.coefficient = UINT64_MAX};
    is_zero = sum_add(how, &minus, &e.how, i->width);
  }
  if (!is_zero)
    ideal_sum_clear(how);
  element_clear(&e);
  return is_zero;
}
