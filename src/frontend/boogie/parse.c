// SPDX-License-Identifier: Apache-2.0
// The parser: tokens and declarations.
//
// The grammar is that of "This is Boogie 2" (Leino, 2008) with what Ultimate
// added (structs, '%' and '/' on integers) and without what only Boogie's own
// provers can handle (polymorphism, lambda, code expressions): such constructs
// are refused where they stand. Attributes are skipped, but for the few that
// mean something here.
#include "frontend/boogie/parse.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "frontend/boogie/parser.h"

// --- tokens -----------------------------------------------------------------

bool bpl_advance(bpl_parser *p) {
  p->last_end = p->now.start + p->now.size;
  return bpl_lex_next(&p->lexer, &p->now);
}

bool bpl_accept(bpl_parser *p, token_kind kind, bool *found) {
  *found = p->now.kind == kind;
  return !*found || bpl_advance(p);
}

bool bpl_expected(bpl_parser *p, const char *what) {
  enum { SHOWN = 40 };
  if (p->now.kind == TOK_END)
    return diag_set(p->d, DIAG_INPUT, p->now.pos,
                    "expected %s before the end of the file", what);
  int size = p->now.size < SHOWN ? (int)p->now.size : SHOWN;
  return diag_set(p->d, DIAG_INPUT, p->now.pos, "expected %s instead of '%.*s'",
                  what, size, p->now.start);
}

bool bpl_expect(bpl_parser *p, token_kind kind) {
  if (p->now.kind == kind)
    return bpl_advance(p);
  char quoted[32];
  const char *name = bpl_token_name(kind);
  bool is_spelled = kind < TOK_KEYWORD_COUNT || kind >= TOK_IFF;
  snprintf(quoted, sizeof quoted, is_spelled ? "'%s'" : "%s", name);
  return bpl_expected(p, quoted);
}

const char *bpl_intern(bpl_parser *p, const char *start, size_t size) {
  char *copy = arena_alloc(p->unit->mem, size + 1);
  memcpy(copy, start, size);
  return strtab_intern(p->unit->names, copy);
}

const char *bpl_expect_name(bpl_parser *p, source_pos *pos) {
  if (p->now.kind != TOK_NAME) {
    (void)bpl_expected(p, "a name");
    return NULL;
  }
  const char *name = bpl_intern(p, p->now.start, p->now.size);
  if (pos)
    *pos = p->now.pos;
  return bpl_advance(p) ? name : NULL;
}

bool bpl_refuse(bpl_parser *p, const char *construct) {
  return diag_set(p->d, DIAG_UNSUPPORTED, p->now.pos, "%s are not supported",
                  construct);
}

bool bpl_enter(bpl_parser *p) {
  if (++p->depth <= BPL_MAX_DEPTH)
    return true;
  return diag_set(p->d, DIAG_INPUT, p->now.pos, "nested too deeply");
}

void bpl_leave(bpl_parser *p) {
  assert(p->depth > 0);
  p->depth--;
}

// --- variables --------------------------------------------------------------

static bpl_symbol *new_symbol(bpl_parser *p, bpl_symbol_kind kind,
                              const char *name, source_pos pos) {
  bpl_symbol *s = ARENA_NEW(p->unit->mem, bpl_symbol);
  *s = (bpl_symbol){.kind = kind, .name = name, .pos = pos};
  return s;
}

// 'x, y, z' appended to 'out'.
static bool parse_names(bpl_parser *p, bpl_symbol_kind kind, bpl_symbols *out) {
  bool more = true;
  while (more) {
    bpl_attributes ignored;
    source_pos pos;
    if (!bpl_parse_attributes(p, &ignored))
      return false;
    const char *name = bpl_expect_name(p, &pos);
    if (!name || !bpl_accept(p, TOK_COMMA, &more))
      return false;
    vec_push(out, new_symbol(p, kind, name, pos));
  }
  return true;
}

// The type, and the condition, of the symbols from 'first' on.
static bool parse_types(bpl_parser *p, bpl_symbols *of, uint32_t first) {
  if (!bpl_expect(p, TOK_COLON))
    return false;
  const bpl_type *type = bpl_parse_type(p);
  bool has_where;
  bpl_expr *where = NULL;
  if (!type || !bpl_accept(p, TOK_WHERE, &has_where))
    return false;
  if (has_where && !(where = bpl_parse_expr(p)))
    return false;
  for (uint32_t i = first; i < of->len; i++) {
    of->data[i]->type = type;
    of->data[i]->where = where;
  }
  return true;
}

bool bpl_parse_variables(bpl_parser *p, bpl_symbol_kind kind,
                         bpl_symbols *out) {
  bool more = true;
  while (more) {
    uint32_t first = out->len;
    if (!parse_names(p, kind, out) || !parse_types(p, out, first) ||
        !bpl_accept(p, TOK_COMMA, &more))
      return false;
  }
  return true;
}

// '(' [variables] ')'
static bool parse_parameters(bpl_parser *p, bpl_symbol_kind kind,
                             bpl_symbols *out) {
  if (!bpl_expect(p, TOK_LPAREN))
    return false;
  if (p->now.kind != TOK_RPAREN && !bpl_parse_variables(p, kind, out))
    return false;
  return bpl_expect(p, TOK_RPAREN);
}

static bool parse_signature(bpl_parser *p, bpl_symbols *parameters,
                            bpl_symbols *results) {
  bool has_results;
  if (p->now.kind == TOK_LT)
    return bpl_refuse(p, "type parameters");
  if (!parse_parameters(p, BPL_PARAMETER, parameters) ||
      !bpl_accept(p, TOK_RETURNS, &has_results))
    return false;
  return !has_results || parse_parameters(p, BPL_RESULT, results);
}

// --- constants, types, axioms -----------------------------------------------

static bool parse_constants(bpl_parser *p) {
  bpl_attributes ignored;
  bool is_unique;
  bpl_symbols *all = &p->unit->constants;
  uint32_t first = all->len;
  if (!bpl_parse_attributes(p, &ignored) ||
      !bpl_accept(p, TOK_UNIQUE, &is_unique) ||
      !parse_names(p, BPL_CONSTANT, all) || !parse_types(p, all, first))
    return false;
  for (uint32_t i = first; i < all->len; i++)
    all->data[i]->is_unique = is_unique;
  if (p->now.kind == TOK_NAME)
    return bpl_refuse(p, "orders of constants");
  return bpl_expect(p, TOK_SEMICOLON);
}

static bool parse_globals(bpl_parser *p) {
  bpl_attributes ignored;
  return bpl_parse_attributes(p, &ignored) &&
         bpl_parse_variables(p, BPL_GLOBAL, &p->unit->globals) &&
         bpl_expect(p, TOK_SEMICOLON);
}

static bool parse_type_decl(bpl_parser *p) {
  bpl_type_decl *t = ARENA_NEW(p->unit->mem, bpl_type_decl);
  VEC(const char *) parameters = {0};
  bool ok = (t->name = bpl_expect_name(p, &t->pos)) != NULL;
  while (ok && p->now.kind == TOK_NAME) {
    vec_push(&parameters, bpl_expect_name(p, NULL));
    ok = vec_last(&parameters) != NULL;
  }
  bool is_synonym = false;
  ok = ok && bpl_accept(p, TOK_BECOMES_TYPE, &is_synonym);
  if (ok && is_synonym)
    ok = (t->synonym = bpl_parse_type(p)) != NULL;
  t->parameters = BPL_COPY(p, &parameters);
  t->parameter_count = parameters.len;
  vec_free(&parameters);
  if (ok)
    vec_push(&p->unit->types, t);
  return ok;
}

static bool parse_type_decls(bpl_parser *p) {
  bpl_attributes ignored;
  bool more = true;
  if (!bpl_parse_attributes(p, &ignored))
    return false;
  while (more)
    if (!parse_type_decl(p) || !bpl_accept(p, TOK_COMMA, &more))
      return false;
  return bpl_expect(p, TOK_SEMICOLON);
}

static bool parse_axiom(bpl_parser *p) {
  bpl_attributes ignored;
  if (!bpl_parse_attributes(p, &ignored))
    return false;
  bpl_expr *e = bpl_parse_expr(p);
  if (!e)
    return false;
  vec_push(&p->unit->axioms, e);
  return bpl_expect(p, TOK_SEMICOLON);
}

// --- functions --------------------------------------------------------------

// A parameter of a function: 'x: T', or 'T' alone. A name in front of a colon
// is the parameter's, and whether there is a colon shows only behind it.
static bool parse_function_parameter(bpl_parser *p, bpl_symbols *out) {
  bpl_attributes ignored;
  if (!bpl_parse_attributes(p, &ignored))
    return false;
  source_pos pos = p->now.pos;
  const bpl_type *type = bpl_parse_type(p);
  if (!type)
    return false;
  const char *name = NULL;
  bool is_name = type->kind == BPL_TYPE_NAMED && type->arg_count == 0;
  if (is_name && p->now.kind == TOK_COLON) {
    name = type->name;
    if (!bpl_advance(p) || !(type = bpl_parse_type(p)))
      return false;
  }
  bpl_symbol *s = new_symbol(p, BPL_BOUND, name, pos);
  s->type = type;
  vec_push(out, s);
  return true;
}

// 'x, y: int' gives both the type; what has only been a type so far is a name.
static bool share_types(bpl_parser *p, bpl_symbols *of) {
  const bpl_type *type = NULL;
  bool is_named = false;
  for (uint32_t i = of->len; i-- > 0;) {
    bpl_symbol *s = of->data[i];
    bool may_be_name =
        s->type->kind == BPL_TYPE_NAMED && s->type->arg_count == 0;
    if (s->name) {
      is_named = true;
      type = s->type;
    } else if (is_named && may_be_name) {
      s->name = s->type->name;
      s->type = type;
    } else if (is_named) {
      return diag_set(p->d, DIAG_INPUT, s->pos, "this parameter has no name");
    }
  }
  return true;
}

static bool parse_function_parameters(bpl_parser *p, bpl_symbols *out) {
  bool more = p->now.kind != TOK_RPAREN;
  while (more)
    if (!parse_function_parameter(p, out) || !bpl_accept(p, TOK_COMMA, &more))
      return false;
  return share_types(p, out) && bpl_expect(p, TOK_RPAREN);
}

// ': T' or 'returns (T)' or 'returns (x: T)'
static const bpl_type *parse_function_result(bpl_parser *p) {
  bool is_colon;
  if (!bpl_accept(p, TOK_COLON, &is_colon))
    return NULL;
  if (is_colon)
    return bpl_parse_type(p);
  bpl_symbols results = {0};
  const bpl_type *type = NULL;
  source_pos pos = p->now.pos;
  if (bpl_expect(p, TOK_RETURNS) && bpl_expect(p, TOK_LPAREN) &&
      parse_function_parameters(p, &results)) {
    if (results.len == 1)
      type = results.data[0]->type;
    else
      diag_set(p->d, DIAG_INPUT, pos, "a function has one result, not %u",
               results.len);
  }
  vec_free(&results);
  return type;
}

static bool parse_function(bpl_parser *p) {
  bpl_function *f = ARENA_NEW(p->unit->mem, bpl_function);
  bpl_attributes attributes;
  source_pos pos;
  if (!bpl_parse_attributes(p, &attributes))
    return false;
  const char *name = bpl_expect_name(p, &pos);
  if (!name)
    return false;
  if (p->now.kind == TOK_LT)
    return bpl_refuse(p, "type parameters");
  vec_push(&p->unit->functions, f);
  f->symbol = new_symbol(p, BPL_FUNCTION, name, pos);
  f->symbol->function = f;
  f->builtin = attributes.builtin;
  f->indices = attributes.indices;
  f->index_count = attributes.index_count;
  if (!bpl_expect(p, TOK_LPAREN) ||
      !parse_function_parameters(p, &f->parameters) ||
      !(f->symbol->type = parse_function_result(p)))
    return false;
  if (p->now.kind != TOK_LBRACE)
    return bpl_expect(p, TOK_SEMICOLON);
  return bpl_advance(p) && (f->body = bpl_parse_expr(p)) != NULL &&
         bpl_expect(p, TOK_RBRACE);
}

// --- procedures -------------------------------------------------------------

typedef struct {
  VEC(bpl_spec) requires_, ensures;
  VEC(const char *) names;
  VEC(source_pos) pos;
} spec_lists;

static bool parse_modifies(bpl_parser *p, spec_lists *s) {
  bool more = p->now.kind != TOK_SEMICOLON;
  while (more) {
    source_pos pos;
    const char *name = bpl_expect_name(p, &pos);
    if (!name || !bpl_accept(p, TOK_COMMA, &more))
      return false;
    vec_push(&s->names, name);
    vec_push(&s->pos, pos);
  }
  return bpl_expect(p, TOK_SEMICOLON);
}

static bool parse_condition(bpl_parser *p, bool is_free, bool is_requires,
                            spec_lists *s) {
  bpl_attributes ignored;
  if (!bpl_advance(p) || !bpl_parse_attributes(p, &ignored))
    return false;
  bpl_spec spec = {bpl_parse_expr(p), is_free};
  if (!spec.condition)
    return false;
  if (is_requires)
    vec_push(&s->requires_, spec);
  else
    vec_push(&s->ensures, spec);
  return bpl_expect(p, TOK_SEMICOLON);
}

// All 'requires', 'ensures' and 'modifies' that follow.
static bool parse_specs(bpl_parser *p, spec_lists *s) {
  for (;;) {
    bool is_free;
    if (!bpl_accept(p, TOK_FREE, &is_free))
      return false;
    token_kind kind = p->now.kind;
    if (kind == TOK_REQUIRES || kind == TOK_ENSURES) {
      if (!parse_condition(p, is_free, kind == TOK_REQUIRES, s))
        return false;
    } else if (kind == TOK_MODIFIES) {
      if (!bpl_advance(p) || !parse_modifies(p, s))
        return false;
    } else if (is_free) {
      return bpl_expected(p, "'requires' or 'ensures'");
    } else {
      return true;
    }
  }
}

static bool parse_contract(bpl_parser *p, bpl_procedure *q) {
  spec_lists s = {0};
  bool ok = parse_specs(p, &s);
  q->requires_ = (bpl_specs){BPL_COPY(p, &s.requires_), s.requires_.len};
  q->ensures = (bpl_specs){BPL_COPY(p, &s.ensures), s.ensures.len};
  q->modifies_names = BPL_COPY(p, &s.names);
  q->modifies_pos = BPL_COPY(p, &s.pos);
  q->modifies_count = s.names.len;
  vec_free(&s.requires_);
  vec_free(&s.ensures);
  vec_free(&s.names);
  vec_free(&s.pos);
  return ok;
}

static bpl_implementation *new_body(bpl_parser *p, const char *name,
                                    source_pos pos) {
  bpl_implementation *i = ARENA_NEW(p->unit->mem, bpl_implementation);
  *i = (bpl_implementation){.name = name, .pos = pos};
  vec_push(&p->unit->implementations, i);
  return i;
}

static bool parse_procedure(bpl_parser *p) {
  bpl_attributes attributes;
  source_pos pos;
  if (!bpl_parse_attributes(p, &attributes))
    return false;
  const char *name = bpl_expect_name(p, &pos);
  if (!name)
    return false;
  bpl_procedure *q = ARENA_NEW(p->unit->mem, bpl_procedure);
  q->number = p->unit->procedures.len;
  vec_push(&p->unit->procedures, q);
  q->symbol = new_symbol(p, BPL_PROCEDURE, name, pos);
  q->symbol->procedure = q;
  q->is_entry = attributes.is_entry;
  bool is_bare;
  if (!parse_signature(p, &q->parameters, &q->results) ||
      !bpl_accept(p, TOK_SEMICOLON, &is_bare) || !parse_contract(p, q))
    return false;
  if (is_bare)
    return true;
  // The body sees the very symbols of the procedure.
  bpl_implementation *body = new_body(p, name, pos);
  for (uint32_t i = 0; i < q->parameters.len; i++)
    vec_push(&body->parameters, q->parameters.data[i]);
  for (uint32_t i = 0; i < q->results.len; i++)
    vec_push(&body->results, q->results.data[i]);
  return bpl_parse_body(p, body);
}

static bool parse_implementation(bpl_parser *p) {
  bpl_attributes ignored;
  source_pos pos;
  if (!bpl_parse_attributes(p, &ignored))
    return false;
  const char *name = bpl_expect_name(p, &pos);
  if (!name)
    return false;
  bpl_implementation *body = new_body(p, name, pos);
  return parse_signature(p, &body->parameters, &body->results) &&
         bpl_parse_body(p, body);
}

// --- files ------------------------------------------------------------------

static bool parse_declaration(bpl_parser *p) {
  static bool (*const PARSERS[TOK_KIND_COUNT])(bpl_parser *) = {
      [TOK_CONST] = parse_constants,
      [TOK_VAR] = parse_globals,
      [TOK_TYPE] = parse_type_decls,
      [TOK_AXIOM] = parse_axiom,
      [TOK_FUNCTION] = parse_function,
      [TOK_PROCEDURE] = parse_procedure,
      [TOK_IMPLEMENTATION] = parse_implementation};
  bool (*parse)(bpl_parser *) = PARSERS[p->now.kind];
  if (!parse)
    return bpl_expected(p, "a declaration");
  return bpl_advance(p) && parse(p);
}

bool bpl_parse(bpl_unit *u, const char *file, const char *text, size_t size,
               diag *d) {
  bpl_parser p = {.unit = u, .d = d};
  bpl_lex_init(&p.lexer, file, text, size, d);
  p.last_end = text;
  if (!bpl_lex_next(&p.lexer, &p.now))
    return false;
  while (p.now.kind != TOK_END)
    if (!parse_declaration(&p))
      return false;
  assert(p.depth == 0);
  return true;
}

void bpl_unit_init(bpl_unit *u) {
  *u = (bpl_unit){.mem = arena_new(), .names = strtab_new()};
}

static void clear_body(bpl_implementation *i) {
  vec_free(&i->parameters);
  vec_free(&i->results);
  vec_free(&i->locals);
}

static void clear_procedure(bpl_procedure *q) {
  vec_free(&q->parameters);
  vec_free(&q->results);
  vec_free(&q->modifies);
  vec_free(&q->bodies);
  vec_free(&q->slots);
  hmap_free(&q->old);
}

void bpl_unit_clear(bpl_unit *u) {
  for (uint32_t i = 0; i < u->implementations.len; i++)
    clear_body(u->implementations.data[i]);
  for (uint32_t i = 0; i < u->procedures.len; i++)
    clear_procedure(u->procedures.data[i]);
  for (uint32_t i = 0; i < u->functions.len; i++)
    vec_free(&u->functions.data[i]->parameters);
  vec_free(&u->implementations);
  vec_free(&u->procedures);
  vec_free(&u->functions);
  vec_free(&u->types);
  vec_free(&u->constants);
  vec_free(&u->globals);
  vec_free(&u->axioms);
  strtab_free(u->names);
  arena_free(u->mem);
}
