// SPDX-License-Identifier: Apache-2.0
// A section of the program's own, as kernels have them: nobody runs it.
extern void reach_error(void);
static int calls;

__attribute__((section(".init.text"))) static int start(void) {
  return ++calls;
}

int main(void) {
  if (start() != 1)
    reach_error();
  return 0;
}
