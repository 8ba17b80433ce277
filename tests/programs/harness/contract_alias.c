// SPDX-License-Identifier: Apache-2.0
// A contract may let the caller hand over one object twice. Pointers from
// outside lead to no object that a clause makes, so that is not supported: it
// must not be proved that they are two.
struct item {
  int value;
  struct item *next;
};
#ifdef SEEDED_BUG
#define NO_OTHER(p) ((p) == first)
#else
#define NO_OTHER(p) ((p) == 0)
#endif
void set(struct item *first, struct item *second)
    __CPROVER_requires(__CPROVER_is_fresh(first, sizeof *first))
        __CPROVER_requires(NO_OTHER(second) ||
                           __CPROVER_is_fresh(second, sizeof *second)) {
  first->value = 1;
  if (second != 0)
    second->value = 2;
  __CPROVER_assert(first->value == 1, "they are two");
}
