// SPDX-License-Identifier: Apache-2.0
// Engines: procedures that search for an error or a proof.
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "base/env.h"
#include "program/program.h"
#include "result/result.h"

typedef struct {
  const program *original; // evidence speaks of this one
  const program *program;  // sliced and, if asked for, summarized
  const env *env;
} engine_task;

typedef struct {
  const char *name;
  const char *summary; // one line, with its paper
  result *(*run)(const engine_task *task);
  bool has_graph; // of its search: result->art, if --art asks for it
} engine;

// The static table, ended by a row without a name. Row 0 is the default.
extern const engine engine_table[];
const engine *engine_find(const char *name); // NULL: none

// The backend that --solver names.
struct solver_backend;
const struct solver_backend *engine_backend(const env *e);
// The procedure that --interpolation names.
struct itp_procedure;
const struct itp_procedure *engine_interpolation(const env *e);

#endif
