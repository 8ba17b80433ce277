// SPDX-License-Identifier: Apache-2.0
// The questions, each over all objects that the pointer may point into.
//
// Where the pointer is null or dangling, nothing may be accessed, and there is
// no object whose size could be asked for. Where it is none of these and leads
// to no object that is known, the question is not supported.
#include "frontend/c/memory/predicate.h"

#include <assert.h>
#include <string.h>

#include "frontend/c/memory/heap.h"
#include "frontend/c/memory/numbers.h"
#include "frontend/c/memory/pointer.h"
#include "frontend/c/memory/safety.h"

bool predicate_is_used(const ir_module *m) {
  for (uint32_t k = 1; k < m->symbols.len; k++)
    if (strncmp(m->symbols.data[k].name, LIBRARY_CPROVER,
                strlen(LIBRARY_CPROVER)) == 0 &&
        library_find(m->symbols.data[k].name) == LIBRARY_OWN)
      return true;
  return false;
}

// --- who is asked about ----------------------------------------------------

// Nothing is there: it is null, a number, or to a local whose life is over.
// Numbers lead to memory from outside where memory safety is not checked.
static term is_nowhere(translator *t, address at) {
  if (at.p->object != NULL)
    return term_false(t->tt);
  bool is_watched =
      step_checks(t, PROPERTY_DEREF) || step_checks(t, PROPERTY_FREE);
  term number = is_watched ? numbers_is(t, at.p) : memory_is_null(t, at);
  return term_or(t->tt, number, pointer_is_dangling(t, at));
}

// Where it leads to is not known.
static term is_unsure(translator *t, address at, const candidate_vec *all) {
  terms *tt = t->tt;
  term known = is_nowhere(t, at);
  for (uint32_t k = 0; k < all->len; k++)
    if (!safety_is_unknown(t, all->data[k].object))
      known = term_or(tt, known, all->data[k].is_it);
  return term_not(tt, known);
}

// Sizes are kept up to a limit (heap.c), and so is what is said of them.
static void assume_small(translator *t, address at, const candidate_vec *all) {
  terms *tt = t->tt;
  term most = term_bv(tt, OFFSET_BITS, HEAP_LARGEST);
  for (uint32_t k = 0; k < all->len; k++) {
    const candidate *c = &all->data[k];
    if (c->object->bytes.id == 0)
      continue;
    term is_cut = term_eq_make(tt, heap_size(t, c->object, at.p), most);
    if (term_is_false(tt, is_cut))
      continue;
    step_assume(t, term_not(tt, term_and(tt, c->is_it, is_cut)));
    program_add_note(t->p, NOTE_ASSUMPTION, "no object has 2^39 bytes or more",
                     step_pos(t));
  }
}

// Whether a local whose block has ended still lives is not kept.
static term is_ended(translator *t, const candidate_vec *all) {
  term sum = term_false(t->tt);
  for (uint32_t k = 0; k < all->len; k++)
    if (safety_is_out_of_block(t, all->data[k].object))
      sum = term_or(t->tt, sum, all->data[k].is_it);
  return sum;
}

static void find(translator *t, address at, const char *name,
                 candidate_vec *all) {
  pointer_candidates(t, at, all);
  step_unsupported(t, is_ended(t, all), "%s of a variable out of its block",
                   name);
  step_unsupported(t, is_unsure(t, at, all),
                   "%s of memory from outside, or of an unknown pointer", name);
  assume_small(t, at, all);
}

// --- answers ---------------------------------------------------------------

// So many bits of an unsigned number; its value must fit.
static term resize(translator *t, term n, uint32_t width) {
  uint32_t has = term_width(t->tt, n);
  return has < width   ? term_zero_extend(t->tt, n, width - has)
         : has > width ? term_extract(t->tt, n, width - 1, 0)
                       : n;
}

// Its bytes from there on are at least n.
static term has_bytes(translator *t, const object *o, const pointer *p,
                      term n) {
  terms *tt = t->tt;
  if (term_is_value(tt, n))
    return safety_is_inside(t, o, p, value_get_u64(term_get_value(tt, n)));
  term at = pointer_offset(t, p), size = heap_size(t, o, p);
  uint32_t width = term_width(tt, n);
  width = width > OFFSET_BITS ? width : OFFSET_BITS;
  term rest = resize(t, term_bvsub(tt, size, at), width);
  return term_and(tt, term_bvule(tt, at, size),
                  term_bvule(tt, resize(t, n, width), rest));
}

static term may_access(translator *t, address at, const candidate_vec *all,
                       term n, bool writes) {
  terms *tt = t->tt;
  term sum = term_false(tt);
  for (uint32_t k = 0; k < all->len; k++) {
    const object *o = all->data[k].object;
    if (safety_is_unknown(t, o) || o->shape == NULL ||
        (writes && o->is_readonly))
      continue;
    term here =
        term_and(tt, has_bytes(t, o, at.p, n), heap_is_live(t, o, at.p));
    sum = term_or(tt, sum, term_and(tt, all->data[k].is_it, here));
  }
  return sum;
}

static term object_size(translator *t, address at, const candidate_vec *all,
                        uint32_t width) {
  term sum = term_bv(t->tt, width, 0);
  for (uint32_t k = 0; k < all->len; k++) {
    const object *o = all->data[k].object;
    if (!safety_is_unknown(t, o) && o->shape != NULL)
      sum = term_ite(t->tt, all->data[k].is_it,
                     resize(t, heap_size(t, o, at.p), width), sum);
  }
  return sum;
}

static term is_allocated(translator *t, const candidate_vec *all) {
  term sum = term_false(t->tt);
  for (uint32_t k = 0; k < all->len; k++)
    if (all->data[k].object->is_heap)
      sum = term_or(t->tt, sum, all->data[k].is_it);
  return sum;
}

// Pointers are null or from outside afterwards.
static void havoc(translator *t, const candidate_vec *all) {
  for (uint32_t k = 0; k < all->len && !step_is_dead(t); k++)
    memory_havoc(t, all->data[k].object, all->data[k].is_it, INPUT_MEMORY,
                 "__CPROVER_havoc_object");
}

static term offset(translator *t, const pointer *p, uint32_t width) {
  term at = pointer_offset(t, p);
  return width > OFFSET_BITS ? term_sign_extend(t->tt, at, width - OFFSET_BITS)
                             : term_extract(t->tt, at, width - 1, 0);
}

// --- calls -----------------------------------------------------------------

static bool is_named(const char *name, const char *end) {
  return strcmp(name + strlen(LIBRARY_CPROVER), end) == 0;
}

// A truth value has the type of C's result, which is int where the function was
// not declared.
static void define_truth(translator *t, const ir_inst *i, term v) {
  if (i->slot == IR_NO_SLOT)
    return;
  assert(i->type->kind == IR_INT);
  val_define(
      t, i,
      val_int(i->type->bits == 1 ? v : bool_to_bits(t->tt, v, i->type->bits)));
}

static bool ask_one(translator *t, const ir_inst *i, const char *name,
                    address at, const candidate_vec *all) {
  uint32_t width = i->slot == IR_NO_SLOT ? 64 : i->type->bits;
  if (is_named(name, "havoc_object"))
    havoc(t, all);
  else if (i->slot == IR_NO_SLOT)
    return true;
  else if (is_named(name, "DYNAMIC_OBJECT"))
    define_truth(t, i, is_allocated(t, all));
  else if (is_named(name, "OBJECT_SIZE"))
    val_define(t, i, val_int(object_size(t, at, all, width)));
  else if (is_named(name, "POINTER_OFFSET"))
    val_define(t, i, val_int(offset(t, at.p, width)));
  else {
    assert(is_named(name, "POINTER_OBJECT"));
    val_define(t, i, val_int(resize(t, pointer_object(t, at.p), width)));
  }
  return !step_is_dead(t);
}

static void compare_objects(translator *t, const ir_inst *i, address a,
                            address b, const char *name) {
  candidate_vec others = {0};
  find(t, b, name, &others);
  vec_free(&others);
  define_truth(
      t, i,
      term_eq_make(t->tt, pointer_object(t, a.p), pointer_object(t, b.p)));
}

static bool ask_two(translator *t, const ir_inst *i, const char *name,
                    address at, const candidate_vec *all) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  val second = val_operand(t, &o[1]);
  if (is_named(name, "same_object") && second.kind == VAL_POINTER) {
    compare_objects(t, i, at, (address){.p = second.p, .from = &o[1]}, name);
    return !step_is_dead(t);
  }
  if (is_named(name, "same_object") || o[1].type->kind != IR_INT) {
    step_unsupported(t, term_true(t->tt), "an unusual call of %s", name);
    return false;
  }
  term n = val_term(t, second, o[1].type);
  define_truth(t, i, may_access(t, at, all, n, !is_named(name, "r_ok")));
  return !step_is_dead(t);
}

static bool has_its_type(const ir_inst *i, const ir_operand *o,
                         const char *name) {
  bool is_pair = is_named(name, "r_ok") || is_named(name, "w_ok") ||
                 is_named(name, "rw_ok") || is_named(name, "same_object");
  return i->operand_count == (is_pair ? 2u : 1u) &&
         o[0].type->kind == IR_POINTER &&
         (i->slot == IR_NO_SLOT || i->type->kind == IR_INT);
}

bool predicate_execute(translator *t, const ir_inst *i, const char *name) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  val first = has_its_type(i, o, name) ? val_operand(t, &o[0]) : val_bad("");
  if (first.kind != VAL_POINTER) {
    step_unsupported(t, term_true(t->tt), "an unusual call of %s", name);
    return false;
  }
  address at = {.p = first.p, .from = &o[0]};
  candidate_vec all = {0};
  find(t, at, name, &all);
  bool goes_on = !step_is_dead(t) &&
                 (i->operand_count == 1 ? ask_one(t, i, name, at, &all)
                                        : ask_two(t, i, name, at, &all));
  vec_free(&all);
  return goes_on;
}
