// SPDX-License-Identifier: Apache-2.0
// The heap: allocating and freeing, and what is known of objects.
#ifndef FRONTEND_C_MEMORY_HEAP_H
#define FRONTEND_C_MEMORY_HEAP_H

#include "frontend/c/translate/translator.h"

// Bytes that offsets reach: what is larger has this size.
#define HEAP_LARGEST ((UINT64_C(1) << (OFFSET_BITS - 1)) - 1)

// Writes what holds of the heap at the start.
void heap_initialize(translator *t);
const object *heap_object(translator *t, uint32_t site);
// As external_execute.
bool heap_allocate(translator *t, const ir_inst *i);
bool heap_free(translator *t, const ir_inst *i);
// The condition under which the memory has not been freed.
term heap_is_live(translator *t, const object *o, const pointer *p);
// Elements of an array of variable length; SHAPE_INDEX_BITS wide.
term heap_length(translator *t, const object *o, const pointer *p);
// Bytes of an object that is no function; OFFSET_BITS wide.
term heap_size(translator *t, const object *o, const pointer *p);

#endif
