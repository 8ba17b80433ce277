// SPDX-License-Identifier: Apache-2.0
// A checksum by a table of 16 entries, compared with its definition bit by
// bit, and a frame whose checksum must change when one bit does.
#include <stddef.h>
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static const uint16_t table[16] = {
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50a5, 0x60c6, 0x70e7,
    0x8108, 0x9129, 0xa14a, 0xb16b, 0xc18c, 0xd1ad, 0xe1ce, 0xf1ef};

uint16_t crc_step(uint16_t crc, uint8_t byte) {
  crc = (uint16_t)(crc << 4 ^ table[crc >> 12 ^ byte >> 4]);
  return (uint16_t)(crc << 4 ^ table[crc >> 12 ^ (byte & 15)]);
}

uint16_t crc_block(uint16_t crc, const void *data, size_t size) {
  const uint8_t *at = data;
  while (size-- > 0)
    crc = crc_step(crc, *at++);
  return crc;
}

static uint16_t by_bits(uint16_t crc, uint8_t byte) {
  crc ^= (uint16_t)(byte << 8);
  for (int k = 0; k < 8; k++)
    crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
  return crc;
}

struct frame {
  uint8_t address, command;
  uint16_t value;
  uint16_t crc;
};

int main(void) {
  struct frame f = {1, __VERIFIER_nondet_uchar(), 0x1234, 0};
  if (crc_step(0xffff, f.command) != by_bits(0xffff, f.command))
    reach_error();
  f.crc = crc_block(0xffff, &f, offsetof(struct frame, crc));
  f.command ^= (uint8_t)(1u << __VERIFIER_nondet_uchar() % 8);
  if (f.crc == crc_block(0xffff, &f, offsetof(struct frame, crc)))
    reach_error();
  return 0;
}
