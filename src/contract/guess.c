// SPDX-License-Identifier: Apache-2.0
// From observed calls to candidates.
//
// A recursive function distinguishes cases by comparing its parameters with
// constants. So each candidate speaks of all calls, or of those on one side of
// such a comparison: what results and parameters have in common there (linear
// equations, also with products of parameters, and orders). A function that
// was called with few parameter lists may as well be a table: it comes to what
// it was seen to come to.
#include "contract/guess.h"

#include <assert.h>

#include "base/mem.h"
#include "num/equations.h"
#include "term/equation.h"
#include "term/eval.h"
#include "term/walk.h"

enum {
  MOST_CONSTANTS = 8,
  MOST_CONDITIONS = 80,
  MOST_TABLE = 64, // rows
  MOST_COEFFICIENT = 16,
  MORE_ROWS = 2,     // than unknowns, or equations mean little
  FEW_PARAMETERS = 3 // of which products are looked at
};

typedef struct {
  const program *p;
  terms *tt;
  const open_function *f;
  const observations *seen;
  contract *out;
  evaluator *eval;
  term_vec constants;   // that guards compare something with
  VEC(uint32_t) chosen; // rows that the condition holds for
} guesser;

// --- rows and formals --------------------------------------------------------

static term formal(const guesser *g, uint32_t column) {
  assert(column < g->f->parameter_count + g->f->result_count);
  uint32_t n = g->f->parameter_count;
  return program_variable_term(g->p, column < n
                                         ? g->f->parameters[column].at_start
                                         : g->f->results[column - n].at_return);
}

static bool is_result(const guesser *g, uint32_t column) {
  return column >= g->f->parameter_count;
}

static uint64_t cell(const guesser *g, uint32_t row, uint32_t column) {
  assert(row < g->seen->rows && column < g->seen->columns);
  return g->seen->values.data[row * g->seen->columns + column];
}

static term constant(const guesser *g, uint32_t column, uint64_t n) {
  term t = formal(g, column);
  if (term_is_bool(g->tt, t))
    return n != 0 ? term_true(g->tt) : term_false(g->tt);
  return term_bv(g->tt, term_width(g->tt, t), n);
}

static bool holds(guesser *g, uint32_t row, term formula) {
  assert(term_is_bool(g->tt, formula));
  eval_forget(g->eval);
  for (uint32_t k = 0; k < g->seen->columns; k++)
    eval_set(g->eval, formal(g, k),
             term_get_value(g->tt, constant(g, k, cell(g, row, k))));
  return eval_is_true(g->eval, formula);
}

static void choose_rows(guesser *g, term condition) {
  assert(term_is_bool(g->tt, condition));
  vec_clear(&g->chosen);
  for (uint32_t row = 0; row < g->seen->rows; row++)
    if (holds(g, row, condition))
      vec_push(&g->chosen, row);
}

static bool holds_for_chosen(guesser *g, term formula) {
  for (uint32_t i = 0; i < g->chosen.len; i++)
    if (!holds(g, g->chosen.data[i], formula))
      return false;
  return true;
}

static void offer(const guesser *g, term_vec *to, term condition, term t) {
  assert(term_is_bool(g->tt, condition) && term_is_bool(g->tt, t));
  term whole = term_or(g->tt, term_not(g->tt, condition), t);
  if (term_is_true(g->tt, whole))
    return;
  for (uint32_t i = 0; i < to->len; i++)
    if (term_eq(to->data[i], whole))
      return;
  vec_push(to, whole);
}

// --- equations ---------------------------------------------------------------

// What an equation may speak of: formals, and products of two.
typedef struct {
  uint32_t count;
  term terms[EQUATIONS_COLUMNS];
  uint32_t a[EQUATIONS_COLUMNS], b[EQUATIONS_COLUMNS]; // factors; b: or none
} monomials;

enum { NO_FACTOR = UINT32_MAX };

static void add_monomial(const guesser *g, monomials *m, uint32_t a,
                         uint32_t b) {
  assert(b == NO_FACTOR || sort_eq(term_sort(g->tt, formal(g, a)),
                                   term_sort(g->tt, formal(g, b))));
  if (m->count == EQUATIONS_COLUMNS)
    return;
  m->a[m->count] = a;
  m->b[m->count] = b;
  m->terms[m->count++] = b == NO_FACTOR
                             ? formal(g, a)
                             : term_bvmul(g->tt, formal(g, a), formal(g, b));
}

static uint64_t monomial(const guesser *g, const monomials *m, uint32_t row,
                         uint32_t j) {
  assert(j < m->count);
  uint64_t n = cell(g, row, m->a[j]);
  return m->b[j] == NO_FACTOR ? n : n * cell(g, row, m->b[j]);
}

static bool has_width(const guesser *g, uint32_t column, uint32_t width) {
  term t = formal(g, column);
  return !term_is_bool(g->tt, t) && term_width(g->tt, t) == width;
}

static monomials choose_monomials(const guesser *g, uint32_t result,
                                  bool with_products) {
  assert(is_result(g, result));
  monomials m = {0};
  uint32_t width = term_width(g->tt, formal(g, result));
  uint32_t n = g->f->parameter_count;
  add_monomial(g, &m, result, NO_FACTOR);
  for (uint32_t k = 0; k < n; k++)
    if (has_width(g, k, width))
      add_monomial(g, &m, k, NO_FACTOR);
  for (uint32_t a = 0; with_products && n <= FEW_PARAMETERS && a < n; a++)
    for (uint32_t b = a; b < n; b++)
      if (has_width(g, a, width) && has_width(g, b, width))
        add_monomial(g, &m, a, b);
  return m;
}

static equations make_matrix(const guesser *g, const monomials *m,
                             uint32_t width) {
  assert(g->chosen.len > 0 && m->count <= EQUATIONS_COLUMNS);
  equations q = {.width = width, .columns = m->count};
  for (uint32_t i = 1; i < g->chosen.len && q.rows < EQUATIONS_ROWS; i++) {
    for (uint32_t j = 0; j < m->count; j++)
      q.at[q.rows][j] =
          equations_cut(&q, monomial(g, m, g->chosen.data[i], j) -
                                monomial(g, m, g->chosen.data[0], j));
    q.rows++;
  }
  return q;
}

static term equation(const guesser *g, const monomials *m,
                     const uint64_t *coefficients) {
  assert(g->chosen.len > 0);
  uint64_t sum = 0;
  for (uint32_t j = 0; j < m->count; j++)
    sum += coefficients[j] * monomial(g, m, g->chosen.data[0], j);
  return term_equation(g->tt, m->terms, coefficients, m->count,
                       MOST_COEFFICIENT, sum);
}

// True: the result is in one of those found.
static bool offer_equations(guesser *g, term condition, uint32_t result,
                            bool with_products) {
  uint32_t width = term_width(g->tt, formal(g, result));
  monomials m = choose_monomials(g, result, with_products);
  equations q = make_matrix(g, &m, width);
  equations_eliminate(&q);
  bool has_any = false;
  if (g->chosen.len < q.rank + 1 + MORE_ROWS)
    return false;
  for (uint32_t j = 0; j < m.count; j++) {
    uint64_t coefficients[EQUATIONS_COLUMNS];
    if (!equations_solve(&q, j, 1, MOST_COEFFICIENT, coefficients) ||
        coefficients[0] == 0)
      continue;
    term t = equation(g, &m, coefficients);
    if (holds_for_chosen(g, t)) // also for the rows behind the matrix's last
      offer(g, &g->out->gives, condition, t);
    has_any = true;
  }
  return has_any;
}

// --- orders ------------------------------------------------------------------

// 'm' is the least and the greatest value that the column has.
static void find_range(const guesser *g, uint32_t column, bool is_signed,
                       uint64_t m[2]) {
  assert(g->chosen.len > 0);
  uint32_t width = term_width(g->tt, formal(g, column));
  uint64_t flip = is_signed ? UINT64_C(1) << (width - 1) : 0;
  for (uint32_t i = 0; i < g->chosen.len; i++) {
    uint64_t n = cell(g, g->chosen.data[i], column);
    if (i == 0 || (n ^ flip) < (m[0] ^ flip))
      m[0] = n;
    if (i == 0 || (n ^ flip) > (m[1] ^ flip))
      m[1] = n;
  }
}

static void offer_range(const guesser *g, term_vec *to, term condition,
                        uint32_t column) {
  uint64_t m[2] = {0};
  term x = formal(g, column);
  if (term_is_bool(g->tt, x))
    return;
  find_range(g, column, false, m);
  offer(g, to, condition, term_bvule(g->tt, constant(g, column, m[0]), x));
  offer(g, to, condition, term_bvule(g->tt, x, constant(g, column, m[1])));
  find_range(g, column, true, m);
  offer(g, to, condition, term_bvsle(g->tt, constant(g, column, m[0]), x));
  offer(g, to, condition, term_bvsle(g->tt, x, constant(g, column, m[1])));
}

// Comparisons of one formal with another.
static void offer_orders(guesser *g, term_vec *to, term condition, uint32_t a,
                         uint32_t b) {
  assert(a != b);
  term x = formal(g, a), y = formal(g, b);
  if (term_is_bool(g->tt, y) || !has_width(g, a, term_width(g->tt, y)))
    return;
  term orders[] = {term_bvule(g->tt, x, y), term_bvule(g->tt, y, x),
                   term_bvsle(g->tt, x, y), term_bvsle(g->tt, y, x)};
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
    if (holds_for_chosen(g, orders[i]))
      offer(g, to, condition, orders[i]);
}

// Which of the conditions that results are compared with hold.
static void offer_conditions(guesser *g, term_vec *to, const term_vec *all) {
  for (uint32_t i = 0; i < all->len; i++) {
    term not_it = term_not(g->tt, all->data[i]);
    if (holds_for_chosen(g, all->data[i]))
      offer(g, to, term_true(g->tt), all->data[i]);
    else if (holds_for_chosen(g, not_it))
      offer(g, to, term_true(g->tt), not_it);
  }
}

// --- conditions --------------------------------------------------------------

static void find_constants(guesser *g) {
  term_set seen = {0};
  term_vec nodes = {0};
  for (uint32_t e = 1; e <= program_edge_count(g->p); e++) {
    term guard = program_edge_block(g->p, (edge){e})->guard;
    term_postorder(g->tt, &guard, 1, &seen, &nodes);
  }
  term_set known = {0};
  for (uint32_t i = 0; i < nodes.len && g->constants.len < MOST_CONSTANTS;
       i++) {
    if (!term_is_comparison(g->tt, nodes.data[i]))
      continue;
    for (uint32_t k = 0; k < 2; k++) {
      term t = term_arg(g->tt, nodes.data[i], k);
      if (term_is_value(g->tt, t) && term_set_add(&known, t))
        vec_push(&g->constants, t);
    }
  }
  term_set_free(&seen);
  term_set_free(&known);
  vec_free(&nodes);
}

static void add_condition(guesser *g, term t, term_vec *out) {
  if (out->len < MOST_CONDITIONS && !term_is_value(g->tt, t))
    vec_push(out, t);
}

// Comparisons of a formal with those constants.
static void find_conditions(guesser *g, uint32_t column, term_vec *out) {
  term x = formal(g, column);
  for (uint32_t i = 0; i < g->constants.len; i++) {
    term c = g->constants.data[i];
    if (!sort_eq(term_sort(g->tt, c), term_sort(g->tt, x)) ||
        term_is_bool(g->tt, x))
      continue;
    add_condition(g, term_eq_make(g->tt, x, c), out);
    add_condition(g, term_bvslt(g->tt, x, c), out);
    add_condition(g, term_bvslt(g->tt, c, x), out);
  }
}

// --- all of it ---------------------------------------------------------------

static void guess_results(guesser *g, term condition) {
  choose_rows(g, condition);
  if (g->chosen.len == 0)
    return;
  for (uint32_t r = g->f->parameter_count; r < g->seen->columns; r++) {
    if (term_is_bool(g->tt, formal(g, r)))
      continue;
    if (!offer_equations(g, condition, r, false))
      offer_equations(g, condition, r, true);
    offer_range(g, &g->out->gives, condition, r);
    for (uint32_t k = 0; k < g->seen->columns; k++)
      if (k != r && (!is_result(g, k) || k < r))
        offer_orders(g, &g->out->gives, condition, k, r);
  }
}

static void guess_table(guesser *g) {
  for (uint32_t row = 0; row < g->seen->rows; row++) {
    term given = term_true(g->tt), comes_to = given;
    for (uint32_t k = 0; k < g->seen->columns; k++) {
      term is_it =
          term_eq_make(g->tt, formal(g, k), constant(g, k, cell(g, row, k)));
      term *side = is_result(g, k) ? &comes_to : &given;
      *side = term_and(g->tt, *side, is_it);
    }
    offer(g, &g->out->gives, given, comes_to);
  }
}

static void guess_needs(guesser *g) {
  term always = term_true(g->tt);
  choose_rows(g, always);
  term_vec conditions = {0};
  for (uint32_t k = 0; k < g->f->parameter_count; k++) {
    offer_range(g, &g->out->needs, always, k);
    find_conditions(g, k, &conditions);
    for (uint32_t j = 0; j < k; j++)
      offer_orders(g, &g->out->needs, always, j, k);
  }
  offer_conditions(g, &g->out->needs, &conditions);
  vec_free(&conditions);
}

void guess_contract(const program *p, const open_calls *o, uint32_t k,
                    const observations *seen, contract *out) {
  assert(k < o->functions.len);
  assert(seen->rows == 0 ||
         seen->columns == o->functions.data[k].parameter_count +
                              o->functions.data[k].result_count);
  assert(seen->values.len == (size_t)seen->rows * seen->columns);
  terms *tt = program_terms(p);
  guesser g = {.p = p,
               .tt = tt,
               .f = &o->functions.data[k],
               .seen = seen,
               .out = out,
               .eval = eval_new(tt)};
  term_vec conditions = {0};
  if (seen->rows > 0) {
    find_constants(&g);
    guess_needs(&g);
    for (uint32_t j = 0; j < g.f->parameter_count; j++)
      find_conditions(&g, j, &conditions);
    guess_results(&g, term_true(tt));
    for (uint32_t i = 0; i < conditions.len; i++) {
      guess_results(&g, conditions.data[i]);
      guess_results(&g, term_not(tt, conditions.data[i]));
    }
    if (seen->rows <= MOST_TABLE)
      guess_table(&g);
  }
  vec_free(&conditions);
  vec_free(&g.chosen);
  vec_free(&g.constants);
  eval_free(g.eval);
}
