// SPDX-License-Identifier: Apache-2.0
// A folder that a test has for itself, and files in it.
#ifndef FOLDER_OF_TEST_H
#define FOLDER_OF_TEST_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"

typedef struct {
  char path[64];
} test_folder;

static inline test_folder test_folder_make(void) {
  test_folder f = {"/tmp/wedge-unit-XXXXXX"};
  CHECK(mkdtemp(f.path) != NULL);
  return f;
}

static inline int test_remove_entry(const char *path, const struct stat *info,
                                    int kind, struct FTW *where) {
  return remove(path);
}

static inline void test_folder_remove(const test_folder *f) {
  nftw(f->path, test_remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

// The path lives until the next call.
static inline const char *test_path(const test_folder *f, const char *name) {
  static char path[512];
  snprintf(path, sizeof path, "%s/%s", f->path, name);
  return path;
}

static inline const char *test_write(const test_folder *f, const char *name,
                                     const char *text) {
  const char *path = test_path(f, name);
  FILE *file = fopen(path, "w");
  CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
  return path;
}

#endif
