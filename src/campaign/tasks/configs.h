// SPDX-License-Identifier: Apache-2.0
// Configurations: named lines of options that each task is run with.
#ifndef CAMPAIGN_TASKS_CONFIGS_H
#define CAMPAIGN_TASKS_CONFIGS_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/options.h"
#include "campaign/value.h"

typedef struct {
  const char *name;
  const char *line;    // as written, for people
  string_list options; // its words
} config;

typedef struct {
  arena *mem;
  VEC(config) list;
  const json_value *view; // what the page shows first; NULL: its own choice
} configs;

void configs_init(configs *c);
void configs_clear(configs *c);
// Each of --config: NAME=OPTIONS, or a YAML file with a mapping of names to
// lines of options (under 'configurations', if it has other keys as well).
// Without any there is one, 'default', without options.
bool configs_read(configs *c, const options *o, diag *d);
// Are the options of each configuration options of this tool?
bool configs_check(const configs *c, diag *d);

#endif
