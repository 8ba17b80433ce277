// SPDX-License-Identifier: Apache-2.0
// Conditions are taken apart as conjunctions, and each literal is one node of a
// list that grows at its head. What two lists have in common is their common
// tail.
#include "certify/known.h"

#include <assert.h>

#include "base/vec.h"

static term_kind opposite_kind(term_kind kind) {
  switch (kind) {
  case TERM_BVULT:
    return TERM_BVULE;
  case TERM_BVULE:
    return TERM_BVULT;
  case TERM_BVSLT:
    return TERM_BVSLE;
  case TERM_BVSLE:
    return TERM_BVSLT;
  case TERM_LT:
    return TERM_LE;
  case TERM_LE:
    return TERM_LT;
  default:
    return kind;
  }
}

// 'y <= x' for 'x < y' and the like; none: it is no comparison.
static term opposite(terms *tt, term t) {
  term_kind kind = term_get_kind(tt, t), other = opposite_kind(kind);
  if (kind == other)
    return TERM_NONE;
  term args[2] = {term_arg(tt, t, 1), term_arg(tt, t, 0)};
  return term_make(tt, other, sort_bool(tt), args, 2, 0, 0);
}

static known add_fact(known k, arena *mem, term atom, bool holds) {
  known_fact *fact = ARENA_NEW(mem, known_fact);
  *fact = (known_fact){atom, holds, k ? k->count + 1 : 1, k};
  return fact;
}

static known add_literal(known k, arena *mem, terms *tt, term formula) {
  bool holds = term_get_kind(tt, formula) != TERM_NOT;
  term atom = holds ? formula : term_arg(tt, formula, 0);
  if (term_is_value(tt, atom))
    return k;
  k = add_fact(k, mem, atom, holds);
  term other = opposite(tt, atom);
  return term_is_none(other) ? k : add_fact(k, mem, other, !holds);
}

known known_add(known k, arena *mem, terms *tt, term formula) {
  assert(term_is_bool(tt, formula));
  VEC(term) open = {0};
  vec_push(&open, formula);
  while (open.len > 0) {
    term part = vec_pop(&open);
    if (term_get_kind(tt, part) != TERM_AND)
      k = add_literal(k, mem, tt, part);
    else
      for (uint32_t i = 0; i < term_arity(tt, part); i++)
        vec_push(&open, term_arg(tt, part, i));
  }
  vec_free(&open);
  return k;
}

known known_common(known a, known b) {
  while (a != b) {
    bool is_longer = a && (!b || a->count >= b->count);
    if (is_longer)
      a = a->before;
    else
      b = b->before;
  }
  return a;
}
