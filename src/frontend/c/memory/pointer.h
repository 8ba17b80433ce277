// SPDX-License-Identifier: Apache-2.0
// Pointer values: making, moving and comparing them, and what they may point
// to.
#ifndef FRONTEND_C_MEMORY_POINTER_H
#define FRONTEND_C_MEMORY_POINTER_H

#include "frontend/c/translate/translator.h"

pointer pointer_to_object(const object *o, int64_t offset);
pointer pointer_to_instance(const object *o, term instance);
// Which of many objects it points to.
term pointer_instance(translator *t, const pointer *p);
// For a pointer that is known to point into the object.
void pointer_set_object(translator *t, pointer *p, const object *o);
// An integer as a pointer; false: it is too large.
bool pointer_absolute(translator *t, int64_t n, pointer *out);
pointer pointer_of_term(translator *t, term whole);
term pointer_term(translator *t, const pointer *p);
term pointer_object(translator *t, const pointer *p);
term pointer_offset(translator *t, const pointer *p);
pointer pointer_add(translator *t, const pointer *p, int64_t offset);
void pointer_add_part(translator *t, pointer *p, pointer_part part);
// Before the first instruction of the program.
void pointer_start(translator *t);
// Where 'is_out' holds, an index is not in its array.
void pointer_stray(translator *t, pointer *p, term is_out, ir_left array);
// The order of pointers into different objects may be any.
term pointer_compare(translator *t, ir_compare op, const pointer *a,
                     const pointer *b);
// Bytes between pointers into one object.
term pointer_distance(translator *t, const pointer *a, const pointer *b,
                      uint32_t bits);

void pointer_candidates(translator *t, address at, candidate_vec *out);
// Bool: it points to a local whose call is over, or has begun anew. Holds only
// where that is known, whatever the points-to analysis missed.
term pointer_is_dangling(translator *t, address at);

// Bool: it points into the object, or one of the many that this stands for.
term pointer_is_into(translator *t, const pointer *p, const object *o);
// Which of the objects whose addresses become numbers.
void pointer_exposed(translator *t, const pointer *p, candidate_vec *out);
// Which of the objects that others may know of.
void pointer_escaped(translator *t, const pointer *p, candidate_vec *out);

typedef VEC(const object *) object_vec;
// The objects that a target of the points-to analysis is; of a local, those of
// the calls from 'from' outwards.
void pointer_objects(translator *t, target at, frame *from, object_vec *out);
// All that others may know of. Before the heap is made, without it.
void pointer_escaped_objects(translator *t, object_vec *out);

#endif
