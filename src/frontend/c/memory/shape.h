// SPDX-License-Identifier: Apache-2.0
// Shapes: how the memory of an object is split into variables.
//
// An object of a type with few scalars has one cell per scalar (struct fields,
// array elements), each a variable of the program with a name from the source.
// A large array of small elements has one cell per scalar of the element, each
// an Array-sorted variable indexed by element. Many objects of one kind share
// such variables: the upper bits of the index say which of them. What fits none
// of these is opaque: accessing it is not supported.
//
// Cells are sorted by offset and do not overlap. In unions they cover padding,
// too: another member may use those bytes; elsewhere where the program may read
// it, byte by byte. A union with pointers among
// its members is cut into words, which hold pointers or numbers (word.h).
#ifndef FRONTEND_C_MEMORY_SHAPE_H
#define FRONTEND_C_MEMORY_SHAPE_H

#include "frontend/c/ir/ir.h"

enum {
  SHAPE_MOST_CELLS = 1024, // of what could also be a large array
  SHAPE_MOST_SCALARS = 32, // of an array of scalars
  SHAPE_MOST_FLAT = 8192,  // of anything else
  SHAPE_MOST_ELEMENT_CELLS = 8192,
  SHAPE_INDEX_BITS = 32,
  POINTER_BITS = 64,
  WORD_BITS = POINTER_BITS + 1,
};

typedef enum { CELL_NUMBER, CELL_POINTER, CELL_WORD } cell_kind;

typedef struct {
  uint64_t offset; // in the object, or in its element
  uint32_t bytes;
  uint32_t bits; // of its bit-vector: 8 * bytes, POINTER_BITS, or WORD_BITS
  cell_kind kind;
  bool in_union;   // others of its members may be parts of it
  bool is_of_bits; // a byte of bit-fields, which are read in larger units, too
  bool keeps_rest; // of a word: a part that is stored leaves the others alone
  uint32_t fresh;  // of a word of a large array: the variable, counted as cells
                   // are, of what the words hold that were not written; else 0
  uint64_t owner, owner_bytes; // of padding: the struct; 0 bytes: no padding
  type_info type;
  const char *name; // in the source; NULL: none
  bool is_exact;    // as an expression, the name has this type and value
} cell;

typedef struct {
  uint64_t size; // bytes of the object
  uint32_t cell_count;
  uint32_t variable_count; // of the cells, and of words that were not written
  const cell *cells;
  uint64_t stride, length; // of a large array; length 0: each cell is a scalar
  uint32_t index_bits;     // of a large array: of the index
  uint32_t element_bits;   // of the part of it that says which element
  bool has_bits;           // some cells are bytes of bit-fields
  bool has_padding;        // some cells are padding
  bool is_opaque;
} shape;

// What is made a shape.
typedef struct {
  const ir_type *type;     // of the object, or of its elements
  const char *name;        // NULL: a temporary, whose cells have no names then
  const debug_type *debug; // may be NULL
  bool shows_padding;      // it has cells, too
  uint32_t word_bytes;     // of pointers; 0: it may not become words
} shape_source;

const shape *shape_make(arena *mem, program *p, shape_source from);

// An array of that type whose length is not known. Opaque if the type has too
// many scalars.
const shape *shape_make_variable(arena *mem, program *p, shape_source from);

// Any number of objects ('instance_bits' tell them apart), each an array of
// 'length' elements; 0: as many as each of them has.
const shape *shape_make_many(arena *mem, program *p, shape_source from,
                             uint64_t length, uint32_t instance_bits);

// Index of the cell that covers the byte, or cell_count. For large arrays the
// offset is one in the element.
uint32_t shape_find(const shape *s, uint64_t offset);

static inline bool cell_is_padding(const cell *c) { return c->owner_bytes > 0; }

static inline bool cell_may_point(const cell *c) {
  return c->kind != CELL_NUMBER;
}

// An array of words: its length is rounded up, and the size counts.
static inline bool shape_is_words(const shape *s) {
  return s->length > 0 && s->cell_count == 1 && s->cells[0].keeps_rest &&
         s->cells[0].kind == CELL_WORD && s->cells[0].bytes == s->stride;
}

// Of a variable: those of the cells come first.
sort shape_sort(const shape *s, terms *tt, uint32_t index);

#endif
