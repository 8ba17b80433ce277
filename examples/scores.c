// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned scores[4];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 5, sum = 0;
  for (unsigned i = 0; i < n; i++)
    scores[i] = __VERIFIER_nondet_uint() % 100;
  for (unsigned i = 0; i < n; i++)
    sum += scores[i];
  unsigned mean = sum / n;
  if (n > 4)
    assert(mean < 1u << n);
  assert(sum < 400);
  return 0;
}
