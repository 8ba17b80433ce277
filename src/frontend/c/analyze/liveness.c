// SPDX-License-Identifier: Apache-2.0
// Which locals may be read before they are written.
//
// C leaves a local indeterminate at its declaration, which the translator
// models by a fresh input. Most locals are written before they are read, and
// then no input is needed: fewer inputs, and traces that replay natively. So
// this is the textbook backward analysis of live variables, with two questions:
// is the local live at the function's entry, and (scalars alone) is it live at
// its declaration? It runs for 64 locals at a time, a bit each. A scalar that
// is written once and never live at either place has one value wherever it is
// read.
#include <assert.h>

#include "base/mem.h"
#include "frontend/c/analyze/finish.h"

enum { LANES = 64 };

typedef enum { EVENT_LOAD, EVENT_STORE, EVENT_DECLARE } event_kind;

typedef struct {
  uint32_t bb; // block
  uint32_t local;
  event_kind kind;
} event;

typedef struct {
  ir_function *f;
  VEC(event) events;    // in program order
  bool *is_stored_to;   // by slot: a store has this address
  uint32_t *stores;     // by local: how many
  uint32_t *pred_start; // by block: its predecessors in preds
  uint32_t *preds;
  // Of the current 64 locals.
  uint64_t *needed;  // by block: read before written in it
  uint64_t *written; // by block
  uint64_t *live;    // by block: live at its end
  VEC(uint32_t) work;
  bool *is_waiting; // by block: in work
} liveness;

// --- the graph -------------------------------------------------------------

typedef void (*visit_edge)(liveness *v, uint32_t from, uint32_t to);

static void each_successor(liveness *v, uint32_t from, visit_edge visit) {
  const ir_function *f = v->f;
  const ir_block *b = &f->blocks.data[from];
  const ir_inst *last = &f->insts.data[b->first + b->count - 1];
  if (last->op == IR_BRANCH || last->op == IR_COND)
    visit(v, from, last->aux);
  if (last->op == IR_COND)
    visit(v, from, last->aux2);
  if (last->op != IR_SWITCH)
    return;
  const ir_switch *s = &f->switches.data[last->aux];
  visit(v, from, s->otherwise);
  for (uint32_t k = 0; k < s->case_count; k++)
    visit(v, from, f->cases.data[s->cases + k].block);
}

static void count_pred(liveness *v, uint32_t from, uint32_t to) {
  (void)from;
  v->pred_start[to + 1]++;
}

static void put_pred(liveness *v, uint32_t from, uint32_t to) {
  v->preds[v->pred_start[to]++] = from;
}

static void find_predecessors(liveness *v) {
  uint32_t n = v->f->blocks.len;
  v->pred_start = mem_alloc((n + 2u) * sizeof *v->pred_start);
  for (uint32_t b = 0; b < n; b++)
    each_successor(v, b, count_pred);
  for (uint32_t b = 0; b < n; b++)
    v->pred_start[b + 1] += v->pred_start[b];
  v->preds = mem_alloc((v->pred_start[n] + 1u) * sizeof *v->preds);
  for (uint32_t b = 0; b < n; b++)
    each_successor(v, b, put_pred);
  // Filling moved each start to the next block's: move them back.
  for (uint32_t b = n; b > 0; b--)
    v->pred_start[b] = v->pred_start[b - 1];
  v->pred_start[0] = 0;
}

// --- events ----------------------------------------------------------------

static void add_event(liveness *v, uint32_t bb, uint32_t local,
                      event_kind kind) {
  const ir_local *l = &v->f->locals.data[local];
  if (!l->is_parameter && !l->is_variable)
    vec_push(&v->events, ((event){bb, local, kind}));
}

// What an instruction does with a local that is no scalar. A declared one is
// used by anything: its declaration makes it arbitrary, and only a jump over
// that matters here. What the compiler made for itself is written in one go or
// in parts, by a copy, stores or a callee, before it is read; a result that
// was never written is the exception to find.
static event_kind event_of_memory(const liveness *v, const ir_inst *i,
                                  uint32_t operand, uint32_t local) {
  if (v->f->locals.data[local].name != NULL)
    return EVENT_LOAD;
  switch ((ir_op)i->op) {
  case IR_STORE:
    return operand == 1 ? EVENT_STORE : EVENT_LOAD;
  case IR_COPY:
  case IR_FILL:
    return operand == 0 ? EVENT_STORE : EVENT_LOAD;
  case IR_CALL:
    return EVENT_STORE;
  case IR_GEP:
    return v->is_stored_to[i->slot] ? EVENT_STORE : EVENT_LOAD;
  default:
    return EVENT_LOAD;
  }
}

static void collect_from(liveness *v, uint32_t bb, const ir_inst *i) {
  const ir_operand *o = ir_operands(v->f, i);
  if (i->op == IR_DECLARE)
    add_event(v, bb, i->aux, EVENT_DECLARE);
  for (uint32_t k = 0; k < i->operand_count; k++) {
    if (o[k].kind != OPERAND_LOCAL)
      continue;
    event_kind kind = i->op == IR_STORE ? EVENT_STORE : EVENT_LOAD;
    if (!v->f->locals.data[o[k].local].is_scalar)
      kind = event_of_memory(v, i, k, o[k].local);
    v->stores[o[k].local] += kind == EVENT_STORE;
    add_event(v, bb, o[k].local, kind);
  }
}

static void collect_events(liveness *v) {
  ir_function *f = v->f;
  for (uint32_t k = 0; k < f->insts.len; k++) {
    const ir_operand *o = ir_operands(f, &f->insts.data[k]);
    if (f->insts.data[k].op == IR_STORE && o[1].kind == OPERAND_SLOT)
      v->is_stored_to[o[1].slot] = true;
  }
  for (uint32_t b = 0; b < f->blocks.len; b++)
    for (uint32_t k = 0; k < f->blocks.data[b].count; k++)
      collect_from(v, b, &f->insts.data[f->blocks.data[b].first + k]);
}

// The events of each group of locals, group by group, in program order.
static uint32_t *group_events(liveness *v, event **out) {
  uint32_t groups = v->f->locals.len / LANES + 1;
  uint32_t *start = mem_alloc((groups + 2u) * sizeof *start);
  event *sorted = mem_alloc((v->events.len + 1u) * sizeof *sorted);
  for (uint32_t k = 0; k < v->events.len; k++)
    start[v->events.data[k].local / LANES + 2]++;
  for (uint32_t g = 1; g <= groups; g++)
    start[g + 1] += start[g];
  for (uint32_t k = 0; k < v->events.len; k++)
    sorted[start[v->events.data[k].local / LANES + 1]++] = v->events.data[k];
  *out = sorted;
  return start;
}

// --- one group -------------------------------------------------------------

static void push(liveness *v, uint32_t bb) {
  if (v->is_waiting[bb])
    return;
  v->is_waiting[bb] = true;
  vec_push(&v->work, bb);
}

static void summarize_blocks(liveness *v, const event *events, uint32_t n) {
  for (uint32_t b = 0; b < v->f->blocks.len; b++)
    v->needed[b] = v->written[b] = v->live[b] = 0;
  for (uint32_t k = 0; k < n; k++) {
    uint32_t b = events[k].bb;
    uint64_t bit = UINT64_C(1) << events[k].local % LANES;
    if (events[k].kind != EVENT_LOAD)
      v->written[b] |= bit;
    else if ((v->written[b] & bit) == 0)
      v->needed[b] |= bit;
  }
}

static void propagate(liveness *v) {
  for (uint32_t b = 0; b < v->f->blocks.len; b++)
    if (v->needed[b] != 0)
      push(v, b);
  while (v->work.len > 0) {
    uint32_t b = vec_pop(&v->work);
    v->is_waiting[b] = false;
    uint64_t in = v->needed[b] | (v->live[b] & ~v->written[b]);
    for (uint32_t k = v->pred_start[b]; k < v->pred_start[b + 1]; k++) {
      uint32_t p = v->preds[k];
      if ((in & ~v->live[p]) == 0)
        continue;
      v->live[p] |= in;
      push(v, p);
    }
  }
}

// Backwards through the events: 'live' of a block then is what is live before
// the events seen so far.
static void look_at_declarations(liveness *v, const event *events, uint32_t n) {
  for (uint32_t k = n; k-- > 0;) {
    uint64_t bit = UINT64_C(1) << events[k].local % LANES;
    uint64_t *live = &v->live[events[k].bb];
    ir_local *l = &v->f->locals.data[events[k].local];
    if (events[k].kind == EVENT_LOAD) {
      *live |= bit;
      continue;
    }
    if (events[k].kind == EVENT_DECLARE && (*live & bit) != 0 && l->is_scalar)
      l->is_live_declare = true;
    *live &= ~bit;
  }
}

static void solve_group(liveness *v, uint32_t group, const event *events,
                        uint32_t n) {
  summarize_blocks(v, events, n);
  propagate(v);
  look_at_declarations(v, events, n);
  for (uint32_t k = 0; k < LANES; k++)
    if ((v->live[0] >> k & 1) != 0)
      v->f->locals.data[group * LANES + k].is_live_entry = true;
}

static void find_single_stores(liveness *v) {
  for (uint32_t k = 0; k < v->f->locals.len; k++) {
    ir_local *l = &v->f->locals.data[k];
    // The store of a parameter that the call fills is gone.
    uint32_t once = l->is_parameter && l->is_filled ? 0 : 1;
    l->is_single_store = l->is_scalar && v->stores[k] == once &&
                         !l->is_live_entry && !l->is_live_declare;
  }
}

void finish_liveness(ir_function *f) {
  liveness v = {.f = f};
  uint32_t n = f->blocks.len;
  v.stores = mem_alloc((f->locals.len + 1u) * sizeof *v.stores);
  v.needed = mem_alloc((n + 1u) * sizeof *v.needed);
  v.written = mem_alloc((n + 1u) * sizeof *v.written);
  v.live = mem_alloc((n + 1u) * sizeof *v.live);
  v.is_waiting = mem_alloc((n + 1u) * sizeof *v.is_waiting);
  v.is_stored_to = mem_alloc((f->slot_count + 1u) * sizeof *v.is_stored_to);
  collect_events(&v);
  find_predecessors(&v);
  event *sorted;
  uint32_t *start = group_events(&v, &sorted);
  for (uint32_t g = 0; g * LANES < f->locals.len; g++)
    solve_group(&v, g, sorted + start[g], start[g + 1] - start[g]);
  find_single_stores(&v);
  void *all[] = {v.is_stored_to, v.stores, v.needed,     v.written, v.live,
                 v.is_waiting,   sorted,   v.pred_start, v.preds,   start};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    mem_free(all[k]);
  vec_free(&v.events);
  vec_free(&v.work);
}
