// As list_of_blocks.c, with another sum.
#include <stdlib.h>
extern void reach_error(void);

struct item {
  struct item *next;
  int *block;
};

int main(void) {
  struct item *list = NULL;
  int sum = 0;
  for (int n = 0; n < 2; n++) {
    struct item *new = malloc(sizeof *new);
    if (new == NULL)
      exit(0);
    new->next = list;
    new->block = malloc(sizeof(int));
    if (new->block == NULL)
      exit(0);
    *new->block = n + 3;
    list = new;
  }
  while (list != NULL) {
    struct item *next = list->next;
    sum += *list->block;
    free(list->block);
    free(list);
    list = next;
  }
  if (sum != 8)
    reach_error();
  return 0;
}
