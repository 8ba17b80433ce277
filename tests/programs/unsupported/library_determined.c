// What a function of the library returns is determined, also without a model.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  if (strtod("1.5", NULL) != 1.5)
    reach_error();
  return 0;
}
