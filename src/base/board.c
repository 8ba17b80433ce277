// SPDX-License-Identifier: Apache-2.0
// One shared anonymous mapping. A column's length is stored, with release,
// after the bytes that it covers; a reader that sees the length sees the bytes.
// Lengths within are checked all the same: a writer may have crashed in any
// way.
#include "base/board.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

#include "base/mem.h"

enum { COLUMN_BYTES = 4 << 20, LEVELS = 16, ALIGN = 8 };

typedef struct {
  _Atomic uint64_t key, value; // key 0: free
} level;

typedef struct {
  _Atomic size_t length; // of what is posted
  level levels[LEVELS];
  char bytes[COLUMN_BYTES];
} column;

// Before each text, which ends with a zero.
typedef struct {
  uint64_t key;
  size_t size; // of the text with its end and the padding
} header;

struct board {
  uint32_t count;
  column *columns;
};

board *board_new(uint32_t columns) {
  assert(columns > 0 && columns <= BOARD_MOST_COLUMNS);
  void *memory = mmap(NULL, columns * sizeof(column), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return NULL;
  board *b = mem_alloc(sizeof *b);
  *b = (board){columns, memory};
  return b;
}

void board_free(board *b) {
  if (b == NULL)
    return;
  munmap(b->columns, b->count * sizeof(column));
  mem_free(b);
}

bool board_post(board *b, uint32_t which, uint64_t key, const char *text) {
  assert(which < b->count);
  column *c = &b->columns[which];
  size_t used = atomic_load_explicit(&c->length, memory_order_relaxed);
  size_t size = (strlen(text) + ALIGN) / ALIGN * ALIGN;
  if (used > COLUMN_BYTES || size + sizeof(header) > COLUMN_BYTES - used)
    return false;
  header h = {key, size};
  memcpy(c->bytes + used, &h, sizeof h);
  strcpy(c->bytes + used + sizeof h, text);
  atomic_store_explicit(&c->length, used + sizeof h + size,
                        memory_order_release);
  return true;
}

// The next text of a column, and its key. NULL: no more.
static const char *next_of(const column *c, size_t *seen, uint64_t *key) {
  size_t length = atomic_load_explicit(&c->length, memory_order_acquire);
  header h;
  if (length > COLUMN_BYTES || *seen + sizeof h >= length)
    return NULL;
  memcpy(&h, c->bytes + *seen, sizeof h);
  const char *text = c->bytes + *seen + sizeof h;
  bool is_whole = h.size > 0 && h.size <= length - *seen - sizeof h &&
                  memchr(text, '\0', h.size) != NULL;
  *seen = is_whole ? *seen + sizeof h + h.size : COLUMN_BYTES;
  *key = h.key;
  return is_whole ? text : NULL;
}

const char *board_next(const board *b, board_reader *r, uint64_t key) {
  for (uint32_t i = 0; i < b->count; i++) {
    uint64_t its;
    const char *text;
    while ((text = next_of(&b->columns[i], &r->seen[i], &its)) != NULL)
      if (its == key)
        return text;
  }
  return NULL;
}

bool board_is_empty(const board *b) {
  bool has_any = false;
  for (uint32_t i = 0; i < b->count; i++)
    has_any |= atomic_load(&b->columns[i].length) > 0;
  return !has_any;
}

void board_raise(board *b, uint32_t which, uint64_t key, uint64_t value) {
  assert(which < b->count);
  key = key ? key : 1; // 0 is a free one
  for (uint32_t i = 0; i < LEVELS; i++) {
    level *l = &b->columns[which].levels[i];
    uint64_t its = atomic_load(&l->key);
    if (its != 0 && its != key)
      continue;
    if (value > atomic_load(&l->value))
      atomic_store(&l->value, value);
    atomic_store(&l->key, key);
    return;
  }
}

uint64_t board_level(const board *b, uint64_t key) {
  uint64_t most = 0;
  key = key ? key : 1;
  for (uint32_t i = 0; i < b->count; i++)
    for (uint32_t n = 0; n < LEVELS; n++) {
      const level *l = &b->columns[i].levels[n];
      if (atomic_load(&l->key) == key && atomic_load(&l->value) > most)
        most = atomic_load(&l->value);
    }
  return most;
}
