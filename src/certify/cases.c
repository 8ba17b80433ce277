// SPDX-License-Identifier: Apache-2.0
// F is (c and F with c true) or (not c and F with c false), whatever c is. An
// atom in the condition of an if-then-else is a c that pays: it decides other
// conditions as well, and soon one branch alone is left. Often one of the cases
// is plainly impossible (a path that is not taken from here); then the other
// one is split further.
#include "certify/cases.h"

#include <assert.h>

#include "certify/image.h"
#include "certify/paths.h"
#include "term/walk.h"

enum { MAX_ITES = 200 };

static bool is_connective(const terms *tt, term t) {
  term_kind kind = term_get_kind(tt, t);
  return kind == TERM_AND || kind == TERM_OR || kind == TERM_NOT;
}

// An atom; none: there is no if-then-else, or there are so many that cases do
// not help (circuits of floats).
static term find_condition(const terms *tt, term formula) {
  term_set seen = {0};
  term_vec nodes = {0};
  term found = TERM_NONE;
  term_postorder(tt, &formula, 1, &seen, &nodes);
  uint32_t count = 0;
  for (uint32_t i = 0; i < nodes.len; i++)
    if (term_get_kind(tt, nodes.data[i]) == TERM_ITE) {
      found = term_arg(tt, nodes.data[i], 0);
      count++;
    }
  if (count > MAX_ITES)
    found = TERM_NONE;
  vec_free(&nodes);
  term_set_free(&seen);
  while (!term_is_none(found) && is_connective(tt, found))
    found = term_arg(tt, found, 0);
  return found;
}

static term itself(void *data, term variable) {
  (void)data;
  return variable;
}

static term with(terms *tt, image *m, term formula, term atom, bool holds) {
  image_restart(m);
  image_set(m, atom, term_bool(tt, holds));
  term rest = image_of(m, formula);
  return paths_and(tt, holds ? atom : term_not(tt, atom), rest);
}

bool cases_split(terms *tt, term formula, term cases[2]) {
  assert(term_is_bool(tt, formula));
  image *m = image_new(tt, tt, itself, NULL);
  cases[0] = formula;
  cases[1] = term_false(tt);
  bool is_split = false;
  while (term_is_false(tt, cases[0]) != term_is_false(tt, cases[1])) {
    term left = cases[term_is_false(tt, cases[0])];
    term atom = find_condition(tt, left);
    if (term_is_none(atom))
      break;
    cases[0] = with(tt, m, left, atom, true);
    cases[1] = with(tt, m, left, atom, false);
    is_split = true;
  }
  image_free(m);
  return is_split;
}
