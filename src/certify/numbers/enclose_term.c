// SPDX-License-Identifier: Apache-2.0
// Enclosures of terms from those of their operands.
#include <assert.h>

#include "certify/numbers/enclose.h"

static uint32_t width_of(const terms *tt, term t) {
  sort s = term_sort(tt, t);
  if (term_is_bool(tt, t))
    return 1;
  if (sort_get_kind(tt, s) != SORT_BV || sort_width(tt, s) > 64)
    return 0;
  return sort_width(tt, s);
}

enclose_op enclose_op_of(const terms *tt, term t) {
  enclose_op op = {.kind = term_get_kind(tt, t),
                   .origin = term_get_origin(tt, t),
                   .width = width_of(tt, t)};
  if (op.kind == TERM_EXTRACT) {
    op.params[0] = term_param(tt, t, 0);
    op.params[1] = term_param(tt, t, 1);
  }
  return op;
}

uint32_t enclose_arity(const terms *tt, term t) {
  const term_origin *o = term_get_origin(tt, t);
  return o ? o->arity : term_arity(tt, t);
}

term enclose_operand(const terms *tt, term t, uint32_t i) {
  const term_origin *o = term_get_origin(tt, t);
  return o ? o->args[i] : term_arg(tt, t, i);
}

enclosure enclose_constant(const terms *tt, term t) {
  uint32_t width = width_of(tt, t);
  if (width == 0)
    return enclose_all(0);
  value v = term_get_value(tt, t);
  bool is_bool = v.kind == VALUE_BOOL;
  return enclose_one(width, is_bool ? value_is_true(v) : value_get_u64(v));
}

// 'decides': the value of an argument that is also that of the junction.
static enclosure junction(const enclosure *const *args, uint32_t n,
                          int decides) {
  bool can[2] = {false, false};
  can[!decides] = true;
  for (uint32_t i = 0; i < n; i++) {
    can[decides] |= args[i]->has[decides];
    can[!decides] &= args[i]->has[!decides];
  }
  enclosure r = enclose_none(1);
  enclosure one[2] = {enclose_one(1, 0), enclose_one(1, 1)};
  for (int s = 0; s < 2; s++)
    if (can[s])
      r = enclose_join(&r, &one[s]);
  return r;
}

static enclosure choice(uint32_t width, const enclosure *const *args) {
  if (width == 0)
    return enclose_all(0);
  enclosure r = enclose_none(width);
  for (int s = 0; s < 2; s++)
    if (args[0]->has[s])
      r = enclose_join(&r, args[s ? 1 : 2]);
  return r;
}

enclosure enclose_operate(const enclose_op *op, const enclosure *const *args,
                          uint32_t n) {
  if (op->origin)
    return enclose_apply(op, args[0], n > 1 ? args[1] : NULL);
  switch (op->kind) {
  case TERM_VALUE:
  case TERM_VARIABLE:
    assert(false && "leaves have no operands");
    return enclose_all(op->width);
  case TERM_AND:
    return junction(args, n, 0);
  case TERM_OR:
    return junction(args, n, 1);
  case TERM_ITE:
    return choice(op->width, args);
  case TERM_SELECT:
  case TERM_STORE:
  case TERM_CONST_ARRAY:
    return enclose_all(op->width);
  default:
    assert(n >= 1 && n <= 2);
    return enclose_apply(op, args[0], n > 1 ? args[1] : NULL);
  }
}
