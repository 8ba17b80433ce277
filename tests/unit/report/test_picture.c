// SPDX-License-Identifier: Apache-2.0
// Graphs as text for Graphviz.
#include "report/picture.h"

#include <string.h>

#include "base/mem.h"
#include "builder.h"

static bool has(const strbuf *text, const char *part) {
  if (strstr(strbuf_text(text), part))
    return true;
  print_error("missing: %s\nin: %s\n", part, strbuf_text(text));
  return false;
}

// entry -> head -> head, head -> end; an error that nothing leads to.
static program *small_loop(terms *tt) {
  program *p = program_new(tt);
  loc entry = build_loc(p, LOC_ENTRY), head = build_loc(p, LOC_PLAIN);
  loc end = build_loc(p, LOC_END), error = build_loc(p, LOC_ERROR);
  CHECK(error.id == 4);
  var x = build_var(p, "x", sort_bv(tt, 32));
  var quoted = build_var(p, "\"q", sort_bv(tt, 32));
  term vx = program_variable_term(p, x);
  term less = term_bvult(tt, vx, term_bv(tt, 32, 9));
  assignment first[] = {{x, term_bv(tt, 32, 0)}, {quoted, term_bv(tt, 32, 1)}};
  assignment next = {x, term_bvadd(tt, vx, term_bv(tt, 32, 1))};
  build_edge(p, entry, head, term_true(tt), first, 2);
  build_edge(p, head, head, less, &next, 1);
  build_edge(p, head, end, term_not(tt, less), NULL, 0);
  return p;
}

static void describes_what_is_reached(void **state) {
  terms *tt = terms_new();
  program *p = small_loop(tt);
  strbuf out = {0};
  picture_describe(p, "b", &out);
  CHECK(has(&out, "1 [id=\"bl1\", class=\"entry\", label=\"entry\"]"));
  CHECK(has(&out, "2 [id=\"bl2\", class=\"\", label=\""));
  CHECK(!strstr(strbuf_text(&out), "bl4"));
  CHECK(has(&out, "2 -> 2 [id=\"be2\", label=\"[x < 9u]\\lx = x + 1u\\l\"]"));
  CHECK(has(&out, "\\\"q = 1u\\l"));
  strbuf_free(&out);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

static void too_large_is_a_sentence(void **state) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  loc last = build_loc(p, LOC_ENTRY);
  for (int i = 0; i < 1000; i++) {
    loc next = build_loc(p, LOC_PLAIN);
    build_edge(p, last, next, term_true(tt), NULL, 0);
    last = next;
  }
  limits none = {0};
  picture q = picture_draw(p, "p", &none);
  CHECK(q.svg.len == 0 && has(&q.why, "1001 locations, too many"));
  picture_free(&q);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

static void no_time_is_a_sentence(void **state) {
  terms *tt = terms_new();
  program *p = small_loop(tt);
  limits over = {.deadline = 1};
  picture q = picture_draw(p, "p", &over);
  CHECK(q.svg.len == 0 && q.why.len > 0);
  picture_free(&q);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

static void draws_an_element(void **state) {
  terms *tt = terms_new();
  program *p = small_loop(tt);
  limits none = {0};
  picture q = picture_draw(p, "p", &none);
  CHECK(q.why.len == 0);
  CHECK(strncmp(strbuf_text(&q.svg), "<svg", 4) == 0);
  CHECK(has(&q.svg, "id=\"pl2\"") && has(&q.svg, "id=\"pe3\""));
  picture_free(&q);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(describes_what_is_reached),
      cmocka_unit_test(too_large_is_a_sentence),
      cmocka_unit_test(no_time_is_a_sentence),
      cmocka_unit_test(draws_an_element),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
