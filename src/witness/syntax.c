// SPDX-License-Identifier: Apache-2.0
// A lexer that skips comments and preprocessor lines, and a parser of
// statements by recursive descent, whose depth is bounded: deeper text is taken
// for one plain statement.
//
// A brace at file level begins the body of a function if a closing parenthesis
// or a semicolon (a definition in the old style) stands before it.
#include "witness/syntax.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

enum { MOST_DEPTH = 400 };

typedef enum { TOKEN_END, TOKEN_WORD, TOKEN_TEXT, TOKEN_MARK } token_kind;

typedef struct {
  token_kind kind;
  uint32_t begin, end;
} token;

typedef struct {
  syntax *out;
  token now;
  uint32_t last_end; // of the token before
  char last;         // its first character
  uint32_t parent;
  uint32_t depth;
} parser;

// --- words ------------------------------------------------------------------

static uint32_t skip_line(const syntax *s, uint32_t at) {
  assert(at <= s->size);
  while (at < s->size && s->text[at] != '\n')
    at += s->text[at] == '\\' && at + 1 < s->size ? 2 : 1;
  return at < s->size ? at : s->size;
}

static uint32_t skip_comment(const syntax *s, uint32_t at) {
  assert(s->text[at] == '/');
  if (s->text[at + 1] == '/')
    return skip_line(s, at);
  const char *end = at + 2 < s->size ? strstr(s->text + at + 2, "*/") : NULL;
  return end ? (uint32_t)(end - s->text) + 2 : s->size;
}

static bool starts_comment(const syntax *s, uint32_t at) {
  return s->text[at] == '/' && at + 1 < s->size &&
         (s->text[at + 1] == '/' || s->text[at + 1] == '*');
}

// Behind blanks, comments and lines of the preprocessor.
static uint32_t skip_space(const syntax *s, uint32_t at) {
  assert(at <= s->size);
  bool is_line_start = at == 0;
  while (at < s->size) {
    char c = s->text[at];
    if (c == '\n') {
      is_line_start = true;
      at++;
    } else if (isspace((unsigned char)c)) {
      at++;
    } else if (starts_comment(s, at)) {
      at = skip_comment(s, at);
    } else if (c == '#' && is_line_start) {
      at = skip_line(s, at);
    } else {
      break;
    }
  }
  return at;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static uint32_t skip_quoted(const syntax *s, uint32_t at) {
  assert(at < s->size);
  char quote = s->text[at++];
  while (at < s->size && s->text[at] != quote && s->text[at] != '\n')
    at += s->text[at] == '\\' && at + 1 < s->size ? 2 : 1;
  return at < s->size ? at + 1 : s->size;
}

static token token_at(const syntax *s, uint32_t at) {
  assert(at <= s->size);
  at = skip_space(s, at);
  if (at >= s->size)
    return (token){TOKEN_END, s->size, s->size};
  token t = {TOKEN_MARK, at, at + 1};
  if (is_word(s->text[at])) {
    t.kind = TOKEN_WORD;
    while (t.end < s->size && is_word(s->text[t.end]))
      t.end++;
  } else if (s->text[at] == '"' || s->text[at] == '\'') {
    t.kind = TOKEN_TEXT;
    t.end = skip_quoted(s, at);
  }
  return t;
}

static void advance(parser *p) {
  p->last = p->now.kind == TOKEN_END ? '\0' : p->out->text[p->now.begin];
  p->last_end = p->now.end;
  p->now = token_at(p->out, p->now.end);
}

static bool is_mark(const parser *p, char c) {
  return p->now.kind == TOKEN_MARK && p->out->text[p->now.begin] == c;
}

static bool is_keyword(const parser *p, const char *word) {
  size_t length = p->now.end - p->now.begin;
  return p->now.kind == TOKEN_WORD && strlen(word) == length &&
         memcmp(p->out->text + p->now.begin, word, length) == 0;
}

// --- pieces -----------------------------------------------------------------

// From an opening bracket to behind the one that closes it.
static void skip_brackets(parser *p) {
  uint32_t open = 0;
  do {
    open += is_mark(p, '(') || is_mark(p, '[') || is_mark(p, '{');
    open -= is_mark(p, ')') || is_mark(p, ']') || is_mark(p, '}');
    advance(p);
  } while (open > 0 && p->now.kind != TOKEN_END);
}

static uint32_t open_statement(parser *p, statement_kind kind) {
  assert(kind <= STATEMENT_LABELED);
  statement st = {.kind = kind, .parent = p->parent};
  st.range = (text_range){p->now.begin, p->now.end};
  vec_push(&p->out->statements, st);
  uint32_t index = p->out->statements.len - 1;
  p->parent = index;
  return index;
}

static void close_statement(parser *p, uint32_t index) {
  assert(index != 0);
  statement *st = &p->out->statements.data[index];
  st->range.end = p->last_end;
  if (st->range.begin > p->last_end) // it is empty: the text ends too early
    st->range.begin = p->last_end;
  p->parent = st->parent;
}

static void parse_head(parser *p, uint32_t index) {
  assert(index != 0 && index < p->out->statements.len);
  if (!is_mark(p, '('))
    return;
  uint32_t begin = p->now.begin;
  skip_brackets(p);
  p->out->statements.data[index].head = (text_range){begin, p->last_end};
}

// Up to and with the semicolon, or up to a brace that closes what is around.
static void skip_to_semicolon(parser *p) {
  while (p->now.kind != TOKEN_END && !is_mark(p, ';') && !is_mark(p, '}'))
    if (is_mark(p, '(') || is_mark(p, '[') || is_mark(p, '{'))
      skip_brackets(p);
    else
      advance(p);
  if (is_mark(p, ';'))
    advance(p);
}

static uint32_t parse_statement(parser *p);

static void parse_compound(parser *p) {
  assert(is_mark(p, '{'));
  uint32_t index = open_statement(p, STATEMENT_COMPOUND);
  advance(p);
  while (p->now.kind != TOKEN_END && !is_mark(p, '}'))
    parse_statement(p);
  advance(p);
  close_statement(p, index);
}

static void parse_if(parser *p) {
  uint32_t index = open_statement(p, STATEMENT_IF);
  advance(p);
  parse_head(p, index);
  uint32_t body = parse_statement(p), otherwise = 0;
  if (is_keyword(p, "else")) {
    advance(p);
    otherwise = parse_statement(p);
  }
  p->out->statements.data[index].body = body;
  p->out->statements.data[index].otherwise = otherwise;
  close_statement(p, index);
}

static void parse_headed(parser *p, statement_kind kind) {
  uint32_t index = open_statement(p, kind);
  advance(p);
  parse_head(p, index);
  uint32_t body = parse_statement(p);
  p->out->statements.data[index].body = body;
  close_statement(p, index);
}

static void parse_do(parser *p) {
  uint32_t index = open_statement(p, STATEMENT_DO);
  advance(p);
  uint32_t body = parse_statement(p);
  p->out->statements.data[index].body = body;
  if (is_keyword(p, "while")) {
    advance(p);
    parse_head(p, index);
    skip_to_semicolon(p);
  }
  close_statement(p, index);
}

// A word and a colon, or 'case' and what comes before its colon.
static bool is_label(const parser *p) {
  if (p->now.kind != TOKEN_WORD ||
      isdigit((unsigned char)p->out->text[p->now.begin]))
    return false;
  token next = token_at(p->out, p->now.end);
  return is_keyword(p, "case") ||
         (next.kind == TOKEN_MARK && p->out->text[next.begin] == ':');
}

static void parse_labeled(parser *p) {
  uint32_t index = open_statement(p, STATEMENT_LABELED);
  while (p->now.kind != TOKEN_END && !is_mark(p, ':') && !is_mark(p, '}'))
    if (is_mark(p, '('))
      skip_brackets(p);
    else
      advance(p);
  if (is_mark(p, ':'))
    advance(p);
  if (!is_mark(p, '}')) {
    uint32_t body = parse_statement(p);
    p->out->statements.data[index].body = body;
  }
  close_statement(p, index);
}

static void parse_plain(parser *p) {
  uint32_t index = open_statement(p, STATEMENT_PLAIN);
  skip_to_semicolon(p);
  close_statement(p, index);
}

static void parse_any(parser *p) {
  if (p->depth >= MOST_DEPTH)
    parse_plain(p);
  else if (is_mark(p, '{'))
    parse_compound(p);
  else if (is_keyword(p, "if"))
    parse_if(p);
  else if (is_keyword(p, "while"))
    parse_headed(p, STATEMENT_WHILE);
  else if (is_keyword(p, "for"))
    parse_headed(p, STATEMENT_FOR);
  else if (is_keyword(p, "switch"))
    parse_headed(p, STATEMENT_SWITCH);
  else if (is_keyword(p, "do"))
    parse_do(p);
  else if (is_label(p))
    parse_labeled(p);
  else
    parse_plain(p);
}

static uint32_t parse_statement(parser *p) {
  uint32_t index = p->out->statements.len;
  p->depth++;
  parse_any(p);
  p->depth--;
  assert(index < p->out->statements.len);
  return index;
}

static void parse_file(parser *p) {
  uint32_t begin = p->now.begin;
  while (p->now.kind != TOKEN_END) {
    bool is_end = is_mark(p, ';');
    if (is_mark(p, '{') && (p->last == ')' || p->last == ';')) {
      vec_push(&p->out->definitions,
               ((definition){begin, p->out->statements.len}));
      parse_statement(p);
      is_end = true;
    } else if (is_mark(p, '{') || is_mark(p, '(')) {
      skip_brackets(p);
    } else {
      advance(p);
    }
    if (is_end)
      begin = p->now.begin;
  }
}

// --- the tables -------------------------------------------------------------

void syntax_init(syntax *s, const char *text, size_t size) {
  assert(text && size < UINT32_MAX && text[size] == '\0');
  *s = (syntax){.text = text, .size = (uint32_t)size};
  vec_push(&s->lines, 0u);
  // As clang counts them: a carriage return alone ends a line, too.
  for (uint32_t i = 0; i < s->size; i++)
    if (text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n'))
      vec_push(&s->lines, i + 1);
  vec_push(&s->statements, ((statement){0}));
  parser p = {.out = s};
  p.now = token_at(s, 0);
  parse_file(&p);
}

void syntax_clear(syntax *s) {
  vec_free(&s->lines);
  vec_free(&s->statements);
  vec_free(&s->definitions);
}

uint32_t syntax_offset(const syntax *s, uint32_t line, uint32_t col) {
  if (line == 0 || line > s->lines.len || col == 0)
    return UINT32_MAX;
  uint32_t begin = s->lines.data[line - 1];
  uint32_t end = line < s->lines.len ? s->lines.data[line] : s->size + 1;
  return col - 1 < end - begin ? begin + (col - 1) : UINT32_MAX;
}

void syntax_position(const syntax *s, uint32_t offset, uint32_t *line,
                     uint32_t *col) {
  assert(offset <= s->size && s->lines.len > 0);
  uint32_t low = 0, high = s->lines.len;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (s->lines.data[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  *line = low + 1;
  *col = offset - s->lines.data[low] + 1;
}

// The first statement that begins behind the offset.
static uint32_t first_behind(const syntax *s, uint32_t offset) {
  assert(offset <= s->size);
  uint32_t low = 1, high = s->statements.len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (s->statements.data[middle].range.begin <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

uint32_t syntax_around(const syntax *s, uint32_t offset) {
  assert(s->statements.len > 0);
  uint32_t i = first_behind(s, offset) - 1;
  while (i != 0 && !text_range_has(s->statements.data[i].range, offset))
    i = s->statements.data[i].parent;
  return i;
}

uint32_t syntax_beginning(const syntax *s, uint32_t offset) {
  assert(s->statements.len > 0);
  uint32_t i = first_behind(s, offset) - 1;
  if (i == 0 || s->statements.data[i].range.begin != offset)
    return 0;
  while (s->statements.data[i].parent != 0 &&
         s->statements.data[s->statements.data[i].parent].range.begin == offset)
    i = s->statements.data[i].parent;
  return i;
}

static bool is_loop(statement_kind kind) {
  return kind == STATEMENT_WHILE || kind == STATEMENT_FOR ||
         kind == STATEMENT_DO;
}

uint32_t syntax_in_line(const syntax *s, uint32_t line, bool loops_only) {
  assert(line > 0);
  uint32_t begin = syntax_offset(s, line, 1);
  if (begin == UINT32_MAX)
    return 0;
  uint32_t end = line < s->lines.len ? s->lines.data[line] : s->size;
  uint32_t i = begin == 0 ? 1 : first_behind(s, begin - 1);
  for (; i < s->statements.len; i++) {
    const statement *st = &s->statements.data[i];
    if (st->range.begin >= end)
      return 0;
    if (!loops_only || is_loop(st->kind))
      return i;
  }
  return 0;
}

uint32_t syntax_definition(const syntax *s, uint32_t offset) {
  for (uint32_t i = 0; i < s->definitions.len; i++) {
    const definition *d = &s->definitions.data[i];
    if (s->statements.data[d->body].range.end > offset)
      return d->begin;
  }
  return UINT32_MAX;
}

uint32_t syntax_closing(const syntax *s, uint32_t offset) {
  assert(offset <= s->size);
  uint32_t open = 0;
  for (token t = token_at(s, offset); t.kind != TOKEN_END;
       t = token_at(s, t.end)) {
    if (t.kind != TOKEN_MARK)
      continue;
    open += s->text[t.begin] == '(';
    if (s->text[t.begin] == ')' && open > 0 && --open == 0)
      return t.begin;
    if (s->text[t.begin] == ';')
      return UINT32_MAX;
  }
  return UINT32_MAX;
}
