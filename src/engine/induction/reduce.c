// SPDX-License-Identifier: Apache-2.0
// Nikolaj Bjorner, Arie Gurfinkel, Ken McMillan, Andrey Rybalchenko: "Horn
// Clause Solvers for Program Verification" (2015), 4.2: a step of k visits is
// cut in two, c visits and the j = k - c that follow, c >= j. What c visits
// with the labels L lead to (or c or less from the entry) is never followed by
// j with L and then something bad, or a visit without L; an interpolant I
// between both is said of all visits from then on. Then L and I are
// c-inductive: behind c visits I holds again by the first half, and the j last
// of them are followed by nothing bad, and by L, by the second. So k is halved
// with one query per head, and no proof is searched.
#include "engine/induction/reduce.h"

#include <assert.h>

#include "base/mem.h"
#include "encode/transition.h"
#include "interpolate/interpolate.h"
#include "term/walk.h"

enum { MOST_K = 64, MOST_HEADS = 12 };

typedef struct {
  const engine_task *task;
  terms *tt;
  transition *past, *future; // inputs have other names in each
  term *labels;              // by location id of the task's program; none: true
  term *next;                // with the interpolants, once all are there
} reduction;

// --- the two halves ----------------------------------------------------------

static term add_ways(reduction *r, term any, loc from, uint32_t c, loc to,
                     const term_vec *variables) {
  const limits *l = &r->task->env->limits;
  if (!transition_unroll(r->past, from, c, l))
    return TERM_NONE;
  return term_or(r->tt, any,
                 transition_come(r->past, from, c, to, r->labels, variables));
}

// What c visits from anywhere, or at most c from the entry, lead to at the
// head, said of the variables. TERM_NONE: a limit was hit.
static term behind_visits(reduction *r, uint32_t c, loc head,
                          const term_vec *variables) {
  const loc_vec *heads = transition_heads(r->past);
  loc entry = program_entry(r->task->program);
  term any = term_false(r->tt);
  for (uint32_t i = 0; !term_is_none(any) && i < heads->len; i++)
    any = add_ways(r, any, heads->data[i], c, head, variables);
  for (uint32_t i = 1; !term_is_none(any) && i <= c; i++)
    any = add_ways(r, any, entry, i, head, variables);
  return any;
}

// Behind the head, after j visits with labels (its own is one), comes something
// bad, or a visit without its label. TERM_NONE: a limit was hit.
static term before_bad(reduction *r, loc head, uint32_t j) {
  if (!transition_unroll(r->future, head, j, &r->task->env->limits))
    return TERM_NONE;
  term keeps = transition_holds_after(r->future, head, j, r->labels);
  term wrong = term_or(r->tt, transition_bad(r->future, head, j),
                       term_not(r->tt, keeps));
  term own = r->labels[head.id];
  term all = term_is_none(own) ? wrong : term_and(r->tt, own, wrong);
  for (uint32_t i = 1; i < j; i++)
    all = term_and(r->tt, all,
                   transition_holds_after(r->future, head, i, r->labels));
  return all;
}

static void state_variables(const reduction *r, term formula, term_vec *out) {
  term_set seen = {0};
  term_vec all = {0};
  term_variables(r->tt, &formula, 1, &seen, &all);
  for (uint32_t i = 0; i < all.len; i++)
    if (program_variable_of(r->task->program, all.data[i]).id != 0)
      vec_push(out, all.data[i]);
  vec_free(&all);
  term_set_free(&seen);
}

// --- interpolation -----------------------------------------------------------

static bool separate(reduction *r, term a, term b, term *out) {
  interpolator *ip =
      itp_new(engine_interpolation(r->task->env), r->task->env, r->tt);
  itp_set_limits(ip, &r->task->env->limits);
  itp_assert(ip, itp_add_group(ip), a);
  itp_assert(ip, itp_add_group(ip), b);
  uint32_t cut = 1;
  bool ok = itp_check(ip, &cut, 1, out) == ITP_FOUND;
  itp_free(ip);
  return ok;
}

static bool strengthen_at(reduction *r, loc head, uint32_t c, uint32_t j) {
  term b = before_bad(r, head, j);
  term_vec variables = {0};
  if (!term_is_none(b))
    state_variables(r, b, &variables);
  term a = term_is_none(b) ? TERM_NONE : behind_visits(r, c, head, &variables);
  vec_free(&variables);
  term found = term_true(r->tt);
  if (term_is_none(a) ||
      (!term_is_false(r->tt, b) && !separate(r, a, b, &found)))
    return false;
  term own = r->labels[head.id];
  r->next[head.id] = term_is_none(own) ? found : term_and(r->tt, own, found);
  return true;
}

static bool halve(reduction *r, uint32_t k) {
  uint32_t j = k / 2, c = k - j;
  const loc_vec *heads = transition_heads(r->future);
  bool ok = true;
  for (uint32_t i = 0; ok && i < heads->len; i++)
    ok = strengthen_at(r, heads->data[i], c, j);
  for (uint32_t i = 0; ok && i < heads->len; i++)
    r->labels[heads->data[i].id] = r->next[heads->data[i].id];
  return ok;
}

// --- labels ------------------------------------------------------------------

static term *label_of(proof *p, loc origin) {
  for (uint32_t i = 0; i < p->labels.len; i++)
    if (p->labels.data[i].location.id == origin.id)
      return &p->labels.data[i].invariant;
  return NULL;
}

// False: a head has no label; the proof is about other places.
static bool take_labels(reduction *r, proof *p) {
  const loc_vec *heads = transition_heads(r->future);
  bool ok = true;
  for (uint32_t i = 0; ok && i < heads->len; i++) {
    term *label = label_of(p, program_origin(r->task->program, heads->data[i]));
    ok = label != NULL;
    if (ok)
      r->labels[heads->data[i].id] = *label;
  }
  return ok;
}

static void give_labels(const reduction *r, proof *p) {
  const loc_vec *heads = transition_heads(r->future);
  for (uint32_t i = 0; i < heads->len; i++)
    *label_of(p, program_origin(r->task->program, heads->data[i])) =
        r->labels[heads->data[i].id];
}

bool reduce_proof(const engine_task *task, proof *p) {
  assert(p->kind == PROOF_INVARIANT && p->k >= 1);
  uint32_t count = program_location_count(task->program) + 1;
  reduction r = {.task = task, .tt = program_terms(task->program)};
  r.past = transition_new(task->program);
  r.future = transition_new(task->program);
  r.labels = mem_alloc(count * sizeof *r.labels);
  r.next = mem_alloc(count * sizeof *r.next);
  bool ok = p->simple.len == 0 && p->k <= MOST_K &&
            transition_heads(r.past)->len <= MOST_HEADS && take_labels(&r, p);
  for (; ok && p->k > 1; p->k -= ok ? p->k / 2 : 0) {
    ok = halve(&r, p->k);
    if (ok)
      give_labels(&r, p);
  }
  transition_free(r.past);
  transition_free(r.future);
  mem_free(r.labels);
  mem_free(r.next);
  return ok;
}
