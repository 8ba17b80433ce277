// SPDX-License-Identifier: Apache-2.0
// Inside of the SMT-LIB reader: what lex.c, parse.c, parse_term.c and
// parse_ops.c share.
#ifndef TERM_TEXT_READER_H
#define TERM_TEXT_READER_H

#include "base/hmap.h"
#include "term/text/lex.h"
#include "term/node.h"
#include "term/text/parse.h"
#include "term/subst.h"

enum {
  MAX_BV_WIDTH = 1 << 20, // wider vectors are an error, not a crash
  MAX_SORT_NESTING = 1000,
  MAX_DISTINCT = 4096, // every pair is a term
  SCOPE_MACRO = 1      // flag above the 32 bits of a scope entry
};

// A function with arguments: its body over variables made for it.
typedef struct {
  term_vec parameters;
  term body;
} macro;

// What names mean: terms, macros, sorts.
typedef struct smt2_scope {
  hmap names; // interned symbol -> term id, or macro index | flag << 32
  hmap sorts; // interned symbol -> sort id
  VEC(macro) macros;
} smt2_scope;

// What stands first in an application.
typedef struct {
  const struct operator_row *row; // NULL: a macro or a constant array
  uint32_t macro;                 // if there is no row and no sort
  sort array;                     // of (as const sort)
  uint32_t index[2], indices;     // of (_ name index...)
  const char *name;
  source_pos pos;
} head;

typedef enum { FRAME_APPLY, FRAME_LET, FRAME_NOTE } frame_kind;

// An open parenthesis.
typedef struct {
  frame_kind kind;
  head head;     // FRAME_APPLY
  uint32_t base; // where its arguments, or its bindings, start
  bool in_body;  // FRAME_LET: the bindings are in force
} frame;

typedef struct {
  const char *symbol;
  uint64_t entry; // the new meaning; once in force, the hidden one
  bool was_there; // there is a hidden one
} binding;

typedef struct {
  terms *tt;
  lexer lex;
  token token; // the current one
  diag *d;
  smt2_scope *scope;
  hmap operators; // interned name -> row
  VEC(frame) stack;
  term_vec args;
  VEC(binding) bindings;
  strbuf text;           // scratch for names
  const char *root_name; // :named of the outermost term, or NULL
  subst *subst;          // for macros
} reader;

// Moves on; false on a lexical error.
bool reader_next(reader *r);
bool reader_error(reader *r, source_pos pos, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The current token must be of the kind; moves on.
bool reader_expect(reader *r, token_kind kind, const char *what);
bool reader_at_word(const reader *r, const char *word); // unquoted symbol
const char *reader_intern(reader *r, token t);
bool reader_index(reader *r, uint32_t *out); // a numeral below 2^32
// Skips what starts at the current token: an atom or a whole list.
bool reader_skip(reader *r);

// Undoes the bindings from 'base' on that are in force.
void reader_unbind(reader *r, uint32_t base);

// Start at the current token, end behind what was read.
bool reader_sort(reader *r, sort *out);
bool reader_term(reader *r, term *out);

// parse_ops.c
void reader_add_operators(reader *r);
bool reader_apply(reader *r, const head *h, const term *args, uint32_t n,
                  term *out);

#endif
