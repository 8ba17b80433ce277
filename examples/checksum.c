// SPDX-License-Identifier: Apache-2.0
// A cyclic checksum of eight bits over a word.
unsigned char checksum(unsigned word) {
  unsigned char sum = 0;
  for (int i = 31; i >= 0; i--) {
    int carry = sum >> 7 ^ (word >> i & 1);
    sum = (unsigned char)(sum << 1);
    if (carry)
      sum ^= 0x07;
  }
  return sum;
}
