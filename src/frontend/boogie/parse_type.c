// SPDX-License-Identifier: Apache-2.0
// Types and attributes.
#include <assert.h>
#include <string.h>

#include "frontend/boogie/parser.h"

static bpl_type *new_type(bpl_parser *p, bpl_type_kind kind, source_pos pos) {
  bpl_type *t = ARENA_NEW(p->unit->mem, bpl_type);
  *t = (bpl_type){.kind = kind, .pos = pos};
  return t;
}

typedef VEC(const bpl_type *) type_list;
typedef VEC(const char *) name_list;

// '[' types ']' type
static const bpl_type *parse_map(bpl_parser *p) {
  bpl_type *t = new_type(p, BPL_TYPE_MAP, p->now.pos);
  type_list indices = {0};
  bool more = true, ok = bpl_advance(p);
  while (ok && more) {
    const bpl_type *index = bpl_parse_type(p);
    ok = index && bpl_accept(p, TOK_COMMA, &more);
    vec_push(&indices, index);
  }
  t->args = BPL_COPY(p, &indices);
  t->arg_count = indices.len;
  vec_free(&indices);
  ok = ok && bpl_expect(p, TOK_RBRACKET) && (t->range = bpl_parse_type(p));
  return ok ? t : NULL;
}

// 'f, g: T' inside of a struct
static bool parse_fields(bpl_parser *p, name_list *names, type_list *types) {
  bool more = true;
  uint32_t first = names->len;
  while (more) {
    const char *name = bpl_expect_name(p, NULL);
    if (!name || !bpl_accept(p, TOK_COMMA, &more))
      return false;
    vec_push(names, name);
  }
  if (!bpl_expect(p, TOK_COLON))
    return false;
  const bpl_type *type = bpl_parse_type(p);
  for (uint32_t i = first; type && i < names->len; i++)
    vec_push(types, type);
  return type != NULL;
}

// '{' fields ',' ... '}': a field group ends where the next name has a colon,
// which Ultimate writes 'f : T, g : U'.
static const bpl_type *parse_struct(bpl_parser *p) {
  bpl_type *t = new_type(p, BPL_TYPE_STRUCT, p->now.pos);
  name_list names = {0};
  type_list types = {0};
  bool more = true, ok = bpl_advance(p);
  while (ok && more)
    ok = parse_fields(p, &names, &types) && bpl_accept(p, TOK_COMMA, &more);
  t->fields = BPL_COPY(p, &names);
  t->args = BPL_COPY(p, &types);
  t->arg_count = types.len;
  vec_free(&names);
  vec_free(&types);
  return ok && bpl_expect(p, TOK_RBRACE) ? t : NULL;
}

// The width if the name is 'bv' and digits, else -1.
static int64_t vector_width(const token *t) {
  if (t->size < 3 || t->size > 2 + 9 || memcmp(t->start, "bv", 2) != 0)
    return -1;
  int64_t width = 0;
  for (size_t i = 2; i < t->size; i++) {
    if (t->start[i] < '0' || t->start[i] > '9')
      return -1;
    width = width * 10 + (t->start[i] - '0');
  }
  return width;
}

static const bpl_type *parse_vector(bpl_parser *p, int64_t width) {
  if (width < 1 || width > BPL_MAX_WIDTH) {
    diag_set(p->d, DIAG_INPUT, p->now.pos,
             "bit-vectors have between 1 and %d bits", BPL_MAX_WIDTH);
    return NULL;
  }
  bpl_type *t = new_type(p, BPL_TYPE_BV, p->now.pos);
  t->width = (uint32_t)width;
  return bpl_advance(p) ? t : NULL;
}

static const bpl_type *parse_atom(bpl_parser *p);

static bool starts_atom(token_kind kind) {
  return kind == TOK_NAME || kind == TOK_BOOL || kind == TOK_INT ||
         kind == TOK_REAL || kind == TOK_LPAREN;
}

// A name and its arguments. Only the last may be a map without parentheses.
static const bpl_type *parse_named(bpl_parser *p) {
  bpl_type *t = new_type(p, BPL_TYPE_NAMED, p->now.pos);
  type_list args = {0};
  bool ok = (t->name = bpl_expect_name(p, NULL)) != NULL;
  while (ok && starts_atom(p->now.kind)) {
    vec_push(&args, parse_atom(p));
    ok = vec_last(&args) != NULL;
  }
  if (ok && args.len > 0 && p->now.kind == TOK_LBRACKET) {
    vec_push(&args, bpl_parse_type(p));
    ok = vec_last(&args) != NULL;
  }
  t->args = BPL_COPY(p, &args);
  t->arg_count = args.len;
  vec_free(&args);
  return ok ? t : NULL;
}

static const bpl_type *parse_basic(bpl_parser *p, bpl_type_kind kind) {
  bpl_type *t = new_type(p, kind, p->now.pos);
  return bpl_advance(p) ? t : NULL;
}

// A type that can stand as an argument.
static const bpl_type *parse_atom(bpl_parser *p) {
  switch ((int)p->now.kind) {
  case TOK_BOOL:
    return parse_basic(p, BPL_TYPE_BOOL);
  case TOK_INT:
    return parse_basic(p, BPL_TYPE_INT);
  case TOK_REAL:
    return parse_basic(p, BPL_TYPE_REAL);
  case TOK_LPAREN: {
    if (!bpl_advance(p))
      return NULL;
    const bpl_type *t = bpl_parse_type(p);
    return t && bpl_expect(p, TOK_RPAREN) ? t : NULL;
  }
  case TOK_NAME: {
    int64_t width = vector_width(&p->now);
    if (width >= 0)
      return parse_vector(p, width);
    bpl_type *t = new_type(p, BPL_TYPE_NAMED, p->now.pos);
    return (t->name = bpl_expect_name(p, NULL)) ? t : NULL;
  }
  default:
    (void)bpl_expected(p, "a type");
    return NULL;
  }
}

static const bpl_type *parse_type_here(bpl_parser *p) {
  if (p->now.kind == TOK_LBRACKET)
    return parse_map(p);
  if (p->now.kind == TOK_LBRACE)
    return parse_struct(p);
  if (p->now.kind == TOK_NAME && vector_width(&p->now) < 0)
    return parse_named(p);
  if (p->now.kind == TOK_LT) {
    (void)bpl_refuse(p, "polymorphic maps");
    return NULL;
  }
  return parse_atom(p);
}

const bpl_type *bpl_parse_type(bpl_parser *p) {
  const bpl_type *t = bpl_enter(p) ? parse_type_here(p) : NULL;
  bpl_leave(p);
  return t;
}

// --- attributes -------------------------------------------------------------

static bool is_attribute(const bpl_parser *p, const char *name) {
  return p->now.size == strlen(name) &&
         memcmp(p->now.start, name, p->now.size) == 0;
}

// A text without its quotes.
static bool parse_builtin(bpl_parser *p, bpl_attributes *out) {
  if (p->now.kind != TOK_STRING)
    return bpl_expected(p, "the name of an operator in quotes");
  assert(p->now.size >= 2);
  out->builtin = bpl_intern(p, p->now.start + 1, p->now.size - 2);
  return bpl_advance(p);
}

static bool parse_indices(bpl_parser *p, bpl_attributes *out) {
  VEC(uint32_t) list = {0};
  bool more = true, ok = true;
  while (ok && more) {
    uint32_t n = 0;
    for (size_t i = 0; i < p->now.size && n < BPL_MAX_WIDTH; i++)
      n = n * 10 + (uint32_t)(p->now.start[i] - '0');
    vec_push(&list, n);
    ok = bpl_expect(p, TOK_NUMBER) && bpl_accept(p, TOK_COMMA, &more);
  }
  out->indices = BPL_COPY(p, &list);
  out->index_count = list.len;
  vec_free(&list);
  return ok;
}

// Arguments of an attribute nobody reads: texts and expressions.
static bool skip_arguments(bpl_parser *p) {
  bool more = p->now.kind != TOK_RBRACE;
  while (more) {
    bool ok =
        p->now.kind == TOK_STRING ? bpl_advance(p) : bpl_parse_expr(p) != NULL;
    if (!ok || !bpl_accept(p, TOK_COMMA, &more))
      return false;
  }
  return true;
}

static bool parse_arguments(bpl_parser *p, bpl_attributes *out) {
  bool is_builtin = is_attribute(p, "builtin") || is_attribute(p, "bvbuiltin");
  bool is_indices = is_attribute(p, "indices");
  out->is_entry |= is_attribute(p, "entrypoint");
  // Ultimate's functions that are defined by a text of SMT-LIB: known, but no
  // operator has this name, so that using one is refused.
  if (is_attribute(p, "smtdefined"))
    out->builtin = bpl_intern(p, p->now.start, p->now.size);
  if (!bpl_advance(p))
    return false;
  if (is_builtin)
    return parse_builtin(p, out);
  return is_indices ? parse_indices(p, out) : skip_arguments(p);
}

// What follows an opening brace decides: an attribute begins '{ :'.
static bool is_at_attribute(const bpl_parser *p) {
  if (p->now.kind != TOK_LBRACE)
    return false;
  bpl_lexer ahead = p->lexer;
  diag ignored = {0};
  ahead.d = &ignored;
  token next;
  bool is = bpl_lex_next(&ahead, &next) && next.kind == TOK_COLON;
  diag_clear(&ignored);
  return is;
}

bool bpl_parse_attributes(bpl_parser *p, bpl_attributes *out) {
  *out = (bpl_attributes){0};
  while (is_at_attribute(p))
    if (!bpl_advance(p) || !bpl_advance(p) || !parse_arguments(p, out) ||
        !bpl_expect(p, TOK_RBRACE))
      return false;
  return true;
}
