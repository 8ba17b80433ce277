// SPDX-License-Identifier: Apache-2.0
#include "frontend/c/read/compdb.h"

#include "c_program.h"

// The flags that the database gives to the file, joined by blanks; false: it
// was refused.
static bool flags_of(const char *database, const char *file, char out[512]) {
  arena *mem = arena_new();
  diag d = {0};
  string_list flags = {0};
  compdb_entry about;
  bool ok = compdb_flags(database, file, mem, &flags, &about, &d);
  CHECK(about.is_listed || flags.len == 0);
  CHECK(ok == (d.kind == DIAG_NONE));
  out[0] = '\0';
  for (uint32_t k = 0; k < flags.len; k++)
    snprintf(out + strlen(out), 512 - strlen(out), "%s%s", k == 0 ? "" : " ",
             flags.data[k]);
  vec_free(&flags);
  diag_clear(&d);
  arena_free(mem);
  CHECK(mem_live() == 0);
  return ok;
}

typedef struct {
  char file[64], database[64], dir[64];
} place;

static void set_up(place *p, const char *format) {
  c_write(p->file, "int x;\n", "a b.c");
  snprintf(p->dir, sizeof p->dir, "%s", p->file);
  *strrchr(p->dir, '/') = '\0';
  char text[1024];
  snprintf(text, sizeof text, format, p->dir, p->dir);
  c_write(p->database, text, "compile_commands.json");
}

static void tear_down(const place *p) {
  c_remove(p->database);
  c_remove(p->file);
}

static void commands_are_split(void **state) {
  place p;
  set_up(&p, "[ {\"directory\": \"%s\", \"file\": \"other.c\","
             " \"command\": \"cc -DNO other.c\"},\n"
             "{ \"directory\" : \"%s\", \"file\" : \"a b.c\", \"command\" :"
             " \"cc -c -o x.o -O2 -Wall -DA=1 -D B -DC='x y' -I inc -I/abs"
             " -std=c99 -U\\\"Q\\\" -include pre.h 'a b.c'\" } ]");
  char out[512], expected[512];
  CHECK(flags_of(p.database, p.file, out));
  snprintf(
      expected, sizeof expected,
      "-Wall -D A=1 -D B -D C=x y -I %s/inc -I /abs -std=c99 -U Q -include "
      "%s/pre.h",
      p.dir, p.dir);
  CHECK(strcmp(out, expected) == 0);
  tear_down(&p);
}

static void arguments_are_taken(void **state) {
  place p;
  set_up(&p, "[{\"directory\":\"%s\",\"file\":\"%s/a b.c\",\"arguments\":"
             "[\"cc\",\"-DX=\\\"q\\u0041\\\"\",\"-iquote\",\"i\",\"a b.c\"],"
             "\"output\":\"x.o\"}]");
  char out[512], expected[512];
  CHECK(flags_of(p.database, p.file, out));
  snprintf(expected, sizeof expected, "-D X=\"qA\" -iquote %s/i", p.dir);
  CHECK(strcmp(out, expected) == 0);
  CHECK(flags_of(p.database, "/tmp", out) && out[0] == '\0');
  tear_down(&p);
}

static void broken_databases_are_refused(void **state) {
  static const char *const texts[] = {
      "",
      "{}",
      "[",
      "[{]",
      "[{\"a\"}]",
      "[{\"a\":}]",
      "[{\"a\":\"b\"",
      "[{\"arguments\":\"b\"}]",
      "[{\"arguments\":[\"b\"}]",
      "[{\"a\":\"b\\",
      "[{\"a\":\"b\"},]",
  };
  char out[512];
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    char path[64];
    c_write(path, texts[k], "compile_commands.json");
    CHECK(!flags_of(path, "/tmp/x.c", out));
    c_remove(path);
  }
  CHECK(!flags_of("/nonexistent", "/tmp/x.c", out));
}

static void empty_databases_give_nothing(void **state) {
  char path[64], out[512];
  c_write(path, " [ ] ", "compile_commands.json");
  CHECK(flags_of(path, "/tmp", out) && out[0] == '\0');
  c_remove(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(commands_are_split),
      cmocka_unit_test(arguments_are_taken),
      cmocka_unit_test(broken_databases_are_refused),
      cmocka_unit_test(empty_databases_give_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
