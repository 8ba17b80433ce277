// SPDX-License-Identifier: Apache-2.0
// Each group of formulas is encoded once and kept from query to query; a query
// only renames the group's variables to its own. Bits of program variables get
// the same number in all groups.
#include "interpolate/proof/clauses.h"

#include <assert.h>

static int new_variable(itp_clauses *c, uint32_t input_plus_one) {
  vec_push(&c->input_of, input_plus_one);
  assert(c->input_of.len <= INT32_MAX);
  return (int)c->input_of.len - 1;
}

// Bits of variables are the same SAT variables in all groups.
static void rename_inputs(itp_clauses *c, const itp_encoding *n) {
  for (uint32_t i = 0; i < n->inputs.len; i++) {
    itp_input in = n->inputs.data[i];
    if (c->variable_of.data[in.input] == 0) {
      int v = new_variable(c, in.input + 1);
      c->variable_of.data[in.input] = v;
    }
    c->renaming.data[in.variable] = c->variable_of.data[in.input];
  }
}

static void make_renaming(itp_clauses *c, const itp_encoding *n) {
  vec_clear(&c->renaming);
  vec_resize(&c->renaming, n->variable_count + 1);
  rename_inputs(c, n);
  for (uint32_t v = 1; v <= n->variable_count; v++)
    if (c->renaming.data[v] == 0)
      c->renaming.data[v] = new_variable(c, 0);
}

static void add_encoding(itp_clauses *c, const itp_encoding *n) {
  make_renaming(c, n);
  vec_reserve(&c->literals, c->literals.len + n->clauses.len);
  for (uint32_t at = 0; at < n->clauses.len;) {
    uint32_t size = (uint32_t)n->clauses.data[at++];
    vec_push(&c->literals, (int)size);
    for (uint32_t end = at + size; at < end; at++) {
      int a = n->clauses.data[at];
      int v = c->renaming.data[a < 0 ? -a : a];
      vec_push(&c->literals, a < 0 ? -v : v);
    }
  }
  c->clause_count += n->clause_count;
}

static bool add_block(itp_clauses *c, itp_encoder *e, const itp_block *b,
                      const char **reason) {
  uint32_t from = 0;
  for (uint32_t i = 0; i < b->guard_count; i++) {
    uint32_t end = b->formula_ends[i];
    assert(from <= end);
    const itp_encoding *n =
        itp_encoder_get(e, b->formulas + from, end - from, reason);
    if (n == NULL)
      return false;
    vec_resize(&c->variable_of, itp_encoder_graph(e)->inputs.len);
    add_encoding(c, n);
    from = end;
  }
  assert(from == b->formula_count);
  return true;
}

static void start_anew(itp_clauses *c) {
  vec_clear(&c->literals);
  vec_clear(&c->block_starts);
  vec_clear(&c->input_of);
  vec_clear(&c->variable_of);
  c->clause_count = 0;
  vec_push(&c->input_of, 0); // SAT variables count from 1
}

bool itp_clauses_make(itp_clauses *c, itp_encoder *e, const itp_query *q,
                      const char **reason) {
  assert(q->count >= 2);
  start_anew(c);
  itp_encoder_begin(e);
  for (uint32_t i = 0; i < q->count; i++) {
    vec_push(&c->block_starts, c->clause_count);
    if (!add_block(c, e, &q->blocks[i], reason))
      return false;
    limit_kind limit = limits_stop(q->limits);
    if (limit != LIMIT_NONE) {
      *reason = limit_name(limit);
      return false;
    }
  }
  vec_push(&c->block_starts, c->clause_count);
  return true;
}

void itp_clauses_free(itp_clauses *c) {
  vec_free(&c->literals);
  vec_free(&c->block_starts);
  vec_free(&c->input_of);
  vec_free(&c->variable_of);
  vec_free(&c->renaming);
}

void itp_clauses_each(const itp_clauses *c, itp_clause_visitor visit,
                      void *data) {
  for (uint32_t at = 0; at < c->literals.len;) {
    uint32_t size = (uint32_t)c->literals.data[at++];
    visit(data, &c->literals.data[at], size);
    at += size;
  }
}
