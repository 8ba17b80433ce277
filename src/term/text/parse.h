// SPDX-License-Identifier: Apache-2.0
// SMT-LIB 2 scripts and terms, read into the table.
//
// Understands the sorts and operators of term.h, let, define-fun (macros,
// non-recursive), declare-fun without arguments, declare-const, named
// assertions (! t :named n), or those of a
// group (! t :interpolation-group n), and keeps every other command for the
// caller.
#ifndef TERM_TEXT_PARSE_H
#define TERM_TEXT_PARSE_H

#include "base/arena.h"
#include "base/diag.h"
#include "term/term.h"

typedef struct {
  const char *name; // NULL: not named
  term formula;
} smt2_assertion;

// A command the parser does not carry out: its name and raw text.
typedef struct {
  const char *name; // "check-sat", "get-interpolant", ...
  const char *text; // all of it, parentheses included
  source_pos pos;
  uint32_t assertions_before; // how many assertions stood before it
} smt2_command;

typedef struct smt2_script {
  VEC(smt2_assertion) assertions;
  VEC(smt2_command) commands;
  arena *mem;               // names and texts
  struct smt2_scope *scope; // what the declared names mean
} smt2_script;

// Returns NULL and fills 'd' on an error (file:line:col).
smt2_script *smt2_parse(terms *tt, const char *file, const char *text, diag *d);
void smt2_script_free(smt2_script *s);
// One term. A name means what 'script' (NULL for none) declares, else the
// variable of the table with that symbol. TERM_NONE and 'd' filled on an error.
term smt2_parse_term(terms *tt, const smt2_script *script, const char *file,
                     const char *text, diag *d);

#endif
