// SPDX-License-Identifier: Apache-2.0
#include "base/compiler_flags.h"

#include <string.h>

#include "unit.h"

typedef struct {
  const char *argument;
  compiler_flag_use use;
  bool takes_next;
} example;

static void flags_are_sorted(void **state) {
  static const example EXAMPLES[] = {
      {"-DX", FLAG_KEPT, false},
      {"-D", FLAG_KEPT, true},
      {"-include", FLAG_KEPT, true},
      {"-isystem", FLAG_KEPT, true},
      {"-isystem/a", FLAG_KEPT, false},
      {"-Wall", FLAG_KEPT, false},
      {"-Werror", FLAG_DROPPED, false},
      {"-Werror=x", FLAG_DROPPED, false},
      {"-Wl,-z,now", FLAG_DROPPED, false},
      {"-O3", FLAG_DROPPED, false},
      {"-o", FLAG_DROPPED, true},
      {"-MF", FLAG_DROPPED, true},
      {"-MMD", FLAG_DROPPED, false},
      {"-lm", FLAG_DROPPED, false},
      {"-m32", FLAG_MODEL_32, false},
      {"-m64", FLAG_MODEL_64, false},
      {"-mx32", FLAG_REFUSED, false},
      {"-mavx2", FLAG_KEPT, false},
      {"-fwrapv", FLAG_KEPT, false},
      {"-fsanitize=address", FLAG_DROPPED, false},
  };
  for (size_t i = 0; i < sizeof EXAMPLES / sizeof *EXAMPLES; i++) {
    const compiler_flag *f = compiler_flag_find(EXAMPLES[i].argument);
    CHECK(f && f->use == EXAMPLES[i].use);
    CHECK(compiler_flag_takes_next(f, EXAMPLES[i].argument) ==
          EXAMPLES[i].takes_next);
  }
}

static void others_are_none(void **state) {
  static const char *const OTHERS[] = {"-includefoo", "-propertee", "-x",   "-",
                                       "a.c",         "-cc1",       "-oops"};
  for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
    CHECK(compiler_flag_find(OTHERS[i]) == NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(flags_are_sorted),
      cmocka_unit_test(others_are_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
