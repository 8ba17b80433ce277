// SPDX-License-Identifier: Apache-2.0
// Visited terms carry the number of the block, so that starting the next block
// costs nothing however large the term table is.
#include "encode/inputs.h"

#include <assert.h>

void inputs_clear(input_finder *f) {
  vec_free(&f->stamps);
  vec_free(&f->stack);
}

void inputs_begin(input_finder *f) {
  f->stamp++;
  assert(f->stamp != 0);
}

static bool is_new(input_finder *f, term t) {
  if (f->stamps.data[t.id] == f->stamp)
    return false;
  f->stamps.data[t.id] = f->stamp;
  return true;
}

void inputs_find(input_finder *f, term t, term_vec *out) {
  const terms *tt = program_terms(f->p);
  if (f->stamps.len < terms_count(tt))
    vec_resize(&f->stamps, terms_count(tt));
  assert(f->stack.len == 0 && f->stamp != 0);
  vec_push(&f->stack, t);
  while (f->stack.len > 0) {
    term at = vec_pop(&f->stack);
    assert(at.id < f->stamps.len);
    if (!is_new(f, at))
      continue;
    if (term_get_kind(tt, at) == TERM_VARIABLE) {
      if (program_input(f->p, at) != NULL)
        vec_push(out, at);
      continue;
    }
    for (uint32_t i = 0; i < term_arity(tt, at); i++)
      vec_push(&f->stack, term_arg(tt, at, i));
  }
}
