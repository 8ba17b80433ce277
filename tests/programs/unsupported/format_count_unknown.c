// A format that is not known may store through any argument.
#include <stdio.h>
extern void reach_error(void);

int main(int argc, char **argv) {
  int x = 0;
  printf(argc > 1 ? "%n" : "%p", &x);
  if (x != 0)
    reach_error();
  return 0;
}
