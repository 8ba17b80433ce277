// SPDX-License-Identifier: Apache-2.0
// A volatile variable of another program may change between two reads, also
// where a pointer leads to it.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern volatile int device;
static int twice(volatile int *p) { return *p == *p; }
int main(void) {
  if (!twice(&device))
    reach_error();
  return 0;
}
