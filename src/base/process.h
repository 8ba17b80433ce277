// SPDX-License-Identifier: Apache-2.0
// Running another program: no shell, no files, under limits.
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <stdint.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/strbuf.h"

typedef struct {
  const char *const *argv; // ended by NULL; argv[0] is searched in PATH
  const char *path;        // instead of argv[0], if not NULL
  const char *const *envp; // ended by NULL; NULL: our own environment
  int in, out;             // -1: /dev/null
  const int *keep;         // also open in the program, under the same numbers
  uint32_t keep_count;
  // Kept out of files and core dumps, and to this many seconds of CPU time; 0:
  // not confined.
  unsigned cpu_limit;
  bool is_deep; // it recurses over what it reads: a compiler
} process_task;

typedef enum {
  PROCESS_EXITED,   // 'code' is its status
  PROCESS_SIGNALED, // 'code' is the signal
  PROCESS_STOPPED,  // by us: 'code' is the limit_kind
  PROCESS_FAILED    // could not be started: 'code' is errno
} process_end;

typedef struct {
  process_end end;
  int code;
} process_outcome;

// Waits for the end. What the program writes to standard error is appended to
// 'messages' (the first 64 KiB).
process_outcome process_run(const process_task *t, const limits *l,
                            strbuf *messages);

// A file in memory, with this content; read from its start. -1: errno says.
int process_memory_file(const char *name, const char *data, size_t size);

#endif
