// SPDX-License-Identifier: Apache-2.0
// The rows of options.def as data, for the parser and for the help texts.
// Internal to base.
#ifndef BASE_OPTIONS_TABLE_H
#define BASE_OPTIONS_TABLE_H

#include "base/options.h"

typedef enum {
  OPTION_KIND_SECTION, // a title, not an option
  OPTION_KIND_FLAG,
  OPTION_KIND_INT,
  OPTION_KIND_REAL,
  OPTION_KIND_TEXT,
  OPTION_KIND_CHOICE,
  OPTION_KIND_LIST
} option_kind;

typedef struct {
  option_kind kind;
  const char *name; // without dashes; of a section: its title
  const char *help;
  const char *meta; // what the value is called; the words of a CHOICE
  const char *text; // initial TEXT; may be NULL
  double initial;   // FLAG, INT, REAL, CHOICE
  double low, high; // INT, REAL
  size_t offset;    // of the field in options
} option_row;

// All rows in the order of options.def, sections included.
const option_row *options_rows(size_t *count);
const option_row *options_find(const char *name); // NULL: no such option

#endif
