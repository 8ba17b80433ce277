// SPDX-License-Identifier: Apache-2.0
// Reading input files.
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot_read(const char *path, int error, diag *d) {
  return diag_set(d, DIAG_INPUT, (source_pos){0}, "cannot read '%s': %s", path,
                  strerror(error));
}

static bool read_all(int fd, const char *path, strbuf *out, diag *d) {
  char chunk[65536];
  for (;;) {
    ssize_t n = read(fd, chunk, sizeof chunk);
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return cannot_read(path, errno, d);
    if (n == 0)
      return true;
    strbuf_write(out, chunk, (size_t)n);
  }
}

static bool read_file(const char *path, strbuf *out, diag *d) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return cannot_read(path, errno, d);
  struct stat info;
  bool ok = true;
  if (fstat(fd, &info) != 0)
    ok = cannot_read(path, errno, d);
  else if (S_ISDIR(info.st_mode))
    ok = cannot_read(path, EISDIR, d);
  else
    ok = read_all(fd, path, out, d);
  close(fd);
  return ok;
}

const char *file_shown_name(const char *path) {
  return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

bool file_read(const char *path, strbuf *out, diag *d) {
  if (strcmp(path, "-") == 0)
    return read_all(STDIN_FILENO, file_shown_name(path), out, d);
  return read_file(path, out, d);
}
