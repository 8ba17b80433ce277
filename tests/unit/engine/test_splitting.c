// SPDX-License-Identifier: Apache-2.0
// Splitting of the graphs of random programs: all blocks.
#include "engine/splitting.h"

#include "engine/trials.h"

static void configure(options *o, int variant) {
  o->insensitive = variant == 1;
}

static void random_programs(void **state) {
  trial t = {splitting_run, configure, 2, 0, NULL};
  trial_run(&t, 600, 3);
}

// --- by hand -----------------------------------------------------------------

static void is_true(const result *r) { CHECK(r->verdict == VERDICT_TRUE); }
static void is_false(const result *r) { CHECK(r->verdict == VERDICT_FALSE); }
static void is_late(const result *r) {
  CHECK(r->verdict == VERDICT_UNKNOWN && r->unknown == UNKNOWN_TIME);
}
static void has_graph(const result *r) {
  CHECK(strstr(r->art, "// step 0: 3 nodes, 3 edges") == r->art);
  CHECK(strstr(r->art, "digraph labelled {"));
  CHECK(strstr(r->art, "palegreen")); // something is settled
}

static void run_even(uint64_t bad, setting *s, void (*look)(const result *)) {
  trial_even_run(splitting_run, bad, s, look);
  options_free(&s->options);
  CHECK(mem_live() == 0);
}

static void a_loop_needs_a_label(void **state) {
  setting s;
  setting_init(&s);
  run_even(7, &s, is_true);
  CHECK(s.stats.refinements > 0 && s.stats.splits > 0);
  CHECK(s.stats.graph_nodes > 4 && s.stats.graph_edges > 4);
  CHECK(s.stats.prover_calls >= s.stats.refinements);
  setting_init(&s);
  run_even(6, &s, is_false);
}

static void all_paths_of_a_length(void **state) {
  setting s;
  setting_init(&s);
  s.options.insensitive = true;
  run_even(7, &s, is_true);
  CHECK(s.stats.insensitive > 0 && s.stats.splits > 0);
}

static void the_graph_is_shown(void **state) {
  setting s;
  setting_init(&s);
  s.options.art = "-";
  run_even(7, &s, has_graph);
}

static void limits_stop_the_search(void **state) {
  setting s;
  setting_init(&s);
  s.env.limits = limits_within(NULL, 0);
  run_even(7, &s, is_late);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_programs),
      cmocka_unit_test(a_loop_needs_a_label),
      cmocka_unit_test(all_paths_of_a_length),
      cmocka_unit_test(the_graph_is_shown),
      cmocka_unit_test(limits_stop_the_search),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
