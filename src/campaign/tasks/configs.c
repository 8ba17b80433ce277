// SPDX-License-Identifier: Apache-2.0
// A configuration is checked before any run starts: its options are parsed as
// the tool itself parses them, so that a misspelled one does not cost a night
// of runs that all end with a usage error.
#include "campaign/tasks/configs.h"

#include <assert.h>
#include <string.h>

#include "campaign/words.h"
#include "campaign/tasks/yaml.h"

void configs_init(configs *c) { *c = (configs){.mem = arena_new()}; }

void configs_clear(configs *c) {
  for (uint32_t i = 0; i < c->list.len; i++)
    vec_free(&c->list.data[i].options);
  vec_free(&c->list);
  arena_free(c->mem);
}

// Names become names of files and columns.
static bool is_name(const char *name) {
  static const char MAY[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
                            "WXYZ0123456789-_+.";
  return *name && *name != '.' && strspn(name, MAY) == strlen(name);
}

static bool add(configs *c, const char *name, const char *line, diag *d) {
  assert(name != NULL && line != NULL);
  if (!is_name(name))
    return diag_set(d, DIAG_USAGE, (source_pos){0},
                    "'%s' is no name for a configuration: letters, digits and "
                    "-_+. are",
                    name);
  for (uint32_t i = 0; i < c->list.len; i++)
    if (strcmp(c->list.data[i].name, name) == 0)
      return diag_set(d, DIAG_USAGE, (source_pos){0},
                      "two configurations are called '%s'", name);
  config new_config = {.name = name, .line = line};
  bool ok = words_split(c->mem, line, &new_config.options, d);
  vec_push(&c->list, new_config);
  return ok;
}

static bool read_file(configs *c, const char *path, diag *d) {
  const json_value *top = yaml_read(c->mem, path, d);
  if (!top)
    return false;
  const json_value *inner = value_get(top, "configurations");
  const json_value *map = inner ? inner : top;
  if (map->kind != VALUE_OBJECT)
    return yaml_complain(path, map,
                         "names and lines of options are expected here", d);
  if (inner)
    c->view = value_get(top, "view");
  for (const json_value *v = map->first; v; v = v->next) {
    if (v->kind != VALUE_STRING)
      return yaml_complain(path, v, "a line of options is expected here", d);
    if (!add(c, v->key, v->text, d))
      return false;
  }
  return map->first ||
         yaml_complain(path, map, "there is no configuration here", d);
}

static bool read_one(configs *c, const char *text, diag *d) {
  size_t length = strcspn(text, "=");
  if (!text[length])
    return read_file(c, text, d);
  const char *name = arena_printf(c->mem, "%.*s", (int)length, text);
  return add(c, name, arena_strdup(c->mem, text + length + 1), d);
}

bool configs_read(configs *c, const options *o, diag *d) {
  for (uint32_t i = 0; i < o->config.len; i++)
    if (!read_one(c, o->config.data[i], d))
      return false;
  return c->list.len > 0 || add(c, "default", "", d);
}

// The parser keeps the words as they are, but takes them as a program gets its
// own: without const.
static bool check_one(const config *c, diag *d) {
  options parsed;
  diag why = {0};
  options_init(&parsed);
  char **words = (char **)(uintptr_t)c->options.data;
  bool ok =
      options_parse(&parsed, (int)c->options.len, words, &why) ||
      diag_set(d, DIAG_USAGE, (source_pos){0}, "in the configuration '%s': %s",
               c->name, strbuf_text(&why.text));
  options_free(&parsed);
  diag_clear(&why);
  return ok;
}

bool configs_check(const configs *c, diag *d) {
  for (uint32_t i = 0; i < c->list.len; i++)
    if (!check_one(&c->list.data[i], d))
      return false;
  return true;
}
