// SPDX-License-Identifier: Apache-2.0
// Pointer values: making, moving, comparing them, and what they may point to.
//
// While a pointer is only computed and used, its object and the indices it was
// made from are kept apart, so that a[i][j] becomes a choice by i and by j
// without any multiplication. Stored, it is one bit-vector.
#include "frontend/c/memory/numbers.h"
#include "frontend/c/memory/place.h"

#include <assert.h>
#include <string.h>

#include "base/unreachable.h"
#include "frontend/c/memory/heap.h"
#include "frontend/c/memory/identity.h"
#include "frontend/c/memory/outside.h"
#include "frontend/c/memory/pointer.h"

pointer pointer_to_object(const object *o, int64_t offset) {
  assert(o != NULL);
  return (pointer){.object = o, .offset = offset};
}

pointer pointer_to_instance(const object *o, term instance) {
  assert(o->is_many && !term_is_none(instance));
  return (pointer){.object = o, .instance = instance};
}

term pointer_instance(translator *t, const pointer *p) {
  if (!term_is_none(p->instance))
    return p->instance;
  return term_extract(t->tt, p->object_id, INSTANCE_BITS - 1, 0);
}

void pointer_set_object(translator *t, pointer *p, const object *o) {
  assert(p->object == NULL && o != NULL);
  if (o->is_many)
    p->instance = pointer_instance(t, p);
  p->object = o;
}

bool pointer_absolute(translator *t, int64_t n, pointer *out) {
  const int64_t near = INT64_C(1) << (OFFSET_BITS - 1);
  const int64_t most = INT64_C(1) << (POINTER_BITS - 2);
  if (-near <= n && n < near)
    *out = (pointer){.object_id = term_bv(t->tt, OBJECT_BITS, 0), .offset = n};
  else
    *out = numbers_pointer(t, term_bv(t->tt, numbers_width(t), (uint64_t)n));
  return -most <= n && n < most - near;
}

pointer pointer_of_term(translator *t, term whole) {
  assert(term_width(t->tt, whole) == POINTER_BITS);
  term offset = term_extract(t->tt, whole, OFFSET_BITS - 1, 0);
  term id = term_extract(t->tt, whole, POINTER_BITS - 1, OFFSET_BITS);
  pointer p = {.object_id = id, .base = offset, .whole = whole};
  const object *o = NULL;
  if (term_is_value(t->tt, id))
    o = object_of_id(t, value_get_u64(term_get_value(t->tt, id)));
  if (o != NULL)
    pointer_set_object(t, &p, o);
  if (term_is_value(t->tt, offset)) {
    p.offset = value_get_s64(term_get_value(t->tt, offset));
    p.base = TERM_NONE;
  }
  return p;
}

// The upper bits of the object, where it is many.
static term family_bits(translator *t, const object *o) {
  return term_bv(t->tt, FAMILY_BITS, FAMILY_MARK | o->family);
}

term pointer_object(translator *t, const pointer *p) {
  if (p->object != NULL && p->object->is_many)
    return term_concat(t->tt, family_bits(t, p->object), p->instance);
  if (p->object != NULL)
    return term_bv(t->tt, OBJECT_BITS, object_id(t, p->object));
  return p->object_id;
}

// --- offsets ---------------------------------------------------------------

static uint32_t bits_for(uint64_t n) {
  uint32_t bits = 0;
  while (bits < 64 && n >> bits != 0)
    bits++;
  return bits;
}

// Removes an extension: the same number in fewer bits.
static term strip(const terms *tt, term index, bool *is_signed) {
  term_kind kind = term_get_kind(tt, index);
  *is_signed = true;
  if (kind == TERM_SIGN_EXTEND)
    return term_arg(tt, index, 0);
  if (kind == TERM_ZERO_EXTEND) {
    *is_signed = false;
    return term_arg(tt, index, 0);
  }
  return index;
}

// scale * index as an offset. An index so large that the product would wrap is
// outside of any object: that stops, unless the pointer is a number.
static term scaled(translator *t, const pointer *p, const pointer_part *part) {
  terms *tt = t->tt;
  assert(part->scale > 0);
  bool is_signed;
  term index = strip(tt, part->index, &is_signed);
  uint32_t width = term_width(tt, index);
  uint32_t room = OFFSET_BITS - 1 - bits_for((uint64_t)part->scale);
  if (width > room || (!is_signed && width == room)) {
    index = part->index;
    width = term_width(tt, index);
    term low = term_extract(tt, index, room - 1, 0);
    term fits =
        term_eq_make(tt, index, term_sign_extend(tt, low, width - room));
    term is_bad = term_not(tt, fits);
    if (p->may_be_number)
      is_bad = term_and(tt, is_bad, term_not(tt, numbers_is(t, p)));
    step_unsupported(
        t, is_bad,
        "this index or pointer offset may be larger than any object");
    index = low;
    width = room;
    is_signed = true;
  }
  term wide = is_signed ? term_sign_extend(tt, index, OFFSET_BITS - width)
                        : term_zero_extend(tt, index, OFFSET_BITS - width);
  return term_bvmul(tt, wide, term_bv(tt, OFFSET_BITS, (uint64_t)part->scale));
}

term pointer_offset(translator *t, const pointer *p) {
  terms *tt = t->tt;
  term sum = term_bv(tt, OFFSET_BITS, (uint64_t)p->offset);
  if (!term_is_none(p->base))
    sum = term_bvadd(tt, sum, p->base);
  for (uint32_t k = 0; k < p->part_count; k++)
    sum = term_bvadd(tt, sum, scaled(t, p, &p->parts[k]));
  return sum;
}

term pointer_term(translator *t, const pointer *p) {
  if (!term_is_none(p->whole))
    return p->whole;
  if (p->object == NULL && p->may_be_number)
    return numbers_sum(t, p);
  return term_concat(t->tt, pointer_object(t, p), pointer_offset(t, p));
}

// Something is about to be added.
static void keep_origin(translator *t, pointer *p) {
  if (p->object == NULL && term_is_none(p->origin))
    p->origin = pointer_term(t, p);
  p->whole = TERM_NONE;
}

pointer pointer_add(translator *t, const pointer *p, int64_t offset) {
  pointer sum = *p;
  if (offset != 0)
    keep_origin(t, &sum);
  sum.offset += offset;
  return sum;
}

// The parts become one.
static void gather(translator *t, pointer *p) {
  pointer sum = pointer_of_term(t, pointer_term(t, p));
  sum.may_be_number = true;
  sum.origin = p->origin;
  sum.source = p->source;
  sum.whole = TERM_NONE;
  sum.strayed = p->strayed;
  sum.left = p->left;
  *p = sum;
}

void pointer_add_part(translator *t, pointer *p, pointer_part part) {
  if (part.scale == 0)
    return;
  keep_origin(t, p);
  if (term_is_value(t->tt, part.index)) {
    value n = term_get_value(t->tt, part.index);
    p->offset += part.scale * value_get_s64(n);
    return;
  }
  if (p->part_count == POINTER_MOST_PARTS && p->may_be_number) {
    gather(t, p);
  } else if (p->part_count == POINTER_MOST_PARTS) {
    p->base = pointer_offset(t, p);
    p->offset = 0;
    p->part_count = 0;
  }
  p->parts[p->part_count++] = part;
}

void pointer_stray(translator *t, pointer *p, term is_out, ir_left array) {
  assert(array.bytes > 0 && array.length > 0);
  if (term_is_false(t->tt, is_out))
    return;
  bool is_first = term_is_none(p->strayed);
  p->strayed = is_first ? is_out : term_or(t->tt, p->strayed, is_out);
  p->left = is_first ? array : ir_smaller(p->left, array);
}

// --- comparing -------------------------------------------------------------

static term compare_terms(translator *t, ir_compare op, term a, term b,
                          term (*less)(terms *, term, term),
                          term (*less_or_equal)(terms *, term, term)) {
  switch (op) {
  case COMPARE_UGT:
  case COMPARE_SGT:
    return less(t->tt, b, a);
  case COMPARE_UGE:
  case COMPARE_SGE:
    return less_or_equal(t->tt, b, a);
  case COMPARE_ULT:
  case COMPARE_SLT:
    return less(t->tt, a, b);
  case COMPARE_ULE:
  case COMPARE_SLE:
    return less_or_equal(t->tt, a, b);
  default:
    UNREACHABLE();
  }
}

// One value for null.
static term comparable(translator *t, const pointer *p) {
  terms *tt = t->tt;
  term whole = pointer_term(t, p), other = outside_null(t);
  if (term_is_none(other))
    return whole;
  return term_ite(tt, term_eq_make(tt, whole, other),
                  term_bv(tt, POINTER_BITS, 0), whole);
}

static term equal(translator *t, const pointer *a, const pointer *b) {
  bool are_known = a->object != NULL && b->object != NULL;
  if (are_known && a->object != b->object)
    return term_false(t->tt);
  if (are_known && !a->object->is_many)
    return term_eq_make(t->tt, pointer_offset(t, a), pointer_offset(t, b));
  return term_eq_make(t->tt, comparable(t, a), comparable(t, b));
}

static term equal_address(translator *t, const pointer *a, const pointer *b) {
  return term_or(t->tt, equal(t, a, b), place_equal(t, a, b));
}

static bool is_one_object(const pointer *a, const pointer *b) {
  return a->object != NULL && a->object == b->object && !a->object->is_many;
}

static term ordered_places(translator *t, ir_compare op, const pointer *a,
                           const pointer *b, term *known) {
  term known_a, known_b;
  term x = place_number(t, a, NULL, &known_a);
  term y = place_number(t, b, NULL, &known_b);
  *known = term_and(t->tt, known_a, known_b);
  return compare_terms(t, op, x, y, term_bvult, term_bvule);
}

static term compare_numbers(translator *t, ir_compare op, const pointer *a,
                            const pointer *b) {
  return compare_terms(t, op, numbers_value(t, a), numbers_value(t, b),
                       term_bvult, term_bvule);
}

static bool has_order(const ir_function *f) {
  for (uint32_t k = 0; k < f->insts.len; k++) {
    const ir_inst *i = &f->insts.data[k];
    if (i->op == IR_COMPARE && i->sub != COMPARE_EQ && i->sub != COMPARE_NE &&
        ir_operands(f, i)->type->kind == IR_POINTER)
      return true;
  }
  return false;
}

void pointer_start(translator *t) {
  bool found = false;
  for (uint32_t k = 0; k < t->m->functions.len && !found; k++)
    found = has_order(t->m->functions.data[k]);
  if (found)
    step_start_doubt(t, DOUBT_ORDER);
}

// Objects lie anywhere: each comparison may come out either way.
static term any_order(translator *t, term is_open, term order) {
  terms *tt = t->tt;
  if (t->doubts[DOUBT_ORDER].id == 0) {
    step_unsupported(t, is_open,
                     "comparison of pointers into different objects");
    return order;
  }
  if (term_is_false(tt, is_open))
    return order;
  type_info type = {TYPE_BOOL, "_Bool"};
  term any =
      step_input(t, INPUT_CHOICE, "order of objects", type, sort_bool(tt));
  step_doubt(t, DOUBT_ORDER, is_open);
  return term_ite(tt, is_open, any, order);
}

// Inside of one object it does not matter where that lies.
static term ordered(translator *t, ir_compare op, const pointer *a,
                    const pointer *b) {
  terms *tt = t->tt;
  term inside = compare_terms(t, op, pointer_offset(t, a), pointer_offset(t, b),
                              term_bvslt, term_bvsle);
  if (is_one_object(a, b))
    return inside;
  term numbers = numbers_are_both(t, a, b);
  if (term_is_true(tt, numbers))
    return compare_numbers(t, op, a, b);
  term same = term_eq_make(tt, pointer_object(t, a), pointer_object(t, b));
  term known = numbers, outside = inside;
  same = term_and(tt, same, term_not(tt, numbers));
  if (place_is_used(t))
    outside = ordered_places(t, op, a, b, &known);
  else if (!term_is_false(tt, numbers))
    outside = compare_numbers(t, op, a, b);
  outside = any_order(t, term_not(tt, term_or(tt, same, known)), outside);
  return term_ite(tt, same, inside, outside);
}

// Whether a clause of the contract of the entry is evaluated now (clauses.h),
// and not the function itself.
static bool is_in_clause(const translator *t) {
  const frame *f = t->frame, *callee = NULL;
  for (; f->parent != NULL; f = f->parent)
    callee = f;
  const char *function = frame_contract(f);
  return function != NULL &&
         (callee == NULL || strcmp(callee->f->name, function) != 0);
}

// A clause may say that a pointer from outside leads to an object which is
// made by another clause, or which the caller has: executions in which it does
// so are missing.
static void refuse_clause(translator *t, const pointer *a, const pointer *b) {
  terms *tt = t->tt;
  term a_out = outside_has(t, a), b_out = outside_has(t, b);
  term null = term_bv(tt, POINTER_BITS, 0);
  term a_null = term_eq_make(tt, comparable(t, a), null);
  term b_null = term_eq_make(tt, comparable(t, b), null);
  term may_be_wrong = term_and(tt, term_distinct(tt, a_out, b_out),
                               term_not(tt, term_or(tt, a_null, b_null)));
  step_unsupported(t, may_be_wrong,
                   "a contract that compares a pointer from outside with one "
                   "to an object of the program");
}

term pointer_compare(translator *t, ir_compare op, const pointer *a,
                     const pointer *b) {
  if (is_in_clause(t))
    refuse_clause(t, a, b);
  if (op == COMPARE_EQ)
    return equal_address(t, a, b);
  if (op == COMPARE_NE)
    return term_not(t->tt, equal_address(t, a, b));
  return ordered(t, op, a, b);
}

term pointer_distance(translator *t, const pointer *a, const pointer *b,
                      uint32_t bits) {
  terms *tt = t->tt;
  term d = term_bvsub(tt, pointer_offset(t, a), pointer_offset(t, b));
  d = bits > OFFSET_BITS ? term_sign_extend(tt, d, bits - OFFSET_BITS)
                         : term_extract(tt, d, bits - 1, 0);
  term numbers = numbers_are_both(t, a, b);
  if (term_is_false(tt, numbers) || bits > numbers_width(t))
    return d;
  term n = term_bvsub(tt, numbers_value(t, a), numbers_value(t, b));
  return term_ite(tt, numbers, term_extract(tt, n, bits - 1, 0), d);
}

// --- targets ---------------------------------------------------------------

term pointer_is_into(translator *t, const pointer *p, const object *o) {
  if (p->object != NULL)
    return term_bool(t->tt, p->object == o);
  if (o->is_many)
    return term_eq_make(
        t->tt,
        term_extract(t->tt, p->object_id, OBJECT_BITS - 1, INSTANCE_BITS),
        family_bits(t, o));
  return term_eq_make(t->tt, p->object_id,
                      term_bv(t->tt, OBJECT_BITS, object_id(t, o)));
}

// A local stands for that of each call on the stack: others are dead.
void pointer_objects(translator *t, target at, frame *from, object_vec *out) {
  if (at.kind == TARGET_SYMBOL)
    vec_push(out, global_object(t, at.index));
  else if (at.kind == TARGET_SITE)
    vec_push(out, heap_object(t, at.index));
  for (frame *f = from; at.kind == TARGET_LOCAL && f != NULL; f = f->parent)
    if (f->f == at.function)
      vec_push(out, frame_object(t, f, at.index));
}

// Which of them it points into. 'where' has the offsets, if they are known. All
// are taken out of the list.
static void choose_among(translator *t, const pointer *p, object_vec *all,
                         candidate where, candidate_vec *out) {
  for (uint32_t k = 0; k < all->len; k++) {
    where.object = all->data[k];
    where.is_it = pointer_is_into(t, p, all->data[k]);
    if (!term_is_false(t->tt, where.is_it))
      vec_push(out, where);
  }
  vec_clear(all);
}

void pointer_escaped_objects(translator *t, object_vec *out) {
  target to;
  for (uint32_t k = 0; points_to_escaped(t->targets, k, &to); k++)
    if (to.kind != TARGET_SITE || t->heap != NULL)
      pointer_objects(t, to, t->frame, out);
}

// The local in a call that is not on the stack.
static term is_over(translator *t, term id, target at) {
  terms *tt = t->tt;
  uint32_t group = identity_group(t, at.function, at.index);
  if (group == 0)
    return term_false(tt);
  term over = identity_in_group(t, id, group);
  for (frame *f = t->frame; f != NULL; f = f->parent)
    if (f->f == at.function) {
      uint32_t lives = object_id(t, frame_object(t, f, at.index));
      over = term_and(tt, over,
                      term_distinct(tt, id, term_bv(tt, OBJECT_BITS, lives)));
    }
  return over;
}

// Whether all calls that are active are known. (The body of an open function
// is that of any call.)
static bool has_whole_stack(const frame *f) {
  while (f->parent != NULL)
    f = f->parent;
  return f->open == 0;
}

term pointer_is_dangling(translator *t, address at) {
  terms *tt = t->tt;
  if (at.p->object != NULL)
    return term_bool(tt, at.p->object == t->gone);
  if (!has_whole_stack(t->frame))
    return term_false(tt);
  term id = at.p->object_id, any = term_false(tt);
  bool may_be_gone = false;
  target to;
  for (uint32_t k = 0; points_to_get(t->targets, t->frame->f, at.from, k, &to);
       k++)
    if (to.kind == TARGET_LOCAL) {
      may_be_gone = true;
      any = term_or(tt, any, is_over(t, id, to));
    }
  if (!may_be_gone)
    return any;
  term gone = term_bv(tt, OBJECT_BITS, object_id(t, t->gone));
  return term_or(tt, any, term_eq_make(tt, id, gone));
}

void pointer_exposed(translator *t, const pointer *p, candidate_vec *out) {
  assert(p->object == NULL);
  object_vec all = {0};
  target to;
  for (uint32_t k = 0; points_to_exposed(t->targets, k, &to); k++)
    pointer_objects(t, to, t->frame, &all);
  choose_among(t, p, &all, (candidate){0}, out);
  vec_free(&all);
}

void pointer_escaped(translator *t, const pointer *p, candidate_vec *out) {
  object_vec all = {0};
  pointer_escaped_objects(t, &all);
  choose_among(t, p, &all, (candidate){0}, out);
  vec_free(&all);
}

// Where in the target the address may lead.
static candidate find_offsets(translator *t, address at, target to) {
  offset_vec known = {0};
  candidate c = {0};
  if (points_to_offsets(t->targets, t->frame->f, at.from, to, &known)) {
    int64_t *offsets = ARENA_ARRAY(t->scratch, int64_t, known.len);
    for (uint32_t k = 0; k < known.len; k++)
      offsets[k] = known.data[k] + at.further;
    c = (candidate){.offsets = offsets, .offset_count = known.len};
  }
  vec_free(&known);
  return c;
}

void pointer_candidates(translator *t, address at, candidate_vec *out) {
  if (at.p->object != NULL) {
    vec_push(out,
             ((candidate){.object = at.p->object, .is_it = term_true(t->tt)}));
    return;
  }
  assert(at.from != NULL);
  object_vec all = {0};
  target to;
  for (uint32_t k = 0; points_to_get(t->targets, t->frame->f, at.from, k, &to);
       k++) {
    pointer_objects(t, to, t->frame, &all);
    choose_among(t, at.p, &all, find_offsets(t, at, to), out);
  }
  vec_free(&all);
}
