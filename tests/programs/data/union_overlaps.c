// SPDX-License-Identifier: Apache-2.0
// Members of a union share their place.
void reach_error(void);
int __VERIFIER_nondet_int(void);
union both {
  int number;
  short half;
};
int main(void) {
  union both u;
  u.number = 1;
  u.half = (short)__VERIFIER_nondet_int();
  if (u.number == 77)
    reach_error();
  return 0;
}
