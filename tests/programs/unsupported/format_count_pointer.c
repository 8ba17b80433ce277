// printf by another name.
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int x = 0, (*print)(const char *, ...) = printf;
  print("abc%n", &x);
  if (x == 3)
    reach_error();
  return 0;
}
