// SPDX-License-Identifier: Apache-2.0
// How to call the verifier from a program of one's own:
//   cc api.c $(pkg-config --cflags --libs wedge) && ./a.out program.c
// Prints the answer and ends with 0 if there was one.
#include <stdio.h>

#include <wedge/wedge.h>

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s [OPTION...] FILE...\n", argv[0]);
    return 1;
  }
  wedge_result *r = wedge_run((const char *const *)argv + 1, (size_t)argc - 1);
  wedge_answer answer = wedge_status(r);
  printf("wedge %s answers %d\n", wedge_version(), (int)answer);
  fputs(wedge_text(r), stdout);
  fputs(wedge_errors(r), stderr);
  wedge_free(r);
  return answer == WEDGE_TRUE || answer == WEDGE_FALSE ? 0 : 1;
}
