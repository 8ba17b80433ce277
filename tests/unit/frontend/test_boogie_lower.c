// SPDX-License-Identifier: Apache-2.0
// What lowering makes of programs: their edges, and what executing them does.
#include "bpl_text.h"

static value no_value(void *data, loc at, term input) {
  return (value){.kind = VALUE_NONE};
}

// Where the execution ends in which every input has the default value.
static loc_kind ends_at(const bpl_text *t) {
  run_hooks hooks = {.input = no_value};
  limits none = {0};
  run_outcome o = program_run(t->p, &hooks, 10000, &none);
  CHECK(o.end != RUN_STOPPED);
  return o.end == RUN_SINK ? program_location(t->p, o.at)->kind : LOC_PLAIN;
}

static void run_to(const char *text, loc_kind expected) {
  bpl_text t;
  bpl_text_read(&t, text);
  if (!t.is_lowered)
    print_error("%s: %s\n", text, strbuf_text(&t.d.text));
  CHECK(t.is_lowered);
  strbuf why = {0};
  CHECK(program_validate(t.p, &why));
  loc_kind got = ends_at(&t);
  if (got != expected)
    print_error("%s ends at %d\n", text, (int)got);
  CHECK(got == expected);
  strbuf_free(&why);
  bpl_text_clear(&t);
}

static void holds(const char *condition) {
  strbuf text = {0};
  strbuf_printf(&text,
                "function {:builtin \"bvsmod\"} smod(bv4, bv4): bv4;"
                "function {:builtin \"(_ rotate_left 1)\"} rotate(bv4): bv4;"
                "function {:builtin \"abs\"} abs(int): int;"
                "procedure main() { assert %s; }",
                condition);
  run_to(strbuf_text(&text), LOC_END);
  strbuf_free(&text);
}

static void expressions_have_their_values(void **state) {
  holds("1 + 2 * 3 - 4 == 3");
  holds("-7 div 2 == -4 && -7 mod 2 == 1 && 7 div -2 == -3 && 7 mod -2 == 1");
  holds("123456789012345678901234567890 > 123456789012345678901234567889");
  holds("0.1 + 0.2 == 0.3 && 12.5e-1 == 1.25 && 2e3 == 2000.0");
  holds("int(-2.5) == -3 && real(2) / 4.0 == 0.5");
  holds("13bv6 ++ 4bv3 == 108bv9 && (13bv6 ++ 4bv3)[5:2] == 3bv3");
  holds("smod(9bv4, 3bv4) == 2bv4 && rotate(9bv4) == 3bv4 && abs(-3) == 3");
  holds("(if 1 < 2 then 3 else 4) == 3");
  holds("(true ==> false) == false && (false <== true) == false");
  holds("{ a: 1, b: { c: 2 } }!b!c == 2 && { a: 1 } != { a: 2 }");
  holds("(forall a, b: bool :: a ==> b ==> a && b)");
  holds("(exists a: bool :: (forall b: bool :: a || !b)) && "
        "!(forall a: bool :: (exists b: bool :: a && b))");
}

static void every_error_is_one(void **state) {
  run_to("procedure main() { assert false; }", LOC_ERROR);
  run_to("procedure p() requires false; { } procedure main() { call p(); }",
         LOC_ERROR);
  run_to("procedure p(); ensures false; implementation p() { }"
         "procedure main() { call p(); }",
         LOC_ERROR);
  run_to("procedure main() ensures false; { return; }", LOC_ERROR);
  run_to("procedure main() { while (true) invariant false; { } }", LOC_ERROR);
  run_to("procedure main() { var i: int; i := 0; while (i < 9) "
         "invariant i < 4; { i := i + 1; } }",
         LOC_ERROR);
}

static void what_is_assumed_ends_the_path(void **state) {
  run_to("procedure main() { assume false; assert false; }", LOC_PLAIN);
  run_to("procedure main() requires false; { assert false; }", LOC_PLAIN);
  run_to("axiom false; procedure main() { assert false; }", LOC_PLAIN);
  run_to("procedure p(); free ensures false; implementation p() { }"
         "procedure main() { call p(); assert false; }",
         LOC_PLAIN);
  run_to("procedure p(); ensures false; procedure main() { call p(); }",
         LOC_PLAIN);
  run_to("procedure main() { while (true) free invariant false; { } }",
         LOC_PLAIN);
  run_to("procedure main() { var x: int where x > 0; assert false; }",
         LOC_PLAIN);
}

static void old_values_and_results(void **state) {
  run_to("var g: int; procedure inc(n: int) returns (r: int) modifies g; "
         "ensures g == old(g) + n && r == old(g); { r := g; g := g + n; }"
         "procedure main() modifies g; { var a, b: int; g := 5;"
         "call a := inc(2); call b := inc(a); assert a == 5 && b == 7 && "
         "g == 12 && old(g) != g; }",
         LOC_END);
  run_to("procedure f(n: int) returns (r: int) { var k: int; k := n; "
         "if (n > 0) { call r := f(n - 1); } r := r + k; }"
         "procedure main() { var s: int; call s := f(3); assert s == 6; }",
         LOC_END);
  run_to("procedure f(n: int) { call f(n); } procedure main() { call f(1); }",
         LOC_BOUND);
}

static void control(void **state) {
  run_to("procedure main() { goto B; A: assert false; B: return; }", LOC_END);
  run_to("procedure main() { var i: int; i := 0; L: i := i + 1; "
         "if (i < 3) { goto L; } assert i == 3; }",
         LOC_END);
  run_to("procedure main() { var i: int; i := 0; O: while (true) { "
         "while (true) { i := i + 1; break O; } } assert i == 1; }",
         LOC_END);
  run_to("procedure main() { goto I; while (false) { I: assert false; } }",
         LOC_ERROR);
  run_to("procedure main() { return; if (true) { } else { assert false; } }",
         LOC_END);
}

// Inputs are zero: an asserted 'forall' is tried with 0, an assumed one is left
// out and makes what follows uncertain.
static void quantifiers(void **state) {
  run_to("procedure main() { assert (forall x: int :: x != 0); }", LOC_ERROR);
  run_to("procedure main() { assert (forall x: int :: x == 0); }", LOC_END);
  run_to("procedure main() { assume (exists x: int :: x == 0); }", LOC_END);
  run_to("procedure main() { assume !(forall x: int :: x == 0); }", LOC_PLAIN);
  run_to("procedure main() { assume (forall x: int :: x == 0); }", LOC_END);
  run_to("procedure main() { assume (forall x: int :: x == 0); assert false; }",
         LOC_UNSUPPORTED);
  run_to("procedure main() { assert (exists x: int :: x == 0); }",
         LOC_UNSUPPORTED);
  run_to("procedure main() { assert false; assume (forall x: int :: x == 0); }",
         LOC_ERROR);
  run_to("procedure main() { if ((forall x: int :: x > 0)) { assert true; } "
         "else { assert false; } }",
         LOC_UNSUPPORTED);
  run_to("axiom (forall x: int, y: bool :: f(y, x) == (if y then x else 0));"
         "function f(bool, int): int;"
         "procedure main() { assert f(true, 7) == 7 && f(false, 7) == 0; }",
         LOC_END);
  run_to("axiom (forall x: int :: f(x) == f(x) + 1); function f(int): int;"
         "procedure main() { assert false; }",
         LOC_UNSUPPORTED);
}

// Whatever the nesting, lowering ends soon.
static void nothing_explodes(void **state) {
  strbuf text = {0};
  strbuf_puts(&text, "procedure main() { assert ");
  for (int i = 0; i < 60; i++)
    strbuf_printf(&text, "(exists a%d, b%d: bool :: ", i, i);
  strbuf_puts(&text, "true");
  for (int i = 0; i < 60; i++)
    strbuf_puts(&text, ")");
  strbuf_puts(&text, "; }");
  run_to(strbuf_text(&text), LOC_UNSUPPORTED);
  strbuf_clear(&text);
  for (int i = 5000; i > 0; i--)
    strbuf_printf(&text, "function f%d(x: int): int { f%d(x) + 1 }\n", i,
                  i - 1);
  strbuf_puts(&text, "function f0(x: int): int { x }\n"
                     "axiom f5000(0) == 5000;");
  bpl_text t;
  bpl_text_read(&t, strbuf_text(&text));
  CHECK(t.is_checked && t.d.kind == DIAG_UNSUPPORTED);
  bpl_text_clear(&t);
  strbuf_clear(&text);
  for (int i = 0; i < 40; i++)
    strbuf_printf(&text, "function f%d(x: int): int { f%d(x) + f%d(x + 1) }\n",
                  i + 1, i, i);
  strbuf_puts(&text, "function f0(x: int): int { x * x }\n"
                     "procedure main() { var y: int; assert f40(y) > 0; }");
  bpl_text_read(&t, strbuf_text(&text));
  CHECK(t.is_lowered && terms_count(t.tt) < 100000);
  bpl_text_clear(&t);
  strbuf_free(&text);
}

static void several_entries(void **state) {
  bpl_text t;
  bpl_text_read(&t, "procedure a() { } procedure b(); procedure c() { }"
                    "procedure d(x: int) { }");
  CHECK(t.is_lowered);
  const edge_vec *out = program_out_edges(t.p, program_entry(t.p));
  CHECK(out->len == 1);
  loc start = program_edge_to(t.p, out->data[0]);
  CHECK(program_out_edges(t.p, start)->len == 3);
  bpl_text_clear(&t);
  bpl_refused("procedure main();", DIAG_INPUT, 1, 11, "no body");
  run_to("", LOC_END);
}

// A path that meets another one needs no edge of its own.
static void no_empty_edges(void **state) {
  bpl_text t;
  bpl_text_read(&t, "procedure main() { var x: int; x := 0; if (*) { x := 1; } "
                    "else { x := 2; } while (x < 5) { x := x + 1; } }");
  CHECK(t.is_lowered);
  for (uint32_t i = 1; i <= program_edge_count(t.p); i++) {
    edge e = {i};
    const block *b = program_edge_block(t.p, e);
    bool is_first = program_edge_from(t.p, e).id == program_entry(t.p).id;
    CHECK(is_first || b->assignment_count > 0 || !term_is_true(t.tt, b->guard));
  }
  bpl_text_clear(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(expressions_have_their_values),
      cmocka_unit_test(every_error_is_one),
      cmocka_unit_test(what_is_assumed_ends_the_path),
      cmocka_unit_test(old_values_and_results),
      cmocka_unit_test(control),
      cmocka_unit_test(quantifiers),
      cmocka_unit_test(nothing_explodes),
      cmocka_unit_test(several_entries),
      cmocka_unit_test(no_empty_edges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
