// SPDX-License-Identifier: Apache-2.0
// A function with a contract is its own harness.
#include <stdint.h>
#include <stddef.h>

size_t copy_bytes(uint8_t *to, const uint8_t *from, size_t n)
  __CPROVER_requires(n <= 4)
  __CPROVER_requires(__CPROVER_is_fresh(to, n))
  __CPROVER_requires(__CPROVER_is_fresh(from, n))
  __CPROVER_assigns(__CPROVER_object_whole(to))
  __CPROVER_ensures(__CPROVER_return_value == n)
  __CPROVER_ensures(__CPROVER_forall { size_t i; (i < n) ==> to[i] == from[i] });

size_t copy_bytes(uint8_t *to, const uint8_t *from, size_t n) {
  size_t i = 0;
#ifdef SEEDED_BUG
  for (; i <= n; i++)
#else
  for (; i < n; i++)
#endif
    to[i] = from[i];
  return i;
}
