// SPDX-License-Identifier: Apache-2.0
// Bits of a map of words.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct bitmap {
  uint32_t *words;
  size_t bits;
};

static size_t words_of(size_t bits) { return (bits + 31) / 32; }

static bool bitmap_set(struct bitmap *m, size_t bit) {
#ifdef SEEDED_BUG
  if (bit > m->bits)
#else
  if (bit >= m->bits)
#endif
    return false;
  m->words[bit / 32] |= UINT32_C(1) << bit % 32;
  return true;
}

static bool bitmap_get(const struct bitmap *m, size_t bit) {
  return (m->words[bit / 32] >> bit % 32 & 1) != 0;
}

void bitmap_harness(void) {
  struct bitmap m;
  size_t bit, other;
  __CPROVER_assume(m.bits > 0 && m.bits <= 96);
  __CPROVER_assert(!__CPROVER_overflow_plus(m.bits, 31), "it fits");
  __CPROVER_assert(!__CPROVER_overflow_shl(UINT32_C(1), bit % 32), "shift");
  m.words = malloc(words_of(m.bits) * sizeof *m.words);
  __CPROVER_assume(m.words != NULL && other < m.bits && other != bit);
  bool before = bitmap_get(&m, other);
  if (bitmap_set(&m, bit))
    __CPROVER_assert(bitmap_get(&m, bit), "it is set");
  __CPROVER_assert(bitmap_get(&m, other) == before, "others stay");
}
