// SPDX-License-Identifier: Apache-2.0
// What a failed exchange leaves alone.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int lock = __VERIFIER_nondet_int(), count = 0;
  if (__sync_val_compare_and_swap(&lock, 0, 1) == 0)
    __sync_fetch_and_add(&count, 2);
  if (count == 0 && lock == 1)
    reach_error();
  return 0;
}
