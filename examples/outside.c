// SPDX-License-Identifier: Apache-2.0
extern void reach_error(void);
struct device {
  int state;
  struct device *next;
};
extern struct device *find_device(void);

int main(void) {
  struct device *d = find_device();
  d->state = 3;
  d->next->state = 4;
  if (d->state != 3 && d->next != d)
    reach_error();
  return 0;
}
