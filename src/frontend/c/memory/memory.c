// SPDX-License-Identifier: Apache-2.0
// Loads, stores, copies and havoc through pointers that may lead to several
// objects.
//
// An access that is not good leads to one of two sinks. To the undefined sink
// go only those of which it is known that C does not define them: through null,
// or to an object that the pointer is known to point into, but outside of its
// bytes, after its end, or to write a constant. All else, such as a pointer to
// an object that the points-to analysis does not know of, is unsupported, also
// where memory safety is asked for.
#include "frontend/c/memory/safety.h"

#include <assert.h>
#include <inttypes.h>

#include "frontend/c/analyze/exposed.h"
#include "frontend/c/memory/escape.h"
#include "frontend/c/memory/numbers.h"
#include "frontend/c/memory/outside.h"
#include "frontend/c/memory/place.h"
#include "frontend/c/memory/word.h"
#include "frontend/c/memory/access.h"
#include "frontend/c/memory/pointer.h"

// The same pointer moved on.
static address moved(translator *t, address at, pointer *p, int64_t bytes) {
  *p = pointer_add(t, at.p, bytes);
  return (address){p, at.from, at.further + bytes};
}

// What is wrong with an access, over all objects that the pointer may point
// into.
typedef struct {
  term known;                            // it points into one of them
  term outside, dead, constant, lacking; // as access_fault; in one of them
  term ended;                            // in a local that is out of its block
  bool may_stray; // out of an array, but not out of the object
} faults;

static faults no_faults(translator *t) {
  term no = term_false(t->tt);
  return (faults){no, no, no, no, no, no, false};
}

// Whether the object has bytes behind an array of that many.
static bool is_larger(const object *o, uint64_t array) {
  return o->shape == NULL || o->length.id != 0 || o->bytes.id != 0 ||
         o->shape->size > array;
}

static void add_fault(translator *t, const pointer *p, faults *all, candidate c,
                      const access_fault *f, bool is_constant_write) {
  terms *tt = t->tt;
  all->may_stray = all->may_stray || is_larger(c.object, p->left.bytes);
  all->known = term_or(tt, all->known, c.is_it);
  if (safety_is_out_of_block(t, c.object))
    all->ended = term_or(tt, all->ended, c.is_it);
  all->outside = term_or(tt, all->outside, term_and(tt, c.is_it, f->outside));
  all->dead = term_or(tt, all->dead, term_and(tt, c.is_it, f->dead));
  term lacking = term_and(tt, c.is_it, f->lacking);
  term *to = is_constant_write ? &all->constant : &all->lacking;
  *to = term_or(tt, *to, lacking);
}

static term is_below(translator *t, term p, uint64_t end) {
  return term_bvult(t->tt, p, term_bv(t->tt, POINTER_BITS, end));
}

// What the pointer was computed from.
static term origin_of(translator *t, const pointer *p) {
  return term_is_none(p->origin) ? pointer_term(t, p) : p->origin;
}

static pointer_source source_of(const translator *t, address at) {
  bool is_number = !safety_is_watched(t) && outside_is_possible(t, at);
  return is_number ? outside_source(t, at) : SOURCE_OWN;
}

// Others may have memory on the first page, but what the program itself has
// there was computed from null.
term memory_is_null(translator *t, address at) {
  const pointer *p = at.p;
  if (p->object != NULL)
    return term_false(t->tt);
  term origin = origin_of(t, p);
  switch (source_of(t, at)) {
  case SOURCE_OUTSIDE:
    return is_below(t, origin, 1);
  case SOURCE_DERIVED:
    return is_below(t, pointer_term(t, p), 1);
  case SOURCE_OWN:
  case SOURCE_OPERAND:
    break;
  }
  return term_or(t->tt, is_below(t, origin, EXPOSED_PAGE),
                 is_below(t, pointer_term(t, p), EXPOSED_PAGE));
}

// An address on the first page that was kept: it is not known whether it is
// that of a member of null.
static term may_be_null(translator *t, address at) {
  if (at.p->object != NULL || source_of(t, at) != SOURCE_DERIVED)
    return term_false(t->tt);
  return term_and(t->tt, is_below(t, origin_of(t, at.p), EXPOSED_PAGE),
                  step_read(t, t->outside.near_null));
}

void memory_refuse_null(translator *t, address at, const char *text) {
  term bad = memory_is_null(t, at);
  if (outside_is_possible(t, at))
    step_undefined_outside(t, bad, PROPERTY_NULL, text);
  else
    step_undefined(t, bad, PROPERTY_NULL, text);
  step_doubt(t, DOUBT_NULL, may_be_null(t, at));
}

// Pointers from outside may lead to objects of the program, where others know
// of these, and are valid where they are used.
static void refuse(translator *t, address at, term bad, property_kind kind,
                   const char *text) {
  if (escape_is_followed(t) && outside_is_possible(t, at))
    step_undefined_outside(t, bad, kind, text);
  else
    step_undefined(t, bad, kind, text);
}

static const char *outside_text(const translator *t, const object *o) {
  if (o == NULL)
    return "access outside of an object";
  return o->is_heap
             ? arena_printf(t->scratch, "access outside of memory from %s()",
                            o->name)
             : arena_printf(t->scratch, "access outside of the object '%s'",
                            o->name);
}

static void leave_undefined(translator *t, address at, const faults *f) {
  memory_refuse_null(t, at, "access through a null pointer");
  refuse(t, at, f->outside, PROPERTY_BOUNDS, outside_text(t, at.p->object));
  refuse(t, at, term_or(t->tt, f->dead, pointer_is_dangling(t, at)),
         PROPERTY_DEREF, "access to an object after the end of its life");
}

// That a pointer has one of the targets that were found for it, or none, is
// something that engines may prove.
static void offer_targets(translator *t, const pointer *p, const faults *f) {
  terms *tt = t->tt;
  if (p->object != NULL)
    return;
  term none = term_eq_make(tt, p->object_id, term_bv(tt, OBJECT_BITS, 0));
  program_add_candidate(t->p, f->known);
  program_add_candidate(t->p, term_or(tt, f->known, none));
}

static void leave_unsupported(translator *t, const pointer *p,
                              const faults *f) {
  step_unsupported(t, f->ended, "access to a variable out of its block");
  bool is_opaque = p->object != NULL && p->object->shape != NULL &&
                   p->object->shape->is_opaque;
  if (is_opaque)
    step_unsupported(t, f->lacking,
                     "the object '%s' is too large or of an unusual kind",
                     p->object->name);
  else if (p->object != NULL)
    step_unsupported(t, f->lacking,
                     "this access to '%s' is not supported: it runs from one "
                     "row or member into another, or has another type",
                     p->object->name);
  else
    step_unsupported(t, f->lacking,
                     "this access to an object is not supported: it runs from "
                     "one row or member into another, or has another type");
  offer_targets(t, p, f);
  step_unsupported(t, term_not(t->tt, f->known),
                   "it is not known what this pointer points to");
}

// An index that leaves its array leads to another member or row.
static void refuse_stray(translator *t, address at, const faults *f) {
  bool may_stray = f->may_stray || outside_is_possible(t, at);
  if (!may_stray || term_is_none(at.p->strayed))
    return;
  uint64_t length = at.p->left.length;
  step_undefined(t, at.p->strayed, PROPERTY_BOUNDS,
                 arena_printf(t->scratch,
                              "index out of bounds of an array of %" PRIu64
                              " element%s",
                              length, length == 1 ? "" : "s"));
}

// Where valid-deref is asked for, what C does not define is an error already.
static void check(translator *t, address at, const faults *f) {
  terms *tt = t->tt;
  if (!step_checks(t, PROPERTY_DEREF))
    leave_undefined(t, at, f);
  else
    step_unsupported(t, term_or(tt, f->outside, f->dead),
                     "access outside of an object, or of its life");
  refuse_stray(t, at, f);
  refuse(t, at, f->constant, PROPERTY_DEREF, "write to a constant");
  leave_unsupported(t, at.p, f);
}

// --outside strict: whoever uses such a pointer cannot know where it leads.
static void refuse_outside(translator *t, address at, term is_number) {
  if (t->env->options->outside == OUTSIDE_VALID)
    return;
  term is_other = term_not(t->tt, memory_is_null(t, at));
  step_undefined(t, term_and(t->tt, is_number, is_other), PROPERTY_DEREF,
                 "access through a pointer from outside of the program");
}

static term default_of(translator *t, const ir_type *type) {
  if (type->kind == IR_POINTER)
    return term_bv(t->tt, POINTER_BITS, 0);
  assert(type->kind != IR_WORD || type->bits == WORD_BITS);
  return type->bits == 1 ? term_false(t->tt) : term_bv(t->tt, type->bits, 0);
}

// --- arguments without names ------------------------------------------------

// Whether that part of them may be read as the type: as the argument that it
// is, or as any part of one that is a struct.
static term is_passed(translator *t, const ir_type *area, uint32_t field,
                      term offset, const ir_type *type) {
  terms *tt = t->tt;
  const ir_type *have = area->fields[field];
  uint64_t start = area->offsets[field];
  if (have == type)
    return term_eq_make(tt, offset, term_bv(tt, OFFSET_BITS, start));
  if (have->kind != IR_STRUCT)
    return term_false(tt);
  return term_bvult(tt, term_bvsub(tt, offset, term_bv(tt, OFFSET_BITS, start)),
                    term_bv(tt, OFFSET_BITS, have->size));
}

// C does not define va_arg with another type than that of the argument.
static void check_passed(translator *t, const pointer *p, candidate c,
                         const ir_type *type) {
  const object *o = c.object;
  if (t->inst->op != IR_LOAD || o->owner == NULL ||
      !o->owner->f->locals.data[o->local].is_variadic)
    return;
  const ir_type *area = o->owner->f->locals.data[o->local].type;
  assert(area->kind == IR_STRUCT);
  term offset = pointer_offset(t, p), good = term_false(t->tt);
  for (uint32_t k = 0; k < area->count; k++)
    good = term_or(t->tt, good, is_passed(t, area, k, offset, type));
  term is_behind =
      term_bvule(t->tt, term_bv(t->tt, OFFSET_BITS, area->size), offset);
  good = term_or(t->tt, good, is_behind);
  step_unsupported(t, term_and(t->tt, c.is_it, term_not(t->tt, good)),
                   "va_arg of another type than the argument has");
}

// Where a volatile access goes to a fixed address.
static term registers(translator *t, address at) {
  bool is_access =
      t->inst != NULL && (t->inst->op == IR_LOAD || t->inst->op == IR_STORE);
  return is_access && t->inst->is_volatile ? outside_is_fixed(t, at)
                                           : term_false(t->tt);
}

static term load_scalar(translator *t, address at, const ir_type *type) {
  terms *tt = t->tt;
  candidate_vec all = {0};
  pointer_candidates(t, at, &all);
  safety_access(t, at, &all, type->store, FAULT_READ);
  term sum = TERM_NONE;
  faults bad = no_faults(t);
  for (uint32_t k = all.len; k-- > 0;) {
    candidate c = all.data[k];
    access_fault fault;
    check_passed(t, at.p, c, type);
    term here = access_read(t, &c, at.p, type, &fault);
    add_fault(t, at.p, &bad, c, &fault, false);
    if (!term_is_none(here))
      sum = term_is_none(sum) ? here : term_ite(tt, c.is_it, here, sum);
  }
  vec_free(&all);
  if (type->kind != IR_WORD && outside_is_possible(t, at)) {
    term is_number = outside_leads(t, at);
    refuse_outside(t, at, is_number);
    term here = outside_read(t, at, type);
    bad.known = term_or(tt, bad.known, is_number);
    sum = term_is_none(sum) ? here : term_ite(tt, is_number, here, sum);
  }
  term fixed = registers(t, at);
  if (!term_is_false(tt, fixed)) {
    term here = outside_read_register(t, type);
    bad.known = term_or(tt, bad.known, fixed);
    sum = term_is_none(sum) ? here : term_ite(tt, fixed, here, sum);
  }
  check(t, at, &bad);
  return term_is_none(sum) ? default_of(t, type) : sum;
}

// What a scalar is bound to in this frame, if its pointer names one.
static const binding *bound_local(translator *t, const ir_operand *from) {
  if (from == NULL || from->kind != OPERAND_LOCAL ||
      t->frame->bindings == NULL ||
      !t->frame->f->locals.data[from->local].is_single_store)
    return NULL;
  return frame_local_binding(t, t->frame, from->local);
}

static val load_bound(translator *t, address at, const ir_type *type) {
  const binding *b = bound_local(t, at.from);
  if (b != NULL && b->is_known)
    return b->constant;
  val v = val_of_term(t, type, load_scalar(t, at, type));
  if (b == NULL || v.kind != VAL_POINTER)
    return v;
  pointer known = *v.p;
  known.room = b->room;
  if (b->object != NULL && known.object == NULL)
    pointer_set_object(t, &known, b->object);
  return val_pointer(t, &known);
}

val memory_load(translator *t, address at, const ir_type *type) {
  if (ir_is_scalar(type))
    return load_bound(t, at, type);
  if (type->kind != IR_STRUCT && type->kind != IR_ARRAY)
    return val_bad("a value of an unusual type");
  val v = val_aggregate(t, type);
  val *leaves = (val *)(uintptr_t)v.leaves;
  for (uint32_t k = 0; k < v.leaf_count; k++) {
    const ir_type *leaf = ir_leaf(type, k);
    pointer p;
    address part = moved(t, at, &p, (int64_t)ir_leaf_offset(type, k));
    leaves[k] = val_of_term(t, leaf, load_scalar(t, part, leaf));
  }
  return v;
}

static void store_scalar(translator *t, address at, const ir_type *type,
                         term v) {
  candidate_vec all = {0};
  pointer_candidates(t, at, &all);
  safety_access(t, at, &all, type->store, FAULT_WRITE);
  faults bad = no_faults(t);
  for (uint32_t k = 0; k < all.len; k++) {
    candidate c = all.data[k];
    access_fault fault;
    access_write(t, &c, at.p, type, v, &fault);
    add_fault(t, at.p, &bad, c, &fault, c.object->is_readonly);
  }
  vec_free(&all);
  if (type->kind != IR_WORD && outside_is_possible(t, at)) {
    term is_number = outside_leads(t, at);
    refuse_outside(t, at, is_number);
    outside_write(t, at, type, v, is_number);
    bad.known = term_or(t->tt, bad.known, is_number);
  }
  bad.known = term_or(t->tt, bad.known, registers(t, at));
  check(t, at, &bad);
}

void memory_store(translator *t, address at, const ir_type *type, val v) {
  if (ir_is_scalar(type)) {
    store_scalar(t, at, type, val_term(t, v, type));
    return;
  }
  if (v.kind == VAL_BAD ||
      (type->kind != IR_STRUCT && type->kind != IR_ARRAY)) {
    step_unsupported(t, term_true(t->tt), "%s",
                     v.kind == VAL_BAD ? v.reason
                                       : "a value of an unusual type");
    return;
  }
  uint32_t n = ir_leaf_count(type, UINT32_MAX);
  for (uint32_t k = 0; k < n; k++) {
    const ir_type *leaf = ir_leaf(type, k);
    pointer p;
    address part = moved(t, at, &p, (int64_t)ir_leaf_offset(type, k));
    store_scalar(t, part, leaf, val_term(t, val_leaf(t, v, k), leaf));
  }
}

// --- whole objects ---------------------------------------------------------

static ir_type cell_type(const cell *c) {
  static const ir_type_kind kinds[] = {[CELL_NUMBER] = IR_INT,
                                       [CELL_POINTER] = IR_POINTER,
                                       [CELL_WORD] = IR_WORD};
  ir_type type = {.kind = kinds[c->kind],
                  .bits = c->kind == CELL_WORD ? c->bits : c->bytes * 8,
                  .align = 1,
                  .size = c->bytes,
                  .store = c->bytes};
  return type;
}

// A scalar of an object: a cell, or a cell of one element.
typedef struct {
  const cell *c;
  uint64_t offset; // in the object
} position;

static uint64_t position_count(const shape *s) {
  return s->length > 0 ? s->length * s->cell_count : s->cell_count;
}

static position position_at(const shape *s, uint64_t k) {
  const cell *c = &s->cells[k % s->cell_count];
  return (position){c, k / s->cell_count * s->stride + c->offset};
}

// Whether the pointer tells what scalars stand behind it: those of its object,
// at its offset without the indices. Elements of an array look alike; where
// they do not, the accesses themselves find out.
static bool has_layout(const pointer *p) {
  return p->object != NULL && p->object->shape != NULL &&
         !p->object->shape->is_opaque &&
         position_count(p->object->shape) <= SHAPE_MOST_FLAT &&
         term_is_none(p->base);
}

// Positions of the object that lie in [from, from + size). False: one lies
// there only partly, or the range leaves the object.
static bool find_range(const object *o, int64_t from, uint64_t size,
                       uint64_t *first, uint64_t *end) {
  const shape *s = o->shape;
  if (from < 0 || (uint64_t)from + size > s->size)
    return false;
  uint64_t low = (uint64_t)from, high = low + size, n = position_count(s);
  bool is_whole = true;
  *first = *end = 0;
  for (uint64_t k = 0; k < n; k++) {
    position p = position_at(s, k);
    if (p.offset + p.c->bytes <= low)
      *first = *end = k + 1;
    else if (p.offset < high) {
      is_whole = is_whole && low <= p.offset && p.offset + p.c->bytes <= high;
      *end = k + 1;
    }
  }
  return is_whole;
}

static address address_at(translator *t, address at, pointer *p, position to,
                          int64_t base) {
  return moved(t, at, p, (int64_t)to.offset - base);
}

// What stands in a range of positions of an object, wherever that layout is.
typedef struct {
  const object *object;
  int64_t base; // offset that a pointer to the range stands for
  uint64_t first, end;
} layout;

// All values are read before the first is written: the ranges may overlap.
static void copy_layout(translator *t, address to, address source,
                        const layout *l) {
  const shape *s = l->object->shape;
  term *values = ARENA_ARRAY(t->scratch, term, l->end - l->first + 1);
  for (uint64_t k = l->first; k < l->end; k++) {
    ir_type type = cell_type(position_at(s, k).c);
    pointer p;
    address at = address_at(t, source, &p, position_at(s, k), l->base);
    values[k - l->first] = load_scalar(t, at, &type);
  }
  for (uint64_t k = l->first; k < l->end; k++) {
    ir_type type = cell_type(position_at(s, k).c);
    pointer p;
    address at = address_at(t, to, &p, position_at(s, k), l->base);
    store_scalar(t, at, &type, values[k - l->first]);
  }
}

// A large array as a whole.
static bool is_whole(const pointer *p, uint64_t size) {
  return p->object != NULL && p->object->shape != NULL && !p->object->is_many &&
         p->object->live.id == 0 && p->object->shape->length > 0 &&
         p->part_count == 0 && term_is_none(p->base) && p->offset == 0 &&
         size == p->object->shape->size;
}

static bool can_copy_whole(translator *t, const pointer *to,
                           const pointer *source, uint64_t size) {
  if (!is_whole(to, size) || !is_whole(source, size))
    return false;
  const shape *a = to->object->shape, *b = source->object->shape;
  if (a->cell_count != b->cell_count || to->object->constants != NULL)
    return false;
  for (uint32_t k = 0; k < a->cell_count; k++)
    if (a->cells[k].kind != b->cells[k].kind ||
        !sort_eq(shape_sort(a, t->tt, k), shape_sort(b, t->tt, k)))
      return false;
  return true;
}

static bool copy_whole(translator *t, const pointer *to, const pointer *source,
                       uint64_t size) {
  if (!can_copy_whole(t, to, source, size))
    return false;
  const shape *s = to->object->shape;
  for (uint32_t k = 0; k < s->cell_count; k++) {
    uint32_t fresh = s->cells[k].fresh;
    step_write(t, (var){to->object->first.id + k},
               memory_cell(t, source->object, k));
    if (fresh != 0 && source->object->constants == NULL)
      step_write(t, (var){to->object->first.id + fresh},
                 step_read(t, (var){source->object->first.id + fresh}));
  }
  return true;
}

// Words, and the bytes that are left: what is known of memory in words.
static const object *words_object(translator *t, uint64_t size) {
  uint32_t bytes = t->m->pointer_bytes;
  uint64_t words = size / bytes, n = words + size % bytes;
  cell *cells = ARENA_ARRAY(t->scratch, cell, n + 1);
  for (uint64_t k = 0; k < n; k++) {
    bool is_word = k < words;
    cells[k].offset = is_word ? k * bytes : words * bytes + (k - words);
    cells[k].bytes = is_word ? bytes : 1;
    cells[k].bits = is_word ? WORD_BITS : 8;
    cells[k].kind = is_word ? CELL_WORD : CELL_NUMBER;
  }
  shape *s = ARENA_NEW(t->scratch, shape);
  *s = (shape){.size = size, .cell_count = (uint32_t)n, .cells = cells};
  object *o = ARENA_NEW(t->scratch, object);
  o->shape = s;
  return o;
}

static bool is_in_words(const object *o) {
  for (uint32_t k = 0; o->shape != NULL && k < o->shape->cell_count; k++)
    if (o->shape->cells[k].kind == CELL_WORD && o->shape->cells[k].keeps_rest)
      return true;
  return false;
}

static bool make_words(translator *t, uint64_t size, layout *out) {
  if (size / t->m->pointer_bytes > SHAPE_MOST_FLAT)
    return false;
  *out = (layout){.object = words_object(t, size)};
  out->end = out->object->shape->cell_count;
  return true;
}

// Of memory that may be in words, and of which no object says how many.
static bool find_words(translator *t, address at, uint64_t size, layout *out) {
  bool found = false;
  candidate_vec all = {0};
  pointer_candidates(t, at, &all);
  for (uint32_t k = 0; k < all.len && !found; k++)
    found = is_in_words(all.data[k].object);
  vec_free(&all);
  return found && make_words(t, size, out);
}

static bool find_layout_of(const pointer *p, uint64_t size, layout *out) {
  *out = (layout){.object = p->object, .base = p->offset};
  return has_layout(p) &&
         find_range(p->object, p->offset, size, &out->first, &out->end);
}

// Of an object that the address may point to, where it may point to in it.
static bool find_candidate(const candidate *c, uint64_t size, layout *out) {
  pointer p = pointer_to_object(c->object, 0);
  bool found = c->offset_count == 0 && find_layout_of(&p, size, out);
  for (uint32_t k = 0; k < c->offset_count && !found; k++) {
    p = pointer_to_object(c->object, c->offsets[k]);
    found = find_layout_of(&p, size, out);
  }
  return found;
}

static bool are_alike(const layout *a, const layout *b) {
  if (a->end - a->first != b->end - b->first)
    return false;
  for (uint64_t k = 0; k < a->end - a->first; k++) {
    position x = position_at(a->object->shape, a->first + k);
    position y = position_at(b->object->shape, b->first + k);
    if (x.c->kind != y.c->kind || x.c->bytes != y.c->bytes ||
        (int64_t)x.offset - a->base != (int64_t)y.offset - b->base)
      return false;
  }
  return true;
}

// The layout of 'size' bytes behind the address: that of its object, or of the
// first one that it may point to; whether all of these are alike.
static bool find_layout(translator *t, address at, uint64_t size, layout *out,
                        bool *is_one) {
  *is_one = true;
  if (has_layout(at.p))
    return find_layout_of(at.p, size, out);
  bool found = false;
  candidate_vec all = {0};
  pointer_candidates(t, at, &all);
  for (uint32_t k = 0; k < all.len; k++) {
    layout one;
    if (!find_candidate(&all.data[k], size, &one))
      continue;
    *is_one = *is_one && (!found || are_alike(&one, out));
    if (!found)
      *out = one;
    found = true;
  }
  vec_free(&all);
  return found;
}

// Words are parts of any typed memory, but not of that from outside.
static bool can_be_words(translator *t, address at) {
  return !outside_is_possible(t, at);
}

static bool find_copied(translator *t, address to, address source,
                        uint64_t size, layout *out) {
  bool is_one;
  bool found = find_layout(t, to, size, out, &is_one) ||
               find_layout(t, source, size, out, &is_one);
  if (found && (is_one || !can_be_words(t, to) || !can_be_words(t, source)))
    return true;
  return found
             ? make_words(t, size, out)
             : find_words(t, to, size, out) || find_words(t, source, size, out);
}

bool memory_can_copy(translator *t, address to, address source, uint64_t size) {
  layout l;
  return size == 0 || can_copy_whole(t, to.p, source.p, size) ||
         find_copied(t, to, source, size, &l);
}

void memory_copy(translator *t, address to, address source, uint64_t size) {
  layout l;
  if (size == 0 || copy_whole(t, to.p, source.p, size))
    return;
  if (find_copied(t, to, source, size, &l))
    copy_layout(t, to, source, &l);
  else
    step_unsupported(t, term_true(t->tt), "copying memory of unknown parts");
}

static term repeat_byte(translator *t, term byte, uint32_t bytes) {
  term sum = byte;
  for (uint32_t k = 1; k < bytes; k++)
    sum = term_concat(t->tt, byte, sum);
  return sum;
}

// A pointer takes no bytes but those of null.
static bool can_fill(const translator *t, const cell *c, term byte) {
  return c->kind != CELL_POINTER || word_is_zero(t, byte);
}

static term filled(translator *t, const cell *c, term byte) {
  if (c->kind == CELL_POINTER)
    return term_bv(t->tt, POINTER_BITS, 0);
  term n = repeat_byte(t, byte, c->bytes);
  return c->kind == CELL_WORD ? word_of_number(t, n) : n;
}

static bool can_fill_whole(const translator *t, const pointer *to, term byte,
                           uint64_t size) {
  if (!is_whole(to, size) || to->object->constants != NULL)
    return false;
  const shape *s = to->object->shape;
  for (uint32_t k = 0; k < s->cell_count; k++)
    if (!can_fill(t, &s->cells[k], byte))
      return false;
  return true;
}

static bool can_fill_layout(translator *t, address to, term byte, uint64_t size,
                            layout *l) {
  bool is_one;
  if (!find_layout(t, to, size, l, &is_one) && !find_words(t, to, size, l))
    return false;
  for (uint64_t k = l->first; k < l->end; k++)
    if (!can_fill(t, position_at(l->object->shape, k).c, byte))
      return false;
  return true;
}

bool memory_can_fill(translator *t, address to, term byte, uint64_t size) {
  layout l;
  return size == 0 || can_fill_whole(t, to.p, byte, size) ||
         can_fill_layout(t, to, byte, size, &l);
}

static void fill_whole(translator *t, const object *o, term byte) {
  for (uint32_t k = 0; k < o->shape->cell_count; k++)
    step_write(t, (var){o->first.id + k},
               term_const_array(t->tt, shape_sort(o->shape, t->tt, k),
                                filled(t, &o->shape->cells[k], byte)));
}

void memory_fill(translator *t, address to, term byte, uint64_t size) {
  layout l;
  if (size == 0)
    return;
  if (can_fill_whole(t, to.p, byte, size)) {
    fill_whole(t, to.p->object, byte);
    return;
  }
  if (!can_fill_layout(t, to, byte, size, &l)) {
    step_unsupported(t, term_true(t->tt), "setting memory of unknown parts");
    return;
  }
  for (uint64_t k = l.first; k < l.end; k++) {
    position at = position_at(l.object->shape, k);
    ir_type type = cell_type(at.c);
    pointer p;
    store_scalar(t, address_at(t, to, &p, at, l.base), &type,
                 filled(t, at.c, byte));
  }
}

// A number, or a pointer that a function has that is not defined.
static term fresh_word(translator *t, const cell *c, input_kind kind,
                       const char *name) {
  terms *tt = t->tt;
  term n = word_of_number(
      t, step_input(t, kind, name, c->type, sort_bv(tt, c->bytes * 8)));
  if (kind != INPUT_MEMORY || !escape_is_followed(t))
    return n;
  type_info flag = {TYPE_BOOL, "_Bool"}, type = {TYPE_POINTER, "void *"};
  term p = step_input(t, kind, name, type, sort_bv(tt, POINTER_BITS));
  outside_arrive(t, p);
  return term_ite(tt, step_input(t, kind, name, flag, sort_bool(tt)),
                  word_of_pointer(t, p), n);
}

// A _Bool is 0 or 1 also where it is arbitrary.
static term fresh_cell(translator *t, const shape *s, uint32_t index,
                       input_kind kind, const char *name) {
  const cell *c = &s->cells[index];
  if (c->type.kind == TYPE_BOOL && s->length == 0)
    return bool_to_bits(
        t->tt, step_input(t, kind, name, c->type, sort_bool(t->tt)), c->bits);
  if (c->kind == CELL_WORD && s->length == 0)
    return fresh_word(t, c, kind, name);
  term fresh = step_input(t, kind, name, c->type, shape_sort(s, t->tt, index));
  if (outside_is_source(t, kind) && c->kind == CELL_POINTER && s->length == 0)
    outside_arrive(t, fresh);
  return fresh;
}

// Words of a large array are marked as not written, so that none of them seems
// to hold a pointer.
static void forget_words(translator *t, const object *o, uint32_t index,
                         term condition, input_kind kind, const char *name) {
  terms *tt = t->tt;
  const shape *s = o->shape;
  const cell *c = &s->cells[index];
  var cell_ = {o->first.id + index}, fresh = {o->first.id + c->fresh};
  term none = term_const_array(tt, shape_sort(s, tt, index), word_unwritten(t));
  term any = step_input(t, kind, name, c->type, shape_sort(s, tt, c->fresh));
  step_write(t, cell_, term_ite(tt, condition, none, step_read(t, cell_)));
  step_write(t, fresh, term_ite(tt, condition, any, step_read(t, fresh)));
}

void memory_forget(translator *t, const object *o, uint32_t index,
                   term condition, input_kind kind, const char *name) {
  if (o->shape->cells[index].fresh != 0) {
    forget_words(t, o, index, condition, kind, name);
    return;
  }
  term fresh = fresh_cell(t, o->shape, index, kind, name);
  step_write(t, (var){o->first.id + index},
             term_ite(t->tt, condition, fresh, memory_cell(t, o, index)));
}

void memory_havoc(translator *t, const object *o, term condition,
                  input_kind kind, const char *name) {
  const shape *s = o->shape;
  if (s == NULL || o->constants != NULL)
    return;
  if (s->is_opaque) {
    step_unsupported(t, condition, "the object '%s' is too large", o->name);
    return;
  }
  if (o->is_many) {
    step_unsupported(t, condition, "arbitrary memory from '%s'", o->name);
    return;
  }
  for (uint32_t k = 0; k < s->cell_count; k++) {
    const cell *c = &s->cells[k];
    const char *shown =
        kind == INPUT_LOCAL || kind == INPUT_GLOBAL || kind == INPUT_ARGUMENT
            ? c->name
            : name;
    memory_forget(t, o, k, condition, kind, shown);
  }
}

// The number of elements must be one that C allows and an index can hold.
void memory_allocate(translator *t, uint32_t local, const ir_operand *count) {
  terms *tt = t->tt;
  const object *o = frame_object(t, t->frame, local);
  term n = val_term(t, val_operand(t, count), count->type);
  uint32_t width = term_width(tt, n);
  term most = term_bv(tt, width, INT32_MAX);
  term is_good = term_and(tt, term_distinct(tt, n, term_bv(tt, width, 0)),
                          term_bvule(tt, n, most));
  step_unsupported(t, term_not(tt, is_good),
                   "an array of zero, negative or huge length");
  if (width > SHAPE_INDEX_BITS)
    n = term_extract(tt, n, SHAPE_INDEX_BITS - 1, 0);
  else
    n = term_zero_extend(tt, n, SHAPE_INDEX_BITS - width);
  step_write(t, o->length, n);
  place_choose(t, o, t->frame);
  memory_havoc(t, o, term_true(tt), INPUT_LOCAL, o->name);
}
