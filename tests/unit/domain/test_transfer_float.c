// SPDX-License-Identifier: Apache-2.0
// Operations on sets of floats, against the circuits: every result of members
// is in the result, and going back loses no member that has an allowed result.
#include "domain/tape.h"

#include "base/mem.h"
#include "float/float.h"
#include "term/eval.h"
#include "unit.h"

enum { TRIALS = 1500, POINTS = 6 };

typedef struct {
  terms *tt;
  arena *mem;
  evaluator *eval;
  float_context single, wide;
  term x[2], y[2]; // variables: single, double
  term n;          // an integer
  uint64_t random; // state
} fixture;

static void set_up(fixture *f) {
  *f = (fixture){.tt = terms_new(), .mem = arena_new()};
  f->single = float_context_make(f->tt, FLOAT_SINGLE, FLOAT_NEAREST_EVEN);
  f->wide = float_context_make(f->tt, FLOAT_DOUBLE, FLOAT_NEAREST_EVEN);
  f->x[0] = term_variable(f->tt, "x", sort_bv(f->tt, 32));
  f->y[0] = term_variable(f->tt, "y", sort_bv(f->tt, 32));
  f->x[1] = term_variable(f->tt, "xx", sort_bv(f->tt, 64));
  f->y[1] = term_variable(f->tt, "yy", sort_bv(f->tt, 64));
  f->n = term_variable(f->tt, "n", sort_bv(f->tt, 32));
  f->eval = eval_new(f->tt);
  f->random = 1;
}

static void tear_down(fixture *f) {
  eval_free(f->eval);
  arena_free(f->mem);
  terms_free(f->tt);
  assert_int_equal(mem_live(), 0);
}

// A step of xorshift64* (Vigna, 2016).
static uint64_t next(fixture *f) {
  f->random ^= f->random >> 12;
  f->random ^= f->random << 25;
  f->random ^= f->random >> 27;
  return f->random * 2685821657736338717u;
}

// --- sets -------------------------------------------------------------------

// Words near those where something changes, and any.
static uint64_t random_word(fixture *f, uint32_t width) {
  uint64_t top = (uint64_t)1 << (width - 1), mask = top | (top - 1);
  uint64_t infinity = width == 32 ? 0x7f800000u : 0x7ff0000000000000u;
  uint64_t one = width == 32 ? 0x3f800000u : 0x3ff0000000000000u;
  uint64_t near[] = {0, infinity, one, one + (one >> 6), infinity >> 1, mask};
  uint64_t any = next(f), word = any;
  if (any % 4 != 0)
    word = near[(any >> 8) % 6] + (any >> 16) % 5 - 2;
  else if (any % 8 == 0)
    word = one + (any >> 20) % (one >> 4); // moderate numbers
  if ((any >> 40) % 2 != 0)
    word ^= top;
  return word & mask;
}

static vset random_set(fixture *f, uint32_t width) {
  vset_builder b;
  vset_begin(&b, (vtype){VTYPE_BV, width});
  uint32_t parts = 1 + (uint32_t)(next(f) % 3);
  for (uint32_t i = 0; i < parts; i++) {
    wide lo = (wide)random_word(f, width), hi = (wide)random_word(f, width);
    if (next(f) % 3 == 0)
      hi = lo;
    vset_add(&b, lo < hi ? lo : hi, lo < hi ? hi : lo);
  }
  return vset_end(&b, 1, 0, VSET_ARCS);
}

static uint64_t random_member(fixture *f, const vset *a) {
  const span *s = &a->part[next(f) % a->count];
  uint64_t choice = next(f);
  if (choice % 3 == 0)
    return (uint64_t)s->lo;
  if (choice % 3 == 1)
    return (uint64_t)s->hi;
  return (uint64_t)(s->lo + (wide)next(f) % (s->hi - s->lo + 1));
}

// --- one operation ----------------------------------------------------------

static transfer_op op_of(const fixture *f, const term_origin *o, term t) {
  transfer_op op = {.kind = TERM_KIND_COUNT,
                    .origin = (origin_op)o->op,
                    .mode = o->mode,
                    .from = o->from,
                    .to = o->to,
                    .arcs = VSET_ARCS};
  bool is_bool = term_is_bool(f->tt, t);
  op.type = (vtype){VTYPE_BV, is_bool ? 1 : term_width(f->tt, t)};
  for (uint32_t i = 0; i < o->arity; i++)
    op.args[i] = (vtype){VTYPE_BV, term_width(f->tt, o->args[i])};
  return op;
}

static wide evaluate(fixture *f, term t, const term_origin *o,
                     const uint64_t *at) {
  eval_forget(f->eval);
  for (uint32_t i = 0; i < o->arity; i++)
    eval_set(f->eval, o->args[i],
             value_bv(term_width(f->tt, o->args[i]), at[i]));
  value v = eval_term(f->eval, t);
  if (v.kind == VALUE_BOOL)
    return value_is_true(v) ? 1 : 0;
  return (wide)value_get_u64(v);
}

// Returns whether something was known of the result.
static bool check_once(fixture *f, term t, const term_origin *o) {
  transfer_op op = op_of(f, o, t);
  vset sets[2] = {random_set(f, op.args[0].width)};
  if (o->arity == 2)
    sets[1] = random_set(f, op.args[1].width);
  const vset *second = o->arity == 2 ? &sets[1] : NULL;
  vset all = transfer_forward(&op, &sets[0], second);
  for (uint32_t i = 0; i < POINTS; i++) {
    uint64_t at[2] = {random_member(f, &sets[0])};
    if (o->arity == 2)
      at[1] = random_member(f, &sets[1]);
    wide result = evaluate(f, t, o, at);
    CHECK(vset_has(&all, result));
    vset allowed = vset_span(result, result);
    if (op.type.width > 1 && i % 2 == 0)
      allowed = vset_join(op.type, &allowed, &all, VSET_ARCS);
    vset a = vset_load(&sets[0]), b;
    if (o->arity == 2)
      b = vset_load(&sets[1]);
    transfer_backward(&op, &allowed, &a, o->arity == 2 ? &b : NULL);
    CHECK(vset_has(&a, (wide)at[0]));
    CHECK(o->arity < 2 || vset_has(&b, (wide)at[1]));
  }
  arena_reset(f->mem);
  return !vset_is_top(op.type, &all);
}

static void check(fixture *f, term t) {
  const term_origin *o = term_get_origin(f->tt, t);
  assert_non_null(o);
  uint32_t known = 0;
  for (uint32_t i = 0; i < TRIALS; i++)
    known += check_once(f, t, o) ? 1 : 0;
  CHECK(known > TRIALS / 20);
}

// The word order inside of a comparison has the note.
static term order_of(const fixture *f, term t) {
  term_set seen = {0};
  term_vec nodes = {0};
  term found = TERM_NONE;
  term_postorder(f->tt, &t, 1, &seen, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (term_get_origin(f->tt, nodes.data[i]) &&
        term_is_bool(f->tt, nodes.data[i]))
      found = nodes.data[i];
  vec_free(&nodes);
  term_set_free(&seen);
  return found;
}

static void sets_of_floats(void **state) {
  fixture f;
  set_up(&f);
  for (int i = 0; i < 2; i++) {
    float_context c = i == 0 ? f.single : f.wide;
    term x = f.x[i], y = f.y[i];
    check(&f, float_add(&c, x, y));
    check(&f, float_sub(&c, x, y));
    check(&f, float_mul(&c, x, y));
    check(&f, float_div(&c, x, y));
    check(&f, float_fmod(&c, x, y));
    check(&f, float_sqrt(&c, x));
    check(&f, float_neg(&c, x));
    check(&f, float_from_int(&c, f.n, true));
    check(&f, float_from_int(&c, f.n, false));
    check(&f, order_of(&f, float_lt(&c, x, y)));
    check(&f, float_convert(&c, i == 0 ? FLOAT_DOUBLE : FLOAT_SINGLE, x));
    for (int mode = FLOAT_NEAREST_EVEN; mode <= FLOAT_TOWARD_ZERO; mode++) {
      float_context m = float_context_make(f.tt, c.format, (float_mode)mode);
      check(&f, float_to_integral(&m, x));
    }
    c = float_context_make(f.tt, c.format, FLOAT_TOWARD_ZERO);
    check(&f, float_to_int(&c, x, 32, true).bits);
    check(&f, float_to_int(&c, x, 64, false).bits);
  }
  tear_down(&f);
}

// Of other modes nothing is known, but what is said is right.
static void other_modes(void **state) {
  fixture f;
  set_up(&f);
  float_context c = float_context_make(f.tt, FLOAT_SINGLE, FLOAT_UPWARD);
  term t = float_add(&c, f.x[0], f.y[0]);
  const term_origin *o = term_get_origin(f.tt, t);
  for (uint32_t i = 0; i < 50; i++)
    CHECK(!check_once(&f, t, o));
  tear_down(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sets_of_floats),
      cmocka_unit_test(other_modes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
