// SPDX-License-Identifier: Apache-2.0
// A board in memory that processes share: each posts in a column of its own,
// all read.
//
// Columns only grow. What is posted becomes visible as a whole or not at all,
// also if the writer is killed, and nobody ever waits: there are no locks. A
// column has one writer at a time; its next writer goes on where the last one
// stopped.
#ifndef BASE_BOARD_H
#define BASE_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct board board;

enum { BOARD_MOST_COLUMNS = 8 };

// NULL: there is no memory for one. Processes that are forked later share it.
board *board_new(uint32_t columns);
void board_free(board *b); // this process's view of it; may be NULL

// A text under a key. False: the column is full.
bool board_post(board *b, uint32_t column, uint64_t key, const char *text);

// What a reader has seen. A zeroed one has seen nothing.
typedef struct {
  size_t seen[BOARD_MOST_COLUMNS];
} board_reader;
// The next text under the key that was not read so far, in any column; lives as
// long as the board. NULL: there is none.
const char *board_next(const board *b, board_reader *r, uint64_t key);
bool board_is_empty(const board *b); // of texts

// A number under a key that only grows. Few keys have room; what has none is
// forgotten.
void board_raise(board *b, uint32_t column, uint64_t key, uint64_t value);
uint64_t board_level(const board *b, uint64_t key); // the largest; 0: none

#endif
