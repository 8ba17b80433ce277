// SPDX-License-Identifier: Apache-2.0
// The table of commands, and the check that options fit the command: those of
// campaigns belong to 'wedge campaign', and most others into a configuration of
// the campaign.
#include "cli/commands.h"

#include <stddef.h>
#include <string.h>

#include "campaign/campaign.h"
#include "driver/command/functions_command.h"
#include "driver/command/interpolate_command.h"
#include "driver/command/validate_command.h"

static const struct {
  const char *name;
  command_run run;
} COMMANDS[] = {
    {"campaign", NULL},
    {"functions", functions_run},
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

void command_names(strbuf *out) {
  for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
    strbuf_printf(out, "%s%s", i ? " " : "", COMMANDS[i].name);
}

static bool is_for_all(const char *name) {
  static const char *const NAMES[] = {"time", "cpu-time", "mem",    "property",
                                      "seed", "quiet",    "verbose"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (strcmp(name, NAMES[i]) == 0)
      return true;
  return false;
}

bool command_check(command_run run, const options *o, diag *d) {
  const char *name, *section = "";
  for (size_t at = 0; (name = options_next_changed(o, &at, &section));) {
    bool is_campaign = strcmp(section, "Campaigns") == 0;
    const char *dashes = name[1] ? "--" : "-";
    if (run && is_campaign)
      return diag_set(d, DIAG_USAGE, (source_pos){0},
                      "option %s%s is for 'wedge campaign'", dashes, name);
    if (!run && !is_campaign && !is_for_all(name))
      return diag_set(d, DIAG_USAGE, (source_pos){0},
                      "option %s%s belongs into a configuration of the "
                      "campaign: --config NAME='%s%s ...'",
                      dashes, name, dashes, name);
  }
  return true;
}

void command_campaign(const options *o, outcome *out) {
  campaign_output said = {out->text, out->errors};
  out->status = campaign_main(o, &said);
  out->text = said.text;
  out->errors = said.errors;
}
