// SPDX-License-Identifier: Apache-2.0
// A function that runs after main, with an argument.
void reach_error(void);
int on_exit(void (*)(int, void *), void *);
static void last(int status, void *data) { reach_error(); }
int main(void) {
  on_exit(last, 0);
  return 0;
}
