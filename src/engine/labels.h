// SPDX-License-Identifier: Apache-2.0
// The labels of a proof.
#ifndef ENGINE_LABELS_H
#define ENGINE_LABELS_H

#include "encode/constants.h"
#include "program/program.h"
#include "result/result.h"

// Loop heads without a label are those that the search left out, as nothing
// leads to them: they get the label 'false'. Locations that lead to no bad sink
// were left out, too, but may be reached: they have no label then.
void labels_complete(const program *original, proof *p);

// Makes the proof about the program with constants in place one about the
// program itself: with the facts that these stand for.
void labels_know(const constants *known, proof *p);

#endif
