// SPDX-License-Identifier: Apache-2.0
// A loop over floats whose number of rounds is known by their values alone.
extern void reach_error(void);
int main(void) {
  int rounds = 0;
  for (float x = 1.0f; x < 100.0f; x = x * 1.5f + 0.25f)
    rounds++;
  if (rounds != 11)
    reach_error();
  return 0;
}
