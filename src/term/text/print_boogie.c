// SPDX-License-Identifier: Apache-2.0
// Terms as Boogie expressions.
//
// For the terms that C has no form for: numbers without limits, and arrays.
// Operators on bit-vectors, which Boogie does not have, are written as calls of
// functions that have their SMT-LIB names.
//
// The expression is a tree; its size is bounded by the caller. A stack holds
// what is still to be written: texts, and terms with the operator around them,
// which decides about parentheses.
#include "term/node.h"
#include "term/text/print.h"

typedef struct {
  const char *text; // NULL: the term
  term t;
  term_kind around; // TERM_VALUE: none
  bool has_minus;   // a minus stands in front, which is the number's sign
} item;

typedef struct {
  const terms *tt;
  term_boogie_name name;
  void *data;
  strbuf *out;
  VEC(item) stack;
  uint32_t left; // nodes that may still be written
  bool failed;
} printer;

static void push_text(printer *p, const char *text) {
  vec_push(&p->stack, ((item){.text = text}));
}

static void push_term(printer *p, term t, term_kind around) {
  vec_push(&p->stack, ((item){.t = t, .around = around}));
}

static void push_prefix(printer *p, term t, const char *op) {
  push_term(p, term_arg(p->tt, t, 0), term_get_kind(p->tt, t));
  push_text(p, op);
}

static bool is_negative(const printer *p, term t) {
  if (!term_is_value(p->tt, t))
    return false;
  value v = term_get_value(p->tt, t);
  if (v.kind != VALUE_INT && v.kind != VALUE_REAL)
    return false;
  mpq_t q;
  mpq_init(q);
  value_get_mpq(v, q);
  bool is = mpq_sgn(q) < 0;
  mpq_clear(q);
  return is;
}

// What is added behind others: "+ a", "- a" or "- 3".
static void push_summand(printer *p, term t) {
  if (term_get_kind(p->tt, t) == TERM_NEG) {
    push_prefix(p, t, " - ");
  } else if (is_negative(p, t)) {
    vec_push(&p->stack, ((item){.t = t, .has_minus = true}));
    push_text(p, " - ");
  } else {
    push_term(p, t, TERM_ADD);
    push_text(p, " + ");
  }
}

// Later pushes are written first: everything is pushed from its end.
static void push_infix(printer *p, term t, const char *op, term_kind around) {
  term_kind kind = term_get_kind(p->tt, t);
  bool is_sum = kind == TERM_ADD || kind == TERM_AND || kind == TERM_OR;
  bool is_bare = around == TERM_VALUE || (is_sum && around == kind);
  push_text(p, is_bare ? "" : ")");
  for (uint32_t i = term_arity(p->tt, t); i-- > 0;) {
    if (i > 0 && kind == TERM_ADD) {
      push_summand(p, term_arg(p->tt, t, i));
      continue;
    }
    push_term(p, term_arg(p->tt, t, i), kind);
    if (i > 0)
      push_text(p, op);
  }
  push_text(p, is_bare ? "" : "(");
}

static void push_call(printer *p, term t, const char *name) {
  push_text(p, ")");
  for (uint32_t i = term_arity(p->tt, t); i-- > 0;) {
    push_term(p, term_arg(p->tt, t, i), TERM_VALUE);
    push_text(p, i > 0 ? ", " : "(");
  }
  push_text(p, name);
}

static void push_ite(printer *p, term t) {
  static const char *const WORDS[] = {"(if ", " then ", " else "};
  push_text(p, ")");
  for (uint32_t i = 3; i-- > 0;) {
    push_term(p, term_arg(p->tt, t, i), TERM_VALUE);
    push_text(p, WORDS[i]);
  }
}

static void push_access(printer *p, term t) {
  static const char *const WORDS[] = {"", "[", " := "};
  push_text(p, "]");
  for (uint32_t i = term_arity(p->tt, t); i-- > 0;) {
    push_term(p, term_arg(p->tt, t, i), i == 0 ? TERM_SELECT : TERM_VALUE);
    push_text(p, WORDS[i]);
  }
}

static void write_value(printer *p, value v, bool has_minus) {
  if (v.kind == VALUE_ARRAY) {
    p->failed = true;
    return;
  }
  strbuf text = {0};
  value_print(v, false, &text);
  strbuf_puts(p->out, strbuf_text(&text) + has_minus);
  strbuf_free(&text);
  if (v.kind == VALUE_BV)
    strbuf_printf(p->out, "bv%u", v.width);
}

static void write_variable(printer *p, term t) {
  const char *name = p->name(p->data, t);
  if (name)
    strbuf_puts(p->out, name);
  else
    p->failed = true;
}

// Operators that are written between their arguments; NULL: the others.
static const char *infix(term_kind kind) {
  static const char *const OPS[TERM_KIND_COUNT] = {
      [TERM_EQ] = " == ",       [TERM_AND] = " && ",      [TERM_OR] = " || ",
      [TERM_ADD] = " + ",       [TERM_MUL] = " * ",       [TERM_DIV] = " / ",
      [TERM_INT_DIV] = " div ", [TERM_INT_MOD] = " mod ", [TERM_LT] = " < ",
      [TERM_LE] = " <= ",       [TERM_CONCAT] = " ++ "};
  return OPS[kind];
}

static const char *function(term_kind kind) {
  static const char *const NAMES[TERM_KIND_COUNT] = {
      [TERM_BVNOT] = "bvnot",     [TERM_BVNEG] = "bvneg",
      [TERM_BVAND] = "bvand",     [TERM_BVOR] = "bvor",
      [TERM_BVXOR] = "bvxor",     [TERM_BVADD] = "bvadd",
      [TERM_BVMUL] = "bvmul",     [TERM_BVUDIV] = "bvudiv",
      [TERM_BVUREM] = "bvurem",   [TERM_BVSDIV] = "bvsdiv",
      [TERM_BVSREM] = "bvsrem",   [TERM_BVSHL] = "bvshl",
      [TERM_BVLSHR] = "bvlshr",   [TERM_BVASHR] = "bvashr",
      [TERM_BVULT] = "bvult",     [TERM_BVULE] = "bvule",
      [TERM_BVSLT] = "bvslt",     [TERM_BVSLE] = "bvsle",
      [TERM_TO_REAL] = "real",    [TERM_TO_INT] = "int",
      [TERM_BV_TO_INT] = "bv2nat"};
  return NAMES[kind];
}

// "!(a == b)" is "a != b".
static void push_not(printer *p, term t, term_kind around) {
  term a = term_arg(p->tt, t, 0);
  if (term_get_kind(p->tt, a) == TERM_EQ)
    push_infix(p, a, " != ", around);
  else
    push_prefix(p, t, "!");
}

static void write_term(printer *p, const item *next) {
  term t = next->t;
  term_kind around = next->around;
  term_kind kind = term_get_kind(p->tt, t);
  if (infix(kind)) {
    push_infix(p, t, infix(kind), around);
    return;
  }
  switch ((int)kind) {
  case TERM_VALUE:
    write_value(p, term_get_value(p->tt, t), next->has_minus);
    return;
  case TERM_VARIABLE:
    write_variable(p, t);
    return;
  case TERM_NOT:
    push_not(p, t, around);
    return;
  case TERM_NEG:
    push_prefix(p, t, "-");
    return;
  case TERM_ITE:
    push_ite(p, t);
    return;
  case TERM_SELECT:
  case TERM_STORE:
    push_access(p, t);
    return;
  default:
    if (function(kind))
      push_call(p, t, function(kind));
    else
      p->failed = true;
  }
}

bool term_print_boogie(const terms *tt, term t, term_boogie_name name,
                       void *data, uint32_t max_nodes, strbuf *out) {
  strbuf text = {0};
  printer p = {
      .tt = tt, .name = name, .data = data, .out = &text, .left = max_nodes};
  push_term(&p, t, TERM_VALUE);
  while (p.stack.len > 0 && !p.failed) {
    item next = vec_pop(&p.stack);
    if (next.text) {
      strbuf_puts(&text, next.text);
      continue;
    }
    p.failed = p.left == 0;
    p.left -= p.left > 0;
    if (!p.failed)
      write_term(&p, &next);
  }
  if (!p.failed)
    strbuf_puts(out, strbuf_text(&text));
  vec_free(&p.stack);
  strbuf_free(&text);
  return !p.failed;
}
