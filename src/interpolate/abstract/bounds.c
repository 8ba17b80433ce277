// SPDX-License-Identifier: Apache-2.0
// Bounds of variables, and of differences and sums of two; orders.
//
// For each expression the least and greatest value over the samples, read
// signed and unsigned. A difference or sum of bit-vectors is taken modulo 2^w,
// so a bound on it is a cyclic one and says nothing about order; x < y is a
// fact of its own. A bound is weakened by moving its constant outwards.
#include "interpolate/abstract/abstract.h"

#include <assert.h>

#include "base/mem.h"

// How far a bound of an integer is moved in search of the weakest one.
enum { INT_SLACK = 1 << 16 };

// The farthest constant in the bound's direction; as in itp_bound.
static uint64_t farthest(const itp_bound *b) {
  uint32_t width = b->width == 0 ? 64 : b->width;
  uint64_t top = UINT64_C(1) << (width - 1);
  if (!b->is_signed)
    return b->is_upper ? itp_mask(b->width) : 0;
  if (b->is_upper)
    return top - 1;
  return (uint64_t)itp_signed(top, width);
}

static term bound_formula(terms *tt, const itp_bound *b) {
  term c = itp_constant(tt, b->width, b->constant);
  term low = b->is_upper ? b->expr : c, high = b->is_upper ? c : b->expr;
  if (b->width == 0)
    return term_le(tt, low, high);
  return b->is_signed ? term_bvsle(tt, low, high) : term_bvule(tt, low, high);
}

static itp_fact itp_bound_fact(terms *tt, const itp_bound *b, uint32_t cost) {
  assert(b->width > 0 || b->is_signed); // an integer has a sign
  itp_fact f = {.domain = &itp_bounds, .cost = cost, .bound = *b};
  f.formula = bound_formula(tt, b);
  uint64_t far = farthest(b);
  uint64_t room = b->is_upper ? far - b->constant : b->constant - far;
  // Moved all the way it would say nothing; over Int there is no way's end.
  f.max_slack = room > 0 ? room - 1 : 0;
  if (b->width == 0 && f.max_slack > INT_SLACK)
    f.max_slack = INT_SLACK;
  return f;
}

uint64_t itp_bound_slack(const itp_bound *b, uint64_t constant) {
  bool is_weaker;
  if (b->is_signed)
    is_weaker = b->is_upper ? (int64_t)constant > (int64_t)b->constant
                            : (int64_t)constant < (int64_t)b->constant;
  else
    is_weaker = b->is_upper ? constant > b->constant : constant < b->constant;
  if (!is_weaker)
    return 0;
  return b->is_upper ? constant - b->constant : b->constant - constant;
}

static itp_fact itp_bound_weaken(terms *tt, const itp_fact *f, uint64_t slack) {
  assert(slack <= f->max_slack);
  itp_bound b = f->bound;
  b.constant = b.is_upper ? b.constant + slack : b.constant - slack;
  return itp_bound_fact(tt, &b, f->cost);
}

static void add_bound(const itp_cloud *c, const itp_bound *b, uint32_t cost,
                      itp_fact_list *out) {
  if (b->constant == farthest(b))
    return;
  if (b->width > 0 && b->is_signed != c->frame->prefers_signed)
    cost += COST_OTHER_SIGN - COST_BOUND;
  vec_push(out, itp_bound_fact(c->frame->tt, b, cost));
}

static void add_range(const itp_cloud *c, const itp_bound *like, uint64_t low,
                      uint64_t high, uint32_t cost, itp_fact_list *out) {
  itp_bound b = *like;
  b.is_upper = false;
  b.constant = low;
  add_bound(c, &b, cost, out);
  b.is_upper = true;
  b.constant = high;
  add_bound(c, &b, cost, out);
}

static void itp_bounds_of(const itp_cloud *c, term expr, uint32_t width,
                          const uint64_t *values, uint32_t cost,
                          itp_fact_list *out) {
  assert(c->sample_count >= 1 && width <= 64);
  int64_t low = itp_signed(values[0], width), high = low;
  uint64_t least = values[0], greatest = values[0];
  for (uint32_t i = 1; i < c->sample_count; i++) {
    int64_t v = itp_signed(values[i], width);
    low = v < low ? v : low;
    high = v > high ? v : high;
    least = values[i] < least ? values[i] : least;
    greatest = values[i] > greatest ? values[i] : greatest;
  }
  itp_bound like = {.expr = expr, .width = width, .is_signed = true};
  add_range(c, &like, (uint64_t)low, (uint64_t)high, cost, out);
  if (width == 0)
    return;
  like.is_signed = false;
  add_range(c, &like, least, greatest, cost, out);
}

static void collect_bounds(const itp_cloud *c, itp_fact_list *out) {
  uint64_t *values = mem_alloc(c->sample_count * sizeof *values);
  for (uint32_t i = 0; i < c->slot_count; i++) {
    const itp_slot *s = &c->frame->slots.data[c->slots[i]];
    if (s->is_bool)
      continue;
    for (uint32_t k = 0; k < c->sample_count; k++)
      values[k] = c->samples[k][c->slots[i]];
    itp_bounds_of(c, s->variable, s->width, values, COST_BOUND, out);
  }
  mem_free(values);
}

// --- two variables -----------------------------------------------------------

// Beyond this many relevant variables pairs cost more than they bring.
enum { MAX_PAIRED = 8 };

typedef struct {
  const itp_slot *x, *y;
  uint32_t x_slot, y_slot;
} pair;

static uint64_t combine(const pair *p, const uint64_t *sample, bool is_sum) {
  assert(p->x_slot != p->y_slot);
  uint64_t x = sample[p->x_slot], y = sample[p->y_slot];
  return (is_sum ? x + y : x - y) & itp_mask(p->x->width);
}

// Over Int a sum may not fit into 64 bits; then there is no such fact.
static bool combine_fits(const pair *p, const uint64_t *sample, bool is_sum) {
  int64_t x = (int64_t)sample[p->x_slot], y = (int64_t)sample[p->y_slot], z;
  if (p->x->width > 0)
    return true;
  return is_sum ? !__builtin_add_overflow(x, y, &z)
                : !__builtin_sub_overflow(x, y, &z);
}

static term pair_expr(terms *tt, const pair *p, bool is_sum) {
  term x = p->x->variable, y = p->y->variable;
  if (p->x->width == 0)
    return is_sum ? term_add(tt, x, y) : term_sub(tt, x, y);
  return is_sum ? term_bvadd(tt, x, y) : term_bvsub(tt, x, y);
}

static void add_linear(const itp_cloud *c, const pair *p, bool is_sum,
                       itp_fact_list *out) {
  uint64_t *values = mem_alloc(c->sample_count * sizeof *values);
  bool fits = true;
  for (uint32_t k = 0; k < c->sample_count; k++) {
    values[k] = combine(p, c->samples[k], is_sum);
    fits = fits && combine_fits(p, c->samples[k], is_sum);
  }
  if (fits)
    itp_bounds_of(c, pair_expr(c->frame->tt, p, is_sum), p->x->width, values,
                  COST_PAIR, out);
  mem_free(values);
}

// How x and y compare on all samples.
typedef struct {
  bool less, equal, greater;
} comparison;

static comparison compare(const itp_cloud *c, const pair *p, bool is_signed) {
  comparison r = {0};
  for (uint32_t k = 0; k < c->sample_count; k++) {
    uint64_t x = c->samples[k][p->x_slot], y = c->samples[k][p->y_slot];
    int64_t sx = itp_signed(x, p->x->width), sy = itp_signed(y, p->x->width);
    r.equal |= x == y;
    r.less |= is_signed ? sx < sy : x < y;
    r.greater |= is_signed ? sx > sy : x > y;
  }
  return r;
}

static term order_formula(terms *tt, term x, term y, bool is_signed,
                          bool is_strict) {
  if (sort_get_kind(tt, term_sort(tt, x)) == SORT_INT)
    return is_strict ? term_lt(tt, x, y) : term_le(tt, x, y);
  if (is_signed)
    return is_strict ? term_bvslt(tt, x, y) : term_bvsle(tt, x, y);
  return is_strict ? term_bvult(tt, x, y) : term_bvule(tt, x, y);
}

static void add_order(const itp_cloud *c, const pair *p, bool is_signed,
                      itp_fact_list *out) {
  assert(p->x->width == p->y->width && !p->x->is_bool && !p->y->is_bool);
  comparison r = compare(c, p, is_signed);
  assert(r.less || r.equal || r.greater);
  if (r.less && r.greater)
    return;
  term x = p->x->variable, y = p->y->variable;
  uint32_t cost = COST_ORDER;
  if (is_signed != c->frame->prefers_signed)
    cost += COST_OTHER_SIGN - COST_BOUND;
  // The strict order first in line to be dropped: the other may do.
  for (int turn = 0; turn < 2; turn++) {
    bool holds = turn == 0 ? !r.greater : !r.less;
    term a = turn == 0 ? x : y, b = turn == 0 ? y : x;
    terms *tt = c->frame->tt;
    itp_fact f = {.domain = &itp_pairs, .cost = cost};
    f.formula = order_formula(tt, a, b, is_signed, false);
    if (holds)
      vec_push(out, f);
    f.cost++;
    f.formula = order_formula(tt, a, b, is_signed, true);
    if (holds && !r.equal)
      vec_push(out, f);
  }
}

static void collect_pair(const itp_cloud *c, const pair *p,
                         itp_fact_list *out) {
  add_order(c, p, true, out);
  if (p->x->width > 0)
    add_order(c, p, false, out);
  add_linear(c, p, false, out);
  add_linear(c, p, true, out);
}

static void collect_pairs(const itp_cloud *c, itp_fact_list *out) {
  if (c->slot_count > MAX_PAIRED)
    return;
  for (uint32_t i = 0; i < c->slot_count; i++)
    for (uint32_t j = i + 1; j < c->slot_count; j++) {
      pair p = {.x_slot = c->slots[i], .y_slot = c->slots[j]};
      p.x = &c->frame->slots.data[p.x_slot];
      p.y = &c->frame->slots.data[p.y_slot];
      if (!p.x->is_bool && !p.y->is_bool && p.x->width == p.y->width)
        collect_pair(c, &p, out);
    }
}

const itp_domain itp_bounds = {
    .name = "bounds", .collect = collect_bounds, .weaken = itp_bound_weaken};
const itp_domain itp_pairs = {.name = "pairs", .collect = collect_pairs};
