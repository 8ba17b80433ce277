// SPDX-License-Identifier: Apache-2.0
// Notes are a map beside the table of terms, so a term without a note costs
// nothing.
#include "term/origin.h"

#include "term/node.h"

bool terms_have_origins(const terms *tt) { return tt->origins.len > 0; }

const term_origin *term_get_origin(const terms *tt, term t) {
  if (!node_of(tt, t)->has_origin) // nearly all: no lookup for them
    return NULL;
  const uint64_t *at = hmap_find(&tt->origin_of, t.id);
  assert(at);
  return &tt->origins.data[*at];
}

void term_note_origin(terms *tt, term t, const term_origin *o) {
  assert(o->op != ORIGIN_NONE && o->arity <= ORIGIN_MAX_ARGS);
  bool is_newer = true;
  for (uint32_t i = 0; i < o->arity; i++)
    is_newer &= o->args[i].id < t.id;
  node *n = node_at(tt, t);
  if (!is_newer || n->arity == 0 || n->has_origin)
    return;
  n->has_origin = true;
  hmap_put(&tt->origin_of, t.id, tt->origins.len);
  vec_push(&tt->origins, *o);
}
