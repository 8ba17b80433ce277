// SPDX-License-Identifier: Apache-2.0
// Engines: procedures that search for an error or a proof.
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "base/env.h"
#include "invariant/source.h"
#include "program/program.h"
#include "result/result.h"

typedef struct {
  const program *original; // evidence speaks of this one
  const program *program;  // sliced and, if asked for, summarized
  const env *env;
  const candidates *candidates; // NULL: none
} engine_task;

typedef struct engine {
  const char *name;
  const char *summary; // one line, with its paper
  result *(*run)(const engine_task *task);
  bool has_graph; // of its search: result->art, if --art asks for it
} engine;

extern const engine engine_bmc, engine_kinduction, engine_imc, engine_ismc,
    engine_dar, engine_pdr, engine_df, engine_predabs, engine_impact,
    engine_splitting, engine_explicit;

// The backend that --solver names, and who that is in a result.
struct solver_backend;
const struct solver_backend *engine_backend(const env *e);
finder_kind engine_finder(const env *e);
// The procedure that --interpolation names.
struct itp_procedure;
const struct itp_procedure *engine_interpolation(const env *e);

#endif
