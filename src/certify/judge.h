// SPDX-License-Identifier: Apache-2.0
// Solvers that confirm, none of which found the answer.
#ifndef CERTIFY_JUDGE_H
#define CERTIFY_JUDGE_H

#include "base/env.h"
#include "result/result.h"
#include "smt/solver.h"
#include "term/term.h"

typedef struct judge judge;

// finder: whose answer it is, who must not confirm himself. 'e' and 'tt' must
// outlive the judge.
judge *judge_new(const env *e, terms *tt, finder_kind finder);
void judge_free(judge *j);

// Can the formula hold? Everyone gets a turn of so many seconds, within the
// limits; who keeps what it learned knows all that was refuted before. SMT_SAT
// only if the model, evaluated, makes it true. SMT_UNKNOWN:
// nobody could tell; judge_reason says why.
smt_status judge_ask(judge *j, term formula, double seconds);
// What follows has nothing to do with what was refuted: solvers begin anew.
void judge_begin_anew(judge *j);
// Is there anyone to ask, and time? If not, judge_reason says what is missing.
bool judge_can_go_on(judge *j);
// How many seconds a question as hard as the hardest one of the search takes.
double judge_patience(const judge *j);
// The same with less patience, for questions that merely save work: SMT_SAT
// means as little as SMT_UNKNOWN.
smt_status judge_glance(judge *j, term formula);
// After SMT_SAT: does this part of the formula hold in the model?
bool judge_holds(judge *j, term part);
const char *judge_reason(const judge *j);
// Who answered, and how often ("z3 (3 queries)").
void judge_print(const judge *j, strbuf *out);

#endif
