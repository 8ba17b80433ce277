// SPDX-License-Identifier: Apache-2.0
// Names with their members and subscripts: "a[i].f".
#ifndef WITNESS_DESIGNATOR_H
#define WITNESS_DESIGNATOR_H

#include "witness/operand.h"

// Reads one: what has the name, or its address.
operand designator_read(phrase *r, bool is_address);

#endif
