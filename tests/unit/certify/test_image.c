// SPDX-License-Identifier: Apache-2.0
// Images against evaluation: the image of t in a state, evaluated, is t
// evaluated with the state's values, whatever the state's symbols stand for.
#include "certify/image.h"

#include "small.h"
#include "term/eval.h"

enum { VARIABLES = 4, WIDTH = 3, VALUES = 1 << WIDTH };

typedef struct {
  terms *from, *to;
  term variable[VARIABLES], array, flag;
  term stands[VARIABLES], stands_array, stands_flag; // terms of 'to'
  term symbol[2], array_symbol, flag_symbol;         // variables of 'to'
  uint64_t seed;
} fixture;

static void fixture_init(fixture *f, uint64_t seed) {
  *f = (fixture){.from = terms_new(), .to = terms_new(), .seed = seed};
  terms_set_simplify(f->to, false);
  sort s = sort_bv(f->from, WIDTH), own = sort_bv(f->to, WIDTH);
  for (int i = 0; i < VARIABLES; i++)
    f->variable[i] = term_fresh(f->from, "x", s);
  f->array = term_fresh(f->from, "a", sort_array(f->from, s, s));
  f->flag = term_fresh(f->from, "b", sort_bool(f->from));
  f->symbol[0] = term_fresh(f->to, "s", own);
  f->symbol[1] = term_fresh(f->to, "s", own);
  f->array_symbol = term_fresh(f->to, "t", sort_array(f->to, own, own));
  f->flag_symbol = term_fresh(f->to, "u", sort_bool(f->to));
}

static uint32_t pick(fixture *f, uint32_t n) {
  return small_random(&f->seed, n);
}

// Constants, symbols, and a sum of these.
static void choose_state(fixture *f) {
  terms *to = f->to;
  for (int i = 0; i < VARIABLES; i++) {
    term constant = term_bv(to, WIDTH, pick(f, VALUES));
    term symbol = f->symbol[pick(f, 2)];
    uint32_t kind = pick(f, 4);
    f->stands[i] = kind < 2    ? constant
                   : kind == 2 ? symbol
                               : term_bvadd(to, symbol, constant);
  }
  f->stands_flag = pick(f, 2) ? term_bool(to, pick(f, 2)) : f->flag_symbol;
  f->stands_array = f->array_symbol;
  for (uint32_t i = pick(f, 4); i > 0; i--)
    f->stands_array = term_store(to, f->stands_array, f->stands[pick(f, 4)],
                                 f->stands[pick(f, 4)]);
}

static term look_up(void *data, term variable) {
  fixture *f = data;
  for (int i = 0; i < VARIABLES; i++)
    if (term_eq(variable, f->variable[i]))
      return f->stands[i];
  return term_eq(variable, f->array) ? f->stands_array : f->stands_flag;
}

static term random_bool(fixture *f, int depth);

static term random_array(fixture *f, int depth);

static term random_word(fixture *f, int depth) {
  terms *tt = f->from;
  if (depth == 0 || pick(f, 6) == 0)
    return pick(f, 3) ? f->variable[pick(f, VARIABLES)]
                      : term_bv(tt, WIDTH, pick(f, VALUES));
  term a = random_word(f, depth - 1), b = random_word(f, depth - 1);
  switch (pick(f, 14)) {
  case 0:
    return term_bvadd(tt, a, b);
  case 1:
    return term_bvmul(tt, a, b);
  case 2:
    return term_bvudiv(tt, a, b);
  case 3:
    return term_bvsrem(tt, a, b);
  case 4:
    return term_bvshl(tt, a, b);
  case 5:
    return term_bvashr(tt, a, b);
  case 6:
    return term_bvxor(tt, a, b);
  case 7:
    return term_bvnot(tt, a);
  case 8:
    return term_bvneg(tt, a);
  case 9:
    return term_extract(tt, term_concat(tt, a, b), WIDTH, 1);
  case 10:
    return term_extract(tt, term_sign_extend(tt, a, 2), WIDTH + 1, 2);
  case 11:
    return term_select(tt, random_array(f, depth - 1), a);
  default:
    return term_ite(tt, random_bool(f, depth - 1), a, b);
  }
}

static term random_array(fixture *f, int depth) {
  terms *tt = f->from;
  sort s = sort_bv(tt, WIDTH);
  if (depth == 0)
    return pick(f, 4)
               ? f->array
               : term_const_array(tt, sort_array(tt, s, s), f->variable[0]);
  return term_store(tt, random_array(f, depth - 1), random_word(f, depth - 1),
                    random_word(f, depth - 1));
}

static term random_bool(fixture *f, int depth) {
  terms *tt = f->from;
  if (depth == 0)
    return f->flag;
  switch (pick(f, 7)) {
  case 0:
    return term_not(tt, random_bool(f, depth - 1));
  case 1:
    return term_and(tt, random_bool(f, depth - 1), random_bool(f, depth - 1));
  case 2:
    return term_or(tt, random_bool(f, depth - 1), random_bool(f, depth - 1));
  case 3:
    return term_bvult(tt, random_word(f, depth - 1), random_word(f, depth - 1));
  case 4:
    return term_bvsle(tt, random_word(f, depth - 1), random_word(f, depth - 1));
  default:
    return term_eq_make(tt, random_word(f, depth - 1),
                        random_word(f, depth - 1));
  }
}

static value random_table(fixture *f, arena *mem) {
  value v = value_array_make(mem, value_bv(WIDTH, pick(f, VALUES)));
  for (uint32_t i = 0; i < VALUES; i += 2)
    v = value_array_store(mem, v, value_bv(WIDTH, i),
                          value_bv(WIDTH, pick(f, VALUES)));
  return v;
}

// Symbols get values; variables get what their terms then are.
static void choose_values(fixture *f, evaluator *from, evaluator *to,
                          arena *mem) {
  eval_forget(from);
  eval_forget(to);
  eval_set(to, f->symbol[0], value_bv(WIDTH, pick(f, VALUES)));
  eval_set(to, f->symbol[1], value_bv(WIDTH, pick(f, VALUES)));
  eval_set(to, f->flag_symbol, value_bool(pick(f, 2)));
  eval_set(to, f->array_symbol, random_table(f, mem));
  for (int i = 0; i < VARIABLES; i++)
    eval_set(from, f->variable[i], eval_term(to, f->stands[i]));
  eval_set(from, f->flag, eval_term(to, f->stands_flag));
  eval_set(from, f->array, eval_term(to, f->stands_array));
}

static bool is_all_true(evaluator *e, known facts) {
  bool ok = true;
  for (known k = facts; k; k = k->before)
    ok &= eval_is_true(e, k->atom) == k->holds;
  return ok;
}

static void check_term(fixture *f, image *m, known facts) {
  evaluator *from = eval_new(f->from), *to = eval_new(f->to);
  arena *mem = arena_new();
  term t = pick(f, 2) ? random_word(f, 4) : random_bool(f, 4);
  term made = image_of(m, t);
  CHECK(term_eq(image_of(m, t), made));
  for (int round = 0; round < 8; round++) {
    choose_values(f, from, to, mem);
    if (is_all_true(to, facts))
      CHECK(value_equal(eval_term(from, t), eval_term(to, made)));
  }
  eval_free(from);
  eval_free(to);
  arena_free(mem);
}

static known random_facts(fixture *f, image *m, arena *mem) {
  known facts = NULL;
  for (int i = 0; i < 3; i++) {
    term formula = image_of(m, random_bool(f, 2));
    if (!term_is_value(f->to, formula))
      facts = known_add(facts, mem, f->to,
                        pick(f, 2) ? formula : term_not(f->to, formula));
  }
  return facts;
}

static void random_terms(void **unused) {
  for (uint64_t seed = 0; seed < 60; seed++) {
    fixture f;
    fixture_init(&f, seed);
    image *m = image_new(f.from, f.to, look_up, &f);
    arena *mem = arena_new();
    for (int state = 0; state < 10; state++) {
      image_restart(m);
      choose_state(&f);
      image_know(m, NULL);
      for (int i = 0; i < 10; i++)
        check_term(&f, m, NULL);
      known facts = random_facts(&f, m, mem);
      image_restart(m);
      image_know(m, facts);
      for (int i = 0; i < 10; i++)
        check_term(&f, m, facts);
    }
    image_free(m);
    arena_free(mem);
    terms_free(f.from);
    terms_free(f.to);
  }
  CHECK(mem_live() == 0);
}

// A formula that is known, its opposite, its parts, and casts back and forth.
static void facts_decide(void **unused) {
  fixture f;
  fixture_init(&f, 5);
  choose_state(&f);
  f.stands[0] = f.symbol[0];
  f.stands[1] = f.symbol[1];
  image *m = image_new(f.from, f.to, look_up, &f);
  arena *mem = arena_new();
  term x = f.variable[0], y = f.variable[1];
  term less = term_bvult(f.from, x, y), same = term_eq_make(f.from, x, y);
  term both = term_and_n(
      f.to, (term[]){image_of(m, less), term_not(f.to, image_of(m, same))}, 2);
  image_restart(m);
  image_know(m, known_add(NULL, mem, f.to, both));
  CHECK(term_is_true(f.to, image_of(m, less)));
  CHECK(term_is_false(f.to, image_of(m, term_bvule(f.from, y, x))));
  CHECK(term_is_false(f.to, image_of(m, same)));
  image_restart(m);
  image_know(m, NULL);
  CHECK(!term_is_value(f.to, image_of(m, less)));
  terms_set_simplify(f.from, false);
  term cast =
      term_extract(f.from, term_sign_extend(f.from, x, 5), WIDTH - 1, 0);
  CHECK(term_eq(image_of(m, cast), f.symbol[0]));
  CHECK(term_is_false(f.to, image_of(m, term_bvslt(f.from, cast, x))));
  image_free(m);
  arena_free(mem);
  terms_free(f.from);
  terms_free(f.to);
}

// Where all is known, the image is a constant; also in wide junctions and deep
// terms.
static void constants(void **unused) {
  fixture f;
  fixture_init(&f, 3);
  for (int i = 0; i < VARIABLES; i++)
    f.stands[i] = term_bv(f.to, WIDTH, (uint64_t)i);
  f.stands_flag = term_true(f.to);
  f.stands_array = f.array_symbol;
  image *m = image_new(f.from, f.to, look_up, &f);
  term deep = f.variable[1];
  for (int i = 0; i < 200000; i++)
    deep = term_bvxor(f.from, term_bvmul(f.from, deep, f.variable[3]),
                      f.variable[i % 3]);
  CHECK(term_is_value(f.to, image_of(m, deep)));
  term stored = term_store(f.from, f.array, f.variable[1], f.variable[2]);
  stored = term_store(f.from, stored, f.variable[3], f.variable[0]);
  term read = term_select(f.from, stored, f.variable[1]);
  CHECK(term_eq(image_of(m, read), f.stands[2]));
  term_vec wide = {0};
  for (uint64_t i = 0; i < 2000; i++) {
    term x = term_fresh(f.from, "y", sort_bool(f.from));
    vec_push(&wide, term_or(f.from, x, f.flag)); // 'flag' decides each
  }
  term all = term_and_n(f.from, wide.data, wide.len);
  CHECK(term_is_true(f.to, image_of(m, all)));
  vec_free(&wide);
  image_free(m);
  terms_free(f.from);
  terms_free(f.to);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_terms),
                                     cmocka_unit_test(facts_decide),
                                     cmocka_unit_test(constants)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
