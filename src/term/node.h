// SPDX-License-Identifier: Apache-2.0
// Inside of the term table, for the files of this folder alone.
//
// A node is 24 bytes: a head (sort, kind, arity) and 16 bytes of payload: up to
// four words of arguments and parameters, or a pointer to more arguments, or
// the value itself, or a variable's names. Nodes of up to four words are equal
// if their 24 bytes are. Chunk k holds the 2^k nodes whose id + NODE_BASE has
// its highest bit at k: chunks double, never move, and are found by one count
// of leading zeros.
#ifndef TERM_NODE_H
#define TERM_NODE_H

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/hmap.h"
#include "num/bvop.h"
#include "term/origin.h"
#include "term/term.h"

enum {
  NODE_BASE_LOG = 9,
  NODE_BASE = 1 << NODE_BASE_LOG,
  NODE_CHUNKS = 32,
  NODE_INLINE = 4, // arguments and parameters that fit into a node
  NODE_MAX_ARITY = (1 << 23) - 1,
  SMALL_WIDTHS = 129, // bit-vector sorts below are found by index
  TRUE_ID = 1,
  FALSE_ID = 2,
  // Rules call constructors, and these rules, this deep at most: a bounded C
  // stack on chains of any length. Hardly ever reached: a rule with more than
  // one call that can go on has a bound of its own.
  RULE_DEPTH = 64,
  NEGATIONS = 1024 // remembered
};

typedef struct {
  uint32_t sort;
  uint32_t kind : 8, has_origin : 1, arity : 23;
  union {
    uint32_t words[NODE_INLINE]; // arguments, then parameters, then zeros
    const term *many;            // if arity > NODE_INLINE
    value value;
    struct {
      const char *name, *symbol;
    } variable;
  };
} node;

_Static_assert(sizeof(node) == 24, "nodes are compact");

typedef struct {
  uint8_t kind; // sort_kind
  uint32_t width;
  sort index, element;
} sort_node;

// Slot of the hash table (cons.c). id = 0: empty.
typedef struct {
  uint32_t hash, id;
} cons_slot;

typedef struct {
  term from, to;
} term_pair;

struct terms {
  node *chunks[NODE_CHUNKS];
  uint32_t count; // next id
  bool simplify;
  uint8_t depth;            // of rules that are being applied inside rules
  cons_slot *lines, *slots; // the two parts of the hash table
  void *line_block;         // memory of 'lines', before alignment
  uint32_t line_mask, mask; // number of lines or slots, minus 1
  uint32_t line_used, used; // number of filled slots
  VEC(sort_node) sorts;
  uint32_t bv_sorts[SMALL_WIDTHS]; // by width; 0: not made yet
  sort bool_sort, int_sort, real_sort;
  hmap wide_sorts, array_sorts;
  arena *mem;     // names, large values, long argument lists
  arena *scratch; // results of folding, until they are interned
  strtab *names;
  hmap symbols; // interned symbol -> variable
  uint64_t fresh;
  VEC(uint64_t) work;             // argument list that is being normalized
  term_vec args;                  // the same, normalized
  term_pair negations[NEGATIONS]; // of junctions, the last ones asked for
  hmap origin_of;                 // id of a term -> index of its origin
  VEC(term_origin) origins;
};

static inline node *node_at(const terms *tt, term t) {
  assert(t.id != 0 && t.id < tt->count);
  uint32_t index = t.id + NODE_BASE;
  uint32_t chunk = 31u - (uint32_t)__builtin_clz(index);
  return &tt->chunks[chunk][index ^ (1u << chunk)];
}

static inline const node *node_of(const terms *tt, term t) {
  return node_at(tt, t);
}

static inline term_kind kind_of(const terms *tt, term t) {
  return (term_kind)node_of(tt, t)->kind;
}

static inline const term *node_args(const node *n) {
  return n->arity <= NODE_INLINE ? (const term *)n->words : n->many;
}

static inline term arg_of(const terms *tt, term t, uint32_t i) {
  const node *n = node_of(tt, t);
  assert(i < n->arity);
  return node_args(n)[i];
}

static inline uint32_t node_param(const node *n, uint32_t i) {
  assert(n->arity + i < NODE_INLINE);
  return n->words[n->arity + i];
}

static inline sort sort_of(const terms *tt, term t) {
  return (sort){node_of(tt, t)->sort};
}

static inline const sort_node *sort_get(const terms *tt, sort s) {
  assert(s.id != 0 && s.id < tt->sorts.len);
  return &tt->sorts.data[s.id];
}

static inline uint32_t width_of(const terms *tt, term t) {
  const sort_node *s = sort_get(tt, sort_of(tt, t));
  assert(s->kind == SORT_BV);
  return s->width;
}

static inline bool is_bool(const terms *tt, term t) {
  return sort_eq(sort_of(tt, t), tt->bool_sort);
}

static inline bool is_int(const terms *tt, term t) {
  return sort_eq(sort_of(tt, t), tt->int_sort);
}

static inline bool is_real(const terms *tt, term t) {
  return sort_eq(sort_of(tt, t), tt->real_sort);
}

static inline bool is_bv(const terms *tt, term t) {
  return sort_get(tt, sort_of(tt, t))->kind == SORT_BV;
}

static inline bool is_true(term t) { return t.id == TRUE_ID; }
static inline bool is_false(term t) { return t.id == FALSE_ID; }

static inline bool is_kind(const terms *tt, term t, term_kind k) {
  return node_of(tt, t)->kind == k;
}

static inline bool is_value(const terms *tt, term t) {
  return is_kind(tt, t, TERM_VALUE);
}

static inline value value_of(const terms *tt, term t) {
  assert(is_value(tt, t));
  return node_of(tt, t)->value;
}

// The node itself, without any rule; found if it exists already.
term node_make(terms *tt, term_kind kind, sort s, const term *args, uint32_t n);
term node_make1(terms *tt, term_kind kind, sort s, term a);
term node_make2(terms *tt, term_kind kind, sort s, term a, term b);
term node_make3(terms *tt, term_kind kind, sort s, term a, term b, term c);
// One argument and parameters (0 where there is none).
term node_make_param(terms *tt, term_kind kind, sort s, term a, uint32_t p0,
                     uint32_t p1);

term node_make_value(terms *tt, sort s, value v); // s: the sort of v
// 'name' is interned. A variable that is new has no symbol yet.
term node_make_variable(terms *tt, sort s, const char *name);
void node_set_symbol(terms *tt, term variable, const char *symbol);

void cons_init(terms *tt);
void cons_free(terms *tt);

// The variable that prints as 'symbol'; TERM_NONE: there is none.
term node_find_symbol(const terms *tt, const char *symbol);

#endif
