// SPDX-License-Identifier: Apache-2.0
// The same for an element of an array, and for one variable of two.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern volatile int device[4];
volatile int own;
int main(void) {
  int i = __VERIFIER_nondet_int();
  volatile int *p = i > 0 && i < 4 ? &device[i] : &own;
  int first = *p;
  if (first != *p && p != &own)
    reach_error();
  return 0;
}
