// SPDX-License-Identifier: Apache-2.0
// From a model with open products to one of all products, or to why there is
// none.
#include "smt/products.h"

#include <assert.h>

#include "base/mem.h"
#include "term/eval.h"
#include "term/walk.h"

struct products {
  terms *tt;
  bitblast *blast;
  const env *env;
  evaluator *eval; // by the values of variables
  arena *mem;      // values of one model
  bitblast_model *model;
  term_set fetched; // terms whose variables the evaluator knows
  term_set told;    // facts, as formulas
  VEC(algebra_fact) facts;
};

products *products_new(terms *tt, bitblast *b, const env *e) {
  products *p = mem_alloc(sizeof *p);
  *p = (products){.tt = tt, .blast = b, .env = e};
  p->eval = eval_new(tt);
  p->mem = arena_new();
  return p;
}

void products_free(products *p) {
  if (p == NULL)
    return;
  for (uint32_t i = 0; i < p->facts.len; i++)
    algebra_fact_clear(&p->facts.data[i]);
  vec_free(&p->facts);
  term_set_free(&p->fetched);
  term_set_free(&p->told);
  eval_free(p->eval);
  arena_free(p->mem);
  mem_free(p);
}

uint32_t products_fact_count(const products *p) { return p->facts.len; }

const algebra_fact *products_fact(const products *p, uint32_t i) {
  assert(i < p->facts.len);
  return &p->facts.data[i];
}

// --- values ------------------------------------------------------------------

// What the term is if products are what they should be.
static value true_value(products *p, term t) {
  term_vec variables = {0};
  term_variables(p->tt, &t, 1, &p->fetched, &variables);
  for (uint32_t i = 0; i < variables.len; i++) {
    term v = variables.data[i];
    value x = bitblast_model_get(p->model, v, p->mem);
    if (x.kind == VALUE_NONE)
      x = sort_default_value(p->tt, p->mem, term_sort(p->tt, v));
    eval_set(p->eval, v, x);
  }
  vec_free(&variables);
  return eval_term(p->eval, t);
}

// What the term is in the model; of a term that it does not know, what it would
// be.
static value model_value(void *data, term t) {
  products *p = data;
  value v = bitblast_model_term(p->model, t, p->mem);
  return v.kind == VALUE_NONE ? true_value(p, t) : v;
}

static bool is_broken(products *p, term product) {
  assert(term_get_kind(p->tt, product) == TERM_BVMUL);
  value x = model_value(p, term_arg(p->tt, product, 0));
  value y = model_value(p, term_arg(p->tt, product, 1));
  value is = model_value(p, product);
  return !value_equal(is,
                      eval_operator(p->tt, product, (value[]){x, y}, p->mem));
}

static bool are_true(products *p, const term_vec *formulas) {
  for (uint32_t i = 0; i < formulas->len; i++)
    if (!value_is_true(true_value(p, formulas->data[i])))
      return false;
  return true;
}

// --- products ----------------------------------------------------------------

// Appends the open products below the formulas that the model breaks.
static void list_broken(products *p, const term_vec *formulas, term_vec *out) {
  term_set seen = {0};
  term_vec nodes = {0};
  term_postorder(p->tt, formulas->data, formulas->len, &seen, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (bitblast_is_open_product(p->blast, nodes.data[i]) &&
        is_broken(p, nodes.data[i]))
      vec_push(out, nodes.data[i]);
  vec_free(&nodes);
  term_set_free(&seen);
}

// A fact that is told again was of no use: products that algebra made have any
// value until they are translated.
static bool find_fact(products *p, const term_vec *formulas, const limits *l,
                      term *out) {
  algebra_fact found;
  if (!algebra_find_fact(p->tt, formulas, model_value, p, l, &found))
    return false;
  *out = algebra_fact_formula(p->tt, &found);
  if (!term_set_add(&p->told, *out)) {
    algebra_fact_clear(&found);
    return false;
  }
  vec_push(&p->facts, found);
  p->env->stats->product_lemmas++;
  return true;
}

static void make_all(products *p, const term_vec *broken) {
  assert(broken->len > 0);
  for (uint32_t i = 0; i < broken->len; i++)
    bitblast_make_product(p->blast, broken->data[i]);
  p->env->stats->products_multiplied += broken->len;
}

static bool has_large(const products *p, const term_vec *broken) {
  enum { LARGE_PRODUCT = 33 * 33 };
  for (uint32_t i = 0; i < broken->len; i++)
    if (bitblast_product_size(p->blast, broken->data[i]) >= LARGE_PRODUCT)
      return true;
  return false;
}

// What to do where algebra has nothing to say.
static products_status make_broken(products *p, const term_vec *formulas,
                                   bool is_brief, const limits *l) {
  assert(formulas->len > 0);
  term_vec broken = {0};
  list_broken(p, formulas, &broken);
  products_status status = limits_stop(l) != LIMIT_NONE ? PRODUCTS_STOPPED
                           : broken.len == 0            ? PRODUCTS_FINE
                           : is_brief && has_large(p, &broken) ? PRODUCTS_LARGE
                                                               : PRODUCTS_MADE;
  if (status == PRODUCTS_MADE)
    make_all(p, &broken);
  vec_free(&broken);
  return status;
}

static void begin_model(products *p, bitblast_model *m) {
  p->model = m;
  eval_forget(p->eval);
  term_set_clear(&p->fetched);
  arena_reset(p->mem);
}

products_status products_refine(products *p, bitblast_model *m,
                                const term_vec *formulas, bool is_brief,
                                const limits *l, term *out) {
  assert(m != NULL && out != NULL);
  begin_model(p, m);
  if (are_true(p, formulas))
    return PRODUCTS_FINE;
  return find_fact(p, formulas, l, out) ? PRODUCTS_FACT
                                        : make_broken(p, formulas, is_brief, l);
}
