// SPDX-License-Identifier: Apache-2.0
// Paths of random programs, in every mode, against execution: from a state, a
// level reaches a location with some values exactly if an execution does.
#include "certify/paths.h"

#include "certify/listed.h"
#include "smt/solver.h"
#include "small.h"
#include "term/eval.h"

enum {
  WIDTH = 2,
  VALUES = 1 << WIDTH,
  STATES = VALUES * VALUES,
  INNER = 9,
  PROGRAMS = 40
};

typedef struct {
  small s;
  var x, y;
  loc entry, error, label, inner[INNER];
  uint64_t seed;
  bool is_reached[STATES][2][STATES]; // from, error or label, values
} fixture;

static uint32_t pick(fixture *f, uint32_t n) {
  return small_random(&f->seed, n);
}

static term term_of(fixture *f, var v) {
  return program_variable_term(f->s.p, v);
}

// Often one of two, so that a path comes to a condition that it has passed.
static term random_atom(fixture *f, term input) {
  terms *tt = f->s.tt;
  if (pick(f, 3))
    return pick(f, 2)
               ? term_bvult(tt, term_of(f, f->x), term_of(f, f->y))
               : term_eq_make(tt, term_of(f, f->y), term_bv(tt, WIDTH, 1));
  term words[] = {term_of(f, f->x), term_of(f, f->y), input,
                  term_bv(tt, WIDTH, pick(f, VALUES))};
  term a = words[pick(f, 3)], b = words[pick(f, 4)];
  return pick(f, 2) ? term_eq_make(tt, a, b) : term_bvult(tt, a, b);
}

static term random_value(fixture *f, term input) {
  term constant = term_bv(f->s.tt, WIDTH, pick(f, VALUES));
  switch (pick(f, 5)) {
  case 0:
    return input;
  case 1:
    return term_of(f, f->x);
  case 2:
    return term_bvadd(f->s.tt, term_of(f, f->y), constant);
  default:
    return constant;
  }
}

static void add_edge(fixture *f, uint32_t from, term guard, term input) {
  uint32_t to = from + 1 + pick(f, 3);
  loc target = to < INNER        ? f->inner[to]
               : pick(f, 4) == 0 ? f->error
                                 : f->label;
  var assigned[] = {f->x, f->y, VAR_NONE, VAR_NONE};
  small_edge(&f->s, f->inner[from], target, guard, assigned[pick(f, 4)],
             random_value(f, input), input);
}

// Mostly with guards that exclude each other; now and then they overlap.
static void fixture_init(fixture *f, uint64_t seed) {
  *f = (fixture){.seed = seed};
  small_init(&f->s);
  f->x = small_var(&f->s, "x", WIDTH);
  f->y = small_var(&f->s, "y", WIDTH);
  f->entry = f->inner[0] = small_loc(&f->s, LOC_ENTRY);
  f->error = small_loc(&f->s, LOC_ERROR);
  f->label = small_loc(&f->s, LOC_PLAIN);
  for (uint32_t i = 1; i < INNER; i++)
    f->inner[i] = small_loc(&f->s, LOC_PLAIN);
  for (uint32_t i = 0; i < INNER; i++) {
    term input = small_input(&f->s, INPUT_CALL, "in", WIDTH);
    term guard = random_atom(f, input);
    add_edge(f, i, guard, input);
    term other = pick(f, 5) ? term_not(f->s.tt, guard) : random_atom(f, input);
    add_edge(f, i, other, input);
  }
}

// --- execution
// ----------------------------------------------------------------

static void set_state(fixture *f, evaluator *e, uint32_t values) {
  eval_set(e, term_of(f, f->x), value_bv(WIDTH, values % VALUES));
  eval_set(e, term_of(f, f->y), value_bv(WIDTH, values / VALUES));
}

static uint32_t step_to(fixture *f, evaluator *e, const block *b,
                        uint32_t values) {
  if (b->assignment_count == 0)
    return values;
  uint32_t v = (uint32_t)value_get_u64(eval_term(e, b->assignments[0].value));
  return b->assignments[0].target.id == f->x.id ? values / VALUES * VALUES + v
                                                : values % VALUES + v * VALUES;
}

static void run(fixture *f, uint32_t start, loc at, uint32_t values) {
  if (at.id == f->error.id || at.id == f->label.id) {
    f->is_reached[start][at.id == f->label.id][values] = true;
    return;
  }
  const edge_vec *out = program_out_edges(f->s.p, at);
  for (uint32_t i = 0; i < out->len * VALUES; i++) {
    edge taken = out->data[i / VALUES];
    const block *b = program_edge_block(f->s.p, taken);
    evaluator *e = eval_new(f->s.tt);
    set_state(f, e, values);
    if (b->input_count)
      eval_set(e, b->inputs[0], value_bv(WIDTH, i % VALUES));
    if (eval_is_true(e, b->guard))
      run(f, start, program_edge_to(f->s.p, taken), step_to(f, e, b, values));
    eval_free(e);
  }
}

// --- paths
// ---------------------------------------------------------------------

static term is_value(paths *ps, term t, uint32_t n) {
  return term_eq_make(ps->tt, t, term_bv(ps->tt, WIDTH, n));
}

static term is_state(fixture *f, paths *ps, const paths_arrival *a,
                     uint32_t values) {
  term x = paths_formula(ps, a, term_of(f, f->x));
  term y = paths_formula(ps, a, term_of(f, f->y));
  return paths_and(ps->tt, is_value(ps, x, values % VALUES),
                   is_value(ps, y, values / VALUES));
}

// Some arrival there has these values.
static term is_there(fixture *f, paths *ps, uint32_t values) {
  term any = term_false(ps->tt);
  for (uint32_t i = 0; i < ps->arrivals.len; i++) {
    const paths_arrival *a = &ps->arrivals.data[i];
    any = paths_or(ps->tt, any,
                   paths_and(ps->tt, a->reached, is_state(f, ps, a, values)));
  }
  return any;
}

static bool can_hold(solver *s, term formula) {
  smt_status status = solver_check(s, &formula, 1);
  CHECK(status != SMT_UNKNOWN);
  return status == SMT_SAT;
}

static void check_from(fixture *f, paths *ps, solver *s, uint32_t start) {
  paths_arrival entry = {.at = f->entry};
  term from = is_state(f, ps, &entry, start);
  term bad = ps->bad.len ? ps->bad.data[0].reached : term_false(ps->tt);
  bool is_bad = false;
  for (uint32_t values = 0; values < STATES; values++) {
    is_bad |= f->is_reached[start][0][values];
    CHECK(can_hold(s, paths_and(ps->tt, from, is_there(f, ps, values))) ==
          f->is_reached[start][1][values]);
  }
  CHECK(can_hold(s, paths_and(ps->tt, from, bad)) == is_bad);
}

static uint32_t count_arrivals[3];

// Starts in the states of a set, those with x = n or the others.
static void check_mode(fixture *f, const cuts *c, paths_mode mode,
                       uint32_t set) {
  paths *ps = paths_new(f->s.p, c);
  solver *s = solver_new(&solver_bits, &f->s.env, ps->tt);
  uint32_t n = set % VALUES;
  bool is_equal = set >= VALUES;
  term when = is_value(ps, ps->own[f->x.id], n);
  ps->mode = mode;
  paths_start(ps, f->entry, is_equal ? when : term_not(ps->tt, when));
  CHECK(paths_level(ps, &f->s.env.limits));
  count_arrivals[mode] += ps->arrivals.len;
  for (uint32_t start = 0; start < STATES; start++)
    if ((start % VALUES == n) == is_equal)
      check_from(f, ps, s, start);
  solver_free(s);
  paths_free(ps);
}

static void modes_are_execution(void **unused) {
  (void)unused;
  for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
    fixture f;
    fixture_init(&f, seed);
    bool is_label[INNER + 4] = {false};
    is_label[f.label.id] = true;
    cuts *c = cuts_find(f.s.p, is_label, is_label);
    for (uint32_t start = 0; start < STATES; start++)
      run(&f, start, f.entry, start);
    for (uint32_t i = 0; i < 3 * 2; i++)
      check_mode(&f, c, (paths_mode)(i % 3), pick(&f, 2 * VALUES));
    cuts_free(c);
    small_clear(&f.s);
  }
  CHECK(count_arrivals[PATHS_JOINED] < count_arrivals[PATHS_CONSTANTS]);
  CHECK(count_arrivals[PATHS_CONSTANTS] < count_arrivals[PATHS_STATES]);
}

// --- lists of states
// -----------------------------------------------------------

static term random_list(fixture *f) {
  terms *tt = f->s.tt;
  term list = term_false(tt);
  for (uint32_t i = 2 + pick(f, 4); i > 0; i--) {
    term is_x =
        term_eq_make(tt, term_of(f, f->x), term_bv(tt, WIDTH, pick(f, VALUES)));
    list =
        term_or(tt, list, term_and(tt, is_x, random_atom(f, term_of(f, f->y))));
  }
  return term_and(tt, list, random_atom(f, term_of(f, f->y)));
}

static void set_own(fixture *f, paths *ps, evaluator *e, uint32_t values) {
  eval_forget(e);
  eval_set(e, ps->own[f->x.id], value_bv(WIDTH, values % VALUES));
  eval_set(e, ps->own[f->y.id], value_bv(WIDTH, values / VALUES));
}

// Constants, sums of what was there at the start, or that itself.
static state random_state(fixture *f, paths *ps) {
  state s = NULL;
  var both[] = {f->x, f->y};
  for (int i = 0; i < 2; i++) {
    term constant = term_bv(ps->tt, WIDTH, pick(f, VALUES));
    uint32_t kind = pick(f, 4);
    if (kind > 0)
      s = state_set(&ps->space, s, both[i].id,
                    kind > 1 ? constant
                             : term_bvadd(ps->tt, ps->own[f->x.id], constant));
  }
  return s;
}

static void check_list(fixture *f, paths *ps, evaluator *e) {
  term invariant = random_list(f);
  listed l;
  listed_init(&l, ps, invariant);
  for (int i = 0; i < 10; i++) {
    paths_arrival a = {.at = f->label,
                       .reached = term_true(ps->tt),
                       .values = random_state(f, ps)};
    term plain = paths_formula(ps, &a, invariant);
    term made = listed_formula(&l, ps, &a);
    for (uint32_t values = 0; values < STATES; values++) {
      set_own(f, ps, e, values);
      CHECK(eval_is_true(e, plain) == eval_is_true(e, made));
    }
  }
  listed_clear(&l);
}

// The states at the start are those of the case, neither fewer nor more.
static void check_start(fixture *f, paths *ps, evaluator *e, term invariant) {
  start_cases cases;
  starts_find(&cases, f->s.p, invariant);
  bool is_started[STATES] = {false};
  for (uint32_t i = 0; i < cases.alternatives.len; i++) {
    paths_arrival a = starts_enter(&cases, ps, i, f->label, term_true(ps->tt));
    term x = paths_formula(ps, &a, term_of(f, f->x));
    term y = paths_formula(ps, &a, term_of(f, f->y));
    for (uint32_t values = 0; values < STATES; values++) {
      set_own(f, ps, e, values);
      if (eval_is_true(e, a.reached))
        is_started[value_get_u64(eval_term(e, x)) +
                   VALUES * value_get_u64(eval_term(e, y))] = true;
    }
  }
  starts_clear(&cases);
  evaluator *own = eval_new(f->s.tt);
  for (uint32_t values = 0; values < STATES; values++) {
    eval_forget(own);
    set_state(f, own, values);
    CHECK(is_started[values] == eval_is_true(own, invariant));
  }
  eval_free(own);
}

static void lists(void **unused) {
  (void)unused;
  fixture f;
  fixture_init(&f, 7);
  bool is_label[INNER + 4] = {false};
  is_label[f.label.id] = true;
  cuts *c = cuts_find(f.s.p, is_label, is_label);
  paths *ps = paths_new(f.s.p, c);
  evaluator *e = eval_new(ps->tt);
  for (int i = 0; i < 200; i++) {
    check_list(&f, ps, e);
    check_start(&f, ps, e, random_list(&f));
  }
  eval_free(e);
  paths_free(ps);
  cuts_free(c);
  small_clear(&f.s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(modes_are_execution),
                                     cmocka_unit_test(lists)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
