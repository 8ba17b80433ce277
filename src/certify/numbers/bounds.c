// SPDX-License-Identifier: Apache-2.0
// Facts that compare a term with a constant bound it. What is computed from
// terms with bounds has bounds (certify/numbers/enclose.h), and a comparison
// that has one value within these has that value wherever the facts hold. Facts
// that a term is not some constant are remembered, too: at the end of its
// bounds they move it.
//
// Terms are looked at up to a depth that is worth it: what comes from far away
// has lost its bounds.
#include "certify/numbers/bounds.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "certify/numbers/enclose.h"
#include "certify/numbers/enclose_internal.h"
#include "term/walk.h"

enum { MAX_NODES = 64, MAX_OPERANDS = 8 };

typedef struct {
  term t;
  bool is_entered; // its operands were pushed
} bounds_frame;

struct bounds {
  const terms *tt;
  known facts;
  hmap given;    // term id -> number of the enclosure that facts say
  hmap worked;   // the same, of what was computed from these
  hmap excluded; // pairs of a term and a word that it is not
  bool is_empty; // no word is left for some term
  VEC(enclosure) all;
  VEC(bounds_frame) stack;
};

bounds *bounds_new(const terms *tt) {
  bounds *b = mem_alloc(sizeof *b);
  b->tt = tt;
  return b;
}

void bounds_free(bounds *b) {
  if (!b)
    return;
  hmap_free(&b->given);
  hmap_free(&b->worked);
  hmap_free(&b->excluded);
  vec_free(&b->all);
  vec_free(&b->stack);
  mem_free(b);
}

static const enclosure *find(const bounds *b, const hmap *in, term t) {
  const uint64_t *number = hmap_find(in, t.id);
  return number ? &b->all.data[*number] : NULL;
}

static void put(bounds *b, hmap *in, term t, enclosure e) {
  hmap_put(in, t.id, b->all.len);
  vec_push(&b->all, e);
}

// --- from facts
// ----------------------------------------------------------------

static enclosure meet(const enclosure *a, const enclosure *b) {
  assert(a->width == b->width);
  enclosure r = enclose_none(a->width);
  for (int s = 0; s < 2; s++) {
    uint64_t lo = a->lo[s] > b->lo[s] ? a->lo[s] : b->lo[s];
    uint64_t hi = a->hi[s] < b->hi[s] ? a->hi[s] : b->hi[s];
    if (a->has[s] && b->has[s] && lo <= hi)
      enclose_add(&r, lo, hi);
  }
  return r;
}

typedef struct {
  term_kind kind; // TERM_EQ, TERM_BVULE or TERM_BVSLE
  bool is_strict;
  bool is_left; // the term is on the left
  bool holds;
} comparison;

static bool read_comparison(const terms *tt, term atom, comparison *c) {
  if (!term_is_comparison(tt, atom))
    return false;
  c->kind = term_get_kind(tt, atom);
  c->is_strict = c->kind == TERM_BVULT || c->kind == TERM_BVSLT;
  if (c->is_strict)
    c->kind = c->kind == TERM_BVULT ? TERM_BVULE : TERM_BVSLE;
  return c->kind == TERM_EQ || c->kind == TERM_BVULE || c->kind == TERM_BVSLE;
}

// Words from 'least' on, or up to 'most', in the order that counts from 'turn'.
static enclosure from_order(uint32_t width, uint64_t lo, uint64_t hi,
                            uint64_t turn) {
  enclosure r = enclose_none(width), upper = enclose_all(width);
  uint64_t half = upper.lo[1], last = upper.hi[1];
  if (lo > hi)
    return r;
  if (turn == 0 || (lo < half) == (hi < half)) {
    enclose_add(&r, lo ^ turn, hi ^ turn);
    return r;
  }
  enclose_add(&r, lo ^ turn, last);
  enclose_add(&r, 0, hi ^ turn);
  return r;
}

// The words that compare so with the constant.
static enclosure words_of(const comparison *c, uint32_t width, uint64_t word) {
  enclosure all = enclose_all(width);
  uint64_t last = all.hi[1], turn = c->kind == TERM_BVSLE ? all.lo[1] : 0;
  if (c->kind == TERM_EQ)
    return c->holds ? enclose_one(width, word) : all;
  uint64_t n = word ^ turn;
  bool is_below = c->is_left == c->holds;
  bool is_strict = c->is_strict == c->holds;
  if (is_strict && n == (is_below ? 0 : last))
    return enclose_none(width);
  return is_below ? from_order(width, 0, is_strict ? n - 1 : n, turn)
                  : from_order(width, is_strict ? n + 1 : n, last, turn);
}

static bool is_excluded(const bounds *b, term t, uint64_t word) {
  return word <= UINT32_MAX &&
         hmap_find(&b->excluded, hmap_pair(t.id, (uint32_t)word)) != NULL;
}

// Its bounds without the excluded words at their ends.
static enclosure trim(const bounds *b, term t, enclosure e) {
  enclosure r = enclose_none(e.width);
  for (int s = 0; s < 2; s++) {
    uint64_t lo = e.lo[s], hi = e.hi[s];
    if (!e.has[s])
      continue;
    while (lo < hi && is_excluded(b, t, lo))
      lo++;
    while (lo < hi && is_excluded(b, t, hi))
      hi--;
    if (!is_excluded(b, t, lo))
      enclose_add(&r, lo, hi);
  }
  return r;
}

static void learn_words(bounds *b, term t, const enclosure *said) {
  const enclosure *old = find(b, &b->given, t);
  enclosure e = old ? meet(old, said) : *said;
  if (b->excluded.count > 0)
    e = trim(b, t, e);
  b->is_empty |= e.width > 0 && !e.has[0] && !e.has[1];
  put(b, &b->given, t, e);
}

static void learn(bounds *b, const known_fact *fact) {
  comparison c = {.holds = fact->holds};
  if (!read_comparison(b->tt, fact->atom, &c))
    return;
  for (uint32_t side = 0; side < 2; side++) {
    term t = term_arg(b->tt, fact->atom, side);
    enclosure constant;
    uint64_t word;
    term other = term_arg(b->tt, fact->atom, 1 - side);
    if (term_is_value(b->tt, t) || !term_is_value(b->tt, other))
      continue;
    constant = enclose_constant(b->tt, other);
    if (!enclose_is_one(&constant, &word))
      continue;
    c.is_left = side == 0;
    if (c.kind == TERM_EQ && !c.holds && word <= UINT32_MAX)
      hmap_put(&b->excluded, hmap_pair(t.id, (uint32_t)word), 1);
    enclosure said = words_of(&c, constant.width, word);
    learn_words(b, t, &said);
  }
}

void bounds_know(bounds *b, known facts) {
  if (facts == b->facts)
    return;
  hmap_clear(&b->worked);
  if (known_common(facts, b->facts) != b->facts) {
    hmap_clear(&b->given);
    hmap_clear(&b->excluded);
    b->is_empty = false;
    vec_clear(&b->all);
    b->facts = NULL;
  }
  for (known k = facts; k != b->facts; k = k->before)
    learn(b, k);
  b->facts = facts;
}

bool bounds_are_empty(const bounds *b) { return b->is_empty; }

// --- to comparisons
// ------------------------------------------------------------

// Of a leaf, or of what is not looked into.
static enclosure given_or(const bounds *b, term t, enclosure other) {
  const enclosure *given = find(b, &b->given, t);
  return given && other.width > 0 ? meet(given, &other) : other;
}

static enclosure work_out(const bounds *b, term t) {
  enclose_op op = enclose_op_of(b->tt, t);
  const enclosure *args[MAX_OPERANDS];
  uint32_t n = enclose_arity(b->tt, t);
  for (uint32_t i = 0; i < n; i++)
    args[i] = find(b, &b->worked, enclose_operand(b->tt, t, i));
  return given_or(b, t, enclose_operate(&op, args, n));
}

static bool is_leaf(const bounds *b, term t) {
  term_kind kind = term_get_kind(b->tt, t);
  uint32_t n = enclose_arity(b->tt, t);
  return kind == TERM_VALUE || n == 0 || n > MAX_OPERANDS;
}

static void work_out_leaf(bounds *b, term t) {
  bool is_value = term_get_kind(b->tt, t) == TERM_VALUE;
  enclosure e = is_value ? enclose_constant(b->tt, t)
                         : enclose_all(enclose_op_of(b->tt, t).width);
  put(b, &b->worked, t, given_or(b, t, e));
}

static void push(bounds *b, term t) {
  if (!find(b, &b->worked, t))
    vec_push(&b->stack, ((bounds_frame){t, false}));
}

// The top of the stack: its operands first.
static void step(bounds *b) {
  bounds_frame *top = &vec_last(&b->stack);
  term t = top->t;
  if (find(b, &b->worked, t)) { // pushed twice
    (void)vec_pop(&b->stack);
  } else if (is_leaf(b, t)) {
    (void)vec_pop(&b->stack);
    work_out_leaf(b, t);
  } else if (top->is_entered) {
    (void)vec_pop(&b->stack);
    put(b, &b->worked, t, work_out(b, t));
  } else {
    top->is_entered = true;
    for (uint32_t i = 0; i < enclose_arity(b->tt, t); i++)
      push(b, enclose_operand(b->tt, t, i));
  }
}

bool bounds_decide(bounds *b, term t, bool *holds) {
  comparison c;
  if (!read_comparison(b->tt, t, &c))
    return false;
  vec_clear(&b->stack);
  push(b, t);
  for (uint32_t steps = 0; b->stack.len > 0; steps++) {
    if (steps > 2 * MAX_NODES)
      return false;
    step(b);
  }
  const enclosure *e = find(b, &b->worked, t);
  assert(e && e->width == 1);
  *holds = e->has[1];
  return e->has[0] != e->has[1];
}
