// SPDX-License-Identifier: Apache-2.0
#include "cli/workdir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

static void make_file(const char *folder, const char *name) {
  char path[PATH_MAX + 64];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "w");
  CHECK(f && fputs("text", f) >= 0 && fclose(f) == 0);
}

static void it_goes_with_all_that_is_in_it(void **state) {
  workdir w;
  workdir_make(&w);
  CHECK(w.path[0] && access(w.path, W_OK) == 0);
  workdir_enter(&w);
  CHECK(strcmp(getenv("TMPDIR"), w.path) == 0);
  make_file(w.path, "file");
  char inner[PATH_MAX + 8];
  snprintf(inner, sizeof inner, "%s/inner", w.path);
  CHECK(mkdir(inner, 0700) == 0);
  make_file(inner, "file");
  char outside[] = "/tmp/wedge-test-XXXXXX", link[PATH_MAX + 8];
  CHECK(mkdtemp(outside));
  snprintf(link, sizeof link, "%s/link", w.path);
  CHECK(symlink(outside, link) == 0);
  char path[PATH_MAX];
  strcpy(path, w.path);
  workdir_remove(&w);
  CHECK(access(path, F_OK) != 0);
  CHECK(access(outside, F_OK) == 0); // links are not followed
  CHECK(rmdir(outside) == 0);
}

static void without_a_place_there_is_none(void **state) {
  setenv("TMPDIR", "/nowhere/at/all", 1);
  workdir w;
  workdir_make(&w);
  CHECK(!w.path[0]);
  workdir_enter(&w);
  CHECK(strcmp(getenv("TMPDIR"), "/nowhere/at/all") == 0);
  workdir_remove(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_goes_with_all_that_is_in_it),
      cmocka_unit_test(without_a_place_there_is_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
