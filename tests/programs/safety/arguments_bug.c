// SPDX-License-Identifier: Apache-2.0
// Behind the last of the texts that main is given is a null pointer.
int main(int argc, char **argv) {
  char first = 0;
  if (argc > 1)
    first = argv[argc][0];
  return first == 'x';
}
