// SPDX-License-Identifier: Apache-2.0
// Evaluation: a stack machine over the DAG with a cache.
//
// The stack holds nodes that wait for arguments. The top node looks at its
// arguments; those without a value are pushed, and if there are none its own
// value is computed. An ite waits for its condition and then for one branch; a
// junction waits for one argument after the other, up to the one that decides
// it. A node may be on the stack several times; only for a junction would it
// matter that it is computed again.
//
// Values of up to 64 bits are inline, so that evaluation of C programs does not
// allocate. Larger ones, results and values of variables, live in one arena.
// Arrays share structure there: a variable that gets an array with one more
// element keeps the rest. After eval_forget only the variables' values are
// alive; once the arena has grown to some times of what they need, they are
// copied into a new one.
#include "term/eval.h"

#include "base/mem.h"
#include "base/unreachable.h"
#include "term/node.h"
#include "term/walk.h"

// Garbage that is never worth a collection, in bytes.
enum { COLLECT_MIN = 64 << 10 };

typedef struct {
  term t;
  uint32_t next;
} frame;

struct evaluator {
  const terms *tt;
  term_map cache; // term -> index in values
  VEC(value) values;
  term_map variables; // variable -> index in slots
  VEC(value) slots;   // VALUE_NONE: not set
  VEC(frame) stack;
  arena *mem;
  size_t live;   // bytes of 'mem' after the last collection
  bool is_stale; // forgotten, but not collected yet
};

evaluator *eval_new(const terms *tt) {
  evaluator *e = mem_alloc(sizeof *e);
  e->tt = tt;
  e->mem = arena_new();
  return e;
}

void eval_free(evaluator *e) {
  if (!e)
    return;
  vec_free(&e->slots);
  vec_free(&e->values);
  vec_free(&e->stack);
  term_map_free(&e->cache);
  term_map_free(&e->variables);
  arena_free(e->mem);
  mem_free(e);
}

void eval_forget(evaluator *e) {
  term_map_clear(&e->cache);
  vec_clear(&e->values);
  e->is_stale = true;
}

// --- variables --------------------------------------------------------------

static bool is_inline(value v) { return !v.is_big && v.kind != VALUE_ARRAY; }

// For an assertion alone: inline, so that other builds do not mind.
static inline bool value_fits(const terms *tt, value v, sort s) {
  switch (sort_get_kind(tt, s)) {
  case SORT_BOOL:
    return v.kind == VALUE_BOOL;
  case SORT_BV:
    return v.kind == VALUE_BV && v.width == sort_width(tt, s);
  case SORT_INT:
    return v.kind == VALUE_INT;
  case SORT_REAL:
    return v.kind == VALUE_REAL;
  case SORT_ARRAY:
    return v.kind == VALUE_ARRAY;
  }
  UNREACHABLE();
}

void eval_assign(evaluator *e, term variable, value v) {
  assert(is_kind(e->tt, variable, TERM_VARIABLE));
  assert(value_fits(e->tt, v, sort_of(e->tt, variable)));
  uint32_t at;
  if (!term_map_find(&e->variables, variable, &at)) {
    at = e->slots.len;
    vec_push(&e->slots, ((value){0}));
    term_map_put(&e->variables, variable, at);
  }
  e->slots.data[at] = v;
}

void eval_set(evaluator *e, term variable, value v) {
  eval_assign(e, variable, is_inline(v) ? v : value_copy(e->mem, v));
}

value eval_get(const evaluator *e, term variable) {
  uint32_t at;
  if (term_map_find(&e->variables, variable, &at))
    return e->slots.data[at];
  return (value){0};
}

static void collect(evaluator *e) {
  e->is_stale = false;
  if (arena_used(e->mem) <= 2 * e->live + COLLECT_MIN)
    return;
  arena *fresh = arena_new();
  for (uint32_t i = 0; i < e->slots.len; i++)
    if (!is_inline(e->slots.data[i]))
      e->slots.data[i] = value_copy(fresh, e->slots.data[i]);
  arena_free(e->mem);
  e->mem = fresh;
  e->live = arena_used(fresh);
}

// --- operators --------------------------------------------------------------

static bvop bvop_of(term_kind kind) {
  switch (kind) {
  case TERM_BVNOT:
    return BVOP_NOT;
  case TERM_BVNEG:
    return BVOP_NEG;
  case TERM_BVAND:
    return BVOP_AND;
  case TERM_BVOR:
    return BVOP_OR;
  case TERM_BVXOR:
    return BVOP_XOR;
  case TERM_BVADD:
    return BVOP_ADD;
  case TERM_BVMUL:
    return BVOP_MUL;
  case TERM_BVUDIV:
    return BVOP_UDIV;
  case TERM_BVUREM:
    return BVOP_UREM;
  case TERM_BVSDIV:
    return BVOP_SDIV;
  case TERM_BVSREM:
    return BVOP_SREM;
  case TERM_BVSHL:
    return BVOP_SHL;
  case TERM_BVLSHR:
    return BVOP_LSHR;
  case TERM_BVASHR:
    return BVOP_ASHR;
  default:
    UNREACHABLE();
  }
}

// Operators with one argument.
static value apply1(arena *mem, const node *n, value x) {
  switch ((term_kind)n->kind) {
  case TERM_NOT:
    return value_bool(!value_is_true(x));
  case TERM_EXTRACT:
    return bvop_extract(mem, x, n->words[1], n->words[2]);
  case TERM_ZERO_EXTEND:
    return bvop_zero_extend(mem, x, n->words[1]);
  case TERM_SIGN_EXTEND:
    return bvop_sign_extend(mem, x, n->words[1]);
  case TERM_NEG:
    return numop_neg(mem, x);
  case TERM_TO_REAL:
    return value_int_to_real(mem, x);
  case TERM_TO_INT:
    return value_real_to_int(mem, x);
  case TERM_BV_TO_INT:
    return value_bv_to_int(mem, x, false);
  case TERM_INT_TO_BV:
    return value_int_to_bv(mem, n->words[1], x);
  case TERM_CONST_ARRAY:
    return value_array_make(mem, x);
  default:
    return bvop_unary(mem, bvop_of((term_kind)n->kind), x);
  }
}

static value apply2(arena *mem, const node *n, value x, value y) {
  switch ((term_kind)n->kind) {
  case TERM_EQ:
    return value_bool(value_equal(x, y));
  case TERM_CONCAT:
    return bvop_concat(mem, x, y);
  case TERM_BVULT:
    return value_bool(bvop_ult(x, y));
  case TERM_BVULE:
    return value_bool(bvop_ule(x, y));
  case TERM_BVSLT:
    return value_bool(bvop_slt(x, y));
  case TERM_BVSLE:
    return value_bool(bvop_sle(x, y));
  case TERM_ADD:
    return numop_add(mem, x, y);
  case TERM_MUL:
    return numop_mul(mem, x, y);
  case TERM_DIV:
  case TERM_INT_DIV:
    return numop_div(mem, x, y);
  case TERM_INT_MOD:
    return numop_mod(mem, x, y);
  case TERM_LT:
    return value_bool(numop_compare(x, y) < 0);
  case TERM_LE:
    return value_bool(numop_compare(x, y) <= 0);
  case TERM_SELECT:
    return value_array_select(x, y);
  default:
    return bvop_binary(mem, bvop_of((term_kind)n->kind), x, y);
  }
}

static value apply(arena *mem, const node *n, const value *x) {
  assert(n->arity >= 1 && n->arity <= 3);
  if (n->arity == 1)
    return apply1(mem, n, x[0]);
  if (n->arity == 2)
    return apply2(mem, n, x[0], x[1]);
  return value_array_store(mem, x[0], x[1], x[2]);
}

value eval_operator(const terms *tt, term t, const value *args, arena *mem) {
  assert(term_arity(tt, t) > 0 && !is_kind(tt, t, TERM_ITE) &&
         !is_kind(tt, t, TERM_AND) && !is_kind(tt, t, TERM_OR));
  return apply(mem, node_of(tt, t), args);
}

// --- the machine ------------------------------------------------------------

static void keep(evaluator *e, term t, value v) {
  term_map_put(&e->cache, t, e->values.len);
  vec_push(&e->values, v);
}

static value default_value(evaluator *e, term t) {
  value v = sort_default_value(e->tt, e->mem, sort_of(e->tt, t));
  keep(e, t, v);
  return v;
}

// The value of t, or false after pushing it. Leaves are never pushed.
static bool need(evaluator *e, term t, value *out) {
  const node *n = node_of(e->tt, t);
  uint32_t at;
  if (n->kind == TERM_VALUE) {
    *out = n->value;
  } else if (n->kind == TERM_VARIABLE && term_map_find(&e->variables, t, &at)) {
    *out = e->slots.data[at];
  } else if (term_map_find(&e->cache, t, &at)) {
    *out = e->values.data[at];
  } else if (n->kind == TERM_VARIABLE) {
    *out = default_value(e, t);
  } else {
    vec_push(&e->stack, ((frame){t, 0}));
    return false;
  }
  return true;
}

static bool step_ite(evaluator *e, const node *n, value *out) {
  value c;
  if (!need(e, (term){n->words[0]}, &c))
    return false;
  return need(e, (term){n->words[value_is_true(c) ? 1 : 2]}, out);
}

static bool step_junction(evaluator *e, term t, const node *n, value *out) {
  const term *args = node_args(n);
  bool deciding = n->kind == TERM_OR;
  uint32_t at = e->stack.len - 1, index;
  if (e->stack.data[at].next == 0 && term_map_find(&e->cache, t, &index)) {
    *out = e->values.data[index];
    return true;
  }
  for (uint32_t i = e->stack.data[at].next; i < n->arity; i++) {
    e->stack.data[at].next = i;
    if (!need(e, args[i], out))
      return false;
    if (value_is_true(*out) == deciding)
      return true;
  }
  *out = value_bool(!deciding);
  return true;
}

// Operators that need all of their (one to three) arguments.
static bool step_strict(evaluator *e, const node *n, value *out) {
  value x[3];
  assert(n->arity >= 1 && n->arity <= 3);
  bool ready = true;
  for (uint32_t i = 0; i < n->arity; i++)
    ready = need(e, (term){n->words[i]}, &x[i]) && ready;
  if (!ready)
    return false;
  *out = apply(e->mem, n, x);
  return true;
}

// Computes the top of the stack. False: it waits for what was pushed.
static bool step(evaluator *e, term t, value *out) {
  const node *n = node_of(e->tt, t);
  switch ((term_kind)n->kind) {
  case TERM_ITE:
    return step_ite(e, n, out);
  case TERM_AND:
  case TERM_OR:
    return step_junction(e, t, n, out);
  default:
    assert(n->arity > 0 && "leaves are never pushed");
    return step_strict(e, n, out);
  }
}

value eval_term(evaluator *e, term t) {
  if (e->is_stale)
    collect(e);
  assert(e->stack.len == 0);
  value v;
  if (need(e, t, &v))
    return v;
  while (e->stack.len > 0) {
    term top = vec_last(&e->stack).t;
    if (!step(e, top, &v))
      continue;
    keep(e, top, v);
    (void)vec_pop(&e->stack);
  }
  return v;
}

bool eval_is_true(evaluator *e, term t) {
  assert(is_bool(e->tt, t));
  return value_is_true(eval_term(e, t));
}
