// SPDX-License-Identifier: Apache-2.0
// Splitting and what it leaves behind, without any question to a solver.
//
// Why settled nodes are an invariant with those that are left: take an
// execution from a settled node to a node m of the next location. The edge
// between them existed when the first one was settled, or a part of it did. So
// m was reachable then (it was not dropped before, either: the edge would have
// kept it) and no bad sink from it (or not from the other node): it was settled
// then, or before.
#include "engine/path/graph.h"

#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "engine/path/dot.h"

static bool graph_is_bad(const program *p, loc l) {
  return loc_is_bad(program_kind(p, l));
}

static uint32_t add_node(graph *g, loc at, term label) {
  vec_push(&g->nodes, ((graph_node){.at = at, .label = label}));
  g->node_count++;
  return g->nodes.len - 1;
}

static uint32_t add_edge(graph *g, uint32_t from, edge via, uint32_t to) {
  uint32_t e = g->edges.len;
  vec_push(&g->edges, ((graph_edge){.from = from, .to = to, .via = via}));
  vec_push(&g->nodes.data[from].out, e);
  vec_push(&g->nodes.data[to].in, e);
  g->edge_count++;
  return e;
}

void graph_init(graph *g, const program *p) {
  *g = (graph){.p = p, .tt = program_terms(p)};
  uint32_t count = program_location_count(p);
  g->settled = mem_alloc(sizeof *g->settled * (count + 1));
  vec_push(&g->nodes, ((graph_node){.is_gone = true}));
  vec_push(&g->edges, ((graph_edge){.is_gone = true}));
  for (uint32_t l = 1; l <= count; l++) // node numbers are those of locations
    add_node(g, (loc){l}, term_true(g->tt));
  for (uint32_t e = 1; e <= program_edge_count(p); e++)
    add_edge(g, program_edge_from(p, (edge){e}).id, (edge){e},
             program_edge_to(p, (edge){e}).id);
  g->entry = program_entry(p).id;
  graph_prune(g);
}

void graph_clear(graph *g) {
  for (uint32_t i = 0; i < g->nodes.len; i++) {
    vec_free(&g->nodes.data[i].in);
    vec_free(&g->nodes.data[i].out);
  }
  for (uint32_t l = 0; l <= program_location_count(g->p); l++)
    vec_free(&g->settled[l]);
  mem_free(g->settled);
  vec_free(&g->nodes);
  vec_free(&g->edges);
}

// --- walking -----------------------------------------------------------------

// Marks what the nodes of 'queue' reach; 'queue' holds all of it then.
static void reach(const graph *g, bool is_forward, bool *is_reached,
                  id_list *queue) {
  for (uint32_t i = 0; i < queue->len; i++)
    is_reached[queue->data[i]] = true;
  for (uint32_t i = 0; i < queue->len; i++) {
    const graph_node *n = &g->nodes.data[queue->data[i]];
    const id_list *edges = is_forward ? &n->out : &n->in;
    for (uint32_t k = 0; k < edges->len; k++) {
      const graph_edge *e = &g->edges.data[edges->data[k]];
      uint32_t next = is_forward ? e->to : e->from;
      if (e->is_gone || is_reached[next])
        continue;
      is_reached[next] = true;
      vec_push(queue, next);
    }
  }
}

// Breadth first: 'via' has the edge by which each node was found.
static uint32_t find_nearest(const graph *g, uint32_t *via) {
  id_list queue = {0};
  uint32_t found = 0;
  vec_push(&queue, g->entry);
  for (uint32_t i = 0; i < queue.len; i++) {
    const graph_node *n = &g->nodes.data[queue.data[i]];
    bool is_error = program_kind(g->p, n->at) == LOC_ERROR;
    if (is_error || (found == 0 && graph_is_bad(g->p, n->at)))
      found = queue.data[i];
    if (is_error)
      break;
    for (uint32_t k = 0; k < n->out.len; k++) {
      const graph_edge *e = &g->edges.data[n->out.data[k]];
      if (e->is_gone || via[e->to] != 0 || e->to == g->entry)
        continue;
      via[e->to] = n->out.data[k];
      vec_push(&queue, e->to);
    }
  }
  vec_free(&queue);
  return found;
}

bool graph_find_path(const graph *g, id_list *out) {
  uint32_t *via = mem_alloc(sizeof *via * g->nodes.len);
  uint32_t end = find_nearest(g, via);
  vec_clear(out);
  for (uint32_t n = end; n != 0 && n != g->entry;
       n = g->edges.data[via[n]].from)
    vec_push(out, via[n]);
  for (uint32_t i = 0, j = out->len; i + 1 < j; i++) { // from the entry on
    uint32_t e = out->data[--j];
    out->data[j] = out->data[i];
    out->data[i] = e;
  }
  mem_free(via);
  return end != 0;
}

// --- changing ----------------------------------------------------------------

void graph_remove_edge(graph *g, uint32_t e) {
  g->edge_count -= !g->edges.data[e].is_gone;
  g->edges.data[e].is_gone = true;
}

// Lists forget edges that are gone: what a split copies is alive.
static void compact(const graph *g, id_list *edges) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < edges->len; i++)
    if (!g->edges.data[edges->data[i]].is_gone)
      edges->data[kept++] = edges->data[i];
  edges->len = kept;
}

uint32_t graph_split(graph *g, uint32_t node, term formula) {
  graph_node *n = &g->nodes.data[node];
  assert(!n->is_gone && node != g->entry && !graph_is_bad(g->p, n->at));
  term rest = term_and(g->tt, n->label, term_not(g->tt, formula));
  n->label = term_and(g->tt, n->label, formula);
  compact(g, &n->in);
  compact(g, &n->out);
  uint32_t made = add_node(g, n->at, rest);
  uint32_t ins = g->nodes.data[node].in.len, outs = g->nodes.data[node].out.len;
  for (uint32_t i = 0; i < ins; i++) {
    graph_edge e = g->edges.data[g->nodes.data[node].in.data[i]];
    add_edge(g, e.from, e.via, made);
    if (e.from == node)
      add_edge(g, made, e.via, made);
  }
  for (uint32_t i = 0; i < outs; i++) {
    graph_edge e = g->edges.data[g->nodes.data[node].out.data[i]];
    add_edge(g, made, e.via, e.to);
  }
  return made;
}

static void remove_edges(graph *g, const id_list *edges, bool is_settled) {
  for (uint32_t i = 0; i < edges->len; i++) {
    graph_edge *e = &g->edges.data[edges->data[i]];
    e->is_settled = e->is_settled || (is_settled && !e->is_gone);
    graph_remove_edge(g, edges->data[i]);
  }
}

static void remove_node(graph *g, uint32_t node, bool is_settled) {
  graph_node *n = &g->nodes.data[node];
  n->is_gone = true;
  n->is_settled = is_settled;
  g->node_count--;
  remove_edges(g, &n->in, is_settled);
  remove_edges(g, &n->out, is_settled);
  vec_free(&n->in);
  vec_free(&n->out);
}

void graph_prune(graph *g) {
  id_list queue = {0};
  bool *is_reached = mem_alloc(sizeof *is_reached * g->nodes.len);
  bool *is_dangerous = mem_alloc(sizeof *is_dangerous * g->nodes.len);
  vec_push(&queue, g->entry);
  reach(g, true, is_reached, &queue);
  vec_clear(&queue);
  for (uint32_t i = 1; i < g->nodes.len; i++)
    if (is_reached[i] && graph_is_bad(g->p, g->nodes.data[i].at))
      vec_push(&queue, i);
  reach(g, false, is_dangerous, &queue);
  for (uint32_t i = 1; i < g->nodes.len; i++) {
    const graph_node *n = &g->nodes.data[i];
    if (n->is_gone || i == g->entry || (is_reached[i] && is_dangerous[i]))
      continue;
    if (is_reached[i])
      vec_push(&g->settled[n->at.id], n->label);
    remove_node(g, i, is_reached[i]);
  }
  mem_free(is_reached);
  mem_free(is_dangerous);
  vec_free(&queue);
}

// --- looking -----------------------------------------------------------------

static bool is_shown(const graph *g, uint32_t node) {
  const graph_node *n = &g->nodes.data[node];
  return !n->is_gone || n->is_settled;
}

static void print_node(const graph *g, uint32_t node, strbuf *out) {
  const graph_node *n = &g->nodes.data[node];
  const char *style = graph_is_bad(g->p, n->at)
                          ? "style=filled, fillcolor=salmon"
                      : n->is_settled ? "style=filled, fillcolor=palegreen"
                                      : "";
  dot_print_node(g->p, node, n->at, n->label, style, out);
}

void graph_print_dot(const graph *g, strbuf *out) {
  strbuf_puts(out, "digraph labelled {\n  node [shape=box];\n");
  for (uint32_t i = 1; i < g->nodes.len; i++)
    if (is_shown(g, i))
      print_node(g, i, out);
  for (uint32_t i = 1; i < g->edges.len; i++) {
    const graph_edge *e = &g->edges.data[i];
    if ((!e->is_gone || e->is_settled) && is_shown(g, e->from) &&
        is_shown(g, e->to))
      strbuf_printf(out, "  n%" PRIu32 " -> n%" PRIu32 ";\n", e->from, e->to);
  }
  strbuf_puts(out, "}\n");
}
