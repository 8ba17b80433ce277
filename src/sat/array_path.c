// SPDX-License-Identifier: Apache-2.0
// Ways through arrays, and lemmas that say where they lead.
//
// From the array that is read the way leads through stores and choices down to
// what was stored, or to a variable. Where an index is plainly the one that was
// written, or plainly another one, and at constant arrays there is nothing to
// decide; everything else is a *fork*.
//
// A lemma names a way by its turns. Whoever found it is not believed: the way
// is gone again here, each turn puts its condition into the lemma, and a way
// that ends elsewhere than it says is refused. So what comes out is true of all
// arrays, however the lemma was found.
#include "sat/array_internal.h"

#include "sat/circuit.h"

static array_fork store_fork(array_theory *a, array_place p) {
  const terms *tt = a->b->tt;
  term at = term_arg(tt, p.array, 1);
  uint32_t front = bitblast_sort_bits(tt, term_sort(tt, at));
  uint32_t tail = array_index_tail(a, p.index, front);
  return (array_fork){.at = at,
                      .index = p.index,
                      .yes = {term_arg(tt, p.array, 2), tail},
                      .no = {term_arg(tt, p.array, 0), p.index}};
}

static array_fork choice_fork(array_theory *a, array_place p) {
  const terms *tt = a->b->tt;
  uint32_t at = bitblast_bits_of(a->b, term_arg(tt, p.array, 0));
  return (array_fork){.at = TERM_NONE,
                      .index = p.index,
                      .condition = a->b->bits.data[at],
                      .yes = {term_arg(tt, p.array, 1), p.index},
                      .no = {term_arg(tt, p.array, 2), p.index}};
}

bool array_find_fork(array_theory *a, array_place p, array_fork *out) {
  if (p.index == ELEMENT)
    return false;
  switch (term_get_kind(a->b->tt, p.array)) {
  case TERM_STORE:
    *out = store_fork(a, p);
    return true;
  case TERM_ITE:
    *out = choice_fork(a, p);
    return true;
  default:
    return false;
  }
}

aig_lit array_fork_condition(array_theory *a, const array_fork *f) {
  return term_is_none(f->at) ? f->condition
                             : array_index_equals(a, f->index, f->at);
}

// The turn at a fork, if it is plain to see.
static index_relation plain_turn(array_theory *a, const array_fork *f) {
  if (!term_is_none(f->at))
    return array_index_compare(a, f->index, f->at);
  return f->condition == AIG_TRUE    ? INDEX_SAME
         : f->condition == AIG_FALSE ? INDEX_DIFFERENT
                                     : INDEX_OPEN;
}

// One step; false: there is none, or it is not plain to see.
static bool step(array_theory *a, array_place *p) {
  const terms *tt = a->b->tt;
  array_fork f;
  if (p->index == ELEMENT)
    return false;
  if (array_find_fork(a, *p, &f)) {
    index_relation turn = plain_turn(a, &f);
    *p = turn == INDEX_OPEN ? *p : turn == INDEX_SAME ? f.yes : f.no;
    return turn != INDEX_OPEN;
  }
  term first =
      term_arity(tt, p->array) > 0 ? term_arg(tt, p->array, 0) : TERM_NONE;
  switch (term_get_kind(tt, p->array)) {
  case TERM_CONST_ARRAY: {
    sort s = sort_index(tt, term_sort(tt, p->array));
    uint32_t front = bitblast_sort_bits(tt, s);
    *p = (array_place){first, array_index_tail(a, p->index, front)};
    return true;
  }
  case TERM_SELECT: {
    term at = term_arg(tt, p->array, 1);
    *p = (array_place){first, array_index_make(a, at, p->index)};
    return true;
  }
  default:
    assert(term_get_kind(tt, p->array) == TERM_VARIABLE);
    return false;
  }
}

array_place array_advance(array_theory *a, array_place p) {
  do
    a->b->read_work++;
  while (step(a, &p));
  return p;
}

uint32_t array_known_bits(array_theory *a, array_place p) {
  if (p.index == ELEMENT)
    return bitblast_bits_of(a->b, p.array);
  uint64_t *known = hmap_find(&a->known_reads, hmap_pair(p.array.id, p.index));
  return known ? (uint32_t)*known : BITS_NONE;
}

bool array_has_forks(array_theory *a, array_place p, uint32_t limit) {
  VEC(array_place) open = {0};
  uint32_t forks = 0;
  vec_push(&open, p);
  while (open.len > 0 && forks <= limit) {
    array_fork f;
    if (!array_find_fork(a, array_advance(a, vec_pop(&open)), &f))
      continue;
    forks++;
    vec_push(&open, f.yes);
    vec_push(&open, f.no);
  }
  vec_free(&open);
  return forks > limit;
}

// --- lemmas ---------------------------------------------------------------

static bool is_place(array_place p, array_place q) {
  return term_eq(p.array, q.array) && p.index == q.index;
}

// Goes the way of the lemma; false: it leads nowhere. Else *all: the condition
// on which an array leads there.
static bool follow(array_theory *a, const array_lemma *l, aig_lit *all) {
  array_place at = array_advance(a, l->from);
  *all = AIG_TRUE;
  for (uint32_t i = 0; i < l->count; i++) {
    array_fork f;
    if (!array_find_fork(a, at, &f))
      return false;
    bool yes = l->turns[i] != 0;
    aig_lit c = array_fork_condition(a, &f);
    *all = aig_and(a->b->graph, *all, yes ? c : aig_not(c));
    at = array_advance(a, yes ? f.yes : f.no);
  }
  return is_place(at, l->to);
}

bool array_lemma_literal(array_theory *a, const array_lemma *l, aig_lit *out) {
  uint32_t from = array_known_bits(a, l->from), to = array_known_bits(a, l->to);
  aig_lit way;
  if (from == BITS_NONE || to == BITS_NONE || !follow(a, l, &way))
    return false;
  const terms *tt = a->b->tt;
  uint32_t n = array_element_bits(tt, term_sort(tt, l->from.array));
  const aig_lit *bits = a->b->bits.data;
  aig_lit same = circuit_equal(a->b->graph, bits + from, bits + to, n);
  *out = aig_or(a->b->graph, aig_not(way), same);
  return true;
}
