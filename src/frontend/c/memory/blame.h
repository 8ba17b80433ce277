// SPDX-License-Identifier: Apache-2.0
// What an access or a free that is an error does wrong, told at its error edge:
// which object the pointer leads to, where in it, how large it is, whether it
// still lives. The answer shows it ("writes 1 byte at offset 12 of 12 bytes");
// no verdict depends on it.
#ifndef FRONTEND_C_MEMORY_BLAME_H
#define FRONTEND_C_MEMORY_BLAME_H

#include "frontend/c/translate/translator.h"

// e: what step_error returned, perhaps EDGE_NONE.
void blame_access(translator *t, edge e, address at, const candidate_vec *all,
                  uint64_t bytes, fault_action action);
void blame_free(translator *t, edge e, address at, const candidate_vec *all);

#endif
