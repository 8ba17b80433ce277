// SPDX-License-Identifier: Apache-2.0
// The domains of 'abstract' against brute force: facts hold of all samples,
// equations are the strongest there are, weaker forms are weaker.
#include "interpolate/abstract/abstract.h"

#include "base/mem.h"
#include "unit.h"

enum { WIDTH = 2, SIDE = 1 << WIDTH, POINTS = SIDE * SIDE };

typedef struct {
  terms *tt;
  itp_frame frame;
  uint64_t points[POINTS][2]; // all states of two words
  const uint64_t *chosen[POINTS];
  uint32_t slots[2];
  arena *mem;
} plane;

static void plane_open(plane *p) {
  *p = (plane){.tt = terms_new(), .mem = arena_new(), .slots = {0, 1}};
  p->frame =
      (itp_frame){.tt = p->tt, .prefers_signed = true, .has_remainder = true};
  const char *names[2] = {"x", "y"};
  for (int i = 0; i < 2; i++) {
    itp_slot s = {.variable =
                      term_variable(p->tt, names[i], sort_bv(p->tt, WIDTH)),
                  .width = WIDTH};
    vec_push(&p->frame.slots, s);
  }
  vec_push(&p->frame.atoms, term_bvult(p->tt, p->frame.slots.data[0].variable,
                                       p->frame.slots.data[1].variable));
  for (uint64_t i = 0; i < POINTS; i++) {
    p->points[i][0] = i % SIDE;
    p->points[i][1] = i / SIDE;
  }
}

static void plane_close(plane *p) {
  itp_frame_clear(&p->frame);
  arena_free(p->mem);
  terms_free(p->tt);
  assert_int_equal(mem_live(), 0);
}

// The cloud of the points in the set.
static itp_cloud cloud_of(plane *p, uint32_t set) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < POINTS; i++)
    if ((set >> i & 1) != 0)
      p->chosen[n++] = p->points[i];
  return (itp_cloud){.frame = &p->frame,
                     .slots = p->slots,
                     .slot_count = 2,
                     .samples = p->chosen,
                     .sample_count = n,
                     .mem = p->mem};
}

// The set of points where a formula is true.
static uint32_t extension(plane *p, term t) {
  uint32_t set = 0;
  evaluator *e = eval_new(p->tt);
  for (uint32_t i = 0; i < POINTS; i++) {
    itp_sample_set(&p->frame, p->points[i], e);
    set |= eval_is_true(e, t) ? 1u << i : 0;
  }
  eval_free(e);
  return set;
}

// The points that satisfy every equation a x + b y + c = 0 (mod 2^k) that all
// points of the set satisfy.
static uint32_t affine_hull(plane *p, uint32_t set) {
  uint32_t hull = (1u << POINTS) - 1;
  for (uint32_t code = 0; code < SIDE * SIDE * SIDE; code++) {
    uint64_t a = code % SIDE, b = code / SIDE % SIDE, c = code / SIDE / SIDE;
    uint32_t zeros = 0;
    for (uint32_t i = 0; i < POINTS; i++)
      if (((a * p->points[i][0] + b * p->points[i][1] + c) & (SIDE - 1)) == 0)
        zeros |= 1u << i;
    if ((set & ~zeros) == 0)
      hull &= zeros;
  }
  return hull;
}

static uint32_t next_set(uint32_t set) { return set * 5 + 12345; }

static void equations_are_the_strongest(void **state) {
  plane p;
  plane_open(&p);
  for (uint32_t round = 1, set = 1; round < 3000; round++) {
    // All small sets first, then a mixture.
    set = round < 600 ? round : next_set(set);
    uint32_t points = set & ((1u << POINTS) - 1);
    if (points == 0)
      continue;
    itp_cloud c = cloud_of(&p, points);
    itp_fact_list facts = {0};
    itp_affine.collect(&c, &facts);
    uint32_t found = (1u << POINTS) - 1;
    for (uint32_t i = 0; i < facts.len; i++)
      found &= extension(&p, facts.data[i].formula);
    CHECK(found == affine_hull(&p, points));
    vec_free(&facts);
    arena_reset(p.mem);
  }
  plane_close(&p);
}

static void check_weaker_forms(plane *p, const itp_fact *f) {
  uint32_t before = extension(p, f->formula);
  for (uint64_t slack = 1; slack <= f->max_slack; slack++) {
    itp_fact weaker = f->domain->weaken(p->tt, f, slack);
    uint32_t now = extension(p, weaker.formula);
    CHECK((before & ~now) == 0);
    CHECK(now != (1u << POINTS) - 1 || slack == f->max_slack);
    before = now;
  }
}

static void facts_hold_and_weaken_monotonically(void **state) {
  static const itp_domain *const DOMAINS[] = {&itp_affine,     &itp_bounds,
                                              &itp_pairs,      &itp_known_bits,
                                              &itp_congruence, &itp_atom};
  plane p;
  plane_open(&p);
  for (uint32_t round = 1, set = 1; round < 800; round++) {
    set = round < 300 ? round : next_set(set);
    uint32_t points = set & ((1u << POINTS) - 1);
    if (points == 0)
      continue;
    itp_cloud c = cloud_of(&p, points);
    for (uint32_t d = 0; d < 6; d++) {
      itp_fact_list facts = {0};
      DOMAINS[d]->collect(&c, &facts);
      for (uint32_t i = 0; i < facts.len; i++) {
        CHECK((points & ~extension(&p, facts.data[i].formula)) == 0);
        if (facts.data[i].domain->weaken != NULL)
          check_weaker_forms(&p, &facts.data[i]);
      }
      vec_free(&facts);
    }
    arena_reset(p.mem);
  }
  plane_close(&p);
}

// Over Int: lines and points, also where numbers are too large to add.
static void integer_equations_pass_through_the_samples(void **state) {
  terms *tt = terms_new();
  arena *mem = arena_new();
  itp_frame frame = {.tt = tt};
  const char *names[3] = {"a", "b", "c"};
  uint32_t slots[3] = {0, 1, 2};
  for (int i = 0; i < 3; i++) {
    itp_slot s = {.variable = term_variable(tt, names[i], sort_int(tt))};
    vec_push(&frame.slots, s);
  }
  uint64_t sample[4][3] = {{3, 5, 8},
                           {(uint64_t)-7, 2, (uint64_t)-5},
                           {100, (uint64_t)-40, 60},
                           {(uint64_t)INT64_MAX, 1, (uint64_t)INT64_MIN}};
  const uint64_t *samples[4] = {sample[0], sample[1], sample[2], sample[3]};
  for (uint32_t n = 1; n <= 4; n++) {
    itp_cloud c = {.frame = &frame,
                   .slots = slots,
                   .slot_count = 3,
                   .samples = samples,
                   .sample_count = n,
                   .mem = mem};
    itp_fact_list facts = {0};
    itp_affine.collect(&c, &facts);
    CHECK(n == 4 || facts.len == 4 - n);
    evaluator *e = eval_new(tt);
    for (uint32_t k = 0; k < n; k++) {
      itp_sample_set(&frame, samples[k], e);
      for (uint32_t i = 0; i < facts.len; i++)
        CHECK(eval_is_true(e, facts.data[i].formula));
    }
    eval_free(e);
    vec_free(&facts);
  }
  itp_frame_clear(&frame);
  arena_free(mem);
  terms_free(tt);
  assert_int_equal(mem_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equations_are_the_strongest),
      cmocka_unit_test(facts_hold_and_weaken_monotonically),
      cmocka_unit_test(integer_equations_pass_through_the_samples),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
