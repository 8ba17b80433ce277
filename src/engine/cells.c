// SPDX-License-Identifier: Apache-2.0
// Invariants for all elements of an array.
//
// The error reads some element. It is watched from the start: the program is
// given a witness, an index that never changes and is the one of that element
// (engine/witnessed.h), and arrays become the cell at the witness
// (engine/cell_program.h). What is left has no arrays. An invariant of it holds
// for every witness, that is, for all elements: "a[i] = 0 for all i < n" is
// "cell = 0 if witness < n".
//
// The search for such invariants is k-induction with candidates made for them
// (engine/cell_guesses.h). An error found is one of the abstraction and means
// nothing.
#include "engine/cells.h"

#include <assert.h>

#include "encode/summarize.h"
#include "engine/cell_guesses.h"
#include "engine/cell_program.h"
#include "engine/kinduction.h"

#define LEMMA_SHARE 0.7
#define LEMMA_SECONDS 10.0
enum { LEMMA_ROUNDS = 4, MOST_K = 4 }; // what is not found soon is not found

static result *give_up(result *r, const char *reason) {
  if (r == NULL)
    r = result_new("cells");
  return result_unknown(r, UNKNOWN_ENGINE, (source_pos){0}, "%s", reason);
}

// The proof in terms of the witnessed program.
static void translate(const cell_program *c, proof *p) {
  for (uint32_t i = 0; i < p->labels.len; i++)
    p->labels.data[i].invariant =
        cell_program_meaning(c, p->labels.data[i].invariant);
}

// Everything depends on these invariants, so they get time before the search.
static void help(void *data, lemmas *m, const inductive *of) {
  const limits *l = &of->task.env->limits;
  cell_guesses_offer(data, m, of);
  limits share = limits_within(l, l->deadline > 0 ? LEMMA_SHARE * limits_left(l)
                                                  : LEMMA_SECONDS);
  for (uint32_t round = 0; round < LEMMA_ROUNDS; round++)
    lemmas_settle(m, &share);
}

static result *search(const engine_task *task, cell_program *c) {
  options o = *task->env->options;
  o.simple_paths = false;
  env e = *task->env;
  e.options = &o;
  program *blocks = summarize(c->program, &e.limits);
  if (blocks == NULL)
    return give_up(NULL, "time limit while making blocks");
  engine_task inner = {c->program, blocks, &e};
  result *r = kinduction_run_helped(&inner, "cells", help, c, MOST_K);
  program_free(blocks);
  return r;
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
    r = search(task, &c);
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
