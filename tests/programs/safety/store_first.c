// SPDX-License-Identifier: Apache-2.0
// A pointer that is not initialized yet when the life of what it will point to
// begins.
static void init(char **b, char *store) { *b = store; }
int main(void) {
  char *b;
  char store[4];
  init(&b, store);
  b[0] = 1;
  return 0;
}
