// SPDX-License-Identifier: Apache-2.0
// Invariants from data.
//
// R. Sharma, S. Gupta, B. Hariharan, A. Aiken, P. Liang, A. Nori: "A Data
// Driven Approach for Algebraic Loop Invariants" (ESOP 2013), for linear
// equations modulo 2^width. The states that some runs visit at a head span an
// affine space; equations of that space which are no accident of the runs are
// invariants, and the filter of invariant/lemmas.h tells which are. Such
// relations between three and more variables (x + y = n while a loop moves
// units from x to y) are what neither conditions nor intervals say. Products of
// variables are further columns, as in that paper: a sum of numbers 1, 2, 3...
// is half a square.
//
// A loop whose body does one thing up to some point and another one behind it
// has phases. What holds in all states of a phase holds for a condition (R.
// Sharma, I. Dillig, T. Dillig, A. Aiken: "Simplifying Loop Invariant
// Generation Using Splitter Predicates", CAV 2011).
#include "invariant/state_relations.h"

#include <assert.h>

#include "base/mem.h"
#include "num/equations.h"
#include "term/equation.h"
#include "term/eval.h"

enum {
  MAX_COEFFICIENT = 16, // of an equation
  MORE_STATES = 4,      // than variables, or equations mean little
  MAX_SLOPE = 1 << 16,
  MOST_VALUE = 1 << 30, // behind that, products wrap
  MAX_PHASES = 16,      // conditions that divide the states of a head
  MAX_DEGREE = 6,       // of a product
  MAX_LINEAR = 20,      // columns that are no products
  MAX_FACTORS = 8       // variables whose products are looked at
};

typedef struct {
  terms *tt;
  lemmas *lemmas;
  loc head;
  const seen_states *seen;
  const term_set *changed; // variables, by some loop
  term unless; // holds otherwise: what is offered is an alternative to it
} relater;

static bool is_changed(const relater *r, uint32_t variable) {
  return term_set_has(r->changed, r->seen->variables.data[variable]);
}

static void offer(const relater *r, term formula) {
  lemmas_offer(r->lemmas, r->head, term_or(r->tt, r->unless, formula));
}

// --- equations ---------------------------------------------------------------

// A product of variables seen, by their indices in order.
typedef struct {
  uint32_t degree;
  uint32_t factor[MAX_DEGREE];
} product;

// The states of one head, restricted to variables of one width and products of
// these.
typedef struct {
  equations space;
  product column[EQUATIONS_COLUMNS];
} matrix;

// Modulo the width of the matrix. Narrower variables count as they are with a
// sign.
static uint64_t value_of(const relater *r, uint32_t state, const product *of) {
  const seen_states *g = r->seen;
  uint64_t v = 1;
  for (uint32_t i = 0; i < of->degree; i++) {
    uint32_t spare = 64 - term_width(r->tt, g->variables.data[of->factor[i]]);
    uint64_t one = g->values.data[state * g->variables.len + of->factor[i]];
    v *= (uint64_t)((int64_t)(one << spare) >> spare);
  }
  return v;
}

static term term_of(const relater *r, const matrix *m, const product *of) {
  term t = TERM_NONE;
  for (uint32_t i = 0; i < of->degree; i++) {
    term v = r->seen->variables.data[of->factor[i]];
    v = term_sign_extend(r->tt, v, m->space.width - term_width(r->tt, v));
    t = i == 0 ? v : term_bvmul(r->tt, t, v);
  }
  return t;
}

// The only variable of a column without products.
static uint32_t index_of(const matrix *m, uint32_t column) {
  assert(m->column[column].degree == 1);
  return m->column[column].factor[0];
}

static void fill(const relater *r, matrix *m) {
  uint32_t rows = r->seen->states - 1;
  m->space.rows = rows < EQUATIONS_ROWS ? rows : EQUATIONS_ROWS;
  for (uint32_t j = 0; j < m->space.columns; j++) {
    uint64_t first = value_of(r, 0, &m->column[j]);
    for (uint32_t i = 0; i < m->space.rows; i++)
      m->space.at[i][j] =
          equations_cut(&m->space, value_of(r, i + 1, &m->column[j]) - first);
  }
}

static term equation_of(const relater *r, const matrix *m,
                        const uint64_t *coefficients) {
  term parts[EQUATIONS_COLUMNS];
  uint64_t sum = 0;
  for (uint32_t j = 0; j < m->space.columns; j++) {
    parts[j] = term_of(r, m, &m->column[j]);
    sum += coefficients[j] * value_of(r, 0, &m->column[j]);
  }
  return term_equation(r->tt, parts, coefficients, m->space.columns,
                       MAX_COEFFICIENT, sum);
}

static void offer_equations(const relater *r, matrix *m) {
  equations_eliminate(&m->space);
  for (uint32_t j = 0; j < m->space.columns; j++) {
    uint64_t coefficients[EQUATIONS_COLUMNS];
    if (equations_solve(&m->space, j, 1, MAX_COEFFICIENT, coefficients))
      offer(r, equation_of(r, m, coefficients));
  }
}

// --- products ----------------------------------------------------------------

// Is every factor of p, as often as it occurs, one of q?
static bool divides(const product *p, const product *q) {
  uint32_t i = 0;
  for (uint32_t k = 0; k < q->degree && i < p->degree; k++)
    i += p->factor[i] == q->factor[k];
  return i == p->degree;
}

// The variables, in order, of which the others are sums.
static uint32_t find_factors(const matrix *linear, uint32_t *factors) {
  uint32_t n = 0;
  for (uint32_t j = 0; j < linear->space.columns; j++)
    for (uint32_t i = 0; i < linear->space.rank && n < MAX_FACTORS; i++)
      if (linear->space.pivot[i] == j)
        factors[n++] = index_of(linear, j);
  return n;
}

// Products whose values are known to be sums of those of others.
typedef VEC(product) products;

static bool is_known(const products *known, const product *p) {
  for (uint32_t i = 0; i < known->len; i++)
    if (divides(&known->data[i], p))
      return true;
  return false;
}

// An equation with the column, as few times as possible. False: there is none.
static bool solve(const matrix *m, uint32_t column, uint64_t *coefficients) {
  for (uint64_t times = 1; times <= MAX_COEFFICIENT; times++)
    if (equations_solve(&m->space, column, times, MAX_COEFFICIENT,
                        coefficients))
      return true;
  return false;
}

// Offers an equation of the last column with others, if there is one. Solvers
// have a hard time with products: it is kept only if that is plain to see.
static bool offer_last(const relater *r, matrix *m) {
  fill(r, m);
  equations_eliminate(&m->space);
  for (uint32_t j = m->space.columns; j-- > 0;) {
    uint64_t coefficients[EQUATIONS_COLUMNS];
    if (solve(m, j, coefficients) && coefficients[m->space.columns - 1] != 0) {
      lemmas_offer_hard(r->lemmas, r->head, equation_of(r, m, coefficients));
      return true;
    }
  }
  return false;
}

// Tries the column's product times each factor. Those that are sums of others
// are known from then on, and nothing is to be learned from their multiples;
// the others become columns. False: there is no room.
static bool multiply(const relater *r, matrix *m, uint32_t column,
                     const uint32_t *factors, uint32_t n, products *known) {
  for (uint32_t i = 0; i < n; i++) {
    product p = m->column[column];
    if (factors[i] < p.factor[p.degree - 1])
      continue;
    assert(p.degree < MAX_DEGREE);
    p.factor[p.degree++] = factors[i];
    if (is_known(known, &p))
      continue;
    if (m->space.columns == EQUATIONS_COLUMNS ||
        m->space.columns + 1 + MORE_STATES > r->seen->states)
      return false;
    m->column[m->space.columns++] = p;
    if (offer_last(r, m)) {
      vec_push(known, p);
      m->space.columns--;
    }
  }
  return true;
}

// Equations between products, the smaller ones first (as B. Buchberger and
// H. M. Moeller, "The Construction of Multivariate Polynomials with
// Preassigned Zeros", EUROCAM 1982, find those of points).
static void offer_products(const relater *r, const matrix *linear) {
  uint32_t factors[MAX_FACTORS], n = find_factors(linear, factors);
  matrix *m = mem_alloc(sizeof *m);
  products known = {0};
  m->space.width = linear->space.width;
  for (uint32_t i = 0; i < n; i++)
    m->column[m->space.columns++] = (product){1, {factors[i]}};
  bool has_room = true;
  for (uint32_t j = 0; has_room && j < m->space.columns; j++)
    has_room = m->column[j].degree < MAX_DEGREE &&
               multiply(r, m, j, factors, n, &known);
  vec_free(&known);
  mem_free(m);
}

// Is a variable a product in all states, and not a simple one?
static bool is_product(const relater *r, const matrix *m, uint32_t variable,
                       const product *p) {
  const seen_states *g = r->seen;
  product one = {1, {variable}};
  uint32_t telling = 0;
  for (uint32_t i = 0; i < g->states; i++) {
    uint64_t a = g->values.data[i * g->variables.len + p->factor[0]];
    uint64_t b = g->values.data[i * g->variables.len + p->factor[1]];
    if (equations_cut(&m->space, value_of(r, i, p) - value_of(r, i, &one)) != 0)
      return false;
    telling += a > 1 && b > 1;
  }
  return telling >= MORE_STATES;
}

// Where there are too many variables for all their products: those that have
// one as their value.
static void offer_named_products(const relater *r, const matrix *m) {
  for (uint32_t i = 0; i < m->space.columns; i++)
    for (uint32_t j = i; j < m->space.columns; j++)
      for (uint32_t k = 0; k < m->space.columns; k++) {
        product p = {2, {index_of(m, i), index_of(m, j)}};
        uint32_t named = index_of(m, k);
        if (is_product(r, m, named, &p))
          lemmas_offer_hard(r->lemmas, r->head,
                            term_eq_make(r->tt, term_of(r, m, &p),
                                         term_of(r, m, &m->column[k])));
      }
}

// --- orders ------------------------------------------------------------------

static void offer_orders(const relater *r, const matrix *m) {
  const seen_states *g = r->seen;
  for (uint32_t i = 0; i < m->space.columns; i++)
    for (uint32_t j = 0; j < m->space.columns; j++) {
      if (i == j)
        continue;
      term a = g->variables.data[index_of(m, i)];
      term b = g->variables.data[index_of(m, j)];
      term orders[] = {term_bvule(r->tt, a, b), term_bvsle(r->tt, a, b)};
      for (int k = 0; k < 2; k++)
        if (seen_states_shows(r->tt, r->seen, orders[k]))
          offer(r, orders[k]);
    }
}

// --- sums that loops keep ----------------------------------------------------

// Whether variable a plus (or minus) variable b has one value in each run, and
// not in all of them: then an equation says it.
static bool is_kept(const seen_states *g, uint32_t a, uint32_t b,
                    bool is_plus) {
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
  const seen_states *g = r->seen;
  for (uint32_t k = 0; k <= m->space.columns; k++) {
    term other = k < m->space.columns ? g->variables.data[index_of(m, k)]
                                      : term_bv(r->tt, m->space.width, 0);
    term orders[] = {term_bvsle(r->tt, sum, other),
                     term_bvsle(r->tt, other, sum)};
    for (int i = 0; i < 2; i++)
      if (seen_states_shows(r->tt, r->seen, orders[i]))
        offer(r, orders[i]);
  }
}

// What a loop moves from one variable to another, it keeps in their sum; how
// that compares with a third one stays, too.
static void offer_kept(const relater *r, const matrix *m) {
  const seen_states *g = r->seen;
  for (uint32_t i = 0; i < m->space.columns; i++)
    for (uint32_t j = 0; j < m->space.columns; j++)
      for (int is_plus = 0; is_plus < 2; is_plus++) {
        uint32_t a = index_of(m, i), b = index_of(m, j);
        if (i == j || (is_plus && i > j) || !is_changed(r, a) ||
            !is_changed(r, b) || !is_kept(g, a, b, is_plus))
          continue;
        term x = g->variables.data[a], y = g->variables.data[b];
        offer_kept_orders(
            r, m, is_plus ? term_bvadd(r->tt, x, y) : term_bvsub(r->tt, x, y));
      }
}

// --- slopes ------------------------------------------------------------------

// The least c with a <= c * b in all states seen; 0: there is none, or it says
// little.
static uint64_t slope(const seen_states *g, uint32_t a, uint32_t b) {
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

// The largest number of as many bits as c has, rounded up to a multiple of
// 'unit'.
static uint64_t all_ones(uint64_t c, uint32_t unit) {
  uint32_t bits = 64 - (uint32_t)__builtin_clzll(c);
  bits = (bits + unit - 1) / unit * unit;
  assert(bits <= 32); // MAX_SLOPE
  return (UINT64_C(1) << bits) - 1;
}

static void offer_slope(const relater *r, const matrix *m, term low, term high,
                        uint64_t c) {
  term times = term_bv(r->tt, m->space.width, c);
  offer(r, term_bvule(r->tt, low, term_bvmul(r->tt, times, high)));
}

// What grows by up to c in each round of a loop is at most c times the number
// of rounds. Inputs seldom are as large as they may be, so c is tried as seen,
// and as the largest number of so many bits or bytes.
static void offer_slopes(const relater *r, const matrix *m) {
  const seen_states *g = r->seen;
  for (uint32_t i = 0; i < m->space.columns; i++)
    for (uint32_t j = 0; j < m->space.columns; j++) {
      uint32_t a = index_of(m, i), b = index_of(m, j);
      bool may_grow = i != j && is_changed(r, a);
      uint64_t c = may_grow ? slope(g, a, b) : 0;
      if (c == 0)
        continue;
      uint64_t tried[] = {c, all_ones(c, 1), all_ones(c, 8)};
      for (uint32_t k = 0; k < sizeof tried / sizeof *tried; k++)
        offer_slope(r, m, g->variables.data[a], g->variables.data[b], tried[k]);
    }
}

// --- all of it ---------------------------------------------------------------

static void make_linear(const relater *r, uint32_t width, matrix *m) {
  const seen_states *g = r->seen;
  m->space.width = width;
  m->space.columns = 0;
  for (uint32_t i = 0; i < g->variables.len && m->space.columns < MAX_LINEAR;
       i++)
    if (term_width(r->tt, g->variables.data[i]) == width)
      m->column[m->space.columns++] = (product){1, {i}};
  fill(r, m);
}

// Narrower variables join in products: what is multiplied is extended first.
static void offer_all_products(const relater *r, uint32_t width, matrix *m) {
  const seen_states *g = r->seen;
  make_linear(r, width, m);
  for (uint32_t i = 0;
       width == 64 && i < g->variables.len && m->space.columns < MAX_LINEAR;
       i++)
    if (term_width(r->tt, g->variables.data[i]) == 32)
      m->column[m->space.columns++] = (product){1, {i}};
  fill(r, m);
  equations_eliminate(&m->space);
  offer_products(r, m);
  offer_named_products(r, m);
}

static void relate_width(const relater *r, matrix *m, bool is_phase) {
  if (!is_phase) {
    offer_orders(r, m);
    offer_kept(r, m);
    offer_slopes(r, m);
  }
  offer_equations(r, m);
}

static void relate(const relater *r, bool is_phase) {
  static const uint32_t widths[] = {8, 16, 32, 64};
  if (r->seen->states < 2)
    return;
  matrix *m = mem_alloc(sizeof *m);
  for (uint32_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    make_linear(r, widths[i], m);
    uint32_t needed = m->space.columns + MORE_STATES;
    if (m->space.columns >= 2 && r->seen->states >= needed)
      relate_width(r, m, is_phase);
    if (!is_phase && widths[i] >= 32)
      offer_all_products(r, widths[i], m);
  }
  mem_free(m);
}

// --- phases ------------------------------------------------------------------

// The states in which the condition is as asked for.
static seen_states side_of(const relater *r, term condition, bool holds) {
  const seen_states *g = r->seen;
  evaluator *e = eval_new(r->tt);
  seen_states side = {0};
  for (uint32_t j = 0; j < g->variables.len; j++)
    vec_push(&side.variables, g->variables.data[j]);
  for (uint32_t i = 0; i < g->states; i++) {
    seen_states_set_state(r->tt, g, i, e);
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
    seen_states side = side_of(r, condition, holds);
    divides = side.states > 0 && side.states < r->seen->states;
    relater phase = *r;
    phase.seen = &side;
    phase.unless = holds ? term_not(r->tt, condition) : condition;
    if (divides)
      relate(&phase, true);
    seen_states_clear(&side);
  }
  return divides;
}

void state_relations_offer(lemmas *m, terms *tt, loc head, const seen_states *g,
                           const term_vec *conditions,
                           const term_set *changed) {
  relater r = {tt, m, head, g, changed, term_false(tt)};
  relate(&r, false);
  uint32_t phases = 0;
  for (uint32_t i = 0; i < conditions->len && phases < MAX_PHASES; i++)
    phases += relate_phases(&r, conditions->data[i]);
}
