// SPDX-License-Identifier: Apache-2.0
// Constructors of arrays: select, store, constant arrays.
#include "term/build/build.h"

// How many stores a select looks through. Constant indices of an initialized
// table are found so; the bound keeps a long chain from being walked for ever.
enum { STORE_WALK = 1024 };

// x + c as (x, c); others as (x, none).
static void split_offset(const terms *tt, term t, term *base, term *offset) {
  const node *n = node_of(tt, t);
  bool sum = (n->kind == TERM_BVADD || n->kind == TERM_ADD) &&
             is_value(tt, (term){n->words[1]});
  *base = sum ? (term){n->words[0]} : t;
  *offset = sum ? (term){n->words[1]} : TERM_NONE;
}

static term zero_like(terms *tt, term t) {
  sort s = sort_of(tt, t);
  if (sort_get(tt, s)->kind == SORT_BV)
    return bv_make_pattern(tt, width_of(tt, t), BV_ZERO);
  return fold_integer(tt, s, 0);
}

// No valuation makes the two equal, as far as their tops show.
static bool are_distinct(terms *tt, term i, term j) {
  if (term_eq(i, j))
    return false;
  if (is_value(tt, i) && is_value(tt, j))
    return true;
  term x, y, c, d;
  split_offset(tt, i, &x, &c);
  split_offset(tt, j, &y, &d);
  if (!term_eq(x, y))
    return false;
  if (!term_is_none(c) && !term_is_none(d))
    return !term_eq(c, d);
  term only = term_is_none(c) ? d : c;
  return !term_eq(only, zero_like(tt, only));
}

static term select_raw(terms *tt, term array, term index) {
  return node_make2(tt, TERM_SELECT, sort_element(tt, sort_of(tt, array)),
                    array, index);
}

static term select_rules(terms *tt, term array, term index) {
  for (uint32_t steps = 0; steps < STORE_WALK; steps++) {
    const node *n = node_of(tt, array);
    if (n->kind == TERM_CONST_ARRAY)
      return (term){n->words[0]};
    if (n->kind != TERM_STORE)
      break;
    if (n->words[1] == index.id)
      return (term){n->words[2]};
    if (!are_distinct(tt, (term){n->words[1]}, index))
      break;
    array = (term){n->words[0]};
  }
  return select_raw(tt, array, index);
}

term term_select(terms *tt, term array, term index) {
  assert(sort_eq(sort_index(tt, sort_of(tt, array)), sort_of(tt, index)));
  if (!rules_enter(tt))
    return select_raw(tt, array, index);
  return rules_leave(tt, select_rules(tt, array, index));
}

static term store_rules(terms *tt, term array, term index, term element) {
  const node *n = node_of(tt, array), *e = node_of(tt, element);
  if (n->kind == TERM_CONST_ARRAY && n->words[0] == element.id)
    return array;
  if (e->kind == TERM_SELECT && e->words[0] == array.id &&
      e->words[1] == index.id)
    return array;
  if (n->kind == TERM_STORE && n->words[1] == index.id)
    return term_store(tt, (term){n->words[0]}, index, element);
  return node_make3(tt, TERM_STORE, sort_of(tt, array), array, index, element);
}

term term_store(terms *tt, term array, term index, term element) {
  sort s = sort_of(tt, array);
  assert(sort_eq(sort_index(tt, s), sort_of(tt, index)));
  assert(sort_eq(sort_element(tt, s), sort_of(tt, element)));
  if (!rules_enter(tt))
    return node_make3(tt, TERM_STORE, s, array, index, element);
  return rules_leave(tt, store_rules(tt, array, index, element));
}

term term_const_array(terms *tt, sort array, term element) {
  assert(sort_eq(sort_element(tt, array), sort_of(tt, element)));
  return node_make1(tt, TERM_CONST_ARRAY, array, element);
}
