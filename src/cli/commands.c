// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"

#include <stddef.h>
#include <string.h>

#include "driver/interpolate_command.h"
#include "driver/validate_command.h"

static const struct {
  const char *name;
  command_run run;
} COMMANDS[] = {
    {"interpolate", interpolate_run},
    {"validate", validate_run},
};

command_run command_find(int argc, char **argv, int *words) {
  *words = 0;
  for (size_t i = 0; argc > 0 && i < sizeof COMMANDS / sizeof *COMMANDS; i++)
    if (strcmp(argv[0], COMMANDS[i].name) == 0) {
      *words = 1;
      return COMMANDS[i].run;
    }
  return pipeline_run;
}
