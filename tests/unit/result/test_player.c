// SPDX-License-Identifier: Apache-2.0
#include "result/player.h"

#include "base/mem.h"
#include "unit.h"

static const source_pos NOWHERE = {0};

static void names(void **unused) {
  assert_string_equal(verdict_name(VERDICT_UNKNOWN), "unknown");
  assert_string_equal(verdict_name(VERDICT_TRUE), "true");
  assert_string_equal(verdict_name(VERDICT_FALSE), "false");
  for (int k = UNKNOWN_NONE; k <= UNKNOWN_ENGINE; k++)
    for (int other = UNKNOWN_NONE; other < k; other++)
      assert_string_not_equal(unknown_name((unknown_kind)k),
                              unknown_name((unknown_kind)other));
  CHECK(unknown_of_limit(LIMIT_TIME) == UNKNOWN_TIME);
  CHECK(unknown_of_limit(LIMIT_MEMORY) == UNKNOWN_MEMORY);
  CHECK(unknown_of_limit(LIMIT_INTERRUPT) == UNKNOWN_INTERRUPTED);
  CHECK(unknown_of_limit(LIMIT_NONE) == UNKNOWN_NONE);
}

static void unknown_results(void **unused) {
  result *r = result_new("test");
  CHECK(r->sound && r->precise && r->verdict == VERDICT_UNKNOWN);
  r->verdict = VERDICT_TRUE;
  CHECK(result_unknown(r, UNKNOWN_TIME, NOWHERE, "after %d", 7) == r);
  CHECK(r->verdict == VERDICT_UNKNOWN && r->unknown == UNKNOWN_TIME);
  assert_string_equal(r->reason, "after 7");
  result_free(r);
  result_free(NULL);
  CHECK(mem_live() == 0);
}

// One variable and two inputs; the trace holds i1 = 1, i2 = 2, x = 3.
typedef struct {
  terms *tt;
  program *p;
  var x;
  term i1, i2;
  result *r;
} fixture;

static void fixture_init(fixture *f) {
  f->tt = terms_new();
  f->p = program_new(f->tt);
  var_info v = {.name = "x", .sort = sort_bv(f->tt, 8)};
  f->x = program_add_variable(f->p, &v);
  input_info i = {.kind = INPUT_CALL, .name = "f", .sort = sort_bv(f->tt, 8)};
  f->i1 = program_add_input(f->p, &i);
  f->i2 = program_add_input(f->p, &i);
  f->r = result_new("test");
  vec_push(&f->r->trace.inputs, ((trace_input){f->i1, value_bv(8, 1)}));
  vec_push(&f->r->trace.inputs, ((trace_input){f->i2, value_bv(8, 2)}));
  vec_push(&f->r->trace.initial, ((trace_initial){f->x, value_bv(8, 3)}));
}

static void fixture_clear(fixture *f) {
  result_free(f->r);
  program_free(f->p);
  terms_free(f->tt);
  CHECK(mem_live() == 0);
}

static bool is_bits(value v, uint64_t bits) {
  return v.kind == VALUE_BV && value_get_u64(v) == bits;
}

static void playing(void **unused) {
  fixture f;
  fixture_init(&f);
  player p;
  player_init(&p, f.p, &f.r->trace);
  CHECK(is_bits(player_initial(&p, f.x), 3));
  CHECK(player_initial(&p, (var){9}).kind == VALUE_NONE);
  CHECK(is_bits(player_input(&p, LOC_NONE, f.i1), 1));
  CHECK(is_bits(player_input(&p, LOC_NONE, f.i2), 2));
  CHECK(p.problem == PLAYER_FINE);
  CHECK(player_input(&p, (loc){5}, f.i1).kind == VALUE_NONE);
  CHECK(p.problem == PLAYER_END && p.at.id == 5);
  player_clear(&p);
  fixture_clear(&f);
}

// The first problem stays, and nothing is played behind it.
static void problems(void **unused) {
  fixture f;
  fixture_init(&f);
  player p;
  player_init(&p, f.p, &f.r->trace);
  CHECK(player_input(&p, (loc){4}, f.i2).kind == VALUE_NONE);
  CHECK(p.problem == PLAYER_OTHER_INPUT && p.at.id == 4);
  CHECK(player_input(&p, (loc){5}, f.i1).kind == VALUE_NONE);
  CHECK(p.problem == PLAYER_OTHER_INPUT && p.at.id == 4);
  player_clear(&p);

  f.r->trace.inputs.data[0].value = value_bv(9, 1);
  player_init(&p, f.p, &f.r->trace);
  CHECK(player_input(&p, LOC_NONE, f.i1).kind == VALUE_NONE);
  CHECK(p.problem == PLAYER_WRONG_SORT);
  player_clear(&p);

  vec_push(&f.r->trace.initial, ((trace_initial){f.x, value_bv(8, 3)}));
  player_init(&p, f.p, &f.r->trace);
  CHECK(p.problem == PLAYER_WRONG_INITIAL);
  player_clear(&p);

  f.r->trace.initial.len = 1;
  f.r->trace.initial.data[0].value = value_bool(true);
  player_init(&p, f.p, &f.r->trace);
  CHECK(p.problem == PLAYER_WRONG_SORT);
  player_clear(&p);
  fixture_clear(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names), cmocka_unit_test(unknown_results),
      cmocka_unit_test(playing), cmocka_unit_test(problems)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
