// SPDX-License-Identifier: Apache-2.0
// Processes are found by reading /proc from the worker downwards. Orphans
// become our children, because the campaign is their subreaper.
#include "campaign/show/tree.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/vec.h"

typedef VEC(pid_t) pid_list;

bool tree_adopt(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }

// Up to 'size' - 1 bytes of a file of /proc. False: the process is gone.
static bool read_proc(pid_t pid, const char *name, char *out, size_t size) {
  char path[128];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  ssize_t n = read(fd, out, size - 1);
  close(fd);
  out[n > 0 ? n : 0] = '\0';
  return n > 0;
}

// Children that the main thread started; those of other threads are found when
// they become ours.
static void add_children(pid_t pid, pid_list *out) {
  char name[64], text[16384];
  snprintf(name, sizeof name, "task/%d/children", (int)pid);
  if (!read_proc(pid, name, text, sizeof text))
    return;
  char *at = text, *end;
  for (long child; (child = strtol(at, &end, 10)) > 0; at = end)
    vec_push(out, (pid_t)child);
}

static void list_tree(pid_list *out) {
  add_children(getpid(), out);
  for (uint32_t i = 0; i < out->len; i++)
    add_children(out->data[i], out);
}

// --- measuring --------------------------------------------------------------

// Fields 14 to 17 of 'stat': time of the process and of children it waited for.
static double cpu_of(pid_t pid) {
  char text[1024];
  if (!read_proc(pid, "stat", text, sizeof text))
    return 0;
  const char *behind_name = strrchr(text, ')');
  unsigned long own = 0, system = 0;
  long waited = 0, waited_system = 0;
  if (!behind_name ||
      sscanf(behind_name + 1,
             " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld",
             &own, &system, &waited, &waited_system) != 4)
    return 0;
  double ticks =
      (double)own + (double)system + (double)waited + (double)waited_system;
  return ticks / (double)sysconf(_SC_CLK_TCK);
}

// Pages that processes share, as after a fork, are divided among them.
static int64_t memory_of(pid_t pid) {
  char text[2048];
  if (!read_proc(pid, "smaps_rollup", text, sizeof text))
    return 0;
  const char *row = strstr(text, "\nPss:");
  return row ? 1024 * strtoll(row + 5, NULL, 10) : 0;
}

static double seconds_of(struct timeval t) {
  return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

tree_sample tree_measure(void) {
  tree_sample sum = {0};
  pid_list pids = {0};
  list_tree(&pids);
  for (uint32_t i = 0; i < pids.len; i++) {
    sum.cpu += cpu_of(pids.data[i]);
    sum.memory += memory_of(pids.data[i]);
  }
  vec_free(&pids);
  return sum;
}

double tree_cpu(const struct rusage *usage) {
  return seconds_of(usage->ru_utime) + seconds_of(usage->ru_stime);
}

// --- ending -----------------------------------------------------------------

static void kill_all(void) {
  pid_list pids = {0};
  list_tree(&pids);
  for (uint32_t i = 0; i < pids.len; i++)
    kill(pids.data[i], SIGKILL);
  vec_free(&pids);
}

// Children of the killed become ours and are killed in the next round, until
// there are none.
double tree_end(void) {
  double cpu = 0;
  for (;;) {
    struct rusage usage;
    pid_t ended = wait4(-1, NULL, WNOHANG, &usage);
    if (ended > 0) {
      cpu += tree_cpu(&usage);
      continue;
    }
    if (ended < 0 && errno == ECHILD)
      return cpu;
    kill_all();
    poll(NULL, 0, 1);
  }
}
