// A list of numbers and texts, told apart by a tag.
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct item {
  struct item *next;
  int is_text;
  union {
    int number;
    const char *text;
  } of;
};

static struct item *push(struct item *next, int is_text) {
  struct item *new = malloc(sizeof *new);
  if (new == NULL)
    exit(1);
  new->next = next;
  new->is_text = is_text;
  if (is_text)
    new->of.text = "text";
  else
    new->of.number = 42;
  return new;
}

int main(void) {
  struct item *list = NULL, *i;
  for (int n = 0; n < 3; n++)
    list = push(list, __VERIFIER_nondet_int() != 0);
  for (i = list; i != NULL; i = i->next)
    if (i->is_text) {
      if (i->of.text[1] != 'e')
        reach_error();
      i->is_text = 0;
      i->of.number = 42;
    }
  for (i = list; i != NULL; i = i->next)
    if (i->of.number != 42)
      reach_error();
  return 0;
}
