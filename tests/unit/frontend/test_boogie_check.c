// SPDX-License-Identifier: Apache-2.0
#include "bpl_text.h"

static void wrong(const char *text, uint32_t col, const char *words) {
  bpl_refused(text, DIAG_INPUT, 1, col, words);
}

// The statement in a procedure with some variables around.
static void wrong_stmt(const char *stmt, uint32_t col, const char *words) {
  strbuf text = {0};
  strbuf_printf(&text,
                "var g: int; const c: int; type T; type P = { a: int, b: T };"
                "procedure q(x: int) returns (y: bool); function f(int): int;"
                "procedure p(n: int) { var i: int, b: bool, m: [int]bool, "
                "v: bv8, r: real, t: T, s: P; "
                "l: \n%s\n}",
                stmt);
  bpl_refused(strbuf_text(&text), DIAG_INPUT, 2, col, words);
  strbuf_free(&text);
}

static void fine_stmt(const char *stmt) {
  strbuf text = {0};
  strbuf_printf(&text,
                "var g: int; const c: int; type T; type P = { a: int, b: T };"
                "procedure q(x: int) returns (y: bool); function f(int): int;"
                "procedure p(n: int) { var i: int, b: bool, m: [int]bool, "
                "v: bv8, r: real, t: T, s: P; %s }",
                stmt);
  bpl_text t;
  bpl_text_read(&t, strbuf_text(&text));
  if (!t.is_lowered)
    print_error("%s: %s\n", stmt, strbuf_text(&t.d.text));
  CHECK(t.is_lowered);
  bpl_text_clear(&t);
  strbuf_free(&text);
}

static void names(void **state) {
  wrong("var x: int; var x: bool;", 17, "'x' is declared twice");
  wrong("const x: bool; var x: int;", 20, "declared twice");
  wrong("type T; type T;", 14, "declared twice");
  wrong("procedure p(); procedure p();", 26, "declared twice");
  wrong("function f(): int; function f(): int;", 29, "declared twice");
  wrong("procedure p(x: int) returns (x: int);", 30, "declared twice");
  wrong("procedure p(x: int) { var x: int; }", 27, "declared twice");
  wrong("axiom (forall x: int, x: int :: x == x);", 23, "declared twice");
  wrong("axiom x == 1;", 7, "'x' is not declared");
  wrong("axiom f(1) == 1;", 7, "no function 'f'");
  wrong("var x: T;", 8, "no type 'T'");
  wrong("var x: int; axiom x == 1;", 19, "cannot be mentioned");
  wrong("var x: int; function f(): int { x }", 33, "cannot be mentioned");
  wrong("axiom old(1) == 1;", 7, "procedures only");
  wrong("procedure p(); modifies z;", 25, "no global");
  wrong("implementation p() { }", 16, "no procedure 'p'");
}

static void types(void **state) {
  wrong("type T a; var x: T;", 18, "has 1 parameters, not 0");
  wrong("type T = [int]T;", 6, "defined by itself");
  wrong("type T = U; type U = T;", 6, "defined by itself");
  wrong("var x: { a: int, a: int };", 8, "occurs twice");
  bpl_refused("var x: [[int]int]int;", DIAG_UNSUPPORTED, 1, 8,
              "indexed by maps");
  wrong("procedure p(x: int); implementation p(x: bool) { }", 39,
        "has the type 'bool', not 'int'");
  wrong("procedure p(x: int); implementation p() { }", 37, "1 parameters");
  wrong("procedure p() returns (x: int); implementation p() { }", 48,
        "1 results");
  wrong("function f(): int { true }", 21, "the body has the type 'bool'");
  wrong("axiom 1;", 7, "this axiom has the type 'int'");
  // Doubling at each step: refused before it is large.
  strbuf text = {0};
  strbuf_puts(&text, "type T0 = int;");
  for (int i = 1; i < 40; i++)
    strbuf_printf(&text, "type T%d = { a: T%d, b: T%d };", i, i - 1, i - 1);
  strbuf_puts(&text, "var x: T39;");
  bpl_text t;
  bpl_text_read(&t, strbuf_text(&text));
  CHECK(!t.is_checked && strstr(strbuf_text(&t.d.text), "too large"));
  bpl_text_clear(&t);
  // A long chain of synonyms, the last one first.
  strbuf_clear(&text);
  for (int i = 30000; i > 0; i--)
    strbuf_printf(&text, "type T%d = T%d;\n", i, i - 1);
  bpl_text_read(&t, strbuf_text(&text));
  CHECK(!t.is_checked && strstr(strbuf_text(&t.d.text), "too deeply"));
  bpl_text_clear(&t);
  strbuf_free(&text);
}

static void expressions(void **state) {
  wrong_stmt("assert i + b == 1;", 10,
             "'+' is not defined on 'int' and 'bool'");
  wrong_stmt("assert i == r;", 10, "'==' is not defined on 'int' and 'real'");
  wrong_stmt("assert b < b;", 10, "'<'");
  wrong_stmt("assert r mod r == r;", 10, "'mod'");
  wrong_stmt("assert i && b;", 10, "'&&'");
  wrong_stmt("assert v ++ i == v;", 10, "'++'");
  wrong_stmt("assert !i;", 8, "needs a bool");
  wrong_stmt("assert -b;", 8, "needs a number");
  wrong_stmt("assert int(i) == 1;", 8, "needs a real");
  wrong_stmt("assert real(r) == r;", 8, "needs an int");
  wrong_stmt("assert i[0];", 9, "no map");
  wrong_stmt("assert m[0, 1];", 9, "1 indices, not 2");
  wrong_stmt("assert m[b];", 10, "this index has the type 'bool'");
  wrong_stmt("assert m == m[0 := 1];", 20, "this element");
  wrong_stmt("assert v[9:0] == v;", 11, "no bits [9:0]");
  wrong_stmt("assert v[2:2] == v;", 11, "no bits [2:2]");
  wrong_stmt("assert i[2:1] == v;", 11, "of a bit-vector only");
  wrong_stmt("assert s!c == 1;", 9, "no field 'c'");
  wrong_stmt("assert i!a == 1;", 9, "no field 'a'");
  wrong_stmt("assert s == { a: 1, c: t };", 10, "'=='");
  wrong_stmt("assert f(b) == 1;", 10, "this argument");
  wrong_stmt("assert f() == 1;", 8, "takes 1 arguments, not 0");
  wrong_stmt("assert (if i then b else b);", 12, "this condition");
  wrong_stmt("assert (if b then b else i);", 26, "the other branch");
  wrong_stmt("assert v == 256bv8;", 13, "does not fit");
  fine_stmt(
      "assert (forall i: bool :: i || !i) ==> m[i] || s == { a: 1, b: t };");
}

static void statements(void **state) {
  wrong_stmt("i := b;", 6, "the assigned value has the type 'bool', not 'int'");
  wrong_stmt("i, b := 1;", 1, "2 targets are assigned 1 values");
  wrong_stmt("i, i := 1, 2;", 4, "assigned twice");
  wrong_stmt("m[0], m[1] := b, b;", 8, "assigned twice");
  wrong_stmt("n := 1;", 1, "'n' is a parameter");
  wrong_stmt("c := 1;", 1, "'c' is a constant");
  wrong_stmt("f(1) := 1;", 1, "only variables");
  wrong_stmt("havoc m[1];", 8, "expected a variable");
  wrong_stmt("havoc c;", 7, "a constant");
  wrong_stmt("call b := r(1);", 1, "no procedure 'r'");
  wrong_stmt("call b := q();", 1, "takes 1 arguments, not 0");
  wrong_stmt("call q(1);", 1, "has 1 results, not 0");
  wrong_stmt("call i := q(1);", 6, "the result has the type 'bool'");
  wrong_stmt("call b := q(b);", 13, "this argument");
  wrong_stmt("goto l, k;", 9, "no label 'k'");
  wrong_stmt("l: return;", 1, "the label 'l' occurs twice");
  wrong_stmt("break;", 1, "no loop");
  wrong_stmt("if (b) { while (b) { break l; } }", 22, "label 'l'");
}

static void valid_statements(void **state) {
  fine_stmt("x: while (*) { y: while (b) { break x; break y; break; } }");
  fine_stmt("m[i], s!a, b := b, i, m[i]; call b := q(s!a); havoc i, b, s;");
  fine_stmt("goto A, B; A: if (*) { return; } else if (b) { goto B; } B:");
  fine_stmt("assert old(g) == g ==> (exists k: int :: k == g);");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names),
      cmocka_unit_test(types),
      cmocka_unit_test(expressions),
      cmocka_unit_test(statements),
      cmocka_unit_test(valid_statements),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
