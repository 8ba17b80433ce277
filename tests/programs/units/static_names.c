// SPDX-License-Identifier: Apache-2.0
// Both files have a static function and variable of the same names.
void reach_error(void);
int other_next(void);
static int count = 100;
static int step(void) { return count += 1; }
int main(void) {
  step();
  other_next();
  if (step() != 102 || other_next() != 20)
    reach_error();
  return 0;
}
