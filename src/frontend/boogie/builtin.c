// SPDX-License-Identifier: Apache-2.0
// {:builtin "..."} and {:bvbuiltin "..."}: operators of SMT-LIB.
//
// The name may come with its indices, "(_ extract 7 0)" or "zero_extend 8", or
// these stand in {:indices ...}.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/boogie/lowering.h"

typedef term (*binary_maker)(terms *tt, term a, term b);

static term bvnand(terms *tt, term a, term b) {
  return term_bvnot(tt, term_bvand(tt, a, b));
}
static term bvnor(terms *tt, term a, term b) {
  return term_bvnot(tt, term_bvor(tt, a, b));
}
static term bvxnor(terms *tt, term a, term b) {
  return term_bvnot(tt, term_bvxor(tt, a, b));
}
static term bvugt(terms *tt, term a, term b) { return term_bvult(tt, b, a); }
static term bvuge(terms *tt, term a, term b) { return term_bvule(tt, b, a); }
static term bvsgt(terms *tt, term a, term b) { return term_bvslt(tt, b, a); }
static term bvsge(terms *tt, term a, term b) { return term_bvsle(tt, b, a); }
static term gt(terms *tt, term a, term b) { return term_lt(tt, b, a); }
static term ge(terms *tt, term a, term b) { return term_le(tt, b, a); }
static term bvcomp(terms *tt, term a, term b) {
  return term_ite(tt, term_eq_make(tt, a, b), term_bv(tt, 1, 1),
                  term_bv(tt, 1, 0));
}

// The remainder with the sign of the divisor: rem, corrected by one divisor
// where the signs differ.
static term bvsmod(terms *tt, term a, term b) {
  uint32_t w = term_width(tt, a);
  term zero = term_bv(tt, w, 0), rem = term_bvsrem(tt, a, b);
  term differ =
      term_xor(tt, term_bvslt(tt, rem, zero), term_bvslt(tt, b, zero));
  term corrected = term_ite(tt, differ, term_bvadd(tt, rem, b), rem);
  return term_ite(tt, term_eq_make(tt, rem, zero), zero, corrected);
}

typedef enum { ON_BV, ON_NUMBER, ON_BOOL, ON_ANY } operand;

static const struct {
  const char *name;
  operand on;
  binary_maker make;
} BINARY[] = {
    {"bvadd", ON_BV, term_bvadd},   {"bvsub", ON_BV, term_bvsub},
    {"bvmul", ON_BV, term_bvmul},   {"bvudiv", ON_BV, term_bvudiv},
    {"bvurem", ON_BV, term_bvurem}, {"bvsdiv", ON_BV, term_bvsdiv},
    {"bvsrem", ON_BV, term_bvsrem}, {"bvsmod", ON_BV, bvsmod},
    {"bvand", ON_BV, term_bvand},   {"bvor", ON_BV, term_bvor},
    {"bvxor", ON_BV, term_bvxor},   {"bvnand", ON_BV, bvnand},
    {"bvnor", ON_BV, bvnor},        {"bvxnor", ON_BV, bvxnor},
    {"bvshl", ON_BV, term_bvshl},   {"bvlshr", ON_BV, term_bvlshr},
    {"bvashr", ON_BV, term_bvashr}, {"bvult", ON_BV, term_bvult},
    {"bvule", ON_BV, term_bvule},   {"bvugt", ON_BV, bvugt},
    {"bvuge", ON_BV, bvuge},        {"bvslt", ON_BV, term_bvslt},
    {"bvsle", ON_BV, term_bvsle},   {"bvsgt", ON_BV, bvsgt},
    {"bvsge", ON_BV, bvsge},        {"bvcomp", ON_BV, bvcomp},
    {"+", ON_NUMBER, term_add},     {"*", ON_NUMBER, term_mul},
    {"<", ON_NUMBER, term_lt},      {"<=", ON_NUMBER, term_le},
    {">", ON_NUMBER, gt},           {">=", ON_NUMBER, ge},
    {"and", ON_BOOL, term_and},     {"or", ON_BOOL, term_or},
    {"xor", ON_BOOL, term_xor},     {"=>", ON_BOOL, term_implies},
    {"=", ON_ANY, term_eq_make},    {"distinct", ON_ANY, term_distinct}};

static bool fits(bpl_lowering *l, operand on, term t) {
  sort_kind kind = sort_get_kind(l->tt, term_sort(l->tt, t));
  switch (on) {
  case ON_BV:
    return kind == SORT_BV;
  case ON_NUMBER:
    return kind == SORT_INT || kind == SORT_REAL;
  case ON_BOOL:
    return kind == SORT_BOOL;
  case ON_ANY:
    return true;
  }
  return false;
}

static term make_binary(bpl_lowering *l, const char *name, term a, term b) {
  if (!sort_eq(term_sort(l->tt, a), term_sort(l->tt, b)))
    return TERM_NONE;
  for (size_t i = 0; i < sizeof BINARY / sizeof *BINARY; i++)
    if (strcmp(BINARY[i].name, name) == 0)
      return fits(l, BINARY[i].on, a) ? BINARY[i].make(l->tt, a, b) : TERM_NONE;
  sort_kind kind = sort_get_kind(l->tt, term_sort(l->tt, a));
  bool is_int = kind == SORT_INT;
  if (is_int && strcmp(name, "div") == 0)
    return bpl_divide(l, TERM_INT_DIV, a, b);
  if (is_int && strcmp(name, "mod") == 0)
    return bpl_divide(l, TERM_INT_MOD, a, b);
  if (kind == SORT_REAL && strcmp(name, "/") == 0)
    return bpl_divide(l, TERM_DIV, a, b);
  if ((is_int || kind == SORT_REAL) && strcmp(name, "-") == 0)
    return term_sub(l->tt, a, b);
  return TERM_NONE;
}

static term make_unary(bpl_lowering *l, const char *name, term a) {
  sort_kind kind = sort_get_kind(l->tt, term_sort(l->tt, a));
  if (kind == SORT_BV && strcmp(name, "bvnot") == 0)
    return term_bvnot(l->tt, a);
  if (kind == SORT_BV && strcmp(name, "bvneg") == 0)
    return term_bvneg(l->tt, a);
  if (kind == SORT_BV && strcmp(name, "bv2nat") == 0)
    return term_bv_to_int(l->tt, a);
  if (kind == SORT_BOOL && strcmp(name, "not") == 0)
    return term_not(l->tt, a);
  if (kind == SORT_INT && strcmp(name, "to_real") == 0)
    return term_to_real(l->tt, a);
  if (kind == SORT_INT && strcmp(name, "abs") == 0)
    return term_ite(l->tt, term_lt(l->tt, a, term_int(l->tt, 0)),
                    term_neg(l->tt, a), a);
  if (kind == SORT_REAL && strcmp(name, "to_int") == 0)
    return term_to_int(l->tt, a);
  if ((kind == SORT_INT || kind == SORT_REAL) && strcmp(name, "-") == 0)
    return term_neg(l->tt, a);
  return TERM_NONE;
}

// --- operators with indices -------------------------------------------------

enum { MAX_INDICES = 2 };

typedef struct {
  char name[24];
  uint32_t indices[MAX_INDICES];
  uint32_t count;
} operator_name;

// "(_ name i j)", "name i j" or "name". False: something else.
static bool read_name(const char *text, operator_name *out) {
  char copy[64];
  if (strlen(text) >= sizeof copy)
    return false;
  size_t n = 0;
  for (const char *c = text; *c; c++)
    copy[n++] = *c == '(' || *c == ')' ? ' ' : *c;
  copy[n] = '\0';
  char *rest = NULL;
  *out = (operator_name){0};
  for (char *word = strtok_r(copy, " ", &rest); word;
       word = strtok_r(NULL, " ", &rest)) {
    if (strcmp(word, "_") == 0)
      continue;
    if (!*out->name) {
      if (strlen(word) >= sizeof out->name)
        return false;
      strcpy(out->name, word);
      continue;
    }
    char *end;
    unsigned long index = strtoul(word, &end, 10);
    if (*end || index > BPL_MAX_WIDTH || out->count == MAX_INDICES)
      return false;
    out->indices[out->count++] = (uint32_t)index;
  }
  return *out->name;
}

static term rotate(bpl_lowering *l, term a, uint32_t left) {
  uint32_t w = term_width(l->tt, a);
  left %= w;
  if (left == 0)
    return a;
  return term_concat(l->tt, term_extract(l->tt, a, w - left - 1, 0),
                     term_extract(l->tt, a, w - 1, w - left));
}

static term make_indexed(bpl_lowering *l, const operator_name *o, term a) {
  sort_kind kind = sort_get_kind(l->tt, term_sort(l->tt, a));
  uint32_t i = o->indices[0];
  if (kind == SORT_INT && o->count == 1 && i > 0 &&
      (strcmp(o->name, "int2bv") == 0 || strcmp(o->name, "int_to_bv") == 0))
    return term_int_to_bv(l->tt, i, a);
  if (kind != SORT_BV)
    return TERM_NONE;
  uint32_t w = term_width(l->tt, a);
  if (o->count == 2 && strcmp(o->name, "extract") == 0)
    return i < w && o->indices[1] <= i
               ? term_extract(l->tt, a, i, o->indices[1])
               : TERM_NONE;
  if (o->count != 1)
    return TERM_NONE;
  if (strcmp(o->name, "zero_extend") == 0)
    return term_zero_extend(l->tt, a, i);
  if (strcmp(o->name, "sign_extend") == 0)
    return term_sign_extend(l->tt, a, i);
  if (strcmp(o->name, "rotate_left") == 0)
    return rotate(l, a, i);
  if (strcmp(o->name, "rotate_right") == 0)
    return rotate(l, a, w - i % w);
  return TERM_NONE;
}

// --- all --------------------------------------------------------------------

static bool is_array_of(bpl_lowering *l, term a, term index) {
  sort s = term_sort(l->tt, a);
  return sort_get_kind(l->tt, s) == SORT_ARRAY &&
         sort_eq(sort_index(l->tt, s), term_sort(l->tt, index));
}

static term make_ternary(bpl_lowering *l, const char *name, const term *args) {
  terms *tt = l->tt;
  if (strcmp(name, "ite") == 0 && term_is_bool(tt, args[0]) &&
      sort_eq(term_sort(tt, args[1]), term_sort(tt, args[2])))
    return term_ite(tt, args[0], args[1], args[2]);
  if (strcmp(name, "store") == 0 && is_array_of(l, args[0], args[1]) &&
      sort_eq(sort_element(tt, term_sort(tt, args[0])), term_sort(tt, args[2])))
    return term_store(tt, args[0], args[1], args[2]);
  return TERM_NONE;
}

// Ultimate's name for the array that is the same everywhere.
static term make_constant_map(bpl_lowering *l, const bpl_function *f,
                              term element) {
  sort s;
  bpl_leaf_sorts(l, f->symbol->type, &s);
  if (sort_get_kind(l->tt, s) != SORT_ARRAY ||
      !sort_eq(sort_element(l->tt, s), term_sort(l->tt, element)))
    return TERM_NONE;
  return term_const_array(l->tt, s, element);
}

term bpl_builtin(bpl_lowering *l, const bpl_function *f, const term *args,
                 uint32_t count) {
  operator_name o;
  if (count == 1 && strncmp(f->builtin, "const-Array-", 12) == 0)
    return make_constant_map(l, f, args[0]);
  if (!read_name(f->builtin, &o) || f->index_count > MAX_INDICES)
    return TERM_NONE;
  for (uint32_t i = 0; i < f->index_count; i++)
    o.indices[i] = f->indices[i];
  if (f->index_count > 0)
    o.count = f->index_count;
  bool is_concat = count == 2 && strcmp(o.name, "concat") == 0;
  if (is_concat && fits(l, ON_BV, args[0]) && fits(l, ON_BV, args[1]))
    return term_concat(l->tt, args[0], args[1]);
  if (count == 2 && strcmp(o.name, "select") == 0 &&
      is_array_of(l, args[0], args[1]))
    return term_select(l->tt, args[0], args[1]);
  if (count == 1)
    return o.count > 0 ? make_indexed(l, &o, args[0])
                       : make_unary(l, o.name, args[0]);
  if (o.count > 0)
    return TERM_NONE;
  if (count == 3)
    return make_ternary(l, o.name, args);
  return count == 2 ? make_binary(l, o.name, args[0], args[1]) : TERM_NONE;
}
