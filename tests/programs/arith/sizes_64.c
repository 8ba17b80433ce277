// SPDX-License-Identifier: Apache-2.0
// The sizes of the 64-bit data model.
void reach_error(void);
int main(void) {
  if (sizeof(long) != 8 || sizeof(void *) != 8 || sizeof(long long) != 8)
    reach_error();
  return 0;
}
