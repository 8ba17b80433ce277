// SPDX-License-Identifier: Apache-2.0
// C does not define a call with an array of no elements; a contract excludes
// it.
long sum_of(int n, const short values[n])
#ifndef SEEDED_BUG
    __CPROVER_requires(n > 0)
#endif
{
  return n;
}
