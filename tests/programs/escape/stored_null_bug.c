// SPDX-License-Identifier: Apache-2.0
// Null that the program stored in memory from outside is its own.
struct device {
  struct device *next;
  int state;
};
extern struct device *find(void);

int main(void) {
  struct device *d = find();
  d->next = 0;
  d->next->state = 1;
  return 0;
}
