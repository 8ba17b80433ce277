// SPDX-License-Identifier: Apache-2.0
// What the files of the parser share.
//
// Recursive descent with one token of lookahead. A function that fails returns
// NULL or false after it has filled the diagnostics; nothing is repaired.
#ifndef FRONTEND_BOOGIE_PARSER_H
#define FRONTEND_BOOGIE_PARSER_H

#include "frontend/boogie/ast.h"

typedef struct {
  bpl_unit *unit;
  bpl_lexer lexer;
  token now;             // not yet consumed
  const char *last_end;  // of the last consumed token
  uint32_t depth;        // of nested constructs being parsed
  VEC(bpl_label) labels; // of the body being parsed
  diag *d;
} bpl_parser;

// What the parser reads of attributes.
typedef struct {
  const char *builtin; // {:builtin "..."}, {:bvbuiltin "..."}; NULL: none
  const uint32_t *indices;
  uint32_t index_count;
  bool is_entry; // {:entrypoint}
} bpl_attributes;

// --- tokens (parse.c) -------------------------------------------------------
bool bpl_advance(bpl_parser *p);
bool bpl_accept(bpl_parser *p, token_kind kind, bool *found); // false: error
bool bpl_expect(bpl_parser *p, token_kind kind);
bool bpl_expected(bpl_parser *p, const char *what); // reports; returns false
const char *bpl_expect_name(bpl_parser *p, source_pos *pos); // pos may be NULL
const char *bpl_intern(bpl_parser *p, const char *start, size_t size);
bool bpl_refuse(bpl_parser *p, const char *construct); // known, not supported
// One more level of nesting; false: too many. Every enter has its leave.
bool bpl_enter(bpl_parser *p);
void bpl_leave(bpl_parser *p);

// --- pieces -----------------------------------------------------------------
const bpl_type *bpl_parse_type(bpl_parser *p); // parse_type.c
bool bpl_parse_attributes(bpl_parser *p, bpl_attributes *out);
bpl_expr *bpl_parse_expr(bpl_parser *p); // parse_expr.c
bool bpl_parse_exprs(bpl_parser *p, bpl_expr ***out, uint32_t *count);
bool bpl_parse_body(bpl_parser *p, bpl_implementation *into); // parse_stmt.c
// 'x, y: T where e' and so on, separated by commas, appended to 'out'.
bool bpl_parse_variables(bpl_parser *p, bpl_symbol_kind kind, bpl_symbols *out);

#define BPL_COPY(p, v)                                                         \
  arena_copy((p)->unit->mem, (v)->data, (v)->len * sizeof *(v)->data)

#endif
