// SPDX-License-Identifier: Apache-2.0
// What new memory holds where nothing is stored leads outside.
#include <stdlib.h>
extern void reach_error(void);
struct cipher {
  int bits;
};
struct session {
  struct cipher *cipher;
  int state;
};

int main(void) {
  struct session *s = malloc(sizeof *s);
  s->state = 1;
  struct cipher *c = s->cipher;
  c->bits = 8;
  s->state = 2;
  if (s->cipher->bits != 8)
    reach_error();
  return 0;
}
