// SPDX-License-Identifier: Apache-2.0
// Where long has 64 bits, it holds every unsigned int and stays signed.
void reach_error(void);
int main(void) {
  if (-1L < 1u)
    reach_error();
  return 0;
}
