// SPDX-License-Identifier: Apache-2.0
#include "driver/features.h"

#include "program/loops.h"
#include "term/origin.h"

enum { LARGE = 3000 }; // locations

static bool has_loops(const program *p) {
  loops *found = loops_find(p);
  bool has_any = false;
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    has_any |= found->is_head[i];
  loops_free(found);
  return has_any;
}

static bool has_arrays(const program *p) {
  const terms *tt = program_terms(p);
  bool has_any = false;
  for (uint32_t i = 1; i <= program_variable_count(p); i++) {
    sort s = program_variable(p, (var){i})->sort;
    has_any |= sort_get_kind(tt, s) == SORT_ARRAY;
  }
  return has_any;
}

static bool has_bound(const program *p) {
  bool has_any = false;
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    has_any |= program_kind(p, (loc){i}) == LOC_BOUND &&
               program_in_edges(p, (loc){i})->len > 0;
  return has_any;
}

uint32_t features_of(const program *p) {
  uint32_t set = 0;
  set |= has_loops(p) ? FEATURE_LOOPS : 0;
  set |= has_arrays(p) ? FEATURE_ARRAYS : 0;
  set |= terms_have_origins(program_terms(p)) ? FEATURE_FLOATS : 0;
  set |= has_bound(p) ? FEATURE_RECURSION : 0;
  set |= program_location_count(p) > LARGE ? FEATURE_LARGE : 0;
  return set;
}
