// SPDX-License-Identifier: Apache-2.0
// What is stored in memory from outside is found there by the next call.
extern void reach_error(void);
struct device {
  int *data;
};
extern struct device *find_device(void);
extern void later(void);

int main(void) {
  int v = 1;
  struct device *d = find_device();
  later();
  d->data = &v;
  if (v != 1)
    reach_error();
  return 0;
}
