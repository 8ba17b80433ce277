// SPDX-License-Identifier: Apache-2.0
// Memory from outside stays as it is until others run.
extern void reach_error(void);
struct device {
  int state;
};
extern struct device *find_device(void);
extern void later(void);

int main(void) {
  struct device *d = find_device();
  later();
  d->state = 1;
  if (d->state != 1)
    reach_error();
  return 0;
}
