// SPDX-License-Identifier: Apache-2.0
// What stands in this section is called by the system.
extern void reach_error(void);
int g;
static void hidden(void) {
  if (g == 0)
    reach_error();
}
__attribute__((used, section(".ctors"))) static void (*entry)(void) = hidden;
int main(void) { return 0; }
