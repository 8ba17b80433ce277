// SPDX-License-Identifier: Apache-2.0
// A function that gets a variable as its block ends, however it ends.
extern void reach_error(void);
static int sum;
static void done(const int *p) { sum += *p; }
int main(void) {
  for (int i = 0; i < 3; i++) {
    __attribute__((cleanup(done))) int x = i + 1;
    if (i == 1)
      break;
  }
  {
    __attribute__((cleanup(done))) int y = 10;
    goto out;
  }
out:
  if (sum != 13)
    reach_error();
  return 0;
}
