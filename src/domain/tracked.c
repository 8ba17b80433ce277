// SPDX-License-Identifier: Apache-2.0
// Which expressions are tracked, and what blocks do to them.
//
// Candidates are the differences of what conditions compare; those in front of
// errors come first. A block maps an expression to another one by substitution.
// Where that is again a tracked one up to sign and constant, the analysis is
// exact: x - y stays when both are increased. Choices inside the result (x is
// increased on one branch only) are moved outwards, so that each branch is a
// linear form of its own.
#include "domain/tracked.h"

#include <assert.h>

#include "term/subst.h"

enum { CHOICES = 5 }; // that are moved outwards, one inside the other

void tracked_init(tracked *t, const flow *f, uint32_t most, uint32_t depth) {
  *t = (tracked){.flow = f, .most = most, .depth = depth};
  t->first = f->variable_count;
  for (uint32_t i = 0; i < f->variable_count; i++)
    term_map_put(&t->state, f->variables[i], i);
}

void tracked_clear(tracked *t) {
  term_map_free(&t->state);
  hmap_free(&t->by_hash);
  vec_free(&t->forms);
  vec_free(&t->next);
}

// --- finding ----------------------------------------------------------------

static uint32_t find_form(const tracked *t, const lin *form) {
  const uint64_t *found = hmap_find(&t->by_hash, lin_hash(form));
  uint32_t i = found ? (uint32_t)*found : 0;
  while (i != 0 && !lin_same_parts(&t->forms.data[i - 1], form))
    i = t->next.data[i - 1];
  return i;
}

// The form without its constant and with a positive first factor. True: it was
// negated.
static bool normalize(lin *form) {
  form->constant = 0;
  bool is_negative = form->count > 0 && form->parts[0].factor < 0;
  lin zero = {.type = form->type};
  if (is_negative)
    (void)lin_add(form, &zero, form, -1);
  return is_negative;
}

bool tracked_find(const tracked *t, const lin *form, tracked_link *out) {
  if (form->count == 0)
    return false;
  lin plain = *form;
  out->is_negative = normalize(&plain);
  out->constant = form->constant;
  uint32_t found = find_form(t, &plain);
  if (found == 0)
    return false;
  out->slot = t->first + found - 1;
  return true;
}

// --- mining -----------------------------------------------------------------

// Only over the state, of few operations, and of numbers.
static bool is_good_atom(const tracked *t, term atom) {
  const terms *tt = t->flow->tt;
  term stack[32];
  uint32_t depth = 0, operations = 0;
  stack[depth++] = atom;
  while (depth > 0) {
    term x = stack[--depth];
    if (vtype_of(tt, term_sort(tt, x)).kind == VTYPE_OTHER)
      return false;
    if (term_get_kind(tt, x) == TERM_VARIABLE) {
      uint32_t index;
      if (!term_map_find(&t->state, x, &index))
        return false;
      continue;
    }
    if (term_is_value(tt, x))
      continue;
    uint32_t n = term_arity(tt, x);
    if (++operations > t->depth || depth + n > 32)
      return false;
    for (uint32_t i = 0; i < n; i++)
      stack[depth++] = term_arg(tt, x, i);
  }
  return true;
}

static void consider(tracked *t, const lin *form) {
  const terms *tt = t->flow->tt;
  if (t->forms.len == t->most || form->count == 0)
    return;
  if (form->count == 1 &&
      term_get_kind(tt, form->parts[0].atom) == TERM_VARIABLE)
    return;
  for (uint32_t i = 0; i < form->count; i++)
    if (!is_good_atom(t, form->parts[i].atom))
      return;
  lin plain = *form;
  (void)normalize(&plain);
  if (find_form(t, &plain) != 0)
    return;
  uint64_t hash = lin_hash(&plain);
  const uint64_t *found = hmap_find(&t->by_hash, hash);
  vec_push(&t->next, found ? (uint32_t)*found : 0);
  vec_push(&t->forms, plain);
  hmap_put(&t->by_hash, hash, t->forms.len);
}

static bool is_relation(term_kind kind) {
  return kind == TERM_EQ || kind == TERM_LT || kind == TERM_LE ||
         (kind >= TERM_BVULT && kind <= TERM_BVSLE);
}

static void look_at(tracked *t, term x) {
  const terms *tt = t->flow->tt;
  lin a, b;
  if (!is_relation(term_get_kind(tt, x)))
    return;
  if (lin_of(tt, term_arg(tt, x, 0), &a) &&
      lin_of(tt, term_arg(tt, x, 1), &b) && lin_add(&b, &b, &a, -1))
    consider(t, &b);
}

static void look_below(tracked *t, term root, term_set *seen) {
  term_vec order = {0};
  term_postorder(t->flow->tt, &root, 1, seen, &order);
  for (uint32_t i = 0; i < order.len; i++)
    look_at(t, order.data[i]);
  vec_free(&order);
}

static void look_at_edges(tracked *t, bool is_bad, term_set *seen) {
  const flow *f = t->flow;
  for (uint32_t i = 0; i < f->edge_count; i++) {
    const flow_edge *e = &f->edges[i];
    if (f->is_bad[e->to] != is_bad)
      continue;
    look_below(t, e->guard, seen);
    for (uint32_t j = 0; j < e->assignment_count; j++)
      look_below(t, e->assignments[j].value, seen);
  }
}

// The branches of choices that tracked_after made.
static void consider_branches(tracked *t, term x) {
  const terms *tt = t->flow->tt;
  term stack[2 * CHOICES + 2];
  uint32_t depth = 0;
  stack[depth++] = x;
  while (depth > 0) {
    term y = stack[--depth];
    lin form;
    if (term_get_kind(tt, y) == TERM_ITE && depth < 2 * CHOICES) {
      stack[depth++] = term_arg(tt, y, 1);
      stack[depth++] = term_arg(tt, y, 2);
    } else if (lin_of(tt, y, &form)) {
      consider(t, &form);
    }
  }
}

void tracked_mine(tracked *t, uint32_t rounds) {
  term_set seen = {0};
  look_at_edges(t, true, &seen);
  look_at_edges(t, false, &seen);
  term_set_free(&seen);
  uint32_t done = 0;
  for (uint32_t round = 0; round < rounds; round++) {
    uint32_t known = t->forms.len;
    for (uint32_t i = 0; i < t->flow->edge_count; i++)
      for (uint32_t j = done; j < known && t->forms.len < t->most; j++) {
        term after = tracked_after(t, &t->flow->edges[i], j);
        if (!term_is_none(after))
          consider_branches(t, after);
      }
    done = known;
  }
}

// --- substitution -----------------------------------------------------------

static term value_after(const tracked *t, const flow_edge *e, term variable) {
  uint32_t index, low = 0, high = e->assignment_count;
  if (!term_map_find(&t->state, variable, &index))
    return variable;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (e->assignments[middle].variable < index)
      low = middle + 1;
    else
      high = middle;
  }
  bool is_there =
      low < e->assignment_count && e->assignments[low].variable == index;
  return is_there ? e->assignments[low].value : variable;
}

typedef struct {
  const tracked *t;
  const flow_edge *e;
} lookup_data;

static term lookup(void *data, term variable) {
  const lookup_data *d = data;
  return value_after(d->t, d->e, variable);
}

static term atom_after(const tracked *t, const flow_edge *e, term atom) {
  if (term_get_kind(t->flow->tt, atom) == TERM_VARIABLE)
    return value_after(t, e, atom);
  lookup_data d = {t, e};
  subst *s = subst_new(t->flow->tt);
  subst_set_lookup(s, lookup, &d);
  term after = subst_apply(s, atom);
  subst_free(s);
  return after;
}

// Replaces each choice by this condition by one of its branches.
static bool decide(const tracked *t, const lin *form, term condition,
                   bool is_true, lin *out) {
  const terms *tt = t->flow->tt;
  *out = (lin){.type = form->type, .constant = form->constant};
  for (uint32_t i = 0; i < form->count; i++) {
    term atom = form->parts[i].atom;
    if (term_get_kind(tt, atom) == TERM_ITE &&
        term_eq(term_arg(tt, atom, 0), condition))
      atom = term_arg(tt, atom, is_true ? 1 : 2);
    lin part;
    if (!lin_of(tt, atom, &part) ||
        !lin_add(out, out, &part, form->parts[i].factor))
      return false;
  }
  return true;
}

// As a term with choices outside; 'depth' more of them (a small number).
static term expand(const tracked *t, const lin *form, uint32_t depth) {
  terms *tt = t->flow->tt;
  uint32_t i = 0;
  while (i < form->count && term_get_kind(tt, form->parts[i].atom) != TERM_ITE)
    i++;
  if (i == form->count || depth == 0)
    return lin_term(tt, form);
  term condition = term_arg(tt, form->parts[i].atom, 0);
  lin yes, no;
  if (!decide(t, form, condition, true, &yes) ||
      !decide(t, form, condition, false, &no))
    return lin_term(tt, form);
  return term_ite(tt, condition, expand(t, &yes, depth - 1),
                  expand(t, &no, depth - 1));
}

term tracked_after(const tracked *t, const flow_edge *e, uint32_t i) {
  const lin *form = &t->forms.data[i];
  lin sum = {.type = form->type};
  lin rough = {.type = form->type}; // the same, not looked through
  bool is_changed = false, is_short = true;
  for (uint32_t j = 0; j < form->count; j++) {
    term atom = atom_after(t, e, form->parts[j].atom);
    is_changed |= !term_eq(atom, form->parts[j].atom);
    lin part;
    is_short = is_short && lin_of(t->flow->tt, atom, &part) &&
               lin_add(&sum, &sum, &part, form->parts[j].factor);
    rough.parts[rough.count++] = (lin_part){atom, form->parts[j].factor};
  }
  if (!is_changed)
    return TERM_NONE;
  return is_short ? expand(t, &sum, CHOICES) : lin_term(t->flow->tt, &rough);
}
