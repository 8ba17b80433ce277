// SPDX-License-Identifier: Apache-2.0
// The store of what was proved: it begins with 'true' everywhere.
#include "invariant/invariants.h"

#include "base/mem.h"
#include "encode/summarize.h"

// False: no time.
static bool make_blocks(invariants *i, const program *searched) {
  i->program = searched;
  if (program_is_derived(searched))
    return true;
  i->made = summarize(searched, &i->env->limits);
  i->program = i->made;
  return i->made != NULL;
}

bool invariants_init(invariants *i, const env *e, const program *original,
                     const program *searched, const solver_backend *backend) {
  *i = (invariants){.env = e,
                    .original = original,
                    .backend = backend,
                    .tt = program_terms(original),
                    .start = timer_start()};
  if (!make_blocks(i, searched))
    return false;
  i->system = transition_new(i->program);
  size_t locations = program_location_count(i->program) + 1;
  i->invariant = mem_alloc(sizeof *i->invariant * locations);
  for (size_t l = 0; l < locations; l++)
    i->invariant[l] = term_true(i->tt);
  i->live = live_find(i->program);
  return true;
}

void invariants_clear(invariants *i) {
  transition_free(i->system);
  mem_free(i->invariant);
  if (i->live != NULL)
    live_free(i->live, i->program);
  if (i->made != NULL)
    program_free(i->made);
}

double invariants_elapsed(const invariants *i) {
  return timer_start() - i->start;
}
