// SPDX-License-Identifier: Apache-2.0
// Case ranges, negative cases, and cases of a narrower type.
void reach_error(void);
signed char __VERIFIER_nondet_char(void);
int main(void) {
  signed char c = __VERIFIER_nondet_char();
  int kind = 0;
  switch (c) {
  case -5 ... -1:
    kind = 1;
    break;
  case 0:
    kind = 2;
    break;
  case '0' ... '9':
    kind = 3;
    break;
  }
  if ((kind == 1) != (c >= -5 && c < 0) || (kind == 3) != (c >= 48 && c <= 57))
    reach_error();
  return 0;
}
