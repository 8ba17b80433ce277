// What printf returns is determined, but not known for every format: it is not
// anything.
#include <stdio.h>
void reach_error(void);
int main(void) {
  printf("no result is used here\n");
  int n = printf("%.2f", 1.5);
  if (n != 4)
    reach_error();
  return 0;
}
