// SPDX-License-Identifier: Apache-2.0
// Sets of numbers: unions of intervals, intersected with a residue class.
//
// The elements are mathematical integers. A bit-vector is the set of its
// unsigned values, so one of a signed variable around zero has two parts, at
// both ends; such a pair counts as one *arc* of the circle of values. Reals are
// enclosed by integers. Whether an operation wraps is the business of
// domain/transfer.h; here a set is only kept inside its universe.
//
// Normal form: parts are sorted, apart from each other and not empty; mod >= 1
// and 0 <= rem < mod; bounds that are finite belong to the residue class (not
// for reals, which have mod 1). No parts: the empty set.
#ifndef DOMAIN_VSET_H
#define DOMAIN_VSET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

__extension__ typedef __int128 wide;

// Larger than every bound that is kept, and small enough that two of them can
// be added.
#define VSET_INF ((wide)1 << 100)

typedef enum {
  VTYPE_BV,   // bit-vectors of 1 to 64 bits; Bool is one of one bit
  VTYPE_INT,  // mathematical integers
  VTYPE_REAL, // reals
  VTYPE_OTHER // arrays, wide bit-vectors: nothing is ever known
} vtype_kind;

typedef struct {
  vtype_kind kind;
  uint32_t width; // of a VTYPE_BV
} vtype;

typedef struct {
  wide lo, hi; // -VSET_INF, VSET_INF: no bound
} span;

// VSET_PARTS arcs need one part more where one goes around.
enum { VSET_ARCS = 8, VSET_PARTS = VSET_ARCS + 1 };

// Sets that are stored (vset_store) have room for their own parts only: copy
// them with vset_copy, never by assignment.
typedef struct {
  uint32_t count;
  wide mod, rem;
  span part[VSET_PARTS];
} vset;

// Is the set in the normal form, as all functions below give and expect it?
bool vset_is_normal(const vset *a);

wide vtype_least(vtype t);
wide vtype_greatest(vtype t);
wide vtype_modulus(vtype t); // 2^width of a bit-vector

vset vset_empty(void);
vset vset_top(vtype t);
vset vset_one(wide n);
vset vset_span(wide lo, wide hi); // requires lo <= hi
// All of the universe with that residue; requires 0 <= rem < mod.
vset vset_class(vtype t, wide mod, wide rem);

void vset_copy(vset *to, const vset *from);
vset vset_load(const vset *from);
const vset *vset_store(arena *mem, const vset *a);

bool vset_is_empty(const vset *a);
bool vset_is_top(vtype t, const vset *a);
bool vset_is_one(const vset *a, wide *n); // true: n is its element
bool vset_has(const vset *a, wide n);
bool vset_equal(const vset *a, const vset *b);
bool vset_is_subset(const vset *a, const vset *b); // false: perhaps not
wide vset_least(const vset *a);                    // requires: not empty
wide vset_greatest(const vset *a);
// Number of elements, or 'most' + 1 if there are more than 'most'.
uint32_t vset_count(const vset *a, uint32_t most);
// The elements, of which there must be at most 'room'. Returns how many.
uint32_t vset_list(const vset *a, wide *out, uint32_t room);

vset vset_meet(vtype t, const vset *a, const vset *b);
vset vset_join(vtype t, const vset *a, const vset *b, uint32_t arcs);
vset vset_without(vtype t, const vset *a, wide n);

// Thresholds where bounds that grow come to rest: sorted, in the universe.
typedef struct {
  const wide *data;
  uint32_t count;
} thresholds;

// A superset of 'grown', itself a superset of 'old'. Bounds of parts that are
// not in 'old' move outwards to the next threshold, so that chains end.
vset vset_widen(vtype t, const vset *old, const vset *grown, thresholds stops,
                uint32_t arcs);

// Collects spans, any number of them, for one result.
enum { VSET_BUILD = 2 * VSET_PARTS * VSET_PARTS + 4 };
typedef struct {
  vtype type;
  uint32_t count;
  bool is_top; // there were too many, or everything is in
  bool is_shifted;
  wide shift; // what all bit-vector spans had in common before they wrapped
  bool is_mixed;
  span spans[VSET_BUILD];
} vset_builder;

void vset_begin(vset_builder *b, vtype t);
// Adds mathematical results; those of a bit-vector wrap around.
void vset_add(vset_builder *b, wide lo, wide hi);
// The set in at most so many arcs, given that before wrapping all elements were
// congruent to rem modulo mod (0: they were all rem).
vset vset_end(vset_builder *b, wide mod, wide rem, uint32_t arcs);

#endif
