// SPDX-License-Identifier: Apache-2.0
// Names are compared by Levenshtein's edit distance.
#include "base/suggest.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

enum { SHORTEST_PART = 4 };

static unsigned min3(unsigned a, unsigned b, unsigned c) {
  unsigned ab = a < b ? a : b;
  return ab < c ? ab : c;
}

// Levenshtein's distance, one row of the table at a time.
static unsigned distance(const char *a, size_t a_length, const char *b,
                         size_t b_length) {
  unsigned row[SUGGEST_LONGEST + 1];
  assert(b_length <= SUGGEST_LONGEST);
  for (unsigned j = 0; j <= b_length; j++)
    row[j] = j;
  for (size_t i = 1; i <= a_length; i++) {
    unsigned diagonal = row[0];
    row[0] = (unsigned)i;
    for (size_t j = 1; j <= b_length; j++) {
      unsigned change = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = min3(change, row[j] + 1, row[j - 1] + 1);
    }
  }
  return row[b_length];
}

suggestion suggest_for(const char *word, size_t length) {
  assert(word != NULL);
  return (suggestion){.word = word, .length = length, .least = UINT_MAX};
}

void suggest_try(suggestion *s, const char *name) {
  size_t length = strlen(name);
  unsigned apart = distance(s->word, s->length, name, length);
  // The beginning of a long name, which is worse than a whole one.
  if (s->length >= SHORTEST_PART && s->length < length) {
    unsigned part = 1 + distance(s->word, s->length, name, s->length);
    apart = part < apart ? part : apart;
  }
  if (s->length >= SHORTEST_PART &&
      memmem(name, length, s->word, s->length) != NULL)
    apart = 1;
  if (apart >= s->least)
    return;
  s->least = apart;
  s->best = name;
}

// Farther than a third of the word is no help but a riddle.
const char *suggest_get(const suggestion *s) {
  return s->best != NULL && s->least <= 1 + s->length / 3 ? s->best : NULL;
}
