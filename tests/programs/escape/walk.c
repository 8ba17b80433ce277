// SPDX-License-Identifier: Apache-2.0
// A list from outside is valid where it is followed; its elements may be equal.
extern void reach_error(void);
struct device {
  struct device *next;
  int state;
};
extern struct device *find(void);

int main(void) {
  struct device *d = find();
  for (int k = 0; k < 3 && d != 0; k++) {
    d->state = k;
    struct device *next = d->next;
    if (next != 0 && next != d)
      next->state = 7;
    if (d->state != k)
      reach_error();
    d = next;
  }
  return 0;
}
