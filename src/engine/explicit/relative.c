// SPDX-License-Identifier: Apache-2.0
// A variable whose value is an unknown plus a constant tells what that unknown
// is. With its difference to the constant in place of the unknown, other values
// may lose theirs; those that do are said. So a token that was read and passed
// on is that which its owner remembers plus the number of hands, and a sum is
// one of what its operands still are. A value that keeps an unknown is anything
// itself, and the same unknown to those that are a constant away from it.
#include "engine/explicit/relative.h"

#include <assert.h>

#include "base/mem.h"
#include "term/subst.h"
#include "term/walk.h"

enum { MAX_NODES = 64 }; // of a value that is worth saying

struct relative {
  terms *tt;
  const term *variables, *values;
  term *said;
  term_set told; // unknowns
  subst *by;     // unknown -> a term over variables
};

bool relative_has(const terms *tt, sort s) {
  sort_kind kind = sort_get_kind(tt, s);
  return kind == SORT_BV || kind == SORT_INT || kind == SORT_REAL;
}

static term minus(terms *tt, term a, term b) {
  bool is_word = sort_get_kind(tt, term_sort(tt, a)) == SORT_BV;
  return is_word ? term_bvsub(tt, a, b) : term_sub(tt, a, b);
}

static term plus(terms *tt, term a, term b) {
  bool is_word = sort_get_kind(tt, term_sort(tt, a)) == SORT_BV;
  return is_word ? term_bvadd(tt, a, b) : term_add(tt, a, b);
}

static bool is_sum(const terms *tt, term t) {
  term_kind kind = term_get_kind(tt, t);
  return kind == TERM_BVADD || kind == TERM_ADD;
}

static bool is_unknown(const terms *tt, term t) {
  return term_get_kind(tt, t) == TERM_VARIABLE;
}

// The unknown that the value is, but for a constant; else none.
static term unknown_of(const terms *tt, term t) {
  if (is_unknown(tt, t))
    return t;
  if (!is_sum(tt, t) || term_arity(tt, t) != 2)
    return TERM_NONE;
  term a = term_arg(tt, t, 0), b = term_arg(tt, t, 1);
  return is_unknown(tt, a) && term_is_value(tt, b) ? a : TERM_NONE;
}

// A variable that is an unknown plus a constant tells that unknown.
static void tell(relative *r, uint32_t i) {
  term v = r->values[i];
  term u = term_is_none(v) ? v : unknown_of(r->tt, v);
  if (term_is_none(u) || !term_set_add(&r->told, u))
    return;
  term distance = minus(r->tt, v, u);
  subst_bind(r->by, u, minus(r->tt, r->variables[i], distance));
  r->said[i] = r->variables[i];
}

// Has it unknowns, all of them told, and is it small?
static bool is_told(const relative *r, term t) {
  term_set seen = {0};
  term_vec nodes = {0};
  uint32_t unknowns = 0;
  term_postorder(r->tt, &t, 1, &seen, &nodes);
  bool is = nodes.len <= MAX_NODES;
  for (uint32_t i = 0; is && i < nodes.len; i++)
    if (is_unknown(r->tt, nodes.data[i])) {
      is = term_set_has(&r->told, nodes.data[i]);
      unknowns++;
    }
  term_set_free(&seen);
  vec_free(&nodes);
  return is && unknowns > 0;
}

// By one of those before that are themselves, if it is a constant away.
static term by_another(const relative *r, uint32_t i) {
  for (uint32_t j = 0; j < i; j++) {
    if (term_is_none(r->values[j]) || !term_eq(r->said[j], r->variables[j]) ||
        !sort_eq(term_sort(r->tt, r->values[j]),
                 term_sort(r->tt, r->values[i])))
      continue;
    term d = minus(r->tt, r->values[i], r->values[j]);
    if (term_is_value(r->tt, d))
      return plus(r->tt, r->variables[j], d);
  }
  return r->variables[i];
}

static void say(relative *r, uint32_t i) {
  term v = r->values[i];
  if (term_is_none(v) || !term_is_none(r->said[i]))
    return;
  r->said[i] = is_told(r, v) ? subst_apply(r->by, v) : by_another(r, i);
}

relative *relative_new(terms *tt, const term *variables, const term *values,
                       uint32_t n) {
  relative *r = mem_alloc(sizeof *r);
  *r = (relative){.tt = tt, .variables = variables, .values = values};
  r->said = mem_alloc(sizeof *r->said * (n + 1));
  r->by = subst_new(tt);
  for (uint32_t i = 0; i < n; i++)
    tell(r, i);
  for (uint32_t i = 0; i < n; i++)
    say(r, i);
  return r;
}

void relative_free(relative *r) {
  subst_free(r->by);
  term_set_free(&r->told);
  mem_free(r->said);
  mem_free(r);
}

term relative_value(const relative *r, uint32_t i) {
  assert(!term_is_none(r->values[i]));
  return r->said[i];
}

term relative_formula(relative *r, term formula) {
  return is_told(r, formula) ? subst_apply(r->by, formula) : TERM_NONE;
}
