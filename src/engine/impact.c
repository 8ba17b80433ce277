// SPDX-License-Identifier: Apache-2.0
// Lazy abstraction with interpolants.
//
// K. McMillan: "Lazy Abstraction with Interpolants" (CAV 2006), as Ermis,
// Hoenicke and Podelski re-implemented it to compare with (VMCAI 2012); on
// large blocks as in D. Beyer, P. Wendler: "Algorithms for Software Model
// Checking: Predicate Abstraction vs. Impact" (FMCAD 2012).
//
// The program is unwound into a tree. All labels begin as 'true'; no abstract
// successor is ever computed. Where a node has an edge to an error, the path to
// it is examined as it is: a feasible one is the answer, and an infeasible one
// is refuted by an inductive sequence of interpolants, which are conjoined to
// the labels of its nodes. A node that is inside an older one at its location
// is covered and not unwound further. The invariant of the loop: the label of
// an expanded node and a block imply the label of the child, and contradict the
// block into an error.
//
// Forced covering: before a node is expanded, we ask whether the path from the
// deepest node that it has in common with a candidate leads into the label of
// the candidate, whatever its own label says; if so, interpolants strengthen
// the labels on the way until the node is covered. So a loop whose first round
// was understood is not understood again for each way to reach it.
//
// A block that contradicts the label before it has no child: with small blocks
// this saves most paths.
//
// The sinks 'bound' and 'unsupported' only matter for the answer true: edges
// into them are examined like errors when nothing else is left.
#include "engine/impact.h"

#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "engine/path/cubes.h"
#include "engine/path/refiner.h"
#include "engine/path/path_invariants.h"
#include "engine/path/unwinding.h"

enum { FORCED_CANDIDATES = 3 }; // to be covered by, per node

typedef struct {
  uint32_t node;
  edge e;
} stop;

typedef struct {
  refiner refiner;
  const env *env;
  const program *p;
  terms *tt;
  entailer *entailer;
  unwinding *unwinding;
  path_invariants *support;
  const term *known; // by location: holds there
  VEC(stop) stops;   // ways into 'bound' and 'unsupported'
  node_list nodes;   // on the path
} impact;

static void impact_init(impact *a, const engine_task *task) {
  *a = (impact){.env = task->env, .p = task->program};
  refiner_init(&a->refiner, task, "impact");
  a->refiner.minimizes_proofs = true;
  a->tt = program_terms(a->p);
  a->entailer = entail_new(task);
  a->support = path_invariants_new(task);
  path_invariants_listen(a->support);
  a->known = path_invariants_known(a->support);
  a->unwinding = unwinding_new(a->p, a->entailer, a->known,
                               (search_word)a->env->options->search);
}

static void impact_clear(impact *a) {
  unwinding_free(a->unwinding);
  entail_free(a->entailer);
  refiner_clear(&a->refiner);
  path_invariants_free(a->support);
  vec_free(&a->stops);
  vec_free(&a->nodes);
}

static const tree_node *place(const impact *a, uint32_t node) {
  return tree_get(unwinding_tree(a->unwinding), node);
}

// --- refinement --------------------------------------------------------------

// The nodes behind the edges of a path down to 'node' that starts below 'top'.
static void collect_nodes(impact *a, uint32_t top, uint32_t node) {
  uint32_t n = place(a, node)->depth - place(a, top)->depth;
  vec_clear(&a->nodes);
  vec_resize(&a->nodes, n);
  for (; n > 0; node = place(a, node)->parent)
    a->nodes.data[--n] = node;
  assert(node == top);
}

// Interpolant k is said of node k of the list.
static void strengthen(impact *a, const term *interpolants) {
  for (uint32_t k = 0; k < a->nodes.len; k++) {
    uint32_t node = a->nodes.data[k];
    if (unwinding_strengthen(a->unwinding, node, interpolants[k]))
      path_invariants_learn(a->support, place(a, node)->at, interpolants[k]);
  }
}

static void close_path(impact *a) {
  for (uint32_t k = 0; k < a->nodes.len; k++)
    if (unwinding_close(a->unwinding, a->nodes.data[k]))
      return;
}

static void tell(const impact *a) {
  const tree *t = unwinding_tree(a->unwinding);
  env_progress(a->env,
               "impact: %" PRIu64 " refinement steps, %" PRIu32
               " nodes, %" PRIu32 " covered",
               a->refiner.steps, unwinding_size(a->unwinding), t->covered);
}

// A sink other than the end is behind edge e of the node.
static refiner_status examine(impact *a, uint32_t node, edge e) {
  refiner *r = &a->refiner;
  tree_path(unwinding_tree(a->unwinding), node, &r->path);
  vec_push(&r->path, e);
  vec_clear(&r->labels);
  for (uint32_t k = 0; k < r->path.len; k++)
    vec_push(&r->labels, a->known[program_edge_from(a->p, r->path.data[k]).id]);
  vec_push(&r->labels, TERM_NONE);
  if (refiner_examine(r) == REFINER_DONE)
    return REFINER_DONE;
  refiner_count_step(r);
  collect_nodes(a, 1, node);
  strengthen(a, r->interpolants.data);
  close_path(a);
  path_invariants_poll(a->support);
  tell(a);
  return REFINER_GO_ON;
}

// --- forced covering ---------------------------------------------------------

// What is known on the way from 'top' to 'node', and at its end the opposite of
// what is to be shown.
static void label_way(impact *a, uint32_t top, uint32_t node, term goal) {
  refiner *r = &a->refiner;
  collect_nodes(a, top, node);
  vec_clear(&r->path);
  vec_clear(&r->labels);
  vec_push(&r->labels, term_and(a->tt, a->known[place(a, top)->at.id],
                                unwinding_label(a->unwinding, top)));
  for (uint32_t k = 0; k < a->nodes.len; k++) {
    const tree_node *n = place(a, a->nodes.data[k]);
    vec_push(&r->path, n->via);
    vec_push(&r->labels, a->known[n->at.id]);
  }
  vec_last(&r->labels) =
      term_and(a->tt, vec_last(&r->labels), term_not(a->tt, goal));
}

// True: the node is covered now.
static bool force(impact *a, uint32_t node, uint32_t other) {
  refiner *r = &a->refiner;
  term goal = unwinding_label(a->unwinding, other);
  uint32_t top = tree_meet(unwinding_tree(a->unwinding), node, other);
  assert(top != node);
  label_way(a, top, node, goal);
  a->env->stats->prover_calls++;
  if (trail_check(r->trail, r->path.data, r->path.len, r->labels.data) !=
      SMT_UNSAT)
    return false;
  vec_resize(&r->interpolants, r->path.len);
  if (!trail_interpolate(r->trail, r->interpolants.data))
    return false;
  strengthen(a, r->interpolants.data);
  bool is_hidden = unwinding_close(a->unwinding, node);
  a->env->stats->forced_covers += is_hidden;
  return is_hidden;
}

static bool force_any(impact *a, uint32_t node) {
  uint32_t other = node;
  for (uint32_t i = 0; i < FORCED_CANDIDATES; i++) {
    other = unwinding_older(a->unwinding, node, other);
    if (other == 0)
      return false;
    if (force(a, node, other))
      return true;
  }
  return false;
}

// --- the search --------------------------------------------------------------

static loc_kind kind_behind(const impact *a, edge e) {
  return program_kind(a->p, program_edge_to(a->p, e));
}

static bool is_excluded(impact *a, uint32_t node, edge e) {
  term parts[] = {a->known[place(a, node)->at.id],
                  unwinding_label(a->unwinding, node),
                  program_edge_block(a->p, e)->guard};
  return entail_contradict(a->entailer, parts, sizeof parts / sizeof *parts);
}

static refiner_status follow(impact *a, uint32_t node, edge e) {
  loc_kind kind = kind_behind(a, e);
  if (kind == LOC_END || is_excluded(a, node, e))
    return REFINER_GO_ON;
  if (kind == LOC_ERROR)
    return examine(a, node, e);
  if (kind == LOC_BOUND || kind == LOC_UNSUPPORTED)
    vec_push(&a->stops, ((stop){node, e}));
  else if (!tree_has_child(unwinding_tree(a->unwinding), node, e))
    unwinding_add(a->unwinding, node, e);
  return REFINER_GO_ON;
}

// Errors first: the other successors may be in vain. If the node is hidden on
// the way, it waits again when it comes back.
static refiner_status expand(impact *a, uint32_t node) {
  const edge_vec *out = program_out_edges(a->p, place(a, node)->at);
  for (int round = 0; round < 2; round++)
    for (uint32_t i = 0; i < out->len; i++) {
      edge e = out->data[i];
      if ((kind_behind(a, e) == LOC_ERROR) != (round == 0))
        continue;
      if (limits_stop(&a->env->limits) != LIMIT_NONE)
        return refiner_give_up(&a->refiner, "", "");
      if (follow(a, node, e) == REFINER_DONE)
        return REFINER_DONE;
      if (!unwinding_is_visible(a->unwinding, node))
        return REFINER_GO_ON;
    }
  unwinding_set_expanded(a->unwinding, node);
  return REFINER_GO_ON;
}

static refiner_status visit(impact *a, uint32_t node) {
  if (unwinding_close(a->unwinding, node) || force_any(a, node))
    return REFINER_GO_ON;
  return expand(a, node);
}

// --- the end -----------------------------------------------------------------

static term invariant_at(void *data, loc l) {
  impact *a = data;
  term_vec labels = {0};
  unwinding_labels_at(a->unwinding, l, &labels);
  term all = cubes_join(a->entailer, a->tt, a->known[l.id], &labels);
  vec_free(&labels);
  return term_and(a->tt, a->known[l.id], all);
}

// The unwinding is complete but for sinks that stand for what we do not know.
// Ways that were excluded once stay so: labels only become stronger.
static refiner_status conclude(impact *a) {
  uint32_t kept = 0;
  stop found = {0};
  for (uint32_t i = 0; i < a->stops.len; i++) {
    stop s = a->stops.data[i];
    bool is_visible = unwinding_is_visible(a->unwinding, s.node);
    if (is_visible && is_excluded(a, s.node, s.e))
      continue;
    a->stops.data[kept++] = s;
    if (is_visible && found.node == 0)
      found = s;
  }
  a->stops.len = kept;
  if (found.node != 0)
    return examine(a, found.node, found.e);
  return refiner_prove(&a->refiner, invariant_at, a);
}

static void write_notes(impact *a) {
  stats *s = a->env->stats;
  const tree *t = unwinding_tree(a->unwinding);
  s->art_size = unwinding_size(a->unwinding);
  s->art_nodes = tree_count(t);
  s->art_covered = t->covered;
  if (!a->env->options->art)
    return;
  strbuf text = {0};
  unwinding_print_dot(a->unwinding, &text);
  a->refiner.result->art =
      arena_strdup(a->refiner.result->mem, strbuf_text(&text));
  strbuf_free(&text);
}

result *impact_run(const engine_task *task) {
  impact a;
  impact_init(&a, task);
  refiner_status state = REFINER_GO_ON;
  while (state == REFINER_GO_ON) {
    uint32_t node = unwinding_next(a.unwinding);
    if (limits_stop(&a.env->limits) != LIMIT_NONE)
      state = refiner_give_up(&a.refiner, "", "");
    else
      state = node != 0 ? visit(&a, node) : conclude(&a);
  }
  write_notes(&a);
  impact_clear(&a);
  return a.refiner.result;
}
