// SPDX-License-Identifier: Apache-2.0
// Spans of variables.
#include "interpolate/spans.h"

#include <assert.h>

#include "term/walk.h"

enum { SMALL_TERM = 32 }; // nodes, counted as often as they occur

static void note_variable(itp_spans *s, term v, uint32_t block) {
  uint64_t *known = hmap_find(&s->of_variable, v.id);
  uint32_t first = known ? (uint32_t)(*known >> 32) : block;
  hmap_put(&s->of_variable, v.id, hmap_pair(first, block));
}

void itp_spans_make(itp_spans *s, const itp_query *q) {
  assert(q->count >= 2);
  hmap_clear(&s->of_variable);
  term_vec variables = {0};
  for (uint32_t i = 0; i < q->count; i++) {
    term_set seen = {0};
    vec_clear(&variables);
    term_variables(q->tt, q->blocks[i].formulas, q->blocks[i].formula_count,
                   &seen, &variables);
    for (uint32_t k = 0; k < variables.len; k++)
      note_variable(s, variables.data[k], i);
    term_set_free(&seen);
  }
  vec_free(&variables);
}

void itp_spans_free(itp_spans *s) { hmap_free(&s->of_variable); }

bool itp_spans_find(const itp_spans *s, term variable, itp_span *out) {
  uint64_t *known = hmap_find(&s->of_variable, variable.id);
  if (!known)
    return false;
  *out = (itp_span){(uint32_t)(*known >> 32), (uint32_t)*known};
  assert(out->first <= out->last);
  return out->first < out->last;
}

term itp_base_variable(const terms *tt, term t) {
  term open[SMALL_TERM], base = TERM_NONE;
  uint32_t len = 0;
  open[len++] = t;
  for (uint32_t done = 0; done < len; done++) {
    term x = open[done];
    if (term_get_kind(tt, x) == TERM_SELECT)
      return TERM_NONE;
    if (term_get_kind(tt, x) == TERM_VARIABLE) {
      if (!term_is_none(base) && !term_eq(base, x))
        return TERM_NONE;
      base = x;
    }
    for (uint32_t i = 0; i < term_arity(tt, x); i++) {
      if (len == SMALL_TERM)
        return TERM_NONE;
      open[len++] = term_arg(tt, x, i);
    }
  }
  return base;
}
