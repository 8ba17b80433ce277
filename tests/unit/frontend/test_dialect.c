// SPDX-License-Identifier: Apache-2.0
#include "frontend/c/read/dialect.h"

#include <string.h>

#include "base/mem.h"
#include "unit.h"

// What becomes of the text.
static void becomes(const char *text, const char *expected) {
  strbuf b = {0};
  diag d = {0};
  strbuf_puts(&b, text);
  CHECK(dialect_rewrite(&b, "f.c", &d));
  CHECK(strcmp(strbuf_text(&b), expected) == 0);
  strbuf_free(&b);
  CHECK(mem_live() == 0);
}

static void quantifiers_are_calls_of_macros(void **state) {
  becomes("x(__CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] == 0 }); y",
          "x(__CPROVER_forall ( int ,i, 0      ,,     n  ,,  a[i] == 0 )); y");
  becomes("x(__CPROVER_exists { int i; 0 < i && i <= n && a[i] }); y",
          "x(__CPROVER_exists ( int ,i,0     ,+1,    n ,=,a[i] )); y");
  becomes("__CPROVER_forall{T i;i<n==>b}z", "__CPROVER_forall(T ,i,,,n,,b)z");
  becomes("__CPROVER_exists{T i;i<n&&b}z", "__CPROVER_exists(T ,i,,,n,,b)z");
}

static void bounds_may_stand_in_any_order(void **state) {
  becomes("__CPROVER_forall { T i; i < n && i >= 2 ==> b } z",
          "__CPROVER_Forall ( T ,i,    n ,,      2 ,,  b ) z");
  becomes("__CPROVER_exists { T i; ((n > (i)) && (1 <= i)) && b } z",
          "__CPROVER_Exists ( T ,i,  n        ,,  1        ,, b ) z");
  becomes("__CPROVER_exists { T i; (1 <= i && i < n) && b } z",
          "__CPROVER_exists ( T ,i, 1      ,,     n  ,, b ) z");
}

static void more_conditions_go_to_the_body(void **state) {
  becomes("__CPROVER_forall { T i; 0 <= i && i < n && c ==> b } z",
          "__CPROVER_forall ( T ,i,0      ,,     n ,, !(c)||(b))z");
  becomes("__CPROVER_exists { T i; 0 <= i && i < n } z",
          "__CPROVER_exists ( T ,i,0      ,,     n ,,1)z");
}

static void quantifiers_nest(void **state) {
  becomes("__CPROVER_forall { T i; i < n ==> __CPROVER_exists { T j; j < m && "
          "b } } z",
          "__CPROVER_forall ( T ,i,,,  n ,,  __CPROVER_exists ( T ,j,,,  m ,, "
          "b ) ) z");
}

static void lines_stay(void **state) {
  becomes("#define all(i, c) __CPROVER_forall { int i; \\\n"
          "  (0 <= (i) && (i) < 9) ==> (c) }\nz",
          "#define all(i, c) __CPROVER_forall ( int ,i, \\\n"
          "   0        ,,       9  ,,  (c) )\nz");
}

static void implications_are_disjunctions(void **state) {
  becomes("f(a ==> b, c)", "f(!a||  b, c)");
  becomes("f(a > 0 ==> b)", "f(!(a> 0)|| b)");
  becomes("x = a ==> b ==> c;", "x = !a||  !b||  c;");
  becomes("return (a && b) ==> c;", "return !(a && b)||  c;");
  becomes("// a ==> b\n\"a ==> b\"; c ==> d",
          "// a ==> b\n\"a ==> b\"; !c||  d");
}

static void is_refused(const char *text, const char *part) {
  strbuf b = {0};
  diag d = {0};
  strbuf_puts(&b, text);
  CHECK(!dialect_rewrite(&b, "f.c", &d));
  CHECK(d.kind == DIAG_INPUT);
  CHECK(strstr(strbuf_text(&d.text), part) != NULL);
  CHECK(d.pos.line == 2 && d.pos.col == 3);
  diag_clear(&d);
  strbuf_free(&b);
}

static void what_has_no_range_is_refused(void **state) {
  is_refused("\n  __CPROVER_forall { int i; a[i] ==> b }", "the range of");
  is_refused("\n  __CPROVER_forall { int i; i < n || c ==> b }", "the range");
  is_refused("\n  __CPROVER_forall { int i; i > n ==> b }", "the range of");
  is_refused("\n  __CPROVER_exists { int i, j; i < n && b }", "the range of");
  is_refused("\n  __CPROVER_forall { int i; i < n }", "the form of");
  is_refused("\n  __CPROVER_forall { i < n ==> b }", "the variable of");
  is_refused("\n  __CPROVER_forall { int i; i < n ==> b", "the end of");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quantifiers_are_calls_of_macros),
      cmocka_unit_test(bounds_may_stand_in_any_order),
      cmocka_unit_test(more_conditions_go_to_the_body),
      cmocka_unit_test(quantifiers_nest),
      cmocka_unit_test(lines_stay),
      cmocka_unit_test(implications_are_disjunctions),
      cmocka_unit_test(what_has_no_range_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
