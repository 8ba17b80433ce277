// SPDX-License-Identifier: Apache-2.0
// Scalars at constant offsets: reading and writing cells, and parts of them.
//
// Where an access does not match one cell (unions, bit-fields of other
// storage units, structs in registers), its bytes are put together from the
// cells that it covers, lowest address lowest (little endian). The bits of a
// pointer cell are not an address: its bytes are those of its number (place.c),
// and only whole pointers are written.
#include "frontend/c/memory/cells.h"

#include <assert.h>

#include "frontend/c/memory/arguments.h"
#include "frontend/c/memory/word.h"

term memory_cell(translator *t, const object *o, uint32_t index) {
  assert(o->shape != NULL && index < o->shape->cell_count);
  if (o->constants != NULL)
    return o->constants[index];
  assert(o->first.id != 0);
  return step_read(t, (var){o->first.id + index});
}

// Of a large array, the first byte; the others may be in the next elements.
static bool in_bounds(spot at, uint64_t bytes) {
  const shape *s = at.o->shape;
  uint64_t from = (uint64_t)at.offset;
  return at.offset >= 0 &&
         (s->length > 0 ? from < s->stride : from + bytes <= s->size);
}

// A cell's value, in the element of a large array.
static term get(translator *t, spot at, uint32_t index) {
  term now = memory_cell(t, at.o, index);
  if (term_is_none(at.element))
    return now;
  now = term_select(t->tt, now, at.element);
  uint32_t fresh = at.o->shape->cells[index].fresh;
  if (fresh != 0 && at.o->constants == NULL)
    now = word_or_fresh(t, now,
                        term_select(t->tt,
                                    step_read(t, (var){at.o->first.id + fresh}),
                                    at.element));
  return arguments_cell(t, at.o, at.element, now);
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

term cells_from_bytes(translator *t, const ir_type *type, term raw) {
  if (type->bits == 1)
    return bits_to_bool(t->tt, raw);
  return term_extract(t->tt, raw, type->bits - 1, 0);
}

term cells_to_bytes(translator *t, const ir_type *type, term v) {
  uint32_t width = (uint32_t)type->store * 8;
  if (type->bits == 1)
    return bool_to_bits(t->tt, v, width);
  return term_zero_extend(t->tt, v, width - type->bits);
}

// --- reading ---------------------------------------------------------------

static term join(translator *t, term high, term low) {
  return term_is_none(low) ? high : term_concat(t->tt, high, low);
}

// What an access has in one cell, or in the padding up to the next one.
typedef struct {
  spot at;            // in the element that it lies in
  uint32_t index;     // of the cell; cell_count: padding
  uint32_t low, high; // its bits
  uint64_t bytes;
} piece;

static spot in_element(translator *t, spot at, uint64_t further) {
  if (further > 0)
    at.element =
        term_bvadd(t->tt, at.element,
                   term_bv(t->tt, term_width(t->tt, at.element), further));
  return at;
}

// The piece that begins at byte 'from' of an access that ends at 'end'.
static piece piece_at(translator *t, spot at, uint64_t from, uint64_t end) {
  const shape *s = at.o->shape;
  uint64_t further = s->length > 0 ? from / s->stride : 0;
  uint64_t base = further * s->stride; // of the element
  piece p = {.at = in_element(t, at, further), .bytes = 1};
  if (s->length > 0 && base + s->stride < end)
    end = base + s->stride;
  p.index = shape_find(s, from - base);
  if (p.index == s->cell_count) {
    while (from + p.bytes < end &&
           shape_find(s, from + p.bytes - base) == s->cell_count)
      p.bytes++;
    return p;
  }
  const cell *c = &s->cells[p.index];
  uint64_t start = base + c->offset;
  uint64_t next = start + c->bytes < end ? start + c->bytes : end;
  p.bytes = next - from;
  p.low = (uint32_t)(from - start) * 8;
  p.high = (uint32_t)(next - start) * 8 - 1;
  return p;
}

static bool is_padding(const piece *p) {
  return p->index == p->at.o->shape->cell_count;
}

static const cell *cell_of(const piece *p) {
  assert(!is_padding(p));
  return &p->at.o->shape->cells[p->index];
}

// Bytes that belong to nothing.
static term read_padding(translator *t, uint64_t bytes) {
  type_info type = {TYPE_OTHER, NULL};
  return step_input(t, INPUT_CHOICE, "padding", type,
                    sort_bv(t->tt, (uint32_t)bytes * 8));
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

static term read_piece(translator *t, const piece *p, term *known) {
  if (is_padding(p))
    return read_padding(t, p->bytes);
  term now = cell_number(t, cell_of(p), get(t, p->at, p->index), known);
  return term_is_none(now) ? now : term_extract(t->tt, now, p->high, p->low);
}

static term read_bytes(translator *t, spot at, uint64_t bytes, term *known) {
  uint64_t from = (uint64_t)at.offset, end = from + bytes;
  term sum = TERM_NONE;
  while (from < end) {
    piece p = piece_at(t, at, from, end);
    term part = read_piece(t, &p, known);
    if (term_is_none(part))
      return TERM_NONE;
    sum = join(t, part, sum);
    from += p.bytes;
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
  return term_is_none(raw) ? raw : cells_from_bytes(t, type, raw);
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

static bool is_whole(const piece *p) { return p->bytes == cell_of(p)->bytes; }

// Whether every pointer cell in reach can take these bytes: all of it.
static bool can_write_bytes(translator *t, spot at, uint64_t bytes,
                            bool is_zero) {
  uint64_t from = (uint64_t)at.offset, end = from + bytes;
  while (from < end) {
    piece p = piece_at(t, at, from, end);
    if (!is_padding(&p) && cell_of(&p)->kind == CELL_POINTER &&
        (!is_whole(&p) || (!is_zero && !word_has_bytes(t))))
      return false;
    from += p.bytes;
  }
  return true;
}

// A word without the part that is stored.
static term rest_of(translator *t, const cell *c, term old, term *known) {
  return c->keeps_rest ? word_number(t, old, c->bytes, known)
                       : word_rest(t, old, c->bytes);
}

// The cell with those bits in it.
static term changed(translator *t, const piece *p, term part, term *known) {
  const cell *c = cell_of(p);
  term old = get(t, p->at, p->index);
  switch (c->kind) {
  case CELL_POINTER:
    assert(is_whole(p));
    return word_pointer_of(t, part, true, known);
  case CELL_WORD:
    if (!is_whole(p))
      part = cells_replace(t, rest_of(t, c, old, known), p->high, p->low, part);
    return word_of_number(t, part);
  case CELL_NUMBER:
    break;
  }
  return cells_replace(t, old, p->high, p->low, part);
}

static void write_bytes(translator *t, spot at, uint64_t bytes, term raw,
                        term condition, term *known) {
  uint64_t start = (uint64_t)at.offset, from = start, end = start + bytes;
  while (from < end) {
    piece p = piece_at(t, at, from, end);
    uint64_t next = from + p.bytes;
    term part = term_extract(t->tt, raw, (uint32_t)(next - start) * 8 - 1,
                             (uint32_t)(from - start) * 8);
    if (!is_padding(&p))
      put(t, p.at, p.index, changed(t, &p, part, known), condition);
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
  return cells_to_bytes(t, type, v);
}

// C11, 6.2.6.1: where a member is stored, what the padding of the structs
// around it holds is unspecified.
static void forget_padding(translator *t, spot at, uint64_t bytes,
                           term condition) {
  const shape *s = at.o->shape;
  uint64_t from = (uint64_t)at.offset;
  if (!s->has_padding || t->inst->op != IR_STORE || !t->inst->is_member)
    return;
  for (uint32_t k = 0; k < s->cell_count; k++) {
    const cell *c = &s->cells[k];
    if (cell_is_padding(c) && c->owner <= from &&
        from + bytes <= c->owner + c->owner_bytes)
      put(t, at, k, read_padding(t, 1), condition);
  }
}

bool cells_write(translator *t, spot at, const ir_type *type, term v,
                 term condition, term *known) {
  assert((at.o->shape->length > 0) == !term_is_none(at.element));
  assert(ir_is_scalar(type));
  if (at.o->constants != NULL || !in_bounds(at, type->store))
    return false;
  bool may_point = type->kind == IR_POINTER || type->kind == IR_WORD;
  if (may_point && write_whole(t, at, type, v, condition, known)) {
    forget_padding(t, at, type->store, condition);
    return true;
  }
  v = number_of(t, type, v, known);
  if (term_is_none(v) ||
      !can_write_bytes(t, at, type->store, word_is_zero(t, v)))
    return false;
  write_bytes(t, at, type->store, v, condition, known);
  forget_padding(t, at, type->store, condition);
  return true;
}
