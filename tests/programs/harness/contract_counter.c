// SPDX-License-Identifier: Apache-2.0
// What a function changes is said with the values from before.
#include <stdbool.h>
#include <stddef.h>

struct counter {
  unsigned value, most;
};

bool counter_add(struct counter *c, unsigned n)
  __CPROVER_requires(__CPROVER_is_fresh(c, sizeof(*c)))
  __CPROVER_requires(c->value <= c->most)
  __CPROVER_ensures(c->value <= c->most)
  __CPROVER_ensures(__CPROVER_return_value ==>
                    c->value == __CPROVER_old(c->value) + n)
  __CPROVER_ensures(!__CPROVER_return_value ==>
                    c->value == __CPROVER_old(c->value))
{
#ifdef SEEDED_BUG
  if (c->value > c->most - n)
#else
  if (c->most - c->value < n)
#endif
    return false;
  c->value += n;
  return true;
}
