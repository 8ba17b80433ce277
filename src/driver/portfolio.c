// SPDX-License-Identifier: Apache-2.0
// A process per engine, two pipes per process: up come its claim and, later,
// its outcome; down goes the word to report. So that files are written once
// and the terminal sees one answer, an engine that is done waits for this word;
// those that do not get it are killed.
//
// Processes die with us (PR_SET_PDEATHSIG), also when we are killed.
#include "driver/portfolio.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "driver/channel.h"
#include "driver/schedule.h"
#include "driver/shares.h"

// Seconds without a look at the limits; with one at the CPU time.
#define POLL 1.0
#define POLL_CPU 0.05

typedef enum { LANE_RUNS, LANE_CLAIMS, LANE_OVER } lane_state;

enum {
  STEP_SIZE = 160,    // characters of a line of progress that are kept
  MOST_CONSTRUCTS = 3 // that are named
};

typedef struct {
  lane_state state;
  schedule_turns turns; // of the rows
  const row *row;       // that runs, or ran last
  pid_t process;        // 0: none
  double cpu_before;    // of the run, when the process began
  int up, down;         // our ends of the pipes
  char *step; // the last line of progress, in memory shared with the process
  claim claim;
} lane;

struct portfolio {
  const env *env;
  const portfolio_work *work;
  schedule schedule;
  lane lanes[SCHEDULE_MOST_LANES];
  board *board;        // what engines tell each other; NULL: nothing
  lane *chosen;        // NULL: none yet, or none at all
  double grace;        // when to go deeper; 0: nobody wants to
  bool is_interrupted; // and the engines were told
  bool is_late;        // and the engines were killed
  strbuf others;
  strbuf in_the_way; // constructs that an engine got to
  uint32_t constructs;
};

// The word to report; the text about the others and the verdicts of all
// questions follow it.
typedef struct {
  size_t others_size, in_the_way_size, asked_size;
  double cpu;
  bool is_part;
} word;

// --- in the engine's process -------------------------------------------------

static bool read_all(int fd, void *data, size_t size) {
  char *to = data;
  while (size > 0) {
    ssize_t n = read(fd, to, size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    to += n;
    size -= (size_t)n;
  }
  return true;
}

static bool read_text(int fd, size_t size, strbuf *out) {
  char *text = mem_alloc(size + 1);
  bool ok = read_all(fd, text, size);
  strbuf_write(out, text, size);
  mem_free(text);
  return ok;
}

// Waits for the word, and reports as it says. False: there is none.
static bool report_at_word(const portfolio_work *work, int down, outcome *out) {
  word w;
  strbuf others = {0}, in_the_way = {0}, asked = {0};
  verdicts all = {0};
  bool ok = read_all(down, &w, sizeof w) &&
            read_text(down, w.others_size, &others) &&
            read_text(down, w.in_the_way_size, &in_the_way) &&
            read_text(down, w.asked_size, &asked) &&
            verdicts_unpack(strbuf_text(&asked), asked.len, &all);
  if (ok) {
    report_order order = {w.is_part, strbuf_text(&others),
                          strbuf_text(&in_the_way), w.cpu, &all};
    work->report(work->data, &order, out);
  }
  verdicts_free(&all);
  strbuf_free(&asked);
  strbuf_free(&in_the_way);
  strbuf_free(&others);
  return ok;
}

typedef struct {
  const env *outer;
  char *step;
} listener;

static void on_progress(void *data, const char *line) {
  const listener *l = data;
  if (l->step != NULL)
    snprintf(l->step, STEP_SIZE, "%s", line);
  if (l->outer->progress != NULL)
    l->outer->progress(l->outer->progress_data, line);
}

static void engine_process(const portfolio *p, const lane *its, const limits *l,
                           int up, int down) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  clock_cpu_go_on_from(its->cpu_before);
  claim c = {0};
  listener ear = {p->env, its->step};
  env e = *p->env;
  e.limits = *l;
  e.board = p->board;
  e.column = (uint32_t)(its - p->lanes);
  e.progress = on_progress;
  e.progress_data = &ear;
  p->work->search(p->work->data, its->row, &e, &c);
  if (write(up, &c, sizeof c) != (ssize_t)sizeof c)
    return;
  outcome out = {0};
  if (report_at_word(p->work, down, &out))
    channel_send(up, &out);
  outcome_free(&out);
}

// --- starting ----------------------------------------------------------------

static void remember(portfolio *p, const lane *l, const char *text) {
  strbuf_printf(&p->others, "%s: %s\n", l->row->name, text);
  env_progress(p->env, "%s: %s", l->row->name, text);
}

// Seconds of CPU time that processes took which are over.
static double cpu_of_dead(void) {
  struct rusage u;
  getrusage(RUSAGE_CHILDREN, &u);
  return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static double cpu_of_process(pid_t process) {
  clockid_t clock;
  struct timespec t;
  if (clock_getcpuclockid(process, &clock) != 0 ||
      clock_gettime(clock, &t) != 0)
    return 0;
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Seconds of CPU time of all lanes so far, and of what else this process
// started.
static double cpu_of_lanes(const portfolio *p) {
  double used = cpu_of_dead();
  for (uint32_t i = 0; i < p->schedule.lanes; i++)
    if (p->lanes[i].process > 0)
      used += cpu_of_process(p->lanes[i].process);
  return used;
}

// Seconds of CPU time that are left for all lanes; a huge number if any are.
static double cpu_left(const portfolio *p) {
  const limits *l = &p->env->limits;
  while (l->cpu <= 0 && l->outer != NULL)
    l = l->outer;
  return l->cpu > 0 ? l->cpu - clock_cpu() - cpu_of_lanes(p) : DBL_MAX;
}

// All lanes together keep to the memory and the CPU time that one engine would
// have. The CPU time of a process goes on from that of the run.
static limits lane_limits(const portfolio *p, lane *l,
                          const schedule_entry **entry) {
  limits whole = p->env->limits, its;
  double cpu = cpu_left(p), before = cpu_of_lanes(p);
  if (cpu < DBL_MAX)
    whole.cpu = clock_cpu() + fmax(cpu, 0) / p->schedule.lanes;
  *entry = schedule_take(&l->turns, &whole, &its);
  if (its.outer == &whole) // which ends with this frame
    its.outer = &p->env->limits;
  if (its.cpu > 0)
    its.cpu += before;
  its.memory = p->env->limits.memory / p->schedule.lanes;
  l->cpu_before = clock_cpu() + before;
  return its;
}

static bool start_process(portfolio *p, lane *l, const limits *share) {
  int up[2], down[2];
  if (pipe2(up, O_CLOEXEC) != 0)
    return false;
  if (pipe2(down, O_CLOEXEC) != 0) {
    close(up[0]);
    close(up[1]);
    return false;
  }
  l->process = fork();
  if (l->process == 0) {
    close(up[0]);
    close(down[1]);
    engine_process(p, l, share, up[1], down[0]);
    _exit(0);
  }
  close(up[1]);
  close(down[0]);
  l->up = up[0];
  l->down = down[1];
  return l->process > 0;
}

// The next engine of the lane, if there is one and time for it.
static void start_next(portfolio *p, lane *l) {
  l->state = LANE_OVER;
  if (!schedule_peek(&l->turns) || limits_stop(&p->env->limits) != LIMIT_NONE)
    return;
  const schedule_entry *entry;
  limits share = lane_limits(p, l, &entry);
  l->row = row_of(entry->row);
  if (l->step != NULL)
    l->step[0] = '\0';
  if (start_process(p, l, &share))
    l->state = LANE_RUNS;
  else
    remember(p, l, strerror(errno));
}

// NULL: there is none, and nothing is kept in it.
static char *share_memory(size_t size) {
  void *page = mmap(NULL, size, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? NULL : page;
}

portfolio *portfolio_start(const env *e, const schedule *s,
                           const portfolio_work *work) {
  assert(e && s && work && work->search && work->report);
  portfolio *p = mem_alloc(sizeof *p);
  p->env = e;
  p->work = work;
  if (e->options->exchange)
    p->board = board_new(s->lanes);
  p->schedule = *s;
  for (uint32_t i = 0; i < p->schedule.lanes; i++) {
    p->lanes[i].step = share_memory(STEP_SIZE);
    p->lanes[i].turns = schedule_begin(p->schedule.of[i], &e->limits);
    start_next(p, &p->lanes[i]);
  }
  return p;
}

// --- ending ------------------------------------------------------------------

// Kills the process, if it still runs; returns what waitpid says of it.
static int reap(lane *l) {
  int status = 0;
  if (l->process <= 0)
    return status;
  kill(l->process, SIGKILL);
  while (waitpid(l->process, &status, 0) < 0 && errno == EINTR)
    ;
  close(l->up);
  close(l->down);
  l->process = 0;
  return status;
}

void portfolio_stop(portfolio *p) {
  for (uint32_t i = 0; i < p->schedule.lanes; i++) {
    reap(&p->lanes[i]);
    if (p->lanes[i].step != NULL)
      munmap(p->lanes[i].step, STEP_SIZE);
  }
  board_free(p->board);
  strbuf_free(&p->others);
  strbuf_free(&p->in_the_way);
  mem_free(p);
}

const char *portfolio_others(const portfolio *p) {
  return strbuf_text(&p->others);
}

// --- choosing ----------------------------------------------------------------

// What an execution cannot get past, also if another engine's end is reported.
static void note_construct(portfolio *p, const claim *c) {
  char text[2 * CLAIM_NOTE + 32];
  snprintf(text, sizeof text, "%s (%s:%u:%u)", c->note, c->file, c->line,
           c->col);
  bool is_known = strstr(strbuf_text(&p->in_the_way), text) != NULL;
  if (is_known || p->constructs == MOST_CONSTRUCTS)
    return;
  strbuf_printf(&p->in_the_way, "%s%s", p->constructs > 0 ? ", " : "", text);
  p->constructs++;
}

// Claims from worse to better.
enum { RANK_NOTHING, RANK_DEFECT, RANK_DEEPER, RANK_EXHAUSTED, RANK_VERDICT };

static int rank(const claim *c) {
  if (c->verdict != VERDICT_UNKNOWN)
    return RANK_VERDICT;
  if (c->wants_deeper)
    return c->is_exhausted ? RANK_EXHAUSTED : RANK_DEEPER;
  return c->is_internal_error ? RANK_DEFECT : RANK_NOTHING;
}

// One that came to the bound on its way may have passed by an error: the others
// get a little time to find it.
static void start_grace(portfolio *p, const claim *c) {
  if (rank(c) != RANK_DEEPER)
    return;
  const limits *l = &p->env->limits;
  double part =
      l->deadline > 0 ? SHARES_GRACE * limits_left(l) : SHARES_GRACE_SECONDS;
  p->grace = clock_now() + fmin(part, SHARES_GRACE_SECONDS);
}

// Nothing that another engine may still say could be better.
static bool is_final(const portfolio *p, const claim *c) {
  return rank(c) == RANK_DEEPER ? clock_now() >= p->grace
                                : rank(c) > RANK_DEEPER;
}

// Ended from outside: with how far it had come.
static void remember_step(portfolio *p, const lane *l, const char *end) {
  char text[CLAIM_NOTE + STEP_SIZE];
  bool has_step = l->step != NULL && l->step[0] != '\0';
  snprintf(text, sizeof text, "%s%s%s", end, has_step ? "; last step: " : "",
           has_step ? l->step : "");
  remember(p, l, text);
}

static void note_death(portfolio *p, lane *l, int status) {
  char text[CLAIM_NOTE];
  int signal_number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == MEM_EXIT_STATUS)
    snprintf(text, sizeof text, "ran out of memory");
  else if (signal_number == SIGKILL && p->is_late)
    snprintf(text, sizeof text, "did not end in time");
  else if (signal_number != 0)
    snprintf(text, sizeof text, "ended by signal %d (%s)", signal_number,
             strsignal(signal_number));
  else
    snprintf(text, sizeof text, "ended with status %d", WEXITSTATUS(status));
  remember_step(p, l, text);
}

// A claim came in: it is kept if it is the best so far. The process that made
// the best one waits, so its lane goes no further.
static void consider(portfolio *p, lane *l) {
  assert(l->state == LANE_CLAIMS);
  lane *worse = l;
  if (p->chosen == NULL || rank(&l->claim) > rank(&p->chosen->claim)) {
    worse = p->chosen;
    p->chosen = l;
    start_grace(p, &l->claim);
  }
  if (worse == NULL)
    return;
  remember(p, worse, worse->claim.note);
  reap(worse);
  start_next(p, worse);
}

// Something can be read: the claim, or the end of a process without one.
static void hear(portfolio *p, lane *l) {
  if (read_all(l->up, &l->claim, sizeof l->claim)) {
    l->claim.note[CLAIM_NOTE - 1] = '\0';
    l->state = LANE_CLAIMS;
    if (l->claim.is_construct && l->claim.line > 0)
      note_construct(p, &l->claim);
    if (l->claim.is_cut_short)
      schedule_note_cut_short(&l->turns);
    consider(p, l);
    return;
  }
  note_death(p, l, reap(l));
  start_next(p, l);
}

// An unknown that waits keeps its lane from the engines behind it.
static void release_unknown(portfolio *p) {
  lane *l = p->chosen;
  if (l == NULL || rank(&l->claim) >= RANK_DEEPER || !schedule_peek(&l->turns))
    return;
  p->chosen = NULL;
  remember(p, l, l->claim.note);
  reap(l);
  start_next(p, l);
}

// Engines poll their limits, but a library may not come back in time. They also
// have their own copy of the flag that an interrupt sets.
static void enforce_limits(portfolio *p) {
  const limits *l = &p->env->limits;
  bool is_late = (l->deadline > 0 && clock_now() > l->deadline + SHARES_LATE) ||
                 cpu_left(p) < -SHARES_LATE;
  bool is_interrupted = limits_stop(l) == LIMIT_INTERRUPT && !p->is_interrupted;
  for (uint32_t i = 0; i < p->schedule.lanes; i++)
    if (p->lanes[i].state == LANE_RUNS && (is_late || is_interrupted))
      kill(p->lanes[i].process, is_late ? SIGKILL : SIGINT);
  p->is_interrupted |= is_interrupted;
  p->is_late |= is_late;
}

static int poll_milliseconds(const portfolio *p) {
  double seconds = p->env->limits.cpu > 0 ? POLL_CPU : POLL;
  if (p->env->limits.deadline > 0)
    seconds =
        fmin(seconds, p->env->limits.deadline + SHARES_LATE - clock_now());
  if (p->grace > 0)
    seconds = fmin(seconds, p->grace - clock_now());
  return (int)(fmax(seconds, 0) * 1000) + 1;
}

// Waits until an engine says something. False: none runs.
static bool listen(portfolio *p) {
  struct pollfd fds[SCHEDULE_MOST_LANES];
  lane *of[SCHEDULE_MOST_LANES];
  nfds_t n = 0;
  for (uint32_t i = 0; i < p->schedule.lanes; i++)
    if (p->lanes[i].state == LANE_RUNS) {
      fds[n] = (struct pollfd){.fd = p->lanes[i].up, .events = POLLIN};
      of[n++] = &p->lanes[i];
    }
  if (n == 0)
    return false;
  if (poll(fds, n, poll_milliseconds(p)) <= 0)
    return true;
  for (nfds_t i = 0; i < n; i++)
    if (fds[i].revents != 0)
      hear(p, of[i]);
  return true;
}

claim portfolio_choose(portfolio *p) {
  while (listen(p)) {
    enforce_limits(p);
    release_unknown(p);
    if (p->chosen != NULL && is_final(p, &p->chosen->claim))
      break;
  }
  return p->chosen != NULL ? p->chosen->claim : (claim){0};
}

// --- reporting ---------------------------------------------------------------

void portfolio_rest(portfolio *p) {
  for (uint32_t i = 0; i < p->schedule.lanes; i++)
    if (&p->lanes[i] != p->chosen && p->lanes[i].process > 0) {
      remember_step(p, &p->lanes[i], "was stopped: the answer was there");
      reap(&p->lanes[i]);
    }
}

static bool send_bytes(int fd, const strbuf *text) {
  size_t done = 0;
  while (done < text->len) {
    ssize_t n = write(fd, strbuf_text(text) + done, text->len - done);
    if (n < 0 && errno != EINTR)
      return false;
    done += n > 0 ? (size_t)n : 0;
  }
  return true;
}

static bool send_word(const portfolio *p, const verdicts *asked, bool is_part) {
  strbuf packed = {0};
  if (asked != NULL)
    verdicts_pack(asked, &packed);
  word w = {p->others.len, p->in_the_way.len, packed.len, cpu_of_dead(),
            is_part};
  int down = p->chosen->down;
  bool ok = write(down, &w, sizeof w) == (ssize_t)sizeof w &&
            send_bytes(down, &p->others) && send_bytes(down, &p->in_the_way) &&
            send_bytes(down, &packed);
  strbuf_free(&packed);
  return ok;
}

bool portfolio_report(portfolio *p, const verdicts *asked, bool is_part,
                      outcome *out) {
  if (p->chosen == NULL)
    return false;
  portfolio_rest(p);
  strbuf received = {0};
  bool ok = send_word(p, asked, is_part);
  while (ok && channel_read(p->chosen->up, &received))
    ;
  ok = ok && channel_decode(&received, out);
  strbuf_free(&received);
  return ok;
}
