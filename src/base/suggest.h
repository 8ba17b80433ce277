// SPDX-License-Identifier: Apache-2.0
// "Did you mean ...?": the known name that is closest to a word.
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

enum { SUGGEST_LONGEST = 64 }; // characters of a name

typedef struct {
  const char *word; // that nobody knows
  size_t length;    // of the word
  const char *best; // of the names so far; NULL: none yet
  unsigned least;   // its distance
} suggestion;

suggestion suggest_for(const char *word, size_t length);
// One of the names that are known. It must outlive the suggestion.
void suggest_try(suggestion *s, const char *name);
// The closest name; NULL: none is close enough to be of help.
const char *suggest_get(const suggestion *s);

#endif
