// SPDX-License-Identifier: Apache-2.0
// Task definitions of SV-COMP (format 2.x): input files, properties with the
// answers expected of them, and a data model. Each property is a task.
#include <assert.h>
#include <string.h>

#include "campaign/tasks/tasks.h"
#include "campaign/tasks/yaml.h"

typedef struct {
  tasks *out;
  const char *path, *category;
  const json_value *top;
  const options *options;
  diag *d;
} reader;

static bool complain(reader *r, const json_value *v, const char *what) {
  return yaml_complain(r->path, v, what, r->d);
}

// One name, or a list of them.
static bool read_files(reader *r, task *t) {
  const json_value *v = value_get(r->top, "input_files");
  if (!v)
    return complain(r, r->top, "there is no 'input_files' here");
  const json_value *name = v->kind == VALUE_ARRAY ? v->first : v;
  for (; name; name = v->kind == VALUE_ARRAY ? name->next : NULL) {
    if (name->kind != VALUE_STRING)
      return complain(r, name, "'input_files' should be names of files");
    const char *path = tasks_path(r->out, r->path, name->text);
    if (!tasks_need_file(path, r->path, name->line, r->d))
      return false;
    vec_push(&t->files, path);
  }
  return t->files.len > 0 || complain(r, v, "'input_files' is empty");
}

static bool read_model(reader *r, task *t) {
  const json_value *v = value_get(value_get(r->top, "options"), "data_model");
  if (!v)
    return true;
  return (v->kind == VALUE_STRING && tasks_read_model(v->text, &t->bits)) ||
         complain(r, v, "the data model should be ILP32 or LP64");
}

static bool read_expected(reader *r, const json_value *property, task *t) {
  const json_value *v = value_get(property, "expected_verdict");
  t->expected = "";
  t->subproperty = value_text(property, "subproperty", "");
  if (!v)
    return true;
  t->expected = v->kind == VALUE_STRING ? v->text : "";
  return strcmp(t->expected, "true") == 0 ||
         strcmp(t->expected, "false") == 0 ||
         complain(r, v, "the expected verdict should be true or false");
}

// Whether --property asks for this one; it asks for all if it is not given.
static bool is_wanted(reader *r, const char *about) {
  const char *asked = r->options->property;
  return !asked || strcmp(tasks_base_name(r->out, asked), about) == 0;
}

static const char *task_name(reader *r, const char *about, bool is_only) {
  return is_only ? arena_strdup(r->out->mem, r->path)
                 : arena_printf(r->out->mem, "%s:%s", r->path, about);
}

static bool add_task(reader *r, const json_value *property, bool is_only) {
  const char *file = value_text(property, "property_file", NULL);
  if (!file)
    return complain(r, property, "a property should have a 'property_file'");
  task t = {.path = arena_strdup(r->out->mem, r->path),
            .category = r->category,
            .property = tasks_path(r->out, r->path, file),
            .about = tasks_base_name(r->out, file)};
  if (!is_wanted(r, t.about))
    return true;
  t.name = task_name(r, t.about, is_only);
  bool ok = tasks_need_file(t.property, r->path, property->line, r->d) &&
            read_expected(r, property, &t) && read_files(r, &t) &&
            read_model(r, &t);
  vec_push(&r->out->list, t);
  return ok;
}

static bool read_properties(reader *r) {
  const json_value *list = value_get(r->top, "properties");
  if (!list || list->kind != VALUE_ARRAY)
    return complain(r, list ? list : r->top, "there is no list 'properties'");
  bool is_only = list->first && !list->first->next;
  for (const json_value *p = list->first; p; p = p->next)
    if (!add_task(r, p, is_only))
      return false;
  return true;
}

static bool check_version(reader *r) {
  const json_value *v = value_get(r->top, "format_version");
  return (v && v->kind == VALUE_STRING && strncmp(v->text, "2.", 2) == 0) ||
         (v && strcmp(v->text ? v->text : "", "1.0") == 0) ||
         complain(r, v ? v : r->top,
                  "only task definitions of version 1.0 and 2.x are read");
}

// In a folder other YAML files may lie about: those that mention neither a
// version nor input files are no definitions. 'category' is NULL there.
static bool is_something_else(const reader *r) {
  return !r->category && !value_get(r->top, "format_version") &&
         !value_get(r->top, "input_files");
}

static const char *category_of(reader *r) {
  if (r->category && *r->category)
    return r->category;
  const char *end = strrchr(r->path, '/');
  const char *start = end;
  while (start && start > r->path && start[-1] != '/')
    start--;
  return end ? arena_printf(r->out->mem, "%.*s", (int)(end - start), start)
             : "";
}

bool tasks_add_definition(tasks *t, const char *path, const char *category,
                          const options *o, diag *d) {
  reader r = {t, path, category, yaml_read(t->mem, path, d), o, d};
  if (!r.top)
    return false;
  if (is_something_else(&r)) {
    t->skipped++;
    return true;
  }
  r.category = category_of(&r);
  return check_version(&r) && read_properties(&r);
}
