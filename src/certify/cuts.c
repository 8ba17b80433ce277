// SPDX-License-Identifier: Apache-2.0
// Kahn's algorithm on the locations that matter, labels taken out: what it
// cannot number lies on a cycle without a label, or behind one. The judge does
// not use program/loops.h here, because engines do.
#include "certify/cuts.h"

#include <assert.h>

#include "base/mem.h"

typedef struct {
  const program *p;
  cuts *c;
  uint32_t *waiting; // in-edges whose source has no number yet
} cut_search;

static bool is_sink(const program *p, loc l) {
  return loc_is_sink(program_kind(p, l));
}

// Matters and lies between labels.
static bool is_inner(const cut_search *s, loc l) {
  return s->c->matters[l.id] && !s->c->is_label[l.id] && !is_sink(s->p, l);
}

static void mark(bool *marked, loc l, loc_vec *work) {
  if (!marked[l.id])
    vec_push(work, l);
  marked[l.id] = true;
}

static void mark_reachable(const program *p, bool *marked) {
  loc_vec work = {0};
  mark(marked, program_entry(p), &work);
  while (work.len) {
    const edge_vec *out = program_out_edges(p, vec_pop(&work));
    for (uint32_t i = 0; i < out->len; i++)
      mark(marked, program_edge_to(p, out->data[i]), &work);
  }
  vec_free(&work);
}

// Locations with a way to a bad sink or a claim.
static void mark_ways(const program *p, const bool *is_claim, bool *marked) {
  loc_vec work = {0};
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    if (loc_is_bad(program_kind(p, (loc){i})) || (is_claim && is_claim[i]))
      mark(marked, (loc){i}, &work);
  while (work.len) {
    const edge_vec *in = program_in_edges(p, vec_pop(&work));
    for (uint32_t i = 0; i < in->len; i++)
      mark(marked, program_edge_from(p, in->data[i]), &work);
  }
  vec_free(&work);
}

static void find_what_matters(cut_search *s, const bool *is_claim) {
  size_t n = (size_t)program_location_count(s->p) + 1;
  bool *leads_on = mem_alloc(n * sizeof *leads_on);
  mark_reachable(s->p, s->c->matters);
  mark_ways(s->p, is_claim, leads_on);
  for (size_t i = 1; i < n; i++)
    s->c->matters[i] &= leads_on[i];
  mem_free(leads_on);
}

static void list_labels(cut_search *s, const bool *is_label) {
  for (uint32_t i = 1; i <= program_location_count(s->p); i++) {
    loc l = {i};
    bool is_useful = s->c->matters[i] && i != program_entry(s->p).id;
    if (!is_label[i] || !is_useful || is_sink(s->p, l))
      continue;
    s->c->is_label[i] = true;
    vec_push(&s->c->labels, l);
  }
}

static void count_waiting(cut_search *s) {
  for (uint32_t i = 1; i <= program_edge_count(s->p); i++) {
    loc from = program_edge_from(s->p, (edge){i});
    loc to = program_edge_to(s->p, (edge){i});
    if (is_inner(s, from) && is_inner(s, to))
      s->waiting[to.id]++;
  }
}

static void give_number(cut_search *s, loc l) {
  assert(!s->c->rank[l.id]);
  vec_push(&s->c->by_rank, l);
  s->c->rank[l.id] = s->c->by_rank.len;
}

// by_rank is the queue: what stands in it has a number, what stands before
// 'next' has also released its successors.
static void number(cut_search *s) {
  for (uint32_t i = 1; i <= program_location_count(s->p); i++)
    if (is_inner(s, (loc){i}) && !s->waiting[i])
      give_number(s, (loc){i});
  for (uint32_t next = 0; next < s->c->by_rank.len; next++) {
    const edge_vec *out = program_out_edges(s->p, s->c->by_rank.data[next]);
    for (uint32_t i = 0; i < out->len; i++) {
      loc to = program_edge_to(s->p, out->data[i]);
      if (is_inner(s, to) && --s->waiting[to.id] == 0)
        give_number(s, to);
    }
  }
}

// A predecessor without a number; there is one for each location without.
static loc unnumbered_before(const cut_search *s, loc l) {
  const edge_vec *in = program_in_edges(s->p, l);
  for (uint32_t i = 0; i < in->len; i++) {
    loc from = program_edge_from(s->p, in->data[i]);
    if (is_inner(s, from) && !s->c->rank[from.id])
      return from;
  }
  assert(!"a location without number waits for another one");
  return l;
}

// Walks backwards among locations without number until one comes again.
static loc find_uncut(const cut_search *s) {
  loc l = LOC_NONE;
  for (uint32_t i = 1; i <= program_location_count(s->p) && !l.id; i++)
    if (is_inner(s, (loc){i}) && !s->c->rank[i])
      l = (loc){i};
  if (!l.id)
    return LOC_NONE;
  for (uint32_t i = 0; i < program_location_count(s->p); i++)
    l = unnumbered_before(s, l);
  return l;
}

cuts *cuts_find(const program *p, const bool *is_label, const bool *is_claim) {
  assert(p && is_label && program_entry(p).id);
  size_t n = (size_t)program_location_count(p) + 1;
  cuts *c = mem_alloc(sizeof *c);
  c->is_label = mem_alloc(n * sizeof *c->is_label);
  c->rank = mem_alloc(n * sizeof *c->rank);
  c->matters = mem_alloc(n * sizeof *c->matters);
  cut_search s = {p, c, mem_alloc(n * sizeof(uint32_t))};
  find_what_matters(&s, is_claim);
  list_labels(&s, is_label);
  count_waiting(&s);
  number(&s);
  c->uncut = find_uncut(&s);
  mem_free(s.waiting);
  return c;
}

void cuts_free(cuts *c) {
  if (!c)
    return;
  mem_free(c->matters);
  mem_free(c->is_label);
  mem_free(c->rank);
  vec_free(&c->labels);
  vec_free(&c->by_rank);
  mem_free(c);
}
