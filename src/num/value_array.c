// SPDX-License-Identifier: Apache-2.0
// Arrays: a default and a persistent AVL tree of the stored entries.
//
// Idea: a store copies the path from the root to the new node and shares the
// rest (Driscoll, Sarnak, Sleator, Tarjan: Making data structures persistent,
// STOC 1986). Storing what is already there returns the array itself. A store
// of the default over an entry keeps the entry, so no deletion is needed; all
// readers treat such an entry as if it were absent.
//
// Equality is that of the functions the arrays denote, also where the stored
// entries cover a whole finite index sort and the defaults never show; the
// hash is made from a normal form that has the same view.
//
// Invariant: in-order indices increase; heights of siblings differ by <= 1,
// so a tree of n nodes is at most 1.44 log2(n) high and recursion is shallow.
#include "num/value.h"

#include <assert.h>

#include "base/hmap.h"
#include "num/value_internal.h"

typedef struct node node;
struct node {
  value index, element;
  const node *left, *right;
  uint32_t height; // 1: no children
};

struct value_array {
  value otherwise;
  const node *root;
  uint32_t count; // nodes
};

enum { MAX_HEIGHT = 48 }; // of a tree of 2^32 nodes

// --- the tree ---------------------------------------------------------------

static uint32_t height(const node *n) { return n ? n->height : 0; }

static const node *node_make(arena *mem, const node *entry, const node *left,
                             const node *right) {
  uint32_t l = height(left), r = height(right);
  assert(l <= r + 1 && r <= l + 1);
  node *n = ARENA_NEW(mem, node);
  *n = (node){.index = entry->index, .element = entry->element};
  n->left = left;
  n->right = right;
  n->height = 1 + (l > r ? l : r);
  assert(n->height <= MAX_HEIGHT);
  return n;
}

// A node over two trees whose heights differ by at most 2: rotates if needed.
static const node *balance(arena *mem, const node *entry, const node *left,
                           const node *right) {
  if (height(left) > height(right) + 1) {
    const node *inner = left->right;
    if (height(left->left) >= height(inner))
      return node_make(mem, left, left->left,
                       node_make(mem, entry, inner, right));
    return node_make(mem, inner, node_make(mem, left, left->left, inner->left),
                     node_make(mem, entry, inner->right, right));
  }
  if (height(right) > height(left) + 1) {
    const node *inner = right->left;
    if (height(right->right) >= height(inner))
      return node_make(mem, right, node_make(mem, entry, left, inner),
                       right->right);
    return node_make(mem, inner, node_make(mem, entry, left, inner->left),
                     node_make(mem, right, inner->right, right->right));
  }
  return node_make(mem, entry, left, right);
}

// Requires: the tree has no such entry yet, or one with another element.
static const node *insert(arena *mem, const node *n, const node *entry) {
  if (!n)
    return node_make(mem, entry, NULL, NULL);
  int order = value_order(entry->index, n->index);
  if (order == 0)
    return node_make(mem, entry, n->left, n->right);
  if (order < 0)
    return balance(mem, n, insert(mem, n->left, entry), n->right);
  return balance(mem, n, n->left, insert(mem, n->right, entry));
}

static const node *find(const node *n, value index) {
  while (n) {
    int order = value_order(index, n->index);
    if (order == 0)
      return n;
    n = order < 0 ? n->left : n->right;
  }
  return NULL;
}

static const node *tree_copy(arena *mem, const node *n) {
  if (!n)
    return NULL;
  node entry = {.index = value_copy(mem, n->index),
                .element = value_copy(mem, n->element)};
  const node *left = tree_copy(mem, n->left);
  return node_make(mem, &entry, left, tree_copy(mem, n->right));
}

// In-order iteration; entries that equal the default are skipped.
typedef struct {
  const value_array *array;
  const node *path[MAX_HEIGHT];
  uint32_t depth;
} walk;

static void walk_down(walk *w, const node *n) {
  for (; n; n = n->left) {
    assert(w->depth < MAX_HEIGHT);
    w->path[w->depth++] = n;
  }
}

static void walk_start(walk *w, const value_array *a) {
  w->array = a;
  w->depth = 0;
  walk_down(w, a->root);
}

static const node *walk_next(walk *w) {
  while (w->depth > 0) {
    const node *n = w->path[--w->depth];
    walk_down(w, n->right);
    if (!value_equal(n->element, w->array->otherwise))
      return n;
  }
  return NULL;
}

// --- the interface ----------------------------------------------------------

static value wrap(const value_array *a) {
  return (value){.kind = VALUE_ARRAY, .array = a};
}

value value_array_make(arena *mem, value otherwise) {
  assert(otherwise.kind != VALUE_NONE);
  value_array *a = ARENA_NEW(mem, value_array);
  a->otherwise = otherwise;
  return wrap(a);
}

value value_array_store(arena *mem, value array, value index, value element) {
  assert(array.kind == VALUE_ARRAY && index.kind != VALUE_ARRAY);
  const value_array *old = array.array;
  assert(element.kind == old->otherwise.kind);
  assert(element.width == old->otherwise.width);
  const node *found = find(old->root, index);
  if (value_equal(found ? found->element : old->otherwise, element))
    return array;
  node entry = {.index = index, .element = element};
  value_array *a = ARENA_NEW(mem, value_array);
  a->otherwise = old->otherwise;
  a->root = insert(mem, old->root, &entry);
  a->count = old->count + !found;
  return wrap(a);
}

value value_array_select(value array, value index) {
  assert(array.kind == VALUE_ARRAY);
  const node *found = find(array.array->root, index);
  return found ? found->element : array.array->otherwise;
}

value value_array_default(value array) {
  assert(array.kind == VALUE_ARRAY);
  return array.array->otherwise;
}

void value_array_each(value array,
                      void (*visit)(void *data, value index, value element),
                      void *data) {
  assert(array.kind == VALUE_ARRAY);
  walk w;
  walk_start(&w, array.array);
  for (const node *n; (n = walk_next(&w));)
    visit(data, n->index, n->element);
}

const value_array *value_array_copy(arena *mem, const value_array *a) {
  value_array *copy = ARENA_NEW(mem, value_array);
  copy->otherwise = value_copy(mem, a->otherwise);
  copy->root = tree_copy(mem, a->root);
  copy->count = a->count;
  return copy;
}

// --- equality and hash ------------------------------------------------------

// How many indices there are; UINT64_MAX if more than could be stored.
static uint64_t domain_size(const value_array *a) {
  if (!a->root)
    return UINT64_MAX; // not known, and no entry could cover it
  value index = a->root->index;
  if (index.kind == VALUE_BOOL)
    return 2;
  if (index.kind == VALUE_BV && index.width < 32)
    return (uint64_t)1 << index.width;
  return UINT64_MAX;
}

// Walks both in the order of the indices. Different defaults are seen exactly
// if some index is stored in neither.
bool value_array_equal(const value_array *a, const value_array *b) {
  bool same_default = value_equal(a->otherwise, b->otherwise);
  if (a == b || (same_default && a->root == b->root))
    return true;
  walk in_a, in_b;
  walk_start(&in_a, a);
  walk_start(&in_b, b);
  const node *m = walk_next(&in_a), *n = walk_next(&in_b);
  uint64_t stored = 0; // indices stored in at least one
  for (; m || n; stored++) {
    int order = !m ? 1 : !n ? -1 : value_order(m->index, n->index);
    value left = order <= 0 ? m->element : a->otherwise;
    value right = order >= 0 ? n->element : b->otherwise;
    if (!value_equal(left, right))
      return false;
    if (order <= 0)
      m = walk_next(&in_a);
    if (order >= 0)
      n = walk_next(&in_b);
  }
  uint64_t size = a->root ? domain_size(a) : domain_size(b);
  return same_default || stored == size;
}

// The element that more than half of the indices have, if there is one: found
// by pairing off different elements (Boyer and Moore's majority vote), then
// counted. The default counts for all indices that are not stored.
static bool majority(const value_array *a, uint64_t size, value *out) {
  walk w;
  uint64_t stored = 0;
  walk_start(&w, a);
  while (walk_next(&w))
    stored++;
  assert(stored <= size);
  *out = a->otherwise;
  if (size - stored > size / 2)
    return true;
  uint64_t votes = size - stored;
  walk_start(&w, a);
  for (const node *n; (n = walk_next(&w));) {
    if (votes == 0)
      *out = n->element;
    votes = value_equal(n->element, *out) ? votes + 1 : votes - 1;
  }
  uint64_t count = value_equal(*out, a->otherwise) ? size - stored : 0;
  walk_start(&w, a);
  for (const node *n; (n = walk_next(&w));)
    count += value_equal(n->element, *out);
  return count > size / 2;
}

static uint64_t hash_entry(value index, value element) {
  return hash_mix(value_hash(index), value_hash(element));
}

// Of the indices that hold the default although it is not the majority: there
// are at most as many as stored ones, so they can be listed.
static uint64_t hash_unstored(const value_array *a, uint64_t size) {
  uint64_t hash = 0;
  value first = a->root->index;
  for (uint64_t i = 0; i < size; i++) {
    value index = first.kind == VALUE_BOOL ? value_bool(i != 0)
                                           : value_bv(first.width, i);
    const node *found = find(a->root, index);
    if (!found || value_equal(found->element, a->otherwise))
      hash += hash_entry(index, a->otherwise);
  }
  return hash;
}

// A sum over entries in normal form: those that differ from the majority
// element, or all indices if there is none.
uint64_t value_array_hash(const value_array *a) {
  uint64_t size = domain_size(a);
  value usual;
  bool has_usual = majority(a, size, &usual);
  uint64_t hash = has_usual ? value_hash(usual) : 0;
  if (!has_usual || !value_equal(usual, a->otherwise)) {
    assert(size <= 2 * (uint64_t)a->count);
    hash += hash_unstored(a, size);
  }
  walk w;
  walk_start(&w, a);
  for (const node *n; (n = walk_next(&w));)
    if (!has_usual || !value_equal(n->element, usual))
      hash += hash_entry(n->index, n->element);
  return hash;
}
