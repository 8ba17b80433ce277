// SPDX-License-Identifier: Apache-2.0
// Invariants from data.
//
// R. Sharma, S. Gupta, B. Hariharan, A. Aiken, P. Liang, A. Nori: "A Data
// Driven Approach for Algebraic Loop Invariants" (ESOP 2013), for linear
// equations modulo 2^width. The states that some runs visit at a head span an
// affine space; equations of that space which are no accident of the runs are
// invariants, and the filter of engine/lemmas.h tells which are. Such relations
// between three and more variables (x + y = n while a loop moves units from x
// to y) are what neither conditions nor intervals say.
//
// A loop whose body does one thing up to some point and another one behind it
// has phases. What holds in all states of a phase holds for a condition (R.
// Sharma, I. Dillig, T. Dillig, A. Aiken: "Simplifying Loop Invariant
// Generation Using Splitter Predicates", CAV 2011).
#include "engine/relations.h"

#include "num/equations.h"
#include "term/equation.h"
#include "term/eval.h"

enum {
  MAX_COEFFICIENT = 16, // of an equation
  MORE_STATES = 4,      // than variables, or equations mean little
  MAX_SLOPE = 1 << 16,
  MOST_VALUE = 1 << 30, // behind that, products wrap
  MAX_PHASES = 16       // conditions that divide the states of a head
};

typedef struct {
  terms *tt;
  lemmas *lemmas;
  loc head;
  const sight *sight;
  term unless; // holds otherwise: what is offered is an alternative to it
} relater;

void sight_clear(sight *g) {
  vec_free(&g->variables);
  vec_free(&g->values);
  vec_free(&g->runs);
}

static void offer(const relater *r, term formula) {
  lemmas_offer(r->lemmas, r->head, term_or(r->tt, r->unless, formula));
}

// --- equations ---------------------------------------------------------------

// The states of one head, restricted to variables of one width.
typedef struct {
  equations space;
  uint32_t column[EQUATIONS_COLUMNS]; // index into the sight's variables
} matrix;

static void offer_equation(const relater *r, const matrix *m,
                           const uint64_t *coefficients) {
  const sight *g = r->sight;
  term parts[EQUATIONS_COLUMNS];
  uint64_t sum = 0;
  for (uint32_t j = 0; j < m->space.columns; j++) {
    parts[j] = g->variables.data[m->column[j]];
    sum += coefficients[j] * g->values.data[m->column[j]];
  }
  offer(r, term_equation(r->tt, parts, coefficients, m->space.columns,
                         MAX_COEFFICIENT, sum));
}

static void offer_equations(const relater *r, matrix *m) {
  equations_eliminate(&m->space);
  for (uint32_t j = 0; j < m->space.columns; j++) {
    uint64_t coefficients[EQUATIONS_COLUMNS];
    if (equations_solve(&m->space, j, MAX_COEFFICIENT, coefficients))
      offer_equation(r, m, coefficients);
  }
}

// --- orders ------------------------------------------------------------------

static void set_state(const terms *tt, const sight *g, uint32_t i,
                      evaluator *e) {
  eval_forget(e);
  for (uint32_t j = 0; j < g->variables.len; j++) {
    term v = g->variables.data[j];
    eval_set(
        e, v,
        value_bv(term_width(tt, v), g->values.data[i * g->variables.len + j]));
  }
}

// Does the formula hold in all states seen?
static bool was_true(const relater *r, term formula) {
  evaluator *e = eval_new(r->tt);
  bool holds = true;
  for (uint32_t i = 0; holds && i < r->sight->states; i++) {
    set_state(r->tt, r->sight, i, e);
    holds = eval_is_true(e, formula);
  }
  eval_free(e);
  return holds;
}

static void offer_orders(const relater *r, const matrix *m) {
  const sight *g = r->sight;
  for (uint32_t i = 0; i < m->space.columns; i++)
    for (uint32_t j = 0; j < m->space.columns; j++) {
      if (i == j)
        continue;
      term a = g->variables.data[m->column[i]];
      term b = g->variables.data[m->column[j]];
      term orders[] = {term_bvule(r->tt, a, b), term_bvsle(r->tt, a, b)};
      for (int k = 0; k < 2; k++)
        if (was_true(r, orders[k]))
          offer(r, orders[k]);
    }
}

// --- sums that loops keep ----------------------------------------------------

// Whether variable a plus (or minus) variable b has one value in each run, and
// not in all of them: then an equation says it.
static bool is_kept(const sight *g, uint32_t a, uint32_t b, bool is_plus) {
  uint64_t before = 0, first = 0;
  bool differs = false;
  for (uint32_t i = 0; i < g->states; i++) {
    uint64_t x = g->values.data[i * g->variables.len + a];
    uint64_t y = g->values.data[i * g->variables.len + b];
    uint64_t now = is_plus ? x + y : x - y;
    if (i > 0 && g->runs.data[i] == g->runs.data[i - 1] && now != before)
      return false;
    first = i == 0 ? now : first;
    differs |= now != first;
    before = now;
  }
  return differs;
}

static void offer_kept_orders(const relater *r, const matrix *m, term sum) {
  const sight *g = r->sight;
  for (uint32_t k = 0; k <= m->space.columns; k++) {
    term other = k < m->space.columns ? g->variables.data[m->column[k]]
                                      : term_bv(r->tt, m->space.width, 0);
    term orders[] = {term_bvsle(r->tt, sum, other),
                     term_bvsle(r->tt, other, sum)};
    for (int i = 0; i < 2; i++)
      if (was_true(r, orders[i]))
        offer(r, orders[i]);
  }
}

// What a loop moves from one variable to another, it keeps in their sum; how
// that compares with a third one stays, too.
static void offer_kept(const relater *r, const matrix *m) {
  const sight *g = r->sight;
  for (uint32_t i = 0; i < m->space.columns; i++)
    for (uint32_t j = 0; j < m->space.columns; j++)
      for (int is_plus = 0; is_plus < 2; is_plus++) {
        uint32_t a = m->column[i], b = m->column[j];
        if (i == j || (is_plus && i > j) || !is_kept(g, a, b, is_plus))
          continue;
        term x = g->variables.data[a], y = g->variables.data[b];
        offer_kept_orders(
            r, m, is_plus ? term_bvadd(r->tt, x, y) : term_bvsub(r->tt, x, y));
      }
}

// --- slopes ------------------------------------------------------------------

// The least c with a <= c * b in all states seen; 0: there is none, or it says
// little.
static uint64_t slope(const sight *g, uint32_t a, uint32_t b) {
  uint64_t least = 0;
  uint32_t telling = 0;
  for (uint32_t i = 0; i < g->states; i++) {
    uint64_t x = g->values.data[i * g->variables.len + a];
    uint64_t y = g->values.data[i * g->variables.len + b];
    if ((y == 0 && x != 0) || x > MOST_VALUE)
      return 0;
    uint64_t c = y == 0 ? 0 : x / y + (x % y != 0);
    least = c > least ? c : least;
    telling += y > 1 && x > 0;
  }
  return telling >= MORE_STATES && least > 1 && least <= MAX_SLOPE ? least : 0;
}

// What grows by up to c in each round of a loop is at most c times the number
// of rounds. Inputs seldom are as large as they may be, so c is tried as seen,
// and as the largest number of so many bits.
static void offer_slopes(const relater *r, const matrix *m) {
  const sight *g = r->sight;
  for (uint32_t i = 0; i < m->space.columns; i++)
    for (uint32_t j = 0; j < m->space.columns; j++) {
      uint64_t c = i == j ? 0 : slope(g, m->column[i], m->column[j]);
      if (c == 0)
        continue;
      uint64_t full = (UINT64_C(2) << (63 - __builtin_clzll(c))) - 1;
      uint64_t tried[2] = {c, full};
      for (uint32_t k = 0; k < (full == c ? 1 : 2); k++)
        offer(r, term_bvule(r->tt, g->variables.data[m->column[i]],
                            term_bvmul(r->tt,
                                       term_bv(r->tt, m->space.width, tried[k]),
                                       g->variables.data[m->column[j]])));
    }
}

// --- all of it ---------------------------------------------------------------

static matrix make_matrix(const relater *r, uint32_t width) {
  const sight *g = r->sight;
  uint32_t rows = g->states - 1;
  matrix m = {.space = {.width = width}};
  m.space.rows = rows < EQUATIONS_ROWS ? rows : EQUATIONS_ROWS;
  for (uint32_t i = 0;
       i < g->variables.len && m.space.columns < EQUATIONS_COLUMNS; i++)
    if (term_width(r->tt, g->variables.data[i]) == width)
      m.column[m.space.columns++] = i;
  for (uint32_t i = 0; i < m.space.rows; i++)
    for (uint32_t j = 0; j < m.space.columns; j++) {
      uint32_t at = (i + 1) * g->variables.len + m.column[j];
      m.space.at[i][j] = equations_cut(
          &m.space, g->values.data[at] - g->values.data[m.column[j]]);
    }
  return m;
}

static void relate(const relater *r, bool is_phase) {
  static const uint32_t widths[] = {8, 16, 32, 64};
  for (uint32_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    if (r->sight->states < 2)
      continue;
    matrix m = make_matrix(r, widths[i]);
    uint32_t needed = m.space.columns + MORE_STATES;
    if (m.space.columns < 2 || r->sight->states < needed)
      continue;
    if (!is_phase) {
      offer_orders(r, &m);
      offer_kept(r, &m);
      offer_slopes(r, &m);
    }
    offer_equations(r, &m);
  }
}

// --- phases ------------------------------------------------------------------

// The states in which the condition is as asked for.
static sight side_of(const relater *r, term condition, bool holds) {
  const sight *g = r->sight;
  evaluator *e = eval_new(r->tt);
  sight side = {0};
  for (uint32_t j = 0; j < g->variables.len; j++)
    vec_push(&side.variables, g->variables.data[j]);
  for (uint32_t i = 0; i < g->states; i++) {
    set_state(r->tt, g, i, e);
    if (eval_is_true(e, condition) != holds)
      continue;
    for (uint32_t j = 0; j < g->variables.len; j++)
      vec_push(&side.values, g->values.data[i * g->variables.len + j]);
    vec_push(&side.runs, g->runs.data[i]);
    side.states++;
  }
  eval_free(e);
  return side;
}

// False: the condition divides nothing.
static bool relate_phases(const relater *r, term condition) {
  bool divides = false;
  for (int holds = 0; holds < 2; holds++) {
    sight side = side_of(r, condition, holds);
    divides = side.states > 0 && side.states < r->sight->states;
    relater phase = *r;
    phase.sight = &side;
    phase.unless = holds ? term_not(r->tt, condition) : condition;
    if (divides)
      relate(&phase, true);
    sight_clear(&side);
  }
  return divides;
}

void relations_offer(lemmas *m, terms *tt, loc head, const sight *g,
                     const term_vec *conditions) {
  relater r = {tt, m, head, g, term_false(tt)};
  relate(&r, false);
  uint32_t phases = 0;
  for (uint32_t i = 0; i < conditions->len && phases < MAX_PHASES; i++)
    phases += relate_phases(&r, conditions->data[i]);
}
