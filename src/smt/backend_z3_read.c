// SPDX-License-Identifier: Apache-2.0
// Z3 expressions to terms: each node once, arguments first, no recursion.
#include "smt/backend_z3.h"

#include <assert.h>

#include "base/hmap.h"

typedef struct {
  z3_terms *z;
  const term *bound;
  uint32_t bound_count;
  hmap done; // id of a Z3 node -> id of its term
  VEC(Z3_ast) stack;
  term_vec args;
} reader;

// --- leaves ------------------------------------------------------------------

static sort read_sort(z3_terms *z, Z3_sort s) {
  switch (Z3_get_sort_kind(z->ctx, s)) {
  case Z3_BOOL_SORT:
    return sort_bool(z->tt);
  case Z3_INT_SORT:
    return sort_int(z->tt);
  case Z3_REAL_SORT:
    return sort_real(z->tt);
  case Z3_BV_SORT:
    return sort_bv(z->tt, Z3_get_bv_sort_size(z->ctx, s));
  case Z3_ARRAY_SORT: {
    sort index = read_sort(z, Z3_get_array_sort_domain(z->ctx, s));
    sort element = read_sort(z, Z3_get_array_sort_range(z->ctx, s));
    if (index.id == 0 || element.id == 0)
      return (sort){0};
    return sort_array(z->tt, index, element);
  }
  default:
    return (sort){0};
  }
}

static term read_number(z3_terms *z, Z3_ast ast) {
  sort s = read_sort(z, Z3_get_sort(z->ctx, ast));
  mpq_t q;
  mpq_init(q);
  term out = TERM_NONE;
  arena *mem = arena_new();
  if (mpq_set_str(q, Z3_get_numeral_string(z->ctx, ast), 10) == 0) {
    mpq_canonicalize(q);
    switch (sort_get_kind(z->tt, s)) {
    case SORT_BV:
      out = term_value(z->tt,
                       value_bv_mpz(mem, sort_width(z->tt, s), mpq_numref(q)));
      break;
    case SORT_INT:
      out = term_value(z->tt, value_int_mpz(mem, mpq_numref(q)));
      break;
    case SORT_REAL:
      out = term_value(z->tt, value_real_mpq(mem, q));
      break;
    case SORT_BOOL:
    case SORT_ARRAY:
      break;
    }
  }
  arena_free(mem);
  mpq_clear(q);
  return out;
}

// --- operators ---------------------------------------------------------------

typedef term (*binary_maker)(terms *, term, term);

// a > b as b < a, and the like.
static term swapped(terms *tt, binary_maker make, term a, term b) {
  return make(tt, b, a);
}

static term fold(terms *tt, binary_maker make, const term_vec *args) {
  term t = args->data[0];
  for (uint32_t i = 1; i < args->len; i++)
    t = make(tt, t, args->data[i]);
  return t;
}

// Operators that take two or more arguments from the left.
static binary_maker folded_maker(Z3_decl_kind kind, bool is_int) {
  switch (kind) {
  case Z3_OP_ADD:
    return term_add;
  case Z3_OP_SUB:
    return term_sub;
  case Z3_OP_MUL:
    return term_mul;
  case Z3_OP_DIV:
    return is_int ? term_int_div : term_div;
  case Z3_OP_IDIV:
    return term_int_div;
  case Z3_OP_MOD:
    return term_int_mod;
  case Z3_OP_XOR:
    return term_xor;
  case Z3_OP_EQ:
  case Z3_OP_IFF:
    return term_eq_make;
  case Z3_OP_IMPLIES:
    return term_implies;
  case Z3_OP_LE:
    return term_le;
  case Z3_OP_LT:
    return term_lt;
  case Z3_OP_SELECT:
    return term_select;
  default:
    return NULL;
  }
}

static binary_maker folded_bv_maker(Z3_decl_kind kind) {
  switch (kind) {
  case Z3_OP_BADD:
    return term_bvadd;
  case Z3_OP_BSUB:
    return term_bvsub;
  case Z3_OP_BMUL:
    return term_bvmul;
  case Z3_OP_BUDIV:
  case Z3_OP_BUDIV_I:
    return term_bvudiv;
  case Z3_OP_BUREM:
  case Z3_OP_BUREM_I:
    return term_bvurem;
  case Z3_OP_BSDIV:
  case Z3_OP_BSDIV_I:
    return term_bvsdiv;
  case Z3_OP_BSREM:
  case Z3_OP_BSREM_I:
    return term_bvsrem;
  case Z3_OP_BAND:
    return term_bvand;
  case Z3_OP_BOR:
    return term_bvor;
  case Z3_OP_BXOR:
    return term_bvxor;
  case Z3_OP_BSHL:
    return term_bvshl;
  case Z3_OP_BLSHR:
    return term_bvlshr;
  case Z3_OP_BASHR:
    return term_bvashr;
  case Z3_OP_CONCAT:
    return term_concat;
  case Z3_OP_ULEQ:
    return term_bvule;
  case Z3_OP_ULT:
    return term_bvult;
  case Z3_OP_SLEQ:
    return term_bvsle;
  case Z3_OP_SLT:
    return term_bvslt;
  default:
    return NULL;
  }
}

// The operator that takes these two arguments the other way round.
static binary_maker swapped_maker(Z3_decl_kind kind) {
  switch (kind) {
  case Z3_OP_GE:
    return term_le;
  case Z3_OP_GT:
    return term_lt;
  case Z3_OP_UGEQ:
    return term_bvule;
  case Z3_OP_UGT:
    return term_bvult;
  case Z3_OP_SGEQ:
    return term_bvsle;
  case Z3_OP_SGT:
    return term_bvslt;
  default:
    return NULL;
  }
}

static term read_distinct(terms *tt, const term_vec *args) {
  term t = term_true(tt);
  for (uint32_t i = 0; i < args->len; i++)
    for (uint32_t j = i + 1; j < args->len; j++)
      t = term_and(tt, t, term_distinct(tt, args->data[i], args->data[j]));
  return t;
}

static term read_rest(z3_terms *z, Z3_func_decl f, const term_vec *args,
                      sort s) {
  terms *tt = z->tt;
  const term *x = args->data;
  unsigned params = Z3_get_decl_num_parameters(z->ctx, f);
  int p0 = params > 0 ? Z3_get_decl_int_parameter(z->ctx, f, 0) : 0;
  int p1 = params > 1 ? Z3_get_decl_int_parameter(z->ctx, f, 1) : 0;
  switch (Z3_get_decl_kind(z->ctx, f)) {
  case Z3_OP_TRUE:
    return term_true(tt);
  case Z3_OP_FALSE:
    return term_false(tt);
  case Z3_OP_AND:
    return term_and_n(tt, x, args->len);
  case Z3_OP_OR:
    return term_or_n(tt, x, args->len);
  case Z3_OP_NOT:
    return term_not(tt, x[0]);
  case Z3_OP_DISTINCT:
    return read_distinct(tt, args);
  case Z3_OP_ITE:
    return term_ite(tt, x[0], x[1], x[2]);
  case Z3_OP_UMINUS:
    return term_neg(tt, x[0]);
  case Z3_OP_TO_REAL:
    return term_to_real(tt, x[0]);
  case Z3_OP_TO_INT:
    return term_to_int(tt, x[0]);
  case Z3_OP_STORE:
    return args->len == 3 ? term_store(tt, x[0], x[1], x[2]) : TERM_NONE;
  case Z3_OP_CONST_ARRAY:
    return s.id == 0 ? TERM_NONE : term_const_array(tt, s, x[0]);
  case Z3_OP_BNEG:
    return term_bvneg(tt, x[0]);
  case Z3_OP_BNOT:
    return term_bvnot(tt, x[0]);
  case Z3_OP_EXTRACT:
    return term_extract(tt, x[0], (uint32_t)p0, (uint32_t)p1);
  case Z3_OP_ZERO_EXT:
    return term_zero_extend(tt, x[0], (uint32_t)p0);
  case Z3_OP_SIGN_EXT:
    return term_sign_extend(tt, x[0], (uint32_t)p0);
  case Z3_OP_BIT2BOOL:
    return term_eq_make(tt, term_extract(tt, x[0], (uint32_t)p0, (uint32_t)p0),
                        term_bv(tt, 1, 1));
  case Z3_OP_BV2INT:
    return term_bv_to_int(tt, x[0]);
  case Z3_OP_INT2BV:
    return term_int_to_bv(tt, (uint32_t)p0, x[0]);
  default:
    return TERM_NONE;
  }
}

static term read_app(reader *r, Z3_ast ast) {
  z3_terms *z = r->z;
  Z3_app app = Z3_to_app(z->ctx, ast);
  Z3_func_decl f = Z3_get_app_decl(z->ctx, app);
  Z3_decl_kind kind = Z3_get_decl_kind(z->ctx, f);
  const term_vec *args = &r->args;
  sort s = read_sort(z, Z3_get_sort(z->ctx, ast));
  if (args->len > 0) {
    bool is_int = sort_eq(term_sort(z->tt, args->data[0]), sort_int(z->tt));
    binary_maker make = folded_maker(kind, is_int);
    if (make == NULL)
      make = folded_bv_maker(kind);
    if (make != NULL)
      return fold(z->tt, make, args);
    make = swapped_maker(kind);
    if (make != NULL)
      return swapped(z->tt, make, args->data[0], args->data[1]);
  }
  return read_rest(z, f, args, s);
}

static term read_leaf(reader *r, Z3_ast ast) {
  Z3_context ctx = r->z->ctx;
  switch (Z3_get_ast_kind(ctx, ast)) {
  case Z3_NUMERAL_AST:
    return read_number(r->z, ast);
  case Z3_VAR_AST: {
    unsigned i = Z3_get_index_value(ctx, ast);
    return i < r->bound_count ? r->bound[i] : TERM_NONE;
  }
  default:
    return TERM_NONE;
  }
}

// --- the walk ----------------------------------------------------------------

static const uint64_t *done(const reader *r, Z3_ast ast) {
  return hmap_find(&r->done, Z3_get_ast_id(r->z->ctx, ast));
}

// Puts the arguments that are not read yet on the stack; true: there are none.
static bool has_arguments(reader *r, Z3_app app) {
  uint32_t before = r->stack.len;
  unsigned n = Z3_get_app_num_args(r->z->ctx, app);
  for (unsigned i = 0; i < n; i++) {
    Z3_ast arg = Z3_get_app_arg(r->z->ctx, app, i);
    if (done(r, arg) == NULL)
      vec_push(&r->stack, arg);
  }
  return r->stack.len == before;
}

// False: an argument was not readable.
static bool gather_arguments(reader *r, Z3_app app) {
  vec_clear(&r->args);
  unsigned n = Z3_get_app_num_args(r->z->ctx, app);
  for (unsigned i = 0; i < n; i++) {
    term t = {(uint32_t)*done(r, Z3_get_app_arg(r->z->ctx, app, i))};
    if (term_is_none(t))
      return false;
    vec_push(&r->args, t);
  }
  return true;
}

static void read_top(reader *r) {
  Z3_ast ast = vec_last(&r->stack);
  Z3_context ctx = r->z->ctx;
  term t = TERM_NONE;
  if (done(r, ast) == NULL) {
    if (Z3_get_ast_kind(ctx, ast) == Z3_APP_AST) {
      Z3_app app = Z3_to_app(ctx, ast);
      if (!has_arguments(r, app))
        return; // first those
      if (gather_arguments(r, app))
        t = read_app(r, ast);
    } else
      t = read_leaf(r, ast);
    hmap_put(&r->done, Z3_get_ast_id(ctx, ast), t.id);
  }
  r->stack.len--;
}

term z3_terms_read(z3_terms *z, Z3_ast ast, const term *bound, uint32_t n) {
  reader r = {.z = z, .bound = bound, .bound_count = n};
  vec_push(&r.stack, ast);
  while (r.stack.len > 0)
    read_top(&r);
  term t = {(uint32_t)*done(&r, ast)};
  hmap_free(&r.done);
  vec_free(&r.stack);
  vec_free(&r.args);
  return t;
}
