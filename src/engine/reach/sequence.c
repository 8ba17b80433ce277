// SPDX-License-Identifier: Apache-2.0
// Interpolation needs groups of formulas that share nothing but the state
// between them, so the unrolling is in cut mode, where each frame has variables
// of its own. The formula of a cut then speaks of those variables; names are
// translated back to the program's.
#include "engine/reach/sequence.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "encode/unroll.h"
#include "engine/reach/bounded.h"
#include "engine/reach/injected.h"
#include "term/subst.h"

// The groups of each frame: what is known before its step, the step, and what
// is asked about the frame behind it.
enum { INVARIANT, STEP, ENDS, GROUPS_EACH };

struct sequence {
  inductive *base;
  const program *p;
  terms *tt;
  unroller *unrolling; // in cut mode
  interpolator *interpolator;
  uint32_t groups; // of the interpolator
  hmap owner;      // name of a variable in some frame -> program variable
  injected injected;
  term_vec found; // interpolants, by cut from 1 on
};

sequence *sequence_new(inductive *of) {
  sequence *s = mem_alloc(sizeof *s);
  *s = (sequence){.base = of, .p = of->task.program, .tt = of->tt};
  s->unrolling = unroll_new(s->p, program_entry(s->p), UNROLL_CUT);
  s->interpolator =
      itp_new(engine_interpolation(of->task.env), of->task.env, of->tt);
  s->injected.base = of;
  return s;
}

void sequence_free(sequence *s) {
  if (s == NULL)
    return;
  unroll_free(s->unrolling);
  itp_free(s->interpolator);
  hmap_free(&s->owner);
  vec_free(&s->found);
  mem_free(s);
}

// --- names -------------------------------------------------------------------

static bool is_head(const sequence *s, loc l) {
  return !loc_is_sink(program_kind(s->p, l));
}

// Whose the names of the last frame are.
static void note_owners(sequence *s) {
  uint32_t k = unroll_depth(s->unrolling);
  const loc_vec *there = unroll_locations(s->unrolling, k);
  if (there->len == 0)
    return;
  for (uint32_t id = 1; id <= program_variable_count(s->p); id++) {
    term name = unroll_state(s->unrolling, k, there->data[0], (var){id});
    hmap_put(&s->owner, name.id, program_variable_term(s->p, (var){id}).id);
  }
}

static bool extend(sequence *s, uint32_t k, const limits *l) {
  while (unroll_depth(s->unrolling) < k) {
    if (!unroll_extend(s->unrolling, l))
      return false;
    note_owners(s);
    for (int g = 0; g < GROUPS_EACH; g++)
      s->groups = itp_add_group(s->interpolator) + 1;
  }
  return true;
}

// --- the query ---------------------------------------------------------------

// The frame is at one of its locations, where the formula holds.
static term some_end(sequence *s, uint32_t k, const term *ends) {
  const loc_vec *there = unroll_locations(s->unrolling, k);
  term any = term_false(s->tt);
  for (uint32_t n = 0; n < there->len; n++) {
    loc l = there->data[n];
    term reached = unroll_reached(s->unrolling, k, l);
    term wanted = term_bool(s->tt, loc_is_bad(program_kind(s->p, l)));
    if (is_head(s, l))
      wanted = ends != NULL ? ends[l.id] : bounded_outside(s->base, l);
    else if (ends != NULL)
      wanted = term_false(s->tt);
    any = term_or(
        s->tt, any,
        term_and(s->tt, reached, unroll_said(s->unrolling, k, l, wanted)));
  }
  return any;
}

static void assert_invariants(sequence *s, uint32_t i) {
  const loc_vec *there = unroll_locations(s->unrolling, i);
  for (uint32_t n = 0; n < there->len; n++) {
    loc l = there->data[n];
    term known = s->base->invariant[l.id];
    if (!is_head(s, l) || term_is_true(s->tt, known))
      continue;
    term reached = unroll_reached(s->unrolling, i, l);
    itp_assert(
        s->interpolator, i * GROUPS_EACH + INVARIANT,
        term_implies(s->tt, reached, unroll_said(s->unrolling, i, l, known)));
  }
}

typedef struct {
  sequence *s;
  uint32_t k;
  term end;
} question;

// One step has no cut; its query gets one before the end.
static itp_status interpolate(sequence *s, uint32_t k) {
  uint32_t cuts = k > 1 ? k - 1 : 1;
  uint32_t *positions = mem_alloc(sizeof *positions * cuts);
  for (uint32_t i = 0; i < cuts; i++)
    positions[i] = k > 1 ? (i + 1) * GROUPS_EACH : ENDS;
  vec_resize(&s->found, cuts);
  itp_status status =
      itp_check(s->interpolator, positions, cuts, s->found.data);
  mem_free(positions);
  return status;
}

static itp_status ask(void *data, bool with_invariants, const limits *l) {
  const question *q = data;
  sequence *s = q->s;
  itp_set_limits(s->interpolator, l);
  for (uint32_t g = 0; g < s->groups; g++)
    itp_clear_group(s->interpolator, g);
  for (uint32_t i = 0; i < q->k; i++) {
    itp_assert(s->interpolator, i * GROUPS_EACH + STEP,
               unroll_transition(s->unrolling, i));
    if (with_invariants && i > 0)
      assert_invariants(s, i);
  }
  itp_assert(s->interpolator, (q->k - 1) * GROUPS_EACH + ENDS, q->end);
  itp_status status = interpolate(s, q->k);
  for (uint32_t i = 1; status == ITP_FOUND && i < q->k; i++)
    s->base->task.env->stats->imc_changed +=
        itp_needed(s->interpolator, i * GROUPS_EACH + INVARIANT);
  return status;
}

static bool has_invariants(const sequence *s) {
  const loc_vec *heads = transition_heads(s->base->system);
  for (uint32_t n = 0; n < heads->len; n++)
    if (!term_is_true(s->tt, s->base->invariant[heads->data[n].id]))
      return true;
  return false;
}

itp_status sequence_ask(sequence *s, uint32_t k, const term *ends,
                        const limits *l) {
  assert(k >= 1);
  if (!extend(s, k, l))
    return ITP_GAVE_UP;
  question q = {s, k, some_end(s, k, ends)};
  return injected_ask(&s->injected, ask, &q, k > 1 && has_invariants(s), l);
}

// --- the answer --------------------------------------------------------------

typedef struct {
  sequence *owner;
  term here;   // the flag of the location
  hmap *flags; // those of the frame
} reading;

static term read_name(void *data, term variable) {
  reading *r = data;
  if (variable.id == r->here.id)
    return term_true(r->owner->tt);
  if (hmap_find(r->flags, variable.id) != NULL)
    return term_false(r->owner->tt);
  const uint64_t *own = hmap_find(&r->owner->owner, variable.id);
  return own ? (term){(uint32_t)*own} : variable;
}

term sequence_at(sequence *s, uint32_t i, loc head) {
  assert(i >= 1 && i <= s->found.len);
  term here = unroll_reached(s->unrolling, i, head);
  if (term_is_false(s->tt, here))
    return here;
  hmap flags = {0};
  const loc_vec *there = unroll_locations(s->unrolling, i);
  for (uint32_t n = 0; n < there->len; n++)
    hmap_put(&flags, unroll_reached(s->unrolling, i, there->data[n]).id, 1);
  reading r = {s, here, &flags};
  subst *names = subst_new(s->tt);
  subst_set_lookup(names, read_name, &r);
  term set = subst_apply(names, s->found.data[i - 1]);
  subst_free(names);
  hmap_free(&flags);
  return set;
}
