// SPDX-License-Identifier: Apache-2.0
// C itself says how many elements there are.
__attribute__((nonnull(3))) static int sum_of(unsigned n,
                                              const short values[static n],
                                              const int *bias) {
  int sum = 0;
  const int *given = bias;
#ifdef SEEDED_BUG
  for (unsigned i = 0; i <= n; i++)
#else
  for (unsigned i = 0; i < n; i++)
#endif
    sum += values[i];
  __CPROVER_assert(given != 0, "it is never null");
  return sum;
}
