// SPDX-License-Identifier: Apache-2.0
// Harnesses against small C programs, compiled and run. The program graph
// beside each C text is built by hand: x = f(); y = f(); [x + y == 7] error.
#include "certify/certify.h"

#include <stdlib.h>
#include <unistd.h>

#include "small.h"

typedef struct {
  small s;
  term f1, f2, local, global, memory;
  result *r;
  char path[256];
} fixture;

// local: x starts as an indeterminate local instead of f().
static void fixture_init(fixture *f, input_kind first, const char *name,
                         const char *error_text) {
  small *s = &f->s;
  small_init(s);
  loc entry = small_loc(s, LOC_ENTRY), a = small_loc(s, LOC_PLAIN);
  loc b = small_loc(s, LOC_PLAIN), error = small_loc(s, LOC_ERROR);
  loc end = small_loc(s, LOC_END);
  var x = small_var(s, "x", 32), y = small_var(s, "y", 32);
  term tx = program_variable_term(s->p, x), ty = program_variable_term(s->p, y);
  f->f1 = small_input(s, first, name, 32);
  f->f2 = small_input(s, INPUT_CALL, "f", 32);
  term sum = term_bvadd(s->tt, tx, ty);
  term seven = term_eq_make(s->tt, sum, term_bv(s->tt, 32, 7));
  small_edge(s, entry, a, TERM_NONE, x, f->f1, f->f1);
  small_edge(s, a, b, TERM_NONE, y, f->f2, f->f2);
  block go = {.guard = seven};
  edge_info info = {.kind = EDGE_ERROR, .text = error_text};
  program_add_edge(s->p, b, error, &go, &info);
  small_edge(s, b, end, term_not(s->tt, seven), VAR_NONE, TERM_NONE, TERM_NONE);
  f->r = result_new("test");
  f->r->verdict = VERDICT_FALSE;
}

static void set_inputs(fixture *f, uint32_t x, uint32_t y) {
  vec_push(&f->r->trace.inputs, ((trace_input){f->f1, value_bv(32, x)}));
  vec_push(&f->r->trace.inputs, ((trace_input){f->f2, value_bv(32, y)}));
}

static void write_program(fixture *f, const char *text) {
  const char *dir = getenv("TMPDIR");
  snprintf(f->path, sizeof f->path, "%s/wedge test %d.c", dir ? dir : "/tmp",
           (int)getpid());
  FILE *out = fopen(f->path, "w");
  CHECK(out != NULL);
  fputs(text, out);
  fclose(out);
  vec_push(&f->s.options.inputs, f->path);
}

static certificate run(fixture *f) {
  CHECK(certify_trace(&f->s.env, f->s.p, f->r).status == CERTIFY_OK);
  certificate last = {.status = CERTIFY_GAVE_UP};
  for (int model = 0; model < 2; model++) { // --32, --64
    f->s.options.data_model = model;
    certificate c = certify_native(&f->s.env, f->s.p, f->r);
    if (model)
      CHECK(c.status == last.status);
    last = c;
  }
  return last;
}

static void fixture_clear(fixture *f) {
  if (f->path[0])
    unlink(f->path);
  result_free(f->r);
  small_clear(&f->s);
}

#define MAIN                                                                   \
  "int main(void) { int x = f(), y = f(); if (x + y == 7) "                    \
  "reach_error(); return 0; }\n"

static void error_functions(void **unused) {
  static const char *const texts[] = {
      "int f(void); void reach_error(void); " MAIN,
      "int f(void); void reach_error(void) {} " MAIN,
      "int f(void); static void reach_error(void) {} " MAIN,
      "#include <stdlib.h>\nint f(void);\n"
      "__attribute__((noreturn)) void reach_error() { abort(); }\n" MAIN,
      "#include <assert.h>\nint f(void);\n"
      "static inline void reach_error(void) { assert(0); }\n" MAIN,
      "int f(void); void __VERIFIER_error(void);\n"
      "void reach_error(void) { __VERIFIER_error(); }\n" MAIN,
      "#include <assert.h>\nint f(void);\n"
      "int main(void) { int x = f(), y = f(); assert(x + y != 7); }",
      "extern int f(); int main() { int x = f(); int y = f();\n"
      "if (x + y == 7) reach_error(); }"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    fixture f = {.path = ""};
    fixture_init(&f, INPUT_CALL, "f", "reach_error() is called");
    write_program(&f, texts[i]);
    set_inputs(&f, 10, (uint32_t)-3);
    certificate c = run(&f);
    if (c.status != CERTIFY_OK)
      print_error("%zu: %s\n", i, c.reason);
    CHECK(c.status == CERTIFY_OK);
    fixture_clear(&f);
  }
}

static void labels(void **unused) {
  fixture f = {.path = ""};
  fixture_init(&f, INPUT_CALL, "f", EDGE_TEXT_LABEL);
  write_program(&f, "int f(void);\nint main(void) { int x = f(), y = f();\n"
                    "if (x + y != 7) return 0;\n"
                    "if (x) ERROR: return 1;\n return 2; }");
  set_inputs(&f, 10, (uint32_t)-3);
  CHECK(run(&f).status == CERTIFY_OK);
  fixture_clear(&f);
}

// The program is another one than the graph says: the native run must tell.
static void refuted(void **unused) {
  static const char *const texts[] = {
      "int f(void); void reach_error(void) {}\n"
      "int main(void) { if (f() + f() == 8) reach_error(); return 0; }",
      "#include <stdlib.h>\nint f(void); void reach_error(void) {}\n"
      "int main(void) { int x = f(), y = f(); abort(); }",
      "int f(void); void reach_error(void) {}\n"
      "int main(void) { f(); f(); f(); reach_error(); }",
      "int f(void); void reach_error(void) {}\n"
      "int main(void) { return 0; }"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    fixture f = {.path = ""};
    fixture_init(&f, INPUT_CALL, "f", "reach_error() is called");
    write_program(&f, texts[i]);
    set_inputs(&f, 3, 4);
    CHECK(run(&f).status == CERTIFY_REFUTED);
    fixture_clear(&f);
  }
}

// Indeterminate values: zero and clang's pattern can be had, others cannot.
static void locals(void **unused) {
  static const uint32_t pattern[] = {0xffffffff, 0xaaaaaaaa};
  for (uint32_t i = 0; i < 3; i++)
    for (int model = 0; model < 2; model++) {
      fixture f = {.path = ""};
      fixture_init(&f, INPUT_LOCAL, "x", "reach_error() is called");
      write_program(&f, "int f(void); void reach_error(void) {}\n"
                        "int main(void) { int x; int y = f();\n"
                        "if (x + y == 7) reach_error(); return 0; }");
      uint32_t x = i == 0 ? 0 : i == 1 ? pattern[model] : 5;
      set_inputs(&f, x, 7 - x);
      f.s.options.data_model = model;
      certificate c = certify_native(&f.s.env, f.s.p, f.r);
      CHECK(c.status == (i < 2 ? CERTIFY_OK : CERTIFY_GAVE_UP));
      fixture_clear(&f);
    }
}

static void globals_and_arguments(void **unused) {
  fixture f = {.path = ""};
  fixture_init(&f, INPUT_GLOBAL, "g", "reach_error() is called");
  write_program(&f, "int f(void); extern int g; void reach_error(void) {}\n"
                    "int main(void) { if (g + f() == 7) reach_error(); }");
  set_inputs(&f, 1000, 7 - 1000u);
  CHECK(run(&f).status == CERTIFY_OK);
  fixture_clear(&f);

  for (int argc = 0; argc < 4; argc++) { // 0 cannot be had
    fixture_init(&f, INPUT_ARGUMENT, "argc", "reach_error() is called");
    write_program(&f, "int f(void); void reach_error(void) {}\n"
                      "int main(int argc, char **argv) {\n"
                      "if (argc + f() == 7) reach_error(); }");
    set_inputs(&f, (uint32_t)argc, (uint32_t)(7 - argc));
    CHECK(run(&f).status == (argc ? CERTIFY_OK : CERTIFY_GAVE_UP));
    fixture_clear(&f);
  }

  fixture_init(&f, INPUT_ARGUMENT, "n", "reach_error() is called");
  f.s.options.entry = "start";
  write_program(&f, "int f(void); void reach_error(void) {}\n"
                    "int start(int n) { if (n + f() == 7) reach_error(); }\n"
                    "int main(void) { return 3; }");
  set_inputs(&f, 1u << 31, 7 - (1u << 31));
  CHECK(run(&f).status == CERTIFY_OK);
  fixture_clear(&f);
}

static void not_replayable(void **unused) {
  fixture f = {.path = ""};
  fixture_init(&f, INPUT_MEMORY, "scanf", "reach_error() is called");
  write_program(&f, "int main(void) { return 0; }");
  set_inputs(&f, 3, 4);
  certificate c = run(&f);
  CHECK(c.status == CERTIFY_GAVE_UP);
  CHECK(strstr(c.reason, "scanf") != NULL);
  fixture_clear(&f);

  fixture_init(&f, INPUT_CALL, "f", "reach_error() is called");
  write_program(&f, "int main(void) { syntax error }");
  set_inputs(&f, 3, 4);
  CHECK(run(&f).status == CERTIFY_GAVE_UP);
  fixture_clear(&f);

  fixture_init(&f, INPUT_CALL, "f", "reach_error() is called");
  write_program(&f, "int f(void); int main(void) { return g(); }");
  set_inputs(&f, 3, 4);
  CHECK(run(&f).status == CERTIFY_GAVE_UP);
  fixture_clear(&f);
}

// Dead code may call what nobody defines.
static void dead_code(void **unused) {
  fixture f = {.path = ""};
  fixture_init(&f, INPUT_CALL, "f", "reach_error() is called");
  write_program(&f, "int f(void); void reach_error(void) {}\n" MAIN
                    "int dead(void) { return g() + h; }\n"
                    "extern int h;\n");
  set_inputs(&f, 3, 4);
  CHECK(run(&f).status == CERTIFY_GAVE_UP); // h is not declared before
  fixture_clear(&f);

  fixture_init(&f, INPUT_CALL, "f", "reach_error() is called");
  write_program(&f, "int f(void); void reach_error(void) {}\n" MAIN
                    "extern int h; int dead(void) { return g() + h; }\n");
  set_inputs(&f, 3, 4);
  CHECK(run(&f).status == CERTIFY_OK);
  fixture_clear(&f);
}

static void endless(void **unused) {
  fixture f = {.path = ""};
  fixture_init(&f, INPUT_CALL, "f", "reach_error() is called");
  write_program(&f, "int f(void); int main(void) { f(); for (;;) ; }");
  set_inputs(&f, 3, 4);
  f.s.env.limits = limits_within(NULL, 1.5);
  certificate c = certify_native(&f.s.env, f.s.p, f.r);
  CHECK(c.status == CERTIFY_GAVE_UP);
  fixture_clear(&f);
}

static void harness_text(void **unused) {
  fixture f = {.path = ""};
  fixture_init(&f, INPUT_CALL, "f", "reach_error() is called");
  program_add_note(f.s.p, NOTE_EXTERNAL, "unused_function", (source_pos){0});
  set_inputs(&f, 3, 4);
  strbuf out = {0}, why = {0};
  CHECK(certify_harness(&f.s.env, f.s.p, f.r, &out, &why));
  CHECK(strstr(strbuf_text(&out), "wedge_values_0[] = {3U, 4U}") != NULL);
  CHECK(strstr(strbuf_text(&out), "unused_function()") != NULL);
  CHECK(why.len == 0);
  strbuf_free(&out);
  f.r->trace.inputs.data[1].value = value_bv(32, 5);
  CHECK(!certify_harness(&f.s.env, f.s.p, f.r, &out, &why));
  CHECK(why.len > 0 && out.len == 0);
  strbuf_free(&out);
  strbuf_free(&why);
  fixture_clear(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(error_functions),
                                     cmocka_unit_test(labels),
                                     cmocka_unit_test(refuted),
                                     cmocka_unit_test(locals),
                                     cmocka_unit_test(globals_and_arguments),
                                     cmocka_unit_test(not_replayable),
                                     cmocka_unit_test(dead_code),
                                     cmocka_unit_test(endless),
                                     cmocka_unit_test(harness_text)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
