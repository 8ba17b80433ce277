// SPDX-License-Identifier: Apache-2.0
// The tool is started by fork and exec, watched by a loop that samples /proc,
// and ended with all of its descendants.
#include "campaign/run/running.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/mem.h"
#include "campaign/show/tree.h"

// The tool keeps to its limits by itself and says what it reached; it is ended
// if it does not.
#define GRACE 1.0
enum { FIRST_PAUSE = 10, LONGEST_PAUSE = 250 }; // milliseconds
enum { MOST_OUTPUT = 64 << 20 };                // bytes

typedef struct {
  const string_list *argv;
  const run_limits *limits;
  const run_hooks *hooks;
  run_outcome *out;
  pid_t pid;
  int file; // takes the output
  double start;
} runner;

// --- starting ---------------------------------------------------------------

// In the new process, which has one way out: the program, or its errno.
static _Noreturn void become_tool(const runner *r, char **argv, int failure) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(r->file, STDOUT_FILENO);
  dup2(r->file, STDERR_FILENO);
  execvp(argv[0], argv);
  int error = errno;
  (void)!write(failure, &error, sizeof error);
  _exit(127);
}

// Returns 0, or the errno with which the program could not be started.
static int start(runner *r) {
  int ends[2], error = 0;
  VEC(char *) argv = {0};
  for (uint32_t i = 0; i < r->argv->len; i++)
    vec_push(&argv, (char *)(uintptr_t)r->argv->data[i]);
  vec_push(&argv, NULL);
  if (pipe2(ends, O_CLOEXEC) != 0)
    return errno;
  r->pid = fork();
  if (r->pid == 0)
    become_tool(r, argv.data, ends[1]);
  if (r->pid < 0)
    error = errno;
  close(ends[1]);
  // Closed by the start of the program, or told why there is none.
  while (read(ends[0], &error, sizeof error) < 0 && errno == EINTR)
    ;
  close(ends[0]);
  vec_free(&argv);
  return error;
}

// --- watching ---------------------------------------------------------------

static void sample(runner *r) {
  tree_sample now = tree_measure();
  r->out->cpu = fmax(r->out->cpu, now.cpu);
  if (now.memory > r->out->memory)
    r->out->memory = now.memory;
  if (r->hooks->tick)
    r->hooks->tick(r->hooks->data);
}

static bool is_over(double used, double limit) {
  assert(used >= 0);
  return limit > 0 && used > limit;
}

static run_end find_excess(const runner *r) {
  const run_limits *l = r->limits;
  struct stat info;
  if (*r->hooks->stop)
    return RUN_STOPPED;
  if (l->wall > 0 && clock_now() - r->start > l->wall + GRACE)
    return RUN_TIME;
  if (is_over(r->out->cpu, l->cpu))
    return RUN_CPU;
  if (is_over((double)r->out->memory / (1 << 20), (double)l->memory))
    return RUN_MEMORY;
  if (fstat(r->file, &info) == 0 && info.st_size > MOST_OUTPUT)
    return RUN_OUTPUT;
  return RUN_ENDED;
}

// Waits for the program, then for all that it left behind.
static void reap(runner *r) {
  struct rusage usage = {0};
  while (wait4(r->pid, &r->out->code, 0, &usage) < 0 && errno == EINTR)
    ;
  r->out->wall = clock_now() - r->start;
  double cpu = tree_cpu(&usage) + tree_end();
  r->out->cpu = fmax(r->out->cpu, cpu);
  // What was too short for a sample has at least this of its largest process.
  int64_t largest = (int64_t)usage.ru_maxrss * 1024;
  if (r->out->memory == 0)
    r->out->memory = largest;
}

// Until the program ends or a limit does.
static void watch(runner *r) {
  int handle = (int)syscall(SYS_pidfd_open, r->pid, 0);
  struct pollfd end = {.fd = handle, .events = POLLIN};
  int pause = FIRST_PAUSE;
  while (poll(&end, 1, pause) <= 0) {
    sample(r);
    r->out->end = find_excess(r);
    if (r->out->end != RUN_ENDED) {
      kill(r->pid, SIGKILL);
      break;
    }
    pause = pause * 3 / 2 < LONGEST_PAUSE ? pause * 3 / 2 : LONGEST_PAUSE;
  }
  if (handle >= 0)
    close(handle);
}

static void read_output(int file, strbuf *out) {
  char part[65536];
  off_t at = 0;
  for (ssize_t n; (n = pread(file, part, sizeof part, at)) > 0; at += n)
    strbuf_write(out, part, (size_t)n);
}

void running_run(const string_list *argv, const run_limits *within,
                 const run_hooks *hooks, run_outcome *out) {
  assert(argv->len > 0 && hooks->stop);
  *out = (run_outcome){.end = RUN_ENDED};
  runner r = {argv, within, hooks, out, 0, -1, clock_now()};
  r.file = memfd_create("output", MFD_CLOEXEC);
  int error = r.file < 0 ? errno : start(&r);
  if (r.pid > 0 && error == 0)
    watch(&r);
  if (r.pid > 0)
    reap(&r);
  if (error) {
    out->end = RUN_FAILED;
    out->code = error;
  }
  if (r.file >= 0) {
    read_output(r.file, &out->output);
    close(r.file);
  }
}
