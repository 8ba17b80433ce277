// SPDX-License-Identifier: Apache-2.0
// The test looks at the form of the guards alone and asks no solver. One guard
// is taken apart into the conditions that must fail where it holds; the guards
// cover everything if each of these conditions is the guard of another edge.
#include "encode/total.h"

#include <assert.h>

#include "base/hmap.h"

typedef struct {
  terms *tt;
  const program *p;
  const edge_vec *out;
} question;

static term guard_at(const question *q, uint32_t i) {
  return program_edge_block(q->p, q->out->data[i])->guard;
}

// Appends the conditions that must all fail where t holds: t is taken apart
// as a conjunction (or a negated disjunction) down to 'max' parts.
static void failing_parts(terms *tt, term t, uint32_t max, term_vec *parts) {
  term_vec stack = {0};
  vec_push(&stack, term_not(tt, t)); // a disjunction of what must fail
  while (stack.len > 0 && parts->len + stack.len <= max) {
    term part = vec_pop(&stack), inner = term_not(tt, part);
    bool is_or = term_get_kind(tt, part) == TERM_OR;
    bool is_negated_and = term_get_kind(tt, inner) == TERM_AND;
    if (!is_or && !is_negated_and) {
      vec_push(parts, part);
      continue;
    }
    term junction = is_or ? part : inner;
    for (uint32_t i = 0; i < term_arity(tt, junction); i++) {
      term arg = term_arg(tt, junction, i);
      vec_push(&stack, is_or ? arg : term_not(tt, arg));
    }
  }
  for (uint32_t i = 0; i < stack.len; i++)
    vec_push(parts, stack.data[i]);
  vec_free(&stack);
}

// Where the guard 'rest' fails, one of the parts holds; so the guards cover
// everything if each part is the guard of another edge.
static bool rest_covers(const question *q, const hmap *guards, uint32_t rest) {
  assert(rest < q->out->len);
  term_vec parts = {0};
  failing_parts(q->tt, guard_at(q, rest), q->out->len, &parts);
  assert(parts.len > 0);
  bool covers = true;
  for (uint32_t i = 0; covers && i < parts.len; i++) {
    uint64_t *owner = hmap_find(guards, parts.data[i].id);
    covers = owner != NULL && *owner != rest;
  }
  vec_free(&parts);
  return covers;
}

bool edges_are_total(const program *p, loc l) {
  assert(l.id != 0);
  question q = {program_terms(p), p, program_out_edges(p, l)};
  if (q.out->len == 0)
    return false;
  if (q.out->len == 1)
    return term_is_true(q.tt, guard_at(&q, 0));
  if (q.out->len == 2)
    return term_eq(guard_at(&q, 1), term_not(q.tt, guard_at(&q, 0)));
  hmap guards = {0};
  for (uint32_t i = 0; i < q.out->len; i++)
    hmap_put(&guards, guard_at(&q, i).id, i);
  // "None of the others" stands first or last.
  bool covers =
      rest_covers(&q, &guards, 0) || rest_covers(&q, &guards, q.out->len - 1);
  hmap_free(&guards);
  return covers;
}
