// SPDX-License-Identifier: Apache-2.0
// Operands narrower than int are promoted before anything is computed.
void reach_error(void);
int main(void) {
  unsigned char a = 255, b = 1;
  signed char c = (signed char)200;
  unsigned short s = 65535;
  if (a + b != 256 || (unsigned char)(a + b) != 0)
    reach_error();
  if (c != -56 || (unsigned char)c != 200)
    reach_error();
  if (~a != -256 || (unsigned char)~a != 0)
    reach_error();
  if (s + 1 != 65536 || -s != -65535)
    reach_error();
  return 0;
}
