// SPDX-License-Identifier: Apache-2.0
// A private copy of a program, in a term table of its own, for one thread.
#ifndef DOMAIN_FLOW_H
#define DOMAIN_FLOW_H

#include "domain/vset.h"
#include "program/program.h"

// Locations have the ids of the program; variables are counted from 0.
typedef struct {
  uint32_t variable;
  term value;
} flow_assignment;

typedef struct {
  uint32_t from, to;
  term guard;
  const flow_assignment *assignments;
  uint32_t assignment_count;
} flow_edge;

typedef struct {
  terms *tt;
  arena *mem;
  uint32_t variable_count, location_count, edge_count;
  term *variables;
  bool *is_sink; // by location: error, bound, unsupported and end
  bool *is_bad;  // all of these but the end
  uint32_t entry;
  flow_edge *edges;
  uint32_t *first_out; // by location: range of out-edges in 'out'
  uint32_t *out;
  uint32_t *first_in, *in; // the same by target
} flow;

flow *flow_new(const program *p);
void flow_free(flow *f); // f may be NULL

vtype vtype_of(const terms *tt, sort s);

// An order in which to iterate (F. Bourdoncle: "Efficient Chaotic Iteration
// Strategies with Widenings", 1993). An item is a location; if it is the head
// of a component, that is the items up to 'end'; else 'end' is 0.
typedef struct {
  uint32_t location, end;
} wto_item;

typedef struct {
  VEC(wto_item) items; // reachable locations that are no sinks
} wto;

void wto_init(wto *w, const flow *f);
void wto_clear(wto *w);

#endif
