// SPDX-License-Identifier: Apache-2.0
// A header with the two lengths, then the two texts. Only our own worker, of
// the same binary, is at the other end, so the header is a plain struct; the
// lengths are checked all the same, because that worker may have crashed.
#include "driver/channel.h"

#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  uint64_t text_size, errors_size;
  int32_t status, verdict;
} header;

static bool write_all(int fd, const char *data, size_t size) {
  while (size > 0) {
    ssize_t n = write(fd, data, size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    data += n;
    size -= (size_t)n;
  }
  return true;
}

bool channel_send(int fd, const outcome *o) {
  header h = {o->text.len, o->errors.len, o->status, (int32_t)o->verdict};
  return write_all(fd, (const char *)&h, sizeof h) &&
         write_all(fd, strbuf_text(&o->text), o->text.len) &&
         write_all(fd, strbuf_text(&o->errors), o->errors.len);
}

bool channel_read(int fd, strbuf *received) {
  char chunk[65536];
  ssize_t n = read(fd, chunk, sizeof chunk);
  if (n < 0)
    return errno == EINTR || errno == EAGAIN;
  strbuf_write(received, chunk, (size_t)n);
  return n > 0;
}

bool channel_decode(const strbuf *received, outcome *o) {
  header h;
  if (received->len < sizeof h)
    return false;
  memcpy(&h, received->text, sizeof h);
  size_t rest = received->len - sizeof h;
  if (h.text_size > rest || h.errors_size != rest - h.text_size)
    return false;
  const char *texts = received->text + sizeof h;
  o->status = h.status;
  o->verdict = (verdict)h.verdict;
  strbuf_write(&o->text, texts, h.text_size);
  strbuf_write(&o->errors, texts + h.text_size, h.errors_size);
  return true;
}
