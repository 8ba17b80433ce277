// SPDX-License-Identifier: Apache-2.0
// A JSON parser whose memory comes from hooks that the user may replace.
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

typedef struct json_hooks {
  void *(*allocate)(size_t size);
  void (*deallocate)(void *memory);
} json_hooks;

static json_hooks hooks = {malloc, free};

void json_set_hooks(const json_hooks *h) {
  if (h == NULL) {
    hooks.allocate = malloc;
    hooks.deallocate = free;
    return;
  }
  hooks.allocate = h->allocate != NULL ? h->allocate : malloc;
  hooks.deallocate = h->deallocate != NULL ? h->deallocate : free;
}

enum { JSON_NULL, JSON_TRUE, JSON_FALSE, JSON_NUMBER, JSON_STRING, JSON_ARRAY };

typedef struct json {
  struct json *next, *child;
  int type;
  int number;
  char *text;
} json;

static json *json_new(void) {
  json *item = hooks.allocate(sizeof *item);
  if (item != NULL)
    memset(item, 0, sizeof *item);
  return item;
}

void json_delete(json *item) {
  while (item != NULL) {
    json *next = item->next;
    for (json *c = item->child; c != NULL;) {
      json *after = c->next;
      if (c->text != NULL)
        hooks.deallocate(c->text);
      hooks.deallocate(c);
      c = after;
    }
    if (item->text != NULL)
      hooks.deallocate(item->text);
    hooks.deallocate(item);
    item = next;
  }
}

static const char *skip(const char *at) {
  while (*at == ' ')
    at++;
  return at;
}

static const char *parse_number(json *item, const char *at) {
  int sign = 1;
  if (*at == '-') {
    sign = -1;
    at++;
  }
  while (*at >= '0' && *at <= '9')
    item->number = item->number * 10 + (*at++ - '0');
  item->number *= sign;
  item->type = JSON_NUMBER;
  return at;
}

static const char *parse_string(json *item, const char *at) {
  const char *end = at + 1;
  while (*end != '"' && *end != '\0')
    end++;
  if (*end == '\0')
    return NULL;
  size_t length = (size_t)(end - at - 1);
  item->text = hooks.allocate(length + 1);
  if (item->text == NULL)
    return NULL;
  memcpy(item->text, at + 1, length);
  item->text[length] = '\0';
  item->type = JSON_STRING;
  return end + 1;
}

static const char *parse_scalar(json *item, const char *at) {
  if (strncmp(at, "null", 4) == 0) {
    item->type = JSON_NULL;
    return at + 4;
  }
  if (strncmp(at, "true", 4) == 0) {
    item->type = JSON_TRUE;
    return at + 4;
  }
  if (*at == '"')
    return parse_string(item, at);
  if (*at == '-' || (*at >= '0' && *at <= '9'))
    return parse_number(item, at);
  return NULL;
}

static json *parse_array(const char *at) {
  at = skip(at);
  if (*at++ != '[')
    return NULL;
  json *array = json_new();
  if (array == NULL)
    return NULL;
  array->type = JSON_ARRAY;
  json **last = &array->child;
  for (at = skip(at); *at != ']'; at = skip(at)) {
    *last = json_new();
    at = *last != NULL ? parse_scalar(*last, at) : NULL;
    if (at == NULL) {
      json_delete(array);
      return NULL;
    }
    last = &(*last)->next;
    at = skip(at);
    if (*at == ',')
      at++;
  }
  return array;
}

static int live;
static void *counting_allocate(size_t size) {
  live++;
  return malloc(size);
}
static void counting_free(void *memory) {
  live--;
  free(memory);
}

int main(void) {
  json_hooks own = {counting_allocate, counting_free};
  json_set_hooks(&own);
  char text[] = "[0, \"a\"]";
  unsigned digit = __VERIFIER_nondet_uint() % 10;
  text[1] = (char)('0' + digit);
  json *array = parse_array(text);
  if (array == NULL || live != 4)
    reach_error();
  json *first = array->child, *second = first->next;
  if (first->type != JSON_NUMBER || first->number != (int)digit)
    reach_error();
  if (second->type != JSON_STRING || strcmp(second->text, "a") != 0)
    reach_error();
  if (second->next != NULL)
    reach_error();
  json_delete(array);
  if (live != 0)
    reach_error();
  json_set_hooks(NULL);
  if (hooks.allocate != malloc || hooks.deallocate != free)
    reach_error();
  return 0;
}
