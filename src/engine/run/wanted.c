// SPDX-License-Identifier: Apache-2.0
// A run whose comparisons are looked at.
//
// Such a run is made by the evaluator of terms, a hundred times as slow as
// others: so only runs that were new are looked at, and each of them once.
#include "engine/run/wanted.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "term/walk.h"

enum {
  MOST_STEPS = 1 << 12,
  MOST_PAIRS = 256, // of a run
  MOST_PLACES = 4   // inputs that one comparison may be about
};

typedef struct {
  bool is_known;
  term_vec comparisons; // in the guards of the edges that leave the location
} comparison_list;

// Two values that were compared.
typedef struct {
  uint64_t has, asks;
} pair;

struct wanted {
  const program *program;
  draws *draws;
  comparison_list *lists; // by location id
  run_hooks hooks;
  runner *runner;
  const fed *values; // of the current run
  uint32_t count, next;
  hmap seen; // pairs, by their hash
  VEC(pair) pairs;
};

static value input_value(void *data, loc at, term input) {
  wanted *w = data;
  (void)at;
  if (!draws_is_word(w->draws, input) || w->next >= w->count)
    return (value){.kind = VALUE_NONE};
  return draws_value_of(w->draws, input, w->values[w->next++].bits);
}

// --- comparisons -------------------------------------------------------------

static bool is_narrow(const terms *tt, term t) {
  sort s = term_sort(tt, t);
  return sort_get_kind(tt, s) == SORT_INT ||
         (sort_get_kind(tt, s) == SORT_BV && sort_width(tt, s) <= 64);
}

static bool is_of_words(const terms *tt, term t) {
  return term_is_comparison(tt, t) && is_narrow(tt, term_arg(tt, t, 0));
}

static const term_vec *comparisons_at(wanted *w, loc at) {
  comparison_list *list = &w->lists[at.id];
  if (list->is_known)
    return &list->comparisons;
  const terms *tt = program_terms(w->program);
  const edge_vec *out = program_out_edges(w->program, at);
  term_vec nodes = {0};
  term_set seen = {0};
  for (uint32_t i = 0; i < out->len; i++) {
    term guard = program_edge_block(w->program, out->data[i])->guard;
    term_postorder(tt, &guard, 1, &seen, &nodes);
  }
  for (uint32_t i = 0; i < nodes.len; i++)
    if (is_of_words(tt, nodes.data[i]))
      vec_push(&list->comparisons, nodes.data[i]);
  term_set_free(&seen);
  vec_free(&nodes);
  list->is_known = true;
  return &list->comparisons;
}

static void add_pair(wanted *w, uint64_t has, uint64_t asks) {
  uint64_t key = has * UINT64_C(0x9e3779b97f4a7c15) ^ asks;
  if (has == asks || hmap_find(&w->seen, key) != NULL)
    return;
  hmap_put(&w->seen, key, 1);
  vec_push(&w->pairs, ((pair){has, asks}));
}

static void before(void *data, edge e, evaluator *state) {
  wanted *w = data;
  const terms *tt = program_terms(w->program);
  const term_vec *all = comparisons_at(w, program_edge_from(w->program, e));
  for (uint32_t i = 0; i < all->len && w->pairs.len < MOST_PAIRS; i++) {
    value a = eval_term(state, term_arg(tt, all->data[i], 0));
    value b = eval_term(state, term_arg(tt, all->data[i], 1));
    if (a.is_big || b.is_big)
      continue;
    add_pair(w, a.bits, b.bits);
    add_pair(w, b.bits, a.bits);
  }
}

// --- inputs ------------------------------------------------------------------

static uint32_t width_of(const wanted *w, term input) {
  const terms *tt = program_terms(w->program);
  sort s = term_sort(tt, input);
  return sort_get_kind(tt, s) == SORT_BV ? sort_width(tt, s) : 64;
}

// Whether the compared value is the input's, extended by zeros or by ones: then
// what the comparison asks for, cut to its width, is a value for the input.
static bool is_from(const wanted *w, const fed *f, uint64_t compared) {
  uint32_t width = width_of(w, f->input);
  uint64_t high = width == 64 ? 0 : compared >> width;
  return (compared ^ high << (width % 64)) == f->bits &&
         (high & (high + 1)) == 0;
}

// Where many inputs have the value, the next few behind a random place.
static void match(wanted *w, pair p, wish_vec *found) {
  if (w->count == 0)
    return;
  uint32_t start = (uint32_t)(draws_number(w->draws) % w->count);
  uint32_t places = 0;
  for (uint32_t i = 0; i < w->count && places < MOST_PLACES; i++) {
    uint32_t at = (start + i) % w->count;
    if (!is_from(w, &w->values[at], p.has))
      continue;
    vec_push(found, ((wish){at, p.asks}));
    places++;
  }
}

wanted *wanted_new(const program *p, draws *d) {
  wanted *w = mem_alloc(sizeof *w);
  *w = (wanted){.program = p, .draws = d};
  w->lists = mem_alloc(sizeof *w->lists * (program_location_count(p) + 1));
  w->hooks = (run_hooks){.input = input_value, .before = before, .data = w};
  w->runner = runner_new(p, &w->hooks);
  return w;
}

void wanted_free(wanted *w) {
  if (w == NULL)
    return;
  for (uint32_t i = 1; i <= program_location_count(w->program); i++)
    vec_free(&w->lists[i].comparisons);
  mem_free(w->lists);
  hmap_free(&w->seen);
  vec_free(&w->pairs);
  runner_free(w->runner);
  mem_free(w);
}

void wanted_find(wanted *w, const fed *values, uint32_t count,
                 const limits *all, wish_vec *found) {
  assert(values != NULL || count == 0);
  w->values = values;
  w->count = count;
  w->next = 0;
  hmap_clear(&w->seen);
  vec_clear(&w->pairs);
  runner_restart(w->runner);
  runner_continue(w->runner, MOST_STEPS, all);
  for (uint32_t i = 0; i < w->pairs.len; i++)
    match(w, w->pairs.data[i], found);
}
