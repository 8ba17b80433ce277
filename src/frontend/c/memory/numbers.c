// SPDX-License-Identifier: Apache-2.0
// Pointers that are numbers: between the number and the pointer's value.
#include "frontend/c/memory/numbers.h"

#include <assert.h>

#include "frontend/c/memory/place.h"
#include "frontend/c/memory/pointer.h"

uint32_t numbers_width(const translator *t) { return t->m->pointer_bytes * 8; }

bool numbers_are_used(const translator *t) {
  return points_to_has_outside(t->targets) || place_is_used(t);
}

static bool is_wide(const translator *t) {
  assert(numbers_width(t) == 32 || numbers_width(t) == POINTER_BITS);
  return numbers_width(t) == POINTER_BITS;
}

// The value whose object is asked for; TERM_NONE: there is none.
static term value_of(const translator *t, const pointer *p) {
  const terms *tt = t->tt;
  if (term_get_kind(tt, p->object_id) != TERM_EXTRACT)
    return TERM_NONE;
  term whole = term_arg(tt, p->object_id, 0);
  bool is_high = term_width(tt, whole) == POINTER_BITS &&
                 term_param(tt, p->object_id, 1) == OFFSET_BITS &&
                 term_width(tt, p->object_id) == OBJECT_BITS;
  return is_high ? whole : TERM_NONE;
}

// An interval of the value, which data-flow analysis understands.
static term is_between(translator *t, term whole) {
  terms *tt = t->tt;
  if (!is_wide(t))
    return term_bvult(tt, whole,
                      term_bv(tt, POINTER_BITS, UINT64_C(1) << OFFSET_BITS));
  const uint64_t most = UINT64_C(1) << (POINTER_BITS - 2);
  return term_and(
      tt, term_bvsle(tt, term_bv(tt, POINTER_BITS, (uint64_t)0 - most), whole),
      term_bvslt(tt, whole, term_bv(tt, POINTER_BITS, most)));
}

term numbers_is(translator *t, const pointer *p) {
  terms *tt = t->tt;
  if (p->object != NULL)
    return term_false(tt);
  term whole = value_of(t, p), id = p->object_id;
  if (!term_is_none(whole))
    return is_between(t, whole);
  if (!is_wide(t))
    return term_eq_make(tt, id, term_bv(tt, OBJECT_BITS, 0));
  return term_eq_make(tt,
                      term_extract(tt, id, OBJECT_BITS - 1, OBJECT_BITS - 1),
                      term_extract(tt, id, OBJECT_BITS - 2, OBJECT_BITS - 2));
}

term numbers_is_proper(translator *t, const pointer *p) {
  terms *tt = t->tt;
  term is_number = numbers_is(t, p);
  if (is_wide(t) || p->object != NULL)
    return is_number;
  term value_ = pointer_term(t, p), n = numbers_value(t, p);
  return term_and(tt, is_number,
                  term_eq_make(tt, value_, numbers_encode(t, n)));
}

term numbers_are_both(translator *t, const pointer *a, const pointer *b) {
  if (!numbers_are_used(t))
    return term_false(t->tt);
  return term_and(t->tt, numbers_is(t, a), numbers_is(t, b));
}

// --- decoding --------------------------------------------------------------

// The number without what is added to it.
static term base_number(translator *t, const pointer *p) {
  terms *tt = t->tt;
  uint32_t width = numbers_width(t);
  bool has_base = !term_is_none(p->base);
  if (!is_wide(t))
    return has_base ? term_extract(tt, p->base, width - 1, 0)
                    : term_bv(tt, width, 0);
  if (!has_base)
    return term_concat(tt, p->object_id, term_bv(tt, OFFSET_BITS, 0));
  term sign = term_extract(tt, p->base, OFFSET_BITS - 1, OFFSET_BITS - 1);
  term high =
      term_bvsub(tt, p->object_id, term_zero_extend(tt, sign, OBJECT_BITS - 1));
  return term_concat(tt, high, p->base);
}

term numbers_value(translator *t, const pointer *p) {
  terms *tt = t->tt;
  uint32_t width = numbers_width(t);
  assert(p->object == NULL);
  term sum = term_bvadd(tt, base_number(t, p),
                        term_bv(tt, width, (uint64_t)p->offset));
  for (uint32_t k = 0; k < p->part_count; k++) {
    const pointer_part *part = &p->parts[k];
    uint32_t bits = term_width(tt, part->index);
    assert(bits <= width);
    term index = term_sign_extend(tt, part->index, width - bits);
    term scale = term_bv(tt, width, (uint64_t)part->scale);
    sum = term_bvadd(tt, sum, term_bvmul(tt, index, scale));
  }
  return sum;
}

// --- encoding --------------------------------------------------------------

static term high_part(translator *t, term n) {
  terms *tt = t->tt;
  term sign = term_extract(tt, n, OFFSET_BITS - 1, OFFSET_BITS - 1);
  return term_bvadd(tt, term_extract(tt, n, POINTER_BITS - 1, OFFSET_BITS),
                    term_zero_extend(tt, sign, OBJECT_BITS - 1));
}

term numbers_encode(translator *t, term n) {
  terms *tt = t->tt;
  assert(term_width(tt, n) == numbers_width(t));
  if (!is_wide(t))
    return term_concat(tt, term_bv(tt, OBJECT_BITS, 0),
                       term_sign_extend(tt, n, OFFSET_BITS - numbers_width(t)));
  term high = term_extract(tt, high_part(t, n), OBJECT_BITS - 2, 0);
  return term_concat(tt, term_sign_extend(tt, high, 1),
                     term_extract(tt, n, OFFSET_BITS - 1, 0));
}

term numbers_fit(translator *t, term n) {
  terms *tt = t->tt;
  if (!is_wide(t))
    return term_true(tt);
  term high = high_part(t, n);
  return term_eq_make(tt,
                      term_extract(tt, high, OBJECT_BITS - 1, OBJECT_BITS - 1),
                      term_extract(tt, high, OBJECT_BITS - 2, OBJECT_BITS - 2));
}

pointer numbers_pointer(translator *t, term n) {
  pointer p = pointer_of_term(t, numbers_encode(t, n));
  p.may_be_number = true;
  return p;
}

term numbers_sum(translator *t, const pointer *p) {
  terms *tt = t->tt;
  assert(p->object == NULL && p->may_be_number);
  term is_number = numbers_is(t, p);
  term n = numbers_encode(t, numbers_value(t, p));
  if (term_is_true(tt, is_number))
    return n;
  return term_ite(tt, is_number, n,
                  term_concat(tt, p->object_id, pointer_offset(t, p)));
}
