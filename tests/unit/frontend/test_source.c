// SPDX-License-Identifier: Apache-2.0
#include "frontend/c/read/source.h"

#include "c_program.h"

// What becomes of one line that stands between two others.
static bool is_blanked(const char *line) {
  char path[64], text[256];
  snprintf(text, sizeof text, "int a;\n%s\nint b;\n", line);
  c_write(path, text, "s.c");
  arena *mem = arena_new();
  diag d = {0};
  source s;
  CHECK(source_read(&s, mem, path, &(source_wishes){0}, &d));
  bool is_changed = s.text != NULL;
  if (is_changed) {
    char expected[256];
    snprintf(expected, sizeof expected, "int a;\n%*s\nint b;\n",
             (int)strlen(line), "");
    CHECK(strcmp(s.shown, expected) == 0);
    char head[128];
    snprintf(head, sizeof head, "# 1 \"%s\"\n", path);
    CHECK(strncmp(s.text, head, strlen(head)) == 0);
    CHECK(strcmp(s.shown, s.text + strlen(head)) == 0);
    CHECK(s.size == strlen(s.text));
    CHECK(strncmp(path, s.quote_dir, strlen(s.quote_dir)) == 0);
  }
  arena_free(mem);
  c_remove(path);
  CHECK(mem_live() == 0);
  return is_changed;
}

static void line_markers_are_blanked(void **state) {
  static const char *const markers[] = {
      "# 12",           "# 12 \"f.c\"",        "#12 \"f.c\" 1 3 4",
      "#line 5",        "  #  line 7 \"x y\"", "# 1 \"<built-in>\"",
      "# 3 \"a\\\"b\"", "# 1 \"f.c\"  ",       "#line 5\t\"f\"",
  };
  for (size_t k = 0; k < sizeof markers / sizeof *markers; k++)
    CHECK(is_blanked(markers[k]));
}

static void other_lines_stay(void **state) {
  static const char *const lines[] = {
      "#define X 12",   "#if 12",       "# 12 */ int c;",
      "# 12 \"f.c\" x", "#pragma once", "#linear 5",
      "\"# 12\"",       "# 12 \"open",  "#",
      "#line",          "x # 12",       "#error 5",
  };
  for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
    CHECK(!is_blanked(lines[k]));
}

static void read_fails(const char *path, const char *part) {
  arena *mem = arena_new();
  diag d = {0};
  source s;
  CHECK(!source_read(&s, mem, path, &(source_wishes){0}, &d));
  CHECK(d.kind == DIAG_INPUT);
  CHECK(strstr(strbuf_text(&d.text), part) != NULL);
  diag_clear(&d);
  arena_free(mem);
}

static void what_is_no_text_is_refused(void **state) {
  read_fails("/nonexistent/x.c", "No such file");
  read_fails("/tmp", "directory");
  char path[64];
  c_write(path, "", "empty.c");
  read_fails(path, "is empty");
  FILE *f = fopen(path, "w");
  fwrite("int\0x", 1, 5, f);
  fclose(f);
  read_fails(path, "binary");
  c_remove(path);
}

static void preprocessed_files_are_known(void **state) {
  char path[64];
  c_write(path, "int x;\n", "s.i");
  arena *mem = arena_new();
  diag d = {0};
  source s;
  CHECK(source_read(&s, mem, path, &(source_wishes){0}, &d));
  CHECK(s.is_preprocessed && s.text == NULL);
  FILE *f = fopen(path, "w");
  fputs("int *g() __attribute__ ((__malloc__ (fclose, 1)));\n", f);
  fclose(f);
  CHECK(source_read(&s, mem, path, &(source_wishes){0}, &d));
  CHECK(strstr(s.shown, "((__malloc__            ))") != NULL);
  arena_free(mem);
  c_remove(path);
}

static uint32_t declared_in(const char *text) {
  char path[64];
  c_write(path, text, "d.c");
  arena *mem = arena_new();
  diag d = {0};
  source s;
  CHECK(source_read(&s, mem, path, &(source_wishes){0}, &d));
  CHECK(s.declared_count == 0 ||
        strncmp(s.text, s.declared[0], strlen(s.declared[0])) == 0);
  uint32_t n = s.declared_count;
  arena_free(mem);
  c_remove(path);
  return n;
}

// Only where every mention is a call.
static void missing_declarations_are_added(void **state) {
  CHECK(declared_in("int f() { return __VERIFIER_nondet_double() > 1; }") == 1);
  CHECK(declared_in("int f() { return 2*__VERIFIER_nondet_double() >\n"
                    "__VERIFIER_nondet_float(); }") == 2);
  CHECK(declared_in("double\n__VERIFIER_nondet_double(void);\n"
                    "int f() { return __VERIFIER_nondet_double() > 1; }") == 0);
  CHECK(declared_in("#define __VERIFIER_nondet_float() 1.5f\n"
                    "float f(void) { return __VERIFIER_nondet_float(); }") ==
        0);
  CHECK(declared_in("int f() { return my__VERIFIER_nondet_double(); }") == 0);
  CHECK(declared_in("int *f() { return malloc(strlen(\"a\")); }") == 2);
  CHECK(declared_in("extern void *malloc (unsigned);\n"
                    "int *f() { return malloc(4); }") == 0);
  CHECK(declared_in("#include <stdlib.h>\nint *f() { return malloc(4); }") ==
        0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(line_markers_are_blanked),
      cmocka_unit_test(other_lines_stay),
      cmocka_unit_test(what_is_no_text_is_refused),
      cmocka_unit_test(preprocessed_files_are_known),
      cmocka_unit_test(missing_declarations_are_added),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
