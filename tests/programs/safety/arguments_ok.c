// SPDX-License-Identifier: Apache-2.0
// The texts that main is given are memory of their own.
int main(int argc, char **argv) {
  char first = 0;
  if (argc > 1)
    first = argv[1][0];
  return first == 'x';
}
