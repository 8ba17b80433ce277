// SPDX-License-Identifier: Apache-2.0
// Where members lie.
#include <stddef.h>
void reach_error(void);
struct mixed {
  char c;
  short s;
  int i;
};
int main(void) {
  if (offsetof(struct mixed, s) != 2 || offsetof(struct mixed, i) != 4)
    reach_error();
  if (sizeof(struct mixed) != 8 || sizeof(int[3]) != 12)
    reach_error();
  return 0;
}
