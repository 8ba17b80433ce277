// SPDX-License-Identifier: Apache-2.0
// Conditions on prefix arrays are noted edge by edge; whether they are fair is
// decided at the end, when all of them are known.
#include "certify/prefixes.h"

#include "base/mem.h"
#include "term/build/build.h"
#include "term/subst.h"
#include "term/walk.h"

// Indices that a guard may exclude.
enum { LARGEST_SIGNED = 1, LARGEST_UNSIGNED = 2 };

typedef struct {
  var array;
  term index, before; // stand for an index and the array's element there
  term next;          // the element behind it, said with these two
  unsigned excluded;  // by the guards of all edges
  edge_vec edges;
} prefix;

struct prefixes {
  const program *p, *q;
  terms *tt;
  VEC(prefix) all;
};

prefixes *prefixes_new(const program *p, const program *q) {
  prefixes *x = mem_alloc(sizeof *x);
  *x = (prefixes){.p = p, .q = q, .tt = program_terms(p)};
  return x;
}

void prefixes_free(prefixes *x) {
  for (uint32_t i = 0; i < x->all.len; i++)
    vec_free(&x->all.data[i].edges);
  vec_free(&x->all);
  mem_free(x);
}

static prefix *find(const prefixes *x, var array) {
  for (uint32_t i = 0; i < x->all.len; i++)
    if (x->all.data[i].array.id == array.id)
      return &x->all.data[i];
  return NULL;
}

bool prefixes_has(const prefixes *x, var v) { return find(x, v) != NULL; }

// --- conditions --------------------------------------------------------------

typedef struct {
  var array;
  term index, value; // array[index + 1] = value
} condition;

// Is t the sum of one and another term?
static bool read_successor(const terms *tt, term t, term *index) {
  if (term_get_kind(tt, t) != TERM_BVADD ||
      !bv_is_pattern(tt, term_arg(tt, t, 1), BV_ONE))
    return false;
  *index = term_arg(tt, t, 0);
  return true;
}

// The side of the equation is the element behind an index.
static bool read_side(const prefixes *x, term equation, uint32_t side,
                      condition *out) {
  term t = term_arg(x->tt, equation, side);
  if (term_get_kind(x->tt, t) != TERM_SELECT)
    return false;
  out->array = program_variable_of(x->q, term_arg(x->tt, t, 0));
  out->value = term_arg(x->tt, equation, 1 - side);
  return out->array.id > program_variable_count(x->p) &&
         read_successor(x->tt, term_arg(x->tt, t, 1), &out->index);
}

static bool read_condition(const prefixes *x, term t, condition *out) {
  return term_get_kind(x->tt, t) == TERM_EQ &&
         (read_side(x, t, 0, out) || read_side(x, t, 1, out));
}

// --- the function ------------------------------------------------------------

static prefix *find_or_add(prefixes *x, var array) {
  if (find(x, array) == NULL) {
    sort s = term_sort(x->tt, program_variable_term(x->q, array));
    prefix f = {.array = array,
                .index = term_fresh(x->tt, "index", sort_index(x->tt, s)),
                .before = term_fresh(x->tt, "before", sort_element(x->tt, s)),
                .excluded = LARGEST_SIGNED | LARGEST_UNSIGNED};
    vec_push(&x->all, f);
  }
  return find(x, array);
}

// The value, said of any index and element there.
static term function_of(const prefixes *x, const prefix *f,
                        const condition *c) {
  term array = program_variable_term(x->q, f->array);
  term t = subst_once(x->tt, c->value, c->index, f->index);
  return subst_once(x->tt, t, term_select(x->tt, array, f->index), f->before);
}

// --- guards ------------------------------------------------------------------

// What t, a part of a guard, excludes of the index.
static unsigned excluded_by_part(const terms *tt, term t, term index) {
  switch (term_get_kind(tt, t)) {
  case TERM_BVSLT: // below something
    return term_eq(term_arg(tt, t, 0), index) ? LARGEST_SIGNED : 0;
  case TERM_BVULT:
    return term_eq(term_arg(tt, t, 0), index) ? LARGEST_UNSIGNED : 0;
  case TERM_BVSLE: { // not negative, so that it is not all ones
    term low = term_arg(tt, t, 0);
    return term_eq(term_arg(tt, t, 1), index) && term_is_value(tt, low) &&
                   !bv_bit(tt, low, term_width(tt, low) - 1)
               ? LARGEST_UNSIGNED
               : 0;
  }
  default:
    return 0;
  }
}

static unsigned excluded_by(const terms *tt, term guard, term index) {
  term_vec parts = {0};
  unsigned excluded = 0;
  term_flatten(tt, TERM_AND, guard, &parts);
  for (uint32_t i = 0; i < parts.len; i++)
    excluded |= excluded_by_part(tt, parts.data[i], index);
  vec_free(&parts);
  return excluded;
}

bool prefixes_note(prefixes *x, edge e, term condition_) {
  condition c;
  if (!read_condition(x, condition_, &c))
    return false;
  prefix *f = find_or_add(x, c.array);
  term next = function_of(x, f, &c);
  if (term_is_none(f->next))
    f->next = next;
  f->excluded &=
      excluded_by(x->tt, program_edge_block(x->p, e)->guard, c.index);
  vec_push(&f->edges, e);
  return f->excluded != 0 && term_eq(f->next, next);
}

// --- what stays as it is -----------------------------------------------------

static bool assigns_any(const block *b, const bool *is_fixed) {
  for (uint32_t i = 0; i < b->assignment_count; i++)
    if (is_fixed[b->assignments[i].target.id])
      return true;
  return false;
}

// The prefix array itself, and what its function depends on. False: that is
// something other than variables of p.
static bool find_fixed(const prefixes *x, const prefix *f, bool *is_fixed) {
  term_set seen = {0};
  term_vec found = {0};
  bool ok = true;
  is_fixed[f->array.id] = true;
  term_variables(x->tt, &f->next, 1, &seen, &found);
  for (uint32_t i = 0; i < found.len; i++) {
    var v = program_variable_of(x->p, found.data[i]);
    ok &= v.id != 0 || term_eq(found.data[i], f->index) ||
          term_eq(found.data[i], f->before);
    is_fixed[v.id] |= v.id != 0;
  }
  term_set_free(&seen);
  vec_free(&found);
  return ok;
}

// Does no edge that has a condition, or is behind one, assign what is fixed?
static bool stays_fixed(const prefixes *x, const prefix *f,
                        const bool *is_fixed) {
  uint32_t locations = program_location_count(x->q);
  bool *seen = mem_alloc(sizeof *seen * (locations + 1));
  edge_vec work = {0};
  bool ok = true;
  for (uint32_t i = 0; i < f->edges.len; i++)
    vec_push(&work, f->edges.data[i]);
  while (ok && work.len > 0) {
    edge e = vec_pop(&work);
    loc to = program_edge_to(x->q, e);
    ok = !assigns_any(program_edge_block(x->q, e), is_fixed);
    const edge_vec *out = program_out_edges(x->q, to);
    for (uint32_t i = 0; !seen[to.id] && i < out->len; i++)
      vec_push(&work, out->data[i]);
    seen[to.id] = true;
  }
  vec_free(&work);
  mem_free(seen);
  return ok;
}

static bool is_assigned(const prefixes *x, var v) {
  for (uint32_t e = 1; e <= program_edge_count(x->q); e++) {
    const block *b = program_edge_block(x->q, (edge){e});
    for (uint32_t i = 0; i < b->assignment_count; i++)
      if (b->assignments[i].target.id == v.id)
        return true;
  }
  return false;
}

bool prefixes_are_fair(const prefixes *x) {
  size_t size = sizeof(bool) * (program_variable_count(x->q) + 1);
  bool ok = true;
  for (uint32_t i = 0; ok && i < x->all.len; i++) {
    const prefix *f = &x->all.data[i];
    bool *is_fixed = mem_alloc(size);
    ok = find_fixed(x, f, is_fixed) && stays_fixed(x, f, is_fixed) &&
         !is_assigned(x, f->array);
    mem_free(is_fixed);
  }
  return ok;
}
