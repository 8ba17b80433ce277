// SPDX-License-Identifier: Apache-2.0
// What others know of, as two flags for each object that they may ever know:
// 'known', and the variable behind it, 'handed': it will be known with the next
// call.
//
// Where an object stands for many, or where it is not plain whether a
// declaration makes a new one, the flags may say more than what is true. That
// is fine for proofs; for errors it is not, so these are in *doubt* then
// (step_doubt).
#include "frontend/c/memory/escape.h"

#include <assert.h>

#include "frontend/c/memory/cells.h"
#include "frontend/c/memory/heap.h"
#include "frontend/c/memory/outside.h"
#include "frontend/c/memory/pointer.h"

enum { MOST_ROUNDS = 4, MOST_PLACES = 64 };

bool escape_is_followed(const translator *t) { return t->m->follows_escape; }

// --- flags -----------------------------------------------------------------

static bool may_escape(const translator *t, target at) {
  return escape_is_followed(t) && points_to_is_escaped(t->targets, at);
}

static var add_flag(translator *t, const char *function) {
  var_info info = {.function = function,
                   .type = {TYPE_BOOL, NULL},
                   .sort = sort_bool(t->tt)};
  return program_add_variable(t->p, &info);
}

static var add_flags(translator *t, const char *function) {
  var known = add_flag(t, function), handed = add_flag(t, function);
  assert(handed.id == known.id + 1);
  (void)handed;
  return known;
}

static var handed_of(const object *o) {
  assert(o->known.id != 0);
  return (var){o->known.id + 1};
}

static void reset(translator *t, const object *o) {
  step_write(t, o->known, term_false(t->tt));
  step_write(t, handed_of(o), term_false(t->tt));
}

term escape_is_known(translator *t, const object *o) {
  if (o->is_outside)
    return term_true(t->tt);
  return o->known.id == 0 ? term_false(t->tt) : step_read(t, o->known);
}

term escape_is_handed(translator *t, const object *o) {
  term known = escape_is_known(t, o);
  return o->known.id == 0 ? known
                          : term_or(t->tt, known, step_read(t, handed_of(o)));
}

static void start_object(translator *t, object *o) {
  if (o->is_outside)
    return;
  o->known = add_flags(t, NULL);
  reset(t, o);
}

static bool is_own(const translator *t, target at) {
  return at.kind == TARGET_LOCAL || at.kind == TARGET_SITE ||
         (at.kind == TARGET_SYMBOL && t->m->symbols.data[at.index].is_defined);
}

// Whether others may ever know of any object of the program.
static bool has_own(const translator *t) {
  target at;
  for (uint32_t k = 0; points_to_escaped(t->targets, k, &at); k++)
    if (is_own(t, at))
      return true;
  return false;
}

void escape_start(translator *t) {
  if (!escape_is_followed(t) || !has_own(t))
    return;
  step_start_doubt(t, DOUBT_OBJECT);
  target at;
  for (uint32_t k = 0; points_to_escaped(t->targets, k, &at); k++)
    if (at.kind == TARGET_SYMBOL)
      start_object(t, (object *)(uintptr_t)global_object(t, at.index));
    else if (at.kind == TARGET_SITE)
      start_object(t, t->heap[at.index]);
}

void escape_local(translator *t, frame *f, object *o, uint32_t local) {
  if (!may_escape(t, (target){TARGET_LOCAL, f->f, local}))
    return;
  if (f->vars->known[local].id == 0)
    f->vars->known[local] = add_flags(t, f->f->name);
  o->known = f->vars->known[local];
  o->is_nameless = f->f->locals.data[local].name == NULL;
}

void escape_enter(translator *t, frame *callee) {
  target at;
  for (uint32_t k = 0;
       escape_is_followed(t) && points_to_escaped(t->targets, k, &at); k++)
    if (at.kind == TARGET_LOCAL && at.function == callee->f)
      reset(t, frame_object(t, callee, at.index));
}

bool escape_may_declare(const translator *t, uint32_t local) {
  return may_escape(t, (target){TARGET_LOCAL, t->frame->f, local});
}

// A loop statement leaves the block of the local between two rounds; a goto may
// stay in it, and then it is still the same object.
void escape_declare(translator *t, uint32_t local) {
  if (!escape_may_declare(t, local))
    return;
  const object *o = frame_object(t, t->frame, local);
  if (t->frame->f->jumps_back)
    step_doubt(t, DOUBT_OBJECT, escape_is_known(t, o));
  else
    reset(t, o);
}

// --- pointers from there ---------------------------------------------------

// Whether the offset is that of one of the cells.
static term is_of_cell(translator *t, const shape *s, term offset) {
  terms *tt = t->tt;
  if (s->cell_count > MOST_PLACES)
    return term_true(tt);
  term sum = term_false(tt);
  for (uint32_t k = 0; k < s->cell_count; k++)
    sum = term_or(
        tt, sum,
        term_eq_make(tt, offset, term_bv(tt, OFFSET_BITS, s->cells[k].offset)));
  return sum;
}

// To the beginning of a scalar, or to the end of the object.
static term is_proper(translator *t, const object *o, const pointer *p) {
  terms *tt = t->tt;
  term offset = pointer_offset(t, p), zero = term_bv(tt, OFFSET_BITS, 0);
  const shape *s = o->shape;
  if (s == NULL)
    return term_eq_make(tt, offset, zero);
  if (s->is_opaque)
    return term_true(tt);
  term size = heap_size(t, o, p), inner = offset;
  if (s->length > 0)
    inner = term_bvurem(tt, offset, term_bv(tt, OFFSET_BITS, s->stride));
  term inside =
      term_and(tt, term_bvult(tt, offset, size), is_of_cell(t, s, inner));
  return term_or(tt, inside, term_eq_make(tt, offset, size));
}

static term is_there(translator *t, const object *o, const pointer *p) {
  terms *tt = t->tt;
  term live = term_and(tt, heap_is_live(t, o, p), is_proper(t, o, p));
  if (!o->is_many)
    return live;
  term exists = term_bvult(tt, pointer_instance(t, p), step_read(t, o->count));
  return term_and(tt, live, exists);
}

void escape_admit(translator *t, const pointer *p, term other) {
  terms *tt = t->tt;
  candidate_vec all = {0};
  if (escape_is_followed(t))
    pointer_escaped(t, p, &all);
  term good = other, many = term_false(tt);
  for (uint32_t k = 0; k < all.len; k++) {
    candidate c = all.data[k];
    term known = escape_is_known(t, c.object);
    if (term_is_false(tt, known))
      continue;
    term here =
        term_and(tt, c.is_it, term_and(tt, known, is_there(t, c.object, p)));
    good = term_or(tt, good, here);
    if (c.object->is_many)
      many = term_or(tt, many, here);
  }
  vec_free(&all);
  step_assume(t, good);
  if (!term_is_false(tt, many))
    step_doubt(t, DOUBT_OBJECT, many);
}

void escape_hand(translator *t, const pointer *p, term condition) {
  if (!escape_is_followed(t))
    return;
  candidate_vec all = {0};
  pointer_escaped(t, p, &all);
  for (uint32_t k = 0; k < all.len; k++) {
    const object *o = all.data[k].object;
    if (o->known.id == 0)
      continue;
    term here = term_and(t->tt, condition, all.data[k].is_it);
    step_write(t, handed_of(o),
               term_or(t->tt, step_read(t, handed_of(o)), here));
  }
  vec_free(&all);
}

// --- what a call gets to know ----------------------------------------------

typedef struct {
  const object *object;
  term known; // so far
  term seen;  // when the pointers in it were looked at
} item;
typedef VEC(item) item_vec;

static void find_items(translator *t, item_vec *out) {
  object_vec all = {0};
  pointer_escaped_objects(t, &all);
  for (uint32_t k = 0; k < all.len; k++) {
    const object *o = all.data[k];
    vec_push(out, ((item){o, escape_is_handed(t, o), term_false(t->tt)}));
  }
  vec_free(&all);
}

// Whoever has the pointer knows its object.
static void tell(translator *t, const pointer *p, term condition,
                 item_vec *all) {
  terms *tt = t->tt;
  for (uint32_t k = 0; k < all->len; k++) {
    item *x = &all->data[k];
    term is_it = pointer_is_into(t, p, x->object);
    x->known = term_or(tt, x->known, term_and(tt, condition, is_it));
  }
}

// The same of all pointers in the object.
static void tell_contents(translator *t, const object *o, term condition,
                          item_vec *all) {
  const shape *s = o->shape;
  for (uint32_t k = 0; s != NULL && !s->is_opaque && k < s->cell_count; k++) {
    if (!cell_may_point(&s->cells[k]))
      continue;
    if (s->length > 0 || o->is_many) {
      step_unsupported(t, condition,
                       "a function that is not defined gets the pointers in "
                       "'%s'",
                       o->name);
      return;
    }
    term held = cells_held(t, &s->cells[k], memory_cell(t, o, k));
    pointer p = pointer_of_term(t, held);
    tell(t, &p, condition, all);
  }
}

static void tell_value(translator *t, val v, item_vec *all) {
  if (v.kind == VAL_POINTER || v.kind == VAL_ADDRESS)
    tell(t, v.p, term_true(t->tt), all);
  for (uint32_t k = 0; v.kind == VAL_AGGREGATE && k < v.leaf_count; k++)
    tell_value(t, v.leaves[k], all);
}

static void tell_by_value(translator *t, val v, const ir_operand *from,
                          item_vec *all) {
  candidate_vec copied = {0};
  if (v.kind == VAL_POINTER)
    pointer_candidates(t, (address){.p = v.p, .from = from}, &copied);
  for (uint32_t k = 0; k < copied.len; k++)
    tell_contents(t, copied.data[k].object, copied.data[k].is_it, all);
  vec_free(&copied);
}

static void tell_arguments(translator *t, const ir_inst *i, item_vec *all) {
  const ir_operand *args = ir_operands(t->frame->f, i);
  const ir_call *c = &t->frame->f->calls.data[i->aux];
  for (uint32_t k = 0; k < i->operand_count; k++)
    if (ir_is_by_value(c, k))
      tell_by_value(t, val_operand(t, &args[k]), &args[k], all);
    else
      tell_value(t, val_operand(t, &args[k]), all);
}

// One look into each object that more is known of than when it was looked into
// last; false: there was none.
static bool look_further(translator *t, item_vec *all) {
  bool is_any = false;
  for (uint32_t k = 0; k < all->len; k++) {
    item *x = &all->data[k];
    if (term_eq(x->known, x->seen))
      continue;
    is_any = true;
    x->seen = x->known;
    tell_contents(t, x->object, x->known, all);
  }
  return is_any;
}

// A few rounds find what most programs have; that there is no more is left to
// the proof.
static void look_around(translator *t, item_vec *all) {
  terms *tt = t->tt;
  for (uint32_t round = 0; round < MOST_ROUNDS; round++)
    if (!look_further(t, all))
      return;
  term *before = ARENA_ARRAY(t->scratch, term, all->len + 1u);
  for (uint32_t k = 0; k < all->len; k++)
    before[k] = all->data[k].known;
  look_further(t, all);
  term more = term_false(tt);
  for (uint32_t k = 0; k < all->len; k++) {
    more = term_or(tt, more,
                   term_and(tt, all->data[k].known, term_not(tt, before[k])));
    all->data[k].known = before[k];
  }
  step_unsupported(t, more,
                   "a function that is not defined gets to know of "
                   "objects by many pointers in a row");
}

// Where the life of a compound literal ends is not marked.
static void remember(translator *t, const item *x) {
  const ir_call *c = &t->frame->f->calls.data[t->inst->aux];
  if (x->object->known.id == 0)
    return;
  if (x->object->is_nameless && c->is_cyclic)
    step_doubt(t, DOUBT_OBJECT, x->known);
  step_write(t, x->object->known, x->known);
  step_write(t, handed_of(x->object), term_false(t->tt));
}

// --- what a call changes ---------------------------------------------------

static bool holds_pointers(const object *o) {
  for (uint32_t k = 0; k < o->shape->cell_count; k++)
    if (cell_may_point(&o->shape->cells[k]))
      return true;
  return false;
}

// Of many objects, or of a large one, none can be told apart from the others:
// what they hold cannot be said of pointers.
static void change_array(translator *t, const item *x, const char *name) {
  const object *o = x->object;
  if (holds_pointers(o) || o->is_text || o->texts != NULL) {
    step_unsupported(t, x->known,
                     "a function that is not defined may change the pointers "
                     "in '%s'",
                     o->name);
    return;
  }
  if (o->is_many)
    step_doubt(t, DOUBT_OBJECT, x->known);
  for (uint32_t k = 0; k < o->shape->cell_count; k++)
    memory_forget(t, o, k, x->known, INPUT_MEMORY, name);
}

// What is constant stays, and accesses to what is opaque are not supported.
static void change(translator *t, const item *x, const char *name) {
  const object *o = x->object;
  bool is_fixed = o->shape == NULL || o->shape->is_opaque ||
                  o->constants != NULL || o->is_incomplete;
  if (is_fixed || term_is_false(t->tt, x->known))
    return;
  if (o->is_many || o->shape->length > 0)
    change_array(t, x, name);
  else
    memory_havoc(t, o, x->known, INPUT_MEMORY, name);
}

void escape_call(translator *t, const ir_inst *i, const char *name) {
  assert(escape_is_followed(t));
  program_add_note(t->p, NOTE_ASSUMPTION,
                   "undefined functions call no function of the program, free "
                   "none of its memory, and know its variables only by "
                   "pointers that they got",
                   step_pos(t));
  item_vec all = {0};
  find_items(t, &all);
  tell_arguments(t, i, &all);
  look_around(t, &all);
  for (uint32_t k = 0; k < all.len; k++)
    remember(t, &all.data[k]);
  outside_forget(t, name);
  for (uint32_t k = 0; k < all.len; k++)
    change(t, &all.data[k], name);
  vec_free(&all);
}
