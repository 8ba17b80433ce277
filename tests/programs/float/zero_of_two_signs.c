// SPDX-License-Identifier: Apache-2.0
// Of a positive and a negative zero, fmin and fmax give either.
#include <math.h>
void reach_error(void);
int main(void) {
  volatile double zero = 0, negative = -0.0;
  if (fmin(zero, negative) != 0 || fmax(negative, zero) != 0)
    reach_error();
  if (!signbit(fmin(negative, negative)) || signbit(fmax(zero, zero)))
    reach_error();
  if (!signbit(fmin(negative, zero - 1)) || signbit(fmax(negative, zero + 1)))
    reach_error();
  return 0;
}
