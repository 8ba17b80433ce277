// SPDX-License-Identifier: Apache-2.0
// Operations on sets of floats, against the circuits: every result of members
// is in the result, and going back loses no member that has an allowed result.
#include "domain/tape.h"

#include "circuits.h"

enum { TRIALS = 1500, POINTS = 6 };

// --- sets -------------------------------------------------------------------

static vset random_set(circuits *f, uint32_t width) {
  vset_builder b;
  vset_begin(&b, (vtype){VTYPE_BV, width});
  uint32_t parts = 1 + (uint32_t)(circuits_random(f) % 3);
  for (uint32_t i = 0; i < parts; i++) {
    wide lo = (wide)circuits_word(f, width), hi = (wide)circuits_word(f, width);
    if (circuits_random(f) % 3 == 0)
      hi = lo;
    vset_add(&b, lo < hi ? lo : hi, lo < hi ? hi : lo);
  }
  return vset_end(&b, 1, 0, VSET_ARCS);
}

static uint64_t random_member(circuits *f, const vset *a) {
  const span *s = &a->part[circuits_random(f) % a->count];
  uint64_t choice = circuits_random(f);
  if (choice % 3 == 0)
    return (uint64_t)s->lo;
  if (choice % 3 == 1)
    return (uint64_t)s->hi;
  return (uint64_t)(s->lo + (wide)circuits_random(f) % (s->hi - s->lo + 1));
}

// --- one operation ----------------------------------------------------------

static transfer_op op_of(const circuits *f, const term_origin *o, term t) {
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

// Returns whether something was known of the result.
static bool check_once(circuits *f, term t, const term_origin *o) {
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
    wide result = (wide)circuits_evaluate(f, t, o, at);
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

static void check(circuits *f, term t) {
  const term_origin *o = term_get_origin(f->tt, t);
  assert_non_null(o);
  uint32_t known = 0;
  for (uint32_t i = 0; i < TRIALS; i++)
    known += check_once(f, t, o) ? 1 : 0;
  CHECK(known > TRIALS / 20);
}

static void sets_of_floats(void **state) {
  circuits f;
  circuits_init(&f);
  circuits_each(&f, check);
  circuits_clear(&f);
}

// Of other modes nothing is known, but what is said is right.
static void other_modes(void **state) {
  circuits f;
  circuits_init(&f);
  float_context c = float_context_make(f.tt, FLOAT_SINGLE, FLOAT_UPWARD);
  term t = float_add(&c, f.x[0], f.y[0]);
  const term_origin *o = term_get_origin(f.tt, t);
  for (uint32_t i = 0; i < 50; i++)
    CHECK(!check_once(&f, t, o));
  circuits_clear(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sets_of_floats),
      cmocka_unit_test(other_modes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
