// SPDX-License-Identifier: Apache-2.0
// Path formulas as functions.
//
// A level is a directed acyclic graph, because labels cut all cycles. Its
// locations are worked off in topological order. Each has a condition under
// which it is reached and a state: a map from variables to terms over the
// state at the starts and over the inputs. Along an edge the condition gains
// the guard and the state the assignments, both with the state substituted.
// Where paths join, values that differ become if-then-else terms; a location
// with one predecessor goes on with that one's map. So formulas are linear in
// edges and assignments, constants flow through them, and a query has nothing
// but the cone of its own condition.
//
// Or they do not join: a location is then worked off once for each of the
// states that paths bring, each with its own condition, map and known facts.
// These facts are parts of the condition, so it is the same formula that is
// read with them or without. If there are too many, the level is built again
// with fewer apart: joined late, they would be worse than joined at once.
//
// Why this is exact even if the guards of a location overlap, which would be a
// defect of the frontend: then each of these edges gets a free Boolean choice
// and is taken only if chosen. (1) A model that reaches a location describes a
// real path to it: follow, backwards, the first incoming edge whose condition
// holds; the if-then-else terms take their values from that edge. (2) Every
// path has a model: choose its edges and no others; then no other incoming
// edge of its locations has a true condition. Where no other guard of the
// location holds the choice drops out, so for disjoint guards the formula
// says what a plain encoding would.
#include "certify/paths.h"

#include <assert.h>

#include "base/mem.h"

// Visits of each location, on average, that paths apart may cost in a level;
// paths to one location.
enum { SPARE_VISITS = 4, MAX_APART = 64 };

// --- connectives --------------------------------------------------------

// Is b the negation of a, at a glance? Program terms keep 'not (x < y)' as
// 'y <= x'.
static bool is_lower(term_kind strict, term_kind weak) {
  return (strict == TERM_BVULT && weak == TERM_BVULE) ||
         (strict == TERM_BVSLT && weak == TERM_BVSLE) ||
         (strict == TERM_LT && weak == TERM_LE);
}

static bool is_negation(const terms *tt, term a, term b) {
  term_kind ka = term_get_kind(tt, a), kb = term_get_kind(tt, b);
  if (kb == TERM_NOT && term_eq(term_arg(tt, b, 0), a))
    return true;
  if (ka == TERM_NOT && term_eq(term_arg(tt, a, 0), b))
    return true;
  if (!is_lower(ka, kb) && !is_lower(kb, ka))
    return false;
  return term_eq(term_arg(tt, a, 0), term_arg(tt, b, 1)) &&
         term_eq(term_arg(tt, a, 1), term_arg(tt, b, 0));
}

term paths_and(terms *tt, term a, term b) {
  if (term_is_true(tt, a) || term_is_false(tt, b))
    return b;
  if (term_is_true(tt, b) || term_is_false(tt, a))
    return a;
  return term_and(tt, a, b);
}

// (r and g) or (r and not g) is r: this closes a branch whose sides meet
// again, so that straight code after it does not drag the branch along.
static bool is_split(const terms *tt, term a, term b) {
  return term_get_kind(tt, a) == TERM_AND && term_arity(tt, a) == 2 &&
         term_get_kind(tt, b) == TERM_AND && term_arity(tt, b) == 2 &&
         term_eq(term_arg(tt, a, 0), term_arg(tt, b, 0)) &&
         is_negation(tt, term_arg(tt, a, 1), term_arg(tt, b, 1));
}

term paths_or(terms *tt, term a, term b) {
  if (term_is_false(tt, a) || term_is_true(tt, b))
    return b;
  if (term_is_false(tt, b) || term_is_true(tt, a))
    return a;
  if (is_negation(tt, a, b))
    return term_true(tt);
  if (is_split(tt, a, b))
    return term_arg(tt, a, 0);
  return term_or(tt, a, b);
}

static term negate(terms *tt, term a) {
  if (term_get_kind(tt, a) == TERM_NOT)
    return term_arg(tt, a, 0);
  return term_not(tt, a);
}

// --- life ---------------------------------------------------------------

static term value_of(const paths *ps, uint32_t id) {
  term set = state_get(&ps->space, ps->current, id);
  return term_is_none(set) ? ps->own[id] : set;
}

// What a variable of an edge means on this visit: a state variable has its
// current value; everything else is an input, fresh for each visit.
static term look_up(void *data, term variable) {
  paths *ps = data;
  var v = program_variable_of(ps->program, variable);
  if (v.id)
    return value_of(ps, v.id);
  const terms *from = program_terms(ps->program);
  sort s = image_sort(ps->image, term_sort(from, variable));
  return term_fresh(ps->tt, term_name(from, variable), s);
}

static void make_variables(paths *ps) {
  uint32_t n = program_variable_count(ps->program);
  ps->own = mem_alloc(((size_t)n + 1) * sizeof *ps->own);
  const terms *from = program_terms(ps->program);
  for (uint32_t i = 1; i <= n; i++) {
    term t = program_variable_term(ps->program, (var){i});
    sort s = image_sort(ps->image, term_sort(from, t));
    ps->own[i] = term_fresh(ps->tt, term_name(from, t), s);
  }
}

paths *paths_new(const program *p, const cuts *c) {
  assert(p && c && !c->uncut.id);
  paths *ps = mem_alloc(sizeof *ps);
  ps->tt = terms_new();
  terms_set_simplify(ps->tt, false);
  ps->program = p;
  ps->cuts = c;
  ps->image = image_new(program_terms(p), ps->tt, look_up, ps);
  ps->mem = arena_new();
  ps->space = state_space_make(ps->mem, program_variable_count(p));
  size_t locations = (size_t)program_location_count(p) + 1;
  ps->incoming = mem_alloc(locations * sizeof *ps->incoming);
  make_variables(ps);
  return ps;
}

void paths_free(paths *ps) {
  if (!ps)
    return;
  for (uint32_t i = 0; i <= program_location_count(ps->program); i++)
    vec_free(&ps->incoming[i]);
  mem_free(ps->incoming);
  vec_free(&ps->arrivals);
  vec_free(&ps->bad);
  vec_free(&ps->next);
  vec_free(&ps->heap);
  vec_free(&ps->ends);
  vec_free(&ps->parts);
  vec_free(&ps->part);
  vec_free(&ps->out);
  mem_free(ps->own);
  image_free(ps->image);
  arena_free(ps->mem);
  terms_free(ps->tt);
  mem_free(ps);
}

void paths_enter(paths *ps, const paths_arrival *a) {
  image_restart(ps->image);
  image_know(ps->image, a->facts);
  ps->current = a->values;
}

term paths_read(paths *ps, term formula) {
  return image_of(ps->image, formula);
}

term paths_formula(paths *ps, const paths_arrival *a, term formula) {
  paths_enter(ps, a);
  return paths_read(ps, formula);
}

// --- the queue: a binary heap of ranks ----------------------------------

static void heap_push(paths *ps, uint32_t rank) {
  vec_push(&ps->heap, rank);
  uint32_t *h = ps->heap.data, i = ps->heap.len - 1;
  for (; i && h[(i - 1) / 2] > rank; i = (i - 1) / 2)
    h[i] = h[(i - 1) / 2];
  h[i] = rank;
}

static uint32_t heap_pop(paths *ps) {
  assert(ps->heap.len);
  uint32_t *h = ps->heap.data, top = h[0], last = vec_pop(&ps->heap);
  uint32_t n = ps->heap.len, i = 0;
  for (uint32_t child = 1; child < n; child = 2 * i + 1) {
    if (child + 1 < n && h[child + 1] < h[child])
      child++;
    if (h[child] >= last)
      break;
    h[i] = h[child];
    i = child;
  }
  h[i] = last;
  return top;
}

// --- joins ----------------------------------------------------------------

typedef struct {
  paths *ps;
  term condition; // of the first side
} join_task;

static term join_values(void *data, uint32_t id, term a, term b) {
  join_task *j = data;
  term yes = term_is_none(a) ? j->ps->own[id] : a;
  term no = term_is_none(b) ? j->ps->own[id] : b;
  return term_ite(j->ps->tt, j->condition, yes, no);
}

// Joins neighbors, then neighbors of these: a variable that one of n paths
// changed is looked at log n times, not n times.
static paths_arrival join(paths *ps, paths_arrival *a, uint32_t n) {
  assert(n);
  for (; n > 1; n = (n + 1) / 2) {
    for (uint32_t i = 0; i + 1 < n; i += 2) {
      join_task task = {ps, a[i].reached};
      a[i / 2] = (paths_arrival){
          a[i].at, paths_or(ps->tt, a[i].reached, a[i + 1].reached),
          state_merge(&ps->space, a[i].values, a[i + 1].values, join_values,
                      &task),
          known_common(a[i].facts, a[i + 1].facts)};
    }
    if (n % 2)
      a[n / 2] = a[n - 1];
  }
  return a[0];
}

// --- paths that stay apart ------------------------------------------------

static bool are_no_constants(void *data, term a, term b) {
  const terms *tt = data;
  return term_is_none(a) || term_is_none(b) || !term_is_value(tt, a) ||
         !term_is_value(tt, b);
}

static bool is_never(void *data, term a, term b) {
  (void)data, (void)a, (void)b;
  return false;
}

static bool may_join(paths *ps, const paths_arrival *a,
                     const paths_arrival *b) {
  return state_compare(&ps->space, a->values, b->values,
                       ps->mode == PATHS_STATES ? is_never : are_no_constants,
                       ps->tt);
}

// Numbers the arrivals by the part that they belong to. Returns how many parts
// there are, or more than 'most'.
static uint32_t number_parts(paths *ps, const paths_arrivals *in, uint32_t most,
                             uint32_t *number) {
  uint32_t count = 0;
  vec_clear(&ps->part); // the first arrival of each
  for (uint32_t i = 0; i < in->len && count <= most; i++) {
    uint32_t j = 0;
    while (j < count && !may_join(ps, &ps->part.data[j], &in->data[i]))
      j++;
    number[i] = j;
    if (j == count) {
      vec_push(&ps->part, in->data[i]);
      count++;
    }
  }
  return count;
}

static void join_part(paths *ps, const paths_arrivals *in,
                      const uint32_t *number, uint32_t part) {
  vec_clear(&ps->part);
  for (uint32_t i = 0; i < in->len; i++)
    if (number[i] == part)
      vec_push(&ps->part, in->data[i]);
  vec_push(&ps->parts, join(ps, ps->part.data, ps->part.len));
}

// False: they are too many for the mode.
static bool take_apart(paths *ps, const paths_arrivals *in) {
  uint32_t most = ps->spare < MAX_APART ? ps->spare + 1 : MAX_APART;
  uint32_t *number = mem_alloc(in->len * sizeof *number);
  uint32_t count = number_parts(ps, in, most, number);
  if (count <= most)
    for (uint32_t part = 0; part < count; part++)
      join_part(ps, in, number, part);
  mem_free(number);
  ps->spare -= count <= most ? count - 1 : 0;
  return count <= most;
}

// What a location was reached by, in 'parts', as the mode says. Forgets what
// came in. False: they are too many for that.
static bool take(paths *ps, loc at) {
  paths_arrivals *in = &ps->incoming[at.id];
  assert(in->len > 0);
  bool ok = true;
  vec_clear(&ps->parts);
  if (ps->mode == PATHS_JOINED || in->len == 1)
    vec_push(&ps->parts, join(ps, in->data, in->len));
  else
    ok = take_apart(ps, in);
  vec_clear(in);
  return ok;
}

// --- one level ----------------------------------------------------------

static void arrive(paths *ps, paths_arrival a) {
  assert(!term_is_none(a.reached) && !term_is_false(ps->tt, a.reached));
  paths_arrivals *in = &ps->incoming[a.at.id];
  if (!in->len) {
    bool is_inner = ps->cuts->rank[a.at.id] != 0;
    if (is_inner)
      heap_push(ps, ps->cuts->rank[a.at.id]);
    else
      vec_push(&ps->ends, a.at);
  }
  vec_push(in, a);
}

// Conditions of the out-edges 'out' of one location, whose state is entered:
// guards, restricted by choices where they are not evidently disjoint.
static void read_guards(paths *ps, const edge_vec *out, term *guards) {
  terms *tt = ps->tt;
  uint32_t n = out->len;
  for (uint32_t i = 0; i < n; i++) {
    const block *b = program_edge_block(ps->program, out->data[i]);
    guards[i] = image_of(ps->image, b->guard);
  }
  if (n < 2 || (n == 2 && is_negation(tt, guards[0], guards[1])))
    return;
  term *after = mem_alloc((n + 1) * sizeof *after); // some later guard holds
  after[n] = term_false(tt);
  for (uint32_t i = n; i-- > 0;)
    after[i] = paths_or(tt, after[i + 1], guards[i]);
  term before = term_false(tt);
  for (uint32_t i = 0; i < n; i++) {
    term others = paths_or(tt, before, after[i + 1]);
    before = paths_or(tt, before, guards[i]);
    if (term_is_false(tt, others) || term_is_false(tt, guards[i]))
      continue;
    term choice = term_fresh(tt, "choice", sort_bool(tt));
    term alone = paths_or(tt, negate(tt, others), choice);
    guards[i] = paths_and(tt, guards[i], alone);
  }
  mem_free(after);
}

static state assign(paths *ps, const block *b) {
  state values = ps->current;
  for (uint32_t i = 0; i < b->assignment_count; i++) {
    const assignment *as = &b->assignments[i];
    term t = image_of(ps->image, as->value);
    if (!term_eq(t, value_of(ps, as->target.id)))
      values = state_set(&ps->space, values, as->target.id, t);
  }
  return values;
}

// Where paths are joined at once, little of what they know is common to them.
static known learn(paths *ps, known facts, term condition) {
  return ps->mode == PATHS_JOINED
             ? NULL
             : known_add(facts, ps->mem, ps->tt, condition);
}

// The others lead to no bad sink.
static void find_edges_that_matter(paths *ps, loc at) {
  const edge_vec *out = program_out_edges(ps->program, at);
  vec_clear(&ps->out);
  for (uint32_t i = 0; i < out->len; i++)
    if (ps->cuts->matters[program_edge_to(ps->program, out->data[i]).id])
      vec_push(&ps->out, out->data[i]);
}

static void follow(paths *ps, const paths_arrival *a) {
  find_edges_that_matter(ps, a->at);
  const edge_vec *out = &ps->out;
  term *guards = mem_alloc((out->len + (size_t)1) * sizeof *guards);
  paths_enter(ps, a);
  read_guards(ps, out, guards);
  for (uint32_t i = 0; i < out->len; i++) {
    if (term_is_false(ps->tt, guards[i]))
      continue;
    loc to = program_edge_to(ps->program, out->data[i]);
    const block *b = program_edge_block(ps->program, out->data[i]);
    arrive(ps, (paths_arrival){to, paths_and(ps->tt, a->reached, guards[i]),
                               assign(ps, b), learn(ps, a->facts, guards[i])});
  }
  mem_free(guards);
}

// The condition alone: nobody goes on from a sink.
static void end_badly(paths *ps, loc at) {
  paths_arrivals *in = &ps->incoming[at.id];
  for (uint32_t i = 0; i < in->len; i++)
    in->data[i].values = NULL;
  vec_push(&ps->bad, join(ps, in->data, in->len));
  vec_clear(in);
}

static bool end_at_label(paths *ps, loc at) {
  assert(ps->cuts->is_label[at.id]);
  if (!take(ps, at))
    return false;
  for (uint32_t j = 0; j < ps->parts.len; j++)
    vec_push(&ps->arrivals, ps->parts.data[j]);
  return true;
}

static bool collect_ends(paths *ps) {
  bool ok = true;
  for (uint32_t i = 0; ok && i < ps->ends.len; i++) {
    loc at = ps->ends.data[i];
    if (loc_is_bad(program_kind(ps->program, at)))
      end_badly(ps, at);
    else
      ok = end_at_label(ps, at);
  }
  return ok;
}

static void forget_level(paths *ps) {
  vec_clear(&ps->arrivals);
  vec_clear(&ps->bad);
  while (ps->heap.len)
    vec_clear(&ps->incoming[ps->cuts->by_rank.data[heap_pop(ps) - 1].id]);
  for (uint32_t i = 0; i < ps->ends.len; i++)
    vec_clear(&ps->incoming[ps->ends.data[i].id]);
  vec_clear(&ps->ends);
}

// False: a limit was hit, or there are too many paths for the mode.
static bool build_level(paths *ps, const limits *l) {
  forget_level(ps);
  ps->spare = SPARE_VISITS * ps->cuts->by_rank.len;
  for (uint32_t i = 0; i < ps->next.len; i++)
    follow(ps, &ps->next.data[i]);
  while (ps->heap.len) {
    if (limits_stop(l) != LIMIT_NONE ||
        !take(ps, ps->cuts->by_rank.data[heap_pop(ps) - 1]))
      return false;
    for (uint32_t i = 0; i < ps->parts.len; i++)
      follow(ps, &ps->parts.data[i]);
  }
  return collect_ends(ps);
}

bool paths_level(paths *ps, const limits *l) {
  while (!build_level(ps, l)) {
    if (limits_stop(l) != LIMIT_NONE)
      return false;
    assert(ps->mode != PATHS_JOINED);
    ps->mode--;
  }
  vec_clear(&ps->ends);
  vec_clear(&ps->next);
  return true;
}

void paths_start_in(paths *ps, const paths_arrival *start, term condition) {
  assert(!loc_is_sink(program_kind(ps->program, start->at)));
  if (!term_is_false(ps->tt, condition))
    vec_push(&ps->next, ((paths_arrival){start->at, condition, start->values,
                                         learn(ps, start->facts, condition)}));
}

void paths_start(paths *ps, loc at, term condition) {
  paths_start_in(ps, &(paths_arrival){.at = at}, condition);
}

void paths_go_on(paths *ps, uint32_t i, term condition) {
  assert(i < ps->arrivals.len && term_is_bool(ps->tt, condition));
  paths_arrival a = ps->arrivals.data[i];
  a.reached = condition;
  a.facts = learn(ps, a.facts, condition);
  if (!term_is_false(ps->tt, condition))
    vec_push(&ps->next, a);
}
