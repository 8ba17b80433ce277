// SPDX-License-Identifier: Apache-2.0
// F is (c and F with c true) or (not c and F with c false), whatever c is. The
// condition of an if-then-else is the c that pays: one term of it is left. We
// take an outermost one, whose choice settles most of what is below it.
#include "certify/cases.h"

#include <assert.h>

#include "certify/image.h"
#include "certify/paths.h"
#include "term/walk.h"

// None: there is no if-then-else.
static term find_condition(const terms *tt, term formula) {
  term_set seen = {0};
  term_vec nodes = {0};
  term found = TERM_NONE;
  term_postorder(tt, &formula, 1, &seen, &nodes);
  for (uint32_t i = nodes.len; i > 0 && term_is_none(found); i--)
    if (term_get_kind(tt, nodes.data[i - 1]) == TERM_ITE)
      found = term_arg(tt, nodes.data[i - 1], 0);
  vec_free(&nodes);
  term_set_free(&seen);
  return found;
}

static term itself(void *data, term variable) {
  (void)data;
  return variable;
}

bool cases_split(terms *tt, term formula, term cases[2]) {
  assert(term_is_bool(tt, formula));
  term condition = find_condition(tt, formula);
  if (term_is_none(condition))
    return false;
  image *m = image_new(tt, tt, itself, NULL);
  for (int i = 0; i < 2; i++) {
    image_restart(m);
    image_set(m, condition, term_bool(tt, i == 0));
    term rest = image_of(m, formula);
    cases[i] =
        paths_and(tt, i == 0 ? condition : term_not(tt, condition), rest);
  }
  image_free(m);
  return true;
}
