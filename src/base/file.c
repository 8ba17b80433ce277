// SPDX-License-Identifier: Apache-2.0
// Reading input files, writing reports.
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/shown.h"

static bool cannot_read(const char *path, int error, diag *d) {
  strbuf name = {0};
  shown_name(path, &name);
  diag_set(d, DIAG_INPUT, (source_pos){0}, "cannot read '%s': %s",
           strbuf_text(&name), strerror(error));
  strbuf_free(&name);
  return false;
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

// --- writing
// ------------------------------------------------------------------

static bool write_all(int fd, const strbuf *text) {
  const char *data = strbuf_text(text);
  for (size_t done = 0; done < text->len;) {
    ssize_t n = write(fd, data + done, text->len - done);
    if (n < 0 && errno != EINTR)
      return false;
    done += n > 0 ? (size_t)n : 0;
  }
  return true;
}

// Closes the file also where writing failed; errno is of the first failure.
static bool write_and_close(int fd, const strbuf *text) {
  bool ok = write_all(fd, text);
  int error = errno;
  if (close(fd) != 0 && ok)
    return false;
  errno = error;
  return ok;
}

static bool write_in_place(const char *path, const strbuf *text) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  return fd >= 0 && write_and_close(fd, text);
}

// Links below /proc stand for open files: what they say is only a name.
static bool is_descriptor(const struct stat *link) {
  struct stat proc;
  return stat("/proc/self", &proc) == 0 && link->st_dev == proc.st_dev;
}

// Follows one link: 'path' becomes what it leads to.
static bool follow(strbuf *path) {
  char to[4096];
  ssize_t n = readlink(strbuf_text(path), to, sizeof to);
  if (n <= 0 || (size_t)n == sizeof to)
    return false;
  const char *slash = strrchr(strbuf_text(path), '/');
  size_t folder = slash == NULL || to[0] == '/'
                      ? 0
                      : (size_t)(slash - strbuf_text(path)) + 1;
  path->len = folder;
  strbuf_write(path, to, (size_t)n);
  return true;
}

// Follows links to the file that is to be replaced. False: there is something
// else than a regular file, or the name of an open one.
static bool find_target(strbuf *path, struct stat *old, bool *is_new) {
  enum { MOST_LINKS = 40 };
  for (int i = 0; i < MOST_LINKS; i++) {
    *is_new = lstat(strbuf_text(path), old) != 0;
    if (*is_new)
      return errno == ENOENT;
    if (!S_ISLNK(old->st_mode))
      return S_ISREG(old->st_mode) && access(strbuf_text(path), W_OK) == 0;
    if (is_descriptor(old) || !follow(path))
      return false;
  }
  return false;
}

// A file of its own beside 'path', whose name is put into 'beside'; -1: none.
static int create_beside(const char *path, strbuf *beside) {
  enum { MOST_TRIES = 100 };
  int fd = -1;
  for (int i = 0; i < MOST_TRIES && fd < 0; i++) {
    strbuf_clear(beside);
    strbuf_printf(beside, "%s.%ld-%d.part", path, (long)getpid(), i);
    fd = open(strbuf_text(beside), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
              0666);
    if (fd < 0 && errno != EEXIST)
      break;
  }
  return fd;
}

// Owner and mode as they were, as far as this process may set them.
static void take_over(int fd, const struct stat *old) {
  struct stat made;
  if (fstat(fd, &made) == 0 &&
      (made.st_uid != old->st_uid || made.st_gid != old->st_gid) &&
      fchown(fd, old->st_uid, old->st_gid) != 0)
    return; // the mode is meant for another owner
  fchmod(fd, old->st_mode & 07777);
}

static bool replace(const char *path, const struct stat *old,
                    const strbuf *text) {
  strbuf beside = {0};
  int fd = create_beside(path, &beside);
  bool ok = false;
  if (fd >= 0) {
    if (old != NULL)
      take_over(fd, old);
    ok = write_and_close(fd, text) && rename(strbuf_text(&beside), path) == 0;
    int error = errno;
    if (!ok)
      unlink(strbuf_text(&beside));
    errno = error;
  } else if (errno == EACCES || errno == EPERM || errno == ENAMETOOLONG) {
    ok = write_in_place(path, text);
  }
  strbuf_free(&beside);
  return ok;
}

bool file_write(const char *path, const strbuf *text) {
  strbuf target = {0};
  struct stat old;
  bool is_new;
  strbuf_puts(&target, path);
  bool ok = find_target(&target, &old, &is_new)
                ? replace(strbuf_text(&target), is_new ? NULL : &old, text)
                : write_in_place(path, text);
  int error = errno;
  strbuf_free(&target);
  errno = error;
  return ok;
}

bool file_append(const char *path, const strbuf *text) {
  int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  return fd >= 0 && write_and_close(fd, text);
}
