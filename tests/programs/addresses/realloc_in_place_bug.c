// What realloc returns may lie where the old object did.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *p = malloc(2);
  uintptr_t before = (uintptr_t)p;
  char *q = realloc(p, 4);
  if ((uintptr_t)q == before)
    reach_error();
  return 0;
}
