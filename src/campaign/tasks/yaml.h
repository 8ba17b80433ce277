// SPDX-License-Identifier: Apache-2.0
// YAML files as trees of values: all scalars are strings.
#ifndef CAMPAIGN_TASKS_YAML_H
#define CAMPAIGN_TASKS_YAML_H

#include "base/diag.h"
#include "campaign/value.h"

// The first document of the file. NULL: 'd' says why, and where.
const json_value *yaml_read(arena *mem, const char *path, diag *d);
// Says what is wrong at 'v'. Returns false.
bool yaml_complain(const char *path, const json_value *v, const char *what,
                   diag *d);

#endif
