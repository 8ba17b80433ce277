// SPDX-License-Identifier: Apache-2.0
// Expressions: precedence climbing over a table of operators.
//
// From weak to strong: <==>, ==> and <==, ||, &&, comparisons, ++, + and -,
// * / % div mod, prefix ! and -, postfix selection. Boogie wants parentheses
// around a mixture of || and &&; here && binds stronger, as in Ultimate.
#include <assert.h>
#include <string.h>

#include "frontend/boogie/parser.h"

typedef VEC(bpl_expr *) expr_list;
typedef VEC(const char *) name_list;

// --- nodes ------------------------------------------------------------------

static uint32_t max32(uint32_t a, uint32_t b) { return a > b ? a : b; }

// A node over the given arguments; NULL if they nest too deeply. On the chain
// of first arguments, which is walked by loops, only the others count.
static bpl_expr *new_expr(bpl_parser *p, bpl_expr_kind kind, source_pos pos,
                          bpl_expr *const *args, uint32_t n) {
  bpl_expr *e = ARENA_NEW(p->unit->mem, bpl_expr);
  *e = (bpl_expr){.kind = kind, .pos = pos, .first = pos, .arg_count = n};
  e->args = arena_copy(p->unit->mem, args, n * sizeof *args);
  bool is_spine = bpl_is_spine(kind);
  for (uint32_t i = 0; i < n; i++)
    e->depth = max32(e->depth, args[i]->depth + (uint32_t)(!is_spine || i > 0));
  e->end = p->last_end;
  e->start = p->last_end;
  if (n > 0 && is_spine) {
    e->start = args[0]->start;
    e->first = args[0]->first;
  }
  if (e->depth <= BPL_MAX_DEPTH)
    return e;
  diag_set(p->d, DIAG_INPUT, pos, "nested too deeply");
  return NULL;
}

static bpl_expr *new_leaf(bpl_parser *p, bpl_expr_kind kind) {
  source_pos pos = p->now.pos;
  const char *start = p->now.start;
  if (!bpl_advance(p))
    return NULL;
  bpl_expr *e = new_expr(p, kind, pos, NULL, 0);
  e->start = start;
  return e;
}

bool bpl_is_spine(bpl_expr_kind kind) {
  return kind == BPL_BINARY || kind == BPL_SELECT || kind == BPL_UPDATE ||
         kind == BPL_EXTRACT || kind == BPL_FIELD;
}

// --- numbers ----------------------------------------------------------------

static bpl_type *literal_type(bpl_parser *p, bpl_type_kind kind) {
  bpl_type *t = ARENA_NEW(p->unit->mem, bpl_type);
  *t = (bpl_type){.kind = kind, .leaves = 1, .size = 1, .pos = p->now.pos};
  return t;
}

// The digits of a bit-vector, and its width.
static bool read_vector(bpl_parser *p, bpl_type *t, size_t *digits) {
  const char *mark = memchr(p->now.start, 'b', p->now.size);
  assert(mark);
  *digits = (size_t)(mark - p->now.start);
  uint64_t width = 0;
  const char *end = p->now.start + p->now.size;
  for (const char *c = mark + 2; c < end && width <= BPL_MAX_WIDTH; c++)
    width = width * 10 + (uint64_t)(*c - '0');
  if (width < 1 || width > BPL_MAX_WIDTH)
    return diag_set(p->d, DIAG_INPUT, p->now.pos,
                    "bit-vectors have between 1 and %d bits", BPL_MAX_WIDTH);
  t->width = (uint32_t)width;
  return true;
}

static bpl_expr *parse_number(bpl_parser *p) {
  token_kind kind = p->now.kind;
  size_t size = p->now.size;
  bpl_type *t = literal_type(p, kind == TOK_NUMBER    ? BPL_TYPE_INT
                                : kind == TOK_DECIMAL ? BPL_TYPE_REAL
                                                      : BPL_TYPE_BV);
  if (kind == TOK_BITVECTOR && !read_vector(p, t, &size))
    return NULL;
  const char *text = bpl_intern(p, p->now.start, size);
  bpl_expr *e = new_leaf(p, BPL_NUMBER);
  if (!e)
    return NULL;
  e->text = text;
  e->type = t;
  return e;
}

// --- lists ------------------------------------------------------------------

static bool append_exprs(bpl_parser *p, expr_list *out) {
  bool more = true;
  while (more) {
    bpl_expr *e = bpl_parse_expr(p);
    if (!e || !bpl_accept(p, TOK_COMMA, &more))
      return false;
    vec_push(out, e);
  }
  return true;
}

bool bpl_parse_exprs(bpl_parser *p, bpl_expr ***out, uint32_t *count) {
  expr_list list = {0};
  bool ok = append_exprs(p, &list);
  *out = BPL_COPY(p, &list);
  *count = list.len;
  vec_free(&list);
  return ok;
}

// --- prefix forms -----------------------------------------------------------

// '(' e ')' behind a keyword that has been consumed.
static bpl_expr *parse_wrapped(bpl_parser *p, bpl_expr_kind kind,
                               const token *first) {
  if (!bpl_expect(p, TOK_LPAREN))
    return NULL;
  bpl_expr *arg = bpl_parse_expr(p);
  if (!arg || !bpl_expect(p, TOK_RPAREN))
    return NULL;
  bpl_expr *e = new_expr(p, kind, first->pos, &arg, 1);
  if (e)
    e->start = first->start;
  return e;
}

static bpl_expr *parse_application(bpl_parser *p, bpl_expr *name) {
  expr_list args = {0};
  bool ok = bpl_advance(p);
  if (ok && p->now.kind != TOK_RPAREN)
    ok = append_exprs(p, &args);
  ok = ok && bpl_expect(p, TOK_RPAREN);
  bpl_expr *e =
      ok ? new_expr(p, BPL_APPLY, name->pos, args.data, args.len) : NULL;
  vec_free(&args);
  if (!e)
    return NULL;
  e->text = name->text;
  e->start = name->start;
  return e;
}

static bpl_expr *parse_name(bpl_parser *p) {
  const char *text = bpl_intern(p, p->now.start, p->now.size);
  bpl_expr *e = new_leaf(p, BPL_NAME);
  if (!e)
    return NULL;
  e->text = text;
  return p->now.kind == TOK_LPAREN ? parse_application(p, e) : e;
}

// 'if' c 'then' a 'else' b
static bpl_expr *parse_if(bpl_parser *p) {
  token first = p->now;
  bpl_expr *args[3];
  if (!bpl_advance(p) || !(args[0] = bpl_parse_expr(p)) ||
      !bpl_expect(p, TOK_THEN) || !(args[1] = bpl_parse_expr(p)) ||
      !bpl_expect(p, TOK_ELSE) || !(args[2] = bpl_parse_expr(p)))
    return NULL;
  bpl_expr *e = new_expr(p, BPL_IF, first.pos, args, 3);
  if (e)
    e->start = first.start;
  return e;
}

// Patterns are for E-matching only. Attributes look alike.
static bool skip_triggers(bpl_parser *p) {
  bpl_attributes ignored;
  if (!bpl_parse_attributes(p, &ignored))
    return false;
  while (p->now.kind == TOK_LBRACE) {
    expr_list list = {0};
    bool ok = bpl_advance(p) && append_exprs(p, &list);
    vec_free(&list);
    if (!ok || !bpl_expect(p, TOK_RBRACE) || !bpl_parse_attributes(p, &ignored))
      return false;
  }
  return true;
}

static bpl_expr *parse_quantifier(bpl_parser *p) {
  token first = p->now;
  p->unit->has_quantifiers = true;
  bpl_symbols bound = {0};
  bpl_expr *body = NULL;
  if (!bpl_advance(p))
    return NULL;
  if (p->now.kind == TOK_LT) {
    (void)bpl_refuse(p, "type parameters");
    return NULL;
  }
  if (bpl_parse_variables(p, BPL_BOUND, &bound) && bpl_expect(p, TOK_BARS) &&
      skip_triggers(p))
    body = bpl_parse_expr(p);
  bpl_expr_kind kind = first.kind == TOK_FORALL ? BPL_FORALL : BPL_EXISTS;
  bpl_expr *e = body ? new_expr(p, kind, first.pos, &body, 1) : NULL;
  if (e) {
    e->start = first.start;
    e->bound = BPL_COPY(p, &bound);
    e->bound_count = bound.len;
  }
  vec_free(&bound);
  return e;
}

// '{' f ':' e ',' ... '}'
static bpl_expr *parse_struct(bpl_parser *p) {
  token first = p->now;
  expr_list args = {0};
  name_list names = {0};
  bool more = true, ok = bpl_advance(p);
  while (ok && more) {
    const char *name = bpl_expect_name(p, NULL);
    bpl_expr *e = name && bpl_expect(p, TOK_COLON) ? bpl_parse_expr(p) : NULL;
    ok = e && bpl_accept(p, TOK_COMMA, &more);
    if (ok) {
      vec_push(&names, name);
      vec_push(&args, e);
    }
  }
  ok = ok && bpl_expect(p, TOK_RBRACE);
  bpl_expr *e =
      ok ? new_expr(p, BPL_STRUCT, first.pos, args.data, args.len) : NULL;
  if (e) {
    e->start = first.start;
    e->fields = BPL_COPY(p, &names);
  }
  vec_free(&args);
  vec_free(&names);
  return e;
}

static bpl_expr *parse_parenthesis(bpl_parser *p) {
  token first = p->now;
  if (!bpl_advance(p))
    return NULL;
  bpl_expr *e = bpl_parse_expr(p);
  if (!e || !bpl_expect(p, TOK_RPAREN))
    return NULL;
  e->start = first.start;
  e->first = first.pos;
  e->end = p->last_end;
  return e;
}

static bpl_expr *parse_truth(bpl_parser *p) {
  bool is_true = p->now.kind == TOK_TRUE;
  bpl_expr *e = new_leaf(p, BPL_BOOL);
  if (e)
    e->is_true = is_true;
  return e;
}

static bpl_expr *parse_keyword(bpl_parser *p, bpl_expr_kind kind) {
  token first = p->now;
  return bpl_advance(p) ? parse_wrapped(p, kind, &first) : NULL;
}

static bpl_expr *refuse(bpl_parser *p, const char *what) {
  (void)bpl_refuse(p, what);
  return NULL;
}

static bpl_expr *parse_primary(bpl_parser *p) {
  switch ((int)p->now.kind) {
  case TOK_TRUE:
  case TOK_FALSE:
    return parse_truth(p);
  case TOK_NUMBER:
  case TOK_DECIMAL:
  case TOK_BITVECTOR:
    return parse_number(p);
  case TOK_NAME:
    return parse_name(p);
  case TOK_OLD:
    return parse_keyword(p, BPL_OLD);
  case TOK_INT:
    return parse_keyword(p, BPL_TO_INT);
  case TOK_REAL:
    return parse_keyword(p, BPL_TO_REAL);
  case TOK_IF:
    return parse_if(p);
  case TOK_FORALL:
  case TOK_EXISTS:
    return parse_quantifier(p);
  case TOK_LPAREN:
    return parse_parenthesis(p);
  case TOK_LBRACE:
    return parse_struct(p);
  case TOK_LAMBDA:
    return refuse(p, "lambda expressions");
  case TOK_CODE:
    return refuse(p, "code expressions");
  default:
    (void)bpl_expected(p, "an expression");
    return NULL;
  }
}

// --- postfix forms ----------------------------------------------------------

static bool read_bound(bpl_parser *p, const bpl_expr *e, uint32_t *out) {
  bool is_number = e->kind == BPL_NUMBER && e->type->kind == BPL_TYPE_INT;
  if (!is_number || strlen(e->text) > 9)
    return diag_set(p->d, DIAG_INPUT, e->pos,
                    "the end of a range of bits must be a small number");
  *out = 0;
  for (const char *c = e->text; *c; c++)
    *out = *out * 10 + (uint32_t)(*c - '0');
  return true;
}

// The rest of e[high:low]; 'high' has been parsed.
static bpl_expr *parse_extract(bpl_parser *p, bpl_expr *of,
                               const bpl_expr *high) {
  source_pos pos = p->now.pos;
  if (!bpl_advance(p))
    return NULL;
  const bpl_expr *low = bpl_parse_expr(p);
  if (!low || !bpl_expect(p, TOK_RBRACKET))
    return NULL;
  bpl_expr *e = new_expr(p, BPL_EXTRACT, pos, &of, 1);
  if (!e || !read_bound(p, high, &e->high) || !read_bound(p, low, &e->low))
    return NULL;
  return e;
}

// The rest of e[i, j] or e[i, j := x].
static bpl_expr *finish_select(bpl_parser *p, expr_list *args, source_pos pos) {
  bool more, is_update;
  if (!bpl_accept(p, TOK_COMMA, &more) || (more && !append_exprs(p, args)) ||
      !bpl_accept(p, TOK_ASSIGN, &is_update))
    return NULL;
  if (is_update) {
    bpl_expr *e = bpl_parse_expr(p);
    if (!e)
      return NULL;
    vec_push(args, e);
  }
  if (!bpl_expect(p, TOK_RBRACKET))
    return NULL;
  return new_expr(p, is_update ? BPL_UPDATE : BPL_SELECT, pos, args->data,
                  args->len);
}

static bpl_expr *parse_select(bpl_parser *p, bpl_expr *of) {
  source_pos pos = p->now.pos;
  if (!bpl_advance(p))
    return NULL;
  bpl_expr *first = bpl_parse_expr(p);
  if (!first)
    return NULL;
  if (p->now.kind == TOK_COLON)
    return parse_extract(p, of, first);
  expr_list args = {0};
  vec_push(&args, of);
  vec_push(&args, first);
  bpl_expr *e = finish_select(p, &args, pos);
  vec_free(&args);
  return e;
}

static bpl_expr *parse_field(bpl_parser *p, bpl_expr *of) {
  source_pos pos = p->now.pos;
  const char *name = bpl_advance(p) ? bpl_expect_name(p, NULL) : NULL;
  bpl_expr *e = name ? new_expr(p, BPL_FIELD, pos, &of, 1) : NULL;
  if (e)
    e->text = name;
  return e;
}

static bpl_expr *parse_postfix(bpl_parser *p) {
  bpl_expr *e = parse_primary(p);
  while (e) {
    if (p->now.kind == TOK_LBRACKET)
      e = parse_select(p, e);
    else if (p->now.kind == TOK_NOT)
      e = parse_field(p, e);
    else
      break;
  }
  return e;
}

static bpl_expr *parse_prefix(bpl_parser *p) {
  if (p->now.kind != TOK_NOT && p->now.kind != TOK_MINUS)
    return parse_postfix(p);
  token first = p->now;
  bpl_expr *arg = bpl_enter(p) && bpl_advance(p) ? parse_prefix(p) : NULL;
  bpl_leave(p);
  if (!arg)
    return NULL;
  bpl_expr *e = new_expr(p, first.kind == TOK_NOT ? BPL_NOT : BPL_MINUS,
                         first.pos, &arg, 1);
  if (e)
    e->start = first.start;
  return e;
}

// --- binary operators -------------------------------------------------------

// Strength; 0: not a binary operator.
static int strength(token_kind kind) {
  switch ((int)kind) {
  case TOK_IFF:
    return 1;
  case TOK_IMPLIES:
  case TOK_EXPLIES:
    return 2;
  case TOK_OR:
    return 3;
  case TOK_AND:
    return 4;
  case TOK_EQ:
  case TOK_NE:
  case TOK_LT:
  case TOK_GT:
  case TOK_LE:
  case TOK_GE:
  case TOK_SUBTYPE:
    return 5;
  case TOK_CONCAT:
    return 6;
  case TOK_PLUS:
  case TOK_MINUS:
    return 7;
  case TOK_STAR:
  case TOK_SLASH:
  case TOK_PERCENT:
  case TOK_DIV:
  case TOK_MOD:
    return 8;
  case TOK_POWER:
    return 9;
  default:
    return 0;
  }
}

enum { COMPARISON = 5 };

static bpl_expr *parse_binary(bpl_parser *p, int weakest);

static bpl_expr *parse_right(bpl_parser *p, token_kind op) {
  if (op == TOK_SUBTYPE)
    return refuse(p, "orders of constants");
  if (op == TOK_POWER)
    return refuse(p, "powers");
  // Implication groups to the right, all others to the left.
  int s = strength(op);
  bpl_expr *e =
      bpl_enter(p) ? parse_binary(p, op == TOK_IMPLIES ? s : s + 1) : NULL;
  bpl_leave(p);
  return e;
}

static bpl_expr *parse_binary(bpl_parser *p, int weakest) {
  bpl_expr *e = parse_prefix(p);
  int s;
  bool was_compared = false;
  while (e && (s = strength(p->now.kind)) >= weakest && s > 0) {
    token op = p->now;
    if (s == COMPARISON && was_compared) {
      (void)bpl_expected(p, "parentheses around one of two comparisons");
      return NULL;
    }
    was_compared = s == COMPARISON;
    bpl_expr *args[2] = {e, bpl_advance(p) ? parse_right(p, op.kind) : NULL};
    if (!args[1])
      return NULL;
    e = new_expr(p, BPL_BINARY, op.pos, args, 2);
    if (e)
      e->op = op.kind;
  }
  return e;
}

bpl_expr *bpl_parse_expr(bpl_parser *p) {
  bpl_expr *e = bpl_enter(p) ? parse_binary(p, 1) : NULL;
  bpl_leave(p);
  return e;
}
