// SPDX-License-Identifier: Apache-2.0
// Shared variables come from the first and the last block in which each
// variable occurs, so one pass over all formulas is enough for all cuts.
#include "interpolate/query.h"

#include <assert.h>

#include "base/hmap.h"

static uint32_t end_of(const uint32_t *starts, uint32_t blocks, uint32_t i,
                       uint32_t groups) {
  return i + 1 < blocks ? starts[i + 1] : groups;
}

static itp_block make_block(const itp_query *q, arena *mem,
                            const uint32_t *groups, uint32_t n) {
  itp_block b = {.guard_count = n};
  for (uint32_t i = 0; i < n; i++)
    b.formula_count += itp_prover_formulas(q->prover, groups[i])->len;
  term *formulas = ARENA_ARRAY(mem, term, b.formula_count);
  term *guards = ARENA_ARRAY(mem, term, n);
  uint32_t *ends = ARENA_ARRAY(mem, uint32_t, n);
  uint32_t filled = 0;
  for (uint32_t i = 0; i < n; i++) {
    const term_vec *own = itp_prover_formulas(q->prover, groups[i]);
    for (uint32_t j = 0; j < own->len; j++)
      formulas[filled++] = own->data[j];
    ends[i] = filled;
    guards[i] = itp_prover_guard(q->prover, groups[i]);
  }
  assert(filled == b.formula_count);
  b.formulas = formulas;
  b.guards = guards;
  b.formula_ends = ends;
  return b;
}

// First and last block in which each variable occurs, and the variables in
// the order in which they were met.
typedef struct {
  hmap spans; // variable -> pair (first, last)
  term_vec order;
} spans;

static void note_variable(spans *s, term v, uint32_t block) {
  uint64_t *span = hmap_find(&s->spans, v.id);
  if (span == NULL) {
    hmap_put(&s->spans, v.id, hmap_pair(block, block));
    vec_push(&s->order, v);
  } else
    *span = (*span & ~(uint64_t)UINT32_MAX) | block;
}

static void span_of(const spans *s, term v, uint32_t *first, uint32_t *last) {
  uint64_t span = *hmap_find(&s->spans, v.id);
  *first = (uint32_t)(span >> 32);
  *last = (uint32_t)span;
  assert(*first <= *last);
}

// A variable is shared at the cuts between its first and its last block.
static const term_vec *share(const spans *s, arena *mem, uint32_t cuts) {
  term_vec *shared = ARENA_ARRAY(mem, term_vec, cuts);
  uint32_t first, last;
  for (uint32_t i = 0; i < s->order.len; i++) {
    span_of(s, s->order.data[i], &first, &last);
    for (uint32_t c = first; c < last; c++)
      shared[c].cap++;
  }
  for (uint32_t c = 0; c < cuts; c++)
    shared[c].data = ARENA_ARRAY(mem, term, shared[c].cap);
  for (uint32_t i = 0; i < s->order.len; i++) {
    span_of(s, s->order.data[i], &first, &last);
    for (uint32_t c = first; c < last; c++)
      shared[c].data[shared[c].len++] = s->order.data[i];
  }
  return shared;
}

void itp_query_make(itp_query *q, arena *mem, const uint32_t *groups,
                    uint32_t group_count, const uint32_t *starts,
                    uint32_t block_count) {
  assert(block_count >= 2 && starts[0] == 0);
  itp_block *blocks = ARENA_ARRAY(mem, itp_block, block_count);
  spans s = {0};
  for (uint32_t i = 0; i < block_count; i++) {
    uint32_t end = end_of(starts, block_count, i, group_count);
    assert(starts[i] < end && end <= group_count);
    blocks[i] = make_block(q, mem, groups + starts[i], end - starts[i]);
    for (uint32_t g = starts[i]; g < end; g++) {
      const term_vec *own = itp_prover_variables(q->prover, groups[g]);
      for (uint32_t j = 0; j < own->len; j++)
        note_variable(&s, own->data[j], i);
    }
  }
  q->blocks = blocks;
  q->count = block_count;
  q->shared = share(&s, mem, block_count - 1);
  hmap_free(&s.spans);
  vec_free(&s.order);
}

void itp_query_reverse(const itp_query *q, arena *mem, itp_query *reversed) {
  itp_block *blocks = ARENA_ARRAY(mem, itp_block, q->count);
  term_vec *shared = ARENA_ARRAY(mem, term_vec, q->count - 1);
  for (uint32_t i = 0; i < q->count; i++)
    blocks[i] = q->blocks[q->count - 1 - i];
  for (uint32_t i = 0; i + 1 < q->count; i++)
    shared[i] = q->shared[q->count - 2 - i];
  *reversed = *q;
  reversed->blocks = blocks;
  reversed->shared = shared;
}

void itp_query_guards(const itp_query *q, uint32_t from, uint32_t to,
                      term_vec *out) {
  assert(from <= to && to <= q->count);
  for (uint32_t i = from; i < to; i++)
    for (uint32_t j = 0; j < q->blocks[i].guard_count; j++)
      vec_push(out, q->blocks[i].guards[j]);
}

term itp_query_formula(const itp_query *q, uint32_t block) {
  assert(block < q->count);
  const itp_block *b = &q->blocks[block];
  return term_and_n(q->tt, b->formulas, b->formula_count);
}
