// SPDX-License-Identifier: Apache-2.0
#include "bpl_text.h"

// Fully parenthesized.
static void show(const bpl_expr *e, strbuf *out) {
  if (e->kind == BPL_NAME || e->kind == BPL_NUMBER) {
    strbuf_puts(out, e->text);
    return;
  }
  strbuf_putc(out, '(');
  if (e->kind == BPL_NOT || e->kind == BPL_MINUS) {
    strbuf_puts(out, e->kind == BPL_NOT ? "!" : "-");
    show(e->args[0], out);
  } else if (e->kind == BPL_BINARY) {
    show(e->args[0], out);
    strbuf_printf(out, "%s", bpl_token_name(e->op));
    show(e->args[1], out);
  } else if (e->kind == BPL_SELECT || e->kind == BPL_UPDATE) {
    for (uint32_t i = 0; i < e->arg_count; i++) {
      strbuf_puts(out, i == 0                                           ? ""
                       : i == 1                                         ? "@"
                       : e->kind == BPL_UPDATE && i == e->arg_count - 1 ? "="
                                                                        : ",");
      show(e->args[i], out);
    }
  } else {
    strbuf_puts(out, "?");
  }
  strbuf_putc(out, ')');
}

static void grouped(const char *text, const char *expected) {
  bpl_unit u;
  bpl_unit_init(&u);
  strbuf all = {0}, shown = {0};
  diag d = {0};
  strbuf_printf(&all, "axiom %s;", text);
  CHECK(bpl_parse(&u, "t.bpl", strbuf_text(&all), all.len, &d));
  show(u.axioms.data[0], &shown);
  assert_string_equal(strbuf_text(&shown), expected);
  strbuf_free(&all);
  strbuf_free(&shown);
  bpl_unit_clear(&u);
}

static void operators_group_by_strength(void **state) {
  grouped("a <==> b ==> c", "(a<==>(b==>c))");
  grouped("a ==> b ==> c", "(a==>(b==>c))");
  grouped("a <== b <== c", "((a<==b)<==c)");
  grouped("a || b && c", "(a||(b&&c))");
  grouped("a && b || c", "((a&&b)||c)");
  grouped("!a && b == c", "((!a)&&(b==c))");
  grouped("a + b * c - d", "((a+(b*c))-d)");
  grouped("a - b - c", "((a-b)-c)");
  grouped("a div b mod c", "((adivb)modc)");
  grouped("-a * b", "((-a)*b)");
  grouped("a + b == c ++ d", "((a+b)==(c++d))");
  grouped("(a ==> b) ==> c", "((a==>b)==>c)");
  grouped("m[i][j, k]", "((m@i)@j,k)");
  grouped("m[i := a][j, k := b]", "((m@i=a)@j,k=b)");
}

static void messages_of_the_parser(void **state) {
  bpl_refused("procedure p() {\n  x = 1;\n}", DIAG_INPUT, 2, 5, "':=' or ':'");
  bpl_refused("procedure p() {\n  x := ;\n}", DIAG_INPUT, 2, 8,
              "an expression");
  bpl_refused("procedure p() {\n  x := 1\n}", DIAG_INPUT, 3, 1, "';'");
  bpl_refused("procedure p() {", DIAG_INPUT, 1, 16, "end of the file");
  bpl_refused("var x int;", DIAG_INPUT, 1, 7, "':' instead of 'int'");
  bpl_refused("var x: 3;", DIAG_INPUT, 1, 8, "a type");
  bpl_refused("foo;", DIAG_INPUT, 1, 1, "a declaration");
  bpl_refused("const 3: int;", DIAG_INPUT, 1, 7, "a name");
  bpl_refused("procedure p() free { }", DIAG_INPUT, 1, 20, "'ensures'");
  bpl_refused("procedure p() { if x { } }", DIAG_INPUT, 1, 20, "'('");
  bpl_refused("procedure p() { call x; }", DIAG_INPUT, 1, 22, "a procedure");
  bpl_refused("procedure p() { call x, y; }", DIAG_INPUT, 1, 26, "':='");
  bpl_refused("procedure p() { else }", DIAG_INPUT, 1, 17, "a statement");
  bpl_refused("axiom 1 < 2 < 3;", DIAG_INPUT, 1, 13, "parentheses");
  bpl_refused("axiom x[a:2] == 3bv4;", DIAG_INPUT, 1, 9, "small number");
  bpl_refused("var x: bv0;", DIAG_INPUT, 1, 8, "bits");
  bpl_refused("axiom 3bv0 == x;", DIAG_INPUT, 1, 7, "bits");
  bpl_refused("function f(int) returns (int, int);", DIAG_INPUT, 1, 17,
              "one result");
  bpl_refused("function {:builtin 3} f(int): int;", DIAG_INPUT, 1, 20,
              "in quotes");
}

static void known_but_not_supported(void **state) {
  bpl_refused("procedure p<a>(x: a);", DIAG_UNSUPPORTED, 1, 12, "parameters");
  bpl_refused("function f<a>(x: a): int;", DIAG_UNSUPPORTED, 1, 11,
              "parameters");
  bpl_refused("var x: <a>[a]int;", DIAG_UNSUPPORTED, 1, 8, "polymorphic");
  bpl_refused("axiom (lambda x: int :: x)[1] == 1;", DIAG_UNSUPPORTED, 1, 8,
              "lambda");
  bpl_refused("axiom |{ A: return true; }|;", DIAG_UNSUPPORTED, 1, 7, "code");
  bpl_refused("axiom a <: b;", DIAG_UNSUPPORTED, 1, 12, "orders");
  bpl_refused("axiom 2 ** 3 == 8;", DIAG_UNSUPPORTED, 1, 12, "powers");
  bpl_refused("const c: int extends d;", DIAG_UNSUPPORTED, 1, 14, "orders");
  bpl_refused("function {:smtdefined \"x\"} f(x: int): int; axiom f(1) == 1;",
              DIAG_UNSUPPORTED, 1, 50, "smtdefined");
  bpl_refused("procedure p() { call forall q(); }", DIAG_UNSUPPORTED, 1, 22,
              "for all");
}

// Nesting is limited, chains are not.
static void depth(void **state) {
  enum { MANY = 20000 };
  strbuf nested = {0}, chain = {0};
  strbuf_puts(&nested, "axiom ");
  strbuf_puts(&chain, "axiom 0 == 0");
  for (int i = 0; i < MANY; i++) {
    strbuf_putc(&nested, '(');
    strbuf_puts(&chain, " + 1");
  }
  strbuf_puts(&chain, ";");
  bpl_refused(strbuf_text(&nested), DIAG_INPUT, 1, 6 + BPL_MAX_DEPTH + 1,
              "too deeply");
  bpl_text t;
  bpl_text_read(&t, strbuf_text(&chain));
  CHECK(t.is_lowered);
  bpl_text_clear(&t);
  strbuf_free(&nested);
  strbuf_free(&chain);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operators_group_by_strength),
      cmocka_unit_test(messages_of_the_parser),
      cmocka_unit_test(known_but_not_supported),
      cmocka_unit_test(depth),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
