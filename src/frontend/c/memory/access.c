// SPDX-License-Identifier: Apache-2.0
// Where a pointer leads inside of one object: reading and writing there.
//
// An access names a set of positions: one for each value of the indices that
// its pointer was made from. Reading is a tree of choices by the bits of the
// indices, one choice less than positions; writing changes each cell where the
// indices say so. What is left are accesses that are not good: C does not
// define those outside of the object (an access outside of an object is never
// one to another), and positions where nothing of that kind is known have no
// meaning here.
#include "frontend/c/memory/cells.h"
#include "frontend/c/memory/heap.h"
#include "frontend/c/memory/access.h"
#include "frontend/c/memory/pointer.h"

#include <assert.h>

enum {
  MOST_POSITIONS = 8192,
  MOST_PARTS = 1024,
  MOST_BYTES = 256,
  MOST_MIXED = 64
};

// One index of an access: it takes 'count' values.
typedef struct {
  term index; // its bits below 'bits' choose
  uint32_t bits;
  uint64_t count;
  int64_t scale;           // distance of neighbors in bytes
  const uint64_t *offsets; // instead: where each value leads, by equality
} dimension;

typedef struct {
  translator *t;
  const candidate *c;
  const object *o; // of the candidate
  const pointer *p;
  const ir_type *type;
  int64_t offset;
  dimension dims[POINTER_MOST_PARTS];
  uint32_t dim_count;
  term element;       // of a large array: which element; TERM_NONE: not one
  term place, length; // of it in the array, and of that
  term inside;        // Bool: all indices are in range
  term in_array;      // Bool: of a large array: the element exists
  term crosses;       // Bool: ..., but the access ends behind the last one
  term failed;        // Bool: the position has nothing of that kind
  term unknown; // Bool: it has a pointer for a number, or the other way round
  uint64_t at[POINTER_MOST_PARTS]; // values of the indices on the way
  term condition; // under which the access is one to this object
  bool is_write;
  term written; // value to write
} reach;

// --- the shape of an access ------------------------------------------------

static uint32_t bits_for(uint64_t count) {
  uint32_t bits = 0;
  while ((UINT64_C(1) << bits) < count)
    bits++;
  return bits;
}

// The same number without its extension, if 'count' fits in that.
static term narrow(const terms *tt, term index, uint64_t count) {
  term_kind kind = term_get_kind(tt, index);
  if (kind != TERM_SIGN_EXTEND && kind != TERM_ZERO_EXTEND)
    return index;
  term inner = term_arg(tt, index, 0);
  uint32_t width = term_width(tt, inner);
  uint32_t room = kind == TERM_SIGN_EXTEND ? width - 1 : width;
  return bits_for(count) <= room && (room >= 64 || count >> room == 0) ? inner
                                                                       : index;
}

// index is in [0, count).
static void add_dimension(reach *a, term index, uint64_t count, int64_t scale,
                          const uint64_t *offsets) {
  terms *tt = a->t->tt;
  assert(a->dim_count < POINTER_MOST_PARTS && count > 0);
  if (offsets == NULL) {
    index = narrow(tt, index, count);
    uint32_t width = term_width(tt, index);
    if (width >= 64 || count >> width == 0)
      a->inside = term_and(tt, a->inside,
                           term_bvult(tt, index, term_bv(tt, width, count)));
  }
  dimension *d = &a->dims[a->dim_count++];
  *d = (dimension){index, bits_for(count), count, scale, offsets};
}

// An index that no array type bounds: the object does.
static bool bound_by_object(reach *a, pointer_part *part, uint64_t *count) {
  terms *tt = a->t->tt;
  int64_t size = (int64_t)a->o->shape->size;
  int64_t before = a->offset >= 0 ? a->offset / part->scale : 0;
  a->offset -= before * part->scale;
  int64_t after = size - a->offset;
  if (after <= 0)
    return false;
  *count = (uint64_t)((after + part->scale - 1) / part->scale);
  if (before != 0) {
    uint32_t width = term_width(tt, part->index);
    part->index =
        term_bvadd(tt, part->index, term_bv(tt, width, (uint64_t)before));
  }
  return true;
}

static bool span_parts(reach *a, const pointer *p) {
  uint32_t unbounded = 0;
  uint64_t positions = 1;
  for (uint32_t k = 0; k < p->part_count; k++)
    unbounded += p->parts[k].bound == 0;
  if (unbounded > 1)
    return false;
  a->offset = p->offset;
  for (uint32_t k = 0; k < p->part_count; k++) {
    pointer_part part = p->parts[k];
    uint64_t count = part.bound;
    if (count == 0 && !bound_by_object(a, &part, &count))
      return false;
    if (count > MOST_POSITIONS || positions * count > MOST_POSITIONS)
      return false;
    positions *= count;
    add_dimension(a, part.index, count, part.scale, NULL);
  }
  return true;
}

// --- by total offset -------------------------------------------------------

static bool fits(const cell *c, const ir_type *type) {
  return c->bytes == type->store &&
         (c->kind == CELL_WORD || type->kind == IR_WORD ||
          (c->kind == CELL_POINTER) == (type->kind == IR_POINTER));
}

static bool is_power_of_two(uint64_t n) { return n != 0 && (n & (n - 1)) == 0; }

static bool are_regular(const uint64_t *offsets, uint32_t n) {
  uint64_t stride = n > 1 ? offsets[1] - offsets[0] : 1;
  if (!is_power_of_two(stride))
    return false;
  for (uint32_t k = 1; k < n; k++)
    if (offsets[k] - offsets[k - 1] != stride)
      return false;
  return true;
}

// Index of the cell from the offset, where cells stand at equal distances.
static void add_regular(reach *a, term total, const uint64_t *offsets,
                        uint32_t n) {
  terms *tt = a->t->tt;
  uint64_t stride = n > 1 ? offsets[1] - offsets[0] : 1;
  uint32_t shift = bits_for(stride);
  a->offset = (int64_t)offsets[0];
  term from = term_bvsub(tt, total, term_bv(tt, OFFSET_BITS, offsets[0]));
  if (shift > 0)
    a->inside = term_and(tt, a->inside,
                         term_eq_make(tt, term_extract(tt, from, shift - 1, 0),
                                      term_bv(tt, shift, 0)));
  add_dimension(a, term_extract(tt, from, OFFSET_BITS - 1, shift), n,
                (int64_t)stride, NULL);
}

// Parts of the cell that are as large as the type: 1 if it fits as a whole.
static uint64_t count_parts(const cell *c, const ir_type *type,
                            bool with_numbers) {
  if (fits(c, type))
    return 1;
  bool is_divided = c->in_union || (with_numbers && c->kind == CELL_NUMBER);
  return is_divided && c->kind != CELL_POINTER ? c->bytes / type->store : 0;
}

static uint32_t collect_parts(translator *t, const shape *s,
                              const ir_type *type, bool with_numbers,
                              uint64_t limit, uint64_t **out) {
  uint64_t most = 0;
  for (uint32_t k = 0; k < s->cell_count; k++)
    most += count_parts(&s->cells[k], type, with_numbers);
  if (most > limit)
    return 0;
  uint64_t *offsets = ARENA_ARRAY(t->scratch, uint64_t, most + 1);
  uint32_t n = 0;
  for (uint32_t k = 0; k < s->cell_count; k++) {
    uint64_t parts = count_parts(&s->cells[k], type, with_numbers);
    for (uint64_t i = 0; i < parts; i++)
      offsets[n++] = s->cells[k].offset + i * type->store;
  }
  *out = offsets;
  return n;
}

// Any byte where it could begin, in small objects.
static uint32_t collect_bytes(translator *t, const shape *s,
                              const ir_type *type, uint64_t **out) {
  if (s->length > 0 || s->size < type->store || s->size > MOST_BYTES)
    return 0;
  uint32_t n = (uint32_t)(s->size - type->store + 1);
  *out = ARENA_ARRAY(t->scratch, uint64_t, n);
  for (uint32_t k = 0; k < n; k++)
    (*out)[k] = k;
  return n;
}

// Any smaller number of a large array.
static uint32_t collect_starts(translator *t, const shape *s,
                               const ir_type *type, uint64_t **out) {
  uint32_t n = 0;
  if (s->length == 0)
    return 0;
  *out = ARENA_ARRAY(t->scratch, uint64_t, s->cell_count);
  for (uint32_t k = 0; k < s->cell_count; k++)
    if (s->cells[k].kind != CELL_POINTER && s->cells[k].bytes < type->store)
      (*out)[n++] = s->cells[k].offset;
  return n;
}

// What initializes a struct with bit-fields has single bytes where others have
// larger units, and padding where they have bytes: an access may begin there.
static bool is_loose(const shape *s, const ir_type *type, uint64_t offset) {
  uint32_t k = shape_find(s, offset);
  return k == s->cell_count ? type->store == 1
                            : s->cells[k].is_of_bits && type->store > 1;
}

// Adds these offsets to the n ones in *out.
static uint32_t add_loose(translator *t, const shape *s, const ir_type *type,
                          uint64_t **out, uint32_t n) {
  uint64_t end = s->length > 0 ? s->stride : s->size;
  if (!s->has_bits || end > MOST_POSITIONS)
    return n;
  uint64_t *all = ARENA_ARRAY(t->scratch, uint64_t, n + end);
  for (uint32_t k = 0; k < n; k++)
    all[k] = (*out)[k];
  for (uint64_t offset = 0; offset < end; offset++)
    if (is_loose(s, type, offset))
      all[n++] = offset;
  *out = all;
  return n;
}

static bool has_offset(const uint64_t *all, uint32_t n, uint64_t offset) {
  for (uint32_t k = 0; k < n; k++)
    if (all[k] == offset)
      return true;
  return false;
}

// Those in the object, or in its elements, that the pointer is known to have.
static uint32_t collect_known(const reach *a, uint64_t **out) {
  const shape *s = a->o->shape;
  uint32_t n = 0;
  *out = ARENA_ARRAY(a->t->scratch, uint64_t, a->c->offset_count + 1);
  for (uint32_t k = 0; k < a->c->offset_count; k++) {
    int64_t offset = a->c->offsets[k];
    if (s->length > 1 && offset >= 0)
      offset %= (int64_t)s->stride;
    uint64_t end = s->length > 0 ? s->stride : s->size;
    if (offset >= 0 && (uint64_t)offset < end &&
        !has_offset(*out, n, (uint64_t)offset))
      (*out)[n++] = (uint64_t)offset;
  }
  return n;
}

// Offsets of what fits and of what it may be a part of: characters walk over
// all of an object. Where these are too many, of what fits; if there is
// nothing, of what it may begin with.
static uint32_t collect_offsets(const reach *a, uint64_t **out) {
  translator *t = a->t;
  const shape *s = a->o->shape;
  const ir_type *type = a->type;
  if (a->c->offset_count > 0)
    return collect_known(a, out);
  uint32_t n = collect_parts(t, s, type, false, MOST_POSITIONS, out);
  if (n == 0)
    n = collect_bytes(t, s, type, out);
  uint64_t limit = n == 0 || type->store == 1 ? MOST_PARTS : MOST_MIXED;
  uint64_t *all;
  uint32_t more = collect_parts(t, s, type, true, limit, &all);
  if (more > n) {
    n = more;
    *out = all;
  }
  n = add_loose(t, s, type, out, n);
  return n > 0 ? n : collect_starts(t, s, type, out);
}

static void add_by_equality(reach *a, term total, const uint64_t *offsets,
                            uint32_t n) {
  terms *tt = a->t->tt;
  term any = term_false(tt);
  for (uint32_t k = 0; k < n; k++)
    any = term_or(
        tt, any, term_eq_make(tt, total, term_bv(tt, OFFSET_BITS, offsets[k])));
  a->inside = term_and(tt, a->inside, any);
  add_dimension(a, total, n, 0, offsets);
}

// Any of the cells of that kind, by the whole offset.
static bool span_total(reach *a, const pointer *p) {
  uint64_t *offsets;
  uint32_t n = collect_offsets(a, &offsets);
  if (n == 0)
    return false;
  term total = pointer_offset(a->t, p);
  a->dim_count = 0;
  a->inside = term_true(a->t->tt);
  a->offset = 0;
  if (are_regular(offsets, n))
    add_regular(a, total, offsets, n);
  else
    add_by_equality(a, total, offsets, n);
  return true;
}

// --- large arrays ----------------------------------------------------------

// All bytes of the access are in memory of words.
static term in_words(reach *a) {
  terms *tt = a->t->tt;
  term size = heap_size(a->t, a->o, a->p);
  term store = term_bv(tt, OFFSET_BITS, a->type->store);
  return term_and(
      tt, term_bvule(tt, store, size),
      term_bvule(tt, pointer_offset(a->t, a->p), term_bvsub(tt, size, store)));
}

static void limit_element(reach *a, term element) {
  terms *tt = a->t->tt;
  const shape *s = a->o->shape;
  term length = term_bv(tt, OFFSET_BITS, s->length);
  if (a->o->length.id != 0)
    length = term_zero_extend(tt, heap_length(a->t, a->o, a->p),
                              OFFSET_BITS - SHAPE_INDEX_BITS);
  a->in_array = a->o->length.id != 0 && shape_is_words(s)
                    ? in_words(a)
                    : term_bvult(tt, element, length);
  a->inside = term_and(tt, a->inside, a->in_array);
  a->place = element;
  a->length = length;
  if (s->element_bits > 0)
    element = term_extract(tt, element, s->element_bits - 1, 0);
  if (!a->o->is_many)
    a->element = element;
  else if (s->element_bits == 0)
    a->element = pointer_instance(a->t, a->p);
  else
    a->element = term_concat(tt, pointer_instance(a->t, a->p), element);
}

// Indices either step over whole elements or stay inside of one: then the
// element is a sum of indices, and no division is needed.
static bool span_elements(reach *a, const pointer *p) {
  const shape *s = a->o->shape;
  int64_t stride = (int64_t)s->stride;
  pointer outer = {.object = p->object,
                   .object_id = p->object_id,
                   .offset = p->offset / stride};
  a->offset = p->offset % stride;
  if (a->offset < 0 || !term_is_none(p->base))
    return false;
  uint64_t positions = 1;
  for (uint32_t k = 0; k < p->part_count; k++) {
    pointer_part part = p->parts[k];
    if (part.scale % stride == 0) {
      part.scale /= stride;
      outer.parts[outer.part_count++] = part;
      continue;
    }
    positions *= part.bound;
    if (part.bound == 0 || positions > MOST_POSITIONS)
      return false;
    add_dimension(a, part.index, part.bound, part.scale, NULL);
  }
  limit_element(a, pointer_offset(a->t, &outer));
  return true;
}

// Element and offset in it, from the whole offset.
static bool span_divided(reach *a, const pointer *p) {
  terms *tt = a->t->tt;
  const shape *s = a->o->shape;
  term total = pointer_offset(a->t, p);
  uint32_t shift = bits_for(s->stride);
  uint64_t *offsets;
  uint32_t n = collect_offsets(a, &offsets);
  if (n == 0)
    return false;
  a->dim_count = 0;
  a->inside = term_true(tt);
  a->offset = 0;
  term element = total, rest = term_bv(tt, OFFSET_BITS, 0);
  if (s->length == 1) {
    element = rest;
    rest = total;
  } else if (is_power_of_two(s->stride) && shift > 0) {
    element = term_bvlshr(tt, total, term_bv(tt, OFFSET_BITS, shift));
    rest = term_zero_extend(tt, term_extract(tt, total, shift - 1, 0),
                            OFFSET_BITS - shift);
  } else if (shift > 0) {
    term stride = term_bv(tt, OFFSET_BITS, s->stride);
    element = term_bvudiv(tt, total, stride);
    rest = term_bvurem(tt, total, stride);
  }
  limit_element(a, element);
  if (s->length == 1)
    a->in_array = term_bvult(tt, total, term_bv(tt, OFFSET_BITS, s->stride));
  add_by_equality(a, rest, offsets, n);
  return true;
}

static bool span(reach *a, const pointer *p) {
  const shape *s = a->o->shape;
  if (s == NULL || s->is_opaque)
    return false;
  if (s->length > 0)
    return span_elements(a, p) || span_divided(a, p);
  if (term_is_none(p->base) && span_parts(a, p))
    return true;
  return span_total(a, p);
}

// --- positions -------------------------------------------------------------

static term is_index(reach *a, const dimension *d, uint64_t k) {
  terms *tt = a->t->tt;
  if (d->offsets != NULL) {
    uint32_t width = term_width(tt, d->index);
    return term_eq_make(tt, d->index, term_bv(tt, width, d->offsets[k]));
  }
  if (d->bits == 0)
    return term_true(tt);
  return term_eq_make(tt, term_extract(tt, d->index, d->bits - 1, 0),
                      term_bv(tt, d->bits, k));
}

// The condition under which the indices lead to the current position.
static term is_here(reach *a) {
  term all = term_true(a->t->tt);
  for (uint32_t k = 0; k < a->dim_count; k++)
    all = term_and(a->t->tt, all, is_index(a, &a->dims[k], a->at[k]));
  return all;
}

static term fail_here(reach *a) {
  a->failed = term_or(a->t->tt, a->failed, is_here(a));
  return TERM_NONE;
}

static void note_unknown(reach *a, term known) {
  terms *tt = a->t->tt;
  if (!term_is_true(tt, known))
    a->unknown =
        term_or(tt, a->unknown, term_and(tt, is_here(a), term_not(tt, known)));
}

// What does not end in its element needs the next ones, too.
static void limit_end(reach *a, int64_t offset) {
  terms *tt = a->t->tt;
  const shape *s = a->o->shape;
  if (s->length == 0 || offset < 0)
    return;
  uint64_t further = ((uint64_t)offset + a->type->store - 1) / s->stride;
  if (further == 0)
    return;
  term last = term_bvadd(tt, a->place, term_bv(tt, OFFSET_BITS, further));
  term is_out = term_not(tt, term_bvult(tt, last, a->length));
  a->crosses = term_or(tt, a->crosses, term_and(tt, is_here(a), is_out));
}

// One position: TERM_NONE for writes, and where nothing can be read.
static term visit(reach *a, int64_t offset) {
  spot at = {a->o, a->element, offset};
  term known = term_true(a->t->tt);
  limit_end(a, offset);
  if (a->is_write) {
    term condition = term_and(a->t->tt, a->condition, is_here(a));
    if (!cells_write(a->t, at, a->type, a->written, condition, &known))
      return fail_here(a);
    note_unknown(a, known);
    return TERM_NONE;
  }
  term found = cells_read(a->t, at, a->type, &known);
  if (term_is_none(found))
    return fail_here(a);
  note_unknown(a, known);
  return found;
}

static term walk(reach *a, uint32_t level, int64_t offset);

static term walk_one(reach *a, uint32_t level, int64_t offset, uint64_t k) {
  const dimension *d = &a->dims[level];
  a->at[level] = k;
  int64_t step_ =
      d->offsets != NULL ? (int64_t)d->offsets[k] : d->scale * (int64_t)k;
  return walk(a, level + 1, offset + step_);
}

static term either(reach *a, term condition, term yes, term no) {
  if (term_is_none(yes))
    return no;
  if (term_is_none(no))
    return yes;
  return term_ite(a->t->tt, condition, yes, no);
}

// Values k .. k + 2^bits - 1 of the index, chosen by its lower bits. Depth is
// the number of bits.
static term walk_bits(reach *a, uint32_t level, int64_t offset, uint64_t k,
                      uint32_t bits) {
  const dimension *d = &a->dims[level];
  if (bits == 0)
    return walk_one(a, level, offset, k);
  uint64_t half = UINT64_C(1) << (bits - 1);
  term low = walk_bits(a, level, offset, k, bits - 1);
  if (k + half >= d->count)
    return low;
  term high = walk_bits(a, level, offset, k + half, bits - 1);
  terms *tt = a->t->tt;
  term bit = term_eq_make(tt, term_extract(tt, d->index, bits - 1, bits - 1),
                          term_bv(tt, 1, 1));
  return either(a, bit, high, low);
}

static term walk(reach *a, uint32_t level, int64_t offset) {
  if (level == a->dim_count)
    return visit(a, offset);
  const dimension *d = &a->dims[level];
  if (d->offsets == NULL && !a->is_write)
    return walk_bits(a, level, offset, 0, d->bits);
  term sum = TERM_NONE;
  for (uint64_t k = d->count; k-- > 0;) {
    term here = walk_one(a, level, offset, k);
    sum = either(a, is_index(a, d, k), here, sum);
  }
  return sum;
}

// --- outside of the object -------------------------------------------------

// Of a pointer with one index into an object of known size: the index has these
// values. Nothing is multiplied, so nothing can be too large.
static term in_range(reach *a, const pointer_part *part) {
  terms *tt = a->t->tt;
  int64_t last = (int64_t)a->o->shape->size - (int64_t)a->type->store;
  int64_t before = a->p->offset >= 0 ? a->p->offset / part->scale : 0;
  int64_t first = a->p->offset - before * part->scale;
  if (first > last)
    return term_false(tt);
  uint64_t count = (uint64_t)((last - first) / part->scale + 1);
  uint32_t width = term_width(tt, part->index);
  term index =
      term_bvadd(tt, part->index, term_bv(tt, width, (uint64_t)before));
  index = narrow(tt, index, count);
  width = term_width(tt, index);
  if (width < 64 && count >> width != 0)
    return term_true(tt);
  return term_bvult(tt, index, term_bv(tt, width, count));
}

static term by_offset(reach *a) {
  terms *tt = a->t->tt;
  uint64_t size = a->o->shape->size;
  return term_bvule(tt, pointer_offset(a->t, a->p),
                    term_bv(tt, OFFSET_BITS, size - a->type->store));
}

// All bytes of the access are in an object of known size.
static term in_fixed(reach *a) {
  terms *tt = a->t->tt;
  const pointer *p = a->p;
  uint64_t size = a->o->shape->size;
  if (size < a->type->store)
    return term_false(tt);
  if (!term_is_none(p->base))
    return by_offset(a);
  if (p->part_count == 0)
    return term_bool(tt, p->offset >= 0 &&
                             (uint64_t)p->offset <= size - a->type->store);
  if (p->part_count == 1 && p->parts[0].scale > 0)
    return in_range(a, &p->parts[0]);
  return by_offset(a);
}

// Whether C's rule about the bounds of the object is known to be broken. Of
// memory of another program, and of what main is given, the size is not known.
static term is_outside(reach *a, bool is_spanned) {
  terms *tt = a->t->tt;
  const object *o = a->o;
  if (o->shape == NULL || o->shape->is_opaque || o->is_incomplete ||
      o->texts != NULL || o->is_text)
    return term_false(tt);
  if (o->shape->length == 0)
    return term_not(tt, in_fixed(a));
  if (!is_spanned)
    return term_false(tt);
  term out = term_or(tt, term_not(tt, a->in_array), a->crosses);
  return o->rest.id == 0
             ? out
             : term_and(tt, out, term_not(tt, step_read(a->t, o->rest)));
}

// --- the two accesses ------------------------------------------------------

static void start(reach *a, translator *t, const candidate *c, const pointer *p,
                  const ir_type *type) {
  *a = (reach){.t = t, .c = c, .o = c->object, .p = p, .type = type};
  a->condition = c->is_it;
  a->inside = a->in_array = term_true(t->tt);
  a->failed = a->unknown = a->crosses = term_false(t->tt);
}

static access_fault fault_of(reach *a, bool is_spanned) {
  terms *tt = a->t->tt;
  access_fault f = {.outside = is_outside(a, is_spanned)};
  term live = heap_is_live(a->t, a->o, a->p), inside = term_not(tt, f.outside);
  f.dead = term_and(tt, inside, term_not(tt, live));
  term good = term_false(tt);
  if (is_spanned)
    good = term_and(tt, a->inside,
                    term_not(tt, term_or(tt, a->failed, a->crosses)));
  f.lacking = term_and(tt, live, term_and(tt, inside, term_not(tt, good)));
  return f;
}

static void refuse_unknown(const reach *a) {
  terms *tt = a->t->tt;
  term here = term_and(tt, a->condition, term_and(tt, a->inside, a->unknown));
  step_unsupported(a->t, here, "a pointer as a number, or the reverse, in '%s'",
                   a->o->name);
}

term access_read(translator *t, const candidate *c, const pointer *p,
                 const ir_type *type, access_fault *fault) {
  reach a;
  start(&a, t, c, p, type);
  bool is_spanned = span(&a, p);
  term found = is_spanned ? walk(&a, 0, a.offset) : TERM_NONE;
  *fault = fault_of(&a, is_spanned && !term_is_none(found));
  if (!term_is_none(found))
    refuse_unknown(&a);
  return found;
}

void access_write(translator *t, const candidate *c, const pointer *p,
                  const ir_type *type, term v, access_fault *fault) {
  reach a;
  start(&a, t, c, p, type);
  a.is_write = true;
  a.written = v;
  if (a.o->texts != NULL || a.o->is_text)
    step_unsupported(t, a.condition, "writing to the arguments of main");
  bool is_spanned = a.o->constants == NULL && span(&a, p);
  if (is_spanned)
    walk(&a, 0, a.offset);
  *fault = fault_of(&a, is_spanned);
  if (is_spanned)
    refuse_unknown(&a);
}
