// SPDX-License-Identifier: Apache-2.0
// Terms as SMT-LIB 2.
//
// A node that is used more than once gets a name, by let in a single term and
// by define-fun in a script, so the text is linear in the DAG. A node too deep
// inside another gets one, too: readers that recurse survive long chains.
#include "term/text/print.h"

#include <ctype.h>

#include "term/node.h"
#include "term/walk.h"

enum { MAX_NESTING = 64 }; // parentheses without a name in between

static const char *const OPERATORS[TERM_KIND_COUNT] = {
    [TERM_EQ] = "=",
    [TERM_ITE] = "ite",
    [TERM_NOT] = "not",
    [TERM_AND] = "and",
    [TERM_OR] = "or",
    [TERM_BVNOT] = "bvnot",
    [TERM_BVNEG] = "bvneg",
    [TERM_BVAND] = "bvand",
    [TERM_BVOR] = "bvor",
    [TERM_BVXOR] = "bvxor",
    [TERM_BVADD] = "bvadd",
    [TERM_BVMUL] = "bvmul",
    [TERM_BVUDIV] = "bvudiv",
    [TERM_BVUREM] = "bvurem",
    [TERM_BVSDIV] = "bvsdiv",
    [TERM_BVSREM] = "bvsrem",
    [TERM_BVSHL] = "bvshl",
    [TERM_BVLSHR] = "bvlshr",
    [TERM_BVASHR] = "bvashr",
    [TERM_CONCAT] = "concat",
    [TERM_EXTRACT] = "extract",
    [TERM_ZERO_EXTEND] = "zero_extend",
    [TERM_SIGN_EXTEND] = "sign_extend",
    [TERM_BVULT] = "bvult",
    [TERM_BVULE] = "bvule",
    [TERM_BVSLT] = "bvslt",
    [TERM_BVSLE] = "bvsle",
    [TERM_ADD] = "+",
    [TERM_MUL] = "*",
    [TERM_NEG] = "-",
    [TERM_DIV] = "/",
    [TERM_INT_DIV] = "div",
    [TERM_INT_MOD] = "mod",
    [TERM_LT] = "<",
    [TERM_LE] = "<=",
    [TERM_TO_REAL] = "to_real",
    [TERM_TO_INT] = "to_int",
    [TERM_BV_TO_INT] = "bv2nat",
    [TERM_INT_TO_BV] = "int2bv",
    [TERM_SELECT] = "select",
    [TERM_STORE] = "store",
};

// --- symbols ----------------------------------------------------------------

static bool is_reserved(const char *text) {
  static const char *const WORDS[] = {
      "let", "forall", "exists",  "as",          "match",   "par",   "_",
      "!",   "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING"};
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (strcmp(text, WORDS[i]) == 0)
      return true;
  return strcmp(text, "true") == 0 || strcmp(text, "false") == 0;
}

// May be written without bars: letters, digits and some signs, no digit first.
static bool is_simple_symbol(const char *text) {
  if (*text == '\0' || isdigit((unsigned char)*text) || is_reserved(text))
    return false;
  for (const char *c = text; *c; c++)
    if (!isalnum((unsigned char)*c) && !strchr("~!@$%^&*_-+=<>.?/", *c))
      return false;
  return true;
}

// Operators are no reserved words, but a variable of that name would hide one.
static bool is_operator(const char *text) {
  assert(text);
  for (int k = 0; k < TERM_KIND_COUNT; k++)
    if (OPERATORS[k] && strcmp(text, OPERATORS[k]) == 0)
      return true;
  return false;
}

static void print_symbol(const char *text, strbuf *out) {
  if (is_simple_symbol(text) && !is_operator(text)) {
    strbuf_puts(out, text);
    return;
  }
  assert(!strpbrk(text, "|\\"));
  strbuf_printf(out, "|%s|", text);
}

// Arrays of arrays nest as deep as the program's types: recursion is fine.
void sort_print_smt2(const terms *tt, sort s, strbuf *out) {
  switch (sort_get_kind(tt, s)) {
  case SORT_BOOL:
    strbuf_puts(out, "Bool");
    return;
  case SORT_BV:
    strbuf_printf(out, "(_ BitVec %u)", sort_width(tt, s));
    return;
  case SORT_INT:
    strbuf_puts(out, "Int");
    return;
  case SORT_REAL:
    strbuf_puts(out, "Real");
    return;
  case SORT_ARRAY:
    strbuf_puts(out, "(Array ");
    sort_print_smt2(tt, sort_index(tt, s), out);
    strbuf_putc(out, ' ');
    sort_print_smt2(tt, sort_element(tt, s), out);
    strbuf_putc(out, ')');
    return;
  }
}

// --- names for shared nodes -------------------------------------------------

typedef struct {
  term t;
  uint32_t next; // argument to print; 0 with nothing printed yet
} frame;

typedef struct {
  const terms *tt;
  strbuf *out;
  term_vec order; // all nodes below the roots, arguments first
  term_map named; // node -> number of its name, once it is printed
  term_set wants; // nodes that get a name
  uint32_t names;
  uint32_t prefix; // a name starts with so many dollar signs
  VEC(frame) stack;
} printer;

// More dollar signs than any variable starts with.
static uint32_t free_prefix(const printer *p) {
  uint32_t prefix = 1;
  for (uint32_t i = 0; i < p->order.len; i++) {
    const node *n = node_of(p->tt, p->order.data[i]);
    if (n->kind != TERM_VARIABLE)
      continue;
    uint32_t dollars = (uint32_t)strspn(n->variable.symbol, "$");
    if (dollars >= prefix)
      prefix = dollars + 1;
  }
  return prefix;
}

// Which nodes are used twice, or end a long nesting.
static void choose_names(printer *p) {
  term_set used = {0};
  term_map nesting = {0};
  for (uint32_t i = 0; i < p->order.len; i++) {
    const node *n = node_of(p->tt, p->order.data[i]);
    const term *args = node_args(n);
    for (uint32_t k = 0; k < n->arity; k++)
      if (!term_set_add(&used, args[k]) && node_of(p->tt, args[k])->arity > 0)
        term_set_add(&p->wants, args[k]);
  }
  for (uint32_t i = 0; i < p->order.len; i++) {
    const node *n = node_of(p->tt, p->order.data[i]);
    const term *args = node_args(n);
    uint32_t depth = 0, below;
    for (uint32_t k = 0; k < n->arity; k++)
      if (!term_set_has(&p->wants, args[k]) &&
          term_map_find(&nesting, args[k], &below) && below >= depth)
        depth = below + 1;
    if (depth >= MAX_NESTING)
      term_set_add(&p->wants, p->order.data[i]);
    if (n->arity > 0)
      term_map_put(&nesting, p->order.data[i], depth);
  }
  term_set_free(&used);
  term_map_free(&nesting);
}

static printer printer_new(const terms *tt, const term *roots, uint32_t n,
                           strbuf *out) {
  printer p = {.tt = tt, .out = out};
  term_set seen = {0};
  term_postorder(tt, roots, n, &seen, &p.order);
  term_set_free(&seen);
  choose_names(&p);
  p.prefix = free_prefix(&p);
  return p;
}

static void printer_free(printer *p) {
  vec_free(&p->order);
  vec_free(&p->stack);
  term_map_free(&p->named);
  term_set_free(&p->wants);
}

static void print_name(printer *p, uint32_t number) {
  for (uint32_t i = 0; i < p->prefix; i++)
    strbuf_putc(p->out, '$');
  strbuf_printf(p->out, "%u", number);
}

// --- terms ------------------------------------------------------------------

static void print_head(printer *p, const node *n) {
  assert(n->arity > 0);
  const char *name = OPERATORS[n->kind];
  switch ((term_kind)n->kind) {
  case TERM_CONST_ARRAY:
    strbuf_puts(p->out, "((as const ");
    sort_print_smt2(p->tt, (sort){n->sort}, p->out);
    strbuf_putc(p->out, ')');
    return;
  case TERM_EXTRACT:
    strbuf_printf(p->out, "((_ %s %u %u)", name, n->words[1], n->words[2]);
    return;
  case TERM_ZERO_EXTEND:
  case TERM_SIGN_EXTEND:
  case TERM_INT_TO_BV:
    strbuf_printf(p->out, "((_ %s %u)", name, n->words[1]);
    return;
  default:
    assert(name);
    strbuf_putc(p->out, '(');
    strbuf_puts(p->out, name);
  }
}

// Prints a leaf or a name, else enters the node. 'fresh': t itself is being
// given a name, so that it is printed in full.
static void print_node(printer *p, term t, bool fresh) {
  const node *n = node_of(p->tt, t);
  uint32_t number;
  if (n->kind == TERM_VALUE)
    value_print_smt2(n->value, p->out);
  else if (n->kind == TERM_VARIABLE)
    print_symbol(n->variable.symbol, p->out);
  else if (!fresh && term_map_find(&p->named, t, &number))
    print_name(p, number);
  else {
    print_head(p, n);
    vec_push(&p->stack, ((frame){t, 0}));
  }
}

static void print_term(printer *p, term root, bool fresh) {
  assert(p->stack.len == 0);
  print_node(p, root, fresh);
  while (p->stack.len > 0) {
    frame *top = &vec_last(&p->stack);
    const node *n = node_of(p->tt, top->t);
    if (top->next == n->arity) {
      strbuf_putc(p->out, ')');
      (void)vec_pop(&p->stack);
      continue;
    }
    term arg = node_args(n)[top->next++];
    strbuf_putc(p->out, ' ');
    print_node(p, arg, false);
  }
}

// Gives t its name; it prints as that from now on.
static void assign_name(printer *p, term t) {
  assert(term_set_has(&p->wants, t));
  term_map_put(&p->named, t, ++p->names);
}

void term_print_smt2(const terms *tt, term t, strbuf *out) {
  printer p = printer_new(tt, &t, 1, out);
  for (uint32_t i = 0; i < p.order.len; i++) {
    term shared = p.order.data[i];
    if (!term_set_has(&p.wants, shared) || term_eq(shared, t))
      continue;
    strbuf_puts(out, "(let ((");
    print_name(&p, p.names + 1);
    strbuf_putc(out, ' ');
    print_term(&p, shared, true);
    strbuf_puts(out, ")) ");
    assign_name(&p, shared);
  }
  print_term(&p, t, true);
  for (uint32_t i = 0; i < p.names; i++)
    strbuf_putc(out, ')');
  printer_free(&p);
}

// --- scripts ----------------------------------------------------------------

static void print_declarations(const printer *p) {
  for (uint32_t i = 0; i < p->order.len; i++) {
    const node *n = node_of(p->tt, p->order.data[i]);
    if (n->kind != TERM_VARIABLE)
      continue;
    strbuf_puts(p->out, "(declare-const ");
    print_symbol(n->variable.symbol, p->out);
    strbuf_putc(p->out, ' ');
    sort_print_smt2(p->tt, (sort){n->sort}, p->out);
    strbuf_puts(p->out, ")\n");
  }
}

void term_print_declarations(const terms *tt, const term *roots, uint32_t n,
                             strbuf *out) {
  printer p = printer_new(tt, roots, n, out);
  print_declarations(&p);
  printer_free(&p);
}

static const char *logic_of(const printer *p) {
  bool arrays = false;
  for (uint32_t i = 0; i < p->order.len; i++) {
    sort s = sort_of(p->tt, p->order.data[i]);
    sort_kind kind = sort_get_kind(p->tt, s);
    for (; kind == SORT_ARRAY; kind = sort_get_kind(p->tt, s)) {
      arrays = true;
      if (sort_get_kind(p->tt, sort_index(p->tt, s)) != SORT_BV)
        return "ALL";
      s = sort_element(p->tt, s);
    }
    if (kind == SORT_INT || kind == SORT_REAL)
      return "ALL";
  }
  return arrays ? "QF_ABV" : "QF_BV";
}

static void print_definition(printer *p, term t) {
  assert(node_of(p->tt, t)->arity > 0 && "leaves need no name");
  strbuf_puts(p->out, "(define-fun ");
  print_name(p, p->names + 1);
  strbuf_puts(p->out, " () ");
  sort_print_smt2(p->tt, sort_of(p->tt, t), p->out);
  strbuf_putc(p->out, ' ');
  print_term(p, t, true);
  strbuf_puts(p->out, ")\n");
  assign_name(p, t);
}

void term_print_script(const terms *tt, const term *roots, uint32_t n,
                       strbuf *out) {
  printer p = printer_new(tt, roots, n, out);
  strbuf_printf(out, "(set-logic %s)\n", logic_of(&p));
  print_declarations(&p);
  for (uint32_t i = 0; i < p.order.len; i++)
    if (term_set_has(&p.wants, p.order.data[i]))
      print_definition(&p, p.order.data[i]);
  for (uint32_t i = 0; i < n; i++) {
    assert(is_bool(tt, roots[i]));
    strbuf_puts(out, "(assert ");
    print_term(&p, roots[i], false);
    strbuf_puts(out, ")\n");
  }
  strbuf_puts(out, "(check-sat)\n");
  printer_free(&p);
}
