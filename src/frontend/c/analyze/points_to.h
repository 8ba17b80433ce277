// SPDX-License-Identifier: Apache-2.0
// What each pointer of the program may point to.
//
// Soundness of the translation does not rest on this: a pointer that matches
// none of its targets leads to the unsupported sink. The analysis only says
// which objects are worth a try. One place trusts it, where all targets were
// found: a number that was computed from a pointer from outside is taken to
// lead to no other object than those it was computed from (memory/place.c).
#ifndef FRONTEND_C_ANALYZE_POINTS_TO_H
#define FRONTEND_C_ANALYZE_POINTS_TO_H

#include "frontend/c/ir/ir.h"

typedef struct points_to points_to;

typedef enum {
  TARGET_SYMBOL,
  TARGET_LOCAL,
  TARGET_SITE,
  TARGET_OUTSIDE // all memory that the program did not make
} target_kind;

// A symbol, a local of a function, what a site allocates, or memory from
// outside.
typedef struct {
  target_kind kind;
  const ir_function *function; // of a local
  uint32_t index;
} target;

points_to *points_to_solve(ir_module *m);
void points_to_free(points_to *a);
// The i-th target of an operand of f, in a fixed order; false: no more.
bool points_to_get(const points_to *a, const ir_function *f,
                   const ir_operand *o, uint32_t i, target *out);
// Offsets at which the operand may point into one of its targets. False: they
// are not known.
typedef VEC(int64_t) offset_vec;
bool points_to_offsets(const points_to *a, const ir_function *f,
                       const ir_operand *o, target object, offset_vec *out);
// The i-th target of pointers that are stored inside of an object.
bool points_to_inside(const points_to *a, target object, uint32_t i,
                      target *out);
// The i-th object in which a pointer to this one may be stored.
bool points_to_holder(const points_to *a, target object, uint32_t i,
                      target *out);
// The i-th object whose address may become a number, and one of whose addresses
// any number may be. None, if there are too many.
bool points_to_exposed(const points_to *a, uint32_t i, target *out);
bool points_to_is_exposed(const points_to *a, target object);
// Whether integers are made pointers.
bool points_to_has_integers(const points_to *a);
// Whether any pointer may lead outside; whether that one may.
bool points_to_has_outside(const points_to *a);
bool points_to_is_outside(const points_to *a, const ir_function *f,
                          const ir_operand *o);
// Whether it may be a constant address, and else leads nowhere outside.
bool points_to_is_fixed(const points_to *a, const ir_function *f,
                        const ir_operand *o);
// Whether it may be a pointer that something was added to.
bool points_to_is_derived(const points_to *a, const ir_function *f,
                          const ir_operand *o);
// Whether pointers to the program's own objects may be stored outside.
bool points_to_reaches_outside(const points_to *a);
// The i-th target of pointers that are stored outside: memory from outside, and
// the objects that others may know of.
bool points_to_escaped(const points_to *a, uint32_t i, target *out);
bool points_to_is_escaped(const points_to *a, target object);
// Whether all targets were found.
bool points_to_is_complete(const points_to *a);

#endif
