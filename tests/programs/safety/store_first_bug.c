// SPDX-License-Identifier: Apache-2.0
// The same, with an index behind the end.
static void init(char **b, char *store) { *b = store; }
int main(void) {
  char *b;
  char store[4];
  init(&b, store);
  b[4] = 1;
  return 0;
}
