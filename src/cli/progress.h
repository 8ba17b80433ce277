// SPDX-License-Identifier: Apache-2.0
// The latest progress line, in memory that worker and supervisor share.
//
// One writer, one reader, no lock: the worker may be killed at any instruction
// and the supervisor must still read a whole line.
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/strbuf.h"

enum { PROGRESS_LINE = 256 };

typedef struct progress progress;

progress *progress_new(void); // NULL: no shared memory; both below accept it
void progress_free(progress *p);
// Worker: replaces the line. Longer ones are cut.
void progress_set(progress *p, const char *line);
// Supervisor: copies the line; false if it is the one copied last time.
bool progress_get(progress *p, char line[PROGRESS_LINE]);

// What a run takes at the moment.
typedef struct {
  unsigned engines; // processes beside the worker's own; 0: none
  size_t memory;    // bytes, of all its processes
} progress_load;
progress_load progress_measure(pid_t worker);
// "12 s of 300 s, 2 processes, 85 MiB: line"; limit 0: there is none.
void progress_compose(double seconds, double limit, const progress_load *load,
                      const char *line, strbuf *out);

// Rewrites one line in place on a terminal; an empty line erases it.
void progress_show(int terminal, const char *line);

#endif
