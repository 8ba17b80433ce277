// SPDX-License-Identifier: Apache-2.0
// The supervisor: a parent that only waits.
//
// It reads the worker's outcome from a pipe and, meanwhile, shows progress,
// passes on interrupts, and ends a worker that does not keep its time. Soft
// limits come first: the worker polls them and answers by itself; only GRACE
// seconds after that, or at a second Ctrl-C, is it killed. The supervisor
// allocates little and enters no solver, so it survives what the worker does
// not, and can say what was reached.
#include "cli/supervisor.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "driver/channel.h"
#include "cli/worker.h"

#define GRACE 0.5        // seconds from a soft limit to the hard one
#define GRACE_SIGNAL 2.0 // the same after an interrupt
#define TICK 0.1         // seconds between two looks at the progress

typedef enum { STOP_NONE, STOP_TIME, STOP_INTERRUPT } stop_reason;

typedef struct {
  env env;
  stats stats;
  progress *progress;
  workdir workdir;
  int channel, chatter;
  bool shows_progress, own_group;
  pid_t worker;
  double shown_at;       // when progress was shown last
  double start, kill_at; // kill_at: INFINITY while there is no reason
  stop_reason stop;      // why the worker was asked or made to end
  int signals_passed_on;
  strbuf received;
  int wait_status;
  struct rusage usage;
} supervisor;

// Counts SIGINT and SIGTERM. Written by a signal handler.
static volatile sig_atomic_t signals_seen;

static void on_signal(int signal_number) {
  (void)signal_number;
  signals_seen++;
}

// Blocks the signals but while waiting (ppoll), so that none is missed between
// a look at the counter and the wait. Returns the mask to wait with.
static sigset_t catch_signals(void) {
  struct sigaction action = {.sa_handler = on_signal};
  sigemptyset(&action.sa_mask);
  sigset_t ours, before;
  sigemptyset(&ours);
  const int caught[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
    sigaction(caught[i], &action, NULL);
    sigaddset(&ours, caught[i]);
  }
  sigprocmask(SIG_BLOCK, &ours, &before);
  return before;
}

// --- starting ---------------------------------------------------------------

static bool reads_terminal(const options *o) {
  for (uint32_t i = 0; i < o->inputs.len; i++)
    if (strcmp(o->inputs.data[i], "-") == 0)
      return isatty(STDIN_FILENO);
  return false;
}

static void prepare(supervisor *s, const options *o) {
  s->start = clock_now();
  s->env = pipeline_env(o, &s->stats);
  double end = fmax(s->env.limits.deadline, s->env.limits.wall);
  s->kill_at = end > 0 ? end + GRACE : INFINITY;
  s->progress = progress_new();
  s->shows_progress = isatty(STDERR_FILENO) && !o->quiet && !o->verbose;
  // A process group of its own could not read from the terminal.
  s->own_group = !reads_terminal(o);
  workdir_make(&s->workdir);
  s->chatter = memfd_create("wedge", MFD_CLOEXEC);
}

static bool start_worker(supervisor *s, command_run run) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return false;
  s->channel = ends[0];
  s->worker = fork();
  if (s->worker == 0) {
    close(ends[0]);
    int terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    worker_setup setup = {run,     &s->env,    s->progress, &s->workdir,
                          ends[1], s->chatter, terminal,    s->own_group};
    worker_main(&setup);
  }
  close(ends[1]);
  if (s->worker > 0 && s->own_group)
    setpgid(s->worker, s->worker); // as the worker does: whoever is first
  return s->worker > 0;
}

// --- watching ---------------------------------------------------------------

static void signal_worker(const supervisor *s, int signal_number) {
  assert(s->worker > 0);
  kill(s->own_group ? -s->worker : s->worker, signal_number);
}

static void pass_on_signals(supervisor *s) {
  int seen = signals_seen;
  if (seen == s->signals_passed_on)
    return;
  bool is_first = s->signals_passed_on == 0;
  s->signals_passed_on = seen;
  s->stop = STOP_INTERRUPT;
  // Only the worker itself: clang is its business.
  kill(s->worker, SIGINT);
  double now = clock_now();
  s->kill_at = is_first ? fmin(s->kill_at, now + GRACE_SIGNAL) : now;
}

static void enforce_deadline(supervisor *s) {
  if (clock_now() < s->kill_at)
    return;
  if (s->stop == STOP_NONE)
    s->stop = STOP_TIME;
  signal_worker(s, SIGKILL);
  s->kill_at = INFINITY;
}

// At each new line, and once per second.
static void show_progress(supervisor *s) {
  char line[PROGRESS_LINE];
  if (!s->shows_progress)
    return;
  double now = clock_now();
  bool is_new = progress_get(s->progress, line);
  if (!is_new && now < s->shown_at + 1)
    return;
  s->shown_at = now;
  progress_load load = progress_measure(s->worker);
  strbuf text = {0};
  progress_compose(now - s->start, s->env.options->time, &load, line, &text);
  progress_show(STDERR_FILENO, strbuf_text(&text));
  strbuf_free(&text);
}

static struct timespec wait_time(const supervisor *s) {
  double seconds = fmin(s->kill_at - clock_now(), 3600);
  if (s->shows_progress)
    seconds = fmin(seconds, TICK);
  seconds = fmax(seconds, 0);
  time_t whole = (time_t)seconds;
  return (struct timespec){whole, (long)((seconds - (double)whole) * 1e9)};
}

// Until the worker's end of the pipe is closed, which its death does, too.
static void watch(supervisor *s, const sigset_t *waiting_mask) {
  struct pollfd channel = {.fd = s->channel, .events = POLLIN};
  bool is_open = true;
  while (is_open) {
    struct timespec timeout = wait_time(s);
    int ready = ppoll(&channel, 1, &timeout, waiting_mask);
    if (ready > 0)
      is_open = channel_read(s->channel, &s->received);
    pass_on_signals(s);
    enforce_deadline(s);
    show_progress(s);
  }
}

// Waits for the worker, and ends what it left behind before its id, which
// names the group, can be used again.
static void reap(supervisor *s) {
  siginfo_t info;
  while (waitid(P_PID, (id_t)s->worker, &info, WEXITED | WNOWAIT) != 0 &&
         errno == EINTR)
    ;
  if (s->own_group)
    signal_worker(s, SIGKILL);
  while (wait4(s->worker, &s->wait_status, 0, &s->usage) < 0 && errno == EINTR)
    ;
  if (s->shows_progress)
    progress_show(STDERR_FILENO, "");
}

// --- answering --------------------------------------------------------------

static double seconds_of(struct timeval t) {
  return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static void answer_stopped(supervisor *s, limit_kind limit, outcome *out) {
  char line[PROGRESS_LINE];
  progress_get(s->progress, line);
  stopped_run stop = {.limit = limit,
                      .reached = line,
                      .wall = clock_now() - s->start,
                      .cpu = seconds_of(s->usage.ru_utime) +
                             seconds_of(s->usage.ru_stime)};
  pipeline_stopped(&s->env, &stop, out);
}

// The least of the limits on the worker's memory, in KiB; 0: none.
static uint64_t memory_limit_kib(const options *o) {
  uint64_t least = o->mem > 0 ? (uint64_t)o->mem * 1024 : UINT64_MAX;
  const __rlimit_resource_t kinds[] = {RLIMIT_AS, RLIMIT_DATA};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    struct rlimit limit;
    if (getrlimit(kinds[i], &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        limit.rlim_cur / 1024 < least)
      least = limit.rlim_cur / 1024;
  }
  return least == UINT64_MAX ? 0 : least;
}

static bool chatter_mentions(int chatter, const char *word);

// Our own allocator says so by its exit status; libraries throw, abort or
// crash when memory runs out, and then having been near a limit decides. A
// kill that is not ours comes from the system when it runs out itself.
static bool ran_out_of_memory(const supervisor *s) {
  if (WIFEXITED(s->wait_status))
    return WEXITSTATUS(s->wait_status) == MEM_EXIT_STATUS;
  int signal_number = WTERMSIG(s->wait_status);
  if (signal_number == SIGKILL)
    return s->stop == STOP_NONE;
  if (signal_number == SIGABRT && chatter_mentions(s->chatter, "bad_alloc"))
    return true;
  uint64_t limit = memory_limit_kib(s->env.options);
  return limit > 0 && (uint64_t)s->usage.ru_maxrss >= limit / 10 * 7;
}

static void read_chatter(int chatter, strbuf *text) {
  if (chatter < 0 || lseek(chatter, 0, SEEK_SET) != 0)
    return;
  while (channel_read(chatter, text))
    ;
}

static bool chatter_mentions(int chatter, const char *word) {
  strbuf text = {0};
  read_chatter(chatter, &text);
  bool found = strstr(strbuf_text(&text), word) != NULL;
  strbuf_free(&text);
  return found;
}

static void answer_crash(supervisor *s, outcome *out) {
  char line[PROGRESS_LINE];
  progress_get(s->progress, line);
  bool is_signal = WIFSIGNALED(s->wait_status);
  int code = is_signal ? WTERMSIG(s->wait_status) : WEXITSTATUS(s->wait_status);
  diag d = {0};
  diag_set(&d, DIAG_INTERNAL, (source_pos){0}, "the worker ended %s %d%s%s%s%s",
           is_signal ? "by signal" : "with status", code, is_signal ? ", " : "",
           is_signal ? strsignal(code) : "", *line ? "; last step: " : "",
           line);
  outcome_of_diag(s->env.options, &d, out);
  diag_clear(&d);
  strbuf_puts(&out->errors,
              "wedge: please report this with the command line, the input "
              "files and the text above (wedge " WEDGE_VERSION ")\n");
}

static void answer(supervisor *s, outcome *out) {
  bool ended_well =
      WIFEXITED(s->wait_status) && WEXITSTATUS(s->wait_status) == 0;
  read_chatter(s->chatter, &out->errors);
  if (ended_well && channel_decode(&s->received, out))
    return;
  if (s->stop == STOP_INTERRUPT)
    answer_stopped(s, LIMIT_INTERRUPT, out);
  else if (s->stop == STOP_TIME)
    answer_stopped(s, LIMIT_TIME, out);
  else if (ran_out_of_memory(s)) {
    strbuf_clear(&out->errors);
    answer_stopped(s, LIMIT_MEMORY, out);
  } else
    answer_crash(s, out);
}

static void finish(supervisor *s) {
  workdir_remove(&s->workdir);
  progress_free(s->progress);
  strbuf_free(&s->received);
  close(s->channel);
  if (s->chatter >= 0)
    close(s->chatter);
}

void supervise(const options *o, command_run run, outcome *out) {
  supervisor s = {0};
  prepare(&s, o);
  sigset_t waiting_mask = catch_signals();
  if (start_worker(&s, run)) {
    watch(&s, &waiting_mask);
    reap(&s);
    answer(&s, out);
  } else {
    strbuf_printf(&out->errors, "wedge: error: cannot start a process: %s\n",
                  strerror(errno));
    out->status = STATUS_INTERNAL;
  }
  finish(&s);
}
