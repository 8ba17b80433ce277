// SPDX-License-Identifier: Apache-2.0
// Branch and prune.
//
// A box has a set of values for each variable. Propagation (domain/post.h)
// takes values out of it that no model has. A box from which all are gone has
// no model; one in whose middle there is a model ends the search; any other is
// divided into two. (P. Van Hentenryck, D. McAllester, D. Kapur: "Solving
// Polynomial Systems Using a Branch and Prune Approach", SIAM J. Numer. Anal.
// 1997.) Floats are divided in the order of their words, so that small numbers
// are found as soon as large ones.
//
// Boxes are worked off depth first, so there are few at a time. A question that
// was cut off by a limit goes on where it was if it is asked again.
#include "domain/boxes.h"

#include <assert.h>
#include <math.h>

#include "base/mem.h"
#include "domain/flow.h"
#include "domain/post.h"
#include "smt/backend.h"
#include "term/eval.h"
#include "term/walk.h"

static const post_effort EFFORT = {
    .arcs = 4, .cone = 200, .cases = 0, .passes = 2};

typedef struct {
  arena *mem;
  const vset **slots; // NULL: all values
  uint32_t by;        // the slot whose division made it; UINT32_MAX: none
} box;

// What came of dividing the values of a slot.
typedef struct {
  uint32_t boxes, refuted;
} record;

typedef struct {
  const env *env;
  terms *tt;
  const limits *limits; // env's or own_limits
  limits own_limits;
  term_vec asserted;
  VEC(uint32_t) scopes; // how many were asserted before each
  // The question at work; none before the first check:
  term question;
  arena *mem;
  tape tape;
  post post;
  VEC(vtype) types;
  term_vec variables;   // by slot
  VEC(box) boxes;       // not looked at yet
  VEC(record) records;  // by slot
  VEC(uint8_t) is_open; // by slot, of the box at work
  evaluator *model;     // after SMT_SAT
  const char *reason;
} boxes_solver;

// --- questions --------------------------------------------------------------

static bool is_over(void *data) {
  const boxes_solver *s = data;
  return limits_stop(s->limits) != LIMIT_NONE;
}

static void free_box(box b) { arena_free(b.mem); }

static void forget_question(boxes_solver *s) {
  if (term_is_none(s->question))
    return;
  while (s->boxes.len > 0)
    free_box(vec_pop(&s->boxes));
  post_clear(&s->post);
  tape_clear(&s->tape);
  arena_free(s->mem);
  s->mem = NULL;
  s->tape = (tape){0};
  s->question = TERM_NONE;
  vec_clear(&s->types);
  vec_clear(&s->variables);
}

static void push_box(boxes_solver *s, const vset *const *slots, uint32_t by) {
  uint32_t n = s->variables.len;
  box b = {.mem = arena_new(), .by = by};
  b.slots = ARENA_ARRAY(b.mem, const vset *, n > 0 ? n : 1);
  for (uint32_t i = 0; slots && i < n; i++)
    b.slots[i] = slots[i] ? vset_store(b.mem, slots[i]) : NULL;
  vec_push(&s->boxes, b);
}

static void begin_question(boxes_solver *s, term question) {
  assert(term_is_bool(s->tt, question));
  forget_question(s);
  s->question = question;
  s->mem = arena_new();
  tape_writer w = {.tt = s->tt, .mem = s->mem};
  term_set seen = {0};
  term_variables(s->tt, &question, 1, &seen, &s->variables);
  term_set_free(&seen);
  for (uint32_t i = 0; i < s->variables.len; i++) {
    term v = s->variables.data[i];
    vec_push(&s->types, vtype_of(s->tt, term_sort(s->tt, v)));
    term_map_put(&w.slots, v, i);
  }
  tape_begin(&w, &s->tape);
  s->tape.guard = tape_write(&w, &s->tape, question);
  tape_writer_clear(&w);
  post_init(&s->post, s->types.data, s->variables.len, EFFORT,
            (patience){is_over, s});
  vec_clear(&s->records);
  vec_resize(&s->records, s->variables.len);
  push_box(s, NULL, UINT32_MAX);
}

// --- points -----------------------------------------------------------------

// A value in the middle of the largest part.
static wide middle_of(vtype t, const vset *a) {
  if (a == NULL)
    return 0;
  span most = a->part[0];
  for (uint32_t i = 1; i < a->count; i++)
    if (a->part[i].hi - a->part[i].lo > most.hi - most.lo)
      most = a->part[i];
  wide middle = most.lo + (most.hi - most.lo) / 2;
  if (t.kind != VTYPE_BV)
    return 0;
  return vset_has(a, middle) ? middle : most.lo;
}

static void set_model(boxes_solver *s, const vset *const *slots) {
  if (s->model == NULL)
    s->model = eval_new(s->tt);
  eval_forget(s->model);
  arena *mem = arena_new();
  for (uint32_t i = 0; i < s->variables.len; i++) {
    term v = s->variables.data[i];
    vtype t = s->types.data[i];
    wide x = middle_of(t, slots[i]);
    value made = sort_default_value(s->tt, mem, term_sort(s->tt, v));
    if (term_is_bool(s->tt, v))
      made = value_bool(x != 0);
    else if (t.kind == VTYPE_BV)
      made = value_bv(t.width, (uint64_t)x);
    eval_set(s->model, v, made);
  }
  arena_free(mem);
}

// Is there a model in the middle of the box? Sets of single values show that
// quickly; if there seems to be one, it is evaluated.
static bool find_model(boxes_solver *s, const vset *const *slots) {
  uint32_t n = s->variables.len;
  arena *mem = arena_new();
  state point = {ARENA_ARRAY(mem, const vset *, n > 0 ? n : 1)};
  state out = {ARENA_ARRAY(mem, const vset *, n > 0 ? n : 1)};
  for (uint32_t i = 0; i < n; i++) {
    vset one = vset_one(middle_of(s->types.data[i], slots[i]));
    if (s->types.data[i].kind == VTYPE_BV)
      point.slots[i] = vset_store(mem, &one);
  }
  bool ok = post_edge(&s->post, &s->tape, &point, &out) && !s->post.is_stopped;
  if (ok) {
    set_model(s, slots);
    ok = eval_is_true(s->model, s->question);
  }
  arena_free(mem);
  return ok;
}

// --- boxes ------------------------------------------------------------------

// The two halves of a set of more than one value.
static void halve(vtype t, const vset *a, vset half[2]) {
  vset whole = a ? vset_load(a) : vset_top(t);
  span all = {vset_least(&whole), vset_greatest(&whole)};
  wide last = all.lo + (all.hi - all.lo) / 2; // of the first half
  if (whole.count > 1)
    last = whole.part[whole.count / 2 - 1].hi;
  vset low = vset_span(all.lo, last), high = vset_span(last + 1, all.hi);
  half[0] = vset_meet(t, &whole, &low);
  half[1] = vset_meet(t, &whole, &high);
}

static double size_of(const boxes_solver *s, uint32_t slot, const vset *a) {
  if (a == NULL)
    return (double)vtype_modulus(s->types.data[slot]);
  double sum = 0;
  for (uint32_t i = 0; i < a->count; i++)
    sum += (double)(a->part[i].hi - a->part[i].lo + 1);
  return sum / (double)a->mod;
}

// How much is hoped for from dividing: there are many values left, and boxes
// that it made were often refuted at once.
static double promise_of(const boxes_solver *s, uint32_t slot, const vset *a) {
  const record *r = &s->records.data[slot];
  return log2(size_of(s, slot, a)) * (r->refuted + 1) / (r->boxes + 2);
}

// The best variable among those that matter; UINT32_MAX: none has two values.
// *is_dark: nothing is known of one of these.
static uint32_t choose_slot(boxes_solver *s, const vset **slots,
                            bool *is_dark) {
  assert(slots != NULL);
  vec_resize(&s->is_open, s->variables.len);
  post_find_open(&s->post, &s->tape, &(state){slots}, s->is_open.data);
  uint32_t best = UINT32_MAX;
  double most = 0;
  for (uint32_t i = 0; i < s->variables.len; i++) {
    if (!s->is_open.data[i])
      continue;
    *is_dark |= s->types.data[i].kind != VTYPE_BV;
    if (s->types.data[i].kind != VTYPE_BV)
      continue;
    double promise = promise_of(s, i, slots[i]);
    if (promise > most) {
      most = promise;
      best = i;
    }
  }
  return best;
}

static void divide(boxes_solver *s, box b, uint32_t slot) {
  vset half[2];
  halve(s->types.data[slot], b.slots[slot], half);
  for (int i = 0; i < 2; i++) {
    if (vset_is_empty(&half[i]))
      continue;
    b.slots[slot] = &half[i];
    push_box(s, b.slots, slot);
    s->records.data[slot].boxes++;
  }
}

// The box is for the next time.
static smt_status stop(boxes_solver *s, box b) {
  s->post.is_stopped = false;
  push_box(s, b.slots, b.by);
  s->reason = "time limit";
  return SMT_UNKNOWN;
}

// SMT_UNSAT: no model in the box; SMT_SAT: s->model; SMT_UNKNOWN: its parts are
// pushed, or s->reason says why it has none.
static smt_status look_into(boxes_solver *s, box b) {
  uint32_t n = s->variables.len;
  state out = {ARENA_ARRAY(b.mem, const vset *, n > 0 ? n : 1)};
  s->env->stats->boxes++;
  bool can_hold = post_edge(&s->post, &s->tape, &(state){b.slots}, &out);
  if (s->post.is_stopped)
    return stop(s, b);
  if (!can_hold) {
    if (b.by != UINT32_MAX)
      s->records.data[b.by].refuted++;
    return SMT_UNSAT;
  }
  for (uint32_t i = 0; i < n; i++)
    b.slots[i] = out.slots[i] ? vset_store(b.mem, out.slots[i]) : NULL;
  if (find_model(s, b.slots))
    return SMT_SAT;
  bool is_dark = false;
  uint32_t slot = choose_slot(s, b.slots, &is_dark);
  if (s->post.is_stopped)
    return stop(s, b);
  if (slot != UINT32_MAX)
    divide(s, b, slot);
  else if (!is_dark)
    return SMT_UNSAT; // it was evaluated
  else
    s->reason = "values of variables do not decide";
  return SMT_UNKNOWN;
}

static smt_status search(boxes_solver *s) {
  s->reason = NULL;
  while (s->boxes.len > 0) {
    if (is_over(s)) {
      s->reason = limit_name(limits_stop(s->limits));
      return SMT_UNKNOWN;
    }
    box b = vec_pop(&s->boxes);
    smt_status status = look_into(s, b);
    free_box(b);
    if (status == SMT_SAT || s->reason)
      return status;
  }
  return SMT_UNSAT;
}

// --- the backend ------------------------------------------------------------

static void *create(const env *e, terms *tt) {
  boxes_solver *s = mem_alloc(sizeof *s);
  *s = (boxes_solver){.env = e, .tt = tt, .limits = &e->limits};
  s->question = TERM_NONE;
  return s;
}

static void destroy(void *self) {
  boxes_solver *s = self;
  forget_question(s);
  eval_free(s->model);
  vec_free(&s->asserted);
  vec_free(&s->scopes);
  vec_free(&s->types);
  vec_free(&s->variables);
  vec_free(&s->boxes);
  vec_free(&s->records);
  vec_free(&s->is_open);
  mem_free(s);
}

static void set_limits(void *self, const limits *l) {
  boxes_solver *s = self;
  s->own_limits = l ? *l : s->env->limits;
  s->limits = &s->own_limits;
}

// Nothing here conflicts: time is the only bound.
static void set_conflicts(void *self, uint32_t conflicts) {
  (void)self;
  (void)conflicts;
}

static void push(void *self) {
  boxes_solver *s = self;
  vec_push(&s->scopes, s->asserted.len);
}

static void pop(void *self) {
  boxes_solver *s = self;
  assert(s->scopes.len > 0);
  s->asserted.len = vec_pop(&s->scopes);
}

static void assert_formula(void *self, term formula) {
  assert(term_is_bool(((boxes_solver *)self)->tt, formula));
  boxes_solver *s = self;
  vec_push(&s->asserted, formula);
}

static smt_status check(void *self, const term *assumptions, uint32_t n) {
  boxes_solver *s = self;
  term_vec all = {0};
  for (uint32_t i = 0; i < s->asserted.len; i++)
    vec_push(&all, s->asserted.data[i]);
  for (uint32_t i = 0; i < n; i++)
    vec_push(&all, assumptions[i]);
  term question = term_and_n(s->tt, all.data, all.len);
  vec_free(&all);
  if (question.id != s->question.id || s->boxes.len == 0)
    begin_question(s, question);
  return search(s);
}

static const char *reason(const void *self) {
  return ((const boxes_solver *)self)->reason;
}

static value variable_value(void *self, term variable, arena *mem) {
  boxes_solver *s = self;
  assert(s->model != NULL);
  return value_copy(mem, eval_get(s->model, variable));
}

// All of them may have been needed.
static bool failed(const void *self, uint32_t i) {
  (void)self;
  (void)i;
  return true;
}

const solver_backend boxes_backend = {.name = "boxes",
                                      .create = create,
                                      .destroy = destroy,
                                      .set_limits = set_limits,
                                      .set_conflicts = set_conflicts,
                                      .push = push,
                                      .pop = pop,
                                      .assert_formula = assert_formula,
                                      .check = check,
                                      .reason = reason,
                                      .variable_value = variable_value,
                                      .failed = failed};
