// SPDX-License-Identifier: Apache-2.0
// Only the first argument of main is known to be positive: the others are not.
void reach_error(void);
int main(int argc, char **argv) {
  if (argc < 1)
    reach_error();
  return 0;
}
