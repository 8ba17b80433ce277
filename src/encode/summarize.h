// SPDX-License-Identifier: Apache-2.0
// Large-block encoding: a program whose locations are cut points.
//
// Rules 0-2 of Beyer, Cimatti, Griggio, Keremoglu, Sebastiani: "Software Model
// Checking via Large-Block Encoding" (FMCAD 2009).
#ifndef ENCODE_SUMMARIZE_H
#define ENCODE_SUMMARIZE_H

#include "base/limits.h"
#include "program/program.h"

// A program over the same variables whose locations are the entry, the sinks
// and the loop heads of p (and places in code that many of these share), with
// at most one edge between two of them. Edges into sinks assign nothing.
// Returns NULL if a limit was hit. The result shares the terms of p, and p must
// outlive it; program_origin gives the location of p behind a location of the
// result's.
program *summarize(const program *p, const limits *l);
// The same with adjustable blocks: no block has more than 'most' edges of p in
// a row (most >= 1; 1: every location of p is left).
program *summarize_within(const program *p, uint32_t most, const limits *l);

#endif
