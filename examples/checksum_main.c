// SPDX-License-Identifier: Apache-2.0
// A single flipped bit changes the checksum (see checksum.c).
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
unsigned char checksum(unsigned word);

int main(void) {
  unsigned word = __VERIFIER_nondet_uint();
  unsigned bit = __VERIFIER_nondet_uint() % 32;
  assert(checksum(word) != checksum(word ^ 1u << bit));
  return 0;
}
