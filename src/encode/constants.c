// SPDX-License-Identifier: Apache-2.0
// Constant propagation as an iteration over the graph (G. Kildall: "A Unified
// Approach to Global Program Optimization", POPL 1973).
//
// What is known of a variable is a term: a constant, or constant upper bits in
// front of the variable's own lower ones. The simplifying constructors of terms
// are then all that is needed to compute with it: assignments are evaluated by
// substitution, and what comes out is a constant, or begins with one, or says
// nothing. A guard that becomes false ends the path, and one that equates a
// variable with a constant makes it known behind it.
//
// A pointer is often null or leads to the one object that was allocated for it.
// So of what is as wide as a pointer a few such cases may be known, as
// ite(p = 0, 0, object): conditions on p become conditions on the case, and the
// guard p != 0 leaves the other one.
//
// A variable changes at a location a few times at most (a constant, more cases,
// fewer and fewer upper bytes, nothing), and states share what they have in
// common (pmap.h), so that few sweeps over the graph suffice.
#include "encode/constants.h"

#include <assert.h>

#include "base/mem.h"
#include "encode/pmap.h"
#include "program/loops.h"
#include "term/subst.h"
#include "term/walk.h"

enum {
  POINTER_WIDTH = 64,
  OBJECT_WIDTH = 24, // upper bits of a pointer: the object that it leads to
  BYTE = 8,
  MOST_CHOICES = 64, // of an assigned value
  MOST_CASES = 4,    // of a variable
  POLL_INTERVAL = 64
};

typedef VEC(assignment) assignments;

struct constants {
  const program *p;
  program *made;
  terms *tt;
  subst *subst;
  pmap_pool maps; // by variable id; none, or the variable: nothing is known
  pmap current;   // the state that 'subst' puts in place
  pmap *at;       // by location id, like all that follows
  bool *is_reached, *is_changed;
  bool *is_used; // by variable id: it was replaced somewhere
  bool is_final; // the states do not change any more
  uint32_t visits;
};

// --- what is known of one variable -------------------------------------------

static term self(const constants *c, uint32_t key) {
  return program_variable_term(c->p, (var){key});
}

static term look_up(void *data, term variable) {
  constants *c = data;
  var v = program_variable_of(c->p, variable);
  if (v.id == 0)
    return TERM_NONE;
  term known = {pmap_get(&c->maps, c->current, v.id)};
  if (known.id == 0 || term_eq(known, variable))
    return TERM_NONE;
  if (c->is_final)
    c->is_used[v.id] = true;
  return known;
}

// The upper bits 'high', and below them those of the variable.
static term with_upper(const constants *c, uint32_t key, term high) {
  term own = self(c, key);
  uint32_t rest = term_width(c->tt, own) - term_width(c->tt, high);
  return term_concat(c->tt, high, term_extract(c->tt, own, rest - 1, 0));
}

// The constant that the term begins with; it may be all of it. TERM_NONE: there
// is none.
static term upper_of(const constants *c, term t) {
  if (term_is_value(c->tt, t))
    return t;
  if (term_get_kind(c->tt, t) != TERM_CONCAT)
    return TERM_NONE;
  term high = term_arg(c->tt, t, 0);
  return term_is_value(c->tt, high) ? high : TERM_NONE;
}

// As many upper bits of the constant.
static term cut(const constants *c, term constant, uint32_t width) {
  uint32_t all = term_width(c->tt, constant);
  return term_extract(c->tt, constant, all - 1, all - width);
}

static bool is_word(const constants *c, uint32_t key) {
  return sort_get_kind(c->tt, program_variable(c->p, (var){key})->sort) ==
         SORT_BV;
}

// How many upper bits, without the last bytes, the two have in common; 0: none,
// or no more than leading zeros. Only of what is as wide as a pointer: into one
// object, these bits are alike.
static uint32_t common_bits(const constants *c, term a, term b,
                            uint32_t width) {
  uint32_t n = term_width(c->tt, a), m = term_width(c->tt, b);
  uint32_t low = width - (n < m ? n : m);
  if (low == 0)
    low = BYTE;
  while (width >= POINTER_WIDTH && low < width) {
    term high = cut(c, a, width - low);
    if (term_eq(high, cut(c, b, width - low)))
      return term_eq(high, term_bv(c->tt, width - low, 0)) ? 0 : width - low;
    low += BYTE;
  }
  return 0;
}

// What is known where it is one of the two, as one case.
static term one_case(const constants *c, uint32_t key, term x, term y) {
  if (term_eq(x, y))
    return x;
  if (!is_word(c, key))
    return self(c, key);
  term a = upper_of(c, x), b = upper_of(c, y);
  if (a.id == 0 || b.id == 0)
    return self(c, key);
  uint32_t bits = common_bits(c, a, b, term_width(c->tt, self(c, key)));
  return bits == 0 ? self(c, key) : with_upper(c, key, cut(c, a, bits));
}

// --- several cases -----------------------------------------------------------

// Of one variable, each with an object of its own, ordered by id, so that equal
// sets are equal terms.
typedef struct {
  term of[MOST_CASES];
  uint32_t count;
} cases;

// That the variable is in that case.
static term is_case(const constants *c, uint32_t key, term t) {
  term high = upper_of(c, t), own = self(c, key);
  if (!term_eq(high, t))
    own = cut(c, own, term_width(c->tt, high));
  return term_eq_make(c->tt, own, high);
}

static cases cases_of(const constants *c, term known) {
  cases all = {.count = 0};
  while (term_get_kind(c->tt, known) == TERM_ITE) {
    assert(all.count + 1 < MOST_CASES);
    all.of[all.count++] = term_arg(c->tt, known, 1);
    known = term_arg(c->tt, known, 2);
  }
  all.of[all.count++] = known;
  return all;
}

static term known_of_all(const constants *c, uint32_t key, const cases *all) {
  assert(all->count > 0);
  term known = all->of[all->count - 1];
  for (uint32_t i = all->count - 1; i-- > 0;)
    known = term_ite(c->tt, is_case(c, key, all->of[i]), all->of[i], known);
  return known;
}

// The object of a case; none: it is not known.
static term object_of(const constants *c, term t) {
  term high = upper_of(c, t);
  return high.id == 0 || term_width(c->tt, high) < OBJECT_WIDTH
             ? TERM_NONE
             : cut(c, high, OBJECT_WIDTH);
}

// False: there is no room for it, or it is none.
static bool add_case(const constants *c, uint32_t key, cases *all, term t) {
  term object = object_of(c, t);
  if (object.id == 0)
    return false;
  for (uint32_t i = 0; i < all->count; i++)
    if (term_eq(object_of(c, all->of[i]), object)) {
      all->of[i] = one_case(c, key, all->of[i], t);
      return object_of(c, all->of[i]).id != 0;
    }
  if (all->count == MOST_CASES)
    return false;
  all->of[all->count++] = t;
  return true;
}

static void sort_cases(cases *all) {
  for (uint32_t i = 1; i < all->count; i++)
    for (uint32_t k = i; k > 0 && all->of[k - 1].id > all->of[k].id; k--) {
      term t = all->of[k];
      all->of[k] = all->of[k - 1];
      all->of[k - 1] = t;
    }
}

// What is known where it is one of the two, each of one or more cases.
static term either(const constants *c, uint32_t key, term x, term y) {
  if (term_eq(x, y) || !is_word(c, key))
    return one_case(c, key, x, y);
  cases a = cases_of(c, x), b = cases_of(c, y), all = {.count = 0};
  bool ok = term_width(c->tt, self(c, key)) >= POINTER_WIDTH;
  term one = a.of[0];
  for (uint32_t i = 0; i < a.count + b.count; i++) {
    term t = i < a.count ? a.of[i] : b.of[i - a.count];
    one = one_case(c, key, one, t);
    ok = ok && add_case(c, key, &all, t);
  }
  sort_cases(&all);
  return ok ? known_of_all(c, key, &all) : one;
}

static uint32_t merge_known(void *data, uint32_t key, uint32_t in_a,
                            uint32_t in_b) {
  if (in_a == 0 || in_b == 0)
    return self(data, key).id;
  return either(data, key, (term){in_a}, (term){in_b}).id;
}

// What a variable is known to hold that this is assigned to.
static term known_of(const constants *c, uint32_t key, term assigned) {
  if (term_is_value(c->tt, assigned))
    return assigned;
  term high = is_word(c, key) ? upper_of(c, assigned) : TERM_NONE;
  return high.id == 0 ? self(c, key) : with_upper(c, key, high);
}

// The same for a choice: what is known in all of its cases.
static term known_of_cases(const constants *c, uint32_t key, term assigned) {
  term_vec open = {0};
  vec_push(&open, assigned);
  term sum = TERM_NONE;
  for (uint32_t i = 0; i < open.len && open.len <= MOST_CHOICES; i++) {
    term t = open.data[i];
    if (term_get_kind(c->tt, t) == TERM_ITE) {
      vec_push(&open, term_arg(c->tt, t, 1));
      vec_push(&open, term_arg(c->tt, t, 2));
      continue;
    }
    term here = known_of(c, key, t);
    sum = sum.id == 0 ? here : either(c, key, sum, here);
    if (term_eq(sum, self(c, key)))
      break;
  }
  bool is_all = open.len <= MOST_CHOICES;
  vec_free(&open);
  return is_all ? sum : self(c, key);
}

// --- behind an edge ----------------------------------------------------------

// The variable that this is, or is a part of.
static term variable_in(const constants *c, term what) {
  bool is_part = term_get_kind(c->tt, what) == TERM_EXTRACT;
  return is_part ? term_arg(c->tt, what, 0) : what;
}

// The variable, or its upper bits, have that value.
static void learn(constants *c, term what, term known, uint32_t mark,
                  pmap *to) {
  terms *tt = c->tt;
  term of = variable_in(c, what);
  var v = program_variable_of(c->p, of);
  if (v.id == 0)
    return;
  if (!term_eq(of, what)) {
    if (term_param(tt, what, 0) + 1 != term_width(tt, of))
      return;
    known = with_upper(c, v.id, known);
  }
  *to = pmap_put(&c->maps, *to, v.id, known.id, mark);
}

// The variable is not in the case of which the equation says that it is.
static void exclude(constants *c, term is_it, uint32_t mark, pmap *to) {
  uint32_t side = term_is_value(c->tt, term_arg(c->tt, is_it, 0)) ? 1 : 0;
  term of = variable_in(c, term_arg(c->tt, is_it, side));
  var v = program_variable_of(c->p, of);
  term known = {v.id == 0 ? 0 : pmap_get(&c->maps, *to, v.id)};
  if (known.id == 0 || term_get_kind(c->tt, known) != TERM_ITE)
    return;
  cases all = cases_of(c, known), left = {.count = 0};
  for (uint32_t i = 0; i < all.count; i++)
    if (!term_eq(is_case(c, v.id, all.of[i]), is_it))
      left.of[left.count++] = all.of[i];
  if (left.count > 0)
    *to = pmap_put(&c->maps, *to, v.id, known_of_all(c, v.id, &left).id, mark);
}

// What a part of a guard says where it holds.
static void learn_part(constants *c, term part, uint32_t mark, pmap *to) {
  terms *tt = c->tt;
  term inner =
      term_get_kind(tt, part) == TERM_NOT ? term_arg(tt, part, 0) : part;
  if (!term_eq(inner, part) && term_get_kind(tt, inner) == TERM_EQ)
    exclude(c, inner, mark, to);
  else if (!term_eq(inner, part))
    learn(c, inner, term_false(tt), mark, to);
  else if (term_get_kind(tt, part) != TERM_EQ)
    learn(c, part, term_true(tt), mark, to);
  else if (term_is_value(tt, term_arg(tt, part, 1)))
    learn(c, term_arg(tt, part, 0), term_arg(tt, part, 1), mark, to);
  else if (term_is_value(tt, term_arg(tt, part, 0)))
    learn(c, term_arg(tt, part, 1), term_arg(tt, part, 0), mark, to);
}

static pmap after_edge(constants *c, const block *b, term guard) {
  pmap to = c->current;
  uint32_t mark = pmap_mark(&c->maps);
  term_vec parts = {0};
  term_flatten(c->tt, TERM_AND, guard, &parts);
  for (uint32_t i = 0; i < parts.len; i++)
    learn_part(c, parts.data[i], mark, &to);
  vec_free(&parts);
  for (uint32_t i = 0; i < b->assignment_count; i++) {
    uint32_t key = b->assignments[i].target.id;
    term assigned = subst_apply(c->subst, b->assignments[i].value);
    term known = known_of_cases(c, key, assigned);
    to = pmap_put(&c->maps, to, key, known.id, mark);
  }
  return to;
}

// --- the iteration -----------------------------------------------------------

static void arrive(constants *c, loc to, pmap state) {
  if (loc_is_sink(program_kind(c->p, to)))
    return;
  pmap before = c->at[to.id];
  if (c->is_reached[to.id])
    state = pmap_merge(&c->maps, before, state, merge_known, c);
  c->is_changed[to.id] |= !c->is_reached[to.id] || state.root != before.root;
  c->is_reached[to.id] = true;
  c->at[to.id] = state;
}

static void enter(constants *c, loc at) {
  c->current = c->at[at.id];
  subst_clear(c->subst);
}

static void visit(constants *c, loc at) {
  c->is_changed[at.id] = false;
  enter(c, at);
  const edge_vec *out = program_out_edges(c->p, at);
  for (uint32_t i = 0; i < out->len; i++) {
    const block *b = program_edge_block(c->p, out->data[i]);
    term guard = subst_apply(c->subst, b->guard);
    if (!term_is_false(c->tt, guard))
      arrive(c, program_edge_to(c->p, out->data[i]), after_edge(c, b, guard));
  }
}

static bool must_stop(constants *c, const limits *l) {
  return c->visits++ % POLL_INTERVAL == 0 && limits_stop(l) != LIMIT_NONE;
}

// False: a limit was hit.
static bool iterate(constants *c, const limits *l) {
  loops *found = loops_find(c->p);
  loc entry = program_entry(c->p);
  c->is_reached[entry.id] = c->is_changed[entry.id] = true;
  bool goes_on = true, is_stopped = false;
  while (goes_on && !is_stopped) {
    goes_on = false;
    for (uint32_t i = 0; i < found->order.len && !is_stopped; i++) {
      loc at = found->order.data[i];
      if (!c->is_changed[at.id])
        continue;
      goes_on = true;
      visit(c, at);
      is_stopped = must_stop(c, l);
    }
  }
  loops_free(found);
  return !is_stopped;
}

// --- the program -------------------------------------------------------------

// The same inputs as before: executions ask for them in the same order.
static void copy_edge(constants *c, edge e, assignments *now) {
  block b = *program_edge_block(c->p, e);
  loc from = program_edge_from(c->p, e);
  b.guard = c->is_reached[from.id] ? subst_apply(c->subst, b.guard)
                                   : term_false(c->tt);
  bool is_possible = !term_is_false(c->tt, b.guard);
  vec_clear(now);
  for (uint32_t i = 0; is_possible && i < b.assignment_count; i++) {
    assignment a = b.assignments[i];
    a.value = subst_apply(c->subst, a.value);
    vec_push(now, a);
  }
  b.assignments = now->data;
  b.assignment_count = now->len;
  program_add_edge(c->made, from, program_edge_to(c->p, e), &b,
                   program_edge(c->p, e));
}

// Edges that leave one location mostly have neighboring ids.
static bool copy_edges(constants *c, const limits *l) {
  assignments now = {0};
  loc at = LOC_NONE;
  c->is_final = true;
  bool is_stopped = false;
  for (uint32_t i = 1; i <= program_edge_count(c->p) && !is_stopped; i++) {
    loc from = program_edge_from(c->p, (edge){i});
    if (from.id != at.id)
      enter(c, from);
    at = from;
    copy_edge(c, (edge){i}, &now);
    is_stopped = must_stop(c, l);
  }
  vec_free(&now);
  return !is_stopped;
}

constants *constants_find(const program *p, const program *original,
                          const limits *l) {
  size_t locations = program_location_count(p) + (size_t)1;
  size_t variables = program_variable_count(p) + (size_t)1;
  constants *c = mem_alloc(sizeof *c);
  *c = (constants){.p = p, .made = program_new_like(p)};
  c->tt = program_terms(p);
  program_copy_locations(c->made, p);
  program_copy_remarks(c->made, original);
  pmap_pool_init(&c->maps, (uint32_t)variables);
  c->at = mem_alloc(locations * sizeof *c->at);
  c->is_reached = mem_alloc(locations);
  c->is_changed = mem_alloc(locations);
  c->is_used = mem_alloc(variables);
  c->subst = subst_new(c->tt);
  subst_set_lookup(c->subst, look_up, c);
  if (iterate(c, l) && copy_edges(c, l))
    return c;
  constants_free(c);
  return NULL;
}

void constants_free(constants *c) {
  program_free(c->made);
  subst_free(c->subst);
  pmap_pool_clear(&c->maps);
  mem_free(c->at);
  mem_free(c->is_reached);
  mem_free(c->is_changed);
  mem_free(c->is_used);
  mem_free(c);
}

const program *constants_program(const constants *c) { return c->made; }

// --- facts -------------------------------------------------------------------

typedef struct {
  const constants *c;
  term_vec parts;
} facts;

static void add_fact(void *data, uint32_t key, uint32_t none, uint32_t known) {
  facts *f = data;
  const constants *c = f->c;
  term v = self(c, key), t = {known};
  (void)none;
  if (!c->is_used[key] || term_eq(v, t))
    return;
  cases all = cases_of(c, t);
  term fact = term_false(c->tt);
  for (uint32_t i = 0; i < all.count; i++)
    fact = term_or(c->tt, fact, is_case(c, key, all.of[i]));
  vec_push(&f->parts, fact);
}

term constants_fact(const constants *c, loc l) {
  if (!c->is_reached[l.id])
    return term_false(c->tt);
  facts f = {.c = c};
  pmap_diff(&c->maps, PMAP_EMPTY, c->at[l.id], add_fact, &f);
  term all = term_and_n(c->tt, f.parts.data, f.parts.len);
  vec_free(&f.parts);
  return all;
}
