// SPDX-License-Identifier: Apache-2.0
// Where long has 32 bits, -1L becomes unsigned long against an unsigned int.
void reach_error(void);
int main(void) {
  if (-1L < 1u)
    reach_error();
  return 0;
}
