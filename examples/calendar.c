// SPDX-License-Identifier: Apache-2.0
// Turns a number of days since 1980 into a year. On the last day of a leap
// year the loop makes no progress.
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

static int is_leap(int year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int main(void) {
  int days = __VERIFIER_nondet_ushort() % 1500 + 1, year = 1980;
  while (days > 365) {
    int before = days;
    if (is_leap(year)) {
      if (days > 366) {
        days -= 366;
        year++;
      }
    } else {
      days -= 365;
      year++;
    }
    assert(days < before);
  }
  return 0;
}
