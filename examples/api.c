// SPDX-License-Identifier: Apache-2.0
// How to call the verifier from a program of one's own:
//   cc api.c $(pkg-config --cflags --libs wedge) && ./a.out program.c
// Prints the answer, also for each property, and ends with 0 if there was one.
#include <stdio.h>

#include <wedge/wedge.h>

static const char *word(const wedge_property *p) {
  if (p->answer == WEDGE_TRUE)
    return p->is_reached ? "true" : "not reached";
  return p->answer == WEDGE_FALSE ? "false" : "unknown";
}

static void print_properties(const wedge_result *r) {
  for (size_t i = 0; i < wedge_property_count(r); i++) {
    const wedge_property *p = wedge_property_at(r, i);
    printf("property %s: %s", p->name, word(p));
    if (p->line > 0)
      printf(" at %s:%u:%u", p->file, p->line, p->column);
    printf("%s%s\n", *p->message ? ": " : "", p->message);
  }
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s [OPTION...] FILE...\n", argv[0]);
    return 1;
  }
  wedge_result *r = wedge_run((const char *const *)argv + 1, (size_t)argc - 1);
  wedge_answer answer = wedge_status(r);
  printf("wedge %s answers %d\n", wedge_version(), (int)answer);
  print_properties(r);
  fputs(wedge_text(r), stdout);
  fputs(wedge_errors(r), stderr);
  wedge_free(r);
  return answer == WEDGE_TRUE || answer == WEDGE_FALSE ? 0 : 1;
}
