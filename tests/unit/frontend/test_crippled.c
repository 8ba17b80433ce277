// SPDX-License-Identifier: Apache-2.0
// What the points-to analysis misses must not make an access harmless. The
// linker puts an analysis in its place that forgets targets, and offsets in
// them.
#include "c_program.h"
#include "frontend/c/analyze/points_to.h"

// Values of inputs for c_execute: their list and how many there are.
#define FEED(...)                                                              \
  (const uint64_t[]){__VA_ARGS__},                                             \
      sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)

static uint32_t forget_from; // no target from this one on is told

bool __real_points_to_get(const points_to *a, const ir_function *f,
                          const ir_operand *o, uint32_t i, target *out);
bool __wrap_points_to_get(const points_to *a, const ir_function *f,
                          const ir_operand *o, uint32_t i, target *out);

bool __wrap_points_to_get(const points_to *a, const ir_function *f,
                          const ir_operand *o, uint32_t i, target *out) {
  return i < forget_from && __real_points_to_get(a, f, o, i, out);
}

static int64_t mislead_by; // offsets are told with so many bytes more

bool __real_points_to_offsets(const points_to *a, const ir_function *f,
                              const ir_operand *o, target object,
                              offset_vec *out);
bool __wrap_points_to_offsets(const points_to *a, const ir_function *f,
                              const ir_operand *o, target object,
                              offset_vec *out);

bool __wrap_points_to_offsets(const points_to *a, const ir_function *f,
                              const ir_operand *o, target object,
                              offset_vec *out) {
  bool are_known = __real_points_to_offsets(a, f, o, object, out);
  for (uint32_t k = 0; k < out->len; k++)
    out->data[k] += mislead_by;
  return are_known;
}

// All reach the error, whatever the argument.
static const char *const TEXTS[] = {
    "int x, y; int *p; int main(int c) { p = c ? &x : &y; *p = 7;\n"
    "if (x + y == 7) reach_error(); }",
    "int x[3], y[5000]; int *p; int main(int c) { p = c ? x : y; p[2] = 7;\n"
    "if (x[2] + y[2] == 7) reach_error(); }",
    "#include <stdlib.h>\nint main(int c) { int *p = malloc(4), *q = "
    "malloc(4);\n"
    "int **r = c ? &p : &q; **r = 3; if (*p == 3 || *q == 3) reach_error(); }",
    "#include <stdlib.h>\nint *p; int main(int c) { int x;\n"
    "p = c ? &x : malloc(4); *p = 1; if (*p == 1) reach_error(); }",
    "#include <stdlib.h>\nint *p, *q; int main(int c) { p = malloc(4);\n"
    "q = malloc(4); int *r = c ? p : q; free(r); reach_error(); }",
    "int f(void) { return 1; } int g(void) { return 1; } int (*h)(void);\n"
    "int main(int c) { h = c ? f : g; if (h() == 1) reach_error(); }",
};

static void forgotten_targets_are_unsupported(void **state) {
  for (size_t k = 0; k < sizeof TEXTS / sizeof *TEXTS; k++)
    for (forget_from = 0; forget_from < 2; forget_from++) {
      char text[1024];
      snprintf(text, sizeof text, "extern void reach_error(void);\n%s",
               TEXTS[k]);
      c_program c;
      c_read_text(&c, text, "--64");
      for (uint64_t argument = 0; argument < 2; argument++) {
        loc_kind sink = c_execute(&c, NULL, FEED(argument, 0, 0, 0)).sink;
        if (sink != LOC_UNSUPPORTED && sink != LOC_ERROR)
          print_message("%d: %s\n", (int)sink, TEXTS[k]);
        CHECK(sink == LOC_UNSUPPORTED || sink == LOC_ERROR);
      }
      CHECK(c_has_stop(&c, LOC_UNSUPPORTED, ""));
      c_free(&c);
    }
  forget_from = UINT32_MAX;
}

static void wrong_offsets_are_unsupported(void **state) {
  static const char *const texts[] = {
      "struct { int a, b, c, d; } x, y; int *p;\n"
      "int main(int c) { p = c ? &x.b : &y.c; *p = 7;\n"
      "if (x.b + y.c == 7) reach_error(); }",
      "#include <stdlib.h>\nstruct s { int a; struct s *n; };\n"
      "int main(int c) { struct s *p = malloc(sizeof *p), *q = p;\n"
      "p->n = c ? p : q; p->n->a = 3; if (p->a == 3) reach_error(); }"};
  static const int64_t wrong[] = {-8, -4, 0, 4, 8, 16, 1000};
  forget_from = UINT32_MAX;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    for (uint64_t k = 0; k < 4; k++) {
      mislead_by = wrong[i];
      char text[1024];
      snprintf(text, sizeof text, "extern void reach_error(void);\n%s",
               texts[k / 2]);
      c_program c;
      c_read_text(&c, text, "--64");
      loc_kind sink = c_execute(&c, NULL, FEED(k % 2, 0, 0, 0)).sink;
      CHECK(sink == (mislead_by == 0 ? LOC_ERROR : LOC_UNSUPPORTED));
      c_free(&c);
    }
  mislead_by = 0;
}

static loc_kind run_with(const char *text, const char *option,
                         uint64_t argument) {
  char whole[1024];
  snprintf(whole, sizeof whole, "extern void reach_error(void);\n%s", text);
  c_program c;
  c_read_text(&c, whole, option);
  loc_kind sink = c_execute(&c, NULL, FEED(argument, 0, 0, 0)).sink;
  c_free(&c);
  return sink;
}

// None of them does anything wrong, so what is forgotten is no error.
static void forgotten_targets_are_no_errors(void **state) {
  for (size_t k = 0; k < sizeof TEXTS / sizeof *TEXTS; k++)
    for (forget_from = 0; forget_from < 2; forget_from++)
      for (uint64_t argument = 0; argument < 2; argument++) {
        loc_kind sink = run_with(TEXTS[k], "--property=memory", argument);
        if (sink != LOC_UNSUPPORTED && sink != LOC_END)
          print_message("%d: %s\n", (int)sink, TEXTS[k]);
        CHECK(sink == LOC_UNSUPPORTED || sink == LOC_END);
      }
  forget_from = UINT32_MAX;
}

// All use the variable of a call that is over.
static const char *const DANGLING[] = {
    "int *p; void f(void) { int x = 1; p = &x; }\n"
    "int main(int c) { f(); return *p; }",
    "int *f(int c) { int x = c; int *p = &x; return p; }\n"
    "int main(int c) { return *f(c); }",
    "int *p; void f(void) { int x = 1; if (p) *p = 2; p = &x; }\n"
    "int main(int c) { for (int i = 0; i < 2; i++) f(); }",
    "#include <stdlib.h>\nint *p; void f(void) { int x = 1; p = &x; }\n"
    "void g(void) { int y = 1; *p = 2; p = &y; }\n"
    "int main(int c) { f(); g(); }",
};

static void dangling_pointers_are_known(void **state) {
  const size_t n = sizeof DANGLING / sizeof *DANGLING;
  forget_from = UINT32_MAX;
  for (size_t k = 0; k < n; k++) {
    CHECK(run_with(DANGLING[k], "--64", 0) == LOC_UNDEFINED);
    CHECK(run_with(DANGLING[k], "--property=memory", 0) == LOC_ERROR);
  }
  forget_from = 0;
  for (size_t k = 0; k < n; k++)
    CHECK(run_with(DANGLING[k], "--property=memory", 0) == LOC_UNSUPPORTED);
  forget_from = UINT32_MAX;
}

// What a pointer may point to is offered as an invariant, also without null.
static void targets_are_candidates(void **state) {
  c_program c;
  c_read_text(&c,
              "int x, y, *p = &x; int main(int c) { if (c) p = &y; *p = 7; }",
              "--64");
  CHECK(program_candidate_count(c.p) == 2);
  for (uint32_t i = 0; i < 2; i++)
    CHECK(!term_is_true(c.tt, program_candidate(c.p, i)) &&
          !term_is_false(c.tt, program_candidate(c.p, i)));
  c_free(&c);
}

static void nothing_is_forgotten(void **state) {
  forget_from = UINT32_MAX;
  for (size_t k = 0; k < sizeof TEXTS / sizeof *TEXTS; k++) {
    char text[1024];
    snprintf(text, sizeof text, "extern void reach_error(void);\n%s", TEXTS[k]);
    c_program c;
    c_read_text(&c, text, "--64");
    CHECK(c_execute(&c, NULL, FEED(1, 0, 0, 0)).sink == LOC_ERROR);
    c_free(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_is_forgotten),
      cmocka_unit_test(targets_are_candidates),
      cmocka_unit_test(forgotten_targets_are_unsupported),
      cmocka_unit_test(wrong_offsets_are_unsupported),
      cmocka_unit_test(forgotten_targets_are_no_errors),
      cmocka_unit_test(dangling_pointers_are_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
