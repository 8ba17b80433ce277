// SPDX-License-Identifier: Apache-2.0
// The coordinator writes the plan into a folder of its own below the output
// folder, submits the workers, and then only reads: results become lines of its
// journal as they appear. Slurm itself is asked whether workers are left; that
// a job was cancelled or a node lost is seen by that, and by leases. Slurm does
// not requeue: that would be a second mechanism for the same thing.
#include "campaign/run/slurm.h"

#include <assert.h>
#include <ftw.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/process.h"
#include "campaign/disk.h"
#include "campaign/journal.h"
#include "campaign/run/lease.h"
#include "campaign/run/stopping.h"

enum { SUBMISSIONS = 3 };
#define LOOK 0.3 // seconds between two looks at the results
#define ASK 3.0  // and between two questions to Slurm

typedef struct {
  const plan *plan;
  const job_list *todo;
  const folder *folder;
  const options *options;
  tally *tally;
  arena *mem;
  const char *batch; // the folder of this array job
  const char *id;    // of the job
  journal journal;
  VEC(bool) is_done;
  uint32_t left;
  uint32_t left_at_submission;
  int submissions; // without a result in between
  int absences;    // in a row, that Slurm knew of no worker
  diag *d;
} cluster;

// --- commands ---------------------------------------------------------------

// Runs a command of Slurm's; its output without the line feed, in 'mem'. NULL:
// it failed, and 'messages' says why.
static const char *ask(arena *mem, const char *const *argv, strbuf *messages) {
  int out = process_memory_file("slurm", "", 0);
  process_task run = {.argv = argv, .in = -1, .out = out};
  limits within = limits_within(&(limits){0}, 60);
  process_outcome o = process_run(&run, &within, messages);
  char text[8192];
  ssize_t n = out >= 0 ? pread(out, text, sizeof text - 1, 0) : 0;
  text[n > 0 ? n : 0] = '\0';
  if (out >= 0)
    close(out);
  if (o.end == PROCESS_FAILED)
    strbuf_printf(messages, "%s: %s", argv[0], strerror(o.code));
  bool ok = o.end == PROCESS_EXITED && o.code == 0;
  return ok ? arena_strdup(mem, text) : NULL;
}

static void cancel(arena *mem, const char *id) {
  strbuf messages = {0};
  ask(mem, (const char *const[]){"scancel", id, NULL}, &messages);
  strbuf_free(&messages);
}

typedef enum { WORKERS_SOME, WORKERS_NONE, WORKERS_UNKNOWN } presence;

static presence look_for_workers(const cluster *c) {
  strbuf messages = {0};
  const char *states =
      ask(c->mem,
          (const char *const[]){"squeue", "-h", "-j", c->id, "-o", "%T", NULL},
          &messages);
  presence p = WORKERS_UNKNOWN;
  if (states)
    p = *states ? WORKERS_SOME : WORKERS_NONE;
  else if (strstr(strbuf_text(&messages), "Invalid job id"))
    p = WORKERS_NONE; // so long ago that Slurm forgot it
  strbuf_free(&messages);
  return p;
}

// --- submitting -------------------------------------------------------------

static void print_quoted(const char *word, strbuf *out) {
  strbuf_putc(out, '\'');
  for (; *word; word++)
    if (*word == '\'')
      strbuf_puts(out, "'\\''");
    else
      strbuf_putc(out, *word);
  strbuf_putc(out, '\'');
}

static bool write_file(const cluster *c, const char *name, const strbuf *text) {
  strbuf path = {0};
  strbuf_printf(&path, "%s/%s", c->batch, name);
  bool ok =
      disk_replace(strbuf_text(&path), strbuf_text(text), text->len, c->d);
  strbuf_free(&path);
  return ok;
}

// Slurm wants a script; 'exec' makes the worker the process it knows.
static bool write_script(const cluster *c) {
  char self[4096];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  self[n > 0 ? n : 0] = '\0';
  strbuf text = {0};
  strbuf_puts(&text, "#!/bin/sh\nexec ");
  print_quoted(self, &text);
  strbuf_puts(&text, " campaign worker ");
  print_quoted(c->batch, &text);
  strbuf_printf(&text, " --lease %g\n", c->options->lease);
  bool ok = write_file(c, "job.sh", &text);
  strbuf_free(&text);
  return ok;
}

static bool write_plan(const cluster *c) {
  strbuf all = {0}, json = {0};
  for (uint32_t i = 0; i < c->todo->len; i++) {
    job j = c->plan->jobs.data[c->todo->data[i]];
    j.about.generation = c->folder->generation;
    strbuf_clear(&json);
    plan_print_job(&j, &json);
    journal_print_line(strbuf_text(&json), &all);
  }
  bool ok = write_file(c, "plan.log", &all);
  strbuf_free(&all);
  strbuf_free(&json);
  return ok;
}

static uint32_t worker_count(const cluster *c) {
  uint32_t wanted = c->options->lanes ? (uint32_t)c->options->lanes : 4;
  return wanted < c->left ? wanted : c->left;
}

static void add_limits(const cluster *c, string_list *argv) {
  const options *o = c->options;
  vec_push(argv, arena_printf(c->mem, "--cpus-per-task=%d", (int)o->cores));
  if (o->mem > 0) // beside the tool there is the worker
    vec_push(argv, arena_printf(c->mem, "--mem=%dM", (int)o->mem + 64));
  if (o->partition)
    vec_push(argv, arena_printf(c->mem, "--partition=%s", o->partition));
  for (uint32_t i = 0; i < o->slurm_option.len; i++)
    vec_push(argv, o->slurm_option.data[i]);
}

static bool submit(cluster *c) {
  string_list argv = {0};
  strbuf messages = {0};
  vec_push(&argv, "sbatch");
  vec_push(&argv, "--parsable");
  vec_push(&argv, "--no-requeue");
  vec_push(&argv, "--job-name=wedge-campaign");
  vec_push(&argv, arena_printf(c->mem, "--array=0-%u", worker_count(c) - 1));
  vec_push(&argv,
           arena_printf(c->mem, "--output=%s/output/%%A-%%a.txt", c->batch));
  add_limits(c, &argv);
  vec_push(&argv, arena_printf(c->mem, "%s/job.sh", c->batch));
  vec_push(&argv, NULL);
  const char *id = ask(c->mem, argv.data, &messages);
  bool ok = id != NULL;
  if (!ok)
    diag_set(c->d, DIAG_INPUT, (source_pos){0}, "Slurm took no job: %s",
             strbuf_text(&messages));
  else
    c->id = arena_printf(c->mem, "%.*s", (int)strcspn(id, ";\n"), id);
  strbuf_free(&messages);
  vec_free(&argv);
  c->submissions = c->left < c->left_at_submission ? 1 : c->submissions + 1;
  c->left_at_submission = c->left;
  return ok;
}

static bool submit_and_note(cluster *c) {
  if (!submit(c))
    return false;
  strbuf text = {0};
  strbuf_puts(&text, c->id);
  bool ok = write_file(c, "id", &text);
  strbuf_free(&text);
  if (!c->options->quiet)
    dprintf(STDERR_FILENO, "wedge: Slurm job %s, %u workers\n", c->id,
            worker_count(c));
  return ok;
}

// --- harvesting -------------------------------------------------------------

typedef struct {
  cluster *c;
  bool ok;
} taking;

static void take_result(void *data, const char *json, size_t size) {
  taking *t = data;
  cluster *c = t->c;
  arena *mem = arena_new();
  record r;
  const char *line = arena_printf(mem, "%.*s", (int)size, json);
  if (record_read(&r, value_parse(mem, json, size))) {
    t->ok = journal_append(&c->journal, line, c->d);
    if (t->ok)
      tally_add(c->tally, tally_kind_of(&r), false);
  }
  record_clear(&r);
  arena_free(mem);
}

static bool take_file(cluster *c, const char *name, uint32_t number) {
  strbuf path = {0};
  uint32_t dropped = 0;
  taking t = {c, true};
  strbuf_printf(&path, "%s/results/%s", c->batch, name);
  bool ok = journal_read(strbuf_text(&path), take_result, &t, &dropped, c->d);
  strbuf_free(&path);
  if (ok && t.ok && dropped == 0) {
    c->is_done.data[number] = true;
    c->left--;
  }
  return ok && t.ok;
}

// The first result of a job that is seen counts; sorted by name, that is the
// one of the earliest attempt.
static bool harvest(cluster *c) {
  disk_names names = {0};
  strbuf path = {0};
  strbuf_printf(&path, "%s/results", c->batch);
  bool ok = disk_list(strbuf_text(&path), &names, c->d);
  for (uint32_t i = 0; ok && i < names.len; i++) {
    uint32_t number, attempt;
    if (lease_parse_name(names.data[i], &number, &attempt) &&
        number < c->is_done.len && !c->is_done.data[number])
      ok = take_file(c, names.data[i], number);
  }
  disk_names_free(&names);
  strbuf_free(&path);
  return ok;
}

// --- waiting ----------------------------------------------------------------

// Twice in a row, since a result may be under way.
static bool replace_workers(cluster *c) {
  presence p = look_for_workers(c);
  c->absences = p == WORKERS_NONE ? c->absences + 1 : 0;
  if (c->absences < 2)
    return true;
  c->absences = 0;
  bool is_stuck = c->left == c->left_at_submission;
  if (is_stuck && c->submissions == SUBMISSIONS)
    return diag_set(c->d, DIAG_LIMIT, (source_pos){0},
                    "all workers ended %d times without a result, %u runs are "
                    "open; what they said is in %s/output",
                    SUBMISSIONS, c->left, c->batch);
  return submit_and_note(c);
}

static bool wait_for_all(cluster *c) {
  double asked = clock_now();
  while (c->left > 0 && !*stopping_flag()) {
    poll(NULL, 0, (int)(1000 * LOOK));
    if (!harvest(c))
      return false;
    tally_show(c->tally);
    if (c->left > 0 && clock_now() - asked > ASK) {
      asked = clock_now();
      if (!replace_workers(c))
        return false;
    }
  }
  return true;
}

// --- folders ----------------------------------------------------------------

static int remove_entry(const char *path, const struct stat *info, int kind,
                        struct FTW *where) {
  (void)info, (void)kind, (void)where;
  (void)remove(path);
  return 0;
}

// Workers may still be on their way out and write; what stays in spite of this
// is removed by the next start.
static void remove_folder(const char *path) {
  enum { OPEN_AT_MOST = 16, TRIES = 20, PAUSE = 100 };
  for (int i = 0; i < TRIES && access(path, F_OK) == 0; i++) {
    nftw(path, remove_entry, OPEN_AT_MOST, FTW_DEPTH | FTW_PHYS);
    poll(NULL, 0, i ? PAUSE : 0);
  }
}

static bool open_journal(cluster *c, const char *what) {
  strbuf path = {0};
  strbuf_printf(&path, "%s/journal/%06u-%s.log", c->folder->path,
                c->folder->generation, what);
  bool ok = journal_create(&c->journal, strbuf_text(&path), c->d);
  strbuf_free(&path);
  return ok;
}

static bool prepare(cluster *c) {
  strbuf path = {0};
  static const char *const KIND = "slurm";
  folder_path(c->folder, KIND, &path);
  bool ok = disk_make_folder(strbuf_text(&path), c->d);
  char whole[4096];
  const char *base = realpath(strbuf_text(&path), whole);
  strbuf_free(&path);
  uint32_t round = 0;
  do
    c->batch = arena_printf(c->mem, "%s/%06u-%u", base ? base : "",
                            c->folder->generation, round);
  while (access(c->batch, F_OK) == 0 && ++round < 1000);
  return ok && base && lease_make_folders(c->batch, c->d) && write_plan(c) &&
         write_script(c) &&
         open_journal(c, arena_printf(c->mem, "slurm-%u", round));
}

bool slurm_run(const plan *p, const job_list *todo, const folder *f,
               const options *o, tally *t, diag *d) {
  cluster c = {.plan = p, .todo = todo, .folder = f, .options = o};
  c.tally = t;
  c.d = d;
  c.mem = arena_new();
  c.left = todo->len;
  c.journal.fd = -1;
  vec_resize(&c.is_done, todo->len);
  bool ok = prepare(&c) && submit_and_note(&c) && wait_for_all(&c);
  if (c.id && (c.left > 0 || !ok))
    cancel(c.mem, c.id);
  journal_close(&c.journal);
  if (ok && c.left == 0)
    remove_folder(c.batch);
  vec_free(&c.is_done);
  arena_free(c.mem);
  return ok;
}

// --- after a coordinator that was killed -------------------------------------

static bool recover_one(const folder *f, const char *name, diag *d) {
  tally ignored = {.total = UINT32_MAX};
  cluster c = {.folder = f, .tally = &ignored, .d = d, .mem = arena_new()};
  c.batch = arena_printf(c.mem, "%s/slurm/%s", f->path, name);
  strbuf id = {0};
  diag none = {0};
  if (file_read(arena_printf(c.mem, "%s/id", c.batch), &id, &none))
    cancel(c.mem, strbuf_text(&id));
  diag_clear(&none);
  strbuf_free(&id);
  vec_resize(&c.is_done, 1u << 20); // more jobs than anyone submits
  c.left = UINT32_MAX;
  bool ok = open_journal(&c, arena_printf(c.mem, "recovered-%s", name)) &&
            harvest(&c);
  journal_close(&c.journal);
  if (ok)
    remove_folder(c.batch);
  vec_free(&c.is_done);
  arena_free(c.mem);
  return ok;
}

bool slurm_recover(const folder *f, diag *d) {
  strbuf path = {0};
  disk_names names = {0};
  folder_path(f, "slurm", &path);
  bool ok = access(strbuf_text(&path), F_OK) != 0 ||
            disk_list(strbuf_text(&path), &names, d);
  for (uint32_t i = 0; ok && i < names.len; i++)
    ok = recover_one(f, names.data[i], d);
  disk_names_free(&names);
  strbuf_free(&path);
  return ok;
}
