// SPDX-License-Identifier: Apache-2.0
// Chains of a million nodes: nothing recurses over terms, and everything takes
// time linear in the DAG, also where the tree is exponential.
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "term/eval.h"
#include "term/text/parse.h"
#include "term/text/print.h"
#include "term/subst.h"
#include "term/walk.h"
#include "unit.h"

#ifdef __SANITIZE_ADDRESS__
enum { DEPTH = 200000 }; // still far beyond any C stack
#else
enum { DEPTH = 400000 };
#endif

typedef struct {
  terms *tt;
  term x, y, deep;
} chain;

// x -> (x * x) + y and so on: every node is used twice, so the tree has 2^n
// nodes.
static term shared_step(terms *tt, term t, term y) {
  return term_bvadd(tt, term_bvmul(tt, t, t), y);
}

// Every node is used once.
static term plain_step(terms *tt, term t, term y) {
  return term_bvudiv(tt, y, t);
}

static term ite_step(terms *tt, term t, term y) {
  return term_ite(tt, term_bvult(tt, y, t), t, y);
}

typedef term (*step)(terms *, term, term);

static chain chain_new(step next, bool simplify) {
  chain c = {.tt = terms_new()};
  terms_set_simplify(c.tt, simplify);
  c.x = term_variable(c.tt, "x", sort_bv(c.tt, 32));
  c.y = term_variable(c.tt, "y", sort_bv(c.tt, 32));
  c.deep = c.x;
  while (terms_count(c.tt) < DEPTH)
    c.deep = next(c.tt, c.deep, c.y);
  return c;
}

static void check_eval(chain *c) {
  evaluator *e = eval_new(c->tt);
  eval_set(e, c->x, value_bv(32, 12345));
  eval_set(e, c->y, value_bv(32, 678));
  value v = eval_term(e, c->deep);
  CHECK(v.kind == VALUE_BV && v.width == 32);
  eval_free(e);
}

static void check_subst(chain *c) {
  subst *s = subst_new(c->tt);
  term z = term_variable(c->tt, "z", sort_bv(c->tt, 32));
  subst_bind(s, c->x, z);
  term there = subst_apply(s, c->deep);
  CHECK(!term_eq(there, c->deep));
  subst_clear(s);
  subst_bind(s, z, c->x);
  CHECK(term_eq(subst_apply(s, there), c->deep));
  subst_free(s);
}

static void check_copy(chain *c) {
  terms *to = terms_new();
  terms_set_simplify(to, false);
  term_copier *copier = term_copier_new(c->tt, to);
  term t = term_copier_copy(copier, c->deep);
  CHECK(term_dag_size(to, t) == term_dag_size(c->tt, c->deep));
  term_copier_free(copier);
  terms_free(to);
}

static const char *c_name(void *data, term variable, bool *is_signed) {
  return "v";
}

static void check_text(chain *c) {
  strbuf b = {0};
  diag d = {0};
  term_print_smt2(c->tt, c->deep, &b);
  CHECK(b.len < 100u * DEPTH);
  CHECK(term_eq(smt2_parse_term(c->tt, NULL, "deep", b.text, &d), c->deep));
  strbuf_clear(&b);
  CHECK(!term_print_c(c->tt, c->deep, c_name, NULL, NULL, 100000, &b));
  strbuf_free(&b);
}

static void check_chain(step next, bool simplify) {
  double start = clock_cpu();
  chain c = chain_new(next, simplify);
  double built = clock_cpu();
  CHECK(term_dag_size(c.tt, c.deep) >= DEPTH / 2);
  check_eval(&c);
  check_subst(&c);
  check_copy(&c);
  double walked = clock_cpu();
  check_text(&c);
  double printed = clock_cpu();
  print_message("build %.2f s, walk, eval, subst, copy %.2f s, text %.2f s\n",
                built - start, walked - built, printed - walked);
  terms_free(c.tt);
}

static void shared_chains_are_linear(void **state) {
  check_chain(shared_step, true);
  check_chain(shared_step, false);
}

static void unshared_chains_are_linear(void **state) {
  check_chain(plain_step, true);
  check_chain(plain_step, false);
}

static void ite_chains_are_linear(void **state) {
  check_chain(ite_step, true);
  check_chain(ite_step, false);
}

// A million arguments in one junction, and a million nested ones.
static void long_junctions_are_linear(void **state) {
  terms *tt = terms_new();
  term_vec args = {0};
  term nested = term_true(tt);
  for (uint32_t i = 0; i < DEPTH; i++) {
    term v = term_fresh(tt, "b", sort_bool(tt));
    vec_push(&args, i % 2 ? v : term_not(tt, v));
    nested = term_and(tt, args.data[i], nested);
  }
  term flat = term_or_n(tt, args.data, args.len);
  CHECK(term_arity(tt, flat) == DEPTH);
  evaluator *e = eval_new(tt);
  CHECK(eval_is_true(e, flat) && !eval_is_true(e, nested));
  eval_free(e);
  vec_push(&args, term_not(tt, args.data[DEPTH / 2]));
  CHECK(term_is_true(tt, term_or_n(tt, args.data, args.len)));
  vec_free(&args);
  terms_free(tt);
}

// Written by hand, without names in between: nesting as deep as the text.
static void deep_text_is_read(void **state) {
  enum { NESTING = 100000 };
  terms *tt = terms_new();
  diag d = {0};
  strbuf b = {0};
  term x = term_variable(tt, "x", sort_bv(tt, 8));
  for (uint32_t i = 0; i < NESTING; i++)
    strbuf_puts(&b, i % 2 ? "(let ((a x)) " : "(bvudiv x ");
  strbuf_puts(&b, "x");
  for (uint32_t i = 0; i < NESTING; i++)
    strbuf_puts(&b, ")");
  term t = smt2_parse_term(tt, NULL, "deep", strbuf_text(&b), &d);
  CHECK(!term_is_none(t) && term_get_kind(tt, t) == TERM_BVUDIV);
  CHECK(term_eq(term_arg(tt, t, 0), x));
  strbuf_clear(&b);
  for (uint32_t i = 0; i < NESTING; i++)
    strbuf_puts(&b, "(");
  CHECK(term_is_none(smt2_parse_term(tt, NULL, "deep", b.text, &d)));
  diag_clear(&d);
  strbuf_free(&b);
  terms_free(tt);
}

// As a tree, it has more parts than anybody can count.
static void shared_junctions_are_opened_once(void **state) {
  enum { LEVELS = 1000 };
  terms *tt = terms_new();
  terms_set_simplify(tt, false);
  term_vec parts = {0};
  term t = term_fresh(tt, "p", sort_bool(tt));
  for (uint32_t i = 0; i < LEVELS; i++) {
    term left = term_and(tt, t, term_fresh(tt, "p", sort_bool(tt)));
    t = term_and(tt, left, term_and(tt, left, t));
  }
  term_flatten(tt, TERM_AND, t, &parts);
  assert_int_equal(parts.len, LEVELS + 1);
  vec_free(&parts);
  terms_free(tt);
}

static void nothing_is_left_behind(void **state) { CHECK(mem_live() == 0); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shared_chains_are_linear),
      cmocka_unit_test(unshared_chains_are_linear),
      cmocka_unit_test(ite_chains_are_linear),
      cmocka_unit_test(long_junctions_are_linear),
      cmocka_unit_test(deep_text_is_read),
      cmocka_unit_test(shared_junctions_are_opened_once),
      cmocka_unit_test(nothing_is_left_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
