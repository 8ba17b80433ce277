// SPDX-License-Identifier: Apache-2.0
// The functions that the models of the C library, and with CBMC's names the
// program itself, ask the translator for.
#include <assert.h>
#include <string.h>

#include "frontend/c/memory/arguments.h"
#include "frontend/c/ir/lower.h"
#include "frontend/c/library/models.h"
#include "frontend/c/memory/place.h"
#include "frontend/c/memory/heap.h"
#include "frontend/c/memory/predicate.h"
#include "frontend/c/memory/pointer.h"
#include "frontend/c/translate/returned.h"

// Bytes of the scalars of an array of equal scalars; 0: pointers; 1: of
// anything else.
static uint64_t unit_of(const object *o) {
  const shape *s = o->shape;
  if (s == NULL || s->is_opaque || s->cell_count == 0)
    return 1;
  uint64_t end = 0, bytes = s->cells[0].bytes;
  for (uint32_t k = 0; k < s->cell_count; k++) {
    const cell *c = &s->cells[k];
    if (c->bytes != bytes || c->kind != s->cells[0].kind ||
        c->kind == CELL_WORD || c->offset != end)
      return 1;
    end += bytes;
  }
  if (s->length > 0 && end != s->stride)
    return 1;
  return s->cells[0].kind == CELL_POINTER ? 0 : bytes;
}

static val unit(translator *t, const pointer *p, const ir_operand *from,
                const ir_type *type) {
  candidate_vec all = {0};
  pointer_candidates(t, (address){p, from, 0}, &all);
  uint64_t sum = all.len > 0 ? unit_of(all.data[0].object) : 1;
  for (uint32_t k = 1; k < all.len; k++)
    if (unit_of(all.data[k].object) != sum)
      sum = 1;
  vec_free(&all);
  return val_int(term_bv(t->tt, type->bits, sum));
}

static term bytes_of(translator *t, const object *o, const pointer *p,
                     uint32_t width) {
  terms *tt = t->tt;
  if (o->length.id == 0)
    return term_bv(tt, width, o->shape->size);
  if (shape_is_words(o->shape)) {
    term n = heap_size(t, o, p);
    return width > OFFSET_BITS ? term_zero_extend(tt, n, width - OFFSET_BITS)
                               : term_extract(tt, n, width - 1, 0);
  }
  term n = heap_length(t, o, p);
  if (width > SHAPE_INDEX_BITS)
    n = term_zero_extend(tt, n, width - SHAPE_INDEX_BITS);
  return term_bvmul(tt, n, term_bv(tt, width, o->shape->stride));
}

// Of what was not allocated the size is 0: it is not freed, either.
static val size(translator *t, const pointer *p, const ir_operand *from,
                const ir_type *type) {
  candidate_vec all = {0};
  pointer_candidates(t, (address){p, from, 0}, &all);
  term sum = term_bv(t->tt, type->bits, 0);
  for (uint32_t k = 0; k < all.len; k++) {
    const object *o = all.data[k].object;
    if (o->is_heap && !o->shape->is_opaque)
      sum = term_ite(t->tt, all.data[k].is_it, bytes_of(t, o, p, type->bits),
                     sum);
  }
  vec_free(&all);
  return val_int(sum);
}

// Into the same object as q, and behind it.
static val is_behind(translator *t, const pointer *p, const pointer *q,
                     const ir_type *type) {
  terms *tt = t->tt;
  term same;
  if (p->object != NULL && q->object != NULL && !p->object->is_many)
    same = term_bool(tt, p->object == q->object);
  else
    same = term_eq_make(tt, pointer_object(t, p), pointer_object(t, q));
  term behind = term_bvslt(tt, pointer_offset(t, q), pointer_offset(t, p));
  return val_int(bool_to_bits(tt, term_and(tt, same, behind), type->bits));
}

// Into the same object, and nearer to each other than n bytes.
void own_apart(translator *t, const pointer *p, const pointer *q, term n) {
  terms *tt = t->tt;
  if (p->object != NULL && q->object != NULL && p->object != q->object)
    return;
  term same = term_eq_make(tt, pointer_object(t, p), pointer_object(t, q));
  uint32_t bits = term_width(tt, n);
  term forward = pointer_distance(t, p, q, bits);
  term is_near = term_or(tt, term_bvult(tt, forward, n),
                         term_bvult(tt, term_bvneg(tt, forward), n));
  step_undefined(t, term_and(tt, same, is_near), PROPERTY_OVERLAP,
                 "memcpy between bytes that overlap");
}

static void check_apart(translator *t, const ir_operand *o) {
  val to = val_operand(t, &o[0]), from = val_operand(t, &o[1]);
  term n = val_term(t, val_operand(t, &o[2]), o[2].type);
  if (to.kind == VAL_POINTER && from.kind == VAL_POINTER)
    own_apart(t, to.p, from.p, n);
  else
    step_unsupported(t, term_true(t->tt), "an unknown address");
}

// What it points to lies anywhere from now on, as if it was allocated now.
static void move(translator *t, const pointer *p, const ir_operand *from) {
  candidate_vec all = {0};
  pointer_candidates(t, (address){p, from, 0}, &all);
  for (uint32_t k = 0; k < all.len; k++)
    place_choose(t, all.data[k].object, t->frame);
  vec_free(&all);
}

// The function of the C library that the program called.
static const char *caller_name(const translator *t) {
  const frame *f = t->frame;
  while (f->parent != NULL && models_is_file(f->parent->f->pos.file))
    f = f->parent;
  return models_name(t->scratch, f->f->name, f->f->pos.file);
}

bool own_execute(translator *t, const ir_inst *i, const char *name) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  val args[2] = {{0}};
  if (strncmp(name, LIBRARY_CPROVER, strlen(LIBRARY_CPROVER)) == 0)
    return predicate_execute(t, i, name);
  if (strcmp(name, "__wedge_apart") == 0) {
    check_apart(t, o);
    return !step_is_dead(t);
  }
  assert(i->operand_count <= 2);
  if (strncmp(name, LOWER_ASSEMBLY, strlen(LOWER_ASSEMBLY)) == 0) {
    program_add_note(t->p, NOTE_ASSUMPTION,
                     "inline assembly changes its outputs alone, unless it "
                     "says that it changes memory",
                     step_pos(t));
    if (i->slot != IR_NO_SLOT)
      val_define(t, i, val_fresh(t, i->type, INPUT_MEMORY, "asm"));
    return true;
  }
  if (strcmp(name, LOWER_RETURNED) == 0) {
    returned_check(t, val_term(t, val_operand(t, &o[0]), o[0].type));
    return !step_is_dead(t);
  }
  if (strcmp(name, "__wedge_any") == 0) {
    val_define(t, i, val_fresh(t, i->type, INPUT_CHOICE, "any value"));
    return true;
  }
  if (strcmp(name, "__wedge_input") == 0) {
    val_define(t, i, val_fresh(t, i->type, INPUT_MEMORY, caller_name(t)));
    return true;
  }
  if (strcmp(name, "__wedge_undefined") == 0) {
    step_unsupported(t, term_true(t->tt), "a call of %s that is not defined",
                     caller_name(t));
    return false;
  }
  if (strcmp(name, "__wedge_unknown") == 0) {
    step_unsupported(t, term_true(t->tt),
                     "errno after a function that may have set it");
    return false;
  }
  if (strcmp(name, "__wedge_never") == 0) {
    val_define(t, i, val_int(term_bv(t->tt, i->type->bits, 0)));
    return true;
  }
  if (strcmp(name, "__wedge_many_handlers") == 0) {
    step_unsupported(t, term_true(t->tt), "more than 64 functions at exit");
    return false;
  }
  for (uint32_t k = 0; k < i->operand_count; k++) {
    args[k] = val_operand(t, &o[k]);
    if (args[k].kind != VAL_POINTER) {
      step_unsupported(t, term_true(t->tt), "an unknown address");
      return false;
    }
  }
  if (strcmp(name, "__wedge_arguments") == 0)
    arguments_define(t, args[0].p, &o[1]);
  else if (strcmp(name, "__wedge_move") == 0)
    move(t, args[0].p, &o[0]);
  else if (strcmp(name, "__wedge_unit") == 0)
    val_define(t, i, unit(t, args[0].p, &o[0], i->type));
  else if (strcmp(name, "__wedge_size") == 0)
    val_define(t, i, size(t, args[0].p, &o[0], i->type));
  else
    val_define(t, i, is_behind(t, args[0].p, args[1].p, i->type));
  return !step_is_dead(t);
}
