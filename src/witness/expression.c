// SPDX-License-Identifier: Apache-2.0
// A parser by precedence that makes terms as it goes.
//
// An operand has a type (a width and a sign; booleans that came out of a
// comparison are ints), a term, and the condition under which it is defined.
// Two operands of an operator are brought to their common type as C says: both
// are promoted to int if narrower, then the wider type wins, and of two types
// of one width the unsigned one. (C's ranks beyond the width change nothing in
// the values.)
//
// What && and || and ?: do not evaluate need not be defined.
#include "witness/expression.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "program/pointee.h"

enum { INT_BITS = 32, MOST_DEPTH = 500, MOST_CELLS = 1024 };

typedef struct {
  term value;   // a bit-vector, or a Bool for an int that is 0 or 1
  term defined; // Bool
  uint32_t bits;
  bool is_signed;
  bool is_pointer; // only comparable with pointers and zero
} operand;

typedef struct {
  const expression_scope *scope;
  terms *tt;
  const char *at;
  strbuf *why;
  bool failed;
  uint32_t depth;
} reader;

// --- failing ----------------------------------------------------------------

static operand nothing(reader *r) {
  return (operand){term_bv(r->tt, INT_BITS, 0), term_true(r->tt), INT_BITS,
                   true, false};
}

__attribute__((format(printf, 2, 3))) static operand
fail(reader *r, const char *format, ...) {
  if (!r->failed) {
    va_list args;
    va_start(args, format);
    strbuf_vprintf(r->why, format, args);
    va_end(args);
  }
  r->failed = true;
  return nothing(r);
}

// --- words ------------------------------------------------------------------

static void skip_space(reader *r) {
  while (isspace((unsigned char)*r->at))
    r->at++;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool accept(reader *r, const char *mark) {
  skip_space(r);
  size_t length = strlen(mark);
  if (strncmp(r->at, mark, length) != 0)
    return false;
  if (is_word(mark[0]) && is_word(r->at[length]))
    return false;
  r->at += length;
  return true;
}

static void expect(reader *r, const char *mark) {
  if (!accept(r, mark))
    fail(r, "'%s' expected before '%.12s'", mark, r->at);
}

// Length of the identifier that comes next; 0: none does.
static size_t identifier(reader *r) {
  skip_space(r);
  if (isdigit((unsigned char)*r->at))
    return 0;
  size_t n = 0;
  while (is_word(r->at[n]))
    n++;
  return n;
}

// --- values and types -------------------------------------------------------

static term as_bits(reader *r, operand o) {
  if (!term_is_bool(r->tt, o.value))
    return o.value;
  assert(o.bits == INT_BITS);
  return term_ite(r->tt, o.value, term_bv(r->tt, INT_BITS, 1),
                  term_bv(r->tt, INT_BITS, 0));
}

static term as_condition(reader *r, operand o) {
  if (term_is_bool(r->tt, o.value))
    return o.value;
  return term_distinct(r->tt, o.value, term_bv(r->tt, o.bits, 0));
}

static operand truth(term condition, term defined) {
  return (operand){condition, defined, INT_BITS, true, false};
}

static operand convert(reader *r, operand o, uint32_t bits, bool is_signed) {
  if (o.is_pointer)
    return fail(r, "pointers are only compared here");
  term v = as_bits(r, o);
  if (bits < o.bits)
    v = term_extract(r->tt, v, bits - 1, 0);
  else if (bits > o.bits && o.is_signed)
    v = term_sign_extend(r->tt, v, bits - o.bits);
  else if (bits > o.bits)
    v = term_zero_extend(r->tt, v, bits - o.bits);
  return (operand){v, o.defined, bits, is_signed, false};
}

static operand promote(reader *r, operand o) {
  return o.bits < INT_BITS ? convert(r, o, INT_BITS, true) : o;
}

// Brings both to their common type.
static void balance(reader *r, operand *a, operand *b) {
  *a = promote(r, *a);
  *b = promote(r, *b);
  bool is_signed = a->bits > b->bits   ? a->is_signed
                   : a->bits < b->bits ? b->is_signed
                                       : a->is_signed && b->is_signed;
  uint32_t bits = a->bits > b->bits ? a->bits : b->bits;
  *a = convert(r, *a, bits, is_signed);
  *b = convert(r, *b, bits, is_signed);
}

// --- type names -------------------------------------------------------------

static const struct {
  const char *name;
  uint32_t bits; // 0: as a pointer
  bool is_signed;
} KNOWN_TYPES[] = {
    {"int8_t", 8, true},     {"uint8_t", 8, false},   {"int16_t", 16, true},
    {"uint16_t", 16, false}, {"int32_t", 32, true},   {"uint32_t", 32, false},
    {"int64_t", 64, true},   {"uint64_t", 64, false}, {"size_t", 0, false},
    {"ssize_t", 0, true},    {"ptrdiff_t", 0, true},  {"intptr_t", 0, true},
    {"uintptr_t", 0, false}};

typedef struct {
  uint32_t bits;
  bool is_signed, is_bool;
} type_name;

// The words of an integer type in any order. False: no type comes next.
static bool read_words(reader *r, type_name *out) {
  uint32_t longs = 0, words = 0;
  bool is_unsigned = false, is_char = false, is_short = false;
  *out = (type_name){0};
  for (;; words++) {
    if (accept(r, "unsigned"))
      is_unsigned = true;
    else if (accept(r, "long"))
      longs++;
    else if (accept(r, "short"))
      is_short = true;
    else if (accept(r, "char"))
      is_char = true;
    else if (accept(r, "_Bool") || accept(r, "bool"))
      out->is_bool = true;
    else if (!accept(r, "int") && !accept(r, "signed") && !accept(r, "const") &&
             !accept(r, "volatile"))
      break;
  }
  out->is_signed = !is_unsigned && !out->is_bool;
  out->bits = out->is_bool || is_char ? 8
              : is_short              ? 16
              : longs == 1            ? r->scope->long_bits
              : longs == 2            ? 64
                                      : INT_BITS;
  return words > 0;
}

static bool read_known(reader *r, type_name *out) {
  for (size_t i = 0; i < sizeof KNOWN_TYPES / sizeof *KNOWN_TYPES; i++)
    if (accept(r, KNOWN_TYPES[i].name)) {
      uint32_t bits = KNOWN_TYPES[i].bits;
      *out = (type_name){bits ? bits : r->scope->long_bits,
                         KNOWN_TYPES[i].is_signed, false};
      return true;
    }
  return false;
}

// '(' TYPE ')'. False: nothing of that kind comes next, and nothing was read.
static bool read_cast(reader *r, type_name *out) {
  const char *start = r->at;
  if (accept(r, "(") && (read_words(r, out) || read_known(r, out)) &&
      accept(r, ")"))
    return true;
  r->at = start;
  return false;
}

static operand cast_to(reader *r, operand o, type_name t) {
  if (t.is_bool)
    return truth(as_condition(r, o), o.defined);
  return convert(r, o, t.bits, t.is_signed);
}

// --- literals ---------------------------------------------------------------

static operand literal(reader *r, uint64_t n, uint32_t bits, bool is_signed) {
  return (operand){term_bv(r->tt, bits, n), term_true(r->tt), bits, is_signed,
                   false};
}

// The first type of C's list that has the value: a decimal literal without 'u'
// is never unsigned.
static operand typed_literal(reader *r, uint64_t n, bool is_decimal,
                             bool is_unsigned, uint32_t longs) {
  uint32_t least = longs == 2   ? 64
                   : longs == 1 ? r->scope->long_bits
                                : INT_BITS;
  for (uint32_t bits = least; bits <= 64; bits *= 2) {
    if (!is_unsigned && n >> (bits - 1) == 0)
      return literal(r, n, bits, true);
    if ((is_unsigned || !is_decimal) && (bits == 64 || n >> bits == 0))
      return literal(r, n, bits, false);
  }
  return fail(r, "the number %llu fits no type", (unsigned long long)n);
}

static operand read_number(reader *r) {
  char *end;
  bool is_decimal = r->at[0] != '0';
  unsigned long long n = strtoull(r->at, &end, 0);
  r->at = end;
  bool is_unsigned = false;
  uint32_t longs = 0;
  for (; *r->at && strchr("uUlL", *r->at); r->at++)
    if (*r->at == 'u' || *r->at == 'U')
      is_unsigned = true;
    else
      longs++;
  if (is_word(*r->at) || *r->at == '.' || longs > 2)
    return fail(r, "this number is no integer");
  return typed_literal(r, n, is_decimal, is_unsigned, longs);
}

static operand read_character(reader *r) {
  static const char letters[] = "abtnvfr\\'\"?0",
                    codes[] = "\a\b\t\n\v\f\r\\'\"?";
  r->at++;
  char c = *r->at;
  if (c == '\\') {
    r->at++;
    const char *known = *r->at ? strchr(letters, *r->at) : NULL;
    if (!known)
      return fail(r, "this character constant is not understood");
    c = codes[known - letters]; // '\0' is the end of 'codes'
  } else if (c == '\0' || c == '\'') {
    return fail(r, "this character constant is not understood");
  }
  r->at++;
  expect(r, "'");
  return literal(r, (uint64_t)(uint32_t)(signed char)c, INT_BITS, true);
}

// --- variables --------------------------------------------------------------

static operand read_expression(reader *r);

static operand of_variable(reader *r, term v, type_info type, term defined) {
  operand o = {.value = v, .defined = defined};
  if (term_is_bool(r->tt, v))
    return truth(v, defined);
  if (sort_get_kind(r->tt, term_sort(r->tt, v)) != SORT_BV)
    return fail(r, "only integers are understood here");
  o.bits = term_width(r->tt, v);
  switch (type.kind) {
  case TYPE_BOOL: // the lowest bit is its v
    return truth(
        term_eq_make(r->tt, term_extract(r->tt, v, 0, 0), term_bv(r->tt, 1, 1)),
        defined);
  case TYPE_SIGNED:
  case TYPE_CHAR:
    o.is_signed = true;
    return o;
  case TYPE_UNSIGNED:
    return o;
  case TYPE_POINTER:
    o.is_pointer = true;
    return o;
  case TYPE_FLOAT:
  case TYPE_INTEGER:
  case TYPE_WORD:
  case TYPE_OTHER:
    break;
  }
  return fail(r, "only integers are understood here");
}

static const var_info *info_of(const reader *r, var v) {
  return program_variable(r->scope->program, v);
}

static var find_variable(const reader *r, const char *name) {
  return r->scope->variable(r->scope->data, name);
}

// One subscript that is not constant: of a large array, which is one variable
// named without the subscript ...
static operand large_element(reader *r, var array, operand index) {
  term a = program_variable_term(r->scope->program, array);
  sort s = term_sort(r->tt, a);
  uint32_t bits = sort_width(r->tt, sort_index(r->tt, s));
  operand wide = convert(r, index, 64, index.is_signed);
  if (r->failed)
    return nothing(r);
  term i = bits < 64 ? term_extract(r->tt, wide.value, bits - 1, 0)
                     : term_zero_extend(r->tt, wide.value, bits - 64);
  return of_variable(r, term_select(r->tt, a, i), info_of(r, array)->type,
                     index.defined);
}

// ... or of one with a variable for each element: "a" and ".f" around it.
static operand small_element(reader *r, const char *before, const char *behind,
                             operand index) {
  operand wide = convert(r, index, 64, index.is_signed);
  if (r->failed)
    return nothing(r);
  term chosen = TERM_NONE, inside = term_false(r->tt);
  type_info type = {0};
  for (uint32_t i = 0; i < MOST_CELLS; i++) {
    strbuf name = {0};
    strbuf_printf(&name, "%s[%u]%s", before, i, behind);
    var v = find_variable(r, strbuf_text(&name));
    strbuf_free(&name);
    if (!v.id)
      break;
    type = info_of(r, v)->type;
    term element = program_variable_term(r->scope->program, v);
    term is_it = term_eq_make(r->tt, wide.value, term_bv(r->tt, 64, i));
    chosen = term_is_none(chosen) ? element
                                  : term_ite(r->tt, is_it, element, chosen);
    inside = term_or(r->tt, inside, is_it);
  }
  if (term_is_none(chosen))
    return fail(r, "'%s' is no array that is known here", before);
  return of_variable(r, chosen, type, term_and(r->tt, inside, index.defined));
}

// A name with its members and subscripts, written as the program does it.
typedef struct {
  strbuf before; // all of it, or what stands before the first subscript ...
  strbuf behind; // ... that is not constant, and what comes behind it
  bool has_index;
  operand index;
} designator;

static void read_subscript(reader *r, designator *d) {
  operand index = read_expression(r);
  expect(r, "]");
  strbuf *text = d->has_index ? &d->behind : &d->before;
  term bits = r->failed ? TERM_NONE : as_bits(r, index);
  if (!r->failed && term_is_value(r->tt, bits)) {
    strbuf_printf(
        text, "[%llu]",
        (unsigned long long)value_get_u64(term_get_value(r->tt, bits)));
    if (d->has_index || find_variable(r, strbuf_text(&d->before)).id)
      return;
    // Perhaps a large array, or one with further subscripts.
    return;
  }
  if (d->has_index) {
    fail(r, "two subscripts that are not constant");
    return;
  }
  d->has_index = true;
  d->index = index;
}

static void read_parts(reader *r, designator *d) {
  for (;;) {
    strbuf *text = d->has_index ? &d->behind : &d->before;
    if (accept(r, "[")) {
      read_subscript(r, d);
    } else if (accept(r, ".")) {
      size_t n = identifier(r);
      strbuf_putc(text, '.');
      strbuf_write(text, r->at, n);
      r->at += n;
    } else {
      break;
    }
    if (r->failed)
      return;
  }
}

// "a[3].f" of a large array: the variable "a.f" at index 3.
static var find_in_large(const reader *r, const char *name, uint64_t *index) {
  const char *open = strchr(name, '['), *close = strchr(name, ']');
  if (!open || !close)
    return VAR_NONE;
  strbuf whole = {0};
  strbuf_write(&whole, name, (size_t)(open - name));
  strbuf_puts(&whole, close + 1);
  var v = find_variable(r, strbuf_text(&whole));
  strbuf_free(&whole);
  *index = strtoull(open + 1, NULL, 10);
  bool is_large =
      v.id && sort_get_kind(r->tt, info_of(r, v)->sort) == SORT_ARRAY;
  return is_large ? v : VAR_NONE;
}

static operand pointer_to(reader *r, uint64_t address) {
  enum { POINTER_BITS = 64 };
  return (operand){.value = term_bv(r->tt, POINTER_BITS, address),
                   .defined = term_true(r->tt),
                   .bits = POINTER_BITS,
                   .is_pointer = true};
}

// No variable has that name: an element of a large array, or a function.
static operand resolve_other(reader *r, const char *name) {
  uint64_t found = 0;
  var v = find_in_large(r, name, &found);
  if (v.id)
    return large_element(r, v, literal(r, found, 64, false));
  if (pointee_of_function(r->scope->program, name, &found))
    return pointer_to(r, found);
  return fail(r, "'%s' means nothing that is known here", name);
}

static operand resolve(reader *r, designator *d) {
  const char *name = strbuf_text(&d->before);
  if (!d->has_index) {
    var v = find_variable(r, name);
    if (!v.id)
      return resolve_other(r, name);
    return of_variable(r, program_variable_term(r->scope->program, v),
                       info_of(r, v)->type, term_true(r->tt));
  }
  strbuf whole = {0};
  strbuf_printf(&whole, "%s%s", name, strbuf_text(&d->behind));
  var v = find_variable(r, strbuf_text(&whole));
  strbuf_free(&whole);
  if (v.id && sort_get_kind(r->tt, info_of(r, v)->sort) == SORT_ARRAY)
    return large_element(r, v, d->index);
  return small_element(r, name, strbuf_text(&d->behind), d->index);
}

static operand resolve_address(reader *r, const designator *d) {
  const char *name = strbuf_text(&d->before);
  uint64_t element = 0, address;
  if (d->has_index)
    return fail(r, "the address of an element that is not constant");
  var v = find_variable(r, name);
  if (!v.id)
    v = find_in_large(r, name, &element);
  bool is_known =
      v.id ? pointee_of_variable(r->scope->program, v, element, &address)
           : pointee_of_function(r->scope->program, name, &address);
  return is_known ? pointer_to(r, address)
                  : fail(r, "'%s' has no address that is known here", name);
}

// What has the name, or its address.
static operand read_name(reader *r, bool is_address) {
  designator d = {0};
  size_t n = identifier(r);
  strbuf_write(&d.before, r->at, n);
  r->at += n;
  skip_space(r);
  operand o;
  if (*r->at == '(') {
    o = fail(r, "a call is no part of such an expression");
  } else {
    read_parts(r, &d);
    o = r->failed    ? nothing(r)
        : is_address ? resolve_address(r, &d)
                     : resolve(r, &d);
  }
  strbuf_free(&d.before);
  strbuf_free(&d.behind);
  return o;
}

// --- operators --------------------------------------------------------------

static operand read_sizeof(reader *r) {
  type_name t;
  if (!read_cast(r, &t))
    return fail(r, "sizeof is understood of integer types only");
  return literal(r, t.bits / 8, r->scope->long_bits, false);
}

static operand read_primary(reader *r) {
  skip_space(r);
  if (accept(r, "(")) {
    operand o = read_expression(r);
    expect(r, ")");
    return o;
  }
  if (accept(r, "\\result")) {
    if (term_is_none(r->scope->result))
      return fail(r, "there is no \\result here");
    return of_variable(r, r->scope->result, r->scope->result_type,
                       term_true(r->tt));
  }
  if (isdigit((unsigned char)*r->at))
    return read_number(r);
  if (*r->at == '\'')
    return read_character(r);
  if (accept(r, "sizeof"))
    return read_sizeof(r);
  if (accept(r, "NULL") || accept(r, "false"))
    return literal(r, 0, INT_BITS, true);
  if (accept(r, "true"))
    return literal(r, 1, INT_BITS, true);
  if (identifier(r) > 0)
    return read_name(r, false);
  return *r->at ? fail(r, "'%.12s' is not understood", r->at)
                : fail(r, "the expression ends too early");
}

static operand read_unary(reader *r);

static operand apply_unary(reader *r, char op) {
  operand o = read_unary(r);
  if (op == '!')
    return truth(term_not(r->tt, as_condition(r, o)), o.defined);
  if (o.is_pointer)
    return fail(r, "pointers are only compared here");
  o = promote(r, o);
  o.value = as_bits(r, o);
  if (op == '-')
    o.value = term_bvneg(r->tt, o.value);
  else if (op == '~')
    o.value = term_bvnot(r->tt, o.value);
  return o;
}

static operand read_address(reader *r) {
  r->at++;
  skip_space(r);
  return identifier(r) > 0 ? read_name(r, true)
                           : fail(r, "only names have addresses here");
}

static operand read_unary(reader *r) {
  skip_space(r);
  type_name t;
  operand o;
  if (++r->depth > MOST_DEPTH) {
    o = fail(r, "the expression is nested too deep");
  } else if (*r->at && strchr("!-~+", *r->at) && r->at[1] != r->at[0]) {
    char op = *r->at++;
    o = apply_unary(r, op);
  } else if (*r->at == '!' || *r->at == '~') { // twice
    char op = *r->at++;
    o = apply_unary(r, op);
  } else if (*r->at == '&') {
    o = read_address(r);
  } else if (read_cast(r, &t)) {
    o = cast_to(r, read_unary(r), t);
  } else {
    o = read_primary(r);
  }
  r->depth--;
  return o;
}

// Binary operators by precedence; longer ones come before their beginnings.
typedef enum {
  OP_OR,
  OP_AND,
  OP_BITOR,
  OP_BITXOR,
  OP_BITAND,
  OP_EQ,
  OP_NE,
  OP_LE,
  OP_GE,
  OP_SHL,
  OP_SHR,
  OP_LT,
  OP_GT,
  OP_ADD,
  OP_SUB,
  OP_MUL,
  OP_DIV,
  OP_REM,
  OP_NONE
} binary;

static const struct {
  const char *text;
  uint32_t precedence;
} BINARY[] = {
    [OP_OR] = {"||", 1},    [OP_AND] = {"&&", 2},   [OP_BITOR] = {"|", 3},
    [OP_BITXOR] = {"^", 4}, [OP_BITAND] = {"&", 5}, [OP_EQ] = {"==", 6},
    [OP_NE] = {"!=", 6},    [OP_LE] = {"<=", 7},    [OP_GE] = {">=", 7},
    [OP_SHL] = {"<<", 8},   [OP_SHR] = {">>", 8},   [OP_LT] = {"<", 7},
    [OP_GT] = {">", 7},     [OP_ADD] = {"+", 9},    [OP_SUB] = {"-", 9},
    [OP_MUL] = {"*", 10},   [OP_DIV] = {"/", 10},   [OP_REM] = {"%", 10}};

static binary next_binary(reader *r) {
  skip_space(r);
  for (binary op = OP_OR; op < OP_NONE; op++) {
    size_t n = strlen(BINARY[op].text);
    if (strncmp(r->at, BINARY[op].text, n) == 0)
      return r->at[n] == '=' && op > OP_GE ? OP_NONE : op;
  }
  return OP_NONE;
}

static operand logical(reader *r, binary op, operand a, operand b) {
  term left = as_condition(r, a), right = as_condition(r, b);
  terms *tt = r->tt;
  // The right side is looked at only where the left one does not decide.
  term skipped = op == OP_AND ? term_not(tt, left) : left;
  term defined = term_and(tt, a.defined, term_or(tt, skipped, b.defined));
  return truth(op == OP_AND ? term_and(tt, left, right)
                            : term_or(tt, left, right),
               defined);
}

static bool is_null(reader *r, operand o) {
  return !o.is_pointer && !term_is_bool(r->tt, o.value) &&
         term_is_value(r->tt, o.value) &&
         value_get_u64(term_get_value(r->tt, o.value)) == 0;
}

// With another one, or with null. Values that are the same are equal pointers;
// that others may be, too (the end of an object and the start of the next one),
// is not said: such an invariant asks for more than it has to.
static operand compare_pointers(reader *r, binary op, operand a, operand b) {
  operand p = a.is_pointer ? a : b, other = a.is_pointer ? b : a;
  if (op != OP_EQ && op != OP_NE)
    return fail(r, "pointers are only compared for equality here");
  if (other.is_pointer ? other.bits != p.bits : !is_null(r, other))
    return fail(r, "a pointer is only compared with pointers and null here");
  term to = other.is_pointer ? other.value : term_bv(r->tt, p.bits, 0);
  term is_equal = term_eq_make(r->tt, p.value, to);
  return truth(op == OP_EQ ? is_equal : term_not(r->tt, is_equal),
               term_and(r->tt, p.defined, other.defined));
}

static operand compare(reader *r, binary op, operand a, operand b) {
  if (a.is_pointer || b.is_pointer)
    return compare_pointers(r, op, a, b);
  balance(r, &a, &b);
  if (r->failed)
    return nothing(r);
  terms *tt = r->tt;
  term x = a.value, y = b.value, defined = term_and(tt, a.defined, b.defined);
  if (op == OP_GT || op == OP_GE) {
    term swap = x;
    x = y;
    y = swap;
  }
  switch (op) {
  case OP_EQ:
    return truth(term_eq_make(tt, x, y), defined);
  case OP_NE:
    return truth(term_distinct(tt, x, y), defined);
  case OP_LT:
  case OP_GT:
    return truth(a.is_signed ? term_bvslt(tt, x, y) : term_bvult(tt, x, y),
                 defined);
  default:
    return truth(a.is_signed ? term_bvsle(tt, x, y) : term_bvule(tt, x, y),
                 defined);
  }
}

// Each side is promoted by itself; the type is that of the left one.
static operand shift(reader *r, binary op, operand a, operand b) {
  a = promote(r, a);
  b = promote(r, b);
  a = convert(r, a, a.bits, a.is_signed);
  b = convert(r, b, b.bits, b.is_signed);
  if (r->failed)
    return nothing(r);
  terms *tt = r->tt;
  term fits = term_bvult(tt, b.value, term_bv(tt, b.bits, a.bits));
  term by = convert(r, b, a.bits, false).value;
  term v = op == OP_SHL  ? term_bvshl(tt, a.value, by)
           : a.is_signed ? term_bvashr(tt, a.value, by)
                         : term_bvlshr(tt, a.value, by);
  a.defined = term_and(tt, fits, term_and(tt, a.defined, b.defined));
  a.value = v;
  return a;
}

// Zero divides nothing, and the least number has no quotient by -1.
static term is_divisible(reader *r, operand a, operand b) {
  terms *tt = r->tt;
  term fine = term_distinct(tt, b.value, term_bv(tt, b.bits, 0));
  if (!a.is_signed)
    return fine;
  term least =
      term_bvshl(tt, term_bv(tt, a.bits, 1), term_bv(tt, a.bits, a.bits - 1));
  term overflows = term_and(
      tt, term_eq_make(tt, a.value, least),
      term_eq_make(tt, b.value, term_bvnot(tt, term_bv(tt, b.bits, 0))));
  return term_and(tt, fine, term_not(tt, overflows));
}

static term divide(reader *r, binary op, operand a, operand b) {
  if (op == OP_DIV)
    return a.is_signed ? term_bvsdiv(r->tt, a.value, b.value)
                       : term_bvudiv(r->tt, a.value, b.value);
  return a.is_signed ? term_bvsrem(r->tt, a.value, b.value)
                     : term_bvurem(r->tt, a.value, b.value);
}

static operand arithmetic(reader *r, binary op, operand a, operand b) {
  balance(r, &a, &b);
  if (r->failed)
    return nothing(r);
  terms *tt = r->tt;
  operand out = a;
  out.defined = term_and(tt, a.defined, b.defined);
  switch (op) {
  case OP_BITOR:
    out.value = term_bvor(tt, a.value, b.value);
    break;
  case OP_BITXOR:
    out.value = term_bvxor(tt, a.value, b.value);
    break;
  case OP_BITAND:
    out.value = term_bvand(tt, a.value, b.value);
    break;
  case OP_ADD:
    out.value = term_bvadd(tt, a.value, b.value);
    break;
  case OP_SUB:
    out.value = term_bvsub(tt, a.value, b.value);
    break;
  case OP_MUL:
    out.value = term_bvmul(tt, a.value, b.value);
    break;
  default:
    out.defined = term_and(tt, out.defined, is_divisible(r, a, b));
    out.value = divide(r, op, a, b);
  }
  return out;
}

static operand apply_binary(reader *r, binary op, operand a, operand b) {
  if (r->failed)
    return nothing(r);
  switch (op) {
  case OP_OR:
  case OP_AND:
    return logical(r, op, a, b);
  case OP_EQ:
  case OP_NE:
  case OP_LE:
  case OP_GE:
  case OP_LT:
  case OP_GT:
    return compare(r, op, a, b);
  case OP_SHL:
  case OP_SHR:
    return shift(r, op, a, b);
  default:
    return arithmetic(r, op, a, b);
  }
}

static operand read_binary(reader *r, uint32_t least) {
  operand a = read_unary(r);
  for (;;) {
    binary op = r->failed ? OP_NONE : next_binary(r);
    if (op == OP_NONE || BINARY[op].precedence < least)
      return a;
    r->at += strlen(BINARY[op].text);
    operand b = read_binary(r, BINARY[op].precedence + 1);
    a = apply_binary(r, op, a, b);
  }
}

static operand read_choice(reader *r, operand condition) {
  operand yes = read_expression(r);
  expect(r, ":");
  operand no = read_expression(r);
  if (r->failed)
    return nothing(r);
  if (term_is_bool(r->tt, yes.value) && term_is_bool(r->tt, no.value)) {
    // Both are 0 or 1 already.
  } else {
    balance(r, &yes, &no);
    if (r->failed)
      return nothing(r);
  }
  term c = as_condition(r, condition);
  yes.value = term_ite(r->tt, c, yes.value, no.value);
  yes.defined = term_and(r->tt, condition.defined,
                         term_ite(r->tt, c, yes.defined, no.defined));
  return yes;
}

static operand read_expression(reader *r) {
  if (++r->depth > MOST_DEPTH)
    return fail(r, "the expression is nested too deep");
  operand o = read_binary(r, 1);
  if (!r->failed && accept(r, "?"))
    o = read_choice(r, o);
  r->depth--;
  return o;
}

term expression_read(const expression_scope *scope, const char *text,
                     strbuf *why) {
  assert(scope && text && why);
  assert(scope->long_bits == 32 || scope->long_bits == 64);
  reader r = {.scope = scope, .tt = scope->tt, .at = text, .why = why};
  operand o = read_expression(&r);
  skip_space(&r);
  if (!r.failed && *r.at)
    fail(&r, "'%.12s' is not understood", r.at);
  if (r.failed)
    return TERM_NONE;
  return term_and(r.tt, o.defined, as_condition(&r, o));
}
