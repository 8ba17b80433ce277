// SPDX-License-Identifier: Apache-2.0
// What a function does with its locals.
//
// C leaves a local indeterminate at its declaration, which the translator
// models by a fresh input. Most locals are written before they are read, and
// then no input is needed: fewer inputs, and traces that replay natively. So
// for each scalar local whose address stays here we ask whether a load can be
// reached from its declaration, or from the entry, without a store in between:
// a backward search from its loads, local by local. The cost is that of the
// live ranges; a budget linear in the function bounds it, and what is not
// finished in time counts as read.
#include "frontend/c/finish.h"

#include <assert.h>

#include "base/mem.h"

enum { BUDGET_PER_INSTRUCTION = 64 };

typedef enum { EVENT_LOAD, EVENT_STORE, EVENT_DECLARE } event_kind;

typedef struct {
  uint32_t bb; // block
  event_kind kind;
} event;

typedef VEC(event) event_vec;
typedef VEC(uint32_t) index_vec;

typedef struct {
  ir_function *f;
  event_vec *events;    // by local, in program order
  uint32_t *pred_start; // by block: its predecessors in preds
  uint32_t *preds;
  uint32_t *seen; // by block: the last local whose search came here, plus 1
  index_vec work;
  uint64_t budget;
} liveness;

// --- what is a scalar, and where addresses go -----------------------------

// By slot: the local that the slot's address points into, plus one.
static uint32_t root_of(const uint32_t *root, const ir_operand *o) {
  if (o->kind == OPERAND_LOCAL)
    return o->local + 1;
  return o->kind == OPERAND_SLOT ? root[o->slot] : 0;
}

static void gives_address(ir_function *f, const uint32_t *root,
                          const ir_operand *o) {
  uint32_t r = root_of(root, o);
  if (r != 0) {
    f->locals.data[r - 1].has_address = true;
    f->locals.data[r - 1].is_scalar = false;
  }
}

static void is_accessed(ir_function *f, const ir_operand *o,
                        const ir_type *type) {
  if (o->kind == OPERAND_LOCAL && f->locals.data[o->local].type != type)
    f->locals.data[o->local].is_scalar = false;
}

static void not_scalar(ir_function *f, const ir_operand *o) {
  if (o->kind == OPERAND_LOCAL)
    f->locals.data[o->local].is_scalar = false;
}

static void look_at_addresses(ir_function *f, uint32_t *root,
                              const ir_inst *i) {
  const ir_operand *o = ir_operands(f, i);
  switch ((ir_op)i->op) {
  case IR_LOAD:
    is_accessed(f, o, i->type);
    break;
  case IR_STORE:
    gives_address(f, root, o);
    is_accessed(f, o + 1, i->type);
    break;
  case IR_GEP:
    not_scalar(f, o);
    root[i->slot] = root_of(root, o);
    if (i->last_use == IR_ELSEWHERE)
      gives_address(f, root, o);
    break;
  case IR_COPY:
    not_scalar(f, o + 1);
    not_scalar(f, o);
    break;
  case IR_FILL:
    not_scalar(f, o);
    break;
  default:
    for (uint32_t k = 0; k < i->operand_count; k++)
      gives_address(f, root, o + k);
    break;
  }
}

static void find_scalars(ir_function *f) {
  for (uint32_t l = 0; l < f->locals.len; l++)
    f->locals.data[l].is_scalar = ir_is_scalar(f->locals.data[l].type);
  uint32_t *root = mem_alloc((f->slot_count + 1u) * sizeof *root);
  // Within a block definitions come before uses; an address that is used in
  // another one counts as given away.
  for (uint32_t i = 0; i < f->insts.len; i++)
    look_at_addresses(f, root, &f->insts.data[i]);
  for (uint32_t i = 0; i < f->incomings.len; i++)
    gives_address(f, root, &f->incomings.data[i].value);
  mem_free(root);
}

// --- liveness --------------------------------------------------------------

static void collect_events(liveness *v) {
  ir_function *f = v->f;
  for (uint32_t b = 0; b < f->blocks.len; b++)
    for (uint32_t k = 0; k < f->blocks.data[b].count; k++) {
      const ir_inst *i = &f->insts.data[f->blocks.data[b].first + k];
      const ir_operand *o = ir_operands(f, i);
      if (i->op == IR_DECLARE)
        vec_push(&v->events[i->aux], ((event){b, EVENT_DECLARE}));
      else if (i->op == IR_LOAD && o->kind == OPERAND_LOCAL)
        vec_push(&v->events[o->local], ((event){b, EVENT_LOAD}));
      else if (i->op == IR_STORE && o[1].kind == OPERAND_LOCAL)
        vec_push(&v->events[o[1].local], ((event){b, EVENT_STORE}));
    }
}

static void each_successor(const ir_function *f, uint32_t bb,
                           void (*visit)(liveness *, uint32_t, uint32_t),
                           liveness *v) {
  const ir_block *b = &f->blocks.data[bb];
  const ir_inst *last = &f->insts.data[b->first + b->count - 1];
  if (last->op == IR_BRANCH || last->op == IR_COND)
    visit(v, bb, last->aux);
  if (last->op == IR_COND)
    visit(v, bb, last->aux2);
  if (last->op != IR_SWITCH)
    return;
  const ir_switch *s = &f->switches.data[last->aux];
  visit(v, bb, s->otherwise);
  for (uint32_t k = 0; k < s->case_count; k++)
    visit(v, bb, f->cases.data[s->cases + k].block);
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
    each_successor(v->f, b, count_pred, v);
  for (uint32_t b = 0; b < n; b++)
    v->pred_start[b + 1] += v->pred_start[b];
  v->preds = mem_alloc((v->pred_start[n] + 1u) * sizeof *v->preds);
  for (uint32_t b = 0; b < n; b++)
    each_successor(v->f, b, put_pred, v);
  // Filling moved each start to the next block's: move them back.
  for (uint32_t b = n; b > 0; b--)
    v->pred_start[b] = v->pred_start[b - 1];
  v->pred_start[0] = 0;
}

// The value is needed at the end of the predecessors of 'block'.
static void need_before(liveness *v, ir_local *l, uint32_t tag, uint32_t bb) {
  if (bb == 0)
    l->is_live_entry = true;
  for (uint32_t k = v->pred_start[bb]; k < v->pred_start[bb + 1]; k++) {
    uint32_t p = v->preds[k];
    if (v->seen[p] == tag)
      continue;
    v->seen[p] = tag;
    vec_push(&v->work, p);
  }
}

// The last store or declaration of the local in the block, as the index of its
// event; events.len: none.
static uint32_t last_definition(const event_vec *events, uint32_t bb) {
  // Events are sorted by block: find the end of this one's.
  uint32_t low = 0, high = events->len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (events->data[middle].bb <= bb)
      low = middle + 1;
    else
      high = middle;
  }
  while (low > 0 && events->data[low - 1].bb == bb) {
    if (events->data[low - 1].kind != EVENT_LOAD)
      return low - 1;
    low--;
  }
  return events->len;
}

static void start_search(liveness *v, ir_local *l, uint32_t tag,
                         const event_vec *events) {
  for (uint32_t k = 0; k < events->len; k++) {
    event e = events->data[k];
    bool is_first = k == 0 || events->data[k - 1].bb != e.bb;
    if (e.kind != EVENT_LOAD)
      continue;
    if (is_first)
      need_before(v, l, tag, e.bb);
    else if (events->data[k - 1].kind == EVENT_DECLARE)
      l->is_live_declare = true;
  }
}

static void search(liveness *v, uint32_t local) {
  ir_local *l = &v->f->locals.data[local];
  const event_vec *events = &v->events[local];
  uint32_t tag = local + 1;
  vec_clear(&v->work);
  start_search(v, l, tag, events);
  while (v->work.len > 0) {
    if (v->budget == 0) {
      l->is_live_entry = l->is_live_declare = true;
      return;
    }
    v->budget--;
    uint32_t bb = vec_pop(&v->work);
    uint32_t d = last_definition(events, bb);
    if (d == events->len)
      need_before(v, l, tag, bb);
    else if (events->data[d].kind == EVENT_DECLARE)
      l->is_live_declare = true;
  }
}

static uint32_t count_stores(const event_vec *events) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < events->len; k++)
    n += events->data[k].kind == EVENT_STORE;
  return n;
}

// A parameter is written before anything reads it.
static void look_at_scalar(liveness *v, uint32_t local) {
  ir_local *l = &v->f->locals.data[local];
  if (l->is_parameter) {
    l->is_single_store =
        count_stores(&v->events[local]) == (l->is_filled ? 0u : 1u);
    return;
  }
  search(v, local);
  l->is_single_store = count_stores(&v->events[local]) == 1 &&
                       !l->is_live_entry && !l->is_live_declare;
}

// --- initialized right after the declaration -------------------------------
//
// Structs, arrays and locals with an address are looked at more simply: is
// every byte written between the declaration and the end of its block, before
// anything could read it? Initializers are compiled to exactly that.

enum { MOST_BYTES = 1 << 16 };

typedef struct {
  const ir_module *m;
  const ir_function *f;
  const ir_local *l;
  uint32_t local;
  uint32_t *base;      // by slot: 1 + offset into the local; 0: elsewhere
  VEC(uint32_t) based; // slots to reset
  bool *is_missing;    // by byte: part of a scalar, and not yet written
  uint64_t missing;    // how many
} cover;

typedef enum { COVER_MORE, COVER_DONE, COVER_FAILED } cover_status;

// Offset of the address in the local plus one; 0: it points elsewhere.
static uint64_t offset_in(const cover *c, const ir_operand *o) {
  if (o->kind == OPERAND_LOCAL)
    return o->local == c->local ? 1 : 0;
  return o->kind == OPERAND_SLOT ? c->base[o->slot] : 0;
}

static cover_status write_bytes(cover *c, uint64_t at, uint64_t size) {
  assert(at > 0);
  for (uint64_t k = at - 1; k < at - 1 + size && k < c->l->type->size; k++) {
    c->missing -= c->is_missing[k];
    c->is_missing[k] = false;
  }
  return c->missing == 0 ? COVER_DONE : COVER_MORE;
}

static cover_status cover_gep(cover *c, const ir_inst *i, const ir_operand *o) {
  const ir_gep *g = &c->f->geps.data[i->aux];
  uint64_t base = offset_in(c, o);
  if (base == 0)
    return COVER_MORE;
  int64_t at = (int64_t)base + g->offset;
  if (g->index_count > 0 || at < 1 || at > MOST_BYTES)
    return COVER_FAILED;
  c->base[i->slot] = (uint32_t)at;
  vec_push(&c->based, i->slot);
  return COVER_MORE;
}

static cover_status cover_size(cover *c, const ir_operand *o) {
  uint64_t at = offset_in(c, &o[0]);
  if (at == 0)
    return COVER_MORE;
  if (o[2].kind != OPERAND_INT)
    return COVER_FAILED;
  value n = term_get_value(c->m->tt, o[2].constant);
  return write_bytes(c, at, value_get_u64(n));
}

// A call may read the local if it can know its address.
static cover_status cover_call(const cover *c, const ir_inst *i,
                               const ir_operand *o) {
  for (uint32_t k = 0; k < i->operand_count; k++)
    if (offset_in(c, &o[k]) != 0)
      return COVER_FAILED;
  if (!c->l->has_address)
    return COVER_MORE;
  uint32_t symbol = c->f->calls.data[i->aux].symbol;
  bool is_external = symbol != 0 && !c->m->symbols.data[symbol].is_defined;
  for (uint32_t k = 0; k < i->operand_count; k++)
    is_external = is_external && o[k].type->kind != IR_POINTER;
  return is_external ? COVER_MORE : COVER_FAILED;
}

static bool may_alias(const cover *c, const ir_operand *address) {
  return c->l->has_address && address->kind == OPERAND_SLOT;
}

static cover_status cover_step(cover *c, const ir_inst *i) {
  const ir_operand *o = ir_operands(c->f, i);
  switch ((ir_op)i->op) {
  case IR_LOAD:
    return offset_in(c, o) != 0 || may_alias(c, o) ? COVER_FAILED : COVER_MORE;
  case IR_STORE:
    if (offset_in(c, o) != 0)
      return COVER_FAILED;
    return offset_in(c, o + 1) == 0
               ? COVER_MORE
               : write_bytes(c, offset_in(c, o + 1), i->type->store);
  case IR_GEP:
    return cover_gep(c, i, o);
  case IR_COPY:
    if (offset_in(c, o + 1) != 0 || may_alias(c, o + 1))
      return COVER_FAILED;
    return cover_size(c, o);
  case IR_FILL:
    return cover_size(c, o);
  case IR_CALL:
    return cover_call(c, i, o);
  default:
    for (uint32_t k = 0; k < i->operand_count; k++)
      if (offset_in(c, &o[k]) != 0)
        return COVER_FAILED;
    return COVER_MORE;
  }
}

// All bytes but those of padding, which nobody writes.
static void miss_leaves(cover *c, const ir_type *t, uint64_t offset) {
  for (uint64_t k = 0; ir_is_scalar(t) && k < t->store; k++) {
    c->is_missing[offset + k] = true;
    c->missing++;
  }
  for (uint64_t k = 0; t->kind == IR_ARRAY && k < t->length; k++)
    miss_leaves(c, t->element, offset + k * t->element->size);
  for (uint32_t k = 0; t->kind == IR_STRUCT && k < t->count; k++)
    miss_leaves(c, t->fields[k], offset + t->offsets[k]);
}

// at: index of the declaration in its block.
static bool is_initialized(cover *c, const ir_block *b, uint32_t at) {
  c->missing = 0;
  c->is_missing = mem_alloc(c->l->type->size + 1);
  miss_leaves(c, c->l->type, 0);
  cover_status status = COVER_MORE;
  for (uint32_t k = at + 1; status == COVER_MORE && k < b->count; k++)
    status = cover_step(c, &c->f->insts.data[b->first + k]);
  mem_free(c->is_missing);
  while (c->based.len > 0)
    c->base[vec_pop(&c->based)] = 0;
  return status == COVER_DONE;
}

static void look_at_declarations(const ir_module *m, ir_function *f) {
  cover c = {.m = m, .f = f};
  c.base = mem_alloc((f->slot_count + 1u) * sizeof *c.base);
  for (uint32_t b = 0; b < f->blocks.len; b++)
    for (uint32_t k = 0; k < f->blocks.data[b].count; k++) {
      const ir_inst *i = &f->insts.data[f->blocks.data[b].first + k];
      if (i->op != IR_DECLARE)
        continue;
      ir_local *l = &f->locals.data[i->aux];
      c.l = l;
      c.local = i->aux;
      if (l->is_scalar || l->is_parameter || l->type->size > MOST_BYTES)
        continue;
      l->is_live_declare = !is_initialized(&c, &f->blocks.data[b], k);
    }
  mem_free(c.base);
  vec_free(&c.based);
}

// A local that is neither a scalar nor declared is a temporary of the
// compiler, which writes it before it reads it; but nothing proves that here.
static void assume_the_worst(ir_function *f) {
  for (uint32_t k = 0; k < f->locals.len; k++) {
    ir_local *l = &f->locals.data[k];
    if (l->is_scalar)
      continue;
    l->is_live_declare = !l->is_parameter;
    l->is_live_entry = !l->is_parameter && l->name == NULL;
  }
}

static void look_at_scalars(ir_function *f) {
  liveness v = {.f = f};
  v.events = mem_alloc((f->locals.len + 1u) * sizeof *v.events);
  v.seen = mem_alloc((f->blocks.len + 1u) * sizeof *v.seen);
  v.budget = (uint64_t)f->insts.len * BUDGET_PER_INSTRUCTION;
  collect_events(&v);
  find_predecessors(&v);
  for (uint32_t l = 0; l < f->locals.len; l++) {
    if (f->locals.data[l].is_scalar)
      look_at_scalar(&v, l);
    vec_free(&v.events[l]);
  }
  mem_free(v.events);
  mem_free(v.seen);
  mem_free(v.pred_start);
  mem_free(v.preds);
  vec_free(&v.work);
}

void finish_locals(const ir_module *m, ir_function *f) {
  find_scalars(f);
  assume_the_worst(f);
  look_at_scalars(f);
  look_at_declarations(m, f);
}
