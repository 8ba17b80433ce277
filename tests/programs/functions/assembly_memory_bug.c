// SPDX-License-Identifier: Apache-2.0
// The same for memory that it names as an output.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair { int a, b; };
int main(void) {
  struct pair p = {1, 2};
  __asm__("nop; incl %0" : "+m"(p));
  if (p.b != 2)
    reach_error();
  return 0;
}
