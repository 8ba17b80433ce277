// SPDX-License-Identifier: Apache-2.0
// What a model says about arrays, compared with what arrays are like.
//
// Every lazy read follows its way in the model (Brummayer and Biere, SMT 2008):
// at a store it compares the values of the indices, at a choice it looks at the
// condition. The way ends at what was stored, at another read that is known,
// or at a variable. If the read has another value than what it ended at, a
// lemma says that this way leads there. What ends at one variable, at one value
// of the index, must have one value; where not, both become reads of the
// variable itself, and these are related.
//
// A lemma costs the comparisons on its way, those of the reads that no model
// went are never made.
#include "sat/array_internal.h"

#include "base/mem.h"

enum { NO_READ = UINT32_MAX };

// Who says what a variable has at an index.
typedef struct {
  array_place place;
  uint32_t bits;
  uint32_t lazy; // its position, or NO_READ: a read of the variable itself
} claim;

typedef struct {
  array_theory *a;
  bitblast_model *m;
  VEC(uint32_t) alike; // by index: 1 + the first of the same value; 0: not yet
  hmap first;          // hash of a value -> the first index that has it
  hmap claimed;        // (variable, first index of the value) -> claim
  VEC(claim) claims;
  VEC(uint8_t) turns; // of the way that was gone last
  uint32_t made;
} refinement;

// --- values in the model ----------------------------------------------------

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

static bool have_equal_values(refinement *r, uint32_t x, uint32_t y) {
  index_row p = r->a->indices.data[x], q = r->a->indices.data[y];
  const aig_lit *bits = r->a->index_bits.data;
  return p.len == q.len &&
         are_equal(r->m, bits + p.start, bits + q.start, p.len);
}

// The first index that was seen to have this value.
static uint32_t find_alike(refinement *r, uint32_t index) {
  index_row row = r->a->indices.data[index];
  const aig_lit *bits = r->a->index_bits.data + row.start;
  uint64_t hash = hash_row(r->m, bits, row.len);
  for (;; hash = hash_mix(hash, 1)) { // if it is taken, the next one
    uint64_t *known = hmap_find(&r->first, hash);
    if (!known) {
      hmap_put(&r->first, hash, index);
      return index;
    }
    if (have_equal_values(r, index, (uint32_t)*known))
      return (uint32_t)*known;
  }
}

static uint32_t alike(refinement *r, uint32_t index) {
  if (index == OTHERS)
    return OTHERS;
  if (r->alike.len <= index)
    vec_resize(&r->alike, r->a->indices.len);
  if (r->alike.data[index] == 0) {
    uint32_t found = find_alike(r, index);
    r->alike.data[index] = 1 + found;
  }
  return r->alike.data[index] - 1;
}

static bool have_equal_bits(refinement *r, uint32_t x, uint32_t y, term array) {
  const terms *tt = r->a->b->tt;
  const aig_lit *bits = r->a->b->bits.data;
  uint32_t n = array_element_bits(tt, term_sort(tt, array));
  return x == y || are_equal(r->m, bits + x, bits + y, n);
}

// --- ways in the model ------------------------------------------------------

static bool turns_to_yes(refinement *r, const array_fork *f) {
  array_theory *a = r->a;
  if (term_is_none(f->at))
    return bitblast_model_literal(r->m, f->condition);
  uint32_t other = array_index_make(a, f->at, ELEMENT);
  index_row p = a->indices.data[f->index], q = a->indices.data[other];
  if (p.len == q.len)
    return alike(r, f->index) == alike(r, other);
  const aig_lit *bits = a->index_bits.data; // the front of a longer index
  return are_equal(r->m, bits + p.start, bits + q.start, q.len);
}

// Where the read leads, by r->turns.
static array_place follow_model(refinement *r, array_place from) {
  array_theory *a = r->a;
  array_place at = array_advance(a, from);
  array_fork f;
  vec_clear(&r->turns);
  while (array_find_fork(a, at, &f)) {
    if (r->turns.len > 0 && array_known_bits(a, at) != BITS_NONE)
      break;
    bool yes = turns_to_yes(r, &f);
    vec_push(&r->turns, yes);
    at = array_advance(a, yes ? f.yes : f.no);
  }
  return at;
}

static void add_lemma(refinement *r, array_place from, array_place to) {
  array_lemma l = {from, to, r->turns.data, r->turns.len};
  aig_lit c;
  bool ok = array_lemma_literal(r->a, &l, &c);
  assert(ok && "a way that was gone should be one");
  if (!ok)
    return;
  array_add_constraint(r->a, c);
  r->made++;
}

// --- claims -----------------------------------------------------------------

// The read of the variable at the place, and how the claim follows from it.
static array_read ground(refinement *r, const claim *c) {
  array_theory *a = r->a;
  array_read base = {c->place.index, array_read_variable(a, c->place)};
  if (c->lazy != NO_READ) {
    array_place from = a->lazy_reads.data[c->lazy].place;
    (void)follow_model(r, from);
    add_lemma(r, from, c->place);
  }
  return base;
}

static void make_claim(refinement *r, claim now) {
  array_theory *a = r->a;
  uint64_t key = hmap_pair(now.place.array.id, alike(r, now.place.index));
  uint64_t *known = hmap_find(&r->claimed, key);
  if (!known) {
    hmap_put(&r->claimed, key, r->claims.len);
    vec_push(&r->claims, now);
    array_read read = {now.place.index, now.bits};
    vec_push(&array_find_variable(a, now.place.array)->accepted, read);
    array_note_index(a, now.place);
    return;
  }
  claim other = r->claims.data[*known];
  if (have_equal_bits(r, now.bits, other.bits, now.place.array))
    return;
  array_read x = ground(r, &now), y = ground(r, &other);
  uint32_t n = array_find_variable(a, now.place.array)->element_bits;
  array_relate_reads(a, x, y, n);
  r->made++;
}

static void claim_reads(refinement *r, uint32_t number) {
  array_variable *v = &r->a->variables.data[number];
  vec_clear(&v->accepted);
  uint32_t count = v->reads.len; // those made here are not in the model
  for (uint32_t i = 0; i < count; i++) {
    v = &r->a->variables.data[number];
    array_read read = v->reads.data[i];
    make_claim(r, (claim){{v->variable, read.index}, read.bits, NO_READ});
  }
}

static void check_lazy_read(refinement *r, uint32_t number) {
  array_theory *a = r->a;
  lazy_read read = a->lazy_reads.data[number];
  array_place end = follow_model(r, read.place);
  if (end.index != ELEMENT &&
      term_get_kind(a->b->tt, end.array) == TERM_VARIABLE) {
    make_claim(r, (claim){end, read.bits, number});
    return;
  }
  uint32_t bits = array_known_bits(a, end);
  if (!have_equal_bits(r, read.bits, bits, read.place.array))
    add_lemma(r, read.place, end);
}

static void clear_refinement(refinement *r) {
  vec_free(&r->alike);
  hmap_free(&r->first);
  hmap_free(&r->claimed);
  vec_free(&r->claims);
  vec_free(&r->turns);
}

uint32_t array_refine(array_theory *a, bitblast_model *m) {
  refinement r = {.a = a, .m = m};
  uint32_t variables = a->variables.len, lazy_reads = a->lazy_reads.len;
  for (uint32_t i = 0; i < variables; i++)
    claim_reads(&r, i);
  for (uint32_t i = 0; i < lazy_reads; i++)
    check_lazy_read(&r, i);
  clear_refinement(&r);
  return r.made;
}
