// SPDX-License-Identifier: Apache-2.0
// The register machine against the evaluator of terms.
#include "program/code.h"

#include "base/mem.h"
#include "num/bvop.h"
#include "program/run.h"
#include "unit.h"

static uint64_t seed = 88172645463325252u;

static uint64_t draw(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

// A program with one edge from the entry: v_i := value_i, all at once.
typedef struct {
  terms *tt;
  program *p;
  var vars[4]; // x, y, z of the width, b of sort Bool
  uint32_t width;
  loc entry, end;
} fixture;

static var add_var(fixture *f, const char *name, sort s) {
  var_info info = {.name = name, .sort = s};
  return program_add_variable(f->p, &info);
}

static fixture make(uint32_t width) {
  fixture f = {.tt = terms_new(), .width = width};
  terms_set_simplify(f.tt, false); // every operator reaches the machine
  f.p = program_new(f.tt);
  f.vars[0] = add_var(&f, "x", sort_bv(f.tt, width));
  f.vars[1] = add_var(&f, "y", sort_bv(f.tt, width));
  f.vars[2] = add_var(&f, "z", sort_bv(f.tt, width));
  f.vars[3] = add_var(&f, "b", sort_bool(f.tt));
  f.entry = program_add_location(f.p, &(loc_info){.kind = LOC_ENTRY});
  f.end = program_add_location(f.p, &(loc_info){.kind = LOC_END});
  program_set_entry(f.p, f.entry);
  return f;
}

static void drop(fixture *f) {
  program_free(f->p);
  terms_free(f->tt);
}

static term var_term(const fixture *f, int i) {
  return program_variable_term(f->p, f->vars[i]);
}

static void add_edge(fixture *f, loc from, loc to, term guard,
                     const assignment *a, uint32_t n) {
  block b = {guard, a, n, NULL, 0};
  program_add_edge(f->p, from, to, &b, &(edge_info){.kind = EDGE_PLAIN});
}

typedef struct {
  value initial[4];
  value final[4];
  const fixture *f;
} observation;

static value initial_value(void *data, var v) {
  return ((observation *)data)->initial[v.id - 1];
}

// Runs the first edge blind and one more, empty one in view.
static void observe(const fixture *f, observation *o, uint64_t blind,
                    bool (*step)(void *, edge, evaluator *)) {
  o->f = f;
  limits none = {0};
  run_hooks hooks = {
      .initial = initial_value, .step = step, .data = o, .blind = blind};
  run_outcome end = program_run(f->p, &hooks, 100, &none);
  CHECK(end.end == RUN_SINK && end.steps == 2);
}

static bool take_final(void *data, edge e, evaluator *state) {
  observation *o = data;
  if (program_edge_to(o->f->p, e).id != o->f->end.id)
    return true;
  for (int i = 0; i < 4; i++)
    o->final[i] = eval_get(state, var_term(o->f, i));
  return true;
}

static void check_same(const fixture *f, const uint64_t x[4]) {
  observation slow = {0}, fast = {0};
  for (int i = 0; i < 4; i++)
    slow.initial[i] = fast.initial[i] =
        i < 3 ? value_bv(f->width, x[i]) : value_bool(x[i] & 1);
  observe(f, &slow, 0, take_final);
  observe(f, &fast, 1, take_final);
  for (int i = 0; i < 4; i++)
    CHECK(value_equal(slow.final[i], fast.final[i]));
}

// z := value; x, y, b stay; then an empty edge to the end.
static void with_value(uint32_t width, term_kind kind, uint32_t p0,
                       uint32_t p1) {
  fixture f = make(width);
  term args[3] = {var_term(&f, 0), var_term(&f, 1), var_term(&f, 2)};
  uint32_t n = kind == TERM_ITE ? 3 : 2;
  if (kind == TERM_BVNOT || kind == TERM_BVNEG || kind == TERM_EXTRACT ||
      kind == TERM_SIGN_EXTEND || kind == TERM_ZERO_EXTEND)
    n = 1;
  if (kind == TERM_ITE)
    args[0] = var_term(&f, 3);
  term t = term_make(f.tt, kind, term_sort(f.tt, args[1]), args, n, p0, p1);
  loc middle = program_add_location(f.p, &(loc_info){.kind = LOC_PLAIN});
  term one = term_bv(f.tt, width, 1), zero = term_bv(f.tt, width, 0);
  term out = t;
  if (term_is_bool(f.tt, t))
    out = term_ite(f.tt, t, one, zero);
  else if (kind == TERM_EXTRACT)
    out = term_zero_extend(f.tt, t, width - term_width(f.tt, t));
  else if (term_width(f.tt, t) > width)
    out = term_extract(f.tt, t, term_width(f.tt, t) - 1,
                       term_width(f.tt, t) - width);
  assignment a[] = {{f.vars[2], out}};
  add_edge(&f, f.entry, middle, term_true(f.tt), a, 1);
  add_edge(&f, middle, f.end, term_true(f.tt), NULL, 0);
  for (int round = 0; round < 300; round++) {
    uint64_t edge_values[] = {0, 1, 2, UINT64_MAX, (uint64_t)1 << (width - 1)};
    uint64_t x[4] = {draw(), draw(), draw(), draw()};
    for (int i = 0; i < 2; i++)
      if (draw() % 2)
        x[i] = edge_values[draw() % 5];
    check_same(&f, x);
  }
  drop(&f);
}

static void every_operator_agrees_with_the_evaluator(void **state) {
  static const term_kind kinds[] = {
      TERM_EQ,     TERM_ITE,    TERM_BVNOT,  TERM_BVNEG, TERM_BVAND,
      TERM_BVOR,   TERM_BVXOR,  TERM_BVADD,  TERM_BVMUL, TERM_BVUDIV,
      TERM_BVUREM, TERM_BVSDIV, TERM_BVSREM, TERM_BVSHL, TERM_BVLSHR,
      TERM_BVASHR, TERM_BVULT,  TERM_BVULE,  TERM_BVSLT, TERM_BVSLE};
  static const uint32_t widths[] = {1, 2, 3, 8, 31, 32, 63, 64};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
      with_value(widths[w], kinds[k], 0, 0);
  for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
    uint32_t high = widths[w] - 1;
    with_value(widths[w], TERM_EXTRACT, high, high / 2);
    with_value(widths[w], TERM_SIGN_EXTEND, 3, 0); // past 64: the evaluator's
    with_value(widths[w], TERM_CONCAT, 0, 0);
  }
}

static void assignments_are_simultaneous(void **state) {
  fixture f = make(8);
  loc middle = program_add_location(f.p, &(loc_info){.kind = LOC_PLAIN});
  term x = var_term(&f, 0), y = var_term(&f, 1), z = var_term(&f, 2);
  assignment rotate[] = {{f.vars[0], y}, {f.vars[1], z}, {f.vars[2], x}};
  term b = var_term(&f, 3);
  add_edge(&f, f.entry, middle, b, rotate, 3);
  assignment one[] = {{f.vars[0], term_bvadd(f.tt, x, x)}};
  add_edge(&f, f.entry, middle, term_not(f.tt, b), one, 1);
  add_edge(&f, middle, f.end, term_true(f.tt), NULL, 0);
  for (int round = 0; round < 100; round++) {
    uint64_t v[4] = {draw(), draw(), draw(), draw()};
    check_same(&f, v);
  }
  drop(&f);
}

static void a_long_loop_is_executed_and_counted(void **state) {
  fixture f = make(32);
  loc head = program_add_location(f.p, &(loc_info){.kind = LOC_PLAIN});
  term x = var_term(&f, 0), n = term_bv(f.tt, 32, 3000000);
  term goes_on = term_bvult(f.tt, x, n);
  assignment zero[] = {{f.vars[0], term_bv(f.tt, 32, 0)}};
  assignment step[] = {{f.vars[0], term_bvadd(f.tt, x, term_bv(f.tt, 32, 1))}};
  add_edge(&f, f.entry, head, term_true(f.tt), zero, 1);
  add_edge(&f, head, head, goes_on, step, 1);
  add_edge(&f, head, f.end, term_not(f.tt, goes_on), NULL, 0);
  limits none = {0};
  run_hooks hooks = {.blind = RUN_BLIND};
  run_outcome all = program_run(f.p, &hooks, UINT64_MAX, &none);
  CHECK(all.end == RUN_SINK && all.steps == 3000002 && all.at.id == f.end.id);
  run_outcome part = program_run(f.p, &hooks, 1500000, &none);
  CHECK(part.end == RUN_STOPPED && part.steps == 1500000);
  drop(&f);
}

// x counts, in two nested loops; y collects; x == 200 at 'head' is stuck.
static void add_nested_loops(fixture *f) {
  loc head = program_add_location(f->p, &(loc_info){.kind = LOC_PLAIN});
  loc inner = program_add_location(f->p, &(loc_info){.kind = LOC_PLAIN});
  loc odd = program_add_location(f->p, &(loc_info){.kind = LOC_PLAIN});
  term x = var_term(f, 0), y = var_term(f, 1), one = term_bv(f->tt, 8, 1);
  term is_odd =
      term_eq_make(f->tt, term_extract(f->tt, x, 0, 0), term_bv(f->tt, 1, 1));
  term is_end = term_eq_make(f->tt, x, term_bv(f->tt, 8, 200));
  term goes_on = term_bvult(f->tt, term_bvurem(f->tt, y, term_bv(f->tt, 8, 7)),
                            term_bv(f->tt, 8, 5));
  assignment count[] = {{f->vars[0], term_bvadd(f->tt, x, one)}};
  assignment swap[] = {{f->vars[0], term_bvadd(f->tt, x, one)},
                       {f->vars[1], term_bvadd(f->tt, y, x)}};
  assignment more[] = {{f->vars[1], term_bvadd(f->tt, y, one)}};
  add_edge(f, f->entry, head, term_true(f->tt), NULL, 0);
  add_edge(f, head, odd, term_and(f->tt, is_odd, term_not(f->tt, is_end)), swap,
           2);
  add_edge(f, head, inner, term_not(f->tt, term_or(f->tt, is_odd, is_end)),
           count, 1);
  add_edge(f, inner, inner, goes_on, more, 1);
  add_edge(f, inner, odd, term_not(f->tt, goes_on), more, 1);
  add_edge(f, odd, head, term_true(f->tt), NULL, 0);
}

// What the observer saw last.
typedef struct {
  const fixture *f;
  uint64_t calls, x, y;
} last_seen;

static bool see_state(void *data, edge e, evaluator *state) {
  last_seen *l = data;
  (void)e;
  l->calls++;
  l->x = eval_get(state, var_term(l->f, 0)).bits;
  l->y = eval_get(state, var_term(l->f, 1)).bits;
  return true;
}

// Wherever code stops, in deep code or not, the state is that of the evaluator.
static void code_stops_after_any_number_of_steps(void **state) {
  fixture f = make(8);
  add_nested_loops(&f);
  limits none = {0};
  run_outcome all = {.end = RUN_STOPPED};
  for (uint64_t n = 0; all.end == RUN_STOPPED; n++) {
    last_seen fast = {.f = &f}, slow = {.f = &f};
    run_hooks jump = {
        .step = see_state, .data = &fast, .blind = n, .unseen = n};
    run_hooks watch = {.step = see_state, .data = &slow};
    all = program_run(f.p, &jump, n + 1, &none);
    run_outcome same = program_run(f.p, &watch, n + 1, &none);
    CHECK(all.end == same.end && all.steps == same.steps);
    CHECK(all.at.id == same.at.id && all.last.id == same.last.id);
    CHECK(all.end != RUN_STOPPED || (fast.calls == 1 && slow.calls == n + 1));
    CHECK(all.end != RUN_STOPPED || (fast.x == slow.x && fast.y == slow.y));
  }
  CHECK(all.end == RUN_STUCK && all.steps > 500);
  drop(&f);
}

// Registers move while they become more.
static void many_variables_have_their_own_registers(void **state) {
  fixture f = make(16);
  code *c = code_new(f.p, NULL);
  for (uint32_t i = 0; i < 1000; i++) {
    var v = add_var(&f, NULL, sort_bv(f.tt, 16));
    *code_register(c, program_variable_term(f.p, v)) = i;
  }
  for (uint32_t i = 0; i < 1000; i++)
    CHECK(*code_register(c, program_variable_term(f.p, (var){i + 5})) == i);
  code_free(c);
  drop(&f);
}

static int leaves_nothing(void **state) { return mem_live() == 0 ? 0 : 1; }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(every_operator_agrees_with_the_evaluator,
                                leaves_nothing),
      cmocka_unit_test_teardown(assignments_are_simultaneous, leaves_nothing),
      cmocka_unit_test_teardown(code_stops_after_any_number_of_steps,
                                leaves_nothing),
      cmocka_unit_test_teardown(many_variables_have_their_own_registers,
                                leaves_nothing),
      cmocka_unit_test_teardown(a_long_loop_is_executed_and_counted,
                                leaves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
