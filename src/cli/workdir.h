// SPDX-License-Identifier: Apache-2.0
// A temporary directory that one run has for itself.
//
// The worker and its children (clang) put their files there by way of TMPDIR;
// the supervisor removes it however they ended, so nothing stays behind.
#ifndef CLI_WORKDIR_H
#define CLI_WORKDIR_H

#include <limits.h>

typedef struct {
  char path[PATH_MAX]; // empty: none could be made
} workdir;

void workdir_make(workdir *w);
void workdir_enter(const workdir *w); // sets TMPDIR of this process
void workdir_remove(workdir *w);      // with all that is in it

#endif
