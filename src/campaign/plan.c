// SPDX-License-Identifier: Apache-2.0
// The key of a run is a hash of all that decides its answer: the contents of
// the tool, the words of its options, the property, the data model, and the
// contents of the inputs, of the headers that they include by a quoted name,
// and of each file that an option names. Limits are not in it: whether a result
// serves under other limits is for record_serves to say.
#include "campaign/plan.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hmap.h"
#include "base/process.h"
#include "campaign/tasks/inputs.h"
#include "campaign/words.h"
#include "witness/sha256.h"

void plan_init(plan *p) { *p = (plan){.mem = arena_new()}; }

void plan_clear(plan *p) {
  for (uint32_t i = 0; i < p->jobs.len; i++) {
    vec_free(&p->jobs.data[i].argv);
    record_clear(&p->jobs.data[i].about);
  }
  vec_free(&p->jobs);
  arena_free(p->mem);
}

// --- the tool ---------------------------------------------------------------

static const char *self(plan *p) {
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n <= 0)
    return "wedge";
  path[n] = '\0';
  return arena_strdup(p->mem, path);
}

// What the tool says about itself; empty if it says nothing in a few seconds.
static const char *ask(plan *p, const char *const *argv) {
  enum { MOST = 1 << 16 };
  strbuf messages = {0};
  int out = process_memory_file("answer", "", 0);
  process_task run = {.argv = argv, .in = -1, .out = out};
  limits within = limits_within(&(limits){0}, 10);
  process_outcome o = process_run(&run, &within, &messages);
  char *text = arena_alloc(p->mem, MOST);
  if (o.end == PROCESS_EXITED && o.code == 0 && out >= 0 &&
      pread(out, text, MOST - 1, 0) < 0)
    text[0] = '\0';
  if (out >= 0)
    close(out);
  strbuf_free(&messages);
  return text;
}

static const char *ask_version(plan *p, const char *tool) {
  const char *text = ask(p, (const char *const[]){tool, "--version", NULL});
  return arena_printf(p->mem, "%.*s", (int)strcspn(text, "\n"), text);
}

// Whether it can be told how many cores it has.
static bool ask_for_jobs(plan *p, const char *tool) {
  const char *const argv[] = {tool, "--help", "all", NULL};
  return strstr(ask(p, argv), "\n  --jobs ") != NULL;
}

static bool find_tool(plan *p, const options *o, strbuf *hash, diag *d) {
  const char *path = o->tool ? o->tool : self(p);
  char whole[PATH_MAX];
  if (!realpath(path, whole) || access(whole, X_OK) != 0)
    return diag_set(d, DIAG_USAGE, (source_pos){0},
                    "the tool '%s' cannot be run", path);
  p->tool_path = arena_strdup(p->mem, whole);
  if (!inputs_hash_file(whole, hash, d))
    return false;
  p->tool_version = ask_version(p, whole);
  p->takes_jobs = ask_for_jobs(p, whole);
  return true;
}

// --- commands ---------------------------------------------------------------

static void add_words(string_list *argv, const char *const *words) {
  for (; *words; words++)
    vec_push(argv, *words);
}

static void add_number(plan *p, string_list *argv, const char *option,
                       double n) {
  if (n <= 0)
    return;
  vec_push(argv, option);
  vec_push(argv, arena_printf(p->mem, "%g", n));
}

static void add_task_words(plan *p, string_list *argv, const task *t) {
  if (t->bits)
    vec_push(argv, t->bits == 32 ? "--32" : "--64");
  if (t->property) {
    vec_push(argv, "--property");
    vec_push(argv, arena_strdup(p->mem, t->property));
  }
}

// Options of the configuration come last and count most; what stands behind
// '--' is for clang, and the files have to stand before.
static void add_config_words(plan *p, string_list *argv, const config *c,
                             const task *t) {
  uint32_t i = 0;
  for (; i < c->options.len && strcmp(c->options.data[i], "--") != 0; i++)
    vec_push(argv, arena_strdup(p->mem, c->options.data[i]));
  for (uint32_t k = 0; k < t->files.len; k++)
    vec_push(argv, arena_strdup(p->mem, t->files.data[k]));
  for (; i < c->options.len; i++)
    vec_push(argv, arena_strdup(p->mem, c->options.data[i]));
}

// A name for files of this run: the key is unique, and safe in any shell.
static const char *report_name(plan *p, const record *about) {
  return arena_printf(p->mem, "reports/%.16s-%u.html", about->key,
                      about->repeat);
}

static bool make_command(plan *p, job *j, const task *t, const config *c,
                         const options *o, diag *d) {
  string_list *argv = &j->argv;
  if (o->wrap && !words_split(p->mem, o->wrap, argv, d))
    return false;
  vec_push(argv, p->tool_path);
  add_words(argv, (const char *const[]){"--quiet", "--json", "-", NULL});
  vec_push(argv, "--time"); // also where there is no limit
  vec_push(argv, arena_printf(p->mem, "%g", o->time));
  add_number(p, argv, "--mem", (double)o->mem);
  if (p->takes_jobs)
    add_number(p, argv, "--jobs", (double)o->cores);
  if (o->reports) {
    j->about.report = report_name(p, &j->about);
    vec_push(argv, "--html");
    vec_push(argv, arena_printf(p->mem, "%s/%s", o->out, j->about.report));
  }
  add_task_words(p, argv, t);
  add_config_words(p, argv, c, t);
  return true;
}

// --- keys -------------------------------------------------------------------

static bool add_option_file(const char *word, strbuf *what, diag *d) {
  const char *value = strchr(word, '=');
  const char *path = value ? value + 1 : word;
  struct stat info;
  if (stat(path, &info) != 0 || !S_ISREG(info.st_mode))
    return true;
  return inputs_hash_file(path, what, d);
}

static bool describe_config(const config *c, const options *o, strbuf *what,
                            diag *d) {
  strbuf_printf(what, "cores %d wrap %s\n", (int)o->cores,
                o->wrap ? o->wrap : "");
  for (uint32_t i = 0; i < c->options.len; i++) {
    strbuf_printf(what, "%s\n", c->options.data[i]);
    if (!add_option_file(c->options.data[i], what, d))
      return false;
  }
  return true;
}

static bool describe_task(const task *t, strbuf *what, diag *d) {
  strbuf_printf(what, "bits %d property %s\n", t->bits, t->about);
  if (t->property && access(t->property, R_OK) == 0 &&
      !inputs_hash_file(t->property, what, d))
    return false;
  for (uint32_t i = 0; i < t->files.len; i++)
    if (!inputs_hash_program(t->files.data[i], what, d))
      return false;
  return true;
}

static const char *key_of(plan *p, const strbuf *tool, const strbuf *task_text,
                          const strbuf *config_text) {
  char digits[SHA256_TEXT];
  strbuf all = {0};
  strbuf_printf(&all, "%s\n%s\n%s", strbuf_text(tool), strbuf_text(task_text),
                strbuf_text(config_text));
  sha256_text(strbuf_text(&all), all.len, digits);
  strbuf_free(&all);
  return arena_strdup(p->mem, digits);
}

// --- all together -----------------------------------------------------------

typedef struct {
  plan *p;
  const tasks *tasks;
  const configs *configs;
  const options *options;
  strbuf tool;
  VEC(const char *) keys; // by task, then configuration
} maker;

static bool make_keys(maker *m, diag *d) {
  VEC(strbuf) of_config = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < m->configs->list.len; i++) {
    vec_push(&of_config, (strbuf){0});
    ok = describe_config(&m->configs->list.data[i], m->options,
                         &vec_last(&of_config), d);
  }
  strbuf of_task = {0};
  for (uint32_t i = 0; ok && i < m->tasks->list.len; i++) {
    strbuf_clear(&of_task);
    ok = describe_task(&m->tasks->list.data[i], &of_task, d);
    for (uint32_t k = 0; ok && k < of_config.len; k++)
      vec_push(&m->keys, key_of(m->p, &m->tool, &of_task, &of_config.data[k]));
  }
  for (uint32_t i = 0; i < of_config.len; i++)
    strbuf_free(&of_config.data[i]);
  vec_free(&of_config);
  strbuf_free(&of_task);
  return ok;
}

static record describe_job(const maker *m, const task *t, const config *c) {
  arena *mem = m->p->mem;
  const options *o = m->options;
  return (record){.task = arena_strdup(mem, t->name),
                  .config = arena_strdup(mem, c->name),
                  .category = arena_strdup(mem, t->category),
                  .property = arena_strdup(mem, t->about),
                  .expected = arena_strdup(mem, t->expected),
                  .subproperty = arena_strdup(mem, t->subproperty),
                  .limits = {o->time, o->cpu_time, o->mem},
                  .verdict = "",
                  .violated = "",
                  .reason = "",
                  .text = "",
                  .engine = "",
                  .confirmed = "",
                  .report = "",
                  .host = ""};
}

static bool add_job(maker *m, uint32_t task_index, uint32_t config_index,
                    uint32_t repeat, diag *d) {
  assert(task_index < m->tasks->list.len &&
         config_index < m->configs->list.len);
  const task *t = &m->tasks->list.data[task_index];
  const config *c = &m->configs->list.data[config_index];
  job j = {.task = t, .about = describe_job(m, t, c)};
  j.about.key = m->keys.data[task_index * m->configs->list.len + config_index];
  j.about.repeat = repeat;
  bool ok = make_command(m->p, &j, t, c, m->options, d);
  vec_push(&m->p->jobs, j);
  return ok;
}

// Runs that are compared with each other follow each other: what disturbs one
// then disturbs the others as well.
static bool make_jobs(maker *m, diag *d) {
  for (uint32_t r = 0; r < (uint32_t)m->options->repeat; r++)
    for (uint32_t i = 0; i < m->tasks->list.len; i++)
      for (uint32_t k = 0; k < m->configs->list.len; k++)
        if (!add_job(m, i, k, r, d))
          return false;
  return true;
}

bool plan_make(plan *p, const tasks *t, const configs *c, const options *o,
               diag *d) {
  assert(p->jobs.len == 0);
  maker m = {.p = p, .tasks = t, .configs = c, .options = o};
  // Only of this tool it is known which options there are.
  bool ok = (o->tool || configs_check(c, d)) && find_tool(p, o, &m.tool, d) &&
            make_keys(&m, d) && make_jobs(&m, d);
  vec_free(&m.keys);
  strbuf_free(&m.tool);
  return ok;
}

// --- for workers elsewhere --------------------------------------------------

void plan_print_job(const job *j, strbuf *out) {
  assert(j->argv.len > 0);
  json_writer w = {.out = out, .is_inside_page = true};
  json_begin(&w, NULL, '{');
  strbuf about = {0};
  record_print_line(&j->about, &about);
  json_raw(&w, "about", strbuf_text(&about));
  strbuf_free(&about);
  json_begin(&w, "argv", '[');
  for (uint32_t i = 0; i < j->argv.len; i++)
    json_string(&w, NULL, j->argv.data[i]);
  json_end(&w, ']');
  json_end(&w, '}');
}

bool plan_read_job(plan *p, const char *json, size_t size) {
  const json_value *v = value_parse(p->mem, json, size);
  const json_value *argv = value_get(v, "argv");
  job j = {0};
  if (!argv)
    return false;
  record_read(&j.about, value_get(v, "about")); // it has no verdict yet
  for (const json_value *word = argv->first; word; word = word->next)
    vec_push(&j.argv, word->text);
  vec_push(&p->jobs, j);
  return true;
}
