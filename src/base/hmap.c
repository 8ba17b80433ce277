// SPDX-License-Identifier: Apache-2.0
// Open addressing with linear probing and backward-shift deletion.
//
// Idea: slots of 16 bytes and no other memory, so that a lookup usually costs
// one cache miss. Key 0 marks a free slot; the entry of the real key 0 lives
// in one more slot behind the table, where 'key' says whether it is there.
// Deletion moves the entries of the same run back (Knuth, vol. 3, 6.4,
// Algorithm R), so there are no tombstones and lookups never degrade.
//
// Invariant: between an entry's home slot and its slot no slot is free; at
// least a quarter of the slots is free.
#include "base/hmap.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/vec.h"

typedef struct hmap_slot {
  uint64_t key, value;
} slot;

enum { FIRST_CAPACITY = 16 };

// A bijection of 64-bit words that spreads every input bit over the low bits.
static inline uint64_t spread(uint64_t x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  return x;
}

uint64_t hash_mix(uint64_t hash, uint64_t value) {
  return spread(hash * 0x9e3779b97f4a7c15u + value + 1);
}

uint64_t hash_bytes(const void *data, size_t size) {
  const unsigned char *p = data;
  uint64_t hash = hash_mix(0, size); // a shorter tail is padded with zeros
  for (; size > 0; p += 8) {
    uint64_t word = 0;
    size_t taken = size < 8 ? size : 8;
    memcpy(&word, p, taken);
    hash = hash_mix(hash, word);
    size -= taken;
    if (taken < 8)
      break;
  }
  return hash;
}

static inline uint32_t home(const hmap *m, uint64_t key) {
  return (uint32_t)spread(key) & (m->capacity - 1);
}

// The slot that has the key, or the free one where it belongs. Key not 0.
static inline slot *probe(const hmap *m, uint64_t key) {
  assert(key != 0 && m->capacity > 0);
  uint32_t mask = m->capacity - 1, i = home(m, key);
  while (m->slots[i].key != key && m->slots[i].key != 0)
    i = (i + 1) & mask;
  return &m->slots[i];
}

static slot *zero_slot(const hmap *m) { return &m->slots[m->capacity]; }

void hmap_free(hmap *m) {
  mem_free(m->slots);
  *m = (hmap){0};
}

void hmap_clear(hmap *m) {
  if (m->count > 0)
    memset(m->slots, 0, ((size_t)m->capacity + 1) * sizeof(slot));
  m->count = 0;
}

uint64_t *hmap_find(const hmap *m, uint64_t key) {
  if (m->count == 0)
    return NULL;
  slot *s = key ? probe(m, key) : zero_slot(m);
  return s->key ? &s->value : NULL;
}

static void grow(hmap *m) {
  uint32_t cursor = 0;
  // Half of the 32-bit range is the last power of two; more has no memory.
  size_t capacity = m->capacity ? 2 * (size_t)m->capacity : FIRST_CAPACITY;
  size_t bytes =
      capacity > UINT32_MAX ? SIZE_MAX : (capacity + 1) * sizeof(slot);
  hmap bigger = {.slots = mem_alloc(bytes), .capacity = (uint32_t)capacity};
  for (uint64_t key, value; hmap_next(m, &cursor, &key, &value);) {
    slot *s = key ? probe(&bigger, key) : zero_slot(&bigger);
    *s = (slot){key ? key : 1, value};
    bigger.count++;
  }
  assert(bigger.count == m->count);
  mem_free(m->slots);
  *m = bigger;
}

void hmap_put(hmap *m, uint64_t key, uint64_t value) {
  if (m->count >= m->capacity - m->capacity / 4)
    grow(m);
  slot *s = key ? probe(m, key) : zero_slot(m);
  if (!s->key)
    m->count++;
  *s = (slot){key ? key : 1, value};
}

// Fills the hole at i with a later entry of the run that may stand there, and
// goes on with the hole that this leaves.
static void close_hole(hmap *m, uint32_t i) {
  uint32_t mask = m->capacity - 1;
  for (uint32_t j = (i + 1) & mask; m->slots[j].key; j = (j + 1) & mask) {
    uint32_t distance = (j - home(m, m->slots[j].key)) & mask;
    if (distance >= ((j - i) & mask)) { // its home is not behind the hole
      m->slots[i] = m->slots[j];
      i = j;
    }
  }
  m->slots[i] = (slot){0};
}

bool hmap_remove(hmap *m, uint64_t key) {
  if (m->count == 0)
    return false;
  slot *s = key ? probe(m, key) : zero_slot(m);
  if (!s->key)
    return false;
  if (key)
    close_hole(m, (uint32_t)(s - m->slots));
  else
    *s = (slot){0};
  m->count--;
  return true;
}

bool hmap_next(const hmap *m, uint32_t *cursor, uint64_t *key,
               uint64_t *value) {
  if (m->capacity == 0)
    return false;
  for (uint32_t i = *cursor; i <= m->capacity; i++) {
    if (!m->slots[i].key)
      continue;
    *key = i == m->capacity ? 0 : m->slots[i].key;
    *value = m->slots[i].value;
    *cursor = i + 1;
    return true;
  }
  *cursor = m->capacity + 1;
  return false;
}

// Texts of the same hash are chained through 'next'.
typedef struct {
  const char *text;
  uint32_t next; // index + 1; 0: end
} entry;

struct strtab {
  arena *mem;
  hmap first; // hash -> index + 1 of the first entry
  VEC(entry) entries;
};

strtab *strtab_new(void) {
  strtab *t = mem_alloc(sizeof *t);
  t->mem = arena_new();
  return t;
}

void strtab_free(strtab *t) {
  if (!t)
    return;
  arena_free(t->mem);
  hmap_free(&t->first);
  vec_free(&t->entries);
  mem_free(t);
}

const char *strtab_intern(strtab *t, const char *text) {
  assert(t && text);
  uint64_t hash = hash_bytes(text, strlen(text));
  const uint64_t *found = hmap_find(&t->first, hash);
  uint32_t head = found ? (uint32_t)*found : 0;
  for (uint32_t i = head; i; i = t->entries.data[i - 1].next)
    if (!strcmp(t->entries.data[i - 1].text, text))
      return t->entries.data[i - 1].text;
  entry e = {arena_strdup(t->mem, text), head};
  vec_push(&t->entries, e);
  hmap_put(&t->first, hash, t->entries.len);
  return e.text;
}
