// SPDX-License-Identifier: Apache-2.0
// What may be read of a variable whose block has ended is known where memory
// is checked.
int main(void) {
  int *p;
  {
    int inner = 1;
    p = &inner;
    __CPROVER_assert(__CPROVER_rw_ok(p, sizeof inner), "it lives");
  }
  __CPROVER_assert(!__CPROVER_r_ok(p, sizeof *p), "it is gone");
  return 0;
}
