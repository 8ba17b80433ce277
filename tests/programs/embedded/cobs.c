// SPDX-License-Identifier: Apache-2.0
// Framing by consistent overhead byte stuffing: what is encoded has no zeros,
// and decoding it gives the same bytes back.
#include <stddef.h>
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

size_t cobs_encode(const uint8_t *in, size_t size, uint8_t *out) {
  uint8_t *start = out, *code = out++;
  uint8_t run = 1;
  for (const uint8_t *end = in + size; in < end; in++) {
    if (*in != 0) {
      *out++ = *in;
      run++;
    }
    if (*in == 0 || run == 0xff) {
      *code = run;
      code = out++;
      run = 1;
    }
  }
  *code = run;
  return (size_t)(out - start);
}

// The size, or -1 if the input is no encoding or the output has no room.
int cobs_decode(const uint8_t *in, size_t size, uint8_t *out, size_t room) {
  size_t at = 0, used = 0;
  while (at < size) {
    uint8_t code = in[at++];
    if (code == 0 || at + code - 1 > size)
      return -1;
    for (uint8_t k = 1; k < code; k++) {
      if (used == room)
        return -1;
      out[used++] = in[at++];
    }
    if (code != 0xff && at < size) {
      if (used == room)
        return -1;
      out[used++] = 0;
    }
  }
  return (int)used;
}

int main(void) {
  uint8_t data[5], line[8], back[5];
  for (int k = 0; k < 5; k++)
    data[k] = __VERIFIER_nondet_uchar();
  size_t size = cobs_encode(data, sizeof data, line);
  if (size != sizeof data + 1)
    reach_error();
  for (size_t k = 0; k < size; k++)
    if (line[k] == 0)
      reach_error();
  if (cobs_decode(line, size, back, sizeof back) != (int)sizeof data)
    reach_error();
  for (int k = 0; k < 5; k++)
    if (back[k] != data[k])
      reach_error();
  return 0;
}
