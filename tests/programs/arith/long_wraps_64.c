// SPDX-License-Identifier: Apache-2.0
// An unsigned long of 64 bits holds the product.
void reach_error(void);
int main(void) {
  unsigned long big = 65536;
  if (big * big == 0)
    reach_error();
  return 0;
}
