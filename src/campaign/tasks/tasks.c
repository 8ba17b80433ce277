// SPDX-License-Identifier: Apache-2.0
// An input is read by its kind: a definition, a set or a list of other inputs,
// a manifest, a folder, or a program. --match and --where then drop tasks that
// the user did not ask for, and --sample keeps as many of the rest as it says,
// chosen by a hash of their names: the same tasks whatever the order of the
// inputs.
#include "campaign/tasks/tasks.h"

#include <assert.h>
#include <errno.h>
#include <glob.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hmap.h"
#include "campaign/disk.h"

void tasks_init(tasks *t) { *t = (tasks){.mem = arena_new()}; }

static void clear_task(task *t) {
  vec_free(&t->files);
  vec_free(&t->columns);
}

void tasks_clear(tasks *t) {
  for (uint32_t i = 0; i < t->list.len; i++)
    clear_task(&t->list.data[i]);
  vec_free(&t->list);
  arena_free(t->mem);
}

// --- names -------------------------------------------------------------------

const char *tasks_path(tasks *t, const char *beside, const char *name) {
  assert(beside != NULL && name != NULL);
  const char *slash = strrchr(beside, '/');
  if (name[0] == '/' || !slash)
    return arena_strdup(t->mem, name);
  return arena_printf(t->mem, "%.*s%s", (int)(slash - beside + 1), beside,
                      name);
}

const char *tasks_base_name(tasks *t, const char *path) {
  const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
  const char *dot = strrchr(base, '.');
  return arena_printf(
      t->mem, "%.*s",
      (int)(dot && dot > base ? (size_t)(dot - base) : strlen(base)), base);
}

bool tasks_has_suffix(const char *path, const char *suffix) {
  assert(suffix[0] == '.');
  size_t length = strlen(path), tail = strlen(suffix);
  return length > tail && strcmp(path + length - tail, suffix) == 0;
}

bool tasks_is_program(const char *path) {
  return tasks_has_suffix(path, ".c") || tasks_has_suffix(path, ".i") ||
         tasks_has_suffix(path, ".bpl");
}

bool tasks_read_model(const char *text, int *bits) {
  static const struct {
    const char *word;
    int bits;
  } WORDS[] = {{"ILP32", 32}, {"32", 32}, {"LP64", 64},
               {"64", 64},    {"na", 0},  {"", 0}};
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (strcmp(text, WORDS[i].word) == 0) {
      *bits = WORDS[i].bits;
      return true;
    }
  return false;
}

bool tasks_need_file(const char *path, const char *where, uint32_t line,
                     diag *d) {
  if (access(path, R_OK) == 0)
    return true;
  return diag_set(d, DIAG_INPUT, (source_pos){where, line, 0},
                  "cannot read '%s': %s", path, strerror(errno));
}

// The folder that a file is in, without what is above it.
static const char *folder_name(tasks *t, const char *path) {
  const char *end = strrchr(path, '/');
  if (!end)
    return "";
  const char *start = end;
  while (start > path && start[-1] != '/')
    start--;
  return arena_printf(t->mem, "%.*s", (int)(end - start), start);
}

// --- forms -------------------------------------------------------------------

static bool add_program(tasks *t, const char *path, const char *category,
                        diag *d) {
  if (!tasks_need_file(path, NULL, 0, d))
    return false;
  task new_task = {.name = arena_strdup(t->mem, path),
                   .category = category ? category : folder_name(t, path),
                   .about = "unreach-call",
                   .expected = "",
                   .subproperty = ""};
  new_task.path = new_task.name;
  vec_push(&new_task.files, new_task.name);
  vec_push(&t->list, new_task);
  return true;
}

// Each line of a set is a pattern, of a list a path; both relative to it.
static bool add_pattern(tasks *t, const char *pattern, const char *category,
                        const options *o, diag *d) {
  glob_t found = {0};
  int error = glob(pattern, 0, NULL, &found);
  bool ok = error == 0;
  if (!ok)
    diag_set(d, DIAG_INPUT, (source_pos){0}, "no file is called '%s'", pattern);
  for (size_t i = 0; ok && i < found.gl_pathc; i++)
    ok = tasks_add_input(t, arena_strdup(t->mem, found.gl_pathv[i]), category,
                         o, d);
  globfree(&found);
  return ok;
}

static bool add_lines(tasks *t, const char *path, const options *o, diag *d) {
  strbuf text = {0};
  bool ok = file_read(path, &text, d);
  const char *category =
      tasks_has_suffix(path, ".set") ? tasks_base_name(t, path) : NULL;
  char *rest = text.text;
  for (char *line; ok && (line = strsep(&rest, "\n"));) {
    line[strcspn(line, "\r")] = '\0';
    line += strspn(line, " \t");
    if (*line && *line != '#')
      ok = add_pattern(t, tasks_path(t, path, line), category, o, d);
  }
  strbuf_free(&text);
  return ok;
}

typedef bool (*wanted_file)(const char *path);

static bool is_definition(const char *path) {
  return tasks_has_suffix(path, ".yml");
}

// Paths below a folder, in the order of their names.
static bool list_below(tasks *t, const char *folder, wanted_file is_wanted,
                       string_list *out, diag *d) {
  string_list folders = {0};
  vec_push(&folders, folder);
  bool ok = true;
  for (uint32_t i = 0; ok && i < folders.len; i++) {
    disk_names names = {0};
    ok = disk_list(folders.data[i], &names, d);
    for (uint32_t k = 0; k < names.len; k++) {
      struct stat info;
      const char *path =
          arena_printf(t->mem, "%s/%s", folders.data[i], names.data[k]);
      if (stat(path, &info) != 0)
        continue;
      if (S_ISDIR(info.st_mode))
        vec_push(&folders, path);
      else if (is_wanted(path))
        vec_push(out, path);
    }
    disk_names_free(&names);
  }
  vec_free(&folders);
  return ok;
}

// Definitions if there are any: then the programs are theirs.
static bool add_folder(tasks *t, const char *folder, const options *o,
                       diag *d) {
  const char *manifest = arena_printf(t->mem, "%s/manifest.csv", folder);
  if (access(manifest, R_OK) == 0)
    return tasks_add_manifest(t, manifest, d);
  string_list found = {0};
  uint32_t before = t->list.len;
  bool ok = list_below(t, folder, is_definition, &found, d);
  for (uint32_t i = 0; ok && i < found.len; i++)
    ok = tasks_add_definition(t, found.data[i], NULL, o, d);
  vec_clear(&found);
  if (ok && t->list.len == before) {
    ok = list_below(t, folder, tasks_is_program, &found, d);
    for (uint32_t i = 0; ok && i < found.len; i++)
      ok = add_program(t, found.data[i], NULL, d);
  }
  vec_free(&found);
  if (ok && t->list.len == before)
    return diag_set(d, DIAG_INPUT, (source_pos){0},
                    "the folder '%s' has no task definitions and no programs",
                    folder);
  return ok;
}

static const char *without_slash(tasks *t, const char *path) {
  size_t length = strlen(path);
  while (length > 1 && path[length - 1] == '/')
    length--;
  return arena_printf(t->mem, "%.*s", (int)length, path);
}

bool tasks_add_input(tasks *t, const char *path, const char *category,
                     const options *o, diag *d) {
  struct stat info;
  if (stat(path, &info) != 0)
    return disk_failed("read", path, d);
  if (S_ISDIR(info.st_mode))
    return add_folder(t, without_slash(t, path), o, d);
  if (is_definition(path) || tasks_has_suffix(path, ".yaml"))
    return tasks_add_definition(t, path, category ? category : "", o, d);
  if (tasks_has_suffix(path, ".csv"))
    return tasks_add_manifest(t, path, d);
  if (tasks_has_suffix(path, ".set") || tasks_has_suffix(path, ".txt"))
    return add_lines(t, path, o, d);
  if (tasks_is_program(path))
    return add_program(t, path, category, d);
  return diag_set(d, DIAG_INPUT, (source_pos){path, 0, 0},
                  "neither a program (.c, .i, .bpl), a task definition (.yml), "
                  "a set (.set), a list (.txt), a manifest (.csv) nor a "
                  "folder");
}

// --- choosing ----------------------------------------------------------------

static const char *column(const task *t, const char *name) {
  for (uint32_t i = 0; i + 1 < t->columns.len; i += 2)
    if (strcmp(t->columns.data[i], name) == 0)
      return t->columns.data[i + 1];
  if (strcmp(name, "category") == 0)
    return t->category;
  if (strcmp(name, "expected") == 0)
    return t->expected;
  return strcmp(name, "property") == 0 ? t->about : NULL;
}

// 'COLUMN=VALUE' or 'COLUMN=VALUE,VALUE...'.
typedef struct {
  const char *name, *values;
} condition;

typedef VEC(condition) condition_list;

static bool has_column(const tasks *t, const char *name) {
  for (uint32_t i = 0; i < t->list.len; i++)
    if (column(&t->list.data[i], name))
      return true;
  return false;
}

static bool read_condition(tasks *t, const char *text, condition_list *all,
                           diag *d) {
  size_t length = strcspn(text, "=");
  if (!text[length])
    return diag_set(d, DIAG_USAGE, (source_pos){0},
                    "--where takes COLUMN=VALUE, not '%s'", text);
  const char *name = arena_printf(t->mem, "%.*s", (int)length, text);
  if (t->list.len && !has_column(t, name))
    return diag_set(d, DIAG_USAGE, (source_pos){0},
                    "--where %s: no task has a column '%s'; all have "
                    "category, expected and property, and those of a manifest "
                    "the columns of its first line",
                    text, name);
  vec_push(all, ((condition){name, text + length + 1}));
  return true;
}

static bool holds(const task *t, const condition *c) {
  const char *is = column(t, c->name), *value = c->values;
  while (is && value) {
    size_t n = strcspn(value, ",");
    if (strlen(is) == n && memcmp(is, value, n) == 0)
      return true;
    value = value[n] ? value + n + 1 : NULL;
  }
  return false;
}

static bool is_chosen(const task *t, const condition_list *where,
                      const regex_t *match) {
  for (uint32_t i = 0; i < where->len; i++)
    if (!holds(t, &where->data[i]))
      return false;
  return !match || regexec(match, t->name, 0, NULL, 0) == 0;
}

static void keep_those(tasks *t, const condition_list *where,
                       const regex_t *match) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->list.len; i++) {
    if (is_chosen(&t->list.data[i], where, match))
      t->list.data[kept++] = t->list.data[i];
    else
      clear_task(&t->list.data[i]);
  }
  t->list.len = kept;
}

static bool keep_matching(tasks *t, const condition_list *where,
                          const char *expression, diag *d) {
  regex_t match;
  if (!expression) {
    keep_those(t, where, NULL);
    return true;
  }
  if (regcomp(&match, expression, REG_EXTENDED | REG_NOSUB) != 0)
    return diag_set(d, DIAG_USAGE, (source_pos){0},
                    "--match takes a regular expression, not '%s'", expression);
  keep_those(t, where, &match);
  regfree(&match);
  return true;
}

static bool keep_chosen(tasks *t, const options *o, diag *d) {
  condition_list where = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < o->where.len; i++)
    ok = read_condition(t, o->where.data[i], &where, d);
  ok = ok && keep_matching(t, &where, o->match, d);
  vec_free(&where);
  return ok;
}

static bool is_any_left(const tasks *t, uint32_t before, diag *d) {
  if (t->list.len > 0)
    return true;
  if (before == 0)
    return diag_set(d, DIAG_INPUT, (source_pos){0},
                    "there is no task with the property that --property "
                    "asks for");
  return diag_set(d, DIAG_INPUT, (source_pos){0},
                  "of %u task%s none is left to run: --match and --where leave "
                  "out all",
                  before, before == 1 ? "" : "s");
}

typedef struct {
  uint64_t rank;
  uint32_t index;
} ranked;

static int by_rank(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static int by_index(const void *a, const void *b) {
  const ranked *x = a, *y = b;
  return x->index < y->index ? -1 : x->index > y->index;
}

// The tasks whose names have the least hashes: the same ones for the same seed,
// and mostly the same ones when tasks are added.
static void keep_sample(tasks *t, const options *o) {
  assert(o->sample >= 0);
  uint32_t wanted = (uint32_t)o->sample;
  if (!wanted || wanted >= t->list.len)
    return;
  VEC(ranked) order = {0};
  for (uint32_t i = 0; i < t->list.len; i++) {
    const char *name = t->list.data[i].name;
    uint64_t rank = hash_mix(hash_bytes(name, strlen(name)), (uint64_t)o->seed);
    vec_push(&order, ((ranked){rank, i}));
  }
  qsort(order.data, order.len, sizeof *order.data, by_rank);
  qsort(order.data, wanted, sizeof *order.data, by_index);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->list.len; i++) {
    if (kept < wanted && order.data[kept].index == i)
      t->list.data[kept++] = t->list.data[i];
    else
      clear_task(&t->list.data[i]);
  }
  assert(kept == wanted);
  t->list.len = kept;
  vec_free(&order);
}

static bool are_names_unique(const tasks *t, diag *d) {
  strtab *names = strtab_new();
  hmap seen = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < t->list.len; i++) {
    const char *name = strtab_intern(names, t->list.data[i].name);
    uint64_t address = (uint64_t)(uintptr_t)name;
    ok = !hmap_find(&seen, address) ||
         diag_set(d, DIAG_INPUT, (source_pos){0},
                  "two tasks are called '%s'; is it given twice?", name);
    hmap_put(&seen, address, i);
  }
  hmap_free(&seen);
  strtab_free(names);
  return ok;
}

// What has no property of its own gets the one that was asked for.
static void give_property(tasks *t, const char *property) {
  for (uint32_t i = 0; property && i < t->list.len; i++)
    if (!t->list.data[i].property) {
      t->list.data[i].property = property;
      t->list.data[i].about = tasks_base_name(t, property);
    }
}

bool tasks_read(tasks *t, const options *o, diag *d) {
  assert(t->list.len == 0);
  for (uint32_t i = 0; i < o->inputs.len; i++)
    if (!tasks_add_input(t, o->inputs.data[i], NULL, o, d))
      return false;
  give_property(t, o->property);
  uint32_t before = t->list.len;
  if (!are_names_unique(t, d) || !keep_chosen(t, o, d))
    return false;
  keep_sample(t, o);
  return is_any_left(t, before, d);
}
