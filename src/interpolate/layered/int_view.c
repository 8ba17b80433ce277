// SPDX-License-Identifier: Apache-2.0
// Bit-vector formulas over integers, as if nothing wrapped.
//
// A bit-vector is read signed or unsigned. Terms that are added, compared for
// equality or chosen between must be read alike, so they form classes
// (union-find), and a class is read as most operators that use it do. Where
// classes meet (a signed comparison of an unsigned class, an extension), the
// value is converted exactly. What is dropped is the overflow of addition,
// multiplication, left shift and truncation. Bitwise operators are read only
// where a mask makes them arithmetic. The result guides the search; whoever
// uses it checks against the bits.
#include "interpolate/layered/layered.h"

#include <assert.h>

#include "base/strbuf.h"

void itp_reading_init(itp_reading *r, terms *tt) {
  *r = (itp_reading){.tt = tt, .reason = "nothing was read"};
}

void itp_reading_free(itp_reading *r) {
  term_set_free(&r->seen);
  vec_free(&r->order);
  hmap_free(&r->class_of);
  hmap_free(&r->votes);
  hmap_free(&r->integers);
  hmap_free(&r->variables);
}

static bool is_bv(const terms *tt, term t) {
  return sort_get_kind(tt, term_sort(tt, t)) == SORT_BV;
}

// --- classes -----------------------------------------------------------------

static uint32_t root_of(itp_reading *r, uint32_t id) {
  for (;;) {
    uint64_t *up = hmap_find(&r->class_of, id);
    if (up == NULL || *up == id)
      return id;
    uint64_t *upper = hmap_find(&r->class_of, *up);
    if (upper != NULL)
      *up = *upper; // halves the path
    id = (uint32_t)*up;
  }
}

static void unite(itp_reading *r, term a, term b) {
  uint32_t x = root_of(r, a.id), y = root_of(r, b.id);
  if (x == y)
    return;
  const uint64_t *vx = hmap_find(&r->votes, x), *vy = hmap_find(&r->votes, y);
  uint64_t sum = (vx ? *vx : 0) + (vy ? *vy : 0);
  hmap_put(&r->class_of, x, y);
  hmap_put(&r->votes, y, sum);
}

static void vote(itp_reading *r, term t, itp_view view) {
  uint32_t root = root_of(r, t.id);
  const uint64_t *old = hmap_find(&r->votes, root);
  uint64_t one = view == VIEW_SIGNED ? 1 : (uint64_t)-1;
  hmap_put(&r->votes, root, (old ? *old : 0) + one);
}

static void unite_all(itp_reading *r, term t, uint32_t from) {
  for (uint32_t i = from; i < term_arity(r->tt, t); i++)
    unite(r, t, term_arg(r->tt, t, i));
}

static void classify(itp_reading *r, term t) {
  term first = term_arity(r->tt, t) > 0 ? term_arg(r->tt, t, 0) : TERM_NONE;
  switch (term_get_kind(r->tt, t)) {
  case TERM_EQ:
    if (is_bv(r->tt, first))
      unite(r, first, term_arg(r->tt, t, 1));
    break;
  case TERM_ITE:
    if (is_bv(r->tt, t))
      unite_all(r, t, 1);
    break;
  case TERM_BVADD:
  case TERM_BVMUL:
  case TERM_BVNEG:
  case TERM_BVNOT:
  case TERM_BVAND:
    unite_all(r, t, 0);
    break;
  case TERM_BVSHL:
    unite(r, t, first);
    break;
  case TERM_BVUDIV:
  case TERM_BVUREM:
  case TERM_BVLSHR:
    unite(r, t, first);
    vote(r, t, VIEW_UNSIGNED);
    break;
  case TERM_BVSDIV:
  case TERM_BVSREM:
  case TERM_BVASHR:
    unite(r, t, first);
    vote(r, t, VIEW_SIGNED);
    break;
  case TERM_BVULT:
  case TERM_BVULE:
    unite(r, first, term_arg(r->tt, t, 1));
    vote(r, first, VIEW_UNSIGNED);
    break;
  case TERM_BVSLT:
  case TERM_BVSLE:
    unite(r, first, term_arg(r->tt, t, 1));
    vote(r, first, VIEW_SIGNED);
    break;
  case TERM_ZERO_EXTEND:
    vote(r, first, VIEW_UNSIGNED);
    break;
  case TERM_SIGN_EXTEND:
    vote(r, first, VIEW_SIGNED);
    break;
  default:
    break;
  }
}

void itp_reading_add(itp_reading *r, const term *formulas, uint32_t n) {
  uint32_t from = r->order.len;
  term_postorder(r->tt, formulas, n, &r->seen, &r->order);
  for (uint32_t i = from; i < r->order.len; i++)
    classify(r, r->order.data[i]);
}

void itp_reading_set_tie(itp_reading *r, itp_view tie) {
  r->tie = tie;
  r->has_ties = false;
  hmap_clear(&r->integers);
}

itp_view itp_reading_view(itp_reading *r, term t) {
  const uint64_t *votes = hmap_find(&r->votes, root_of(r, t.id));
  int64_t sum = votes == NULL ? 0 : (int64_t)*votes;
  if (sum != 0)
    return sum > 0 ? VIEW_SIGNED : VIEW_UNSIGNED;
  r->has_ties = true;
  return r->tie;
}

// --- numbers -----------------------------------------------------------------

static term number(itp_reading *r, const mpz_t n) {
  arena *mem = arena_new();
  term t = term_value(r->tt, value_int_mpz(mem, n));
  arena_free(mem);
  return t;
}

static term power_of_two(itp_reading *r, uint32_t exponent) {
  mpz_t n;
  mpz_init(n);
  mpz_setbit(n, exponent);
  term t = number(r, n);
  mpz_clear(n);
  return t;
}

// A constant as an integer of the given view.
static term constant(itp_reading *r, term t, itp_view view) {
  uint32_t width = term_width(r->tt, t);
  value v = term_get_value(r->tt, t);
  assert(v.kind == VALUE_BV && v.width == width);
  mpz_t n, wrap;
  mpz_inits(n, wrap, NULL);
  value_get_mpz(v, n);
  if (view == VIEW_SIGNED && value_bv_bit(v, width - 1)) {
    mpz_setbit(wrap, width);
    mpz_sub(n, n, wrap);
  }
  term out = number(r, n);
  mpz_clears(n, wrap, NULL);
  return out;
}

// The same bits, read otherwise.
static term convert(itp_reading *r, term x, itp_view from, itp_view to,
                    uint32_t width) {
  if (from == to)
    return x;
  assert(width >= 1 && !term_is_none(x));
  term wrap = power_of_two(r, width);
  if (to == VIEW_UNSIGNED)
    return term_ite(r->tt, term_lt(r->tt, x, term_int(r->tt, 0)),
                    term_add(r->tt, x, wrap), x);
  return term_ite(r->tt, term_le(r->tt, power_of_two(r, width - 1), x),
                  term_sub(r->tt, x, wrap), x);
}

static term integer_of(itp_reading *r, term t) {
  const uint64_t *found = hmap_find(&r->integers, t.id);
  return found == NULL ? TERM_NONE : (term){(uint32_t)*found};
}

// Argument i of t as an integer in a view.
static term argument(itp_reading *r, term t, uint32_t i, itp_view view) {
  term a = term_arg(r->tt, t, i);
  assert(is_bv(r->tt, a));
  return convert(r, integer_of(r, a), itp_reading_view(r, a), view,
                 term_width(r->tt, a));
}

// A summand or factor: a constant with its top bit set is a negative number in
// either view, since 'x + 2^32 - 1' would always wrap.
static term operand(itp_reading *r, term t, uint32_t i, itp_view view) {
  term a = term_arg(r->tt, t, i);
  return term_is_value(r->tt, a) ? constant(r, a, VIEW_SIGNED)
                                 : argument(r, t, i, view);
}

static term refuse(itp_reading *r, const char *reason) {
  r->reason = reason;
  return TERM_NONE;
}

// --- operators ---------------------------------------------------------------

// The value of a small constant; UINT64_MAX: not one.
static uint64_t small_constant(const itp_reading *r, term t) {
  if (!term_is_value(r->tt, t))
    return UINT64_MAX;
  value v = term_get_value(r->tt, t);
  return v.is_big ? UINT64_MAX : v.bits;
}

static term read_sum(itp_reading *r, term t, itp_view view) {
  term sum = operand(r, t, 0, view);
  for (uint32_t i = 1; i < term_arity(r->tt, t); i++)
    sum = term_add(r->tt, sum, operand(r, t, i, view));
  return sum;
}

static term read_product(itp_reading *r, term t, itp_view view) {
  uint32_t unknowns = 0;
  term product = term_int(r->tt, 1);
  for (uint32_t i = 0; i < term_arity(r->tt, t); i++) {
    unknowns += term_is_value(r->tt, term_arg(r->tt, t, i)) ? 0 : 1;
    product = term_mul(r->tt, product, operand(r, t, i, view));
  }
  return unknowns <= 1 ? product : refuse(r, "a product of variables");
}

// x modulo 2^k is x's low k bits in either view.
static term read_mask(itp_reading *r, term t, itp_view view) {
  if (term_arity(r->tt, t) != 2)
    return refuse(r, "a bitwise operator");
  for (uint32_t i = 0; i < 2; i++) {
    uint64_t mask = small_constant(r, term_arg(r->tt, t, i));
    if (mask == UINT64_MAX || mask == 0 || (mask & (mask + 1)) != 0)
      continue;
    uint32_t bits = (uint32_t)__builtin_ctzll(~mask);
    if (bits < term_width(r->tt, t))
      return term_int_mod(r->tt, argument(r, t, 1 - i, view),
                          power_of_two(r, bits));
  }
  return refuse(r, "a bitwise operator");
}

static term read_shift(itp_reading *r, term t, itp_view view) {
  assert(term_arity(r->tt, t) == 2);
  uint64_t by = small_constant(r, term_arg(r->tt, t, 1));
  if (by >= term_width(r->tt, t))
    return refuse(r, "a shift by a variable");
  term power = power_of_two(r, (uint32_t)by);
  switch (term_get_kind(r->tt, t)) {
  case TERM_BVSHL:
    return term_mul(r->tt, argument(r, t, 0, view), power);
  case TERM_BVLSHR: {
    if (by == 0)
      return argument(r, t, 0, view);
    // The result has its top bit clear: it is the same in both views.
    return term_int_div(r->tt, argument(r, t, 0, VIEW_UNSIGNED), power);
  }
  default: {
    assert(term_get_kind(r->tt, t) == TERM_BVASHR);
    term x = term_int_div(r->tt, argument(r, t, 0, VIEW_SIGNED), power);
    return convert(r, x, VIEW_SIGNED, view, term_width(r->tt, t));
  }
  }
}

// Division by a constant; C and SMT-LIB's bvsdiv truncate towards zero.
static term read_division(itp_reading *r, term t, itp_view view) {
  term divisor = term_arg(r->tt, t, 1);
  uint64_t by = small_constant(r, divisor);
  term_kind kind = term_get_kind(r->tt, t);
  bool is_signed = kind == TERM_BVSDIV || kind == TERM_BVSREM;
  itp_view own = is_signed ? VIEW_SIGNED : VIEW_UNSIGNED;
  if (by == UINT64_MAX || by == 0)
    return refuse(r, "a division by a variable");
  term x = argument(r, t, 0, own), m = constant(r, divisor, own);
  term quotient = term_int_div(r->tt, x, m);
  if (is_signed)
    quotient = term_ite(
        r->tt, term_lt(r->tt, x, term_int(r->tt, 0)),
        term_neg(r->tt, term_int_div(r->tt, term_neg(r->tt, x), m)), quotient);
  term out = quotient;
  if (kind == TERM_BVUREM)
    out = term_int_mod(r->tt, x, m);
  else if (kind == TERM_BVSREM)
    out = term_sub(r->tt, x, term_mul(r->tt, m, quotient));
  return convert(r, out, own, view, term_width(r->tt, t));
}

// Fewer low bits than this are a remainder, not a cast to a shorter type.
enum { TINY_BITS = 8 };

static term read_extract(itp_reading *r, term t, itp_view view) {
  term a = term_arg(r->tt, t, 0);
  uint32_t high = term_param(r->tt, t, 0), low = term_param(r->tt, t, 1);
  assert(low <= high && high < term_width(r->tt, a));
  if (low == 0 && high >= TINY_BITS)
    return argument(r, t, 0, view); // a cast: as if it fitted
  // The lowest bits are the same remainder in both views.
  term x = integer_of(r, a);
  if (low > 0)
    x = term_int_div(r->tt, argument(r, t, 0, VIEW_UNSIGNED),
                     power_of_two(r, low));
  uint32_t width = high - low + 1;
  if (high + 1 < term_width(r->tt, a))
    x = term_int_mod(r->tt, x, power_of_two(r, width));
  return convert(r, x, VIEW_UNSIGNED, view, width);
}

static term read_extension(itp_reading *r, term t, itp_view view) {
  bool is_signed = term_get_kind(r->tt, t) == TERM_SIGN_EXTEND;
  itp_view own = is_signed ? VIEW_SIGNED : VIEW_UNSIGNED;
  term x = argument(r, t, 0, own);
  // Extended by zeros it is the same number in both views.
  return is_signed ? convert(r, x, own, view, term_width(r->tt, t)) : x;
}

static term read_concat(itp_reading *r, term t, itp_view view) {
  uint32_t low = term_width(r->tt, term_arg(r->tt, t, 1));
  return term_add(
      r->tt, term_mul(r->tt, argument(r, t, 0, view), power_of_two(r, low)),
      argument(r, t, 1, VIEW_UNSIGNED));
}

static term read_bvnot(itp_reading *r, term t, itp_view view) {
  term minus = term_sub(r->tt, term_int(r->tt, -1), argument(r, t, 0, view));
  if (view == VIEW_SIGNED)
    return minus;
  return term_add(r->tt, minus, power_of_two(r, term_width(r->tt, t)));
}

static term read_word(itp_reading *r, term t) {
  itp_view view = itp_reading_view(r, t);
  switch (term_get_kind(r->tt, t)) {
  case TERM_VALUE:
    return constant(r, t, view);
  case TERM_VARIABLE:
    return itp_reading_variable(r, t);
  case TERM_ITE:
    return term_ite(r->tt, integer_of(r, term_arg(r->tt, t, 0)),
                    argument(r, t, 1, view), argument(r, t, 2, view));
  case TERM_BVADD:
    return read_sum(r, t, view);
  case TERM_BVMUL:
    return read_product(r, t, view);
  case TERM_BVNEG:
    return term_neg(r->tt, argument(r, t, 0, view));
  case TERM_BVNOT:
    return read_bvnot(r, t, view);
  case TERM_BVAND:
    return read_mask(r, t, view);
  case TERM_BVSHL:
  case TERM_BVLSHR:
  case TERM_BVASHR:
    return read_shift(r, t, view);
  case TERM_BVUDIV:
  case TERM_BVUREM:
  case TERM_BVSDIV:
  case TERM_BVSREM:
    return read_division(r, t, view);
  case TERM_EXTRACT:
    return read_extract(r, t, view);
  case TERM_ZERO_EXTEND:
  case TERM_SIGN_EXTEND:
    return read_extension(r, t, view);
  case TERM_CONCAT:
    return read_concat(r, t, view);
  default:
    return refuse(r, "a bitwise operator");
  }
}

static term read_comparison(itp_reading *r, term t) {
  term_kind kind = term_get_kind(r->tt, t);
  bool is_signed = kind == TERM_BVSLT || kind == TERM_BVSLE;
  itp_view view = is_signed ? VIEW_SIGNED : VIEW_UNSIGNED;
  term a = argument(r, t, 0, view), b = argument(r, t, 1, view);
  bool is_strict = kind == TERM_BVSLT || kind == TERM_BVULT;
  return is_strict ? term_lt(r->tt, a, b) : term_le(r->tt, a, b);
}

static term read_bool(itp_reading *r, term t) {
  term_vec args = {0};
  switch (term_get_kind(r->tt, t)) {
  case TERM_VALUE:
  case TERM_VARIABLE:
    return t;
  case TERM_BVULT:
  case TERM_BVULE:
  case TERM_BVSLT:
  case TERM_BVSLE:
    return read_comparison(r, t);
  case TERM_EQ:
    if (is_bv(r->tt, term_arg(r->tt, t, 0)))
      return term_eq_make(
          r->tt, integer_of(r, term_arg(r->tt, t, 0)),
          argument(r, t, 1, itp_reading_view(r, term_arg(r->tt, t, 0))));
    break;
  default:
    break;
  }
  for (uint32_t i = 0; i < term_arity(r->tt, t); i++)
    vec_push(&args, integer_of(r, term_arg(r->tt, t, i)));
  term out = term_make(r->tt, term_get_kind(r->tt, t), sort_bool(r->tt),
                       args.data, args.len, 0, 0);
  vec_free(&args);
  return out;
}

static term read_node(itp_reading *r, term t) {
  for (uint32_t i = 0; i < term_arity(r->tt, t); i++)
    if (term_is_none(integer_of(r, term_arg(r->tt, t, i))))
      return TERM_NONE; // the reason is known
  if (term_is_bool(r->tt, t))
    return read_bool(r, t);
  return is_bv(r->tt, t) ? read_word(r, t)
                         : refuse(r, "a sort that is no bit-vector");
}

// All of 'order' is read at once: it is in topological order.
static void read_all(itp_reading *r) {
  for (uint32_t i = 0; i < r->order.len; i++)
    hmap_put(&r->integers, r->order.data[i].id,
             read_node(r, r->order.data[i]).id);
}

term itp_reading_formula(itp_reading *r, term formula) {
  assert(term_set_has(&r->seen, formula));
  assert(term_is_bool(r->tt, formula));
  if (hmap_find(&r->integers, formula.id) == NULL)
    read_all(r);
  return integer_of(r, formula);
}

term itp_reading_variable(itp_reading *r, term variable) {
  if (term_is_bool(r->tt, variable))
    return variable;
  if (!is_bv(r->tt, variable))
    return TERM_NONE;
  assert(term_get_kind(r->tt, variable) == TERM_VARIABLE);
  strbuf name = {0};
  strbuf_printf(&name, "itp_int:%s", term_symbol(r->tt, variable));
  term t = term_variable(r->tt, strbuf_text(&name), sort_int(r->tt));
  strbuf_free(&name);
  hmap_put(&r->variables, t.id, variable.id);
  return t;
}

term itp_reading_range(itp_reading *r, term variable) {
  assert(term_get_kind(r->tt, variable) == TERM_VARIABLE);
  if (!is_bv(r->tt, variable))
    return term_true(r->tt);
  uint32_t width = term_width(r->tt, variable);
  term x = itp_reading_variable(r, variable);
  bool is_signed = itp_reading_view(r, variable) == VIEW_SIGNED;
  term end = power_of_two(r, is_signed ? width - 1 : width);
  term low = is_signed ? term_neg(r->tt, end) : term_int(r->tt, 0);
  return term_and(r->tt, term_le(r->tt, low, x), term_lt(r->tt, x, end));
}
