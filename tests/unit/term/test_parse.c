// SPDX-License-Identifier: Apache-2.0
// The SMT-LIB reader: sugar means what the standard says, scopes end where they
// should, and every error has its place.
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "num/bvop.h"
#include "term/eval.h"
#include "term/text/parse.h"
#include "term/text/print.h"
#include "unit.h"

// The value of a closed term.
static value value_of_text(terms *tt, arena *mem, const char *text) {
  diag d = {0};
  term t = smt2_parse_term(tt, NULL, "t", text, &d);
  if (term_is_none(t)) {
    strbuf b = {0};
    diag_print(&d, &b);
    print_error("%s\n", strbuf_text(&b));
    strbuf_free(&b);
    fail();
  }
  evaluator *e = eval_new(tt);
  value v = value_copy(mem, eval_term(e, t));
  eval_free(e);
  return v;
}

static void check_same(const char *text, const char *expected) {
  for (int simplify = 0; simplify < 2; simplify++) {
    terms *tt = terms_new();
    terms_set_simplify(tt, simplify);
    arena *mem = arena_new();
    value a = value_of_text(tt, mem, text);
    value b = value_of_text(tt, mem, expected);
    if (!value_equal(a, b)) {
      print_error("%s is not %s\n", text, expected);
      fail();
    }
    arena_free(mem);
    terms_free(tt);
  }
}

static void sugar_has_its_meaning(void **state) {
  check_same("(bvsub #x05 #x07)", "#xfe");
  check_same("(bvsub #x05 #x02 #x01)", "#x02");
  check_same("(bvnand #b0011 #b0101)", "#b1110");
  check_same("(bvnor #b0011 #b0101)", "#b1000");
  check_same("(bvxnor #b0011 #b0101)", "#b1001");
  check_same("(bvcomp #x10 #x10)", "#b1");
  check_same("(bvcomp #x10 #x11)", "#b0");
  check_same("(bvugt #x02 #x01)", "true");
  check_same("(bvuge #x01 #x02)", "false");
  check_same("(bvsgt #x00 #xff)", "true");
  check_same("(bvsge #xff #x00)", "false");
  check_same("((_ rotate_left 1) #b1001)", "#b0011");
  check_same("((_ rotate_left 6) #b1001)", "#b0110");
  check_same("((_ rotate_right 1) #b1001)", "#b1100");
  check_same("((_ repeat 3) #b10)", "#b101010");
  check_same("((_ repeat 1) #b10)", "#b10");
  check_same("((_ zero_extend 0) #b10)", "#b10");
  check_same("(concat #b1 #b0 #b11)", "#b1011");
  check_same("(_ bv10 8)", "#x0a");
  check_same("(_ bv300 8)", "#x2c");
  check_same("(=> true false true)", "true");
  check_same("(=> true true false)", "false");
  check_same("(xor true true true)", "true");
  check_same("(distinct 1 2 3)", "true");
  check_same("(distinct 1 2 1)", "false");
  check_same("(= 1 1 2)", "false");
  check_same("(< 1 2 3)", "true");
  check_same("(< 1 3 2)", "false");
  check_same("(>= 3 3 2)", "true");
  check_same("(> 3 3)", "false");
  check_same("(- 7)", "(- 10 17)");
  check_same("(- 10 1 2)", "7");
  check_same("(+ 1 2 3)", "6");
  check_same("(* 2 3 4)", "24");
  check_same("(/ 1 2)", "0.50");
  check_same("(+ 1 0.5)", "1.5");
  check_same("(div (- 7) 2)", "(- 4)");
  check_same("(mod (- 7) 2)", "1");
  check_same("(abs (- 7))", "7");
  check_same("(to_int 2.75)", "2");
  check_same("(is_int 2.75)", "false");
  check_same("(bv2nat #xff)", "255");
  check_same("((_ int2bv 4) (- 1))", "#xf");
  check_same("(let ((a 1) (b 2)) (let ((a b) (b a)) (- a b)))", "1");
  check_same("(let () 3)", "3");
  check_same("(! (! 3 :named |n x|) :weight 3 :pattern (a (b)))", "3");
  check_same("(select (store ((as const (Array Int Bool)) true) 1 false) 1)",
             "false");
  check_same("123456789012345678901234567890",
             "(+ 1 123456789012345678901234567889)");
  check_same("; comment\n (ite ; another (\n true 1 2)", "1");
}

// bvsmod against its definition: the remainder has the sign of the divisor.
static void signed_modulo_follows_the_divisor(void **state) {
  terms *tt = terms_new();
  arena *mem = arena_new();
  for (int s = -8; s < 8; s++)
    for (int t = -8; t < 8; t++) {
      int r = t == 0 ? s : s % t;
      if (t != 0 && r != 0 && (r < 0) != (t < 0))
        r += t;
      char text[64];
      snprintf(text, sizeof text, "(bvsmod (_ bv%d 4) (_ bv%d 4))", s & 15,
               t & 15);
      value v = value_of_text(tt, mem, text);
      CHECK(value_get_u64(v) == (uint64_t)(r & 15));
    }
  arena_free(mem);
  terms_free(tt);
}

static const char *const SCRIPT =
    "(set-logic QF_BV) ; the logic\n"
    "(set-info :source \"a (\"\"quoted\"\") text\")\n"
    "(define-sort Word () (_ BitVec 8))\n"
    "(declare-const x Word)\n"
    "(declare-fun |y z| () Word)\n"
    "(define-fun plus ((a Word) (b Word)) Word (bvadd a b))\n"
    "(define-fun twice ((x Word)) Word (plus x x))\n"
    "(define-const five Word #x05)\n"
    "(assert (! (= (plus x |y z|) five) :named first))\n"
    "(check-sat)\n"
    "(assert (= (twice x) |x|))\n"
    "(assert first)\n"
    "(get-model)\n";

static void scripts_are_read(void **state) {
  terms *tt = terms_new();
  diag d = {0};
  smt2_script *s = smt2_parse(tt, "script", SCRIPT, &d);
  CHECK(s != NULL);
  CHECK(s->assertions.len == 3 && s->commands.len == 4);
  CHECK(strcmp(s->assertions.data[0].name, "first") == 0);
  CHECK(s->assertions.data[1].name == NULL);
  CHECK(s->assertions.data[2].name == NULL);
  term x = term_variable(tt, "x", sort_bv(tt, 8));
  term y = term_variable(tt, "y z", sort_bv(tt, 8));
  term sum = term_eq_make(tt, term_bvadd(tt, x, y), term_bv(tt, 8, 5));
  CHECK(term_eq(s->assertions.data[0].formula, sum));
  CHECK(term_eq(s->assertions.data[2].formula, sum));
  term twice = term_eq_make(tt, term_bvadd(tt, x, x), x);
  CHECK(term_eq(s->assertions.data[1].formula, twice));
  CHECK(strcmp(s->commands.data[1].name, "set-info") == 0);
  CHECK(strcmp(s->commands.data[1].text,
               "(set-info :source \"a (\"\"quoted\"\") text\")") == 0);
  CHECK(strcmp(s->commands.data[2].text, "(check-sat)") == 0);
  CHECK(s->commands.data[2].assertions_before == 1);
  CHECK(s->commands.data[3].assertions_before == 3);
  CHECK(s->commands.data[3].pos.line == 13 && s->commands.data[3].pos.col == 1);
  term t = smt2_parse_term(tt, s, "more", "(plus five x)", &d);
  CHECK(term_eq(t, term_bvadd(tt, x, term_bv(tt, 8, 5))));
  smt2_script_free(s);
  terms_free(tt);
}

static void failed_terms_leave_no_bindings(void **state) {
  terms *tt = terms_new();
  diag d = {0};
  smt2_script *s = smt2_parse(tt, "script", "(declare-const x Int)", &d);
  const char *bad = "(let ((x 1) (q 2)) (let ((x q)) (+ x nothing)))";
  CHECK(term_is_none(smt2_parse_term(tt, s, "bad", bad, &d)));
  diag_clear(&d);
  term x = smt2_parse_term(tt, s, "good", "x", &d);
  CHECK(term_eq(x, term_variable(tt, "x", sort_int(tt))));
  CHECK(term_is_none(smt2_parse_term(tt, s, "bad", "q", &d)));
  diag_clear(&d);
  smt2_script_free(s);
  terms_free(tt);
}

// text of a script, and what is said about it
static const char *const ERRORS[][2] = {
    {"(assert (foo 1))", "e:1:10: error: unknown function 'foo'"},
    {"(assert x)", "e:1:9: error: unknown symbol 'x'"},
    {"(assert\n  (and true 1))",
     "e:2:4: error: wrong argument sorts for 'and'"},
    {"(assert 1)", "e:1:9: error: an assertion must be Boolean"},
    {"(assert (not))", "e:1:10: error: wrong number of arguments for 'not'"},
    {"(assert (bvult #x1 #x01))",
     "e:1:10: error: wrong argument sorts for 'bvult'"},
    {"(assert (= #x1 ((_ extract 9 2) #x12)))",
     "e:1:20: error: extract out of range"},
    {"(assert (= #x1 ((_ extract 2) #x12)))",
     "e:1:20: error: wrong number of indices for 'extract'"},
    {"(assert true", "e:1:13: error: unexpected end of text"},
    {"(assert true))", "e:1:14: error: expected a command"},
    {"(assert |a", "e:1:9: error: quoted symbol is not closed"},
    {"(set-info :a \"b", "e:1:14: error: string is not closed"},
    {"(assert (= 1 1x))", "e:1:14: error: malformed number"},
    {"(assert (= #b12 #b11))", "e:1:12: error: malformed bit-vector literal"},
    {"(assert {})", "e:1:9: error: unexpected character"},
    {"(declare-const x (_ BitVec 0))",
     "e:1:19: error: bit-vector width out of range"},
    {"(declare-const x (_ BitVec 99999999))",
     "e:1:19: error: bit-vector width out of range"},
    {"(declare-const x Foo)", "e:1:18: error: unknown sort 'Foo'"},
    {"(declare-const x Int)(declare-const x Int)",
     "e:1:37: error: 'x' is declared twice"},
    {"(declare-fun f (Int) Int)", NULL},
    {"(assert (forall ((x Int)) true))", NULL},
    {"(declare-datatypes () ())", NULL},
    {"(define-fun f ((x Int)) Int x)(assert (f 1 2))",
     "e:1:40: error: wrong number of arguments for 'f'"},
    {"(define-fun f () Int true)",
     "e:1:18: error: the body has another sort than declared"},
    {"(assert (let ((x 1) x) true))", "e:1:21: error: expected a binding"},
    {"(assert (1 2))", "e:1:10: error: expected a function"},
    {"(assert ())", "e:1:10: error: expected a function"},
    {"assert", "e:1:1: error: expected a command"},
    {"(assert (= (as const Int) 1))", NULL},
    {"(assert (select 1 2))",
     "e:1:10: error: wrong argument sorts for 'select'"},
};

static void errors_have_their_place(void **state) {
  for (size_t i = 0; i < sizeof ERRORS / sizeof *ERRORS; i++) {
    terms *tt = terms_new();
    diag d = {0};
    strbuf b = {0};
    CHECK(smt2_parse(tt, "e", ERRORS[i][0], &d) == NULL);
    CHECK(d.kind == DIAG_INPUT || d.kind == DIAG_UNSUPPORTED);
    diag_print(&d, &b);
    if (ERRORS[i][1] &&
        strncmp(strbuf_text(&b), ERRORS[i][1], strlen(ERRORS[i][1])) != 0) {
      print_error("%s\n  gives %s\n", ERRORS[i][0], strbuf_text(&b));
      fail();
    }
    diag_clear(&d);
    strbuf_free(&b);
    terms_free(tt);
  }
}

// Every prefix, and every text with one character changed, is either read or
// refused; nothing crashes, and nothing leaks.
static void damaged_scripts_are_survived(void **state) {
  size_t n = strlen(SCRIPT);
  char *text = mem_strdup(SCRIPT);
  static const char DAMAGE[] = "()|\"_!: 9;#x";
  uint32_t refused = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < sizeof DAMAGE; k++) {
      text[i] = DAMAGE[k]; // the last one ends the text
      terms *tt = terms_new();
      diag d = {0};
      smt2_script *s = smt2_parse(tt, "damaged", text, &d);
      CHECK((s == NULL) == (d.kind != DIAG_NONE));
      refused += s == NULL;
      smt2_script_free(s);
      diag_clear(&d);
      terms_free(tt);
      text[i] = SCRIPT[i];
    }
  CHECK(refused > n);
  mem_free(text);
}

static void names_that_clash_are_told_apart(void **state) {
  terms *tt = terms_new();
  diag d = {0};
  strbuf b = {0};
  term args[] = {
      term_variable(tt, "x", sort_bool(tt)),
      term_lt(tt, term_variable(tt, "x", sort_int(tt)), term_int(tt, 0)),
      term_variable(tt, "let", sort_bool(tt)),
      term_variable(tt, "bvadd", sort_bool(tt)),
      term_variable(tt, "a|b\\c", sort_bool(tt)),
      term_variable(tt, "a/b/c", sort_bool(tt)),
      term_variable(tt, "", sort_bool(tt)),
      term_variable(tt, "$1", sort_bool(tt)),
      term_variable(tt, "1st", sort_bool(tt)),
  };
  term all = term_or_n(tt, args, 9);
  term t = term_ite(tt, args[7], all, term_and(tt, args[1], all));
  term_print_smt2(tt, t, &b);
  CHECK(term_eq(smt2_parse_term(tt, NULL, "n", strbuf_text(&b), &d), t));
  strbuf_free(&b);
  terms_free(tt);
}

static void nothing_is_left_behind(void **state) { CHECK(mem_live() == 0); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sugar_has_its_meaning),
      cmocka_unit_test(signed_modulo_follows_the_divisor),
      cmocka_unit_test(scripts_are_read),
      cmocka_unit_test(failed_terms_leave_no_bindings),
      cmocka_unit_test(errors_have_their_place),
      cmocka_unit_test(damaged_scripts_are_survived),
      cmocka_unit_test(names_that_clash_are_told_apart),
      cmocka_unit_test(nothing_is_left_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
