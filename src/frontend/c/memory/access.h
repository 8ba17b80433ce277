// SPDX-License-Identifier: Apache-2.0
// One scalar somewhere in a given object.
#ifndef FRONTEND_C_MEMORY_ACCESS_H
#define FRONTEND_C_MEMORY_ACCESS_H

#include "frontend/c/translate/translator.h"

// Why an access to a given object has no meaning. At most one of them holds,
// and none where the access is good.
typedef struct {
  term outside; // Bool: C: its bytes are not all in the object
  term dead;    // Bool: C: they are, but the object does not live
  term lacking; // Bool: the object lives, but nothing is known of such a part
} access_fault;

// One scalar somewhere in the candidate's object, where the access is one to
// it. TERM_NONE: the access is never good.
term access_read(translator *t, const candidate *c, const pointer *p,
                 const ir_type *type, access_fault *fault);
void access_write(translator *t, const candidate *c, const pointer *p,
                  const ir_type *type, term v, access_fault *fault);

#endif
