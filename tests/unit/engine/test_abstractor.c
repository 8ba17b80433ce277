// SPDX-License-Identifier: Apache-2.0
// Abstract successors of random programs under random predicates, against
// enumeration of all concrete states: exactly the strongest ones.
#include "engine/predicate/abstractor.h"

#include "engine/engines.h"

enum { CARTESIAN, BOOLEAN, MOST_STATES = 40 };

typedef struct {
  const program *p;
  terms *tt;
  evaluator *ev;
  regions *rs;
  precision *pi;
} world;

static term random_predicate(world *w, dice *d) {
  uint32_t count = program_variable_count(w->p);
  term a = program_variable_term(w->p, (var){1 + roll(d, count)});
  term b = program_variable_term(w->p, (var){1 + roll(d, count)});
  if (roll(d, 2) == 0)
    b = term_bv(w->tt, RANDOM_WIDTH, roll(d, 1u << RANDOM_WIDTH));
  return roll(d, 2) == 0 ? term_eq_make(w->tt, a, b) : term_bvult(w->tt, a, b);
}

static void track_some(world *w, dice *d) {
  for (uint32_t i = 1; i <= program_location_count(w->p); i++) {
    bool is_sink = loc_is_sink(program_location(w->p, (loc){i})->kind);
    for (uint32_t k = roll(d, 4); !is_sink && k > 0; k--) {
      term t = random_predicate(w, d);
      if (i != program_entry(w->p).id && !term_is_value(w->tt, t))
        precision_track(w->pi, (loc){i}, t);
    }
  }
}

// The cube of the target's predicates under the values of the evaluator.
static region cube_here(world *w, loc at) {
  const predicate_list *list = precision_at(w->pi, at);
  region cube = region_true(w->rs);
  for (uint32_t i = 0; i < list->len; i++) {
    bool is_true =
        eval_is_true(w->ev, precision_predicate(w->pi, list->data[i]));
    region literal = region_literal(w->rs, list->data[i], is_true);
    region_meet(w->rs, &cube, literal);
    region_drop(w->rs, literal);
  }
  return cube;
}

static void add_successors(world *w, term before, edge e, region *all) {
  const block *b = program_edge_block(w->p, e);
  uint32_t states = 1u << (RANDOM_WIDTH * program_variable_count(w->p));
  CHECK(b->input_count <= 6);
  for (uint32_t v = 0; v < states; v++)
    for (uint32_t bits = 0; bits < 1u << b->input_count; bits++) {
      eval_forget(w->ev);
      set_values(w->p, w->ev, v);
      for (uint32_t i = 0; i < b->input_count; i++)
        eval_set(w->ev, b->inputs[i], value_bv(1, bits >> i & 1));
      if (!eval_is_true(w->ev, before) || !eval_is_true(w->ev, b->guard))
        continue;
      uint32_t after = values_after(w->p, w->ev, b);
      eval_forget(w->ev);
      set_values(w->p, w->ev, after);
      region cube = cube_here(w, program_edge_to(w->p, e));
      region_join(w->rs, all, cube);
      region_drop(w->rs, cube);
    }
}

// The literals that hold in all of it.
static region cartesian_hull(world *w, loc at, region all) {
  if (region_is_false(all))
    return all;
  const predicate_list *list = precision_at(w->pi, at);
  region hull = region_true(w->rs);
  for (uint32_t i = 0; i < list->len; i++)
    for (int positive = 0; positive < 2; positive++) {
      region literal = region_literal(w->rs, list->data[i], positive);
      if (region_implies(w->rs, all, literal))
        region_meet(w->rs, &hull, literal);
      region_drop(w->rs, literal);
    }
  region_drop(w->rs, all);
  return hull;
}

static region expected(world *w, region state, edge e, int abstraction) {
  region all = region_false(w->rs);
  add_successors(w, precision_formula(w->pi, state), e, &all);
  return abstraction == CARTESIAN
             ? cartesian_hull(w, program_edge_to(w->p, e), all)
             : all;
}

typedef struct {
  loc at;
  region state;
  uint32_t tracked;
} abstract;

static void check_program(world *w, setting *s, dice *d, int abstraction) {
  s->options.abstraction = abstraction;
  engine_task task = {w->p, w->p, &s->env, NULL};
  term *known = mem_alloc(sizeof *known * (program_location_count(w->p) + 1));
  for (uint32_t i = 0; i <= program_location_count(w->p); i++)
    known[i] = term_true(program_terms(w->p));
  abstractor *o = abstractor_new(&task, w->pi, w->rs, known);
  VEC(abstract) work = {0};
  abstract start = {program_entry(w->p), region_true(w->rs), 0};
  vec_push(&work, start);
  for (uint32_t next = 0; next < work.len && next < MOST_STATES; next++) {
    if (next % 8 == 7)
      track_some(w, d); // the precision grows in between
    abstract from = work.data[next];
    term formula = TERM_NONE;
    abstractor_source source = {from.state, from.tracked, &formula};
    const edge_vec *out = program_out_edges(w->p, from.at);
    for (uint32_t i = 0; i < out->len; i++) {
      edge e = out->data[i];
      region found, wanted = expected(w, from.state, e, abstraction);
      CHECK(abstractor_compute(o, &source, e, &found));
      CHECK(region_equal(found, wanted));
      region_drop(w->rs, wanted);
      abstract to = {program_edge_to(w->p, e), found,
                     precision_at(w->pi, program_edge_to(w->p, e))->len};
      if (region_is_false(found))
        region_drop(w->rs, found);
      else
        vec_push(&work, to);
    }
  }
  for (uint32_t i = 0; i < work.len; i++)
    region_drop(w->rs, work.data[i].state);
  vec_free(&work);
  abstractor_free(o);
  mem_free(known);
}

static void successors_are_the_strongest(void **state) {
  dice d = {3};
  setting s;
  setting_init(&s);
  for (int i = 0; i < 60; i++) {
    terms *tt = terms_new();
    program *p = random_program(tt, &d);
    world w = {.p = p, .tt = tt, .ev = eval_new(tt), .rs = regions_new()};
    w.pi = precision_new(p);
    for (int abstraction = CARTESIAN; abstraction <= BOOLEAN; abstraction++) {
      track_some(&w, &d);
      check_program(&w, &s, &d, abstraction);
    }
    precision_free(w.pi);
    regions_free(w.rs);
    eval_free(w.ev);
    program_free(p);
    terms_free(tt);
  }
  // Every way to a successor was taken.
  CHECK(s.stats.abstractions_by_bdd > 20 && s.stats.abstraction_models > 100);
  options_free(&s.options);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(successors_are_the_strongest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
