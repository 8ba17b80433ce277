// SPDX-License-Identifier: Apache-2.0
// What the words of --solver and --interpolation stand for.
#include "domain/boxes.h"
#include "engine/engine.h"
#include "interpolate/interpolate.h"
#include "smt/solver.h"

// A word of --solver without a row here does not compile.
#define SOLVER_BITS_IS                                                         \
  { &solver_bits, FINDER_BITS }
#define SOLVER_Z3_IS                                                           \
  { &solver_z3, FINDER_Z3 }
#define SOLVER_BOXES_IS                                                        \
  { &boxes_backend, FINDER_BOXES }

static const struct {
  const solver_backend *backend;
  finder_kind finder;
} SOLVERS[] = {
#define SOLVER(constant, word) [constant] = constant##_IS,
    WORDS_solver(SOLVER)};

const solver_backend *engine_backend(const env *e) {
  return SOLVERS[e->options->solver].backend;
}

finder_kind engine_finder(const env *e) {
  return SOLVERS[e->options->solver].finder;
}

const itp_procedure *engine_interpolation(const env *e) {
  return itp_procedure_of((interpolation_word)e->options->interpolation);
}
