// SPDX-License-Identifier: Apache-2.0
// Checking interpolants along the refutation they were read off. Internal to
// interpolate.
#ifndef INTERPOLATE_PROOF_LINKS_H
#define INTERPOLATE_PROOF_LINKS_H

#include "interpolate/proof/read.h"

// Is 'b', as itp_read_interpolants gave it over an unrewritten graph,
// inductive? Costs about as much as checking the refutation, however hard the
// question is for a solver.
proof_status itp_check_links(const itp_refutation *r, itp_bit_interpolants *b,
                             const limits *l);

#endif
