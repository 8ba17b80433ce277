// SPDX-License-Identifier: Apache-2.0
// A JSON parser that takes its memory from hooks: all of it is given back, and
XX
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

typedef struct json_hooks {
  void *(*allocate)(size_t size);
  void (*release)(void *block);
} json_hooks;

typedef enum { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT } json_kind;

typedef struct json {
  struct json *next, *child;
  json_kind kind;
  char *name;
  char *text;
  long number;
} json;

typedef struct reader {
  const char *at, *end;
  unsigned depth;
} reader;

static int blocks;
static void *counted_malloc(size_t size) {
  blocks++;
  return malloc(size);
}
static void counted_free(void *block) {
  if (block != NULL)
    blocks--;
  free(block);
}

static json_hooks hooks = {malloc, free};

void json_set_hooks(const json_hooks *h) {
  hooks.allocate = h != NULL && h->allocate != NULL ? h->allocate : malloc;
  hooks.release = h != NULL && h->release != NULL ? h->release : free;
}

static json *json_new(json_kind kind) {
  json *item = hooks.allocate(sizeof *item);
  if (item == NULL)
    return NULL;
  memset(item, 0, sizeof *item);
  item->kind = kind;
  return item;
}

void json_delete(json *item) {
  while (item != NULL) {
    json *next = item->next;
    if (item->child != NULL)
      json_delete(item->child);
    if (item->name != NULL && item->child == NULL)
      hooks.release(item->name);
    if (item->text != NULL)
      hooks.release(item->text);
    hooks.release(item);
    item = next;
  }
}

static void skip_space(reader *r) {
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\t'))
    r->at++;
}

static char *read_text(reader *r) {
  const char *from = ++r->at;
  while (r->at < r->end && *r->at != '"')
    r->at++;
  if (r->at == r->end)
    return NULL;
  size_t length = (size_t)(r->at - from);
  char *text = hooks.allocate(length + 1);
  if (text == NULL)
    return NULL;
  for (size_t k = 0; k < length; k++)
    text[k] = from[k];
  text[length] = '\0';
  r->at++;
  return text;
}

static long read_number(reader *r) {
  long sign = 1, n = 0;
  if (*r->at == '-') {
    sign = -1;
    r->at++;
  }
  while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
    n = n * 10 + (*r->at++ - '0');
  return sign * n;
}

static json *read_value(reader *r);

static json *read_members(reader *r, json_kind kind, char close) {
  json *whole = json_new(kind), *last = NULL;
  r->at++;
  skip_space(r);
  while (whole != NULL && r->at < r->end && *r->at != close) {
    char *name = NULL;
    if (kind == JSON_OBJECT) {
      name = read_text(r);
      skip_space(r);
      if (r->at < r->end && *r->at == ':')
        r->at++;
    }
    json *item = read_value(r);
    if (item == NULL) {
      if (name != NULL)
        hooks.release(name);
      break;
    }
    item->name = name;
    if (last == NULL)
      whole->child = item;
    else
      last->next = item;
    last = item;
    skip_space(r);
    if (r->at < r->end && *r->at == ',')
      r->at++;
    skip_space(r);
  }
  r->at++;
  return whole;
}

static json *read_value(reader *r) {
  skip_space(r);
  if (r->at >= r->end || r->depth > 3)
    return NULL;
  r->depth++;
  json *item = NULL;
  if (*r->at == '{') {
    item = read_members(r, JSON_OBJECT, '}');
  } else if (*r->at == '[') {
    item = read_members(r, JSON_LIST, ']');
  } else if (*r->at == '"') {
    item = json_new(JSON_TEXT);
    if (item != NULL)
      item->text = read_text(r);
  } else if (*r->at == '-' || (*r->at >= '0' && *r->at <= '9')) {
    item = json_new(JSON_NUMBER);
    if (item != NULL)
      item->number = read_number(r);
  }
  r->depth--;
  return item;
}

json *json_parse(const char *text, size_t length) {
  reader r = {text, text + length, 0};
  return read_value(&r);
}

json *json_get(const json *object, const char *name) {
  json *item = object->child;
  while (item != NULL && strcmp(item->name, name) != 0)
    item = item->next;
  return item;
}

int main(void) {
  json_hooks mine = {counted_malloc, counted_free};
  json_set_hooks(&mine);
  char text[] = "{\"id\": 40, \"l\": [1, -2]}";
  unsigned char digit = __VERIFIER_nondet_uchar() % 10;
  text[8] = (char)('0' + digit);
  json *all = json_parse(text, sizeof text - 1);
  json *id = json_get(all, "id"), *list = json_get(all, "l");
  if (id == NULL || id->number != 40 + digit)
    reach_error();
  if (list == NULL || list->child->number + list->child->next->number != -1)
    reach_error();
  json_delete(all);
  if (blocks != 0)
    reach_error();
  return 0;
}
