// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "frontend/boogie/lex.h"
#include "unit.h"

static void all_tokens(const char *text, token_kind *out, uint32_t *count) {
  bpl_lexer x;
  diag d = {0};
  bpl_lex_init(&x, "t.bpl", text, strlen(text), &d);
  token t;
  *count = 0;
  do {
    CHECK(bpl_lex_next(&x, &t));
    out[(*count)++] = t.kind;
  } while (t.kind != TOK_END);
}

// Each keyword and each mark, spelled as messages spell it, is one token.
static void every_spelling_is_its_token(void **state) {
  for (int k = 0; k < TOK_END; k++) {
    if (k >= TOK_NAME && k < TOK_IFF)
      continue;
    token_kind got[4];
    uint32_t n;
    all_tokens(bpl_token_name((token_kind)k), got, &n);
    CHECK(n == 2 && got[0] == (token_kind)k);
  }
}

static void one(const char *text, token_kind kind) {
  token_kind got[16];
  uint32_t n;
  all_tokens(text, got, &n);
  CHECK(n == 2 && got[0] == kind);
}

static void words_and_numbers(void **state) {
  one("x'", TOK_NAME);
  one("~#$.q?`^\\_9", TOK_NAME);
  one("whiles", TOK_NAME);
  one("12", TOK_NUMBER);
  one("1.5", TOK_DECIMAL);
  one("1.5e-3", TOK_DECIMAL);
  one("2e3", TOK_DECIMAL);
  one("5bv32", TOK_BITVECTOR);
  one("\"a b\"", TOK_STRING);
  token_kind got[16];
  uint32_t n;
  all_tokens("5bv 1.x 2e", got, &n);
  CHECK(n == 7 && got[0] == TOK_NUMBER && got[1] == TOK_NAME);
  CHECK(got[2] == TOK_NUMBER && got[4] == TOK_NUMBER && got[5] == TOK_NAME);
  all_tokens("a<==>b<==c==>!d", got, &n);
  CHECK(n == 9 && got[1] == TOK_IFF && got[3] == TOK_EXPLIES);
  CHECK(got[5] == TOK_IMPLIES && got[6] == TOK_NOT);
}

static void comments_and_places(void **state) {
  const char *text = "// a\n/* b\n */ x // c\n  y";
  bpl_lexer x;
  diag d = {0};
  bpl_lex_init(&x, "t.bpl", text, strlen(text), &d);
  token t;
  CHECK(bpl_lex_next(&x, &t) && t.pos.line == 3 && t.pos.col == 5);
  CHECK(bpl_lex_next(&x, &t) && t.pos.line == 4 && t.pos.col == 3);
  CHECK(bpl_lex_next(&x, &t) && t.kind == TOK_END);
  CHECK(bpl_lex_next(&x, &t) && t.kind == TOK_END);
}

static void refused(const char *text, uint32_t col, const char *words) {
  bpl_lexer x;
  diag d = {0};
  bpl_lex_init(&x, "t.bpl", text, strlen(text), &d);
  token t;
  bool ok = true;
  for (int i = 0; ok && i < 9; i++)
    ok = bpl_lex_next(&x, &t);
  CHECK(!ok && d.kind == DIAG_INPUT && d.pos.line == 1 && d.pos.col == col);
  CHECK(strstr(strbuf_text(&d.text), words) != NULL);
  diag_clear(&d);
}

static void what_is_no_token(void **state) {
  refused("x /* y", 3, "never ends");
  refused("x \"y", 3, "closing quote");
  refused("x @", 3, "'@'");
  refused("x \x01", 3, "0x01");
  refused("x \xff", 3, "0xff");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_spelling_is_its_token),
      cmocka_unit_test(words_and_numbers),
      cmocka_unit_test(comments_and_places),
      cmocka_unit_test(what_is_no_token),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
