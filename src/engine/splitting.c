// SPDX-License-Identifier: Apache-2.0
// Splitting and slicing of the program graph.
//
// E. Ermis, J. Hoenicke, A. Podelski: "Splitting via Interpolants" (VMCAI
// 2012), its Algorithm 1, after I. Brückner, K. Dräger, B. Finkbeiner, H.
// Wehrheim: "Slicing Abstractions" (FSEN 2007).
//
// The abstraction is the program's own graph, with a label per node. A shortest
// path to an error is examined together with the labels on it. A feasible one
// is the answer. An infeasible one has interpolants, and each node on it is
// split into the states that satisfy its interpolant and those that do not.
// Then edges that no execution can take between the labels of their ends are
// sliced off. Every execution is still a path; the examined path is not, so
// that each step excludes one, and what was learned on it is kept for all
// others through the same nodes.
//
// On large blocks one path of the graph is many of the program, and its
// interpolants hold for all of them: they are insensitive to the path.
//
// Different from the paper:
//  - All nodes of a path are split before edges are sliced: each edge is asked
//    about once per step. That the path itself is gone is known from the
//    interpolants, without a question.
//  - A node is not split where one of the halves would be empty.
//  - With --insensitive interpolants are made at locations, from all prefixes
//    and all suffixes of the path's length (engine/path/insensitive.h).
//  - Nodes that cannot reach an error any more are settled: their edges are not
//    asked about again, and they are one formula per location.
#include "engine/splitting.h"

#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "encode/transition.h"
#include "engine/path/cubes.h"
#include "engine/path/graph.h"
#include "engine/path/insensitive.h"
#include "engine/path/refiner.h"
#include "engine/path/path_invariants.h"
#include "term/walk.h"

// What became of a node on the path: the part inside its interpolant and the
// part outside. 0: that part is empty.
typedef struct {
  uint32_t inside, outside;
} halves;

typedef struct {
  refiner refiner;
  const env *env;
  const program *p;
  terms *tt;
  entailer *entailer;
  transition *system;
  graph graph;
  insensitive *insensitive; // NULL: interpolants of single paths will do
  path_invariants *support;
  const term *known; // by location: holds there
  id_list path;      // edges of the graph
  VEC(halves) halves;
  strbuf history; // sizes of the graph, step by step
} splitting;

static void splitting_init(splitting *a, const engine_task *task) {
  *a = (splitting){.env = task->env, .p = task->program};
  refiner_init(&a->refiner, task, "splitting");
  a->refiner.minimizes_proofs = true;
  a->tt = program_terms(a->p);
  a->entailer = entail_new(task);
  a->system = transition_new(a->p);
  if (a->env->options->insensitive)
    a->insensitive = insensitive_new(task, a->system);
  a->support = path_invariants_new(task);
  path_invariants_listen(a->support);
  a->known = path_invariants_known(a->support);
  graph_init(&a->graph, a->p);
}

static void splitting_clear(splitting *a) {
  graph_clear(&a->graph);
  insensitive_free(a->insensitive);
  transition_free(a->system);
  entail_free(a->entailer);
  refiner_clear(&a->refiner);
  path_invariants_free(a->support);
  vec_free(&a->path);
  vec_free(&a->halves);
  strbuf_free(&a->history);
}

static graph_node *node_of(const splitting *a, uint32_t node) {
  return &a->graph.nodes.data[node];
}

static const graph_edge *edge_of(const splitting *a, uint32_t e) {
  return &a->graph.edges.data[e];
}

static term full_label(const splitting *a, uint32_t node) {
  const graph_node *n = node_of(a, node);
  return term_and(a->tt, a->known[n->at.id], n->label);
}

// --- slicing -----------------------------------------------------------------

// Is there no execution over the edge?
static bool is_infeasible(splitting *a, uint32_t edge_id) {
  const graph_edge *e = edge_of(a, edge_id);
  term parts[] = {full_label(a, e->from),
                  program_edge_block(a->p, e->via)->guard,
                  transition_behind(a->system, e->via, full_label(a, e->to))};
  return entail_contradict(a->entailer, parts, sizeof parts / sizeof *parts);
}

static bool slice_edges(splitting *a, const id_list *edges, term_set *asked) {
  for (uint32_t i = 0; i < edges->len; i++) {
    uint32_t e = edges->data[i];
    if (edge_of(a, e)->is_gone || !term_set_add(asked, (term){e}))
      continue;
    if (limits_stop(&a->env->limits) != LIMIT_NONE)
      return false;
    if (is_infeasible(a, e))
      graph_remove_edge(&a->graph, e);
  }
  return true;
}

// All edges of nodes that were split; those between two of them once. False: a
// limit.
static bool slice(splitting *a) {
  term_set asked = {0};
  bool ok = true;
  for (uint32_t k = 0; ok && k < a->halves.len; k++) {
    halves h = a->halves.data[k];
    if (h.inside == 0 || h.outside == 0)
      continue;
    ok = slice_edges(a, &node_of(a, h.inside)->in, &asked) &&
         slice_edges(a, &node_of(a, h.outside)->in, &asked) &&
         slice_edges(a, &node_of(a, h.inside)->out, &asked) &&
         slice_edges(a, &node_of(a, h.outside)->out, &asked);
  }
  term_set_free(&asked);
  return ok;
}

// After news about all states of locations. False: a limit.
static bool slice_all(splitting *a) {
  term_set asked = {0};
  bool ok = true;
  for (uint32_t i = 1; ok && i < a->graph.nodes.len; i++)
    if (!node_of(a, i)->is_gone)
      ok = slice_edges(a, &node_of(a, i)->in, &asked);
  term_set_free(&asked);
  return ok;
}

// --- splitting ---------------------------------------------------------------

static halves split(splitting *a, uint32_t node, term formula) {
  term full = full_label(a, node);
  if (entail_implies(a->entailer, full, formula))
    return (halves){node, 0};
  if (entail_implies(a->entailer, full, term_not(a->tt, formula)))
    return (halves){0, node};
  a->env->stats->splits++;
  return (halves){node, graph_split(&a->graph, node, formula)};
}

// The step of the path from inside one interpolant to outside the next is
// infeasible; the last one leads into the sink.
static void cut_path(splitting *a, const edge_vec *via) {
  for (uint32_t k = 0; k < via->len; k++) {
    uint32_t from = a->halves.data[k].inside;
    uint32_t to = a->halves.data[k + 1].outside;
    if (from == 0 || to == 0)
      continue;
    const id_list *out = &node_of(a, from)->out;
    for (uint32_t i = 0; i < out->len; i++) {
      const graph_edge *e = edge_of(a, out->data[i]);
      if (e->to == to && e->via.id == via->data[k].id)
        graph_remove_edge(&a->graph, out->data[i]);
    }
  }
}

static void split_path(splitting *a) {
  const refiner *r = &a->refiner;
  vec_clear(&a->halves);
  vec_push(&a->halves, ((halves){a->graph.entry, 0}));
  for (uint32_t k = 0; k + 1 < a->path.len; k++) {
    uint32_t node = edge_of(a, a->path.data[k])->to;
    path_invariants_learn(a->support, node_of(a, node)->at,
                          r->interpolants.data[k]);
    halves h = split(a, node, r->interpolants.data[k]);
    vec_push(&a->halves, h);
  }
  uint32_t sink = edge_of(a, vec_last(&a->path))->to;
  vec_push(&a->halves, ((halves){0, sink}));
  cut_path(a, &r->path);
}

// --- the search --------------------------------------------------------------

static void label_path(splitting *a) {
  refiner *r = &a->refiner;
  vec_clear(&r->path);
  vec_clear(&r->labels);
  vec_push(&r->labels, full_label(a, a->graph.entry));
  for (uint32_t k = 0; k < a->path.len; k++) {
    const graph_edge *e = edge_of(a, a->path.data[k]);
    vec_push(&r->path, e->via);
    vec_push(&r->labels, full_label(a, e->to));
  }
}

// Interpolants that hold for all paths of this length, in place of the path's.
static void generalize(splitting *a) {
  refiner *r = &a->refiner;
  term_vec found = {0};
  vec_resize(&found, r->path.len);
  if (insensitive_find(a->insensitive, r->path.data, r->path.len, a->known,
                       found.data)) {
    a->env->stats->insensitive++;
    for (uint32_t k = 0; k + 1 < found.len; k++)
      r->interpolants.data[k] = found.data[k];
  }
  vec_free(&found);
}

static void tell(splitting *a) {
  const stats *s = a->env->stats;
  const graph *g = &a->graph;
  env_progress(a->env,
               "splitting: %" PRIu64 " refinement steps, %" PRIu64
               " splits, %" PRIu32 " nodes, %" PRIu32 " edges",
               s->refinements, s->splits, g->node_count, g->edge_count);
  if (a->env->options->art)
    strbuf_printf(&a->history,
                  "// step %" PRIu64 ": %" PRIu32 " nodes, %" PRIu32
                  " edges, %" PRIu64 " splits, %" PRIu64 " prover calls\n",
                  s->refinements, g->node_count, g->edge_count, s->splits,
                  s->prover_calls);
}

static term invariant_at(void *data, loc l) {
  splitting *a = data;
  term_vec *labels = &a->graph.settled[l.id];
  term all = cubes_join(a->entailer, a->tt, a->known[l.id], labels);
  return term_and(a->tt, a->known[l.id], all);
}

static refiner_status step(splitting *a) {
  if (limits_stop(&a->env->limits) != LIMIT_NONE)
    return refiner_give_up(&a->refiner, "", "");
  if (!graph_find_path(&a->graph, &a->path))
    return refiner_prove(&a->refiner, invariant_at, a);
  label_path(a);
  if (refiner_examine(&a->refiner) == REFINER_DONE)
    return REFINER_DONE;
  refiner_count_step(&a->refiner);
  if (a->insensitive)
    generalize(a);
  split_path(a);
  bool ok = path_invariants_poll(a->support) ? slice_all(a) : slice(a);
  if (!ok)
    return refiner_give_up(&a->refiner, "", "");
  graph_prune(&a->graph);
  tell(a);
  return REFINER_GO_ON;
}

static void write_notes(splitting *a) {
  stats *s = a->env->stats;
  s->graph_nodes = a->graph.nodes.len - 1;
  s->graph_edges = a->graph.edges.len - 1;
  if (!a->env->options->art)
    return;
  graph_print_dot(&a->graph, &a->history);
  a->refiner.result->art =
      arena_strdup(a->refiner.result->mem, strbuf_text(&a->history));
}

result *splitting_run(const engine_task *task) {
  splitting a;
  splitting_init(&a, task);
  tell(&a);
  while (step(&a) == REFINER_GO_ON)
    ;
  write_notes(&a);
  splitting_clear(&a);
  return a.refiner.result;
}
