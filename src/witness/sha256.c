// SPDX-License-Identifier: Apache-2.0
// The constants are what the standard says they are: the first 32 bits of the
// fractional parts of square and cube roots of the first primes. They are
// computed, in integers, rather than written down.
#include "witness/sha256.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, WORDS = 8 };

__extension__ typedef unsigned __int128 wide;

typedef struct {
  uint32_t state[WORDS];
  uint32_t rounds[ROUNDS];
} hasher;

static bool is_prime(uint32_t n) {
  for (uint32_t d = 2; d * d <= n; d++)
    if (n % d == 0)
      return false;
  return n > 1;
}

// The largest x with x^power <= n * 2^(32 * power): the root in 32.32 form.
static uint32_t root_fraction(uint32_t n, int power) {
  wide x = 0;
  for (uint64_t bit = UINT64_C(1) << 37; bit != 0; bit >>= 1) {
    wide y = x | bit;
    // y^3 has at most 114 bits.
    wide z = power == 2 ? y * y : y * y * y;
    if (z <= (wide)n << (32 * power))
      x = y;
  }
  return (uint32_t)x;
}

static void start(hasher *h) {
  uint32_t prime = 2;
  for (uint32_t i = 0; i < ROUNDS; i++, prime++) {
    while (!is_prime(prime))
      prime++;
    h->rounds[i] = root_fraction(prime, 3);
    if (i < WORDS)
      h->state[i] = root_fraction(prime, 2);
  }
  assert(h->state[0] == 0x6a09e667 && h->rounds[0] == 0x428a2f98);
}

static uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void spread(const uint8_t *block, uint32_t w[ROUNDS]) {
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
           (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  for (int i = 16; i < ROUNDS; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] +
           (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
  }
}

static void take_block(hasher *h, const uint8_t *block) {
  uint32_t w[ROUNDS], s[WORDS];
  spread(block, w);
  memcpy(s, h->state, sizeof s);
  for (int i = 0; i < ROUNDS; i++) {
    uint32_t e = s[4], a = s[0];
    uint32_t one = s[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
                   ((e & s[5]) ^ (~e & s[6])) + h->rounds[i] + w[i];
    uint32_t two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) +
                   ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
    memmove(s + 1, s, sizeof s - sizeof *s);
    s[4] += one;
    s[0] = one + two;
  }
  for (int i = 0; i < WORDS; i++)
    h->state[i] += s[i];
}

void sha256_text(const void *data, size_t size, char out[SHA256_TEXT]) {
  hasher h;
  start(&h);
  const uint8_t *bytes = data;
  size_t whole = size / BLOCK * BLOCK;
  for (size_t at = 0; at < whole; at += BLOCK)
    take_block(&h, bytes + at);
  // What is left, a one bit, zeros, and the length in bits.
  uint8_t last[2 * BLOCK] = {0};
  size_t rest = size - whole;
  if (rest > 0)
    memcpy(last, bytes + whole, rest);
  last[rest] = 0x80;
  size_t end = rest + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
  for (int i = 0; i < 8; i++)
    last[end - 1 - (size_t)i] = (uint8_t)((uint64_t)size * 8 >> (8 * i));
  for (size_t at = 0; at < end; at += BLOCK)
    take_block(&h, last + at);
  for (int i = 0; i < WORDS; i++)
    snprintf(out + 8 * i, 9, "%08x", (unsigned)h.state[i]);
}
