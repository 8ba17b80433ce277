// SPDX-License-Identifier: Apache-2.0
// A term becomes one node, however often it occurs. Where a note says what a
// circuit computes (term/origin.h), the node is that operation instead of the
// circuit. Links tie the nodes of a block to the tracked expressions that have
// the same value.
#include "domain/tape.h"

#include <assert.h>

#include "domain/flow.h"

void tape_writer_clear(tape_writer *w) {
  term_map_free(&w->slots);
  term_map_free(&w->nodes);
  term_set_free(&w->seen);
  vec_free(&w->order);
  hmap_free(&w->slot_nodes);
}

void tape_begin(tape_writer *w, tape *t) {
  assert(t->nodes.len == 0);
  t->guard = TAPE_NONE;
  term_map_clear(&w->nodes);
  term_set_clear(&w->seen);
  hmap_clear(&w->slot_nodes);
}

void tape_clear(tape *t) {
  vec_free(&t->nodes);
  vec_free(&t->args);
  vec_free(&t->outputs);
  vec_free(&t->leaves);
}

// --- constants --------------------------------------------------------------

static const vset *store_range(tape_writer *w, wide lo, wide hi) {
  assert(lo <= hi);
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

static void push_arg(const tape_writer *w, tape *t, tape_node *n, uint32_t i,
                     term x) {
  uint32_t arg = TAPE_NONE;
  bool is_there = term_map_find(&w->nodes, x, &arg);
  assert(is_there && "arguments should come first");
  (void)is_there;
  vec_push(&t->args, arg);
  if (i < 2)
    n->op.args[i] = t->nodes.data[arg].op.type;
}

// An operation that the term is the result of.
static tape_node origin_node(tape_writer *w, tape *t, term x,
                             const term_origin *o) {
  tape_node n = {.slot = TAPE_NONE, .first = t->args.len, .count = o->arity};
  n.op = (transfer_op){.kind = TERM_KIND_COUNT,
                       .origin = (origin_op)o->op,
                       .mode = o->mode,
                       .from = o->from,
                       .to = o->to,
                       .type = vtype_of(w->tt, term_sort(w->tt, x))};
  for (uint32_t i = 0; i < n.count; i++)
    push_arg(w, t, &n, i, o->args[i]);
  return n;
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
  for (uint32_t i = 0; i < n.count; i++)
    push_arg(w, t, &n, i, term_arg(w->tt, x, i));
  return n;
}

// --- links to tracked expressions -------------------------------------------

static uint32_t push_node(tape *t, const tape_node *n) {
  assert(n->first + n->count <= t->args.len);
  vec_push(&t->nodes, *n);
  return t->nodes.len - 1;
}

static uint32_t slot_node(tape_writer *w, tape *t, uint32_t slot, vtype type) {
  assert(slot != TAPE_NONE);
  const uint64_t *known = hmap_find(&w->slot_nodes, slot);
  if (known != NULL)
    return (uint32_t)*known;
  tape_node n = {.slot = slot, .op = {.kind = TERM_VARIABLE, .type = type}};
  uint32_t node = push_node(t, &n);
  vec_push(&t->leaves, ((tape_output){slot, node}));
  hmap_put(&w->slot_nodes, slot, node);
  return node;
}

static uint32_t push_operator(tape *t, term_kind kind, vtype type, uint32_t a,
                              uint32_t b) {
  assert(a < t->nodes.len);
  tape_node n = {.slot = TAPE_NONE, .first = t->args.len, .count = 1};
  n.op = (transfer_op){.kind = kind, .type = type, .args = {type, type}};
  vec_push(&t->args, a);
  if (b != TAPE_NONE) {
    vec_push(&t->args, b);
    n.count = 2;
  }
  return push_node(t, &n);
}

// The node of sign * slot + constant.
static uint32_t link_node(tape_writer *w, tape *t, vtype type,
                          tracked_link link) {
  bool is_bv = type.kind == VTYPE_BV;
  uint32_t node = slot_node(w, t, link.slot, type);
  if (link.is_negative)
    node =
        push_operator(t, is_bv ? TERM_BVNEG : TERM_NEG, type, node, TAPE_NONE);
  if (link.constant == 0)
    return node;
  wide c = link.constant;
  if (is_bv && c < 0)
    c += vtype_modulus(type);
  tape_node k = {.slot = TAPE_NONE, .constant = store_range(w, c, c)};
  k.op = (transfer_op){.kind = TERM_VALUE, .type = type};
  uint32_t offset = push_node(t, &k);
  return push_operator(t, is_bv ? TERM_BVADD : TERM_ADD, type, node, offset);
}

// The linear form that a link of x would speak of.
static bool form_of(const terms *tt, term x, lin *form) {
  lin a;
  switch (term_get_kind(tt, x)) {
  case TERM_EQ:
  case TERM_BVULT:
  case TERM_BVULE:
  case TERM_BVSLT:
  case TERM_BVSLE:
  case TERM_LT:
  case TERM_LE:
    return lin_of(tt, term_arg(tt, x, 0), &a) &&
           lin_of(tt, term_arg(tt, x, 1), form) && lin_add(form, form, &a, -1);
  case TERM_VALUE:
  case TERM_VARIABLE:
  case TERM_ITE:
  case TERM_SELECT:
  case TERM_STORE:
  case TERM_CONST_ARRAY:
    return false;
  default:
    return lin_of(tt, x, form);
  }
}

static uint32_t find_link(tape_writer *w, tape *t, term x) {
  lin form;
  tracked_link link;
  if (w->tracked == NULL || w->tracked->forms.len == 0 ||
      !form_of(w->tt, x, &form) || !tracked_find(w->tracked, &form, &link))
    return TAPE_NONE;
  return link_node(w, t, form.type, link);
}

// A node that has the value of the relation's, and also that of the slot of the
// tracked condition that it is: twice negated, to have room for the link.
static uint32_t tie_condition(tape_writer *w, tape *t, term x, uint32_t node) {
  assert(node < t->nodes.len);
  uint32_t slot;
  bool is_negated;
  vtype truth = {VTYPE_BV, 1};
  if (w->tracked == NULL ||
      !tracked_find_condition(w->tracked, x, &slot, &is_negated))
    return node;
  uint32_t link = slot_node(w, t, slot, truth);
  uint32_t negated = push_operator(t, TERM_NOT, truth, link, TAPE_NONE);
  if (is_negated)
    link = negated;
  uint32_t no = push_operator(t, TERM_NOT, truth, node, TAPE_NONE);
  uint32_t yes = push_operator(t, TERM_NOT, truth, no, TAPE_NONE);
  vec_push(&t->args, link);
  t->nodes.data[yes].count++;
  t->nodes.data[yes].is_linked = true;
  return yes;
}

uint32_t tape_write(tape_writer *w, tape *t, term x) {
  vec_clear(&w->order);
  term_origins_first(w->tt, &x, 1, &w->seen, &w->order);
  for (uint32_t i = 0; i < w->order.len; i++) {
    const term_origin *o = term_get_origin(w->tt, w->order.data[i]);
    uint32_t link = o ? TAPE_NONE : find_link(w, t, w->order.data[i]);
    tape_node n = o ? origin_node(w, t, w->order.data[i], o)
                    : node_of(w, t, w->order.data[i]);
    if (link != TAPE_NONE) {
      vec_push(&t->args, link);
      n.count++;
      n.is_linked = true;
    }
    if (n.slot != TAPE_NONE) {
      tape_output leaf = {n.slot, t->nodes.len};
      vec_push(&t->leaves, leaf);
    }
    vec_push(&t->nodes, n);
    term_map_put(&w->nodes, w->order.data[i],
                 tie_condition(w, t, w->order.data[i], t->nodes.len - 1));
  }
  uint32_t node = TAPE_NONE;
  bool is_there = term_map_find(&w->nodes, x, &node);
  assert(is_there);
  (void)is_there;
  return node;
}

// --- parts of tracked expressions -------------------------------------------

// The node of factor * variable.
static uint32_t scaled_node(tape_writer *w, tape *t, vtype type, lin_part p) {
  uint32_t node = tape_write(w, t, p.atom);
  if (p.factor == 1)
    return node;
  wide c = p.factor;
  if (type.kind == VTYPE_BV && c < 0)
    c += vtype_modulus(type);
  tape_node k = {.slot = TAPE_NONE, .constant = store_range(w, c, c)};
  k.op = (transfer_op){.kind = TERM_VALUE, .type = type};
  uint32_t factor = push_node(t, &k);
  term_kind kind = type.kind == VTYPE_BV ? TERM_BVMUL : TERM_MUL;
  return push_operator(t, kind, type, node, factor);
}

static void tie(tape_writer *w, tape *t, const lin *form, uint32_t part,
                uint32_t rest) {
  assert(part < form->count);
  tracked_link whole;
  bool is_tracked = tracked_find(w->tracked, form, &whole);
  assert(is_tracked && "only tracked forms should be tied");
  (void)is_tracked;
  uint32_t link = link_node(w, t, form->type, whole);
  uint32_t one = scaled_node(w, t, form->type, form->parts[part]);
  term_kind kind = form->type.kind == VTYPE_BV ? TERM_BVADD : TERM_ADD;
  uint32_t sum = push_operator(t, kind, form->type, rest, one);
  vec_push(&t->args, link);
  t->nodes.data[sum].count++;
  t->nodes.data[sum].is_linked = true;
}

void tape_write_parts(tape_writer *w, tape *t, const lin *form) {
  assert(form->count > 0);
  for (uint32_t i = 0; i < form->count; i++) {
    uint32_t node;
    if (!term_map_find(&w->nodes, form->parts[i].atom, &node))
      continue;
    lin rest = tracked_without(form, i);
    tracked_link link;
    if (rest.count == 1 && term_map_find(&w->nodes, rest.parts[0].atom, &node))
      tie(w, t, form, i, scaled_node(w, t, form->type, rest.parts[0]));
    else if (rest.count > 1 && tracked_find(w->tracked, &rest, &link))
      tie(w, t, form, i, link_node(w, t, form->type, link));
  }
}
