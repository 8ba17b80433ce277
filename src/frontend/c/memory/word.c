// SPDX-License-Identifier: Apache-2.0
// Words of unions: a pointer or a number, and a bit that says which.
//
// A pointer is an object and an offset, a number has as many bits as addresses
// have; neither has room for the other. So a union whose members are of both
// kinds is cut into words of which each holds what was stored last. Reading
// the same kind gives it back, which is what programs mostly do: nobody has to
// know where an object lies. Reading the other kind is a conversion (place.h).
#include "frontend/c/memory/word.h"

#include <assert.h>

#include "frontend/c/memory/escape.h"
#include "frontend/c/memory/place.h"
#include "frontend/c/memory/pointer.h"
#include "frontend/c/memory/safety.h"

bool word_is_zero(const translator *t, term v) {
  if (!term_is_value(t->tt, v))
    return false;
  value n = term_get_value(t->tt, v);
  return n.kind == VALUE_BV && !n.is_big && n.bits == 0;
}

// The points-to analysis does not follow bytes, so that a pointer made of them
// would seem to be invalid.
bool word_has_bytes(const translator *t) {
  return place_is_used(t) && !safety_is_watched(t);
}

term word_bytes_of(translator *t, term pointer_, uint32_t bytes, term *known) {
  // Null is the only one whose bytes are always known.
  if (word_is_zero(t, pointer_))
    return term_bv(t->tt, bytes * 8, 0);
  if (!word_has_bytes(t))
    return TERM_NONE;
  pointer p = pointer_of_term(t, pointer_);
  term here;
  term n = place_number(t, &p, NULL, &here);
  *known = term_and(t->tt, *known, here);
  escape_hand(t, &p, term_true(t->tt));
  return n;
}

term word_pointer_of(translator *t, term number, bool is_kept, term *known) {
  if (word_is_zero(t, number))
    return term_bv(t->tt, POINTER_BITS, 0);
  if (!word_has_bytes(t))
    return TERM_NONE;
  term here;
  pointer p = place_find(t, number, NULL, is_kept, &here);
  *known = term_and(t->tt, *known, here);
  return pointer_term(t, &p);
}

// --- words -----------------------------------------------------------------

term word_of_pointer(translator *t, term p) {
  return term_concat(t->tt, term_bv(t->tt, 1, 1), p);
}

term word_of_number(translator *t, term n) {
  return term_zero_extend(t->tt, n, WORD_BITS - term_width(t->tt, n));
}

static term holds_pointer(translator *t, term word) {
  assert(term_width(t->tt, word) == WORD_BITS);
  return bits_to_bool(t->tt,
                      term_extract(t->tt, word, WORD_BITS - 1, POINTER_BITS));
}

static term as_pointer(translator *t, term word) {
  return term_extract(t->tt, word, POINTER_BITS - 1, 0);
}

static term as_number(translator *t, term word, uint32_t bytes) {
  return term_extract(t->tt, word, bytes * 8 - 1, 0);
}

// 'same' if the word holds that kind. Otherwise 'other', where 'here' says that
// this is known; if it never is, zero is.
static term choose(translator *t, term is_same, term same, term other,
                   term here, term *known) {
  terms *tt = t->tt;
  term zero = term_bv(tt, term_width(tt, same), 0);
  *known = term_and(tt, *known, term_or(tt, is_same, here));
  return term_ite(tt, is_same, same, term_is_none(other) ? zero : other);
}

term word_pointer(translator *t, term word, uint32_t bytes, bool is_kept,
                  term *known) {
  terms *tt = t->tt;
  term is_same = holds_pointer(t, word), same = as_pointer(t, word);
  if (term_is_true(tt, is_same))
    return same;
  term n = as_number(t, word, bytes), here = term_true(tt);
  term other = word_pointer_of(t, n, is_kept, &here);
  if (term_is_none(other))
    here = term_eq_make(tt, n, term_bv(tt, bytes * 8, 0));
  return choose(t, is_same, same, other, here, known);
}

term word_number(translator *t, term word, uint32_t bytes, term *known) {
  terms *tt = t->tt;
  term is_other = holds_pointer(t, word), same = as_number(t, word, bytes);
  if (term_is_false(tt, is_other))
    return same;
  term p = as_pointer(t, word), here = term_true(tt);
  term other = word_bytes_of(t, p, bytes, &here);
  if (term_is_none(other))
    here = term_eq_make(tt, p, term_bv(tt, POINTER_BITS, 0));
  return choose(t, term_not(tt, is_other), same, other, here, known);
}

term word_rest(translator *t, term word, uint32_t bytes) {
  term is_pointer = holds_pointer(t, word), n = as_number(t, word, bytes);
  if (term_is_false(t->tt, is_pointer))
    return n;
  type_info type = {TYPE_OTHER, NULL};
  term any = step_input(t, INPUT_CHOICE, "rest of a union", type,
                        sort_bv(t->tt, bytes * 8));
  return term_ite(t->tt, is_pointer, any, n);
}

term word_held(translator *t, term word) {
  return term_ite(t->tt, holds_pointer(t, word), as_pointer(t, word),
                  term_bv(t->tt, POINTER_BITS, 0));
}

// A pointer to an instance that is never allocated (heap.c).
term word_unwritten(translator *t) {
  return term_bvnot(t->tt, term_bv(t->tt, WORD_BITS, 0));
}

term word_or_fresh(translator *t, term word, term first) {
  return term_ite(t->tt, term_eq_make(t->tt, word, word_unwritten(t)),
                  word_of_number(t, first), word);
}
