// SPDX-License-Identifier: Apache-2.0
// A block that has a value.
void reach_error(void);
int __VERIFIER_nondet_int(void);
#define MAX(a, b)                                                              \
  ({                                                                           \
    int first = (a), second = (b);                                             \
    first > second ? first : second;                                           \
  })
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int m = MAX(x, y);
  if (m < x || m < y || (m != x && m != y))
    reach_error();
  return 0;
}
