// SPDX-License-Identifier: Apache-2.0
// What of a formula can be read.
#ifndef REPORT_GIST_H
#define REPORT_GIST_H

#include "program/program.h"

// For an invariant that has no short form in the language of the program:
// appends what follows from it and has one. Of a conjunction these are the
// parts that have; of a list of states, the range of each variable that all of
// them name.
void gist_find(const program *p, term formula, term_vec *out);
// The same as text. False: nothing was printed.
bool gist_print(const program *p, term formula, strbuf *out);

#endif
