// SPDX-License-Identifier: Apache-2.0
// What one member of a structure from outside holds stays while a loop changes
// another one, and sometimes it itself.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct device {
  int state;
  int count;
};
extern struct device *find_device(void);

int main(void) {
  struct device *d = find_device();
  d->state = 3;
  d->count = 0;
  while (__VERIFIER_nondet_int())
    if (d->count < 2)
      d->count = d->count + 1;
    else
      d->state = d->count;
  if (d->state != 3)
    reach_error();
  return 0;
}
