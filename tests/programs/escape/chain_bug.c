// SPDX-License-Identifier: Apache-2.0
// Who gets an object gets all that its pointers lead to.
extern void reach_error(void);
struct node {
  struct node *next;
  int value;
};
extern void use(struct node *n);
extern void later(void);

int main(void) {
  struct node a = {0}, b = {0}, c = {0};
  a.next = &b;
  b.next = &c;
  use(&a);
  c.value = 1;
  later();
  if (c.value != 1)
    reach_error();
  return 0;
}
