// SPDX-License-Identifier: Apache-2.0
// The command line. The only place that writes to standard output.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/shown.h"
#include "cli/commands.h"
#include "cli/each.h"
#include "cli/supervisor.h"
#include "driver/command/functions_command.h"
#include "driver/help.h"

// For the build, as the manual page is.
static bool complete_for(const char *shell, strbuf *out) {
  strbuf names = {0};
  command_names(&names);
  bool is_known = options_completion(shell, strbuf_text(&names), out);
  strbuf_free(&names);
  return is_known;
}

static void help_with(const char *topic, outcome *out) {
  if (help_about(topic, &out->text) || complete_for(topic, &out->text))
    return;
  if (strcmp(topic, "man") == 0) {
    options_man(&out->text); // for the build of the manual page
  } else if (*topic == '\0' || strcmp(topic, "all") == 0) {
    options_help(&out->text, *topic != '\0');
  } else {
    strbuf_printf(&out->errors,
                  "wedge: error: there is no help about '%s': try 'wedge "
                  "--help', or --help all, --help property, --help engines\n",
                  topic);
    out->status = STATUS_USAGE;
  }
}

// True if the arguments ask about the tool itself, which is then answered.
static bool answer_about_tool(int argc, char **argv, outcome *out) {
  const char *first = argc > 1 ? argv[1] : "";
  const char *second = argc > 2 ? argv[2] : "";
  int words = 0;
  command_find(argc - 1, argv + 1, &words);
  if (words && strcmp(second, "--help") == 0)
    options_help(&out->text, true);
  else if (strcmp(first, "--version") == 0)
    strbuf_puts(&out->text, "wedge " WEDGE_VERSION "\n");
  else if (strcmp(first, "--help") != 0 && strcmp(first, "-h") != 0 &&
           strcmp(first, "help") != 0)
    return false;
  else
    help_with(second, out);
  return true;
}

static void run_command(int argc, char **argv, outcome *out) {
  if (answer_about_tool(argc, argv, out))
    return;
  options o;
  diag d = {0};
  int words = 0; // of the command's name
  command_run run = command_find(argc - 1, argv + 1, &words);
  options_init(&o);
  if (!options_parse(&o, argc - 1 - words, argv + 1 + words, &d) ||
      !command_check(run, &o, &d))
    outcome_of_diag(&o, &d, out);
  else if (!run)
    command_campaign(&o, out);
  else if (o.inputs.len == 0 && !o.compile_commands) {
    diag_set(&d, DIAG_USAGE, (source_pos){0},
             "no input file: try 'wedge FILE.c', or 'wedge --help'");
    outcome_of_diag(&o, &d, out);
  } else if (o.each_function && run == pipeline_run) {
    each_function(argc, argv, out);
  } else if (o.harness_template && run == pipeline_run) {
    supervise(&o, functions_run, out);
  } else
    supervise(&o, run, out);
  diag_clear(&d);
  options_free(&o);
}

// What files and their names hold never acts on the terminal.
static void show(const strbuf *text, FILE *to) {
  strbuf shown = {0};
  shown_text(strbuf_text(text), text->len, &shown);
  fwrite(strbuf_text(&shown), 1, shown.len, to);
  strbuf_free(&shown);
}

int main(int argc, char **argv) {
  outcome out = {0};
  run_command(argc, argv, &out);
  show(&out.errors, stderr);
  show(&out.text, stdout);
  int status = out.status;
  // A verdict that did not reach its reader must not look like one.
  if (fflush(stdout) != 0) {
    perror("wedge: error: cannot write the answer");
    status = STATUS_INTERNAL;
  }
  outcome_free(&out);
  return status;
}
