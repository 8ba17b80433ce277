// SPDX-License-Identifier: Apache-2.0
// Most witnesses say what each call returned. Then there is nothing to search:
// the execution that they tell of is run, with compiled blocks, however long it
// is. Where the next waypoint wants an input to be a certain number, that is
// what it is; everything else is zero.
#include <assert.h>

#include "base/mem.h"
#include "program/run.h"
#include "term/walk.h"
#include "witness/violation.h"

enum { MOST_INPUTS = 1 << 20 };

typedef struct {
  const program *product;
  arena *mem; // of the values
  trace *out;
} walker;

// The number that a conjunct of the guard wants the input to be.
static bool find_wanted(const terms *tt, term guard, term input, value *out) {
  if (term_get_kind(tt, guard) == TERM_AND) {
    for (uint32_t i = 0; i < term_arity(tt, guard); i++)
      if (find_wanted(tt, term_arg(tt, guard, i), input, out))
        return true;
    return false;
  }
  if (term_get_kind(tt, guard) != TERM_EQ)
    return false;
  for (uint32_t i = 0; i < 2; i++) {
    term number = term_arg(tt, guard, 1 - i);
    if (term_eq(term_arg(tt, guard, i), input) && term_is_value(tt, number)) {
      *out = term_get_value(tt, number);
      return true;
    }
  }
  return false;
}

// The edges that pass a waypoint come before those that do not.
static value input_value(void *data, loc at, term input) {
  walker *w = data;
  const terms *tt = program_terms(w->product);
  const edge_vec *edges = program_out_edges(w->product, at);
  value v;
  bool is_wanted = false;
  for (uint32_t i = 0; i < edges->len && !is_wanted; i++) {
    term guard = program_edge_block(w->product, edges->data[i])->guard;
    is_wanted = find_wanted(tt, guard, input, &v);
  }
  if (!is_wanted)
    v = sort_default_value(tt, w->mem, term_sort(tt, input));
  if (w->out->inputs.len < MOST_INPUTS)
    vec_push(&w->out->inputs, ((trace_input){input, v}));
  return v;
}

bool violation_run(const program *product, const limits *l, result *out) {
  walker w = {product, out->mem, &out->trace};
  run_hooks hooks = {.input = input_value, .data = &w, .blind = RUN_BLIND};
  run_outcome end = program_run(product, &hooks, UINT64_MAX, l);
  bool is_error = end.end == RUN_SINK && w.out->inputs.len < MOST_INPUTS &&
                  program_location(product, end.at)->kind == LOC_ERROR;
  if (is_error) {
    out->verdict = VERDICT_FALSE;
    out->trace.steps = end.steps;
  } else {
    vec_clear(&out->trace.inputs);
  }
  return is_error;
}
