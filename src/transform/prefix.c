// SPDX-License-Identifier: Apache-2.0
// An array of sums is as good as the original (certify/prefixes.h) if what is
// added up stays as it is behind every edge that says something of it, and if
// the guards of these edges exclude the last index. So the edges that say
// something are not those that add, but those that compare the index: "i < n"
// does both, in front of the loop's body.
#include "transform/prefix.h"

#include <assert.h>

#include "base/mem.h"
#include "term/build/build.h"
#include "algebra/polynomial.h"
#include "term/subst.h"
#include "term/walk.h"

enum { MOST_ARRAYS = 8, MOST_SUMS = 16, MOST_INDICES = 8 };

typedef struct {
  const program *p;
  terms *tt;
  prefixed *out;
} prefixing;

static bool add_once(term_vec *to, uint32_t most, term t) {
  for (uint32_t i = 0; i < to->len; i++)
    if (term_eq(to->data[i], t))
      return true;
  if (to->len >= most)
    return false;
  vec_push(to, t);
  return true;
}

term prefix_summand(const prefixed *x, const prefix_array *f, term index) {
  return subst_once(program_terms(x->extended.program), f->summand, f->index,
                    index);
}

// --- what is added up --------------------------------------------------------

// The variable that an array variable is read at, if there is one.
static term read_index(const program *p, term t) {
  const terms *tt = program_terms(p);
  term_set seen = {0};
  term_vec nodes = {0};
  term found = TERM_NONE;
  term_postorder(tt, &t, 1, &seen, &nodes);
  for (uint32_t i = 0; i < nodes.len && term_is_none(found); i++) {
    if (term_get_kind(tt, nodes.data[i]) != TERM_SELECT)
      continue;
    term index = term_arg(tt, nodes.data[i], 1);
    if (program_variable_of(p, index).id != 0 &&
        sort_get_kind(tt, term_sort(tt, index)) == SORT_BV)
      found = index;
  }
  term_set_free(&seen);
  vec_free(&nodes);
  return found;
}

// Is the first summand of t subtracted?
static bool is_negative(const terms *tt, term t) {
  while (term_get_kind(tt, t) == TERM_BVADD)
    t = term_arg(tt, t, 0);
  return term_get_kind(tt, t) == TERM_BVNEG;
}

// What is added a constant number of times, or subtracted: both are to have the
// same summand.
static void take_out_times(terms *tt, term more, prefix_step *out) {
  uint32_t width = term_width(tt, more);
  bool is_minus = is_negative(tt, more);
  out->times = term_bv(tt, width, 1);
  out->summand = is_minus ? term_bvneg(tt, more) : more;
  if (is_minus)
    out->times = term_bvneg(tt, out->times);
  polynomial sum;
  if (polynomial_of(tt, more, &sum) && sum.parts.len == 1 &&
      sum.parts.data[0].degree == 1) {
    out->summand = sum.parts.data[0].factors[0];
    out->times = term_bv(tt, width, sum.parts.data[0].coefficient);
  }
  polynomial_clear(&sum);
}

bool prefix_is_sum(const program *p, term sum, term t, prefix_step *out) {
  terms *tt = program_terms(p);
  if (term_get_kind(tt, t) != TERM_BVADD)
    return false;
  term more = term_bvsub(tt, t, sum);
  take_out_times(tt, more, out);
  out->index = read_index(p, out->summand);
  return !term_is_none(out->index) && !term_occurs(tt, sum, more);
}

// One array for each function of the index.
static void note_sum(prefixing *x, term sum, const prefix_step *step) {
  prefixed *out = x->out;
  term summand = step->summand, index = step->index;
  for (uint32_t i = 0; i < out->arrays.len; i++) {
    prefix_array *f = &out->arrays.data[i];
    if (sort_eq(term_sort(x->tt, f->index), term_sort(x->tt, index)) &&
        term_eq(subst_once(x->tt, summand, index, f->index), f->summand)) {
      add_once(&f->indices, MOST_INDICES, index);
      add_once(&out->sums, MOST_SUMS, sum);
      return;
    }
  }
  if (out->arrays.len >= MOST_ARRAYS || !add_once(&out->sums, MOST_SUMS, sum))
    return;
  sort from = term_sort(x->tt, index), to = term_sort(x->tt, summand);
  var_info info = {.sort = sort_array(x->tt, from, to),
                   .type = {TYPE_OTHER, NULL}};
  var v = program_add_variable(out->extended.program, &info);
  prefix_array f = {.array = program_variable_term(out->extended.program, v),
                    .index = term_fresh(x->tt, "index", from)};
  f.summand = subst_once(x->tt, summand, index, f.index);
  vec_push(&f.indices, index);
  vec_push(&out->arrays, f);
}

static void find_sums(prefixing *x) {
  for (uint32_t e = 1; e <= program_edge_count(x->p); e++) {
    const block *b = program_edge_block(x->p, (edge){e});
    for (uint32_t i = 0; i < b->assignment_count; i++) {
      term sum = program_variable_term(x->p, b->assignments[i].target);
      prefix_step step;
      if (prefix_is_sum(x->p, sum, b->assignments[i].value, &step))
        note_sum(x, sum, &step);
    }
  }
}

// --- where something is known of it ------------------------------------------

static bool assigns(const prefixing *x, edge e, const term_vec *variables) {
  const block *b = program_edge_block(x->p, e);
  for (uint32_t i = 0; i < b->assignment_count; i++)
    for (uint32_t k = 0; k < variables->len; k++)
      if (program_variable_of(x->p, variables->data[k]).id ==
          b->assignments[i].target.id)
        return true;
  return false;
}

// By location id: is an edge ahead that assigns one of these?
static bool *find_unstable(const prefixing *x, const term_vec *variables) {
  uint32_t locations = program_location_count(x->p);
  bool *is_unstable = mem_alloc(sizeof *is_unstable * (locations + 1));
  loc_vec work = {0};
  for (uint32_t e = 1; e <= program_edge_count(x->p); e++)
    if (assigns(x, (edge){e}, variables))
      vec_push(&work, program_edge_from(x->p, (edge){e}));
  while (work.len > 0) {
    loc l = vec_pop(&work);
    if (is_unstable[l.id])
      continue;
    is_unstable[l.id] = true;
    const edge_vec *in = program_in_edges(x->p, l);
    for (uint32_t i = 0; i < in->len; i++)
      vec_push(&work, program_edge_from(x->p, in->data[i]));
  }
  vec_free(&work);
  return is_unstable;
}

typedef enum { SIGNED_END, UNSIGNED_END, ENDS } end;

// Does this part of a guard exclude that the index is the largest one?
static bool part_excludes(const terms *tt, term t, term index, end n) {
  switch (term_get_kind(tt, t)) {
  case TERM_BVSLT:
    return n == SIGNED_END && term_eq(term_arg(tt, t, 0), index);
  case TERM_BVULT:
    return n == UNSIGNED_END && term_eq(term_arg(tt, t, 0), index);
  case TERM_BVSLE: // 0 <= i, where the index goes down
    return n == UNSIGNED_END && term_eq(term_arg(tt, t, 1), index) &&
           term_is_value(tt, term_arg(tt, t, 0)) &&
           bv_is_pattern(tt, term_arg(tt, t, 0), BV_ZERO);
  default:
    return false;
  }
}

static bool guard_excludes(const terms *tt, term guard, term index, end n) {
  term_vec parts = {0};
  bool is = false;
  term_flatten(tt, TERM_AND, guard, &parts);
  for (uint32_t i = 0; i < parts.len; i++)
    is |= part_excludes(tt, parts.data[i], index, n);
  vec_free(&parts);
  return is;
}

// F[i + 1] = F[i] + a[i]; none: the terms did not stay like that.
static term condition_at(const prefixing *x, const prefix_array *f,
                         term index) {
  terms *tt = x->tt;
  term one = term_bv(tt, term_width(tt, index), 1);
  term next = term_select(tt, f->array, term_bvadd(tt, index, one));
  term value_ = term_bvadd(tt, term_select(tt, f->array, index),
                           prefix_summand(x->out, f, index));
  term made = term_eq_make(tt, next, value_);
  bool is_same = term_get_kind(tt, made) == TERM_EQ &&
                 (term_eq(term_arg(tt, made, 0), next) ||
                  term_eq(term_arg(tt, made, 1), next)) &&
                 (term_eq(term_arg(tt, made, 0), value_) ||
                  term_eq(term_arg(tt, made, 1), value_));
  return is_same ? made : TERM_NONE;
}

// --- the program -------------------------------------------------------------

// What is known, by edge and array.
typedef struct {
  term *more;     // by edge id
  uint32_t count; // of conditions
} conditions;

static void add_conditions(const prefixing *x, const prefix_array *f, end n,
                           const bool *is_unstable, conditions *c) {
  for (uint32_t e = 1; e <= program_edge_count(x->p); e++) {
    loc to = program_edge_to(x->p, (edge){e});
    term guard = program_edge_block(x->p, (edge){e})->guard;
    if (is_unstable[program_edge_from(x->p, (edge){e}).id] ||
        program_kind(x->p, to) == LOC_ERROR)
      continue;
    for (uint32_t i = 0; i < f->indices.len; i++) {
      term index = f->indices.data[i];
      term more = guard_excludes(x->tt, guard, index, n)
                      ? condition_at(x, f, index)
                      : TERM_NONE;
      if (term_is_none(more))
        continue;
      c->more[e] = term_and(x->tt, c->more[e], more);
      c->count++;
    }
  }
}

// All edges of an array must exclude the same index.
static end choose_end(const prefixing *x, const prefix_array *f,
                      const bool *is_unstable) {
  uint32_t counts[ENDS] = {0};
  for (uint32_t e = 1; e <= program_edge_count(x->p); e++) {
    term guard = program_edge_block(x->p, (edge){e})->guard;
    for (uint32_t i = 0; i < f->indices.len; i++)
      for (end n = 0; n < ENDS; n++)
        counts[n] += !is_unstable[program_edge_from(x->p, (edge){e}).id] &&
                     guard_excludes(x->tt, guard, f->indices.data[i], n);
  }
  return counts[UNSIGNED_END] > counts[SIGNED_END] ? UNSIGNED_END : SIGNED_END;
}

// Without the placeholder, what the function depends on: variables of p alone,
// or it is none.
static bool find_dependencies(const prefixing *x, const prefix_array *f,
                              term_vec *out) {
  term_set seen = {0};
  term_vec found = {0};
  bool ok = true;
  term_variables(x->tt, &f->summand, 1, &seen, &found);
  for (uint32_t i = 0; i < found.len; i++) {
    if (term_eq(found.data[i], f->index))
      continue;
    ok &= program_variable_of(x->p, found.data[i]).id != 0;
    vec_push(out, found.data[i]);
  }
  term_set_free(&seen);
  vec_free(&found);
  return ok;
}

static void describe(const prefixing *x, const prefix_array *f, conditions *c) {
  term_vec variables = {0};
  if (find_dependencies(x, f, &variables)) {
    bool *is_unstable = find_unstable(x, &variables);
    add_conditions(x, f, choose_end(x, f, is_unstable), is_unstable, c);
    mem_free(is_unstable);
  }
  vec_free(&variables);
}

bool prefix_make(const program *p, prefixed *out) {
  *out = (prefixed){.sums = {0}};
  extended_init(&out->extended, p);
  prefixing x = {p, program_terms(p), out};
  find_sums(&x);
  uint32_t edges = program_edge_count(p);
  conditions c = {.more = mem_alloc(sizeof *c.more * (edges + 1))};
  for (uint32_t e = 1; e <= edges; e++)
    c.more[e] = term_true(x.tt);
  for (uint32_t i = 0; i < out->arrays.len; i++)
    describe(&x, &out->arrays.data[i], &c);
  for (uint32_t e = 1; e <= edges; e++)
    extended_add_edge(&out->extended, p, (edge){e}, c.more[e], NULL, 0);
  mem_free(c.more);
  return c.count > 0;
}

void prefix_clear(prefixed *x) {
  for (uint32_t i = 0; i < x->arrays.len; i++)
    vec_free(&x->arrays.data[i].indices);
  vec_free(&x->arrays);
  vec_free(&x->sums);
  extended_clear(&x->extended);
}
