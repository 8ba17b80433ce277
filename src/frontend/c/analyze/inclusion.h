// SPDX-License-Identifier: Apache-2.0
// Inclusion constraints between sets of places, with fields (after D. Pearce,
// P. Kelly, C. Hankin: "Efficient Field-Sensitive Pointer Analysis of C",
// TOPLAS 2007).
//
// A place is an object and an offset in it, or anywhere in it. A node is a set
// of places: what a pointer may point to. Each object has a node for what is
// stored at each offset that is used, one for what is stored somewhere in it,
// and one for all of these. The work is cut off at a budget: fewer places only
// mean fewer supported accesses.
#ifndef FRONTEND_C_ANALYZE_INCLUSION_H
#define FRONTEND_C_ANALYZE_INCLUSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

#define INCLUSION_ANYWHERE INT64_MIN
// Anywhere in the object, but no sign that something was added to a pointer.
#define INCLUSION_WHOLE (INT64_MIN + 1)

typedef struct inclusion inclusion;

typedef struct {
  uint32_t object;
  int64_t offset; // INCLUSION_ANYWHERE: any
} place;

typedef VEC(uint32_t) node_list;

typedef struct {
  uint32_t objects; // their number; ids are below it
  // By object: offsets in it mean nothing (functions, memory from outside).
  const bool *is_flat;
  // By object: what is stored in it is one value, wherever.
  const bool *is_scalar;
  // By object: its bytes, 0 if they are not known. A pointer that is moved away
  // from it by more than that is gone: C does not define it.
  const uint64_t *sizes;
  // A flat object; all behind it are other names of it. A pointer to 'base'
  // that is moved leads to the next one from then on.
  uint32_t base;
  // A watched node got a target; constraints may be added.
  void (*on_target)(void *data, uint32_t node, place at);
  void *data;
} inclusion_task;

// The arrays of the task must outlive the result.
inclusion *inclusion_new(const inclusion_task *task);
void inclusion_free(inclusion *s);

uint32_t inclusion_node(inclusion *s);
// What is stored somewhere in the object; what is stored in it at all.
uint32_t inclusion_somewhere(const inclusion *s, uint32_t object);
uint32_t inclusion_contents(const inclusion *s, uint32_t object);
// What is stored in that place.
uint32_t inclusion_at(inclusion *s, place at);

void inclusion_target(inclusion *s, uint32_t node, place to);
// 'to' holds what 'from' holds...
void inclusion_copy(inclusion *s, uint32_t from, uint32_t to);
// ... that many bytes further; INCLUSION_ANYWHERE: nobody knows where.
// INCLUSION_WHOLE: nor whether it was moved.
void inclusion_shift(inclusion *s, uint32_t from, uint32_t to, int64_t bytes);
// Through a pointer: one value, or (is_whole) several at once.
void inclusion_load(inclusion *s, uint32_t pointer, uint32_t to, bool is_whole);
void inclusion_store(inclusion *s, uint32_t pointer, uint32_t from,
                     bool is_whole);
// Memory behind one pointer is copied to that behind another one; UINT64_MAX
// bytes: nobody knows how many.
void inclusion_move(inclusion *s, uint32_t to, uint32_t from, uint64_t bytes);
// on_target is told of what the node holds, also of what it holds already.
void inclusion_watch(inclusion *s, uint32_t node);

void inclusion_solve(inclusion *s);
bool inclusion_is_complete(const inclusion *s);

// How many places are stored in that place (anywhere: in the object), and how
// many of them through pointers to somewhere in the object.
uint32_t inclusion_count(const inclusion *s, place at);
uint32_t inclusion_count_somewhere(const inclusion *s, uint32_t object);
bool inclusion_holds(const inclusion *s, uint32_t node, uint32_t object);
// The i-th place of a node; false: no more. Where it holds an object anywhere,
// other places of it may be missing.
bool inclusion_get(const inclusion *s, uint32_t node, uint32_t i, place *out);
uint32_t inclusion_node_count(const inclusion *s);

#endif
