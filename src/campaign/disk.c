// SPDX-License-Identifier: Apache-2.0
// A file is written under another name, synchronized, and then renamed or
// linked, so that a reader sees all of it or nothing.
#include "campaign/disk.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

bool disk_failed(const char *verb, const char *path, diag *d) {
  assert(verb[0] != '\0' && path != NULL);
  bool is_full = errno == ENOSPC || errno == EDQUOT;
  return diag_set(d, is_full ? DIAG_LIMIT : DIAG_INPUT, (source_pos){0},
                  "cannot %s %s: %s", verb, path, strerror(errno));
}

bool disk_write_all(int fd, const char *data, size_t size) {
  assert(fd >= 0);
  while (size > 0) {
    ssize_t n = write(fd, data, size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    data += n;
    size -= (size_t)n;
  }
  return true;
}

bool disk_sync_folder_of(const char *path, diag *d) {
  strbuf folder = {0};
  const char *slash = strrchr(path, '/');
  strbuf_write(&folder, slash ? path : ".", slash ? (size_t)(slash - path) : 1);
  int fd = open(strbuf_text(&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // Some file systems cannot sync a folder, and need not.
  bool ok = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
  if (!ok)
    disk_failed("sync", strbuf_text(&folder), d);
  if (fd >= 0)
    close(fd);
  strbuf_free(&folder);
  return ok;
}

static bool write_new(const char *path, const char *data, size_t size) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0)
    return false;
  bool ok = disk_write_all(fd, data, size) && fsync(fd) == 0;
  int error = errno;
  close(fd);
  errno = error;
  return ok;
}

static void beside(const char *path, const char *unique, strbuf *out) {
  strbuf_printf(out, "%s.%s.new", path, unique);
}

bool disk_replace(const char *path, const char *data, size_t size, diag *d) {
  assert(path[0] != '\0');
  strbuf name = {0};
  beside(path, "whole", &name);
  const char *fresh = strbuf_text(&name);
  bool ok = write_new(fresh, data, size) && rename(fresh, path) == 0;
  if (!ok) {
    disk_failed("write", path, d);
    unlink(fresh);
  }
  strbuf_free(&name);
  return ok && disk_sync_folder_of(path, d);
}

// Over a network a link() that worked can be reported as one that failed; the
// count of links tells.
static bool link_once(const char *from, const char *to, bool *won) {
  struct stat info;
  *won = link(from, to) == 0;
  if (*won || errno != EEXIST)
    return *won;
  *won = stat(from, &info) == 0 && info.st_nlink == 2;
  return true;
}

bool disk_publish(const char *path, const char *unique, const strbuf *text,
                  bool *won, diag *d) {
  assert(unique[0] != '\0' && won != NULL);
  strbuf name = {0};
  beside(path, unique, &name);
  const char *fresh = strbuf_text(&name);
  *won = false;
  bool ok = write_new(fresh, strbuf_text(text), text->len) &&
            link_once(fresh, path, won);
  if (!ok)
    disk_failed("write", path, d);
  unlink(fresh);
  strbuf_free(&name);
  return ok;
}

bool disk_make_folder(const char *path, diag *d) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST)
    return true;
  return disk_failed("make the folder", path, d);
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

bool disk_list(const char *folder, disk_names *out, diag *d) {
  DIR *dir = opendir(folder);
  if (!dir)
    return disk_failed("read the folder", folder, d);
  for (struct dirent *e; (e = readdir(dir));)
    if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
      vec_push(out, mem_strdup(e->d_name));
  closedir(dir);
  if (out->len)
    qsort(out->data, out->len, sizeof *out->data, by_name);
  return true;
}

void disk_names_free(disk_names *names) {
  for (uint32_t i = 0; i < names->len; i++)
    mem_free(names->data[i]);
  vec_free(names);
}
