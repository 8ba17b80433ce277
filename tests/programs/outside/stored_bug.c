// SPDX-License-Identifier: Apache-2.0
// A pointer to an own object, stored outside, comes back as it was.
extern void reach_error(void);
struct device {
  int state;
  void *data;
};
extern struct device *find_device(void);

int main(void) {
  int own = 5;
  struct device *d = find_device();
  d->data = &own;
  d->state = 1;
  int *p = d->data;
  *p = 6;
  struct device *e = find_device();
  if (own != 6 || (e == d && e->data != &own) || e->data != &own)
    reach_error();
  return 0;
}
