// What realloc returns is aligned, apart from what lives, and holds what the
// old object held.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *p = malloc(2), *other = malloc(1);
  uintptr_t before = (uintptr_t)p;
  p[1] = 5;
  char *q = realloc(p, 4);
  uintptr_t after = (uintptr_t)q, lives = (uintptr_t)other;
  if (q[1] != 5 || after % (2 * sizeof(void *)) != 0)
    reach_error();
  if (after <= lives && lives < after + 4)
    reach_error();
  if (before == lives)
    reach_error();
  return 0;
}
