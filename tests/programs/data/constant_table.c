// SPDX-License-Identifier: Apache-2.0
// A table that is only read, with a variable index.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
static const unsigned char bits[8] = {0, 1, 1, 2, 1, 2, 2, 3};
int main(void) {
  unsigned x = __VERIFIER_nondet_uint() & 7;
  if (bits[x] != (x & 1) + (x >> 1 & 1) + (x >> 2))
    reach_error();
  return 0;
}
