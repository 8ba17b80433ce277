// SPDX-License-Identifier: Apache-2.0
// Fixed points over a program, with widening and narrowing.
//
// Cousot and Cousot (POPL 1977), in Bourdoncle's weak topological order: states
// grow by what blocks bring in until nothing is new. At the heads of components
// growing is accelerated: after some joins bounds jump to thresholds, then to
// the ends of the signed and unsigned ranges, then slots are given up, so that
// every chain ends. Passes over the result that replace each state by what
// really comes in regain what that lost.
//
// Whether the result of narrowing is still inductive is not argued from
// monotony, which budgets of the evaluation break: it is checked, with the same
// evaluation, that every block leads from the invariant into the invariant. If
// not, the states grow again until they do. So the result is always inductive.
//
// States are split by the values of key slots, which makes the analysis
// sensitive to the paths that these variables tell apart.
#include "domain/fixpoint.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
  COARSE_VISITS = 3, // widen to the ends of ranges
  DROP_VISITS = 4,   // give up slots that grow; after that, all of them
  SPLIT_VALUES = 16  // of one key slot
};

#define KEY_ANY VSET_INF

// --- thresholds -------------------------------------------------------------

typedef VEC(wide) wide_vec;

static int compare_wide(const void *a, const void *b) {
  wide x = *(const wide *)a, y = *(const wide *)b;
  return x < y ? -1 : x > y;
}

static void collect_constant(const tape *t, uint32_t node, wide_vec *out) {
  assert(node < t->nodes.len);
  const tape_node *n = &t->nodes.data[node];
  wide c;
  if (n->constant == NULL || !vset_is_one(n->constant, &c))
    return;
  for (wide near = c - 1; near <= c + 1; near++)
    vec_push(out, near);
  if (n->op.type.kind != VTYPE_BV || c < vtype_modulus(n->op.type) / 2)
    return;
  for (wide near = c - 1; near <= c + 1; near++)
    vec_push(out, near - vtype_modulus(n->op.type));
}

// A difference s + c changes its sign where s is -c.
static void collect_offset(const tape *t, uint32_t node, wide_vec *out) {
  assert(node < t->nodes.len);
  const tape_node *n = &t->nodes.data[node];
  if (n->count < 2)
    return;
  const vset *offset = t->nodes.data[t->args.data[n->first + 1]].constant;
  wide c;
  if (offset == NULL || !vset_is_one(offset, &c))
    return;
  bool is_upper =
      n->op.type.kind == VTYPE_BV && c >= vtype_modulus(n->op.type) / 2;
  c = is_upper ? c - vtype_modulus(n->op.type) : c;
  for (wide near = c - 1; near <= c + 1; near++) {
    vec_push(out, near);
    vec_push(out, -near);
  }
}

static void collect_constants(const tape *t, wide_vec *out) {
  for (uint32_t i = 0; i < t->nodes.len; i++) {
    const tape_node *n = &t->nodes.data[i];
    bool is_relation = n->op.kind == TERM_EQ ||
                       (n->op.kind >= TERM_BVULT && n->op.kind <= TERM_BVSLE) ||
                       n->op.kind == TERM_LT || n->op.kind == TERM_LE ||
                       n->op.origin != ORIGIN_NONE;
    for (uint32_t j = 0; j < n->count && is_relation; j++)
      collect_constant(t, t->args.data[n->first + j], out);
    if (n->is_linked && is_relation)
      collect_offset(t, t->args.data[n->first + n->count - 1], out);
  }
  for (uint32_t i = 0; i < t->outputs.len; i++)
    collect_constant(t, t->outputs.data[i].node, out);
}

static thresholds store_sorted(arena *mem, wide_vec *v) {
  if (v->len > 0)
    qsort(v->data, v->len, sizeof *v->data, compare_wide);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < v->len; i++)
    if (kept == 0 || v->data[kept - 1] != v->data[i])
      v->data[kept++] = v->data[i];
  return (thresholds){arena_copy(mem, v->data, sizeof(wide) * kept), kept};
}

// The ends of the ranges of a bit-vector: where coarse widening stops.
static void push_ends(vtype t, wide_vec *out) {
  wide half = vtype_modulus(t) / 2;
  wide ends[] = {0, half - 1, half, 2 * half - 1};
  for (int i = 0; i < 4; i++)
    vec_push(out, ends[i]);
}

static thresholds stops_of_width(arena *mem, uint32_t width, thresholds all) {
  assert(width <= 64);
  vtype t = {VTYPE_BV, width};
  wide modulus = vtype_modulus(t);
  wide_vec own = {0};
  push_ends(t, &own);
  for (uint32_t i = 0; i < all.count; i++) {
    wide c = all.data[i];
    if (c >= -modulus / 2 && c < modulus)
      vec_push(&own, c < 0 ? c + modulus : c);
  }
  thresholds result = store_sorted(mem, &own);
  vec_free(&own);
  return result;
}

static void find_stops(fixpoint *x) {
  wide_vec all = {0};
  vec_push(&all, 0);
  for (uint32_t i = 0; i < x->task.flow->edge_count; i++)
    collect_constants(&x->task.tapes[i], &all);
  x->stops = ARENA_ARRAY(x->mem, thresholds, 65);
  x->stops[0] = store_sorted(x->mem, &all);
  bool is_used[65] = {0};
  for (uint32_t i = 0; i < x->task.slot_count; i++)
    if (x->task.types[i].kind == VTYPE_BV)
      is_used[x->task.types[i].width] = true;
  for (uint32_t w = 1; w <= 64; w++)
    if (is_used[w])
      x->stops[w] = stops_of_width(x->mem, w, x->stops[0]);
  vec_free(&all);
}

// --- cells ------------------------------------------------------------------

static state new_state(fixpoint *x) {
  return (state){ARENA_ARRAY(x->mem, const vset *, x->task.slot_count)};
}

static bool same_key(const fixpoint *x, const wide *a, const wide *b) {
  for (uint32_t i = 0; i < x->task.key_count; i++)
    if (a[i] != b[i])
      return false;
  return true;
}

static cell *find_cell(fixpoint *x, uint32_t location, const wide *key) {
  assert(location <= x->task.flow->location_count);
  cell_list *list = &x->at[location];
  for (uint32_t i = 0; i < list->len; i++) {
    cell *c = &x->cells.data[list->data[i]];
    if (same_key(x, c->key, key))
      return c;
  }
  return NULL;
}

static cell *add_cell(fixpoint *x, uint32_t location, const wide *key) {
  assert(find_cell(x, location, key) == NULL && "a key should have one cell");
  size_t size = sizeof(wide) * x->task.key_count;
  cell c = {.location = location, .key = arena_copy(x->mem, key, size)};
  c.state = new_state(x);
  vec_push(&x->at[location], x->cells.len);
  vec_push(&x->cells, c);
  return &vec_last(&x->cells);
}

// The sets of a state that is kept must not be those of the scratch arena.
static void keep(fixpoint *x, cell *c, const state *s) {
  assert(c->location != 0);
  for (uint32_t i = 0; i < x->task.slot_count; i++)
    c->state.slots[i] = s->slots[i] ? vset_store(x->mem, s->slots[i]) : NULL;
}

// --- growing ----------------------------------------------------------------

static vset grow(const fixpoint *x, const cell *c, uint32_t slot,
                 const vset *by) {
  assert(slot < x->task.slot_count);
  const fixpoint_effort *e = &x->task.effort;
  vtype t = x->task.types[slot];
  const vset *old = c->state.slots[slot];
  vset both = vset_join(t, old, by, e->effort.arcs);
  if (!x->is_head[c->location] || c->visits < e->joins)
    return both;
  uint32_t width = t.kind == VTYPE_BV ? t.width : 0;
  if (c->visits < e->joins + e->stops)
    return vset_widen(t, old, &both, x->stops[width], e->effort.arcs);
  if (c->visits >= e->joins + e->stops + COARSE_VISITS)
    return vset_top(t);
  wide zero = 0, half = width ? vtype_modulus(t) / 2 : 0;
  wide ends[] = {0, half - 1, half, 2 * half - 1};
  thresholds coarse = {width ? ends : &zero, width ? 4 : 1};
  return vset_widen(t, old, &both, coarse, e->effort.arcs);
}

// True: it grew.
static bool grow_slot(fixpoint *x, cell *c, uint32_t i, const vset *by) {
  assert(i < x->task.slot_count);
  const vset *old = c->state.slots[i];
  if (old == NULL || old == by || (by != NULL && vset_is_subset(by, old)))
    return false;
  const vset *now = NULL;
  if (by != NULL) {
    vset grown = grow(x, c, i, by);
    if (!vset_is_top(x->task.types[i], &grown))
      now = vset_store(x->mem, &grown);
  }
  c->state.slots[i] = now;
  return true;
}

// The reference is that a cell which is visited ever again ends as 'nothing is
// known', whatever its slots do one after the other.
static bool is_hopeless(const fixpoint *x, const cell *c) {
  const fixpoint_effort *e = &x->task.effort;
  return x->is_head[c->location] &&
         c->visits >= e->joins + e->stops + COARSE_VISITS + DROP_VISITS;
}

static void grow_cell(fixpoint *x, cell *c, const state *by) {
  assert(x->mode == COMING_IN_GROWS);
  bool is_grown = false;
  for (uint32_t i = 0; i < x->task.slot_count; i++) {
    const vset *old = c->state.slots[i];
    is_grown |= grow_slot(x, c, i, by->slots[i]);
    assert(old != NULL || c->state.slots[i] == NULL);
    (void)old;
  }
  if (!is_grown)
    return;
  c->visits++;
  c->is_dirty = true;
  if (is_hopeless(x, c))
    memset(c->state.slots, 0, sizeof(vset *) * x->task.slot_count);
}

static void come_in(fixpoint *x, uint32_t location, const wide *key,
                    const state *s) {
  assert(location >= 1 && location <= x->task.flow->location_count);
  cell *c = find_cell(x, location, key);
  if (c != NULL && !c->is_gone) {
    grow_cell(x, c, s);
    return;
  }
  if (c == NULL)
    c = add_cell(x, location, key);
  keep(x, c, s);
  c->is_gone = false;
  c->is_dirty = true;
}

// --- narrowing and checking -------------------------------------------------

static void gather_next(fixpoint *x, cell *c, const state *s) {
  assert(x->mode == COMING_IN_NARROWS);
  if (c->next.slots == NULL)
    c->next = new_state(x);
  for (uint32_t i = 0; i < x->task.slot_count; i++) {
    const vset *old = c->next.slots[i], *by = s->slots[i];
    if (by == NULL || (c->has_next && old == NULL)) {
      c->next.slots[i] = NULL;
    } else if (!c->has_next) {
      c->next.slots[i] = vset_store(x->mem, by);
    } else if (!vset_is_subset(by, old)) {
      vset both =
          vset_join(x->task.types[i], old, by, x->task.effort.effort.arcs);
      c->next.slots[i] = vset_store(x->mem, &both);
    }
  }
  c->has_next = true;
}

// True: something shrank.
static bool accept_next(fixpoint *x, cell *c) {
  assert(x->mode == COMING_IN_NARROWS);
  bool is_changed = false;
  for (uint32_t i = 0; i < x->task.slot_count; i++) {
    const vset *old = c->state.slots[i], *now = c->next.slots[i];
    if (now == NULL || (old != NULL && vset_is_subset(old, now)))
      continue;
    vset both = old ? vset_meet(x->task.types[i], old, now) : vset_load(now);
    if (old != NULL && vset_equal(&both, old))
      continue;
    if (vset_is_empty(&both))
      continue; // what is left of a cell that nothing comes into
    c->state.slots[i] = vset_store(x->mem, &both);
    is_changed = true;
  }
  return is_changed;
}

static void check_in(fixpoint *x, const cell *c, const state *s) {
  assert(x->mode == COMING_IN_IS_CHECKED);
  x->is_inductive &= !c->is_gone;
  for (uint32_t i = 0; i < x->task.slot_count && x->is_inductive; i++) {
    const vset *old = c->state.slots[i], *by = s->slots[i];
    x->is_inductive = old == NULL || (by != NULL && vset_is_subset(by, old));
  }
}

// --- pieces -----------------------------------------------------------------

// A state with the values of its key slots, on its way into a cell.
static void deliver(fixpoint *x, uint32_t location, const wide *key,
                    const state *s) {
  assert(location >= 1 && location <= x->task.flow->location_count);
  cell *c = find_cell(x, location, key);
  switch (x->mode) {
  case COMING_IN_GROWS:
    come_in(x, location, key, s);
    return;
  case COMING_IN_NARROWS:
    if (c != NULL)
      gather_next(x, c, s);
    return;
  case COMING_IN_IS_CHECKED:
    if (c == NULL)
      x->is_inductive = false;
    else
      check_in(x, c, s);
    return;
  }
}

typedef struct {
  uint32_t count; // of values; 0: not told apart
  wide values[SPLIT_VALUES];
} key_values;

// Which values each key slot has, as long as their combinations are few.
static uint32_t list_keys(const fixpoint *x, const state *s, key_values *out) {
  uint32_t combinations = 1;
  for (uint32_t i = 0; i < x->task.key_count; i++) {
    const vset *v = s->slots[x->task.keys[i]];
    out[i].count = 0;
    if (v == NULL)
      continue;
    uint32_t n = vset_count(v, SPLIT_VALUES);
    if (n > SPLIT_VALUES || combinations * n > x->task.effort.pieces)
      continue;
    out[i].count = vset_list(v, out[i].values, SPLIT_VALUES);
    combinations *= n;
  }
  return combinations;
}

static void make_piece(fixpoint *x, uint32_t number, const key_values *values,
                       wide *key, state *s) {
  assert(number < x->task.effort.pieces);
  for (uint32_t i = 0; i < x->task.key_count; i++) {
    key[i] = KEY_ANY;
    if (values[i].count == 0)
      continue;
    key[i] = values[i].values[number % values[i].count];
    number /= values[i].count;
    vset one = vset_one(key[i]);
    s->slots[x->task.keys[i]] = vset_store(x->post.scratch, &one);
  }
}

// Too many cells: the rest is not told apart.
static bool is_full(fixpoint *x, uint32_t location, const wide *key) {
  return x->at[location].len >= x->task.effort.cells &&
         find_cell(x, location, key) == NULL;
}

static void forget_key(const fixpoint *x, wide *key) {
  for (uint32_t i = 0; i < x->task.key_count; i++)
    key[i] = KEY_ANY;
}

// Divides a state by its key slots and delivers the pieces. The key slots of
// 's' are overwritten.
static void divide(fixpoint *x, uint32_t location, state *s) {
  uint32_t n = x->task.key_count;
  key_values *values = ARENA_ARRAY(x->post.scratch, key_values, n);
  wide *key = ARENA_ARRAY(x->post.scratch, wide, n);
  uint32_t pieces = list_keys(x, s, values);
  for (uint32_t i = 0; i < pieces; i++) {
    make_piece(x, i, values, key, s);
    if (is_full(x, location, key))
      forget_key(x, key);
    deliver(x, location, key, s);
  }
}

// --- steps ------------------------------------------------------------------

// What an edge brings from one cell. False: patience is over.
static bool step(fixpoint *x, uint32_t edge_index, const state *from) {
  assert(edge_index < x->task.flow->edge_count);
  const flow_edge *e = &x->task.flow->edges[edge_index];
  x->steps++;
  bool is_passed =
      post_edge(&x->post, &x->task.tapes[edge_index], from, &x->out);
  if (x->post.is_stopped || x->task.patience.is_over(x->task.patience.data))
    return false;
  if (!is_passed)
    return true;
  if (x->task.flow->is_sink[e->to])
    x->reaches_bad |= x->task.flow->is_bad[e->to];
  else
    divide(x, e->to, &x->out);
  return true;
}

static bool is_dirty(const fixpoint *x, uint32_t location) {
  for (uint32_t i = 0; i < x->at[location].len; i++)
    if (x->cells.data[x->at[location].data[i]].is_dirty)
      return true;
  return false;
}

// Cells may be added while the location loops to itself, and they may move.
static bool process(fixpoint *x, uint32_t location) {
  assert(!x->task.flow->is_sink[location]);
  const flow *f = x->task.flow;
  for (uint32_t i = 0; i < x->at[location].len; i++) {
    uint32_t number = x->at[location].data[i];
    if (!x->cells.data[number].is_dirty)
      continue;
    x->cells.data[number].is_dirty = false;
    for (uint32_t j = f->first_out[location]; j < f->first_out[location + 1];
         j++)
      if (!f->is_sink[f->edges[f->out[j]].to] &&
          !step(x, f->out[j], &x->cells.data[number].state))
        return false;
  }
  return true;
}

// All locations in order; a component again while its head is dirty.
static bool ascend(fixpoint *x) {
  const wto *w = x->task.order;
  VEC(uint32_t) open = {0}; // items of heads
  bool ok = true;
  x->mode = COMING_IN_GROWS;
  for (uint32_t i = 0; ok; i++) {
    while (open.len > 0 && w->items.data[vec_last(&open)].end == i) {
      uint32_t head = vec_pop(&open);
      if (is_dirty(x, w->items.data[head].location))
        i = head;
    }
    if (i == w->items.len)
      break;
    if (w->items.data[i].end != 0)
      vec_push(&open, i);
    ok = process(x, w->items.data[i].location);
  }
  vec_free(&open);
  return ok;
}

// All edges into a location, from all cells.
static bool pull(fixpoint *x, uint32_t location) {
  const flow *f = x->task.flow;
  for (uint32_t i = f->first_in[location]; i < f->first_in[location + 1]; i++) {
    const cell_list *from = &x->at[f->edges[f->in[i]].from];
    for (uint32_t j = 0; j < from->len; j++) {
      const cell *c = &x->cells.data[from->data[j]];
      if (!c->is_gone && !step(x, f->in[i], &c->state))
        return false;
    }
  }
  return true;
}

static bool narrow_location(fixpoint *x, uint32_t location, bool *is_changed) {
  cell_list *list = &x->at[location];
  for (uint32_t i = 0; i < list->len; i++)
    x->cells.data[list->data[i]].has_next = false;
  if (!pull(x, location))
    return false;
  for (uint32_t i = 0; i < list->len; i++) {
    cell *c = &x->cells.data[list->data[i]];
    if (c->has_next)
      *is_changed |= accept_next(x, c);
    *is_changed |= !c->has_next && !c->is_gone;
    c->is_gone = !c->has_next;
  }
  return true;
}

// False: patience is over.
static bool narrow_all(fixpoint *x) {
  const wto *w = x->task.order;
  bool is_changed = true;
  x->mode = COMING_IN_NARROWS;
  for (uint32_t pass = 0; pass < x->task.effort.narrowings && is_changed;
       pass++) {
    is_changed = false;
    for (uint32_t i = 0; i < w->items.len; i++)
      if (w->items.data[i].location != x->task.flow->entry &&
          !narrow_location(x, w->items.data[i].location, &is_changed))
        return false;
  }
  return true;
}

// Is every edge kept by the states? Also looks at the sinks. False: patience
// is over.
static bool check(fixpoint *x) {
  const flow *f = x->task.flow;
  x->mode = COMING_IN_IS_CHECKED;
  x->is_inductive = true;
  x->reaches_bad = false;
  for (uint32_t l = 1; l <= f->location_count && x->is_inductive; l++)
    if (!pull(x, l))
      return false;
  return true;
}

static bool iterate(fixpoint *x) {
  if (!ascend(x) || !narrow_all(x) || !check(x))
    return false;
  while (!x->is_inductive) {
    for (uint32_t i = 0; i < x->cells.len; i++)
      x->cells.data[i].is_dirty = !x->cells.data[i].is_gone;
    if (!ascend(x) || !check(x))
      return false;
    assert(x->is_inductive && "growing should end in an invariant");
  }
  return true;
}

bool fixpoint_run(fixpoint *x, const fixpoint_task *task) {
  assert(task->effort.cells >= 1 && task->effort.pieces >= 1);
  assert(task->key_count == 0 || task->keys != NULL);
  *x = (fixpoint){.task = *task, .mem = arena_new()};
  const flow *f = task->flow;
  x->at = mem_alloc(sizeof *x->at * (f->location_count + 1));
  x->is_head = ARENA_ARRAY(x->mem, bool, f->location_count + 1);
  for (uint32_t i = 0; i < task->order->items.len; i++)
    x->is_head[task->order->items.data[i].location] =
        task->order->items.data[i].end != 0;
  post_init(&x->post, task->types, task->slot_count, task->effort.effort,
            task->patience);
  find_stops(x);
  x->out = new_state(x);
  wide *key = ARENA_ARRAY(x->mem, wide, task->key_count);
  forget_key(x, key);
  add_cell(x, f->entry, key)->is_dirty = true;
  return iterate(x);
}

void fixpoint_clear(fixpoint *x) {
  for (uint32_t i = 0; i <= x->task.flow->location_count; i++)
    vec_free(&x->at[i]);
  mem_free(x->at);
  vec_free(&x->cells);
  post_clear(&x->post);
  arena_free(x->mem);
}
