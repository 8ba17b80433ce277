// SPDX-License-Identifier: Apache-2.0
// --dump: shows an intermediate form instead of verifying.
#ifndef DRIVER_DUMP_H
#define DRIVER_DUMP_H

#include "driver/pipeline.h"
#include "program/program.h"

// Puts what env->options->dump names into out->text: "program" and "blocks"
// as text, with ".dot" as Graphviz graphs, "smt2" the question whether
// 'blocks' runs into an error within --unwind steps, "itp" the same, step by
// step, as input for 'wedge interpolate'.
void dump(const env *e, const program *original, const program *blocks,
          outcome *out);

#endif
