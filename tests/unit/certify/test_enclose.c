// SPDX-License-Identifier: Apache-2.0
// Enclosures: all small words against evaluation, floats against the circuits.
#include "certify/numbers/enclose.h"

#include "circuits.h"

// --- words ------------------------------------------------------------------

enum { WIDTH = 3, WORDS = 1 << WIDTH, HALF = WORDS / 2 };

static bool has(const enclosure *a, uint64_t word) {
  int sign = a->width > 0 && (word >> (a->width - 1) & 1);
  return a->has[sign] && a->lo[sign] <= word && word <= a->hi[sign];
}

// All enclosures of the width, by number: one of ten ranges, or none, for each
// sign.
enum { RANGES = HALF * (HALF + 1) / 2 + 1, ENCLOSURES = RANGES * RANGES };

static enclosure numbered(uint32_t number) {
  enclosure a = enclose_none(WIDTH);
  for (int s = 0; s < 2; s++) {
    uint32_t range = s ? number / RANGES : number % RANGES;
    for (uint64_t lo = 0; lo < HALF; lo++)
      for (uint64_t hi = lo; hi < HALF; hi++)
        if (--range == 0) {
          a.has[s] = true;
          a.lo[s] = lo + (s ? HALF : 0);
          a.hi[s] = hi + (s ? HALF : 0);
        }
  }
  return a;
}

typedef struct {
  terms *tt;
  term x, y;
  uint64_t results[WORDS][WORDS];
  enclose_op op;
  bool is_binary;
  uint32_t tight; // how often the result is not all
} trial;

static void compute_results(trial *t, term result) {
  evaluator *e = eval_new(t->tt);
  for (uint64_t i = 0; i < WORDS; i++)
    for (uint64_t j = 0; j < WORDS; j++) {
      eval_forget(e);
      eval_set(e, t->x, value_bv(WIDTH, i));
      eval_set(e, t->y, value_bv(WIDTH, j));
      value v = eval_term(e, result);
      t->results[i][j] =
          v.kind == VALUE_BOOL ? value_is_true(v) : value_get_u64(v);
    }
  eval_free(e);
}

static void check_pair(trial *t, const enclosure *a, const enclosure *b) {
  enclosure r = enclose_apply(&t->op, a, t->is_binary ? b : NULL);
  enclosure all = enclose_all(r.width);
  CHECK(r.width == t->op.width);
  t->tight += r.has[0] != all.has[0] || r.has[1] != all.has[1] ||
              r.lo[0] != all.lo[0] || r.hi[0] != all.hi[0] ||
              r.lo[1] != all.lo[1] || r.hi[1] != all.hi[1];
  for (uint64_t i = 0; i < WORDS; i++)
    for (uint64_t j = 0; j < WORDS && has(a, i); j++)
      CHECK(!has(b, j) || has(&r, t->results[i][j]));
}

static void check_operator(trial *t, term result) {
  term_kind kind = term_get_kind(t->tt, result);
  bool is_bool = term_is_bool(t->tt, result);
  t->op = (enclose_op){.kind = kind,
                       .width = is_bool ? 1 : term_width(t->tt, result)};
  t->is_binary = term_arity(t->tt, result) == 2;
  t->tight = 0;
  if (kind == TERM_EXTRACT) {
    t->op.params[0] = term_param(t->tt, result, 0);
    t->op.params[1] = term_param(t->tt, result, 1);
  }
  compute_results(t, result);
  for (uint32_t i = 1; i < ENCLOSURES; i++) {
    enclosure a = numbered(i);
    for (uint32_t j = 1; j < (t->is_binary ? ENCLOSURES : 2); j++) {
      enclosure b = numbered(j);
      check_pair(t, &a, &b);
    }
  }
  CHECK(t->tight > 0);
}

static void all_small_words(void **state) {
  (void)state;
  trial t = {.tt = terms_new()};
  terms_set_simplify(t.tt, false);
  t.x = term_variable(t.tt, "x", sort_bv(t.tt, WIDTH));
  t.y = term_variable(t.tt, "y", sort_bv(t.tt, WIDTH));
  typedef term (*binary)(terms *, term, term);
  static const binary operators[] = {
      term_bvadd,  term_bvmul,   term_bvudiv, term_bvurem, term_bvand,
      term_bvor,   term_bvxor,   term_bvshl,  term_bvlshr, term_bvashr,
      term_concat, term_eq_make, term_bvult,  term_bvule,  term_bvslt,
      term_bvsle,  term_bvsdiv,  term_bvsrem};
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    check_operator(&t, operators[i](t.tt, t.x, t.y));
  check_operator(&t, term_bvnot(t.tt, t.x));
  check_operator(&t, term_bvneg(t.tt, t.x));
  check_operator(&t, term_zero_extend(t.tt, t.x, 2));
  check_operator(&t, term_sign_extend(t.tt, t.x, 2));
  for (uint32_t high = 0; high < WIDTH; high++)
    for (uint32_t low = 0; low <= high && high - low < WIDTH - 1; low++)
      check_operator(&t, term_extract(t.tt, t.x, high, low));
  terms_free(t.tt);
  CHECK(mem_live() == 0);
}

// Of what has no rule nothing is said.
static void others_are_anything(void **state) {
  (void)state;
  enclosure a = enclose_one(8, 7), wide = enclose_all(0);
  enclose_op op = {.kind = TERM_SELECT, .width = 8};
  enclosure r = enclose_apply(&op, &a, &a);
  CHECK(has(&r, 0) && has(&r, 255));
  op.kind = TERM_EQ, op.width = 1;
  r = enclose_apply(&op, &wide, &wide);
  CHECK(r.has[0] && r.has[1]);
}

// --- floats -----------------------------------------------------------------

enum { TRIALS = 1500, POINTS = 6 };

static enclosure random_enclosure(circuits *f, uint32_t width) {
  enclosure r = enclose_none(width);
  uint64_t half = (uint64_t)1 << (width - 1);
  for (int s = 0; s < 2; s++) {
    if (circuits_random(f) % 3 == 0 && (s == 0 || r.has[0]))
      continue;
    uint64_t x = circuits_word(f, width) & (half - 1);
    uint64_t y = circuits_word(f, width) & (half - 1);
    if (circuits_random(f) % 3 == 0)
      y = x;
    r.has[s] = true;
    r.lo[s] = (x < y ? x : y) | (s ? half : 0);
    r.hi[s] = (x < y ? y : x) | (s ? half : 0);
  }
  return r;
}

static uint64_t random_member(circuits *f, const enclosure *a) {
  int s = a->has[0] && a->has[1] ? (int)(circuits_random(f) % 2) : a->has[1];
  switch (circuits_random(f) % 3) {
  case 0:
    return a->lo[s];
  case 1:
    return a->hi[s];
  default:
    return a->lo[s] + circuits_random(f) % (a->hi[s] - a->lo[s] + 1);
  }
}

static bool check_once(circuits *f, term t, const term_origin *o) {
  bool is_bool = term_is_bool(f->tt, t), is_binary = o->arity == 2;
  enclose_op op = {.kind = TERM_KIND_COUNT,
                   .origin = o,
                   .width = is_bool ? 1 : term_width(f->tt, t)};
  enclosure a = random_enclosure(f, term_width(f->tt, o->args[0])), b = a;
  if (is_binary)
    b = random_enclosure(f, term_width(f->tt, o->args[1]));
  enclosure r = enclose_apply(&op, &a, is_binary ? &b : NULL);
  for (int i = 0; i < POINTS; i++) {
    uint64_t at[2] = {random_member(f, &a), random_member(f, &b)};
    CHECK(has(&r, circuits_evaluate(f, t, o, at)));
  }
  enclosure all = enclose_all(r.width);
  return r.has[0] != all.has[0] || r.has[1] != all.has[1] ||
         r.hi[0] != all.hi[0] || r.lo[1] != all.lo[1];
}

static void check_float(circuits *f, term t) {
  const term_origin *o = term_get_origin(f->tt, t);
  assert_non_null(o);
  uint32_t known = 0;
  for (uint32_t i = 0; i < TRIALS; i++)
    known += check_once(f, t, o);
  CHECK(known > TRIALS / 20 || o->op == ORIGIN_FLOAT_FMOD);
}

static void floats(void **state) {
  (void)state;
  circuits f;
  circuits_init(&f);
  circuits_each(&f, check_float);
  circuits_clear(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_small_words),
      cmocka_unit_test(others_are_anything),
      cmocka_unit_test(floats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
