// SPDX-License-Identifier: Apache-2.0
// An append-only file of lines, each with a checksum and on disk before the
// next is begun.
//
// A line is 16 hexadecimal digits (the first of the SHA-256 of the rest), a
// blank, one JSON object and a line feed. Whatever a crash or a full disk
// leaves of a line fails its checksum and is dropped when the file is read, so
// at most the line that was being written is lost. Each writer has a file of
// its own, new each time: nothing is ever written behind a torn line.
#ifndef CAMPAIGN_JOURNAL_H
#define CAMPAIGN_JOURNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/diag.h"
#include "base/strbuf.h"

typedef struct {
  int fd;
  off_t size; // of the whole lines
} journal;

// Makes the file, which must not exist yet.
bool journal_create(journal *j, const char *path, diag *d);
void journal_close(journal *j);
// False: the line is not in the file, which is as it was before.
bool journal_append(journal *j, const char *json, diag *d);

// A line as it stands in a journal, with its line feed.
void journal_print_line(const char *json, strbuf *out);

typedef void (*journal_take)(void *data, const char *json, size_t size);
// Hands each good line to 'take'; returns how many were dropped.
uint32_t journal_read_text(const strbuf *text, journal_take take, void *data);
// The same with a file. False: it cannot be read.
bool journal_read(const char *path, journal_take take, void *data,
                  uint32_t *dropped, diag *d);

#endif
