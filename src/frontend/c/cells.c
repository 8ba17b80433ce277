// SPDX-License-Identifier: Apache-2.0
// Scalars at constant offsets: reading and writing cells, and parts of them.
//
// Where an access does not match one cell (unions, bit-fields of other
// storage units, structs in registers), its bytes are put together from the
// cells that it covers, lowest address lowest (little endian). A pointer cell
// is only accessed as a whole and as a pointer: its bits are not an address.
#include "frontend/c/translator.h"

#include <assert.h>

term memory_cell(translator *t, const object *o, uint32_t index) {
  assert(o->shape != NULL && index < o->shape->cell_count);
  if (o->constants != NULL)
    return o->constants[index];
  assert(o->first.id != 0);
  return step_read(t, (var){o->first.id + index});
}

static bool in_bounds(const object *o, int64_t offset, uint64_t bytes) {
  const shape *s = o->shape;
  uint64_t size = s->length > 0 ? s->stride : s->size;
  return offset >= 0 && (uint64_t)offset + bytes <= size;
}

// The cell's value, in the given element of a large array.
static term get(translator *t, const object *o, term element, uint32_t index) {
  term now = memory_cell(t, o, index);
  return term_is_none(element) ? now : term_select(t->tt, now, element);
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

static term read_bytes(translator *t, const object *o, term element,
                       uint64_t from, uint64_t bytes) {
  uint64_t end = from + bytes;
  term sum = TERM_NONE;
  while (from < end) {
    uint32_t index = shape_find(o->shape, from);
    uint64_t next;
    if (index == o->shape->cell_count) {
      sum = join(t, read_padding(t, o, from, end, &next), sum);
      from = next;
      continue;
    }
    const cell *c = &o->shape->cells[index];
    term now = get(t, o, element, index);
    next = c->offset + c->bytes < end ? c->offset + c->bytes : end;
    if (c->is_pointer) {
      // Null is the only pointer whose bytes are known.
      if (!is_zero(t, now))
        return TERM_NONE;
      now = term_bv(t->tt, c->bytes * 8, 0);
    }
    uint32_t low = (uint32_t)(from - c->offset) * 8;
    uint32_t high = (uint32_t)(next - c->offset) * 8 - 1;
    sum = join(t, term_extract(t->tt, now, high, low), sum);
    from = next;
  }
  return sum;
}

term cells_read(translator *t, const object *o, term element, int64_t offset,
                const ir_type *type) {
  assert((o->shape->length > 0) == !term_is_none(element));
  assert(ir_is_scalar(type));
  if (!in_bounds(o, offset, type->store))
    return TERM_NONE;
  uint32_t index = shape_find(o->shape, (uint64_t)offset);
  if (type->kind == IR_POINTER && index < o->shape->cell_count) {
    const cell *c = &o->shape->cells[index];
    if (c->is_pointer && c->offset == (uint64_t)offset)
      return get(t, o, element, index);
  }
  term raw = read_bytes(t, o, element, (uint64_t)offset, type->store);
  if (term_is_none(raw))
    return TERM_NONE;
  if (type->kind != IR_POINTER)
    return from_bytes(t, type, raw);
  return is_zero(t, raw) ? term_bv(t->tt, POINTER_BITS, 0) : TERM_NONE;
}

// --- writing ---------------------------------------------------------------

static void put(translator *t, const object *o, term element, uint32_t index,
                term now, term condition) {
  assert(o->constants == NULL);
  term old = memory_cell(t, o, index);
  if (!term_is_none(element))
    now = term_store(t->tt, old, element, now);
  step_write(t, (var){o->first.id + index},
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

// Whether every pointer cell in reach can take these bytes: zero, and all of
// it.
static bool can_write_bytes(const translator *t, const object *o, uint64_t from,
                            uint64_t end, term raw) {
  for (uint64_t at = from; at < end; at++) {
    uint32_t index = shape_find(o->shape, at);
    if (index == o->shape->cell_count)
      continue;
    const cell *c = &o->shape->cells[index];
    if (c->is_pointer &&
        (c->offset < from || c->offset + c->bytes > end || !is_zero(t, raw)))
      return false;
    at = c->offset + c->bytes - 1;
  }
  return true;
}

static void write_bytes(translator *t, const object *o, term element,
                        uint64_t from, uint64_t bytes, term raw,
                        term condition) {
  uint64_t start = from, end = from + bytes;
  while (from < end) {
    uint32_t index = shape_find(o->shape, from);
    if (index == o->shape->cell_count) {
      from++; // padding
      continue;
    }
    const cell *c = &o->shape->cells[index];
    uint64_t next = c->offset + c->bytes < end ? c->offset + c->bytes : end;
    term part = term_extract(t->tt, raw, (uint32_t)(next - start) * 8 - 1,
                             (uint32_t)(from - start) * 8);
    uint32_t low = (uint32_t)(from - c->offset) * 8;
    uint32_t high = (uint32_t)(next - c->offset) * 8 - 1;
    term old = get(t, o, element, index);
    term now = c->is_pointer ? term_bv(t->tt, POINTER_BITS, 0)
                             : replace(t, old, high, low, part);
    put(t, o, element, index, now, condition);
    from = next;
  }
}

bool cells_write(translator *t, const object *o, term element, int64_t offset,
                 const ir_type *type, term v, term condition) {
  assert((o->shape->length > 0) == !term_is_none(element));
  assert(ir_is_scalar(type));
  if (o->constants != NULL || !in_bounds(o, offset, type->store))
    return false;
  uint64_t from = (uint64_t)offset;
  uint32_t index = shape_find(o->shape, from);
  if (type->kind == IR_POINTER) {
    const cell *c = &o->shape->cells[index];
    if (index < o->shape->cell_count && c->is_pointer && c->offset == from) {
      put(t, o, element, index, v, condition);
      return true;
    }
    if (!is_zero(t, v))
      return false;
    v = term_bv(t->tt, (uint32_t)type->store * 8, 0);
  } else {
    v = to_bytes(t, type, v);
  }
  if (!can_write_bytes(t, o, from, from + type->store, v))
    return false;
  write_bytes(t, o, element, from, type->store, v, condition);
  return true;
}
