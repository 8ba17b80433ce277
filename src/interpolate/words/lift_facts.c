// SPDX-License-Identifier: Apache-2.0
// Neighboring bits make a run; a run is told by one term. A run of all bits is
// a word. Zeros (or ones) down from the top bit are a bound: the bits above k
// are zero if and only if the word is below 2^k.
#include "interpolate/words/lift_facts.h"

#include <assert.h>
#include <stdlib.h>

static bool is_word(const terms *tt, itp_bit b) {
  return !term_is_bool(tt, b.word);
}

static int compare_bits(itp_bit a, itp_bit b) {
  if (a.word.id != b.word.id)
    return a.word.id < b.word.id ? -1 : 1;
  return (a.bit > b.bit) - (a.bit < b.bit);
}

// --- bits with known values --------------------------------------------------

static int compare_bit_facts(const void *a, const void *b) {
  return compare_bits(((const bit_fact *)a)->at, ((const bit_fact *)b)->at);
}

// The value that a run of facts gives to its bits.
static term run_value(terms *tt, const bit_fact *run, uint32_t n) {
  term all = TERM_NONE; // from pieces of at most 32 bits, the lowest first
  for (uint32_t from = 0; from < n; from += 32) {
    uint32_t width = n - from < 32 ? n - from : 32;
    uint64_t bits = 0;
    for (uint32_t i = 0; i < width; i++)
      bits |= (uint64_t)(run[from + i].value ? 1 : 0) << i;
    term piece = term_bv(tt, width, bits);
    all = from == 0 ? piece : term_concat(tt, piece, all);
  }
  return all;
}

static bool is_uniform(const bit_fact *run, uint32_t n) {
  for (uint32_t i = 1; i < n; i++)
    if (run[i].value != run[0].value)
      return false;
  return true;
}

// The top n bits of the word are all ones, or all zeros.
static term tell_top(terms *tt, term word, uint32_t n, bool ones) {
  uint32_t width = term_width(tt, word), low = width - n;
  if (n == 1) {
    term negative = term_bvslt(tt, word, term_bv(tt, width, 0));
    return ones ? negative : term_not(tt, negative);
  }
  // 2^low, or as many ones above as are wanted.
  term limit = ones ? term_concat(tt, term_bvnot(tt, term_bv(tt, n, 0)),
                                  term_bv(tt, low, 0))
                    : term_concat(tt, term_bv(tt, n, 1), term_bv(tt, low, 0));
  return ones ? term_bvule(tt, limit, word) : term_bvult(tt, word, limit);
}

static term tell_run(terms *tt, const bit_fact *run, uint32_t n) {
  term word = run[0].at.word;
  if (!is_word(tt, run[0].at))
    return run[0].value ? word : term_not(tt, word);
  uint32_t low = run[0].at.bit, width = term_width(tt, word);
  assert(low + n <= width);
  if (low > 0 && low + n == width && is_uniform(run, n))
    return tell_top(tt, word, n, run[0].value);
  return term_eq_make(tt, term_extract(tt, word, low + n - 1, low),
                      run_value(tt, run, n));
}

void itp_tell_bits(terms *tt, bit_fact_vec *facts, term_vec *out) {
  if (facts->len > 1)
    qsort(facts->data, facts->len, sizeof *facts->data, compare_bit_facts);
  for (uint32_t from = 0; from < facts->len;) {
    const bit_fact *run = &facts->data[from];
    uint32_t n = 1;
    while (from + n < facts->len && term_eq(run[n].at.word, run->at.word) &&
           run[n].at.bit == run->at.bit + n)
      n++;
    vec_push(out, tell_run(tt, run, n));
    from += n;
  }
}

// --- pairs of bits -----------------------------------------------------------

static int64_t distance(const pair_fact *f) {
  return (int64_t)f->a.bit - (int64_t)f->b.bit;
}

static int compare_pair_facts(const void *x, const void *y) {
  const pair_fact *f = x, *g = y;
  if (f->a.word.id != g->a.word.id)
    return f->a.word.id < g->a.word.id ? -1 : 1;
  if (f->b.word.id != g->b.word.id)
    return f->b.word.id < g->b.word.id ? -1 : 1;
  if (distance(f) != distance(g))
    return distance(f) < distance(g) ? -1 : 1;
  return compare_bits(f->a, g->a);
}

static bool continues(const pair_fact *run, uint32_t n, const pair_fact *next) {
  return term_eq(next->a.word, run->a.word) &&
         term_eq(next->b.word, run->b.word) &&
         distance(next) == distance(run) && next->a.bit == run->a.bit + n &&
         next->differs == run->differs;
}

static term run_word(terms *tt, itp_bit from, uint32_t n) {
  if (is_word(tt, from))
    return term_extract(tt, from.word, from.bit + n - 1, from.bit);
  assert(n == 1);
  return term_ite(tt, from.word, term_bv(tt, 1, 1), term_bv(tt, 1, 0));
}

static term tell_pairs(terms *tt, const pair_fact *run, uint32_t n) {
  if (!is_word(tt, run->a) && !is_word(tt, run->b))
    return run->differs ? term_xor(tt, run->a.word, run->b.word)
                        : term_eq_make(tt, run->a.word, run->b.word);
  term a = run_word(tt, run->a, n), b = run_word(tt, run->b, n);
  return term_eq_make(tt, a, run->differs ? term_bvnot(tt, b) : b);
}

void itp_tell_pairs(terms *tt, pair_fact_vec *facts, term_vec *out) {
  for (uint32_t i = 0; i < facts->len; i++) {
    pair_fact *f = &facts->data[i];
    if (compare_bits(f->a, f->b) > 0) {
      itp_bit kept = f->a;
      f->a = f->b;
      f->b = kept;
    }
  }
  if (facts->len > 1)
    qsort(facts->data, facts->len, sizeof *facts->data, compare_pair_facts);
  for (uint32_t from = 0; from < facts->len;) {
    const pair_fact *run = &facts->data[from];
    uint32_t n = 1;
    while (from + n < facts->len && continues(run, n, &run[n]))
      n++;
    vec_push(out, tell_pairs(tt, run, n));
    from += n;
  }
}
