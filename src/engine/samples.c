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
#include "engine/samples.h"

#include <assert.h>

#include "base/mem.h"
#include "num/equations.h"
#include "program/draw.h"
#include "program/run.h"
#include "term/equation.h"
#include "term/walk.h"

enum {
  RUNS = 21,
  STEPS = 600,             // of a run
  STATES = EQUATIONS_ROWS, // kept at a head
  STATES_PER_RUN = 6,      // so that every run has its say
  MANY_VARIABLES = 64,
  MAX_COEFFICIENT = 16, // of an equation
  MORE_STATES = 4,      // than variables, or equations mean little
  MAX_SLOPE = 1 << 16,
  MOST_VALUE = 1 << 30 // behind that, products wrap
};

// What was seen at one head: values of its variables, state by state.
typedef struct {
  term_vec variables; // bit-vectors of up to 64 bits
  VEC(uint64_t) values;
  VEC(uint32_t) runs;      // of each state: the run it is from
  uint32_t states, in_run; // altogether; in this run
} sight;

typedef struct {
  const inductive *of;
  terms *tt;
  lemmas *lemmas;
  sight *sights;  // by location of the searched program
  uint32_t *head; // by location of the original: that location; 0: none
  draws draws;
  uint32_t run;
  arena *mem;
} sampler;

// --- running -----------------------------------------------------------------

static bool is_small_vector(const terms *tt, term t) {
  sort s = term_sort(tt, t);
  return sort_get_kind(tt, s) == SORT_BV && sort_width(tt, s) <= 64;
}

// Appends the variables that the blocks behind a location read.
static void find_reads(const sampler *s, loc at, term_set *seen,
                       term_vec *out) {
  const program *p = s->of->task.program;
  const edge_vec *edges = program_out_edges(p, at);
  for (uint32_t i = 0; i < edges->len; i++) {
    const block *b = program_edge_block(p, edges->data[i]);
    term_variables(s->tt, &b->guard, 1, seen, out);
    for (uint32_t j = 0; j < b->assignment_count; j++)
      term_variables(s->tt, &b->assignments[j].value, 1, seen, out);
  }
}

// Those that the head's own blocks read come first; then what others do, which
// may be reached later on.
static void choose_variables(sampler *s, loc head) {
  const program *p = s->of->task.program;
  const loc_vec *heads = transition_heads(s->of->system);
  term_set seen = {0};
  term_vec found = {0};
  find_reads(s, head, &seen, &found);
  for (uint32_t i = 0; i < heads->len && found.len < MANY_VARIABLES; i++)
    find_reads(s, heads->data[i], &seen, &found);
  for (uint32_t i = 0; i < found.len; i++)
    if (program_variable_of(p, found.data[i]).id != 0 &&
        is_small_vector(s->tt, found.data[i]))
      vec_push(&s->sights[head.id].variables, found.data[i]);
  vec_free(&found);
  term_set_free(&seen);
}

static value give_input(void *data, loc at, term input) {
  sampler *s = data;
  (void)at;
  return draws_input(&s->draws, input, s->mem);
}

static bool look(void *data, edge e, evaluator *state) {
  sampler *s = data;
  uint32_t head = s->head[program_edge_to(s->of->task.original, e).id];
  sight *g = &s->sights[head];
  if (head == 0 || g->states >= STATES || g->in_run >= STATES_PER_RUN)
    return true;
  eval_forget(state);
  for (uint32_t i = 0; i < g->variables.len; i++)
    vec_push(&g->values, value_get_u64(eval_term(state, g->variables.data[i])));
  vec_push(&g->runs, s->run);
  g->states++;
  g->in_run++;
  return true;
}

// Steps of a run before one looks at it. What stands behind a long loop is seen
// by those runs alone that have it behind them: of every third run four times
// as many are passed over as before, up to sixteen thousand, so that some
// look is in time.
static uint64_t unseen_steps(uint32_t run) {
  return run % 3 == 2 ? UINT64_C(1000) << run / 3 % 3 * 2 : 0;
}

static void run_all(sampler *s) {
  const program *p = s->of->task.original;
  const loc_vec *heads = transition_heads(s->of->system);
  run_hooks hooks = {.input = give_input, .step = look, .data = s};
  const limits *l = &s->of->task.env->limits;
  for (uint32_t run = 0; run < RUNS && limits_stop(l) == LIMIT_NONE; run++) {
    for (uint32_t i = 0; i < heads->len; i++)
      s->sights[heads->data[i].id].in_run = 0;
    draws_start_run(&s->draws);
    s->run = run;
    hooks.blind = hooks.unseen = unseen_steps(run);
    program_run(p, &hooks, hooks.unseen + STEPS, l);
    arena_reset(s->mem);
  }
}

// --- equations ---------------------------------------------------------------

// The states of one head, restricted to variables of one width.
typedef struct {
  equations space;
  uint32_t column[EQUATIONS_COLUMNS]; // index into the sight's variables
} matrix;

static void offer_equation(sampler *s, loc head, const matrix *m,
                           const uint64_t *coefficients) {
  const sight *g = &s->sights[head.id];
  term parts[EQUATIONS_COLUMNS];
  uint64_t sum = 0;
  for (uint32_t j = 0; j < m->space.columns; j++) {
    parts[j] = g->variables.data[m->column[j]];
    sum += coefficients[j] * g->values.data[m->column[j]];
  }
  lemmas_offer(s->lemmas, head,
               term_equation(s->tt, parts, coefficients, m->space.columns,
                             MAX_COEFFICIENT, sum));
}

static void offer_equations(sampler *s, loc head, matrix *m) {
  equations_eliminate(&m->space);
  for (uint32_t j = 0; j < m->space.columns; j++) {
    uint64_t coefficients[EQUATIONS_COLUMNS];
    if (equations_solve(&m->space, j, MAX_COEFFICIENT, coefficients))
      offer_equation(s, head, m, coefficients);
  }
}

// --- orders ------------------------------------------------------------------

// Does the formula hold in all states seen?
static bool was_true(const sampler *s, const sight *g, term formula) {
  evaluator *e = eval_new(s->tt);
  bool holds = true;
  for (uint32_t i = 0; holds && i < g->states; i++) {
    eval_forget(e);
    for (uint32_t j = 0; j < g->variables.len; j++) {
      term v = g->variables.data[j];
      eval_set(e, v,
               value_bv(term_width(s->tt, v),
                        g->values.data[i * g->variables.len + j]));
    }
    holds = eval_is_true(e, formula);
  }
  eval_free(e);
  return holds;
}

static void offer_orders(sampler *s, loc head, const matrix *m) {
  const sight *g = &s->sights[head.id];
  for (uint32_t i = 0; i < m->space.columns; i++)
    for (uint32_t j = 0; j < m->space.columns; j++) {
      if (i == j)
        continue;
      term a = g->variables.data[m->column[i]];
      term b = g->variables.data[m->column[j]];
      term orders[] = {term_bvule(s->tt, a, b), term_bvsle(s->tt, a, b)};
      for (int k = 0; k < 2; k++)
        if (was_true(s, g, orders[k]))
          lemmas_offer(s->lemmas, head, orders[k]);
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

static void offer_kept_orders(sampler *s, loc head, const matrix *m, term sum) {
  const sight *g = &s->sights[head.id];
  for (uint32_t k = 0; k <= m->space.columns; k++) {
    term other = k < m->space.columns ? g->variables.data[m->column[k]]
                                      : term_bv(s->tt, m->space.width, 0);
    term orders[] = {term_bvsle(s->tt, sum, other),
                     term_bvsle(s->tt, other, sum)};
    for (int i = 0; i < 2; i++)
      if (was_true(s, g, orders[i]))
        lemmas_offer(s->lemmas, head, orders[i]);
  }
}

// What a loop moves from one variable to another, it keeps in their sum; how
// that compares with a third one stays, too.
static void offer_kept(sampler *s, loc head, const matrix *m) {
  const sight *g = &s->sights[head.id];
  for (uint32_t i = 0; i < m->space.columns; i++)
    for (uint32_t j = 0; j < m->space.columns; j++)
      for (int is_plus = 0; is_plus < 2; is_plus++) {
        uint32_t a = m->column[i], b = m->column[j];
        if (i == j || (is_plus && i > j) || !is_kept(g, a, b, is_plus))
          continue;
        term x = g->variables.data[a], y = g->variables.data[b];
        offer_kept_orders(s, head, m,
                          is_plus ? term_bvadd(s->tt, x, y)
                                  : term_bvsub(s->tt, x, y));
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
static void offer_slopes(sampler *s, loc head, const matrix *m) {
  const sight *g = &s->sights[head.id];
  for (uint32_t i = 0; i < m->space.columns; i++)
    for (uint32_t j = 0; j < m->space.columns; j++) {
      uint64_t c = i == j ? 0 : slope(g, m->column[i], m->column[j]);
      if (c == 0)
        continue;
      uint64_t full = (UINT64_C(2) << (63 - __builtin_clzll(c))) - 1;
      uint64_t tried[2] = {c, full};
      for (uint32_t k = 0; k < (full == c ? 1 : 2); k++)
        lemmas_offer(
            s->lemmas, head,
            term_bvule(s->tt, g->variables.data[m->column[i]],
                       term_bvmul(s->tt,
                                  term_bv(s->tt, m->space.width, tried[k]),
                                  g->variables.data[m->column[j]])));
    }
}

// --- all of it ---------------------------------------------------------------

static matrix make_matrix(const sampler *s, const sight *g, uint32_t width) {
  matrix m = {.space = {.width = width, .rows = g->states - 1}};
  for (uint32_t i = 0;
       i < g->variables.len && m.space.columns < EQUATIONS_COLUMNS; i++)
    if (term_width(s->tt, g->variables.data[i]) == width)
      m.column[m.space.columns++] = i;
  for (uint32_t i = 0; i < m.space.rows; i++)
    for (uint32_t j = 0; j < m.space.columns; j++) {
      uint32_t at = (i + 1) * g->variables.len + m.column[j];
      m.space.at[i][j] = equations_cut(
          &m.space, g->values.data[at] - g->values.data[m.column[j]]);
    }
  return m;
}

static void relate(sampler *s, loc head) {
  static const uint32_t widths[] = {8, 16, 32, 64};
  const sight *g = &s->sights[head.id];
  for (uint32_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    if (g->states < 2)
      continue;
    matrix m = make_matrix(s, g, widths[i]);
    if (m.space.columns < 2 || g->states < m.space.columns + MORE_STATES)
      continue;
    offer_orders(s, head, &m);
    offer_kept(s, head, &m);
    offer_slopes(s, head, &m);
    offer_equations(s, head, &m);
  }
}

static void sampler_clear(sampler *s) {
  uint32_t count = program_location_count(s->of->task.program);
  for (uint32_t i = 0; i <= count; i++) {
    vec_free(&s->sights[i].variables);
    vec_free(&s->sights[i].values);
    vec_free(&s->sights[i].runs);
  }
  mem_free(s->sights);
  mem_free(s->head);
  draws_clear(&s->draws);
  arena_free(s->mem);
}

void samples_offer(lemmas *m, const inductive *of) {
  const program *p = of->task.program, *original = of->task.original;
  const loc_vec *heads = transition_heads(of->system);
  sampler s = {.of = of, .tt = of->tt, .lemmas = m, .mem = arena_new()};
  s.sights = mem_alloc(sizeof *s.sights * (program_location_count(p) + 1));
  s.head = mem_alloc(sizeof *s.head * (program_location_count(original) + 1));
  draws_init(&s.draws, original, (uint64_t)of->task.env->options->seed);
  for (uint32_t i = 0; i < heads->len; i++) {
    loc l = heads->data[i];
    s.head[program_origin(p, l).id] = l.id;
    choose_variables(&s, l);
  }
  run_all(&s);
  for (uint32_t i = 0; i < heads->len; i++)
    relate(&s, heads->data[i]);
  sampler_clear(&s);
}
