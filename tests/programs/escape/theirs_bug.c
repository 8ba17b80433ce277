// SPDX-License-Identifier: Apache-2.0
// Memory from outside is changed by others.
extern void reach_error(void);
struct device {
  int state;
};
extern struct device *find_device(void);
extern void later(void);

int main(void) {
  struct device *d = find_device();
  d->state = 1;
  later();
  if (d->state != 1)
    reach_error();
  return 0;
}
