// Time goes on, or back.
#include <time.h>
extern void reach_error(void);

int main(void) {
  time_t before = time(NULL), after = time(NULL);
  if (before != after)
    reach_error();
  return 0;
}
