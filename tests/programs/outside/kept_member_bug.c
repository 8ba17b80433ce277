// SPDX-License-Identifier: Apache-2.0
// The address of a member is kept: it is not that of a member of null.
extern void reach_error(void);
struct device {
  int flags, state;
};
extern struct device *find_device(void);
static int *kept;

int main(void) {
  struct device *d = find_device();
  if (!d)
    return 0;
  kept = &d->state;
  *kept = 3;
  d->flags = 4;
  if ((unsigned long)kept < 64)
    reach_error();
  return 0;
}
