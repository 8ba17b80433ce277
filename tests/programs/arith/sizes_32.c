// SPDX-License-Identifier: Apache-2.0
// The sizes of the 32-bit data model.
void reach_error(void);
int main(void) {
  if (sizeof(long) != 4 || sizeof(void *) != 4 || sizeof(long long) != 8)
    reach_error();
  if (sizeof(int) != 4 || sizeof(short) != 2 || sizeof(_Bool) != 1)
    reach_error();
  return 0;
}
