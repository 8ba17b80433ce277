// SPDX-License-Identifier: Apache-2.0
// Interpolants from a resolution proof, one pass per cut.
//
// At a cut only clauses whose derivation spans it need work, so a long sequence
// of blocks costs little more than a pair (proof_partial.c). Why the sequence
// is inductive is told in proof_links.c.
#include "interpolate/proof/partial.h"

#include "base/mem.h"

static aig_lit evaluate_chain(itp_derivation *d, itp_partials *p, uint32_t id) {
  uint32_t n;
  const uint32_t *chain = proof_chain(d->r->proof, id, &n);
  itp_fold f = itp_fold_new(d, p, id);
  for (uint32_t i = 0; i < n; i++) {
    if (i < f.prefix)
      itp_resolve(d, chain[i], ITP_EVERYWHERE);
    itp_fold_step(d, &f, i);
  }
  itp_forget_resolvent(d);
  return f.all;
}

// False: a limit was hit.
static bool interpolate_cut(itp_derivation *d, itp_partials *p,
                            const limits *l) {
  for (uint32_t i = 0; i < d->core_count; i++) {
    uint32_t id = d->core[i];
    if (!itp_is_across(d, p, id))
      continue;
    itp_partial_set(p, id, evaluate_chain(d, p, id));
    if (i % 1024 == 0 && limits_stop(l) != LIMIT_NONE)
      return false;
  }
  aig_lit result = itp_partial(d, p, d->core[d->core_count - 1]);
  vec_push(&d->out->results, result);
  return true;
}

bool itp_read_interpolants(const itp_refutation *r, const limits *l,
                           itp_bit_interpolants *out) {
  assert(aig_count(out->graph) == 1 && out->results.len == 0);
  assert(r->block_count >= 2);
  itp_derivation d;
  itp_partials p;
  itp_derivation_init(&d, r, out);
  itp_partials_init(&p, &d);
  bool in_time = true;
  for (p.cut = 1; p.cut < r->block_count && in_time; p.cut++)
    in_time = interpolate_cut(&d, &p, l);
  itp_partials_clear(&p);
  itp_derivation_clear(&d);
  return in_time;
}

void itp_bit_interpolants_clear(itp_bit_interpolants *b) {
  aig_free(b->graph);
  b->graph = NULL;
  vec_free(&b->inputs);
  vec_free(&b->results);
}

uint32_t itp_bits_size(const itp_bit_interpolants *b) {
  uint32_t count = 0, nodes = aig_count(b->graph);
  uint8_t *used = mem_alloc(nodes);
  for (uint32_t i = 0; i < b->results.len; i++)
    used[aig_node_of(b->results.data[i])] = 1;
  for (uint32_t node = nodes; node-- > 1;) { // users before operands
    if (!used[node] || !aig_is_and(b->graph, node))
      continue;
    count++;
    used[aig_node_of(aig_left(b->graph, node))] = 1;
    used[aig_node_of(aig_right(b->graph, node))] = 1;
  }
  mem_free(used);
  return count;
}
