// SPDX-License-Identifier: Apache-2.0
// What was freed is not used, wherever the pointer to it was kept.
#include <stdlib.h>
struct device {
  struct device *next;
  int state;
};
extern struct device *find(void);

int main(void) {
  struct device *d = find();
  d->next = malloc(sizeof *d);
  d->next->state = 3;
  free(d->next);
  d->next->state = 1;
  return 0;
}
