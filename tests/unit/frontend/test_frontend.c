// SPDX-License-Identifier: Apache-2.0
// Files and options: what is read, and what is refused with which words.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "c_program.h"

static const char TRIVIAL[] = "int main(void) { return 0; }\n";

static void refused(const char *const *args, diag_class kind,
                    const char *part) {
  c_program c;
  c_read_files(&c, args);
  if (c.p != NULL || strstr(strbuf_text(&c.d.text), part) == NULL)
    print_message("'%s' in: %s\n", part, strbuf_text(&c.d.text));
  CHECK(c.p == NULL && c.d.kind == kind);
  CHECK(strstr(strbuf_text(&c.d.text), part) != NULL);
  c_free(&c);
}

static void refuse_text(const char *text, const char *part) {
  char path[64];
  c_write(path, text, "bad.c");
  const char *args[] = {path, NULL};
  refused(args, DIAG_INPUT, part);
  c_remove(path);
}

static void bad_programs_are_refused(void **state) {
  refuse_text("", "is empty");
  refuse_text("int main( {", "expected");
  refuse_text("#include \"missing.h\"\n", "'missing.h' file not found");
  refuse_text("int f(void) { return 1; } int g(void) { return 2; }",
              "choose one with --entry: f, g");
  refuse_text("int x;", "nor any other");
  refuse_text("int main;", "there is no function 'main'");
  const char *missing[] = {"/nonexistent/x.c", NULL};
  refused(missing, DIAG_INPUT, "No such file");
  const char *directory[] = {"/tmp", NULL};
  refused(directory, DIAG_INPUT, "directory");
  const char *boogie[] = {"/nonexistent/x.bpl", NULL};
  refused(boogie, DIAG_INPUT, "No such file");
  const char *mixed[] = {"x.bpl", "y.c", NULL};
  refused(mixed, DIAG_USAGE, "mixed");
  const char *none[] = {NULL};
  refused(none, DIAG_USAGE, "no input");
}

static void clangs_messages_have_their_place(void **state) {
  char path[64];
  c_write(path, "int x;\nint main( {\n  return y;\n}\n", "bad.c");
  const char *args[] = {path, NULL};
  c_program c;
  c_read_files(&c, args);
  CHECK(c.p == NULL && c.d.pos.line == 2 && c.d.pos.col == 11);
  CHECK(strcmp(c.d.pos.file, path) == 0);
  CHECK(strncmp(strbuf_text(&c.d.text), "expected", 8) == 0);
  c_free(&c);
  c_remove(path);
}

static void warnings_are_no_errors(void **state) {
  static const char *const texts[] = {
      "main() { undeclared(3); return *(int *)&main, 0; }",
      "f(x) { return x; } main() { char *p = 5; f(p); }",
      "void abort(int); int main() { int *p = \"s\"; abort(2); }",
      "extern void exit(); void printf(); int main() { exit(3); }",
  };
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    c_program c;
    c_read_text(&c, texts[k], "--32");
    if (c.p == NULL)
      print_message("%s\n", strbuf_text(&c.d.text));
    CHECK(c.p != NULL);
    c_free(&c);
  }
}

static void a_missing_clang_is_named(void **state) {
  char path[64];
  c_write(path, TRIVIAL, "t.c");
  const char *args[] = {path, "--clang", "/nonexistent/clang", NULL};
  refused(args, DIAG_INPUT, "cannot run '/nonexistent/clang'");
  char *old = strdup(getenv("PATH"));
  setenv("PATH", "/nonexistent", 1);
  const char *by_name[] = {path, NULL};
  refused(by_name, DIAG_INPUT, "--clang PATH");
  setenv("PATH", old, 1);
  free(old);
  c_remove(path);
}

static void odd_file_names(void **state) {
  static const char *const names[] = {"a b.c",  "-dash.c", "q\"uote.c",
                                      "it's.c", "$(x).c",  "b\\s.c"};
  // With a line marker the text goes another way than without.
  static const char marked[] =
      "# 7 \"other.c\"\nint main(void) { return 0; }\n";
  for (size_t k = 0; k < 2 * sizeof names / sizeof *names; k++) {
    char path[64];
    c_write(path, k % 2 ? marked : TRIVIAL, names[k / 2]);
    char old[512];
    CHECK(getcwd(old, sizeof old) != NULL);
    *strrchr(path, '/') = '\0';
    CHECK(chdir(path) == 0);
    // As a user would write it: options end at "--" for the tool, not here.
    const char *given = path + strlen(path) + 1;
    c_program c;
    memset(&c, 0, sizeof c);
    options_init(&c.o);
    vec_push(&c.o.inputs, given);
    c.tt = terms_new();
    c.e = (env){.options = &c.o, .stats = &c.st};
    c.p = frontend_read(&c.e, c.tt, &c.d);
    if (c.p == NULL)
      print_message("%s: %s\n", given, strbuf_text(&c.d.text));
    CHECK(c.p != NULL);
    source_pos pos = program_location(c.p, program_entry(c.p))->pos;
    CHECK(strstr(pos.file, given) != NULL);
    CHECK(pos.line == 1 + k % 2);
    c_free(&c);
    CHECK(chdir(old) == 0);
    path[strlen(path)] = '/';
    c_remove(path);
  }
}

static void markers_do_not_move_lines(void **state) {
  c_program c;
  c_read_text(&c,
              "# 100 \"foo.h\" 1 3\n"
              "int x;\n"
              "#line 7 \"bar.c\"\n"
              "int main(void) {\n"
              "  x = 1;\n"
              "}\n",
              "--64");
  bool found = false;
  for (uint32_t k = 1; k <= program_edge_count(c.p); k++) {
    source_pos pos = program_edge(c.p, (edge){k})->pos;
    found = found || pos.line == 5;
    CHECK(pos.file == NULL || strcmp(pos.file, c.path) == 0);
  }
  CHECK(found && program_source(c.p, c.path) != NULL);
  c_free(&c);
}

static void several_files_are_linked(void **state) {
  char a[64], b[64];
  c_write(a,
          "int shared = 3; static int own = 1; int twice(int);\n"
          "inline int half(int x) { return x / 2; }\n"
          "int result; int main(void) { result = twice(shared) + own +\n"
          "half(8); }\n",
          "a.c");
  c_write(b,
          "extern int shared; static int own = 10;\n"
          "inline int half(int x) { return x / 2; }\n"
          "int twice(int x) { shared++; return x + shared + own * half(6); }\n",
          "b.c");
  const char *args[] = {a, b, NULL};
  c_program c;
  c_read_files(&c, args);
  if (c.p == NULL)
    print_message("%s\n", strbuf_text(&c.d.text));
  c_run r = c_execute(&c, "result", NULL, 0);
  CHECK(r.sink == LOC_END && value_get_u64(r.last) == 3 + 4 + 30 + 1 + 4);
  c_free(&c);
  const char *twice[] = {a, a, NULL};
  refused(twice, DIAG_INPUT, "is defined in it and in another of the files");
  c_remove(a);
  c_remove(b);
}

static void flags_reach_clang(void **state) {
  char path[64];
  c_write(path,
          "#ifndef A\n#error no A\n#endif\n#ifndef B\n#error no B\n#endif\n"
          "#if __STDC_VERSION__ >= 201112L\n#error too new\n#endif\n"
          "int main(void) { return A; }\n",
          "t.c");
  const char *bad[] = {path, NULL};
  refused(bad, DIAG_INPUT, "no A");
  const char *good[] = {path, "-DA=2", "--std", "c99", "--", "-DB", NULL};
  c_program c;
  c_read_files(&c, good);
  if (c.p == NULL)
    print_message("%s\n", strbuf_text(&c.d.text));
  CHECK(c.p != NULL);
  c_free(&c);
  c_remove(path);
}

static void headers_beside_the_file_are_found(void **state) {
  for (int is_marked = 0; is_marked < 2; is_marked++) {
    char path[64], header[80];
    c_write(path,
            is_marked
                ? "# 1 \"x.c\"\n#include \"h.h\"\nint main(void) { return "
                  "N; }\n"
                : "#include \"h.h\"\nint main(void) { return N; }\n",
            "t.c");
    snprintf(header, sizeof header, "%.*s/h.h",
             (int)(strrchr(path, '/') - path), path);
    FILE *f = fopen(header, "w");
    fputs("#define N 4\n", f);
    fclose(f);
    const char *args[] = {path, NULL};
    c_program c;
    c_read_files(&c, args);
    CHECK(c.p != NULL);
    c_free(&c);
    remove(header);
    c_remove(path);
  }
}

static void standard_input_is_read(void **state) {
  char path[64];
  c_write(path, TRIVIAL, "in.c");
  int saved = dup(0), fd = open(path, O_RDONLY);
  CHECK(saved >= 0 && fd >= 0);
  dup2(fd, 0);
  close(fd);
  const char *args[] = {"-", NULL};
  c_program c;
  c_read_files(&c, args);
  dup2(saved, 0);
  close(saved);
  CHECK(c.p != NULL);
  CHECK(strcmp(program_source(c.p, "<stdin>"), TRIVIAL) == 0);
  c_free(&c);
  c_remove(path);
}

static void the_property_names_the_entry(void **state) {
  char path[64], property[64];
  c_write(path,
          "void reach_error(void) {} void start(void) { reach_error(); }\n"
          "int main(void) { goto ERROR; ERROR: return 0; }\n",
          "t.c");
  c_write(property, "CHECK( init(start()), LTL(G ! call(reach_error())) )",
          "p.prp");
  const char *args[] = {path, "--property", property, NULL};
  c_program c;
  c_read_files(&c, args);
  CHECK(c_execute(&c, NULL, NULL, 0).sink == LOC_ERROR);
  c_free(&c);
  // With a property file a label is no error.
  FILE *f = fopen(property, "w");
  fputs("CHECK( init(main()), LTL(G ! call(reach_error())) )", f);
  fclose(f);
  c_read_files(&c, args);
  CHECK(c_execute(&c, NULL, NULL, 0).sink == LOC_END);
  c_free(&c);
  c_remove(path);
  c_remove(property);
}

static uint32_t count_files(const char *dir) {
  uint32_t n = 0;
  DIR *d = opendir(dir);
  while (readdir(d) != NULL)
    n++;
  closedir(d);
  return n;
}

static void nothing_is_left_behind(void **state) {
  char dir[] = "/tmp/wedge-test-XXXXXX", path[64];
  CHECK(mkdtemp(dir) != NULL);
  c_write(path, "int main(void) { return x; }\n", "t.c");
  setenv("TMPDIR", dir, 1);
  const char *args[] = {path, NULL};
  refused(args, DIAG_INPUT, "undeclared");
  unsetenv("TMPDIR");
  CHECK(count_files(dir) == 2); // . and ..
  c_remove(path);
  rmdir(dir);
}

static void a_time_limit_ends_clang(void **state) {
  char path[64];
  c_write(path, TRIVIAL, "t.c");
  c_program c;
  memset(&c, 0, sizeof c);
  options_init(&c.o);
  vec_push(&c.o.inputs, path);
  c.tt = terms_new();
  c.e = (env){.options = &c.o, .stats = &c.st};
  c.e.limits.deadline = clock_now() - 1;
  c.p = frontend_read(&c.e, c.tt, &c.d);
  CHECK(c.p == NULL && c.d.kind == DIAG_LIMIT);
  c_free(&c);
  c_remove(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bad_programs_are_refused),
      cmocka_unit_test(clangs_messages_have_their_place),
      cmocka_unit_test(warnings_are_no_errors),
      cmocka_unit_test(a_missing_clang_is_named),
      cmocka_unit_test(odd_file_names),
      cmocka_unit_test(markers_do_not_move_lines),
      cmocka_unit_test(several_files_are_linked),
      cmocka_unit_test(flags_reach_clang),
      cmocka_unit_test(headers_beside_the_file_are_found),
      cmocka_unit_test(standard_input_is_read),
      cmocka_unit_test(the_property_names_the_entry),
      cmocka_unit_test(nothing_is_left_behind),
      cmocka_unit_test(a_time_limit_ends_clang),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
