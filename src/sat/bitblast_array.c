// SPDX-License-Identifier: Apache-2.0
// Arrays without arrays.
//
// A *read* is an array term and an index (a row of literals). It is pushed
// down: through a store it becomes a choice by equality of the indices, through
// ite a choice, at a constant array the element; at a variable it is a row of
// fresh inputs, and two reads of one variable whose indices may be equal get
// the constraint that equal indices have equal elements (Ackermann). Results
// are kept per (array, index), so stores shared by many reads are passed once.
// These constraints are as many as pairs of reads, these choices as many as
// pairs of reads and stores. A solver that can be asked again wants both
// *lazily*: the first few are made at once; a read that passes many choices is
// a row of fresh inputs, too, and only where a model is wrong about reads are
// they related, and is it said where they lead (array_refine.c).
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
#include "base/mem.h"
#include "base/unreachable.h"
#include "sat/array_internal.h"
#include "sat/circuit.h"

enum {
  SMALL_INDEX_BITS = 8, // up to here every index is made to matter
  EAGER_READS = 8,      // of an array, all of whose pairs are related at once
  EAGER_FORKS = 8,      // on the ways of a read that is written out
};

array_theory *array_theory_new(bitblast *b) {
  array_theory *a = mem_alloc(sizeof *a);
  a->b = b;
  vec_push(&a->indices, ((index_row){0, 0})); // OTHERS
  vec_push(&a->index_next, 0);
  return a;
}

void array_theory_free(array_theory *a) {
  for (uint32_t i = 0; i < a->variables.len; i++) {
    vec_free(&a->variables.data[i].reads);
    vec_free(&a->variables.data[i].accepted);
  }
  for (uint32_t i = 0; i < a->classes.len; i++) {
    vec_free(&a->classes.data[i].indices);
    vec_free(&a->classes.data[i].equalities);
  }
  vec_free(&a->indices);
  vec_free(&a->index_bits);
  hmap_free(&a->index_by_hash);
  vec_free(&a->index_next);
  hmap_free(&a->index_of_term);
  vec_free(&a->row);
  hmap_free(&a->known_reads);
  vec_free(&a->requests);
  vec_free(&a->lazy_reads);
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

void array_add_constraint(array_theory *a, aig_lit c) {
  if (c != AIG_TRUE)
    vec_push(&a->b->constraints, c);
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
  vec_push(&a->to_instantiate, ((array_instance){equality, index}));
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

uint32_t array_element_bits(const terms *tt, sort s) {
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

array_variable *array_find_variable(array_theory *a, term variable) {
  uint64_t *found = hmap_find(&a->variable_numbers, variable.id);
  if (found)
    return &a->variables.data[*found];
  hmap_put(&a->variable_numbers, variable.id, a->variables.len);
  const terms *tt = a->b->tt;
  uint32_t n = array_element_bits(tt, term_sort(tt, variable));
  vec_push(&a->variables,
           ((array_variable){.variable = variable, .element_bits = n}));
  return &vec_last(&a->variables);
}

void array_relate_reads(array_theory *a, array_read x, array_read y,
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
  array_add_constraint(a, aig_or(g, aig_not(same), equal));
}

void array_note_index(array_theory *a, array_place p) {
  const terms *tt = a->b->tt;
  if (p.index != OTHERS && is_flat(tt, term_sort(tt, p.array)))
    add_index(a, class_of(a, p.array), p.index);
}

static uint32_t read_variable(array_theory *a, array_place p) {
  array_variable *v = array_find_variable(a, p.array);
  uint32_t n = v->element_bits;
  array_read now = {p.index, bitblast_alloc_inputs(a->b, n, p.array, true)};
  bool is_later = a->is_lazy && v->reads.len >= EAGER_READS;
  a->is_partial |= is_later;
  for (uint32_t i = 0; !is_later && i < v->reads.len; i++)
    array_relate_reads(a, now, v->reads.data[i], n);
  a->b->read_work += is_later ? 1 : v->reads.len;
  vec_push(&v->reads, now);
  array_note_index(a, p);
  return now.bits;
}

uint32_t array_read_variable(array_theory *a, array_place p) {
  assert(term_get_kind(a->b->tt, p.array) == TERM_VARIABLE);
  uint32_t bits = array_known_bits(a, p);
  if (bits != BITS_NONE)
    return bits;
  bits = read_variable(a, p);
  hmap_put(&a->known_reads, hmap_pair(p.array.id, p.index), bits);
  return bits;
}

static uint32_t read_lazily(array_theory *a, array_place p, uint32_t n) {
  lazy_read now = {p, bitblast_alloc_inputs(a->b, n, TERM_NONE, true)};
  a->is_partial = true;
  vec_push(&a->lazy_reads, now);
  array_note_index(a, p);
  return now.bits;
}

// Finds the bits of a place; if they are not known yet, requests them and
// returns false.
static bool find_read(array_theory *a, array_place p, uint32_t *bits) {
  p = array_advance(a, p);
  *bits = array_known_bits(a, p);
  if (*bits == BITS_NONE)
    vec_push(&a->requests, p);
  return *bits != BITS_NONE;
}

// The bits of the fork's one side or the other; false as above.
static bool choose_read(array_theory *a, const array_fork *f, uint32_t n,
                        uint32_t *bits) {
  aig_lit condition = array_fork_condition(a, f);
  if (aig_is_constant(condition))
    return find_read(a, condition == AIG_TRUE ? f->yes : f->no, bits);
  uint32_t x = 0, y = 0;
  bool has_yes = find_read(a, f->yes, &x), has_no = find_read(a, f->no, &y);
  if (!has_yes || !has_no)
    return false;
  *bits = bitblast_alloc(a->b, n);
  aig_lit *all = a->b->bits.data;
  circuit_mux(a->b->graph, condition, all + x, all + y, n, all + *bits);
  return true;
}

// Answers a request if all it depends on is known, else adds requests.
static bool answer_request(array_theory *a, array_place p, uint32_t *bits) {
  const terms *tt = a->b->tt;
  uint32_t n = array_element_bits(tt, term_sort(tt, p.array));
  array_fork f;
  if (!array_find_fork(a, p, &f)) {
    *bits = read_variable(a, p);
    return true;
  }
  if (a->is_lazy && array_has_forks(a, p, EAGER_FORKS)) {
    *bits = read_lazily(a, p, n);
    return true;
  }
  return choose_read(a, &f, n, bits);
}

static uint32_t read_array(array_theory *a, term array, uint32_t index) {
  uint32_t bits = 0;
  array_place p = {array, index};
  assert(a->requests.len == 0 && index != ELEMENT);
  find_read(a, p, &bits);
  while (a->requests.len > 0) {
    a->b->read_work++;
    array_place q = vec_last(&a->requests);
    if (array_known_bits(a, q) != BITS_NONE) { // requested twice
      (void)vec_pop(&a->requests);
    } else if (answer_request(a, q, &bits)) {
      (void)vec_pop(&a->requests);
      hmap_put(&a->known_reads, hmap_pair(q.array.id, q.index), bits);
    }
  }
  bool known = find_read(a, p, &bits);
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
  uint32_t n = array_element_bits(a->b->tt, term_sort(a->b->tt, e.a));
  uint32_t x = read_array(a, e.a, index), y = read_array(a, e.b, index);
  const aig_lit *bits = a->b->bits.data;
  aig_lit same = circuit_equal(a->b->graph, bits + x, bits + y, n);
  array_add_constraint(a, aig_or(a->b->graph, aig_not(e.equal), same));
}

// Reading makes indices matter, which makes more to instantiate; but no new
// index comes up, so this ends.
static void settle(array_theory *a) {
  while (a->to_instantiate.len > 0) {
    array_instance next = vec_pop(&a->to_instantiate);
    instantiate(a, next.equality, next.index);
  }
}

static void add_all_constants(array_theory *a, uint32_t root) {
  uint32_t n = a->classes.data[root].index_bits;
  for (uint32_t i = 0; i < 1u << n; i++) {
    vec_clear(&a->row);
    for (uint32_t bit = 0; bit < n; bit++)
      vec_push(&a->row, aig_bool((i >> bit) & 1u));
    add_index(a, root, array_index_intern(a));
  }
}

static void add_witness(array_theory *a, uint32_t root, array_equality e) {
  uint32_t n = a->classes.data[root].index_bits;
  uint32_t start = bitblast_alloc_inputs(a->b, n, TERM_NONE, false);
  vec_clear(&a->row);
  array_index_append(a, &a->b->bits.data[start], n);
  uint32_t witness = array_index_intern(a);
  add_index(a, root, witness);
  uint32_t m = array_element_bits(a->b->tt, term_sort(a->b->tt, e.a));
  uint32_t x = read_array(a, e.a, witness), y = read_array(a, e.b, witness);
  const aig_lit *bits = a->b->bits.data;
  aig_lit same = circuit_equal(a->b->graph, bits + x, bits + y, m);
  array_add_constraint(a, aig_or(a->b->graph, e.equal, aig_not(same)));
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

void array_theory_set_lazy(array_theory *a) { a->is_lazy = true; }

bool array_theory_is_partial(const array_theory *a) { return a->is_partial; }

// An index that comes to matter for an equality excludes nothing, but what
// follows from it must be in the next model.
uint32_t array_theory_refine(array_theory *a, bitblast_model *m) {
  uint32_t made = a->is_partial ? array_refine(a, m) : 0;
  made += a->to_instantiate.len;
  settle(a);
  return made;
}

// --- for bitblast.c ------------------------------------------------------

static uint32_t find_class(array_theory *a, term t) {
  const terms *tt = a->b->tt;
  uint32_t front = bitblast_sort_bits(tt, sort_index(tt, term_sort(tt, t)));
  switch (term_get_kind(tt, t)) {
  case TERM_STORE: {
    uint32_t root = class_of(a, term_arg(tt, t, 0));
    add_index(a, root, array_index_make(a, term_arg(tt, t, 1), ELEMENT));
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
  if (array_element_bits(tt, s) == 0) {
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
  uint32_t index = array_index_make(a, term_arg(tt, select, 1), ELEMENT);
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
  uint32_t count = a->is_partial ? v->accepted.len : v->reads.len;
  const array_read *reads = a->is_partial ? v->accepted.data : v->reads.data;
  for (uint32_t i = 0; i < count; i++) {
    index_row r = a->indices.data[reads[i].index];
    visit(data, &a->index_bits.data[r.start], r.len,
          &a->b->bits.data[reads[i].bits], v->element_bits);
  }
}
