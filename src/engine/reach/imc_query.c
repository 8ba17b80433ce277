// SPDX-License-Identifier: Apache-2.0
// Images by interpolation, with auxiliary invariants.
//
// The query for head l has on one side (A) a step from the starts to l, on the
// other (B) what goes wrong within the bound behind l. Where invariants are
// injected (D. Beyer, P.-C. Chien, N.-Z. Lee, SPIN 2024) they strengthen the
// starts: the paper conjoins them to interpolants, which become starts. We
// also assume them at l on B's side. They hold there anyway, so A and B are
// unsatisfiable as before; but the interpolant need not say again what the
// invariants say already, and a weaker set is found to be closed sooner.
// All sets are read as "set and invariant" from then on.
//
// Invariants are injected only where they can matter: a conjunct that shares
// no variable with the query, not even by way of other conjuncts, could as
// well be true. A query that is too hard with them is asked again without.
#include "engine/reach/imc_query.h"

#include <assert.h>

#include "base/mem.h"
#include "engine/reach/injected.h"
#include "term/walk.h"

enum { INVARIANT_BEFORE, STEP, BAD, INVARIANT_AFTER, GROUP_COUNT };

struct imc_query {
  inductive *base;
  terms *tt;
  const itp_procedure *procedure;
  interpolator **interpolators; // by location id; NULL: not asked yet
  uint32_t locations;
  injected injected;
  // The query at work:
  term_set touched;       // terms whose variables are in 'variables'
  term_vec step, assumed; // disjuncts of A, and what holds before each
};

imc_query *imc_query_new(inductive *of) {
  imc_query *q = mem_alloc(sizeof *q);
  *q = (imc_query){.base = of, .tt = of->tt, .injected = {.base = of}};
  q->procedure = engine_interpolation(of->task.env);
  q->locations = program_location_count(of->task.program) + 1;
  q->interpolators = mem_alloc(sizeof *q->interpolators * q->locations);
  return q;
}

void imc_query_free(imc_query *q) {
  if (q == NULL)
    return;
  for (uint32_t l = 0; l < q->locations; l++)
    itp_free(q->interpolators[l]);
  mem_free(q->interpolators);
  term_set_free(&q->touched);
  vec_free(&q->step);
  vec_free(&q->assumed);
  mem_free(q);
}

static interpolator *interpolator_at(imc_query *q, loc l) {
  interpolator **ip = &q->interpolators[l.id];
  if (*ip == NULL) {
    *ip = itp_new(q->procedure, q->base->task.env, q->tt);
    for (int g = 0; g < GROUP_COUNT; g++)
      itp_add_group(*ip);
  }
  return *ip;
}

// --- where invariants can matter ---------------------------------------------

// Adds the formula's variables to the touched ones.
static void touch(imc_query *q, term formula) {
  term_vec found = {0};
  term_variables(q->tt, &formula, 1, &q->touched, &found);
  vec_free(&found);
}

static bool is_touched(const imc_query *q, const term_vec *variables) {
  for (uint32_t i = 0; i < variables->len; i++)
    if (term_set_has(&q->touched, variables->data[i]))
      return true;
  return variables->len == 0;
}

// One pass over the conjuncts left in 'rest': those that touch move to 'out'.
static bool move_touched(imc_query *q, term_vec *rest, term_vec *out) {
  uint32_t kept = 0, before = out->len;
  for (uint32_t i = 0; i < rest->len; i++) {
    term_set seen = {0};
    term_vec variables = {0};
    term_variables(q->tt, &rest->data[i], 1, &seen, &variables);
    if (is_touched(q, &variables)) {
      vec_push(out, rest->data[i]);
      touch(q, rest->data[i]);
    } else {
      rest->data[kept++] = rest->data[i];
    }
    vec_free(&variables);
    term_set_free(&seen);
  }
  rest->len = kept;
  return out->len > before;
}

// The part of the invariant that can matter to a formula.
static term relevant(imc_query *q, term invariant, term formula) {
  if (term_get_kind(q->tt, invariant) != TERM_AND)
    return invariant;
  term_vec rest = {0}, out = {0};
  for (uint32_t i = 0; i < term_arity(q->tt, invariant); i++)
    vec_push(&rest, term_arg(q->tt, invariant, i));
  term_set_clear(&q->touched);
  touch(q, formula);
  while (move_touched(q, &rest, &out))
    ;
  term part = term_and_n(q->tt, out.data, out.len);
  vec_free(&rest);
  vec_free(&out);
  return part;
}

// --- the two sides -----------------------------------------------------------

static void state_variables(const imc_query *q, term formula, term_vec *out) {
  term_set seen = {0};
  term_vec all = {0};
  term_variables(q->tt, &formula, 1, &seen, &all);
  for (uint32_t i = 0; i < all.len; i++)
    if (program_variable_of(q->base->task.program, all.data[i]).id != 0)
      vec_push(out, all.data[i]);
  vec_free(&all);
  term_set_free(&seen);
}

// Collects the ways to l, said over the given variables there.
static void collect_steps(imc_query *q, loc l, const term *starts,
                          const term_vec *variables) {
  const program *p = q->base->task.program;
  const edge_vec *in = program_in_edges(p, l);
  vec_clear(&q->step);
  vec_clear(&q->assumed);
  for (uint32_t i = 0; i < in->len; i++) {
    loc from = program_edge_from(p, in->data[i]);
    if (term_is_none(starts[from.id]))
      continue;
    term way = transition_arrive(q->base->system, in->data[i], starts[from.id],
                                 variables);
    if (term_is_false(q->tt, way))
      continue;
    term holds =
        transition_before(q->base->system, q->base->invariant[from.id]);
    vec_push(&q->step, way);
    vec_push(&q->assumed, relevant(q, holds, way));
  }
}

// The ways as a choice; what holds before each, under the same choice.
static void assert_steps(imc_query *q, interpolator *ip, bool is_injected) {
  term any = term_false(q->tt);
  for (uint32_t i = 0; i < q->step.len; i++) {
    term chosen = q->step.len == 1 ? term_true(q->tt)
                                   : term_fresh(q->tt, "way", sort_bool(q->tt));
    any = term_or(q->tt, any, term_and(q->tt, chosen, q->step.data[i]));
    if (is_injected)
      itp_assert(ip, INVARIANT_BEFORE,
                 term_implies(q->tt, chosen, q->assumed.data[i]));
  }
  itp_assert(ip, STEP, any);
}

// Leaving the invariants counts as bad, at l and wherever the bound leads to.
static term leaves_invariant(imc_query *q, loc l, uint32_t bound) {
  term any = term_not(q->tt, q->base->invariant[l.id]);
  for (uint32_t k = 1; k < bound; k++)
    any = term_or(q->tt, any,
                  term_not(q->tt, transition_holds_after(q->base->system, l, k,
                                                         q->base->invariant)));
  return any;
}

static term bad_behind(imc_query *q, loc l, uint32_t bound) {
  term bad = transition_bad_within(q->base->system, l, bound);
  if (q->base->task.env->options->strengthen == STRENGTHEN_PROPERTY)
    bad = term_or(q->tt, bad, leaves_invariant(q, l, bound));
  return bad;
}

// --- asking ------------------------------------------------------------------

typedef struct {
  imc_query *owner;
  loc at;
  term bad;
  term after; // the invariant at the cut
  term *out;
} question;

static itp_status ask(void *data, bool with_invariants, const limits *within) {
  const question *asked = data;
  imc_query *q = asked->owner;
  interpolator *ip = interpolator_at(q, asked->at);
  itp_set_limits(ip, within);
  for (uint32_t g = 0; g < GROUP_COUNT; g++)
    itp_clear_group(ip, g);
  assert_steps(q, ip, with_invariants);
  itp_assert(ip, BAD, asked->bad);
  if (with_invariants)
    itp_assert(ip, INVARIANT_AFTER, relevant(q, asked->after, asked->bad));
  uint32_t cut = BAD;
  itp_status status = itp_check(ip, &cut, 1, asked->out);
  if (with_invariants && status == ITP_FOUND)
    q->base->task.env->stats->imc_changed +=
        itp_needed(ip, INVARIANT_BEFORE) || itp_needed(ip, INVARIANT_AFTER);
  return status;
}

// The query about what was collected.
static itp_status ask_collected(question *asked, const limits *within) {
  imc_query *q = asked->owner;
  bool is_empty = q->step.len == 0;
  if (is_empty || term_is_false(q->tt, asked->bad)) {
    *asked->out = term_bool(q->tt, !is_empty);
    return ITP_FOUND;
  }
  bool is_any = !term_is_true(q->tt, asked->after);
  for (uint32_t i = 0; i < q->assumed.len; i++)
    is_any |= !term_is_true(q->tt, q->assumed.data[i]);
  return injected_ask(&q->injected, ask, asked, is_any, within);
}

itp_status imc_query_image(imc_query *q, loc l, const term *starts, term bad,
                           const limits *within, term *out) {
  term_vec variables = {0};
  state_variables(q, bad, &variables);
  collect_steps(q, l, starts, &variables);
  vec_free(&variables);
  question asked = {q, l, bad, q->base->invariant[l.id], out};
  return ask_collected(&asked, within);
}

itp_status imc_query_ask(imc_query *q, loc l, const term *starts,
                         uint32_t bound, const limits *within, term *out) {
  assert(bound >= 1);
  if (!transition_unroll(q->base->system, l, bound, within))
    return ITP_GAVE_UP;
  return imc_query_image(q, l, starts, bad_behind(q, l, bound), within, out);
}

itp_status imc_query_preimage(imc_query *q, loc l, term start, term ahead,
                              const limits *within, term *out) {
  vec_clear(&q->step);
  vec_clear(&q->assumed);
  vec_push(&q->step, start);
  vec_push(&q->assumed, relevant(q, q->base->invariant[l.id], ahead));
  question asked = {q, l, ahead, term_true(q->tt), out};
  itp_status status = ask_collected(&asked, within);
  *out = status == ITP_FOUND ? term_not(q->tt, *out) : TERM_NONE;
  return status;
}
