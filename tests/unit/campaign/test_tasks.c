// SPDX-License-Identifier: Apache-2.0
#include "campaign/tasks/tasks.h"

#include "base/mem.h"
#include "campaign/tasks/configs.h"
#include "folder_of_test.h"

typedef struct {
  test_folder folder;
  options options;
  tasks tasks;
  diag d;
} fixture;

static fixture begin(void) {
  fixture f = {.folder = test_folder_make()};
  options_init(&f.options);
  tasks_init(&f.tasks);
  test_write(&f.folder, "a.c", "int a;\n");
  test_write(&f.folder, "b.c", "int b;\n");
  test_write(&f.folder, "p.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
  return f;
}

static void end(fixture *f) {
  tasks_clear(&f->tasks);
  options_free(&f->options);
  diag_clear(&f->d);
  test_folder_remove(&f->folder);
  CHECK(mem_live() == 0);
}

static bool read_text(fixture *f, const char *name, const char *text) {
  char path[512];
  snprintf(path, sizeof path, "%s", test_write(&f->folder, name, text));
  vec_push(&f->options.inputs, path);
  bool ok = tasks_read(&f->tasks, &f->options, &f->d);
  vec_clear(&f->options.inputs);
  return ok;
}

static void a_definition_is_read(void **state) {
  fixture f = begin();
  CHECK(read_text(&f, "t.yml",
                  "format_version: '2.1'\ninput_files: [a.c, 'b.c']\n"
                  "properties:\n  - property_file: p.prp\n"
                  "    expected_verdict: false\n    subproperty: s\n"
                  "options: {language: C, data_model: LP64}\n"));
  CHECK(f.tasks.list.len == 1);
  const task *t = f.tasks.list.data;
  CHECK(t->files.len == 2 && t->bits == 64);
  assert_string_equal(t->expected, "false");
  assert_string_equal(t->subproperty, "s");
  assert_string_equal(t->about, "p");
  CHECK(strstr(t->files.data[1], "/b.c") && strstr(t->property, "/p.prp"));
  end(&f);
}

static void a_wrong_definition_says_where(void **state) {
  fixture f = begin();
  CHECK(!read_text(&f, "t.yml",
                   "format_version: '2.0'\ninput_files: a.c\nproperties:\n"
                   "  - property_file: p.prp\n    expected_verdict: maybe\n"));
  CHECK(f.d.kind == DIAG_INPUT && f.d.pos.line == 5);
  end(&f);
}

static void a_manifest_is_read(void **state) {
  fixture f = begin();
  CHECK(read_text(
      &f, "m.csv",
      "path,expected,datamodel,note\r\na.c,true,ILP32,\"x, \"\"y\"\r\n"
      "\"b.c\",,na,\n"));
  CHECK(f.tasks.list.len == 2);
  const task *t = f.tasks.list.data;
  CHECK(t[0].bits == 32 && t[1].bits == 0 && !*t[1].expected);
  assert_string_equal(t[0].name, "a.c");
  assert_string_equal(t[0].columns.data[7], "x, \"y");
  end(&f);
}

static void rows_are_chosen(void **state) {
  fixture f = begin();
  vec_push(&f.options.where, "expected=true,unknown");
  vec_push(&f.options.where, "kind=x");
  CHECK(read_text(&f, "m.csv", "path,expected,kind\na.c,true,x\nb.c,true,y\n"));
  CHECK(f.tasks.list.len == 1);
  end(&f);
}

static void a_sample_is_the_same_each_time(void **state) {
  char first[64][64];
  for (int turn = 0; turn < 2; turn++) {
    fixture f = begin();
    strbuf text = {0};
    strbuf_puts(&text, "path\n");
    for (int i = 0; i < 100; i++) {
      char name[32];
      snprintf(name, sizeof name, "f%d.c", i);
      test_write(&f.folder, name, "");
      strbuf_printf(&text, "%s\n", name);
    }
    f.options.sample = 20;
    CHECK(read_text(&f, "m.csv", strbuf_text(&text)));
    CHECK(f.tasks.list.len == 20);
    for (uint32_t i = 0; i < 20; i++)
      if (turn == 0)
        snprintf(first[i], sizeof first[i], "%s", f.tasks.list.data[i].name);
      else
        assert_string_equal(first[i], f.tasks.list.data[i].name);
    strbuf_free(&text);
    end(&f);
  }
}

static void configurations_are_read(void **state) {
  test_folder f = test_folder_make();
  options o;
  configs c;
  diag d = {0};
  char path[512];
  options_init(&o);
  configs_init(&c);
  snprintf(path, sizeof path, "%s",
           test_write(&f, "c.yml",
                      "configurations:\n  x: --engine imc\n  y: ''\n"
                      "view: {tab: scatter}\n"));
  vec_push(&o.config, path);
  vec_push(&o.config, "z=-D 'A=1 2' \"b c\"d \\ e");
  CHECK(configs_read(&c, &o, &d) && c.list.len == 3);
  CHECK(c.list.data[0].options.len == 2 && c.list.data[1].options.len == 0);
  const string_list *z = &c.list.data[2].options;
  CHECK(z->len == 4);
  assert_string_equal(z->data[1], "A=1 2");
  assert_string_equal(z->data[2], "b cd");
  assert_string_equal(z->data[3], " e");
  assert_string_equal(value_text(c.view, "tab", ""), "scatter");
  vec_push(&o.config, "x=");
  CHECK(!configs_read(&c, &o, &d) && d.kind == DIAG_USAGE);
  configs_clear(&c);
  options_free(&o);
  diag_clear(&d);
  test_folder_remove(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_definition_is_read),
      cmocka_unit_test(a_wrong_definition_says_where),
      cmocka_unit_test(a_manifest_is_read),
      cmocka_unit_test(rows_are_chosen),
      cmocka_unit_test(a_sample_is_the_same_each_time),
      cmocka_unit_test(configurations_are_read)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
