// SPDX-License-Identifier: Apache-2.0
// Splitting types into cells and naming them from debug information.
#include "frontend/c/shape.h"

#include <assert.h>
#include <string.h>

#include "base/strbuf.h"

typedef struct {
  arena *mem;
  program *p;
  const char *name;
  const debug_type *debug;
  cell *cells;
  uint32_t count, capacity;
} splitter;

// --- names -----------------------------------------------------------------

static bool holds(const debug_member *m, uint64_t bit, uint64_t bits) {
  return m->offset <= bit && bit + bits <= m->offset + m->bits;
}

// Bit-fields that share a cell are named together: "s.{a,b}".
static void name_bit_fields(const debug_type *t, uint64_t bit, uint64_t bits,
                            strbuf *out) {
  uint32_t n = 0;
  strbuf names = {0};
  for (uint32_t k = 0; k < t->member_count; k++) {
    const debug_member *m = &t->members[k];
    if (!m->is_bit_field || m->name == NULL || m->offset + m->bits <= bit ||
        bit + bits <= m->offset)
      continue;
    strbuf_printf(&names, "%s%s", n == 0 ? "" : ",", m->name);
    n++;
  }
  if (n > 0)
    strbuf_printf(out, n == 1 ? ".%s" : ".{%s}", strbuf_text(&names));
  strbuf_free(&names);
}

static const debug_member *find_member(const debug_type *t, uint64_t bit,
                                       uint64_t bits) {
  const debug_member *best = NULL;
  for (uint32_t k = 0; k < t->member_count; k++) {
    const debug_member *m = &t->members[k];
    if (m->is_bit_field || !holds(m, bit, bits))
      continue;
    if (m->offset == bit && m->bits == bits)
      return m; // of the members of a union, one that fits exactly
    if (best == NULL)
      best = m;
  }
  return best;
}

// Appends the path to the bits; returns the scalar type there, if any.
static const debug_type *name_path(const debug_type *t, uint64_t bit,
                                   uint64_t bits, strbuf *out) {
  while (t != NULL) {
    if (t->kind == DEBUG_ARRAY) {
      if (t->element->bits == 0)
        return NULL;
      strbuf_printf(out, "[%llu]",
                    (unsigned long long)(bit / t->element->bits));
      bit %= t->element->bits;
      t = t->element;
    } else if (t->kind == DEBUG_STRUCT) {
      const debug_member *m = find_member(t, bit, bits);
      if (m == NULL) {
        name_bit_fields(t, bit, bits, out);
        return NULL;
      }
      if (m->name != NULL)
        strbuf_printf(out, ".%s", m->name);
      bit -= m->offset;
      t = m->type;
    } else {
      return t->kind == DEBUG_SCALAR && bit == 0 && bits == t->bits ? t : NULL;
    }
  }
  return NULL;
}

static type_info default_type(const ir_type *t) {
  if (t->kind == IR_POINTER)
    return (type_info){TYPE_POINTER, "void *"};
  if (t->kind == IR_FLOAT)
    return (type_info){TYPE_FLOAT, t->bits == 32 ? "float" : "double"};
  switch (t->store) {
  case 1:
    return (type_info){TYPE_UNSIGNED, "unsigned char"};
  case 2:
    return (type_info){TYPE_UNSIGNED, "unsigned short"};
  case 4:
    return (type_info){TYPE_UNSIGNED, "unsigned int"};
  case 8:
    return (type_info){TYPE_UNSIGNED, "unsigned long long"};
  default:
    return (type_info){TYPE_OTHER, NULL};
  }
}

static void name_cell(splitter *s, cell *c, const ir_type *type) {
  c->type = default_type(type);
  if (s->name == NULL)
    return;
  strbuf name = {0};
  strbuf_puts(&name, s->name);
  const debug_type *leaf =
      name_path(s->debug, c->offset * 8, (uint64_t)c->bytes * 8, &name);
  if (leaf != NULL)
    c->type = leaf->info;
  c->is_exact = leaf != NULL;
  c->name = program_intern(s->p, strbuf_text(&name));
  strbuf_free(&name);
}

// --- cells -----------------------------------------------------------------

static void add_cell(splitter *s, const ir_type *type, uint64_t offset) {
  assert(s->count < s->capacity);
  cell *c = &s->cells[s->count++];
  c->offset = offset;
  c->bytes = (uint32_t)type->store;
  c->is_pointer = type->kind == IR_POINTER;
  c->bits = c->is_pointer ? POINTER_BITS : c->bytes * 8;
  name_cell(s, c, type);
}

static void add_padding(splitter *s, uint64_t from, uint64_t to) {
  static const ir_type byte = {
      .kind = IR_INT, .bits = 8, .align = 1, .size = 1, .store = 1};
  for (; from < to; from++)
    add_cell(s, &byte, from);
}

// Types nest as deep as the source writes them.
static void split(splitter *s, const ir_type *t, uint64_t offset,
                  bool in_union) {
  if (ir_is_scalar(t)) {
    add_cell(s, t, offset);
    if (in_union)
      add_padding(s, offset + t->store, offset + t->size);
    return;
  }
  in_union = in_union || t->is_union;
  for (uint64_t k = 0; t->kind == IR_ARRAY && k < t->length; k++)
    split(s, t->element, offset + k * t->element->size, in_union);
  if (t->kind != IR_STRUCT)
    return;
  uint64_t end = 0;
  for (uint32_t k = 0; k < t->count; k++) {
    if (in_union)
      add_padding(s, offset + end, offset + t->offsets[k]);
    split(s, t->fields[k], offset + t->offsets[k], in_union);
    end = t->offsets[k] + t->fields[k]->size;
  }
  if (in_union)
    add_padding(s, offset + end, offset + t->size);
}

// Upper bound of the number of cells, saturating.
static uint64_t count_cells(const ir_type *t, bool in_union, uint64_t limit) {
  if (in_union || t->is_union)
    return t->size; // at most one cell per byte
  if (ir_is_scalar(t))
    return 1;
  uint64_t n = 0;
  if (t->kind == IR_ARRAY && t->length > 0) {
    uint64_t each = count_cells(t->element, false, limit);
    n = each > 0 && t->length > limit / each ? limit : each * t->length;
  }
  for (uint32_t k = 0; t->kind == IR_STRUCT && k < t->count && n < limit; k++)
    n += count_cells(t->fields[k], false, limit);
  return n < limit ? n : limit;
}

static const shape *finish(splitter *s, shape *out) {
  out->cells = s->cells;
  out->cell_count = s->count;
  for (uint32_t k = 1; k < s->count; k++)
    assert(s->cells[k - 1].offset + s->cells[k - 1].bytes <=
           s->cells[k].offset);
  return out;
}

static void start(splitter *s, uint64_t capacity) {
  s->capacity = (uint32_t)capacity;
  s->cells = ARENA_ARRAY(s->mem, cell, capacity);
}

// An array of few scalars each, as often nested as it may be.
static bool is_large_array(const ir_type *type, const ir_type **element,
                           uint64_t *length) {
  *length = 1;
  for (; type->kind == IR_ARRAY; type = type->element)
    *length *= type->length;
  *element = type;
  uint64_t n = count_cells(type, false, SHAPE_MOST_ELEMENT_CELLS + 1);
  return n > 0 && n <= SHAPE_MOST_ELEMENT_CELLS && *length <= UINT32_MAX;
}

static const shape *make_large(splitter *s, const ir_type *element,
                               uint64_t length, shape *out) {
  while (s->debug != NULL && s->debug->kind == DEBUG_ARRAY)
    s->debug = s->debug->element;
  out->stride = element->size;
  out->length = length;
  out->index_bits = out->element_bits = SHAPE_INDEX_BITS;
  start(s, count_cells(element, false, SHAPE_MOST_ELEMENT_CELLS));
  split(s, element, 0, false);
  return finish(s, out);
}

const shape *shape_make(arena *mem, program *p, const ir_type *type,
                        const char *name, const debug_type *debug) {
  splitter s = {.mem = mem, .p = p, .name = name, .debug = debug};
  shape *out = ARENA_NEW(mem, shape);
  out->size = type->size;
  uint64_t n = count_cells(type, false, SHAPE_MOST_FLAT + 1), length;
  const ir_type *element;
  if (n > SHAPE_MOST_CELLS && is_large_array(type, &element, &length))
    return make_large(&s, element, length, out);
  if (n > SHAPE_MOST_FLAT || type->kind == IR_VOID || type->kind == IR_OTHER) {
    out->is_opaque = true;
    return out;
  }
  start(&s, n);
  split(&s, type, 0, false);
  return finish(&s, out);
}

const shape *shape_make_variable(arena *mem, program *p, const ir_type *element,
                                 const char *name, const debug_type *debug) {
  splitter s = {.mem = mem, .p = p, .name = name, .debug = debug};
  shape *out = ARENA_NEW(mem, shape);
  uint64_t n = count_cells(element, false, SHAPE_MOST_ELEMENT_CELLS + 1);
  if (n > 0 && n <= SHAPE_MOST_ELEMENT_CELLS && element->size > 0)
    return make_large(&s, element, UINT32_MAX, out);
  out->is_opaque = true;
  return out;
}

const shape *shape_make_many(arena *mem, program *p, const ir_type *element,
                             uint64_t length, uint32_t instance_bits) {
  const shape *each = shape_make_variable(mem, p, element, NULL, NULL);
  if (each->is_opaque)
    return each;
  shape *out = ARENA_NEW(mem, shape);
  *out = *each;
  if (length != 0) {
    out->length = length;
    out->size = length * element->size;
    out->element_bits = 0;
    while (length > UINT64_C(1) << out->element_bits)
      out->element_bits++;
  }
  assert(out->element_bits <= SHAPE_INDEX_BITS);
  out->index_bits = instance_bits + out->element_bits;
  return out;
}

uint32_t shape_find(const shape *s, uint64_t offset) {
  uint32_t low = 0, high = s->cell_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const cell *c = &s->cells[middle];
    if (offset < c->offset)
      high = middle;
    else if (offset >= c->offset + c->bytes)
      low = middle + 1;
    else
      return middle;
  }
  return s->cell_count;
}

sort shape_sort(const shape *s, terms *tt, uint32_t index) {
  assert(index < s->cell_count);
  sort element = sort_bv(tt, s->cells[index].bits);
  return s->length == 0 ? element
                        : sort_array(tt, sort_bv(tt, s->index_bits), element);
}
