// SPDX-License-Identifier: Apache-2.0
// Lazy predicate abstraction, refined by interpolants.
//
// D. Beyer, A. Cimatti, A. Griggio, E. Keremoglu, R. Sebastiani: "Software
// Model Checking via Large-Block Encoding" (FMCAD 2009), after T. Henzinger, R.
// Jhala, R. Majumdar, K. McMillan: "Abstractions from Proofs" (POPL 2004).
//
// A tree of abstract states grows until it is complete or reaches an error. The
// path to the error is checked as it is, without abstraction. A feasible one is
// run on the original program and is the answer. An infeasible one is refuted
// by an inductive sequence of interpolants, one per location on the way; their
// atoms are tracked there from now on. The pivot is the first node on the path
// that does not track all atoms of its interpolant: it is removed with all
// below it, and grown again with what is tracked now. The rest of the tree
// stays as it is.
//
// Progress. Under Boolean abstraction a node that tracks the atoms of its
// interpolant is inside it, by induction along the path, so the path cannot
// come back: a path without pivot would be a defect. Cartesian abstraction
// cannot express every interpolant: there it is a reason to give up.
//
// The sinks 'bound' and 'unsupported' only matter for the answer true: nodes
// there wait until the tree is complete otherwise. An infeasible path to one is
// refined like any other.
//
// Evidence for true: at each location the union of its expanded states. A
// covered state is inside another one, so every successor of the union is in
// the union of the target.
#include "engine/predabs.h"

#include <assert.h>
#include <inttypes.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/unreachable.h"
#include "engine/art.h"
#include "engine/abstractor.h"
#include "engine/precision_file.h"
#include "engine/trail.h"
#include "engine/vocabulary.h"
#include "program/loops.h"

enum { INITIAL_NONE, INITIAL_CONDITIONS }; // the words of --initial

typedef enum { GO_ON, DONE } progress; // DONE: the result is filled

typedef struct {
  const engine_task *task;
  const env *env;
  const program *p;
  terms *tt;
  result *result;
  regions *regions;
  precision *precision;
  abstractor *abstractor;
  art *art;
  trail *trail;
  VEC(uint32_t) stops; // nodes at 'bound' and 'unsupported'
  edge_vec path;
  term_vec interpolants;
  term_vec atoms, words;
  vocabulary *vocabulary; // NULL: not needed yet
} predabs;

static void predabs_init(predabs *a, const engine_task *task) {
  *a = (predabs){.task = task, .env = task->env, .p = task->program};
  a->tt = program_terms(a->p);
  a->result = result_new("predabs");
  a->result->finder = solver_backend_name(engine_backend(a->env));
  a->regions = regions_new();
  a->precision = precision_new(a->p);
  a->abstractor = abstractor_new(task, a->precision, a->regions);
  a->art = art_new(a->p, a->regions, (art_order)a->env->options->search);
  a->trail = trail_new(task);
}

static void predabs_clear(predabs *a) {
  trail_free(a->trail);
  art_free(a->art);
  abstractor_free(a->abstractor);
  precision_free(a->precision);
  regions_free(a->regions);
  vec_free(&a->stops);
  vec_free(&a->path);
  vec_free(&a->interpolants);
  vec_free(&a->atoms);
  vec_free(&a->words);
  vocabulary_free(a->vocabulary);
}

// --- answers -----------------------------------------------------------------

static progress give_up(predabs *a, const char *what, const char *reason) {
  assert(a->result->verdict == VERDICT_UNKNOWN);
  limit_kind kind = limits_stop(&a->env->limits);
  uint64_t steps = a->env->stats->refinements;
  if (kind != LIMIT_NONE)
    result_unknown(a->result, unknown_of_limit(kind), (source_pos){0},
                   "%s after %" PRIu64 " refinement steps", limit_name(kind),
                   steps);
  else
    result_unknown(a->result, UNKNOWN_SOLVER, (source_pos){0},
                   "%s after %" PRIu64 " refinement steps: %s", what, steps,
                   reason);
  return DONE;
}

static progress answer_false(predabs *a) {
  edge last;
  if (!trail_replay(a->trail, &last))
    return give_up(a, "the error path was not run to its end",
                   trail_reason(a->trail));
  a->result->verdict = VERDICT_FALSE;
  trail_record(a->trail, a->result);
  return DONE;
}

static progress answer_stopped(predabs *a) {
  const program *p = a->task->original;
  edge last;
  if (!trail_replay(a->trail, &last))
    return give_up(a, "the path to a sink was not run to its end",
                   trail_reason(a->trail));
  assert(last.id != 0);
  const edge_info *info = program_edge(p, last);
  loc_kind kind = program_location(p, program_edge_to(p, last))->kind;
  bool is_bound = kind == LOC_BOUND;
  result_unknown(a->result, is_bound ? UNKNOWN_BOUND : UNKNOWN_UNSUPPORTED,
                 info->pos, "%s",
                 info->text ? info->text
                 : is_bound ? "an unfolding limit was reached"
                            : "an unsupported construct was reached");
  return DONE;
}

// The same path again, and nothing new to track on it.
static progress answer_no_progress(predabs *a, uint32_t node) {
  assert(a->env->options->abstraction == 0 &&
         "Boolean abstraction should exclude a path that it tracks");
  loc at = art_get(a->art, art_get(a->art, node)->parent)->at;
  result_unknown(a->result, UNKNOWN_ENGINE, program_location(a->p, at)->pos,
                 "no progress: the abstraction cannot exclude an infeasible "
                 "error path of %" PRIu32 " blocks",
                 art_get(a->art, node)->depth);
  return DONE;
}

static term invariant_at(predabs *a, loc l) {
  region all = art_states_at(a->art, l);
  term t = precision_formula(a->precision, all);
  region_drop(a->regions, all);
  return t;
}

// Labels are the loop heads of the original program, and all locations of a
// program of larger blocks. A head that the search left out is not reached.
static void label_proof(predabs *a) {
  const program *original = a->task->original;
  uint32_t count = program_location_count(original);
  loops *found = loops_find(original);
  term *invariants = mem_alloc(sizeof *invariants * (count + 1));
  for (uint32_t i = 1; i <= count; i++)
    if (found->is_head[i])
      invariants[i] = term_false(a->tt);
  for (uint32_t i = 1; i <= program_location_count(a->p); i++) {
    loc origin = program_origin(a->p, (loc){i});
    bool is_inner = !loc_is_sink(program_location(a->p, (loc){i})->kind) &&
                    i != program_entry(a->p).id;
    if (is_inner && (program_is_derived(a->p) || found->is_head[origin.id]))
      invariants[origin.id] = invariant_at(a, (loc){i});
  }
  for (uint32_t i = 1; i <= count; i++)
    if (!term_is_none(invariants[i])) {
      proof_label label = {{i}, invariants[i]};
      vec_push(&a->result->proof.labels, label);
    }
  mem_free(invariants);
  loops_free(found);
}

static progress answer_true(predabs *a) {
  a->result->verdict = VERDICT_TRUE;
  a->result->proof.kind = PROOF_INVARIANT;
  a->result->proof.k = 1;
  label_proof(a);
  return DONE;
}

// --- refinement --------------------------------------------------------------

// Tracks a formula at the location of a node. True: the node does not yet.
static bool track(predabs *a, uint32_t node, term t) {
  const art_node *n = art_get(a->art, node);
  uint32_t predicate = precision_track(a->precision, n->at, t);
  return precision_position(a->precision, n->at, predicate) >= n->tracked;
}

// The program's own words instead of an atom about parts of words. False: they
// are tracked already, or there are none.
static bool track_words(predabs *a, uint32_t node, term atom) {
  if (!vocabulary_is_partial(a->tt, atom))
    return false;
  if (!a->vocabulary)
    a->vocabulary = vocabulary_new(a->p);
  bool is_new = false;
  vec_clear(&a->words);
  if (vocabulary_about(a->vocabulary, atom, &a->words))
    for (uint32_t i = 0; i < a->words.len; i++)
      is_new |= track(a, node, a->words.data[i]);
  return is_new;
}

// Tracks what interpolant t is made of. True: the node does not track some of
// it yet.
static bool track_atoms(predabs *a, uint32_t node, term t) {
  bool is_new = false;
  vec_clear(&a->atoms);
  precision_atoms(a->tt, t, &a->atoms);
  for (uint32_t i = 0; i < a->atoms.len; i++)
    is_new |= track_words(a, node, a->atoms.data[i]) ||
              track(a, node, a->atoms.data[i]);
  return is_new;
}

// Node 'node' is at the end of the path. Returns the pivot; 0: there is none.
static uint32_t track_interpolants(predabs *a, uint32_t node) {
  uint32_t pivot = 0;
  uint32_t n = art_get(a->art, node)->parent;
  for (uint32_t k = a->interpolants.len; k > 0; k--) {
    if (track_atoms(a, n, a->interpolants.data[k - 1]))
      pivot = n;
    n = art_get(a->art, n)->parent;
  }
  return pivot;
}

static progress refine(predabs *a, uint32_t node) {
  vec_clear(&a->interpolants);
  vec_resize(&a->interpolants, a->path.len - 1);
  if (!trail_interpolate(a->trail, a->interpolants.data))
    return give_up(a, "interpolation gave up", trail_reason(a->trail));
  uint32_t pivot = track_interpolants(a, node);
  if (pivot == 0)
    return answer_no_progress(a, node);
  art_remove(a->art, pivot);
  stats *s = a->env->stats;
  s->refinements++;
  env_progress(a->env,
               "predabs: %" PRIu64 " refinement steps, %" PRIu32
               " predicates, %" PRIu32 " abstract states",
               s->refinements, precision_count(a->precision), art_size(a->art));
  return GO_ON;
}

// A node at a sink other than the end was reached.
static progress examine(predabs *a, uint32_t node) {
  art_path(a->art, node, &a->path);
  assert(a->path.len > 0);
  switch (trail_check(a->trail, a->path.data, a->path.len)) {
  case SMT_SAT: {
    loc at = art_get(a->art, node)->at;
    bool is_error = program_location(a->p, at)->kind == LOC_ERROR;
    return is_error ? answer_false(a) : answer_stopped(a);
  }
  case SMT_UNSAT:
    return refine(a, node);
  case SMT_UNKNOWN:
    return give_up(a, "the solver gave up on an error path",
                   trail_reason(a->trail));
  }
  UNREACHABLE();
}

// --- the search --------------------------------------------------------------

static loc_kind kind_behind(const predabs *a, edge e) {
  return program_location(a->p, program_edge_to(a->p, e))->kind;
}

// The abstract successor under e becomes a child; a path to an error is
// examined at once.
static progress follow(predabs *a, uint32_t node, edge e) {
  art_node *n = art_get(a->art, node);
  abstractor_source from = {n->state, n->tracked, &n->formula};
  region state;
  if (!abstractor_compute(a->abstractor, &from, e, &state))
    return give_up(a, "the solver gave up on an abstract successor",
                   abstractor_reason(a->abstractor));
  if (region_is_false(state))
    return GO_ON;
  uint32_t tracked = precision_at(a->precision, program_edge_to(a->p, e))->len;
  uint32_t child = art_add(a->art, node, e, state, tracked);
  loc_kind kind = kind_behind(a, e);
  if (kind == LOC_BOUND || kind == LOC_UNSUPPORTED)
    vec_push(&a->stops, child);
  return kind == LOC_ERROR ? examine(a, child) : GO_ON;
}

// Errors first: the other successors may be in vain. The node is gone if one of
// its paths was refined.
static progress expand(predabs *a, uint32_t node) {
  const edge_vec *out = program_out_edges(a->p, art_get(a->art, node)->at);
  bool was_expanded = art_get(a->art, node)->first_child != 0;
  for (int round = 0; round < 2; round++)
    for (uint32_t i = 0; i < out->len; i++) {
      edge e = out->data[i];
      loc_kind kind = kind_behind(a, e);
      bool is_turn = (kind == LOC_ERROR) == (round == 0);
      if (!is_turn || kind == LOC_END ||
          (was_expanded && art_has_child(a->art, node, e)))
        continue;
      if (limits_stop(&a->env->limits) != LIMIT_NONE)
        return give_up(a, "", "");
      if (follow(a, node, e) == DONE)
        return DONE;
      if (art_get(a->art, node)->status != NODE_EXPANDED)
        return GO_ON;
    }
  return GO_ON;
}

// The tree is complete but for sinks that stand for what we do not know.
static progress conclude(predabs *a) {
  while (a->stops.len > 0) {
    uint32_t node = vec_pop(&a->stops);
    if (art_get(a->art, node)->status != NODE_DEAD)
      return examine(a, node);
  }
  return answer_true(a);
}

// --- beginning and end -------------------------------------------------------

// Tracks the conditions of its blocks at each location, as far as they speak of
// states alone.
static void track_conditions(predabs *a) {
  for (uint32_t i = 1; i <= program_edge_count(a->p); i++) {
    loc from = program_edge_from(a->p, (edge){i});
    if (from.id == program_entry(a->p).id)
      continue;
    vec_clear(&a->atoms);
    precision_atoms(a->tt, program_edge_block(a->p, (edge){i})->guard,
                    &a->atoms);
    for (uint32_t k = 0; k < a->atoms.len; k++)
      if (vocabulary_is_of_states(a->p, a->atoms.data[k]))
        precision_track(a->precision, from, a->atoms.data[k]);
  }
}

static progress read_precision(predabs *a, const char *path) {
  strbuf text = {0};
  diag d = {0};
  bool ok = file_read(path, &text, &d) &&
            precision_read(a->precision, a->p, path, strbuf_text(&text), &d);
  if (!ok)
    result_unknown(a->result, UNKNOWN_ENGINE, d.pos, "--precision-in %s: %s",
                   path, strbuf_text(&d.text));
  diag_clear(&d);
  strbuf_free(&text);
  return ok ? GO_ON : DONE;
}

static progress begin(predabs *a) {
  const options *o = a->env->options;
  if (o->initial == INITIAL_CONDITIONS)
    track_conditions(a);
  return o->precision_in ? read_precision(a, o->precision_in) : GO_ON;
}

static void write_notes(predabs *a) {
  strbuf text = {0};
  if (a->env->options->precision_out) {
    precision_print(a->precision, a->p, &text);
    a->result->precision = arena_strdup(a->result->mem, strbuf_text(&text));
  }
  strbuf_clear(&text);
  if (a->env->options->art) {
    art_print_dot(a->art, a->precision, a->p, &text);
    a->result->art = arena_strdup(a->result->mem, strbuf_text(&text));
  }
  strbuf_free(&text);
}

static void count_predicates(predabs *a) {
  stats *s = a->env->stats;
  uint64_t sum = 0, places = 0;
  for (uint32_t i = 1; i <= program_location_count(a->p); i++) {
    uint32_t here = precision_at(a->precision, (loc){i})->len;
    region all = art_states_at(a->art, (loc){i});
    places += !region_is_false(all);
    region_drop(a->regions, all);
    sum += here;
    if (here > s->predicates_maximum)
      s->predicates_maximum = here;
  }
  s->predicates = precision_count(a->precision);
  s->predicates_average = places > 0 ? sum / places : 0;
  s->art_size = art_size(a->art);
  s->art_nodes = art_count(a->art);
  s->art_covered = art_covered(a->art);
}

result *predabs_run(const engine_task *task) {
  predabs a;
  predabs_init(&a, task);
  progress state = begin(&a);
  while (state == GO_ON) {
    uint32_t node = art_next(a.art);
    state = node != 0 ? expand(&a, node) : conclude(&a);
  }
  count_predicates(&a);
  write_notes(&a);
  predabs_clear(&a);
  return a.result;
}
