// SPDX-License-Identifier: Apache-2.0
#include "program/redirect.h"

#include "builder.h"

static loc to_error(void *data, edge e) {
  const program *p = data;
  loc to = program_edge_to(p, e);
  return program_location(p, to)->kind == LOC_END ? program_sink(p, LOC_ERROR)
                                                  : to;
}

static void edges_lead_elsewhere(void **state) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  var x = build_var(p, "x", sort_bv(tt, 8));
  loc entry = build_loc(p, LOC_ENTRY), middle = build_loc(p, LOC_PLAIN);
  loc end = build_loc(p, LOC_END), error = build_loc(p, LOC_ERROR);
  build_set(p, entry, middle, term_true(tt), x, term_bv(tt, 8, 3));
  edge last = build_skip(p, middle, end, term_true(tt));
  CHECK(program_sink(p, LOC_END).id == end.id);
  CHECK(program_sink(p, LOC_BOUND).id == 0);
  program *copy = program_redirect(p, to_error, p);
  CHECK(program_edge_count(copy) == 2 && program_location_count(copy) == 4);
  CHECK(program_edge_to(copy, last).id == error.id);
  CHECK(program_edge(copy, last)->kind == EDGE_ERROR);
  CHECK(program_edge(p, last)->kind == EDGE_PLAIN);
  CHECK(program_edge_to(p, last).id == end.id);
  program_free(copy);
  program_free(p);
  terms_free(tt);
  CHECK(mem_live() == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(edges_lead_elsewhere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
