// SPDX-License-Identifier: Apache-2.0
// Two copies of a volatile structure of another program may differ.
extern void reach_error(void);
struct pair { int a, b; };
extern volatile struct pair device;
int main(void) {
  struct pair x = device, y = device;
  if (x.a != y.a)
    reach_error();
  return 0;
}
