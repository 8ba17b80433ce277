// SPDX-License-Identifier: Apache-2.0
// Scalars at constant offsets: reading and writing cells, and parts of them.
//
// Where an access does not match one cell (unions, bit-fields of other
// storage units, structs in registers), its bytes are put together from the
// cells that it covers, lowest address lowest (little endian). The bits of a
// pointer cell are not an address: its bytes are those of its number (place.c),
// and only whole pointers are written.
#include "frontend/c/cells.h"

#include <assert.h>

#include "frontend/c/word.h"

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

// --- between scalars and their bytes ---------------------------------------

term cells_replace(translator *t, term old, uint32_t high, uint32_t low,
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

// A cell as a number; TERM_NONE: it is not known.
static term cell_number(translator *t, const cell *c, term now, term *known) {
  switch (c->kind) {
  case CELL_POINTER:
    return word_bytes_of(t, now, c->bytes, known);
  case CELL_WORD:
    return word_number(t, now, c->bytes, known);
  case CELL_NUMBER:
    break;
  }
  return now;
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
    term now = cell_number(t, c, get(t, at, index), known);
    if (term_is_none(now))
      return TERM_NONE;
    next = c->offset + c->bytes < end ? c->offset + c->bytes : end;
    uint32_t low = (uint32_t)(from - c->offset) * 8;
    uint32_t high = (uint32_t)(next - c->offset) * 8 - 1;
    sum = join(t, term_extract(t->tt, now, high, low), sum);
    from = next;
  }
  return sum;
}

// The cell that starts at the spot and may hold a pointer, or NULL.
static const cell *pointer_cell(spot at, uint32_t *index) {
  const shape *s = at.o->shape;
  *index = shape_find(s, (uint64_t)at.offset);
  bool is_one = *index < s->cell_count && cell_may_point(&s->cells[*index]) &&
                s->cells[*index].offset == (uint64_t)at.offset;
  return is_one ? &s->cells[*index] : NULL;
}

term cells_held(translator *t, const cell *c, term now) {
  assert(cell_may_point(c));
  return c->kind == CELL_WORD ? word_held(t, now) : now;
}

static term read_pointer(translator *t, spot at, uint64_t bytes, term *known) {
  uint32_t index;
  const cell *c = pointer_cell(at, &index);
  if (c != NULL && c->kind == CELL_POINTER)
    return get(t, at, index);
  if (c != NULL)
    return word_pointer(t, get(t, at, index), c->bytes, false, known);
  term raw = read_bytes(t, at, bytes, known);
  return term_is_none(raw) ? raw : word_pointer_of(t, raw, false, known);
}

static term read_word(translator *t, spot at, uint64_t bytes, term *known) {
  uint32_t index;
  const cell *c = pointer_cell(at, &index);
  if (c != NULL && c->kind == CELL_POINTER)
    return word_of_pointer(t, get(t, at, index));
  if (c != NULL)
    return get(t, at, index);
  term raw = read_bytes(t, at, bytes, known);
  return term_is_none(raw) ? raw : word_of_number(t, raw);
}

term cells_read(translator *t, spot at, const ir_type *type, term *known) {
  assert((at.o->shape->length > 0) == !term_is_none(at.element));
  assert(ir_is_scalar(type));
  if (!in_bounds(at, type->store))
    return TERM_NONE;
  if (type->kind == IR_POINTER)
    return read_pointer(t, at, type->store, known);
  if (type->kind == IR_WORD)
    return read_word(t, at, type->store, known);
  term raw = read_bytes(t, at, type->store, known);
  return term_is_none(raw) ? raw : from_bytes(t, type, raw);
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

// Whether every pointer cell in reach can take these bytes: all of it.
static bool can_write_bytes(const translator *t, spot at, uint64_t bytes,
                            bool is_zero) {
  const shape *s = at.o->shape;
  uint64_t from = (uint64_t)at.offset, end = from + bytes;
  for (uint64_t k = from; k < end; k++) {
    uint32_t index = shape_find(s, k);
    if (index == s->cell_count)
      continue;
    const cell *c = &s->cells[index];
    bool is_part = c->offset < from || c->offset + c->bytes > end;
    if (c->kind == CELL_POINTER &&
        (is_part || (!is_zero && !word_has_bytes(t))))
      return false;
    k = c->offset + c->bytes - 1;
  }
  return true;
}

// The cell once bits high..low are those.
static term changed(translator *t, const cell *c, term old, uint32_t high,
                    uint32_t low, term part, term *known) {
  bool is_whole = high - low + 1 == c->bytes * 8;
  switch (c->kind) {
  case CELL_POINTER:
    assert(is_whole);
    return word_pointer_of(t, part, true, known);
  case CELL_WORD:
    if (!is_whole)
      part = cells_replace(t, word_rest(t, old, c->bytes), high, low, part);
    return word_of_number(t, part);
  case CELL_NUMBER:
    break;
  }
  return cells_replace(t, old, high, low, part);
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
    put(t, at, index, changed(t, c, get(t, at, index), high, low, part, known),
        condition);
    from = next;
  }
}

// A pointer or a word, where a cell for such begins. False: there is none.
static bool write_whole(translator *t, spot at, const ir_type *type, term v,
                        term condition, term *known) {
  uint32_t index;
  const cell *c = pointer_cell(at, &index);
  if (c == NULL || type->store != c->bytes)
    return false;
  if (type->kind == IR_POINTER && c->kind == CELL_WORD)
    v = word_of_pointer(t, v);
  else if (type->kind == IR_WORD && c->kind == CELL_POINTER)
    v = word_pointer(t, v, c->bytes, true, known);
  put(t, at, index, v, condition);
  return true;
}

// What is written, as a number; TERM_NONE: it is not known.
static term number_of(translator *t, const ir_type *type, term v, term *known) {
  if (type->kind == IR_POINTER)
    return word_bytes_of(t, v, (uint32_t)type->store, known);
  if (type->kind == IR_WORD)
    return word_number(t, v, (uint32_t)type->store, known);
  return to_bytes(t, type, v);
}

bool cells_write(translator *t, spot at, const ir_type *type, term v,
                 term condition, term *known) {
  assert((at.o->shape->length > 0) == !term_is_none(at.element));
  assert(ir_is_scalar(type));
  if (at.o->constants != NULL || !in_bounds(at, type->store))
    return false;
  bool may_point = type->kind == IR_POINTER || type->kind == IR_WORD;
  if (may_point && write_whole(t, at, type, v, condition, known))
    return true;
  v = number_of(t, type, v, known);
  if (term_is_none(v) ||
      !can_write_bytes(t, at, type->store, word_is_zero(t, v)))
    return false;
  write_bytes(t, at, type->store, v, condition, known);
  return true;
}
