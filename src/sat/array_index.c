// SPDX-License-Identifier: Apache-2.0
// Indices of arrays: rows of literals, each kept once.
#include "sat/array_internal.h"

#include "sat/circuit.h"

static bool is_row(const array_theory *a, uint32_t id) {
  index_row r = a->indices.data[id];
  if (r.len != a->row.len)
    return false;
  for (uint32_t i = 0; i < r.len; i++)
    if (a->index_bits.data[r.start + i] != a->row.data[i])
      return false;
  return true;
}

uint32_t array_index_intern(array_theory *a) {
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

void array_index_append(array_theory *a, const aig_lit *bits, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    vec_push(&a->row, bits[i]);
}

static uint32_t term_bits(const array_theory *a, term t) {
  return bitblast_sort_bits(a->b->tt, term_sort(a->b->tt, t));
}

static uint32_t index_of_term(array_theory *a, term t) {
  uint64_t *known = hmap_find(&a->index_of_term, t.id);
  if (known)
    return (uint32_t)*known;
  vec_clear(&a->row);
  uint32_t start = bitblast_bits_of(a->b, t);
  array_index_append(a, &a->b->bits.data[start], term_bits(a, t));
  uint32_t id = array_index_intern(a);
  hmap_put(&a->index_of_term, t.id, id);
  return id;
}

static void append_index(array_theory *a, uint32_t index, uint32_t from) {
  index_row r = a->indices.data[index];
  assert(from <= r.len);
  array_index_append(a, &a->index_bits.data[r.start + from], r.len - from);
}

uint32_t array_index_make(array_theory *a, term t, uint32_t rest) {
  uint32_t front = index_of_term(a, t);
  if (rest == ELEMENT)
    return front;
  vec_clear(&a->row);
  append_index(a, front, 0);
  append_index(a, rest, 0);
  return array_index_intern(a);
}

uint32_t array_index_tail(array_theory *a, uint32_t index, uint32_t n) {
  index_row r = a->indices.data[index];
  if (index == OTHERS || r.len == n)
    return ELEMENT;
  assert(r.len > n);
  vec_clear(&a->row);
  append_index(a, index, n);
  return array_index_intern(a);
}

aig_lit array_index_equals(array_theory *a, uint32_t index, term t) {
  if (index == OTHERS)
    return AIG_FALSE;
  uint32_t start = bitblast_bits_of(a->b, t);
  return circuit_equal(a->b->graph,
                       &a->index_bits.data[a->indices.data[index].start],
                       &a->b->bits.data[start], term_bits(a, t));
}

// Sums of the same and of different constants have, in the lowest bit where
// these differ, complementary literals; so have other numbers of objects.
index_relation array_index_compare(array_theory *a, uint32_t index, term t) {
  if (index == OTHERS)
    return INDEX_DIFFERENT;
  uint32_t other = index_of_term(a, t);
  if (other == index)
    return INDEX_SAME;
  index_row r = a->indices.data[index], q = a->indices.data[other];
  assert(q.len <= r.len);
  const aig_lit *x = &a->index_bits.data[r.start],
                *y = &a->index_bits.data[q.start];
  index_relation relation = INDEX_SAME;
  for (uint32_t i = 0; i < q.len; i++) {
    if (x[i] == aig_not(y[i]))
      return INDEX_DIFFERENT;
    relation = x[i] == y[i] ? relation : INDEX_OPEN;
  }
  return relation;
}
