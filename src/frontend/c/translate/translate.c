// SPDX-License-Identifier: Apache-2.0
// The translation: executes basic blocks symbolically, one step per statement.
//
// A work item is a place in a frame: the start of a block, or the instruction
// behind a call. It is executed to the end of the block, or to the next call.
// A step ends ("is cut") behind each instruction with an effect, as soon as no
// temporary of the step is needed any more: that is where statements end. An
// unconditional jump belongs to the statement before it.
#include "frontend/c/memory/numbers.h"
#include "frontend/c/memory/escape.h"
#include "frontend/c/memory/outside.h"
#include "frontend/c/translate/translate.h"

#include <assert.h>

#include "base/mem.h"
#include "frontend/c/translate/call.h"
#include "frontend/c/analyze/globals.h"
#include "frontend/c/library/models.h"
#include "frontend/c/translate/opening.h"
#include "frontend/c/memory/safety.h"
#include "frontend/c/translate/translator.h"
#include "frontend/c/translate/real.h"
#include "frontend/c/translate/returned.h"
#include "frontend/property.h"
#include "frontend/c/memory/pointer.h"
#include "frontend/c/memory/predicate.h"
#include "frontend/property.h"

// --- leaving a block -------------------------------------------------------

typedef struct {
  var target;
  term before, after;
} phi_write;

typedef VEC(phi_write) phi_writes;

static const ir_operand *incoming(const ir_function *f, const ir_phi *phi,
                                  uint32_t from) {
  for (uint32_t k = 0; k < phi->incoming_count; k++)
    if (f->incomings.data[phi->incoming + k].block == from)
      return &f->incomings.data[phi->incoming + k].value;
  assert(!"a phi has a value for each predecessor");
  return NULL;
}

static void collect_phi(translator *t, const ir_phi *phi, uint32_t from,
                        phi_writes *out) {
  val v = val_operand(t, incoming(t->frame->f, phi, from));
  var first = frame_slot(t, t->frame, phi->slot, phi->type);
  uint32_t n = ir_leaf_count(phi->type, UINT32_MAX);
  for (uint32_t k = 0; k < n; k++) {
    var target_ = {first.id + k};
    term after = val_term(t, val_leaf(t, v, k), ir_leaf(phi->type, k));
    vec_push(out, ((phi_write){target_, step_read(t, target_), after}));
  }
}

// An edge to the block, which gives its phis their values. They are taken back
// afterwards: another edge of the step may lead elsewhere, where the old values
// still count.
static void jump(translator *t, uint32_t from, uint32_t to, term guard,
                 edge_kind kind, bool outcome) {
  const ir_function *f = t->frame->f;
  const ir_block *b = &f->blocks.data[to];
  phi_writes writes = {0};
  for (uint32_t k = 0; k < b->phi_count; k++)
    collect_phi(t, &f->phis.data[b->phis + k], from, &writes);
  for (uint32_t k = 0; k < writes.len; k++)
    step_write(t, writes.data[k].target, writes.data[k].after);
  term whole = term_and(t->tt, t->step.path, guard);
  if (!term_is_false(t->tt, whole))
    step_emit(t, frame_block(t, t->frame, to), guard, kind, NULL, outcome);
  for (uint32_t k = 0; k < writes.len; k++)
    step_write(t, writes.data[k].target, writes.data[k].before);
  vec_free(&writes);
}

static void branch(translator *t, const ir_inst *i, uint32_t from) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  term c = val_term(t, val_operand(t, o), o->type);
  bool is_negated = i->sub != 0;
  jump(t, from, i->aux, c, EDGE_BRANCH, !is_negated);
  jump(t, from, i->aux2, term_not(t->tt, c), EDGE_BRANCH, is_negated);
}

// Cases with the same target share an edge.
static void select_case(translator *t, const ir_inst *i, uint32_t from) {
  const ir_function *f = t->frame->f;
  const ir_switch *s = &f->switches.data[i->aux];
  const ir_operand *o = ir_operands(f, i);
  term v = val_term(t, val_operand(t, o), o->type);
  hmap guards = {0}; // block -> guard
  term_vec none = {0};
  for (uint32_t k = 0; k < s->case_count; k++) {
    ir_case c = f->cases.data[s->cases + k];
    term is_it = term_eq_make(t->tt, v, c.value);
    uint64_t *guard = hmap_find(&guards, c.block);
    term all =
        guard == NULL ? is_it : term_or(t->tt, (term){(uint32_t)*guard}, is_it);
    hmap_put(&guards, c.block, all.id);
    vec_push(&none, term_not(t->tt, is_it));
  }
  term otherwise = term_and_n(t->tt, none.data, none.len);
  uint64_t *guard = hmap_find(&guards, s->otherwise);
  if (guard != NULL)
    otherwise = term_or(t->tt, (term){(uint32_t)*guard}, otherwise);
  hmap_put(&guards, s->otherwise, 0);
  for (uint32_t k = 0; k < s->case_count; k++) {
    uint32_t to = f->cases.data[s->cases + k].block;
    uint64_t *left = hmap_find(&guards, to);
    if (*left != 0)
      jump(t, from, to, (term){(uint32_t)*left}, EDGE_BRANCH, true);
    *left = 0;
  }
  jump(t, from, s->otherwise, otherwise, EDGE_BRANCH, false);
  hmap_free(&guards);
  vec_free(&none);
}

// --- instructions ----------------------------------------------------------

// Bool: the index is not in its array.
static term is_out(translator *t, const ir_index *x, term index) {
  uint32_t width = term_width(t->tt, index);
  if (width < 64 && x->bound >> width != 0)
    return term_false(t->tt);
  return term_not(t->tt,
                  term_bvult(t->tt, index, term_bv(t->tt, width, x->bound)));
}

// Arithmetic in the array that the pointer was made from: an index that leaves
// it at its end. (Before its beginning is what the array is a member of.)
static void leave_room(translator *t, pointer *p, const ir_index *x,
                       term index) {
  ir_room from = p->room;
  uint64_t scale = (uint64_t)x->scale;
  p->room = (ir_room){0};
  if (from.room == 0 || scale == 0)
    return;
  uint64_t count = (from.room + scale - 1) / scale;
  uint32_t width = term_width(t->tt, index);
  if (width <= 32 && count >> (width - 1) != 0)
    return;
  term is_behind = term_bvsle(t->tt, term_bv(t->tt, width, count), index);
  pointer_stray(t, p, is_behind, from.array);
}

// The same for a constant offset.
static void move_room(translator *t, pointer *p, int64_t by) {
  if (p->room.room == 0)
    return;
  bool is_in = by >= 0 && (uint64_t)by < p->room.room;
  if (by > 0 && !is_in)
    pointer_stray(t, p, term_true(t->tt), p->room.array);
  p->room.room = is_in ? p->room.room - (uint64_t)by : 0;
}

// Where the new pointer is in an array, before indices that are not constant
// are added. In a row of an array that counts whose end is known.
static void find_room(translator *t, pointer *p, const ir_gep *g) {
  bool is_nested = p->room.room > 0 && g->room.room > 0;
  if (g->is_sum ? g->index_count == 0 : is_nested)
    move_room(t, p, g->offset);
  else if (!g->is_sum)
    p->room = g->index_count == 0 ? g->room : (ir_room){0};
}

static void execute_gep(translator *t, const ir_inst *i, val base) {
  const ir_function *f = t->frame->f;
  const ir_gep *g = &f->geps.data[i->aux];
  if (base.kind != VAL_POINTER) {
    val_define(t, i,
               base.kind == VAL_BAD ? base : val_bad("an unknown address"));
    return;
  }
  pointer p = *base.p;
  outside_mark(t, &p, ir_operands(f, i));
  if (!g->is_inside)
    p.strayed = TERM_NONE;
  find_room(t, &p, g);
  p = pointer_add(t, &p, g->offset);
  if (g->left.bytes != 0)
    pointer_stray(t, &p, term_true(t->tt), g->left);
  for (uint32_t k = 0; k < g->index_count; k++) {
    const ir_index *x = &f->indices.data[g->indices + k];
    val index = val_number(t, val_operand(t, &x->operand), x->operand.type);
    if (index.kind != VAL_INT) {
      val_define(t, i,
                 index.kind == VAL_BAD ? index
                                       : val_bad("an address as an index"));
      return;
    }
    pointer_add_part(t, &p, (pointer_part){index.t, x->scale, x->bound});
    if (g->is_sum)
      leave_room(t, &p, x, index.t);
    if (x->is_strict)
      pointer_stray(t, &p, is_out(t, x, index.t),
                    (ir_left){x->bound * (uint64_t)x->scale, x->bound});
  }
  val_define(t, i, val_pointer(t, &p));
}

// Where the address leads to a variable that other programs may change; what
// that is called, and (unless may_be_own is NULL) whether the address may lead
// to another variable.
static term leads_outside(translator *t, address at, const char **name,
                          bool *may_be_own) {
  term is_so = term_false(t->tt);
  candidate_vec all = {0};
  pointer_candidates(t, at, &all);
  for (uint32_t k = 0; k < all.len; k++)
    if (all.data[k].object->is_outside) {
      is_so = term_or(t->tt, is_so, all.data[k].is_it);
      *name = all.data[k].object->name;
    } else if (may_be_own != NULL) {
      *may_be_own = true;
    }
  vec_free(&all);
  return is_so;
}

static val choose(translator *t, term condition, val a, val b,
                  const ir_type *type) {
  if (ir_is_scalar(type))
    return val_of_term(
        t, type,
        term_ite(t->tt, condition, val_term(t, a, type), val_term(t, b, type)));
  val r = val_aggregate(t, type);
  val *leaves = (val *)(uintptr_t)r.leaves;
  for (uint32_t k = 0; k < r.leaf_count; k++)
    leaves[k] = choose(t, condition, val_leaf(t, a, k), val_leaf(t, b, k),
                       ir_leaf(type, k));
  return r;
}

// Another program may write its own variables between any two reads.
static val load_volatile(translator *t, address at, const ir_type *type) {
  const char *name = NULL;
  bool may_be_own = false;
  term outside = leads_outside(t, at, &name, &may_be_own);
  if (may_be_own)
    program_add_note(t->p, NOTE_ASSUMPTION,
                     "volatile variables are changed by the program alone",
                     step_pos(t));
  if (term_is_false(t->tt, outside))
    return memory_load(t, at, type);
  val fresh = val_fresh(t, type, INPUT_GLOBAL, name);
  if (fresh.kind == VAL_BAD || term_is_true(t->tt, outside))
    return fresh;
  return choose(t, outside, fresh, memory_load(t, at, type), type);
}

// An integer that is kept as a pointer: still an address.
static val load_address(translator *t, const ir_inst *i, address at) {
  const ir_local *l = &t->frame->f->locals.data[at.from->local];
  ir_operand *self = ARENA_NEW(t->scratch, ir_operand);
  *self = (ir_operand){.kind = OPERAND_SLOT, .type = i->type, .slot = i->slot};
  val v = memory_load(t, at, l->type);
  assert(v.kind == VAL_POINTER);
  v.kind = VAL_ADDRESS;
  v.from = i->slot == IR_NO_SLOT ? NULL : self;
  v.is_moved = l->is_address_moved;
  return arith_cut(t, v, i->type->bits);
}

// The pointer that is kept in its place.
static val address_to_keep(translator *t, val v) {
  if (v.kind == VAL_INT) {
    pointer p = numbers_pointer(t, v.t);
    return val_pointer(t, &p);
  }
  if (v.kind == VAL_ADDRESS)
    v.kind = VAL_POINTER;
  return v;
}

static void execute_load(translator *t, const ir_inst *i) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  val at = val_operand(t, o);
  if (at.kind != VAL_POINTER)
    val_define(t, i, at.kind == VAL_BAD ? at : val_bad("an unknown address"));
  else if (ir_is_address(t->frame->f, o))
    val_define(t, i, load_address(t, i, (address){at.p, o, 0}));
  else
    val_define(t, i,
               (i->is_volatile ? load_volatile : memory_load)(
                   t, (address){at.p, o, 0}, i->type));
}

// A local that is written once keeps what is known of the value.
static void bind_local(translator *t, const ir_operand *to, val v) {
  if (to->kind != OPERAND_LOCAL ||
      !t->frame->f->locals.data[to->local].is_single_store)
    return;
  val_bind(t, frame_local_binding(t, t->frame, to->local), v);
}

static void execute_store(translator *t, const ir_inst *i) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  val v = val_operand(t, &o[0]), at = val_operand(t, &o[1]);
  if (at.kind != VAL_POINTER) {
    step_unsupported(t, term_true(t->tt), "%s",
                     at.kind == VAL_BAD ? at.reason : "an unknown address");
    return;
  }
  const ir_type *type = i->type;
  if (ir_is_address(t->frame->f, &o[1])) {
    v = address_to_keep(t, v);
    type = t->frame->f->locals.data[o[1].local].type;
  }
  memory_store(t, (address){at.p, &o[1], 0}, type, v);
  returned_store(t, &o[1]);
  bind_local(t, &o[1], v);
}

static void execute_memory(translator *t, const ir_inst *i) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  val to = val_operand(t, &o[0]), second = val_operand(t, &o[1]);
  if (to.kind != VAL_POINTER || o[2].kind != OPERAND_INT ||
      (i->op == IR_COPY && second.kind != VAL_POINTER)) {
    step_unsupported(t, term_true(t->tt),
                     "copying or setting memory of variable size");
    return;
  }
  uint64_t size = value_get_u64(term_get_value(t->tt, o[2].constant));
  const char *name = NULL;
  if (i->is_volatile && i->op == IR_COPY)
    step_unsupported(
        t, leads_outside(t, (address){second.p, &o[1], 0}, &name, NULL),
        "a copy of a volatile variable of another program");
  if (i->op == IR_COPY)
    memory_copy(t, (address){to.p, &o[0], 0}, (address){second.p, &o[1], 0},
                size);
  else
    memory_fill(t, (address){to.p, &o[0], 0}, val_term(t, second, o[1].type),
                size);
}

static void execute_member(translator *t, const ir_inst *i) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  val whole = val_operand(t, &o[0]);
  if (whole.kind == VAL_BAD) {
    val_define(t, i, whole);
    return;
  }
  if (i->op == IR_EXTRACT && ir_is_scalar(i->type)) {
    val_define(t, i, val_leaf(t, whole, i->aux));
    return;
  }
  val r = val_aggregate(t, i->type);
  val *leaves = (val *)(uintptr_t)r.leaves;
  for (uint32_t k = 0; k < r.leaf_count; k++)
    leaves[k] = val_leaf(t, whole, i->op == IR_EXTRACT ? i->aux + k : k);
  if (i->op == IR_INSERT) {
    val part = val_operand(t, &o[1]);
    uint32_t n = ir_leaf_count(o[1].type, UINT32_MAX);
    for (uint32_t k = 0; k < n; k++)
      leaves[i->aux + k] = val_leaf(t, part, k);
  }
  val_define(t, i, r);
}

static void execute_gather(translator *t, const ir_inst *i) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  val r = val_aggregate(t, i->type);
  val *leaves = (val *)(uintptr_t)r.leaves;
  assert(r.leaf_count == i->operand_count);
  for (uint32_t k = 0; k < r.leaf_count; k++)
    leaves[k] = val_operand(t, &o[k]);
  val_define(t, i, r);
}

static void execute_declare(translator *t, const ir_inst *i) {
  const ir_local *l = &t->frame->f->locals.data[i->aux];
  if (l->is_live_declare && !l->is_parameter)
    memory_havoc(t, frame_object(t, t->frame, i->aux), term_true(t->tt),
                 INPUT_LOCAL, l->name);
  safety_declare(t, i->aux);
  escape_declare(t, i->aux);
}

static void execute_builtin(translator *t, const ir_inst *i) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  val args[3] = {{0}};
  assert(i->operand_count <= 3);
  for (uint32_t k = 0; k < i->operand_count; k++)
    args[k] = val_number(t, val_operand(t, &o[k]), o[k].type);
  val_define(t, i, arith_builtin(t, i, args));
}

static void execute_bad(translator *t, const ir_inst *i) {
  const char *reason = t->frame->f->texts.data[i->aux];
  if (i->aux2 != 0)
    val_define(t, i, val_bad(reason));
  else
    step_unsupported(t, term_true(t->tt), "%s", reason);
}

static const char *check_text(ir_check what) {
  switch (what) {
  case CHECK_ADD:
    return "overflow in an addition";
  case CHECK_SUBTRACT:
    return "overflow in a subtraction";
  case CHECK_MULTIPLY:
    return "overflow in a multiplication";
  case CHECK_DIVIDE:
    return "overflow in a division";
  case CHECK_NEGATE:
    return "overflow in a negation";
  case CHECK_SHIFT:
    return "overflow in a shift";
  case CHECK_BUILTIN:
    return "counting the zeros before the first bit of 0";
  case CHECK_LENGTH:
    return "an array whose length is not positive";
  }
  return "overflow";
}

// What the parameters of a function say of lengths is looked at in the function
// itself: its contract, which repeats them, may exclude the bad ones first.
static void execute_length_check(translator *t, term bad, const char *text) {
  if (frame_contract(t->frame) == NULL)
    step_undefined(t, bad, PROPERTY_VLA, text);
}

// Overflow is checked where it is asked for; else it was to be assumed away.
static void execute_overflow_check(translator *t, term bad, const char *text) {
  bool is_model = models_is_file(t->frame->f->pos.file);
  if (step_checks(t, PROPERTY_OVERFLOW)) {
    step_error(t, bad, PROPERTY_OVERFLOW, text);
  } else if (!is_model && t->env->options->overflow == OVERFLOW_ASSUME) {
    program_add_note(t->p, NOTE_ASSUMPTION, "no signed overflow", step_pos(t));
    step_stop(t, bad, t->end, EDGE_PLAIN, NULL);
  }
}

static void execute_check(translator *t, const ir_inst *i) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  term bad = term_not(t->tt, val_term(t, val_operand(t, o), o->type));
  const char *text = check_text((ir_check)i->aux);
  if (i->aux == CHECK_BUILTIN)
    step_undefined(t, bad, PROPERTY_BUILTIN, text);
  else if (i->aux == CHECK_LENGTH)
    execute_length_check(t, bad, text);
  else
    execute_overflow_check(t, bad, text);
}

// False: the step is over.
static bool execute(translator *t, const ir_inst *i, uint32_t bb) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  terms *tt = t->tt;
  switch ((ir_op)i->op) {
  case IR_NOP:
    return true;
  case IR_MOVE:
    val_define(t, i, val_operand(t, o));
    return true;
  case IR_LOAD:
    execute_load(t, i);
    return true;
  case IR_STORE:
    execute_store(t, i);
    return true;
  case IR_GEP:
    execute_gep(t, i, val_operand(t, o));
    return true;
  case IR_BINARY:
    val_define(t, i,
               arith_binary(t, i, val_operand(t, o), val_operand(t, o + 1)));
    return true;
  case IR_COMPARE:
    val_define(t, i,
               arith_compare(t, (ir_compare)i->sub, val_operand(t, o),
                             val_operand(t, o + 1), o->type));
    return true;
  case IR_TRUNC:
  case IR_ZEXT:
  case IR_SEXT:
  case IR_BITCAST:
  case IR_PTR_TO_INT:
  case IR_INT_TO_PTR:
    val_define(t, i, arith_cast(t, i, val_operand(t, o), o->type));
    return true;
  case IR_SELECT:
    val_define(t, i,
               arith_select(t, i, val_operand(t, o), val_operand(t, o + 1),
                            val_operand(t, o + 2)));
    return true;
  case IR_EXTRACT:
  case IR_INSERT:
    execute_member(t, i);
    return true;
  case IR_GATHER:
    execute_gather(t, i);
    return true;
  case IR_CALL:
    return call_execute(t, i);
  case IR_BUILTIN:
    execute_builtin(t, i);
    return true;
  case IR_REAL:
    val_define(t, i, real_execute(t, i));
    return true;
  case IR_COPY:
  case IR_FILL:
    execute_memory(t, i);
    return true;
  case IR_ASSUME:
    step_undefined(t, term_not(tt, val_term(t, val_operand(t, o), o->type)),
                   PROPERTY_BUILTIN, "__builtin_assume of what does not hold");
    return true;
  case IR_ALLOCATE:
    memory_allocate(t, i->aux, o);
    return true;
  case IR_DECLARE:
    execute_declare(t, i);
    return true;
  case IR_LIFE:
    safety_life(t, i->aux, i->aux2 != 0);
    return true;
  case IR_CHECK:
    execute_check(t, i);
    return true;
  case IR_LABEL:
    if (t->label_is_error)
      step_stop(t, term_true(tt), t->error, EDGE_ERROR, "the error label");
    return true;
  case IR_TRAP:
    step_emit(t, t->end, term_true(tt), EDGE_PLAIN, NULL, true);
    return false;
  case IR_BAD:
    execute_bad(t, i);
    return true;
  case IR_BRANCH:
    jump(t, bb, i->aux, term_true(tt), EDGE_PLAIN, true);
    return false;
  case IR_COND:
    branch(t, i, bb);
    return false;
  case IR_SWITCH:
    select_case(t, i, bb);
    return false;
  case IR_RETURN:
    call_return(t, i);
    return false;
  case IR_UNREACHABLE:
    step_undefined(t, term_true(tt), PROPERTY_UNREACHABLE,
                   "__builtin_unreachable, or a function that must not return");
    return false;
  }
  assert(!"every kind of instruction is handled");
  return false;
}

// --- steps -----------------------------------------------------------------

// Something happened, and nothing that was computed is needed any more.
static bool is_statement_end(const translator *t) {
  return !t->inst->is_hidden &&
         (t->step.written.len > 0 || t->step.inputs.len > 0) &&
         t->step.last_need <= t->inst_index;
}

static bool is_silent(const translator *t, const ir_inst *i) {
  if (i->op == IR_DECLARE) {
    const ir_local *l = &t->frame->f->locals.data[i->aux];
    return (!l->is_live_declare || l->is_parameter) &&
           !escape_may_declare(t, i->aux);
  }
  return i->op == IR_NOP || i->op == IR_BRANCH;
}

static void cut(translator *t, const ir_inst *next) {
  val_spill(t, false);
  loc l = frame_location(t, t->frame, next);
  step_emit(t, l, term_true(t->tt), EDGE_PLAIN, NULL, true);
  step_begin(t, l);
}

static uint32_t block_of(const ir_function *f, uint32_t inst) {
  uint32_t low = 0, high = f->blocks.len;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (f->blocks.data[middle].first <= inst)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static bool is_terminator(const ir_inst *i) { return i->op >= IR_BRANCH; }

static void run_item(translator *t, work_item item) {
  const ir_function *f = item.frame->f;
  uint32_t bb = block_of(f, item.inst);
  uint32_t end = f->blocks.data[bb].first + f->blocks.data[bb].count;
  t->frame = item.frame;
  t->visit++;
  arena_reset(t->scratch);
  step_begin(t, item.at);
  vec_clear(&t->step.defined);
  bool is_pending = false;
  for (uint32_t k = item.inst; k < end; k++) {
    const ir_inst *i = &f->insts.data[k];
    if (is_pending && !is_silent(t, i)) {
      cut(t, i);
      is_pending = false;
    }
    // A jump takes the position of the statement before it.
    if (!(is_pending && is_silent(t, i))) {
      t->inst = i;
      t->inst_index = k;
    }
    if (k == f->blocks.data[bb].first && f->blocks.data[bb].has_births)
      safety_births(t, bb);
    if (is_terminator(i))
      val_spill(t, true);
    if (!execute(t, i, bb) || step_is_dead(t))
      return;
    is_pending = is_statement_end(t);
  }
}

// --- everything ------------------------------------------------------------

static loc add_sink(translator *t, loc_kind kind) {
  loc_info info = {.kind = kind};
  return program_add_location(t->p, &info);
}

static void start(translator *t) {
  uint32_t slots = 0;
  for (uint32_t k = 0; k < t->m->functions.len; k++) {
    const ir_function *f = t->m->functions.data[k];
    if (f->slot_count > slots)
      slots = f->slot_count;
    t->written_size += f->insts.len;
  }
  t->mem = arena_new();
  t->scratch = arena_new();
  t->temps = mem_alloc((slots + 1u) * sizeof *t->temps);
  t->globals = mem_alloc(t->m->symbols.len * sizeof *t->globals);
  t->end = add_sink(t, LOC_END);
  t->error = add_sink(t, LOC_ERROR);
  t->bound = add_sink(t, LOC_BOUND);
  t->unsupported = add_sink(t, LOC_UNSUPPORTED);
  t->undefined = add_sink(t, LOC_UNDEFINED);
}

static void finish(translator *t) {
  mem_free(t->temps);
  mem_free(t->globals);
  vec_free(&t->by_id);
  hmap_free(&t->object_of_id);
  hmap_free(&t->groups);
  vec_free(&t->group_sizes);
  vec_free(&t->families);
  vec_free(&t->outside.numbers);
  hmap_free(&t->stores);
  vec_free(&t->state);
  vec_free(&t->state_step);
  vec_free(&t->step.written);
  vec_free(&t->step.inputs);
  vec_free(&t->step.defined);
  vec_free(&t->work);
  hmap_free(&t->opened);
  vec_free(&t->bodies);
  arena_free(t->mem);
  arena_free(t->scratch);
}

static bool run_all(translator *t, diag *d) {
  while (t->work_done < t->work.len || opening_next_body(t)) {
    limit_kind stop = limits_stop(&t->env->limits);
    if (stop != LIMIT_NONE)
      return diag_set(d, DIAG_LIMIT, (source_pos){0},
                      "%s while translating the program", limit_name(stop));
    if (t->work_done < t->work.len)
      run_item(t, t->work.data[t->work_done++]);
  }
  return true;
}

bool translate_module(const env *e, const ir_module *m,
                      const points_to *targets, program *p, open_calls *open,
                      diag *d) {
  translator t = {.env = e,
                  .p = p,
                  .tt = program_terms(p),
                  .asks_sizes = predicate_is_used(m),
                  .m = m,
                  .targets = targets,
                  .open = open,
                  .properties = program_properties(p)};
  t.label_is_error =
      property_allows_label(e->options) && !globals_have_error_function(m);
  start(&t);
  call_entry(&t, m->symbols.data[m->entry].function_body);
  bool ok = run_all(&t, d);
  object_note_all(&t);
  finish(&t);
  return ok;
}
