// SPDX-License-Identifier: Apache-2.0
// A function that runs after main.
void reach_error(void);
int atexit(void (*)(void));
static void last(void) { reach_error(); }
int main(void) {
  atexit(last);
  return 0;
}
