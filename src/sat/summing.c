// SPDX-License-Identifier: Apache-2.0
// Equal sums are found by their fingerprints: the value of a sum for random
// values of what it is made of. It is computed from those of its arguments, so
// each sum costs constant time. Only where two fingerprints agree, the
// difference of the two sums is written out, summand by summand, and must
// vanish.
//
// What a sum is made of is known by the place of its bits. Later sums have
// later places; so if summands are taken apart latest first, each is taken
// apart once, and what both sums share cancels before that. A sum that became
// an earlier one has its place, too, and cancels with it.
#include "sat/summing.h"

#include "base/mem.h"

enum {
  MAX_SUM_WIDTH = 64,
  MAX_STEP = 1 << 20,     // of a condition
  MAX_SUM_STEPS = 1 << 18 // of taking one difference apart
};

// A place is where bits start, together with their number.
typedef uint64_t place;

struct summing {
  bitblast *b;
  hmap prints;   // place of a sum -> fingerprint
  hmap terms;    // the same -> its term
  hmap printed;  // fingerprint, mixed with the width -> place of a sum
  hmap words;    // hash of literals -> place of a word with these
  hmap choices;  // term of a choice that is a sum -> what its condition adds
  hmap known;    // place of a word that is no sum -> that place
  uint64_t mask; // of fingerprints, where they are compared
  // The difference at work:
  hmap factors; // place -> factor, not yet reduced modulo 2^width
  VEC(place) heap;
  uint64_t constant;
};

// What a sum is made of, one level down. A condition counts as 0 or 1.
typedef struct {
  term parts[2];
  uint64_t factors[2];
  uint32_t count;
  uint64_t constant;
  term condition; // or none
  uint64_t if_true;
} split;

summing *summing_new(bitblast *b) {
  summing *s = mem_alloc(sizeof *s);
  s->b = b;
  s->mask = UINT64_MAX;
  return s;
}

void summing_free(summing *s) {
  if (s == NULL)
    return;
  hmap_free(&s->prints);
  hmap_free(&s->terms);
  hmap_free(&s->printed);
  hmap_free(&s->words);
  hmap_free(&s->choices);
  hmap_free(&s->known);
  hmap_free(&s->factors);
  vec_free(&s->heap);
  mem_free(s);
}

// --- taking apart ------------------------------------------------------------

static uint64_t constant_of(const terms *tt, term t) {
  value v = term_get_value(tt, t);
  uint32_t width = term_width(tt, t);
  uint64_t bits = value_get_u64(v);
  bool is_negative = (bits >> (width - 1) & 1) != 0;
  return is_negative && width < 64 ? bits | UINT64_MAX << width : bits;
}

static void add_part(split *out, term t, uint64_t factor) {
  assert(out->count < 2);
  out->parts[out->count] = t;
  out->factors[out->count++] = factor;
}

static bool split_product(const terms *tt, term t, split *out) {
  for (uint32_t i = 0; i < 2; i++)
    if (term_is_value(tt, term_arg(tt, t, i))) {
      add_part(out, term_arg(tt, t, 1 - i),
               constant_of(tt, term_arg(tt, t, i)));
      return true;
    }
  return false;
}

// ite(c, t + k, t) is t + k * c; find_choice knows whether it is one.
static bool split_choice(const summing *s, term t, split *out) {
  const uint64_t *step = hmap_find(&s->choices, t.id);
  if (step == NULL)
    return false;
  add_part(out, term_arg(s->b->tt, t, 2), 1);
  out->condition = term_arg(s->b->tt, t, 0);
  out->if_true = *step;
  return true;
}

// False: t is no sum.
static bool take_apart(const summing *s, term t, split *out) {
  const terms *tt = s->b->tt;
  *out = (split){.condition = TERM_NONE};
  if (sort_get_kind(tt, term_sort(tt, t)) != SORT_BV ||
      term_width(tt, t) > MAX_SUM_WIDTH)
    return false;
  switch (term_get_kind(tt, t)) {
  case TERM_VALUE:
    out->constant = constant_of(tt, t);
    return true;
  case TERM_BVADD:
    add_part(out, term_arg(tt, t, 0), 1);
    add_part(out, term_arg(tt, t, 1), 1);
    return true;
  case TERM_BVNEG:
    add_part(out, term_arg(tt, t, 0), (uint64_t)-1);
    return true;
  case TERM_BVMUL:
    return split_product(tt, t, out);
  case TERM_ITE:
    return split_choice(s, t, out);
  default:
    return false;
  }
}

// --- places ------------------------------------------------------------------

static uint32_t start_of(place at) { return (uint32_t)(at >> 32); }

static const aig_lit *literals_at(const summing *s, place at) {
  return &s->b->bits.data[start_of(at)];
}

static bool has_same_literals(const summing *s, place a, place b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (literals_at(s, a)[i] != literals_at(s, b)[i])
      return false;
  return true;
}

// The first place with the literals of this one, which is no sum's.
static place first_place(summing *s, place at, uint32_t n) {
  const uint64_t *known = hmap_find(&s->known, at);
  if (known != NULL)
    return *known;
  uint64_t hash = n;
  for (uint32_t i = 0; i < n; i++)
    hash = hash_mix(hash, literals_at(s, at)[i]);
  const uint64_t *word = hmap_find(&s->words, hash);
  place first = at;
  if (word == NULL)
    hmap_put(&s->words, hash, at);
  else if ((uint32_t)*word == n && has_same_literals(s, *word, at, n))
    first = *word;
  hmap_put(&s->known, at, first);
  return first;
}

static place place_of(summing *s, term t) {
  uint32_t n = bitblast_sort_bits(s->b->tt, term_sort(s->b->tt, t));
  place at = hmap_pair(bitblast_bits_of(s->b, t), n);
  return hmap_find(&s->terms, at) != NULL ? at : first_place(s, at, n);
}

// A condition counts with its own sign: not c is 1 - c.
static place place_of_condition(const summing *s, term t, bool *is_negated) {
  aig_lit c = s->b->bits.data[bitblast_bits_of(s->b, t)];
  *is_negated = aig_sign(c);
  return hmap_pair(UINT32_MAX, aig_abs(c));
}

// --- fingerprints ------------------------------------------------------------

static uint64_t print_of_place(const summing *s, place at) {
  const uint64_t *sum = hmap_find(&s->prints, at);
  return sum != NULL ? *sum : hash_mix(UINT64_C(0x5eed), at);
}

static uint64_t print_of_split(summing *s, const split *x);

// Negations are not translated on their own, and constants need not be.
static uint64_t print_of(summing *s, term t) {
  split x;
  term_kind kind = term_get_kind(s->b->tt, t);
  if ((kind == TERM_BVNEG || kind == TERM_VALUE) && take_apart(s, t, &x))
    return print_of_split(s, &x);
  return print_of_place(s, place_of(s, t));
}

static uint64_t print_of_split(summing *s, const split *x) {
  uint64_t print = x->constant;
  for (uint32_t i = 0; i < x->count; i++)
    print += x->factors[i] * print_of(s, x->parts[i]);
  if (!term_is_none(x->condition)) {
    bool is_negated;
    place at = place_of_condition(s, x->condition, &is_negated);
    uint64_t c = print_of_place(s, at);
    print += x->if_true * (is_negated ? 1 - c : c);
  }
  return print;
}

static uint64_t print_key(const summing *s, term t, uint64_t print) {
  return hash_mix(print & s->mask, term_width(s->b->tt, t));
}

// --- differences -------------------------------------------------------------

static void sift_up(summing *s, uint32_t i) {
  place *h = s->heap.data;
  for (; i > 0 && h[(i - 1) / 2] < h[i]; i = (i - 1) / 2) {
    place lower = h[i];
    h[i] = h[(i - 1) / 2];
    h[(i - 1) / 2] = lower;
  }
}

static place take_latest(summing *s) {
  assert(s->heap.len > 0);
  place *h = s->heap.data, latest = h[0];
  h[0] = vec_pop(&s->heap);
  uint32_t n = s->heap.len;
  for (uint32_t i = 0, next; (next = 2 * i + 1) < n; i = next) {
    if (next + 1 < n && h[next + 1] > h[next])
      next++;
    if (h[i] >= h[next])
      break;
    place higher = h[next];
    h[next] = h[i];
    h[i] = higher;
  }
  return latest;
}

static void add_place(summing *s, place at, uint64_t factor) {
  assert(start_of(at) != BITS_NONE);
  uint64_t *known = hmap_find(&s->factors, at);
  if (known != NULL) {
    *known += factor;
    return;
  }
  hmap_put(&s->factors, at, factor);
  if (hmap_find(&s->terms, at) != NULL) {
    vec_push(&s->heap, at);
    sift_up(s, s->heap.len - 1);
  }
}

static void add_split(summing *s, const split *x, uint64_t factor);

static void add_term(summing *s, term t, uint64_t factor) {
  split x;
  term_kind kind = term_get_kind(s->b->tt, t);
  if ((kind == TERM_BVNEG || kind == TERM_VALUE) && take_apart(s, t, &x))
    add_split(s, &x, factor);
  else
    add_place(s, place_of(s, t), factor);
}

static void add_split(summing *s, const split *x, uint64_t factor) {
  s->constant += factor * x->constant;
  for (uint32_t i = 0; i < x->count; i++)
    add_term(s, x->parts[i], factor * x->factors[i]);
  if (term_is_none(x->condition))
    return;
  bool is_negated;
  place at = place_of_condition(s, x->condition, &is_negated);
  uint64_t times = factor * x->if_true;
  s->constant += is_negated ? times : 0;
  add_place(s, at, is_negated ? (uint64_t)0 - times : times);
}

// Takes all sums of the difference apart. False: that takes too long.
static bool take_all_apart(summing *s, uint64_t mask) {
  for (uint32_t steps = 0; s->heap.len > 0; steps++) {
    if (steps == MAX_SUM_STEPS)
      return false;
    place at = take_latest(s);
    uint64_t factor = *hmap_find(&s->factors, at) & mask;
    hmap_remove(&s->factors, at);
    split x;
    term t = {(uint32_t)*hmap_find(&s->terms, at)};
    bool is_sum = take_apart(s, t, &x);
    assert(is_sum);
    if (is_sum && factor != 0)
      add_split(s, &x, factor);
  }
  return true;
}

// Is what x stands for, less what is at a place (0: nothing), zero?
static bool is_zero(summing *s, const split *x, place less, uint32_t width) {
  uint64_t mask = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
  hmap_free(&s->factors); // clearing one that was large takes as long
  vec_clear(&s->heap);
  s->constant = 0;
  add_split(s, x, 1);
  if (less != 0)
    add_place(s, less, (uint64_t)-1);
  bool ok = take_all_apart(s, mask) && (s->constant & mask) == 0;
  uint32_t cursor = 0;
  uint64_t key, factor;
  while (ok && hmap_next(&s->factors, &cursor, &key, &factor))
    ok = (factor & mask) == 0;
  return ok;
}

// --- the two functions -------------------------------------------------------

// Do the two sides of a choice differ by a constant? Their fingerprints do,
// then.
static void find_choice(summing *s, term t) {
  const terms *tt = s->b->tt;
  if (sort_get_kind(tt, term_sort(tt, t)) != SORT_BV ||
      term_width(tt, t) > MAX_SUM_WIDTH)
    return;
  term yes = term_arg(tt, t, 1), no = term_arg(tt, t, 2);
  uint64_t step = print_of(s, yes) - print_of(s, no);
  bool is_small = step + MAX_STEP <= 2 * (uint64_t)MAX_STEP;
  split higher = {.constant = step, .condition = TERM_NONE};
  add_part(&higher, no, 1);
  add_part(&higher, yes, (uint64_t)-1);
  if (is_small && is_zero(s, &higher, 0, term_width(tt, t)))
    hmap_put(&s->choices, t.id, step);
}

uint32_t summing_find(summing *s, term t) {
  split x;
  if (term_get_kind(s->b->tt, t) == TERM_ITE)
    find_choice(s, t);
  if (!take_apart(s, t, &x) || term_is_value(s->b->tt, t))
    return BITS_NONE;
  const uint64_t *earlier =
      hmap_find(&s->printed, print_key(s, t, print_of_split(s, &x)));
  if (earlier == NULL)
    return BITS_NONE;
  place at = *earlier;
  uint32_t width = term_width(s->b->tt, t);
  return (uint32_t)at == width && is_zero(s, &x, at, width) ? start_of(at)
                                                            : BITS_NONE;
}

void summing_note(summing *s, term t, uint32_t start) {
  assert(start != BITS_NONE);
  split x;
  if (!take_apart(s, t, &x) || term_is_value(s->b->tt, t))
    return;
  uint64_t print = print_of_split(s, &x), key = print_key(s, t, print);
  place at = hmap_pair(start, term_width(s->b->tt, t));
  assert(!hmap_find(&s->terms, at) && !hmap_find(&s->known, at));
  hmap_put(&s->prints, at, print);
  hmap_put(&s->terms, at, t.id);
  if (hmap_find(&s->printed, key) == NULL)
    hmap_put(&s->printed, key, at);
}

void summing_blur(summing *s, uint64_t mask) { s->mask = mask; }
