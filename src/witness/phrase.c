// SPDX-License-Identifier: Apache-2.0
#include "witness/phrase.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "witness/operand.h"

operand phrase_fail(phrase *r, const char *format, ...) {
  if (!r->failed) {
    va_list args;
    va_start(args, format);
    strbuf_vprintf(r->why, format, args);
    va_end(args);
  }
  r->failed = true;
  return operand_nothing(r);
}

void phrase_skip_space(phrase *r) {
  while (isspace((unsigned char)*r->at))
    r->at++;
}

bool phrase_is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

bool phrase_accept(phrase *r, const char *mark) {
  phrase_skip_space(r);
  size_t length = strlen(mark);
  if (strncmp(r->at, mark, length) != 0)
    return false;
  if (phrase_is_word(mark[0]) && phrase_is_word(r->at[length]))
    return false;
  r->at += length;
  return true;
}

void phrase_expect(phrase *r, const char *mark) {
  if (!phrase_accept(r, mark))
    phrase_fail(r, "'%s' expected before '%.12s'", mark, r->at);
}

// Length of the identifier that comes next; 0: none does.
size_t phrase_identifier(phrase *r) {
  phrase_skip_space(r);
  if (isdigit((unsigned char)*r->at))
    return 0;
  size_t n = 0;
  while (phrase_is_word(r->at[n]))
    n++;
  return n;
}
