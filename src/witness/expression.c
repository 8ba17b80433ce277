// SPDX-License-Identifier: Apache-2.0
// A parser by precedence that makes operands as it goes (operand.h), and of
// names what they mean (designator.h).
#include "witness/expression.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "witness/designator.h"

enum { MOST_DEPTH = 500 };

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
static bool read_words(phrase *r, type_name *out) {
  uint32_t longs = 0, words = 0;
  bool is_unsigned = false, is_char = false, is_short = false;
  *out = (type_name){0};
  for (;; words++) {
    if (phrase_accept(r, "unsigned"))
      is_unsigned = true;
    else if (phrase_accept(r, "long"))
      longs++;
    else if (phrase_accept(r, "short"))
      is_short = true;
    else if (phrase_accept(r, "char"))
      is_char = true;
    else if (phrase_accept(r, "_Bool") || phrase_accept(r, "bool"))
      out->is_bool = true;
    else if (!phrase_accept(r, "int") && !phrase_accept(r, "signed") &&
             !phrase_accept(r, "const") && !phrase_accept(r, "volatile"))
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

static bool read_known(phrase *r, type_name *out) {
  for (size_t i = 0; i < sizeof KNOWN_TYPES / sizeof *KNOWN_TYPES; i++)
    if (phrase_accept(r, KNOWN_TYPES[i].name)) {
      uint32_t bits = KNOWN_TYPES[i].bits;
      *out = (type_name){bits ? bits : r->scope->long_bits,
                         KNOWN_TYPES[i].is_signed, false};
      return true;
    }
  return false;
}

// '(' TYPE ')'. False: nothing of that kind comes next, and nothing was read.
static bool read_cast(phrase *r, type_name *out) {
  const char *start = r->at;
  if (phrase_accept(r, "(") && (read_words(r, out) || read_known(r, out)) &&
      phrase_accept(r, ")"))
    return true;
  r->at = start;
  return false;
}

static operand cast_to(phrase *r, operand o, type_name t) {
  if (t.is_bool)
    return operand_truth(operand_condition(r, o), o.defined);
  return operand_convert(r, o, t.bits, t.is_signed);
}

// --- literals ---------------------------------------------------------------

// The first type of C's list that has the value: a decimal literal without 'u'
// is never unsigned.
static operand typed_literal(phrase *r, uint64_t n, bool is_decimal,
                             bool is_unsigned, uint32_t longs) {
  uint32_t least = longs == 2   ? 64
                   : longs == 1 ? r->scope->long_bits
                                : INT_BITS;
  for (uint32_t bits = least; bits <= 64; bits *= 2) {
    if (!is_unsigned && n >> (bits - 1) == 0)
      return operand_literal(r, n, bits, true);
    if ((is_unsigned || !is_decimal) && (bits == 64 || n >> bits == 0))
      return operand_literal(r, n, bits, false);
  }
  return phrase_fail(r, "the number %llu fits no type", (unsigned long long)n);
}

static operand read_number(phrase *r) {
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
  if (phrase_is_word(*r->at) || *r->at == '.' || longs > 2)
    return phrase_fail(r, "this number is no integer");
  return typed_literal(r, n, is_decimal, is_unsigned, longs);
}

static operand read_character(phrase *r) {
  static const char letters[] = "abtnvfr\\'\"?0",
                    codes[] = "\a\b\t\n\v\f\r\\'\"?";
  r->at++;
  char c = *r->at;
  if (c == '\\') {
    r->at++;
    const char *known = *r->at ? strchr(letters, *r->at) : NULL;
    if (!known)
      return phrase_fail(r, "this character constant is not understood");
    c = codes[known - letters]; // '\0' is the end of 'codes'
  } else if (c == '\0' || c == '\'') {
    return phrase_fail(r, "this character constant is not understood");
  }
  r->at++;
  phrase_expect(r, "'");
  return operand_literal(r, (uint64_t)(uint32_t)(signed char)c, INT_BITS, true);
}

// --- operators --------------------------------------------------------------

static operand read_sizeof(phrase *r) {
  type_name t;
  if (!read_cast(r, &t))
    return phrase_fail(r, "sizeof is understood of integer types only");
  return operand_literal(r, t.bits / 8, r->scope->long_bits, false);
}

static operand read_result(phrase *r) {
  if (term_is_none(r->scope->result))
    return phrase_fail(r, "there is no \\result here");
  return operand_of_variable(r, r->scope->result, r->scope->result_type,
                             term_true(r->tt));
}

// Behind '\at': what had the name when the function was called.
static operand read_before(phrase *r) {
  phrase_expect(r, "(");
  phrase_skip_space(r);
  size_t n = strcspn(r->at, " ,)");
  strbuf name = {0};
  strbuf_write(&name, r->at, n);
  r->at += n;
  phrase_expect(r, ",");
  if (!phrase_accept(r, "Pre") && !phrase_accept(r, "Old"))
    phrase_fail(r, "\\at is understood at Pre only");
  phrase_expect(r, ")");
  var v = VAR_NONE;
  if (!r->failed && r->scope->before)
    v = r->scope->before(r->scope->data, strbuf_text(&name));
  operand o =
      v.id ? operand_of_variable(r, program_variable_term(r->scope->program, v),
                                 program_variable(r->scope->program, v)->type,
                                 term_true(r->tt))
           : phrase_fail(r, "the earlier value of '%s' is not known here",
                         strbuf_text(&name));
  strbuf_free(&name);
  return o;
}

// What C has no words for: the words of ACSL.
static operand read_extension(phrase *r) {
  if (phrase_accept(r, "\\result"))
    return read_result(r);
  if (phrase_accept(r, "\\at"))
    return read_before(r);
  return phrase_fail(r, "'%.12s' is not understood", r->at);
}

static operand read_primary(phrase *r) {
  phrase_skip_space(r);
  if (phrase_accept(r, "(")) {
    operand o = phrase_operand(r);
    phrase_expect(r, ")");
    return o;
  }
  if (*r->at == '\\')
    return read_extension(r);
  if (isdigit((unsigned char)*r->at))
    return read_number(r);
  if (*r->at == '\'')
    return read_character(r);
  if (phrase_accept(r, "sizeof"))
    return read_sizeof(r);
  if (phrase_accept(r, "NULL") || phrase_accept(r, "false"))
    return operand_literal(r, 0, INT_BITS, true);
  if (phrase_accept(r, "true"))
    return operand_literal(r, 1, INT_BITS, true);
  if (phrase_identifier(r) > 0)
    return designator_read(r, false);
  return *r->at ? phrase_fail(r, "'%.12s' is not understood", r->at)
                : phrase_fail(r, "the expression ends too early");
}

static operand read_unary(phrase *r);

static operand apply_unary(phrase *r, char op) {
  operand o = read_unary(r);
  if (op == '!')
    return operand_truth(term_not(r->tt, operand_condition(r, o)), o.defined);
  if (o.is_pointer)
    return phrase_fail(r, "pointers are only compared here");
  o = operand_promote(r, o);
  o.value = operand_bits(r, o);
  if (op == '-')
    o.value = term_bvneg(r->tt, o.value);
  else if (op == '~')
    o.value = term_bvnot(r->tt, o.value);
  return o;
}

static operand read_address(phrase *r) {
  r->at++;
  phrase_skip_space(r);
  return phrase_identifier(r) > 0
             ? designator_read(r, true)
             : phrase_fail(r, "only names have addresses here");
}

static operand read_unary(phrase *r) {
  phrase_skip_space(r);
  type_name t;
  operand o;
  if (++r->depth > MOST_DEPTH) {
    o = phrase_fail(r, "the expression is nested too deep");
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

// Longer ones come before their beginnings.
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

static binary_operator next_binary(phrase *r) {
  phrase_skip_space(r);
  for (binary_operator op = OP_OR; op < OP_NONE; op++) {
    size_t n = strlen(BINARY[op].text);
    if (strncmp(r->at, BINARY[op].text, n) == 0)
      return r->at[n] == '=' && op > OP_GE ? OP_NONE : op;
  }
  return OP_NONE;
}

static operand read_binary(phrase *r, uint32_t least) {
  operand a = read_unary(r);
  for (;;) {
    binary_operator op = r->failed ? OP_NONE : next_binary(r);
    if (op == OP_NONE || BINARY[op].precedence < least)
      return a;
    r->at += strlen(BINARY[op].text);
    operand b = read_binary(r, BINARY[op].precedence + 1);
    a = operand_apply(r, op, a, b);
  }
}

static operand read_choice(phrase *r, operand condition) {
  operand yes = phrase_operand(r);
  phrase_expect(r, ":");
  operand no = phrase_operand(r);
  if (r->failed)
    return operand_nothing(r);
  if (term_is_bool(r->tt, yes.value) && term_is_bool(r->tt, no.value)) {
    // Both are 0 or 1 already.
  } else {
    operand_balance(r, &yes, &no);
    if (r->failed)
      return operand_nothing(r);
  }
  term c = operand_condition(r, condition);
  yes.value = term_ite(r->tt, c, yes.value, no.value);
  yes.defined = term_and(r->tt, condition.defined,
                         term_ite(r->tt, c, yes.defined, no.defined));
  return yes;
}

operand phrase_operand(phrase *r) {
  if (++r->depth > MOST_DEPTH)
    return phrase_fail(r, "the expression is nested too deep");
  operand o = read_binary(r, 1);
  if (!r->failed && phrase_accept(r, "?"))
    o = read_choice(r, o);
  r->depth--;
  return o;
}

term expression_read(const expression_scope *scope, const char *text,
                     strbuf *why) {
  assert(scope && text && why);
  assert(scope->long_bits == 32 || scope->long_bits == 64);
  phrase r = {.scope = scope, .tt = scope->tt, .at = text, .why = why};
  operand o = phrase_operand(&r);
  phrase_skip_space(&r);
  if (!r.failed && *r.at)
    phrase_fail(&r, "'%.12s' is not understood", r.at);
  if (r.failed)
    return TERM_NONE;
  return term_and(r.tt, o.defined, operand_condition(&r, o));
}
