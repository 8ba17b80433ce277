// SPDX-License-Identifier: Apache-2.0
// Input and output pass through memory files that the caller makes, so nothing
// is left in a directory however the run ends. Messages come through a pipe.
// Neither its end of file nor a signal tells reliably that the program ended
// (its own children may hold the pipe; signals belong to the application), so
// it is asked for every few milliseconds, and at once when the pipe closes.
#include "base/process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MAX_MESSAGES = 65536, LONGEST_WAIT = 10 }; // bytes; milliseconds

int process_memory_file(const char *name, const char *data, size_t size) {
  int fd = memfd_create(name, MFD_CLOEXEC);
  while (fd >= 0 && size > 0) {
    ssize_t n = write(fd, data, size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0) {
      close(fd);
      return -1;
    }
    data += n;
    size -= (size_t)n;
  }
  if (fd >= 0)
    lseek(fd, 0, SEEK_SET);
  return fd;
}

static void add_stream(posix_spawn_file_actions_t *actions, int from, int to) {
  if (from >= 0)
    posix_spawn_file_actions_adddup2(actions, from, to);
  else
    posix_spawn_file_actions_addopen(actions, to, "/dev/null", O_RDWR, 0);
}

// Returns 0 or an errno value.
static int start(const process_task *t, int messages, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  add_stream(&actions, t->in, 0);
  add_stream(&actions, t->out, 1);
  add_stream(&actions, messages, 2);
  // Onto itself: clears the close-on-exec flag in the child alone.
  for (uint32_t i = 0; i < t->keep_count; i++)
    posix_spawn_file_actions_adddup2(&actions, t->keep[i], t->keep[i]);
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  int error = posix_spawnp(pid, t->path ? t->path : t->argv[0], &actions,
                           &attributes, (char *const *)t->argv,
                           t->envp ? (char *const *)t->envp : environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// The spawned program has not yet left its loader when this takes hold.
static void confine(pid_t pid, unsigned cpu_limit) {
  const struct rlimit nothing = {0, 0}, cpu = {cpu_limit, cpu_limit + 1};
  prlimit(pid, RLIMIT_CORE, &nothing, NULL);
  prlimit(pid, RLIMIT_FSIZE, &nothing, NULL);
  prlimit(pid, RLIMIT_CPU, &cpu, NULL);
}

// Room for nested brackets: clang takes about 16 KiB of its stack for each. The
// kernel keeps at least 128 MiB free below the stack of a program.
static void deepen(pid_t pid) {
  const rlim_t wanted = 96u << 20;
  struct rlimit stack;
  if (prlimit(pid, RLIMIT_STACK, NULL, &stack) != 0 ||
      stack.rlim_cur >= wanted) // also if it is RLIM_INFINITY
    return;
  stack.rlim_cur = stack.rlim_max < wanted ? stack.rlim_max : wanted;
  prlimit(pid, RLIMIT_STACK, &stack, NULL);
}

// Takes what there is, waiting a little for it. False: nothing will come.
static bool listen_for(int fd, int milliseconds, strbuf *messages) {
  char part[4096];
  struct pollfd p = {.fd = fd, .events = POLLIN};
  if (poll(&p, 1, milliseconds) <= 0)
    return true;
  ssize_t n = read(fd, part, sizeof part);
  if (n < 0)
    return errno == EINTR;
  if (n > 0 && messages->len < MAX_MESSAGES)
    strbuf_write(messages, part, (size_t)n);
  return n > 0;
}

static process_outcome outcome_of(int status) {
  if (WIFEXITED(status))
    return (process_outcome){PROCESS_EXITED, WEXITSTATUS(status)};
  assert(WIFSIGNALED(status));
  return (process_outcome){PROCESS_SIGNALED, WTERMSIG(status)};
}

static process_outcome wait_for(pid_t pid, int fd, const limits *l,
                                strbuf *messages) {
  bool is_open = true;
  for (int pause = 1;;) {
    int status;
    pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid) {
      while (is_open && listen_for(fd, 0, messages) &&
             poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, 0) > 0) {
      }
      return outcome_of(status);
    }
    limit_kind stop = limits_stop(l);
    if (stop != LIMIT_NONE) {
      kill(pid, SIGKILL);
      while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
      }
      return (process_outcome){PROCESS_STOPPED, (int)stop};
    }
    if (is_open)
      is_open = listen_for(fd, pause, messages);
    else
      poll(NULL, 0, 1);
    clock_add_work(0.001 * pause); // waiting is work, too
    pause = pause < LONGEST_WAIT ? pause + 1 : LONGEST_WAIT;
  }
}

process_outcome process_run(const process_task *t, const limits *l,
                            strbuf *messages) {
  assert(t && t->argv && t->argv[0] && l && messages);
  int pipe_ends[2];
  pid_t pid;
  if (pipe2(pipe_ends, O_CLOEXEC) != 0)
    return (process_outcome){PROCESS_FAILED, errno};
  int error = start(t, pipe_ends[1], &pid);
  close(pipe_ends[1]);
  process_outcome o = {PROCESS_FAILED, error};
  if (!error) {
    if (t->cpu_limit)
      confine(pid, t->cpu_limit);
    if (t->is_deep)
      deepen(pid);
    o = wait_for(pid, pipe_ends[0], l, messages);
  }
  close(pipe_ends[0]);
  return o;
}
