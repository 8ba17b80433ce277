// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz target on given files, whole and cut off at many places, and with
// single bytes changed: the same inputs each time, without libFuzzer.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_SIZE = 1 << 16, CUTS = 40, CHANGES = 60 };

static void try_variants(uint8_t *data, size_t size) {
  static const uint8_t BYTES[] = "(){}[];:,=!<>&|*0x\"\n\xff";
  LLVMFuzzerTestOneInput(data, size);
  for (size_t i = 0; i < CUTS; i++)
    LLVMFuzzerTestOneInput(data, size * i / CUTS);
  for (size_t i = 0; i < CHANGES && size > 0; i++) {
    size_t at = (size * i / CHANGES + i * i) % size;
    uint8_t kept = data[at];
    data[at] = BYTES[i % (sizeof BYTES - 1)];
    LLVMFuzzerTestOneInput(data, size);
    data[at] = kept;
  }
}

int main(int argc, char **argv) {
  static uint8_t data[MAX_SIZE];
  for (int i = 1; i < argc; i++) {
    FILE *f = fopen(argv[i], "rb");
    if (!f) {
      perror(argv[i]);
      return EXIT_FAILURE;
    }
    size_t size = fread(data, 1, sizeof data, f);
    fclose(f);
    try_variants(data, size);
  }
  printf("%d files\n", argc - 1);
  return argc > 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}
