// SPDX-License-Identifier: Apache-2.0
// Frames: which variables a cut shares, what the formulas say about them; and
// samples: their values in a model.
#include "interpolate/abstract/abstract.h"

#include <assert.h>

#include "base/hmap.h"
#include "term/walk.h"

// Predicates and numbers are hints: a few are enough.
enum { MAX_ATOMS = 48, MAX_CONSTANTS = 64 };
enum { SMALL = 1000 }; // what is a small integer

term itp_constant(terms *tt, uint32_t width, uint64_t bits) {
  if (width == 0)
    return term_int(tt, (int64_t)bits);
  return term_bv(tt, width, bits & itp_mask(width));
}

static bool add_slot(itp_frame *f, term variable) {
  itp_slot slot = {.variable = variable};
  switch (sort_get_kind(f->tt, term_sort(f->tt, variable))) {
  case SORT_BOOL:
    slot.is_bool = true;
    slot.width = 1;
    break;
  case SORT_BV:
    slot.width = term_width(f->tt, variable);
    break;
  case SORT_INT:
    break;
  case SORT_REAL:
  case SORT_ARRAY:
    return false;
  }
  if (slot.width > 64)
    return false;
  vec_push(&f->slots, slot);
  return true;
}

static bool is_division(term_kind kind) {
  return kind == TERM_BVUDIV || kind == TERM_BVUREM || kind == TERM_BVSDIV ||
         kind == TERM_BVSREM || kind == TERM_INT_DIV || kind == TERM_INT_MOD;
}

static void add_constant(itp_frame *f, term t) {
  value v = term_get_value(f->tt, t);
  if (f->constants.len == MAX_CONSTANTS || v.is_big ||
      (v.kind != VALUE_BV && v.kind != VALUE_INT))
    return;
  for (uint32_t i = 0; i < f->constants.len; i++)
    if (f->constants.data[i] == v.bits)
      return;
  vec_push(&f->constants, v.bits);
}

// Adds the nodes of one formula to the frame's hints. 'inside' holds the nodes
// over slots only; 'signs' counts signed comparisons against unsigned ones.
static void take_hints(itp_frame *f, const term_vec *nodes, term_set *inside,
                       int64_t *signs) {
  for (uint32_t i = 0; i < nodes->len; i++) {
    term t = nodes->data[i];
    term_kind kind = term_get_kind(f->tt, t);
    bool is_inside = kind != TERM_VARIABLE || term_set_has(inside, t);
    for (uint32_t j = 0; j < term_arity(f->tt, t); j++)
      is_inside = is_inside && term_set_has(inside, term_arg(f->tt, t, j));
    if (is_inside)
      term_set_add(inside, t);
    if (is_inside && term_is_comparison(f->tt, t) && f->atoms.len < MAX_ATOMS)
      vec_push(&f->atoms, t);
    if (kind == TERM_VALUE)
      add_constant(f, t);
    f->has_remainder |= is_division(kind);
    *signs += kind == TERM_BVSLT || kind == TERM_BVSLE ? 1 : 0;
    *signs -= kind == TERM_BVULT || kind == TERM_BVULE ? 1 : 0;
  }
}

static void read_formulas(itp_frame *f, const itp_query *q) {
  term_set seen = {0}, inside = {0};
  term_vec nodes = {0};
  int64_t signs = 0;
  for (uint32_t i = 0; i < f->slots.len; i++)
    term_set_add(&inside, f->slots.data[i].variable);
  for (uint32_t b = 0; b < q->count; b++)
    term_postorder(q->tt, q->blocks[b].formulas, q->blocks[b].formula_count,
                   &seen, &nodes);
  take_hints(f, &nodes, &inside, &signs);
  f->prefers_signed = signs >= 0;
  vec_free(&nodes);
  term_set_free(&seen);
  term_set_free(&inside);
}

bool itp_frame_init(itp_frame *f, const itp_query *q, uint32_t cut) {
  assert(cut + 1 < q->count);
  assert(q->count >= 2);
  *f = (itp_frame){.tt = q->tt};
  bool is_complete = true;
  for (uint32_t i = 0; i < q->shared[cut].len; i++)
    is_complete &= add_slot(f, q->shared[cut].data[i]);
  read_formulas(f, q);
  return is_complete;
}

void itp_frame_clear(itp_frame *f) {
  vec_free(&f->slots);
  vec_free(&f->atoms);
  vec_free(&f->constants);
}

const uint64_t *itp_sample_read(const itp_frame *f, itp_prover *p, arena *mem) {
  uint64_t *sample = ARENA_ARRAY(mem, uint64_t, f->slots.len);
  for (uint32_t i = 0; i < f->slots.len; i++) {
    value v = itp_prover_value(p, f->slots.data[i].variable, mem);
    if (v.is_big || v.kind == VALUE_NONE)
      return NULL;
    sample[i] = v.bits;
  }
  return sample;
}

term itp_frame_small(const itp_frame *f) {
  term low = term_int(f->tt, -SMALL), high = term_int(f->tt, SMALL);
  term_vec parts = {0};
  for (uint32_t i = 0; i < f->slots.len; i++)
    if (f->slots.data[i].width == 0) {
      term x = f->slots.data[i].variable;
      vec_push(&parts, term_le(f->tt, low, x));
      vec_push(&parts, term_le(f->tt, x, high));
    }
  term t = term_and_n(f->tt, parts.data, parts.len);
  vec_free(&parts);
  return t;
}

term itp_sample_equation(const itp_frame *f, const uint64_t *sample,
                         uint32_t slot) {
  assert(slot < f->slots.len);
  const itp_slot *s = &f->slots.data[slot];
  if (s->is_bool)
    return sample[slot] != 0 ? s->variable : term_not(f->tt, s->variable);
  return term_eq_make(f->tt, s->variable,
                      itp_constant(f->tt, s->width, sample[slot]));
}

static value slot_value(const itp_slot *s, uint64_t bits) {
  if (s->is_bool)
    return value_bool(bits != 0);
  return s->width == 0 ? value_int((int64_t)bits) : value_bv(s->width, bits);
}

void itp_sample_set(const itp_frame *f, const uint64_t *sample, evaluator *e) {
  eval_forget(e);
  for (uint32_t i = 0; i < f->slots.len; i++)
    eval_set(e, f->slots.data[i].variable,
             slot_value(&f->slots.data[i], sample[i]));
}
