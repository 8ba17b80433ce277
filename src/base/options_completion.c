// SPDX-License-Identifier: Apache-2.0
// Completion of the command line, from the rows of options.def: after an option
// its words or the names of files, elsewhere the options and the files.
#include <assert.h>
#include <string.h>

#include "base/options_table.h"

static const char *dashes(const option_row *r) {
  return r->name[1] ? "--" : "-";
}

typedef enum { VALUE_NONE, VALUE_ANY, VALUE_WORDS, VALUE_FILE } value_kind;

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && strcmp(text + length - tail, end) == 0;
}

static value_kind value_of(const option_row *r) {
  if (r->kind == OPTION_KIND_FLAG)
    return VALUE_NONE;
  if (r->kind == OPTION_KIND_CHOICE)
    return VALUE_WORDS;
  bool is_file = ends_with(r->meta, "FILE") || ends_with(r->meta, "PATH") ||
                 ends_with(r->meta, "DIR") || strcmp(r->name, "property") == 0;
  return is_file ? VALUE_FILE : VALUE_ANY;
}

// "a|b|N" as "a b": N stands for a number, which nobody can complete.
static void print_words(const char *choices, strbuf *out) {
  for (const char *gap = ""; *choices; gap = " ") {
    size_t length = strcspn(choices, "|");
    if (length != 1 || *choices != 'N')
      strbuf_printf(out, "%s%.*s", gap, (int)length, choices);
    choices += length + (choices[length] == '|');
  }
}

// --- bash -------------------------------------------------------------------

static void print_bash_names(const option_row *rows, size_t count,
                             strbuf *out) {
  for (const option_row *r = rows; r < rows + count; r++) {
    if (r->kind == OPTION_KIND_SECTION)
      continue;
    strbuf_printf(out, "%s%s ", dashes(r), r->name);
    if (r->kind == OPTION_KIND_FLAG)
      strbuf_printf(out, "--no-%s ", r->name);
  }
}

static void print_bash_case(const option_row *r, strbuf *out) {
  switch (value_of(r)) {
  case VALUE_NONE:
    return;
  case VALUE_ANY:
    strbuf_printf(out, "  %s%s) return ;;\n", dashes(r), r->name);
    return;
  case VALUE_FILE:
    strbuf_printf(out, "  %s%s) words=; files=-f ;;\n", dashes(r), r->name);
    return;
  case VALUE_WORDS:
    strbuf_printf(out, "  %s%s) files=; words='", dashes(r), r->name);
    print_words(r->meta, out);
    strbuf_puts(out, "' ;;\n");
    return;
  }
}

static void print_bash(const option_row *rows, size_t count,
                       const char *commands, strbuf *out) {
  strbuf_puts(out, "# Completion of wedge for bash.\n"
                   "_wedge() {\n"
                   "  local word=${COMP_WORDS[COMP_CWORD]} words= files=-f\n"
                   "  [[ $word != -* ]] || { files=; words='--help --version ");
  print_bash_names(rows, count, out);
  strbuf_printf(out,
                "'; }\n"
                "  [[ $COMP_CWORD != 1 || $word == -* ]] || words='%s'\n"
                "  case ${COMP_WORDS[COMP_CWORD-1]} in\n",
                commands);
  for (const option_row *r = rows; r < rows + count; r++)
    if (r->kind != OPTION_KIND_SECTION)
      print_bash_case(r, out);
  strbuf_puts(out, "  esac\n"
                   "  mapfile -t COMPREPLY < <(compgen $files -W \"$words\" "
                   "-- \"$word\")\n"
                   "}\n"
                   "complete -o filenames -F _wedge wedge\n");
}

// --- zsh --------------------------------------------------------------------

// Brackets end the text of an option, quotes the word around it.
static void print_zsh_help(const char *help, strbuf *out) {
  for (; *help; help++) {
    if (*help == '\'')
      strbuf_puts(out, "'\\''");
    else if (strchr("[]:\\", *help))
      strbuf_printf(out, "\\%c", *help);
    else
      strbuf_putc(out, *help);
  }
}

static void print_zsh_value(const option_row *r, strbuf *out) {
  value_kind kind = value_of(r);
  if (kind == VALUE_NONE)
    return;
  strbuf_printf(out, ":%s:", kind == VALUE_WORDS ? "word" : "value");
  if (kind == VALUE_FILE)
    strbuf_puts(out, "_files");
  if (kind == VALUE_WORDS) {
    strbuf_putc(out, '(');
    print_words(r->meta, out);
    strbuf_putc(out, ')');
  }
}

static void print_zsh_row(const option_row *r, strbuf *out) {
  strbuf_printf(out, "  '%s%s%s%s[", r->kind == OPTION_KIND_LIST ? "*" : "",
                dashes(r), r->name, r->name[1] ? "" : "+");
  print_zsh_help(r->help, out);
  strbuf_putc(out, ']');
  print_zsh_value(r, out);
  strbuf_puts(out, "' \\\n");
  if (r->kind == OPTION_KIND_FLAG)
    strbuf_printf(out, "  '--no-%s[not --%s]' \\\n", r->name, r->name);
}

static void print_zsh(const option_row *rows, size_t count,
                      const char *commands, strbuf *out) {
  strbuf_printf(out,
                "#compdef wedge\n"
                "# Completion of wedge for zsh.\n"
                "_arguments \\\n"
                "  '--help[what can be asked]' \\\n"
                "  '--version[the version]' \\\n"
                "  '1:command or file:{_alternative \"commands:command:(%s)\" "
                "\"files:file:_files\"}' \\\n",
                commands);
  for (const option_row *r = rows; r < rows + count; r++)
    if (r->kind != OPTION_KIND_SECTION)
      print_zsh_row(r, out);
  strbuf_puts(out, "  '*:file:_files'\n");
}

bool options_completion(const char *shell, const char *commands, strbuf *out) {
  assert(shell && commands && out);
  size_t count;
  const option_row *rows = options_rows(&count);
  if (strcmp(shell, "bash") == 0)
    print_bash(rows, count, commands, out);
  else if (strcmp(shell, "zsh") == 0)
    print_zsh(rows, count, commands, out);
  else
    return false;
  return true;
}
