// SPDX-License-Identifier: Apache-2.0
// The address of a member is kept: it may be that of a member of null.
extern void reach_error(void);
struct device {
  int flags, state;
};
extern struct device *find_device(void);
static int *kept;

int main(void) {
  struct device *d = find_device();
  kept = &d->state;
  *kept = 3;
  if (!d)
    reach_error();
  return 0;
}
