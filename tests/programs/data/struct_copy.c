// SPDX-License-Identifier: Apache-2.0
// A copy of a struct is independent of the original.
void reach_error(void);
int __VERIFIER_nondet_int(void);
struct inner {
  short s;
  char text[3];
};
struct outer {
  int n;
  struct inner in[2];
};
int main(void) {
  struct outer a = {__VERIFIER_nondet_int(), {{1, "ab"}, {2, "cd"}}};
  struct outer b = a;
  b.in[1].text[0] = 'z';
  b.n++;
  if (a.in[1].text[0] != 'c' || b.in[0].text[1] != 'b' || b.in[1].s != 2)
    reach_error();
  if (a.n == b.n)
    reach_error();
  return 0;
}
