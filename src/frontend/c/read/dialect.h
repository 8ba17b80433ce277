// SPDX-License-Identifier: Apache-2.0
// CBMC's words in C texts.
//
// CBMC's harnesses speak a C of their own: functions that nobody declares
// (__CPROVER_assume), and quantifiers and an implication that are no C. A text
// that has such words gets declarations and macros in front, and what is no C
// is written in C, in the same place: the lines stay, and so do the columns
// of whatever follows.
#ifndef FRONTEND_C_READ_DIALECT_H
#define FRONTEND_C_READ_DIALECT_H

#include "base/diag.h"
#include "base/strbuf.h"

// Begins the annotation that carries a clause of a contract; then come its kind
// ("requires", "ensures") and its text.
#define DIALECT_CLAUSE "CBMC "

// Begins the name of the function that keeps a contract (clauses.h).
#define DIALECT_CONTRACT "__CPROVER_contract_"

// Whether the text has any of the words.
bool dialect_is_used(const char *text);
// Lines that precede the text. What it declares itself is left out.
// has_macros: the text is preprocessed after this.
void dialect_print_preamble(const char *text, bool has_macros, strbuf *out);
// The words of the k-th kind of clauses that are read and not used, and what is
// said of them; NULL: there are no more.
const char *dialect_ignored(uint32_t k);
const char *dialect_why_ignored(uint32_t k);
// Writes quantifiers and implications in C. False with 'd' filled if one has
// no range that a loop could run over. path: for messages.
bool dialect_rewrite(strbuf *text, const char *path, diag *d);

#endif
