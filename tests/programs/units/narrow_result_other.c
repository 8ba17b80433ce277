// SPDX-License-Identifier: Apache-2.0
unsigned one(unsigned n);
unsigned long long other(unsigned n) {
  if (n > 2)
    return other(n - 2);
  return n == 0 ? 1 : one(n - 1);
}
