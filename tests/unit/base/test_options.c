// SPDX-License-Identifier: Apache-2.0
// The command line, table-driven, and the texts made from the option table.
#include "base/options.h"

#include <string.h>

#include "base/options_table.h"
#include "base/mem.h"
#include "unit.h"

enum { MOST = 10 };

// Parses the words of a line, which are separated by single blanks; two
// blanks make an empty word.
typedef struct {
  char text[256];
  char *argv[MOST];
  int argc;
} command_line;

static void split(command_line *c, const char *line) {
  CHECK(strlen(line) < sizeof c->text);
  strcpy(c->text, line);
  c->argc = 0;
  if (!*line)
    return;
  for (char *p = c->text; p;) {
    CHECK(c->argc < MOST);
    c->argv[c->argc++] = p;
    p = strchr(p, ' ');
    if (p)
      *p++ = '\0';
  }
}

static void parse(options *o, command_line *c, const char *line) {
  diag d = {0};
  split(c, line);
  options_init(o);
  if (!options_parse(o, c->argc, c->argv, &d))
    fail_msg("'%s': %s", line, strbuf_text(&d.text));
  CHECK(d.kind == DIAG_NONE);
}

static void check_list(const string_list *list, const char *expected) {
  strbuf joined = {0};
  for (uint32_t i = 0; i < list->len; i++)
    strbuf_printf(&joined, "%s%s", i ? " " : "", list->data[i]);
  assert_string_equal(strbuf_text(&joined), expected);
  strbuf_free(&joined);
}

static void defaults_come_from_the_table(void **state) {
  options o;
  command_line c;
  parse(&o, &c, "");
#define OPTION_FLAG(id, name, initial, help) CHECK(o.id == (initial));
#define OPTION_INT(id, name, initial, low, high, meta, help)                   \
  CHECK(o.id == (initial) && o.id >= (low) && o.id <= (high));
#define OPTION_REAL(id, name, initial, low, high, meta, help)                  \
  CHECK(!(o.id < (initial)) && !(o.id > (initial)));
#define OPTION_TEXT(id, name, initial, meta, help)                             \
  CHECK((initial) ? !strcmp(o.id, (initial) ? (initial) : "") : !o.id);
#define OPTION_CHOICE(id, name, initial, help) CHECK(o.id == (initial));
#define OPTION_LIST(id, name, meta, help) CHECK(o.id.len == 0);
#define OPTION_SECTION(title)
#include "base/options.def"
  CHECK(o.inputs.len == 0 && o.clang_flags.len == 0);
  options_free(&o);
  CHECK(mem_live() == 0);
}

static void values_attached_and_apart(void **state) {
  static const char *const LINES[] = {
      "--unwind 7 --time 2.5 --solver z3 --entry f a.c",
      "--unwind=7 --time=2.5 --solver=z3 --entry=f a.c",
      "-unwind=7 -time 2.5 -solver=z3 a.c --entry f",
      "--unwind=1 --unwind 7 --time=2.5 --solver=z3 --entry=f a.c"};
  for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
    options o;
    command_line c;
    parse(&o, &c, LINES[i]);
    CHECK(o.unwind == 7 && o.solver == 1 && !strcmp(o.entry, "f"));
    CHECK(o.time > 2.4 && o.time < 2.6);
    check_list(&o.inputs, "a.c");
    options_free(&o);
  }
  CHECK(mem_live() == 0);
}

static void flags_and_the_data_model(void **state) {
  options o;
  command_line c;
  parse(&o, &c, "--stats --no-slice --32");
  CHECK(o.stats && !o.slice && o.data_model == 0);
  options_free(&o);
  parse(&o, &c, "--no-slice --slice --32 --64");
  CHECK(o.slice && o.data_model == 1);
  options_free(&o);
  parse(&o, &c, "--64 --data-model 32");
  CHECK(o.data_model == 0);
  options_free(&o);
}

static void lists_inputs_and_clang_flags(void **state) {
  options o;
  command_line c;
  parse(&o, &c, "-Ia -I b -DX=1 -D Y a.c -");
  check_list(&o.include_dirs, "a b");
  check_list(&o.defines, "X=1 Y");
  check_list(&o.inputs, "a.c -");
  options_free(&o);
  parse(&o, &c, "./-x.c -std=c99 -- -O2 --time -- -I");
  check_list(&o.inputs, "./-x.c");
  check_list(&o.clang_flags, "-O2 --time -- -I");
  assert_string_equal(o.std, "c99");
  options_free(&o);
  parse(&o, &c, "--json= --entry  b.c"); // empty values
  CHECK(!strcmp(o.json, "") && !strcmp(o.entry, ""));
  check_list(&o.inputs, "b.c");
  options_free(&o);
  CHECK(mem_live() == 0);
}

static void the_ends_of_a_range_belong_to_it(void **state) {
  options o;
  command_line c;
  parse(&o, &c, "--recursion 0 --time 1e9 --mem 1000000000");
  CHECK(o.recursion == 0 && o.mem == 1000000000 && o.time > 9e8);
  options_free(&o);
  parse(&o, &c, "--time .5 --unwind +3");
  CHECK(o.time > 0.4 && o.time < 0.6 && o.unwind == 3);
  options_free(&o);
}

static const struct {
  const char *line, *message;
} ERRORS[] = {
    {"--unwin 3", "there is no option '--unwin'; did you mean '--unwind'?"},
    {"--no-unwind", "there is no option '--no-unwind'; did you mean "
                    "'--unwind'?"},
    {"--sovler=z3", "there is no option '--sovler'; did you mean "
                    "'--solver'?"},
    {"--timee 3", "there is no option '--timee'; did you mean '--time'?"},
    {"--itme 3", "there is no option '--itme'; did you mean '--time'?"},
    {"--zzzzzz", "there is no option '--zzzzzz'; see --help all"},
    {"-q", "there is no option '-q'; see --help all"},
    {"--I x", "there is no option '--I'; see --help all"},
    {"--=x", "there is no option '--'; see --help all"},
    {"--unwind", "option --unwind needs a value: N"},
    {"-I", "option -I needs a value: DIR"},
    {"--unwind 3x",
     "option --unwind takes a whole number, as in '--unwind 10', not '3x'"},
    {"--unwind=",
     "option --unwind takes a whole number, as in '--unwind 10', not ''"},
    {"--unwind 1.5",
     "option --unwind takes a whole number, as in '--unwind 10', not '1.5'"},
    {"--unwind -1", "option --unwind takes a number from 0 to 1000000000, "
                    "not -1"},
    {"--recursion 10001", "option --recursion takes a number from 0 to "
                          "10000, not 10001"},
    {"--unwind 99999999999999999999", "option --unwind takes a number from 0 "
                                      "to 1000000000, not "
                                      "99999999999999999999"},
    {"--time abc",
     "option --time takes a number, as in '--time 300', not 'abc'"},
    {"--time nan",
     "option --time takes a number, as in '--time 300', not 'nan'"},
    {"--time inf",
     "option --time takes a number, as in '--time 300', not 'inf'"},
    {"--time -0.5", "option --time takes a number from 0 to 1e+09, not -0.5"},
    {"--time 1e999", "option --time takes a number from 0 to 1e+09, not "
                     "1e999"},
    {"--solver yices",
     "option --solver takes one of bits|z3|boxes, not 'yices'"},
    {"--solver bits|z3", "option --solver takes one of bits|z3|boxes, not "
                         "'bits|z3'; did you mean 'bits'?"},
    {"--solver=", "option --solver takes one of bits|z3|boxes, not ''"},
    {"--slice=yes",
     "option --slice takes no value: write --slice or --no-slice"},
    {"--no-slice=no",
     "option --slice takes no value: write --slice or --no-slice"},
    {"--32=1", "there is no option '--32'; see --help all"},
};

static void mistakes_are_explained(void **state) {
  for (size_t i = 0; i < sizeof ERRORS / sizeof ERRORS[0]; i++) {
    options o;
    command_line c;
    diag d = {0};
    split(&c, ERRORS[i].line);
    options_init(&o);
    CHECK(!options_parse(&o, c.argc, c.argv, &d));
    CHECK(d.kind == DIAG_USAGE);
    assert_string_equal(strbuf_text(&d.text), ERRORS[i].message);
    options_free(&o);
    diag_clear(&d);
    CHECK(mem_live() == 0);
  }
}

// A word of any length and any bytes must not hurt.
static void garbage_is_refused(void **state) {
  char word[2000];
  for (size_t length = 5; length < sizeof word; length = length * 3 / 2 + 1) {
    memset(word, (int)(length % 251 + 1), length);
    word[0] = word[1] = '-';
    word[2] = 'x';
    word[length - 1] = '\0';
    char *argv[] = {word};
    options o;
    diag d = {0};
    options_init(&o);
    CHECK(!options_parse(&o, 1, argv, &d));
    options_free(&o);
    diag_clear(&d);
  }
  CHECK(mem_live() == 0);
}

static void choices_print_as_words(void **state) {
  strbuf out = {0};
  options_print_choice("certify", 0, &out);
  options_print_choice("certify", 2, &out);
  options_print_choice("data-model", 1, &out);
  assert_string_equal(strbuf_text(&out), "offnative64");
  strbuf_free(&out);
}

// The last choice of --blocks is a number.
static void a_choice_may_be_a_number(void **state) {
  static const char *const texts[] = {"single", "large", "1", "2", "17"};
  for (int i = 0; i < 5; i++) {
    options o;
    diag d = {0};
    strbuf out = {0};
    options_init(&o);
    char *argv[] = {"--blocks", (char *)texts[i]};
    CHECK(options_parse(&o, 2, argv, &d));
    CHECK(o.blocks == (i < 4 ? i : 18));
    options_print_choice("blocks", o.blocks, &out);
    assert_string_equal(strbuf_text(&out), texts[i]);
    strbuf_free(&out);
    options_free(&o);
  }
  static const char *const wrong[] = {"0", "N", "-1", "2x", "", "1234567890"};
  for (int i = 0; i < 6; i++) {
    options o;
    diag d = {0};
    options_init(&o);
    char *argv[] = {"--blocks", (char *)wrong[i]};
    CHECK(!options_parse(&o, 2, argv, &d) && d.kind == DIAG_USAGE);
    diag_clear(&d);
    options_free(&o);
  }
}

// How many lines; none may be longer than a terminal is wide.
static int count_lines(const char *text) {
  int lines = 0;
  for (; *text; lines++) {
    size_t length = strcspn(text, "\n");
    CHECK(length < 80 && text[length] == '\n');
    CHECK(length == 0 || text[length - 1] != ' ');
    text += length + 1;
  }
  return lines;
}

static void help_fits_a_screen(void **state) {
  strbuf out = {0};
  options_help(&out, false);
  CHECK(count_lines(out.text) <= 24);
  CHECK(strstr(out.text, "--help all"));
  strbuf_free(&out);
  CHECK(mem_live() == 0);
}

static void full_help_and_man_page_name_every_option(void **state) {
  strbuf help = {0}, man = {0}, name = {0};
  options_help(&help, true);
  count_lines(help.text);
  options_man(&man);
  size_t count;
  const option_row *rows = options_rows(&count);
  for (size_t i = 0; i < count; i++) {
    bool is_section = rows[i].kind == OPTION_KIND_SECTION;
    const char *dashes = is_section ? "\n" : rows[i].name[1] ? "  --" : "  -";
    strbuf_clear(&name);
    strbuf_printf(&name, "%s%s", dashes, rows[i].name);
    CHECK(strstr(help.text, name.text));
    if (is_section)
      CHECK(strstr(man.text, rows[i].name));
    else
      CHECK(rows[i].help[0]);
  }
  CHECK(strstr(man.text, "(default 0, from 0 to 10000)"));
  CHECK(strstr(man.text, "(default on; \\-\\-no\\-slice)"));
  CHECK(strstr(man.text, ".TP\n\\fB\\-\\-error\\-label\\fR \\fIL\\fR\n"));
  CHECK(strstr(man.text, ".TP\n\\fB\\-I\\fR\\fIDIR\\fR\n"));
  strbuf_free(&help);
  strbuf_free(&man);
  strbuf_free(&name);
  CHECK(mem_live() == 0);
}

// One name, one meaning: no two rows share it, no flag hides behind "no-".
static void names_are_unique(void **state) {
  size_t count;
  const option_row *rows = options_rows(&count);
  for (size_t i = 0; i < count; i++) {
    if (rows[i].kind == OPTION_KIND_SECTION)
      continue;
    CHECK(options_find(rows[i].name) == &rows[i]);
    CHECK(strncmp(rows[i].name, "no-", 3));
    CHECK(strlen(rows[i].name) < 40);
  }
  CHECK(!options_find("no such option") && !options_find(""));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(defaults_come_from_the_table),
      cmocka_unit_test(values_attached_and_apart),
      cmocka_unit_test(flags_and_the_data_model),
      cmocka_unit_test(lists_inputs_and_clang_flags),
      cmocka_unit_test(the_ends_of_a_range_belong_to_it),
      cmocka_unit_test(mistakes_are_explained),
      cmocka_unit_test(garbage_is_refused),
      cmocka_unit_test(choices_print_as_words),
      cmocka_unit_test(a_choice_may_be_a_number),
      cmocka_unit_test(help_fits_a_screen),
      cmocka_unit_test(full_help_and_man_page_name_every_option),
      cmocka_unit_test(names_are_unique),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
