// SPDX-License-Identifier: Apache-2.0
// Visiting the DAG of a term: each node once, arguments first, no recursion.
#ifndef TERM_WALK_H
#define TERM_WALK_H

#include "term/term.h"

// A set of terms, as bits by id in pages that are made where they are needed.
// A zeroed set is empty.
typedef struct {
  VEC(uint64_t *) pages;
} term_set;

bool term_set_has(const term_set *s, term t);
bool term_set_add(term_set *s, term t); // false: it was there already
void term_set_clear(term_set *s);
void term_set_free(term_set *s);

// A map from terms to numbers (handles, indices), in pages by id, that is
// forgotten in constant time. A zeroed map is empty.
//
// Epochs count from 1, so that a new page, all zero, is empty; the map's field
// is one less, so that a zeroed map is in epoch 1.
enum { TERM_MAP_PAGE_LOG = 9, TERM_MAP_PAGE = 1 << TERM_MAP_PAGE_LOG };

typedef struct {
  uint32_t epoch, number;
} term_map_slot;

typedef struct {
  VEC(term_map_slot *) pages;
  uint32_t epoch; // slots of other epochs are empty
} term_map;

// True: found, and the number is in 'out', which else stays as it is.
static inline bool term_map_find(const term_map *m, term t, uint32_t *out) {
  uint32_t page = t.id >> TERM_MAP_PAGE_LOG;
  if (page >= m->pages.len || !m->pages.data[page])
    return false;
  const term_map_slot *slot = &m->pages.data[page][t.id & (TERM_MAP_PAGE - 1)];
  if (slot->epoch != m->epoch + 1)
    return false;
  *out = slot->number;
  return true;
}

void term_map_put(term_map *m, term t, uint32_t number); // adds or replaces
void term_map_clear(term_map *m);
void term_map_free(term_map *m);

// Is the formula put together from formulas (also: an equality of two)? What is
// not, and is no value, is an atom.
bool term_is_connective(const terms *tt, term t);
// Does it compare two things that are no formulas?
bool term_is_comparison(const terms *tt, term t);

// Appends to 'out' every node below the roots (roots included) that is not in
// 'seen', arguments before users, and adds it to 'seen'. Called again with the
// same 'seen' it delivers only what is new: the cost is that of the new part.
void term_postorder(const terms *tt, const term *roots, uint32_t n,
                    term_set *seen, term_vec *out);
// The same, where a term with an origin (term/origin.h) has the arguments of
// that instead of its own.
void term_origins_first(const terms *tt, const term *roots, uint32_t n,
                        term_set *seen, term_vec *out);

// Appends the variables below the roots that are not in 'seen', and adds all
// visited nodes to 'seen'.
void term_variables(const terms *tt, const term *roots, uint32_t n,
                    term_set *seen, term_vec *out);

bool term_occurs(const terms *tt, term what, term in); // also: the same

uint32_t term_dag_size(const terms *tt, term t); // number of nodes below t

// Appends the arguments of a junction of the kind, and of those of its kind
// among them, in order and each once; of another formula, the formula.
void term_flatten(const terms *tt, term_kind kind, term formula,
                  term_vec *parts);

// Appends the conjuncts of a formula other than true: their conjunction is the
// formula.
void term_conjuncts(const terms *tt, term formula, term_vec *out);

// Does the term multiply words, none of which is a constant?
bool term_has_products(const terms *tt, term t);

#endif
