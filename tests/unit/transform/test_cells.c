// SPDX-License-Identifier: Apache-2.0
// The program of cells does whatever the program with arrays does, for the
// witness that is where the error reads.
#include "transform/cell_program.h"

#include "builder.h"
#include "transform/watched.h"

enum { INDEX = 2, ELEMENT = 2, RUNS = 1500, STEPS = 30 };

static uint64_t seed = 0x9e3779b97f4a7c15u;

static uint64_t draw(uint64_t below) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed % below;
}

typedef struct {
  terms *tt;
  program *p;
  var a, b, i, x; // two arrays, an index and an element
} arrays;

static term of(const arrays *r, var v) {
  return program_variable_term(r->p, v);
}

static term any_index(const arrays *r) {
  switch (draw(3)) {
  case 0:
    return term_bv(r->tt, INDEX, draw(1 << INDEX));
  case 1:
    return of(r, r->i);
  default:
    return term_bvadd(r->tt, of(r, r->i), term_bv(r->tt, INDEX, 1));
  }
}

static term any_element(const arrays *r) {
  term array = of(r, draw(2) ? r->a : r->b);
  switch (draw(4)) {
  case 0:
    return term_bv(r->tt, ELEMENT, draw(1 << ELEMENT));
  case 1:
    return of(r, r->x);
  case 2:
    return term_bvadd(r->tt, of(r, r->x), term_bv(r->tt, ELEMENT, 1));
  default:
    return term_select(r->tt, array, any_index(r));
  }
}

static term any_array(const arrays *r, var v) {
  term stored = term_store(r->tt, of(r, v), any_index(r), any_element(r));
  term c = term_eq_make(r->tt, any_element(r), any_element(r));
  switch (draw(4)) {
  case 0:
    return of(r, v.id == r->a.id ? r->b : r->a);
  case 1:
    return term_ite(r->tt, c, stored, of(r, v));
  default:
    return stored;
  }
}

static void add_random_edge(const arrays *r, loc from, loc to, term guard) {
  assignment all[4];
  uint32_t n = 0;
  if (draw(2))
    all[n++] = (assignment){r->a, any_array(r, r->a)};
  if (draw(2))
    all[n++] = (assignment){r->b, any_array(r, r->b)};
  if (draw(2))
    all[n++] = (assignment){r->i, any_index(r)};
  if (draw(2))
    all[n++] = (assignment){r->x, any_element(r)};
  build_edge(r->p, from, to, guard, all, n);
}

// Some locations in a ring, each with a branch, one of them to the error.
static void make(arrays *r) {
  enum { LOCATIONS = 4 };
  *r = (arrays){.tt = terms_new()};
  r->p = program_new(r->tt);
  sort index = sort_bv(r->tt, INDEX), element = sort_bv(r->tt, ELEMENT);
  r->a = build_var(r->p, "a", sort_array(r->tt, index, element));
  r->b = build_var(r->p, "b", sort_array(r->tt, index, element));
  r->i = build_var(r->p, "i", index);
  r->x = build_var(r->p, "x", element);
  loc entry = build_loc(r->p, LOC_ENTRY), error = build_loc(r->p, LOC_ERROR);
  loc at[LOCATIONS];
  for (uint32_t k = 0; k < LOCATIONS; k++)
    at[k] = build_loc(r->p, LOC_PLAIN);
  build_skip(r->p, entry, at[0], term_true(r->tt));
  for (uint32_t k = 0; k < LOCATIONS; k++) {
    term c = term_eq_make(r->tt, any_element(r), any_element(r));
    if (k == LOCATIONS - 1)
      build_skip(r->p, at[k], error, c);
    else
      add_random_edge(r, at[k], at[draw(LOCATIONS)], c);
    add_random_edge(r, at[k], at[(k + 1) % LOCATIONS], term_not(r->tt, c));
  }
}

// --- runs
// ----------------------------------------------------------------------

// A run of the watched program, and one of the cells beside it.
typedef struct {
  const arrays *r;
  const watched *w;
  const cell_program *c;
  evaluator *cells; // state of the other run
  value witness[MOST_WITNESSES];
  uint64_t steps;
} pair;

static value initial(void *data, var v) {
  const pair *t = data;
  for (uint32_t k = 0; k < t->w->count; k++)
    if (v.id == t->w->witness[k].id)
      return t->witness[k];
  return (value){.kind = VALUE_NONE};
}

static term meaning_of(const pair *t, term variable) {
  return cell_program_meaning(t->c, variable);
}

// Each cell holds what it stands for, in the state of the watched run.
static void start_cells(const pair *t, evaluator *state) {
  for (uint32_t k = 1; k <= program_variable_count(t->c->program); k++) {
    term v = program_variable_term(t->c->program, (var){k});
    if (sort_get_kind(t->r->tt, term_sort(t->r->tt, v)) == SORT_ARRAY)
      continue;
    eval_set(t->cells, v, eval_term(state, meaning_of(t, v)));
  }
}

static void before_step(void *data, edge e, evaluator *state) {
  pair *t = data;
  (void)e;
  eval_forget(t->cells);
  start_cells(t, state);
}

static edge same_edge(const pair *t, edge e, uint32_t skip) {
  const program *q = t->w->extended.program, *c = t->c->program;
  const edge_vec *out = program_out_edges(c, program_edge_from(q, e));
  for (uint32_t k = 0; k < out->len; k++)
    if (program_edge_to(c, out->data[k]).id == program_edge_to(q, e).id &&
        skip-- == 0)
      return out->data[k];
  return EDGE_NONE;
}

// Slicing left its assignments in the program.
static bool is_kept(const pair *t, var v) {
  for (uint32_t e = 1; e <= program_edge_count(t->c->program); e++) {
    const block *b = program_edge_block(t->c->program, (edge){e});
    for (uint32_t j = 0; j < b->assignment_count; j++)
      if (b->assignments[j].target.id == v.id)
        return true;
  }
  return false;
}

static term value_behind(const block *b, var v, term before) {
  for (uint32_t j = 0; j < b->assignment_count; j++)
    if (b->assignments[j].target.id == v.id)
      return b->assignments[j].value;
  return before;
}

// Tries all values of up to so many inputs.
static bool try_inputs(const pair *t, const block *b, uint32_t k, edge e,
                       evaluator *after) {
  if (k < b->input_count) {
    for (uint64_t n = 0; n < 1u << ELEMENT; n++) {
      eval_forget(t->cells);
      eval_set(t->cells, b->inputs[k], value_bv(ELEMENT, n));
      if (try_inputs(t, b, k + 1, e, after))
        return true;
    }
    return false;
  }
  eval_forget(t->cells);
  if (!eval_is_true(t->cells, b->guard))
    return false;
  for (uint32_t n = 1; n <= program_variable_count(t->c->program); n++) {
    term v = program_variable_term(t->c->program, (var){n});
    if (is_kept(t, (var){n}) &&
        !value_equal(eval_term(t->cells, value_behind(b, (var){n}, v)),
                     eval_term(after, meaning_of(t, v))))
      return false;
  }
  return true;
}

static bool is_followed(const pair *t, edge e, evaluator *before,
                        evaluator *after) {
  (void)before;
  for (uint32_t skip = 0;; skip++) {
    edge same = same_edge(t, e, skip);
    if (same.id == 0)
      return false;
    const block *b = program_edge_block(t->c->program, same);
    if (b->input_count > 4)
      return true; // too many to try
    if (try_inputs(t, b, 0, e, after))
      return true;
  }
}

static bool after_step(void *data, edge e, evaluator *state) {
  pair *t = data;
  eval_forget(state);
  CHECK(is_followed(t, e, NULL, state));
  t->steps++;
  return true;
}

static void check_follows(uint32_t witnesses) {
  uint64_t errors = 0, steps = 0;
  for (uint32_t run = 0; run < RUNS; run++) {
    arrays r;
    make(&r);
    watched w;
    cell_program c;
    if (watched_make(r.p, witnesses, &w)) {
      CHECK(cell_program_make(&w, &c));
      pair t = {.r = &r, .w = &w, .c = &c, .cells = eval_new(r.tt)};
      for (uint32_t k = 0; k < witnesses; k++)
        t.witness[k] = value_bv(INDEX, draw(1 << INDEX));
      run_hooks hooks = {.initial = initial,
                         .step = after_step,
                         .before = before_step,
                         .data = &t};
      run_outcome o =
          program_run(w.extended.program, &hooks, STEPS, &(limits){0});
      errors += o.end == RUN_SINK;
      steps += t.steps;
      eval_free(t.cells);
      cell_program_clear(&c);
      watched_clear(&w);
    }
    program_free(r.p);
    terms_free(r.tt);
  }
  CHECK(errors > RUNS / 100 / witnesses && steps > RUNS);
  CHECK(mem_live() == 0);
}

static void test_follows(void **state) { check_follows(1); }

static void test_follows_two(void **state) { check_follows(2); }

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_follows),
                                     cmocka_unit_test(test_follows_two)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
