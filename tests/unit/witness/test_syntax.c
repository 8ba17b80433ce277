// SPDX-License-Identifier: Apache-2.0
// Statements of C texts by their places.
#include <string.h>

#include "unit.h"
#include "witness/syntax.h"

static const char TEXT[] =
    "#include <x.h> /* { */\n"                                    // 1
    "struct s { int a; };\n"                                      // 2
    "int t[] = { 1, 2 };\n"                                       // 3
    "int f(int x) {\n"                                            // 4
    "  // while (0) ;\n"                                          // 5
    "  int y = g(x, h(2)); char c = ')';\n"                       // 6
    "  while (x > 0) { x--; }\n"                                  // 7
    "  for (int i = 0; i < 3; i++) if (x) y = \"{\"; else y++;\n" // 8
    "again: do { y = 1; } while (y < 3);\n"                       // 9
    "  switch (x) { case 1: y = 2; default: ; }\n"                // 10
    "  if (y) goto again;\n"                                      // 11
    "  return ({ int z = 3; z; });\n"                             // 12
    "}\n";

static const statement *at(const syntax *s, uint32_t line, uint32_t col) {
  uint32_t i = syntax_beginning(s, syntax_offset(s, line, col));
  return i ? &s->statements.data[i] : NULL;
}

static void statements_begin_where_they_begin(void **state) {
  syntax s;
  syntax_init(&s, TEXT, strlen(TEXT));
  CHECK(at(&s, 4, 14)->kind == STATEMENT_COMPOUND);
  CHECK(at(&s, 6, 3)->kind == STATEMENT_PLAIN);
  CHECK(at(&s, 6, 23)->kind == STATEMENT_PLAIN);
  CHECK(at(&s, 7, 3)->kind == STATEMENT_WHILE);
  CHECK(at(&s, 7, 19)->kind == STATEMENT_PLAIN);
  CHECK(at(&s, 8, 3)->kind == STATEMENT_FOR);
  CHECK(at(&s, 8, 31)->kind == STATEMENT_IF);
  CHECK(at(&s, 9, 1)->kind == STATEMENT_LABELED);
  CHECK(at(&s, 9, 8)->kind == STATEMENT_DO);
  CHECK(at(&s, 10, 3)->kind == STATEMENT_SWITCH);
  CHECK(at(&s, 10, 16)->kind == STATEMENT_LABELED);
  CHECK(at(&s, 12, 3)->kind == STATEMENT_PLAIN);
  CHECK(!at(&s, 2, 12) && !at(&s, 3, 13) && !at(&s, 5, 6) && !at(&s, 6, 4));
  syntax_clear(&s);
}

static void statements_know_their_parts(void **state) {
  syntax s;
  syntax_init(&s, TEXT, strlen(TEXT));
  const statement *branch = at(&s, 8, 31);
  CHECK(branch->body && branch->otherwise);
  CHECK(s.statements.data[branch->parent].kind == STATEMENT_FOR);
  const statement *loop = at(&s, 9, 8);
  CHECK(loop->head.begin == syntax_offset(&s, 9, 28));
  CHECK(s.statements.data[loop->body].kind == STATEMENT_COMPOUND);
  uint32_t inner = syntax_around(&s, syntax_offset(&s, 7, 20));
  CHECK(s.statements.data[inner].range.begin == syntax_offset(&s, 7, 19));
  CHECK(syntax_around(&s, syntax_offset(&s, 2, 12)) == 0);
  CHECK(syntax_in_line(&s, 9, true) ==
        syntax_beginning(&s, syntax_offset(&s, 9, 8)));
  CHECK(syntax_in_line(&s, 5, false) == 0);
  syntax_clear(&s);
}

static void a_call_closes_at_its_parenthesis(void **state) {
  syntax s;
  syntax_init(&s, TEXT, strlen(TEXT));
  CHECK(syntax_closing(&s, syntax_offset(&s, 6, 11)) ==
        syntax_offset(&s, 6, 20));
  CHECK(syntax_closing(&s, syntax_offset(&s, 6, 16)) ==
        syntax_offset(&s, 6, 19));
  CHECK(syntax_closing(&s, syntax_offset(&s, 6, 32)) == UINT32_MAX);
  syntax_clear(&s);
}

static void positions_and_offsets_agree(void **state) {
  syntax s;
  syntax_init(&s, TEXT, strlen(TEXT));
  for (uint32_t i = 0; i < s.size; i++) {
    uint32_t line, col;
    syntax_position(&s, i, &line, &col);
    CHECK(syntax_offset(&s, line, col) == i);
  }
  CHECK(syntax_offset(&s, 0, 1) == UINT32_MAX);
  CHECK(syntax_offset(&s, 1, 100) == UINT32_MAX);
  CHECK(syntax_offset(&s, 100, 1) == UINT32_MAX);
  syntax_clear(&s);
}

static void lines_end_as_clang_says(void **state) {
  syntax s;
  static const char text[] = "a\r\r\nb\rc\n\nd";
  syntax_init(&s, text, strlen(text));
  CHECK(s.lines.len == 6);
  CHECK(text[syntax_offset(&s, 3, 1)] == 'b');
  CHECK(text[syntax_offset(&s, 4, 1)] == 'c');
  CHECK(text[syntax_offset(&s, 6, 1)] == 'd');
  syntax_clear(&s);
}

// Every beginning of the text, and every text without one character: statements
// nest, and come in the order of their beginnings.
static void check_nesting(const char *text) {
  syntax s;
  syntax_init(&s, text, strlen(text));
  for (uint32_t i = 1; i < s.statements.len; i++) {
    const statement *st = &s.statements.data[i];
    CHECK(st->parent < i && st->range.begin <= st->range.end);
    CHECK(i == 1 || s.statements.data[i - 1].range.begin <= st->range.begin);
    if (st->parent)
      CHECK(s.statements.data[st->parent].range.begin <= st->range.begin &&
            st->range.end <= s.statements.data[st->parent].range.end);
  }
  syntax_clear(&s);
}

static void any_text_is_read(void **state) {
  char text[sizeof TEXT];
  for (size_t n = 0; n < sizeof TEXT; n++) {
    memcpy(text, TEXT, sizeof TEXT);
    text[n] = '\0';
    check_nesting(text);
    memcpy(text, TEXT, n);
    if (n + 1 < sizeof TEXT)
      memcpy(text + n, TEXT + n + 1, sizeof TEXT - n - 1);
    check_nesting(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(statements_begin_where_they_begin),
      cmocka_unit_test(statements_know_their_parts),
      cmocka_unit_test(a_call_closes_at_its_parenthesis),
      cmocka_unit_test(positions_and_offsets_agree),
      cmocka_unit_test(lines_end_as_clang_says),
      cmocka_unit_test(any_text_is_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
