// SPDX-License-Identifier: Apache-2.0
// Which locations can an error, or what stands in the way of a proof, still be
// reached from?
#ifndef PROGRAM_WAYS_H
#define PROGRAM_WAYS_H

#include "program/program.h"

// By location id: the graph has a way from there to a bad sink, or it is one.
// The caller frees it with mem_free. Linear time.
bool *program_ways(const program *p);

#endif
