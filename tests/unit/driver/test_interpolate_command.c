// SPDX-License-Identifier: Apache-2.0
// Scripts through the command 'interpolate'.
#include "driver/command/interpolate_command.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "unit.h"

static const char DECLARATIONS[] =
    "(set-option :produce-interpolants true)\n"
    "(declare-fun x () Int) (declare-fun y () Int) (declare-fun z () Int)\n"
    "(assert (! (= x 2) :named A))\n"
    "(assert (! (= y (+ x 2)) :named B))\n"
    "(assert (! (= z (+ y 2)) :named |the step|))\n"
    "(assert (! (= (mod z 2) 1) :named end))\n";

// The outcome of the script that the two texts make.
static void run_script(const char *head, const char *tail, outcome *out) {
  char path[] = "/tmp/wedge-test-XXXXXX";
  int fd = mkstemp(path);
  CHECK(fd >= 0);
  CHECK(write(fd, head, strlen(head)) == (ssize_t)strlen(head));
  CHECK(write(fd, tail, strlen(tail)) == (ssize_t)strlen(tail));
  close(fd);
  options o;
  options_init(&o);
  vec_push(&o.inputs, path);
  stats s = {0};
  env e = pipeline_env(&o, &s);
  *out = (outcome){0};
  interpolate_run(&e, out);
  options_free(&o);
  unlink(path);
}

static uint32_t lines_of(const outcome *out) {
  uint32_t n = 0;
  for (const char *p = strbuf_text(&out->text); *p != '\0'; p++)
    n += *p == '\n' ? 1 : 0;
  return n;
}

static void end(outcome *out) {
  outcome_free(out);
  assert_int_equal(mem_live(), 0);
}

static void pairs_are_answered_by_a_formula(void **state) {
  outcome out;
  run_script(DECLARATIONS, "(get-interpolant (and A B) (and |the step| end))",
             &out);
  assert_int_equal(out.status, STATUS_TRUE);
  assert_int_equal(lines_of(&out), 1);
  CHECK(strstr(strbuf_text(&out.text), "y") != NULL);
  CHECK(strchr(strbuf_text(&out.text), 'x') == NULL);
  CHECK(strchr(strbuf_text(&out.text), 'z') == NULL);
  end(&out);
}

static void sequences_are_answered_by_a_list(void **state) {
  outcome out;
  run_script(DECLARATIONS, "(get-interpolants A B |the step| end)", &out);
  assert_int_equal(out.status, STATUS_TRUE);
  assert_int_equal(lines_of(&out), 5);
  CHECK(strbuf_text(&out.text)[0] == '(');
  end(&out);
  // Without a request every assertion is a part.
  run_script(DECLARATIONS, "", &out);
  assert_int_equal(out.status, STATUS_TRUE);
  assert_int_equal(lines_of(&out), 5);
  end(&out);
}

static void satisfiable_parts_have_no_interpolant(void **state) {
  outcome out;
  run_script(DECLARATIONS, "(get-interpolant A B)", &out);
  assert_int_equal(out.status, STATUS_FALSE);
  assert_string_equal(strbuf_text(&out.text), "sat\n");
  end(&out);
}

static void checks_are_answered(void **state) {
  outcome out;
  run_script(DECLARATIONS, "(check-sat) (get-interpolant A (and B end))", &out);
  assert_string_equal(strbuf_text(&out.text), "unsat\nsat\n");
  end(&out);
  run_script("(declare-const x (_ BitVec 8)) (assert (= x #x01)) (check-sat)",
             "(assert (= x #x02)) (check-sat)", &out);
  assert_string_equal(strbuf_text(&out.text), "sat\nunsat\n");
  assert_int_equal(out.status, STATUS_FALSE);
  end(&out);
}

// As MathSAT writes it: groups of assertions, and one side of the cut.
static void groups_are_parts(void **state) {
  static const char GROUPS[] =
      "(declare-const x Int) (declare-const y Int) (declare-const z Int)\n"
      "(assert (! (= x 2) :interpolation-group one))\n"
      "(assert (! (= y (+ x 2)) :interpolation-group one))\n"
      "(assert (! (= z (+ y 2)) :interpolation-group two))\n"
      "(assert (! (= (mod z 2) 1) :interpolation-group three))\n";
  static const char *const REQUESTS[] = {"(get-interpolant (one))",
                                         "(get-interpolant one (two three))"};
  for (size_t i = 0; i < 2; i++) {
    outcome out;
    run_script(GROUPS, REQUESTS[i], &out);
    assert_int_equal(out.status, STATUS_TRUE);
    assert_int_equal(lines_of(&out), 1);
    CHECK(strstr(strbuf_text(&out.text), "y") != NULL);
    CHECK(strchr(strbuf_text(&out.text), 'x') == NULL);
    end(&out);
  }
}

static void mistakes_are_told(void **state) {
  static const char *const WRONG[] = {
      "(get-interpolant A C)",     "(get-interpolant A)",
      "(get-interpolant A B end)", "(get-interpolants (or A B) end)",
      "(get-interpolants (and A",  "(get-interpolant A B",
  };
  for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
    outcome out;
    run_script(DECLARATIONS, WRONG[i], &out);
    assert_int_equal(out.status, STATUS_INPUT);
    CHECK(strstr(strbuf_text(&out.errors), "error") != NULL);
    end(&out);
  }
  outcome out;
  run_script("(assert true)", "", &out);
  assert_int_equal(out.status, STATUS_INPUT);
  end(&out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pairs_are_answered_by_a_formula),
      cmocka_unit_test(sequences_are_answered_by_a_list),
      cmocka_unit_test(satisfiable_parts_have_no_interpolant),
      cmocka_unit_test(checks_are_answered),
      cmocka_unit_test(groups_are_parts),
      cmocka_unit_test(mistakes_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
