// SPDX-License-Identifier: Apache-2.0
// The registry of procedures.
#include "interpolate/procedure.h"

#include <string.h>

const itp_procedure *const itp_procedures[] = {
    &itp_auto, &itp_proof, &itp_spacer, &itp_layered, &itp_abstract, NULL,
};

const itp_procedure *itp_procedure_find(const char *name) {
  for (uint32_t i = 0; itp_procedures[i] != NULL; i++)
    if (strcmp(itp_procedures[i]->name, name) == 0)
      return itp_procedures[i];
  return NULL;
}
