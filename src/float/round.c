// SPDX-License-Identifier: Apache-2.0
// The last stage of every operation: rounding and packing.
//
// Stored exponent and fraction are one number: the next larger float is the
// next larger number, also from the subnormals to the normals and from the
// largest finite float to infinity. So the exponent is kept as 'base', one less
// than what is stored, the highest bit of the significand is added to it, and
// rounding up is adding one to the whole word.
//
// Only results below the normal range need a shift to the right before that,
// and only results that are not subnormal may need one to the left, by one.
// Both are exact here: what falls out is remembered in the sticky bit.
#include "float/parts.h"

#include <assert.h>

term float_mode_is(const float_context *c, float_mode mode) {
  return term_eq_make(c->tt, c->mode, term_bv(c->tt, FLOAT_MODE_BITS, mode));
}

// One of the five, by mode.
typedef struct {
  term nearest_even, nearest_away, up, down, zero;
} choices;

static term choose(const float_context *c, const choices *x) {
  term t = x->zero;
  t = float_ite(c, float_mode_is(c, FLOAT_DOWNWARD), x->down, t);
  t = float_ite(c, float_mode_is(c, FLOAT_UPWARD), x->up, t);
  t = float_ite(c, float_mode_is(c, FLOAT_NEAREST_AWAY), x->nearest_away, t);
  return float_ite(c, float_mode_is(c, FLOAT_NEAREST_EVEN), x->nearest_even, t);
}

term float_rounds_up(const float_context *c, const float_inexact *x) {
  terms *tt = c->tt;
  term is_odd = float_bit(tt, x->significand, 0);
  term is_inexact = term_or(tt, x->guard, x->sticky);
  term to_even = term_and(tt, x->guard, term_or(tt, x->sticky, is_odd));
  choices all = {.nearest_even = to_even,
                 .nearest_away = x->guard,
                 .up = term_and(tt, term_not(tt, x->sign), is_inexact),
                 .down = term_and(tt, x->sign, is_inexact),
                 .zero = term_false(tt)};
  return choose(c, &all);
}

// What a number beyond the finite ones becomes: infinity, or the largest
// finite float, which is the word before it.
static term overflow(const float_context *c, term sign) {
  terms *tt = c->tt;
  choices all = {.nearest_even = term_true(tt),
                 .nearest_away = term_true(tt),
                 .up = term_not(tt, sign),
                 .down = sign,
                 .zero = term_false(tt)};
  term infinite = float_infinite_magnitude(c);
  term one = term_bv(tt, term_width(tt, infinite), 1);
  return float_ite(c, choose(c, &all), infinite, term_bvsub(tt, infinite, one));
}

term float_round(const float_context *c, const float_inexact *x) {
  terms *tt = c->tt;
  uint32_t fraction = c->format.precision - 1;
  uint32_t width = float_width(c->format) - 1;
  assert(term_width(tt, x->base) == c->format.exponent);
  assert(term_width(tt, x->significand) == c->format.precision);
  term hidden = term_extract(tt, x->significand, fraction, fraction);
  term stored =
      term_bvadd(tt, x->base, float_resize(tt, hidden, c->format.exponent));
  term word = term_concat(tt, stored,
                          term_extract(tt, x->significand, fraction - 1, 0));
  term up = float_word(tt, float_rounds_up(c, x));
  word = term_bvadd(tt, word, float_resize(tt, up, width));
  word = float_ite(c, x->is_huge, overflow(c, x->sign), word);
  return float_signed(c, x->sign, word);
}

// Significand, guard and sticky bit in one word of precision + 2 bits.
static void take_apart(terms *tt, term word, term lost, float_inexact *out) {
  uint32_t width = term_width(tt, word);
  out->significand = term_extract(tt, word, width - 1, 2);
  out->guard = float_bit(tt, word, 1);
  out->sticky = term_or(tt, float_bit(tt, word, 0), lost);
}

term float_round_raw(const float_context *c, const float_raw *x) {
  terms *tt = c->tt;
  uint32_t width = term_width(tt, x->significand);
  uint32_t bits = term_width(tt, x->base), e = c->format.exponent;
  assert(width == c->format.precision + 2 && bits > e);
  term zero = term_bv(tt, bits, 0);
  term is_small = term_bvsle(tt, x->base, zero);
  term is_low = term_not(tt, float_bit(tt, x->significand, width - 1));
  // To the left: the word above the normal range always allows one step.
  term moves = term_and(tt, is_low, term_not(tt, is_small));
  term left = term_concat(tt, term_extract(tt, x->significand, width - 2, 0),
                          term_bv(tt, 1, 0));
  term word = float_ite(c, moves, left, x->significand);
  term base =
      term_bvsub(tt, x->base, float_resize(tt, float_word(tt, moves), bits));
  // To the right: a word of which only the sticky bit moves is as good.
  term lost = x->sticky;
  term by = float_ite(c, is_small, term_bvneg(tt, x->base), zero);
  word = float_shift_sticky(tt, word, by, &lost);
  float_inexact y = {.sign = x->sign};
  take_apart(tt, word, lost, &y);
  base = float_ite(c, is_small, zero, base);
  // The largest finite float has base 2^e - 3.
  uint64_t limit = ((uint64_t)1 << e) - 2;
  y.is_huge = term_bvule(tt, term_bv(tt, bits, limit), base);
  y.base = term_extract(tt, base, e - 1, 0);
  return float_round(c, &y);
}
