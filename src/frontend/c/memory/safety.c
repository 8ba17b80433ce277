// SPDX-License-Identifier: Apache-2.0
// Memory safety: what an access, a free and the end of the program must keep.
//
// Elsewhere an access that leads nowhere is not supported. Here the conditions
// of C are written down exactly: the bytes lie inside of an object that lives.
// What is left after them, an access of an unusual kind, is still unsupported.
//
// A pointer is invalid if it is a number, or leads to a local whose call is
// over, or out of one of its targets (points_to.h). What leads to another
// object than those was missed by the analysis, and is not supported. Pointers
// from outside of the program lead to an object of their own, 'foreign'
// (outside.h).
//
// Locals are told apart by the call that they belong to. When a call or a block
// of a loop is entered again, its locals have the same names as the last ones;
// a pointer that is left over from those would seem to be valid. So whatever
// still points to a local as its life begins, points to an object that is gone
// from then on. In large arrays such pointers are not looked for: that is not
// supported.
//
// Where blocks end is marked only if valid-deref is asked for. Elsewhere it is
// read off the debug information, and what leads to a local out of its block is
// not supported.
#include "frontend/c/memory/safety.h"

#include <assert.h>

#include "frontend/c/memory/blame.h"
#include "frontend/c/memory/cells.h"
#include "frontend/c/memory/escape.h"
#include "frontend/c/memory/place.h"
#include "frontend/c/memory/word.h"
#include "frontend/c/memory/heap.h"
#include "frontend/c/memory/numbers.h"
#include "frontend/c/memory/pointer.h"

bool safety_is_watched(const translator *t) {
  return step_checks(t, PROPERTY_DEREF) || step_checks(t, PROPERTY_FREE);
}

// --- objects ---------------------------------------------------------------

bool safety_is_unknown(const translator *t, const object *o) {
  return (o->shape == NULL && o->symbol == 0 && o != t->gone) ||
         (o->shape != NULL && (o->shape->is_opaque || o->is_incomplete));
}

// --- inside ----------------------------------------------------------------

static int64_t divide_down(int64_t a, int64_t b) {
  assert(b > 0);
  return a / b - (a % b < 0);
}

// One index, and a size that is known: the values that the index may have.
// Nothing is multiplied, so nothing can be too large.
static term in_range(translator *t, const pointer *p, uint64_t size,
                     uint64_t bytes) {
  terms *tt = t->tt;
  const pointer_part *part = &p->parts[0];
  uint32_t width = term_width(tt, part->index);
  int64_t most = divide_down((int64_t)(size - bytes) - p->offset, part->scale);
  int64_t least = -divide_down(p->offset, part->scale);
  if (most < least)
    return term_false(tt);
  term low = term_bv(tt, width, (uint64_t)least);
  uint64_t count = (uint64_t)(most - least);
  if (width < 64 && count >> width != 0)
    return term_true(tt);
  return term_bvule(tt, term_bvsub(tt, part->index, low),
                    term_bv(tt, width, count));
}

static bool is_plain(const pointer *p) {
  return p->part_count == 0 && term_is_none(p->base);
}

term safety_is_inside(translator *t, const object *o, const pointer *p,
                      uint64_t bytes) {
  terms *tt = t->tt;
  bool is_fixed = o->length.id == 0 && o->bytes.id == 0;
  if (is_fixed && o->shape->size < bytes)
    return term_false(tt);
  if (is_fixed && is_plain(p))
    return term_bool(tt, p->offset >= 0 &&
                             (uint64_t)p->offset <= o->shape->size - bytes);
  if (is_fixed && p->part_count == 1 && term_is_none(p->base))
    return in_range(t, p, o->shape->size, bytes);
  term at = pointer_offset(t, p), size = heap_size(t, o, p);
  term end = term_bvsub(tt, size, term_bv(tt, OFFSET_BITS, bytes));
  term fits = term_bvule(tt, term_bv(tt, OFFSET_BITS, bytes), size);
  return term_and(tt, fits, term_bvule(tt, at, end));
}

// --- accesses --------------------------------------------------------------

// What no object has as its address: null, and integers made pointers.
static term is_number(translator *t, const pointer *p) {
  return p->object != NULL ? term_false(t->tt) : numbers_is(t, p);
}

// Whether an access to one of the objects is known to be wrong.
static term is_wrong(translator *t, const object *o, const pointer *p,
                     uint64_t bytes) {
  terms *tt = t->tt;
  if (safety_is_unknown(t, o))
    return term_false(tt);
  if (o->shape == NULL)
    return term_true(tt); // a function, or gone
  return term_not(tt, term_and(tt, safety_is_inside(t, o, p, bytes),
                               heap_is_live(t, o, p)));
}

// --outside strict: nobody can know that such memory is valid.
static term is_foreign(translator *t, const pointer *p) {
  if (t->env->options->outside != OUTSIDE_STRICT)
    return term_false(t->tt);
  if (p->object != NULL)
    return term_bool(t->tt, p->object == t->foreign);
  return term_eq_make(t->tt, p->object_id,
                      term_bv(t->tt, OBJECT_BITS, object_id(t, t->foreign)));
}

// An access through a pointer from outside, to an object that others know of,
// is not blamed on the program.
static void leave_unknown(translator *t, address at, const candidate_vec *all,
                          term bad) {
  if (!escape_is_followed(t) || at.from == NULL || at.p->object != NULL ||
      !points_to_is_outside(t->targets, t->frame->f, at.from))
    return;
  term known = term_false(t->tt);
  for (uint32_t k = 0; k < all->len; k++)
    known = term_or(t->tt, known,
                    term_and(t->tt, all->data[k].is_it,
                             escape_is_known(t, all->data[k].object)));
  step_unsupported(t, term_and(t->tt, bad, known),
                   "an access through a pointer that may come from outside");
}

void safety_access(translator *t, address at, const candidate_vec *all,
                   uint64_t bytes, fault_action action) {
  terms *tt = t->tt;
  if (!step_checks(t, PROPERTY_DEREF))
    return;
  const pointer *p = at.p;
  term bad = term_or(tt, is_number(t, p), pointer_is_dangling(t, at));
  bad = term_or(tt, bad, is_foreign(t, p));
  for (uint32_t k = 0; k < all->len; k++) {
    candidate c = all->data[k];
    bad = term_or(tt, bad,
                  term_and(tt, c.is_it, is_wrong(t, c.object, p, bytes)));
  }
  const char *text =
      "invalid access: the pointer is null, dangling or outside of its object";
  if (p->object != NULL)
    text = arena_printf(
        t->scratch, "invalid access: outside of '%s', or after its lifetime",
        p->object->name);
  leave_unknown(t, at, all, bad);
  edge e = step_error(t, bad, PROPERTY_DEREF, text);
  blame_access(t, e, at, all, bytes, action);
}

void safety_free(translator *t, address at, const candidate_vec *all,
                 term wrong) {
  terms *tt = t->tt;
  if (!step_checks(t, PROPERTY_FREE))
    return;
  term null = term_bv(tt, POINTER_BITS, 0);
  term other = term_and(tt, is_number(t, at.p),
                        term_distinct(tt, pointer_term(t, at.p), null));
  term bad = term_or(tt, other, pointer_is_dangling(t, at));
  edge e = step_error(
      t, term_or(tt, wrong, bad), PROPERTY_FREE,
      "invalid free: this is no allocated memory, or was freed before");
  blame_free(t, e, at, all);
}

// --- pointers from outside -------------------------------------------------

void safety_start(translator *t) {
  t->foreign = object_new(t, "memory from outside of the program");
  t->gone = object_new(t, "a local whose life is over");
  t->stale = object_new(t, "a local of an earlier round");
  track_start(t);
}

// --- lives of locals -------------------------------------------------------

// A local whose life begins, and what pointers to it lead to from then on.
typedef struct {
  frame *frame;
  uint32_t local;
  const object *object, *then;
  term is_left; // Bool: some pointer to it is left over
} beginning;

// What becomes of a cell whose pointer leads to the object.
static term retired(translator *t, const cell *c, term now, beginning *b) {
  terms *tt = t->tt;
  term held = cells_held(t, c, now);
  term id = term_extract(tt, held, POINTER_BITS - 1, OFFSET_BITS);
  term is_left =
      term_eq_make(tt, id, term_bv(tt, OBJECT_BITS, object_id(t, b->object)));
  term gone = term_concat(tt, term_bv(tt, OBJECT_BITS, object_id(t, b->then)),
                          term_extract(tt, held, OFFSET_BITS - 1, 0));
  if (c->kind == CELL_WORD)
    gone = word_of_pointer(t, gone);
  b->is_left = term_or(tt, b->is_left, is_left);
  return term_ite(tt, is_left, gone, now);
}

// The same for each element of an array.
static term retired_elements(translator *t, const shape *s, uint32_t index,
                             term now, beginning *b) {
  for (uint64_t k = 0; k < s->length; k++) {
    term at = term_bv(t->tt, s->index_bits, k);
    term v = retired(t, &s->cells[index], term_select(t->tt, now, at), b);
    now = term_store(t->tt, now, at, v);
  }
  return now;
}

// Whether all pointers in it can be looked at.
static bool is_small(const object *holder) {
  enum { MOST = 64 };
  return !holder->is_many && holder->length.id == 0 &&
         holder->shape->length <= MOST;
}

// Pointers to the object that the holder has are left over.
static void retire(translator *t, const object *holder, beginning *b) {
  const shape *s = holder->shape;
  if (s == NULL || s->is_opaque || holder->constants != NULL)
    return;
  for (uint32_t k = 0; k < s->cell_count; k++) {
    if (!cell_may_point(&s->cells[k]))
      continue;
    if (!is_small(holder)) {
      step_unsupported(t, term_true(t->tt),
                       "a pointer to '%s' that may outlive it",
                       b->object->name);
      return;
    }
    term now = memory_cell(t, holder, k);
    step_write(t, (var){holder->first.id + k},
               s->length > 0 ? retired_elements(t, s, k, now, b)
                             : retired(t, &s->cells[k], now, b));
  }
}

static bool is_within(const program *p, uint32_t scope, uint32_t outer) {
  while (scope != 0 && scope != outer)
    scope = program_outer_scope(p, scope);
  return scope == outer;
}

// Whether that local may outlive the other one: what is declared inside of the
// same block begins anew, too.
static bool may_outlive(const translator *t, const frame *g, uint32_t holder,
                        const beginning *b) {
  if (g != b->frame)
    return true;
  const ir_local *all = g->f->locals.data;
  return b->then == t->gone || all[b->local].birth != IR_NO_SLOT
             ? holder != b->local
             : !is_within(t->p, all[holder].scope, all[b->local].scope);
}

// Where a 'goto' stays in the block, the variable is the one that it was.
static void refuse_return(translator *t, const beginning *b) {
  if (b->then == t->stale && b->frame->f->jumps_back)
    step_unsupported(t, b->is_left,
                     "a pointer to a variable whose declaration a 'goto' may "
                     "have gone back over");
}

// from: the innermost frame that is active.
static void retire_left_over(translator *t, beginning *b, frame *from) {
  target self = {TARGET_LOCAL, b->frame->f, b->local}, holder;
  for (uint32_t k = 0; points_to_holder(t->targets, self, k, &holder); k++) {
    if (holder.kind == TARGET_SYMBOL)
      retire(t, global_object(t, holder.index), b);
    else if (holder.kind == TARGET_SITE)
      retire(t, heap_object(t, holder.index), b);
    else if (holder.kind == TARGET_LOCAL)
      for (frame *g = from; g != NULL; g = g->parent)
        if (g->f == holder.function && may_outlive(t, g, holder.index, b))
          retire(t, frame_object(t, g, holder.index), b);
  }
  refuse_return(t, b);
}

static beginning begin(translator *t, frame *f, uint32_t local,
                       const object *then) {
  return (beginning){f, local, frame_object(t, f, local), then,
                     term_false(t->tt)};
}

// Whether the same call may be entered again. (The body of an open
// function stands for any number of them.)
static bool may_repeat(const frame *f) {
  for (; f->parent != NULL; f = f->parent) {
    const ir_function *caller = f->parent->f;
    const ir_inst *call = &caller->insts.data[f->call_inst];
    if (caller->calls.data[call->aux].is_cyclic)
      return true;
  }
  return f->open != 0;
}

static bool may_hold_locals(const translator *t, const frame *f,
                            uint32_t local) {
  target self = {TARGET_LOCAL, f->f, local}, inside;
  for (uint32_t k = 0; points_to_inside(t->targets, self, k, &inside); k++)
    if (inside.kind == TARGET_LOCAL)
      return true;
  return false;
}

// What does not live holds no pointer that could be left over.
static void forget(translator *t, frame *f, uint32_t local) {
  if (!f->f->locals.data[local].has_scope || !may_hold_locals(t, f, local))
    return;
  const object *o = frame_object(t, f, local);
  if (o->shape->is_opaque || o->shape->length > 0)
    return;
  for (uint32_t k = 0; k < o->shape->cell_count; k++)
    if (cell_may_point(&o->shape->cells[k]))
      step_write(t, (var){o->first.id + k},
                 term_bv(t->tt, o->shape->cells[k].bits, 0));
}

void safety_enter(translator *t, frame *callee) {
  bool is_watched = step_checks(t, PROPERTY_DEREF);
  bool repeats = may_repeat(callee);
  for (uint32_t k = 0; k < callee->f->locals.len; k++) {
    const ir_local *l = &callee->f->locals.data[k];
    if (is_watched)
      forget(t, callee, k);
    if (repeats && l->has_address) {
      beginning b = begin(t, callee, k, t->gone);
      retire_left_over(t, &b, callee->parent);
    }
    if (!is_watched || !l->has_address)
      continue;
    const object *o = frame_object(t, callee, k);
    if (o->live.id != 0)
      step_write(t, o->live, term_false(t->tt));
  }
}

void safety_life(translator *t, uint32_t local, bool begins) {
  const ir_local *l = &t->frame->f->locals.data[local];
  if (!begins && step_checks(t, PROPERTY_DEREF))
    forget(t, t->frame, local);
  const object *o = frame_object(t, t->frame, local);
  if (!step_checks(t, PROPERTY_DEREF) || !l->has_address || o->live.id == 0)
    return;
  if (begins) {
    beginning b = begin(t, t->frame, local, t->gone);
    retire_left_over(t, &b, t->frame);
  }
  step_write(t, o->live, term_bool(t->tt, begins));
  if (begins)
    place_choose(t, o, t->frame);
}

// Only the block of the function itself is never entered again.
void safety_declare(translator *t, uint32_t local) {
  const ir_local *l = &t->frame->f->locals.data[local];
  if (step_checks(t, PROPERTY_DEREF) || !l->has_address ||
      !l->is_declared_again || program_outer_scope(t->p, l->scope) == 0)
    return;
  beginning b = begin(t, t->frame, local, t->stale);
  retire_left_over(t, &b, t->frame);
}

// Whether the same block was left and entered, or a 'goto' came back to it, is
// not told apart.
void safety_births(translator *t, uint32_t bb) {
  const ir_function *f = t->frame->f;
  for (uint32_t k = 0; k < f->locals.len; k++) {
    const ir_local *l = &f->locals.data[k];
    if (l->birth != bb || !l->is_declared_again || !l->has_address)
      continue;
    beginning b = begin(t, t->frame, k, t->stale);
    retire_left_over(t, &b, t->frame);
  }
}

// Where a frame stands; NULL: it is not active.
static const ir_inst *inst_of(const translator *t, const frame *f) {
  if (f == t->frame)
    return t->inst;
  const frame *callee = t->frame;
  while (callee != NULL && callee->parent != f)
    callee = callee->parent;
  return callee == NULL ? NULL : &f->f->insts.data[callee->call_inst];
}

// What the compiler itself does to a local as its block ends (the attribute
// 'cleanup') is not told to be inside of the block.
static bool names_local(const ir_function *f, const ir_inst *i,
                        uint32_t local) {
  const ir_operand *o = ir_operands(f, i);
  for (uint32_t k = 0; k < i->operand_count; k++)
    if (o[k].kind == OPERAND_LOCAL && o[k].local == local)
      return true;
  return false;
}

// A temporary that is no compound literal ends with its expression.
static bool is_over_soon(const translator *t, const object *o) {
  const ir_local *l = &o->owner->f->locals.data[o->local];
  return l->birth != IR_NO_SLOT && !l->is_literal && l->is_kept &&
         o->owner == t->frame && !names_local(t->frame->f, t->inst, o->local);
}

bool safety_is_out_of_block(const translator *t, const object *o) {
  if (o->owner == NULL)
    return false;
  const ir_local *l = &o->owner->f->locals.data[o->local];
  if (step_checks(t, PROPERTY_DEREF) && l->birth == IR_NO_SLOT)
    return false;
  if (is_over_soon(t, o))
    return true;
  const ir_inst *i = l->has_address ? inst_of(t, o->owner) : NULL;
  return i != NULL && i->scope != 0 && l->scope != 0 &&
         !is_within(t->p, i->scope, l->scope) &&
         !names_local(o->owner->f, i, o->local);
}

// --- the end ---------------------------------------------------------------

// Of many objects, any one may be left.
static term is_left(translator *t, const object *o) {
  terms *tt = t->tt;
  term now = step_read(t, o->live);
  if (!o->is_many)
    return now;
  term one =
      step_input(t, INPUT_CHOICE, "an allocated object",
                 (type_info){TYPE_UNSIGNED, NULL}, sort_bv(tt, INSTANCE_BITS));
  return term_select(tt, now, one);
}

void safety_end(translator *t, edge_kind kind, const char *text, bool by_exit) {
  uint32_t n = step_checks(t, PROPERTY_MEMCLEANUP) ? t->m->sites.len : 0;
  for (uint32_t k = 0; k < n && !step_is_dead(t); k++)
    step_error(t, is_left(t, t->heap[k]), PROPERTY_MEMCLEANUP,
               arena_printf(t->scratch, "memory of '%s' is never freed",
                            t->heap[k]->name));
  track_end(t, kind, text, by_exit);
}
