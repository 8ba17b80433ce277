// SPDX-License-Identifier: Apache-2.0
// An unsigned long of 32 bits wraps where one of 64 does not.
void reach_error(void);
int main(void) {
  unsigned long big = 65536;
  if (big * big == 0)
    reach_error();
  return 0;
}
