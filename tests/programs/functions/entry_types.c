// SPDX-License-Identifier: Apache-2.0
// Arbitrary, but values of their types.
void reach_error(void);
void start(unsigned char a, _Bool b, short c) {
  if (a > 255 || b > 1 || c > 32767 || c < -32768)
    reach_error();
}
