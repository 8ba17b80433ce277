// SPDX-License-Identifier: Apache-2.0
// The entry function's arguments are arbitrary.
void reach_error(void);
int start(int a, unsigned char b) {
  if (a == 42 && b == 200)
    reach_error();
  return 0;
}
