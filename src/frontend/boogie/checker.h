// SPDX-License-Identifier: Apache-2.0
// What the files of the checker share.
#ifndef FRONTEND_BOOGIE_CHECKER_H
#define FRONTEND_BOOGIE_CHECKER_H

#include "frontend/boogie/ast.h"
#include "frontend/boogie/check.h"

// Names with the symbols they mean: the last binding of a name counts.
typedef struct {
  const char *name;
  bpl_symbol *shadowed; // what the name meant before; NULL: nothing
} bpl_binding;

// Where a scope began.
typedef struct {
  uint32_t bindings, scope;
} bpl_mark;

typedef struct {
  bpl_unit *unit;
  diag *d;
  hmap types, functions, procedures; // name -> declaration
  hmap variables;                    // name -> symbol
  VEC(bpl_binding) bindings;         // that are not global
  uint32_t scope, scope_count;       // numbers of the current and last one
  bpl_procedure *procedure;          // being checked; NULL: none
  bpl_implementation *body;
  bool has_state;        // globals may be mentioned
  bool is_old;           // inside of old(...)
  VEC(bpl_stmt *) loops; // that enclose the statement
  hmap labels;           // of the body: name -> number
  uint32_t depth;        // of synonyms being resolved
} bpl_checker;

// --- check_type.c -----------------------------------------------------------
// The type with all synonyms replaced; NULL: error.
const bpl_type *bpl_resolve(bpl_checker *c, const bpl_type *t);
const bpl_type *bpl_basic(bpl_checker *c, bpl_type_kind kind);
// Reports that 'what' has another type than it should; returns false.
bool bpl_mismatch(bpl_checker *c, source_pos pos, const char *what,
                  const bpl_type *is, const bpl_type *should);

// --- check_expr.c -----------------------------------------------------------
bool bpl_check_expr(bpl_checker *c, bpl_expr *e);
// The same, and it must have that type.
bool bpl_check_typed(bpl_checker *c, bpl_expr *e, const bpl_type *type,
                     const char *what);
bool bpl_check_condition(bpl_checker *c, bpl_expr *e, const char *what);

// --- scopes (check.c) -------------------------------------------------------
bpl_symbol *bpl_lookup(const bpl_checker *c, const char *name); // NULL: none
bpl_mark bpl_open_scope(bpl_checker *c); // gives the mark to close it
void bpl_close_scope(bpl_checker *c, bpl_mark mark);
bool bpl_bind_all(bpl_checker *c, const bpl_symbols *list);
bool bpl_resolve_all(bpl_checker *c, const bpl_symbols *list);
uint32_t bpl_add_slots(bpl_checker *c, bpl_symbol *s, bool is_old);

// --- check_stmt.c -----------------------------------------------------------
bool bpl_check_body(bpl_checker *c, bpl_implementation *i);

#endif
