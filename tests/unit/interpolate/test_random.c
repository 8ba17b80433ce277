// SPDX-License-Identifier: Apache-2.0
// Every procedure on random unrollings. Each interpolant is checked again by
// solvers that the interpolator has never seen, bit-vectors in the other
// backend, integers by another solver (if it is there); each model is
// evaluated, and the traces of the proofs are checked forwards.
//
// Problems come in batches; the interpolators of a batch are kept, so that all
// problems but the first of each are asked incrementally.
//
// Run with counts for more: test_random PAIRS INT_PAIRS SEQUENCES [SEED]. What
// the procedures did is printed then.
#include "checked.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "random_blocks.h"
#include "second_opinion.h"
#include "term/text/print.h"
#include "traces.h"

static struct {
  uint32_t pairs, int_pairs, sequences;
  uint64_t seed;
  bool is_loud;
} run = {50, 12, 12, 1, false};

static const char *const PROCEDURES[] = {"abstract", "layered", "spacer",
                                         "proof", "auto"};
static const itp_procedure *const ASKED[] = {
    &itp_abstract, &itp_layered, &itp_spacer, &itp_proof, &itp_auto};
enum { LAYERED = 1, SPACER, PROOF, AUTO, PROCEDURE_COUNT };
enum { BATCH = 32 };

typedef struct {
  uint64_t found, gave_up, plain; // plain: a constant or a literal
  uint64_t nodes;
  double seconds;
} tally;

static tally tallies[PROCEDURE_COUNT];
static uint64_t unsat_count, sat_count, rich_count, failed_checks;
static uint64_t by_proof;  // too hard for Z3, refuted with a checked proof
static uint64_t unchecked; // too hard for both
static uint64_t unknown;   // problems that are
static uint64_t traces, asked_twice, undecided_twice;

// What problems of one batch share.
typedef struct {
  world w;
  interpolator *procedures[PROCEDURE_COUNT]; // NULL: not used yet
  tracer tracer;
  second_opinion opinion;
} batch;

// A constant or a single literal, over words or over bits.
static bool is_plain(world *w, term t) {
  return itp_measure(w->tt, t).atoms <= 1;
}

static void print_script(world *w, const term *f, uint32_t n, const char *why) {
  strbuf text = {0};
  term_print_script(w->tt, f, n, &text);
  fprintf(stderr, "; %s\n%s\n", why, strbuf_text(&text));
  strbuf_free(&text);
}

static void print_blocks(world *w, const random_blocks *r, const char *why) {
  print_script(w, r->blocks, r->count, why);
}

// The links of a sequence that was too hard to check, for other solvers.
static void print_links(world *w, const random_blocks *r, const uint32_t *cuts,
                        uint32_t n, const term *out, const char *why) {
  for (uint32_t i = 0; i <= n; i++) {
    term link[3];
    make_link(w, r->blocks, r->count, cuts, n, out, i, link);
    print_script(w, link, 3, why);
  }
}

// The procedure's interpolator has the problem's blocks and nothing else. One
// that was used before may have more groups: they stay empty.
static interpolator *fill(batch *b, const random_blocks *r, uint32_t which,
                          const limits *l) {
  interpolator *ip = b->procedures[which];
  if (ip == NULL) {
    ip = itp_new(ASKED[which], &b->w.env, b->w.tt);
    for (uint32_t i = 0; i < MAX_BLOCKS; i++)
      itp_add_group(ip);
    b->procedures[which] = ip;
  }
  itp_set_limits(ip, l);
  for (uint32_t i = 0; i < MAX_BLOCKS; i++)
    itp_clear_group(ip, i);
  for (uint32_t i = 0; i < r->count; i++)
    itp_assert(ip, i, r->blocks[i]);
  return ip;
}

static bool is_backward(const random_blocks *r) {
  return pick(&(random_blocks){.state = r->state}, 3) == 0;
}

// Asks one procedure for interpolants at 'n' cuts.
static itp_status ask(batch *b, const random_blocks *r, uint32_t which,
                      const uint32_t *cuts, uint32_t n, term *out) {
  world *w = &b->w;
  limits l = limits_within(&w->env.limits, which == AUTO ? 60 : 2);
  interpolator *ip = fill(b, r, which, &l);
  double start = clock_now();
  itp_status status = itp_check(ip, cuts, n, out);
  tallies[which].seconds += clock_now() - start;
  if (status == ITP_FOUND) {
    tallies[which].found++;
    for (uint32_t i = 0; i < n; i++)
      tallies[which].nodes += term_dag_size(w->tt, out[i]);
    tallies[which].plain += n == 1 && is_plain(w, out[0]) ? 1 : 0;
  }
  if (status == ITP_GAVE_UP)
    tallies[which].gave_up++;
  if (status == ITP_GAVE_UP && which == AUTO && run.is_loud)
    print_blocks(w, r, itp_reason(ip));
  return status;
}

static void check_found(batch *b, const random_blocks *r, uint32_t which,
                        const uint32_t *cuts, uint32_t n, const term *out) {
  world *w = &b->w;
  smt_status verdict =
      check_sequence(w, &solver_z3, r->blocks, r->count, cuts, n, out);
  if (verdict == SMT_SAT)
    print_blocks(w, r, PROCEDURES[which]);
  CHECK(verdict != SMT_SAT);
  unchecked += verdict == SMT_UNKNOWN ? 1 : 0;
  if (verdict == SMT_UNKNOWN && run.is_loud)
    print_links(w, r, cuts, n, out, PROCEDURES[which]);
  for (uint32_t i = 0; r->is_int && i <= n; i++) {
    term link[3];
    make_link(w, r->blocks, r->count, cuts, n, out, i, link);
    opinion_ask(&b->opinion, w->tt, link, 3);
  }
}

// Does a single literal separate the sides? Of such problems only some are
// kept, or they would be the most.
static bool is_dull(batch *b, const random_blocks *r, const uint32_t *cuts,
                    uint32_t n) {
  term out[MAX_BLOCKS];
  limits l = limits_within(&b->w.env.limits, 2);
  interpolator *ip = fill(b, r, PROOF, &l);
  return n == 1 && itp_check(ip, cuts, n, out) == ITP_FOUND &&
         is_plain(&b->w, out[0]);
}

// One problem through all procedures.
static void check_all_procedures(batch *b, const random_blocks *r,
                                 const uint32_t *cuts, uint32_t n) {
  smt_status truth = decide(&b->w, &solver_z3, r->blocks, r->count);
  unknown += truth == SMT_UNKNOWN ? 1 : 0;
  if (truth == SMT_UNKNOWN)
    return;
  if (truth == SMT_UNSAT && !r->is_int && (r->state >> 40) % 3 > 0 &&
      is_dull(b, r, cuts, n))
    return;
  bool is_unsat_problem = truth == SMT_UNSAT, is_rich = false;
  *(is_unsat_problem ? &unsat_count : &sat_count) += 1;
  for (uint32_t p = 0; p < PROCEDURE_COUNT; p++) {
    bool fits = r->is_int ? p != LAYERED && p != PROOF : p != SPACER;
    if (!fits || (!is_unsat_problem && p != AUTO))
      continue;
    term out[MAX_BLOCKS];
    itp_status status = ask(b, r, p, cuts, n, out);
    CHECK(is_unsat_problem ? status != ITP_SAT : status == ITP_SAT);
    if (status != ITP_FOUND)
      continue;
    check_found(b, r, p, cuts, n, out);
    for (uint32_t i = 0; i < n; i++)
      is_rich = is_rich || !is_plain(&b->w, out[i]);
  }
  rich_count += is_unsat_problem && is_rich ? 1 : 0;
  if (is_unsat_problem && !r->is_int) {
    uint32_t right =
        check_traces(&b->tracer, r->blocks, r->count, is_backward(r));
    CHECK(right != UINT32_MAX);
    traces += right;
  }
}

// Most random problems are satisfiable, or contradictory on one side of the cut
// alone, and need no interpolant: of these only some are kept.
static bool is_wanted(world *w, const random_blocks *r, uint32_t cut,
                      uint64_t seed) {
  if (seed % 16 == 0)
    return true;
  const solver_backend *b = r->is_int ? &solver_z3 : &solver_bits;
  return decide(w, b, r->blocks, r->count) != SMT_SAT &&
         decide(w, b, r->blocks, cut) == SMT_SAT &&
         decide(w, b, r->blocks + cut, r->count - cut) == SMT_SAT;
}

static void try_one(batch *b, uint64_t seed, bool is_int,
                    bool is_sequence_problem) {
  random_blocks r;
  uint32_t count = 3 + (uint32_t)(seed % (is_sequence_problem ? 6 : 3));
  random_make(&r, b->w.tt, seed, is_int, count);
  uint32_t cuts[MAX_BLOCKS], n = 1;
  cuts[0] = 1 + pick(&r, count - 1);
  if (is_sequence_problem) {
    n = count - 1;
    for (uint32_t i = 0; i < n; i++)
      cuts[i] = i + 1;
  }
  if (is_wanted(&b->w, &r, cuts[n / 2], seed))
    check_all_procedures(b, &r, cuts, n);
}

static void check_opinion(batch *b) {
  if (b->opinion.questions == 0)
    return;
  opinion_result r = opinion_get(&b->opinion);
  if (!r.is_installed)
    return;
  CHECK(r.agreed + r.unknown == r.questions);
  asked_twice += r.questions;
  undecided_twice += r.unknown;
}

// Tries seeds [from, from + BATCH) until 'wanted' problems are unsatisfiable.
static void try_batch(uint64_t from, bool is_int, bool is_sequence_problem,
                      uint32_t wanted) {
  size_t before = mem_live();
  batch b = {0};
  world_open(&b.w);
  tracer_open(&b.tracer, &b.w);
  if (run.is_loud)
    fprintf(stderr, "seeds from %lu\r", (unsigned long)from);
  for (uint32_t i = 0; i < BATCH && unsat_count < wanted; i++)
    try_one(&b, from + i, is_int, is_sequence_problem);
  check_opinion(&b);
  failed_checks += b.w.stats.itp_failed_checks;
  by_proof += b.w.by_proof;
  for (uint32_t p = 0; p < PROCEDURE_COUNT; p++)
    itp_free(b.procedures[p]);
  strbuf_free(&b.opinion.script);
  tracer_close(&b.tracer);
  world_close(&b.w);
  CHECK(mem_live() == before);
}

static void print_tally(const char *title) {
  if (run.is_loud) {
    printf("%s: %lu unsat, %lu sat, %lu unknown, %lu rich, "
           "%lu failed checks, %lu by proof, %lu unchecked, %lu traces, "
           "%lu asked twice (%lu undecided)\n",
           title, (unsigned long)unsat_count, (unsigned long)sat_count,
           (unsigned long)unknown, (unsigned long)rich_count,
           (unsigned long)failed_checks, (unsigned long)by_proof,
           (unsigned long)unchecked, (unsigned long)traces,
           (unsigned long)asked_twice, (unsigned long)undecided_twice);
    for (uint32_t p = 0; p < PROCEDURE_COUNT; p++) {
      const tally *t = &tallies[p];
      printf("  %-9s found %lu, gave up %lu, plain %lu, nodes %.1f, %.2f ms\n",
             PROCEDURES[p], (unsigned long)t->found, (unsigned long)t->gave_up,
             (unsigned long)t->plain, (double)t->nodes / (double)(t->found + 1),
             1000 * t->seconds / (double)(t->found + t->gave_up + 1));
    }
  }
  memset(tallies, 0, sizeof tallies);
}

// Tries seeds until 'wanted' problems were unsatisfiable.
static void try_many(uint32_t wanted, bool is_int, bool is_sequence_problem) {
  unsat_count = sat_count = rich_count = failed_checks = unchecked = 0;
  by_proof = 0;
  unknown = traces = asked_twice = undecided_twice = 0;
  for (uint64_t seed = run.seed; unsat_count < wanted; seed += BATCH)
    try_batch(seed, is_int, is_sequence_problem, wanted);
}

static void bit_vector_pairs(void **state) {
  try_many(run.pairs, false, false);
  CHECK(2 * rich_count >= unsat_count);
  print_tally("bit-vector pairs");
}

static void integer_pairs(void **state) {
  try_many(run.int_pairs, true, false);
  print_tally("integer pairs");
}

static void bit_vector_sequences(void **state) {
  try_many(run.sequences, false, true);
  print_tally("bit-vector sequences");
}

static void integer_sequences(void **state) {
  try_many(run.sequences / 4, true, true);
  print_tally("integer sequences");
}

int main(int argc, char **argv) {
  if (argc > 1) {
    run.is_loud = true;
    run.pairs = (uint32_t)strtoul(argv[1], NULL, 10);
    run.int_pairs = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    run.sequences = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0;
    run.seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bit_vector_pairs),
      cmocka_unit_test(integer_pairs),
      cmocka_unit_test(bit_vector_sequences),
      cmocka_unit_test(integer_sequences),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
