// SPDX-License-Identifier: Apache-2.0
// A decoder of SLIP that gets one byte at a time from an interrupt: whatever
// comes in, it stays inside of its buffer.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { END = 0xc0, ESCAPE = 0xdb, ESCAPED_END = 0xdc, ESCAPED_ESCAPE = 0xdd };
enum { ROOM = 32 };

typedef struct slip {
  uint8_t buffer[ROOM];
  size_t used;
  bool is_escaped, is_too_long;
} slip;

typedef void (*slip_receive)(const uint8_t *bytes, size_t size);

static size_t longest;
static void receive(const uint8_t *bytes, size_t size) {
  (void)bytes;
  if (size > longest)
    longest = size;
}

static void slip_add(slip *s, uint8_t byte) {
  if (s->used < ROOM)
    s->buffer[s->used++] = byte;
  else
    s->is_too_long = true;
}

void slip_byte(slip *s, uint8_t byte, slip_receive ready) {
  if (byte == END) {
    if (s->used > 0 && !s->is_too_long)
      ready(s->buffer, s->used + 1);
    s->used = 0;
    s->is_escaped = s->is_too_long = false;
  } else if (s->is_escaped) {
    s->is_escaped = false;
    slip_add(s, byte == ESCAPED_END ? END : byte == ESCAPED_ESCAPE ? ESCAPE : byte);
  } else if (byte == ESCAPE)
    s->is_escaped = true;
  else
    slip_add(s, byte);
}

int main(void) {
  static slip s;
  for (;;) {
    slip_byte(&s, __VERIFIER_nondet_uchar(), receive);
    if (s.used > ROOM || longest > ROOM)
      reach_error();
  }
}
