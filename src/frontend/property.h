// SPDX-License-Identifier: Apache-2.0
// Property files as SV-COMP has them.
#ifndef FRONTEND_PROPERTY_H
#define FRONTEND_PROPERTY_H

#include "base/arena.h"
#include "base/diag.h"

// Reads the file. Only reachability of an error function is understood:
//   CHECK( init(main()), LTL(G ! call(reach_error())) )
// Sets *entry to the function that the program starts at.
bool property_read(const char *file, arena *mem, const char **entry, diag *d);

#endif
