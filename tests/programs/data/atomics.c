// SPDX-License-Identifier: Apache-2.0
// Atomic operations return the old or the new value, and write.
#include <stdatomic.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

static void check(int condition) {
  if (!condition)
    reach_error();
}

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), v = x;
  check(__sync_fetch_and_add(&v, y) == x && v == (int)((unsigned)x + y));
  v = x;
  check(__sync_sub_and_fetch(&v, y) == v && v == (int)((unsigned)x - y));
  v = x;
  check(__sync_fetch_and_nand(&v, y) == x && v == ~(x & y));
  v = x;
  check(__atomic_fetch_xor(&v, y, __ATOMIC_SEQ_CST) == x && v == (x ^ y));
  v = x;
  check(__atomic_fetch_max(&v, y, __ATOMIC_RELAXED) == x && v == (x > y ? x : y));
  v = x;
  check(__atomic_exchange_n(&v, y, __ATOMIC_ACQUIRE) == x && v == y);
  v = x;
  check(__sync_bool_compare_and_swap(&v, y, 7) == (x == y));
  check(v == (x == y ? 7 : x));
  __sync_synchronize();

  atomic_uchar a = __VERIFIER_nondet_uchar();
  unsigned char before = a, expected = __VERIFIER_nondet_uchar();
  unsigned char wanted = expected;
  if (atomic_compare_exchange_strong(&a, &expected, 1))
    check(before == wanted && a == 1 && expected == wanted);
  else
    check(before != wanted && a == before && expected == before);
  a++;
  atomic_thread_fence(memory_order_release);
  atomic_flag flag = ATOMIC_FLAG_INIT;
  check(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
  return 0;
}
