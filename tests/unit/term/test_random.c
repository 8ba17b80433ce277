// SPDX-License-Identifier: Apache-2.0
// Random DAGs over all sorts and operators: simplified and plain terms agree,
// what is printed reads back as the same term, and copies between tables and
// rebuilding keep both.
#include <stdio.h>

#include "base/mem.h"
#include "random_terms.h"
#include "term/text/parse.h"
#include "term/subst.h"
#include "term/walk.h"

static void check_rounds(random_terms *g, uint32_t steps, uint32_t rounds) {
  arena *mem = arena_new();
  for (uint32_t i = 0; i < steps; i++)
    random_step(g);
  for (uint32_t i = 0; i < rounds; i++) {
    random_assignment(g, mem);
    twins_check(&g->w);
    arena_reset(mem);
  }
  arena_free(mem);
}

static void simplified_terms_keep_their_value(void **state) {
  static const uint32_t WIDTHS[][3] = {
      {1, 2, 4}, {1, 8, 32}, {8, 16, 64}, {3, 64, 128}, {1, 33, 65}};
  uint64_t compared = 0;
  for (uint32_t seed = 1; seed <= 40; seed++)
    for (uint32_t k = 0; k < 5; k++) {
      random_terms g = random_terms_new(seed, WIDTHS[k], 3);
      check_rounds(&g, 600, 12);
      compared += g.w.compared;
      random_terms_free(&g);
    }
  print_message("%llu values compared\n", (unsigned long long)compared);
}

// SMT-LIB writes -3 and 1/3 as operators, so a plain table's -(3) and 1 / 3
// look like constants. Nothing else is ambiguous.
static bool is_ambiguous(const terms *tt, term root) {
  term_set seen = {0};
  term_vec nodes = {0};
  bool found = false;
  term_postorder(tt, &root, 1, &seen, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++) {
    term t = nodes.data[i];
    term_kind kind = term_get_kind(tt, t);
    bool literal = kind == TERM_NEG || kind == TERM_DIV || kind == TERM_TO_REAL;
    for (uint32_t k = 0; k < term_arity(tt, t); k++)
      literal = literal && term_is_value(tt, term_arg(tt, t, k));
    found = found || (literal && term_arity(tt, t) > 0);
  }
  vec_free(&nodes);
  term_set_free(&seen);
  return found;
}

static void check_reads_back(terms *tt, term t) {
  strbuf b = {0};
  diag d = {0};
  term_print_smt2(tt, t, &b);
  term back = smt2_parse_term(tt, NULL, "test", strbuf_text(&b), &d);
  if (!term_eq(back, t)) {
    strbuf c = {0};
    if (term_is_none(back))
      diag_print(&d, &c);
    else
      term_print_smt2(tt, back, &c);
    print_error("%s\nread back as\n%s\n", strbuf_text(&b), strbuf_text(&c));
    strbuf_free(&c);
    fail();
  }
  strbuf_free(&b);
  diag_clear(&d);
}

static void printed_terms_read_back(void **state) {
  static const uint32_t WIDTHS[] = {1, 8, 65};
  for (uint32_t seed = 1; seed <= 60; seed++) {
    random_terms g = random_terms_new(seed, WIDTHS, 3);
    for (uint32_t i = 0; i < 400; i++) {
      twin t = random_step(&g);
      check_reads_back(g.w.smart, t.smart);
      if (!is_ambiguous(g.w.plain, t.plain))
        check_reads_back(g.w.plain, t.plain);
    }
    random_terms_free(&g);
  }
}

// A script of all Boolean terms of the pool, read in a fresh table.
static void check_script(random_terms *g, terms *from, bool smart) {
  const twin_vec *pool = &g->pool[0];
  term_vec roots = {0};
  for (uint32_t i = 0; i < pool->len; i++)
    if (smart || !is_ambiguous(from, pool->data[i].plain))
      vec_push(&roots, smart ? pool->data[i].smart : pool->data[i].plain);
  strbuf b = {0};
  diag d = {0};
  term_print_script(from, roots.data, roots.len, &b);
  terms *to = terms_new();
  terms_set_simplify(to, smart);
  smt2_script *script = smt2_parse(to, "test", strbuf_text(&b), &d);
  CHECK(script && script->assertions.len == roots.len);
  term_copier *copier = term_copier_new(from, to);
  for (uint32_t i = 0; i < roots.len; i++)
    CHECK(term_eq(script->assertions.data[i].formula,
                  term_copier_copy(copier, roots.data[i])));
  term_copier_free(copier);
  smt2_script_free(script);
  terms_free(to);
  strbuf_free(&b);
  vec_free(&roots);
}

static void printed_scripts_read_back(void **state) {
  static const uint32_t WIDTHS[] = {1, 8, 65};
  for (uint32_t seed = 1; seed <= 60; seed++) {
    random_terms g = random_terms_new(seed, WIDTHS, 3);
    for (uint32_t i = 0; i < 400; i++)
      random_step(&g);
    check_script(&g, g.w.smart, true);
    check_script(&g, g.w.plain, false);
    random_terms_free(&g);
  }
}

// Replacing every variable by its constant gives the value.
static void check_substitution(random_terms *g, terms *tt, evaluator *e,
                               bool smart) {
  subst *s = subst_new(tt);
  for (uint32_t i = 0; i < g->variables.len; i++) {
    term v = smart ? g->variables.data[i].smart : g->variables.data[i].plain;
    value x = eval_get(e, v);
    if (x.kind != VALUE_ARRAY)
      subst_bind(s, v, term_value(tt, x));
  }
  for (uint32_t i = 0; i < g->w.all.len; i++) {
    term t = smart ? g->w.all.data[i].smart : g->w.all.data[i].plain;
    term image = subst_apply(s, t);
    CHECK(value_equal(eval_term(e, t), eval_term(e, image)));
  }
  subst_free(s);
}

static void substitution_keeps_the_value(void **state) {
  static const uint32_t WIDTHS[] = {1, 8, 65};
  for (uint32_t seed = 1; seed <= 60; seed++) {
    random_terms g = random_terms_new(seed, WIDTHS, 3);
    for (uint32_t i = 0; i < 400; i++)
      random_step(&g);
    arena *mem = arena_new();
    random_assignment(&g, mem);
    check_substitution(&g, g.w.smart, g.w.in_smart, true);
    check_substitution(&g, g.w.plain, g.w.in_plain, false);
    arena_free(mem);
    random_terms_free(&g);
  }
}

static void nothing_is_left_behind(void **state) { CHECK(mem_live() == 0); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(simplified_terms_keep_their_value),
      cmocka_unit_test(printed_terms_read_back),
      cmocka_unit_test(printed_scripts_read_back),
      cmocka_unit_test(substitution_keeps_the_value),
      cmocka_unit_test(nothing_is_left_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
