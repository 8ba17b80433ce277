// SPDX-License-Identifier: Apache-2.0
// Options and statistics without a command line.
#ifndef UNIT_SETTING_H
#define UNIT_SETTING_H

#include "base/env.h"

static const limits NO_LIMITS = {0};

typedef struct {
  options options;
  stats stats;
  env env;
} setting;

static inline void setting_init(setting *s) {
  *s = (setting){0};
  options_init(&s->options);
  s->env = (env){.options = &s->options, .stats = &s->stats};
}

#endif
