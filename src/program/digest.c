// SPDX-License-Identifier: Apache-2.0
// Each term is hashed once, from its kind, its parameters and the hashes of its
// arguments.
#include "program/digest.h"

#include <string.h>

#include "base/hmap.h"
#include "term/text/print.h"
#include "term/walk.h"

typedef struct {
  const program *p;
  const terms *tt;
  term_set seen;
  term_vec nodes; // of the last walk
  hmap hashes;    // term id -> hash
} digest;

static uint64_t hash_text(const char *text) {
  return hash_bytes(text, strlen(text));
}

static uint64_t hash_sort(const terms *tt, sort s) {
  strbuf text = {0};
  sort_print_smt2(tt, s, &text);
  uint64_t hash = hash_text(strbuf_text(&text));
  strbuf_free(&text);
  return hash;
}

static uint64_t hash_of(const digest *d, term t) {
  const uint64_t *found = hmap_find(&d->hashes, t.id);
  return found ? *found : 0;
}

static uint64_t hash_node(const digest *d, term t) {
  const terms *tt = d->tt;
  term_kind kind = term_get_kind(tt, t);
  uint64_t hash = hash_mix(kind, term_arity(tt, t));
  if (kind == TERM_VARIABLE)
    return hash_mix(hash_mix(hash, hash_text(term_name(tt, t))),
                    hash_sort(tt, term_sort(tt, t)));
  if (kind == TERM_VALUE)
    return hash_mix(hash, value_hash(term_get_value(tt, t)));
  for (uint32_t i = 0; i < 2 && term_arity(tt, t) == 1; i++)
    hash = hash_mix(hash, term_param(tt, t, i)); // of extract and the like
  for (uint32_t i = 0; i < term_arity(tt, t); i++)
    hash = hash_mix(hash, hash_of(d, term_arg(tt, t, i)));
  return kind == TERM_CONST_ARRAY
             ? hash_mix(hash, hash_sort(tt, term_sort(tt, t)))
             : hash;
}

static uint64_t hash_term(digest *d, term t) {
  vec_clear(&d->nodes);
  term_postorder(d->tt, &t, 1, &d->seen, &d->nodes);
  for (uint32_t i = 0; i < d->nodes.len; i++)
    hmap_put(&d->hashes, d->nodes.data[i].id, hash_node(d, d->nodes.data[i]));
  return hash_of(d, t);
}

static uint64_t hash_edge(digest *d, edge e) {
  const block *b = program_edge_block(d->p, e);
  uint64_t hash =
      hash_mix(program_edge_from(d->p, e).id, program_edge_to(d->p, e).id);
  hash = hash_mix(hash, hash_term(d, b->guard));
  for (uint32_t i = 0; i < b->assignment_count; i++) {
    hash = hash_mix(hash, b->assignments[i].target.id);
    hash = hash_mix(hash, hash_term(d, b->assignments[i].value));
  }
  for (uint32_t i = 0; i < b->input_count; i++)
    hash = hash_mix(hash, hash_term(d, b->inputs[i]));
  return hash;
}

uint64_t program_digest(const program *p) {
  digest d = {.p = p, .tt = program_terms(p)};
  uint64_t hash = hash_mix(program_entry(p).id, program_properties(p));
  for (uint32_t i = 1; i <= program_variable_count(p); i++)
    hash = hash_mix(hash, hash_term(&d, program_variable_term(p, (var){i})));
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    hash = hash_mix(hash_mix(hash, program_kind(p, (loc){i})),
                    program_origin(p, (loc){i}).id);
  for (uint32_t i = 1; i <= program_edge_count(p); i++)
    hash = hash_mix(hash, hash_edge(&d, (edge){i}));
  term_set_free(&d.seen);
  vec_free(&d.nodes);
  hmap_free(&d.hashes);
  return hash;
}
