// SPDX-License-Identifier: Apache-2.0
// The labels of a proof.
#ifndef ENGINE_LABELS_H
#define ENGINE_LABELS_H

#include "program/program.h"
#include "result/result.h"

// Loop heads without a label are those that the search left out, as nothing
// leads to them: they get the label 'false'.
void labels_complete(const program *original, proof *p);

#endif
