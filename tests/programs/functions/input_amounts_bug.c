// All of it may come from outside.
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  char text[4] = "abc";
  if (read(0, text, 2) == 2 && text[0] == 'x' && text[1] == 'y')
    reach_error();
  return 0;
}
