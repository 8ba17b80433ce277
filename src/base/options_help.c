// SPDX-License-Identifier: Apache-2.0
// The help texts, from the rows of options.def.
#include <assert.h>
#include <string.h>

#include "base/options_table.h"
#include "base/unreachable.h"

enum { COLUMNS = 79, FORM_COLUMN = 2, HELP_COLUMN = 30 };

static const char SYNOPSIS[] =
    "Usage: wedge [OPTION]... FILE... [-- CLANG-FLAG...]\n";

// What the one-screen help shows, in this order.
static const char *const MAIN_OPTIONS[] = {
    "data-model", "entry",  "property", "I",     "D",
    "engine",     "unwind", "certify",  "time",  "mem",
    "trace",      "json",   "harness",  "stats", "quiet",
};
enum { MAIN_COUNT = sizeof MAIN_OPTIONS / sizeof MAIN_OPTIONS[0] };

// "--name VALUE" as a user would type it.
static void print_form(const option_row *r, strbuf *out) {
  bool is_letter = !r->name[1];
  if (r->kind == OPTION_KIND_FLAG)
    strbuf_printf(out, "--%s", r->name);
  else
    strbuf_printf(out, "%s%s%s%s", is_letter ? "-" : "--", r->name,
                  is_letter ? "" : " ", r->meta);
}

static void indent(strbuf *out, size_t count) {
  for (size_t i = 0; i < count; i++)
    strbuf_putc(out, ' ');
}

// Breaks 'text' into lines that start at HELP_COLUMN; the first one goes on
// at 'column' if it has not gone too far.
static void print_wrapped(const char *text, size_t column, strbuf *out) {
  if (column > HELP_COLUMN - 2) {
    strbuf_putc(out, '\n');
    column = 0;
  }
  indent(out, HELP_COLUMN - column);
  column = HELP_COLUMN;
  while (*text) {
    size_t word = strcspn(text, " ");
    if (column > HELP_COLUMN && column + 1 + word > COLUMNS) {
      strbuf_putc(out, '\n');
      indent(out, HELP_COLUMN);
      column = HELP_COLUMN;
    } else if (column > HELP_COLUMN) {
      strbuf_putc(out, ' ');
      column++;
    }
    strbuf_write(out, text, word);
    column += word;
    text += word + (text[word] == ' ');
  }
  strbuf_putc(out, '\n');
}

// A list of choices that is too long goes on below its first word, or ends in
// dots if 'is_short'. Returns the column behind it.
static size_t print_choices(const char *form, bool is_short, strbuf *out) {
  const size_t dots = 3, most = COLUMNS - (is_short ? dots : 0);
  size_t first = strcspn(form, " ") + 1, column = FORM_COLUMN;
  indent(out, column);
  while (*form) {
    size_t word = strcspn(form, "|");
    word += form[word] == '|';
    if (column + word > most && is_short) {
      strbuf_puts(out, "...");
      return column + dots;
    }
    if (column + word > most) {
      strbuf_putc(out, '\n');
      column = FORM_COLUMN + first;
      indent(out, column);
    }
    strbuf_write(out, form, word);
    column += word;
    form += word;
  }
  return column;
}

static void print_row(const option_row *r, const char *help, bool is_short,
                      strbuf *out) {
  strbuf form = {0};
  print_form(r, &form);
  size_t column = print_choices(strbuf_text(&form), is_short, out);
  print_wrapped(help, column, out);
  strbuf_free(&form);
}

// "default 0, from 0 to 100"; nothing for what has no default.
static void print_default(const option_row *r, strbuf *out) {
  switch (r->kind) {
  case OPTION_KIND_FLAG:
    strbuf_printf(out, "default %s; --no-%s", r->initial > 0 ? "on" : "off",
                  r->name);
    return;
  case OPTION_KIND_INT:
    strbuf_printf(out, "default %.0f, from %.0f to %.0f", r->initial, r->low,
                  r->high);
    return;
  case OPTION_KIND_REAL:
    strbuf_printf(out, "default %g, from %g to %g", r->initial, r->low,
                  r->high);
    return;
  case OPTION_KIND_TEXT:
    if (r->text)
      strbuf_printf(out, "default %s", r->text);
    return;
  case OPTION_KIND_CHOICE:
    strbuf_puts(out, "default ");
    options_print_choice(r->name, (int)r->initial, out);
    return;
  case OPTION_KIND_LIST:
    strbuf_puts(out, "may be repeated");
    return;
  case OPTION_KIND_SECTION:
    break;
  }
  UNREACHABLE();
}

static void print_help_with_default(const option_row *r, strbuf *out) {
  strbuf facts = {0};
  strbuf_puts(out, r->help);
  print_default(r, &facts);
  if (facts.len > 0)
    strbuf_printf(out, " (%s)", strbuf_text(&facts));
  strbuf_free(&facts);
}

static void print_all_rows(strbuf *out) {
  size_t count;
  const option_row *rows = options_rows(&count);
  strbuf help = {0};
  for (const option_row *r = rows; r < rows + count; r++) {
    if (r->kind == OPTION_KIND_SECTION) {
      strbuf_printf(out, "\n%s:\n", r->name);
      continue;
    }
    strbuf_clear(&help);
    print_help_with_default(r, &help);
    print_row(r, strbuf_text(&help), false, out);
  }
  strbuf_free(&help);
}

void options_help(strbuf *out, bool all) {
  strbuf_puts(out, SYNOPSIS);
  strbuf_puts(out,
              "Can an execution fail an assertion, misuse memory, divide by "
              "zero? Answers\ntrue (none can), false (here is one) or "
              "unknown (and why), for each property.\n");
  if (all) {
    print_all_rows(out);
    strbuf_puts(out, "\nThe file '-' is standard input; a name that begins "
                     "with a dash needs './'.\n");
  } else {
    strbuf_putc(out, '\n');
    for (size_t i = 0; i < MAIN_COUNT; i++) {
      const option_row *r = options_find(MAIN_OPTIONS[i]);
      assert(r); // else options.def lost a row that is named above
      print_row(r, r->help, true, out);
    }
    strbuf_puts(out,
                "\nMore: 'wedge --help all' (every option), --help property, "
                "--help engines.\n");
  }
  strbuf_puts(out, "Exit status: 0 true, 10 false, 5 unknown, 1 usage, 2 bad "
                   "input, 6 internal.\n");
}

// roff gives a meaning to backslashes and dashes, and at the start of a line
// to dots and quotes.
static void print_roff(const char *text, strbuf *out) {
  for (; *text; text++) {
    if (out->len > 0 && out->text[out->len - 1] == '\n' &&
        (*text == '.' || *text == '\''))
      strbuf_puts(out, "\\&");
    if (*text == '\\')
      strbuf_puts(out, "\\e");
    else if (*text == '-')
      strbuf_puts(out, "\\-");
    else
      strbuf_putc(out, *text);
  }
}

static void print_man_row(const option_row *r, strbuf *out) {
  strbuf text = {0};
  bool is_letter = !r->name[1];
  strbuf_puts(out, ".TP\n\\fB");
  print_roff(is_letter ? "-" : "--", out);
  print_roff(r->name, out);
  strbuf_puts(out, "\\fR");
  if (r->kind != OPTION_KIND_FLAG) {
    strbuf_puts(out, is_letter ? "\\fI" : " \\fI");
    print_roff(r->meta, out);
    strbuf_puts(out, "\\fR");
  }
  strbuf_putc(out, '\n');
  print_help_with_default(r, &text);
  print_roff(strbuf_text(&text), out);
  strbuf_puts(out, ".\n");
  strbuf_free(&text);
}

void options_man(strbuf *out) {
  size_t count;
  const option_row *rows = options_rows(&count);
  strbuf_puts(out, ".SH OPTIONS\n");
  for (const option_row *r = rows; r < rows + count; r++) {
    if (r->kind == OPTION_KIND_SECTION)
      strbuf_printf(out, ".SS %s\n", r->name);
    else
      print_man_row(r, out);
  }
}
