// SPDX-License-Identifier: Apache-2.0
// Members of a struct from outside do not overlap; two such structs may be one.
extern void reach_error(void);
struct device {
  int state;
  struct device *next;
  long count;
};
extern struct device *find_device(void);

int main(void) {
  struct device *d = find_device();
  if (!d)
    return 0;
  d->state = 3;
  d->count = 7;
  struct device *n = d->next;
  n->state = 4;
  if (d->state != 3 && n == d)
    reach_error();
  return 0;
}
