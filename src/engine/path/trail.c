// SPDX-License-Identifier: Apache-2.0
// Two views of a trail.
//
// The question whether it is feasible is asked with values written out as
// functions of the initial state and the inputs: constants fold, and what is
// left of the guards are the assumptions of one incremental check. Trails with
// a common beginning have the same terms there, since the inputs of step k have
// the same names in every trail.
//
// Interpolants need variables at the cuts. The failed assumptions are first
// shrunk by asking again for them alone; then only guards that are left, and
// only assignments that these depend on, go into the groups of the
// interpolation problem, with a new variable per assignment. So everything in
// the vocabulary of an interpolant has to do with the contradiction.
#include "engine/path/trail.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "engine/run/guided.h"
#include "interpolate/interpolate.h"
#include "term/subst.h"
#include "term/walk.h"

enum {
  CORE_ROUNDS = 3,   // that shrink the failed assumptions
  SOLVER_CHECKS = 64 // after which the solver starts anew, small
};

typedef struct {
  term formula; // as the program has it
  uint32_t step;
  bool is_needed; // for the contradiction
} condition;

struct trail {
  const engine_task *task;
  const program *p;
  terms *tt;
  const solver_backend *backend;
  solver *solver;
  uint32_t checks; // of this solver
  interpolator *interpolator;
  uint32_t groups; // of the interpolator
  guide guide;
  subst *subst;
  edge_vec edges;
  VEC(condition) conditions; // conjuncts of labels and guards, by step
  term_vec questions;        // the same, written out
  uint32_t step;             // that 'subst' renames the inputs of
  hmap values;               // variable id -> current term; none: itself
  hmap step_inputs;          // (input, step) -> variable
  hmap versions;             // (variable, version) -> frame variable
  hmap current_version;      // variable id -> version, in the cut view
  hmap owner;                // frame variable -> program variable
  bool *is_live;             // by variable
  const char *reason;
};

// --- names -------------------------------------------------------------------

static term fresh_like(trail *t, hmap *names, uint64_t key, term of) {
  const uint64_t *found = hmap_find(names, key);
  if (found)
    return (term){(uint32_t)*found};
  term made = term_fresh(t->tt, term_name(t->tt, of), term_sort(t->tt, of));
  hmap_put(names, key, made.id);
  return made;
}

static term input_at(trail *t, uint32_t step, term input) {
  return fresh_like(t, &t->step_inputs, hmap_pair(input.id, step), input);
}

static term find_input(const void *data, uint32_t step, term input) {
  const trail *t = data;
  const uint64_t *found = hmap_find(&t->step_inputs, hmap_pair(input.id, step));
  return found ? (term){(uint32_t)*found} : TERM_NONE;
}

static uint32_t trail_depth(const void *data) {
  return ((const trail *)data)->edges.len;
}

static term written_out(void *data, term variable) {
  trail *t = data;
  var v = program_variable_of(t->p, variable);
  if (v.id == 0)
    return input_at(t, t->step, variable);
  const uint64_t *found = hmap_find(&t->values, v.id);
  return found ? (term){(uint32_t)*found} : variable;
}

static term version_of(trail *t, var v) {
  const uint64_t *found = hmap_find(&t->current_version, v.id);
  term self = program_variable_term(t->p, v);
  if (!found)
    return self;
  term made =
      fresh_like(t, &t->versions, hmap_pair(v.id, (uint32_t)*found), self);
  hmap_put(&t->owner, made.id, self.id);
  return made;
}

static term cut_name(void *data, term variable) {
  trail *t = data;
  var v = program_variable_of(t->p, variable);
  return v.id == 0 ? input_at(t, t->step, variable) : version_of(t, v);
}

static term program_name(void *data, term variable) {
  trail *t = data;
  const uint64_t *found = hmap_find(&t->owner, variable.id);
  assert((found || program_variable_of(t->p, variable).id != 0) &&
         "interpolants should speak of states alone");
  return found ? (term){(uint32_t)*found} : variable;
}

// --- making ------------------------------------------------------------------

trail *trail_new(const engine_task *task) {
  trail *t = mem_alloc(sizeof *t);
  t->task = task;
  t->p = task->program;
  t->tt = program_terms(t->p);
  t->backend = engine_backend(task->env);
  t->subst = subst_new(t->tt);
  t->is_live =
      mem_alloc(sizeof *t->is_live * (program_variable_count(t->p) + 1));
  guide_init_by(&t->guide, task, (guide_plan){find_input, trail_depth, t});
  return t;
}

void trail_free(trail *t) {
  solver_free(t->solver);
  itp_free(t->interpolator);
  guide_clear(&t->guide);
  subst_free(t->subst);
  vec_free(&t->edges);
  vec_free(&t->conditions);
  vec_free(&t->questions);
  hmap_free(&t->values);
  hmap_free(&t->step_inputs);
  hmap_free(&t->versions);
  hmap_free(&t->current_version);
  hmap_free(&t->owner);
  mem_free(t->is_live);
  mem_free(t);
}

const char *trail_reason(const trail *t) { return t->reason; }

// --- is it feasible? ---------------------------------------------------------

// The conjuncts of a guard are conditions of their own: a core of them is
// smaller than one of guards.
static void add_conditions(trail *t, term formula) {
  bool is_and = term_get_kind(t->tt, formula) == TERM_AND;
  uint32_t n = is_and ? term_arity(t->tt, formula) : 1;
  for (uint32_t i = 0; i < n; i++) {
    term part = is_and ? term_arg(t->tt, formula, i) : formula;
    vec_push(&t->conditions, ((condition){part, t->step, true}));
    vec_push(&t->questions, subst_apply(t->subst, part));
  }
}

static void begin_step(trail *t, uint32_t step, const term *labels) {
  t->step = step;
  subst_clear(t->subst);
  if (labels && !term_is_none(labels[step]) &&
      !term_is_true(t->tt, labels[step]))
    add_conditions(t, labels[step]);
}

static void add_edge(trail *t) {
  const block *b = program_edge_block(t->p, t->edges.data[t->step]);
  add_conditions(t, b->guard);
  term_vec after = {0};
  for (uint32_t i = 0; i < b->assignment_count; i++)
    vec_push(&after, subst_apply(t->subst, b->assignments[i].value));
  for (uint32_t i = 0; i < b->assignment_count; i++)
    hmap_put(&t->values, b->assignments[i].target.id, after.data[i].id);
  vec_free(&after);
}

// False: a limit.
static bool write_out(trail *t, const term *labels) {
  vec_clear(&t->conditions);
  vec_clear(&t->questions);
  hmap_clear(&t->values);
  subst_set_lookup(t->subst, written_out, t);
  for (uint32_t k = 0; k < t->edges.len; k++) {
    begin_step(t, k, labels);
    add_edge(t);
    if (limits_stop(&t->task->env->limits) != LIMIT_NONE)
      return false;
  }
  begin_step(t, t->edges.len, labels);
  return true;
}

static smt_status give_up(trail *t, const char *reason) {
  t->reason = reason;
  return SMT_UNKNOWN;
}

static smt_status stopped(trail *t) {
  return give_up(t, limit_name(limits_stop(&t->task->env->limits)));
}

static void renew_solver(trail *t) {
  if (t->solver && t->checks < SOLVER_CHECKS)
    return;
  solver_free(t->solver);
  t->solver = solver_new(t->backend, t->task->env, t->tt);
  t->checks = 0;
}

// Asks for the conditions that are still needed.
static smt_status ask(trail *t) {
  term_vec asked = {0};
  for (uint32_t i = 0; i < t->conditions.len; i++)
    if (t->conditions.data[i].is_needed)
      vec_push(&asked, t->questions.data[i]);
  t->checks++;
  smt_status status = solver_check(t->solver, asked.data, asked.len);
  vec_free(&asked);
  return status;
}

// After SMT_UNSAT. Returns how many conditions became unneeded.
static uint32_t drop_unneeded(trail *t) {
  uint32_t position = 0, dropped = 0;
  for (uint32_t i = 0; i < t->conditions.len; i++) {
    condition *c = &t->conditions.data[i];
    if (!c->is_needed)
      continue;
    c->is_needed = solver_failed(t->solver, position++);
    dropped += !c->is_needed;
  }
  return dropped;
}

smt_status trail_check(trail *t, const edge *edges, uint32_t n,
                       const term *labels) {
  assert(n >= 1);
  vec_clear(&t->edges);
  for (uint32_t k = 0; k < n; k++) {
    assert(k == 0 || program_edge_to(t->p, edges[k - 1]).id ==
                         program_edge_from(t->p, edges[k]).id);
    vec_push(&t->edges, edges[k]);
  }
  if (!write_out(t, labels))
    return stopped(t);
  renew_solver(t);
  smt_status status = ask(t);
  if (status == SMT_UNKNOWN)
    t->reason = solver_reason(t->solver);
  if (status != SMT_UNSAT)
    return status;
  uint32_t round = 0;
  while (drop_unneeded(t) > 0 && round++ < CORE_ROUNDS && ask(t) == SMT_UNSAT) {
  }
  return SMT_UNSAT;
}

// --- if it is ----------------------------------------------------------------

bool trail_replay(trail *t, edge *last) {
  assert(program_edge_from(t->p, t->edges.data[0]).id ==
         program_entry(t->p).id);
  guided_outcome o = guide_run(&t->guide, t->solver, t->edges.len, UINT64_MAX);
  *last = o.last;
  if (o.run.end == RUN_STOPPED &&
      limits_stop(&t->task->env->limits) != LIMIT_NONE) {
    (void)stopped(t);
    return false;
  }
  return true;
}

void trail_record(const trail *t, result *r) { guide_record(&t->guide, r); }

// --- if it is not ------------------------------------------------------------

// Backwards from the last needed condition: marks what the needed conditions
// depend on. 'is_kept' is by assignment, steps one after the other; returns
// their number.
static void mark_live(trail *t, term root, term_set *seen, term_vec *found) {
  vec_clear(found);
  term_variables(t->tt, &root, 1, seen, found);
  for (uint32_t i = 0; i < found->len; i++) {
    var v = program_variable_of(t->p, found->data[i]);
    if (v.id != 0)
      t->is_live[v.id] = true;
  }
}

// The block of a step. The one behind the last edge does nothing.
static const block *block_of(const trail *t, uint32_t step) {
  static const block nothing = {0};
  return step < t->edges.len ? program_edge_block(t->p, t->edges.data[step])
                             : &nothing;
}

static void mark_step(trail *t, const block *b, bool *is_kept) {
  term_set seen = {0};
  term_vec found = {0};
  for (uint32_t i = 0; i < b->assignment_count; i++) {
    uint32_t target = b->assignments[i].target.id;
    is_kept[i] = t->is_live[target];
    t->is_live[target] = false;
  }
  for (uint32_t i = 0; i < b->assignment_count; i++)
    if (is_kept[i])
      mark_live(t, b->assignments[i].value, &seen, &found);
  term_set_free(&seen);
  vec_free(&found);
}

static void mark_conditions(trail *t, uint32_t step, uint32_t *next) {
  term_set seen = {0};
  term_vec found = {0};
  for (; *next > 0 && t->conditions.data[*next - 1].step == step; --*next)
    if (t->conditions.data[*next - 1].is_needed)
      mark_live(t, t->conditions.data[*next - 1].formula, &seen, &found);
  term_set_free(&seen);
  vec_free(&found);
}

// Where the assignments of each step start in one list of all of them.
static uint32_t *assignment_starts(const trail *t, uint32_t steps) {
  uint32_t *starts = mem_alloc(sizeof *starts * (steps + 1));
  for (uint32_t k = 0; k < steps; k++)
    starts[k + 1] = starts[k] + block_of(t, k)->assignment_count;
  return starts;
}

static bool *find_kept(trail *t, const uint32_t *starts, uint32_t steps) {
  bool *is_kept = mem_alloc(sizeof *is_kept * (starts[steps] + 1));
  uint32_t next = t->conditions.len;
  while (next > 0 && t->conditions.data[next - 1].step >= steps)
    next--;
  for (uint32_t i = 0; i <= program_variable_count(t->p); i++)
    t->is_live[i] = false;
  for (uint32_t k = steps; k > 0; k--) {
    mark_step(t, block_of(t, k - 1), is_kept + starts[k - 1]);
    mark_conditions(t, k - 1, &next);
  }
  return is_kept;
}

static void bump_version(trail *t, var v) {
  const uint64_t *found = hmap_find(&t->current_version, v.id);
  hmap_put(&t->current_version, v.id, found ? *found + 1 : 1);
}

static void assert_assignments(trail *t, const block *b, const bool *is_kept) {
  term_vec after = {0};
  for (uint32_t i = 0; i < b->assignment_count; i++)
    if (is_kept[i])
      vec_push(&after, subst_apply(t->subst, b->assignments[i].value));
  for (uint32_t i = 0, next = 0; i < b->assignment_count; i++) {
    if (!is_kept[i])
      continue;
    bump_version(t, b->assignments[i].target);
    term equal = term_eq_make(t->tt, version_of(t, b->assignments[i].target),
                              after.data[next++]);
    itp_assert(t->interpolator, t->step, equal);
  }
  vec_free(&after);
}

// The group of one step; conditions from *next on.
static void assert_step(trail *t, const bool *is_kept, uint32_t *next) {
  itp_clear_group(t->interpolator, t->step);
  subst_clear(t->subst);
  for (; *next < t->conditions.len && t->conditions.data[*next].step == t->step;
       ++*next) {
    const condition *c = &t->conditions.data[*next];
    if (c->is_needed)
      itp_assert(t->interpolator, t->step, subst_apply(t->subst, c->formula));
  }
  assert_assignments(t, block_of(t, t->step), is_kept);
}

static void assert_steps(trail *t, uint32_t steps) {
  uint32_t *starts = assignment_starts(t, steps);
  bool *is_kept = find_kept(t, starts, steps);
  while (t->groups < steps)
    t->groups = itp_add_group(t->interpolator) + 1;
  for (uint32_t g = steps; g < t->groups; g++)
    itp_clear_group(t->interpolator, g);
  hmap_clear(&t->current_version);
  subst_set_lookup(t->subst, cut_name, t);
  uint32_t next = 0;
  for (t->step = 0; t->step < steps; t->step++)
    assert_step(t, is_kept + starts[t->step], &next);
  mem_free(is_kept);
  mem_free(starts);
}

// Steps up to the last one with a needed condition: the contradiction is there.
static uint32_t contradiction_end(const trail *t) {
  uint32_t end = 0;
  for (uint32_t i = 0; i < t->conditions.len; i++)
    if (t->conditions.data[i].is_needed)
      end = t->conditions.data[i].step + 1;
  assert(end > 0 && "a contradiction should need a condition");
  return end;
}

static bool ask_interpolator(trail *t, uint32_t cuts, term *out) {
  uint32_t *positions = mem_alloc(sizeof *positions * cuts);
  for (uint32_t i = 0; i < cuts; i++)
    positions[i] = i + 1;
  itp_status status = itp_check(t->interpolator, positions, cuts, out);
  mem_free(positions);
  assert(status != ITP_SAT && "two solvers should agree");
  t->reason =
      status == ITP_SAT ? "solvers disagree" : itp_reason(t->interpolator);
  return status == ITP_FOUND;
}

bool trail_interpolate(trail *t, term *out) {
  if (!t->interpolator)
    t->interpolator =
        itp_new(engine_interpolation(t->task->env), t->task->env, t->tt);
  uint32_t steps = contradiction_end(t);
  for (uint32_t k = steps - 1; k < t->edges.len; k++)
    out[k] = term_false(t->tt);
  if (steps == 1)
    return true;
  assert_steps(t, steps);
  if (!ask_interpolator(t, steps - 1, out))
    return false;
  subst_set_lookup(t->subst, program_name, t);
  subst_clear(t->subst);
  for (uint32_t k = 0; k + 1 < steps; k++)
    out[k] = subst_apply(t->subst, out[k]);
  return true;
}
