// SPDX-License-Identifier: Apache-2.0
// Terms as C expressions.
//
// A bit-vector of width w <= 64 is written in one of two forms: one whose C
// value is the unsigned reading of the bits, of type 'unsigned int' (w <= 32;
// narrower values may promote to 'int') or 'unsigned long long', or one whose
// value is the signed reading, of type 'int' or 'long long'. Arithmetic is done
// on the unsigned forms, where C wraps as the term does, and cast to its width;
// a reader decides by the operator which form it asks of an operand. 'char' has
// 8, 'short' 16, 'int' 32 and 'long long' 64 bits in both data models, so the
// text means the same in both. Conversions to signed types wrap and '>>' of a
// negative number copies the sign, as in every compiler we know.
//
// The expression is a tree; its size is bounded by the caller. Texts and
// operands wait on a stack: an operator is a pattern like "(%0u + %1u)", in
// which a digit stands for an argument and a letter for the form asked for.
#include "term/text/print.h"

#include <inttypes.h>

#include "base/unreachable.h"
#include "term/node.h"

typedef enum { FORM_UNSIGNED, FORM_SIGNED, FORM_BOOL } form;

// A pattern to be written, from where it stopped; or, without one, a term.
typedef struct {
  const char *pattern;
  term t;
  form form;
} item;

typedef struct {
  const terms *tt;
  term_c_name name;
  term_c_atom atom;
  void *data;
  strbuf *out;
  arena *mem; // patterns made on the way
  VEC(item) stack;
  uint32_t left; // nodes that may still be written
  bool failed;
} c_printer;

static void fail(c_printer *p) { p->failed = true; }

// Later pushes are written first.
static void push_pattern(c_printer *p, const char *pattern, term t) {
  vec_push(&p->stack, ((item){pattern, t, FORM_UNSIGNED}));
}

static void push_term(c_printer *p, term t, form f) {
  assert(!term_is_none(t));
  vec_push(&p->stack, ((item){NULL, t, f}));
}

// --- types ------------------------------------------------------------------

static const char *type_name(uint32_t width, form f) {
  bool is_signed = f == FORM_SIGNED;
  switch (width) {
  case 8:
    return is_signed ? "signed char" : "unsigned char";
  case 16:
    return is_signed ? "short" : "unsigned short";
  case 32:
    return is_signed ? "int" : "unsigned int";
  case 64:
    return is_signed ? "long long" : "unsigned long long";
  default:
    return NULL;
  }
}

// The type that computes at a width: it has at least so many bits.
static const char *wide_type(uint32_t width, form f) {
  return type_name(width <= 32 ? 32 : 64, f);
}

static const char *literal_suffix(uint32_t width) {
  return width <= 32 ? "u" : "ull";
}

// Writes what 'pattern' makes of t's arguments, in an unsigned type at least as
// wide as t, cut to the width of t and in the wanted form.
static void push_wrapped(c_printer *p, term t, form f, const char *pattern) {
  uint32_t width = width_of(p->tt, t), spare = (width <= 32 ? 32 : 64) - width;
  const char *text;
  assert(f != FORM_BOOL && width >= 1 && width <= 64);
  if (type_name(width, f))
    text = arena_printf(p->mem, "(%s)%s", type_name(width, f), pattern);
  else if (f == FORM_UNSIGNED)
    text = arena_printf(p->mem, "(%s & 0x%" PRIx64 "%s)", pattern,
                        ~(uint64_t)0 >> (64 - width), literal_suffix(width));
  else
    text = arena_printf(p->mem, "((%s)((%%w)%s << %u) >> %u)",
                        wide_type(width, f), pattern, spare, spare);
  push_pattern(p, text, t);
}

// The same for arithmetic on operands of the width of t: in unsigned types of
// 32 and 64 bits C wraps by itself.
static void push_arithmetic(c_printer *p, term t, form f, const char *pattern) {
  uint32_t width = width_of(p->tt, t);
  if (f == FORM_UNSIGNED && (width == 32 || width == 64))
    push_pattern(p, pattern, t);
  else
    push_wrapped(p, t, f, pattern);
}

// --- leaves -----------------------------------------------------------------

static void print_unsigned(c_printer *p, value v) {
  assert(v.kind == VALUE_BV && v.width <= 64);
  strbuf_printf(p->out, "%" PRIu64 "%s", value_get_u64(v),
                literal_suffix(v.width));
}

static void print_signed(c_printer *p, value v) {
  assert(v.kind == VALUE_BV && v.width <= 64);
  int64_t n = value_get_s64(v);
  const char *suffix = v.width <= 32 ? "" : "ll";
  // The literal of the least number would not fit its own type.
  if ((v.width == 32 || v.width == 64) && n == INT64_MIN >> (64 - v.width))
    strbuf_printf(p->out, "(%" PRId64 "%s - 1)", n + 1, suffix);
  else if (n < 0)
    strbuf_printf(p->out, "(%" PRId64 "%s)", n, suffix);
  else
    strbuf_printf(p->out, "%" PRId64 "%s", n, suffix);
}

static void print_value(c_printer *p, value v, form f) {
  if (f == FORM_BOOL)
    strbuf_puts(p->out, value_is_true(v) ? "1" : "0");
  else if (f == FORM_SIGNED)
    print_signed(p, v);
  else
    print_unsigned(p, v);
}

// The bits of a variable by its own name, in the form it does not have.
static void print_converted(c_printer *p, const char *name, uint32_t width,
                            form f) {
  if (width == 1) // a _Bool: 1 is minus one as a signed bit
    strbuf_printf(p->out, "(-(int)%s)", name);
  else
    strbuf_printf(p->out, "(%s)%s", type_name(width, f), name);
}

static void print_variable(c_printer *p, term t, form f) {
  bool is_signed = false;
  const char *name = p->name(p->data, t, &is_signed);
  if (!name) {
    fail(p);
    return;
  }
  if (f != FORM_BOOL) {
    uint32_t width = width_of(p->tt, t);
    if (width != 1 && !type_name(width, f)) {
      fail(p);
      return;
    }
    if (is_signed != (f == FORM_SIGNED)) {
      print_converted(p, name, width, f);
      return;
    }
  }
  strbuf_puts(p->out, name);
}

// --- shapes -----------------------------------------------------------------

// Signed or unsigned, by what is at the left bottom: as its author saw it.
static form natural_form(c_printer *p, term t) {
  for (uint32_t steps = 0; steps < 16; steps++) {
    const node *n = node_of(p->tt, t);
    bool is_signed = false;
    if (n->kind == TERM_VARIABLE) {
      p->name(p->data, t, &is_signed);
      return is_signed ? FORM_SIGNED : FORM_UNSIGNED;
    }
    if (n->kind == TERM_ZERO_EXTEND || n->kind == TERM_EXTRACT ||
        n->kind == TERM_CONCAT || n->arity == 0)
      return FORM_UNSIGNED;
    t = (term){n->words[n->kind == TERM_ITE ? 1 : 0]};
  }
  return FORM_UNSIGNED;
}

// op(a, b) where both are read in one form; a constant goes to the right.
static void push_comparison(c_printer *p, term t, const char *op,
                            const char *swapped, form f) {
  bool swap = is_value(p->tt, arg_of(p->tt, t, 0));
  char letter = f == FORM_SIGNED ? 's' : f == FORM_BOOL ? 'b' : 'u';
  push_pattern(p,
               arena_printf(p->mem, "(%%%d%c %s %%%d%c)", swap, letter,
                            swap ? swapped : op, !swap, letter),
               t);
}

static void push_equality(c_printer *p, term t, const char *op) {
  term a = arg_of(p->tt, t, 0);
  if (is_bool(p->tt, a))
    push_pattern(p, arena_printf(p->mem, "(!%%0b %s !%%1b)", op), t);
  else if (is_bv(p->tt, a))
    push_comparison(p, t, op, op, natural_form(p, a));
  else
    fail(p);
}

static void push_not(c_printer *p, term t) {
  assert(is_kind(p->tt, t, TERM_NOT));
  term a = arg_of(p->tt, t, 0);
  if (is_kind(p->tt, a, TERM_EQ))
    push_equality(p, a, "!=");
  else
    push_pattern(p, "!%0b", t);
}

static void push_junction(c_printer *p, term t) {
  const node *n = node_of(p->tt, t);
  assert(n->arity >= 2);
  if (n->arity > p->left) {
    fail(p);
    return;
  }
  const char *op = n->kind == TERM_AND ? " && " : " || ";
  push_pattern(p, ")", t);
  for (uint32_t i = n->arity; i-- > 0;) {
    push_term(p, node_args(n)[i], FORM_BOOL);
    push_pattern(p, i == 0 ? "(" : op, t);
  }
}

static void push_bool(c_printer *p, term t) {
  switch (kind_of(p->tt, t)) {
  case TERM_NOT:
    push_not(p, t);
    return;
  case TERM_AND:
  case TERM_OR:
    push_junction(p, t);
    return;
  case TERM_EQ:
    push_equality(p, t, "==");
    return;
  case TERM_ITE:
    push_pattern(p, "(%0b ? %1b : %2b)", t);
    return;
  case TERM_BVULT:
    push_comparison(p, t, "<", ">", FORM_UNSIGNED);
    return;
  case TERM_BVULE:
    push_comparison(p, t, "<=", ">=", FORM_UNSIGNED);
    return;
  case TERM_BVSLT:
    push_comparison(p, t, "<", ">", FORM_SIGNED);
    return;
  case TERM_BVSLE:
    push_comparison(p, t, "<=", ">=", FORM_SIGNED);
    return;
  default:
    fail(p);
  }
}

// a + b, or a - b where b shows a minus.
static const char *sum_pattern(c_printer *p, term t) {
  assert(is_kind(p->tt, t, TERM_BVADD));
  term a = arg_of(p->tt, t, 0), b = arg_of(p->tt, t, 1);
  if (is_kind(p->tt, b, TERM_BVNEG))
    return "(%0u - %4u)";
  if (is_kind(p->tt, a, TERM_BVNEG))
    return "(%1u - %3u)";
  if (is_value(p->tt, b) && width_of(p->tt, b) <= 64 &&
      value_get_s64(value_of(p->tt, b)) < 0) {
    uint64_t minus = 0 - (uint64_t)value_get_s64(value_of(p->tt, b));
    return arena_printf(p->mem, "(%%0u - %" PRIu64 "%s)", minus,
                        literal_suffix(width_of(p->tt, b)));
  }
  return "(%0u + %1u)";
}

// Is b a constant by which C divides as SMT-LIB does?
static bool is_safe_divisor(const terms *tt, term b, bool is_signed) {
  if (!is_value(tt, b))
    return false;
  value v = value_of(tt, b);
  assert(v.width <= 64);
  return value_get_u64(v) != 0 && !(is_signed && value_get_s64(v) == -1);
}

// Division by zero, and of the least number by -1, have a value in the term.
static void push_division(c_printer *p, term t, form f) {
  bool safe = is_safe_divisor(p->tt, arg_of(p->tt, t, 1), false);
  bool safe_signed = is_safe_divisor(p->tt, arg_of(p->tt, t, 1), true);
  switch (kind_of(p->tt, t)) {
  case TERM_BVUDIV:
    push_wrapped(p, t, f,
                 safe ? "(%0u / %1u)" : "(%1u == 0 ? ~0ull : %0u / %1u)");
    return;
  case TERM_BVUREM:
    push_wrapped(p, t, f,
                 safe ? "(%0u % %1u)" : "(%1u == 0 ? %0u : %0u % %1u)");
    return;
  case TERM_BVSDIV:
    push_wrapped(p, t, f,
                 safe_signed ? "(%w)(%0s / %1s)"
                             : "(%1s == 0 ? (%0s < 0 ? 1ull : ~0ull) : %1s == "
                               "-1 ? 0ull - %0u : (%w)(%0s / %1s))");
    return;
  default:
    push_wrapped(p, t, f,
                 safe_signed ? "(%w)(%0s % %1s)"
                             : "(%1s == 0 ? %0u : %1s == -1 ? 0ull : "
                               "(%w)(%0s % %1s))");
  }
}

// Shifts by the width or more have a value in the term.
static void push_shift(c_printer *p, term t, form f) {
  term_kind kind = kind_of(p->tt, t);
  assert(kind >= TERM_BVSHL && kind <= TERM_BVASHR);
  uint32_t width = width_of(p->tt, t);
  const char *shift = kind == TERM_BVSHL    ? "(%0W << %1u)"
                      : kind == TERM_BVLSHR ? "(%0W >> %1u)"
                                            : "(%w)(%0s >> %1u)";
  const char *beyond =
      kind == TERM_BVASHR ? "(%0s < 0 ? ~0ull : 0ull)" : "0ull";
  push_wrapped(
      p, t, f,
      arena_printf(p->mem, "(%%1u < %u ? %s : %s)", width, shift, beyond));
}

static void push_extract(c_printer *p, term t, form f) {
  assert(is_kind(p->tt, t, TERM_EXTRACT));
  uint32_t low = node_of(p->tt, t)->words[2];
  push_wrapped(p, t, f,
               low == 0 ? "%0u" : arena_printf(p->mem, "(%%0u >> %u)", low));
}

static void push_concat(c_printer *p, term t, form f) {
  assert(is_kind(p->tt, t, TERM_CONCAT));
  uint32_t low = width_of(p->tt, arg_of(p->tt, t, 1));
  push_wrapped(p, t, f, arena_printf(p->mem, "((%%w)%%0u << %u | %%1u)", low));
}

static void push_extension(c_printer *p, term t, form f) {
  bool is_signed = is_kind(p->tt, t, TERM_SIGN_EXTEND);
  push_wrapped(p, t, f, is_signed ? "(%w)%0s" : "(%w)%0u");
}

static void push_bv(c_printer *p, term t, form f) {
  switch (kind_of(p->tt, t)) {
  case TERM_ITE:
    push_pattern(
        p, f == FORM_SIGNED ? "(%0b ? %1s : %2s)" : "(%0b ? %1u : %2u)", t);
    return;
  case TERM_BVNOT:
    push_arithmetic(p, t, f, "(~%0u)");
    return;
  case TERM_BVNEG:
    push_arithmetic(p, t, f, "(0u - %0u)");
    return;
  case TERM_BVAND:
    push_arithmetic(p, t, f, "(%0u & %1u)");
    return;
  case TERM_BVOR:
    push_arithmetic(p, t, f, "(%0u | %1u)");
    return;
  case TERM_BVXOR:
    push_arithmetic(p, t, f, "(%0u ^ %1u)");
    return;
  case TERM_BVADD:
    push_arithmetic(p, t, f, sum_pattern(p, t));
    return;
  case TERM_BVMUL: // not in int, where two unsigned shorts overflow
    push_arithmetic(p, t, f, "(%0W * %1u)");
    return;
  case TERM_BVUDIV:
  case TERM_BVUREM:
  case TERM_BVSDIV:
  case TERM_BVSREM:
    push_division(p, t, f);
    return;
  case TERM_BVSHL:
  case TERM_BVLSHR:
  case TERM_BVASHR:
    push_shift(p, t, f);
    return;
  case TERM_CONCAT:
    push_concat(p, t, f);
    return;
  case TERM_EXTRACT:
    push_extract(p, t, f);
    return;
  case TERM_ZERO_EXTEND:
  case TERM_SIGN_EXTEND:
    push_extension(p, t, f);
    return;
  default:
    fail(p);
  }
}

// --- the machine ------------------------------------------------------------

static void print_node(c_printer *p, term t, form f) {
  if (p->left == 0) {
    fail(p);
    return;
  }
  p->left--;
  bool has_form = is_bool(p->tt, t) ? f == FORM_BOOL
                                    : is_bv(p->tt, t) && f != FORM_BOOL &&
                                          width_of(p->tt, t) <= 64;
  const node *n = node_of(p->tt, t);
  if (!has_form)
    fail(p);
  else if (n->kind == TERM_VALUE)
    print_value(p, n->value, f);
  else if (n->kind == TERM_VARIABLE)
    print_variable(p, t, f);
  else if (f != FORM_BOOL)
    push_bv(p, t, f);
  else if (!p->atom || !p->atom(p->data, t, p->out))
    push_bool(p, t);
}

// '%0u': argument 0 unsigned, 's' signed, 'b' Boolean, 'W' unsigned and cast
// to a type that has all the bits of t; '%3u' and '%4u': what argument 0 or 1
// negates; '%w': the wide unsigned type of t. Other percent signs are C's.
static const char *print_directive(c_printer *p, const char *at, term t) {
  assert(*at == '%');
  if (at[1] == 'w') {
    strbuf_puts(p->out, wide_type(width_of(p->tt, t), FORM_UNSIGNED));
    return at + 2;
  }
  if (at[1] < '0' || at[1] > '4') {
    strbuf_putc(p->out, '%');
    return at + 1;
  }
  uint32_t i = (uint32_t)(at[1] - '0');
  term arg =
      i < 3 ? arg_of(p->tt, t, i) : arg_of(p->tt, arg_of(p->tt, t, i - 3), 0);
  form f = at[2] == 's'   ? FORM_SIGNED
           : at[2] == 'b' ? FORM_BOOL
                          : FORM_UNSIGNED;
  if (at[2] == 'W')
    strbuf_printf(p->out, "(%s)", wide_type(width_of(p->tt, t), f));
  push_pattern(p, at + 3, t);
  push_term(p, arg, f);
  return NULL; // the rest waits behind the argument
}

static void print_pattern(c_printer *p, const char *pattern, term t) {
  while (pattern && *pattern) {
    if (*pattern == '%')
      pattern = print_directive(p, pattern, t);
    else
      strbuf_putc(p->out, *pattern++);
  }
}

static form root_form(c_printer *p, term t) {
  return is_bv(p->tt, t) ? natural_form(p, t) : FORM_BOOL;
}

bool term_print_c(const terms *tt, term t, term_c_name name, term_c_atom atom,
                  void *data, uint32_t max_nodes, strbuf *out) {
  c_printer p = {.tt = tt,
                 .name = name,
                 .atom = atom,
                 .data = data,
                 .out = out,
                 .mem = arena_new(),
                 .left = max_nodes};
  size_t start = out->len;
  push_term(&p, t, root_form(&p, t));
  while (p.stack.len > 0 && !p.failed) {
    item i = vec_pop(&p.stack);
    if (i.pattern)
      print_pattern(&p, i.pattern, i.t);
    else
      print_node(&p, i.t, i.form);
  }
  if (p.failed && out->text) {
    out->len = start;
    out->text[start] = '\0';
  }
  arena_free(p.mem);
  vec_free(&p.stack);
  return !p.failed;
}
