// SPDX-License-Identifier: Apache-2.0
// Terms as text: SMT-LIB 2, C and Boogie expressions. Shared subterms are
// printed once (let in SMT-LIB), so that the text is linear in the DAG.
#ifndef TERM_TEXT_PRINT_H
#define TERM_TEXT_PRINT_H

#include "base/strbuf.h"
#include "term/term.h"

void term_print_smt2(const terms *tt, term t, strbuf *out);
void sort_print_smt2(const terms *tt, sort s, strbuf *out);
// (declare-const ...) for each variable below the roots.
void term_print_declarations(const terms *tt, const term *roots, uint32_t n,
                             strbuf *out);
// A whole script: set-logic, declarations, one assert per root, check-sat.
void term_print_script(const terms *tt, const term *roots, uint32_t n,
                       strbuf *out);

// As a C expression over the variables' names given by 'name' (NULL result: no
// C name), with the casts it takes to have the value of the term in both data
// models ('int' has 32 bits, 'long long' 64). A bit-vector variable must have a
// C type of its width (8, 16, 32, 64; 1 for a _Bool) and the signedness that
// 'name' reports; the result is read as signed if the leftmost variable is.
// Returns false, with nothing written, if t has no C form (arrays, numbers,
// widths above 64, a nameless variable, or a tree of more than 'max_nodes').
typedef const char *(*term_c_name)(void *data, term variable, bool *is_signed);
// Writes a Bool that is no variable in other words; false, and nothing: it has
// none.
typedef bool (*term_c_atom)(void *data, term t, strbuf *out);
// 'atom' may be NULL.
bool term_print_c(const terms *tt, term t, term_c_name name, term_c_atom atom,
                  void *data, uint32_t max_nodes, strbuf *out);

// As a Boogie expression. False, with nothing written, for a nameless variable,
// a constant array, a parameterized operator, or too large a tree.
typedef const char *(*term_boogie_name)(void *data, term variable);
bool term_print_boogie(const terms *tt, term t, term_boogie_name name,
                       void *data, uint32_t max_nodes, strbuf *out);

#endif
