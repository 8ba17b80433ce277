// SPDX-License-Identifier: Apache-2.0
// Abstract states: Boolean functions of predicate variables, as BDDs.
//
// A thin, typed face of BuDDy, which has one state per process: between
// regions_new and regions_free the process has one set of diagrams, and a
// second regions_new waits. Variables are numbered from 0 and made as they are
// needed.
//
// Every region that a function returns is counted: region_drop gives it back,
// region_keep counts it once more. Arguments stay the caller's. Equal regions
// have equal ids.
#ifndef ENGINE_PREDICATE_REGION_H
#define ENGINE_PREDICATE_REGION_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  int id;
} region;

typedef struct regions regions;

regions *regions_new(void);
void regions_free(regions *rs); // all regions are gone

region region_true(regions *rs);
region region_false(regions *rs);
region region_literal(regions *rs, uint32_t variable, bool is_positive);
region region_and(regions *rs, region a, region b);
region region_or(regions *rs, region a, region b);
// There are values of the n variables that make a true.
region region_exists(regions *rs, region a, const uint32_t *variables,
                     uint32_t n);
region region_keep(regions *rs, region a);
void region_drop(regions *rs, region a);

// Replace *a, which is dropped, by the result.
void region_join(regions *rs, region *a, region b);
void region_meet(regions *rs, region *a, region b);

bool region_is_false(region a);
bool region_is_true(region a);
bool region_implies(regions *rs, region a, region b);
static inline bool region_equal(region a, region b) { return a.id == b.id; }

// The variables that a depends on, increasing, into 'out', which has room for
// one per variable. Returns how many.
uint32_t region_support(regions *rs, region a, uint32_t *out);
uint32_t region_variable_count(const regions *rs);

// Inner nodes, for walking: requires neither true nor false. The branches are
// not counted, and live as long as a does.
uint32_t region_variable(region a);
region region_low(region a);
region region_high(region a);

#endif
