// SPDX-License-Identifier: Apache-2.0
// The table of compiler flags, and finding the row of an argument. The table is
// searched from its start, because a row may be the beginning of a later one:
// the more special row stands first.
#include "base/compiler_flags.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "base/unreachable.h"

#define KEPT(name, value)                                                      \
  { name, FLAG_VALUE_##value, FLAG_KEPT }
#define DROPPED(name, value)                                                   \
  { name, FLAG_VALUE_##value, FLAG_DROPPED }

// The first row that fits counts. Programs are read as they are without
// optimization (levels, profiles and sanitizers would add or remove code) and
// what a build takes for an error is a warning here.
static const compiler_flag FLAGS[] = {
    {"-m32", FLAG_VALUE_NONE, FLAG_MODEL_32},
    {"-m64", FLAG_VALUE_NONE, FLAG_MODEL_64},
    {"-mx32", FLAG_VALUE_NONE, FLAG_REFUSED},
    {"-m16", FLAG_VALUE_NONE, FLAG_REFUSED},
    DROPPED("-mcmodel=", END),
    DROPPED("-mtune=", END),
    KEPT("-m", END),
    DROPPED("-fsanitize", END),
    DROPPED("-fno-sanitize", END),
    DROPPED("-fprofile", END),
    DROPPED("-fcoverage", END),
    DROPPED("-ftest-coverage", NONE),
    DROPPED("-flto", END),
    DROPPED("-fno-lto", NONE),
    DROPPED("-ffat-lto", END),
    DROPPED("-fsyntax-only", NONE),
    DROPPED("-fstack", END),
    DROPPED("-fno-stack", END),
    DROPPED("-fdiagnostics", END),
    DROPPED("-fcolor", END),
    DROPPED("-fstrict-aliasing", NONE),
    DROPPED("-fbuiltin", NONE),
    DROPPED("-ffp-contract", END),
    DROPPED("-ffast-math", NONE),
    DROPPED("-fomit-frame-pointer", NONE),
    DROPPED("-fno-omit-frame-pointer", NONE),
    KEPT("-f", END),
    DROPPED("-Werror", END),
    DROPPED("-Wl,", END),
    DROPPED("-Wa,", END),
    DROPPED("-Wp,-M", END),
    KEPT("-W", END),
    KEPT("-std=", END),
    KEPT("-D", WORD),
    KEPT("-U", WORD),
    KEPT("-I", PATH),
    KEPT("-isystem", PATH),
    KEPT("-iquote", PATH),
    KEPT("-idirafter", PATH),
    KEPT("-isysroot", PATH),
    KEPT("-include", APART),
    KEPT("-imacros", APART),
    KEPT("-nostdinc", NONE),
    KEPT("-ansi", NONE),
    KEPT("-w", NONE),
    KEPT("-undef", NONE),
    KEPT("-trigraphs", NONE),
    KEPT("-pthread", NONE),
    KEPT("-pedantic", NONE),
    DROPPED("-pedantic-errors", NONE),
    DROPPED("-pipe", NONE),
    DROPPED("-O", END),
    DROPPED("-g", END),
    DROPPED("-c", NONE),
    DROPPED("-o", APART),
    DROPPED("-MF", APART),
    DROPPED("-MT", APART),
    DROPPED("-MQ", APART),
    DROPPED("-M", END),
    DROPPED("-L", PATH),
    DROPPED("-l", WORD),
    DROPPED("-shared", NONE),
    DROPPED("-static", NONE),
    DROPPED("-rdynamic", NONE),
    DROPPED("-nostdlib", NONE),
    DROPPED("-nostartfiles", NONE),
    DROPPED("-nodefaultlibs", NONE),
    DROPPED("-no-pie", NONE),
    DROPPED("-pie", NONE),
};

static bool fits(const compiler_flag *f, const char *argument) {
  size_t length = strlen(f->name);
  bool is_whole = f->value == FLAG_VALUE_NONE || f->value == FLAG_VALUE_APART;
  return strncmp(argument, f->name, length) == 0 &&
         (!is_whole || argument[length] == '\0');
}

const compiler_flag *compiler_flag_find(const char *argument) {
  assert(argument);
  for (size_t i = 0; i < sizeof FLAGS / sizeof *FLAGS; i++)
    if (fits(&FLAGS[i], argument))
      return &FLAGS[i];
  return NULL;
}

bool compiler_flag_takes_next(const compiler_flag *f, const char *argument) {
  assert(fits(f, argument));
  switch (f->value) {
  case FLAG_VALUE_NONE:
  case FLAG_VALUE_END:
    return false;
  case FLAG_VALUE_WORD:
  case FLAG_VALUE_PATH:
    return argument[strlen(f->name)] == '\0';
  case FLAG_VALUE_APART:
    return true;
  }
  UNREACHABLE();
}
