// SPDX-License-Identifier: Apache-2.0
// Every operator on every small set, against the arithmetic of values.
#include "domain/transfer.h"

#include "base/mem.h"
#include "term/eval.h"
#include "unit.h"

enum { WIDTH = 3, COUNT = 1 << WIDTH, SETS_MOST = 1200 };

static const vtype SMALL = {VTYPE_BV, WIDTH};
static const vtype TRUTH = {VTYPE_BV, 1};

// --- all sets ---------------------------------------------------------------

typedef struct {
  vset sets[SETS_MOST];
  uint32_t count;
} collection;

static void add_set(collection *c, const vset *s) {
  for (uint32_t i = 0; i < c->count; i++)
    if (vset_equal(&c->sets[i], s))
      return;
  CHECK(c->count < SETS_MOST);
  c->sets[c->count++] = *s;
}

// Arcs (also around the end), pairs of numbers, all of these in classes.
static collection all_sets(uint32_t width) {
  vtype t = {VTYPE_BV, width};
  wide modulus = vtype_modulus(t);
  collection c = {.count = 0};
  vset none = vset_empty();
  add_set(&c, &none);
  for (wide lo = 0; lo < modulus; lo++)
    for (wide size = 0; size < modulus; size++)
      for (wide mod = 1; mod <= 4; mod++) {
        vset_builder b;
        vset_begin(&b, t);
        vset_add(&b, lo, lo + size);
        vset arc = vset_end(&b, 1, 0, VSET_ARCS);
        vset class = vset_class(t, mod, (lo + 1) % mod);
        arc = vset_meet(t, &arc, &class);
        add_set(&c, &arc);
      }
  return c;
}

static uint32_t members(const vset *s, uint32_t width) {
  uint32_t bits = 0;
  for (uint32_t i = 0; i < 1u << width; i++)
    bits |= (uint32_t)vset_has(s, i) << i;
  return bits;
}

// --- lattice ----------------------------------------------------------------

static void check_normal(const vset *s) {
  for (uint32_t i = 0; i < s->count; i++) {
    CHECK(s->part[i].lo <= s->part[i].hi);
    CHECK(i == 0 || s->part[i - 1].hi < s->part[i].lo - 1 || s->mod > 1);
    CHECK(vset_has(s, s->part[i].lo) && vset_has(s, s->part[i].hi));
  }
}

static void test_lattice(void **unused) {
  collection c = all_sets(WIDTH);
  wide stops[] = {0, 3, 4, 7};
  for (uint32_t i = 0; i < c.count; i++)
    for (uint32_t j = 0; j < c.count; j++) {
      const vset *a = &c.sets[i], *b = &c.sets[j];
      uint32_t x = members(a, WIDTH), y = members(b, WIDTH);
      for (uint32_t arcs = 1; arcs <= 3; arcs++) {
        vset join = vset_join(SMALL, a, b, arcs);
        check_normal(&join);
        CHECK(((x | y) & ~members(&join, WIDTH)) == 0);
        CHECK(vset_is_subset(a, &join) && vset_is_subset(b, &join));
        vset wider = vset_widen(SMALL, a, &join, (thresholds){stops, 4}, arcs);
        CHECK((members(&join, WIDTH) & ~members(&wider, WIDTH)) == 0);
      }
      vset meet = vset_meet(SMALL, a, b);
      check_normal(&meet);
      CHECK(((x & y) & ~members(&meet, WIDTH)) == 0);
      CHECK((members(&meet, WIDTH) & ~(x | y)) == 0);
      if (vset_is_subset(a, b))
        CHECK((x & ~y) == 0);
    }
}

static void test_elements(void **unused) {
  collection c = all_sets(4);
  for (uint32_t i = 0; i < c.count; i++) {
    wide list[16], one;
    uint32_t n = vset_list(&c.sets[i], list, 16), bits = 0;
    CHECK(n == vset_count(&c.sets[i], 16));
    for (uint32_t j = 0; j < n; j++)
      bits |= 1u << (uint32_t)list[j];
    CHECK(bits == members(&c.sets[i], 4));
    CHECK(vset_is_one(&c.sets[i], &one) == (n == 1));
    for (uint32_t x = 0; x < 16; x++) {
      vset less = vset_without((vtype){VTYPE_BV, 4}, &c.sets[i], x);
      CHECK((bits & ~(1u << x) & ~members(&less, 4)) == 0);
      CHECK(!vset_is_subset(&c.sets[i], &less) ||
            vset_equal(&c.sets[i], &less));
    }
  }
}

// --- operators --------------------------------------------------------------

typedef struct {
  term_kind kind;
  uint32_t params[2];
  uint32_t arity;
  vtype type;
} operator;

// The results of an operator on all numbers, computed once with terms.
typedef struct {
  transfer_op op;
  uint32_t arity;
  uint32_t result[COUNT][COUNT];
} operator_table;

static operator_table tabulate(const operator* o) {
  operator_table t = {.arity = o->arity};
  t.op = (transfer_op){.kind = o->kind, .type = o->type, .arcs = VSET_ARCS};
  t.op.params[0] = o->params[0];
  t.op.params[1] = o->params[1];
  t.op.args[0] = t.op.args[1] = SMALL;
  terms *tt = terms_new();
  terms_set_simplify(tt, false);
  evaluator *e = eval_new(tt);
  for (uint32_t x = 0; x < COUNT; x++)
    for (uint32_t y = 0; y < COUNT; y++) {
      term args[] = {term_bv(tt, WIDTH, x), term_bv(tt, WIDTH, y)};
      term made = term_make(tt, o->kind, (sort){0}, args, o->arity,
                            o->params[0], o->params[1]);
      value v = eval_term(e, made);
      t.result[x][y] =
          v.kind == VALUE_BOOL ? value_is_true(v) : (uint32_t)value_get_u64(v);
    }
  eval_free(e);
  terms_free(tt);
  return t;
}

static void check_forward(const operator_table *t, const vset *a,
                          const vset *b) {
  vset r = transfer_forward(&t->op, a, t->arity > 1 ? b : NULL);
  check_normal(&r);
  uint32_t x = members(a, WIDTH), y = members(b, WIDTH);
  for (uint32_t i = 0; i < COUNT; i++)
    for (uint32_t j = 0; j < COUNT; j++)
      if (x >> i & 1 && y >> j & 1)
        CHECK(vset_has(&r, t->result[i][j]));
}

static void check_backward(const operator_table *t, const vset *result,
                           const vset *a, const vset *b) {
  vset x = *a, y = *b;
  transfer_backward(&t->op, result, &x, t->arity > 1 ? &y : NULL);
  uint32_t before = members(a, WIDTH), after = members(&x, WIDTH);
  uint32_t other = members(b, WIDTH), rest = members(&y, WIDTH);
  CHECK((after & ~before) == 0 && (rest & ~other) == 0);
  for (uint32_t i = 0; i < COUNT; i++)
    for (uint32_t j = 0; j < COUNT; j++)
      if (before >> i & 1 && other >> j & 1 &&
          vset_has(result, t->result[i][j]))
        CHECK(after >> i & 1 && (t->arity == 1 || rest >> j & 1));
}

static void check_operator(const operator* o, const collection *sets,
                           const collection *results) {
  operator_table t = tabulate(o);
  vset any = vset_top(SMALL);
  for (uint32_t i = 0; i < sets->count; i++)
    for (uint32_t j = 0; j < (o->arity > 1 ? sets->count : 1); j++) {
      const vset *b = o->arity > 1 ? &sets->sets[j] : &any;
      check_forward(&t, &sets->sets[i], b);
      if (vset_is_empty(&sets->sets[i]) || vset_is_empty(b))
        continue;
      for (uint32_t k = 0; k<results->count; k += o->arity> 1 ? 7 : 1)
        check_backward(&t, &results->sets[(k + i + j) % results->count],
                       &sets->sets[i], b);
    }
}

static void test_operators(void **unused) {
  const operator list[] = {
      {TERM_BVNOT, {0}, 1, SMALL},
      {TERM_BVNEG, {0}, 1, SMALL},
      {TERM_BVAND, {0}, 2, SMALL},
      {TERM_BVOR, {0}, 2, SMALL},
      {TERM_BVXOR, {0}, 2, SMALL},
      {TERM_BVADD, {0}, 2, SMALL},
      {TERM_BVMUL, {0}, 2, SMALL},
      {TERM_BVUDIV, {0}, 2, SMALL},
      {TERM_BVUREM, {0}, 2, SMALL},
      {TERM_BVSDIV, {0}, 2, SMALL},
      {TERM_BVSREM, {0}, 2, SMALL},
      {TERM_BVSHL, {0}, 2, SMALL},
      {TERM_BVLSHR, {0}, 2, SMALL},
      {TERM_BVASHR, {0}, 2, SMALL},
      {TERM_BVULT, {0}, 2, TRUTH},
      {TERM_BVULE, {0}, 2, TRUTH},
      {TERM_BVSLT, {0}, 2, TRUTH},
      {TERM_BVSLE, {0}, 2, TRUTH},
      {TERM_EQ, {0}, 2, TRUTH},
      {TERM_CONCAT, {0}, 2, {VTYPE_BV, 6}},
      {TERM_EXTRACT, {2, 1}, 1, {VTYPE_BV, 2}},
      {TERM_EXTRACT, {1, 0}, 1, {VTYPE_BV, 2}},
      {TERM_EXTRACT, {1, 1}, 1, {VTYPE_BV, 1}},
      {TERM_ZERO_EXTEND, {2}, 1, {VTYPE_BV, 5}},
      {TERM_SIGN_EXTEND, {2}, 1, {VTYPE_BV, 5}},
  };
  collection sets = all_sets(WIDTH);
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    uint32_t width = list[i].type.width;
    collection results = all_sets(width > 4 ? 4 : width);
    check_operator(&list[i], &sets, &results);
  }
}

// --- relations with a known difference --------------------------------------

static int32_t as_number(uint32_t x, bool is_signed) {
  return is_signed && x >= COUNT / 2 ? (int32_t)x - COUNT : (int32_t)x;
}

static bool holds(relation r, bool is_signed, uint32_t x, uint32_t y) {
  int32_t a = as_number(x, is_signed), b = as_number(y, is_signed);
  return r == RELATE_LESS ? a < b : r == RELATE_LESS_EQUAL ? a <= b : a == b;
}

static void check_difference(relation r, bool is_signed, const vset *a,
                             const vset *b, const vset *d) {
  vset t = relate_difference(SMALL, is_signed, r, a, b, d);
  for (int truth = 0; truth < 2; truth++) {
    vset x = *a, y = *b, z = *d;
    relate_assume_difference(SMALL, is_signed, r, truth != 0, &x, &y, &z);
    for (uint32_t i = 0; i < COUNT; i++)
      for (uint32_t j = 0; j < COUNT; j++) {
        uint32_t apart = (j - i) % COUNT;
        if (!vset_has(a, i) || !vset_has(b, j) || !vset_has(d, apart) ||
            holds(r, is_signed, i, j) != (truth != 0))
          continue;
        CHECK(vset_has(&t, truth));
        CHECK(vset_has(&x, i) && vset_has(&y, j) && vset_has(&z, apart));
      }
  }
}

static void test_differences(void **unused) {
  collection c = all_sets(WIDTH);
  relation list[] = {RELATE_LESS, RELATE_LESS_EQUAL, RELATE_EQUAL};
  for (uint32_t i = 0; i < c.count; i++)
    for (uint32_t j = 0; j < c.count; j++)
      for (uint32_t k = 0; k < 3; k++) {
        const vset *d = &c.sets[(7 * i + 11 * j + k) % c.count];
        check_difference(list[k], false, &c.sets[i], &c.sets[j], d);
        check_difference(list[k], true, &c.sets[i], &c.sets[j], d);
      }
}

// --- numbers ----------------------------------------------------------------

enum { LEAST = -6, GREATEST = 6 };

static int64_t apply_number(term_kind kind, int64_t x, int64_t y) {
  int64_t q = x / y - (x % y < 0); // y > 0
  switch (kind) {
  case TERM_ADD:
    return x + y;
  case TERM_MUL:
    return x * y;
  case TERM_INT_DIV:
    return q;
  case TERM_INT_MOD:
    return x - q * y;
  case TERM_LT:
    return x < y;
  default:
    return x <= y;
  }
}

static void check_number(term_kind kind, const vset *a, const vset *b) {
  vtype number = {VTYPE_INT, 0};
  bool is_relation = kind == TERM_LT || kind == TERM_LE;
  transfer_op op = {.kind = kind, .type = is_relation ? TRUTH : number};
  op.args[0] = op.args[1] = number;
  op.arcs = 2;
  vset r = transfer_forward(&op, a, b), x = *a, y = *b;
  vset low = vset_span(is_relation ? 0 : -3, is_relation ? 0 : 4);
  transfer_backward(&op, &low, &x, &y);
  for (int64_t i = LEAST; i <= GREATEST; i++)
    for (int64_t j = 1; j <= GREATEST; j++) {
      if (!vset_has(a, i) || !vset_has(b, j))
        continue;
      int64_t z = apply_number(kind, i, j);
      CHECK(vset_has(&r, z));
      if (vset_has(&low, z))
        CHECK(vset_has(&x, i) && vset_has(&y, j));
    }
}

static void test_numbers(void **unused) {
  term_kind kinds[] = {TERM_ADD,     TERM_MUL, TERM_INT_DIV,
                       TERM_INT_MOD, TERM_LT,  TERM_LE};
  vset sets[200];
  uint32_t n = 0;
  for (int lo = LEAST; lo <= GREATEST; lo += 2)
    for (int hi = lo; hi <= GREATEST; hi += 3) {
      sets[n++] = vset_span(lo, hi);
      sets[n++] = vset_span(lo, VSET_INF);
      sets[n++] = vset_span(-VSET_INF, hi);
    }
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t j = 0; j < n; j++)
        check_number(kinds[k], &sets[i], &sets[j]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lattice),   cmocka_unit_test(test_elements),
      cmocka_unit_test(test_operators), cmocka_unit_test(test_differences),
      cmocka_unit_test(test_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
