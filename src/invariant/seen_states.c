// SPDX-License-Identifier: Apache-2.0
// States are kept as rows of numbers. Candidates are compared with one state
// after the other, and those that a state refutes are not evaluated again: most
// wrong ones fall in the first few states.
#include "invariant/seen_states.h"

#include "term/walk.h"

void seen_states_clear(seen_states *g) {
  vec_free(&g->variables);
  vec_free(&g->values);
  vec_free(&g->runs);
}

void seen_states_set_state(const terms *tt, const seen_states *g,
                           uint32_t state, evaluator *e) {
  eval_forget(e);
  for (uint32_t j = 0; j < g->variables.len; j++) {
    term v = g->variables.data[j];
    uint64_t n = g->values.data[state * g->variables.len + j];
    eval_set(e, v, value_bv(term_width(tt, v), n));
  }
}

void seen_states_add_changed(const seen_states *g, term_set *changed) {
  uint32_t n = g->variables.len;
  for (uint32_t i = 1; i < g->states; i++)
    for (uint32_t j = 0; j < n && g->runs.data[i] == g->runs.data[i - 1]; j++)
      if (g->values.data[i * n + j] != g->values.data[(i - 1) * n + j])
        term_set_add(changed, g->variables.data[j]);
}

bool seen_states_shows(const terms *tt, const seen_states *g, term formula) {
  evaluator *e = eval_new(tt);
  bool holds = true;
  for (uint32_t i = 0; holds && i < g->states; i++) {
    seen_states_set_state(tt, g, i, e);
    holds = eval_is_true(e, formula);
  }
  eval_free(e);
  return holds;
}

// Has the formula only variables of the set?
static bool is_over(const terms *tt, const term_set *variables, term formula) {
  term_set seen = {0};
  term_vec found = {0};
  bool is = true;
  term_variables(tt, &formula, 1, &seen, &found);
  for (uint32_t i = 0; i < found.len && is; i++)
    is = term_set_has(variables, found.data[i]);
  vec_free(&found);
  term_set_free(&seen);
  return is;
}

void seen_states_refute(const terms *tt, const seen_states *g,
                        const term *formulas, uint32_t count, bool *is_wrong) {
  term_set known = {0};
  VEC(uint32_t) open = {0}; // not refuted so far
  for (uint32_t j = 0; j < g->variables.len; j++)
    term_set_add(&known, g->variables.data[j]);
  for (uint32_t i = 0; i < count; i++)
    if (is_over(tt, &known, formulas[i]))
      vec_push(&open, i);
  evaluator *e = eval_new(tt);
  for (uint32_t s = 0; s < g->states && open.len > 0; s++) {
    seen_states_set_state(tt, g, s, e);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < open.len; i++) {
      is_wrong[open.data[i]] = !eval_is_true(e, formulas[open.data[i]]);
      if (!is_wrong[open.data[i]])
        open.data[kept++] = open.data[i];
    }
    open.len = kept;
  }
  eval_free(e);
  vec_free(&open);
  term_set_free(&known);
}
