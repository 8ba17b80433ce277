// SPDX-License-Identifier: Apache-2.0
// Bands of values of a variable, between the constants it is compared with.
#ifndef ENGINE_EXPLICIT_BANDS_H
#define ENGINE_EXPLICIT_BANDS_H

#include "domain/vset.h"
#include "program/program.h"

typedef VEC(wide) wide_vec;

typedef struct {
  vtype type;
  wide_vec starts; // rising; the last one may go around to the first
} band_list;

// By variable id. Conditions of the program compare alike all values of a band.
band_list *bands_find(const program *p);
void bands_free(band_list *all, const program *p);

uint32_t bands_count(const band_list *b); // at least one
vset bands_get(const band_list *b, uint32_t i);

#endif
