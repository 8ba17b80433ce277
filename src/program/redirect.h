// SPDX-License-Identifier: Apache-2.0
// Another question about the same program: where do executions get to?
#ifndef PROGRAM_REDIRECT_H
#define PROGRAM_REDIRECT_H

#include "program/program.h"

// The first sink of that kind, as its loc_info says; LOC_NONE: there is none.
loc program_sink(const program *p, loc_kind kind);

// A copy of p in which each edge leads to target(data, edge), by the same ids
// of locations, edges, variables and inputs. An edge that is led to another
// sink than before becomes of the kind that runs into it.
program *program_redirect(const program *p, loc (*target)(void *data, edge e),
                          void *data);

// The same program, with all that is said beside the graph, asked for some of
// its properties: an execution that violates another one ends there, as if the
// program had. The set is a part of that of p.
program *program_ask(const program *p, uint32_t set);

#endif
