// SPDX-License-Identifier: Apache-2.0
// Property-directed reachability with implicit abstraction.
//
// A. Bradley: "SAT-Based Model Checking without Unrolling" (VMCAI 2011); A.
// Cimatti, A. Griggio, S. Mover, S. Tonetta: "IC3 Modulo Theories via Implicit
// Predicate Abstraction" (TACAS 2014), for programs with a level per loop head
// (engine/reach/levels.h), and auxiliary invariants as imc has them.
//
// A state is seen as its cube: which predicates of its head are true. If the
// last level has a step to a bad sink, the cube before it must be unreachable:
// an obligation. Either the level before has no step into it, which gives a
// clause for as large a cube as possible; or it has one, from a cube that is an
// obligation now. The cubes are all that is abstract: a step is asked about as
// it is, so no abstract program is ever computed, and the clauses of levels
// hold for the program.
//
// Obligations that lead back to the entry are a path of cubes. If the blocks on
// it can be executed, that is the answer. If not, interpolants say why, and
// what these are made of are new predicates: the same cubes are never on such a
// path again. Levels keep their clauses, which do not depend on what is
// tracked.
//
// When no step leads from the last level to a bad sink, clauses are pushed to
// the next one; two levels that are the same are a proof.
#include "engine/reach/pdr.h"

#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "base/unreachable.h"
#include "engine/path/trail.h"
#include "engine/predicate/vocabulary.h"
#include "engine/reach/levels.h"

// No level up to 'level' may reach the cube at 'at': from there, edge 'by'
// leads to the cube of obligation 'next' (none: to a bad sink).
typedef struct {
  loc at;
  uint32_t level;
  term_vec cube;
  edge by;
  uint32_t next; // index + 1; 0: none
} obligation;

typedef VEC(uint32_t) obligation_list;

typedef struct {
  bounded base;
  const program *p;
  levels *levels;
  precision *precision;
  vocabulary *vocabulary;
  trail *trail;
  VEC(obligation) obligations;
  VEC(obligation_list) open; // by level: indices
  edge_vec path;
  term_vec labels, interpolants;
  term *formulas; // by location: of a proof
} pdr;

// --- obligations -------------------------------------------------------------

static void forget_obligations(pdr *m) {
  for (uint32_t i = 0; i < m->obligations.len; i++)
    vec_free(&m->obligations.data[i].cube);
  vec_clear(&m->obligations);
  for (uint32_t i = 0; i < m->open.len; i++)
    vec_clear(&m->open.data[i]);
}

static void enqueue(pdr *m, uint32_t index) {
  uint32_t level = m->obligations.data[index].level;
  if (m->open.len <= level)
    vec_resize(&m->open, level + 1);
  vec_push(&m->open.data[level], index);
}

// The lowest first: they are nearest to the entry. UINT32_MAX: all are done.
static uint32_t dequeue(pdr *m) {
  for (uint32_t level = 0; level < m->open.len; level++)
    if (m->open.data[level].len > 0)
      return vec_pop(&m->open.data[level]);
  return UINT32_MAX;
}

// That the state of the last question, from which edge 'by' leads to obligation
// 'next', is not reached.
static void oblige(pdr *m, edge by, uint32_t level, uint32_t next) {
  obligation o = {program_edge_from(m->p, by), level, {0}, by, next};
  levels_read_cube(m->levels, m->precision, &o.cube);
  vec_push(&m->obligations, o);
  enqueue(m, m->obligations.len - 1);
}

// --- paths to bad sinks ------------------------------------------------------

static void make_path(pdr *m, edge first, uint32_t index) {
  vec_clear(&m->path);
  vec_push(&m->path, first);
  for (uint32_t next = index + 1; next != 0;) {
    const obligation *o = &m->obligations.data[next - 1];
    vec_push(&m->path, o->by);
    next = o->next;
  }
}

// What is known on the way; NULL: nothing.
static const term *label_path(pdr *m) {
  bool has_any = false;
  vec_clear(&m->labels);
  for (uint32_t i = 0; i < m->path.len; i++) {
    loc from = program_edge_from(m->p, m->path.data[i]);
    vec_push(&m->labels, m->base.base.invariant[from.id]);
    has_any |= !term_is_true(m->base.base.tt, vec_last(&m->labels));
  }
  vec_push(&m->labels, TERM_NONE);
  return has_any ? m->labels.data : NULL;
}

// The path can be executed.
static phase_status answer(pdr *m) {
  edge last;
  if (!trail_replay(m->trail, &last))
    return PHASE_GAVE_UP;
  loc end = program_edge_to(m->p, vec_last(&m->path));
  if (program_kind(m->p, end) != LOC_ERROR)
    return PHASE_STOPPED;
  result *r = bmc_result(m->base.base.falsifier);
  r->verdict = VERDICT_FALSE;
  trail_record(m->trail, r);
  return PHASE_PROVED;
}

// Interpolant i holds behind edge i of the path.
static phase_status refine(pdr *m) {
  vec_resize(&m->interpolants, m->path.len);
  if (!trail_interpolate(m->trail, m->interpolants.data))
    return PHASE_GAVE_UP;
  bool is_new = false;
  for (uint32_t i = 0; i + 1 < m->path.len; i++) {
    loc at = program_edge_to(m->p, m->path.data[i]);
    is_new |= vocabulary_track(m->vocabulary, m->precision, at,
                               precision_at(m->precision, at)->len,
                               m->interpolants.data[i]);
  }
  assert(is_new && "cubes that know the interpolants should exclude the path");
  m->base.base.task.env->stats->refinements++;
  forget_obligations(m);
  return is_new ? PHASE_TOO_WEAK : PHASE_GAVE_UP;
}

// The path from the entry by edge 'first', and then as the obligations say.
static phase_status examine(pdr *m, edge first, uint32_t index) {
  make_path(m, first, index);
  const term *labels = label_path(m);
  switch (trail_check(m->trail, m->path.data, m->path.len, labels)) {
  case SMT_SAT:
    return answer(m);
  case SMT_UNSAT:
    return refine(m);
  case SMT_UNKNOWN:
    return PHASE_GAVE_UP;
  }
  UNREACHABLE();
}

// --- a level -----------------------------------------------------------------
// PHASE_PROVED is an answer; PHASE_TOO_WEAK: go on.

static phase_status meet(pdr *m, uint32_t index) {
  obligation *o = &m->obligations.data[index];
  edge by;
  smt_status status = SMT_UNSAT;
  if (!levels_exclude(m->levels, o->at, o->level, &o->cube)) {
    term_vec cube = {0};
    for (uint32_t i = 0; i < o->cube.len; i++)
      vec_push(&cube, o->cube.data[i]);
    status = levels_reach(m->levels, o->at, o->level, &cube, &by);
    if (status == SMT_UNSAT)
      levels_block(m->levels, o->at, o->level, &cube);
    vec_free(&cube);
  }
  if (status == SMT_UNKNOWN)
    return PHASE_GAVE_UP;
  if (status == SMT_SAT &&
      program_edge_from(m->p, by).id == program_entry(m->p).id)
    return examine(m, by, index);
  // Once met at this level, it is one at the next level.
  bool is_met = status == SMT_UNSAT;
  uint32_t level = o->level;
  o->level += is_met;
  if (!is_met || o->level <= levels_top(m->levels))
    enqueue(m, index);
  if (!is_met)
    oblige(m, by, level - 1, index + 1);
  return PHASE_TOO_WEAK;
}

static phase_status meet_all(pdr *m) {
  phase_status status = PHASE_TOO_WEAK;
  for (uint32_t i; status == PHASE_TOO_WEAK && (i = dequeue(m)) != UINT32_MAX;)
    status =
        limits_stop(m->base.limits) == LIMIT_NONE ? meet(m, i) : PHASE_GAVE_UP;
  forget_obligations(m);
  return status;
}

// The last level has no step along e, which leads to a bad sink.
static phase_status close_edge(pdr *m, edge e) {
  static const term_vec nothing = {0};
  uint32_t top = levels_top(m->levels);
  phase_status status = PHASE_TOO_WEAK;
  while (status == PHASE_TOO_WEAK)
    switch (levels_ask(m->levels, e, top + 1, &nothing)) {
    case SMT_UNSAT:
      return PHASE_TOO_WEAK;
    case SMT_UNKNOWN:
      return PHASE_GAVE_UP;
    case SMT_SAT:
      oblige(m, e, top, 0);
      status = meet_all(m);
    }
  return status;
}

static phase_status close_level(pdr *m) {
  phase_status status = PHASE_TOO_WEAK;
  const loc_vec *heads = transition_heads(m->base.base.system);
  for (uint32_t n = 0; n < heads->len; n++) {
    const edge_vec *out = program_out_edges(m->p, heads->data[n]);
    for (uint32_t i = 0; status == PHASE_TOO_WEAK && i < out->len; i++)
      if (loc_is_bad(program_kind(m->p, program_edge_to(m->p, out->data[i]))))
        status = close_edge(m, out->data[i]);
  }
  return status;
}

// --- the search --------------------------------------------------------------

static void open_level(pdr *m) {
  levels_open(m->levels);
  m->base.depth = levels_top(m->levels);
}

// No step leads from the entry to a bad sink.
static phase_status begin(pdr *m) {
  const edge_vec *out = program_out_edges(m->p, program_entry(m->p));
  static const term_vec nothing = {0};
  for (uint32_t i = 0; i < out->len; i++) {
    loc to = program_edge_to(m->p, out->data[i]);
    if (!loc_is_bad(program_kind(m->p, to)))
      continue;
    smt_status status = levels_ask(m->levels, out->data[i], 1, &nothing);
    if (status != SMT_UNSAT) // no error is so near
      return status == SMT_SAT ? PHASE_STOPPED : PHASE_GAVE_UP;
  }
  open_level(m);
  return PHASE_TOO_WEAK;
}

static phase_status go_deeper(void *data) {
  pdr *m = data;
  if (m->base.depth == 0)
    return begin(m);
  phase_status status = close_level(m);
  if (status != PHASE_TOO_WEAK)
    return status;
  open_level(m);
  env_progress(m->base.base.task.env,
               "pdr: level %" PRIu32 ", %" PRIu32 " predicates",
               levels_top(m->levels), precision_count(m->precision));
  switch (levels_push(m->levels, m->formulas)) {
  case SMT_UNSAT:
    inductive_prove(&m->base.base, 1, m->formulas);
    return PHASE_PROVED;
  case SMT_SAT:
    return PHASE_TOO_WEAK;
  case SMT_UNKNOWN:
    return PHASE_GAVE_UP;
  }
  UNREACHABLE();
}

static void count_predicates(const pdr *m) {
  stats *s = m->base.base.task.env->stats;
  s->predicates = precision_count(m->precision);
  for (uint32_t l = 1; l < m->base.locations; l++) {
    uint32_t here = precision_at(m->precision, (loc){l})->len;
    if (here > s->predicates_maximum)
      s->predicates_maximum = here;
  }
}

static void search(pdr *m) {
  m->p = m->base.base.task.program;
  m->levels = levels_new(&m->base);
  m->precision = precision_new(m->p);
  m->vocabulary = vocabulary_new(m->p);
  m->trail = trail_new(&m->base.base.task);
  m->formulas = bounded_table(&m->base, TERM_NONE);
  bounded_deepen(&m->base, go_deeper, m);
  count_predicates(m);
  forget_obligations(m);
  for (uint32_t i = 0; i < m->open.len; i++)
    vec_free(&m->open.data[i]);
  vec_free(&m->open);
  vec_free(&m->obligations);
  vec_free(&m->path);
  vec_free(&m->labels);
  vec_free(&m->interpolants);
  levels_free(m->levels);
  precision_free(m->precision);
  vocabulary_free(m->vocabulary);
  trail_free(m->trail);
  mem_free(m->formulas);
}

result *pdr_run(const engine_task *task) {
  pdr m = {0};
  if (bounded_init(&m.base, task, "pdr"))
    search(&m);
  return bounded_end(&m.base);
}
