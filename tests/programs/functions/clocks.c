// What the environment says is any value in its range; what was stored is what
// is returned; names are not written.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
extern void reach_error(void);

int main(void) {
  time_t t;
  struct timespec now;
  char name[4] = "abc";
  if (time(&t) != t || t < -1)
    reach_error();
  if (timespec_get(&now, TIME_UTC) == TIME_UTC &&
      (now.tv_nsec < 0 || now.tv_nsec > 999999999))
    reach_error();
  FILE *f = fopen(name, "r");
  if (name[0] != 'a' || name[1] != 'b' || (f && fclose(f) > 0))
    reach_error();
  getenv(name);
  if (name[2] != 'c' || ftell(stdin) < -1)
    reach_error();
  int n = 0;
  if (scanf("%d", &n) > 1)
    reach_error();
  return 0;
}
