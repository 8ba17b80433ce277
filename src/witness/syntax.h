// SPDX-License-Identifier: Apache-2.0
// The statements of a C file, by their places in the text.
//
// Witnesses point at first characters of statements, at keywords and at closing
// parentheses; a compiler's debug information points at operators and
// operands. This is what lies between: a rough reading of the text that knows
// where statements begin and end and how they nest, and nothing about types.
// Text that it does not understand becomes statements nobody asks for.
#ifndef WITNESS_SYNTAX_H
#define WITNESS_SYNTAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

typedef enum {
  STATEMENT_PLAIN, // expression, declaration, jump, or empty
  STATEMENT_COMPOUND,
  STATEMENT_IF,
  STATEMENT_SWITCH,
  STATEMENT_WHILE,
  STATEMENT_FOR,
  STATEMENT_DO,
  STATEMENT_LABELED // label, case, default
} statement_kind;

typedef struct {
  uint32_t begin, end; // offsets [begin, end)
} text_range;

// 0 is no statement.
typedef struct {
  statement_kind kind;
  text_range range;
  text_range head; // the parentheses that control it, inclusive
  uint32_t parent;
  uint32_t body;      // of a loop, if or label: the statement; 0: none
  uint32_t otherwise; // of an if
} statement;

// A function with a body.
typedef struct {
  uint32_t begin; // offset of its first character
  uint32_t body;  // the statement
} definition;

typedef struct {
  const char *text; // not owned
  uint32_t size;
  VEC(uint32_t) lines;         // where they begin
  VEC(statement) statements;   // by where they begin; [0] is none
  VEC(definition) definitions; // in order
} syntax;

void syntax_init(syntax *s, const char *text, size_t size);
void syntax_clear(syntax *s);

// Lines and columns count from 1, columns in bytes. UINT32_MAX: no such place.
uint32_t syntax_offset(const syntax *s, uint32_t line, uint32_t col);
void syntax_position(const syntax *s, uint32_t offset, uint32_t *line,
                     uint32_t *col);

static inline bool text_range_has(text_range r, uint32_t offset) {
  return r.begin <= offset && offset < r.end;
}

// The innermost statement around the offset; 0: none.
uint32_t syntax_around(const syntax *s, uint32_t offset);
// The outermost statement that begins exactly there; 0: none.
uint32_t syntax_beginning(const syntax *s, uint32_t offset);
// The first statement that begins in the line and, if loops_only, is a loop.
uint32_t syntax_in_line(const syntax *s, uint32_t line, bool loops_only);
// Where the first definition begins that ends behind the offset; UINT32_MAX:
// there is none.
uint32_t syntax_definition(const syntax *s, uint32_t offset);
// The parenthesis that closes the first one opened at or behind the offset.
// UINT32_MAX: there is none.
uint32_t syntax_closing(const syntax *s, uint32_t offset);

#endif
