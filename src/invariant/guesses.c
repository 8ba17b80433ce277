// SPDX-License-Identifier: Apache-2.0
// Guessing invariants.
//
// Loops tend to keep the order of what they compare: behind "while (i < n)"
// stands i <= n as often as not. And an interpolant of the first steps is
// true of these for a reason; if the whole is not inductive (x = 0), a part or
// a weaker form of it may be (x >= 0). Each guess costs little, because the
// filter asks about all at once (invariant/lemmas.h).
#include "invariant/guesses.h"

#include <assert.h>

#include "base/mem.h"
#include "invariant/source.h"
#include "term/walk.h"

enum {
  MAX_GUESSES = 60,    // from the comparisons of a program, before variation
  MAX_DEFINITIONS = 40 // of variables by others
};

typedef struct {
  lemmas *lemmas;
  const invariants *of;
  terms *tt;
} guesser;

// --- variation ---------------------------------------------------------------

static void offer_orders(const guesser *g, loc head, term a, term b) {
  sort_kind kind = sort_get_kind(g->tt, term_sort(g->tt, a));
  if (kind == SORT_BV) {
    lemmas_offer(g->lemmas, head, term_bvule(g->tt, a, b));
    lemmas_offer(g->lemmas, head, term_bvule(g->tt, b, a));
    lemmas_offer(g->lemmas, head, term_bvsle(g->tt, a, b));
    lemmas_offer(g->lemmas, head, term_bvsle(g->tt, b, a));
  } else if (kind == SORT_INT || kind == SORT_REAL) {
    lemmas_offer(g->lemmas, head, term_le(g->tt, a, b));
    lemmas_offer(g->lemmas, head, term_le(g->tt, b, a));
  }
}

// A comparison says which two things are worth comparing.
static void offer_variants(const guesser *g, loc head, term t) {
  term inner = term_get_kind(g->tt, t) == TERM_NOT ? term_not(g->tt, t) : t;
  if (!term_is_comparison(g->tt, inner))
    return;
  offer_orders(g, head, term_arg(g->tt, inner, 0), term_arg(g->tt, inner, 1));
}

// Offers a formula that holds for the first visits to a head, in parts, and
// weaker forms of these.
static void offer_parts(const guesser *g, loc head, term formula) {
  term inner = term_not(g->tt, formula);
  bool is_and = term_get_kind(g->tt, formula) == TERM_AND;
  bool is_negated_or = term_get_kind(g->tt, inner) == TERM_OR;
  lemmas_offer(g->lemmas, head, formula);
  if (!is_and && !is_negated_or) {
    offer_variants(g, head, formula);
    return;
  }
  term junction = is_and ? formula : inner;
  for (uint32_t i = 0; i < term_arity(g->tt, junction); i++)
    offer_variants(g, head, term_arg(g->tt, junction, i));
}

// --- conditions of the program -----------------------------------------------

static bool is_over_state(const invariants *of, term t) {
  const program *p = of->original;
  term_set seen = {0};
  term_vec variables = {0};
  bool ok = true;
  term_variables(of->tt, &t, 1, &seen, &variables);
  for (uint32_t i = 0; i < variables.len; i++)
    ok &= program_variable_of(p, variables.data[i]).id != 0;
  ok &= variables.len > 0;
  vec_free(&variables);
  term_set_free(&seen);
  return ok;
}

// Comparisons of the original program: those of the blocks are about values in
// the middle of them. What guards compare comes first, then what is compared
// for a value: an assertion is often a call with the outcome as an argument.
void guesses_comparisons(const invariants *of, term_vec *out) {
  const program *p = of->original;
  term_set seen = {0};
  term_vec nodes = {0};
  for (uint32_t e = 1; e <= program_edge_count(p); e++) {
    term guard = program_edge_block(p, (edge){e})->guard;
    term_postorder(of->tt, &guard, 1, &seen, &nodes);
  }
  for (uint32_t e = 1; e <= program_edge_count(p); e++) {
    const block *b = program_edge_block(p, (edge){e});
    for (uint32_t i = 0; i < b->assignment_count; i++)
      term_postorder(of->tt, &b->assignments[i].value, 1, &seen, &nodes);
  }
  for (uint32_t i = 0; i < nodes.len && out->len < MAX_GUESSES; i++)
    if (term_is_comparison(of->tt, nodes.data[i]) &&
        is_over_state(of, nodes.data[i]))
      vec_push(out, nodes.data[i]);
  vec_free(&nodes);
  term_set_free(&seen);
}

// What the front end thinks may hold.
static void offer_candidates(lemmas *m, const invariants *of) {
  const program *p = of->original;
  const loc_vec *heads = transition_heads(of->system);
  uint32_t count = program_candidate_count(p);
  for (uint32_t i = 0; i < count && i < MAX_GUESSES; i++) {
    term formula = program_candidate(p, i);
    for (uint32_t n = 0; is_over_state(of, formula) && n < heads->len; n++)
      lemmas_offer(m, heads->data[n], formula);
  }
}

void guesses_from_program(lemmas *m, const invariants *of) {
  guesser g = {m, of, of->tt};
  const loc_vec *heads = transition_heads(of->system);
  offer_candidates(m, of);
  term_vec found = {0};
  guesses_comparisons(of, &found);
  for (uint32_t n = 0; n < heads->len; n++)
    for (uint32_t i = 0; i < found.len; i++) {
      lemmas_offer(m, heads->data[n], found.data[i]);
      lemmas_offer(m, heads->data[n], term_not(g.tt, found.data[i]));
      offer_variants(&g, heads->data[n], found.data[i]);
    }
  vec_free(&found);
}

// --- values of the program ---------------------------------------------------

// It would have to hold where it is assigned again, too; so one that mentions
// its variable says nothing.
static bool is_definition(const invariants *of, const assignment *a) {
  term variable = program_variable_term(of->original, a->target);
  return sort_get_kind(of->tt, term_sort(of->tt, variable)) == SORT_BV &&
         !term_occurs(of->tt, variable, a->value) &&
         is_over_state(of, a->value);
}

void guesses_definitions(lemmas *m, const invariants *of) {
  const program *p = of->original;
  const loc_vec *heads = transition_heads(of->system);
  uint32_t found = 0;
  for (uint32_t e = 1; e <= program_edge_count(p); e++) {
    const block *b = program_edge_block(p, (edge){e});
    for (uint32_t i = 0; i < b->assignment_count; i++) {
      const assignment *a = &b->assignments[i];
      if (found >= MAX_DEFINITIONS || !is_definition(of, a))
        continue;
      found++;
      term t =
          term_eq_make(of->tt, program_variable_term(p, a->target), a->value);
      for (uint32_t n = 0; n < heads->len; n++)
        lemmas_offer_hard(m, heads->data[n], t);
    }
  }
}

// --- as a source -------------------------------------------------------------

static void *guessing_start(lemmas *m, invariants *of) {
  if (!of->env->options->guess)
    return NULL;
  guesser *g = mem_alloc(sizeof *g);
  *g = (guesser){m, of, of->tt};
  guesses_from_program(m, of);
  return g;
}

static void guessing_learn(void *state, loc head, term formula) {
  offer_parts(state, head, formula);
}

static void guessing_stop(void *state) { mem_free(state); }

const invariant_source source_guesses = {.name = "comparisons of the program",
                                         .start = guessing_start,
                                         .learn = guessing_learn,
                                         .stop = guessing_stop};
