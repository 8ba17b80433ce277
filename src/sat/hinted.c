// SPDX-License-Identifier: Apache-2.0
// Literals of the negated lemma are made false, then the clauses of the hints
// are visited until one has no literal left. Hints whose clauses are not yet
// unit are visited again in the next pass.
#include "sat/hinted.h"

#include <assert.h>

#include "base/mem.h"
#include "base/vec.h"

struct hinted {
  VEC(int) pool;         // literals of all clauses
  VEC(uint32_t) starts;  // by number, and the end of the last
  VEC(int8_t) value;     // by variable: 1 true, -1 false, 0 open
  VEC(uint32_t) touched; // variables that have a value
};

hinted *hinted_new(void) {
  hinted *h = mem_alloc(sizeof *h);
  vec_push(&h->starts, 0); // HINTED_NONE, empty
  vec_push(&h->starts, 0);
  return h;
}

void hinted_free(hinted *h) {
  if (!h)
    return;
  vec_free(&h->pool);
  vec_free(&h->starts);
  vec_free(&h->value);
  vec_free(&h->touched);
  mem_free(h);
}

static uint32_t variable_of(int literal) {
  assert(literal != 0);
  return (uint32_t)(literal < 0 ? -literal : literal);
}

uint32_t hinted_add_axiom(hinted *h, const int *clause, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    uint32_t v = variable_of(clause[i]);
    if (v >= h->value.len)
      vec_resize(&h->value, v + 1);
    vec_push(&h->pool, clause[i]);
  }
  vec_push(&h->starts, h->pool.len);
  return h->starts.len - 2;
}

static int8_t value_of(const hinted *h, int literal) {
  int8_t v = h->value.data[variable_of(literal)];
  return literal < 0 ? (int8_t)-v : v;
}

static void make_true(hinted *h, int literal) {
  h->value.data[variable_of(literal)] = literal < 0 ? -1 : 1;
  vec_push(&h->touched, variable_of(literal));
}

static void forget_values(hinted *h) {
  for (uint32_t i = 0; i < h->touched.len; i++)
    h->value.data[h->touched.data[i]] = 0;
  vec_clear(&h->touched);
}

// Makes all literals of the clause false. False: it has one and its complement.
static bool negate(hinted *h, uint32_t number) {
  bool ok = true;
  for (uint32_t i = h->starts.data[number]; i < h->starts.data[number + 1]; i++)
    if (value_of(h, h->pool.data[i]) > 0)
      ok = false;
    else if (value_of(h, h->pool.data[i]) == 0)
      make_true(h, -h->pool.data[i]);
  return ok;
}

typedef enum { NOTHING, UNIT, CONFLICT } visit;

static visit visit_clause(hinted *h, uint32_t number) {
  int open = 0;
  for (uint32_t i = h->starts.data[number]; i < h->starts.data[number + 1];
       i++) {
    int a = h->pool.data[i];
    int8_t v = value_of(h, a);
    if (v > 0 || (v == 0 && open != 0 && open != a))
      return NOTHING;
    if (v == 0)
      open = a;
  }
  if (open == 0)
    return CONFLICT;
  make_true(h, open);
  return UNIT;
}

static bool propagate(hinted *h, const uint32_t *hints, uint32_t n) {
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (uint32_t i = 0; i < n; i++) {
      visit found = hints[i] ? visit_clause(h, hints[i]) : NOTHING;
      if (found == CONFLICT)
        return true;
      is_new |= found == UNIT;
    }
  }
  return false;
}

uint32_t hinted_add_lemma(hinted *h, const int *clause, uint32_t n,
                          const uint32_t *hints, uint32_t hint_count) {
  uint32_t number = hinted_add_axiom(h, clause, n);
  bool follows = !negate(h, number) || propagate(h, hints, hint_count);
  forget_values(h);
  if (follows)
    return number;
  (void)vec_pop(&h->starts);
  h->pool.len = h->starts.data[number];
  return HINTED_NONE;
}
