// SPDX-License-Identifier: Apache-2.0
// SMT-LIB 2.6, section 3.1: lexicon.
#include "term/text/lex.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

void lex_init(lexer *l, const char *file, const char *text, diag *d) {
  l->next = text;
  l->pos = (source_pos){file, 1, 1};
  l->d = d;
}

static char advance(lexer *l) {
  char c = *l->next++;
  assert(c != '\0');
  if (c == '\n') {
    l->pos.line++;
    l->pos.col = 1;
  } else {
    l->pos.col++;
  }
  return c;
}

static void skip_space(lexer *l) {
  for (;;) {
    if (isspace((unsigned char)*l->next)) {
      advance(l);
    } else if (*l->next == ';') {
      while (*l->next && *l->next != '\n')
        advance(l);
    } else {
      return;
    }
  }
}

static bool is_symbol_char(char c) {
  return isalnum((unsigned char)c) ||
         (c != '\0' && strchr("~!@$%^&*_-+=<>.?/", c) != NULL);
}

static token fail(lexer *l, token t, const char *message) {
  diag_set(l->d, DIAG_INPUT, t.pos, "%s", message);
  t.kind = TOKEN_ERROR;
  return t;
}

// Takes characters while they are of a class.
static token take(lexer *l, token t, token_kind kind, bool (*is_in)(char)) {
  t.kind = kind;
  t.text = l->next;
  while (is_in(*l->next))
    advance(l);
  t.len = (size_t)(l->next - t.text);
  return t;
}

// Between two delimiters; a doubled quote stays inside a string.
static token take_quoted(lexer *l, token t, token_kind kind, char end) {
  assert(*l->next == end);
  advance(l);
  t.kind = kind;
  t.text = l->next;
  while (*l->next && (*l->next != end || (end == '"' && l->next[1] == '"'))) {
    if (*l->next == end)
      advance(l);
    advance(l);
  }
  t.len = (size_t)(l->next - t.text);
  if (*l->next == '\0')
    return fail(l, t,
                end == '"' ? "string is not closed"
                           : "quoted symbol is not closed");
  advance(l);
  return t;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_hex(char c) { return isxdigit((unsigned char)c) != 0; }
static bool is_bit(char c) { return c == '0' || c == '1'; }

static token take_number(lexer *l, token t) {
  assert(is_digit(*l->next));
  t = take(l, t, TOKEN_NUMERAL, is_digit);
  if (*l->next == '.' && is_digit(l->next[1])) {
    advance(l);
    while (is_digit(*l->next))
      advance(l);
    t.kind = TOKEN_DECIMAL;
    t.len = (size_t)(l->next - t.text);
  }
  if (is_symbol_char(*l->next))
    return fail(l, t, "malformed number");
  return t;
}

static token take_literal(lexer *l, token t) {
  assert(*l->next == '#');
  advance(l); // #
  bool hex = *l->next == 'x';
  if (!hex && *l->next != 'b')
    return fail(l, t, "expected #x or #b");
  advance(l);
  t = take(l, t, hex ? TOKEN_HEX : TOKEN_BINARY, hex ? is_hex : is_bit);
  if (t.len == 0 || is_symbol_char(*l->next))
    return fail(l, t, "malformed bit-vector literal");
  return t;
}

token lex_next(lexer *l) {
  skip_space(l);
  token t = {.kind = TOKEN_END, .text = l->next, .pos = l->pos};
  char c = *l->next;
  if (c == '\0')
    return t;
  if (c == '(' || c == ')') {
    advance(l);
    t.kind = c == '(' ? TOKEN_OPEN : TOKEN_CLOSE;
    t.len = 1;
    return t;
  }
  if (c == '|') {
    t.is_quoted = true;
    return take_quoted(l, t, TOKEN_SYMBOL, '|');
  }
  if (c == '"')
    return take_quoted(l, t, TOKEN_STRING, '"');
  if (c == '#')
    return take_literal(l, t);
  if (is_digit(c))
    return take_number(l, t);
  if (c == ':') {
    advance(l);
    t = take(l, t, TOKEN_KEYWORD, is_symbol_char);
    t.text--;
    t.len++;
    return t.len > 1 ? t : fail(l, t, "expected a keyword after ':'");
  }
  if (is_symbol_char(c))
    return take(l, t, TOKEN_SYMBOL, is_symbol_char);
  return fail(l, t, "unexpected character");
}
