// SPDX-License-Identifier: Apache-2.0
// A line is written by one call of write() and synchronized before the next
// one.
#include "campaign/journal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "campaign/disk.h"
#include "witness/sha256.h"

enum { CHECKSUM = 16, FRAME = CHECKSUM + 1 }; // digits; with the blank

static void checksum(const char *json, size_t size, char out[CHECKSUM + 1]) {
  char digits[SHA256_TEXT];
  sha256_text(json, size, digits);
  memcpy(out, digits, CHECKSUM);
  out[CHECKSUM] = '\0';
}

void journal_print_line(const char *json, strbuf *out) {
  assert(json[0] == '{');
  char digits[CHECKSUM + 1];
  assert(!strchr(json, '\n'));
  checksum(json, strlen(json), digits);
  strbuf_printf(out, "%s %s\n", digits, json);
}

bool journal_create(journal *j, const char *path, diag *d) {
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  *j = (journal){fd, 0};
  if (fd < 0)
    return disk_failed("write", path, d);
  return disk_sync_folder_of(path, d);
}

void journal_close(journal *j) {
  if (j->fd >= 0)
    close(j->fd);
  j->fd = -1;
}

bool journal_append(journal *j, const char *json, diag *d) {
  assert(j->fd >= 0);
  assert(j->size >= 0);
  strbuf line = {0};
  journal_print_line(json, &line);
  bool ok = disk_write_all(j->fd, line.text, line.len) && fsync(j->fd) == 0;
  if (ok) {
    j->size += (off_t)line.len;
  } else {
    disk_failed("write", "the journal", d);
    // If this fails as well, the reader drops what is torn.
    (void)!ftruncate(j->fd, j->size);
  }
  strbuf_free(&line);
  return ok;
}

// --- reading ----------------------------------------------------------------

static bool is_good(const char *line, size_t size) {
  char digits[CHECKSUM + 1];
  if (size <= FRAME || line[CHECKSUM] != ' ')
    return false;
  checksum(line + FRAME, size - FRAME, digits);
  return memcmp(line, digits, CHECKSUM) == 0;
}

uint32_t journal_read_text(const strbuf *text, journal_take take, void *data) {
  uint32_t dropped = 0;
  const char *at = strbuf_text(text), *end = at + text->len;
  while (at < end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    size_t size = (size_t)((stop ? stop : end) - at);
    if (stop && is_good(at, size))
      take(data, at + FRAME, size - FRAME);
    else
      dropped++;
    at += size + 1;
  }
  return dropped;
}

bool journal_read(const char *path, journal_take take, void *data,
                  uint32_t *dropped, diag *d) {
  strbuf text = {0};
  bool ok = file_read(path, &text, d);
  if (ok)
    *dropped += journal_read_text(&text, take, data);
  strbuf_free(&text);
  return ok;
}
