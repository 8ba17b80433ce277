// SPDX-License-Identifier: Apache-2.0
// The text is cut into tokens and searched for the function's name in front of
// parentheses and a body. Nothing is parsed that the caller does not repeat.
#include "frontend/c/read/head.h"

#include <assert.h>

#include "base/strbuf.h"
#include "frontend/c/read/tokens.h"

// The tokens of the span, a blank between any two.
static const char *join(const tokens *t, token_span s, arena *mem) {
  strbuf out = {0};
  for (uint32_t k = s.from; k < s.to; k++) {
    if (k > s.from)
      strbuf_putc(&out, ' ');
    strbuf_write(&out, t->text + t->all.data[k].at, t->all.data[k].length);
  }
  const char *text = arena_strdup(mem, strbuf_text(&out));
  strbuf_free(&out);
  return text;
}

// Behind the parentheses at 'close' a body follows; in between stand words of
// attributes and contracts, each with or without parentheses.
static bool has_body(const tokens *t, uint32_t close) {
  uint32_t k = close + 1;
  while (k < t->all.len && tokens_is_name(t, k)) {
    k++;
    if (k < t->all.len && tokens_is(t, k, "("))
      k = tokens_closing(t, k) + 1;
  }
  return k < t->all.len && tokens_is(t, k, "{");
}

// --- parameters ------------------------------------------------------------

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

// The token that names it; the end of the span: none does.
static uint32_t name_of(const tokens *t, token_span s) {
  uint32_t end =
      least(tokens_find(t, s, "["), tokens_find(t, s, "__attribute__"));
  uint32_t group = tokens_find(t, s, "(");
  if (group < end) { // a pointer to a function: the name follows the star
    for (uint32_t k = group + 1; k < s.to && !tokens_is(t, k, ")"); k++)
      if (tokens_is_name(t, k))
        return k;
    return s.to;
  }
  bool has_type = end > s.from + 1;
  return has_type && tokens_is_name(t, end - 1) ? end - 1 : s.to;
}

static const char *least_of(const tokens *t, token_span s, arena *mem) {
  uint32_t open = tokens_find(t, s, "[");
  if (open == s.to || !tokens_is(t, open + 1, "static"))
    return NULL;
  return join(t, (token_span){open + 2, tokens_closing(t, open)}, mem);
}

// What the last star or the brackets stand for.
static const char *element_of(const tokens *t, token_span s, uint32_t name,
                              arena *mem) {
  if (tokens_find(t, s, "(") < s.to)
    return NULL; // a pointer to a function
  if (tokens_find(t, s, "[") < s.to)
    return join(t, (token_span){s.from, name}, mem);
  bool is_pointer = name > s.from + 1 && tokens_is(t, name - 1, "*");
  return is_pointer ? join(t, (token_span){s.from, name - 1}, mem) : NULL;
}

static bool add_parameter(const tokens *t, token_span s, arena *mem,
                          head_parameter *out) {
  uint32_t name = name_of(t, s);
  if (name == s.to)
    return false;
  token_span type = {s.from, name};
  *out = (head_parameter){.name = join(t, (token_span){name, name + 1}, mem),
                          .text = join(t, s, mem),
                          .least = least_of(t, s, mem),
                          .element = element_of(t, s, name, mem),
                          .is_pointer = tokens_find(t, type, "*") < type.to ||
                                        tokens_find(t, s, "[") < s.to};
  return true;
}

static bool is_empty(const tokens *t, token_span s) {
  return s.from == s.to || (s.to == s.from + 1 && tokens_is(t, s.from, "void"));
}

static bool read_parameters(const tokens *t, token_span s, arena *mem,
                            head *out) {
  *out = (head){.parameters = join(t, s, mem)};
  if (is_empty(t, s))
    return true;
  out->all = ARENA_ARRAY(mem, head_parameter, s.to - s.from);
  for (uint32_t from = s.from; from < s.to;) {
    uint32_t end = tokens_find(t, (token_span){from, s.to}, ",");
    if (!add_parameter(t, (token_span){from, end}, mem,
                       &out->all[out->count++]))
      return false;
    from = end + 1;
  }
  return true;
}

bool head_find(const char *text, const char *function, arena *mem, head *out) {
  assert(text != NULL && function != NULL);
  tokens t;
  tokens_cut(&t, text, false);
  bool found = false;
  for (uint32_t k = 0; k + 1 < t.all.len && !found; k++) {
    if (!tokens_is(&t, k, function) || !tokens_is(&t, k + 1, "("))
      continue;
    uint32_t close = tokens_closing(&t, k + 1);
    found = close < t.all.len && has_body(&t, close) &&
            read_parameters(&t, (token_span){k + 2, close}, mem, out);
  }
  tokens_free(&t);
  return found;
}
