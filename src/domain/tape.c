// SPDX-License-Identifier: Apache-2.0
#include "domain/tape.h"

#include <assert.h>

#include "domain/flow.h"

void tape_writer_clear(tape_writer *w) {
  term_map_free(&w->slots);
  term_map_free(&w->nodes);
  term_set_free(&w->seen);
  vec_free(&w->order);
}

void tape_begin(tape_writer *w, tape *t) {
  assert(t->nodes.len == 0);
  t->guard = TAPE_NONE;
  term_map_clear(&w->nodes);
  term_set_clear(&w->seen);
}

void tape_clear(tape *t) {
  vec_free(&t->nodes);
  vec_free(&t->args);
  vec_free(&t->outputs);
  vec_free(&t->leaves);
}

// --- constants --------------------------------------------------------------

static const vset *store_range(tape_writer *w, wide lo, wide hi) {
  vset s = vset_span(lo, hi);
  return vset_store(w->mem, &s);
}

// Integers that enclose a number; NULL: it is too large.
static const vset *constant_of_number(tape_writer *w, value v) {
  mpq_t q;
  mpz_t floor, ceiling;
  mpq_init(q);
  mpz_init(floor);
  mpz_init(ceiling);
  value_get_mpq(v, q);
  mpz_fdiv_q(floor, mpq_numref(q), mpq_denref(q));
  mpz_cdiv_q(ceiling, mpq_numref(q), mpq_denref(q));
  const vset *s = NULL;
  if (mpz_fits_slong_p(floor) && mpz_fits_slong_p(ceiling))
    s = store_range(w, mpz_get_si(floor), mpz_get_si(ceiling));
  mpq_clear(q);
  mpz_clear(floor);
  mpz_clear(ceiling);
  return s;
}

static const vset *constant_of(tape_writer *w, term x) {
  value v = term_get_value(w->tt, x);
  switch ((value_kind)v.kind) {
  case VALUE_BOOL:
    return store_range(w, value_is_true(v), value_is_true(v));
  case VALUE_BV:
    if (v.width > 64)
      return NULL;
    return store_range(w, (wide)value_get_u64(v), (wide)value_get_u64(v));
  case VALUE_INT:
  case VALUE_REAL:
    return constant_of_number(w, v);
  case VALUE_ARRAY:
  case VALUE_NONE:
    break;
  }
  return NULL;
}

// --- nodes ------------------------------------------------------------------

static void set_params(const tape_writer *w, transfer_op *op, term x) {
  switch (op->kind) {
  case TERM_EXTRACT:
    op->params[1] = term_param(w->tt, x, 1);
    // fall through
  case TERM_ZERO_EXTEND:
  case TERM_SIGN_EXTEND:
  case TERM_INT_TO_BV:
    op->params[0] = term_param(w->tt, x, 0);
    return;
  default:
    return;
  }
}

static tape_node node_of(tape_writer *w, tape *t, term x) {
  tape_node n = {.slot = TAPE_NONE, .first = t->args.len};
  n.op.kind = term_get_kind(w->tt, x);
  n.op.type = vtype_of(w->tt, term_sort(w->tt, x));
  set_params(w, &n.op, x);
  if (n.op.kind == TERM_VALUE) {
    n.constant = constant_of(w, x);
    return n;
  }
  if (n.op.kind == TERM_VARIABLE) {
    (void)term_map_find(&w->slots, x, &n.slot);
    return n;
  }
  n.count = term_arity(w->tt, x);
  for (uint32_t i = 0; i < n.count; i++) {
    uint32_t arg = TAPE_NONE;
    bool is_there = term_map_find(&w->nodes, term_arg(w->tt, x, i), &arg);
    assert(is_there && "arguments should come first");
    (void)is_there;
    vec_push(&t->args, arg);
    if (i < 2)
      n.op.args[i] = t->nodes.data[arg].op.type;
  }
  return n;
}

uint32_t tape_write(tape_writer *w, tape *t, term x) {
  vec_clear(&w->order);
  term_postorder(w->tt, &x, 1, &w->seen, &w->order);
  for (uint32_t i = 0; i < w->order.len; i++) {
    tape_node n = node_of(w, t, w->order.data[i]);
    if (n.slot != TAPE_NONE) {
      tape_output leaf = {n.slot, t->nodes.len};
      vec_push(&t->leaves, leaf);
    }
    term_map_put(&w->nodes, w->order.data[i], t->nodes.len);
    vec_push(&t->nodes, n);
  }
  uint32_t node = TAPE_NONE;
  bool is_there = term_map_find(&w->nodes, x, &node);
  assert(is_there);
  (void)is_there;
  return node;
}
