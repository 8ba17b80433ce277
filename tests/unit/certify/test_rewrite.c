// SPDX-License-Identifier: Apache-2.0
#include "certify/execution/rewrite.h"

#include "small.h"

static void check(const char *text, const char *label, const char *want) {
  strbuf out = {0};
  bool is_changed = rewrite_source(text, label, "hook", &out);
  CHECK(is_changed == (want != NULL));
  if (!want)
    assert_string_equal(strbuf_text(&out), text);
  else
    assert_string_equal(strbuf_text(&out), want);
  strbuf_free(&out);
}

#define HEAD "void hook(void);\n#line 1\n"

static void labels(void **unused) {
  check("f() { ERROR: x(); }", "ERROR",
        HEAD "f() { ERROR: if (hook(), 0) ; else x(); }");
  check("f() { if (a) ERROR : x(); }", "ERROR",
        HEAD "f() { if (a) ERROR : if (hook(), 0) ; else x(); }");
  check("f() { goto ERROR; ERROR:\n; }", "ERROR",
        HEAD "f() { goto ERROR; ERROR: if (hook(), 0) ; else\n; }");
  check("f() { A: ERROR: }", "ERROR", HEAD "f() { A: ERROR: hook(); }");
  check("f() { if (a) ; else ERROR: g(); }", "ERROR",
        HEAD "f() { if (a) ; else ERROR: if (hook(), 0) ; else g(); }");
}

static void no_labels(void **unused) {
  check("f() { ERROR: x(); }", NULL, NULL);
  check("f() { ERROR: x(); }", "ERR", NULL);
  check("f() { x = a ? ERROR : 2; }", "ERROR", NULL);
  check("f() { switch (x) { case ERROR: ; } }", "ERROR", NULL);
  check("struct s { int ERROR : 3; };", "ERROR", NULL);
  check("// ; ERROR: x\n/* ; ERROR: */ char *s = \";ERROR: \\\" ;ERROR:\";",
        "ERROR", NULL);
  check("#define M ; ERROR: x \\\n ; ERROR: x\n", "ERROR", NULL);
  check("char c = ';' ; char d = '\\''; /* unclosed ; ERROR:", "ERROR", NULL);
  check("", "ERROR", NULL);
  check("\"unclosed ; ERROR: \n", "ERROR", NULL);
}

static void statics(void **unused) {
  check("static void reach_error(void) { }", NULL,
        "       void reach_error(void) { }");
  check("static inline void\nreach_error(void);", NULL,
        "       inline void\nreach_error(void);");
  check("static int x; void reach_error(void) {}", NULL, NULL);
  check("static int f(void) { static int y; reach_error(); }", NULL, NULL);
  check("void g(void) {} static void __VERIFIER_error() {}", NULL,
        "void g(void) {}        void __VERIFIER_error() {}");
}

static void freed(void **unused) { CHECK(mem_live() == 0); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(labels), cmocka_unit_test(no_labels),
      cmocka_unit_test(statics), cmocka_unit_test(freed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
