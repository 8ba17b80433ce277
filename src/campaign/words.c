// SPDX-License-Identifier: Apache-2.0
// One pass over the line; quotes are taken off as they are met.
#include "campaign/words.h"

#include <assert.h>
#include <string.h>

// Appends the text between quotes; returns what is behind the closing one, or
// NULL.
static const char *take_quoted(const char *at, strbuf *word) {
  char quote = *at++;
  assert(quote == '\'' || quote == '"');
  for (; *at && *at != quote; at++) {
    if (*at == '\\' && quote == '"' && at[1])
      at++;
    strbuf_putc(word, *at);
  }
  return *at ? at + 1 : NULL;
}

static const char *take_word(const char *at, strbuf *word) {
  while (at && *at && !strchr(" \t\r\n", *at)) {
    if (*at == '\'' || *at == '"') {
      at = take_quoted(at, word);
      continue;
    }
    if (*at == '\\' && at[1])
      at++;
    strbuf_putc(word, *at++);
  }
  return at;
}

bool words_split(arena *mem, const char *line, string_list *out, diag *d) {
  strbuf word = {0};
  const char *at = line + strspn(line, " \t\r\n");
  while (at && *at) {
    strbuf_clear(&word);
    at = take_word(at, &word);
    if (at) {
      vec_push(out, arena_strdup(mem, strbuf_text(&word)));
      at += strspn(at, " \t\r\n");
    }
  }
  strbuf_free(&word);
  if (!at)
    diag_set(d, DIAG_USAGE, (source_pos){0},
             "a quote is not closed in the options '%s'", line);
  return at != NULL;
}
