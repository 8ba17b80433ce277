// SPDX-License-Identifier: Apache-2.0
// UTF-8 is decoded by hand, because text from outside may be malformed: a byte
// that begins no well-formed character is escaped like a control character.
#include "base/shown.h"

#include <assert.h>
#include <string.h>

size_t utf8_length(const char *text, size_t size) {
  assert(size > 0);
  const unsigned char *data = (const unsigned char *)text;
  unsigned char first = data[0];
  if (first < 0x80)
    return 1;
  size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || length > size)
    return 0;
  for (size_t i = 1; i < length; i++)
    if ((data[i] & 0xc0) != 0x80)
      return 0;
  bool is_bad =
      (first == 0xe0 && data[1] < 0xa0) || (first == 0xed && data[1] > 0x9f) ||
      (first == 0xf0 && data[1] < 0x90) || (first == 0xf4 && data[1] > 0x8f);
  return is_bad ? 0 : length;
}

static uint32_t decode(const char *text, size_t length) {
  static const unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  const unsigned char *data = (const unsigned char *)text;
  uint32_t code = data[0] & first_bits[length];
  for (size_t i = 1; i < length; i++)
    code = code << 6 | (data[i] & 0x3f);
  return code;
}

// C0, DEL and C1; marks, embeddings, overrides and isolates of the direction of
// writing; separators of lines and paragraphs, which some terminals obey.
bool shown_is_control(const char *data, size_t length, uint32_t *code) {
  static const struct {
    uint32_t first, last;
  } ranges[] = {{0, 0x1f},        {0x7f, 0x9f},     {0x61c, 0x61c},
                {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}};
  assert(length >= 1 && length <= 4);
  *code = decode(data, length);
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (*code >= ranges[i].first && *code <= ranges[i].last)
      return true;
  return false;
}

// Appends the character or byte at 'data'. Returns its length.
static size_t show(const char *data, size_t size, const char *kept,
                   strbuf *out) {
  size_t length = utf8_length(data, size);
  uint32_t code = (unsigned char)*data;
  if (length > 0 && (!shown_is_control(data, length, &code) ||
                     (code != 0 && code < 0x80 && strchr(kept, (int)code))))
    strbuf_write(out, data, length);
  else
    strbuf_printf(out, length > 1 ? "\\u%04x" : "\\x%02x", (unsigned)code);
  return length > 0 ? length : 1;
}

void shown_text(const char *data, size_t size, strbuf *out) {
  for (size_t i = 0; i < size;)
    i += show(data + i, size - i, "\n\t", out);
}

void shown_name(const char *name, strbuf *out) {
  size_t size = strlen(name);
  for (size_t i = 0; i < size;)
    i += show(name + i, size - i, "", out);
}
