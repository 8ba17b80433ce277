// SPDX-License-Identifier: Apache-2.0
#include "certify/cuts.h"

#include "small.h"

enum { MAX = 8 };

typedef struct {
  small s;
  uint32_t n;
  bool has_edge[MAX + 1][MAX + 1];
  bool is_label[MAX + 1];
  bool matters[MAX + 1]; // on a way from the entry to the sink
} random_graph;

// Location 1 is the entry, the last one a sink.
static void make_graph(random_graph *g, uint64_t *seed) {
  *g = (random_graph){.n = 3 + small_random(seed, MAX - 2)};
  small_init(&g->s);
  for (uint32_t i = 1; i <= g->n; i++)
    small_loc(&g->s, i == 1 ? LOC_ENTRY : i == g->n ? LOC_ERROR : LOC_PLAIN);
  uint32_t edges = 1 + small_random(seed, 2 * g->n);
  for (uint32_t i = 0; i < edges; i++) {
    uint32_t from = 1 + small_random(seed, g->n - 1);
    uint32_t to = 2 + small_random(seed, g->n - 1);
    g->has_edge[from][to] = true;
    small_edge(&g->s, (loc){from}, (loc){to}, TERM_NONE, VAR_NONE, TERM_NONE,
               TERM_NONE);
  }
  for (uint32_t i = 1; i <= g->n; i++)
    g->is_label[i] = small_random(seed, 3) == 0;
}

// Which locations lie on a cycle of unlabelled locations that matter: closure
// by Warshall's algorithm.
static bool close_graph(random_graph *g, bool on_cycle[MAX + 1]) {
  bool way[MAX + 1][MAX + 1], free_way[MAX + 1][MAX + 1], any = false;
  for (uint32_t i = 1; i <= g->n; i++)
    for (uint32_t j = 1; j <= g->n; j++) {
      way[i][j] = g->has_edge[i][j];
      free_way[i][j] = way[i][j] && (i == 1 || !g->is_label[i]) &&
                       (j == 1 || !g->is_label[j]);
    }
  for (uint32_t k = 1; k <= g->n; k++)
    for (uint32_t i = 1; i <= g->n; i++)
      for (uint32_t j = 1; j <= g->n; j++) {
        way[i][j] |= way[i][k] && way[k][j];
        free_way[i][j] |= free_way[i][k] && free_way[k][j];
      }
  for (uint32_t i = 1; i <= g->n; i++) {
    g->matters[i] = (i == 1 || way[1][i]) && (i == g->n || way[i][g->n]);
    on_cycle[i] = g->matters[i] && free_way[i][i];
    any |= on_cycle[i];
  }
  return any;
}

static void check_order(const random_graph *g, const cuts *c) {
  for (uint32_t i = 1; i < g->n; i++)
    for (uint32_t j = 1; j < g->n; j++)
      if (g->has_edge[i][j] && c->rank[i] && c->rank[j])
        CHECK(c->rank[i] < c->rank[j]);
  uint32_t labels = 0;
  for (uint32_t i = 1; i <= g->n; i++)
    CHECK(c->matters[i] == g->matters[i]);
  for (uint32_t i = 2; i < g->n; i++) {
    bool is_label = g->is_label[i] && g->matters[i];
    CHECK(c->is_label[i] == is_label);
    CHECK((c->rank[i] != 0) == (g->matters[i] && !is_label));
    labels += is_label;
  }
  CHECK(c->labels.len == labels);
  CHECK(!c->is_label[1] && !c->is_label[g->n]);
}

static void random_graphs(void **unused) {
  uint64_t seed = 7;
  uint32_t uncut = 0;
  for (int round = 0; round < 5000; round++) {
    random_graph g;
    make_graph(&g, &seed);
    bool on_cycle[MAX + 1];
    bool any = close_graph(&g, on_cycle);
    cuts *c = cuts_find(g.s.p, g.is_label, NULL);
    CHECK((c->uncut.id != 0) == any);
    if (any)
      CHECK(on_cycle[c->uncut.id]);
    else
      check_order(&g, c);
    uncut += any;
    cuts_free(c);
    small_clear(&g.s);
  }
  CHECK(uncut > 300 && uncut < 4500); // both cases were met
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_graphs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
