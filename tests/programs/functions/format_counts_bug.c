// %n is a store, although nobody looks at the result.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int x = 0;
  printf("abc%n", &x);
  if (x == 3)
    reach_error();
  return 0;
}
