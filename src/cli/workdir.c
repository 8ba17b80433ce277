// SPDX-License-Identifier: Apache-2.0
// The directory is made before the worker starts and removed by walking it,
// without following links.
#include "cli/workdir.h"

#include <assert.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

void workdir_make(workdir *w) {
  const char *base = getenv("TMPDIR");
  if (!base || !*base)
    base = "/tmp";
  int n = snprintf(w->path, sizeof w->path, "%s/wedge-XXXXXX", base);
  // Without one the run goes on: whoever needs a file there will complain.
  if (n < 0 || (size_t)n >= sizeof w->path || !mkdtemp(w->path))
    w->path[0] = '\0';
}

void workdir_enter(const workdir *w) {
  if (w->path[0])
    setenv("TMPDIR", w->path, 1);
}

static int remove_entry(const char *path, const struct stat *info, int kind,
                        struct FTW *where) {
  (void)info, (void)kind, (void)where;
  (void)remove(path);
  return 0;
}

void workdir_remove(workdir *w) {
  if (!w->path[0])
    return;
  enum { OPEN_AT_MOST = 16 };
  nftw(w->path, remove_entry, OPEN_AT_MOST, FTW_DEPTH | FTW_PHYS);
  w->path[0] = '\0';
}
