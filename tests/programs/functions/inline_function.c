// SPDX-License-Identifier: Apache-2.0
// inline is no obstacle.
void reach_error(void);
static inline __attribute__((always_inline)) int twice(int x) { return x + x; }
int main(void) {
  if (twice(twice(3)) != 12)
    reach_error();
  return 0;
}
