// SPDX-License-Identifier: Apache-2.0
// Open addressing: a key is looked for slot by slot.
#include <stdbool.h>
#include <stdint.h>

#define SLOTS 4
#define EMPTY 0

static unsigned slot_of(uint8_t key) { return key % SLOTS; }

// The slot of the key, or the empty one that ends the search; SLOTS: neither.
static unsigned table_find(const uint8_t *table, uint8_t key) {
  unsigned at = slot_of(key);
#ifdef SEEDED_BUG
  for (unsigned i = 0; i < SLOTS; i++, at = at + 1) {
#else
  for (unsigned i = 0; i < SLOTS; i++, at = (at + 1) % SLOTS) {
#endif
    if (table[at] == key || table[at] == EMPTY)
      return at;
  }
  return SLOTS;
}

static bool table_put(uint8_t *table, uint8_t key) {
  unsigned at = table_find(table, key);
  if (at == SLOTS)
    return false;
  table[at] = key;
  return true;
}

void table_harness(void) {
  uint8_t table[SLOTS], key;
  __CPROVER_assume(key != EMPTY);
  _Bool has_room = __CPROVER_exists { int i; 0 <= i && i < SLOTS &&
                                             table[i] == EMPTY };
  bool ok = table_put(table, key);
  __CPROVER_assert(has_room ==> ok, "room is used");
  if (ok) {
    __CPROVER_assert(table[table_find(table, key)] == key, "it is found");
    __CPROVER_assert(__CPROVER_exists { int i; (0 <= i && i < SLOTS) &&
                                               table[i] == key }, "it is there");
  }
}
