// SPDX-License-Identifier: Apache-2.0
// Boolean and Cartesian abstraction with incremental solvers.
//
// S. Graf, H. Saidi: "Construction of Abstract State Graphs with PVS" (CAV
// 1997); T. Ball, A. Podelski, S. Rajamani: "Boolean and Cartesian Abstraction
// for Model Checking C Programs" (TACAS 2001); S. Lahiri, R. Nieuwenhuis, A.
// Oliveras: "SMT Techniques for Fast Predicate Abstraction" (CAV 2006).
//
// A block is a function, so nothing needs a variable for the state behind it:
// predicate p holds there iff p[f], its image, holds before. The question is
// which combinations of images are possible together with the state before
// (a formula) and the guard. Each block has a solver of its own, to which
// guard, images and states are assumptions: what was translated stays, and a
// check sees one block and not the whole program.
//
// Boolean: the solver's models are enumerated, each is a combination, and a
// clause excludes it from the next. Cartesian: the first model leaves one
// literal per predicate; each further model with a different value for some of
// the literals takes these away, until there is none: the rest are implied.
//
// Most successors on single blocks need no solver. An image may be a constant,
// or a predicate that the state before decides. And if all other images are
// predicates that the block does not change and the state before tracks, and
// the guard is a conjunction of such predicates, the successor is a projection
// of the diagram. It is exact because the state before contains possible
// combinations of tracked predicates only.
#include "engine/predicate/abstractor.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "smt/solver.h"
#include "term/subst.h"

enum {
  MOST_SOLVERS = 400,  // live at a time; the oldest gives way
  SOLVER_STATES = 400, // after which a block's solver starts anew, small
};

// What is kept for a block.
typedef struct {
  solver *solver;
  uint32_t states;  // that this solver was asked about
  term_vec images;  // of the target's predicates, by position
  uint32_t younger; // list of blocks with solvers, in order of use
  uint32_t older;
} block_memory;

typedef struct {
  region state, successor;
  uint32_t tracked; // predicates of the target that took part
} remembered;

// One computation.
typedef struct {
  const abstractor_source *from;
  edge edge;
  const predicate_list *predicates; // of the target
  block_memory *block;
} job;

struct abstractor {
  const engine_task *task;
  const program *p;
  terms *tt;
  const precision *precision;
  regions *regions;
  const term *known; // by location
  const solver_backend *backend;
  bool is_boolean;
  subst *subst;
  const block *substituted; // whose assignments 'subst' looks up
  block_memory *blocks;     // by edge
  uint32_t youngest, oldest, solvers;
  hmap cache; // (edge, state) -> index in 'results'
  VEC(remembered) results;
  // Of the current job:
  region decided;     // conjunction of the literals that need no solver
  VEC(uint32_t) open; // positions of the predicates that are left
  VEC(bool) values;   // of these, in a model
  VEC(bool) is_candidate;
  arena *scratch;
  const char *reason;
};

// --- making ------------------------------------------------------------------

static term image_of_variable(void *data, term variable) {
  const abstractor *o = data;
  uint32_t id = program_variable_of(o->p, variable).id;
  const assignment *a = o->substituted->assignments;
  uint32_t low = 0, high = o->substituted->assignment_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (a[middle].target.id == id)
      return a[middle].value;
    if (a[middle].target.id < id)
      low = middle + 1;
    else
      high = middle;
  }
  return variable;
}

abstractor *abstractor_new(const engine_task *task, const precision *pi,
                           regions *rs, const term *known) {
  abstractor *o = mem_alloc(sizeof *o);
  o->task = task;
  o->p = task->program;
  o->tt = program_terms(o->p);
  o->precision = pi;
  o->regions = rs;
  o->known = known;
  o->backend = engine_backend(task->env);
  o->is_boolean = task->env->options->abstraction == ABSTRACTION_BOOLEAN;
  o->subst = subst_new(o->tt);
  subst_set_lookup(o->subst, image_of_variable, o);
  o->blocks = mem_alloc(sizeof *o->blocks * (program_edge_count(o->p) + 1));
  o->scratch = arena_new();
  return o;
}

void abstractor_free(abstractor *o) {
  for (uint32_t i = 0; i < o->results.len; i++) {
    region_drop(o->regions, o->results.data[i].state);
    region_drop(o->regions, o->results.data[i].successor);
  }
  for (uint32_t i = 0; i <= program_edge_count(o->p); i++) {
    solver_free(o->blocks[i].solver);
    vec_free(&o->blocks[i].images);
  }
  mem_free(o->blocks);
  subst_free(o->subst);
  hmap_free(&o->cache);
  vec_free(&o->results);
  vec_free(&o->open);
  vec_free(&o->values);
  vec_free(&o->is_candidate);
  arena_free(o->scratch);
  mem_free(o);
}

const char *abstractor_reason(const abstractor *o) { return o->reason; }

// --- what is kept ------------------------------------------------------------

static void unlink_block(abstractor *o, uint32_t id) {
  block_memory *b = &o->blocks[id];
  *(b->younger ? &o->blocks[b->younger].older : &o->youngest) = b->older;
  *(b->older ? &o->blocks[b->older].younger : &o->oldest) = b->younger;
}

static void link_block(abstractor *o, uint32_t id) {
  block_memory *b = &o->blocks[id];
  b->younger = 0;
  b->older = o->youngest;
  *(o->youngest ? &o->blocks[o->youngest].younger : &o->oldest) = id;
  o->youngest = id;
}

static void drop_solver(abstractor *o, uint32_t id) {
  unlink_block(o, id);
  solver_free(o->blocks[id].solver);
  o->blocks[id].solver = NULL;
  o->solvers--;
}

static solver *solver_of(abstractor *o, edge e) {
  block_memory *b = &o->blocks[e.id];
  if (b->solver && b->states >= SOLVER_STATES)
    drop_solver(o, e.id);
  if (b->solver)
    unlink_block(o, e.id);
  else {
    if (o->solvers == MOST_SOLVERS)
      drop_solver(o, o->oldest);
    b->solver = solver_new(o->backend, o->task->env, o->tt);
    b->states = 0;
    o->solvers++;
  }
  b->states++;
  link_block(o, e.id);
  return b->solver;
}

static void make_images(abstractor *o, const job *j) {
  term_vec *images = &j->block->images;
  if (images->len == j->predicates->len)
    return;
  const block *b = program_edge_block(o->p, j->edge);
  if (o->substituted != b)
    subst_clear(o->subst);
  o->substituted = b;
  for (uint32_t i = images->len; i < j->predicates->len; i++) {
    term p = precision_predicate(o->precision, j->predicates->data[i]);
    vec_push(images, subst_apply(o->subst, p));
  }
}

// --- without a solver --------------------------------------------------------

static void decide(abstractor *o, const job *j, uint32_t position,
                   bool is_true) {
  region literal =
      region_literal(o->regions, j->predicates->data[position], is_true);
  region_meet(o->regions, &o->decided, literal);
  region_drop(o->regions, literal);
}

static bool state_implies(abstractor *o, const job *j, predicate_literal l) {
  region literal = region_literal(o->regions, l.predicate, l.is_positive);
  bool yes = region_implies(o->regions, j->from->state, literal);
  region_drop(o->regions, literal);
  return yes;
}

// Decided by the block alone, or by the block and the state before it?
static bool try_decide(abstractor *o, const job *j, uint32_t position) {
  term image = j->block->images.data[position];
  if (term_is_value(o->tt, image)) {
    decide(o, j, position, term_is_true(o->tt, image));
    return true;
  }
  predicate_literal l;
  if (!precision_find(o->precision, image, &l))
    return false;
  bool is_true = state_implies(o, j, l);
  l.is_positive = !l.is_positive;
  if (!is_true && !state_implies(o, j, l))
    return false;
  decide(o, j, position, is_true);
  return true;
}

static void sort_out(abstractor *o, const job *j) {
  o->decided = region_true(o->regions);
  vec_clear(&o->open);
  for (uint32_t i = 0; i < j->predicates->len; i++)
    if (!try_decide(o, j, i))
      vec_push(&o->open, i);
}

// Does the state before say all that can be said about this predicate?
static bool is_tracked(const abstractor *o, const job *j, uint32_t predicate) {
  loc at = program_edge_from(o->p, j->edge);
  return precision_position(o->precision, at, predicate) < j->from->tracked;
}

static bool is_unchanged(const abstractor *o, const job *j, uint32_t position) {
  uint32_t predicate = j->predicates->data[position];
  predicate_literal l;
  return precision_find(o->precision, j->block->images.data[position], &l) &&
         l.predicate == predicate && l.is_positive &&
         is_tracked(o, j, predicate);
}

// The guard as a region, if it is a conjunction of tracked literals.
static bool guard_region(abstractor *o, const job *j, region *out) {
  term guard = program_edge_block(o->p, j->edge)->guard;
  bool is_and = term_get_kind(o->tt, guard) == TERM_AND;
  uint32_t n = is_and ? term_arity(o->tt, guard) : 1;
  region all = region_true(o->regions);
  for (uint32_t i = 0; i < n; i++) {
    term part = is_and ? term_arg(o->tt, guard, i) : guard;
    predicate_literal l;
    if (term_is_true(o->tt, part))
      continue;
    if (!precision_find(o->precision, part, &l) ||
        !is_tracked(o, j, l.predicate)) {
      region_drop(o->regions, all);
      return false;
    }
    region literal = region_literal(o->regions, l.predicate, l.is_positive);
    region_meet(o->regions, &all, literal);
    region_drop(o->regions, literal);
  }
  *out = all;
  return true;
}

// What r says about the predicates that are left open.
static region project(abstractor *o, const job *j, region r) {
  uint32_t count = precision_count(o->precision);
  uint32_t *variables =
      mem_alloc(sizeof *variables * (region_variable_count(o->regions) + 1));
  bool *is_open = mem_alloc(sizeof *is_open * (count + 1));
  for (uint32_t i = 0; i < o->open.len; i++)
    is_open[j->predicates->data[o->open.data[i]]] = true;
  uint32_t n = region_support(o->regions, r, variables), dropped = 0;
  for (uint32_t i = 0; i < n; i++)
    if (!is_open[variables[i]])
      variables[dropped++] = variables[i];
  region projected = region_exists(o->regions, r, variables, dropped);
  mem_free(is_open);
  mem_free(variables);
  return projected;
}

// A conjunction of literals and a guard may imply more literals than they name:
// under Cartesian abstraction the guard must add nothing, or exclude all.
static bool is_exact(abstractor *o, const job *j, region guard,
                     region reached) {
  return o->is_boolean || region_is_false(reached) ||
         region_implies(o->regions, j->from->state, guard);
}

static bool try_projection(abstractor *o, const job *j, region *out) {
  for (uint32_t i = 0; i < o->open.len; i++)
    if (!is_unchanged(o, j, o->open.data[i]))
      return false;
  region guard;
  if (!guard_region(o, j, &guard))
    return false;
  region reached = region_and(o->regions, j->from->state, guard);
  bool ok = is_exact(o, j, guard, reached);
  if (ok)
    *out = project(o, j, reached);
  region_drop(o->regions, reached);
  region_drop(o->regions, guard);
  return ok;
}

// --- with a solver -----------------------------------------------------------

static term open_image(const abstractor *o, const job *j, uint32_t i) {
  return j->block->images.data[o->open.data[i]];
}

// The literal of open predicate i that its value in the last model makes true.
static term valued_image(const abstractor *o, const job *j, uint32_t i) {
  term image = open_image(o, j, i);
  return o->values.data[i] ? image : term_not(o->tt, image);
}

static void read_model(abstractor *o, const job *j, solver *s) {
  vec_clear(&o->values);
  for (uint32_t i = 0; i < o->open.len; i++) {
    value v = solver_value(s, open_image(o, j, i), o->scratch);
    vec_push(&o->values, value_is_true(v));
  }
  arena_reset(o->scratch);
  o->task->env->stats->abstraction_models++;
}

static region model_cube(abstractor *o, const job *j) {
  region cube = region_true(o->regions);
  for (uint32_t i = o->open.len; i > 0; i--) {
    region literal =
        region_literal(o->regions, j->predicates->data[o->open.data[i - 1]],
                       o->values.data[i - 1]);
    region_meet(o->regions, &cube, literal);
    region_drop(o->regions, literal);
  }
  return cube;
}

static void exclude_model(abstractor *o, const job *j, solver *s) {
  term_vec clause = {0};
  for (uint32_t i = 0; i < o->open.len; i++)
    vec_push(&clause, term_not(o->tt, valued_image(o, j, i)));
  solver_assert(s, term_or_n(o->tt, clause.data, clause.len));
  vec_free(&clause);
}

static bool gave_up(abstractor *o, solver *s) {
  o->reason = solver_reason(s);
  return false;
}

// Adds the combinations of all models but the first, which was read, to *out.
static bool enumerate(abstractor *o, const job *j, solver *s,
                      const term *before, region *out) {
  smt_status status = SMT_SAT;
  solver_push(s);
  while (status == SMT_SAT && o->open.len > 0) {
    region cube = model_cube(o, j);
    region_join(o->regions, out, cube);
    region_drop(o->regions, cube);
    exclude_model(o, j, s);
    status = solver_check(s, before, 2);
    if (status == SMT_SAT)
      read_model(o, j, s);
  }
  bool ok = status != SMT_UNKNOWN || gave_up(o, s);
  solver_pop(s);
  return ok;
}

// A formula that holds where some candidate literal does not.
static term some_other(abstractor *o, const job *j, const bool *literals) {
  term_vec parts = {0};
  for (uint32_t i = 0; i < o->open.len; i++)
    if (o->is_candidate.data[i]) {
      term image = open_image(o, j, i);
      vec_push(&parts, literals[i] ? term_not(o->tt, image) : image);
    }
  term some = term_or_n(o->tt, parts.data, parts.len);
  vec_free(&parts);
  return some;
}

static region candidate_cube(abstractor *o, const job *j,
                             const bool *literals) {
  region cube = region_true(o->regions);
  for (uint32_t i = o->open.len; i > 0; i--) {
    if (!o->is_candidate.data[i - 1])
      continue;
    region literal = region_literal(
        o->regions, j->predicates->data[o->open.data[i - 1]], literals[i - 1]);
    region_meet(o->regions, &cube, literal);
    region_drop(o->regions, literal);
  }
  return cube;
}

// From the first model, which was read, to the literals that hold in all.
static bool generalize(abstractor *o, const job *j, solver *s,
                       const term *before, region *out) {
  uint32_t n = o->open.len;
  bool *literals = mem_alloc(sizeof *literals * (n + 1));
  vec_clear(&o->is_candidate);
  for (uint32_t i = 0; i < n; i++) {
    literals[i] = o->values.data[i];
    vec_push(&o->is_candidate, true);
  }
  smt_status status = n > 0 ? SMT_SAT : SMT_UNSAT;
  while (status == SMT_SAT) {
    term asked[] = {before[0], before[1], some_other(o, j, literals)};
    status = solver_check(s, asked, 3);
    if (status == SMT_SAT)
      read_model(o, j, s);
    for (uint32_t i = 0; status == SMT_SAT && i < n; i++)
      if (o->values.data[i] != literals[i])
        o->is_candidate.data[i] = false;
  }
  bool ok = status != SMT_UNKNOWN || gave_up(o, s);
  if (ok)
    *out = candidate_cube(o, j, literals);
  mem_free(literals);
  return ok;
}

static term known_before(const abstractor *o, const job *j) {
  return o->known[program_edge_from(o->p, j->edge).id];
}

static bool solve(abstractor *o, const job *j, region *out) {
  solver *s = solver_of(o, j->edge);
  if (term_is_none(*j->from->formula))
    *j->from->formula = precision_formula(o->precision, j->from->state);
  term guard = program_edge_block(o->p, j->edge)->guard;
  term before[] = {term_and(o->tt, guard, known_before(o, j)),
                   *j->from->formula};
  *out = region_false(o->regions);
  smt_status status = solver_check(s, before, 2);
  if (status == SMT_UNKNOWN)
    return gave_up(o, s);
  if (status == SMT_UNSAT)
    return true;
  read_model(o, j, s);
  if (o->open.len == 0) {
    *out = region_true(o->regions);
    return true;
  }
  return o->is_boolean ? enumerate(o, j, s, before, out)
                       : generalize(o, j, s, before, out);
}

// --- all together ------------------------------------------------------------

static uint64_t cache_key(const job *j) {
  return hmap_pair(j->edge.id, (uint32_t)j->from->state.id);
}

static bool recall(const abstractor *o, const job *j, region *out) {
  const uint64_t *found = hmap_find(&o->cache, cache_key(j));
  if (!found || o->results.data[*found].tracked != j->predicates->len)
    return false;
  *out = region_keep(o->regions, o->results.data[*found].successor);
  return true;
}

// Later results for the same state replace earlier ones, which were over fewer
// predicates.
static void remember(abstractor *o, const job *j, region successor) {
  remembered r = {region_keep(o->regions, j->from->state),
                  region_keep(o->regions, successor), j->predicates->len};
  const uint64_t *found = hmap_find(&o->cache, cache_key(j));
  if (!found) {
    hmap_put(&o->cache, cache_key(j), o->results.len);
    vec_push(&o->results, r);
    return;
  }
  remembered *old = &o->results.data[*found];
  region_drop(o->regions, old->state);
  region_drop(o->regions, old->successor);
  *old = r;
}

static bool compute(abstractor *o, const job *j, region *out) {
  make_images(o, j);
  sort_out(o, j);
  bool ok = true;
  // What is known besides is for a solver.
  bool is_alone = term_is_true(o->tt, known_before(o, j));
  if (is_alone && try_projection(o, j, out))
    o->task->env->stats->abstractions_by_bdd++;
  else
    ok = solve(o, j, out);
  if (ok)
    region_meet(o->regions, out, o->decided);
  region_drop(o->regions, o->decided);
  return ok;
}

bool abstractor_compute(abstractor *o, const abstractor_source *from, edge e,
                        region *out) {
  assert(!region_is_false(from->state));
  stats *s = o->task->env->stats;
  double start = timer_start();
  job j = {from, e, precision_at(o->precision, program_edge_to(o->p, e)),
           &o->blocks[e.id]};
  s->abstractions++;
  bool ok = true;
  if (recall(o, &j, out))
    s->abstractions_cached++;
  else {
    ok = compute(o, &j, out);
    if (ok)
      remember(o, &j, *out);
  }
  timer_stop(&s->time_abstraction, start);
  return ok;
}
