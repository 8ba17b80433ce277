// SPDX-License-Identifier: Apache-2.0
// A switch that jumps into the middle of a loop.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned count = __VERIFIER_nondet_uint(), done = 0;
  if (count == 0 || count > 8)
    return 0;
  unsigned rounds = (count + 3) / 4;
  switch (count % 4) {
    do {
    case 0:
      done++;
    case 3:
      done++;
    case 2:
      done++;
    case 1:
      done++;
    } while (--rounds > 0);
  }
  if (done != count)
    reach_error();
  return 0;
}
