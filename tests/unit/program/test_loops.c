// SPDX-License-Identifier: Apache-2.0
// Loops against their definition, on random graphs, by brute force: the loop
// of a head h are the nodes below h in the search tree that reach h without
// leaving what is below h.
#include "program/loops.h"

#include "builder.h"

enum { MAX_NODES = 9, ROUNDS = 20000 };

typedef struct {
  program *p;
  uint32_t count;
  bool has_edge[MAX_NODES + 1][MAX_NODES + 1];
  bool is_reached[MAX_NODES + 1];
  bool is_below[MAX_NODES + 1][MAX_NODES + 1]; // [ancestor][descendant]
  bool is_in[MAX_NODES + 1][MAX_NODES + 1];    // [head][node], head excluded
  uint32_t stack[MAX_NODES + 1], depth;
} graph;

static void add_random_edges(graph *g, dice *d) {
  uint32_t edges = roll(d, 2 * g->count + 1);
  for (uint32_t i = 0; i < edges; i++) {
    loc from = {1 + roll(d, g->count)}, to = {1 + roll(d, g->count)};
    if (to.id == 1)
      continue;
    build_skip(g->p, from, to, term_true(program_terms(g->p)));
    g->has_edge[from.id][to.id] = true;
  }
}

static graph random_graph(terms *tt, dice *d) {
  graph g = {.p = program_new(tt), .count = 2 + roll(d, MAX_NODES - 1)};
  build_loc(g.p, LOC_ENTRY);
  for (uint32_t i = 2; i <= g.count; i++)
    build_loc(g.p, LOC_PLAIN);
  add_random_edges(&g, d);
  return g;
}

// The same search as the module's: out-edges in order.
static void search(graph *g, uint32_t node) {
  g->is_reached[node] = true;
  g->stack[g->depth++] = node;
  for (uint32_t i = 0; i < g->depth; i++)
    g->is_below[g->stack[i]][node] = true;
  const edge_vec *out = program_out_edges(g->p, (loc){node});
  for (uint32_t i = 0; i < out->len; i++) {
    uint32_t to = program_edge_to(g->p, out->data[i]).id;
    if (!g->is_reached[to])
      search(g, to);
  }
  g->depth--;
}

static void find_body(graph *g, uint32_t head) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t n = 1; n <= g->count; n++)
      for (uint32_t m = 1; m <= g->count; m++) {
        bool leads_back = m == head || g->is_in[head][m];
        if (n == head || g->is_in[head][n] || !g->is_below[head][n] ||
            !g->has_edge[n][m] || !leads_back)
          continue;
        g->is_in[head][n] = changed = true;
      }
  }
}

static bool is_retreating_target(const graph *g, uint32_t node) {
  for (uint32_t n = 1; n <= g->count; n++)
    if (g->is_reached[n] && g->has_edge[n][node] && g->is_below[node][n])
      return true;
  return false;
}

static bool is_entered_elsewhere(const graph *g, uint32_t head) {
  for (uint32_t n = 1; n <= g->count; n++)
    for (uint32_t m = 1; m <= g->count; m++)
      if (g->is_reached[n] && n != head && !g->is_in[head][n] &&
          g->is_in[head][m] && g->has_edge[n][m])
        return true;
  return false;
}

static uint32_t body_size(const graph *g, uint32_t head) {
  uint32_t size = 0;
  for (uint32_t n = 1; n <= g->count; n++)
    size += g->is_in[head][n];
  return size;
}

// The head of the smallest loop whose body contains 'node'; 0: none.
static uint32_t enclosing(const graph *g, const loops *l, uint32_t node) {
  uint32_t best = 0;
  for (uint32_t h = 1; h <= g->count; h++)
    if (l->is_head[h] && g->is_in[h][node] &&
        (best == 0 || body_size(g, h) < body_size(g, best)))
      best = h;
  return best;
}

static void check_loop(const graph *g, const loops *l, const loop *found) {
  uint32_t outer = enclosing(g, l, found->head.id);
  CHECK((outer == 0) == (found->parent == 0));
  if (outer != 0) {
    const loop *parent = &l->loops.data[found->parent - 1];
    CHECK(parent->head.id == outer);
    CHECK(found->depth == parent->depth + 1);
  } else {
    CHECK(found->depth == 1);
  }
  CHECK(found->reducible == !is_entered_elsewhere(g, found->head.id));
}

static void check_order(const graph *g, const loops *l) {
  uint32_t position[MAX_NODES + 1] = {0}, reached = 0;
  for (uint32_t i = 0; i < l->order.len; i++)
    position[l->order.data[i].id] = i + 1;
  for (uint32_t n = 1; n <= g->count; n++) {
    reached += g->is_reached[n];
    CHECK(g->is_reached[n] == (position[n] != 0));
    for (uint32_t m = 1; m <= g->count; m++)
      if (g->is_reached[n] && g->has_edge[n][m])
        CHECK((position[m] <= position[n]) == g->is_below[m][n]);
  }
  CHECK(reached == l->order.len);
}

static void check_graph(graph *g) {
  search(g, 1);
  loops *l = loops_find(g->p);
  uint32_t heads = 0;
  for (uint32_t n = 1; n <= g->count; n++) {
    CHECK(l->is_head[n] == is_retreating_target(g, n));
    heads += l->is_head[n];
    if (l->is_head[n])
      find_body(g, n);
  }
  CHECK(heads == l->loops.len);
  for (uint32_t i = 0; i < l->loops.len; i++)
    check_loop(g, l, &l->loops.data[i]);
  check_order(g, l);
  loops_free(l);
}

static void random_graphs_match_the_definition(void **state) {
  terms *tt = terms_new();
  dice d = {1};
  for (int i = 0; i < ROUNDS; i++) {
    graph g = random_graph(tt, &d);
    check_graph(&g);
    program_free(g.p);
  }
  terms_free(tt);
  CHECK(mem_live() == 0);
}

// A ladder of nested loops with ways into them neither recurses nor takes
// quadratic time: both would end the test.
static void deep_nesting_is_linear(void **state) {
  enum { DEPTH = 300000 };
  terms *tt = terms_new();
  program *p = program_new(tt);
  term yes = term_true(tt);
  loc at = build_loc(p, LOC_ENTRY);
  loc_vec heads = {0};
  for (int i = 0; i < DEPTH; i++) {
    loc next = build_loc(p, LOC_PLAIN);
    build_skip(p, at, next, yes);
    vec_push(&heads, next);
    at = next;
  }
  for (uint32_t i = heads.len; i > 0; i--) {
    loc next = build_loc(p, LOC_PLAIN);
    build_skip(p, at, next, yes);
    build_skip(p, next, heads.data[i - 1], yes);
    build_skip(p, heads.data[(i * 7919u) % heads.len], next, yes);
    at = next;
  }
  loops *l = loops_find(p);
  CHECK(l->loops.len == DEPTH);
  loops_free(l);
  vec_free(&heads);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_graphs_match_the_definition),
      cmocka_unit_test(deep_nesting_is_linear),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
