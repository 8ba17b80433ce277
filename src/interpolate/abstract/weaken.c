// SPDX-License-Identifier: Apache-2.0
// Generalization: from facts that contradict one side of a cut to few, weak
// facts that still do.
//
// First an unsatisfiable core under assumptions, then facts are dropped one by
// one, the least likely to be inductive first, then each one left is weakened
// as far as the contradiction lasts. Weakening is monotone, so the weakest form
// is found by bisection; a bound first tries the numbers of the program, which
// are better bounds than the exact frontier. Every step leaves a consequence of
// what was there before: whatever implied the facts still does.
#include "interpolate/abstract/abstract.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

typedef smt_status (*asking)(const itp_side *, const term *, uint32_t, bool *);

// Asks about all facts but number 'without' (UINT32_MAX: none is left out).
static smt_status ask_facts(const itp_side *s, const itp_fact_list *facts,
                            uint32_t without, bool *needed, asking ask) {
  term *formulas = mem_alloc(facts->len * sizeof *formulas);
  for (uint32_t i = 0; i < facts->len; i++)
    formulas[i] = i == without ? term_true(s->q->tt) : facts->data[i].formula;
  smt_status status = ask(s, formulas, facts->len, needed);
  mem_free(formulas);
  return status;
}

// Do they contradict the side? No answer in short time counts as no.
static bool contradict(const itp_side *s, const itp_fact_list *facts,
                       uint32_t without, bool *needed) {
  return ask_facts(s, facts, without, needed, itp_side_try) == SMT_UNSAT;
}

static void keep_needed(itp_fact_list *facts, const bool *needed,
                        uint32_t without) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < facts->len; i++)
    if (needed[i] && i != without)
      facts->data[kept++] = facts->data[i];
  assert(kept <= facts->len);
  facts->len = kept;
}

static int by_falling_cost(const void *a, const void *b) {
  const itp_fact *x = a, *y = b;
  if (x->cost != y->cost)
    return x->cost < y->cost ? 1 : -1;
  return x->formula.id < y->formula.id ? -1 : x->formula.id > y->formula.id;
}

static void drop_facts(const itp_side *s, itp_fact_list *facts) {
  bool *needed = mem_alloc(facts->len * sizeof *needed);
  if (facts->len > 1)
    qsort(facts->data, facts->len, sizeof *facts->data, by_falling_cost);
  for (uint32_t i = 0; i < facts->len;) {
    uint32_t before = facts->len;
    if (contradict(s, facts, i, needed))
      keep_needed(facts, needed, i);
    // What stood before i was tried, and is needed also in the smaller set.
    if (facts->len == before)
      i++;
    else if (limits_stop(s->q->limits) != LIMIT_NONE)
      break;
  }
  mem_free(needed);
}

// --- weakening one fact ------------------------------------------------------

static bool try_slack(const itp_side *s, itp_fact_list *facts, uint32_t i,
                      const itp_fact *original, uint64_t slack) {
  assert(slack >= 1 && slack <= original->max_slack);
  itp_fact current = facts->data[i];
  facts->data[i] = original->domain->weaken(s->q->tt, original, slack);
  if (contradict(s, facts, UINT32_MAX, NULL))
    return true;
  facts->data[i] = current;
  return false;
}

static int by_size(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

typedef VEC(uint64_t) slack_list;

// Slacks that lead a bound to a number of the program, or next to one.
static void program_slacks(const itp_side *s, const itp_fact *f,
                           slack_list *out) {
  assert(f->domain == &itp_bounds);
  const itp_bound *b = &f->bound;
  for (uint32_t i = 0; i <= s->frame->constants.len; i++) {
    uint64_t n = i < s->frame->constants.len ? s->frame->constants.data[i] : 0;
    for (uint64_t step = 0; step < 3; step++) {
      uint64_t c = (n + step - 1) & itp_mask(b->width);
      if (b->is_signed)
        c = (uint64_t)itp_signed(c, b->width);
      uint64_t slack = itp_bound_slack(b, c);
      if (slack > 0 && slack <= f->max_slack)
        vec_push(out, slack);
    }
  }
  if (out->len > 1)
    qsort(out->data, out->len, sizeof *out->data, by_size);
}

// The largest of the sorted slacks that the contradiction bears; false: none.
static bool bisect_list(const itp_side *s, itp_fact_list *facts, uint32_t i,
                        const itp_fact *original, const slack_list *slacks) {
  uint32_t low = 0, high = slacks->len; // all before low bear it
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (try_slack(s, facts, i, original, slacks->data[middle]))
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0;
}

static void bisect_range(const itp_side *s, itp_fact_list *facts, uint32_t i,
                         const itp_fact *original) {
  assert(original->max_slack >= 1);
  uint64_t low = 0, high = original->max_slack;
  if (try_slack(s, facts, i, original, high))
    return;
  while (high - low > 1 && limits_stop(s->q->limits) == LIMIT_NONE) {
    uint64_t middle = low + (high - low) / 2;
    if (try_slack(s, facts, i, original, middle))
      low = middle;
    else
      high = middle;
  }
}

static void weaken_fact(const itp_side *s, itp_fact_list *facts, uint32_t i) {
  itp_fact original = facts->data[i];
  if (original.max_slack == 0 || original.domain->weaken == NULL)
    return;
  slack_list slacks = {0};
  bool is_done = false;
  if (original.domain == &itp_bounds) {
    program_slacks(s, &original, &slacks);
    is_done = bisect_list(s, facts, i, &original, &slacks);
  }
  vec_free(&slacks);
  if (!is_done)
    bisect_range(s, facts, i, &original);
}

smt_status itp_generalize(const itp_side *s, itp_fact_list *facts) {
  bool *needed = mem_alloc(facts->len * sizeof *needed);
  smt_status status = ask_facts(s, facts, UINT32_MAX, needed, itp_side_check);
  if (status == SMT_UNSAT) {
    keep_needed(facts, needed, UINT32_MAX);
    drop_facts(s, facts);
    for (uint32_t i = 0; i < facts->len; i++)
      weaken_fact(s, facts, i);
  }
  mem_free(needed);
  return status;
}

// --- several equations into one ----------------------------------------------

enum { MAX_MERGE_CHECKS = 48 };

// Puts the combination of facts i and j (i < j) in the place of both if the
// contradiction bears that.
static bool try_merge(const itp_side *s, arena *mem, itp_fact_list *facts,
                      uint32_t i, uint32_t j, int factor) {
  assert(i < j && j < facts->len && (factor == 1 || factor == -1));
  itp_fact a = facts->data[i], b = facts->data[j], merged;
  if (a.domain != &itp_affine || b.domain != &itp_affine ||
      !itp_equation_combine(s->q->tt, mem, &a.equation, &b.equation, factor,
                            &merged))
    return false;
  facts->data[i] = merged;
  if (contradict(s, facts, j, NULL)) {
    facts->data[j] = vec_last(facts);
    facts->len--;
    return true;
  }
  facts->data[i] = a;
  return false;
}

static bool merge_once(const itp_side *s, arena *mem, itp_fact_list *facts,
                       uint32_t *checks) {
  for (uint32_t i = 0; i < facts->len; i++)
    for (uint32_t j = i + 1; j < facts->len; j++)
      for (int factor = -1; factor <= 1; factor += 2) {
        if (++*checks > MAX_MERGE_CHECKS ||
            limits_stop(s->q->limits) != LIMIT_NONE)
          return false;
        if (try_merge(s, mem, facts, i, j, factor))
          return true;
      }
  return false;
}

void itp_merge_equations(const itp_side *s, arena *mem, itp_fact_list *facts) {
  assert(s->from < s->to);
  uint32_t checks = 0;
  while (merge_once(s, mem, facts, &checks))
    continue;
}
