// SPDX-License-Identifier: Apache-2.0
// Scalars at constant offsets: reading and writing cells, and parts of them.
//
// Where an access does not match one cell (unions, bit-fields of other
// storage units, structs in registers), its bytes are put together from the
// cells that it covers, lowest address lowest (little endian). The bits of a
// pointer cell are not an address: its bytes are those of its number (place.c),
// and only whole pointers are written.
#include "frontend/c/place.h"

#include <assert.h>

term memory_cell(translator *t, const object *o, uint32_t index) {
  assert(o->shape != NULL && index < o->shape->cell_count);
  if (o->constants != NULL)
    return o->constants[index];
  assert(o->first.id != 0);
  return step_read(t, (var){o->first.id + index});
}

static bool in_bounds(spot at, uint64_t bytes) {
  const shape *s = at.o->shape;
  uint64_t size = s->length > 0 ? s->stride : s->size;
  return at.offset >= 0 && (uint64_t)at.offset + bytes <= size;
}

// A cell's value, in the element of a large array.
static term get(translator *t, spot at, uint32_t index) {
  term now = memory_cell(t, at.o, index);
  return term_is_none(at.element) ? now : term_select(t->tt, now, at.element);
}

static bool is_zero(const translator *t, term v) {
  if (!term_is_value(t->tt, v))
    return false;
  value n = term_get_value(t->tt, v);
  return n.kind == VALUE_BV && !n.is_big && n.bits == 0;
}

// --- between scalars and their bytes ---------------------------------------

static term from_bytes(translator *t, const ir_type *type, term raw) {
  if (type->bits == 1)
    return bits_to_bool(t->tt, raw);
  return term_extract(t->tt, raw, type->bits - 1, 0);
}

static term to_bytes(translator *t, const ir_type *type, term v) {
  uint32_t width = (uint32_t)type->store * 8;
  if (type->bits == 1)
    return bool_to_bits(t->tt, v, width);
  return term_zero_extend(t->tt, v, width - type->bits);
}

// --- reading ---------------------------------------------------------------

static term join(translator *t, term high, term low) {
  return term_is_none(low) ? high : term_concat(t->tt, high, low);
}

// Up to the next cell, or to 'end': bytes that belong to nothing.
static term read_padding(translator *t, const object *o, uint64_t from,
                         uint64_t end, uint64_t *next) {
  uint64_t to = from + 1;
  while (to < end && shape_find(o->shape, to) == o->shape->cell_count)
    to++;
  *next = to;
  type_info type = {TYPE_OTHER, NULL};
  return step_input(t, INPUT_CHOICE, "padding", type,
                    sort_bv(t->tt, (uint32_t)(to - from) * 8));
}

// Whether pointers and integers may share bytes. The points-to analysis does
// not follow bytes, so that a pointer made of them would seem to be invalid.
static bool has_bytes(const translator *t) {
  return place_is_used(t) && !step_checks(t, PROPERTY_DEREF) &&
         !step_checks(t, PROPERTY_FREE);
}

// The bytes of a pointer; TERM_NONE: they are not known.
static term pointer_bytes(translator *t, term now, uint32_t bytes,
                          term *known) {
  // Null is the only one whose bytes are always known.
  if (is_zero(t, now))
    return term_bv(t->tt, bytes * 8, 0);
  if (!has_bytes(t))
    return TERM_NONE;
  pointer p = pointer_of_term(t, now);
  term here;
  term n = place_number(t, &p, NULL, &here);
  *known = term_and(t->tt, *known, here);
  return n;
}

// The pointer that bytes are; TERM_NONE: it is not known.
static term bytes_pointer(translator *t, term raw, bool is_kept, term *known) {
  if (is_zero(t, raw))
    return term_bv(t->tt, POINTER_BITS, 0);
  if (!has_bytes(t))
    return TERM_NONE;
  term here;
  pointer p = place_find(t, raw, is_kept, &here);
  *known = term_and(t->tt, *known, here);
  return pointer_term(t, &p);
}

static term read_bytes(translator *t, spot at, uint64_t bytes, term *known) {
  const shape *s = at.o->shape;
  uint64_t from = (uint64_t)at.offset, end = from + bytes;
  term sum = TERM_NONE;
  while (from < end) {
    uint32_t index = shape_find(s, from);
    uint64_t next;
    if (index == s->cell_count) {
      sum = join(t, read_padding(t, at.o, from, end, &next), sum);
      from = next;
      continue;
    }
    const cell *c = &s->cells[index];
    term now = get(t, at, index);
    next = c->offset + c->bytes < end ? c->offset + c->bytes : end;
    if (c->is_pointer) {
      now = pointer_bytes(t, now, c->bytes, known);
      if (term_is_none(now))
        return TERM_NONE;
    }
    uint32_t low = (uint32_t)(from - c->offset) * 8;
    uint32_t high = (uint32_t)(next - c->offset) * 8 - 1;
    sum = join(t, term_extract(t->tt, now, high, low), sum);
    from = next;
  }
  return sum;
}

// The pointer cell that starts at the spot, or cell_count.
static uint32_t pointer_cell(spot at) {
  const shape *s = at.o->shape;
  uint32_t index = shape_find(s, (uint64_t)at.offset);
  bool is_one = index < s->cell_count && s->cells[index].is_pointer &&
                s->cells[index].offset == (uint64_t)at.offset;
  return is_one ? index : s->cell_count;
}

term cells_read(translator *t, spot at, const ir_type *type, term *known) {
  assert((at.o->shape->length > 0) == !term_is_none(at.element));
  assert(ir_is_scalar(type));
  if (!in_bounds(at, type->store))
    return TERM_NONE;
  if (type->kind == IR_POINTER && pointer_cell(at) < at.o->shape->cell_count)
    return get(t, at, pointer_cell(at));
  term raw = read_bytes(t, at, type->store, known);
  if (term_is_none(raw))
    return TERM_NONE;
  if (type->kind != IR_POINTER)
    return from_bytes(t, type, raw);
  return bytes_pointer(t, raw, false, known);
}

// --- writing ---------------------------------------------------------------

static void put(translator *t, spot at, uint32_t index, term now,
                term condition) {
  assert(at.o->constants == NULL);
  term old = memory_cell(t, at.o, index);
  if (!term_is_none(at.element))
    now = term_store(t->tt, old, at.element, now);
  step_write(t, (var){at.o->first.id + index},
             term_ite(t->tt, condition, now, old));
}

// Replaces bits high..low of the old value.
static term replace(translator *t, term old, uint32_t high, uint32_t low,
                    term part) {
  uint32_t width = term_width(t->tt, old);
  term sum = part;
  if (high + 1 < width)
    sum =
        term_concat(t->tt, term_extract(t->tt, old, width - 1, high + 1), sum);
  if (low > 0)
    sum = term_concat(t->tt, sum, term_extract(t->tt, old, low - 1, 0));
  return sum;
}

// Whether every pointer cell in reach can take these bytes: all of it.
static bool can_write_bytes(const translator *t, spot at, uint64_t bytes,
                            term raw) {
  const shape *s = at.o->shape;
  uint64_t from = (uint64_t)at.offset, end = from + bytes;
  for (uint64_t k = from; k < end; k++) {
    uint32_t index = shape_find(s, k);
    if (index == s->cell_count)
      continue;
    const cell *c = &s->cells[index];
    if (c->is_pointer && (c->offset < from || c->offset + c->bytes > end ||
                          (!is_zero(t, raw) && !has_bytes(t))))
      return false;
    k = c->offset + c->bytes - 1;
  }
  return true;
}

static void write_bytes(translator *t, spot at, uint64_t bytes, term raw,
                        term condition, term *known) {
  const shape *s = at.o->shape;
  uint64_t start = (uint64_t)at.offset, from = start, end = start + bytes;
  while (from < end) {
    uint32_t index = shape_find(s, from);
    if (index == s->cell_count) {
      from++; // padding
      continue;
    }
    const cell *c = &s->cells[index];
    uint64_t next = c->offset + c->bytes < end ? c->offset + c->bytes : end;
    term part = term_extract(t->tt, raw, (uint32_t)(next - start) * 8 - 1,
                             (uint32_t)(from - start) * 8);
    uint32_t low = (uint32_t)(from - c->offset) * 8;
    uint32_t high = (uint32_t)(next - c->offset) * 8 - 1;
    term now = c->is_pointer ? bytes_pointer(t, part, true, known)
                             : replace(t, get(t, at, index), high, low, part);
    put(t, at, index, now, condition);
    from = next;
  }
}

bool cells_write(translator *t, spot at, const ir_type *type, term v,
                 term condition, term *known) {
  assert((at.o->shape->length > 0) == !term_is_none(at.element));
  assert(ir_is_scalar(type));
  if (at.o->constants != NULL || !in_bounds(at, type->store))
    return false;
  if (type->kind == IR_POINTER) {
    uint32_t index = pointer_cell(at);
    if (index < at.o->shape->cell_count) {
      put(t, at, index, v, condition);
      return true;
    }
    v = pointer_bytes(t, v, (uint32_t)type->store, known);
    if (term_is_none(v))
      return false;
  } else {
    v = to_bytes(t, type, v);
  }
  if (!can_write_bytes(t, at, type->store, v))
    return false;
  write_bytes(t, at, type->store, v, condition, known);
  return true;
}
