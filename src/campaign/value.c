// SPDX-License-Identifier: Apache-2.0
// A reader of JSON. What is read was written by tools that may have been
// stopped in the middle: whatever is not JSON gives NULL, and nothing is read
// beyond the size that was given.
#include "campaign/value.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

enum { DEEPEST = 64 };

typedef struct {
  arena *mem;
  const char *at, *end;
  int depth;
} reader;

static json_value *read_value(reader *r);

static void skip_blanks(reader *r) {
  while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
    r->at++;
}

static bool accept(reader *r, char c) {
  skip_blanks(r);
  if (r->at == r->end || *r->at != c)
    return false;
  r->at++;
  return true;
}

// --- strings ----------------------------------------------------------------

static void put_utf8(strbuf *out, unsigned long code) {
  assert(code <= 0x10ffff);
  if (code < 0x80) {
    strbuf_putc(out, (char)code);
    return;
  }
  int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const unsigned char FIRST[] = {0, 0xc0, 0xe0, 0xf0};
  strbuf_putc(out, (char)(FIRST[more] | code >> (6 * more)));
  for (int i = more - 1; i >= 0; i--)
    strbuf_putc(out, (char)(0x80 | (code >> (6 * i) & 0x3f)));
}

static bool read_hex(reader *r, unsigned long *out) {
  char digits[5] = {0};
  if (r->end - r->at < 4)
    return false;
  memcpy(digits, r->at, 4);
  r->at += 4;
  *out = strtoul(digits, NULL, 16);
  return strspn(digits, "0123456789abcdefABCDEF") == 4;
}

// Behind '\u'. Two surrogates are one character; one alone is none.
static bool read_code_point(reader *r, strbuf *out) {
  unsigned long code, low;
  if (!read_hex(r, &code))
    return false;
  if (code >= 0xd800 && code < 0xdc00 && r->end - r->at >= 6 &&
      r->at[0] == '\\' && r->at[1] == 'u') {
    r->at += 2;
    if (!read_hex(r, &low) || low < 0xdc00 || low > 0xdfff)
      return false;
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  }
  put_utf8(out, code >= 0xd800 && code < 0xe000 ? 0xfffd : code);
  return true;
}

static bool read_escape(reader *r, strbuf *out) {
  static const char from[] = "nrtbf\"\\/", to[] = "\n\r\t\b\f\"\\/";
  if (r->at == r->end || !*r->at)
    return false;
  char c = *r->at++;
  if (c == 'u')
    return read_code_point(r, out);
  const char *known = strchr(from, c);
  if (known)
    strbuf_putc(out, to[known - from]);
  return known != NULL;
}

static const char *read_string(reader *r) {
  if (!accept(r, '"'))
    return NULL;
  strbuf out = {0};
  bool ok = true;
  while (ok && r->at < r->end && *r->at != '"') {
    char c = *r->at++;
    if (c == '\\')
      ok = read_escape(r, &out);
    else
      strbuf_putc(&out, c);
  }
  ok = ok && r->at < r->end;
  r->at += ok;
  const char *copy = ok ? arena_strdup(r->mem, strbuf_text(&out)) : NULL;
  strbuf_free(&out);
  return copy;
}

// --- values -----------------------------------------------------------------

static json_value *make(reader *r, value_kind kind) {
  json_value *v = ARENA_NEW(r->mem, json_value);
  v->kind = kind;
  return v;
}

static json_value *read_number(reader *r) {
  char digits[64] = {0};
  size_t n = 0;
  while (r->at < r->end && n + 1 < sizeof digits && *r->at &&
         strchr("+-.0123456789eE", *r->at))
    digits[n++] = *r->at++;
  char *end;
  json_value *v = make(r, VALUE_NUMBER);
  v->number = strtod(digits, &end);
  return n > 0 && !*end ? v : NULL;
}

static json_value *read_word(reader *r, const char *word, value_kind kind) {
  size_t length = strlen(word);
  if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0)
    return NULL;
  r->at += length;
  return make(r, kind);
}

static json_value *read_item(reader *r, bool has_key) {
  const char *key = NULL;
  if (has_key && (!(key = read_string(r)) || !accept(r, ':')))
    return NULL;
  json_value *v = read_value(r);
  if (v)
    v->key = key;
  return v;
}

static json_value *read_items(reader *r, char close) {
  json_value *list = make(r, close == ']' ? VALUE_ARRAY : VALUE_OBJECT);
  const json_value **last = &list->first;
  if (accept(r, close))
    return list;
  do {
    json_value *v = read_item(r, close == '}');
    if (!v)
      return NULL;
    *last = v;
    last = &v->next;
  } while (accept(r, ','));
  return accept(r, close) ? list : NULL;
}

static json_value *read_nested(reader *r, char close) {
  r->at++;
  if (++r->depth > DEEPEST)
    return NULL;
  json_value *v = read_items(r, close);
  r->depth--;
  return v;
}

static json_value *read_text(reader *r) {
  const char *text = read_string(r);
  json_value *v = text ? make(r, VALUE_STRING) : NULL;
  if (v)
    v->text = text;
  return v;
}

static json_value *read_value(reader *r) {
  skip_blanks(r);
  if (r->at == r->end)
    return NULL;
  switch (*r->at) {
  case '{':
    return read_nested(r, '}');
  case '[':
    return read_nested(r, ']');
  case '"':
    return read_text(r);
  case 't':
    return read_word(r, "true", VALUE_TRUE);
  case 'f':
    return read_word(r, "false", VALUE_FALSE);
  case 'n':
    return read_word(r, "null", VALUE_NULL);
  default:
    return read_number(r);
  }
}

const json_value *value_parse(arena *mem, const char *text, size_t size) {
  assert(mem && text);
  reader r = {mem, text, text + size, 0};
  return read_value(&r);
}

const json_value *value_get(const json_value *v, const char *key) {
  if (!v || v->kind != VALUE_OBJECT)
    return NULL;
  for (const json_value *m = v->first; m; m = m->next)
    if (strcmp(m->key, key) == 0)
      return m;
  return NULL;
}

const char *value_text(const json_value *v, const char *key,
                       const char *otherwise) {
  const json_value *m = value_get(v, key);
  return m && m->kind == VALUE_STRING ? m->text : otherwise;
}

double value_number(const json_value *v, const char *key, double otherwise) {
  const json_value *m = value_get(v, key);
  return m && m->kind == VALUE_NUMBER ? m->number : otherwise;
}
