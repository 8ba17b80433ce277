// SPDX-License-Identifier: Apache-2.0
// What the ids of locals tell. (object_id and its kin are in translator.h.)
#ifndef FRONTEND_C_MEMORY_IDENTITY_H
#define FRONTEND_C_MEMORY_IDENTITY_H

#include "frontend/c/translate/translator.h"

// The group of a local, of which there is one in each call; 0: it has none.
uint32_t identity_group(translator *t, const ir_function *f, uint32_t local);
// Bool: the id is that of the local in one of the calls.
term identity_in_group(translator *t, term id, uint32_t group);

#endif
