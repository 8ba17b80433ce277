// SPDX-License-Identifier: Apache-2.0
// Relations between words, found by what a formula means.
//
// The interpolant of a proof may say 'x < 100' or 'x <= y' in single bits, and
// in as many ways as there are proofs; no pattern catches them. But a formula
// over one word has few candidates: where it is true at one end of the numbers
// and false at the other, a bisection finds the only bound it can be; a formula
// over two words of a width can be one of few orderings, over three one of
// few sums; a model gives the constant of 'x + y = c'. Some evaluations refuse
// nearly all wrong candidates, and a solver decides the rest.
//
// The largest parts come first: whoever is a relation is not taken apart.
//
// A whole interpolant need not be equivalent to what replaces it: whatever lies
// between the two sides will do. So a proof that gives something between 'x <
// y' and 'x <= y' gives one of them in the end.
#include "interpolate/words/relations.h"

#include <assert.h>

#include "interpolate/query.h"
#include "smt/solver.h"
#include "term/eval.h"
#include "term/walk.h"

enum {
  MAX_WORDS = 3,
  MAX_NODES = 6000,      // of a part that is looked at
  MIN_NODES = 6,         // smaller ones are simple already
  MAX_WORK = 200000,     // nodes evaluated, per call
  SAMPLES = 40,          // that a candidate must agree with
  MAX_CONFLICTS = 10000, // to prove one
  MAX_TRIES = 4,         // candidates given to the prover, per interpolant
  MANY = MAX_WORDS + 1
};

// What is below a node.
typedef struct {
  uint32_t nodes; // 0: not counted
  uint8_t words;  // how many different variables; MANY: more, or Booleans
  bool is_wanted; // reached from the roots
  term word[MAX_WORDS];
  term replaced; // TERM_NONE: by nothing
} part;

typedef struct {
  const env *env;
  terms *tt;
  term_map position; // term -> index in parts
  term_vec order;
  VEC(part) parts;
  evaluator *eval;
  const itp_query *query; // NULL: only equivalent relations
  const term *found;      // its interpolants
  uint32_t cut, tries;    // the one at work; how many more may be tried
  uint64_t work;          // done
  uint64_t random;        // state of the generator
} finder;

// --- what is below a node ----------------------------------------------------

static void add_word(part *p, term word) {
  for (uint32_t i = 0; i < p->words && i < MAX_WORDS; i++)
    if (term_eq(p->word[i], word))
      return;
  if (p->words < MAX_WORDS)
    p->word[p->words++] = word;
  else
    p->words = MANY;
}

static const part *part_of(const finder *f, term t) {
  uint32_t i = 0;
  bool found = term_map_find(&f->position, t, &i);
  assert(found);
  (void)found;
  return &f->parts.data[i];
}

static bool is_word(const terms *tt, term t) {
  return sort_get_kind(tt, term_sort(tt, t)) == SORT_BV &&
         term_width(tt, t) <= 64 && term_width(tt, t) > 1;
}

static part measure(const finder *f, term t) {
  part p = {.replaced = TERM_NONE};
  if (term_get_kind(f->tt, t) == TERM_VARIABLE) {
    if (is_word(f->tt, t))
      add_word(&p, t);
    else
      p.words = MANY;
  }
  for (uint32_t i = 0; i < term_arity(f->tt, t); i++) {
    const part *arg = part_of(f, term_arg(f->tt, t, i));
    if (arg->words == MANY)
      p.words = MANY;
    for (uint32_t k = 0; p.words != MANY && k < arg->words; k++)
      add_word(&p, arg->word[k]);
  }
  return p;
}

// --- evaluation --------------------------------------------------------------

static uint64_t mask_of(const finder *f, term word) {
  return UINT64_MAX >> (64 - term_width(f->tt, word));
}

static bool holds(finder *f, term t, const part *p, const uint64_t *values) {
  eval_forget(f->eval);
  for (uint32_t i = 0; i < p->words; i++)
    eval_set(f->eval, p->word[i],
             value_bv(term_width(f->tt, p->word[i]), values[i]));
  f->work += p->nodes;
  return eval_is_true(f->eval, t);
}

static uint64_t next_random(finder *f) {
  f->random = f->random * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return f->random ^ f->random >> 29;
}

// Values that tell relations from each other: far apart and close together,
// large and small; the last word is often a sum of the others.
static void sample(finder *f, const part *p, uint32_t round, uint64_t *values) {
  for (uint32_t i = 0; i < p->words; i++) {
    uint64_t mask = mask_of(f, p->word[i]), r = next_random(f);
    values[i] = r & mask;
    if (round % 4 == 1 && i > 0)
      values[i] = (values[0] + r % 5 - 2) & mask;
    if (round % 4 == 2)
      values[i] = r % 3 == 0 ? mask >> (r >> 8 & 1) : r >> 16 & 7 & mask;
    if (round % 4 == 3 && i == 2)
      values[i] = (values[0] + values[1] + r % 2) & mask;
  }
}

// --- candidates --------------------------------------------------------------

static bool agrees(finder *f, term t, term candidate, const part *p) {
  uint64_t values[MAX_WORDS];
  for (uint32_t round = 0; round < SAMPLES; round++) {
    sample(f, p, round, values);
    if (holds(f, t, p, values) != holds(f, candidate, p, values))
      return false;
  }
  return true;
}

static bool is_equivalent(finder *f, term t, term candidate) {
  solver *s = solver_new(&solver_bits, f->env, f->tt);
  solver_set_conflicts(s, MAX_CONFLICTS);
  solver_assert(s, term_xor(f->tt, t, candidate));
  bool ok = solver_check(s, NULL, 0) == SMT_UNSAT;
  solver_free(s);
  return ok;
}

// Is the candidate on one side of t, as far as samples tell?
static bool is_beside(finder *f, term t, term candidate, const part *p) {
  uint64_t values[MAX_WORDS];
  bool is_weaker = true, is_stronger = true;
  for (uint32_t round = 0; round < SAMPLES; round++) {
    sample(f, p, round, values);
    bool old = holds(f, t, p, values), new = holds(f, candidate, p, values);
    is_weaker = is_weaker && (new || !old);
    is_stronger = is_stronger && (old || !new);
  }
  return is_weaker || is_stronger;
}

static bool is_implied(finder *f, uint32_t block, term before, term after) {
  const itp_query *q = f->query;
  term_vec assumed = {0};
  itp_query_guards(q, block, block + 1, &assumed);
  vec_push(&assumed, before);
  vec_push(&assumed, term_not(f->tt, after));
  smt_status status = itp_prover_try(q->prover, assumed.data, assumed.len);
  vec_free(&assumed);
  return status == SMT_UNSAT;
}

// Does the candidate connect the links before and behind its cut?
static bool connects(finder *f, term candidate) {
  uint32_t c = f->cut, last = f->query->count - 2;
  if (f->tries == 0)
    return false;
  f->tries--;
  return is_implied(f, c, c == 0 ? term_true(f->tt) : f->found[c - 1],
                    candidate) &&
         is_implied(f, c + 1, candidate,
                    c == last ? term_false(f->tt) : f->found[c + 1]);
}

static bool accept(finder *f, term t, term candidate, const part *p,
                   term *out) {
  bool ok = f->query == NULL
                ? agrees(f, t, candidate, p) && is_equivalent(f, t, candidate)
                : is_beside(f, t, candidate, p) && connects(f, candidate);
  if (!ok)
    return false;
  *out = candidate;
  return true;
}

// Also its complement.
static bool accept_either(finder *f, term t, term candidate, const part *p,
                          term *out) {
  return accept(f, t, candidate, p, out) ||
         accept(f, t, term_not(f->tt, candidate), p, out);
}

// 'flip' turns the signed order into the unsigned one.
static bool find_bound(finder *f, term t, const part *p, uint64_t flip,
                       term *out) {
  uint64_t low = 0, high = mask_of(f, p->word[0]);
  bool at_low = holds(f, t, p, (uint64_t[]){low ^ flip});
  if (holds(f, t, p, (uint64_t[]){high ^ flip}) == at_low)
    return false;
  while (high - low > 1) {
    uint64_t middle = low + (high - low) / 2;
    if (holds(f, t, p, (uint64_t[]){middle ^ flip}) == at_low)
      low = middle;
    else
      high = middle;
  }
  term word = p->word[0];
  term limit = term_bv(f->tt, term_width(f->tt, word), high ^ flip);
  term below = flip != 0 ? term_bvslt(f->tt, word, limit)
                         : term_bvult(f->tt, word, limit);
  return accept(f, t, at_low ? below : term_not(f->tt, below), p, out);
}

// Values at which t, or its complement, is true. False: there are none.
static bool find_model(finder *f, term t, const part *p, uint64_t *values) {
  solver *s = solver_new(&solver_bits, f->env, f->tt);
  solver_set_conflicts(s, MAX_CONFLICTS);
  solver_assert(s, t);
  bool ok = solver_check(s, NULL, 0) == SMT_SAT;
  arena *mem = arena_new();
  for (uint32_t i = 0; ok && i < p->words; i++)
    values[i] = value_get_u64(solver_value(s, p->word[i], mem));
  arena_free(mem);
  solver_free(s);
  return ok;
}

static bool find_constant_sum(finder *f, term t, const part *p, term *out) {
  terms *tt = f->tt;
  term x = p->word[0], y = p->word[1];
  for (int is_negated = 0; is_negated < 2; is_negated++) {
    uint64_t v[MAX_WORDS];
    if (!find_model(f, is_negated ? term_not(tt, t) : t, p, v))
      continue;
    uint32_t width = term_width(tt, x);
    uint64_t mask = mask_of(f, x);
    term sum = term_eq_make(tt, term_bvadd(tt, x, y),
                            term_bv(tt, width, (v[0] + v[1]) & mask));
    term difference = term_eq_make(
        tt, x, term_bvadd(tt, y, term_bv(tt, width, (v[0] - v[1]) & mask)));
    if (accept_either(f, t, sum, p, out) ||
        accept_either(f, t, difference, p, out))
      return true;
  }
  return false;
}

static bool find_between_two(finder *f, term t, const part *p, term *out) {
  terms *tt = f->tt;
  term x = p->word[0], y = p->word[1];
  return accept_either(f, t, term_bvult(tt, x, y), p, out) ||
         accept_either(f, t, term_bvult(tt, y, x), p, out) ||
         accept_either(f, t, term_bvslt(tt, x, y), p, out) ||
         accept_either(f, t, term_bvslt(tt, y, x), p, out) ||
         accept_either(f, t, term_eq_make(tt, x, y), p, out) ||
         find_constant_sum(f, t, p, out);
}

static bool find_sum(finder *f, term t, const part *p, term *out) {
  for (uint32_t i = 0; i < 3; i++) {
    term sum = term_bvadd(f->tt, p->word[(i + 1) % 3], p->word[(i + 2) % 3]);
    if (accept_either(f, t, term_eq_make(f->tt, p->word[i], sum), p, out))
      return true;
  }
  return false;
}

static bool find_relation(finder *f, term t, const part *p, term *out) {
  assert(p->words >= 1 && p->words <= MAX_WORDS);
  uint32_t width = term_width(f->tt, p->word[0]);
  for (uint32_t i = 1; i < p->words; i++)
    if (term_width(f->tt, p->word[i]) != width)
      return false;
  switch (p->words) {
  case 1:
    return find_bound(f, t, p, 0, out) ||
           find_bound(f, t, p, UINT64_C(1) << (width - 1), out);
  case 2:
    return find_between_two(f, t, p, out);
  default:
    return find_sum(f, t, p, out);
  }
}

// --- all parts ---------------------------------------------------------------

static bool is_junction(const terms *tt, term t) {
  switch (term_get_kind(tt, t)) {
  case TERM_AND:
  case TERM_OR:
    return true;
  case TERM_ITE:
    return term_is_bool(tt, t);
  default:
    return false;
  }
}

static part *part_at(finder *f, term t) {
  uint32_t at = 0;
  bool found = term_map_find(&f->position, t, &at);
  assert(found);
  (void)found;
  return &f->parts.data[at];
}

// Is the node worth a search?
static bool is_promising(finder *f, part *p, term t) {
  if (!is_junction(f->tt, t) || p->words == 0 || p->words == MANY ||
      f->work >= MAX_WORK)
    return false;
  p->nodes = term_dag_size(f->tt, t);
  f->work += p->nodes;
  return p->nodes >= MIN_NODES && p->nodes <= MAX_NODES;
}

// Users before arguments.
static void replace_parts(finder *f) {
  for (uint32_t i = f->order.len; i-- > 0;) {
    part *p = &f->parts.data[i];
    term t = f->order.data[i];
    if (!p->is_wanted)
      continue;
    term found;
    if (is_promising(f, p, t) && find_relation(f, t, p, &found)) {
      p->replaced = found;
      continue;
    }
    for (uint32_t k = 0; k < term_arity(f->tt, t); k++) {
      part_at(f, term_arg(f->tt, t, k))->is_wanted = true;
    }
  }
}

// Arguments before users.
static void rebuild_parts(finder *f) {
  term_vec args = {0};
  for (uint32_t i = 0; i < f->order.len; i++) {
    part *p = &f->parts.data[i];
    term t = f->order.data[i];
    if (!p->is_wanted || !term_is_none(p->replaced))
      continue;
    vec_clear(&args);
    bool is_same = true;
    for (uint32_t k = 0; k < term_arity(f->tt, t); k++) {
      term old = term_arg(f->tt, t, k), now = part_of(f, old)->replaced;
      is_same = is_same && term_eq(old, now);
      vec_push(&args, now);
    }
    p->replaced = t;
    if (!is_same)
      p->replaced = term_with_args(f->tt, t, args.data);
  }
  vec_free(&args);
}

static void open_finder(finder *f, const env *e, terms *tt,
                        const term *formulas, uint32_t n) {
  *f = (finder){.env = e, .tt = tt, .eval = eval_new(tt), .random = 1};
  term_set seen = {0};
  term_postorder(tt, formulas, n, &seen, &f->order);
  for (uint32_t i = 0; i < f->order.len; i++) {
    part p = measure(f, f->order.data[i]);
    term_map_put(&f->position, f->order.data[i], i);
    vec_push(&f->parts, p);
  }
  term_set_free(&seen);
}

static void close_finder(finder *f) {
  term_map_free(&f->position);
  vec_free(&f->order);
  vec_free(&f->parts);
  eval_free(f->eval);
}

void itp_find_relations(const env *e, terms *tt, term *formulas, uint32_t n) {
  finder f;
  open_finder(&f, e, tt, formulas, n);
  for (uint32_t i = 0; i < n; i++)
    part_at(&f, formulas[i])->is_wanted = true;
  replace_parts(&f);
  rebuild_parts(&f);
  for (uint32_t i = 0; i < n; i++)
    formulas[i] = part_of(&f, formulas[i])->replaced;
  close_finder(&f);
}

void itp_choose_relations(const itp_query *q, term *found) {
  uint32_t cuts = q->count - 1;
  finder f;
  open_finder(&f, q->env, q->tt, found, cuts);
  f.query = q;
  f.found = found;
  for (f.cut = 0; f.cut < cuts; f.cut++) {
    part *p = part_at(&f, found[f.cut]);
    term better;
    f.tries = MAX_TRIES;
    if (is_promising(&f, p, found[f.cut]) &&
        find_relation(&f, found[f.cut], p, &better))
      found[f.cut] = better;
  }
  close_finder(&f);
}
