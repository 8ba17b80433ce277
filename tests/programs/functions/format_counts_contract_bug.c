// %n is a store inside of a recursive function, too.
#include <stdio.h>
extern void reach_error(void);

static int global;

static int recursive(int n) {
  printf("ab%n", &global);
  return n > 0 ? recursive(n - 1) + 1 : 0;
}

int main(void) {
  recursive(3);
  if (global == 2)
    reach_error();
  return 0;
}
