// SPDX-License-Identifier: Apache-2.0
// Assembly without a text and fences change nothing; other assembly changes its
// outputs alone.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1, y = __VERIFIER_nondet_int(), z = 3, w;
  __asm__("" : "+r"(x));
  __asm__ volatile("" : : "r"(&x) : "memory");
  __asm__ volatile("mfence" : : : "memory");
  __asm__ volatile("rep; nop");
  __asm__("" : "+r"(x), "+r"(z));
  if (x != 1 || z != 3)
    reach_error();
  __asm__("bsr %1, %0" : "=r"(w) : "r"(y) : "cc");
  __asm__("movl %1, %0" : "=m"(w) : "r"(y));
  if (x != 1 || z != 3)
    reach_error();
  return 0;
}
