// SPDX-License-Identifier: Apache-2.0
// Evaluation of a block over sets of values.
//
// The guard and the new values of a block are one graph of operations. Each
// operation holds a set that includes its value in every execution of the block
// from a state of 'in'. Sets only shrink: forwards from the arguments,
// backwards from the result, beginning with the guard, which must be true
// (Benhamou, Goualard, Granvilliers, Puget: "Revising Hull and Box
// Consistency", ICLP 1999, over sets instead of intervals). A set that runs
// empty shows that the block cannot be passed.
//
// Both branches of an if-then-else, and all parts of a disjunction that holds
// or of a conjunction that does not, would be mixed up by that. They are told
// apart by a case distinction: assume one case, propagate in a part of the
// graph of bounded size, undo; what holds in all cases holds. A part of the
// graph suffices for soundness, since sets outside of it hold in every case; so
// the cost stays linear.
#include "domain/post.h"

#include <assert.h>
#include <stdlib.h>

#include "base/unreachable.h"

enum { POLL_GAP = 256 };

static const vset BITS[4] = {{.count = 0, .mod = 1},
                             {.count = 1, .mod = 1, .part = {{0, 0}}},
                             {.count = 1, .mod = 1, .part = {{1, 1}}},
                             {.count = 1, .mod = 1, .part = {{0, 1}}}};

void post_init(post *x, const vtype *types, uint32_t slot_count,
               post_effort effort, patience p) {
  assert(effort.arcs >= 1 && effort.arcs <= VSET_ARCS);
  *x = (post){.types = types,
              .slot_count = slot_count,
              .effort = effort,
              .patience = p};
  x->scratch = arena_new();
  x->own = arena_new();
  vset top = vset_top((vtype){VTYPE_OTHER, 0});
  x->tops[0] = vset_store(x->own, &top);
  for (uint32_t i = 1; i <= 64; i++) {
    top = vset_top((vtype){VTYPE_BV, i});
    x->tops[i] = vset_store(x->own, &top);
  }
  for (int i = 0; i < 4; i++)
    x->bits[i] = &BITS[i];
}

void post_clear(post *x) {
  arena_free(x->scratch);
  arena_free(x->own);
  vec_free(&x->values);
  vec_free(&x->trail);
  vec_free(&x->stamps);
  vec_free(&x->cone);
}

// --- sets of operations -----------------------------------------------------

static const tape_node *node_at(const post *x, uint32_t i) {
  assert(i < x->tape->nodes.len);
  return &x->tape->nodes.data[i];
}

static const vset *arg_value(const post *x, const tape_node *n, uint32_t i) {
  assert(i < n->count);
  return x->values.data[x->tape->args.data[n->first + i]];
}

static const vset *truth(const post *x, bool is_true) {
  return x->bits[is_true ? 2 : 1];
}

static bool can_be(const vset *a, bool truth_value) {
  return vset_has(a, truth_value ? 1 : 0);
}

static bool is_surely(const vset *a, bool truth_value) {
  return !can_be(a, !truth_value);
}

// Replaces the set of an operation by a smaller one. False: it is empty.
static bool put(post *x, uint32_t i, const vset *smaller) {
  assert(i < x->values.len);
  if (x->is_trailing)
    vec_push(&x->trail, ((post_change){i, x->values.data[i]}));
  x->values.data[i] = smaller;
  x->is_changed = true;
  return smaller->count > 0;
}

// False: nothing is left.
static bool narrow(post *x, uint32_t i, const vset *by) {
  assert(i < x->values.len);
  const vset *old = x->values.data[i];
  if (old == by || vset_is_subset(old, by))
    return old->count > 0;
  vset met = vset_meet(node_at(x, i)->op.type, old, by);
  if (vset_equal(&met, old))
    return true;
  return put(x, i, vset_store(x->scratch, &met));
}

static void undo(post *x, uint32_t mark) {
  assert(mark <= x->trail.len);
  while (x->trail.len > mark) {
    post_change c = vec_pop(&x->trail);
    x->values.data[c.index] = c.old;
  }
}

// --- forwards ---------------------------------------------------------------

// And and or: 'dominant' is the value of an argument that decides.
static const vset *junction(const post *x, const tape_node *n, bool dominant) {
  bool can_dominate = false;
  for (uint32_t i = 0; i < n->count; i++) {
    const vset *a = arg_value(x, n, i);
    if (is_surely(a, dominant))
      return truth(x, dominant);
    can_dominate |= can_be(a, dominant);
  }
  return can_dominate ? x->bits[3] : truth(x, !dominant);
}

static vset choose(const post *x, const tape_node *n) {
  assert(n->op.kind == TERM_ITE);
  const vset *c = arg_value(x, n, 0);
  const vset *yes = arg_value(x, n, 1), *no = arg_value(x, n, 2);
  if (is_surely(c, true))
    return vset_load(yes);
  if (is_surely(c, false))
    return vset_load(no);
  return vset_join(n->op.type, yes, no, x->effort.arcs);
}

// What a relation's node compares, and how.
static relation relation_of(const tape_node *n, bool *is_signed) {
  *is_signed = n->op.kind == TERM_BVSLT || n->op.kind == TERM_BVSLE;
  switch (n->op.kind) {
  case TERM_EQ:
    return RELATE_EQUAL;
  case TERM_BVULT:
  case TERM_BVSLT:
  case TERM_LT:
    return RELATE_LESS;
  default:
    return RELATE_LESS_EQUAL;
  }
}

static bool is_relation(const tape_node *n) {
  return n->op.kind == TERM_EQ || n->op.kind == TERM_LT ||
         n->op.kind == TERM_LE ||
         (n->op.kind >= TERM_BVULT && n->op.kind <= TERM_BVSLE);
}

// From a tracked expression to the sum that it is, or the relation that it
// decides.
static bool forward_link(post *x, uint32_t i) {
  const tape_node *n = node_at(x, i);
  const vset *link = arg_value(x, n, n->count - 1);
  if (!is_relation(n))
    return narrow(x, i, link);
  bool is_signed;
  relation r = relation_of(n, &is_signed);
  vset known = relate_difference(n->op.args[0], is_signed, r,
                                 arg_value(x, n, 0), arg_value(x, n, 1), link);
  return narrow(x, i, &known);
}

static bool forward_node(post *x, uint32_t i) {
  const tape_node *n = node_at(x, i);
  vset result;
  switch (n->op.kind) {
  case TERM_AND:
    return narrow(x, i, junction(x, n, false));
  case TERM_OR:
    return narrow(x, i, junction(x, n, true));
  case TERM_ITE:
    if (n->op.type.kind == VTYPE_OTHER)
      return true;
    result = choose(x, n);
    break;
  default:
    if (!transfer_has(&n->op))
      return x->values.data[i]->count > 0;
    transfer_op op = n->op;
    op.arcs = x->effort.arcs;
    result = transfer_forward(&op, arg_value(x, n, 0),
                              tape_arity(n) > 1 ? arg_value(x, n, 1) : NULL);
  }
  if (n->is_linked && !forward_link(x, i))
    return false;
  if (vset_is_top(n->op.type, &result))
    return x->values.data[i]->count > 0;
  return narrow(x, i, &result);
}

// --- backwards --------------------------------------------------------------

// A junction with the other value than 'dominant' forces all arguments; with
// 'dominant' itself the only argument that can have it.
static bool back_junction(post *x, const tape_node *n, const vset *result,
                          bool dominant) {
  assert(n->op.kind == TERM_AND || n->op.kind == TERM_OR);
  const uint32_t *args = &x->tape->args.data[n->first];
  if (is_surely(result, !dominant)) {
    for (uint32_t i = 0; i < n->count; i++)
      if (!narrow(x, args[i], truth(x, !dominant)))
        return false;
    return true;
  }
  if (!is_surely(result, dominant))
    return true;
  uint32_t candidates = 0, last = 0;
  for (uint32_t i = 0; i < n->count && candidates < 2; i++)
    if (can_be(x->values.data[args[i]], dominant)) {
      candidates++;
      last = args[i];
    }
  if (candidates == 0)
    return false;
  return candidates > 1 || narrow(x, last, truth(x, dominant));
}

static bool back_choice(post *x, const tape_node *n, const vset *result) {
  assert(n->op.kind == TERM_ITE && n->count == 3);
  const uint32_t *args = &x->tape->args.data[n->first];
  const vset *c = x->values.data[args[0]];
  if (n->op.type.kind == VTYPE_OTHER)
    return true;
  if (is_surely(c, true))
    return narrow(x, args[1], result);
  if (is_surely(c, false))
    return narrow(x, args[2], result);
  vset yes = vset_meet(n->op.type, x->values.data[args[1]], result);
  vset no = vset_meet(n->op.type, x->values.data[args[2]], result);
  if (vset_is_empty(&yes) && !narrow(x, args[0], truth(x, false)))
    return false;
  return !vset_is_empty(&no) || narrow(x, args[0], truth(x, true));
}

static bool narrow_if_changed(post *x, uint32_t i, const vset *by) {
  return vset_equal(by, x->values.data[i]) || narrow(x, i, by);
}

static bool back_link(post *x, const tape_node *n, const vset *result) {
  const uint32_t *args = &x->tape->args.data[n->first];
  uint32_t link = args[n->count - 1];
  if (!is_relation(n))
    return narrow(x, link, result);
  bool can_hold = can_be(result, true), is_signed;
  if (can_hold && can_be(result, false))
    return true;
  relation r = relation_of(n, &is_signed);
  vset a = vset_load(x->values.data[args[0]]);
  vset b = vset_load(x->values.data[args[1]]);
  vset d = vset_load(x->values.data[link]);
  relate_assume_difference(n->op.args[0], is_signed, r, can_hold, &a, &b, &d);
  return narrow_if_changed(x, link, &d) && narrow_if_changed(x, args[0], &a) &&
         narrow_if_changed(x, args[1], &b);
}

static bool back_operator(post *x, const tape_node *n, const vset *result) {
  const uint32_t *args = &x->tape->args.data[n->first];
  bool is_binary = tape_arity(n) > 1;
  if (n->is_linked && !back_link(x, n, result))
    return false;
  if (vset_is_top(n->op.type, result))
    return true;
  vset a = vset_load(x->values.data[args[0]]), b;
  if (is_binary)
    b = vset_load(x->values.data[args[1]]);
  transfer_op op = n->op;
  op.arcs = x->effort.arcs;
  transfer_backward(&op, result, &a, is_binary ? &b : NULL);
  return narrow_if_changed(x, args[0], &a) &&
         (!is_binary || narrow_if_changed(x, args[1], &b));
}

static bool backward_node(post *x, uint32_t i) {
  const tape_node *n = node_at(x, i);
  const vset *result = x->values.data[i];
  switch (n->op.kind) {
  case TERM_AND:
    return back_junction(x, n, result, false);
  case TERM_OR:
    return back_junction(x, n, result, true);
  case TERM_ITE:
    return back_choice(x, n, result);
  default:
    return !transfer_has(&n->op) || back_operator(x, n, result);
  }
}

// --- case distinctions ------------------------------------------------------

static int compare_indices(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

// The operations below the root, nearest first, up to the bound; then sorted.
static void collect_cone(post *x, uint32_t root) {
  assert(root < x->tape->nodes.len);
  vec_clear(&x->cone);
  x->stamp++;
  x->stamps.data[root] = x->stamp;
  vec_push(&x->cone, root);
  for (uint32_t i = 0; i < x->cone.len; i++) {
    const tape_node *n = node_at(x, x->cone.data[i]);
    for (uint32_t j = 0; j < n->count; j++) {
      uint32_t arg = x->tape->args.data[n->first + j];
      if (x->stamps.data[arg] == x->stamp || x->cone.len >= x->effort.cone)
        continue;
      x->stamps.data[arg] = x->stamp;
      vec_push(&x->cone, arg);
    }
  }
  qsort(x->cone.data, x->cone.len, sizeof *x->cone.data, compare_indices);
}

static bool sweep_cone(post *x) {
  for (uint32_t i = x->cone.len; i > 0; i--)
    if (!backward_node(x, x->cone.data[i - 1]))
      return false;
  for (uint32_t i = 0; i < x->cone.len; i++)
    if (!forward_node(x, x->cone.data[i]))
      return false;
  return true;
}

// Adds what holds in one case to 'all'. False: the case is impossible.
static bool try_case(post *x, uint32_t node, bool is_true, const vset **all) {
  assert(node < x->tape->nodes.len);
  uint32_t mark = x->trail.len;
  bool was_trailing = x->is_trailing, was_changed = x->is_changed;
  x->is_trailing = true;
  bool is_possible = narrow(x, node, truth(x, is_true)) && sweep_cone(x);
  for (uint32_t i = 0; i < x->cone.len && is_possible; i++) {
    const vset *here = x->values.data[x->cone.data[i]];
    if (all[i] == NULL) {
      all[i] = here;
    } else if (all[i] != here) {
      vtype t = node_at(x, x->cone.data[i])->op.type;
      vset both = vset_join(t, all[i], here, x->effort.arcs);
      all[i] = vset_store(x->scratch, &both);
    }
  }
  undo(x, mark);
  x->is_trailing = was_trailing;
  x->is_changed = was_changed;
  return is_possible;
}

// The value of an argument that decides a junction.
static bool dominant_of(const tape_node *n) { return n->op.kind == TERM_OR; }

// All cases of the operation: both values of a condition, or each argument that
// could be the one that decided a junction. False: none is possible.
static bool distinguish(post *x, uint32_t root) {
  const tape_node *n = node_at(x, root);
  const uint32_t *args = &x->tape->args.data[n->first];
  collect_cone(x, root);
  const vset **all = ARENA_ARRAY(x->scratch, const vset *, x->cone.len);
  bool is_any = false;
  if (n->op.kind == TERM_ITE) {
    is_any |= try_case(x, args[0], true, all);
    is_any |= try_case(x, args[0], false, all);
  } else {
    bool dominant = dominant_of(n);
    for (uint32_t i = 0; i < n->count; i++)
      if (can_be(x->values.data[args[i]], dominant))
        is_any |= try_case(x, args[i], dominant, all);
  }
  for (uint32_t i = 0; i < x->cone.len && is_any; i++)
    if (!narrow(x, x->cone.data[i], all[i]))
      return false;
  return is_any;
}

static bool has_cases(const post *x, uint32_t i) {
  const tape_node *n = node_at(x, i);
  if (n->op.kind == TERM_ITE) {
    const vset *c = arg_value(x, n, 0);
    return n->op.type.kind != VTYPE_OTHER && can_be(c, true) &&
           can_be(c, false);
  }
  bool dominant = dominant_of(n);
  if ((n->op.kind != TERM_OR && n->op.kind != TERM_AND) ||
      !is_surely(x->values.data[i], dominant))
    return false;
  uint32_t candidates = 0;
  for (uint32_t j = 0; j < n->count; j++)
    candidates += can_be(arg_value(x, n, j), dominant);
  return candidates >= 2 && candidates <= x->effort.cases;
}

// --- the whole block --------------------------------------------------------

static const vset *leaf_value(const post *x, const tape_node *n,
                              const state *in) {
  if (n->slot != TAPE_NONE && in->slots[n->slot] != NULL)
    return in->slots[n->slot];
  if (n->constant != NULL)
    return n->constant;
  return x->tops[n->op.type.kind == VTYPE_BV ? n->op.type.width : 0];
}

static bool load(post *x, const tape *t, const state *in) {
  arena_reset(x->scratch);
  x->tape = t;
  vec_clear(&x->trail);
  vec_resize(&x->values, t->nodes.len);
  if (x->stamps.len < t->nodes.len)
    vec_resize(&x->stamps, t->nodes.len);
  for (uint32_t i = 0; i < t->nodes.len; i++) {
    x->values.data[i] = leaf_value(x, node_at(x, i), in);
    if (!forward_node(x, i))
      return false;
  }
  return true;
}

// A stop looks like a block that cannot be passed; the caller asks for it.
static bool is_stopped(post *x, uint32_t i) {
  if (i % POLL_GAP == 0 && x->patience.is_over(x->patience.data))
    x->is_stopped = true;
  return x->is_stopped;
}

static bool sweep(post *x) {
  for (uint32_t i = x->tape->nodes.len; i > 0; i--)
    if (is_stopped(x, i) || !backward_node(x, i - 1))
      return false;
  for (uint32_t i = 0; i < x->tape->nodes.len; i++)
    if (!forward_node(x, i))
      return false;
  return true;
}

static bool propagate(post *x) {
  for (uint32_t pass = 0; pass < x->effort.passes; pass++) {
    x->is_changed = false;
    if (!sweep(x))
      return false;
    if (!x->is_changed)
      return true;
  }
  return true;
}

static bool distinguish_all(post *x) {
  if (x->effort.cases == 0)
    return true;
  x->is_changed = false;
  for (uint32_t i = 0; i < x->tape->nodes.len; i++) {
    if (has_cases(x, i) &&
        (is_stopped(x, ++x->distinctions) || !distinguish(x, i)))
      return false;
    if (!forward_node(x, i))
      return false;
  }
  return !x->is_changed || propagate(x);
}

static void set_slot(const post *x, state *out, tape_output o) {
  assert(o.node < x->values.len);
  const vset *v = x->values.data[o.node];
  assert(o.slot < x->slot_count && v->count > 0);
  out->slots[o.slot] = vset_is_top(x->types[o.slot], v) ? NULL : v;
}

bool post_edge(post *x, const tape *t, const state *in, state *out) {
  assert(in != out);
  if (!load(x, t, in) || !narrow(x, t->guard, truth(x, true)) ||
      !propagate(x) || !distinguish_all(x))
    return false;
  for (uint32_t i = 0; i < x->slot_count; i++)
    out->slots[i] = in->slots[i];
  for (uint32_t i = 0; i < t->leaves.len; i++)
    set_slot(x, out, t->leaves.data[i]);
  for (uint32_t i = 0; i < t->outputs.len; i++)
    set_slot(x, out, t->outputs.data[i]);
  return true;
}

// --- what is open -----------------------------------------------------------

static void push_once(post *x, uint32_t i) {
  assert(i < x->tape->nodes.len);
  wide n;
  if (x->stamps.data[i] == x->stamp || vset_is_one(x->values.data[i], &n))
    return;
  x->stamps.data[i] = x->stamp;
  vec_push(&x->cone, i);
}

// A branch that is not taken decides nothing.
static void push_open_args(post *x, const tape_node *n) {
  bool is_ite = n->op.kind == TERM_ITE;
  for (uint32_t i = 0; i < n->count; i++)
    if (!is_ite || i == 0 || can_be(arg_value(x, n, 0), i == 1))
      push_once(x, x->tape->args.data[n->first + i]);
}

// Sets are computed forwards alone: nothing is assumed of the guard.
void post_find_open(post *x, const tape *t, const state *in, uint8_t *is_open) {
  for (uint32_t i = 0; i < x->slot_count; i++)
    is_open[i] = false;
  if (!load(x, t, in))
    return;
  vec_clear(&x->cone);
  x->stamp++;
  push_once(x, t->guard);
  while (x->cone.len > 0) {
    const tape_node *n = node_at(x, vec_pop(&x->cone));
    if (n->slot != TAPE_NONE)
      is_open[n->slot] = true;
    push_open_args(x, n);
  }
}
