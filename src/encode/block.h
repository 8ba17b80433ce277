// SPDX-License-Identifier: Apache-2.0
// Blocks are closed under sequence and choice.
//
// summarize does the same for whole regions at once; these two are for engines
// that glue single edges together. The results live in the arena of 'p', the
// program that the blocks belong to.
#ifndef ENCODE_BLOCK_H
#define ENCODE_BLOCK_H

#include "program/program.h"

// First a, then b: guard a and b's guard on a's values. An input that both use
// is two different values: b's is replaced by a new input of p.
block block_sequence(program *p, const block *a, const block *b);
// Either a or b, whose guards must exclude each other. Inputs are shared.
block block_choice(program *p, const block *a, const block *b);

#endif
