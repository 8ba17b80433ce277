// SPDX-License-Identifier: Apache-2.0
// Model checking by interpolation sequences.
//
// Y. Vizel, O. Grumberg: "Interpolation-Sequence Based Model Checking" (FMCAD
// 2009), with auxiliary invariants as imc has them.
//
// For a bound n: no n steps from the entry lead to a bad sink. The sequence of
// interpolants of that query (engine/reach/sequence.h) has one set of states
// for each number of steps below n. Frame i is the conjunction of the i-th sets
// of all bounds: it contains what i steps lead to, its successors are in frame
// i + 1, and none of them is bad, as the bound i + 1 says. Once a frame lies
// within the union of the earlier ones, that union is closed and safe.
//
// In contrast to imc there is no inner loop in which a set can turn out too
// large: no set is ever a start again.
//
// Invariant: the frames are those of bounds up to 'depth', so there are depth -
// 1 of them. A bound whose query gave up is asked again, with more time.
#include "engine/reach/ismc.h"

#include <inttypes.h>

#include "base/mem.h"
#include "engine/reach/frames.h"
#include "engine/reach/sequence.h"

typedef struct {
  bounded base;
  sequence *sequence;
  frames frames;
  term *covering; // by location: a union of frames
} ismc;

// A set of all states says nothing, and is no news to auxiliary invariants.
static void restrict_frame(ismc *m, uint32_t i, loc l) {
  term set = sequence_at(m->sequence, i, l);
  if (term_is_true(m->base.base.tt, set))
    return;
  frames_restrict(&m->frames, i, l, set);
  bounded_add_set(&m->base, l, set);
}

static phase_status take_sequence(ismc *m) {
  if (m->base.depth > 1)
    frames_add(&m->frames);
  const loc_vec *heads = transition_heads(m->base.base.system);
  for (uint32_t i = 1; i < m->base.depth; i++)
    for (uint32_t n = 0; n < heads->len; n++)
      restrict_frame(m, i, heads->data[n]);
  switch (frames_find_covered(&m->frames, m->covering)) {
  case SMT_UNSAT:
    inductive_prove(&m->base.base, 1, m->covering);
    return PHASE_PROVED;
  case SMT_UNKNOWN:
    return PHASE_GAVE_UP;
  case SMT_SAT:
    break;
  }
  return PHASE_TOO_WEAK;
}

static phase_status go_deeper(void *data) {
  ismc *m = data;
  uint32_t next = m->base.depth + 1;
  switch (sequence_ask(m->sequence, next, NULL, m->base.limits)) {
  case ITP_GAVE_UP:
    return PHASE_GAVE_UP;
  case ITP_SAT:
    return PHASE_STOPPED; // no error is as near
  case ITP_FOUND:
    break;
  }
  m->base.depth = next;
  env_progress(m->base.base.task.env, "ismc: bound %" PRIu32, next);
  return take_sequence(m);
}

static void search(ismc *m) {
  m->sequence = sequence_new(&m->base.base);
  frames_init(&m->frames, &m->base);
  m->covering = bounded_table(&m->base, TERM_NONE);
  bounded_deepen(&m->base, go_deeper, m);
  sequence_free(m->sequence);
  frames_clear(&m->frames);
  mem_free(m->covering);
}

result *ismc_run(const engine_task *task) {
  ismc m = {0};
  if (bounded_init(&m.base, task, "ismc"))
    search(&m);
  return bounded_end(&m.base);
}
