// SPDX-License-Identifier: Apache-2.0
// Candidate invariants, filtered by induction.
//
// C. Flanagan, K. R. M. Leino: "Houdini, an Annotation Assistant for ESC/Java"
// (FME 2001). All candidates are assumed at once; an edge of the transition
// system that leads from states that satisfy them to one that violates some
// removes these, until no edge does. What is left is the largest inductive
// subset. The answer does not depend on the order, and a wrong candidate costs
// time but is never believed.
//
// A question that is too hard removes the candidates it is about. That loses
// some, but one that only survives because nobody could refute it would make a
// wrong proof. It comes back with a larger budget the next time.
#include "invariant/lemmas.h"

#include <assert.h>

#include "base/mem.h"
#include "invariant/deduction.h"
#include "term/walk.h"

#define LONGER 1.5 // how many times, than the time that was not enough

enum {
  MAX_CANDIDATES = 1000,  // at one head; the oldest make room
  MANY_ACCEPTED = 100,    // so many are not asked one by one what they add
  MAX_CONFLICTS = 200,    // of one question, at first
  MOST_CONFLICTS = 10000, // at last
  CHECKS_PER_SOLVER = 600,
  LEAST_DROPPED = 10, // before a solver is full of these
  DROPPED_PART = 8    // and at least one in so many of what it knows
};

// Of one head.
typedef struct {
  term_vec candidates;     // all that are tried; the oldest first
  term_vec hard;           // those that are only looked at plainly
  term_vec active;         // of these, not refuted so far
  term_vec unsure;         // of these, dropped though not refuted either
  term_set known;          // candidates and accepted ones
  const seen_states *seen; // by runs; may be NULL
  uint32_t unseen; // so many candidates, the last ones, were not compared
                   // with what runs have seen
} pool;

struct lemmas {
  invariants *base;
  terms *tt;
  pool *pools;        // by location id
  bool *is_dirty;     // by edge id: to be checked
  VEC(uint32_t) work; // dirty edges
  solver *solver;
  uint32_t checks;    // of this solver
  uint32_t known;     // active candidates when it was made
  uint32_t dropped;   // since then
  bool has_news;      // candidates since the last time
  bool has_reads;     // of arrays, in hard candidates
  uint32_t conflicts; // that a question may take
  bool is_unsure;     // one took more
  bool was_cut;       // the last time: it ended before it was done
  double needs;       // seconds that make sense the next time
  double spent;       // seconds, so far
};

lemmas *lemmas_new(invariants *of) {
  lemmas *m = mem_alloc(sizeof *m);
  const program *p = of->program;
  *m = (lemmas){.base = of, .tt = of->tt, .conflicts = MAX_CONFLICTS};
  m->pools = mem_alloc(sizeof *m->pools * (program_location_count(p) + 1));
  m->is_dirty = mem_alloc(sizeof *m->is_dirty * (program_edge_count(p) + 1));
  return m;
}

void lemmas_free(lemmas *m) {
  if (m == NULL)
    return;
  uint32_t count = program_location_count(m->base->program);
  for (uint32_t l = 0; l <= count; l++) {
    vec_free(&m->pools[l].candidates);
    vec_free(&m->pools[l].hard);
    vec_free(&m->pools[l].active);
    vec_free(&m->pools[l].unsure);
    term_set_free(&m->pools[l].known);
  }
  mem_free(m->pools);
  mem_free(m->is_dirty);
  vec_free(&m->work);
  solver_free(m->solver);
  mem_free(m);
}

// --- candidates --------------------------------------------------------------

static void add_candidate(lemmas *m, loc head, term t) {
  pool *o = &m->pools[head.id];
  if (term_is_true(m->tt, t) || !term_set_add(&o->known, t))
    return;
  m->has_news = true;
  if (o->unseen < MAX_CANDIDATES)
    o->unseen++;
  if (o->candidates.len < MAX_CANDIDATES) {
    vec_push(&o->candidates, t);
    return;
  }
  for (uint32_t i = 1; i < o->candidates.len; i++)
    o->candidates.data[i - 1] = o->candidates.data[i];
  vec_last(&o->candidates) = t;
}

// The arguments of t if it is a conjunction or a negated disjunction, else t.
static void split(lemmas *m, term t, term_vec *out) {
  term inner = term_not(m->tt, t);
  bool is_and = term_get_kind(m->tt, t) == TERM_AND;
  bool is_negated_or = term_get_kind(m->tt, inner) == TERM_OR;
  term junction = is_and ? t : inner;
  uint32_t n = is_and || is_negated_or ? term_arity(m->tt, junction) : 0;
  for (uint32_t i = 0; i < n; i++) {
    term arg = term_arg(m->tt, junction, i);
    vec_push(out, is_and ? arg : term_not(m->tt, arg));
  }
  if (n == 0)
    vec_push(out, t);
}

void lemmas_offer(lemmas *m, loc head, term formula) {
  assert(term_is_bool(m->tt, formula));
  term_vec parts = {0}, stack = {0};
  term_set seen = {0}; // the same part may be in very many others
  vec_push(&stack, formula);
  while (stack.len > 0) {
    term t = vec_pop(&stack);
    uint32_t before = stack.len;
    if (!term_set_add(&seen, t))
      continue;
    split(m, t, &stack);
    if (stack.len == before + 1)
      vec_push(&parts, vec_pop(&stack));
  }
  // Of very many, some would make room for others: they stay together.
  if (parts.len > MAX_CANDIDATES / 2)
    add_candidate(m, head, formula);
  else
    for (uint32_t i = 0; i < parts.len; i++)
      add_candidate(m, head, parts.data[i]);
  vec_free(&parts);
  vec_free(&stack);
  term_set_free(&seen);
}

void lemmas_offer_hard(lemmas *m, loc head, term equation) {
  pool *o = &m->pools[head.id];
  if (term_is_true(m->tt, equation) || !term_set_add(&o->known, equation))
    return;
  vec_push(&o->hard, equation);
  m->has_reads |= deduction_reads(m->tt, equation);
  m->has_news = true;
}

uint32_t lemmas_take(lemmas *m, loc head, term formula) {
  pool *o = &m->pools[head.id];
  term_vec parts = {0}, known = {0};
  term_set has = {0};
  term *invariant = &m->base->invariant[head.id];
  uint32_t taken = 0;
  term_flatten(m->tt, TERM_AND, *invariant, &known);
  for (uint32_t i = 0; i < known.len; i++)
    term_set_add(&has, known.data[i]);
  term_flatten(m->tt, TERM_AND, formula, &parts);
  for (uint32_t i = 0; i < parts.len; i++) {
    term_set_add(&o->known, parts.data[i]); // no candidate any more
    if (term_is_true(m->tt, parts.data[i]) ||
        !term_set_add(&has, parts.data[i]))
      continue;
    *invariant = term_and(m->tt, *invariant, parts.data[i]);
    taken++;
  }
  vec_free(&parts);
  vec_free(&known);
  term_set_free(&has);
  m->has_news |= taken > 0; // others may follow from these
  return taken;
}

void lemmas_watch(lemmas *m, loc head, const seen_states *seen) {
  m->pools[head.id].seen = seen;
}

// Most wrong candidates are wrong of some state that a run has come to. Nobody
// needs a solver to find that out.
static void compare_with_seen(lemmas *m, pool *o) {
  uint32_t count = o->unseen;
  o->unseen = 0;
  if (o->seen == NULL || count == 0)
    return;
  assert(count <= o->candidates.len);
  uint32_t first = o->candidates.len - count;
  bool *is_wrong = mem_alloc(sizeof *is_wrong * count);
  seen_states_refute(m->tt, o->seen, o->candidates.data + first, count,
                     is_wrong);
  o->candidates.len = first;
  for (uint32_t i = 0; i < count; i++)
    if (!is_wrong[i])
      vec_push(&o->candidates, o->candidates.data[first + i]);
  mem_free(is_wrong);
}

static void compare_all_with_seen(lemmas *m) {
  const loc_vec *heads = transition_heads(m->base->system);
  for (uint32_t n = 0; n < heads->len; n++)
    compare_with_seen(m, &m->pools[heads->data[n].id]);
}

// --- questions ---------------------------------------------------------------

static uint32_t count_active(const lemmas *m) {
  const loc_vec *heads = transition_heads(m->base->system);
  uint32_t count = 0;
  for (uint32_t n = 0; n < heads->len; n++)
    count += m->pools[heads->data[n].id].active.len;
  return count;
}

// A model is one of everything that was ever asked about. If much of that is
// gone, it is quicker to begin anew.
static bool is_solver_full(const lemmas *m) {
  return m->checks >= CHECKS_PER_SOLVER ||
         (m->dropped >= LEAST_DROPPED && m->dropped > m->known / DROPPED_PART);
}

static void renew_solver(lemmas *m) {
  const env *e = m->base->env;
  solver_free(m->solver);
  m->solver = solver_new(m->base->backend, e, m->tt);
  m->known = count_active(m);
  m->checks = m->dropped = 0;
}

static smt_status ask(lemmas *m, const term_vec *assumed, const limits *l) {
  const env *e = m->base->env;
  if (m->solver == NULL || is_solver_full(m))
    renew_solver(m);
  m->checks++;
  e->stats->lemma_checks++;
  solver_set_limits(m->solver, l);
  solver_set_conflicts(m->solver, m->conflicts);
  return solver_check(m->solver, assumed->data, assumed->len);
}

// What holds where the edge starts, if the candidates do.
static void assume_start(lemmas *m, edge e, term_vec *out) {
  loc from = program_edge_from(m->base->program, e);
  const pool *o = &m->pools[from.id];
  vec_push(out, m->base->invariant[from.id]);
  for (uint32_t i = 0; i < o->active.len; i++)
    vec_push(out, o->active.data[i]);
}

static term violation(lemmas *m, edge e, term candidate) {
  return transition_take(m->base->system, e, term_not(m->tt, candidate));
}

// Does the candidate, said of the state before the edge, become one that is
// assumed there, in each case? Sums that cancel do, and are hard for a solver.
static bool is_plainly_kept(lemmas *m, edge e, term candidate,
                            const deduction *known) {
  term before = transition_behind(m->base->system, e, candidate);
  return deduction_follows(known, before);
}

static void drop(lemmas *m, pool *o, uint32_t i) {
  m->dropped++;
  o->active.data[i] = vec_last(&o->active);
  o->active.len--;
}

// Drops what the model of the last question violates. Returns how many.
static uint32_t drop_violated(lemmas *m, edge e, pool *o) {
  uint32_t dropped = 0;
  arena *mem = arena_new();
  for (uint32_t i = o->active.len; i-- > 0;) {
    term wrong = violation(m, e, o->active.data[i]);
    if (value_is_true(solver_value(m->solver, wrong, mem))) {
      drop(m, o, i);
      dropped++;
    }
  }
  arena_free(mem);
  return dropped;
}

// Does the candidate hold behind the edge, given these? 'assumed' is left as
// it was.
static smt_status ask_one(lemmas *m, edge e, term candidate, term_vec *assumed,
                          const limits *l) {
  vec_push(assumed, violation(m, e, candidate));
  smt_status status = ask(m, assumed, l);
  (void)vec_pop(assumed);
  return status;
}

// Is the candidate kept for its own sake? Most are, and a question without all
// the others is an easy one.
static bool is_kept_alone(lemmas *m, edge e, term candidate, const limits *l) {
  const program *p = m->base->program;
  loc from = program_edge_from(p, e), to = program_edge_to(p, e);
  term_vec assumed = {0};
  vec_push(&assumed, m->base->invariant[from.id]);
  if (from.id == to.id)
    vec_push(&assumed, candidate);
  bool is_kept = ask_one(m, e, candidate, &assumed, l) == SMT_UNSAT;
  vec_free(&assumed);
  return is_kept;
}

// Asks about each candidate alone; what is not confirmed is dropped.
static uint32_t drop_unconfirmed(lemmas *m, edge e, pool *o,
                                 const deduction *known, const limits *l) {
  uint32_t dropped = 0;
  for (uint32_t i = o->active.len; i-- > 0;) {
    term t = o->active.data[i];
    if (is_plainly_kept(m, e, t, known) || is_kept_alone(m, e, t, l))
      continue;
    term_vec assumed = {0};
    assume_start(m, e, &assumed);
    smt_status status = ask_one(m, e, t, &assumed, l);
    vec_free(&assumed);
    if (status == SMT_UNSAT)
      continue;
    m->is_unsure |= status == SMT_UNKNOWN;
    if (status == SMT_UNKNOWN)
      vec_push(&o->unsure, t);
    drop(m, o, i);
    dropped++;
  }
  return dropped;
}

// In reads, it matters that indices are the same: copies, and i and n where a
// loop ends with "n <= i" and the invariants exclude that i is larger.
static void equate(lemmas *m, edge e, deduction *known, const limits *l) {
  const program *p = m->base->program;
  term invariant = m->base->invariant[program_edge_from(p, e).id];
  term guard = program_edge_block(p, e)->guard;
  term_vec ends = {0}, assumed = {0};
  deduction_equate_copies(known, invariant);
  vec_push(&assumed, invariant);
  vec_push(&assumed, guard);
  deduction_ends(m->tt, guard, &ends);
  for (uint32_t i = 0; i < ends.len; i++) {
    vec_push(&assumed, term_not(m->tt, ends.data[i]));
    if (ask(m, &assumed, l) == SMT_UNSAT)
      deduction_equate(known, ends.data[i]);
    (void)vec_pop(&assumed);
  }
  vec_free(&ends);
  vec_free(&assumed);
}

// Equations among invariants take time where there are products, not reads.
static deduction *deduction_of(lemmas *m, edge e, const term_vec *assumed) {
  const program *p = m->base->program;
  deduction *known = deduction_new(m->tt, program_edge_block(p, e)->guard);
  deduction_add_all(known, assumed, m->has_reads);
  return known;
}

// Asks once whether the edge leads out of the candidates. Returns how many it
// refutes.
static uint32_t check_edge(lemmas *m, edge e, const limits *l) {
  const program *p = m->base->program;
  pool *o = &m->pools[program_edge_to(p, e).id];
  term_vec assumed = {0}, wrong = {0};
  assume_start(m, e, &assumed);
  deduction *known = deduction_of(m, e, &assumed);
  for (uint32_t i = 0; i < o->active.len; i++)
    if (!is_plainly_kept(m, e, o->active.data[i], known))
      vec_push(&wrong, violation(m, e, o->active.data[i]));
  vec_push(&assumed, term_or_n(m->tt, wrong.data, wrong.len));
  smt_status status = ask(m, &assumed, l);
  uint32_t dropped = 0;
  if (status == SMT_SAT)
    dropped = drop_violated(m, e, o);
  // A model that violates none would be the solver's fault.
  if (status == SMT_UNKNOWN || (status == SMT_SAT && dropped == 0))
    dropped = drop_unconfirmed(m, e, o, known, l);
  deduction_free(known);
  vec_free(&assumed);
  vec_free(&wrong);
  return dropped;
}

// --- the largest inductive subset --------------------------------------------

static void make_dirty(lemmas *m, edge e) {
  if (m->is_dirty[e.id])
    return;
  m->is_dirty[e.id] = true;
  vec_push(&m->work, e.id);
}

static void start_work(lemmas *m, bool (*is_chosen)(const terms *, term)) {
  const program *p = m->base->program;
  const loc_vec *heads = transition_heads(m->base->system);
  for (uint32_t n = 0; n < heads->len; n++) {
    pool *o = &m->pools[heads->data[n].id];
    vec_clear(&o->active);
    vec_clear(&o->unsure);
    for (uint32_t i = 0; i < o->candidates.len; i++)
      if (is_chosen(m->tt, o->candidates.data[i]))
        vec_push(&o->active, o->candidates.data[i]);
  }
  for (uint32_t e = program_edge_count(p); e > 0; e--)
    make_dirty(m, (edge){e});
}

// The edges behind a head, and the one that led to it, must be asked again.
static void after_drop(lemmas *m, edge e) {
  const program *p = m->base->program;
  const edge_vec *out = program_out_edges(p, program_edge_to(p, e));
  for (uint32_t i = 0; i < out->len; i++)
    make_dirty(m, out->data[i]);
  make_dirty(m, e);
}

// No time is left: what was not refuted is tried again another time.
static void postpone(lemmas *m) {
  m->was_cut = true;
  const loc_vec *heads = transition_heads(m->base->system);
  for (uint32_t n = 0; n < heads->len; n++) {
    pool *o = &m->pools[heads->data[n].id];
    if (o->active.len + o->unsure.len == 0)
      continue;
    vec_clear(&o->candidates);
    for (uint32_t i = 0; i < o->active.len; i++)
      vec_push(&o->candidates, o->active.data[i]);
    for (uint32_t i = 0; i < o->unsure.len; i++)
      vec_push(&o->candidates, o->unsure.data[i]);
    vec_clear(&o->active);
    vec_clear(&o->unsure);
    m->has_news = true;
  }
}

typedef uint32_t (*edge_check)(lemmas *m, edge e, const limits *l);

// Leaves those active that no edge refutes. False: a limit was hit first.
static bool filter(lemmas *m, edge_check check, const limits *l) {
  const program *p = m->base->program;
  bool is_done = true;
  while (m->work.len > 0) {
    edge e = {vec_pop(&m->work)};
    m->is_dirty[e.id] = false;
    is_done &= limits_stop(l) == LIMIT_NONE;
    if (is_done && m->pools[program_edge_to(p, e).id].active.len > 0 &&
        check(m, e, l) > 0)
      after_drop(m, e);
  }
  return is_done;
}

static bool is_any(const terms *tt, term t) {
  (void)tt;
  (void)t;
  return true;
}

// --- equations ---------------------------------------------------------------

static bool is_equation(const terms *tt, term t) {
  return term_get_kind(tt, t) == TERM_EQ &&
         !term_is_bool(tt, term_arg(tt, t, 0));
}

static void activate_hard(lemmas *m) {
  const loc_vec *heads = transition_heads(m->base->system);
  for (uint32_t n = 0; n < heads->len; n++) {
    pool *o = &m->pools[heads->data[n].id];
    for (uint32_t i = 0; i < o->hard.len; i++)
      vec_push(&o->active, o->hard.data[i]);
  }
}

// Drops what is not plainly kept.
static uint32_t check_edge_plainly(lemmas *m, edge e, const limits *l) {
  const program *p = m->base->program;
  pool *o = &m->pools[program_edge_to(p, e).id];
  term_vec assumed = {0};
  assume_start(m, e, &assumed);
  deduction *known = deduction_new(m->tt, program_edge_block(p, e)->guard);
  if (m->has_reads && o->hard.len > 0)
    equate(m, e, known, l);
  deduction_add_all(known, &assumed, m->has_reads);
  uint32_t dropped = 0;
  for (uint32_t i = o->active.len; i-- > 0;)
    if (!is_plainly_kept(m, e, o->active.data[i], known)) {
      drop(m, o, i);
      dropped++;
    }
  deduction_free(known);
  vec_free(&assumed);
  return dropped;
}

// --- acceptance --------------------------------------------------------------

static bool is_redundant(lemmas *m, loc head, term t, const limits *l) {
  term_vec assumed = {0};
  vec_push(&assumed, m->base->invariant[head.id]);
  vec_push(&assumed, term_not(m->tt, t));
  smt_status status = ask(m, &assumed, l);
  vec_free(&assumed);
  return status == SMT_UNSAT;
}

static void remove_from(term_vec *list, term t) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->len; i++)
    if (!term_eq(list->data[i], t))
      list->data[kept++] = list->data[i];
  list->len = kept;
}

// All that is active holds: what says something new becomes an invariant.
static uint32_t accept(lemmas *m, loc head, const limits *l) {
  pool *o = &m->pools[head.id];
  uint32_t accepted = 0;
  for (uint32_t i = 0; i < o->active.len; i++) {
    term t = o->active.data[i], *known = &m->base->invariant[head.id];
    remove_from(&o->candidates, t);
    remove_from(&o->hard, t);
    if (o->active.len < MANY_ACCEPTED && is_redundant(m, head, t, l))
      continue;
    *known = term_and(m->tt, *known, t);
    accepted++;
  }
  return accepted;
}

static uint32_t accept_all(lemmas *m, const limits *l) {
  uint32_t accepted = 0;
  const loc_vec *heads = transition_heads(m->base->system);
  for (uint32_t n = 0; n < heads->len; n++)
    accepted += accept(m, heads->data[n], l);
  return accepted;
}

// Those that follow from each other without a solver are accepted at once: it
// would take long for products, and not come to an end for many.
static uint32_t settle_equations(lemmas *m, const limits *l) {
  start_work(m, is_equation);
  activate_hard(m);
  return filter(m, check_edge_plainly, l) ? accept_all(m, l) : 0;
}

uint32_t lemmas_settle(lemmas *m, const limits *l) {
  double given = limits_left(l);
  if (!m->has_news || given < m->needs)
    return 0;
  m->has_news = m->was_cut = false;
  double start = timer_start();
  compare_all_with_seen(m);
  uint32_t accepted = settle_equations(m, l);
  start_work(m, is_any);
  if (!filter(m, check_edge, l))
    postpone(m);
  accepted += accept_all(m, l);
  m->has_news |= accepted > 0; // others may follow from these
  m->needs = m->was_cut ? LONGER * given : 0;
  if (m->is_unsure && m->conflicts < MOST_CONFLICTS) {
    m->conflicts *= 2;
    m->has_news = true;
  }
  m->is_unsure = false;
  m->base->env->stats->lemmas += accepted;
  timer_stop(&m->base->env->stats->time_lemmas, start);
  timer_stop(&m->spent, start);
  return accepted;
}

double lemmas_spent(const lemmas *m) { return m->spent; }
