// SPDX-License-Identifier: Apache-2.0
// Tokens of Boogie.
#ifndef FRONTEND_BOOGIE_LEX_H
#define FRONTEND_BOOGIE_LEX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

// Keywords come first, in the order of their spellings in lex.c.
typedef enum {
  TOK_ASSERT,
  TOK_ASSUME,
  TOK_AXIOM,
  TOK_BOOL,
  TOK_BREAK,
  TOK_CALL,
  TOK_CONST,
  TOK_DIV,
  TOK_ELSE,
  TOK_ENSURES,
  TOK_EXISTS,
  TOK_FALSE,
  TOK_FORALL,
  TOK_FREE,
  TOK_FUNCTION,
  TOK_GOTO,
  TOK_HAVOC,
  TOK_IF,
  TOK_IMPLEMENTATION,
  TOK_INT,
  TOK_INVARIANT,
  TOK_LAMBDA,
  TOK_MOD,
  TOK_MODIFIES,
  TOK_OLD,
  TOK_PROCEDURE,
  TOK_REAL,
  TOK_REQUIRES,
  TOK_RETURN,
  TOK_RETURNS,
  TOK_THEN,
  TOK_TRUE,
  TOK_TYPE,
  TOK_UNIQUE,
  TOK_VAR,
  TOK_WHERE,
  TOK_WHILE,
  TOK_KEYWORD_COUNT,
  // Words and numbers.
  TOK_NAME = TOK_KEYWORD_COUNT,
  TOK_NUMBER,    // 12
  TOK_DECIMAL,   // 1.5, 2e3, 0.1e-7
  TOK_BITVECTOR, // 5bv32
  TOK_STRING,    // "text", quotes included
  // Punctuation, in the order of its spellings in lex.c.
  TOK_IFF,
  TOK_IMPLIES,
  TOK_EXPLIES,
  TOK_AND,
  TOK_OR,
  TOK_EQ,
  TOK_NE,
  TOK_LE,
  TOK_GE,
  TOK_ASSIGN,
  TOK_BARS, // ::
  TOK_CONCAT,
  TOK_POWER,
  TOK_CODE, // |{
  TOK_SUBTYPE,
  TOK_LT,
  TOK_GT,
  TOK_PLUS,
  TOK_MINUS,
  TOK_STAR,
  TOK_SLASH,
  TOK_PERCENT,
  TOK_NOT,
  TOK_LPAREN,
  TOK_RPAREN,
  TOK_LBRACE,
  TOK_RBRACE,
  TOK_LBRACKET,
  TOK_RBRACKET,
  TOK_COMMA,
  TOK_SEMICOLON,
  TOK_COLON,
  TOK_BECOMES_TYPE, // =
  TOK_END,
  TOK_KIND_COUNT
} token_kind;

typedef struct {
  token_kind kind;
  source_pos pos;
  const char *start; // in the text
  size_t size;
} token;

typedef struct {
  const char *file; // interned
  const char *next, *end;
  uint32_t line;
  const char *line_start;
  diag *d;
} bpl_lexer;

// 'text' must outlive the lexer and all tokens; text[size] is never read.
void bpl_lex_init(bpl_lexer *x, const char *file, const char *text, size_t size,
                  diag *d);
// The next token. False: there is none here, x->d says why.
bool bpl_lex_next(bpl_lexer *x, token *out);
// How a kind is named in messages: "'while'", "a name".
const char *bpl_token_name(token_kind kind);

#endif
