// SPDX-License-Identifier: Apache-2.0
// Arrays without arrays.
//
// A *read* is an array term and an index (a row of literals). It is pushed
// down: through a store it becomes a choice by equality of the indices, through
// ite a choice, at a constant array the element; at a variable it is a row of
// fresh inputs, and two reads of one variable whose indices may be equal get
// the constraint that equal indices have equal elements (Ackermann). Results
// are kept per (array, index), so stores shared by many reads are passed once.
// These constraints are as many as pairs of reads. A solver that can be asked
// again wants them *lazily*: the first few are made at once, of the others only
// those that one of its models breaks (Brummayer and Biere, SMT 2008).
// In an array of arrays the index is the row of all indices on the way.
//
// An equality of two arrays is a fresh input e with
//   - a *witness* index w: e or a[w] != b[w];
//   - for every index i that matters: e implies a[i] = b[i];
//   - the same for 'all other indices', an index equal to no other.
// The indices that matter are those of the reads, stores and witnesses of all
// arrays connected with a and b by stores, ite and equalities (union-find); new
// ones are instantiated as they come. A model is completed by giving each
// variable its element for 'all others' wherever it was not read; no store
// touches those places, so both sides agree there. That index stands for a
// real one only while fewer indices matter than there are: with few bits all
// constants are made indices that matter instead, and should the others run
// out, the translation is declared broken.
#include "sat/bitblast_internal.h"

#include "base/mem.h"
#include "base/unreachable.h"
#include "sat/circuit.h"

enum {
  OTHERS = 0,           // the index of 'all other indices'
  ELEMENT = UINT32_MAX, // no index left: the element itself
  SMALL_INDEX_BITS = 8, // up to here every index is made to matter
  EAGER_READS = 8,      // of an array, all of whose pairs are related at once
};

typedef struct {
  uint32_t start, len; // in index_bits
} index_row;

typedef struct {
  uint32_t index, bits; // an interned index; where the element's bits start
} array_read;

typedef struct {
  term variable;
  uint32_t element_bits;
  VEC(array_read) reads;
  bool is_partial; // some pairs are not related
} array_variable;

// Arrays connected by stores, ite and equalities.
typedef struct {
  uint32_t parent; // itself: a root; only roots use the rest
  uint32_t index_bits;
  bool is_inside;        // holds an array taken out of an array of arrays
  VEC(uint32_t) indices; // that matter
  VEC(uint32_t) equalities;
} array_class;

typedef struct {
  term a, b;
  aig_lit equal;
} array_equality;

typedef struct {
  uint32_t equality, index;
} instance;

typedef struct {
  term array;
  uint32_t index;
} read_request;

struct array_theory {
  bitblast *b;
  bool is_lazy;
  VEC(index_row) indices; // interned: equal rows have equal ids
  VEC(aig_lit) index_bits;
  hmap index_by_hash;       // hash -> id of the newest
  VEC(uint32_t) index_next; // by id: the next of equal hash, 0: none
  VEC(aig_lit) row;         // an index under construction
  hmap known_reads;         // (array, index) -> where the bits start
  VEC(read_request) requests;
  hmap variable_numbers; // array variable -> position in variables
  VEC(array_variable) variables;
  hmap class_numbers; // array term -> position in classes
  VEC(array_class) classes;
  hmap matters; // (class root, index) -> 1
  VEC(array_equality) equalities;
  hmap instantiated; // (equality, index) -> 1
  VEC(instance) to_instantiate;
};

array_theory *array_theory_new(bitblast *b) {
  array_theory *a = mem_alloc(sizeof *a);
  a->b = b;
  vec_push(&a->indices, ((index_row){0, 0})); // OTHERS
  vec_push(&a->index_next, 0);
  return a;
}

void array_theory_free(array_theory *a) {
  for (uint32_t i = 0; i < a->variables.len; i++)
    vec_free(&a->variables.data[i].reads);
  for (uint32_t i = 0; i < a->classes.len; i++) {
    vec_free(&a->classes.data[i].indices);
    vec_free(&a->classes.data[i].equalities);
  }
  vec_free(&a->indices);
  vec_free(&a->index_bits);
  hmap_free(&a->index_by_hash);
  vec_free(&a->index_next);
  vec_free(&a->row);
  hmap_free(&a->known_reads);
  vec_free(&a->requests);
  hmap_free(&a->variable_numbers);
  vec_free(&a->variables);
  hmap_free(&a->class_numbers);
  vec_free(&a->classes);
  hmap_free(&a->matters);
  vec_free(&a->equalities);
  hmap_free(&a->instantiated);
  vec_free(&a->to_instantiate);
  mem_free(a);
}

static void add_constraint(array_theory *a, aig_lit c) {
  if (c != AIG_TRUE)
    vec_push(&a->b->constraints, c);
}

// --- indices -------------------------------------------------------------

static bool is_row(const array_theory *a, uint32_t id) {
  index_row r = a->indices.data[id];
  if (r.len != a->row.len)
    return false;
  for (uint32_t i = 0; i < r.len; i++)
    if (a->index_bits.data[r.start + i] != a->row.data[i])
      return false;
  return true;
}

// The id of the index a->row.
static uint32_t intern_row(array_theory *a) {
  assert(a->row.len > 0);
  uint64_t hash = hash_bytes(a->row.data, a->row.len * sizeof *a->row.data);
  uint64_t *newest = hmap_find(&a->index_by_hash, hash);
  uint32_t first = newest ? (uint32_t)*newest : 0;
  for (uint32_t id = first; id != 0; id = a->index_next.data[id])
    if (is_row(a, id))
      return id;
  uint32_t id = a->indices.len;
  vec_push(&a->indices, ((index_row){a->index_bits.len, a->row.len}));
  for (uint32_t i = 0; i < a->row.len; i++)
    vec_push(&a->index_bits, a->row.data[i]);
  vec_push(&a->index_next, first);
  hmap_put(&a->index_by_hash, hash, id);
  return id;
}

static void append_bits(array_theory *a, const aig_lit *bits, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    vec_push(&a->row, bits[i]);
}

static uint32_t term_bits(const array_theory *a, term t) {
  return bitblast_sort_bits(a->b->tt, term_sort(a->b->tt, t));
}

// The index made of a term's bits, followed by 'rest' (ELEMENT: nothing).
static uint32_t make_index(array_theory *a, term t, uint32_t rest) {
  vec_clear(&a->row);
  uint32_t start = bitblast_bits_of(a->b, t);
  append_bits(a, &a->b->bits.data[start], term_bits(a, t));
  if (rest != ELEMENT) {
    index_row r = a->indices.data[rest];
    append_bits(a, &a->index_bits.data[r.start], r.len);
  }
  return intern_row(a);
}

// What is left of an index behind its first n bits.
static uint32_t index_tail(array_theory *a, uint32_t index, uint32_t n) {
  index_row r = a->indices.data[index];
  if (index == OTHERS || r.len == n)
    return ELEMENT;
  assert(r.len > n);
  vec_clear(&a->row);
  append_bits(a, &a->index_bits.data[r.start + n], r.len - n);
  return intern_row(a);
}

// Is the front of the index equal to the bits of the term t?
static aig_lit index_equals(array_theory *a, uint32_t index, term t) {
  if (index == OTHERS)
    return AIG_FALSE;
  uint32_t start = bitblast_bits_of(a->b, t);
  return circuit_equal(a->b->graph,
                       &a->index_bits.data[a->indices.data[index].start],
                       &a->b->bits.data[start], term_bits(a, t));
}

// --- classes -------------------------------------------------------------

static uint32_t class_of(array_theory *a, term array) {
  uint64_t *found = hmap_find(&a->class_numbers, array.id);
  assert(found && "an array should be added before it is used");
  uint32_t c = (uint32_t)*found;
  while (a->classes.data[c].parent != c) {
    uint32_t parent = a->classes.data[c].parent;
    a->classes.data[c].parent = a->classes.data[parent].parent;
    c = parent;
  }
  return c;
}

static void instantiate_later(array_theory *a, uint32_t equality,
                              uint32_t index) {
  vec_push(&a->to_instantiate, ((instance){equality, index}));
}

static void check_room_for_others(array_theory *a, const array_class *c) {
  if (c->equalities.len == 0 || c->index_bits <= SMALL_INDEX_BITS)
    return;
  bool used_up = c->index_bits < 32 && c->indices.len >= 1u << c->index_bits;
  if (used_up || c->is_inside)
    a->b->broken = "array equality";
}

static void add_index(array_theory *a, uint32_t root, uint32_t index) {
  assert(index != OTHERS && a->classes.data[root].parent == root);
  uint64_t key = hmap_pair(root, index);
  if (hmap_find(&a->matters, key))
    return;
  hmap_put(&a->matters, key, 1);
  array_class *c = &a->classes.data[root];
  vec_push(&c->indices, index);
  for (uint32_t i = 0; i < c->equalities.len; i++)
    instantiate_later(a, c->equalities.data[i], index);
  check_room_for_others(a, c);
}

static void add_equality(array_theory *a, uint32_t root, uint32_t equality) {
  array_class *c = &a->classes.data[root];
  vec_push(&c->equalities, equality);
  for (uint32_t i = 0; i < c->indices.len; i++)
    instantiate_later(a, equality, c->indices.data[i]);
  check_room_for_others(a, c);
}

static void merge_classes(array_theory *a, uint32_t x, uint32_t y) {
  assert(a->classes.data[x].parent == x && a->classes.data[y].parent == y);
  if (x == y)
    return;
  array_class *keep = &a->classes.data[x], *gone = &a->classes.data[y];
  if (keep->indices.len < gone->indices.len) {
    merge_classes(a, y, x);
    return;
  }
  assert(keep->index_bits == gone->index_bits);
  gone->parent = x;
  keep->is_inside |= gone->is_inside;
  for (uint32_t i = 0; i < gone->equalities.len; i++)
    add_equality(a, x, gone->equalities.data[i]);
  for (uint32_t i = 0; i < gone->indices.len; i++)
    add_index(a, x, gone->indices.data[i]);
  check_room_for_others(a, keep);
  vec_free(&gone->indices);
  vec_free(&gone->equalities);
}

static uint32_t new_class(array_theory *a, uint32_t index_bits) {
  uint32_t c = a->classes.len;
  vec_push(&a->classes, ((array_class){.parent = c, .index_bits = index_bits}));
  return c;
}

// --- sorts ---------------------------------------------------------------

// Bits of the innermost element; 0: something in the sort has no bits.
static uint32_t element_bits(const terms *tt, sort s) {
  while (sort_get_kind(tt, s) == SORT_ARRAY) {
    if (bitblast_sort_bits(tt, sort_index(tt, s)) == 0)
      return 0;
    s = sort_element(tt, s);
  }
  return bitblast_sort_bits(tt, s);
}

static bool is_flat(const terms *tt, sort s) {
  return sort_get_kind(tt, sort_element(tt, s)) != SORT_ARRAY;
}

// --- reads ---------------------------------------------------------------

static array_variable *find_variable(array_theory *a, term variable) {
  uint64_t *found = hmap_find(&a->variable_numbers, variable.id);
  if (found)
    return &a->variables.data[*found];
  hmap_put(&a->variable_numbers, variable.id, a->variables.len);
  const terms *tt = a->b->tt;
  vec_push(&a->variables, ((array_variable){.variable = variable,
                                            .element_bits = element_bits(
                                                tt, term_sort(tt, variable))}));
  return &vec_last(&a->variables);
}

// Equal indices have equal elements.
static void relate_reads(array_theory *a, array_read x, array_read y,
                         uint32_t n) {
  if (x.index == OTHERS || y.index == OTHERS)
    return;
  index_row r = a->indices.data[x.index], q = a->indices.data[y.index];
  assert(r.len == q.len);
  aig *g = a->b->graph;
  aig_lit same = circuit_equal(g, &a->index_bits.data[r.start],
                               &a->index_bits.data[q.start], r.len);
  if (same == AIG_FALSE)
    return;
  aig_lit equal =
      circuit_equal(g, &a->b->bits.data[x.bits], &a->b->bits.data[y.bits], n);
  add_constraint(a, aig_or(g, aig_not(same), equal));
}

static uint32_t read_variable(array_theory *a, term variable, uint32_t index) {
  array_variable *v = find_variable(a, variable);
  uint32_t n = v->element_bits;
  array_read now = {index, bitblast_alloc_inputs(a->b, n, variable, true)};
  bool is_later = a->is_lazy && v->reads.len >= EAGER_READS;
  v->is_partial |= is_later;
  for (uint32_t i = 0; !is_later && i < v->reads.len; i++)
    relate_reads(a, now, v->reads.data[i], n);
  a->b->read_work += is_later ? 1 : v->reads.len;
  vec_push(&v->reads, now);
  if (index != OTHERS && is_flat(a->b->tt, term_sort(a->b->tt, variable)))
    add_index(a, class_of(a, variable), index);
  return now.bits;
}

// Finds the bits of 'array' at 'index' (of the term itself for ELEMENT); if
// they are not known yet, requests them and returns false.
static bool find_read(array_theory *a, term array, uint32_t index,
                      uint32_t *bits) {
  if (index == ELEMENT) {
    *bits = bitblast_bits_of(a->b, array);
    return true;
  }
  uint64_t *known = hmap_find(&a->known_reads, hmap_pair(array.id, index));
  if (known)
    *bits = (uint32_t)*known;
  else
    vec_push(&a->requests, ((read_request){array, index}));
  return known != NULL;
}

typedef struct {
  term array;
  uint32_t index;
} place;

// Bits of 'yes' if the condition holds, else those of 'no'; false as above.
static bool choose_read(array_theory *a, aig_lit condition, place yes, place no,
                        uint32_t n, uint32_t *bits) {
  if (condition == AIG_TRUE)
    return find_read(a, yes.array, yes.index, bits);
  if (condition == AIG_FALSE)
    return find_read(a, no.array, no.index, bits);
  uint32_t x = 0, y = 0;
  bool has_yes = find_read(a, yes.array, yes.index, &x);
  bool has_no = find_read(a, no.array, no.index, &y);
  if (!has_yes || !has_no)
    return false;
  *bits = bitblast_alloc(a->b, n);
  aig_lit *all = a->b->bits.data;
  circuit_mux(a->b->graph, condition, all + x, all + y, n, all + *bits);
  return true;
}

static bool read_store(array_theory *a, read_request q, uint32_t n,
                       uint32_t *bits) {
  const terms *tt = a->b->tt;
  term at = term_arg(tt, q.array, 1);
  aig_lit hit = index_equals(a, q.index, at);
  uint32_t tail = index_tail(a, q.index, term_bits(a, at));
  return choose_read(a, hit, (place){term_arg(tt, q.array, 2), tail},
                     (place){term_arg(tt, q.array, 0), q.index}, n, bits);
}

static bool read_ite(array_theory *a, read_request q, uint32_t n,
                     uint32_t *bits) {
  const terms *tt = a->b->tt;
  uint32_t at = bitblast_bits_of(a->b, term_arg(tt, q.array, 0));
  return choose_read(a, a->b->bits.data[at],
                     (place){term_arg(tt, q.array, 1), q.index},
                     (place){term_arg(tt, q.array, 2), q.index}, n, bits);
}

// Answers a request if all it depends on is known, else adds requests.
static bool answer_request(array_theory *a, read_request q, uint32_t *bits) {
  const terms *tt = a->b->tt;
  sort s = term_sort(tt, q.array);
  uint32_t n = element_bits(tt, s);
  switch (term_get_kind(tt, q.array)) {
  case TERM_VARIABLE:
    *bits = read_variable(a, q.array, q.index);
    return true;
  case TERM_CONST_ARRAY: {
    uint32_t front = bitblast_sort_bits(tt, sort_index(tt, s));
    return find_read(a, term_arg(tt, q.array, 0), index_tail(a, q.index, front),
                     bits);
  }
  case TERM_STORE:
    return read_store(a, q, n, bits);
  case TERM_ITE:
    return read_ite(a, q, n, bits);
  case TERM_SELECT:
    return find_read(a, term_arg(tt, q.array, 0),
                     make_index(a, term_arg(tt, q.array, 1), q.index), bits);
  default:
    UNREACHABLE();
  }
}

static uint32_t read_array(array_theory *a, term array, uint32_t index) {
  uint32_t bits = 0;
  assert(a->requests.len == 0 && index != ELEMENT);
  find_read(a, array, index, &bits);
  while (a->requests.len > 0) {
    a->b->read_work++;
    read_request q = vec_last(&a->requests);
    uint64_t key = hmap_pair(q.array.id, q.index);
    if (hmap_find(&a->known_reads, key)) { // requested twice
      (void)vec_pop(&a->requests);
    } else if (answer_request(a, q, &bits)) {
      (void)vec_pop(&a->requests);
      hmap_put(&a->known_reads, key, bits);
    }
  }
  bool known = find_read(a, array, index, &bits);
  assert(known);
  (void)known;
  return bits;
}

// --- equalities ----------------------------------------------------------

static void instantiate(array_theory *a, uint32_t equality, uint32_t index) {
  uint64_t key = hmap_pair(equality, index);
  if (hmap_find(&a->instantiated, key))
    return;
  hmap_put(&a->instantiated, key, 1);
  array_equality e = a->equalities.data[equality];
  uint32_t n = element_bits(a->b->tt, term_sort(a->b->tt, e.a));
  uint32_t x = read_array(a, e.a, index), y = read_array(a, e.b, index);
  const aig_lit *bits = a->b->bits.data;
  aig_lit same = circuit_equal(a->b->graph, bits + x, bits + y, n);
  add_constraint(a, aig_or(a->b->graph, aig_not(e.equal), same));
}

// Reading makes indices matter, which makes more to instantiate; but no new
// index comes up, so this ends.
static void settle(array_theory *a) {
  while (a->to_instantiate.len > 0) {
    instance next = vec_pop(&a->to_instantiate);
    instantiate(a, next.equality, next.index);
  }
}

static void add_all_constants(array_theory *a, uint32_t root) {
  uint32_t n = a->classes.data[root].index_bits;
  for (uint32_t i = 0; i < 1u << n; i++) {
    vec_clear(&a->row);
    for (uint32_t bit = 0; bit < n; bit++)
      vec_push(&a->row, aig_bool((i >> bit) & 1u));
    add_index(a, root, intern_row(a));
  }
}

static void add_witness(array_theory *a, uint32_t root, array_equality e) {
  uint32_t n = a->classes.data[root].index_bits;
  uint32_t start = bitblast_alloc_inputs(a->b, n, TERM_NONE, false);
  vec_clear(&a->row);
  append_bits(a, &a->b->bits.data[start], n);
  uint32_t witness = intern_row(a);
  add_index(a, root, witness);
  uint32_t m = element_bits(a->b->tt, term_sort(a->b->tt, e.a));
  uint32_t x = read_array(a, e.a, witness), y = read_array(a, e.b, witness);
  const aig_lit *bits = a->b->bits.data;
  aig_lit same = circuit_equal(a->b->graph, bits + x, bits + y, m);
  add_constraint(a, aig_or(a->b->graph, e.equal, aig_not(same)));
}

bool array_theory_equal(array_theory *a, term equality, aig_lit *out) {
  bitblast *b = a->b;
  array_equality e = {term_arg(b->tt, equality, 0),
                      term_arg(b->tt, equality, 1), AIG_TRUE};
  *out = AIG_TRUE;
  if (term_eq(e.a, e.b))
    return true;
  if (!is_flat(b->tt, term_sort(b->tt, e.a)) ||
      a->classes.data[class_of(a, e.a)].is_inside ||
      a->classes.data[class_of(a, e.b)].is_inside) {
    b->reason = "array equality";
    return false;
  }
  uint32_t start = bitblast_alloc_inputs(b, 1, TERM_NONE, false);
  *out = e.equal = b->bits.data[start];
  uint32_t number = a->equalities.len;
  vec_push(&a->equalities, e);
  merge_classes(a, class_of(a, e.a), class_of(a, e.b));
  uint32_t root = class_of(a, e.a);
  add_equality(a, root, number);
  if (a->classes.data[root].index_bits <= SMALL_INDEX_BITS)
    add_all_constants(a, root);
  else
    instantiate_later(a, number, OTHERS);
  add_witness(a, root, e);
  settle(a);
  return true;
}

// --- lazy constraints ----------------------------------------------------

static uint64_t hash_row(bitblast_model *m, const aig_lit *bits, uint32_t n) {
  uint64_t hash = n;
  for (uint32_t i = 0; i < n; i += 64) {
    uint64_t word = 0;
    for (uint32_t k = i; k < n && k < i + 64; k++)
      word |= (uint64_t)bitblast_model_literal(m, bits[k]) << (k - i);
    hash = hash_mix(hash, word);
  }
  return hash;
}

static bool are_equal(bitblast_model *m, const aig_lit *x, const aig_lit *y,
                      uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (bitblast_model_literal(m, x[i]) != bitblast_model_literal(m, y[i]))
      return false;
  return true;
}

static bool have_equal_index(const array_theory *a, bitblast_model *m,
                             array_read x, array_read y) {
  index_row r = a->indices.data[x.index], q = a->indices.data[y.index];
  assert(r.len == q.len);
  return are_equal(m, &a->index_bits.data[r.start],
                   &a->index_bits.data[q.start], r.len);
}

// The first read whose index has the same value in the model; itself, if there
// is none. first: hash of that value -> read; if it is taken, the next hash.
static array_read find_first(const array_theory *a, bitblast_model *m,
                             const array_variable *v, uint32_t i, hmap *first) {
  array_read now = v->reads.data[i];
  index_row r = a->indices.data[now.index];
  uint64_t hash = hash_row(m, &a->index_bits.data[r.start], r.len);
  for (;; hash = hash_mix(hash, 1)) {
    uint64_t *known = hmap_find(first, hash);
    if (!known) {
      hmap_put(first, hash, i);
      return now;
    }
    array_read other = v->reads.data[*known];
    if (have_equal_index(a, m, now, other))
      return other;
  }
}

// Reads at one index of the model must agree with the first of them.
static uint32_t refine_variable(array_theory *a, bitblast_model *m,
                                const array_variable *v) {
  hmap first = {0};
  uint32_t made = 0;
  for (uint32_t i = 0; i < v->reads.len; i++) {
    array_read now = v->reads.data[i];
    if (now.index == OTHERS)
      continue;
    array_read other = find_first(a, m, v, i, &first);
    const aig_lit *bits = a->b->bits.data;
    if (are_equal(m, bits + now.bits, bits + other.bits, v->element_bits))
      continue;
    relate_reads(a, now, other, v->element_bits);
    made++;
  }
  hmap_free(&first);
  return made;
}

void array_theory_set_lazy(array_theory *a) { a->is_lazy = true; }

uint32_t array_theory_refine(array_theory *a, bitblast_model *m) {
  uint32_t made = 0;
  for (uint32_t i = 0; i < a->variables.len; i++)
    if (a->variables.data[i].is_partial)
      made += refine_variable(a, m, &a->variables.data[i]);
  return made;
}

// --- for bitblast.c ------------------------------------------------------

static uint32_t find_class(array_theory *a, term t) {
  const terms *tt = a->b->tt;
  uint32_t front = bitblast_sort_bits(tt, sort_index(tt, term_sort(tt, t)));
  switch (term_get_kind(tt, t)) {
  case TERM_STORE: {
    uint32_t root = class_of(a, term_arg(tt, t, 0));
    add_index(a, root, make_index(a, term_arg(tt, t, 1), ELEMENT));
    return root;
  }
  case TERM_ITE:
    merge_classes(a, class_of(a, term_arg(tt, t, 1)),
                  class_of(a, term_arg(tt, t, 2)));
    return class_of(a, term_arg(tt, t, 1));
  case TERM_SELECT: {
    uint32_t root = new_class(a, front);
    a->classes.data[root].is_inside = true;
    return root;
  }
  default:
    return new_class(a, front);
  }
}

bool array_theory_add(array_theory *a, term t) {
  assert(a->to_instantiate.len == 0);
  const terms *tt = a->b->tt;
  sort s = term_sort(tt, t);
  if (element_bits(tt, s) == 0) {
    a->b->reason = "arrays of numbers need --solver z3";
    return false;
  }
  if (is_flat(tt, s))
    hmap_put(&a->class_numbers, t.id, find_class(a, t));
  settle(a);
  return true;
}

uint32_t array_theory_select(array_theory *a, term select) {
  const terms *tt = a->b->tt;
  uint32_t index = make_index(a, term_arg(tt, select, 1), ELEMENT);
  uint32_t bits = read_array(a, term_arg(tt, select, 0), index);
  settle(a);
  return bits;
}

void array_theory_each_read(const array_theory *a, term variable,
                            array_read_visitor visit, void *data) {
  uint64_t *found = hmap_find(&a->variable_numbers, variable.id);
  if (!found)
    return;
  const array_variable *v = &a->variables.data[*found];
  for (uint32_t i = 0; i < v->reads.len; i++) {
    index_row r = a->indices.data[v->reads.data[i].index];
    visit(data, &a->index_bits.data[r.start], r.len,
          &a->b->bits.data[v->reads.data[i].bits], v->element_bits);
  }
}
