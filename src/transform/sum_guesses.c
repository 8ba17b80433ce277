// SPDX-License-Identifier: Apache-2.0
// What a sum is can be followed along the program. Where it is set to a value,
// it is that. A loop that adds a[i] while i goes up from b has added F[i] -
// F[b] so far; if it goes down, F[b + 1] - F[i + 1]. Where the loop ends
// because i has come to n, F[i] is F[n], and that does not change any more.
// Variables that get the value of a sum are followed as well.
//
// Each of these is a candidate and no more: nothing is lost if the loop is not
// what it looks like.
#include "transform/sum_guesses.h"

#include <assert.h>

#include "invariant/guesses.h"
#include "algebra/polynomial.h"
#include "term/subst.h"
#include "term/walk.h"

enum { MOST_FORMS = 400 }; // of all variables at all heads

// At a head, the variable has this value.
typedef struct {
  loc head;
  term variable, value;
} form;

typedef struct {
  const prefixed *x;
  const program *p; // in blocks
  const var_vec *live;
  terms *tt;
  VEC(form) forms;
} guesser;

static term value_behind(const guesser *g, edge e, term variable) {
  const block *b = program_edge_block(g->p, e);
  for (uint32_t i = 0; i < b->assignment_count; i++)
    if (b->assignments[i].target.id == program_variable_of(g->p, variable).id)
      return b->assignments[i].value;
  return variable;
}

static bool is_live(const guesser *g, loc at, term variable) {
  const var_vec *live = &g->live[at.id];
  for (uint32_t i = 0; i < live->len; i++)
    if (live->data[i].id == program_variable_of(g->p, variable).id)
      return true;
  return false;
}

static bool is_kept(const guesser *g, edge e, term variable) {
  return program_variable_of(g->p, variable).id != 0 &&
         term_eq(value_behind(g, e, variable), variable);
}

// Does t, said before the edge, mean the same behind it?
static bool is_stable(const guesser *g, edge e, term t) {
  term_set seen = {0};
  term_vec found = {0};
  bool ok = true;
  term_variables(g->tt, &t, 1, &seen, &found);
  for (uint32_t i = 0; i < found.len; i++)
    ok &= is_kept(g, e, found.data[i]);
  term_set_free(&seen);
  vec_free(&found);
  return ok;
}

// The same, and all of it counts there.
static bool is_said_well(const guesser *g, edge e, term t) {
  term_set seen = {0};
  term_vec found = {0};
  bool ok = is_stable(g, e, t);
  term_variables(g->tt, &t, 1, &seen, &found);
  for (uint32_t i = 0; i < found.len; i++)
    ok &= is_live(g, program_edge_to(g->p, e), found.data[i]);
  term_set_free(&seen);
  vec_free(&found);
  return ok;
}

// times * (the product of the factors)
static term monomial_term(const guesser *g, uint32_t width, const monomial *m) {
  int64_t times = (int64_t)(m->coefficient << (64 - width)) >> (64 - width);
  uint64_t size = times < 0 ? 0 - (uint64_t)times : (uint64_t)times;
  term t = term_bv(g->tt, width, size);
  for (uint32_t i = 0; i < m->degree; i++)
    t = term_bvmul(g->tt, t, m->factors[i]);
  return times < 0 ? term_bvneg(g->tt, t) : t;
}

// The value with each part once: what was added and subtracted again is gone.
static term normal(const guesser *g, term value_) {
  polynomial sum;
  if (!polynomial_of(g->tt, value_, &sum))
    return value_;
  term t = term_bv(g->tt, sum.width, 0);
  for (uint32_t i = 0; i < sum.parts.len; i++)
    t = term_bvadd(g->tt, t, monomial_term(g, sum.width, &sum.parts.data[i]));
  polynomial_clear(&sum);
  return t;
}

static void add_form(guesser *g, loc head, term variable, term value_) {
  value_ = normal(g, value_);
  for (uint32_t i = 0; i < g->forms.len; i++) {
    const form *f = &g->forms.data[i];
    if (f->head.id == head.id && term_eq(f->variable, variable) &&
        term_eq(f->value, value_))
      return;
  }
  if (g->forms.len < MOST_FORMS)
    vec_push(&g->forms, ((form){head, variable, value_}));
}

// --- loops -------------------------------------------------------------------

static term element(const guesser *g, const prefix_array *f, term index) {
  return term_select(g->tt, f->array, index);
}

static const prefix_array *find_array(const guesser *g,
                                      const prefix_step *step) {
  for (uint32_t i = 0; i < g->x->arrays.len; i++) {
    const prefix_array *f = &g->x->arrays.data[i];
    if (sort_eq(term_sort(g->tt, f->index), term_sort(g->tt, step->index)) &&
        term_eq(prefix_summand(g->x, f, step->index), step->summand))
      return f;
  }
  return NULL;
}

// What a loop has added so far if its index began with 'first'; none: it does
// not go up or down by one.
static term added(const guesser *g, const prefix_array *f, edge loop,
                  term index, term first) {
  term step = term_bvsub(g->tt, value_behind(g, loop, index), index);
  term one = term_bv(g->tt, term_width(g->tt, index), 1);
  if (term_eq(step, one))
    return term_bvsub(g->tt, element(g, f, index), element(g, f, first));
  if (term_eq(step, term_bvneg(g->tt, one)))
    return term_bvsub(g->tt, element(g, f, term_bvadd(g->tt, first, one)),
                      element(g, f, term_bvadd(g->tt, index, one)));
  return TERM_NONE;
}

// The variable has the value behind edge e, where the loop begins.
static void enter_loop(guesser *g, edge e, edge loop, term variable,
                       term value_) {
  loc head = program_edge_to(g->p, e);
  term behind = value_behind(g, loop, variable);
  prefix_step step;
  if (term_eq(behind, variable))
    add_form(g, head, variable, value_);
  if (!prefix_is_sum(g->p, variable, behind, &step))
    return;
  const prefix_array *f = find_array(g, &step);
  term first = value_behind(g, e, step.index);
  if (f == NULL || !is_stable(g, e, first))
    return;
  term more = added(g, f, loop, step.index, first);
  if (!term_is_none(more))
    add_form(g, head, variable,
             term_bvadd(g->tt, value_, term_bvmul(g->tt, step.times, more)));
}

static bool is_head(const guesser *g, loc l) {
  return program_kind(g->p, l) == LOC_PLAIN;
}

static void arrive(guesser *g, edge e, term variable, term value_) {
  loc head = program_edge_to(g->p, e);
  bool is_word = sort_get_kind(g->tt, term_sort(g->tt, variable)) == SORT_BV;
  if (!is_word || !is_stable(g, e, value_))
    return;
  const edge_vec *out = program_out_edges(g->p, head);
  for (uint32_t i = 0; i < out->len; i++)
    if (program_edge_to(g->p, out->data[i]).id == head.id)
      enter_loop(g, e, out->data[i], variable, value_);
}

// --- the way -----------------------------------------------------------------

// Of "n <= i" in a guard, which ends a loop: i is n. Of "i < 0": it is -1.
static term at_the_end(const guesser *g, term part, term t) {
  term a = TERM_NONE, b = TERM_NONE;
  switch (term_get_kind(g->tt, part)) {
  case TERM_BVSLE:
  case TERM_BVULE:
    a = term_arg(g->tt, part, 0);
    b = term_arg(g->tt, part, 1);
    break;
  case TERM_BVSLT:
    b = term_arg(g->tt, part, 0);
    a = term_arg(g->tt, part, 1);
    a = term_bvsub(g->tt, a, term_bv(g->tt, term_width(g->tt, a), 1));
    break;
  default:
    return t;
  }
  return program_variable_of(g->p, b).id != 0 ? subst_once(g->tt, t, b, a) : t;
}

// The value, where the edge changes what it is said with, or that does not
// count any more.
static term leave(const guesser *g, loc head, edge e, term value_) {
  term_vec parts = {0};
  term_flatten(g->tt, TERM_AND, program_edge_block(g->p, e)->guard, &parts);
  for (uint32_t i = 0; i < parts.len && !is_said_well(g, e, value_); i++)
    value_ = at_the_end(g, parts.data[i], value_);
  for (uint32_t i = 0; i < g->forms.len && !is_stable(g, e, value_); i++)
    if (g->forms.data[i].head.id == head.id)
      value_ = subst_once(g->tt, value_, g->forms.data[i].variable,
                          g->forms.data[i].value);
  vec_free(&parts);
  return value_;
}

static void follow(guesser *g, form f, edge e) {
  const block *b = program_edge_block(g->p, e);
  if (is_kept(g, e, f.variable))
    arrive(g, e, f.variable, leave(g, f.head, e, f.value));
  for (uint32_t i = 0; i < b->assignment_count; i++) {
    term t = b->assignments[i].value;
    if (term_occurs(g->tt, f.variable, t))
      arrive(g, e, program_variable_term(g->p, b->assignments[i].target),
             leave(g, f.head, e, subst_once(g->tt, t, f.variable, f.value)));
  }
}

static void follow_all(guesser *g) {
  for (uint32_t n = 0; n < g->forms.len; n++) {
    form f = g->forms.data[n];
    const edge_vec *out = program_out_edges(g->p, f.head);
    for (uint32_t i = 0; i < out->len; i++) {
      loc to = program_edge_to(g->p, out->data[i]);
      if (to.id != f.head.id && is_head(g, to))
        follow(g, f, out->data[i]);
    }
  }
}

// Where a variable gets a value that does not depend on what it was.
static void start(guesser *g, edge e, term variable) {
  term first = value_behind(g, e, variable);
  if (is_head(g, program_edge_to(g->p, e)) &&
      !term_occurs(g->tt, variable, first))
    arrive(g, e, variable, first);
}

// The bound of a loop may be a copy of what lives longer, as that of a function
// is of its argument.
static void start_copies(guesser *g, edge e) {
  const block *b = program_edge_block(g->p, e);
  for (uint32_t i = 0; i < b->assignment_count; i++)
    if (program_variable_of(g->p, b->assignments[i].value).id != 0)
      start(g, e, program_variable_term(g->p, b->assignments[i].target));
}

static void start_all(guesser *g) {
  for (uint32_t e = 1; e <= program_edge_count(g->p); e++)
    start_copies(g, (edge){e});
  for (uint32_t e = 1; e <= program_edge_count(g->p); e++)
    for (uint32_t i = 0; i < g->x->sums.len; i++)
      start(g, (edge){e}, g->x->sums.data[i]);
}

void sum_guesses_offer(const prefixed *x, lemmas *m, const invariants *of) {
  guesser g = {.x = x, .p = of->program, .live = of->live, .tt = of->tt};
  start_all(&g);
  follow_all(&g);
  for (uint32_t i = 0; i < g.forms.len; i++) {
    const form *f = &g.forms.data[i];
    lemmas_offer_hard(m, f->head, term_eq_make(g.tt, f->variable, f->value));
  }
  guesses_definitions(m, of);
  vec_free(&g.forms);
}
