// SPDX-License-Identifier: Apache-2.0
// Hash map from 64-bit keys to 64-bit values, and hash functions.
//
// Handles and pairs of handles are the usual keys (hmap_pair). A zeroed hmap is
// empty. Values are found by pointer, valid until the next hmap_put.
#ifndef BASE_HMAP_H
#define BASE_HMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hmap {
  struct hmap_slot *slots;  // NULL while empty
  uint32_t count, capacity; // capacity: 0 or a power of two
} hmap;

void hmap_free(hmap *m);  // leaves an empty map
void hmap_clear(hmap *m); // forgets the entries, keeps the memory
uint64_t *hmap_find(const hmap *m, uint64_t key);     // NULL: not there
void hmap_put(hmap *m, uint64_t key, uint64_t value); // adds or replaces
bool hmap_remove(hmap *m, uint64_t key);              // false: was not there
// Iteration in unspecified order: start with *cursor = 0; false at the end.
bool hmap_next(const hmap *m, uint32_t *cursor, uint64_t *key, uint64_t *value);

static inline uint64_t hmap_pair(uint32_t a, uint32_t b) {
  return ((uint64_t)a << 32) | b;
}

uint64_t hash_mix(uint64_t hash, uint64_t value);
uint64_t hash_bytes(const void *data, size_t size);

// Strings made unique: equal texts give the same pointer, which lives as long
// as the table.
typedef struct strtab strtab;
strtab *strtab_new(void);
void strtab_free(strtab *t); // t may be NULL
const char *strtab_intern(strtab *t, const char *text);

#endif
