// SPDX-License-Identifier: Apache-2.0
// A walk from the roots that enters what the model makes count: of an
// if-then-else the condition and one branch, of a conjunction that is false the
// first argument that is.
#include "engine/explicit/implicant.h"

#include <assert.h>

void implicant_init(implicant *m, terms *tt, solver *s) {
  *m = (implicant){.tt = tt, .solver = s, .chosen = subst_new(tt)};
}

void implicant_clear(implicant *m) {
  term_set_free(&m->seen);
  vec_free(&m->conditions);
  vec_free(&m->literals);
  subst_free(m->chosen);
}

static bool holds(const implicant *m, term formula) {
  arena *mem = arena_new();
  bool is_true = value_is_true(solver_value(m->solver, formula, mem));
  arena_free(mem);
  return is_true;
}

static void push_arguments(const implicant *m, term t, term_vec *stack) {
  for (uint32_t i = 0; i < term_arity(m->tt, t); i++)
    vec_push(stack, term_arg(m->tt, t, i));
}

// A junction with all of its arguments, or with one that decides it.
static void push_junction(const implicant *m, term t, term_vec *stack) {
  bool is_and = term_get_kind(m->tt, t) == TERM_AND;
  if (holds(m, t) == is_and) {
    push_arguments(m, t, stack);
    return;
  }
  for (uint32_t i = 0; i < term_arity(m->tt, t); i++)
    if (holds(m, term_arg(m->tt, t, i)) != is_and) {
      vec_push(stack, term_arg(m->tt, t, i));
      return;
    }
  assert(false && "no argument decides the junction");
}

static void push_branch(implicant *m, term t, term_vec *stack) {
  term condition = term_arg(m->tt, t, 0);
  bool is_true = holds(m, condition);
  vec_push(&m->conditions, condition);
  subst_bind(m->chosen, condition, term_bool(m->tt, is_true));
  vec_push(stack, condition);
  vec_push(stack, term_arg(m->tt, t, is_true ? 1 : 2));
}

void implicant_explain(implicant *m, term root) {
  term_vec stack = {0};
  vec_push(&stack, root);
  while (stack.len > 0) {
    term t = vec_pop(&stack);
    if (!term_set_add(&m->seen, t) || term_is_value(m->tt, t))
      continue;
    term_kind kind = term_get_kind(m->tt, t);
    if (kind == TERM_ITE) {
      push_branch(m, t, &stack);
    } else if (kind == TERM_AND || kind == TERM_OR) {
      push_junction(m, t, &stack);
    } else {
      bool is_atom = term_is_bool(m->tt, t) && !term_is_connective(m->tt, t);
      if (is_atom)
        vec_push(&m->literals, holds(m, t) ? t : term_not(m->tt, t));
      push_arguments(m, t, &stack);
    }
  }
  vec_free(&stack);
}

term implicant_branch(implicant *m, term t) {
  return m->conditions.len > 0 ? subst_apply(m->chosen, t) : t;
}

// The atom may itself be a condition, which is not to become true.
term implicant_literal(implicant *m, uint32_t i) {
  term t = m->literals.data[i];
  bool is_negated = term_get_kind(m->tt, t) == TERM_NOT;
  term atom = is_negated ? term_arg(m->tt, t, 0) : t;
  term_vec args = {0};
  for (uint32_t j = 0; j < term_arity(m->tt, atom); j++)
    vec_push(&args, implicant_branch(m, term_arg(m->tt, atom, j)));
  term made = args.len == 0 ? atom : term_with_args(m->tt, atom, args.data);
  vec_free(&args);
  return is_negated ? term_not(m->tt, made) : made;
}
