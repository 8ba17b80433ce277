// SPDX-License-Identifier: Apache-2.0
// Substitution, and copying between tables: both rebuild a DAG bottom-up.
//
// One loop serves both. It keeps a stack of nodes whose arguments are being
// rebuilt and a map from nodes to their images. A node all of whose arguments
// stay is its own image (in one table). Where the table simplifies, an ite
// whose condition became a constant has only the branch rebuilt that counts,
// and a junction stops at the argument that decides it: dead code of a
// substituted block is never built. Where a node has an origin, the arguments
// of that are rebuilt behind its own.
#include "term/subst.h"

#include "base/mem.h"
#include "term/node.h"
#include "term/walk.h"

typedef struct {
  term t;
  uint32_t next; // argument to look at
} frame;

typedef struct {
  const terms *from;
  terms *to;
  term_map images;
  VEC(frame) stack;
  term_vec args;
  // The image of a variable.
  term (*leaf)(void *data, term variable);
  void *data;
} rebuilder;

static void rebuilder_free(rebuilder *r) {
  term_map_free(&r->images);
  vec_free(&r->stack);
  vec_free(&r->args);
}

static bool image_of(const rebuilder *r, term t, term *out) {
  return term_map_find(&r->images, t, &out->id);
}

static term rebuild_leaf(rebuilder *r, term t, const node *n) {
  if (n->kind == TERM_VARIABLE)
    return r->leaf(r->data, t);
  return r->from == r->to ? t : term_value(r->to, n->value);
}

// The image of t, or false after pushing it. Leaves are never pushed.
static bool need(rebuilder *r, term t, term *out) {
  if (image_of(r, t, out))
    return true;
  const node *n = node_of(r->from, t);
  if (n->arity > 0) {
    vec_push(&r->stack, ((frame){t, 0}));
    return false;
  }
  *out = rebuild_leaf(r, t, n);
  term_map_put(&r->images, t, out->id);
  return true;
}

// The value that decides a junction, or none.
static term deciding(const node *n) {
  if (n->kind == TERM_AND)
    return (term){FALSE_ID};
  return n->kind == TERM_OR ? (term){TRUE_ID} : TERM_NONE;
}

// What n becomes though not all of its arguments are rebuilt: 'image' is that
// of argument i. Sets *jump to the branch to take if there is only one left.
static term shortcut(const rebuilder *r, const node *n, uint32_t i, term image,
                     uint32_t *jump) {
  if (!r->to->simplify)
    return TERM_NONE;
  if (n->kind == TERM_ITE && i == 0 && is_value(r->to, image))
    *jump = is_true(image) ? 1 : 2;
  if (n->kind == TERM_ITE && i > 0) {
    term c = TERM_NONE;
    bool done = image_of(r, (term){n->words[0]}, &c);
    assert(done);
    (void)done;
    return is_value(r->to, c) ? image : TERM_NONE;
  }
  return term_eq(image, deciding(n)) ? image : TERM_NONE;
}

static sort copy_sort(terms *to, const terms *from, sort s);

static sort target_sort(rebuilder *r, const node *n) {
  if (n->kind != TERM_CONST_ARRAY)
    return (sort){0};
  return copy_sort(r->to, r->from, (sort){n->sort});
}

// All arguments of the origin of t have images.
static void copy_origin(rebuilder *r, const term_origin *o, term image) {
  term_origin copy = *o;
  for (uint32_t i = 0; i < o->arity; i++) {
    bool done = image_of(r, o->args[i], &copy.args[i]);
    assert(done);
    (void)done;
  }
  term_note_origin(r->to, image, &copy);
}

// All arguments of t have images.
static term rebuild(rebuilder *r, term t, const node *n) {
  vec_clear(&r->args);
  const term *args = node_args(n);
  bool same = r->from == r->to;
  for (uint32_t i = 0; i < n->arity; i++) {
    term image = TERM_NONE;
    bool done = image_of(r, args[i], &image);
    assert(done);
    (void)done;
    vec_push(&r->args, image);
    same = same && term_eq(image, args[i]);
  }
  if (same)
    return t;
  // Parameters of nodes that have none are not read by the constructors.
  uint32_t p0 = n->arity < NODE_INLINE ? n->words[n->arity] : 0;
  uint32_t p1 = n->arity + 1 < NODE_INLINE ? n->words[n->arity + 1] : 0;
  return term_make(r->to, (term_kind)n->kind, target_sort(r, n), r->args.data,
                   r->args.len, p0, p1);
}

// Looks at the arguments of the top frame from where it stopped. Returns the
// image of the node, or none after pushing an argument that has none yet.
static term advance(rebuilder *r) {
  uint32_t at = r->stack.len - 1;
  term t = r->stack.data[at].t;
  const node *n = node_of(r->from, t);
  assert(n->arity > 0 && "leaves are never pushed");
  const term *args = node_args(n);
  const term_origin *o = term_get_origin(r->from, t);
  uint32_t count = n->arity + (o ? o->arity : 0u);
  for (uint32_t i = r->stack.data[at].next; i < count; i++) {
    r->stack.data[at].next = i;
    term image = TERM_NONE;
    if (!need(r, i < n->arity ? args[i] : o->args[i - n->arity], &image))
      return TERM_NONE;
    if (i >= n->arity)
      continue;
    uint32_t jump = i + 1;
    term decided = shortcut(r, n, i, image, &jump);
    if (!term_is_none(decided))
      return decided;
    i = jump - 1;
  }
  term image = rebuild(r, t, n);
  if (o)
    copy_origin(r, o, image);
  return image;
}

static term rebuild_all(rebuilder *r, term root) {
  assert(r->stack.len == 0);
  term image = TERM_NONE;
  if (need(r, root, &image))
    return image;
  while (r->stack.len > 0) {
    term t = vec_last(&r->stack).t;
    image = advance(r);
    if (term_is_none(image))
      continue;
    term_map_put(&r->images, t, image.id);
    (void)vec_pop(&r->stack);
  }
  return image;
}

// --- substitution -----------------------------------------------------------

struct subst {
  rebuilder r;
  term_map bindings;
  term (*lookup)(void *data, term variable);
  void *lookup_data;
};

static term subst_leaf(void *data, term variable) {
  const subst *s = data;
  term bound = TERM_NONE;
  if (term_map_find(&s->bindings, variable, &bound.id))
    return bound;
  if (s->lookup)
    bound = s->lookup(s->lookup_data, variable);
  assert(term_is_none(bound) ||
         sort_eq(sort_of(s->r.to, bound), sort_of(s->r.to, variable)));
  return term_is_none(bound) ? variable : bound;
}

subst *subst_new(terms *tt) {
  subst *s = mem_alloc(sizeof *s);
  s->r.from = s->r.to = tt;
  s->r.leaf = subst_leaf;
  s->r.data = s;
  return s;
}

void subst_free(subst *s) {
  if (!s)
    return;
  rebuilder_free(&s->r);
  term_map_free(&s->bindings);
  mem_free(s);
}

void subst_clear(subst *s) {
  term_map_clear(&s->bindings);
  term_map_clear(&s->r.images);
}

void subst_bind(subst *s, term t, term replacement) {
  assert(sort_eq(sort_of(s->r.to, t), sort_of(s->r.to, replacement)));
  if (is_kind(s->r.to, t, TERM_VARIABLE))
    term_map_put(&s->bindings, t, replacement.id);
  else
    term_map_put(&s->r.images, t, replacement.id);
}

void subst_set_lookup(subst *s, term (*lookup)(void *data, term variable),
                      void *data) {
  s->lookup = lookup;
  s->lookup_data = data;
}

term subst_apply(subst *s, term t) { return rebuild_all(&s->r, t); }

term subst_once(terms *tt, term t, term what, term replacement) {
  subst *s = subst_new(tt);
  subst_bind(s, what, replacement);
  term made = subst_apply(s, t);
  subst_free(s);
  return made;
}

// --- copying ----------------------------------------------------------------

struct term_copier {
  rebuilder r;
};

static sort copy_scalar_sort(terms *to, const terms *from, sort s) {
  switch (sort_get_kind(from, s)) {
  case SORT_BV:
    return sort_bv(to, sort_width(from, s));
  case SORT_INT:
    return sort_int(to);
  case SORT_REAL:
    return sort_real(to);
  case SORT_BOOL:
  case SORT_ARRAY:
    break;
  }
  assert(sort_get_kind(from, s) == SORT_BOOL);
  return sort_bool(to);
}

// Sorts are trees as deep as the program's arrays of arrays: recursion is fine.
static sort copy_sort(terms *to, const terms *from, sort s) {
  if (to == from)
    return s;
  if (sort_get_kind(from, s) != SORT_ARRAY)
    return copy_scalar_sort(to, from, s);
  sort index = copy_sort(to, from, sort_index(from, s));
  return sort_array(to, index, copy_sort(to, from, sort_element(from, s)));
}

static term copy_leaf(void *data, term variable) {
  const rebuilder *r = data;
  sort s = copy_sort(r->to, r->from, sort_of(r->from, variable));
  return term_variable(r->to, term_name(r->from, variable), s);
}

term_copier *term_copier_new(const terms *from, terms *to) {
  assert(from != to);
  term_copier *c = mem_alloc(sizeof *c);
  c->r.from = from;
  c->r.to = to;
  c->r.leaf = copy_leaf;
  c->r.data = &c->r;
  return c;
}

term term_copier_copy(term_copier *c, term t) { return rebuild_all(&c->r, t); }

void term_copier_free(term_copier *c) {
  if (!c)
    return;
  rebuilder_free(&c->r);
  mem_free(c);
}
