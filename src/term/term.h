// SPDX-License-Identifier: Apache-2.0
// Terms: the one language that frontends, engines and solvers speak.
//
// A term is a 32-bit handle into a table; equal terms have equal handles
// (hash-consing), so a formula is a DAG and comparison is '=='. Terms are
// immutable, sorted, and simplified while they are built. The arguments of a
// term have smaller ids than the term: increasing id is a topological order.
// Storage is chunked and never moves; a table is used by one thread.
//
// Handle 0 is "no term". Terms live as long as their table.
#ifndef TERM_TERM_H
#define TERM_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "num/value.h"

typedef struct {
  uint32_t id;
} term;
typedef struct {
  uint32_t id;
} sort;

typedef VEC(term) term_vec;

#define TERM_NONE ((term){0})
static inline bool term_is_none(term t) { return t.id == 0; }
static inline bool term_eq(term a, term b) { return a.id == b.id; }
static inline bool sort_eq(sort a, sort b) { return a.id == b.id; }

typedef enum { SORT_BOOL, SORT_BV, SORT_INT, SORT_REAL, SORT_ARRAY } sort_kind;

typedef enum {
  // Leaves. TERM_VALUE covers true, false and all constants.
  TERM_VALUE,
  TERM_VARIABLE,
  // Any sort.
  TERM_EQ,  // also 'iff'
  TERM_ITE, // condition, then, else
  // Bool. And, or take two or more arguments.
  TERM_NOT,
  TERM_AND,
  TERM_OR,
  // Bit-vectors.
  TERM_BVNOT,
  TERM_BVNEG,
  TERM_BVAND,
  TERM_BVOR,
  TERM_BVXOR,
  TERM_BVADD,
  TERM_BVMUL,
  TERM_BVUDIV,
  TERM_BVUREM,
  TERM_BVSDIV,
  TERM_BVSREM,
  TERM_BVSHL,
  TERM_BVLSHR,
  TERM_BVASHR,
  TERM_CONCAT,      // high, low
  TERM_EXTRACT,     // params: high, low
  TERM_ZERO_EXTEND, // param: number of added bits
  TERM_SIGN_EXTEND,
  TERM_BVULT,
  TERM_BVULE,
  TERM_BVSLT,
  TERM_BVSLE,
  // Int and Real.
  TERM_ADD,
  TERM_MUL,
  TERM_NEG,
  TERM_DIV,     // Real division
  TERM_INT_DIV, // SMT-LIB div and mod
  TERM_INT_MOD,
  TERM_LT,
  TERM_LE,
  TERM_TO_REAL,
  TERM_TO_INT,
  TERM_BV_TO_INT, // unsigned
  TERM_INT_TO_BV, // param: width
  // Arrays.
  TERM_SELECT,
  TERM_STORE,
  TERM_CONST_ARRAY, // the sort says which; argument: the element
  TERM_KIND_COUNT
} term_kind;

typedef struct terms terms;

terms *terms_new(void);
void terms_free(terms *tt);
// Off: constructors only fold nothing and build exactly what is asked
// (certification wants this). On is the default. Set before the first term.
void terms_set_simplify(terms *tt, bool on);
uint32_t terms_count(const terms *tt); // every id is below this

// --- sorts ------------------------------------------------------------------
sort sort_bool(terms *tt);
sort sort_bv(terms *tt, uint32_t width); // width >= 1
sort sort_int(terms *tt);
sort sort_real(terms *tt);
sort sort_array(terms *tt, sort index, sort element);
sort_kind sort_get_kind(const terms *tt, sort s);
uint32_t sort_width(const terms *tt, sort s); // of a bit-vector sort
sort sort_index(const terms *tt, sort s);     // of an array sort
sort sort_element(const terms *tt, sort s);
value sort_default_value(const terms *tt, arena *mem, sort s); // zero, false

// --- looking at a term ------------------------------------------------------
term_kind term_get_kind(const terms *tt, term t);
sort term_sort(const terms *tt, term t);
uint32_t term_arity(const terms *tt, term t);
term term_arg(const terms *tt, term t, uint32_t i);
uint32_t term_param(const terms *tt, term t, uint32_t i); // 0 or 1
value term_get_value(const terms *tt, term t);            // of a TERM_VALUE
const char *term_name(const terms *tt, term t);           // of a TERM_VARIABLE
// What a TERM_VARIABLE prints as in SMT-LIB: its name, with a suffix where
// another variable (of another sort) holds that name. Unique in the table.
const char *term_symbol(const terms *tt, term t);
bool term_is_value(const terms *tt, term t);
bool term_is_true(const terms *tt, term t);
bool term_is_false(const terms *tt, term t);
bool term_is_bool(const terms *tt, term t);
uint32_t term_width(const terms *tt, term t); // requires a bit-vector

// --- leaves -----------------------------------------------------------------
term term_true(terms *tt);
term term_false(terms *tt);
term term_bool(terms *tt, bool b);
term term_value(terms *tt, value v);                    // not VALUE_ARRAY
term term_bv(terms *tt, uint32_t width, uint64_t bits); // any width >= 1
term term_int(terms *tt, int64_t n);
// The variable of that name and sort; the same again for the same name and
// sort. Different sorts under one name are different variables.
term term_variable(terms *tt, const char *name, sort s);
// A variable that did not exist before; its name starts with 'prefix'.
term term_fresh(terms *tt, const char *prefix, sort s);

// --- constructors (term/build/build.c): simplify
// ------------------------------
term term_not(terms *tt, term a);
term term_and(terms *tt, term a, term b);
term term_or(terms *tt, term a, term b);
term term_and_n(terms *tt, const term *args, uint32_t n); // n = 0: true
term term_or_n(terms *tt, const term *args, uint32_t n);  // n = 0: false
term term_implies(terms *tt, term a, term b);
term term_xor(terms *tt, term a, term b); // Bool
term term_eq_make(terms *tt, term a, term b);
term term_distinct(terms *tt, term a, term b);
term term_ite(terms *tt, term condition, term yes, term no);

term term_bvnot(terms *tt, term a);
term term_bvneg(terms *tt, term a);
term term_bvand(terms *tt, term a, term b);
term term_bvor(terms *tt, term a, term b);
term term_bvxor(terms *tt, term a, term b);
term term_bvadd(terms *tt, term a, term b);
term term_bvsub(terms *tt, term a, term b); // a + (-b)
term term_bvmul(terms *tt, term a, term b);
term term_bvudiv(terms *tt, term a, term b);
term term_bvurem(terms *tt, term a, term b);
term term_bvsdiv(terms *tt, term a, term b);
term term_bvsrem(terms *tt, term a, term b);
term term_bvshl(terms *tt, term a, term b);
term term_bvlshr(terms *tt, term a, term b);
term term_bvashr(terms *tt, term a, term b);
term term_concat(terms *tt, term high, term low);
term term_extract(terms *tt, term a, uint32_t high, uint32_t low);
term term_zero_extend(terms *tt, term a, uint32_t by); // by = 0: a
term term_sign_extend(terms *tt, term a, uint32_t by);
term term_bvult(terms *tt, term a, term b);
term term_bvule(terms *tt, term a, term b);
term term_bvslt(terms *tt, term a, term b);
term term_bvsle(terms *tt, term a, term b);

term term_add(terms *tt, term a, term b); // Int or Real, both the same
term term_sub(terms *tt, term a, term b);
term term_mul(terms *tt, term a, term b);
term term_neg(terms *tt, term a);
term term_div(terms *tt, term a, term b);
term term_int_div(terms *tt, term a, term b);
term term_int_mod(terms *tt, term a, term b);
term term_lt(terms *tt, term a, term b);
term term_le(terms *tt, term a, term b);
term term_to_real(terms *tt, term a);
term term_to_int(terms *tt, term a);
term term_bv_to_int(terms *tt, term a);
term term_int_to_bv(terms *tt, uint32_t width, term a);

term term_select(terms *tt, term array, term index);
term term_store(terms *tt, term array, term index, term element);
term term_const_array(terms *tt, sort array, term element);

// The constructor of 'kind' on given arguments and parameters, simplifying
// unless the table does not. 's' is needed for TERM_CONST_ARRAY alone.
term term_make(terms *tt, term_kind kind, sort s, const term *args, uint32_t n,
               uint32_t param0, uint32_t param1);
// The operator of t, which is no leaf, on other arguments of the same sorts.
term term_with_args(terms *tt, term t, const term *args);

#endif
