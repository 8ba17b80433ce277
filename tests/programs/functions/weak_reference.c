// SPDX-License-Identifier: Apache-2.0
// The target of a weak reference may be missing.
extern void reach_error(void);
static int mine(void) __attribute__((weakref("theirs")));
int main(void) {
  if (!mine)
    reach_error();
  return 0;
}
