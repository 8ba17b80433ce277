// SPDX-License-Identifier: Apache-2.0
// Mutants of evidence against the judge: engines prove or refute random small
// programs, their evidence is changed at random, and what the judge still
// accepts must be true in all states, which are enumerated.
//
//   driver_test_mutants [MUTANTS [SEED]]
#include <stdio.h>
#include <stdlib.h>

#include "certify/certify.h"
#include "encode/slice.h"
#include "encode/summarize.h"
#include "engine/engine.h"
#include "engine/engines.h"

static uint32_t wanted = 2000;
static uint64_t first_seed = 1;

static const engine *const ENGINES[] = {
    &engine_bmc,    &engine_kinduction, &engine_imc, &engine_ismc,
    &engine_dar,    &engine_pdr,        &engine_df,  &engine_predabs,
    &engine_impact, &engine_explicit};
enum { ENGINE_COUNT = 10, MUTANTS_EACH = 6, UNWIND = 12 };

typedef struct {
  explorer x;
  dice *d;
  setting *s;
  uint32_t mutants, accepted, refuted, wrong;
} attack;

// --- what is true ------------------------------------------------------------

static bool is_safe(const attack *a) {
  return !explorer_reaches(&a->x, LOC_ERROR) &&
         !explorer_reaches(&a->x, LOC_BOUND) &&
         !explorer_reaches(&a->x, LOC_UNSUPPORTED);
}

static bool label_holds(attack *a, proof_label l) {
  for (uint32_t i = 0; i < a->x.states.len; i++) {
    if (a->x.states.data[i].at.id != l.location.id)
      continue;
    eval_forget(a->x.ev);
    set_values(a->x.p, a->x.ev, a->x.states.data[i].values);
    if (!eval_is_true(a->x.ev, l.invariant))
      return false;
  }
  return true;
}

// Where no bad sink can be reached any more, nobody counts.
static bool visits_fit(attack *a, const proof *p) {
  program *sliced = slice(a->x.p);
  explorer x = explore(sliced);
  VEC(bool) counts = {0};
  vec_resize(&counts, program_location_count(a->x.p) + 1);
  for (uint32_t i = 0; i < p->labels.len; i++)
    counts.data[p->labels.data[i].location.id] = true;
  bool fit = explorer_visits(&x, counts.data) <= p->k;
  vec_free(&counts);
  explorer_clear(&x);
  program_free(sliced);
  return fit;
}

static bool proof_is_true(attack *a, const proof *p) {
  if (!is_safe(a))
    return false;
  if (p->kind == PROOF_BOUNDED)
    return visits_fit(a, p);
  for (uint32_t i = 0; i < p->labels.len; i++)
    if (!label_holds(a, p->labels.data[i]))
      return false;
  return true;
}

// --- mutants of proofs -------------------------------------------------------

static term random_fact(attack *a) {
  terms *tt = program_terms(a->x.p);
  uint32_t n = 1 + roll(a->d, program_variable_count(a->x.p));
  term x = program_variable_term(a->x.p, (var){n});
  term c = term_bv(tt, RANDOM_WIDTH, roll(a->d, 1u << RANDOM_WIDTH));
  term fact = roll(a->d, 2) ? term_eq_make(tt, x, c) : term_bvule(tt, x, c);
  return roll(a->d, 2) ? fact : term_not(tt, fact);
}

static void mutate_bound(attack *a, proof *p) {
  switch (roll(a->d, 4)) {
  case 0:
    p->kind = p->kind == PROOF_BOUNDED ? PROOF_INVARIANT : PROOF_BOUNDED;
    return;
  case 1:
    p->k += 1 + roll(a->d, 2);
    return;
  default:
    p->k = p->k > 1 ? p->k - 1 : p->k;
  }
}

// Weakened, strengthened, negated, moved, swapped or dropped.
static void mutate_label(attack *a, proof *p, proof_label *l) {
  terms *tt = program_terms(a->x.p);
  proof_label *other = &p->labels.data[roll(a->d, p->labels.len)];
  term kept = l->invariant;
  switch (roll(a->d, 7)) {
  case 0:
    l->invariant = term_or(tt, l->invariant, random_fact(a));
    return;
  case 1:
  case 2:
    l->invariant = term_and(tt, l->invariant, random_fact(a));
    return;
  case 3:
    l->invariant = term_not(tt, l->invariant);
    return;
  case 4:
    l->location = (loc){5 + roll(a->d, program_location_count(a->x.p) - 4)};
    return;
  case 5:
    l->invariant = other->invariant;
    other->invariant = kept;
    return;
  default:
    *l = p->labels.data[--p->labels.len];
  }
}

static void mutate_proof(attack *a, proof *p) {
  for (uint32_t n = 1 + roll(a->d, 2); n > 0; n--)
    if (p->labels.len == 0 || roll(a->d, 5) == 0)
      mutate_bound(a, p);
    else
      mutate_label(a, p, &p->labels.data[roll(a->d, p->labels.len)]);
}

// The same location twice is no proof, whatever the judge would say.
static bool has_twins(const proof *p) {
  for (uint32_t i = 0; i < p->labels.len; i++)
    for (uint32_t j = 0; j < i; j++)
      if (p->labels.data[i].location.id == p->labels.data[j].location.id)
        return true;
  return false;
}

static void count(attack *a, certificate c, bool is_true) {
  a->mutants++;
  a->accepted += c.status == CERTIFY_OK;
  a->refuted += c.status == CERTIFY_REFUTED;
  if (c.status != CERTIFY_OK || is_true)
    return;
  a->wrong++;
  fprintf(stderr, "mutant %u is accepted, but wrong: %s\n", a->mutants,
          c.reason);
}

static void attack_proof(attack *a, result *r) {
  proof kept = r->proof;
  memset(&r->proof.labels, 0, sizeof r->proof.labels);
  for (uint32_t i = 0; i < kept.labels.len; i++)
    vec_push(&r->proof.labels, kept.labels.data[i]);
  mutate_proof(a, &r->proof);
  if (!has_twins(&r->proof))
    count(a, certify_proof(&a->s->env, a->x.p, r), proof_is_true(a, &r->proof));
  vec_free(&r->proof.labels);
  r->proof = kept;
}

// --- mutants of traces -------------------------------------------------------

// The judge would follow an execution without end for very long.
static bool trace_ends(attack *a, const trace *t) {
  player y;
  player_init(&y, a->x.p, t);
  run_hooks hooks = {
      .initial = engines_initial, .input = engines_input, .data = &y};
  run_outcome o = program_run(a->x.p, &hooks, 100000, &NO_LIMITS);
  player_clear(&y);
  return o.end != RUN_STOPPED;
}

static void judge_trace(attack *a, const result *r) {
  if (!trace_ends(a, &r->trace))
    return;
  certificate c = certify_trace(&a->s->env, a->x.p, r);
  if (c.status == CERTIFY_OK)
    check_trace(a->x.p, &r->trace);
  count(a, c, explorer_reaches(&a->x, LOC_ERROR));
}

// An input or initial value is another one, or the last input is missing.
static void attack_trace(attack *a, result *r) {
  trace *t = &r->trace;
  uint32_t kept_len = t->inputs.len;
  value none = {0}, *at = NULL, kept = none;
  if (t->inputs.len > 0 && roll(a->d, 5) == 0) {
    t->inputs.len--;
  } else if (t->inputs.len > 0 && roll(a->d, 2)) {
    at = &t->inputs.data[roll(a->d, t->inputs.len)].value;
    kept = *at;
    *at = value_bv(1, 1 - value_get_u64(kept));
  } else if (t->initial.len > 0) {
    at = &t->initial.data[roll(a->d, t->initial.len)].value;
    kept = *at;
    *at = value_bv(RANDOM_WIDTH, (value_get_u64(kept) + 1 + roll(a->d, 3)) &
                                     ((1u << RANDOM_WIDTH) - 1));
  } else {
    return;
  }
  judge_trace(a, r);
  t->inputs.len = kept_len;
  if (at != NULL)
    *at = kept;
}

// A proof of a program that has an error: labels of true, at every location.
static void attack_unsafe(attack *a, result *r) {
  terms *tt = program_terms(a->x.p);
  proof kept = r->proof;
  r->proof = (proof){.kind = roll(a->d, 2) ? PROOF_BOUNDED : PROOF_INVARIANT,
                     .k = 1 + roll(a->d, 3)};
  for (uint32_t i = 5; i <= program_location_count(a->x.p); i++) {
    proof_label l = {(loc){i}, term_true(tt)};
    if (roll(a->d, 2))
      l.invariant = random_fact(a);
    if (roll(a->d, 4))
      vec_push(&r->proof.labels, l);
  }
  count(a, certify_proof(&a->s->env, a->x.p, r), proof_is_true(a, &r->proof));
  vec_free(&r->proof.labels);
  r->proof = kept;
}

// --- the attack --------------------------------------------------------------

static void attack_result(attack *a, result *r) {
  for (uint32_t i = 0; i < MUTANTS_EACH && r->about == NULL; i++)
    if (r->verdict == VERDICT_TRUE)
      attack_proof(a, r);
    else if (r->verdict == VERDICT_FALSE && i < MUTANTS_EACH / 2)
      attack_trace(a, r);
  if (r->verdict == VERDICT_FALSE)
    attack_unsafe(a, r);
}

static void attack_program(attack *a, const program *p, const program *used) {
  setting s;
  setting_init(&s);
  s.options.unwind = UNWIND;
  s.options.simple_paths = roll(a->d, 3) == 0;
  a->s = &s;
  const engine *e = ENGINES[roll(a->d, ENGINE_COUNT)];
  engine_task task = {p, used, &s.env, NULL};
  result *r = e->run(&task);
  attack_result(a, r);
  result_free(r);
  options_free(&s.options);
}

static void attack_random(attack *a) {
  terms *tt = terms_new();
  program *p = random_program(tt, a->d);
  program *sliced = slice(p);
  program *large = summarize(sliced, &NO_LIMITS);
  a->x = explore(p);
  CHECK(!a->x.too_many_inputs);
  attack_program(a, p, roll(a->d, 2) ? sliced : large);
  explorer_clear(&a->x);
  program_free(large);
  program_free(sliced);
  program_free(p);
  terms_free(tt);
}

static void test_mutants(void **state) {
  dice d = {first_seed};
  attack a = {.d = &d};
  while (a.mutants < wanted)
    attack_random(&a);
  printf("%u mutants: %u refuted, %u accepted, %u of these wrong\n", a.mutants,
         a.refuted, a.accepted, a.wrong);
  CHECK(a.wrong == 0);
  // Both kinds are among them, or nothing was tried.
  CHECK(a.refuted > a.mutants / 10 && a.accepted > a.mutants / 20);
  CHECK(mem_live() == 0);
}

int main(int argc, char **argv) {
  if (argc > 1)
    wanted = (uint32_t)strtoul(argv[1], NULL, 10);
  if (argc > 2)
    first_seed = strtoull(argv[2], NULL, 10);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_mutants)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
