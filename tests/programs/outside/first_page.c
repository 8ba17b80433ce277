// SPDX-License-Identifier: Apache-2.0
// Memory from outside may lie anywhere but at null, also on the first page.
extern void reach_error(void);
struct device {
  int flags, state;
};
extern struct device *find_device(void);

int main(void) {
  struct device *d = find_device();
  d->state = 3;
  if (!d)
    reach_error(); // null was not used
  unsigned long address = (unsigned long)d;
  if (address > 4095 && address <= 2012)
    reach_error();
  return 0;
}
