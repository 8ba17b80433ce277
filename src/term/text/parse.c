// SPDX-License-Identifier: Apache-2.0
// Reading SMT-LIB 2 scripts: declarations, definitions, assertions.
#include "term/text/parse.h"

#include <stdarg.h>

#include "base/mem.h"
#include "term/text/reader.h"

// --- scopes -----------------------------------------------------------------

static smt2_scope *smt2_scope_new(void) {
  return mem_alloc(sizeof(smt2_scope));
}

static void smt2_scope_free(smt2_scope *s) {
  if (!s)
    return;
  hmap_free(&s->names);
  hmap_free(&s->sorts);
  for (uint32_t i = 0; i < s->macros.len; i++)
    vec_free(&s->macros.data[i].parameters);
  vec_free(&s->macros);
  mem_free(s);
}

// --- the reader -------------------------------------------------------------

static void reader_init(reader *r, terms *tt, smt2_scope *scope,
                        const char *file, const char *text, diag *d) {
  *r = (reader){.tt = tt, .d = d, .scope = scope, .subst = subst_new(tt)};
  // The name outlives the reader in what is said about errors.
  lex_init(&r->lex, strtab_intern(tt->names, file), text, d);
  reader_add_operators(r);
}

static void reader_clear(reader *r) {
  hmap_free(&r->operators);
  vec_free(&r->stack);
  vec_free(&r->args);
  vec_free(&r->bindings);
  strbuf_free(&r->text);
  subst_free(r->subst);
}

bool reader_next(reader *r) {
  assert(r->token.kind != TOKEN_ERROR && "nothing is read after an error");
  r->token = lex_next(&r->lex);
  return r->token.kind != TOKEN_ERROR;
}

bool reader_error(reader *r, source_pos pos, const char *format, ...) {
  va_list args;
  strbuf text = {0};
  va_start(args, format);
  strbuf_vprintf(&text, format, args);
  va_end(args);
  diag_set(r->d, DIAG_INPUT, pos, "%s", strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

bool reader_expect(reader *r, token_kind kind, const char *what) {
  if (r->token.kind == TOKEN_END)
    return reader_error(r, r->token.pos, "unexpected end of text");
  if (r->token.kind != kind)
    return reader_error(r, r->token.pos, "expected %s", what);
  return reader_next(r);
}

bool reader_at_word(const reader *r, const char *word) {
  const token *t = &r->token;
  return t->kind == TOKEN_SYMBOL && !t->is_quoted && t->len == strlen(word) &&
         memcmp(t->text, word, t->len) == 0;
}

const char *reader_intern(reader *r, token t) {
  strbuf_clear(&r->text);
  strbuf_write(&r->text, t.text, t.len);
  return strtab_intern(r->tt->names, strbuf_text(&r->text));
}

bool reader_index(reader *r, uint32_t *out) {
  const token *t = &r->token;
  uint64_t n = 0;
  bool ok = t->kind == TOKEN_NUMERAL && t->len <= 10;
  for (size_t i = 0; ok && i < t->len; i++)
    n = n * 10 + (uint64_t)(t->text[i] - '0');
  if (!ok || n > UINT32_MAX)
    return reader_error(r, t->pos, "expected a small number");
  *out = (uint32_t)n;
  return reader_next(r);
}

bool reader_skip(reader *r) {
  uint32_t depth = 0;
  do {
    if (r->token.kind == TOKEN_END)
      return reader_error(r, r->token.pos, "unexpected end of text");
    if (r->token.kind == TOKEN_OPEN)
      depth++;
    if (r->token.kind == TOKEN_CLOSE) {
      if (depth == 0)
        return reader_error(r, r->token.pos, "unexpected ')'");
      depth--;
    }
    if (!reader_next(r))
      return false;
  } while (depth > 0);
  return true;
}

void reader_unbind(reader *r, uint32_t base) {
  assert(base <= r->bindings.len);
  while (r->bindings.len > base) {
    binding b = vec_pop(&r->bindings);
    if (b.was_there)
      hmap_put(&r->scope->names, (uintptr_t)b.symbol, b.entry);
    else
      hmap_remove(&r->scope->names, (uintptr_t)b.symbol);
  }
}

// --- commands ---------------------------------------------------------------

// The name a declaration introduces; it must be new.
static bool read_new_name(reader *r, const char **out) {
  if (r->token.kind != TOKEN_SYMBOL)
    return reader_error(r, r->token.pos, "expected a name");
  *out = reader_intern(r, r->token);
  if (hmap_find(&r->scope->names, (uintptr_t)*out))
    return reader_error(r, r->token.pos, "'%s' is declared twice", *out);
  if (!r->token.is_quoted && hmap_find(&r->operators, (uintptr_t)*out))
    return reader_error(r, r->token.pos, "'%s' is a predefined function", *out);
  return reader_next(r);
}

static void bind_term(reader *r, const char *name, term t) {
  assert(name && !term_is_none(t));
  hmap_put(&r->scope->names, (uintptr_t)name, t.id);
}

static bool declare(reader *r, bool is_fun) {
  const char *name;
  sort s;
  if (!read_new_name(r, &name))
    return false;
  if (is_fun) {
    if (!reader_expect(r, TOKEN_OPEN, "'('"))
      return false;
    if (r->token.kind != TOKEN_CLOSE)
      return diag_set(r->d, DIAG_UNSUPPORTED, r->token.pos,
                      "functions with arguments are not supported");
    if (!reader_next(r))
      return false;
  }
  if (!reader_sort(r, &s))
    return false;
  bind_term(r, name, term_variable(r->tt, name, s));
  return true;
}

// ((x sort) ...): each parameter is a fresh variable while the body is read.
static bool read_parameters(reader *r, macro *m) {
  if (!reader_expect(r, TOKEN_OPEN, "'('"))
    return false;
  while (r->token.kind != TOKEN_CLOSE) {
    sort s;
    if (!reader_expect(r, TOKEN_OPEN, "a parameter"))
      return false;
    if (r->token.kind != TOKEN_SYMBOL)
      return reader_error(r, r->token.pos, "expected a name");
    const char *name = reader_intern(r, r->token);
    if (!reader_next(r) || !reader_sort(r, &s) ||
        !reader_expect(r, TOKEN_CLOSE, "')'"))
      return false;
    term t = term_fresh(r->tt, name, s);
    vec_push(&m->parameters, t);
    uint64_t *hidden = hmap_find(&r->scope->names, (uintptr_t)name);
    binding b = {name, hidden ? *hidden : 0, hidden != NULL};
    vec_push(&r->bindings, b);
    bind_term(r, name, t);
  }
  return reader_next(r);
}

static bool read_body(reader *r, macro *m) {
  assert(r->bindings.len == m->parameters.len);
  sort s;
  source_pos pos = r->token.pos;
  if (!reader_sort(r, &s) || !reader_term(r, &m->body))
    return false;
  if (sort_eq(s, r->tt->real_sort) &&
      sort_eq(sort_of(r->tt, m->body), r->tt->int_sort))
    m->body = term_to_real(r->tt, m->body);
  if (!sort_eq(sort_of(r->tt, m->body), s))
    return reader_error(r, pos, "the body has another sort than declared");
  return true;
}

static bool define(reader *r, bool is_fun) {
  const char *name;
  macro m = {0};
  bool ok = read_new_name(r, &name) && (!is_fun || read_parameters(r, &m)) &&
            read_body(r, &m);
  reader_unbind(r, 0);
  if (!ok) {
    vec_free(&m.parameters);
    return false;
  }
  if (m.parameters.len == 0) {
    bind_term(r, name, m.body);
    return true;
  }
  uint64_t entry = hmap_pair(SCOPE_MACRO, r->scope->macros.len);
  vec_push(&r->scope->macros, m);
  hmap_put(&r->scope->names, (uintptr_t)name, entry);
  return true;
}

static bool define_sort(reader *r) {
  if (r->token.kind != TOKEN_SYMBOL)
    return reader_error(r, r->token.pos, "expected a name");
  const char *name = reader_intern(r, r->token);
  if (!reader_next(r) || !reader_expect(r, TOKEN_OPEN, "'('"))
    return false;
  if (r->token.kind != TOKEN_CLOSE)
    return diag_set(r->d, DIAG_UNSUPPORTED, r->token.pos,
                    "sorts with parameters are not supported");
  sort s;
  if (!reader_next(r) || !reader_sort(r, &s))
    return false;
  hmap_put(&r->scope->sorts, (uintptr_t)name, s.id);
  return true;
}

static bool read_assertion(reader *r, smt2_script *script) {
  term t;
  source_pos pos = r->token.pos;
  if (!reader_term(r, &t))
    return false;
  if (!is_bool(r->tt, t))
    return reader_error(r, pos, "an assertion must be Boolean");
  const char *name =
      r->root_name ? arena_strdup(script->mem, r->root_name) : NULL;
  vec_push(&script->assertions, ((smt2_assertion){name, t}));
  return true;
}

// Commands that would change the meaning of what follows if they were skipped.
static bool is_unsupported(const reader *r) {
  static const char *const COMMANDS[] = {
      "declare-sort",   "declare-datatype", "declare-datatypes",
      "define-fun-rec", "define-funs-rec",  "define-sort-parameter",
      "declare-rel",    "declare-var",      "reset"};
  for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
    if (reader_at_word(r, COMMANDS[i]))
      return true;
  return false;
}

// Kept for the caller: name and text. 'open' is the opening parenthesis, the
// current token the command's name.
static bool keep_command(reader *r, smt2_script *script, token open) {
  assert(open.kind == TOKEN_OPEN && r->token.kind == TOKEN_SYMBOL);
  const char *name = reader_intern(r, r->token);
  if (is_unsupported(r))
    return diag_set(r->d, DIAG_UNSUPPORTED, open.pos, "'%s' is not supported",
                    name);
  while (r->token.kind != TOKEN_CLOSE)
    if (!reader_skip(r))
      return false;
  size_t size = (size_t)(r->token.text + 1 - open.text);
  char *text = arena_alloc(script->mem, size + 1);
  memcpy(text, open.text, size);
  smt2_command c = {arena_strdup(script->mem, name), text, open.pos,
                    script->assertions.len};
  vec_push(&script->commands, c);
  return true;
}

typedef enum {
  COMMAND_OTHER,
  COMMAND_ASSERT,
  COMMAND_DECLARE_CONST,
  COMMAND_DECLARE_FUN,
  COMMAND_DEFINE_CONST,
  COMMAND_DEFINE_FUN,
  COMMAND_DEFINE_SORT
} command;

static command command_at(const reader *r) {
  static const char *const NAMES[] = {[COMMAND_ASSERT] = "assert",
                                      [COMMAND_DECLARE_CONST] = "declare-const",
                                      [COMMAND_DECLARE_FUN] = "declare-fun",
                                      [COMMAND_DEFINE_CONST] = "define-const",
                                      [COMMAND_DEFINE_FUN] = "define-fun",
                                      [COMMAND_DEFINE_SORT] = "define-sort"};
  for (command c = COMMAND_ASSERT; c <= COMMAND_DEFINE_SORT; c++)
    if (reader_at_word(r, NAMES[c]))
      return c;
  return COMMAND_OTHER;
}

static bool read_command_body(reader *r, smt2_script *script, token open) {
  command c = command_at(r);
  if (c == COMMAND_OTHER)
    return keep_command(r, script, open);
  if (!reader_next(r))
    return false;
  switch (c) {
  case COMMAND_ASSERT:
    return read_assertion(r, script);
  case COMMAND_DECLARE_CONST:
  case COMMAND_DECLARE_FUN:
    return declare(r, c == COMMAND_DECLARE_FUN);
  case COMMAND_DEFINE_CONST:
  case COMMAND_DEFINE_FUN:
    return define(r, c == COMMAND_DEFINE_FUN);
  case COMMAND_DEFINE_SORT:
    return define_sort(r);
  case COMMAND_OTHER:
    break;
  }
  return false;
}

static bool read_script(reader *r, smt2_script *script) {
  assert(script->assertions.len == 0 && script->commands.len == 0);
  if (!reader_next(r))
    return false;
  while (r->token.kind != TOKEN_END) {
    token open = r->token;
    if (!reader_expect(r, TOKEN_OPEN, "a command"))
      return false;
    if (r->token.kind != TOKEN_SYMBOL)
      return reader_error(r, r->token.pos, "expected the name of a command");
    if (!read_command_body(r, script, open) ||
        !reader_expect(r, TOKEN_CLOSE, "')'"))
      return false;
  }
  return true;
}

smt2_script *smt2_parse(terms *tt, const char *file, const char *text,
                        diag *d) {
  assert(file && text && d);
  smt2_script *script = mem_alloc(sizeof *script);
  script->mem = arena_new();
  script->scope = smt2_scope_new();
  reader r;
  reader_init(&r, tt, script->scope, file, text, d);
  bool ok = read_script(&r, script);
  reader_clear(&r);
  if (ok)
    return script;
  smt2_script_free(script);
  return NULL;
}

void smt2_script_free(smt2_script *s) {
  if (!s)
    return;
  smt2_scope_free(s->scope);
  vec_free(&s->assertions);
  vec_free(&s->commands);
  arena_free(s->mem);
  mem_free(s);
}

term smt2_parse_term(terms *tt, const smt2_script *script, const char *file,
                     const char *text, diag *d) {
  assert(file && text && d);
  smt2_scope *own = script ? NULL : smt2_scope_new();
  reader r;
  reader_init(&r, tt, script ? script->scope : own, file, text, d);
  term t = TERM_NONE;
  bool ok = reader_next(&r) && reader_term(&r, &t);
  if (ok && r.token.kind != TOKEN_END)
    ok = reader_error(&r, r.token.pos, "unexpected text behind the term");
  reader_clear(&r);
  smt2_scope_free(own);
  return ok ? t : TERM_NONE;
}
