// SPDX-License-Identifier: Apache-2.0
// One pass over the tokens of a C text: comments, literals and directives are
// copied; an identifier is looked at together with the token before and the
// character behind it.
//
// 'L: statement' becomes 'L: if (hook(), 0) ; else statement', which stays one
// statement, so that an unbraced 'if' in front keeps its meaning.
#include "certify/execution/rewrite.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

typedef struct {
  const char *at;
  const char *label, *hook;
  strbuf *out;
  const char *word; // the token before, if it was a word
  size_t word_length;
  char mark;        // else its last character; 0: nothing yet
  int depth;        // of braces
  size_t static_at; // in out, of 'static' in this declaration
  bool has_static, is_changed;
} rewriter;

static void copy(rewriter *r, size_t n) {
  strbuf_write(r->out, r->at, n);
  r->at += n;
}

// Length of a string or character literal, to the end of its line at most.
static size_t literal_length(const char *p) {
  char quote = *p;
  size_t n = 1;
  for (; p[n] && p[n] != quote && p[n] != '\n'; n++)
    if (p[n] == '\\' && p[n + 1])
      n++;
  return p[n] == quote ? n + 1 : n;
}

static size_t line_length(const char *p) {
  size_t n = 0;
  for (; p[n] && p[n] != '\n'; n++)
    if (p[n] == '\\' && p[n + 1])
      n++;
  return n;
}

static size_t comment_length(const char *p) {
  if (p[1] == '/')
    return line_length(p);
  const char *end = strstr(p + 2, "*/");
  return end ? (size_t)(end - p) + 2 : strlen(p);
}

static bool is_comment(const char *p) {
  return p[0] == '/' && (p[1] == '/' || p[1] == '*');
}

static bool is_word_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static bool is_word(const char *word, size_t n, const char *text) {
  return word && strlen(text) == n && memcmp(word, text, n) == 0;
}

static const char *skip_space(const char *p) {
  for (;;) {
    if (isspace((unsigned char)*p))
      p++;
    else if (is_comment(p))
      p += comment_length(p);
    else
      return p;
  }
}

// Can a statement begin behind the token before?
static bool is_statement_start(const rewriter *r) {
  if (r->word)
    return is_word(r->word, r->word_length, "else") ||
           is_word(r->word, r->word_length, "do");
  return r->mark && strchr(";{}:)", r->mark);
}

static bool take_label(rewriter *r, size_t length) {
  const char *colon = skip_space(r->at + length);
  if (!r->label || !is_word(r->at, length, r->label) || *colon != ':' ||
      !is_statement_start(r))
    return false;
  copy(r, (size_t)(colon - r->at) + 1);
  if (*skip_space(r->at) == '}')
    strbuf_printf(r->out, " %s();", r->hook);
  else
    strbuf_printf(r->out, " if (%s(), 0) ; else", r->hook);
  r->word = NULL;
  r->mark = ':';
  return r->is_changed = true;
}

static void blank_static(rewriter *r) {
  assert(r->static_at + 6 <= r->out->len);
  memset(r->out->text + r->static_at, ' ', 6);
  r->is_changed = true;
}

static void take_word(rewriter *r) {
  size_t n = 1;
  while (is_word_char(r->at[n]))
    n++;
  if (take_label(r, n))
    return;
  if (r->depth == 0 && is_word(r->at, n, "static")) {
    r->has_static = true;
    r->static_at = r->out->len;
  }
  bool is_error =
      is_word(r->at, n, "reach_error") || is_word(r->at, n, "__VERIFIER_error");
  if (is_error && r->depth == 0 && r->has_static)
    blank_static(r);
  r->word = r->at;
  r->word_length = n;
  copy(r, n);
}

static void take_mark(rewriter *r) {
  char c = *r->at;
  r->depth += (c == '{') - (c == '}');
  if (c == ';' || c == '{' || c == '}')
    r->has_static = false;
  r->word = NULL;
  r->mark = c;
  copy(r, 1);
}

static bool is_line_start(const rewriter *r) {
  const strbuf *b = r->out;
  size_t n = b->len;
  while (n && (b->text[n - 1] == ' ' || b->text[n - 1] == '\t'))
    n--;
  return n == 0 || b->text[n - 1] == '\n';
}

bool rewrite_source(const char *text, const char *label, const char *hook,
                    strbuf *out) {
  assert(text && hook && out);
  strbuf body = {0};
  rewriter r = {.at = text, .label = label, .hook = hook, .out = &body};
  while (*r.at) {
    if (is_comment(r.at))
      copy(&r, comment_length(r.at));
    else if (*r.at == '"' || *r.at == '\'')
      copy(&r, literal_length(r.at)), r.word = NULL, r.mark = '"';
    else if (*r.at == '#' && is_line_start(&r))
      copy(&r, line_length(r.at));
    else if (isspace((unsigned char)*r.at))
      copy(&r, 1);
    else if (is_word_char(*r.at))
      take_word(&r);
    else
      take_mark(&r);
  }
  if (r.is_changed && label)
    strbuf_printf(out, "void %s(void);\n#line 1\n", hook);
  strbuf_write(out, strbuf_text(&body), body.len);
  strbuf_free(&body);
  return r.is_changed;
}
