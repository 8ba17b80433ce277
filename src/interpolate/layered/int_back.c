// SPDX-License-Identifier: Apache-2.0
// Formulas over integers, back to bit-vectors.
//
// In the exact mode every integer term becomes a signed word wide enough for
// each of its values, so that no operation wraps and the formula means the same
// as over the integers. That is right but ugly: x + y < 10 becomes a comparison
// of 34-bit words. The natural mode computes at the width of the variables and
// compares in their view, after bringing negative summands to the other side
// (x - y <= -1 becomes x < y, which cannot wrap at all). Atoms whose variables
// differ in width or view are said exactly in both modes.
#include "interpolate/layered/layered.h"

#include <assert.h>

enum { MAX_WIDTH = 160 };

// An integer term in both modes.
typedef struct {
  term exact; // a signed word, TERM_NONE: too wide, or not expressible
  // A constant, which takes every width, or a word of variables of one width
  // and view; TERM_NONE: neither.
  term natural;
  uint32_t width;
  itp_view view;
  bool is_constant; // 'natural' is the Int constant itself
} word;

typedef struct {
  itp_reading *r;
  terms *tt;
  itp_back_mode mode;
  hmap words; // Int term -> index into 'pool'
  VEC(word) pool;
  hmap formulas; // Bool term -> its translation, 0: none
} back;

// --- exact words -------------------------------------------------------------

static uint32_t width_of(const back *b, term t) { return term_width(b->tt, t); }

static term extend_to(back *b, term t, uint32_t width) {
  assert(width >= width_of(b, t));
  return term_sign_extend(b->tt, t, width - width_of(b, t));
}

static uint32_t wider(const back *b, term x, term y) {
  uint32_t wx = width_of(b, x), wy = width_of(b, y);
  return wx > wy ? wx : wy;
}

static term exact_constant(back *b, term t) {
  arena *mem = arena_new();
  mpz_t n;
  mpz_init(n);
  value_get_mpz(term_get_value(b->tt, t), n);
  uint32_t width = (uint32_t)mpz_sizeinbase(n, 2) + 1;
  term out = TERM_NONE;
  if (width <= MAX_WIDTH)
    out = term_value(b->tt, value_bv_mpz(mem, width, n));
  mpz_clear(n);
  arena_free(mem);
  return out;
}

static term exact_binary(back *b, bool is_product, term x, term y) {
  if (term_is_none(x) || term_is_none(y))
    return TERM_NONE;
  uint32_t width =
      is_product ? width_of(b, x) + width_of(b, y) : wider(b, x, y) + 1;
  if (width > MAX_WIDTH)
    return TERM_NONE;
  assert(width > width_of(b, x) && width > width_of(b, y));
  x = extend_to(b, x, width);
  y = extend_to(b, y, width);
  return is_product ? term_bvmul(b->tt, x, y) : term_bvadd(b->tt, x, y);
}

// The number of low bits that a constant 2^k names; 0: it is none.
static uint32_t power_bits(const back *b, term t) {
  if (!term_is_value(b->tt, t))
    return 0;
  value v = term_get_value(b->tt, t);
  if (v.is_big || (int64_t)v.bits <= 1 || (v.bits & (v.bits - 1)) != 0)
    return 0;
  return (uint32_t)__builtin_ctzll(v.bits);
}

static bool is_positive(const back *b, term t) {
  return term_is_value(b->tt, t) && !term_get_value(b->tt, t).is_big &&
         (int64_t)term_get_value(b->tt, t).bits > 0;
}

// x mod m for a constant m > 0, as SMT-LIB has it: 0 <= result < m.
static term exact_mod(back *b, term x, term m, term number) {
  uint32_t bits = power_bits(b, number);
  if (bits > 0) {
    term low = width_of(b, x) < bits ? extend_to(b, x, bits) : x;
    return term_zero_extend(b->tt, term_extract(b->tt, low, bits - 1, 0), 1);
  }
  uint32_t width = wider(b, x, m);
  x = extend_to(b, x, width);
  m = extend_to(b, m, width);
  term rest = term_bvsrem(b->tt, x, m);
  term zero = term_bv(b->tt, width, 0);
  return term_ite(b->tt, term_bvslt(b->tt, rest, zero),
                  term_bvadd(b->tt, rest, m), rest);
}

static term exact_div(back *b, term x, term m, term number) {
  assert(is_positive(b, number));
  term rest = exact_mod(b, x, m, number);
  uint32_t width = wider(b, x, m) + 1;
  if (width < width_of(b, rest))
    width = width_of(b, rest);
  term minus = term_bvneg(b->tt, extend_to(b, rest, width));
  term multiple = term_bvadd(b->tt, extend_to(b, x, width), minus);
  return term_bvsdiv(b->tt, multiple, extend_to(b, m, width));
}

static term exact_ite(back *b, term condition, term x, term y) {
  if (term_is_none(condition) || term_is_none(x) || term_is_none(y))
    return TERM_NONE;
  uint32_t width = wider(b, x, y);
  return term_ite(b->tt, condition, extend_to(b, x, width),
                  extend_to(b, y, width));
}

// --- natural words -----------------------------------------------------------

// A constant at a width, if it can be read there in the view (or as a negative
// number: a summand).
static term constant_at(back *b, term number, uint32_t width, itp_view view) {
  mpz_t n, end;
  mpz_inits(n, end, NULL);
  value_get_mpz(term_get_value(b->tt, number), n);
  mpz_setbit(end, view == VIEW_SIGNED ? width - 1 : width);
  bool fits = mpz_cmpabs(n, end) < 0;
  arena *mem = arena_new();
  term out = TERM_NONE;
  if (fits)
    out = term_value(b->tt, value_bv_mpz(mem, width, n));
  arena_free(mem);
  mpz_clears(n, end, NULL);
  return out;
}

// Brings two words to one width and view; false: they have none.
static bool match(back *b, word *x, word *y) {
  if (term_is_none(x->natural) || term_is_none(y->natural))
    return false;
  if (x->is_constant && y->is_constant)
    return false; // folded by the constructors, where that matters
  word *c = x->is_constant ? x : y, *other = x->is_constant ? y : x;
  assert(!other->is_constant && other->width >= 1);
  if (c->is_constant) {
    c->natural = constant_at(b, c->natural, other->width, other->view);
    c->width = other->width;
    c->view = other->view;
    c->is_constant = false;
    return !term_is_none(c->natural);
  }
  return x->width == y->width && x->view == y->view;
}

static word natural_binary(back *b, word x, word y,
                           term (*make)(terms *, term, term)) {
  word out = {0};
  if (match(b, &x, &y))
    out = (word){.natural = make(b->tt, x.natural, y.natural),
                 .width = x.width,
                 .view = x.view};
  return out;
}

// Only what rounds alike in both views.
static word natural_division(back *b, word x, word m, term number, bool mod) {
  uint32_t bits = power_bits(b, number);
  if (mod && bits > 0 && !x.is_constant && !term_is_none(x.natural) &&
      bits < x.width) {
    term mask = term_zero_extend(
        b->tt, term_bvnot(b->tt, term_bv(b->tt, bits, 0)), x.width - bits);
    x.natural = term_bvand(b->tt, x.natural, mask);
    return x;
  }
  if (x.view == VIEW_SIGNED)
    return (word){0};
  return natural_binary(b, x, m, mod ? term_bvurem : term_bvudiv);
}

// --- integer terms -----------------------------------------------------------

static word word_of(const back *b, term t) {
  const uint64_t *found = hmap_find(&b->words, t.id);
  assert(found != NULL);
  return b->pool.data[*found];
}

static term formula_of(const back *b, term t) {
  const uint64_t *found = hmap_find(&b->formulas, t.id);
  assert(found != NULL);
  return (term){(uint32_t)*found};
}

static word variable_word(back *b, term t) {
  const uint64_t *found = hmap_find(&b->r->variables, t.id);
  if (found == NULL)
    return (word){0};
  term v = {(uint32_t)*found};
  word w = {.natural = v,
            .exact = v,
            .width = width_of(b, v),
            .view = itp_reading_view(b->r, v)};
  if (w.view == VIEW_UNSIGNED)
    w.exact = term_zero_extend(b->tt, v, 1);
  return w;
}

static word fold_words(back *b, term t, bool is_product) {
  word sum = word_of(b, term_arg(b->tt, t, 0));
  for (uint32_t i = 1; i < term_arity(b->tt, t); i++) {
    word next = word_of(b, term_arg(b->tt, t, i));
    word both =
        natural_binary(b, sum, next, is_product ? term_bvmul : term_bvadd);
    both.exact = exact_binary(b, is_product, sum.exact, next.exact);
    sum = both;
  }
  return sum;
}

static word divide_words(back *b, term t) {
  term number = term_arg(b->tt, t, 1);
  bool mod = term_get_kind(b->tt, t) == TERM_INT_MOD;
  if (!is_positive(b, number))
    return (word){0};
  word x = word_of(b, term_arg(b->tt, t, 0)), m = word_of(b, number);
  word out = natural_division(b, x, m, number, mod);
  if (!term_is_none(x.exact) && !term_is_none(m.exact))
    out.exact = mod ? exact_mod(b, x.exact, m.exact, number)
                    : exact_div(b, x.exact, m.exact, number);
  return out;
}

static word choose_words(back *b, term t) {
  term condition = formula_of(b, term_arg(b->tt, t, 0));
  word x = word_of(b, term_arg(b->tt, t, 1));
  word y = word_of(b, term_arg(b->tt, t, 2));
  word out = {.exact = exact_ite(b, condition, x.exact, y.exact)};
  if (match(b, &x, &y) && !term_is_none(condition)) {
    out.natural = term_ite(b->tt, condition, x.natural, y.natural);
    out.width = x.width;
    out.view = x.view;
  }
  return out;
}

static word make_word(back *b, term t) {
  switch (term_get_kind(b->tt, t)) {
  case TERM_VALUE:
    return (word){
        .exact = exact_constant(b, t), .natural = t, .is_constant = true};
  case TERM_VARIABLE:
    return variable_word(b, t);
  case TERM_ADD:
    return fold_words(b, t, false);
  case TERM_MUL:
    return fold_words(b, t, true);
  case TERM_NEG: {
    word x = word_of(b, term_arg(b->tt, t, 0));
    if (!term_is_none(x.natural))
      x.natural = term_bvneg(b->tt, x.natural);
    if (!term_is_none(x.exact) && width_of(b, x.exact) < MAX_WIDTH)
      x.exact =
          term_bvneg(b->tt, extend_to(b, x.exact, width_of(b, x.exact) + 1));
    return x;
  }
  case TERM_INT_DIV:
  case TERM_INT_MOD:
    return divide_words(b, t);
  case TERM_ITE:
    return choose_words(b, t);
  default:
    return (word){0};
  }
}

static bool is_int(const back *b, term t) {
  return sort_get_kind(b->tt, term_sort(b->tt, t)) == SORT_INT;
}

// --- atoms -------------------------------------------------------------------

// left + constant compared with right, all coefficients positive.
typedef struct {
  word left, right;
  bool has_left, has_right, is_ok;
  int64_t constant;
} balance;

static void put_summand(back *b, balance *s, int64_t factor, term t) {
  assert(factor != 0);
  bool is_left = factor > 0;
  word x = word_of(b, t);
  word m = {.natural = term_int(b->tt, is_left ? factor : -factor),
            .is_constant = true};
  if (factor == INT64_MIN || x.is_constant || term_is_none(x.natural)) {
    s->is_ok = false;
    return;
  }
  if (factor != 1 && factor != -1)
    x = natural_binary(b, x, m, term_bvmul);
  bool *has = is_left ? &s->has_left : &s->has_right;
  word *side = is_left ? &s->left : &s->right;
  *side = *has ? natural_binary(b, *side, x, term_bvadd) : x;
  *has = true;
  s->is_ok = s->is_ok && !term_is_none(side->natural);
}

// One summand of a sum, times 'sign'.
static void put_term(back *b, balance *s, int64_t sign, term t) {
  int64_t factor = sign, product;
  if (term_get_kind(b->tt, t) == TERM_NEG) {
    t = term_arg(b->tt, t, 0);
    factor = -factor;
  }
  if (term_get_kind(b->tt, t) == TERM_MUL && term_arity(b->tt, t) == 2)
    for (uint32_t i = 0; i < 2; i++) {
      term c = term_arg(b->tt, t, i);
      if (!term_is_value(b->tt, c) || term_get_value(b->tt, c).is_big ||
          __builtin_mul_overflow(factor, (int64_t)term_get_value(b->tt, c).bits,
                                 &product))
        continue;
      factor = product;
      t = term_arg(b->tt, t, 1 - i);
      break;
    }
  if (!term_is_value(b->tt, t)) {
    if (factor != 0)
      put_summand(b, s, factor, t);
    return;
  }
  value v = term_get_value(b->tt, t);
  if (v.is_big || __builtin_mul_overflow(factor, (int64_t)v.bits, &product) ||
      __builtin_add_overflow(s->constant, product, &s->constant))
    s->is_ok = false;
}

static void put_sum(back *b, balance *s, int64_t sign, term t) {
  if (term_get_kind(b->tt, t) != TERM_ADD) {
    put_term(b, s, sign, t);
    return;
  }
  for (uint32_t i = 0; i < term_arity(b->tt, t); i++)
    put_term(b, s, sign, term_arg(b->tt, t, i));
}

static word plus_constant(back *b, word x, bool has_x, int64_t c) {
  word number = {.natural = term_int(b->tt, c), .is_constant = true};
  if (!has_x)
    return number;
  return c == 0 ? x : natural_binary(b, x, number, term_bvadd);
}

// x compared with y as integers are; TERM_NONE: not naturally.
static term natural_atom(back *b, term_kind kind, term x, term y) {
  assert(is_int(b, x) && is_int(b, y));
  balance s = {.is_ok = true};
  put_sum(b, &s, 1, x);
  put_sum(b, &s, -1, y);
  if (!s.is_ok || (!s.has_left && !s.has_right) || s.constant == INT64_MIN)
    return TERM_NONE;
  bool is_strict = kind == TERM_LT;
  if (kind == TERM_LE && s.constant == 1 && s.has_left && s.has_right) {
    is_strict = true; // x + 1 <= y
    s.constant = 0;
  }
  bool on_left = s.has_left && s.has_right ? s.constant > 0 : !s.has_left;
  word left = plus_constant(b, s.left, s.has_left, on_left ? s.constant : 0);
  word right =
      plus_constant(b, s.right, s.has_right, on_left ? 0 : -s.constant);
  if (!match(b, &left, &right))
    return TERM_NONE;
  if (kind == TERM_EQ)
    return term_eq_make(b->tt, left.natural, right.natural);
  if (left.view == VIEW_SIGNED)
    return is_strict ? term_bvslt(b->tt, left.natural, right.natural)
                     : term_bvsle(b->tt, left.natural, right.natural);
  return is_strict ? term_bvult(b->tt, left.natural, right.natural)
                   : term_bvule(b->tt, left.natural, right.natural);
}

static term exact_atom(back *b, term_kind kind, term x, term y) {
  term left = word_of(b, x).exact, right = word_of(b, y).exact;
  if (term_is_none(left) || term_is_none(right))
    return TERM_NONE;
  uint32_t width = wider(b, left, right);
  left = extend_to(b, left, width);
  right = extend_to(b, right, width);
  if (kind == TERM_EQ)
    return term_eq_make(b->tt, left, right);
  return kind == TERM_LT ? term_bvslt(b->tt, left, right)
                         : term_bvsle(b->tt, left, right);
}

// --- formulas ----------------------------------------------------------------

static term make_atom(back *b, term t) {
  term_kind kind = term_get_kind(b->tt, t);
  assert(kind == TERM_EQ || kind == TERM_LE || kind == TERM_LT);
  term x = term_arg(b->tt, t, 0), y = term_arg(b->tt, t, 1);
  term out = TERM_NONE;
  if (b->mode == BACK_NATURAL)
    out = natural_atom(b, kind, x, y);
  return term_is_none(out) ? exact_atom(b, kind, x, y) : out;
}

static term make_connective(back *b, term t) {
  term_vec args = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < term_arity(b->tt, t); i++) {
    vec_push(&args, formula_of(b, term_arg(b->tt, t, i)));
    ok = !term_is_none(vec_last(&args));
  }
  term out = TERM_NONE;
  if (ok)
    out = term_make(b->tt, term_get_kind(b->tt, t), sort_bool(b->tt), args.data,
                    args.len, 0, 0);
  vec_free(&args);
  return out;
}

static term make_formula(back *b, term t) {
  switch (term_get_kind(b->tt, t)) {
  case TERM_VALUE:
  case TERM_VARIABLE:
    return t;
  case TERM_LT:
  case TERM_LE:
    return is_int(b, term_arg(b->tt, t, 0)) ? make_atom(b, t) : TERM_NONE;
  case TERM_EQ:
    if (is_int(b, term_arg(b->tt, t, 0)))
      return make_atom(b, t);
    break;
  case TERM_NOT:
  case TERM_AND:
  case TERM_OR:
  case TERM_ITE:
    break;
  default:
    return TERM_NONE;
  }
  return make_connective(b, t);
}

term itp_reading_back(itp_reading *r, term formula, itp_back_mode mode) {
  assert(term_is_bool(r->tt, formula));
  back b = {.r = r, .tt = r->tt, .mode = mode};
  term_set seen = {0};
  term_vec order = {0};
  term_postorder(r->tt, &formula, 1, &seen, &order);
  bool ok = true;
  for (uint32_t i = 0; ok && i < order.len; i++) {
    term t = order.data[i];
    if (term_is_bool(r->tt, t))
      hmap_put(&b.formulas, t.id, make_formula(&b, t).id);
    else if ((ok = is_int(&b, t))) {
      hmap_put(&b.words, t.id, b.pool.len);
      vec_push(&b.pool, make_word(&b, t));
    }
  }
  term out = ok ? formula_of(&b, formula) : TERM_NONE;
  vec_free(&order);
  term_set_free(&seen);
  hmap_free(&b.words);
  hmap_free(&b.formulas);
  vec_free(&b.pool);
  return out;
}
