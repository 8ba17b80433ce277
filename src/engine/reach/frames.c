// SPDX-License-Identifier: Apache-2.0
// Frames only become smaller, so the union of the first frames is a fixed point
// as soon as one frame lies within the union of those before it.
#include "engine/reach/frames.h"

#include <assert.h>

#include "base/mem.h"

void frames_init(frames *f, bounded *base) { *f = (frames){.base = base}; }

void frames_clear(frames *f) {
  for (uint32_t i = 0; i < f->sets.len; i++)
    mem_free(f->sets.data[i]);
  vec_free(&f->sets);
}

uint32_t frames_count(const frames *f) { return f->sets.len; }

void frames_add(frames *f) {
  terms *tt = f->base->base.tt;
  const loc_vec *heads = transition_heads(f->base->base.system);
  term *sets = bounded_table(f->base, term_false(tt));
  for (uint32_t n = 0; n < heads->len; n++)
    sets[heads->data[n].id] = term_true(tt);
  vec_push(&f->sets, sets);
}

const term *frames_at(const frames *f, uint32_t i) {
  assert(i >= 1 && i <= f->sets.len);
  return f->sets.data[i - 1];
}

void frames_restrict(frames *f, uint32_t i, loc l, term set) {
  assert(i >= 1 && i <= f->sets.len);
  term *at = &f->sets.data[i - 1][l.id];
  *at = term_and(f->base->base.tt, *at, set);
}

// SMT_SAT: something in the frame is new at one of the heads at least.
static smt_status is_covered(const frames *f, uint32_t i,
                             const term *covering) {
  const loc_vec *heads = transition_heads(f->base->base.system);
  for (uint32_t n = 0; n < heads->len; n++) {
    loc l = heads->data[n];
    smt_status status =
        bounded_covers(f->base, l, frames_at(f, i)[l.id], covering[l.id]);
    if (status != SMT_UNSAT)
      return status;
  }
  return SMT_UNSAT;
}

smt_status frames_find_covered(const frames *f, term *covering) {
  terms *tt = f->base->base.tt;
  for (uint32_t l = 0; l < f->base->locations; l++)
    covering[l] = term_false(tt);
  for (uint32_t i = 1; i <= f->sets.len; i++) {
    smt_status status = is_covered(f, i, covering);
    if (status != SMT_SAT)
      return status;
    for (uint32_t l = 0; l < f->base->locations; l++)
      covering[l] = term_or(tt, covering[l], frames_at(f, i)[l]);
  }
  return SMT_SAT;
}
