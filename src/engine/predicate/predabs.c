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
#include "engine/predicate/predabs.h"

#include <assert.h>
#include <inttypes.h>

#include "base/file.h"
#include "base/mem.h"
#include "engine/predicate/art.h"
#include "engine/predicate/abstractor.h"
#include "engine/predicate/precision_file.h"
#include "engine/path/refiner.h"
#include "engine/path/path_invariants.h"
#include "engine/predicate/vocabulary.h"

typedef struct {
  refiner refiner;
  const env *env;
  const program *p;
  terms *tt;
  regions *regions;
  precision *precision;
  path_invariants *support;
  const term *known; // by location: what other engines found
  abstractor *abstractor;
  art *art;
  VEC(uint32_t) stops; // nodes at 'bound' and 'unsupported'
  term_vec atoms;
  vocabulary *vocabulary;
} predabs;

static void predabs_init(predabs *a, const engine_task *task) {
  *a = (predabs){.env = task->env, .p = task->program};
  refiner_init(&a->refiner, task, "predabs");
  a->tt = program_terms(a->p);
  a->regions = regions_new();
  a->precision = precision_new(a->p);
  a->vocabulary = vocabulary_new(a->p);
  a->support = path_invariants_new(task);
  path_invariants_listen(a->support);
  a->known = path_invariants_known(a->support);
  a->abstractor = abstractor_new(task, a->precision, a->regions, a->known);
  a->art = art_new(a->p, a->regions, (search_word)a->env->options->search);
}

static void predabs_clear(predabs *a) {
  refiner_clear(&a->refiner);
  art_free(a->art);
  abstractor_free(a->abstractor);
  path_invariants_free(a->support);
  precision_free(a->precision);
  regions_free(a->regions);
  vec_free(&a->stops);
  vec_free(&a->atoms);
  vocabulary_free(a->vocabulary);
}

// --- answers -----------------------------------------------------------------

static const tree_node *place(const predabs *a, uint32_t node) {
  return tree_get(art_tree(a->art), node);
}

// The same path again, and nothing new to track on it.
static refiner_status answer_no_progress(predabs *a, uint32_t node) {
  assert(a->env->options->abstraction == ABSTRACTION_CARTESIAN &&
         "Boolean abstraction should exclude a path that it tracks");
  const tree_node *end = place(a, node);
  loc at = place(a, end->parent)->at;
  result_unknown(a->refiner.result, UNKNOWN_ENGINE,
                 program_location(a->p, at)->pos,
                 "no progress: the abstraction cannot exclude an infeasible "
                 "error path of %" PRIu32 " blocks",
                 end->depth);
  return REFINER_DONE;
}

static term invariant_at(void *data, loc l) {
  predabs *a = data;
  region all = art_states_at(a->art, l);
  term t = precision_formula(a->precision, all);
  region_drop(a->regions, all);
  return term_and(a->tt, a->known[l.id], t);
}

// --- refinement --------------------------------------------------------------

// Node 'node' is at the end of the path. Returns the pivot; 0: there is none.
static uint32_t track_interpolants(predabs *a, uint32_t node) {
  const term_vec *all = &a->refiner.interpolants;
  uint32_t pivot = 0;
  uint32_t n = node;
  for (uint32_t k = all->len - 1; k > 0; k--) {
    n = place(a, n)->parent;
    if (vocabulary_track(a->vocabulary, a->precision, place(a, n)->at,
                         art_get(a->art, n)->tracked, all->data[k - 1]))
      pivot = n;
  }
  return pivot;
}

// What is known on the path, if anything is.
static void label_path(predabs *a) {
  refiner *r = &a->refiner;
  bool has_any = false;
  vec_clear(&r->labels);
  for (uint32_t i = 0; i < r->path.len; i++) {
    term known = a->known[program_edge_from(a->p, r->path.data[i]).id];
    has_any |= !term_is_true(a->tt, known);
    vec_push(&r->labels, known);
  }
  if (has_any)
    vec_push(&r->labels, TERM_NONE);
  else
    vec_clear(&r->labels);
}

// A node at a sink other than the end was reached.
static refiner_status examine(predabs *a, uint32_t node) {
  tree_path(art_tree(a->art), node, &a->refiner.path);
  label_path(a);
  if (refiner_examine(&a->refiner) == REFINER_DONE)
    return REFINER_DONE;
  uint32_t pivot = track_interpolants(a, node);
  if (pivot == 0)
    return answer_no_progress(a, node);
  art_remove(a->art, pivot);
  refiner_count_step(&a->refiner);
  env_progress(a->env,
               "predabs: %" PRIu64 " refinement steps, %" PRIu32
               " predicates, %" PRIu32 " abstract states",
               a->refiner.steps, precision_count(a->precision),
               art_size(a->art));
  return REFINER_GO_ON;
}

// --- the search --------------------------------------------------------------

static loc_kind kind_behind(const predabs *a, edge e) {
  return program_kind(a->p, program_edge_to(a->p, e));
}

// The abstract successor under e becomes a child; a path to an error is
// examined at once.
static refiner_status follow(predabs *a, uint32_t node, edge e) {
  art_node *n = art_get(a->art, node);
  abstractor_source from = {n->state, n->tracked, &n->formula};
  region state;
  if (!abstractor_compute(a->abstractor, &from, e, &state))
    return refiner_give_up(&a->refiner,
                           "the solver gave up on an abstract successor",
                           abstractor_reason(a->abstractor));
  if (region_is_false(state))
    return REFINER_GO_ON;
  uint32_t tracked = precision_at(a->precision, program_edge_to(a->p, e))->len;
  uint32_t child = art_add(a->art, node, e, state, tracked);
  loc_kind kind = kind_behind(a, e);
  if (kind == LOC_BOUND || kind == LOC_UNSUPPORTED)
    vec_push(&a->stops, child);
  return kind == LOC_ERROR ? examine(a, child) : REFINER_GO_ON;
}

// Errors first: the other successors may be in vain. The node is gone if one of
// its paths was refined.
static refiner_status expand(predabs *a, uint32_t node) {
  const edge_vec *out = program_out_edges(a->p, place(a, node)->at);
  bool was_expanded = place(a, node)->first_child != 0;
  for (int round = 0; round < 2; round++)
    for (uint32_t i = 0; i < out->len; i++) {
      edge e = out->data[i];
      loc_kind kind = kind_behind(a, e);
      bool is_turn = (kind == LOC_ERROR) == (round == 0);
      if (!is_turn || kind == LOC_END ||
          (was_expanded && tree_has_child(art_tree(a->art), node, e)))
        continue;
      if (limits_stop(&a->env->limits) != LIMIT_NONE)
        return refiner_give_up(&a->refiner, "", "");
      if (follow(a, node, e) == REFINER_DONE)
        return REFINER_DONE;
      if (art_get(a->art, node)->status != NODE_EXPANDED)
        return REFINER_GO_ON;
    }
  return REFINER_GO_ON;
}

// The tree is complete but for sinks that stand for what we do not know.
static refiner_status conclude(predabs *a) {
  while (a->stops.len > 0) {
    uint32_t node = vec_pop(&a->stops);
    if (art_get(a->art, node)->status != NODE_DEAD)
      return examine(a, node);
  }
  return refiner_prove(&a->refiner, invariant_at, a);
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

static refiner_status read_precision(predabs *a, const char *path) {
  strbuf text = {0};
  diag d = {0};
  bool ok = file_read(path, &text, &d) &&
            precision_read(a->precision, a->p, path, strbuf_text(&text), &d);
  if (!ok)
    result_unknown(a->refiner.result, UNKNOWN_ENGINE, d.pos,
                   "--precision-in %s: %s", path, strbuf_text(&d.text));
  diag_clear(&d);
  strbuf_free(&text);
  return ok ? REFINER_GO_ON : REFINER_DONE;
}

static refiner_status begin(predabs *a) {
  const options *o = a->env->options;
  if (o->initial == INITIAL_CONDITIONS)
    track_conditions(a);
  return o->precision_in ? read_precision(a, o->precision_in) : REFINER_GO_ON;
}

static void write_notes(predabs *a) {
  strbuf text = {0};
  if (a->env->options->precision_out) {
    precision_print(a->precision, a->p, &text);
    a->refiner.result->precision =
        arena_strdup(a->refiner.result->mem, strbuf_text(&text));
  }
  strbuf_clear(&text);
  if (a->env->options->art) {
    art_print_dot(a->art, a->precision, a->p, &text);
    a->refiner.result->art =
        arena_strdup(a->refiner.result->mem, strbuf_text(&text));
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
  s->art_nodes = tree_count(art_tree(a->art));
  s->art_covered = art_tree(a->art)->covered;
}

result *predabs_run(const engine_task *task) {
  predabs a;
  predabs_init(&a, task);
  refiner_status state = begin(&a);
  while (state == REFINER_GO_ON) {
    uint32_t node = art_next(a.art);
    state = node != 0 ? expand(&a, node) : conclude(&a);
  }
  count_predicates(&a);
  write_notes(&a);
  predabs_clear(&a);
  return a.refiner.result;
}
