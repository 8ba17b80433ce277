// SPDX-License-Identifier: Apache-2.0
// Memory that is used as several structs, which have a pointer and a number in
// the same place.
#include <stdlib.h>
#include <string.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct text {
  long kind;
  const char *letters;
};

struct number {
  long kind;
  long value;
};

static void *make(int is_text, const char *letters, long value) {
  void *p = malloc(sizeof(struct text));
  struct text *t = p;
  struct number *n = p;
  n->kind = is_text;
  if (is_text)
    t->letters = letters;
  else
    n->value = value;
  return p;
}

static long use(void *p) {
  struct text *t = p;
  struct number *n = p;
  return t->kind ? t->letters[0] : n->value;
}

int main(void) {
  int is_text = __VERIFIER_nondet_int() != 0;
  void *a = make(is_text, "x", 7), *b = make(!is_text, "y", 9);
  if (use(a) != (is_text ? 'x' : 7) || use(b) != (is_text ? 9 : 'y'))
    reach_error();
  memcpy(a, b, sizeof(struct number));
  if (use(a) != use(b) || ((struct text *)a)->kind != !is_text)
    reach_error();
  memset(b, 0, sizeof(struct text));
  if (((struct text *)b)->letters != NULL || ((struct number *)b)->value != 0)
    reach_error();
  return 0;
}
