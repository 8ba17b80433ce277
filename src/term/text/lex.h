// SPDX-License-Identifier: Apache-2.0
// The words of an SMT-LIB 2 text, one after the other.
#ifndef TERM_TEXT_LEX_H
#define TERM_TEXT_LEX_H

#include "base/diag.h"

typedef enum {
  TOKEN_END,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_SYMBOL,  // text without its bars
  TOKEN_KEYWORD, // text with its colon
  TOKEN_NUMERAL,
  TOKEN_DECIMAL,
  TOKEN_HEX,    // text without #x
  TOKEN_BINARY, // text without #b
  TOKEN_STRING, // text without its quotes, doubled ones still doubled
  TOKEN_ERROR   // the diag is filled
} token_kind;

typedef struct {
  token_kind kind;
  bool is_quoted;   // of a symbol: stood in bars, so it is no keyword
  const char *text; // into the source; not NUL-terminated
  size_t len;
  source_pos pos;
} token;

typedef struct {
  const char *next;
  source_pos pos;
  diag *d;
} lexer;

void lex_init(lexer *l, const char *file, const char *text, diag *d);
token lex_next(lexer *l);

#endif
