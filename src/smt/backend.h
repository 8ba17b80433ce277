// SPDX-License-Identifier: Apache-2.0
// What a solver backend implements (see solver.h for the meaning).
#ifndef SMT_BACKEND_H
#define SMT_BACKEND_H

#include "smt/solver.h"

struct solver_backend {
  const char *name;
  void *(*create)(const env *e, terms *tt);
  void (*destroy)(void *self);
  void (*set_limits)(void *self, const limits *l);
  void (*set_conflicts)(void *self, uint32_t conflicts);
  void (*push)(void *self);
  void (*pop)(void *self);
  void (*assert_formula)(void *self, term formula);
  smt_status (*check)(void *self, const term *assumptions, uint32_t n);
  // As 'check' with one assumption; NULL: no better at that.
  smt_status (*check_alone)(void *self, term formula);
  const char *(*reason)(const void *self);
  // Value of a *variable* in the model, VALUE_NONE where the model is silent;
  // other terms are evaluated by solver.c on top of this.
  value (*variable_value)(void *self, term variable, arena *mem);
  bool (*failed)(const void *self, uint32_t i);
  // Facts about products that checks relied on, or NULL.
  const struct products *(*products)(const void *self); // NULL: never any
};

#endif
