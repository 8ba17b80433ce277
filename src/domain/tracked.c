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

enum {
  CHOICES = 5,        // that are moved outwards, one inside the other
  COMPARED_MOST = 32, // variables that forms are made from
  ADVANCES_MOST = 64  // of one block that are looked at
};

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
  vec_free(&t->compared);
  vec_free(&t->conditions);
  term_map_free(&t->by_condition);
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
  // The least number is its own negation: negating twice must change nothing.
  if (form->type.kind == VTYPE_BV && is_negative)
    is_negative = form->parts[0].factor != -vtype_modulus(form->type) / 2;
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

static void remember_variable(tracked *t, const lin *form) {
  uint32_t index;
  if (!term_map_find(&t->state, form->parts[0].atom, &index))
    return;
  for (uint32_t i = 0; i < t->compared.len; i++)
    if (term_eq(t->compared.data[i].parts[0].atom, form->parts[0].atom))
      return;
  lin plain = {.type = form->type, .count = 1};
  plain.parts[0] = (lin_part){form->parts[0].atom, 1};
  if (t->compared.len < COMPARED_MOST)
    vec_push(&t->compared, plain);
}

static void consider(tracked *t, const lin *form) {
  const terms *tt = t->flow->tt;
  if (t->forms.len == t->most || form->count == 0)
    return;
  if (form->count == 1 &&
      term_get_kind(tt, form->parts[0].atom) == TERM_VARIABLE) {
    remember_variable(t, form);
    return;
  }
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

// The condition x < y that a term is, or negates; none: it is neither.
static term less_of(terms *tt, term t, bool *is_negated) {
  term_kind kind = term_get_kind(tt, t);
  *is_negated = kind == TERM_BVULE || kind == TERM_BVSLE;
  if (kind == TERM_BVULE)
    return term_bvult(tt, term_arg(tt, t, 1), term_arg(tt, t, 0));
  if (kind == TERM_BVSLE)
    return term_bvslt(tt, term_arg(tt, t, 1), term_arg(tt, t, 0));
  return kind == TERM_BVULT || kind == TERM_BVSLT ? t : TERM_NONE;
}

// Between two values that both change; the rest is in their own slots.
static void consider_condition(tracked *t, term x) {
  terms *tt = t->flow->tt;
  bool is_negated;
  uint32_t known;
  if (t->depth == 0 || t->conditions.len == t->most)
    return;
  term less = less_of(tt, x, &is_negated);
  if (term_is_none(less) || term_arity(tt, less) != 2 ||
      term_map_find(&t->by_condition, less, &known))
    return;
  for (uint32_t i = 0; i < 2; i++)
    if (term_is_value(tt, term_arg(tt, less, i)) ||
        !is_good_atom(t, term_arg(tt, less, i)))
      return;
  term_map_put(&t->by_condition, less, t->conditions.len);
  vec_push(&t->conditions, ((tracked_condition){less}));
}

static void look_at(tracked *t, term x) {
  const terms *tt = t->flow->tt;
  lin a, b;
  if (!is_relation(term_get_kind(tt, x)))
    return;
  consider_condition(t, x);
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
  assert(!term_is_none(atom));
  if (term_get_kind(t->flow->tt, atom) == TERM_VARIABLE)
    return value_after(t, e, atom);
  lookup_data d = {t, e};
  subst *s = subst_new(t->flow->tt);
  subst_set_lookup(s, lookup, &d);
  term after = subst_apply(s, atom);
  subst_free(s);
  return after;
}

bool tracked_find_condition(const tracked *t, term condition, uint32_t *slot,
                            bool *is_negated) {
  uint32_t index;
  if (t->conditions.len == 0)
    return false;
  term less = less_of(t->flow->tt, condition, is_negated);
  if (term_is_none(less) || !term_map_find(&t->by_condition, less, &index))
    return false;
  *slot = t->first + t->forms.len + index;
  return true;
}

term tracked_condition_after(const tracked *t, const flow_edge *e, uint32_t i) {
  assert(i < t->conditions.len);
  term before = t->conditions.data[i].less;
  term after = atom_after(t, e, before);
  return term_eq(before, after) ? TERM_NONE : after;
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
  assert(form->count <= LIN_PARTS);
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
  assert(i < t->forms.len);
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

// --- counters that run together ---------------------------------------------

// What a block adds to a variable.
typedef struct {
  uint32_t variable;
  wide step;
} advance;
typedef VEC(advance) advances;

// Does the block add a constant? Choices are all decided the same way.
static bool find_step(const tracked *t, const flow_assignment *a, bool branch,
                      wide *step) {
  const terms *tt = t->flow->tt;
  term v = t->flow->variables[a->variable];
  lin old, form;
  if (!lin_of(tt, v, &old) || !lin_of(tt, a->value, &form) ||
      !lin_add(&form, &form, &old, -1))
    return false;
  for (uint32_t i = 0; i < form.count && i < CHOICES;) {
    term atom = form.parts[i].atom;
    if (term_get_kind(tt, atom) != TERM_ITE) {
      i++;
      continue;
    }
    lin decided;
    if (!decide(t, &form, term_arg(tt, atom, 0), branch, &decided))
      return false;
    form = decided;
    i = 0;
  }
  *step = form.constant;
  return form.count == 0;
}

static void find_advances(const tracked *t, const flow_edge *e, bool branch,
                          advances *out) {
  vec_clear(out);
  for (uint32_t i = 0; i < e->assignment_count && out->len < ADVANCES_MOST;
       i++) {
    advance a = {.variable = e->assignments[i].variable};
    if (find_step(t, &e->assignments[i], branch, &a.step) && a.step != 0)
      vec_push(out, a);
  }
}

static const advance *find_advance(const advances *list, uint32_t variable) {
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i].variable == variable)
      return &list->data[i];
  return NULL;
}

// What the block adds to the form. False: no constant.
static bool step_of_form(const tracked *t, const flow_edge *e,
                         const advances *list, const lin *form, wide *step) {
  assert(form->count > 0);
  *step = 0;
  for (uint32_t i = 0; i < form->count; i++) {
    uint32_t index;
    term atom = form->parts[i].atom;
    if (!term_map_find(&t->state, atom, &index))
      return false;
    const advance *a = find_advance(list, index);
    if (a != NULL)
      *step += a->step * form->parts[i].factor;
    else if (!term_eq(value_after(t, e, atom), atom))
      return false;
  }
  return true;
}

// Where the block moves the form and a variable at once, the combination of
// both that it does not move is worth tracking.
static void combine(tracked *t, const flow_edge *e, const advances *list,
                    const lin *form) {
  wide step;
  if (!step_of_form(t, e, list, form, &step) || step == 0)
    return;
  for (uint32_t i = 0; i < list->len && t->forms.len < t->most; i++) {
    lin variable, sum;
    term v = t->flow->variables[list->data[i].variable];
    wide own = list->data[i].step;
    if (step % own != 0 || !lin_of(t->flow->tt, v, &variable) ||
        variable.type.kind != form->type.kind ||
        variable.type.width != form->type.width)
      continue;
    if (lin_add(&sum, form, &variable, -(step / own)) && sum.count > 1)
      consider(t, &sum);
  }
}

static void combine_all(tracked *t) {
  const flow *f = t->flow;
  advances list = {0};
  uint32_t known = t->forms.len;
  for (uint32_t i = 0; i < f->edge_count; i++)
    for (int branch = 0; branch < 2; branch++) {
      find_advances(t, &f->edges[i], branch != 0, &list);
      for (uint32_t j = 0; j < known && list.len > 0; j++) {
        lin form = t->forms.data[j]; // the forms may move
        combine(t, &f->edges[i], &list, &form);
      }
      for (uint32_t j = 0; j < t->compared.len && list.len > 0; j++)
        combine(t, &f->edges[i], &list, &t->compared.data[j]);
    }
  vec_free(&list);
}

lin tracked_without(const lin *form, uint32_t i) {
  assert(i < form->count);
  lin rest = *form;
  rest.count--;
  for (; i < rest.count; i++)
    rest.parts[i] = rest.parts[i + 1];
  return rest;
}

// Of x + y - n also x - n and y - n: what is left where x or y is zero.
static void consider_parts(tracked *t) {
  uint32_t known = t->forms.len;
  for (uint32_t i = 0; i < known; i++) {
    lin form = t->forms.data[i];
    for (uint32_t j = 0; j < form.count && form.count > 2; j++) {
      lin rest = tracked_without(&form, j);
      consider(t, &rest);
    }
  }
}

// --- all --------------------------------------------------------------------

static void substitute_all(tracked *t, uint32_t rounds) {
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

void tracked_mine(tracked *t, uint32_t rounds) {
  term_set seen = {0};
  look_at_edges(t, true, &seen);
  look_at_edges(t, false, &seen);
  term_set_free(&seen);
  combine_all(t);
  if (rounds > 0)
    combine_all(t);
  consider_parts(t);
  substitute_all(t, rounds);
}
