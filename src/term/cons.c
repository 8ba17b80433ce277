// SPDX-License-Identifier: Apache-2.0
// Storage of nodes, and hash-consing.
//
// A term is mostly made of terms that were made a moment ago. So the hash table
// has two parts. In the first, a node is found by its *anchor*, the largest id
// among its arguments: four neighboring anchors share a line of eight slots, as
// long as a cache line. Building a formula then works on a few lines that stay
// in the cache, however large the table is. What finds its line full, and what
// has no arguments, goes to the second part, an ordinary table with open
// addressing by hash. Invariant: a node with an anchor is in the second part
// only if its line is full; so a free slot in the line says it does not exist.
//
// A slot holds an id and its 32-bit hash: nodes are looked at only where the
// hash agrees. Nothing is ever removed.
#include "base/mem.h"
#include "term/node.h"

enum {
  LINE = 8,        // slots
  ANCHORS_LOG = 2, // anchors that share a line
  FIRST_LINES = 64,
  FIRST_SLOTS = 256,
  CACHE_LINE = LINE * sizeof(cons_slot)
};

// --- nodes ------------------------------------------------------------------

static node *node_add(terms *tt, term *out) {
  uint32_t index = tt->count + NODE_BASE;
  assert(index > tt->count && "the table should not exceed 2^32 terms");
  uint32_t chunk = 31u - (uint32_t)__builtin_clz(index);
  if (!tt->chunks[chunk])
    tt->chunks[chunk] = mem_alloc(sizeof(node) << chunk);
  *out = (term){tt->count++};
  return &tt->chunks[chunk][index ^ (1u << chunk)];
}

static bool is_big_value(const node *n) {
  return n->kind == TERM_VALUE && n->value.is_big;
}

static bool node_same(const node *a, const node *b) {
  if (a->sort != b->sort || a->kind != b->kind || a->arity != b->arity)
    return false;
  if (a->arity > NODE_INLINE)
    return memcmp(a->many, b->many, a->arity * sizeof(term)) == 0;
  if (a->kind == TERM_VARIABLE)
    return a->variable.name == b->variable.name;
  if (is_big_value(a) || is_big_value(b))
    return value_equal(a->value, b->value);
  return memcmp(a->words, b->words, sizeof a->words) == 0;
}

// The largest argument; 0 if there is none.
static uint32_t node_anchor(const node *n) {
  const term *args = node_args(n);
  uint32_t anchor = 0;
  for (uint32_t i = 0; i < n->arity; i++)
    anchor = args[i].id > anchor ? args[i].id : anchor;
  return anchor;
}

// --- the table --------------------------------------------------------------

static cons_slot *line_of(const terms *tt, uint32_t anchor) {
  return tt->lines + (size_t)LINE * ((anchor >> ANCHORS_LOG) & tt->line_mask);
}

static void lines_alloc(terms *tt, uint32_t lines) {
  assert((lines & (lines - 1)) == 0);
  char *block = mem_alloc((size_t)lines * CACHE_LINE + CACHE_LINE);
  size_t skip = CACHE_LINE - (uintptr_t)block % CACHE_LINE;
  tt->line_block = block;
  tt->lines = (cons_slot *)(void *)(block + skip);
  tt->line_mask = lines - 1;
  tt->line_used = 0;
}

static void slots_alloc(terms *tt, uint32_t size) {
  assert((size & (size - 1)) == 0);
  tt->slots = mem_alloc(sizeof *tt->slots * size);
  tt->mask = size - 1;
  tt->used = 0;
}

void cons_init(terms *tt) {
  lines_alloc(tt, FIRST_LINES);
  slots_alloc(tt, FIRST_SLOTS);
}

void cons_free(terms *tt) {
  for (uint32_t i = 0; i < NODE_CHUNKS; i++)
    mem_free(tt->chunks[i]);
  mem_free(tt->line_block);
  mem_free(tt->slots);
}

static void slots_put(terms *tt, cons_slot s) {
  assert(s.id != 0 && tt->used < tt->mask);
  uint32_t at = s.hash & tt->mask;
  while (tt->slots[at].id != 0)
    at = (at + 1) & tt->mask;
  tt->slots[at] = s;
  tt->used++;
}

static void slots_grow(terms *tt) {
  cons_slot *old = tt->slots;
  uint32_t size = tt->mask + 1;
  slots_alloc(tt, size * 2);
  for (uint32_t i = 0; i < size; i++)
    if (old[i].id != 0)
      slots_put(tt, old[i]);
  mem_free(old);
}

// Where the slot of an existing node belongs.
static void cons_place(terms *tt, cons_slot s) {
  uint32_t anchor = node_anchor(node_of(tt, (term){s.id}));
  cons_slot *line = line_of(tt, anchor);
  for (uint32_t i = 0; anchor != 0 && i < LINE; i++)
    if (line[i].id == 0) {
      line[i] = s;
      tt->line_used++;
      return;
    }
  slots_put(tt, s);
}

// Doubles the first part. The second is filled anew, too: what did not fit
// into its line may do so now.
static void lines_grow(terms *tt) {
  void *old_block = tt->line_block;
  cons_slot *old = tt->lines, *old_slots = tt->slots;
  uint32_t lines = tt->line_mask + 1, size = tt->mask + 1;
  lines_alloc(tt, lines * 2);
  slots_alloc(tt, size);
  for (size_t i = 0; i < (size_t)lines * LINE; i++)
    if (old[i].id != 0)
      cons_place(tt, old[i]);
  for (uint32_t i = 0; i < size; i++)
    if (old_slots[i].id != 0)
      cons_place(tt, old_slots[i]);
  mem_free(old_block);
  mem_free(old_slots);
}

// Adds the node; what it points to is copied.
static term cons_add(terms *tt, const node *n) {
  term t;
  node *own = node_add(tt, &t);
  *own = *n;
  if (n->arity > NODE_INLINE)
    own->many = arena_copy(tt->mem, n->many, n->arity * sizeof(term));
  if (is_big_value(n))
    own->value = value_copy(tt->mem, n->value);
  return t;
}

static term cons_in_slots(terms *tt, const node *n, uint32_t hash) {
  uint32_t at = hash & tt->mask;
  for (; tt->slots[at].id != 0; at = (at + 1) & tt->mask) {
    term t = {tt->slots[at].id};
    if (tt->slots[at].hash == hash && node_same(node_of(tt, t), n))
      return t;
  }
  term t = cons_add(tt, n);
  tt->slots[at] = (cons_slot){hash, t.id};
  if (++tt->used > tt->mask / 4 * 3)
    slots_grow(tt);
  return t;
}

// The term of the node, which is made if it does not exist.
static inline term cons(terms *tt, const node *n, uint32_t hash,
                        uint32_t anchor) {
  if (anchor == 0)
    return cons_in_slots(tt, n, hash);
  cons_slot *line = line_of(tt, anchor);
  for (uint32_t i = 0; i < LINE; i++) {
    term t = {line[i].id};
    if (term_is_none(t)) {
      t = cons_add(tt, n);
      line[i] = (cons_slot){hash, t.id};
      if (++tt->line_used > tt->line_mask * (LINE / 2))
        lines_grow(tt);
      return t;
    }
    if (line[i].hash == hash && node_same(node_of(tt, t), n))
      return t;
  }
  return cons_in_slots(tt, n, hash);
}

// --- raw construction -------------------------------------------------------

static uint64_t mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15u;
  return h ^ (h >> 29);
}

static node node_head(term_kind kind, sort s, uint32_t arity) {
  node n;
  memset(&n, 0, sizeof n);
  n.sort = s.id;
  n.kind = (uint8_t)kind;
  n.arity = arity & NODE_MAX_ARITY;
  return n;
}

// Nodes that are compared bytewise: unused bytes must be zero.
static uint32_t hash_words(const node *n) {
  uint64_t w[3];
  memcpy(w, n, sizeof w);
  return (uint32_t)(mix(mix(mix(0, w[0]), w[1]), w[2]) >> 32);
}

static uint32_t hash_many(const node *n) {
  uint64_t mixed = mix(mix(0, n->sort), n->kind);
  for (uint32_t i = 0; i < n->arity; i++)
    mixed = mix(mixed, n->many[i].id);
  return (uint32_t)(mixed >> 32);
}

static uint32_t max2(uint32_t a, uint32_t b) { return a > b ? a : b; }

term node_make(terms *tt, term_kind kind, sort s, const term *args,
               uint32_t n) {
  assert(n >= 1 && n <= NODE_MAX_ARITY);
  node fresh = node_head(kind, s, n);
  if (n > NODE_INLINE) {
    fresh.many = args;
    return cons(tt, &fresh, hash_many(&fresh), node_anchor(&fresh));
  }
  memcpy(fresh.words, args, n * sizeof(term));
  return cons(tt, &fresh, hash_words(&fresh), node_anchor(&fresh));
}

term node_make1(terms *tt, term_kind kind, sort s, term a) {
  return node_make_param(tt, kind, s, a, 0, 0);
}

term node_make2(terms *tt, term_kind kind, sort s, term a, term b) {
  node fresh = node_head(kind, s, 2);
  fresh.words[0] = a.id;
  fresh.words[1] = b.id;
  return cons(tt, &fresh, hash_words(&fresh), max2(a.id, b.id));
}

term node_make3(terms *tt, term_kind kind, sort s, term a, term b, term c) {
  node fresh = node_head(kind, s, 3);
  fresh.words[0] = a.id;
  fresh.words[1] = b.id;
  fresh.words[2] = c.id;
  return cons(tt, &fresh, hash_words(&fresh), max2(max2(a.id, b.id), c.id));
}

term node_make_param(terms *tt, term_kind kind, sort s, term a, uint32_t p0,
                     uint32_t p1) {
  node fresh = node_head(kind, s, 1);
  fresh.words[0] = a.id;
  fresh.words[1] = p0;
  fresh.words[2] = p1;
  assert(a.id != 0);
  return cons(tt, &fresh, hash_words(&fresh), a.id);
}

term node_make_value(terms *tt, sort s, value v) {
  node fresh = node_head(TERM_VALUE, s, 0);
  if (v.is_big) {
    fresh.value = v;
    uint64_t mixed = mix(value_hash(v), s.id);
    return cons(tt, &fresh, (uint32_t)(mixed >> 32), 0);
  }
  fresh.value.kind = v.kind; // field by field: the padding stays zero
  fresh.value.width = v.width;
  fresh.value.bits = v.bits;
  return cons(tt, &fresh, hash_words(&fresh), 0);
}

term node_make_variable(terms *tt, sort s, const char *name) {
  node fresh = node_head(TERM_VARIABLE, s, 0);
  fresh.variable.name = name;
  return cons(tt, &fresh, hash_words(&fresh), 0);
}

void node_set_symbol(terms *tt, term variable, const char *symbol) {
  node *n = (node *)node_of(tt, variable);
  assert(n->kind == TERM_VARIABLE && !n->variable.symbol);
  n->variable.symbol = symbol;
}
