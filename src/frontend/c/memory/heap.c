// SPDX-License-Identifier: Apache-2.0
// Allocated memory.
//
// A site that runs at most once makes one object, which is like a variable:
// flat cells where its size is known, else an array of variable length. A site
// that may run again makes any number of objects that share their variables: a
// cell is an array whose index is the *instance*, the number of the allocation,
// followed by the element. Instances are never used again, so a dangling
// pointer never is one to a newer object, and what an instance holds before it
// is written is what the array held at the start of the program: anything, or
// zero for calloc.
//
// Allocation never fails, except where the size overflows or no object can be
// that large (and anywhere, with --malloc may-fail). An object that is larger
// than offsets can be is cut: accesses behind lead to the unsupported sink, as
// all accesses outside of objects do.
#include "frontend/c/memory/safety.h"

#include <assert.h>
#include <string.h>

#include "frontend/c/ir/lower.h"
#include "frontend/c/memory/arguments.h"
#include "frontend/c/memory/place.h"
#include "frontend/c/memory/heap.h"
#include "frontend/c/memory/outside.h"
#include "frontend/c/memory/pointer.h"

static const ir_type BYTE = {
    .kind = IR_INT, .bits = 8, .align = 1, .size = 1, .store = 1};

static const ir_site *site_of(const translator *t, uint32_t site) {
  assert(site < t->m->sites.len);
  return &t->m->sites.data[site];
}

static const ir_type *element_of(const ir_site *s) {
  return s->element != NULL ? s->element : &BYTE;
}

static source_pos position_of(const ir_site *s) {
  return s->function->insts.data[s->inst].pos;
}

static bool is_constant(const translator *t, term v, uint64_t *out) {
  if (!term_is_value(t->tt, v))
    return false;
  *out = value_get_u64(term_get_value(t->tt, v));
  return true;
}

static var add_variable(translator *t, const ir_site *s, sort of) {
  var_info info = {.function = s->function->name,
                   .type = {TYPE_OTHER, NULL},
                   .sort = of,
                   .pos = position_of(s)};
  return program_add_variable(t->p, &info);
}

// --- objects ---------------------------------------------------------------

static object *new_object(translator *t, const ir_site *s) {
  const ir_call *c =
      &s->function->calls.data[s->function->insts.data[s->inst].aux];
  object *o = object_new(
      t, arena_printf(t->mem, "%s", t->m->symbols.data[c->symbol].source));
  o->is_heap = true;
  o->pos = position_of(s);
  return o;
}

static bool is_fit(const ir_type *element, uint64_t size) {
  const uint64_t most = UINT64_C(1) << 31;
  return element->size > 0 && size % element->size == 0 && size < most;
}

static shape_source source_of(const translator *t, const ir_site *s,
                              const ir_type *type) {
  return (shape_source){.type = type,
                        .shows_padding = s->shows_padding,
                        .word_bytes = t->m->pointer_bytes};
}

static const shape *fixed_shape(translator *t, const ir_site *s,
                                const ir_type *element, uint64_t size) {
  ir_type *array = ARENA_NEW(t->mem, ir_type);
  *array = (ir_type){.kind = IR_ARRAY,
                     .align = element->align,
                     .size = size,
                     .length = size / element->size,
                     .count = (uint32_t)(size / element->size),
                     .element = element};
  return shape_make(t->mem, t->p, source_of(t, s, array));
}

static void add_length(translator *t, object *o, const ir_site *s) {
  sort each = sort_bv(t->tt, SHAPE_INDEX_BITS);
  if (o->is_many)
    each = sort_array(t->tt, sort_bv(t->tt, INSTANCE_BITS), each);
  o->length = add_variable(t, s, each);
  if (!step_checks(t, PROPERTY_DEREF) && o->place.id == 0 && !t->asks_sizes &&
      !shape_is_words(o->shape))
    return;
  each = sort_bv(t->tt, OFFSET_BITS);
  if (o->is_many)
    each = sort_array(t->tt, sort_bv(t->tt, INSTANCE_BITS), each);
  o->bytes = add_variable(t, s, each);
}

// The variables of the one object that the site makes.
static void shape_single(translator *t, object *o, const ir_site *s,
                         bool is_known, uint64_t size) {
  const ir_type *element = element_of(s);
  assert(o->shape == NULL && !o->is_many);
  bool is_fixed = is_known && is_fit(element, size);
  if (is_known && !is_fixed && element->kind != IR_WORD &&
      is_fit(&BYTE, size)) {
    element = &BYTE;
    is_fixed = true;
  }
  if (is_fixed)
    o->shape = fixed_shape(t, s, element, size);
  else
    o->shape = shape_make_variable(t->mem, t->p, source_of(t, s, element));
  o->first = object_cells(
      t, o->shape,
      &(var_info){.function = s->function->name, .pos = position_of(s)});
  if (!is_fixed && !o->shape->is_opaque)
    add_length(t, o, s);
}

static void shape_many(translator *t, object *o, const ir_site *s) {
  const ir_type *element = element_of(s);
  bool is_fixed = s->has_size && s->size > 0 && is_fit(element, s->size);
  uint64_t length = is_fixed ? s->size / element->size : 0;
  o->shape = shape_make_many(t->mem, t->p, source_of(t, s, element), length,
                             INSTANCE_BITS);
  o->first = object_cells(
      t, o->shape,
      &(var_info){.function = s->function->name, .pos = position_of(s)});
  if (!is_fixed && !o->shape->is_opaque)
    add_length(t, o, s);
}

// The words of large arrays are written then; what they would hold otherwise
// does not matter.
static void zero(translator *t, const object *o) {
  const shape *s = o->shape;
  for (uint32_t k = 0; k < s->variable_count; k++) {
    sort of = shape_sort(s, t->tt, k);
    sort each = s->length > 0 ? sort_element(t->tt, of) : of;
    term v = term_bv(t->tt, sort_width(t->tt, each), 0);
    if (s->length > 0)
      v = term_const_array(t->tt, of, v);
    step_write(t, (var){o->first.id + k}, v);
  }
}

// --- the start -------------------------------------------------------------

static void start_many(translator *t, object *o, const ir_site *s) {
  terms *tt = t->tt;
  const uint32_t most = FAMILY_MARK / 2; // the next bit is not set
  o->is_many = true;
  o->family = t->families.len;
  if (o->family >= most) {
    static const shape opaque = {.is_opaque = true};
    o->is_many = false;
    o->shape = &opaque;
    return;
  }
  vec_push(&t->families, o);
  shape_many(t, o, s);
  o->count = add_variable(t, s, sort_bv(tt, INSTANCE_BITS));
  step_write(t, o->count, term_bv(tt, INSTANCE_BITS, 0));
  if (s->is_zeroed)
    zero(t, o);
  for (uint32_t k = 0; !s->is_zeroed && k < o->shape->cell_count; k++)
    memory_forget(t, o, k, term_true(tt), INPUT_HEAP, o->name);
}

static void start_live(translator *t, object *o, const ir_site *s) {
  sort flag = sort_bool(t->tt);
  term none = term_false(t->tt);
  if (o->is_many) {
    flag = sort_array(t->tt, sort_bv(t->tt, INSTANCE_BITS), flag);
    none = term_const_array(t->tt, flag, none);
  }
  o->live = add_variable(t, s, flag);
  step_write(t, o->live, none);
}

// Whether the bounds of the elements are those of the memory shows when it is
// allocated; one flag for all that a site allocates is enough.
static void start_rest(translator *t, object *o, const ir_site *s) {
  o->rest = add_variable(t, s, sort_bool(t->tt));
  step_write(t, o->rest, term_false(t->tt));
}

// All of it exists from the start, only the shapes of single objects follow
// when they are needed: their size may be known better then.
void heap_initialize(translator *t) {
  t->heap = ARENA_ARRAY(t->mem, object *, t->m->sites.len);
  for (uint32_t k = 0; k < t->m->sites.len; k++) {
    const ir_site *s = site_of(t, k);
    object *o = t->heap[k] = new_object(t, s);
    if (!s->is_once)
      start_many(t, o, s);
    start_rest(t, o, s);
    if (s->is_freed || step_checks(t, PROPERTY_MEMCLEANUP) ||
        step_checks(t, PROPERTY_MEMTRACK))
      start_live(t, o, s);
    place_site(t, o, k);
  }
}

const object *heap_object(translator *t, uint32_t site) {
  const ir_site *s = site_of(t, site);
  object *o = t->heap[site];
  if (o->shape == NULL)
    shape_single(t, o, s, s->has_size, s->size);
  return o;
}

// --- allocating ------------------------------------------------------------

// Bytes, in the width of size_t. *fails: the product is too large.
static term total_size(translator *t, const ir_inst *i, term *fails) {
  terms *tt = t->tt;
  const ir_operand *o = ir_operands(t->frame->f, i);
  uint32_t width = t->m->pointer_bytes * 8;
  term size = TERM_NONE;
  *fails = term_false(tt);
  for (uint32_t k = 0; k < i->operand_count; k++) {
    term n = val_term(t, val_operand(t, &o[k]), o[k].type);
    assert(term_width(tt, n) == width);
    if (term_is_none(size)) {
      size = n;
      continue;
    }
    term wide = term_bvmul(tt, term_zero_extend(tt, size, width),
                           term_zero_extend(tt, n, width));
    term rest = term_extract(tt, wide, 2 * width - 1, width);
    *fails =
        term_or(tt, *fails, term_distinct(tt, rest, term_bv(tt, width, 0)));
    size = term_extract(tt, wide, width - 1, 0);
  }
  return size;
}

// The number n of elements, if the size is written as n times their size.
static term written_factor(const translator *t, term size, uint64_t stride) {
  const terms *tt = t->tt;
  uint64_t factor;
  if (term_get_kind(tt, size) != TERM_BVMUL || term_arity(tt, size) != 2)
    return TERM_NONE;
  for (uint32_t k = 0; k < 2; k++) {
    term n = term_arg(tt, size, 1 - k);
    term_kind kind = term_get_kind(tt, n);
    if (is_constant(t, term_arg(tt, size, k), &factor) && factor == stride &&
        stride < UINT64_C(1) << 31 && kind == TERM_ZERO_EXTEND &&
        term_width(tt, size) == 64 && term_width(tt, term_arg(tt, n, 0)) <= 32)
      return n; // so small that the product does not wrap
  }
  return TERM_NONE;
}

static bool is_power_of_two(uint64_t n) { return (n & (n - 1)) == 0; }

// Elements of an object of that size, cut to what an index can be.
static term element_count(translator *t, term size, uint64_t stride) {
  terms *tt = t->tt;
  uint32_t width = term_width(tt, size), shift = 0;
  term n = written_factor(t, size, stride);
  if (term_is_none(n) && is_power_of_two(stride)) {
    while (UINT64_C(1) << shift < stride)
      shift++;
    n = term_zero_extend(tt, term_extract(tt, size, width - 1, shift), shift);
  } else if (term_is_none(n)) {
    n = term_bvudiv(tt, size, term_bv(tt, width, stride));
  }
  term low = term_extract(tt, n, SHAPE_INDEX_BITS - 1, 0);
  if (width == SHAPE_INDEX_BITS)
    return low;
  term fits = term_bvule(tt, n, term_bv(tt, width, UINT32_MAX));
  return term_ite(tt, fits, low, term_bv(tt, SHAPE_INDEX_BITS, UINT32_MAX));
}

// Nothing is allocated that is larger than offsets can be.
static term exact_size(translator *t, term size) {
  terms *tt = t->tt;
  uint32_t width = term_width(tt, size);
  if (width <= OFFSET_BITS)
    return term_zero_extend(tt, size, OFFSET_BITS - width);
  term most = term_bv(tt, OFFSET_BITS, HEAP_LARGEST);
  term fits =
      term_bvule(tt, size, term_zero_extend(tt, most, width - OFFSET_BITS));
  return term_ite(tt, fits, term_extract(tt, size, OFFSET_BITS - 1, 0), most);
}

// Bytes are left over behind n elements.
static term is_left(translator *t, term size, uint64_t stride) {
  terms *tt = t->tt;
  uint32_t width = term_width(tt, size);
  if (!term_is_none(written_factor(t, size, stride)))
    return term_false(tt);
  term rest = term_bvurem(tt, size, term_bv(tt, width, stride));
  return term_distinct(tt, rest, term_bv(tt, width, 0));
}

// n was cut.
static term is_cut(translator *t, term size, uint64_t stride) {
  terms *tt = t->tt;
  uint32_t width = term_width(tt, size);
  if (width <= SHAPE_INDEX_BITS ||
      !term_is_none(written_factor(t, size, stride)))
    return term_false(tt);
  uint64_t most = stride > 1 ? UINT32_MAX * stride : UINT32_MAX;
  return term_bvult(tt, term_bv(tt, width, most), size);
}

// How many elements there are, and whether that is not all of the memory. The
// last one of words may be a part of one.
static term count_elements(translator *t, const shape *s, term size,
                           term *has_rest) {
  terms *tt = t->tt;
  term n = element_count(t, size, s->stride);
  term left = is_left(t, size, s->stride), cut = is_cut(t, size, s->stride);
  *has_rest = shape_is_words(s) ? cut : term_or(tt, left, cut);
  if (!shape_is_words(s))
    return n;
  term more = term_and(tt, left, term_not(tt, cut));
  return term_bvadd(tt, n, bool_to_bits(tt, more, SHAPE_INDEX_BITS));
}

// No object has more than PTRDIFF_MAX bytes: pointers into it could not be
// subtracted.
static term is_too_large(translator *t, const ir_site *s, term size) {
  if (!term_is_none(written_factor(t, size, element_of(s)->size)))
    return term_false(t->tt);
  return term_bvslt(t->tt, size, term_bv(t->tt, term_width(t->tt, size), 0));
}

// (What the system itself allocates for main is there.)
static term has_failed(translator *t, const ir_site *s, term size) {
  if (strcmp(t->frame->f->name, LOWER_ARGUMENTS) == 0)
    return term_false(t->tt);
  term fails = is_too_large(t, s, size);
  if (t->env->options->malloc == MALLOC_MAY_FAIL)
    fails =
        term_or(t->tt, fails,
                step_input(t, INPUT_CHOICE, "an allocation fails",
                           (type_info){TYPE_BOOL, "_Bool"}, sort_bool(t->tt)));
  return fails;
}

// instance: TERM_NONE: the object is one.
static void set_size(translator *t, const object *o, term instance, term size) {
  if (o->length.id == 0)
    return;
  term has_rest, n = count_elements(t, o->shape, size, &has_rest);
  step_write(t, o->rest, term_or(t->tt, step_read(t, o->rest), has_rest));
  term bytes = exact_size(t, size);
  if (!term_is_none(instance)) {
    n = term_store(t->tt, step_read(t, o->length), instance, n);
    if (o->bytes.id != 0)
      bytes = term_store(t->tt, step_read(t, o->bytes), instance, bytes);
  }
  step_write(t, o->length, n);
  if (o->bytes.id != 0)
    step_write(t, o->bytes, bytes);
}

// lives: where nothing fails.
static pointer allocate_single(translator *t, object *o, const ir_site *s,
                               term size, term lives) {
  uint64_t known = 0;
  bool is_known = is_constant(t, size, &known);
  if (o->shape == NULL)
    shape_single(t, o, s, is_known, known);
  set_size(t, o, TERM_NONE, size);
  if (o->live.id != 0)
    step_write(t, o->live, lives);
  place_choose(t, o, t->frame);
  if (o->shape->is_opaque)
    step_unsupported(t, term_true(t->tt), "an allocation of an unusual type");
  else if (s->is_zeroed)
    zero(t, o);
  else
    memory_havoc(t, o, term_true(t->tt), INPUT_HEAP, o->name);
  return pointer_to_object(o, 0);
}

static pointer allocate_instance(translator *t, const object *o, term size,
                                 term lives) {
  terms *tt = t->tt;
  term now = step_read(t, o->count);
  term last = term_bv(tt, INSTANCE_BITS, (1u << INSTANCE_BITS) - 1);
  step_stop(t, term_eq_make(tt, now, last), t->bound, EDGE_STOP,
            "more objects are allocated at one place than can be told apart");
  if (o->shape->is_opaque)
    step_unsupported(t, term_true(tt), "an allocation of an unusual type");
  step_write(t, o->count, term_bvadd(tt, now, term_bv(tt, INSTANCE_BITS, 1)));
  set_size(t, o, now, size);
  if (o->live.id != 0)
    step_write(t, o->live, term_store(tt, step_read(t, o->live), now, lives));
  return pointer_to_instance(o, now);
}

// Whether the arguments are sizes.
static bool has_sizes(const translator *t, const ir_inst *i) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  bool ok = i->operand_count > 0;
  for (uint32_t k = 0; k < i->operand_count; k++)
    ok = ok && o[k].type->kind == IR_INT &&
         o[k].type->bits == t->m->pointer_bytes * 8;
  return ok;
}

// The shape may rest on what the analysis says of the size.
static void require_size(translator *t, const ir_site *s, term size) {
  terms *tt = t->tt;
  if (!s->has_size)
    return;
  term known = term_bv(tt, term_width(tt, size), s->size);
  step_unsupported(t, term_distinct(tt, size, known),
                   "an allocation of another size than expected");
}

bool heap_allocate(translator *t, const ir_inst *i) {
  uint32_t site = t->frame->f->calls.data[i->aux].site;
  assert(site != 0);
  if (!has_sizes(t, i) ||
      (i->slot != IR_NO_SLOT && i->type->kind != IR_POINTER)) {
    step_unsupported(t, term_true(t->tt), "an unusual allocation");
    return false;
  }
  object *o = t->heap[site - 1];
  term fails;
  term size = total_size(t, i, &fails);
  const ir_site *s = site_of(t, site - 1);
  fails = term_or(t->tt, fails, has_failed(t, s, size));
  require_size(t, s, size);
  term lives = term_not(t->tt, fails);
  pointer p = o->is_many ? allocate_instance(t, o, size, lives)
                         : allocate_single(t, o, s, size, lives);
  if (!term_is_false(t->tt, fails)) {
    pointer null;
    pointer_absolute(t, 0, &null);
    p = pointer_of_term(
        t, term_ite(t->tt, fails, pointer_term(t, &null), pointer_term(t, &p)));
  }
  val_define(t, i, val_pointer(t, &p));
  return !step_is_dead(t);
}

// --- freeing ---------------------------------------------------------------

term heap_is_live(translator *t, const object *o, const pointer *p) {
  if (o->live.id == 0)
    return term_true(t->tt);
  term now = step_read(t, o->live);
  return o->is_many ? term_select(t->tt, now, pointer_instance(t, p)) : now;
}

term heap_length(translator *t, const object *o, const pointer *p) {
  assert(o->length.id != 0);
  term now = step_read(t, o->length);
  if (o->is_many)
    now = term_select(t->tt, now, pointer_instance(t, p));
  return arguments_length(t, o, now);
}

term heap_size(translator *t, const object *o, const pointer *p) {
  terms *tt = t->tt;
  if (o->bytes.id != 0) {
    term now = step_read(t, o->bytes);
    return o->is_many ? term_select(tt, now, pointer_instance(t, p)) : now;
  }
  if (o->length.id == 0)
    return term_bv(tt, OFFSET_BITS, o->shape->size);
  term n = term_zero_extend(tt, heap_length(t, o, p),
                            OFFSET_BITS - SHAPE_INDEX_BITS);
  return term_bvmul(tt, n, term_bv(tt, OFFSET_BITS, o->shape->stride));
}

static void end_life(translator *t, const pointer *p, candidate c) {
  terms *tt = t->tt;
  term now = step_read(t, c.object->live), after = term_false(tt);
  if (c.object->is_many)
    after = term_store(tt, now, pointer_instance(t, p), after);
  step_write(t, c.object->live, term_ite(tt, c.is_it, after, now));
}

// It was allocated, was not freed, and the pointer is to its start.
static term may_free(translator *t, const object *o, const pointer *p) {
  if (!o->is_heap || o->live.id == 0)
    return term_false(t->tt);
  term at_start =
      term_eq_make(t->tt, pointer_offset(t, p), term_bv(t->tt, OFFSET_BITS, 0));
  return term_and(t->tt, heap_is_live(t, o, p), at_start);
}

// Whether freeing it can be told right from wrong: memory of another program
// may have been allocated there.
static term knows_free(const object *o, terms *tt) {
  bool is_own =
      o->is_heap ? o->live.id != 0 : o->shape != NULL && !o->is_incomplete;
  return term_bool(tt, is_own || o->symbol != 0);
}

bool heap_free(translator *t, const ir_inst *i) {
  terms *tt = t->tt;
  const ir_operand *o = ir_operands(t->frame->f, i);
  val v = i->operand_count == 1 ? val_operand(t, &o[0]) : val_bad("");
  if (v.kind != VAL_POINTER) {
    step_unsupported(t, term_true(tt), "free of an unknown address");
    return false;
  }
  candidate_vec all = {0};
  address at = {v.p, &o[0], 0};
  pointer_candidates(t, at, &all);
  pointer null;
  pointer_absolute(t, 0, &null);
  term known = term_or(tt, pointer_compare(t, COMPARE_EQ, v.p, &null),
                       outside_frees(t, at));
  term good = known;
  for (uint32_t k = 0; k < all.len; k++) {
    candidate c = all.data[k];
    good = term_or(tt, good, term_and(tt, c.is_it, may_free(t, c.object, v.p)));
    known = term_or(tt, known, term_and(tt, c.is_it, knows_free(c.object, tt)));
  }
  term wrong = term_and(tt, known, term_not(tt, good));
  safety_free(t, at, &all, wrong);
  step_undefined(t, term_or(tt, wrong, pointer_is_dangling(t, at)),
                 PROPERTY_FREE,
                 "free of what is not allocated, or not any more");
  step_unsupported(t, term_not(tt, good), "free of an unknown address");
  for (uint32_t k = 0; k < all.len; k++)
    if (all.data[k].object->is_heap && all.data[k].object->live.id != 0)
      end_life(t, v.p, all.data[k]);
  vec_free(&all);
  return !step_is_dead(t);
}
