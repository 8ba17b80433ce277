// SPDX-License-Identifier: Apache-2.0
// Tokens are cut by hand, since only the borders of words, literals, comments
// and directives matter here; clang decides what they mean.
#include "frontend/c/read/tokens.h"

#include <ctype.h>
#include <string.h>

static bool is_word_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static size_t literal_length(const char *p) {
  size_t n = 1;
  while (p[n] != '\0' && p[n] != *p && p[n] != '\n')
    n += p[n] == '\\' && p[n + 1] != '\0' ? 2 : 1;
  return n + (p[n] == *p);
}

static size_t punctuation_length(const char *p) {
  static const char *const all[] = {"==>", "<<=", ">>=", "...", "<=", ">=",
                                    "==",  "!=",  "&&",  "||",  "<<", ">>",
                                    "->",  "++",  "--",  "+=",  "-=", "*=",
                                    "/=",  "%=",  "&=",  "|=",  "^="};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    if (strncmp(p, all[k], strlen(all[k])) == 0)
      return strlen(all[k]);
  return 1;
}

static size_t token_length(const char *p) {
  size_t n = 0;
  while (is_word_char(p[n]))
    n++;
  if (n > 0)
    return n;
  return *p == '"' || *p == '\'' ? literal_length(p) : punctuation_length(p);
}

// White space, comments and line ends with a backslash before them.
static size_t gap_length(const char *p) {
  const char *end = p;
  for (;;) {
    if (isspace((unsigned char)*end) ||
        (*end == '\\' && (end[1] == '\n' || end[1] == '\r'))) {
      end++;
    } else if (end[0] == '/' && end[1] == '/') {
      end += strcspn(end, "\n");
    } else if (end[0] == '/' && end[1] == '*') {
      const char *close = strstr(end + 2, "*/");
      end = close == NULL ? end + strlen(end) : close + 2;
    } else {
      return (size_t)(end - p);
    }
  }
}

// A directive, to the end of its last line.
static size_t directive_length(const char *p) {
  size_t n = 0;
  while (p[n] != '\0' && p[n] != '\n')
    n += p[n] == '\\' && p[n + 1] != '\0' ? 2 : 1;
  return n;
}

static bool begins_line(const char *text, size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
    at--;
  return at == 0 || text[at - 1] == '\n';
}

void tokens_cut(tokens *out, const char *text, bool with_directives) {
  *out = (tokens){.text = text};
  size_t at = gap_length(text);
  while (text[at] != '\0') {
    size_t length = token_length(text + at);
    if (!with_directives && text[at] == '#' && begins_line(text, at))
      length = directive_length(text + at);
    else
      vec_push(&out->all, ((token){.at = at, .length = length}));
    at += length;
    at += gap_length(text + at);
  }
}

void tokens_free(tokens *t) { vec_free(&t->all); }

bool tokens_is(const tokens *t, uint32_t k, const char *text) {
  const token *x = &t->all.data[k];
  return k < t->all.len && x->length == strlen(text) &&
         memcmp(t->text + x->at, text, x->length) == 0;
}

bool tokens_is_name(const tokens *t, uint32_t k) {
  unsigned char first = (unsigned char)t->text[t->all.data[k].at];
  return isalpha(first) || first == '_';
}

int tokens_depth(const tokens *t, uint32_t k) {
  const char *edit = t->all.data[k].edit;
  if (edit != NULL && *edit == '\0')
    return 0;
  char c = t->text[t->all.data[k].at];
  return strchr("([{", c) != NULL ? 1 : strchr(")]}", c) != NULL ? -1 : 0;
}

uint32_t tokens_closing(const tokens *t, uint32_t k) {
  int depth = 0;
  for (; k < t->all.len; k++) {
    depth += tokens_depth(t, k);
    if (depth == 0)
      return k;
  }
  return k;
}

uint32_t tokens_find(const tokens *t, token_span s, const char *text) {
  int depth = 0;
  for (uint32_t k = s.from; k < s.to; k++) {
    if (depth == 0 && tokens_is(t, k, text))
      return k;
    depth += tokens_depth(t, k);
  }
  return s.to;
}
