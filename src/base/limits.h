// SPDX-License-Identifier: Apache-2.0
// Time, memory and interruption: when to stop.
//
// Every unbounded loop polls limits_stop; solvers install it as terminator.
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum {
  LIMIT_NONE,
  LIMIT_TIME,
  LIMIT_MEMORY,
  LIMIT_INTERRUPT
} limit_kind;

typedef struct limits {
  double deadline;                        // on clock_now(); 0: none
  double cpu;                             // on clock_cpu(); 0: none
  double wall;                            // on clock_wall(); 0: none
  size_t memory;                          // bytes of mem_live; 0: none
  const volatile sig_atomic_t *interrupt; // non-zero: stop; may be NULL
  const struct limits *outer;             // also holds; may be NULL
} limits;

// Seconds, monotonic.
double clock_now(void);
// CPU seconds of this process, and of those that it goes on from.
double clock_cpu(void);
// A process that was forked for a part of a run counts on from what the run had
// used by then.
void clock_cpu_go_on_from(double seconds);
double
clock_wall(void); // seconds of the real clock, also where work is counted

// From now on clock_now counts work in this process instead of time: looks at
// the clock and at limits, and what clock_add_work adds, so that two runs that
// do the same see the same times. Only one thread may look at it then. All
// times are multiples of a power of two: sums and differences are exact.
void clock_count_work(bool is_counting);
bool clock_counts_work(void);
void clock_add_work(double seconds); // nothing, where time is counted

// Which limit is exceeded, or LIMIT_NONE. Cheap enough for inner loops.
limit_kind limits_stop(const limits *l);
// The same but for time that clock_now counts: for other threads.
limit_kind limits_stop_now(const limits *l);
// Seconds left, of the clock or of CPU time, whichever are fewer; a huge number
// if neither has an end.
double limits_left(const limits *l);
// Limits inside 'outer' that end after so many seconds of what it has less of:
// where CPU time is scarcer, a busy machine takes nothing away from them, as
// long as it gives a process some part of its time (LIMITS_SLOWEST).
limits limits_within(const limits *outer, double seconds);
// Limits inside 'outer' for so many seconds of work in this process, which may
// take up to 'most' of the clock.
limits limits_of_work(const limits *outer, double seconds, double most);
// Seconds of the clock that a second of CPU time takes at most: for a process
// that was stopped, or waits, so that no budget lasts for ever.
#define LIMITS_SLOWEST 32.0
const char *limit_name(limit_kind kind); // "time limit", ...

#endif
