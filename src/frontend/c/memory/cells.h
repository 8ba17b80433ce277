// SPDX-License-Identifier: Apache-2.0
// Scalars at constant offsets.
#ifndef FRONTEND_C_MEMORY_CELLS_H
#define FRONTEND_C_MEMORY_CELLS_H

#include "frontend/c/translate/translator.h"

// A constant offset in an object; in a large array, in one of its elements.
typedef struct {
  const object *o;
  term element; // TERM_NONE: not a large array
  int64_t offset;
} spot;
// One scalar. TERM_NONE: there is nothing of that kind. *known becomes false
// where an address has no number, or a number is no address.
term cells_read(translator *t, spot at, const ir_type *type, term *known);
// Writes where 'condition' holds; false: there is nothing of that kind.
bool cells_write(translator *t, spot at, const ir_type *type, term v,
                 term condition, term *known);
// The pointer in a cell that may hold one, null if it holds a number.
term cells_held(translator *t, const cell *c, term now);
// 'old' with 'part' as its bits high..low.
term cells_replace(translator *t, term old, uint32_t high, uint32_t low,
                   term part);

// A scalar that is no pointer, between its value and its bytes as one number.
term cells_from_bytes(translator *t, const ir_type *type, term raw);
term cells_to_bytes(translator *t, const ir_type *type, term v);

#endif
