// SPDX-License-Identifier: Apache-2.0
// Default is taken wherever it stands.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  switch (__VERIFIER_nondet_int() & 3) {
  case 0:
    return 0;
  default:
    reach_error();
  case 1:
  case 2:
    break;
  }
  return 0;
}
