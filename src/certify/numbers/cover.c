// SPDX-License-Identifier: Apache-2.0
// Bisection with forward enclosures.
//
// Nothing is assumed of the formula and nothing is propagated back, as whoever
// found the answer may have done: an enclosure of the formula's value over a
// box (certify/numbers/enclose.h) is computed from those of the variables, and
// where it has both truth values, the box is bisected (R. Moore, "Interval
// Analysis", 1966). The variable to bisect is the one with most values among
// those that something undecided depends on. Where all of these have one value,
// so has the formula over the whole box, and evaluating it at a point tells
// which.
//
// Of terms with an origin (term/origin.h) the operation is bounded, not the
// circuit.
#include "certify/numbers/cover.h"

#include <assert.h>

#include "base/mem.h"
#include "certify/numbers/enclose.h"
#include "smt/backend.h"
#include "term/eval.h"
#include "term/walk.h"

enum { POLL_GAP = 64 };

typedef struct {
  term t;
  enclose_op op;
  uint32_t first, count; // arguments: nodes, in 'args'
  uint32_t variable;     // of a leaf; UINT32_MAX: none
} node;

typedef struct {
  const env *env;
  terms *tt;
  limits limits;
  term question;
  VEC(node) nodes; // arguments first, the formula last
  VEC(uint32_t) args;
  VEC(enclosure) values;           // by node
  VEC(const enclosure *) operands; // of the one at work
  VEC(uint32_t) stamps;            // by node: of the last walk that met it
  uint32_t stamp;
  VEC(uint32_t) open;
  term_vec variables;
  VEC(enclosure) boxes; // one enclosure for each variable, box by box
  VEC(enclosure) box;   // at work
  evaluator *model;
  const char *reason;
} cover;

// --- the formula as a list --------------------------------------------------

static node make_node(cover *c, term t, term_map *numbers) {
  node n = {.t = t, .first = c->args.len, .variable = UINT32_MAX};
  n.op = enclose_op_of(c->tt, t);
  if (n.op.kind == TERM_VARIABLE) {
    n.variable = c->variables.len;
    vec_push(&c->variables, t);
  }
  n.count = enclose_arity(c->tt, t);
  for (uint32_t i = 0; i < n.count; i++) {
    uint32_t arg = 0;
    bool is_there = term_map_find(numbers, enclose_operand(c->tt, t, i), &arg);
    assert(is_there && "arguments should come first");
    (void)is_there;
    vec_push(&c->args, arg);
  }
  return n;
}

static void read_formula(cover *c, term formula) {
  term_vec order = {0};
  term_set seen = {0};
  term_map numbers = {0};
  c->question = formula;
  vec_clear(&c->nodes);
  vec_clear(&c->args);
  vec_clear(&c->variables);
  term_origins_first(c->tt, &formula, 1, &seen, &order);
  for (uint32_t i = 0; i < order.len; i++) {
    node n = make_node(c, order.data[i], &numbers);
    term_map_put(&numbers, n.t, i);
    vec_push(&c->nodes, n);
  }
  vec_resize(&c->values, c->nodes.len);
  vec_clear(&c->stamps);
  vec_resize(&c->stamps, c->nodes.len);
  term_map_free(&numbers);
  term_set_free(&seen);
  vec_free(&order);
}

// --- enclosures over a box --------------------------------------------------

static enclosure enclose_node(cover *c, const node *n) {
  if (n->op.kind == TERM_VALUE && !n->op.origin)
    return enclose_constant(c->tt, n->t);
  if (n->variable != UINT32_MAX)
    return c->box.data[n->variable];
  vec_clear(&c->operands);
  for (uint32_t i = 0; i < n->count; i++)
    vec_push(&c->operands, &c->values.data[c->args.data[n->first + i]]);
  return enclose_operate(&n->op, c->operands.data, n->count);
}

static const enclosure *enclose_formula(cover *c) {
  for (uint32_t i = 0; i < c->nodes.len; i++)
    c->values.data[i] = enclose_node(c, &c->nodes.data[i]);
  return &vec_last(&c->values);
}

// --- bisection --------------------------------------------------------------

static void push_open(cover *c, uint32_t i) {
  uint64_t word;
  if (c->stamps.data[i] == c->stamp ||
      enclose_is_one(&c->values.data[i], &word))
    return;
  c->stamps.data[i] = c->stamp;
  vec_push(&c->open, i);
}

static double size_of(const enclosure *a) {
  double sum = 0;
  for (int s = 0; s < 2; s++)
    if (a->has[s])
      sum += (double)(a->hi[s] - a->lo[s]) + 1;
  return sum;
}

// UINT32_MAX: none is left. *is_dark: something undecided has no enclosure.
static uint32_t choose_variable(cover *c, bool *is_dark) {
  uint32_t best = UINT32_MAX;
  double most = 1;
  vec_clear(&c->open);
  c->stamp++;
  push_open(c, c->nodes.len - 1);
  while (c->open.len > 0) {
    const node *n = &c->nodes.data[vec_pop(&c->open)];
    for (uint32_t i = 0; i < n->count; i++)
      push_open(c, c->args.data[n->first + i]);
    if (n->variable == UINT32_MAX)
      continue;
    const enclosure *a = &c->box.data[n->variable];
    *is_dark |= a->width == 0;
    if (a->width > 0 && size_of(a) > most) {
      most = size_of(a);
      best = n->variable;
    }
  }
  return best;
}

static void push_box(cover *c) {
  for (uint32_t i = 0; i < c->variables.len; i++)
    vec_push(&c->boxes, c->box.data[i]);
}

static void pop_box(cover *c) {
  uint32_t n = c->variables.len;
  vec_resize(&c->box, n);
  for (uint32_t i = n; i > 0; i--)
    c->box.data[i - 1] = vec_pop(&c->boxes);
}

// Both halves together are the box: nothing is lost.
static void bisect(cover *c, uint32_t variable) {
  enclosure whole = c->box.data[variable];
  if (whole.has[0] && whole.has[1]) {
    for (int s = 0; s < 2; s++) {
      c->box.data[variable] = whole;
      c->box.data[variable].has[!s] = false;
      push_box(c);
    }
    return;
  }
  int s = whole.has[1];
  uint64_t middle = whole.lo[s] + (whole.hi[s] - whole.lo[s]) / 2;
  assert(middle < whole.hi[s]);
  c->box.data[variable].hi[s] = middle;
  push_box(c);
  c->box.data[variable].hi[s] = whole.hi[s];
  c->box.data[variable].lo[s] = middle + 1;
  push_box(c);
}

// Some point of the box.
static bool holds_at_point(cover *c) {
  arena *mem = arena_new();
  eval_forget(c->model);
  for (uint32_t i = 0; i < c->variables.len; i++) {
    term v = c->variables.data[i];
    const enclosure *a = &c->box.data[i];
    uint64_t word = a->lo[a->has[0] ? 0 : 1];
    value x = sort_default_value(c->tt, mem, term_sort(c->tt, v));
    if (term_is_bool(c->tt, v))
      x = value_bool(word);
    else if (a->width > 0)
      x = value_bv(a->width, word);
    eval_set(c->model, v, x);
  }
  arena_free(mem);
  return eval_is_true(c->model, c->question);
}

// SMT_UNSAT: the formula does not hold in the box; SMT_SAT: it does, at the
// model; SMT_UNKNOWN: there are new boxes, or a reason why not.
static smt_status look_into(cover *c) {
  const enclosure *whether = enclose_formula(c);
  if (!whether->has[1])
    return SMT_UNSAT;
  if (whether->has[0]) {
    bool is_dark = false;
    uint32_t variable = choose_variable(c, &is_dark);
    if (variable != UINT32_MAX) {
      bisect(c, variable);
      return SMT_UNKNOWN;
    }
    if (is_dark) {
      c->reason = "there is something that has no bounds";
      return SMT_UNKNOWN;
    }
  }
  return holds_at_point(c) ? SMT_SAT : SMT_UNSAT;
}

static smt_status search(cover *c) {
  uint32_t boxes = 0;
  for (uint32_t left = 1; left > 0; boxes++) {
    limit_kind limit = boxes % POLL_GAP ? LIMIT_NONE : limits_stop(&c->limits);
    if (limit != LIMIT_NONE) {
      c->reason = limit_name(limit);
      return SMT_UNKNOWN;
    }
    pop_box(c);
    smt_status status = look_into(c);
    if (status == SMT_SAT || c->reason)
      return status;
    if (status == SMT_UNKNOWN)
      left++; // it became two
    else
      left--;
  }
  return SMT_UNSAT;
}

// --- the backend ------------------------------------------------------------

static void *create(const env *e, terms *tt) {
  cover *c = mem_alloc(sizeof *c);
  *c = (cover){.env = e, .tt = tt, .limits = e->limits, .model = eval_new(tt)};
  return c;
}

static void destroy(void *self) {
  cover *c = self;
  vec_free(&c->nodes);
  vec_free(&c->args);
  vec_free(&c->values);
  vec_free(&c->operands);
  vec_free(&c->stamps);
  vec_free(&c->open);
  vec_free(&c->variables);
  vec_free(&c->boxes);
  vec_free(&c->box);
  eval_free(c->model);
  mem_free(c);
}

static void set_limits(void *self, const limits *l) {
  cover *c = self;
  c->limits = l ? *l : c->env->limits;
}

static smt_status check_alone(void *self, term formula) {
  cover *c = self;
  c->reason = NULL;
  read_formula(c, formula);
  vec_clear(&c->boxes);
  vec_resize(&c->box, c->variables.len);
  for (uint32_t i = 0; i < c->variables.len; i++)
    c->box.data[i] =
        enclose_all(enclose_op_of(c->tt, c->variables.data[i]).width);
  push_box(c);
  return search(c);
}

static const char *reason(const void *self) {
  return ((const cover *)self)->reason;
}

static value variable_value(void *self, term variable, arena *mem) {
  cover *c = self;
  return value_copy(mem, eval_get(c->model, variable));
}

const solver_backend cover_backend = {.name = "cover",
                                      .create = create,
                                      .destroy = destroy,
                                      .set_limits = set_limits,
                                      .check_alone = check_alone,
                                      .reason = reason,
                                      .variable_value = variable_value};
