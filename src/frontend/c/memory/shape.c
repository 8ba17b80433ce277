// SPDX-License-Identifier: Apache-2.0
// Splitting types into cells and naming them from debug information.
#include "frontend/c/memory/shape.h"

#include <assert.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/vec.h"

typedef struct {
  arena *mem;
  program *p;
  const char *name;
  const debug_type *debug;
  bool shows_padding;
  uint32_t word_bytes;
  VEC(cell) cells;
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

// Appends the path to the bits, no further than to a union that is made of
// words; returns the scalar type there, if any.
static const debug_type *name_path(const debug_type *t, uint64_t bit,
                                   uint64_t bits, strbuf *out) {
  while (t != NULL && t->word_bytes == 0) {
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
  if (t->kind == IR_WORD)
    return (type_info){TYPE_WORD, NULL};
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

static cell_kind kind_of(const ir_type *type) {
  if (type->kind == IR_WORD)
    return CELL_WORD;
  return type->kind == IR_POINTER ? CELL_POINTER : CELL_NUMBER;
}

static void add_cell(splitter *s, const ir_type *type, uint64_t offset,
                     bool in_union) {
  cell c = {.offset = offset,
            .bytes = (uint32_t)type->store,
            .kind = kind_of(type),
            .in_union = in_union,
            .keeps_rest = !in_union};
  c.bits = c.kind == CELL_NUMBER    ? c.bytes * 8
           : c.kind == CELL_POINTER ? POINTER_BITS
                                    : WORD_BITS;
  name_cell(s, &c, type);
  vec_push(&s->cells, c);
}

// Cells of that many bytes in a union.
static void add_equal(splitter *s, ir_type_kind kind, uint64_t from,
                      uint64_t to, uint32_t bytes) {
  assert((to - from) % bytes == 0);
  ir_type type = {.kind = kind,
                  .bits = kind == IR_WORD ? WORD_BITS : bytes * 8,
                  .align = bytes,
                  .size = bytes,
                  .store = bytes};
  for (; from < to; from += bytes)
    add_cell(s, &type, from, true);
}

// The bytes of a struct, or of a scalar, that no member has.
static void add_padding(splitter *s, const ir_type *owner, uint64_t at,
                        uint64_t from, uint64_t to, bool in_union) {
  if (in_union) {
    add_equal(s, IR_INT, at + from, at + to, 1);
    return;
  }
  for (; s->shows_padding && from < to; from++)
    vec_push(&s->cells, ((cell){.offset = at + from,
                                .bytes = 1,
                                .bits = 8,
                                .kind = CELL_NUMBER,
                                .owner = at,
                                .owner_bytes = owner->size,
                                .type = {TYPE_UNSIGNED, "unsigned char"}}));
}

// The union that these bits of a variable are, or NULL.
static const debug_type *union_at(const debug_type *t, uint64_t bit,
                                  uint64_t bits) {
  while (t != NULL && t->bits >= bits) {
    if (t->is_union && bit == 0 && bits == t->bits)
      return t;
    if (t->kind == DEBUG_ARRAY && t->element->bits > 0) {
      bit %= t->element->bits;
      t = t->element;
    } else {
      const debug_member *m =
          t->kind == DEBUG_STRUCT ? find_member(t, bit, bits) : NULL;
      bit -= m != NULL ? m->offset : 0;
      t = m != NULL ? m->type : NULL;
    }
  }
  return NULL;
}

static uint32_t unit_of(uint64_t size) {
  uint32_t unit = 8;
  while (size % unit != 0)
    unit /= 2;
  return unit;
}

// Unions that are not split as other types. The type of what a variable is
// initialized with is that of one member, and bytes; the cells are those of
// the union then.
static bool split_union(splitter *s, const ir_type *t, uint64_t offset) {
  const debug_type *known = NULL;
  if (t->kind != IR_STRUCT || t->size == 0)
    return false;
  if (t->is_literal)
    known = union_at(s->debug, offset * 8, t->size * 8);
  uint32_t word = known != NULL ? known->word_bytes : t->word_bytes;
  if (word == 0 && known == NULL)
    return false;
  add_equal(s, word > 0 ? IR_WORD : IR_INT, offset, offset + t->size,
            word > 0 ? word : unit_of(t->size));
  return true;
}

// What initializes bit-fields has a type of its own, with a number for each of
// their bytes.
static void mark_bits(splitter *s, const ir_type *t, const ir_type *field) {
  cell *last = s->cells.len > 0 ? &s->cells.data[s->cells.len - 1] : NULL;
  if (t->is_literal && field->kind == IR_INT && field->store == 1)
    last->is_of_bits = !last->is_exact;
}

// Types nest as deep as the source writes them.
static void split(splitter *s, const ir_type *t, uint64_t offset,
                  bool in_union) {
  if (ir_is_scalar(t)) {
    add_cell(s, t, offset, in_union);
    if (t->kind == IR_WORD)
      s->cells.data[s->cells.len - 1].in_union = true;
    add_padding(s, t, offset, t->store, t->size, in_union);
    return;
  }
  if (split_union(s, t, offset))
    return;
  in_union = in_union || t->is_union;
  for (uint64_t k = 0; t->kind == IR_ARRAY && k < t->length; k++)
    split(s, t->element, offset + k * t->element->size, in_union);
  if (t->kind != IR_STRUCT)
    return;
  uint64_t end = 0;
  for (uint32_t k = 0; k < t->count; k++) {
    add_padding(s, t, offset, end, t->offsets[k], in_union);
    split(s, t->fields[k], offset + t->offsets[k], in_union);
    mark_bits(s, t, t->fields[k]);
    end = t->offsets[k] + t->fields[k]->size;
  }
  add_padding(s, t, offset, end, t->size, in_union);
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

static const shape *finish(splitter *s, const ir_type *type, shape *out) {
  split(s, type, 0, false);
  uint32_t n = s->cells.len;
  cell *cells = ARENA_ARRAY(s->mem, cell, n + 1);
  out->variable_count = n;
  for (uint32_t k = 0; k < n; k++) {
    cells[k] = s->cells.data[k];
    if (cells[k].kind == CELL_WORD && out->length > 0)
      cells[k].fresh = out->variable_count++;
    out->has_bits = out->has_bits || cells[k].is_of_bits;
    out->has_padding = out->has_padding || cell_is_padding(&cells[k]);
    assert(k == 0 ||
           cells[k - 1].offset + cells[k - 1].bytes <= cells[k].offset);
  }
  vec_free(&s->cells);
  out->cells = cells;
  out->cell_count = n;
  return out;
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
  return finish(s, element, out);
}

static splitter splitter_of(arena *mem, program *p, const shape_source *from) {
  return (splitter){.mem = mem,
                    .p = p,
                    .name = from->name,
                    .debug = from->debug,
                    .shows_padding = from->shows_padding,
                    .word_bytes = from->word_bytes};
}

// What has too many scalars: an array of words.
static const shape *make_words(splitter *s, uint64_t size, bool is_variable,
                               shape *out) {
  uint32_t bytes = s->word_bytes;
  ir_type *word = ARENA_NEW(s->mem, ir_type);
  *word = (ir_type){.kind = IR_WORD,
                    .bits = WORD_BITS,
                    .align = bytes,
                    .size = bytes,
                    .store = bytes};
  out->is_opaque =
      bytes == 0 || size == 0 || size % bytes != 0 || size / bytes > UINT32_MAX;
  if (out->is_opaque)
    return out;
  s->debug = NULL;
  return make_large(s, word, is_variable ? UINT32_MAX : size / bytes, out);
}

// Invariants speak of all elements of an array by its index, but of variables
// one by one. So what is more than a few scalars that only an index tells apart
// is a large array.
const shape *shape_make(arena *mem, program *p, shape_source from) {
  splitter s = splitter_of(mem, p, &from);
  const ir_type *type = from.type;
  shape *out = ARENA_NEW(mem, shape);
  out->size = type->size;
  uint64_t n = count_cells(type, false, SHAPE_MOST_FLAT + 1), length;
  const ir_type *element;
  bool is_large = n > SHAPE_MOST_SCALARS &&
                  is_large_array(type, &element, &length) &&
                  (n > SHAPE_MOST_CELLS || n == length);
  if (is_large)
    return make_large(&s, element, length, out);
  if (type->kind == IR_VOID || type->kind == IR_OTHER) {
    out->is_opaque = true;
    return out;
  }
  if (n > SHAPE_MOST_FLAT)
    return make_words(&s, type->size, false, out);
  return finish(&s, type, out);
}

const shape *shape_make_variable(arena *mem, program *p, shape_source from) {
  splitter s = splitter_of(mem, p, &from);
  const ir_type *element = from.type;
  shape *out = ARENA_NEW(mem, shape);
  uint64_t n = count_cells(element, false, SHAPE_MOST_ELEMENT_CELLS + 1);
  if (n > 0 && n <= SHAPE_MOST_ELEMENT_CELLS && element->size > 0)
    return make_large(&s, element, UINT32_MAX, out);
  return make_words(&s, element->size, true, out);
}

const shape *shape_make_many(arena *mem, program *p, shape_source from,
                             uint64_t length, uint32_t instance_bits) {
  const shape *each = shape_make_variable(mem, p, from);
  if (each->is_opaque)
    return each;
  shape *out = ARENA_NEW(mem, shape);
  *out = *each;
  if (length != 0) {
    length *= from.type->size / each->stride;
    out->length = length;
    out->size = length * each->stride;
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
  assert(index < s->variable_count);
  uint32_t k = index < s->cell_count ? index : 0;
  while (index >= s->cell_count && s->cells[k].fresh != index)
    k++;
  const cell *c = &s->cells[k];
  sort element = sort_bv(tt, k == index ? c->bits : c->bytes * 8);
  return s->length == 0 ? element
                        : sort_array(tt, sort_bv(tt, s->index_bits), element);
}
