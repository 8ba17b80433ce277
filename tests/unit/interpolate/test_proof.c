// SPDX-License-Identifier: Apache-2.0
// Interpolants of random unrollings, checked by the other backend.
#include "checked.h"

#include <stdlib.h>

#include "term/print.h"
#include "term/eval.h"
#include "unrollings.h"

static uint32_t rounds(uint32_t usual) {
  const char *text = getenv("ROUNDS");
  return text ? (uint32_t)strtoul(text, NULL, 10) : usual;
}

typedef struct {
  uint32_t found, sat, interesting;
} tally;

static void check_model(world *w, interpolator *ip, const unrolling *u) {
  arena *mem = arena_new();
  for (uint32_t i = 0; i < u->count; i++)
    CHECK(value_is_true(itp_value(ip, u->blocks[i], mem)));
  arena_free(mem);
}

// Is it a constant, a variable, a bit, or the complement of one?
static bool is_simple(const terms *tt, term t) {
  return term_dag_size(tt, t) <= 4;
}

static void run_sequence(uint64_t seed, uint32_t steps, itp_direction d,
                         tally *sum) {
  world w;
  world_open(&w);
  unrolling u;
  unrolling_make(&u, w.tt, seed, steps);
  interpolator *ip = itp_new(&itp_proof, &w.env, w.tt);
  itp_set_direction(ip, d);
  uint32_t cuts[MAX_BLOCKS];
  term out[MAX_BLOCKS];
  for (uint32_t i = 0; i < u.count; i++) {
    itp_assert(ip, itp_add_group(ip), u.blocks[i]);
    cuts[i] = i + 1;
  }
  itp_status status = itp_check(ip, cuts, u.count - 1, out);
  CHECK(status != ITP_GAVE_UP);
  if (status == ITP_SAT) {
    sum->sat++;
    check_model(&w, ip, &u);
  } else {
    sum->found++;
    CHECK(is_sequence(&w, &solver_z3, u.blocks, u.count, out));
    for (uint32_t i = 0; i + 1 < u.count; i++)
      if (!is_simple(w.tt, out[i])) {
        sum->interesting++;
        break;
      }
  }
  CHECK(w.stats.itp_failed_checks == 0);
  itp_free(ip);
  world_close(&w);
}

static void random_sequences_are_inductive(void **state) {
  tally sum = {0};
  uint32_t n = rounds(300);
  for (uint32_t seed = 1; seed <= n; seed++)
    run_sequence(seed, 1 + seed % 6, seed % 3 ? ITP_FORWARD : ITP_BACKWARD,
                 &sum);
  print_message("%u refuted (%u with more than a bit), %u satisfiable\n",
                sum.found, sum.interesting, sum.sat);
  CHECK(sum.found > n / 4 && 2 * sum.interesting >= sum.found);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_sequences_are_inductive),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
