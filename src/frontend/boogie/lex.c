// SPDX-License-Identifier: Apache-2.0
// The lexer.
//
// Names may contain _ . $ # ' ~ ^ \ ? ` besides letters and digits and must not
// begin with a digit. (Ultimate's '!' is an operator: it selects a field.) A
// number directly followed by 'bv' and a width is a bit-vector. Comments do not
// nest.
#include "frontend/boogie/lex.h"

#include <assert.h>
#include <string.h>

static const char *const KEYWORDS[] = {
    "assert",    "assume", "axiom",    "bool",           "break",
    "call",      "const",  "div",      "else",           "ensures",
    "exists",    "false",  "forall",   "free",           "function",
    "goto",      "havoc",  "if",       "implementation", "int",
    "invariant", "lambda", "mod",      "modifies",       "old",
    "procedure", "real",   "requires", "return",         "returns",
    "then",      "true",   "type",     "unique",         "var",
    "where",     "while"};

// Longer ones before their beginnings.
static const char *const PUNCTUATION[] = {
    "<==>", "==>", "<==", "&&", "||", "==", "!=", "<=", ">=", ":=", "::",
    "++",   "**",  "|{",  "<:", "<",  ">",  "+",  "-",  "*",  "/",  "%",
    "!",    "(",   ")",   "{",  "}",  "[",  "]",  ",",  ";",  ":",  "="};

enum { PUNCTUATION_COUNT = sizeof PUNCTUATION / sizeof *PUNCTUATION };

static_assert(sizeof KEYWORDS / sizeof *KEYWORDS == TOK_KEYWORD_COUNT,
              "a spelling for each keyword");
static_assert(TOK_IFF + PUNCTUATION_COUNT == TOK_END,
              "a spelling for each punctuation mark");

void bpl_lex_init(bpl_lexer *x, const char *file, const char *text, size_t size,
                  diag *d) {
  assert(text && d);
  *x = (bpl_lexer){.file = file,
                   .next = text,
                   .end = text + size,
                   .line = 1,
                   .line_start = text,
                   .d = d};
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_name_char(char c) {
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c))
    return true;
  return c != '\0' && strchr("_.$#'~^\\?`", c) != NULL;
}

static source_pos here(const bpl_lexer *x) {
  return (source_pos){x->file, x->line,
                      (uint32_t)(x->next - x->line_start) + 1};
}

// The character 'ahead' places from here; NUL behind the end.
static char peek(const bpl_lexer *x, size_t ahead) {
  return ahead < (size_t)(x->end - x->next) ? x->next[ahead] : '\0';
}

static void advance(bpl_lexer *x) {
  assert(x->next < x->end);
  if (*x->next++ == '\n') {
    x->line++;
    x->line_start = x->next;
  }
}

static bool skip_block_comment(bpl_lexer *x) {
  source_pos start = here(x);
  x->next += 2;
  while (x->next < x->end) {
    if (peek(x, 0) == '*' && peek(x, 1) == '/') {
      x->next += 2;
      return true;
    }
    advance(x);
  }
  return diag_set(x->d, DIAG_INPUT, start, "this comment never ends");
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' ||
         c == '\v';
}

static bool skip_blanks(bpl_lexer *x) {
  for (;;) {
    if (x->next < x->end && is_blank(*x->next)) {
      advance(x);
    } else if (peek(x, 0) == '/' && peek(x, 1) == '/') {
      while (x->next < x->end && *x->next != '\n')
        x->next++;
    } else if (peek(x, 0) == '/' && peek(x, 1) == '*') {
      if (!skip_block_comment(x))
        return false;
    } else {
      return true;
    }
  }
}

static void skip_digits(bpl_lexer *x) {
  while (is_digit(peek(x, 0)))
    x->next++;
}

// The exponent of a decimal, if one stands here.
static bool skip_exponent(bpl_lexer *x) {
  if (peek(x, 0) != 'e')
    return false;
  size_t sign = peek(x, 1) == '-' || peek(x, 1) == '+';
  if (!is_digit(peek(x, 1 + sign)))
    return false;
  x->next += 1 + sign;
  skip_digits(x);
  return true;
}

static token_kind lex_number(bpl_lexer *x) {
  skip_digits(x);
  if (peek(x, 0) == 'b' && peek(x, 1) == 'v' && is_digit(peek(x, 2))) {
    x->next += 2;
    skip_digits(x);
    return TOK_BITVECTOR;
  }
  bool is_decimal = peek(x, 0) == '.' && is_digit(peek(x, 1));
  if (is_decimal) {
    x->next++;
    skip_digits(x);
  }
  return skip_exponent(x) || is_decimal ? TOK_DECIMAL : TOK_NUMBER;
}

static token_kind lex_word(bpl_lexer *x) {
  const char *start = x->next;
  while (is_name_char(peek(x, 0)))
    x->next++;
  size_t size = (size_t)(x->next - start);
  for (int k = 0; k < TOK_KEYWORD_COUNT; k++)
    if (strlen(KEYWORDS[k]) == size && memcmp(KEYWORDS[k], start, size) == 0)
      return (token_kind)k;
  return TOK_NAME;
}

static bool lex_string(bpl_lexer *x) {
  source_pos start = here(x);
  x->next++;
  while (x->next < x->end && *x->next != '"' && *x->next != '\n')
    x->next++;
  if (peek(x, 0) != '"')
    return diag_set(x->d, DIAG_INPUT, start, "this text has no closing quote");
  x->next++;
  return true;
}

static bool lex_punctuation(bpl_lexer *x, token_kind *kind) {
  size_t left = (size_t)(x->end - x->next);
  for (int k = 0; k < PUNCTUATION_COUNT; k++) {
    size_t n = strlen(PUNCTUATION[k]);
    if (n <= left && memcmp(PUNCTUATION[k], x->next, n) == 0) {
      *kind = (token_kind)(TOK_IFF + k);
      x->next += n;
      return true;
    }
  }
  unsigned char c = (unsigned char)*x->next;
  if (c > ' ' && c < 127)
    return diag_set(x->d, DIAG_INPUT, here(x), "unexpected character '%c'", c);
  return diag_set(x->d, DIAG_INPUT, here(x), "unexpected byte 0x%02x", c);
}

bool bpl_lex_next(bpl_lexer *x, token *out) {
  if (!skip_blanks(x))
    return false;
  *out = (token){.pos = here(x), .start = x->next};
  bool ok = true;
  if (x->next >= x->end)
    out->kind = TOK_END;
  else if (is_digit(*x->next))
    out->kind = lex_number(x);
  else if (is_name_char(*x->next))
    out->kind = lex_word(x);
  else if (*x->next == '"') {
    ok = lex_string(x);
    out->kind = TOK_STRING;
  } else
    ok = lex_punctuation(x, &out->kind);
  out->size = (size_t)(x->next - out->start);
  return ok;
}

const char *bpl_token_name(token_kind kind) {
  static const char *const OTHERS[] = {"a name", "a number", "a decimal",
                                       "a bit-vector", "a text"};
  assert(kind < TOK_KIND_COUNT);
  if (kind < TOK_KEYWORD_COUNT)
    return KEYWORDS[kind];
  if (kind < TOK_IFF)
    return OTHERS[kind - TOK_NAME];
  return kind == TOK_END ? "the end of the file" : PUNCTUATION[kind - TOK_IFF];
}
