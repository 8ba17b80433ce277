// SPDX-License-Identifier: Apache-2.0
// libyaml's document is converted value by value, to a limited depth, so that a
// file from outside cannot exhaust the stack.
#include "campaign/tasks/yaml.h"

#include <assert.h>
#include <string.h>
#include <yaml.h>

#include "base/file.h"

enum { DEEPEST = 32 }; // also ends the tour of an alias that contains itself

typedef struct {
  arena *mem;
  yaml_document_t document;
} reader;

static json_value *convert(reader *r, int index, int depth);

static json_value *make(reader *r, value_kind kind, const yaml_node_t *n) {
  json_value *v = ARENA_NEW(r->mem, json_value);
  v->kind = kind;
  v->line = (uint32_t)n->start_mark.line + 1;
  return v;
}

static json_value *scalar(reader *r, const yaml_node_t *n) {
  json_value *v = make(r, VALUE_STRING, n);
  char *copy = arena_alloc(r->mem, n->data.scalar.length + 1);
  memcpy(copy, n->data.scalar.value, n->data.scalar.length);
  v->text = copy;
  return v;
}

static json_value *sequence(reader *r, const yaml_node_t *n, int depth) {
  json_value *list = make(r, VALUE_ARRAY, n);
  const json_value **last = &list->first;
  for (yaml_node_item_t *i = n->data.sequence.items.start;
       i < n->data.sequence.items.top; i++) {
    json_value *v = convert(r, *i, depth);
    *last = v;
    last = &v->next;
  }
  return list;
}

static json_value *mapping(reader *r, const yaml_node_t *n, int depth) {
  json_value *list = make(r, VALUE_OBJECT, n);
  const json_value **last = &list->first;
  for (yaml_node_pair_t *p = n->data.mapping.pairs.start;
       p < n->data.mapping.pairs.top; p++) {
    const json_value *key = convert(r, p->key, depth);
    json_value *v = convert(r, p->value, depth);
    v->key = key->kind == VALUE_STRING ? key->text : "";
    *last = v;
    last = &v->next;
  }
  return list;
}

static json_value *convert(reader *r, int index, int depth) {
  const yaml_node_t *n = yaml_document_get_node(&r->document, index);
  assert(n);
  if (depth > DEEPEST)
    return make(r, VALUE_NULL, n);
  switch (n->type) {
  case YAML_SCALAR_NODE:
    return scalar(r, n);
  case YAML_SEQUENCE_NODE:
    return sequence(r, n, depth + 1);
  case YAML_MAPPING_NODE:
    return mapping(r, n, depth + 1);
  case YAML_NO_NODE:
    break;
  }
  return make(r, VALUE_NULL, n);
}

static bool load(reader *r, const char *path, const strbuf *text, diag *d) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser))
    return diag_set(d, DIAG_INTERNAL, (source_pos){0}, "cannot start libyaml");
  yaml_parser_set_input_string(
      &parser, (const unsigned char *)strbuf_text(text), text->len);
  bool ok = yaml_parser_load(&parser, &r->document);
  if (!ok) {
    source_pos pos = {path, (uint32_t)parser.problem_mark.line + 1,
                      (uint32_t)parser.problem_mark.column + 1};
    diag_set(d, DIAG_INPUT, pos, "this is no YAML: %s",
             parser.problem ? parser.problem : "it cannot be read");
  }
  yaml_parser_delete(&parser);
  return ok;
}

const json_value *yaml_read(arena *mem, const char *path, diag *d) {
  strbuf text = {0};
  reader r = {.mem = mem};
  const json_value *v = NULL;
  if (file_read(path, &text, d) && load(&r, path, &text, d)) {
    if (yaml_document_get_root_node(&r.document))
      v = convert(&r, 1, 0);
    else
      diag_set(d, DIAG_INPUT, (source_pos){path, 0, 0}, "the file is empty");
    yaml_document_delete(&r.document);
  }
  strbuf_free(&text);
  return v;
}

bool yaml_complain(const char *path, const json_value *v, const char *what,
                   diag *d) {
  return diag_set(d, DIAG_INPUT, (source_pos){path, v ? v->line : 0, 0}, "%s",
                  what);
}
