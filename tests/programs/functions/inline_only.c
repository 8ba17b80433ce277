// SPDX-License-Identifier: Apache-2.0
// An inline function without an external definition, and one that is only
// declared and never called on the path.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int never(int);
inline int twice(int x) { return 2 * x; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1000)
    x = never(x);
  if (twice(x) == 154)
    reach_error();
  return 0;
}
