// SPDX-License-Identifier: Apache-2.0
// A tree that asks for one variable after the other. A node has the states
// below it: those that give its variable a constant are in the child of that
// constant, those that give it none in a child of their own. So a state is in
// one leaf, and what is looked for passes one or two children of a node where
// its variable is a constant, and all where it is not.
//
// A node asks for the variable that tells most of its states apart. It costs a
// look at all values of its states, and few layers leave few states.
#include "certify/listed_index.h"

#include <assert.h>
#include <stdlib.h>

#include "base/hmap.h"
#include "base/mem.h"

enum { FEW = 4 }; // states, that need no telling apart

typedef struct {
  uint32_t variable;     // 0: a leaf
  listed_numbers states; // of a leaf
  hmap child;            // by the id of a constant; 0: of those without one
} node;

struct listed_index {
  const terms *tt;
  listed_values values; // of all states, one after the other
  listed_numbers ends;  // by state: where its values end
  VEC(node) nodes;      // the first one is the root
};

listed_index *listed_index_new(const terms *tt) {
  assert(tt);
  listed_index *x = mem_alloc(sizeof *x);
  x->tt = tt;
  return x;
}

void listed_index_free(listed_index *x) {
  if (!x)
    return;
  for (uint32_t i = 0; i < x->nodes.len; i++) {
    vec_free(&x->nodes.data[i].states);
    hmap_free(&x->nodes.data[i].child);
  }
  vec_free(&x->nodes);
  vec_free(&x->values);
  vec_free(&x->ends);
  mem_free(x);
}

static int compare_values(const void *a, const void *b) {
  const listed_value *x = a, *y = b;
  if (x->variable != y->variable)
    return x->variable < y->variable ? -1 : 1;
  return (x->constant.id > y->constant.id) - (x->constant.id < y->constant.id);
}

// A state with two constants for one variable is none, and one of them tells
// enough: a node asks for a variable only where that divides its states.
void listed_index_add(listed_index *x, const listed_value *values, uint32_t n) {
  assert(x->nodes.len == 0 && "the tree should be built behind the last state");
  uint32_t start = x->values.len;
  for (uint32_t i = 0; i < n; i++) {
    assert(values[i].variable != 0 && term_is_value(x->tt, values[i].constant));
    vec_push(&x->values, values[i]);
  }
  if (n > 1)
    qsort(x->values.data + start, n, sizeof *values, compare_values);
  uint32_t end = start;
  for (uint32_t i = start; i < x->values.len; i++)
    if (end == start ||
        x->values.data[end - 1].variable != x->values.data[i].variable)
      x->values.data[end++] = x->values.data[i];
  x->values.len = end;
  vec_push(&x->ends, end);
}

static uint32_t first_value(const listed_index *x, uint32_t state) {
  return state > 0 ? x->ends.data[state - 1] : 0;
}

// The constant that a state gives a variable; none.
static term value_in(const listed_index *x, uint32_t state, uint32_t variable) {
  for (uint32_t i = first_value(x, state); i < x->ends.data[state]; i++)
    if (x->values.data[i].variable == variable)
      return x->values.data[i].constant;
  return TERM_NONE;
}

// --- building ----------------------------------------------------------------

// How often states give a variable a constant, and how many there are.
typedef struct {
  uint32_t variable, given, distinct;
} use;

typedef struct {
  VEC(use) all;
  hmap index; // by variable
  hmap seen;  // pairs of a variable and a constant
} uses;

static void note_use(uses *u, const listed_value *v) {
  const uint64_t *known = hmap_find(&u->index, v->variable);
  uint32_t at = known ? (uint32_t)*known : u->all.len;
  if (!known) {
    hmap_put(&u->index, v->variable, at);
    vec_push(&u->all, ((use){.variable = v->variable}));
  }
  u->all.data[at].given++;
  uint64_t pair = hmap_pair(v->variable, v->constant.id);
  if (!hmap_find(&u->seen, pair))
    u->all.data[at].distinct++;
  hmap_put(&u->seen, pair, 1);
}

// The variable whose constants tell most states apart; 0: none does.
static uint32_t choose(const listed_index *x, const listed_numbers *states) {
  uses u = {0};
  for (uint32_t i = 0; i < states->len; i++) {
    uint32_t state = states->data[i];
    for (uint32_t j = first_value(x, state); j < x->ends.data[state]; j++)
      note_use(&u, &x->values.data[j]);
  }
  uint32_t best = 0, most = 0;
  for (uint32_t i = 0; i < u.all.len; i++) {
    const use *one = &u.all.data[i];
    uint32_t apart = one->given - one->given / one->distinct;
    if (apart > most) {
      most = apart;
      best = one->variable;
    }
  }
  vec_free(&u.all);
  hmap_free(&u.index);
  hmap_free(&u.seen);
  return best;
}

// The child for a constant, which is made if it is not there.
static uint32_t child_for(listed_index *x, uint32_t parent, term constant) {
  const uint64_t *known = hmap_find(&x->nodes.data[parent].child, constant.id);
  if (known)
    return (uint32_t)*known;
  uint32_t child = x->nodes.len;
  vec_push(&x->nodes, (node){0});
  hmap_put(&x->nodes.data[parent].child, constant.id, child);
  return child;
}

static void split(listed_index *x, uint32_t at) {
  listed_numbers states = x->nodes.data[at].states;
  uint32_t variable = states.len > FEW ? choose(x, &states) : 0;
  if (variable == 0)
    return;
  x->nodes.data[at].variable = variable;
  x->nodes.data[at].states = (listed_numbers){0};
  for (uint32_t i = 0; i < states.len; i++) {
    uint32_t state = states.data[i];
    uint32_t child = child_for(x, at, value_in(x, state, variable));
    vec_push(&x->nodes.data[child].states, state);
  }
  vec_free(&states);
}

void listed_index_build(listed_index *x) {
  assert(x->nodes.len == 0);
  vec_push(&x->nodes, (node){0});
  for (uint32_t i = 0; i < x->ends.len; i++)
    vec_push(&x->nodes.data[0].states, i);
  for (uint32_t i = 0; i < x->nodes.len; i++)
    split(x, i);
}

// --- looking up --------------------------------------------------------------

typedef struct {
  const listed_index *index;
  listed_look look;
  void *data;
  listed_numbers open; // nodes
} search;

static void pass(search *s, const node *n, term key) {
  const uint64_t *child = hmap_find(&n->child, key.id);
  if (child)
    vec_push(&s->open, (uint32_t)*child);
}

static void pass_all(search *s, const node *n) {
  uint32_t cursor = 0;
  uint64_t key, child;
  while (hmap_next(&n->child, &cursor, &key, &child))
    vec_push(&s->open, (uint32_t)child);
}

static bool is_constant(const search *s, term t) {
  return !term_is_none(t) && term_is_value(s->index->tt, t);
}

static bool may_hold(const search *s, uint32_t state) {
  const listed_index *x = s->index;
  for (uint32_t i = first_value(x, state); i < x->ends.data[state]; i++) {
    listed_value v = x->values.data[i];
    term here = s->look(s->data, v.variable);
    if (is_constant(s, here) && !term_eq(here, v.constant))
      return false;
  }
  return true;
}

void listed_index_find(const listed_index *x, listed_look look, void *data,
                       listed_numbers *out) {
  assert(x->nodes.len > 0 && "the tree should be built");
  search s = {.index = x, .look = look, .data = data};
  vec_push(&s.open, 0);
  while (s.open.len > 0) {
    const node *n = &x->nodes.data[vec_pop(&s.open)];
    term here = n->variable ? look(data, n->variable) : TERM_NONE;
    if (is_constant(&s, here)) {
      pass(&s, n, here);
      pass(&s, n, TERM_NONE);
    } else {
      pass_all(&s, n);
    }
    for (uint32_t i = 0; i < n->states.len; i++)
      if (may_hold(&s, n->states.data[i]))
        vec_push(out, n->states.data[i]);
  }
  vec_free(&s.open);
}
