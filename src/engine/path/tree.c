// SPDX-License-Identifier: Apache-2.0
// A node knows its parent, its first child and its next sibling, so that
// removing a subtree costs its size.
#include "engine/path/tree.h"

#include <assert.h>

void tree_init(tree *t, const program *p) {
  *t = (tree){.p = p};
  vec_push(&t->nodes, (tree_node){0});
  vec_push(&t->nodes, (tree_node){.at = program_entry(p)});
}

void tree_clear(tree *t) { vec_free(&t->nodes); }

uint32_t tree_add(tree *t, uint32_t parent, edge via) {
  tree_node *up = tree_get(t, parent);
  assert(up->at.id == program_edge_from(t->p, via).id);
  tree_node made = {.at = program_edge_to(t->p, via),
                    .via = via,
                    .parent = parent,
                    .depth = up->depth + 1,
                    .next_sibling = up->first_child};
  uint32_t node = t->nodes.len;
  up->first_child = node;
  vec_push(&t->nodes, made);
  return node;
}

void tree_unlink(tree *t, uint32_t node) {
  uint32_t *at = &tree_get(t, tree_get(t, node)->parent)->first_child;
  while (*at != node)
    at = &tree_get(t, *at)->next_sibling;
  *at = tree_get(t, node)->next_sibling;
}

bool tree_has_child(const tree *t, uint32_t node, edge e) {
  for (uint32_t c = tree_get(t, node)->first_child; c != 0;
       c = tree_get(t, c)->next_sibling)
    if (tree_get(t, c)->via.id == e.id)
      return true;
  return false;
}

void tree_cover(tree *t, uint32_t node, uint32_t by) {
  tree_node *n = tree_get(t, node), *other = tree_get(t, by);
  assert(n->covered_by == 0 && other->covered_by == 0 && node != by);
  assert(n->at.id == other->at.id);
  n->covered_by = by;
  n->next_covered = other->first_covered;
  other->first_covered = node;
  t->covered++;
}

void tree_uncover(tree *t, uint32_t node) {
  tree_node *n = tree_get(t, node);
  assert(n->covered_by != 0);
  uint32_t *at = &tree_get(t, n->covered_by)->first_covered;
  while (*at != node)
    at = &tree_get(t, *at)->next_covered;
  *at = n->next_covered;
  n->covered_by = n->next_covered = 0;
  t->covered--;
}

void tree_below(const tree *t, uint32_t node, node_list *out) {
  vec_clear(out);
  vec_push(out, node);
  for (uint32_t i = 0; i < out->len; i++)
    for (uint32_t c = tree_get(t, out->data[i])->first_child; c != 0;
         c = tree_get(t, c)->next_sibling)
      vec_push(out, c);
}

void tree_path(const tree *t, uint32_t node, edge_vec *out) {
  uint32_t depth = tree_get(t, node)->depth;
  vec_clear(out);
  vec_resize(out, depth);
  for (uint32_t n = node; depth > 0; n = tree_get(t, n)->parent)
    out->data[--depth] = tree_get(t, n)->via;
}

uint32_t tree_meet(const tree *t, uint32_t a, uint32_t b) {
  while (a != b) {
    uint32_t *deeper = tree_get(t, a)->depth >= tree_get(t, b)->depth ? &a : &b;
    *deeper = tree_get(t, *deeper)->parent;
  }
  return a;
}
