// SPDX-License-Identifier: Apache-2.0
// The operators of SMT-LIB 2, each with the sorts it takes and how it is built
// from the constructors: n-ary forms, and what term.h has no kind for.
#include <stdarg.h>

#include "term/text/reader.h"

// What all arguments must be.
typedef enum {
  TAKES_BOOL,
  TAKES_BV,  // of one width
  TAKES_BVS, // of any widths
  TAKES_INT,
  TAKES_REAL,   // integers are converted
  TAKES_NUMBER, // Int or Real; mixed: converted to Real
  TAKES_SAME,   // any one sort
  TAKES_ANY     // the builder looks
} operator_domain;

typedef bool (*builder)(reader *r, const head *h, const term *args, uint32_t n,
                        term *out);

typedef struct operator_row {
  const char *name;
  operator_domain domain;
  uint8_t least, most, indices; // most = 0: no limit
  builder build;
  term_kind kind; // for the general builders
} operator_row;

static term make(reader *r, const head *h, const term *args, uint32_t n) {
  assert(h->row && n >= 1);
  return term_make(r->tt, h->row->kind, (sort){0}, args, n, h->index[0],
                   h->index[1]);
}

// --- general forms ----------------------------------------------------------

static bool build_plain(reader *r, const head *h, const term *args, uint32_t n,
                        term *out) {
  *out = make(r, h, args, n);
  return true;
}

static bool build_left(reader *r, const head *h, const term *args, uint32_t n,
                       term *out) {
  *out = args[0];
  for (uint32_t i = 1; i < n; i++)
    *out = make(r, h, (term[]){*out, args[i]}, 2);
  return true;
}

// a < b < c is a < b and b < c.
static bool chain(reader *r, const head *h, const term *args, uint32_t n,
                  bool swap, term *out) {
  uint32_t base = r->args.len;
  assert(n >= 2 && args == r->args.data + base - n);
  for (uint32_t i = 1; i < n; i++) {
    term a = args[i - 1], b = args[i];
    term pair = make(r, h, (term[]){swap ? b : a, swap ? a : b}, 2);
    // 'args' may point into r->args: only what is behind base may move.
    vec_push(&r->args, pair);
    args = r->args.data + base - n;
  }
  *out = term_and_n(r->tt, r->args.data + base, n - 1);
  r->args.len = base;
  return true;
}

static bool build_chain(reader *r, const head *h, const term *args, uint32_t n,
                        term *out) {
  return chain(r, h, args, n, false, out);
}

static bool build_swapped(reader *r, const head *h, const term *args,
                          uint32_t n, term *out) {
  return chain(r, h, args, n, true, out);
}

// --- Boolean ----------------------------------------------------------------

static bool build_implies(reader *r, const head *h, const term *args,
                          uint32_t n, term *out) {
  (void)h;
  assert(n >= 2);
  *out = args[n - 1];
  for (uint32_t i = n - 1; i-- > 0;)
    *out = term_implies(r->tt, args[i], *out);
  return true;
}

static bool build_xor(reader *r, const head *h, const term *args, uint32_t n,
                      term *out) {
  (void)h;
  *out = args[0];
  for (uint32_t i = 1; i < n; i++)
    *out = term_xor(r->tt, *out, args[i]);
  return true;
}

static bool build_distinct(reader *r, const head *h, const term *args,
                           uint32_t n, term *out) {
  if (n > MAX_DISTINCT)
    return reader_error(r, h->pos, "too many arguments for 'distinct'");
  term_vec pairs = {0};
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = i + 1; k < n; k++)
      vec_push(&pairs, term_distinct(r->tt, args[i], args[k]));
  *out = term_and_n(r->tt, pairs.data, pairs.len);
  vec_free(&pairs);
  return true;
}

static bool build_ite(reader *r, const head *h, const term *args, uint32_t n,
                      term *out) {
  terms *tt = r->tt;
  assert(n == 3);
  (void)n;
  term x = args[1], y = args[2];
  sort s = sort_of(tt, x), t = sort_of(tt, y);
  if (sort_eq(s, tt->int_sort) && sort_eq(t, tt->real_sort))
    x = term_to_real(tt, x);
  if (sort_eq(t, tt->int_sort) && sort_eq(s, tt->real_sort))
    y = term_to_real(tt, y);
  if (!is_bool(tt, args[0]) || !sort_eq(sort_of(tt, x), sort_of(tt, y)))
    return reader_error(r, h->pos, "wrong argument sorts for 'ite'");
  *out = term_ite(tt, args[0], x, y);
  return true;
}

// --- bit-vectors ------------------------------------------------------------

static bool build_bvsub(reader *r, const head *h, const term *args, uint32_t n,
                        term *out) {
  (void)h;
  *out = args[0];
  for (uint32_t i = 1; i < n; i++)
    *out = term_bvsub(r->tt, *out, args[i]);
  return true;
}

// The complement of the operator.
static bool build_complement(reader *r, const head *h, const term *args,
                             uint32_t n, term *out) {
  *out = term_bvnot(r->tt, make(r, h, args, n));
  return true;
}

static bool build_bvcomp(reader *r, const head *h, const term *args, uint32_t n,
                         term *out) {
  (void)h, (void)n;
  *out = term_ite(r->tt, term_eq_make(r->tt, args[0], args[1]),
                  term_bv(r->tt, 1, 1), term_bv(r->tt, 1, 0));
  return true;
}

// The remainder has the divisor's sign: the signed remainder, corrected by the
// divisor where it is not zero and has the other sign.
static bool build_bvsmod(reader *r, const head *h, const term *args, uint32_t n,
                         term *out) {
  (void)h, (void)n;
  terms *tt = r->tt;
  term rest = term_bvsrem(tt, args[0], args[1]);
  term zero = term_bv(tt, width_of(tt, rest), 0);
  term same_sign = term_eq_make(tt, term_bvslt(tt, rest, zero),
                                term_bvslt(tt, args[1], zero));
  term keep = term_or(tt, term_eq_make(tt, rest, zero), same_sign);
  *out = term_ite(tt, keep, rest, term_bvadd(tt, rest, args[1]));
  return true;
}

static bool build_extract(reader *r, const head *h, const term *args,
                          uint32_t n, term *out) {
  (void)n;
  uint32_t high = h->index[0], low = h->index[1];
  if (low > high || high >= width_of(r->tt, args[0]))
    return reader_error(r, h->pos, "extract out of range");
  *out = term_extract(r->tt, args[0], high, low);
  return true;
}

// Widths add up to something that can be held.
static bool check_width(reader *r, const head *h, uint64_t width) {
  if (width >= 1 && width <= MAX_BV_WIDTH)
    return true;
  return reader_error(r, h->pos, "bit-vector width out of range");
}

static bool build_extend(reader *r, const head *h, const term *args, uint32_t n,
                         term *out) {
  uint64_t width = (uint64_t)width_of(r->tt, args[0]) + h->index[0];
  return check_width(r, h, width) && build_plain(r, h, args, n, out);
}

static bool build_concat(reader *r, const head *h, const term *args, uint32_t n,
                         term *out) {
  *out = args[0];
  for (uint32_t i = 1; i < n; i++) {
    uint64_t width = (uint64_t)width_of(r->tt, *out) + width_of(r->tt, args[i]);
    if (!check_width(r, h, width))
      return false;
    *out = term_concat(r->tt, *out, args[i]);
  }
  return true;
}

static bool build_repeat(reader *r, const head *h, const term *args, uint32_t n,
                         term *out) {
  (void)n;
  uint64_t width = (uint64_t)width_of(r->tt, args[0]) * h->index[0];
  if (!check_width(r, h, width))
    return false;
  *out = args[0];
  for (uint32_t i = 1; i < h->index[0]; i++)
    *out = term_concat(r->tt, *out, args[0]);
  return true;
}

static term rotate_left(terms *tt, term a, uint32_t by) {
  uint32_t width = width_of(tt, a);
  assert(by < width);
  if (by == 0)
    return a;
  return term_concat(tt, term_extract(tt, a, width - by - 1, 0),
                     term_extract(tt, a, width - 1, width - by));
}

static bool build_rotate(reader *r, const head *h, const term *args, uint32_t n,
                         term *out) {
  (void)n;
  uint32_t width = width_of(r->tt, args[0]), by = h->index[0] % width;
  bool left = strcmp(h->name, "rotate_left") == 0;
  *out = rotate_left(r->tt, args[0], left ? by : (width - by) % width);
  return true;
}

static bool build_int_to_bv(reader *r, const head *h, const term *args,
                            uint32_t n, term *out) {
  return check_width(r, h, h->index[0]) && build_plain(r, h, args, n, out);
}

// --- numbers ----------------------------------------------------------------

// A negated literal is a constant in every table.
static term negate(terms *tt, term a) {
  if (!is_value(tt, a))
    return term_neg(tt, a);
  term t = term_value(tt, numop_neg(tt->scratch, value_of(tt, a)));
  arena_reset(tt->scratch);
  return t;
}

static bool build_minus(reader *r, const head *h, const term *args, uint32_t n,
                        term *out) {
  (void)h;
  *out = n == 1 ? negate(r->tt, args[0]) : args[0];
  for (uint32_t i = 1; i < n; i++)
    *out = term_sub(r->tt, *out, args[i]);
  return true;
}

static bool is_zero_literal(const terms *tt, term t) {
  assert(is_real(tt, t));
  mpq_t q;
  mpq_init(q);
  value_get_mpq(value_of(tt, t), q);
  bool zero = mpq_sgn(q) == 0;
  mpq_clear(q);
  return zero;
}

// (/ 1.0 3.0) is how a rational constant is written.
static bool build_divide(reader *r, const head *h, const term *args, uint32_t n,
                         term *out) {
  (void)h;
  terms *tt = r->tt;
  *out = args[0];
  for (uint32_t i = 1; i < n; i++) {
    if (is_value(tt, *out) && is_value(tt, args[i]) &&
        !is_zero_literal(tt, args[i])) {
      *out = term_value(tt, numop_div(tt->scratch, value_of(tt, *out),
                                      value_of(tt, args[i])));
      arena_reset(tt->scratch);
    } else {
      *out = term_div(tt, *out, args[i]);
    }
  }
  return true;
}

static bool build_abs(reader *r, const head *h, const term *args, uint32_t n,
                      term *out) {
  (void)h, (void)n;
  terms *tt = r->tt;
  term negative = term_lt(tt, args[0], term_int(tt, 0));
  *out = term_ite(tt, negative, term_neg(tt, args[0]), args[0]);
  return true;
}

static bool build_is_int(reader *r, const head *h, const term *args, uint32_t n,
                         term *out) {
  (void)h, (void)n;
  term floor = term_to_real(r->tt, term_to_int(r->tt, args[0]));
  *out = term_eq_make(r->tt, floor, args[0]);
  return true;
}

// --- arrays -----------------------------------------------------------------

static bool build_array(reader *r, const head *h, const term *args, uint32_t n,
                        term *out) {
  const terms *tt = r->tt;
  assert(n == 2 || n == 3);
  sort s = sort_of(tt, args[0]);
  bool ok = sort_get_kind(tt, s) == SORT_ARRAY &&
            sort_eq(sort_index(tt, s), sort_of(tt, args[1])) &&
            (n == 2 || sort_eq(sort_element(tt, s), sort_of(tt, args[2])));
  if (!ok)
    return reader_error(r, h->pos, "wrong argument sorts for '%s'", h->name);
  return build_plain(r, h, args, n, out);
}

// --- the table --------------------------------------------------------------

static const operator_row OPERATORS[] = {
    {"not", TAKES_BOOL, 1, 1, 0, build_plain, TERM_NOT},
    {"and", TAKES_BOOL, 1, 0, 0, build_plain, TERM_AND},
    {"or", TAKES_BOOL, 1, 0, 0, build_plain, TERM_OR},
    {"xor", TAKES_BOOL, 2, 0, 0, build_xor, TERM_EQ},
    {"=>", TAKES_BOOL, 2, 0, 0, build_implies, TERM_OR},
    {"=", TAKES_SAME, 2, 0, 0, build_chain, TERM_EQ},
    {"distinct", TAKES_SAME, 2, 0, 0, build_distinct, TERM_EQ},
    {"ite", TAKES_ANY, 3, 3, 0, build_ite, TERM_ITE},
    {"bvnot", TAKES_BV, 1, 1, 0, build_plain, TERM_BVNOT},
    {"bvneg", TAKES_BV, 1, 1, 0, build_plain, TERM_BVNEG},
    {"bvand", TAKES_BV, 2, 0, 0, build_left, TERM_BVAND},
    {"bvor", TAKES_BV, 2, 0, 0, build_left, TERM_BVOR},
    {"bvxor", TAKES_BV, 2, 0, 0, build_left, TERM_BVXOR},
    {"bvnand", TAKES_BV, 2, 2, 0, build_complement, TERM_BVAND},
    {"bvnor", TAKES_BV, 2, 2, 0, build_complement, TERM_BVOR},
    {"bvxnor", TAKES_BV, 2, 2, 0, build_complement, TERM_BVXOR},
    {"bvadd", TAKES_BV, 2, 0, 0, build_left, TERM_BVADD},
    {"bvmul", TAKES_BV, 2, 0, 0, build_left, TERM_BVMUL},
    {"bvsub", TAKES_BV, 2, 0, 0, build_bvsub, TERM_BVADD},
    {"bvudiv", TAKES_BV, 2, 2, 0, build_plain, TERM_BVUDIV},
    {"bvurem", TAKES_BV, 2, 2, 0, build_plain, TERM_BVUREM},
    {"bvsdiv", TAKES_BV, 2, 2, 0, build_plain, TERM_BVSDIV},
    {"bvsrem", TAKES_BV, 2, 2, 0, build_plain, TERM_BVSREM},
    {"bvsmod", TAKES_BV, 2, 2, 0, build_bvsmod, TERM_BVSREM},
    {"bvshl", TAKES_BV, 2, 2, 0, build_plain, TERM_BVSHL},
    {"bvlshr", TAKES_BV, 2, 2, 0, build_plain, TERM_BVLSHR},
    {"bvashr", TAKES_BV, 2, 2, 0, build_plain, TERM_BVASHR},
    {"bvcomp", TAKES_BV, 2, 2, 0, build_bvcomp, TERM_EQ},
    {"concat", TAKES_BVS, 2, 0, 0, build_concat, TERM_CONCAT},
    {"extract", TAKES_BV, 1, 1, 2, build_extract, TERM_EXTRACT},
    {"zero_extend", TAKES_BV, 1, 1, 1, build_extend, TERM_ZERO_EXTEND},
    {"sign_extend", TAKES_BV, 1, 1, 1, build_extend, TERM_SIGN_EXTEND},
    {"repeat", TAKES_BV, 1, 1, 1, build_repeat, TERM_CONCAT},
    {"rotate_left", TAKES_BV, 1, 1, 1, build_rotate, TERM_CONCAT},
    {"rotate_right", TAKES_BV, 1, 1, 1, build_rotate, TERM_CONCAT},
    {"bvult", TAKES_BV, 2, 0, 0, build_chain, TERM_BVULT},
    {"bvule", TAKES_BV, 2, 0, 0, build_chain, TERM_BVULE},
    {"bvslt", TAKES_BV, 2, 0, 0, build_chain, TERM_BVSLT},
    {"bvsle", TAKES_BV, 2, 0, 0, build_chain, TERM_BVSLE},
    {"bvugt", TAKES_BV, 2, 0, 0, build_swapped, TERM_BVULT},
    {"bvuge", TAKES_BV, 2, 0, 0, build_swapped, TERM_BVULE},
    {"bvsgt", TAKES_BV, 2, 0, 0, build_swapped, TERM_BVSLT},
    {"bvsge", TAKES_BV, 2, 0, 0, build_swapped, TERM_BVSLE},
    {"+", TAKES_NUMBER, 1, 0, 0, build_left, TERM_ADD},
    {"*", TAKES_NUMBER, 1, 0, 0, build_left, TERM_MUL},
    {"-", TAKES_NUMBER, 1, 0, 0, build_minus, TERM_NEG},
    {"/", TAKES_REAL, 2, 0, 0, build_divide, TERM_DIV},
    {"div", TAKES_INT, 2, 0, 0, build_left, TERM_INT_DIV},
    {"mod", TAKES_INT, 2, 2, 0, build_plain, TERM_INT_MOD},
    {"abs", TAKES_INT, 1, 1, 0, build_abs, TERM_ITE},
    {"<", TAKES_NUMBER, 2, 0, 0, build_chain, TERM_LT},
    {"<=", TAKES_NUMBER, 2, 0, 0, build_chain, TERM_LE},
    {">", TAKES_NUMBER, 2, 0, 0, build_swapped, TERM_LT},
    {">=", TAKES_NUMBER, 2, 0, 0, build_swapped, TERM_LE},
    {"to_real", TAKES_INT, 1, 1, 0, build_plain, TERM_TO_REAL},
    {"to_int", TAKES_REAL, 1, 1, 0, build_plain, TERM_TO_INT},
    {"is_int", TAKES_REAL, 1, 1, 0, build_is_int, TERM_EQ},
    {"bv2nat", TAKES_BV, 1, 1, 0, build_plain, TERM_BV_TO_INT},
    {"ubv_to_int", TAKES_BV, 1, 1, 0, build_plain, TERM_BV_TO_INT},
    {"int2bv", TAKES_INT, 1, 1, 1, build_int_to_bv, TERM_INT_TO_BV},
    {"int_to_bv", TAKES_INT, 1, 1, 1, build_int_to_bv, TERM_INT_TO_BV},
    {"select", TAKES_ANY, 2, 2, 0, build_array, TERM_SELECT},
    {"store", TAKES_ANY, 3, 3, 0, build_array, TERM_STORE},
};

void reader_add_operators(reader *r) {
  for (size_t i = 0; i < sizeof OPERATORS / sizeof *OPERATORS; i++) {
    const char *name = strtab_intern(r->tt->names, OPERATORS[i].name);
    hmap_put(&r->operators, (uintptr_t)name, (uintptr_t)&OPERATORS[i]);
  }
}

// --- sorts of arguments -----------------------------------------------------

static void promote(terms *tt, term *args, uint32_t n, bool always) {
  bool real = always;
  for (uint32_t i = 0; i < n; i++)
    real = real || sort_eq(sort_of(tt, args[i]), tt->real_sort);
  for (uint32_t i = 0; real && i < n; i++)
    if (sort_eq(sort_of(tt, args[i]), tt->int_sort))
      args[i] = term_to_real(tt, args[i]);
}

// In a table without simplification, too, '1' among reals is the constant.
static void promote_literals(terms *tt, term *args, uint32_t n, bool always) {
  bool simplify = tt->simplify;
  tt->simplify = true;
  promote(tt, args, n, always);
  tt->simplify = simplify;
}

static bool is_in(const terms *tt, operator_domain domain, term t) {
  sort_kind kind = sort_get_kind(tt, sort_of(tt, t));
  switch (domain) {
  case TAKES_BOOL:
    return kind == SORT_BOOL;
  case TAKES_BV:
  case TAKES_BVS:
    return kind == SORT_BV;
  case TAKES_INT:
    return kind == SORT_INT;
  case TAKES_REAL:
    return kind == SORT_REAL;
  case TAKES_NUMBER:
    return kind == SORT_INT || kind == SORT_REAL;
  case TAKES_SAME:
  case TAKES_ANY:
    return true;
  }
  return false;
}

static bool check_sorts(reader *r, operator_domain domain, const term *args,
                        uint32_t n) {
  bool mixed = domain == TAKES_BVS || domain == TAKES_ANY;
  for (uint32_t i = 0; i < n; i++) {
    if (!is_in(r->tt, domain, args[i]))
      return false;
    if (!mixed && !sort_eq(sort_of(r->tt, args[i]), sort_of(r->tt, args[0])))
      return false;
  }
  return true;
}

static bool check_count(reader *r, const head *h, uint32_t n) {
  const operator_row *row = h->row;
  if (n < row->least || (row->most > 0 && n > row->most))
    return reader_error(r, h->pos, "wrong number of arguments for '%s'",
                        h->name);
  if (h->indices != row->indices)
    return reader_error(r, h->pos, "wrong number of indices for '%s'", h->name);
  return true;
}

bool reader_apply(reader *r, const head *h, const term *args, uint32_t n,
                  term *out) {
  const operator_row *row = h->row;
  if (!check_count(r, h, n))
    return false;
  assert(args == r->args.data + r->args.len - n);
  term *own = r->args.data + r->args.len - n;
  if (row->domain == TAKES_NUMBER || row->domain == TAKES_SAME)
    promote_literals(r->tt, own, n, false);
  else if (row->domain == TAKES_REAL)
    promote_literals(r->tt, own, n, true);
  if (!check_sorts(r, row->domain, args, n))
    return reader_error(r, h->pos, "wrong argument sorts for '%s'", h->name);
  return row->build(r, h, args, n, out);
}
