// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "term/text/parse.h"
#include "term/text/print.h"
#include "unit.h"

static terms *tt;

static const char *plain_name(void *data, term variable) {
  const char *name = term_name(tt, variable);
  return strcmp(name, "hidden") == 0 ? NULL : name;
}

static void shows(term t, const char *expected) {
  strbuf out = {0};
  CHECK(term_print_boogie(tt, t, plain_name, NULL, 100, &out));
  assert_string_equal(strbuf_text(&out), expected);
  strbuf_free(&out);
}

static void numbers(void **state) {
  tt = terms_new();
  terms_set_simplify(tt, false);
  term x = term_variable(tt, "x", sort_int(tt));
  term y = term_variable(tt, "y", sort_int(tt));
  term r = term_variable(tt, "r", sort_real(tt));
  term sum = term_add(tt, x, term_add(tt, y, term_int(tt, -3)));
  shows(sum, "x + y - 3");
  shows(term_mul(tt, sum, x), "(x + y - 3) * x");
  shows(term_eq_make(tt, sum, term_neg(tt, x)), "(x + y - 3) == -x");
  shows(term_not(tt, term_eq_make(tt, x, y)), "x != y");
  shows(term_sub(tt, x, sum), "x - (x + y - 3)");
  shows(term_mul(tt, x, term_int(tt, -3)), "x * -3");
  shows(term_not(tt, term_lt(tt, x, y)), "!(x < y)");
  shows(term_int_mod(tt, x, term_int_div(tt, x, y)), "x mod (x div y)");
  shows(term_div(tt, r, term_to_real(tt, x)), "r / real(x)");
  shows(term_to_int(tt, r), "int(r)");
  terms_free(tt);
}

static void conditions_and_maps(void **state) {
  tt = terms_new();
  terms_set_simplify(tt, false);
  sort i = sort_int(tt), b = sort_bool(tt);
  term x = term_variable(tt, "x", i), p = term_variable(tt, "p", b);
  term q = term_variable(tt, "q", b),
       v = term_variable(tt, "v", sort_bv(tt, 8));
  term m = term_variable(tt, "m", sort_array(tt, i, sort_array(tt, i, i)));
  shows(term_and(tt, p, term_or(tt, q, term_not(tt, p))), "p && (q || !p)");
  shows(term_ite(tt, p, x, term_int(tt, 2)), "(if p then x else 2)");
  term inner = term_select(tt, m, x);
  shows(term_select(tt, inner, x), "m[x][x]");
  shows(term_store(tt, m, x, inner), "m[x := m[x]]");
  shows(term_bvult(tt, v, term_bvadd(tt, v, term_bv(tt, 8, 200))),
        "bvult(v, bvadd(v, 200bv8))");
  terms_free(tt);
}

static void what_has_no_form(void **state) {
  tt = terms_new();
  strbuf out = {0};
  term x = term_variable(tt, "x", sort_int(tt));
  term h = term_variable(tt, "hidden", sort_int(tt));
  sort a = sort_array(tt, sort_int(tt), sort_int(tt));
  CHECK(!term_print_boogie(tt, term_lt(tt, x, h), plain_name, NULL, 100, &out));
  CHECK(!term_print_boogie(tt, term_const_array(tt, a, x), plain_name, NULL,
                           100, &out));
  term sum = term_mul(tt, x, x);
  CHECK(!term_print_boogie(tt, sum, plain_name, NULL, 2, &out));
  CHECK(term_print_boogie(tt, sum, plain_name, NULL, 3, &out) && out.len == 5);
  strbuf_free(&out);
  terms_free(tt);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers),
      cmocka_unit_test(conditions_and_maps),
      cmocka_unit_test(what_has_no_form),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
