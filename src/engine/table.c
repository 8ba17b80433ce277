// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <string.h>

#include "engine/bmc.h"
#include "engine/engine.h"

const engine engine_table[] = {
    {"bmc",
     "bounded model checking with a forward condition (Biere, Cimatti, "
     "Clarke, Zhu: \"Symbolic Model Checking without BDDs\", TACAS 1999)",
     bmc_run},
    {0}};

const engine *engine_find(const char *name) {
  assert(name != NULL);
  for (const engine *e = engine_table; e->name != NULL; e++)
    if (strcmp(e->name, name) == 0)
      return e;
  return NULL;
}
