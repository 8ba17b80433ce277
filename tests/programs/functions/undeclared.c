// SPDX-License-Identifier: Apache-2.0
// Calls of a function that is not declared: clang's warning is passed on.
extern void reach_error(void);
int main(void) {
  if (undeclared(1) == 7 && another(2) == 8)
    reach_error();
  return 0;
}
