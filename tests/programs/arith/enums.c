// SPDX-License-Identifier: Apache-2.0
// Enumerators count on from the last one given.
void reach_error(void);
enum color { RED, GREEN = 7, BLUE, ALIAS = RED };
int main(void) {
  enum color c = BLUE;
  if (c != 8 || ALIAS != 0 || GREEN - RED != 7)
    reach_error();
  return 0;
}
