// SPDX-License-Identifier: Apache-2.0
// C expressions as terms: the compiler that builds this test says what each
// operator does on each pair of types; the reader must say the same.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/eval.h"
#include "term/text/print.h"
#include "unit.h"
#include "witness/expression.h"

typedef struct {
  terms *tt;
  program *p;
} fixture;

static int set_up(void **state) {
  fixture *f = malloc(sizeof *f);
  f->tt = terms_new();
  f->p = program_new(f->tt);
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  fixture *f = *state;
  program_free(f->p);
  terms_free(f->tt);
  free(f);
  return 0;
}

static var by_name(void *data, const char *name) {
  const fixture *f = data;
  for (uint32_t i = 1; i <= program_variable_count(f->p); i++)
    if (strcmp(program_variable(f->p, (var){i})->name, name) == 0)
      return (var){i};
  return VAR_NONE;
}

static expression_scope scope_of(fixture *f) {
  return (expression_scope){.tt = f->tt,
                            .long_bits = 64,
                            .variable = by_name,
                            .data = f,
                            .program = f->p};
}

static term read_text(fixture *f, uint32_t long_bits, const char *text) {
  expression_scope s = scope_of(f);
  s.long_bits = long_bits;
  strbuf why = {0};
  term t = expression_read(&s, text, &why);
  if (term_is_none(t))
    fail_msg("%s: %s", text, strbuf_text(&why));
  strbuf_free(&why);
  return t;
}

static void check_text(fixture *f, uint32_t long_bits, const char *text,
                       bool expected) {
  term t = read_text(f, long_bits, text);
  if (expected ? !term_is_true(f->tt, t) : !term_is_false(f->tt, t))
    fail_msg("%s should be %s", text, expected ? "true" : "false");
}

static void check_fails(fixture *f, const char *text) {
  expression_scope s = scope_of(f);
  strbuf why = {0};
  term t = expression_read(&s, text, &why);
  if (!term_is_none(t) || why.len == 0)
    fail_msg("'%s' should not be understood", text);
  strbuf_free(&why);
}

static var add(fixture *f, const char *name, type_class kind, sort s) {
  var_info info = {
      .name = name, .type = {kind, NULL}, .sort = s, .is_exact = true};
  return program_add_variable(f->p, &info);
}

// --- every operator on every pair of types ----------------------------------

static const char *const SAMPLES[] = {
    "0",   "1",          "2", "-1",    "127",        "-128",
    "255", "3000000000", "7", "65535", "-2147483648"};
enum { SAMPLE_COUNT = sizeof SAMPLES / sizeof *SAMPLES };

// The value of an expression as text of the same value in any type.
static void print_value(bool is_negative, unsigned long long bits, char *out,
                        size_t size) {
  if (is_negative)
    snprintf(out, size, "(%lldll - 1ll)", (long long)bits + 1);
  else
    snprintf(out, size, "%lluull", bits);
}

// Two comparisons pin the value and the sign of the result's type.
static void check_value(fixture *f, const char *text, bool is_negative,
                        unsigned long long bits) {
  char value_text[64], whole[256];
  print_value(is_negative, bits, value_text, sizeof value_text);
  snprintf(whole, sizeof whole, "(unsigned long long)(%s) == %s", text,
           value_text);
  check_text(f, 64, whole, true);
  snprintf(whole, sizeof whole, "(%s) < 0", text);
  check_text(f, 64, whole, is_negative);
}

#define CHECK_OPERATOR(T1, T2, op, a, b)                                       \
  do {                                                                         \
    T1 x_ = (T1)(a);                                                           \
    T2 y_ = (T2)(b);                                                           \
    char text_[160];                                                           \
    snprintf(text_, sizeof text_, "(%s)(%s) %s (%s)(%s)", #T1, SAMPLES[i],     \
             #op, #T2, SAMPLES[k]);                                            \
    check_value(f, text_, (x_ op y_) < 0, (unsigned long long)(x_ op y_));     \
  } while (0)

static bool divides(long long a, long long b) {
  return b != 0 && !(b == -1 && (a == INT32_MIN || a == INT64_MIN));
}

#define CHECK_PAIR(T1, T2)                                                     \
  for (int i = 0; i < SAMPLE_COUNT; i++)                                       \
    for (int k = 0; k < SAMPLE_COUNT; k++) {                                   \
      long long a = atoll(SAMPLES[i]), b = atoll(SAMPLES[k]);                  \
      CHECK_OPERATOR(T1, T2, +, a, b);                                         \
      CHECK_OPERATOR(T1, T2, -, a, b);                                         \
      CHECK_OPERATOR(T1, T2, *, a, b);                                         \
      CHECK_OPERATOR(T1, T2, &, a, b);                                         \
      CHECK_OPERATOR(T1, T2, |, a, b);                                         \
      CHECK_OPERATOR(T1, T2, ^, a, b);                                         \
      CHECK_OPERATOR(T1, T2, <, a, b);                                         \
      CHECK_OPERATOR(T1, T2, <=, a, b);                                        \
      CHECK_OPERATOR(T1, T2, >, a, b);                                         \
      CHECK_OPERATOR(T1, T2, >=, a, b);                                        \
      CHECK_OPERATOR(T1, T2, ==, a, b);                                        \
      CHECK_OPERATOR(T1, T2, !=, a, b);                                        \
      CHECK_OPERATOR(T1, T2, &&, a, b);                                        \
      CHECK_OPERATOR(T1, T2, ||, a, b);                                        \
      if (divides((long long)(T1)a, (long long)(T2)b) && (T2)b != 0) {         \
        CHECK_OPERATOR(T1, T2, /, a, b);                                       \
        CHECK_OPERATOR(T1, T2, %, a, b);                                       \
      }                                                                        \
      if ((T2)b >= 0 && (T2)b < 32) {                                          \
        CHECK_OPERATOR(T1, T2, <<, a, b);                                      \
        CHECK_OPERATOR(T1, T2, >>, a, b);                                      \
      }                                                                        \
    }

// The test is built so that C wraps (see tests/CMakeLists.txt).
#define FOR_LEFT(T1)                                                           \
  static void operators_of_##T1(void **state) {                                \
    fixture *f = *state;                                                       \
    CHECK_PAIR(T1, int8_t)                                                     \
    CHECK_PAIR(T1, uint8_t)                                                    \
    CHECK_PAIR(T1, int16_t)                                                    \
    CHECK_PAIR(T1, uint16_t)                                                   \
    CHECK_PAIR(T1, int)                                                        \
    CHECK_PAIR(T1, unsigned)                                                   \
    CHECK_PAIR(T1, long)                                                       \
    CHECK_PAIR(T1, uint64_t)                                                   \
  }
FOR_LEFT(int8_t)
FOR_LEFT(uint8_t)
FOR_LEFT(int16_t)
FOR_LEFT(uint16_t)
FOR_LEFT(int)
FOR_LEFT(unsigned)
FOR_LEFT(long)
FOR_LEFT(uint64_t)

// --- the rest of the language -----------------------------------------------

static void literals_have_the_types_of_c(void **state) {
  fixture *f = *state;
  check_text(f, 64, "2147483647 + 1 < 0", true);          // int
  check_text(f, 64, "2147483648 + 1 > 0", true);          // long
  check_text(f, 32, "2147483648 + 1 > 0", true);          // long long
  check_text(f, 64, "0x80000000 - 0x80000001 > 0", true); // unsigned
  check_text(f, 64, "4294967295u + 1 == 0", true);
  check_text(f, 64, "4294967295ul + 1 != 0", true);
  check_text(f, 32, "4294967295ul + 1 == 0", true);
  check_text(f, 32, "-1 < 0ul", false);
  check_text(f, 64, "010 == 8 && 0x1F == 31", true);
  check_text(f, 64, "'a' == 97 && '\\n' == 10 && '\\0' == 0", true);
  check_text(f, 64, "sizeof(long) == 8", true);
  check_text(f, 32, "sizeof(long) == 4", true);
  check_text(f, 64, "18446744073709551615u + 1 == 0", true);
}

static void operators_bind_as_in_c(void **state) {
  fixture *f = *state;
  check_text(f, 64, "1 + 2 * 3 == 7", true);
  check_text(f, 64, "10 - 4 - 3 == 3", true);
  check_text(f, 64, "1 | 2 == 2", true);
  check_text(f, 64, "(1 | 2) == 2", false);
  check_text(f, 64, "1 << 2 + 1 == 8", true);
  check_text(f, 64, "0 && 0 || 1", true);
  check_text(f, 64, "1 ? 0 : 1 ? 1 : 1", false);
  check_text(f, 64, "- 3 + 5 == 2 && !!5 && ~0 == -1", true);
  check_text(f, 64, "(1 ? -1 : 1u) > 0", true); // the common type is unsigned
  check_text(f, 64, "((signed char)200) == -56", true);
  check_text(f, 64, "(_Bool)4 == 1", true);
  check_text(f, 64, "(unsigned char)255 + 1 == 256", true);
}

static void what_is_undefined_does_not_hold(void **state) {
  fixture *f = *state;
  check_text(f, 64, "1 / 0 == 1 / 0", false);
  check_text(f, 64, "5 % 0 || 1", false);
  check_text(f, 64, "1 || 5 % 0", true);
  check_text(f, 64, "0 && 5 % 0", false);
  check_text(f, 64, "!(0 && 5 % 0)", true);
  check_text(f, 64, "1 ? 2 : 5 / 0", true);
  check_text(f, 64, "1 << 32 || 1", false);
  check_text(f, 64, "(-2147483647 - 1) / -1 || 1", false);
}

static void names_are_variables(void **state) {
  fixture *f = *state;
  sort word = sort_bv(f->tt, 32), byte = sort_bv(f->tt, 8);
  var x = add(f, "x", TYPE_SIGNED, word);
  add(f, "u", TYPE_UNSIGNED, word);
  add(f, "c", TYPE_CHAR, byte);
  var first = add(f, "a[0].f", TYPE_SIGNED, word);
  add(f, "a[1].f", TYPE_SIGNED, word);
  add(f, "p", TYPE_POINTER, sort_bv(f->tt, 64));
  add(f, "big", TYPE_SIGNED, sort_array(f->tt, sort_bv(f->tt, 32), word));
  term tx = program_variable_term(f->p, x);
  CHECK(read_text(f, 64, "x < 5").id ==
        term_bvslt(f->tt, tx, term_bv(f->tt, 32, 5)).id);
  CHECK(read_text(f, 64, "x < 5u").id ==
        term_bvult(f->tt, tx, term_bv(f->tt, 32, 5)).id);
  CHECK(read_text(f, 64, "a[0].f == 3").id ==
        term_eq_make(f->tt, program_variable_term(f->p, first),
                     term_bv(f->tt, 32, 3))
            .id);
  // Of an array with two elements only these can be read.
  term inside = read_text(f, 64, "a[x].f == a[x].f");
  evaluator *e = eval_new(f->tt);
  for (uint64_t i = 0; i < 4; i++) {
    eval_forget(e);
    eval_set(e, tx, value_bv(32, i));
    CHECK(eval_is_true(e, inside) == (i < 2));
  }
  eval_free(e);
  read_text(f, 64, "p == 0 && 0 != p && p != NULL");
  read_text(f, 64, "big[x] < big[7] && c == 'x'");
}

static void what_is_no_expression_is_refused(void **state) {
  fixture *f = *state;
  add(f, "p", TYPE_POINTER, sort_bv(f->tt, 64));
  add(f, "d", TYPE_FLOAT, sort_bv(f->tt, 64));
  static const char *const BAD[] = {
      "",       "1 +",      "(1",
      "1 2",    "y == 1",   "f(1)",
      "1 = 1",  "x++",      "a[1",
      "1.5",    "0x",       "12abc",
      "'ab'",   "p + 1",    "p < 0",
      "d == 0", "\\result", "99999999999999999999999",
      "1 ? 2",  "sizeof x", "(int",
      "&p",     "*p",       "\"text\""};
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
    check_fails(f, BAD[i]);
  strbuf deep = {0};
  for (int i = 0; i < 100000; i++)
    strbuf_putc(&deep, i % 2 ? '(' : '!');
  check_fails(f, strbuf_text(&deep));
  strbuf_free(&deep);
}

static void a_result_is_a_value(void **state) {
  fixture *f = *state;
  expression_scope s = scope_of(f);
  s.result = term_bv(f->tt, 32, 5);
  s.result_type = (type_info){TYPE_SIGNED, NULL};
  strbuf why = {0};
  CHECK(term_is_true(f->tt, expression_read(&s, "\\result == 5", &why)));
  CHECK(term_is_false(f->tt, expression_read(&s, "\\result == -5", &why)));
  strbuf_free(&why);
}

// --- there and back ---------------------------------------------------------

static const char *own_name(void *data, term variable, bool *is_signed) {
  const fixture *f = data;
  const var_info *info =
      program_variable(f->p, program_variable_of(f->p, variable));
  *is_signed = info->type.kind == TYPE_SIGNED;
  return info->name;
}

static uint64_t next_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 20;
}

// A random formula over two variables of the width, two levels deep.
static term random_formula(fixture *f, const term *leaves, uint64_t *seed) {
  static const term_kind OPS[] = {TERM_BVADD,  TERM_BVMUL,  TERM_BVAND,
                                  TERM_BVOR,   TERM_BVXOR,  TERM_BVUDIV,
                                  TERM_BVUREM, TERM_BVSDIV, TERM_BVSREM,
                                  TERM_BVSHL,  TERM_BVLSHR, TERM_BVASHR};
  static const term_kind RELATIONS[] = {TERM_BVULT, TERM_BVULE, TERM_BVSLT,
                                        TERM_BVSLE, TERM_EQ};
  term side[2];
  for (int i = 0; i < 2; i++) {
    term args[2] = {leaves[next_random(seed) % 3],
                    leaves[next_random(seed) % 3]};
    term_kind op = OPS[next_random(seed) % (sizeof OPS / sizeof *OPS)];
    side[i] = term_make(f->tt, op, (sort){0}, args, 2, 0, 0);
  }
  term_kind r = RELATIONS[next_random(seed) % 5];
  return term_make(f->tt, r, (sort){0}, side, 2, 0, 0);
}

// Whatever a variable of that width is in the source, printing a formula over
// it and reading it again keeps its meaning: for 8 bits on all pairs of
// values, for the others on random ones.
static void check_round_trip(fixture *f, uint32_t width, type_class kind,
                             uint64_t *seed) {
  enum { FORMULAS = 40, VALUES = 200 };
  sort s = sort_bv(f->tt, width);
  char name[32];
  snprintf(name, sizeof name, "x%u_%d", width, kind);
  var x = add(f, name, kind, s);
  name[0] = 'y';
  var y = add(f, name, kind, s);
  term tx = program_variable_term(f->p, x), ty = program_variable_term(f->p, y);
  evaluator *e = eval_new(f->tt);
  for (int n = 0; n < FORMULAS; n++) {
    term leaves[3] = {tx, ty, term_bv(f->tt, width, next_random(seed))};
    term t = random_formula(f, leaves, seed);
    strbuf text = {0};
    CHECK(term_print_c(f->tt, t, own_name, NULL, f, 400, &text));
    term back = read_text(f, n % 2 ? 32 : 64, strbuf_text(&text));
    strbuf_free(&text);
    for (int v = 0; v < (width == 8 ? 65536 : VALUES);
         v += width == 8 ? 7 : 1) {
      eval_forget(e);
      eval_set(e, tx,
               value_bv(width, width == 8 ? (uint64_t)v & 255
                                          : next_random(seed) << 24));
      eval_set(
          e, ty,
          value_bv(width, width == 8 ? (uint64_t)v >> 8 : next_random(seed)));
      CHECK(eval_is_true(e, t) == eval_is_true(e, back));
    }
  }
  eval_free(e);
}

static void printed_formulas_are_read_back(void **state) {
  fixture *f = *state;
  uint64_t seed = 7;
  static const type_class KINDS[] = {TYPE_SIGNED, TYPE_UNSIGNED};
  for (uint32_t width = 8; width <= 64; width *= 2)
    for (int k = 0; k < 2; k++)
      check_round_trip(f, width, KINDS[k], &seed);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(operators_of_int8_t),
      TEST(operators_of_uint8_t),
      TEST(operators_of_int16_t),
      TEST(operators_of_uint16_t),
      TEST(operators_of_int),
      TEST(operators_of_unsigned),
      TEST(operators_of_long),
      TEST(operators_of_uint64_t),
      TEST(literals_have_the_types_of_c),
      TEST(operators_bind_as_in_c),
      TEST(what_is_undefined_does_not_hold),
      TEST(names_are_variables),
      TEST(what_is_no_expression_is_refused),
      TEST(a_result_is_a_value),
      TEST(printed_formulas_are_read_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
