// SPDX-License-Identifier: Apache-2.0
// Partial interpolants, clause by clause of a resolution proof.
//
// McMillan, "Interpolation and SAT-Based Model Checking" (CAV 2003): at cut c
// the clauses of blocks before c are A, the others B. A variable is *past* if
// no clause from block c on has it. Every clause C of the proof has a partial
// interpolant I_c(C):
//   - C in A: the disjunction of its literals that are not past;
//   - C in B: true;
//   - C resolved from D and E: their disjunction if the pivot is past, else
//     their conjunction;
// and that of the empty clause is the interpolant. The proof knows nothing of
// cuts: labels are given afterwards, so one refutation serves all.
//
// Two changes. A clause derived from A alone is treated like one of A: its
// partial interpolant is the disjunction of its own literals, whatever the
// derivation. It follows from A, and is smaller (as in Gurfinkel and Vizel,
// "DRUPing for Interpolants", FMCAD 2014). Likewise a clause derived from B
// alone has true. So at cut c only clauses whose derivation spans c need work,
// and a long sequence of blocks costs little more than a pair. The second: a
// variable counts for the blocks of the *core* only.
#include "interpolate/proof/partial.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

static const itp_span NOWHERE = {UINT32_MAX, 0};

static uint32_t variable_of(int literal) {
  return (uint32_t)(literal < 0 ? -literal : literal);
}

static itp_span join(itp_span a, itp_span b) {
  return (itp_span){a.first < b.first ? a.first : b.first,
                    a.last > b.last ? a.last : b.last};
}

void itp_load(itp_derivation *d, uint32_t id) {
  assert(id < d->id_count);
  uint32_t n = proof_clause(d->r->proof, id, NULL);
  vec_resize(&d->literals, n);
  proof_clause(d->r->proof, id, d->literals.data);
}

// --- the derivation ----------------------------------------------------------

bool itp_is_original(const itp_derivation *d, uint32_t id) {
  assert(id < d->id_count);
  return id < proof_original_count(d->r->proof);
}

static uint32_t block_of(const itp_refutation *r, uint32_t id) {
  uint32_t low = 0, high = r->block_count;
  assert(id < r->block_starts[high]);
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (r->block_starts[middle] <= id)
      low = middle;
    else
      high = middle;
  }
  assert(r->block_starts[low] <= id && id < r->block_starts[low + 1]);
  return low;
}

static void prepare_original(itp_derivation *d, uint32_t id) {
  uint32_t block = block_of(d->r, id);
  d->derived[id] = (itp_span){block, block};
  itp_load(d, id);
  for (uint32_t i = 0; i < d->literals.len; i++) {
    itp_span *s = &d->occurs[variable_of(d->literals.data[i])];
    *s = join(*s, d->derived[id]);
  }
}

void itp_forget_resolvent(itp_derivation *d) {
  for (uint32_t i = 0; i < d->touched.len; i++)
    d->sign[d->touched.data[i]] = 0;
  vec_clear(&d->touched);
}

void itp_resolve(itp_derivation *d, uint32_t id, itp_span kept) {
  assert(kept.first <= kept.last);
  itp_load(d, id);
  for (uint32_t i = 0; i < d->literals.len; i++) {
    int v = (int)variable_of(d->literals.data[i]);
    int8_t sign = d->literals.data[i] < 0 ? -1 : 1;
    uint32_t last = d->occurs[v].last;
    if (last < kept.first || last > kept.last)
      continue;
    if (d->sign[v] == -sign) {
      d->sign[v] = 0;
      continue;
    }
    if (d->sign[v] == 0)
      vec_push(&d->touched, v);
    d->sign[v] = sign;
  }
}

// A variable that went and came back was touched twice.
static void itp_load_resolvent(itp_derivation *d) {
  uint32_t kept = 0;
  vec_clear(&d->literals);
  for (uint32_t i = 0; i < d->touched.len; i++) {
    int v = d->touched.data[i];
    if (d->sign[v] == 0)
      continue;
    vec_push(&d->literals, d->sign[v] < 0 ? -v : v);
    d->touched.data[kept++] = v;
    d->sign[v] = 0;
  }
  d->touched.len = kept;
  for (uint32_t i = 0; i < kept; i++)
    d->sign[d->touched.data[i]] = d->literals.data[i] < 0 ? -1 : 1;
}

static void prepare_derived(itp_derivation *d, uint32_t id) {
  uint32_t n;
  const uint32_t *chain = proof_chain(d->r->proof, id, &n);
  assert(n > 0);
  itp_span s = NOWHERE;
  for (uint32_t i = 0; i < n; i++)
    s = join(s, d->derived[chain[i]]);
  d->derived[id] = s;
}

static void prepare(itp_derivation *d) {
  for (uint32_t v = 0; v <= d->r->variable_count; v++)
    d->occurs[v] = NOWHERE;
  for (uint32_t i = 0; i < d->core_count; i++) {
    if (itp_is_original(d, d->core[i]))
      prepare_original(d, d->core[i]);
    else
      prepare_derived(d, d->core[i]);
  }
}

void itp_derivation_init(itp_derivation *d, const itp_refutation *r,
                         itp_bit_interpolants *out) {
  *d = (itp_derivation){.r = r, .out = out};
  d->core = proof_core(r->proof, &d->core_count);
  uint32_t variables = r->variable_count + 1;
  for (uint32_t i = 0; i < d->core_count; i++)
    d->id_count = d->core[i] >= d->id_count ? d->core[i] + 1 : d->id_count;
  d->derived = mem_alloc(d->id_count * sizeof *d->derived);
  d->occurs = mem_alloc(variables * sizeof *d->occurs);
  d->sign = mem_alloc(variables * sizeof *d->sign);
  d->input_of = mem_alloc(variables * sizeof *d->input_of);
  for (uint32_t i = 0; i < out->inputs.len; i++)
    d->input_of[out->inputs.data[i]] = aig_input_literal(out->graph, i);
  prepare(d);
}

void itp_derivation_clear(itp_derivation *d) {
  mem_free(d->derived);
  mem_free(d->occurs);
  mem_free(d->sign);
  mem_free(d->input_of);
  vec_free(&d->literals);
  vec_free(&d->touched);
}

// --- one cut -----------------------------------------------------------------

void itp_partials_init(itp_partials *p, const itp_derivation *d) {
  *p = (itp_partials){0};
  p->known_at = mem_alloc(d->id_count * sizeof *p->known_at);
  p->partial = mem_alloc(d->id_count * sizeof *p->partial);
}

void itp_partials_clear(itp_partials *p) {
  mem_free(p->known_at);
  mem_free(p->partial);
}

static bool is_past(const itp_derivation *d, const itp_partials *p,
                    uint32_t variable) {
  return d->occurs[variable].last < p->cut;
}

static bool is_shared(const itp_derivation *d, const itp_partials *p,
                      uint32_t variable) {
  return d->occurs[variable].first < p->cut && !is_past(d, p, variable);
}

static aig_lit bit(itp_derivation *d, int literal) {
  uint32_t v = variable_of(literal);
  if (d->input_of[v] == 0) {
    d->input_of[v] = aig_input(d->out->graph);
    vec_push(&d->out->inputs, (int)v);
  }
  return literal < 0 ? aig_not(d->input_of[v]) : d->input_of[v];
}

static int compare_literals(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

// The disjunction of d->literals that are shared, in a fixed order, so that
// clauses with a common part share gates.
static aig_lit shared_part(itp_derivation *d, const itp_partials *p) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < d->literals.len; i++)
    if (is_shared(d, p, variable_of(d->literals.data[i])))
      d->literals.data[kept++] = d->literals.data[i];
  if (kept > 1)
    qsort(d->literals.data, kept, sizeof *d->literals.data, compare_literals);
  aig_lit any = AIG_FALSE;
  for (uint32_t i = 0; i < kept; i++)
    any = aig_or(d->out->graph, any, bit(d, d->literals.data[i]));
  return any;
}

static bool itp_is_before(const itp_derivation *d, const itp_partials *p,
                          uint32_t id) {
  return d->derived[id].last < p->cut;
}

bool itp_is_across(const itp_derivation *d, const itp_partials *p,
                   uint32_t id) {
  assert(id < d->id_count);
  return d->derived[id].first < p->cut && !itp_is_before(d, p, id);
}

void itp_partial_set(itp_partials *p, uint32_t id, aig_lit partial) {
  p->partial[id] = partial;
  p->known_at[id] = p->cut + 1;
}

aig_lit itp_partial(itp_derivation *d, itp_partials *p, uint32_t id) {
  if (d->derived[id].first >= p->cut)
    return AIG_TRUE;
  if (itp_is_before(d, p, id) && p->known_at[id] != p->cut + 1) {
    itp_load(d, id);
    itp_partial_set(p, id, shared_part(d, p));
  }
  assert(p->known_at[id] == p->cut + 1);
  return p->partial[id];
}

// --- chains ------------------------------------------------------------------

itp_fold itp_fold_new(const itp_derivation *d, itp_partials *p, uint32_t id) {
  assert(itp_is_across(d, p, id));
  uint32_t n;
  itp_fold f = {.at = p, .chain = proof_chain(d->r->proof, id, &n)};
  f.pivots = proof_pivots(d->r->proof, id);
  while (f.prefix < n && itp_is_before(d, p, f.chain[f.prefix]))
    f.prefix++;
  assert(f.prefix < n);
  if (f.prefix == 0)
    f.prefix = 1;
  return f;
}

// What the first antecedents resolve to is derived before the cut, as they are.
void itp_fold_step(itp_derivation *d, itp_fold *f, uint32_t i) {
  if (i + 1 < f->prefix)
    return;
  if (i + 1 == f->prefix && i > 0) {
    itp_load_resolvent(d);
    f->all = shared_part(d, f->at);
    return;
  }
  aig_lit next = itp_partial(d, f->at, f->chain[i]);
  if (i == 0)
    f->all = next;
  else if (is_past(d, f->at, f->pivots[i]))
    f->all = aig_or(d->out->graph, f->all, next);
  else
    f->all = aig_and(d->out->graph, f->all, next);
}
