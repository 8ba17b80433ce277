// SPDX-License-Identifier: Apache-2.0
// Smaller interpolants over bits. Internal to interpolate.
#ifndef INTERPOLATE_PROOF_REDUCE_H
#define INTERPOLATE_PROOF_REDUCE_H

#include "interpolate/proof/refute.h"

// Replaces the interpolants read off the run's refutation by smaller ones that
// are an inductive sequence, too. 'l' bounds the effort.
void itp_reduce(itp_bit_interpolants *b, const itp_run *run, const env *e,
                const limits *l);

#endif
