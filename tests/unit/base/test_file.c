// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "unit.h"

static char folder[] = "/tmp/wedge-file-XXXXXX";

static int enter(void **state) {
  return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state) { return rmdir(folder); }

static bool put(const char *path, const char *text) {
  strbuf b = {0};
  strbuf_puts(&b, text);
  bool ok = file_write(path, &b);
  strbuf_free(&b);
  return ok;
}

static bool holds(const char *path, const char *text) {
  strbuf b = {0};
  diag d = {0};
  bool ok = file_read(path, &b, &d) && strcmp(strbuf_text(&b), text) == 0;
  strbuf_free(&b);
  diag_clear(&d);
  return ok;
}

static mode_t mode_of(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0 ? info.st_mode & 07777 : 0;
}

static void content_is_replaced(void **state) {
  CHECK(put("a", "one") && holds("a", "one"));
  CHECK(chmod("a", 0604) == 0);
  int old = open("a", O_RDONLY);
  CHECK(put("a", "two") && holds("a", "two") && mode_of("a") == 0604);
  char first[4] = {0}; // who reads it meanwhile has the old one, whole
  CHECK(read(old, first, 3) == 3 && strcmp(first, "one") == 0);
  CHECK(close(old) == 0 && unlink("a") == 0);
  CHECK(mem_live() == 0);
}

static void links_are_followed(void **state) {
  struct stat info;
  CHECK(symlink("second", "first") == 0 && symlink("file", "second") == 0);
  CHECK(put("first", "x") && holds("file", "x"));
  CHECK(put("first", "y") && holds("file", "y"));
  CHECK(lstat("first", &info) == 0 && S_ISLNK(info.st_mode));
  CHECK(unlink("first") == 0 && unlink("second") == 0 && unlink("file") == 0);
  CHECK(symlink("round", "round") == 0);
  CHECK(!put("round", "x") && errno == ELOOP);
  CHECK(unlink("round") == 0);
}

static void what_is_no_file_is_written_to(void **state) {
  CHECK(put("/dev/null", "x"));
  CHECK(!put("/dev/full", "x") && errno == ENOSPC);
  CHECK(!put(".", "x") && errno == EISDIR);
  CHECK(!put("nowhere/a", "x") && errno == ENOENT);
  int fd = open("open", O_RDWR | O_CREAT, 0600);
  char path[64], got[4] = {0};
  snprintf(path, sizeof path, "/dev/fd/%d", fd);
  CHECK(put(path, "abc"));
  CHECK(pread(fd, got, 3, 0) == 3 && strcmp(got, "abc") == 0);
  CHECK(close(fd) == 0 && unlink("open") == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(content_is_replaced),
      cmocka_unit_test(links_are_followed),
      cmocka_unit_test(what_is_no_file_is_written_to),
  };
  return cmocka_run_group_tests(tests, enter, leave);
}
