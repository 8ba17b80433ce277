// SPDX-License-Identifier: Apache-2.0
// Contracts that somebody else wrote, against calls that runs make.
#include <assert.h>
#include <inttypes.h>

#include "contract/contract.h"
#include "contract/observe.h"
#include "term/eval.h"

typedef struct {
  const program *p;
  const open_function *f;
  const observations *seen;
  evaluator *state;
} calls;

static var formal(const open_function *f, uint32_t column) {
  return column < f->parameter_count
             ? f->parameters[column].at_start
             : f->results[column - f->parameter_count].at_return;
}

static value number(const calls *c, uint32_t row, uint32_t column) {
  const terms *tt = program_terms(c->p);
  term t = program_variable_term(c->p, formal(c->f, column));
  uint64_t n = c->seen->values.data[row * c->seen->columns + column];
  return term_is_bool(tt, t) ? value_bool(n != 0)
                             : value_bv(term_width(tt, t), n);
}

static bool is_allowed(const calls *c, const contract *its, uint32_t row) {
  eval_forget(c->state);
  for (uint32_t k = 0; k < c->seen->columns; k++)
    eval_set(c->state, program_variable_term(c->p, formal(c->f, k)),
             number(c, row, k));
  bool ok = true;
  for (uint32_t i = 0; ok && i < its->needs.len; i++)
    ok = eval_is_true(c->state, its->needs.data[i]);
  for (uint32_t i = 0; ok && i < its->gives.len; i++)
    ok = eval_is_true(c->state, its->gives.data[i]);
  return ok;
}

// "f: n = 3, \result = 4"
static void print_call(const calls *c, uint32_t row, strbuf *out) {
  strbuf_puts(out, c->f->name);
  for (uint32_t k = 0; k < c->seen->columns; k++) {
    const char *name = k < c->f->parameter_count
                           ? c->f->parameters[k].name
                           : c->f->results[k - c->f->parameter_count].name;
    type_class kind = program_variable(c->p, formal(c->f, k))->type.kind;
    strbuf_printf(out, "%s%s = ", k == 0 ? ": " : ", ", name ? name : "?");
    value_print(number(c, row, k), kind == TYPE_SIGNED || kind == TYPE_CHAR,
                out);
  }
}

static bool refute_one(const calls *c, const contract *its, strbuf *call) {
  for (uint32_t row = 0; row < c->seen->rows; row++)
    if (!is_allowed(c, its, row)) {
      print_call(c, row, call);
      return true;
    }
  return false;
}

bool contracts_refute(const env *e, const program *p, const open_calls *o,
                      const contracts *all, strbuf *call) {
  assert(all->count == o->functions.len);
  observations *seen = observe_calls(e, p, o);
  evaluator *state = eval_new(program_terms(p));
  bool is_refuted = false;
  for (uint32_t k = 0; !is_refuted && k < all->count; k++) {
    calls c = {p, &o->functions.data[k], &seen[k], state};
    is_refuted = refute_one(&c, &all->of[k], call);
  }
  eval_free(state);
  observe_free(seen, o);
  return is_refuted;
}
