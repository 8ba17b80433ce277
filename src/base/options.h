// SPDX-License-Identifier: Apache-2.0
// The options of a run: a struct made from the rows of options.def.
//
// Filled by options_parse, read-only afterwards.
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/words.h"

typedef VEC(const char *) string_list;

// The words of a choice as constants, by the type <id>_word.
#define CONSTANT(constant, word) constant,
#define OPTION_FLAG(id, name, initial, help)
#define OPTION_INT(id, name, initial, low, high, meta, help)
#define OPTION_REAL(id, name, initial, low, high, meta, help)
#define OPTION_TEXT(id, name, initial, meta, help)
#define OPTION_CHOICE(id, name, initial, help)                                 \
  typedef enum { WORDS_##id(CONSTANT) } id##_word;
#define OPTION_LIST(id, name, meta, help)
#define OPTION_SECTION(title)
#include "base/options.def"
#undef CONSTANT

typedef struct {
#define OPTION_FLAG(id, name, initial, help) bool id;
#define OPTION_INT(id, name, initial, low, high, meta, help) int64_t id;
#define OPTION_REAL(id, name, initial, low, high, meta, help) double id;
#define OPTION_TEXT(id, name, initial, meta, help) const char *id;
#define OPTION_CHOICE(id, name, initial, help) int id; // of id##_word
#define OPTION_LIST(id, name, meta, help) string_list id;
#define OPTION_SECTION(title)
#include "base/options.def"
  string_list inputs;      // the files, as given; "-" is standard input
  string_list clang_flags; // the compiler's, and what stood behind "--"
} options;

void options_init(options *o); // the defaults
void options_free(options *o);
// argv without the program name. Strings are not copied. False: 'd' has class
// DIAG_USAGE. '--help' and '--version' are the caller's; a file whose name
// begins with a dash is given as './-name'.
bool options_parse(options *o, int argc, char **argv, diag *d);
// One screen of 24 lines with what is used most; or every option with its
// default and range.
void options_help(strbuf *out, bool all);
// The man page's section OPTIONS in roff, from the same rows.
void options_man(strbuf *out);
// Completion of the command line from the same rows, for 'shell', bash or zsh;
// false: there is none for it. A line may begin with one of 'commands'.
bool options_completion(const char *shell, const char *commands, strbuf *out);
// The next option that does not have its default, and its section: start with
// *cursor = 0. NULL: no more.
const char *options_next_changed(const options *o, size_t *cursor,
                                 const char **section);
// The word of a choice option: ("solver", 0) prints "bits".
void options_print_choice(const char *name, int value, strbuf *out);

#endif
