// SPDX-License-Identifier: Apache-2.0
// Lazy abstraction with interpolants on random programs: all blocks, both
// orders of search.
#include "engine/impact.h"

#include "engine/trials.h"

static void configure(options *o, int variant) { o->search = variant; }

static void random_programs(void **state) {
  trial t = {impact_run, configure, 2, 0, NULL};
  trial_run(&t, 600, 3);
}

// --- by hand -----------------------------------------------------------------

static void is_true(const result *r) { CHECK(r->verdict == VERDICT_TRUE); }
static void is_false(const result *r) { CHECK(r->verdict == VERDICT_FALSE); }
static void is_late(const result *r) {
  CHECK(r->verdict == VERDICT_UNKNOWN && r->unknown == UNKNOWN_TIME);
}
static void has_tree(const result *r) {
  CHECK(strstr(r->art, "digraph unwinding {") == r->art);
  CHECK(strstr(r->art, "style=dotted")); // something is covered
}

static void run_even(uint64_t bad, setting *s, void (*look)(const result *)) {
  trial_even_run(impact_run, bad, s, look);
  options_free(&s->options);
  CHECK(mem_live() == 0);
}

static void a_loop_needs_a_label(void **state) {
  setting s;
  setting_init(&s);
  run_even(7, &s, is_true);
  CHECK(s.stats.refinements > 0 && s.stats.art_covered > 0);
  CHECK(s.stats.prover_calls >= s.stats.refinements);
  setting_init(&s);
  run_even(6, &s, is_false);
}

static void the_tree_is_shown(void **state) {
  setting s;
  setting_init(&s);
  s.options.art = "-";
  run_even(7, &s, has_tree);
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
      cmocka_unit_test(the_tree_is_shown),
      cmocka_unit_test(limits_stop_the_search),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
