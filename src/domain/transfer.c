// SPDX-License-Identifier: Apache-2.0
// Operators forwards, by kind; relations in both directions.
#include "domain/transfer.h"

#include <assert.h>

#include "base/unreachable.h"
#include "domain/transfer_internal.h"

bool transfer_has(const transfer_op *op) {
  if (op->origin != ORIGIN_NONE)
    return true;
  switch (op->kind) {
  case TERM_VALUE:
  case TERM_VARIABLE:
  case TERM_ITE:
  case TERM_AND:
  case TERM_OR:
  case TERM_SELECT:
  case TERM_STORE:
  case TERM_CONST_ARRAY:
  case TERM_KIND_COUNT:
    return false;
  default:
    return true;
  }
}

// --- relations --------------------------------------------------------------

static void bounds_of(vtype t, bool is_signed, const vset *a, wide *lo,
                      wide *hi) {
  assert(!vset_is_empty(a));
  if (!is_signed) {
    *lo = vset_least(a);
    *hi = vset_greatest(a);
    return;
  }
  span x[SIGNED_PARTS];
  uint32_t n = transfer_signed(t, a, x);
  *lo = x[0].lo;
  *hi = x[n - 1].hi;
}

static vset truth(bool can_be_false, bool can_be_true) {
  if (!can_be_false && !can_be_true)
    return vset_empty();
  return vset_span(can_be_false ? 0 : 1, can_be_true ? 1 : 0);
}

static vset equal_forward(vtype t, const vset *a, const vset *b) {
  wide x, y;
  vset both = vset_meet(t, a, b);
  bool is_same = vset_is_one(a, &x) && vset_is_one(b, &y) && x == y;
  return truth(!is_same, !vset_is_empty(&both));
}

vset relate_forward(vtype t, bool is_signed, relation r, const vset *a,
                    const vset *b) {
  assert(!vset_is_empty(a) && !vset_is_empty(b));
  if (vset_is_empty(a) || vset_is_empty(b))
    return vset_empty();
  if (t.kind == VTYPE_OTHER)
    return truth(true, true);
  if (r == RELATE_EQUAL)
    return equal_forward(t, a, b);
  wide al, ah, bl, bh;
  bounds_of(t, is_signed, a, &al, &ah);
  bounds_of(t, is_signed, b, &bl, &bh);
  bool no_upper = ah >= VSET_INF || bl <= -VSET_INF;
  bool no_lower = al <= -VSET_INF || bh >= VSET_INF;
  if (r == RELATE_LESS)
    return truth(no_upper || ah >= bl, no_lower || al < bh);
  return truth(no_upper || ah > bl, no_lower || al <= bh);
}

// Keeps the values between lo and hi, as (signed) numbers.
static void clip(vtype t, vset *a, wide lo, wide hi) {
  if (lo > hi) {
    *a = vset_empty();
    return;
  }
  vset_builder keep;
  vset_begin(&keep, t);
  vset_add(&keep, lo, hi);
  vset range = vset_end(&keep, 1, 0, VSET_ARCS);
  *a = vset_meet(t, a, &range);
}

static void assume_equal(vtype t, vset *a, vset *b) {
  *a = vset_meet(t, a, b);
  *b = vset_load(a);
}

void relate_assume(vtype t, bool is_signed, relation r, vset *a, vset *b) {
  if (t.kind == VTYPE_OTHER)
    return;
  if (r == RELATE_EQUAL || vset_is_empty(a) || vset_is_empty(b)) {
    assume_equal(t, a, b);
    return;
  }
  wide al, ah, bl, bh;
  bounds_of(t, is_signed, a, &al, &ah);
  bounds_of(t, is_signed, b, &bl, &bh);
  wide step = r == RELATE_LESS && t.kind != VTYPE_REAL ? 1 : 0;
  wide new_high = bh >= VSET_INF ? ah : wide_min(ah, bh - step);
  wide new_low = al <= -VSET_INF ? bl : wide_max(bl, al + step);
  clip(t, a, al, new_high);
  clip(t, b, new_low, bh);
}

// The differences b - a of pairs that are (not) in the relation. As numbers
// they lie on one side of zero, whatever the bounds: so wrapping them around
// loses nothing.
static vset differences(vtype t, bool is_signed, relation r, bool holds,
                        const vset *a, const vset *b) {
  vset all = vset_top(t);
  if (r == RELATE_EQUAL)
    return holds ? vset_one(0) : vset_without(t, &all, 0);
  wide al, ah, bl, bh, step = r == RELATE_LESS ? 1 : 0;
  bounds_of(t, is_signed, a, &al, &ah);
  bounds_of(t, is_signed, b, &bl, &bh);
  bool no_low = ah >= VSET_INF || bl <= -VSET_INF;
  bool no_high = al <= -VSET_INF || bh >= VSET_INF;
  wide lo = no_low ? -VSET_INF : bl - ah, hi = no_high ? VSET_INF : bh - al;
  if (holds)
    lo = wide_max(lo, step);
  else
    hi = wide_min(hi, step - 1);
  if (lo > hi)
    return vset_empty();
  vset_builder out;
  vset_begin(&out, t);
  vset_add(&out, lo, hi);
  return vset_end(&out, 1, 0, VSET_ARCS);
}

vset relate_difference(vtype t, bool is_signed, relation r, const vset *a,
                       const vset *b, const vset *difference) {
  if (vset_is_empty(a) || vset_is_empty(b) || vset_is_empty(difference))
    return vset_empty();
  vset yes = differences(t, is_signed, r, true, a, b);
  vset no = differences(t, is_signed, r, false, a, b);
  yes = vset_meet(t, &yes, difference);
  no = vset_meet(t, &no, difference);
  return truth(!vset_is_empty(&no), !vset_is_empty(&yes));
}

void relate_assume_difference(vtype t, bool is_signed, relation r, bool holds,
                              vset *a, vset *b, vset *difference) {
  if (vset_is_empty(a) || vset_is_empty(b) || vset_is_empty(difference))
    return;
  vset range = differences(t, is_signed, r, holds, a, b);
  *difference = vset_meet(t, difference, &range);
  vset sum = transfer_add(t, a, difference, VSET_ARCS);
  *b = vset_meet(t, b, &sum);
  vset minus = transfer_neg(t, difference, VSET_ARCS);
  sum = transfer_add(t, b, &minus, VSET_ARCS);
  *a = vset_meet(t, a, &sum);
}

// --- forwards ---------------------------------------------------------------

static vset complement_bits(const transfer_op *op, const vset *a) {
  assert(op->type.kind == VTYPE_BV);
  vset minus = transfer_neg(op->type, a, op->arcs);
  vset one = vset_one(vtype_greatest(op->type)); // -1
  return transfer_add(op->type, &minus, &one, op->arcs);
}

static vset enclose(const transfer_op *op, const vset *a, wide below,
                    wide above) {
  vset_builder out;
  vset_begin(&out, op->type);
  for (uint32_t i = 0; i < a->count; i++) {
    span x = a->part[i];
    vset_add(&out, x.lo <= -VSET_INF ? x.lo : x.lo - below,
             x.hi >= VSET_INF ? x.hi : x.hi + above);
  }
  return vset_end(&out, 1, 0, op->arcs);
}

static vset convert(const transfer_op *op, const vset *a) {
  switch (op->kind) {
  case TERM_BV_TO_INT:
  case TERM_TO_REAL:
    return enclose(op, a, 0, 0);
  case TERM_TO_INT: // rounds downwards
    return enclose(op, a, 0, 0);
  case TERM_INT_TO_BV:
    if (vset_least(a) <= -VSET_INF || vset_greatest(a) >= VSET_INF)
      return vset_top(op->type);
    return enclose(op, a, 0, 0);
  default:
    UNREACHABLE();
  }
}

static bool has_unknown_type(const transfer_op *op, bool is_binary) {
  return op->type.kind == VTYPE_OTHER || op->args[0].kind == VTYPE_OTHER ||
         (is_binary && op->args[1].kind == VTYPE_OTHER);
}

static vset forward(const transfer_op *op, const vset *a, const vset *b) {
  vtype t = op->args[0];
  switch (op->kind) {
  case TERM_EQ:
    return relate_forward(t, false, RELATE_EQUAL, a, b);
  case TERM_BVULT:
  case TERM_LT:
    return relate_forward(t, false, RELATE_LESS, a, b);
  case TERM_BVULE:
  case TERM_LE:
    return relate_forward(t, false, RELATE_LESS_EQUAL, a, b);
  case TERM_BVSLT:
    return relate_forward(t, true, RELATE_LESS, a, b);
  case TERM_BVSLE:
    return relate_forward(t, true, RELATE_LESS_EQUAL, a, b);
  case TERM_NOT:
  case TERM_BVNOT:
    return complement_bits(op, a);
  case TERM_BVNEG:
  case TERM_NEG:
    return transfer_neg(op->type, a, op->arcs);
  case TERM_BVADD:
  case TERM_ADD:
    return transfer_add(op->type, a, b, op->arcs);
  case TERM_BVMUL:
  case TERM_MUL:
    return transfer_mul(op->type, a, b, op->arcs);
  case TERM_BVUDIV:
  case TERM_BVUREM:
  case TERM_BVSDIV:
  case TERM_BVSREM:
  case TERM_DIV:
  case TERM_INT_DIV:
  case TERM_INT_MOD:
    return transfer_divide(op, a, b);
  case TERM_BVAND:
  case TERM_BVOR:
  case TERM_BVXOR:
    return transfer_bitwise(op, a, b);
  case TERM_BVSHL:
  case TERM_BVLSHR:
  case TERM_BVASHR:
    return transfer_shift(op, a, b);
  case TERM_CONCAT:
  case TERM_EXTRACT:
  case TERM_ZERO_EXTEND:
  case TERM_SIGN_EXTEND:
    return transfer_reshape(op, a, b);
  case TERM_TO_REAL:
  case TERM_TO_INT:
  case TERM_BV_TO_INT:
  case TERM_INT_TO_BV:
    return convert(op, a);
  case TERM_VALUE:
  case TERM_VARIABLE:
  case TERM_ITE:
  case TERM_AND:
  case TERM_OR:
  case TERM_SELECT:
  case TERM_STORE:
  case TERM_CONST_ARRAY:
  case TERM_KIND_COUNT:
    break;
  }
  UNREACHABLE();
}

vset transfer_forward(const transfer_op *op, const vset *a, const vset *b) {
  assert(transfer_has(op));
  assert(op->arcs >= 1 && op->arcs <= VSET_ARCS);
  if (vset_is_empty(a) || (b != NULL && vset_is_empty(b)))
    return vset_empty();
  if (has_unknown_type(op, b != NULL))
    return vset_top(op->type);
  if (op->origin != ORIGIN_NONE)
    return transfer_float(op, a, b);
  return forward(op, a, b);
}
