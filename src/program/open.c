// SPDX-License-Identifier: Apache-2.0
// Freeing the description of the open calls; the front end fills it in.
#include "program/open.h"

void open_calls_clear(open_calls *o) {
  vec_free(&o->wanted);
  vec_free(&o->functions);
  vec_free(&o->calls);
  vec_free(&o->returns);
  if (o->mem != NULL)
    arena_free(o->mem);
  *o = (open_calls){0};
}
