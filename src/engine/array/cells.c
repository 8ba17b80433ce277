// SPDX-License-Identifier: Apache-2.0
// Invariants for all elements of an array.
//
// The error reads some element. It is watched from the start: the program is
// given a witness, an index that never changes and is the one of that element
// (engine/array/witnessed.h), and arrays become the cell at the witness
// (engine/array/cell_program.h). What is left has no arrays. An invariant of it
// holds for every witness, that is, for all elements: "a[i] = 0 for all i < n"
// is "cell = 0 if witness < n".
//
// The search for such invariants is k-induction with candidates made for them
// (engine/array/cell_guesses.h). An error found is one of the abstraction and
// means nothing.
#include "engine/array/cells.h"

#include "engine/array/cell_guesses.h"
#include "engine/array/cell_program.h"
#include "engine/array/extended.h"

static result *give_up(result *r, const char *reason) {
  return extended_give_up(r, "cells", reason);
}

// The proof in terms of the witnessed program.
static void translate(const cell_program *c, proof *p) {
  for (uint32_t i = 0; i < p->labels.len; i++)
    p->labels.data[i].invariant =
        cell_program_meaning(c, p->labels.data[i].invariant);
}

static void offer(void *data, lemmas *m, const inductive *of) {
  cell_guesses_offer(data, m, of);
}

result *cells_run(const engine_task *task) {
  witnessed w;
  if (!witnessed_make(task->original, &w))
    return give_up(NULL, "no array is read");
  cell_program c;
  result *r = NULL;
  if (!cell_program_make(&w, &c))
    r = give_up(NULL, "arrays are used as a whole");
  else
    r = extended_search(
        task, c.program,
        &(kinduction_plan){.name = "cells", .help = offer, .data = &c});
  if (r->verdict == VERDICT_TRUE) {
    translate(&c, &r->proof);
    r->about = w.program;
    w.program = NULL;
  } else if (r->verdict == VERDICT_FALSE) {
    give_up(r, "an error in more than the program can do");
  } else if (r->unknown == UNKNOWN_NONE) {
    give_up(r,
            "no invariants of all elements were found that exclude an error");
  }
  cell_program_clear(&c);
  program_free(w.program);
  return r;
}
