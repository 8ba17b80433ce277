// SPDX-License-Identifier: Apache-2.0
// Statements and bodies.
#include <assert.h>

#include "frontend/boogie/parser.h"

typedef VEC(bpl_stmt *) stmt_list;

static bpl_stmt *new_stmt(bpl_parser *p, bpl_stmt_kind kind) {
  bpl_stmt *s = ARENA_NEW(p->unit->mem, bpl_stmt);
  *s = (bpl_stmt){.kind = kind, .pos = p->now.pos};
  return s;
}

static bool parse_block(bpl_parser *p, bpl_block *out);

// --- simple statements ------------------------------------------------------

static bool skip_attributes(bpl_parser *p) {
  bpl_attributes ignored;
  return bpl_parse_attributes(p, &ignored);
}

static bpl_stmt *parse_check(bpl_parser *p, bpl_stmt_kind kind) {
  bpl_stmt *s = new_stmt(p, kind);
  bool ok = bpl_advance(p) && skip_attributes(p) &&
            (s->condition = bpl_parse_expr(p)) && bpl_expect(p, TOK_SEMICOLON);
  return ok ? s : NULL;
}

static bpl_stmt *parse_havoc(bpl_parser *p) {
  bpl_stmt *s = new_stmt(p, BPL_HAVOC);
  bool ok = bpl_advance(p) &&
            bpl_parse_exprs(p, &s->targets, &s->target_count) &&
            bpl_expect(p, TOK_SEMICOLON);
  return ok ? s : NULL;
}

static bpl_stmt *parse_goto(bpl_parser *p) {
  bpl_stmt *s = new_stmt(p, BPL_GOTO);
  VEC(const char *) names = {0};
  VEC(source_pos) places = {0};
  bool more = true, ok = bpl_advance(p);
  while (ok && more) {
    source_pos pos;
    const char *name = bpl_expect_name(p, &pos);
    ok = name && bpl_accept(p, TOK_COMMA, &more);
    vec_push(&names, name);
    vec_push(&places, pos);
  }
  s->names = BPL_COPY(p, &names);
  s->name_pos = BPL_COPY(p, &places);
  s->name_count = names.len;
  vec_free(&names);
  vec_free(&places);
  return ok && bpl_expect(p, TOK_SEMICOLON) ? s : NULL;
}

static bpl_stmt *parse_return(bpl_parser *p) {
  bpl_stmt *s = new_stmt(p, BPL_RETURN);
  return bpl_advance(p) && bpl_expect(p, TOK_SEMICOLON) ? s : NULL;
}

static bpl_stmt *parse_break(bpl_parser *p) {
  bpl_stmt *s = new_stmt(p, BPL_BREAK);
  if (!bpl_advance(p))
    return NULL;
  if (p->now.kind == TOK_NAME && !(s->name = bpl_expect_name(p, NULL)))
    return NULL;
  return bpl_expect(p, TOK_SEMICOLON) ? s : NULL;
}

// --- calls and assignments --------------------------------------------------

// 'P(args)' of a call, which has been parsed as the application of a function.
static bool take_callee(bpl_parser *p, bpl_stmt *s, const bpl_expr *e) {
  if (e->kind != BPL_APPLY)
    return diag_set(p->d, DIAG_INPUT, e->pos,
                    "expected a procedure and its arguments");
  s->name = e->text;
  s->values = e->args;
  s->value_count = e->arg_count;
  return true;
}

static bpl_stmt *parse_call(bpl_parser *p) {
  bpl_stmt *s = new_stmt(p, BPL_CALL);
  if (!bpl_advance(p) || !skip_attributes(p))
    return NULL;
  if (p->now.kind == TOK_FORALL) {
    (void)bpl_refuse(p, "calls for all arguments");
    return NULL;
  }
  bool has_targets;
  bpl_expr *callee;
  if (!bpl_parse_exprs(p, &s->targets, &s->target_count) ||
      !bpl_accept(p, TOK_ASSIGN, &has_targets))
    return NULL;
  if (has_targets) {
    callee = bpl_parse_expr(p);
  } else if (s->target_count == 1) {
    callee = s->targets[0];
    s->target_count = 0;
  } else {
    (void)bpl_expected(p, "':='");
    return NULL;
  }
  bool ok = callee && take_callee(p, s, callee) && bpl_expect(p, TOK_SEMICOLON);
  return ok ? s : NULL;
}

static bpl_stmt *finish_label(bpl_parser *p, bpl_stmt *s, const bpl_expr *e) {
  s->kind = BPL_LABEL;
  s->name = e->text;
  s->labels = ARENA_NEW(p->unit->mem, uint32_t);
  *s->labels = p->labels.len;
  bpl_label label = {.name = e->text, .pos = e->pos};
  vec_push(&p->labels, label);
  return bpl_advance(p) ? s : NULL;
}

// What begins with a name: a label or an assignment.
static bpl_stmt *parse_assignment(bpl_parser *p) {
  bpl_stmt *s = new_stmt(p, BPL_ASSIGN);
  if (!bpl_parse_exprs(p, &s->targets, &s->target_count))
    return NULL;
  bool is_name = s->target_count == 1 && s->targets[0]->kind == BPL_NAME;
  if (is_name && p->now.kind == TOK_COLON)
    return finish_label(p, s, s->targets[0]);
  if (p->now.kind != TOK_ASSIGN) {
    (void)bpl_expected(p, is_name ? "':=' or ':'" : "':='");
    return NULL;
  }
  bool ok = bpl_advance(p) && bpl_parse_exprs(p, &s->values, &s->value_count) &&
            bpl_expect(p, TOK_SEMICOLON);
  return ok ? s : NULL;
}

// --- structured statements --------------------------------------------------

// '(' condition ')', where '*' leaves NULL.
static bool parse_guard(bpl_parser *p, bpl_expr **out) {
  bool is_any;
  *out = NULL;
  if (!bpl_expect(p, TOK_LPAREN) || !bpl_accept(p, TOK_STAR, &is_any))
    return false;
  if (!is_any && !(*out = bpl_parse_expr(p)))
    return false;
  return bpl_expect(p, TOK_RPAREN);
}

// 'else if' continues the same statement: long chains do not nest.
static bpl_stmt *parse_if(bpl_parser *p) {
  bpl_stmt *s = new_stmt(p, BPL_BRANCH);
  VEC(bpl_arm) arms = {0};
  bool more = true, has_else = false, ok = true;
  while (ok && more) {
    bpl_arm arm = {0};
    ok = bpl_expect(p, TOK_IF) && parse_guard(p, &arm.condition) &&
         parse_block(p, &arm.body) && bpl_accept(p, TOK_ELSE, &has_else);
    vec_push(&arms, arm);
    more = has_else && p->now.kind == TOK_IF;
  }
  ok = ok && (!has_else || parse_block(p, &s->otherwise));
  s->arms = BPL_COPY(p, &arms);
  s->arm_count = arms.len;
  vec_free(&arms);
  return ok ? s : NULL;
}

static bool parse_invariants(bpl_parser *p, bpl_specs *out) {
  VEC(bpl_spec) list = {0};
  bool ok = true;
  while (ok && (p->now.kind == TOK_FREE || p->now.kind == TOK_INVARIANT)) {
    bpl_spec spec = {0};
    ok = bpl_accept(p, TOK_FREE, &spec.is_free) &&
         bpl_expect(p, TOK_INVARIANT) && skip_attributes(p) &&
         (spec.condition = bpl_parse_expr(p)) && bpl_expect(p, TOK_SEMICOLON);
    vec_push(&list, spec);
  }
  *out = (bpl_specs){BPL_COPY(p, &list), list.len};
  vec_free(&list);
  return ok;
}

static bpl_stmt *parse_while(bpl_parser *p) {
  bpl_stmt *s = new_stmt(p, BPL_WHILE);
  bool ok = bpl_advance(p) && parse_guard(p, &s->condition) &&
            parse_invariants(p, &s->invariants) &&
            parse_block(p, &s->otherwise);
  return ok ? s : NULL;
}

static bpl_stmt *parse_stmt(bpl_parser *p) {
  switch ((int)p->now.kind) {
  case TOK_ASSERT:
    return parse_check(p, BPL_ASSERT);
  case TOK_ASSUME:
    return parse_check(p, BPL_ASSUME);
  case TOK_HAVOC:
    return parse_havoc(p);
  case TOK_CALL:
    return parse_call(p);
  case TOK_IF:
    return parse_if(p);
  case TOK_WHILE:
    return parse_while(p);
  case TOK_GOTO:
    return parse_goto(p);
  case TOK_RETURN:
    return parse_return(p);
  case TOK_BREAK:
    return parse_break(p);
  case TOK_NAME:
    return parse_assignment(p);
  default:
    (void)bpl_expected(p, "a statement or '}'");
    return NULL;
  }
}

// Statements up to the closing brace, which stays.
static bool parse_stmts(bpl_parser *p, bpl_block *out) {
  stmt_list list = {0};
  bool ok = true;
  while (ok && p->now.kind != TOK_RBRACE) {
    uint32_t labels = p->labels.len;
    bpl_stmt *s = parse_stmt(p);
    ok = s != NULL;
    if (ok)
      s->has_label = p->labels.len > labels;
    vec_push(&list, s);
  }
  *out = (bpl_block){BPL_COPY(p, &list), list.len};
  vec_free(&list);
  return ok;
}

static bool parse_block(bpl_parser *p, bpl_block *out) {
  bool ok = bpl_enter(p) && bpl_expect(p, TOK_LBRACE) && parse_stmts(p, out) &&
            bpl_expect(p, TOK_RBRACE);
  bpl_leave(p);
  return ok;
}

static bool parse_locals(bpl_parser *p, bpl_symbols *out) {
  while (p->now.kind == TOK_VAR)
    if (!bpl_advance(p) || !skip_attributes(p) ||
        !bpl_parse_variables(p, BPL_LOCAL, out) ||
        !bpl_expect(p, TOK_SEMICOLON))
      return false;
  return true;
}

bool bpl_parse_body(bpl_parser *p, bpl_implementation *into) {
  assert(p->labels.len == 0);
  bool ok = bpl_expect(p, TOK_LBRACE) && parse_locals(p, &into->locals) &&
            parse_stmts(p, &into->body);
  into->end = p->now.pos;
  into->labels = BPL_COPY(p, &p->labels);
  into->label_count = p->labels.len;
  vec_free(&p->labels);
  return ok && bpl_expect(p, TOK_RBRACE);
}
