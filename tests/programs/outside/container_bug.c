// SPDX-License-Identifier: Apache-2.0
// From a member back to the struct around it, by arithmetic on numbers.
extern void reach_error(void);
struct link {
  struct link *next;
};
struct item {
  int key, value;
  struct link link;
};
extern struct link *first_link(void);

static struct item *item_of(struct link *l) {
  return (struct item *)((unsigned long)l - (unsigned long)&((struct item *)0)->link);
}

int main(void) {
  struct link *l = first_link();
  struct item *i = item_of(l);
  i->key = 4;
  i->value = 5;
  struct link *again = &i->link;
  if (again != l || item_of(again)->key == 4)
    reach_error();
  return 0;
}
