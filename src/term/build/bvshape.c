// SPDX-License-Identifier: Apache-2.0
// Constructors that move bits: concat, extract, extensions, shifts.
//
// Shifts to the right by a constant are extensions of extractions, shifts to
// the left are products. Extraction goes through everything that only moves
// bits; through arithmetic and bitwise operators it goes where the operands
// get narrower at once, because C computes on bytes in 32 bits.
#include "term/build/build.h"

static term extend(terms *tt, bool is_signed, term a, uint32_t by) {
  return is_signed ? term_sign_extend(tt, a, by) : term_zero_extend(tt, a, by);
}

// --- concat -----------------------------------------------------------------

static term fold_concat(terms *tt, term high, term low) {
  return fold_value(
      tt, bvop_concat(tt->scratch, value_of(tt, high), value_of(tt, low)));
}

// Neighboring extractions of one term, or two constants: one piece.
static term join(terms *tt, term high, term low) {
  const node *m = node_of(tt, high), *n = node_of(tt, low);
  if (m->kind == TERM_VALUE && n->kind == TERM_VALUE)
    return fold_concat(tt, high, low);
  if (m->kind == TERM_EXTRACT && n->kind == TERM_EXTRACT &&
      m->words[0] == n->words[0] && m->words[2] == n->words[1] + 1)
    return term_extract(tt, (term){m->words[0]}, m->words[1], n->words[2]);
  return TERM_NONE;
}

// The pieces next to the seam may join where a side is a concat itself.
static term join_inside(terms *tt, term high, term low) {
  const node *m = node_of(tt, high), *n = node_of(tt, low);
  if (n->kind == TERM_CONCAT) {
    term t = join(tt, high, (term){n->words[0]});
    if (!term_is_none(t))
      return term_concat(tt, t, (term){n->words[1]});
  }
  if (m->kind == TERM_CONCAT) {
    term t = join(tt, (term){m->words[1]}, low);
    if (!term_is_none(t))
      return term_concat(tt, (term){m->words[0]}, t);
  }
  return TERM_NONE;
}

static term concat_raw(terms *tt, term high, term low) {
  sort s = sort_bv(tt, width_of(tt, high) + width_of(tt, low));
  return node_make2(tt, TERM_CONCAT, s, high, low);
}

static term concat_rules(terms *tt, term high, term low) {
  term t = join(tt, high, low);
  if (!term_is_none(t))
    return t;
  if (is_zero(tt, high))
    return term_zero_extend(tt, low, width_of(tt, high));
  const node *m = node_of(tt, high);
  if (m->kind == TERM_ZERO_EXTEND || m->kind == TERM_SIGN_EXTEND)
    return extend(tt, m->kind == TERM_SIGN_EXTEND,
                  term_concat(tt, (term){m->words[0]}, low), m->words[1]);
  t = join_inside(tt, high, low);
  if (term_is_none(t))
    t = lift_binary(tt, TERM_CONCAT, high, low);
  return term_is_none(t) ? concat_raw(tt, high, low) : t;
}

term term_concat(terms *tt, term high, term low) {
  assert(width_of(tt, high) + width_of(tt, low) > width_of(tt, high));
  if (!rules_enter(tt))
    return concat_raw(tt, high, low);
  return rules_leave(tt, concat_rules(tt, high, low));
}

// --- extract ----------------------------------------------------------------

static term extract_concat(terms *tt, const node *n, uint32_t high,
                           uint32_t low) {
  assert(n->kind == TERM_CONCAT && low <= high);
  term x = {n->words[0]}, y = {n->words[1]};
  uint32_t split = width_of(tt, y);
  if (high < split)
    return term_extract(tt, y, high, low);
  if (low >= split)
    return term_extract(tt, x, high - split, low - split);
  return term_concat(tt, term_extract(tt, x, high - split, 0),
                     term_extract(tt, y, split - 1, low));
}

static term extract_extension(terms *tt, const node *n, uint32_t high,
                              uint32_t low) {
  term x = {n->words[0]};
  uint32_t width = width_of(tt, x);
  bool is_signed = n->kind == TERM_SIGN_EXTEND;
  if (high < width)
    return term_extract(tt, x, high, low);
  if (low < width)
    return extend(tt, is_signed, term_extract(tt, x, width - 1, low),
                  high - width + 1);
  if (!is_signed)
    return bv_make_pattern(tt, high - low + 1, BV_ZERO);
  return term_sign_extend(tt, term_extract(tt, x, width - 1, width - 1),
                          high - low);
}

// Is the extraction from t done without looking into operators: only bits are
// moved on one way down? Then the two extractions from the operands of an
// operator above take constant time together.
static bool extracts_freely(const terms *tt, term t, uint32_t high,
                            uint32_t low) {
  for (;;) {
    const node *n = node_of(tt, t);
    uint32_t width = width_of(tt, t);
    if (high - low + 1 == width)
      return true;
    switch ((term_kind)n->kind) {
    case TERM_EXTRACT:
      high += n->words[2];
      low += n->words[2];
      break;
    case TERM_ZERO_EXTEND:
    case TERM_SIGN_EXTEND: {
      uint32_t inner = width_of(tt, (term){n->words[0]});
      if (low >= inner && n->kind == TERM_ZERO_EXTEND)
        return true;
      high = high < inner ? high : inner - 1;
      low = low < inner ? low : inner - 1;
      break;
    }
    case TERM_CONCAT: {
      uint32_t split = width_of(tt, (term){n->words[1]});
      if (high >= split && low > 0 && low < split)
        return false; // a part of both sides
      if (high >= split) {
        high -= split;
        low = low < split ? 0 : low - split;
      } else {
        t = (term){n->words[1]};
        continue;
      }
      break;
    }
    case TERM_ITE:
    case TERM_BVNOT:
    case TERM_BVNEG:
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR:
    case TERM_BVADD:
    case TERM_BVMUL:
      return false;
    default:
      return true;
    }
    t = (term){n->words[0]};
  }
}

// A smaller term comes out of the extraction from t, and at once.
static bool gets_narrow(const terms *tt, term t, uint32_t high, uint32_t low) {
  switch (kind_of(tt, t)) {
  case TERM_VALUE:
    return true;
  case TERM_CONCAT:
  case TERM_EXTRACT:
  case TERM_ZERO_EXTEND:
  case TERM_SIGN_EXTEND:
    return extracts_freely(tt, t, high, low);
  default:
    return false;
  }
}

static term extract_ite(terms *tt, const node *n, uint32_t high, uint32_t low) {
  term c = {n->words[0]}, x = {n->words[1]}, y = {n->words[2]};
  bool chain = (is_value(tt, x) || is_value(tt, y)) &&
               lift_is_short(tt, is_value(tt, x) ? y : x);
  bool narrow = gets_narrow(tt, x, high, low) && gets_narrow(tt, y, high, low);
  if (!chain && !narrow)
    return TERM_NONE;
  return term_ite(tt, c, term_extract(tt, x, high, low),
                  term_extract(tt, y, high, low));
}

// x op y for an operator whose bits depend on no higher (bitwise: on no other)
// bits of the operands.
static term extract_operator(terms *tt, const node *n, uint32_t high,
                             uint32_t low) {
  term x = {n->words[0]}, y = {n->words[1]};
  bool bitwise =
      n->kind == TERM_BVAND || n->kind == TERM_BVOR || n->kind == TERM_BVXOR;
  if (low > 0 && !bitwise)
    return TERM_NONE;
  bool narrow = gets_narrow(tt, x, high, low) && gets_narrow(tt, y, high, low);
  if (!narrow && !(bitwise && is_value(tt, y)))
    return TERM_NONE;
  term args[] = {term_extract(tt, x, high, low),
                 term_extract(tt, y, high, low)};
  return term_make(tt, (term_kind)n->kind, (sort){0}, args, 2, 0, 0);
}

// x * 2^k has k zeros at the bottom and then the bits of x.
static term extract_product(terms *tt, const node *n, uint32_t high,
                            uint32_t low) {
  int64_t zeros = bv_log2(tt, (term){n->words[1]});
  if (zeros > 0 && high < zeros)
    return bv_make_pattern(tt, high - low + 1, BV_ZERO);
  if (zeros > 0 && low >= zeros)
    return term_extract(tt, (term){n->words[0]}, high - (uint32_t)zeros,
                        low - (uint32_t)zeros);
  return extract_operator(tt, n, high, low);
}

static term extract_unary(terms *tt, const node *n, uint32_t high,
                          uint32_t low) {
  term x = {n->words[0]};
  if (n->kind == TERM_BVNOT)
    return term_bvnot(tt, term_extract(tt, x, high, low));
  assert(n->kind == TERM_BVNEG);
  if (low > 0 || !gets_narrow(tt, x, high, low))
    return TERM_NONE;
  return term_bvneg(tt, term_extract(tt, x, high, low));
}

static term extract_by_kind(terms *tt, const node *n, uint32_t high,
                            uint32_t low) {
  switch ((term_kind)n->kind) {
  case TERM_EXTRACT:
    return term_extract(tt, (term){n->words[0]}, high + n->words[2],
                        low + n->words[2]);
  case TERM_CONCAT:
    return extract_concat(tt, n, high, low);
  case TERM_ZERO_EXTEND:
  case TERM_SIGN_EXTEND:
    return extract_extension(tt, n, high, low);
  case TERM_ITE:
    return extract_ite(tt, n, high, low);
  case TERM_BVNOT:
  case TERM_BVNEG:
    return extract_unary(tt, n, high, low);
  case TERM_BVMUL:
    return extract_product(tt, n, high, low);
  case TERM_BVAND:
  case TERM_BVOR:
  case TERM_BVXOR:
  case TERM_BVADD:
    return extract_operator(tt, n, high, low);
  default:
    return TERM_NONE;
  }
}

static term extract_raw(terms *tt, term a, uint32_t high, uint32_t low) {
  return node_make_param(tt, TERM_EXTRACT, sort_bv(tt, high - low + 1), a, high,
                         low);
}

static term extract_rules(terms *tt, term a, uint32_t high, uint32_t low) {
  const node *n = node_of(tt, a);
  if (high - low + 1 == width_of(tt, a))
    return a;
  if (n->kind == TERM_VALUE)
    return fold_value(tt, bvop_extract(tt->scratch, n->value, high, low));
  term t = extract_by_kind(tt, n, high, low);
  return term_is_none(t) ? extract_raw(tt, a, high, low) : t;
}

term term_extract(terms *tt, term a, uint32_t high, uint32_t low) {
  assert(low <= high && high < width_of(tt, a));
  if (!rules_enter(tt))
    return extract_raw(tt, a, high, low);
  return rules_leave(tt, extract_rules(tt, a, high, low));
}

// --- extensions -------------------------------------------------------------

static term extend_raw(terms *tt, term_kind kind, term a, uint32_t by) {
  sort s = sort_bv(tt, width_of(tt, a) + by);
  return node_make_param(tt, kind, s, a, by, 0);
}

static term zext_rules(terms *tt, term a, uint32_t by) {
  const node *n = node_of(tt, a);
  if (n->kind == TERM_VALUE)
    return fold_value(tt, bvop_zero_extend(tt->scratch, n->value, by));
  if (n->kind == TERM_ZERO_EXTEND)
    return term_zero_extend(tt, (term){n->words[0]}, n->words[1] + by);
  term t = lift_unary(tt, TERM_ZERO_EXTEND, a, by, 0);
  return term_is_none(t) ? extend_raw(tt, TERM_ZERO_EXTEND, a, by) : t;
}

term term_zero_extend(terms *tt, term a, uint32_t by) {
  if (by == 0)
    return a;
  assert(width_of(tt, a) + by > by);
  if (!rules_enter(tt))
    return extend_raw(tt, TERM_ZERO_EXTEND, a, by);
  return rules_leave(tt, zext_rules(tt, a, by));
}

static term sext_rules(terms *tt, term a, uint32_t by) {
  const node *n = node_of(tt, a);
  if (n->kind == TERM_VALUE)
    return fold_value(tt, bvop_sign_extend(tt->scratch, n->value, by));
  if (n->kind == TERM_SIGN_EXTEND)
    return term_sign_extend(tt, (term){n->words[0]}, n->words[1] + by);
  if (n->kind == TERM_ZERO_EXTEND)
    return term_zero_extend(tt, (term){n->words[0]}, n->words[1] + by);
  term t = lift_unary(tt, TERM_SIGN_EXTEND, a, by, 0);
  return term_is_none(t) ? extend_raw(tt, TERM_SIGN_EXTEND, a, by) : t;
}

term term_sign_extend(terms *tt, term a, uint32_t by) {
  if (by == 0)
    return a;
  assert(width_of(tt, a) + by > by);
  if (!rules_enter(tt))
    return extend_raw(tt, TERM_SIGN_EXTEND, a, by);
  return rules_leave(tt, sext_rules(tt, a, by));
}

// --- shifts -----------------------------------------------------------------

// The constant as a number of bits; the width if it is not smaller.
static uint32_t shift_amount(const terms *tt, term k, uint32_t width) {
  value v = value_of(tt, k);
  uint64_t amount = 0;
  for (uint32_t i = v.width; i-- > 0;) {
    amount = amount * 2 + value_bv_bit(v, i);
    if (amount >= width)
      return width;
  }
  return (uint32_t)amount;
}

static term shl_constant(terms *tt, term a, uint32_t by, uint32_t width) {
  assert(by <= width);
  if (by == width)
    return bv_make_pattern(tt, width, BV_ZERO);
  term one = bv_make_pattern(tt, width, BV_ONE);
  return term_bvmul(tt, a,
                    fold_binary(tt, BVOP_SHL, one, term_bv(tt, width, by)));
}

static term shr_constant(terms *tt, bool is_signed, term a, uint32_t by,
                         uint32_t width) {
  assert(by <= width);
  if (by == width && !is_signed)
    return bv_make_pattern(tt, width, BV_ZERO);
  uint32_t low = by == width ? width - 1 : by;
  return extend(tt, is_signed, term_extract(tt, a, width - 1, low), low);
}

static term shift_rules(terms *tt, term_kind kind, term a, term b) {
  uint32_t width = width_of(tt, a);
  if (is_zero(tt, a) || is_zero(tt, b))
    return a;
  if (is_value(tt, b)) {
    uint32_t by = shift_amount(tt, b, width);
    return kind == TERM_BVSHL
               ? shl_constant(tt, a, by, width)
               : shr_constant(tt, kind == TERM_BVASHR, a, by, width);
  }
  if (kind == TERM_BVASHR && is_ones(tt, a))
    return a;
  if (kind == TERM_BVASHR && node_is_nonnegative(tt, a))
    return term_bvlshr(tt, a, b);
  term t = lift_binary(tt, kind, a, b);
  return term_is_none(t) ? node_make2(tt, kind, sort_of(tt, a), a, b) : t;
}

static term shift_make(terms *tt, term_kind kind, term a, term b) {
  assert(width_of(tt, a) == width_of(tt, b));
  if (!rules_enter(tt))
    return node_make2(tt, kind, sort_of(tt, a), a, b);
  return rules_leave(tt, shift_rules(tt, kind, a, b));
}

term term_bvshl(terms *tt, term a, term b) {
  return shift_make(tt, TERM_BVSHL, a, b);
}

term term_bvlshr(terms *tt, term a, term b) {
  return shift_make(tt, TERM_BVLSHR, a, b);
}

term term_bvashr(terms *tt, term a, term b) {
  return shift_make(tt, TERM_BVASHR, a, b);
}
