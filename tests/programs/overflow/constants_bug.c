// SPDX-License-Identifier: Apache-2.0
// Also what the compiler can compute overflows.
int main(void) {
  int x = 2147483647 + 1;
  return x;
}
