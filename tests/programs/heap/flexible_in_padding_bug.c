// SPDX-License-Identifier: Apache-2.0
// The same, with an element that is not what was stored there.
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct text {
  int length;
  char kind;
  char letters[];
};

struct numbers {
  long count;
  char kind;
  short values[];
};

static struct text *new_text(char first) {
  struct text *t = malloc(sizeof *t + 2);
  t->length = 5;
  t->kind = 1;
  t->letters[0] = first;
  t->letters[4] = 8;
  return t;
}

int main(void) {
  char first = (char)__VERIFIER_nondet_int();
  struct text *t = new_text(first);
  if (t->letters[0] != first || t->letters[4] != 9 || t->length != 5 ||
      t->kind != 1)
    reach_error();
  struct numbers *n = calloc(1, 2 * sizeof *n);
  n->values[0] = 500;
  n->values[3] = 600;
  if (n->values[0] != 500 || n->values[1] != 0 || n->values[3] != 600 ||
      n->count != 0 || n->kind != 0)
    reach_error();
  struct text *none = malloc(sizeof *none);
  none->letters[1] = 3;
  none->kind = 4;
  if (none->letters[1] != 3)
    reach_error();
  return 0;
}
