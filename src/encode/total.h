// SPDX-License-Identifier: Apache-2.0
// Do the out-edges of a location cover every state?
#ifndef ENCODE_TOTAL_H
#define ENCODE_TOTAL_H

#include "program/program.h"

// True only if the guards' disjunction is valid, by their form alone: a single
// 'true', a condition and its negation, or any number of conditions and the
// conjunction of their negations (a switch and its default).
bool edges_are_total(const program *p, loc l);

#endif
