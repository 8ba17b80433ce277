// SPDX-License-Identifier: Apache-2.0
// Bounds of arrays in arrays and structs: by constants, in rows, behind a
// pointer to a struct. What ends a struct that a pointer leads to may be longer
// than its type says.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct line {
  int number;
  char text[4];
};

struct tail {
  int length;
  char bytes[1];
};

static int rows[3][4];
static struct line lines[2];

static void fill(struct tail *t) {
  for (int k = 0; k < t->length; k++)
    t->bytes[k] = 'x';
}

int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 3 || j >= 4)
    return 0;
  rows[i][j] = 1;
  struct tail *t = malloc(sizeof *t + 5);
  t->length = 6;
  fill(t);
  free(t);
#if WHICH == 1
  rows[0][4] = 1;
#elif WHICH == 2
  rows[i][j + 1] = 1;
#elif WHICH == 3
  lines[0].text[j + i] = 1;
#elif WHICH == 4
  struct line *l = lines;
  (l + 1)[-1].text[5] = 1;
#else
  lines[1].text[j] = *(&rows[1][4] - 1);
#endif
  return 0;
}
