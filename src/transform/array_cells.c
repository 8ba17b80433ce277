// SPDX-License-Identifier: Apache-2.0
// Invariants for all elements of an array.
//
// The error reads some element. It is watched from the start: the program is
// given a witness, an index that never changes and is the one of that element
// (transform/watched.h), and arrays become the cell at the witness
// (transform/cell_program.h). What is left has no arrays. An invariant of it
// holds for every witness, that is, for all elements: "a[i] = 0 for all i < n"
// is "cell = 0 if witness < n".
//
// The search for such invariants has candidates made for them
// (transform/cell_guesses.h). An error found is one of the abstraction and
// means nothing.
//
// With two witnesses, invariants relate two elements: that an array is sorted,
// or the reverse of another one.
#include "transform/transform.h"

#include "base/mem.h"
#include "transform/cell_guesses.h"
#include "transform/cell_program.h"

typedef struct {
  watched watched;
  cell_program cells;
} made_cells;

static void destroy(void *made) {
  made_cells *m = made;
  cell_program_clear(&m->cells);
  watched_clear(&m->watched);
  mem_free(m);
}

static void *make_watched(const program *p, uint32_t count, const char **why) {
  made_cells *m = mem_alloc(sizeof *m);
  if (!watched_make(p, count, &m->watched)) {
    destroy(m);
    *why = "no array is read";
    return NULL;
  }
  if (!cell_program_make(&m->watched, &m->cells)) {
    destroy(m);
    *why = "arrays are used as a whole";
    return NULL;
  }
  return m;
}

static void *make(const program *p, const char **why) {
  return make_watched(p, 1, why);
}

static void *make_pairs(const program *p, const char **why) {
  made_cells *m = make_watched(p, MOST_WITNESSES, why);
  if (m == NULL || watched_has_pairs(p, &m->watched))
    return m;
  destroy(m);
  *why = "no two elements are read at indices of one variable";
  return NULL;
}

static const program *searched(const void *made) {
  return ((const made_cells *)made)->cells.program;
}

static void offer(void *made, lemmas *m, const invariants *of) {
  cell_guesses_offer(&((made_cells *)made)->cells, m, of);
}

// The proof in terms of the watched program.
static bool translate(void *made, const program *original, result *r) {
  made_cells *m = made;
  for (uint32_t i = 0; i < r->proof.labels.len; i++) {
    proof_label *l = &r->proof.labels.data[i];
    l->invariant = cell_program_meaning(&m->cells, l->invariant);
  }
  r->about = extended_of(&m->watched.extended, original);
  return r->about != NULL;
}

const transformation transform_cells = {
    .make = make,
    .destroy = destroy,
    .searched = searched,
    .offer = offer,
    .translate = translate,
    .on_error = "an error in more than the program can do",
    .on_nothing =
        "no invariants of all elements were found that exclude an error"};

const transformation transform_pairs = {
    .make = make_pairs,
    .destroy = destroy,
    .searched = searched,
    .offer = offer,
    .translate = translate,
    .on_error = "an error in more than the program can do",
    .on_nothing =
        "no invariants of pairs of elements were found that exclude an error"};
