// SPDX-License-Identifier: Apache-2.0
// Whose variables are, and what a body changes of those that are shared.
#include "base/hmap.h"
#include "base/mem.h"
#include "certify/contract/parts.h"
#include "term/walk.h"

typedef struct {
  parts *s;
  uint32_t *owner;   // by private variable: the part that has it, plus one
  term_set *seen;    // by part: terms that were looked at
  hmap *results;     // by function: its shared results
  bool *is_argument; // by variable: it is set at calls, in any part
} owners;

static bool own(owners *x, var v, uint32_t part) {
  if (program_variable(x->s->p, v)->reach == VAR_SHARED || x->is_argument[v.id])
    return true;
  if (x->owner[v.id] != 0 && x->owner[v.id] != part + 1)
    return parts_refuse(x->s, "two parts have a private variable in common");
  x->owner[v.id] = part + 1;
  return true;
}

static bool own_all(owners *x, term t, uint32_t part) {
  term_vec found = {0};
  bool ok = true;
  term_variables(x->s->tt, &t, 1, &x->seen[part], &found);
  for (uint32_t i = 0; ok && i < found.len; i++) {
    var v = program_variable_of(x->s->p, found.data[i]);
    ok = v.id == 0 || own(x, v, part);
  }
  vec_free(&found);
  return ok;
}

// The program itself, part 0, is called by nobody.
static bool may_assign(owners *x, var v, uint32_t part) {
  return part == 0 || program_variable(x->s->p, v)->reach == VAR_PRIVATE ||
         hmap_find(&x->results[part - 1], v.id) != NULL ||
         parts_refuse(x->s, "a body changes what is not among its results");
}

static bool check_block(owners *x, const block *b, uint32_t part) {
  bool ok = own_all(x, b->guard, part);
  for (uint32_t i = 0; ok && i < b->assignment_count; i++) {
    const assignment *a = &b->assignments[i];
    ok = own_all(x, a->value, part) && own(x, a->target, part) &&
         may_assign(x, a->target, part);
  }
  return ok;
}

static void find_formals(owners *x) {
  for (uint32_t k = 0; k < x->s->o->functions.len; k++) {
    const open_function *f = &x->s->o->functions.data[k];
    for (uint32_t i = 0; i < f->parameter_count; i++)
      x->is_argument[f->parameters[i].at_call.id] = true;
    for (uint32_t i = 0; i < f->result_count; i++)
      if (f->results[i].global.id != 0)
        hmap_put(&x->results[k], f->results[i].global.id, 1);
  }
}

// What cannot be reached does nothing; the entry was looked at.
static bool check_all(owners *x) {
  const program *p = x->s->p;
  bool ok = true;
  for (uint32_t i = 1; ok && i <= program_edge_count(p); i++) {
    uint32_t part = x->s->of[program_edge_from(p, (edge){i}).id];
    ok =
        part == 0 || check_block(x, program_edge_block(p, (edge){i}), part - 1);
  }
  for (uint32_t k = 0; ok && k < x->s->o->calls.len; k++) {
    const open_call *c = &x->s->o->calls.data[k];
    uint32_t part = x->s->of[c->at.id];
    ok = part == 0 || check_block(x, &c->way, part - 1);
  }
  return ok;
}

bool owners_check(parts *s) {
  size_t variables = (size_t)program_variable_count(s->p) + 1;
  uint32_t functions = s->o->functions.len;
  owners x = {.s = s,
              .owner = mem_alloc(variables * sizeof *x.owner),
              .is_argument = mem_alloc(variables * sizeof *x.is_argument),
              .seen = mem_alloc((functions + 1) * sizeof *x.seen),
              .results = mem_alloc((functions + 1) * sizeof *x.results)};
  find_formals(&x);
  bool ok = check_all(&x);
  for (uint32_t k = 0; k <= functions; k++) {
    term_set_free(&x.seen[k]);
    hmap_free(&x.results[k]);
  }
  mem_free(x.owner);
  mem_free(x.is_argument);
  mem_free(x.seen);
  mem_free(x.results);
  return ok;
}
