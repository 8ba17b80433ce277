// As variants.c, but a number is written over the pointer to a block.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct item {
  struct item *next;
  int has_block;
  union {
    int number;
    int *block;
  } of;
};

static void fill(struct item *i, int has_block) {
  i->has_block = has_block;
  if (!has_block) {
    i->of.number = 7;
    return;
  }
  i->of.block = malloc(sizeof(int));
  if (i->of.block == NULL)
    exit(0);
  *i->of.block = 3;
}

int main(void) {
  struct item *list = NULL;
  for (int n = 0; n < 2; n++) {
    struct item *new = malloc(sizeof *new);
    if (new == NULL)
      exit(0);
    new->next = list;
    list = new;
    fill(new, __VERIFIER_nondet_int() != 0);
  }
  while (list != NULL) {
    struct item *next = list->next;
    list->of.number = 0;
    if (list->has_block)
      list->has_block = 0;
    free(list);
    list = next;
  }
  return 0;
}
