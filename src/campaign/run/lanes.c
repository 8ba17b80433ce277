// SPDX-License-Identifier: Apache-2.0
// The lanes are forked from the coordinator and so know the plan. They draw the
// next job from a counter in shared memory, and tell the coordinator by a pipe
// what became of it once it is in their journal. A lane that dies takes its job
// with it; the campaign finds that out by what is missing in the end, and runs
// it again. When the coordinator dies, its lanes end what they run and follow.
#include "campaign/run/lanes.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "campaign/journal.h"
#include "campaign/run/running.h"
#include "campaign/run/stopping.h"
#include "campaign/show/tree.h"

// What lanes and coordinator share.
typedef struct {
  _Atomic uint32_t next; // into the list of jobs
  _Atomic bool is_full;  // a lane could not write
  char why[256];         // by the lane that set 'is_full'
} shared;

typedef struct {
  const plan *plan;
  const job_list *todo;
  const folder *folder;
  const options *options;
  uint32_t number, count; // this lane, and how many there are
  uint32_t round;
  int messages; // to the coordinator: a byte, the tally_kind
  shared *shared;
  char host[64];
} lane;

// --- cores ------------------------------------------------------------------

static uint32_t allowed_cores(size_t out[CPU_SETSIZE]) {
  cpu_set_t set;
  uint32_t count = 0;
  if (sched_getaffinity(0, sizeof set, &set) != 0)
    return 0;
  for (size_t i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET(i, &set))
      out[count++] = i;
  return count;
}

uint32_t lanes_count(const options *o) {
  size_t cores[CPU_SETSIZE];
  uint32_t count = allowed_cores(cores), each = (uint32_t)o->cores;
  uint32_t fit = count / each > 0 ? count / each : 1;
  if (o->lanes == 0)
    return fit;
  if ((uint32_t)o->lanes > fit && !o->quiet)
    dprintf(STDERR_FILENO,
            "wedge: warning: %d runs with %u cores each do not fit on %u: they "
            "share, and times are not to be compared\n",
            (int)o->lanes, each, count);
  return (uint32_t)o->lanes;
}

// Each lane has its own cores, if there are enough for all.
static void pin(const lane *l) {
  size_t cores[CPU_SETSIZE];
  uint32_t count = allowed_cores(cores), each = (uint32_t)l->options->cores;
  if (l->count * each > count)
    return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (uint32_t i = 0; i < each; i++)
    CPU_SET(cores[l->number * each + i], &set);
  sched_setaffinity(0, sizeof set, &set);
}

// --- a lane -----------------------------------------------------------------

static void complain(lane *l, const diag *d) {
  snprintf(l->shared->why, sizeof l->shared->why, "%s", strbuf_text(&d->text));
  atomic_store(&l->shared->is_full, true);
}

static bool keep(journal *to, const record *r, diag *d) {
  assert(r->verdict != NULL);
  strbuf line = {0};
  record_print_line(r, &line);
  bool ok = journal_append(to, strbuf_text(&line), d);
  strbuf_free(&line);
  return ok;
}

// False: nothing more should be claimed.
static bool run_job(lane *l, const job *j, journal *to, diag *d) {
  run_outcome o;
  run_hooks hooks = {.stop = stopping_flag()};
  running_run(&j->argv, &j->about.limits, &hooks, &o);
  bool ok = o.end != RUN_STOPPED;
  if (ok) {
    arena *mem = arena_new();
    record r = j->about;
    r.generation = l->folder->generation;
    r.host = l->host;
    running_judge(&o, mem, &r);
    ok = keep(to, &r, d);
    unsigned char kind = (unsigned char)tally_kind_of(&r);
    if (ok)
      (void)!write(l->messages, &kind, 1);
    record_clear(&r);
    arena_free(mem);
  }
  strbuf_free(&o.output);
  return ok;
}

static bool open_journal(const lane *l, journal *j, diag *d) {
  strbuf path = {0};
  strbuf_printf(&path, "%s/journal/%06u-%u-%03u.log", l->folder->path,
                l->folder->generation, l->round, l->number);
  bool ok = journal_create(j, strbuf_text(&path), d);
  strbuf_free(&path);
  return ok;
}

static void work(lane *l, diag *d) {
  journal j;
  if (!open_journal(l, &j, d))
    return;
  while (!*stopping_flag() && !atomic_load(&l->shared->is_full)) {
    uint32_t i = atomic_fetch_add(&l->shared->next, 1);
    if (i >= l->todo->len ||
        !run_job(l, &l->plan->jobs.data[l->todo->data[i]], &j, d))
      break;
  }
  journal_close(&j);
}

static _Noreturn void lane_main(lane *l, pid_t coordinator) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != coordinator) // it died before this took hold
    _exit(1);
  tree_adopt();
  pin(l);
  diag d = {0};
  work(l, &d);
  if (d.kind != DIAG_NONE)
    complain(l, &d);
  tree_end();
  _exit(d.kind != DIAG_NONE);
}

// --- the coordinator --------------------------------------------------------

typedef struct {
  lane model;
  VEC(pid_t) pids;
  int messages;
} coordinator;

static bool start_lanes(coordinator *c, diag *d) {
  int ends[2];
  pid_t own = getpid();
  if (pipe2(ends, O_CLOEXEC) != 0)
    return diag_set(d, DIAG_INTERNAL, (source_pos){0}, "no pipe: %s",
                    strerror(errno));
  c->messages = ends[0];
  for (uint32_t i = 0; i < c->model.count; i++) {
    pid_t pid = fork();
    if (pid == 0) {
      lane l = c->model;
      l.number = i;
      l.messages = ends[1];
      close(ends[0]);
      lane_main(&l, own);
    }
    if (pid > 0)
      vec_push(&c->pids, pid);
  }
  close(ends[1]);
  return c->pids.len > 0 ||
         diag_set(d, DIAG_INTERNAL, (source_pos){0},
                  "cannot start a process: %s", strerror(errno));
}

// Ends when all lanes have closed their ends of the pipe.
static void listen_to_lanes(coordinator *c, tally *t) {
  bool is_open = true, told = false;
  while (is_open) {
    struct pollfd p = {.fd = c->messages, .events = POLLIN};
    unsigned char kinds[256];
    if (poll(&p, 1, 200) > 0) {
      ssize_t n = read(c->messages, kinds, sizeof kinds);
      is_open = n > 0 || (n < 0 && errno == EINTR);
      for (ssize_t i = 0; i < n; i++)
        tally_add(t, (tally_kind)kinds[i], false);
    }
    tally_show(t);
    if (*stopping_flag() && !told)
      for (uint32_t i = 0; i < c->pids.len; i++)
        kill(c->pids.data[i], SIGTERM);
    told = told || *stopping_flag();
  }
}

static void wait_for_lanes(coordinator *c) {
  for (uint32_t i = 0; i < c->pids.len; i++)
    while (waitpid(c->pids.data[i], NULL, 0) < 0 && errno == EINTR)
      ;
  close(c->messages);
  vec_free(&c->pids);
}

static uint32_t next_round(const folder *f, uint32_t round) {
  strbuf path = {0};
  strbuf_printf(&path, "%s/journal/%06u-%u-000.log", f->path, f->generation,
                round);
  bool is_taken = access(strbuf_text(&path), F_OK) == 0;
  strbuf_free(&path);
  return is_taken ? next_round(f, round + 1) : round;
}

bool lanes_run(const plan *p, const job_list *todo, const folder *f,
               const options *o, tally *t, diag *d) {
  assert(t->total >= todo->len);
  shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (s == MAP_FAILED)
    return diag_set(d, DIAG_INTERNAL, (source_pos){0}, "no shared memory");
  uint32_t count = lanes_count(o);
  coordinator c = {.model = {.plan = p, .todo = todo, .folder = f}};
  c.model.options = o;
  c.model.count = count < todo->len ? count : todo->len;
  c.model.round = next_round(f, 0);
  c.model.shared = s;
  gethostname(c.model.host, sizeof c.model.host - 1);
  bool ok = start_lanes(&c, d);
  if (ok) {
    listen_to_lanes(&c, t);
    wait_for_lanes(&c);
  }
  if (ok && atomic_load(&s->is_full))
    ok = diag_set(d, DIAG_LIMIT, (source_pos){0}, "%s", s->why);
  munmap(s, sizeof *s);
  return ok;
}
