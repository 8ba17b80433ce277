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
  uint32_t base; // where the images of those before it are, in 'args'
} frame;

typedef struct {
  const terms *from;
  terms *to;
  term_map images;
  VEC(frame) stack;
  term_vec args; // of all frames, one behind the other
  bool values_stay;
  // The image of a variable.
  term (*leaf)(void *data, term variable);
  void *data;
} rebuilder;

static void rebuilder_free(rebuilder *r) {
  term_map_free(&r->images);
  vec_free(&r->stack);
  vec_free(&r->args);
}

// The image of t, or false after pushing it. Leaves are never pushed, and
// values that stay need no entry.
static bool need(rebuilder *r, term t, term *out) {
  const node *n = node_of(r->from, t);
  if (n->kind == TERM_VALUE && r->values_stay) {
    *out = t;
    return true;
  }
  if (term_map_find(&r->images, t, &out->id))
    return true;
  if (n->arity > 0) {
    vec_push(&r->stack, ((frame){t, 0, r->args.len}));
    return false;
  }
  if (n->kind == TERM_VARIABLE)
    *out = r->leaf(r->data, t);
  else
    *out = r->from == r->to ? t : term_value(r->to, n->value);
  term_map_put(&r->images, t, out->id);
  return true;
}

// The value that decides a junction, or none.
static term deciding(const node *n) {
  if (n->kind == TERM_AND)
    return (term){FALSE_ID};
  return n->kind == TERM_OR ? (term){TRUE_ID} : TERM_NONE;
}

// What n becomes though not all of its arguments are rebuilt: images[i] is the
// last one known. Sets *jump to the branch to take if there is only one left.
static term shortcut(const rebuilder *r, const node *n, uint32_t i,
                     const term *images, uint32_t *jump) {
  if (!r->to->simplify)
    return TERM_NONE;
  if (n->kind == TERM_ITE && i == 0 && is_value(r->to, images[0]))
    *jump = is_true(images[0]) ? 1 : 2;
  if (n->kind == TERM_ITE && i > 0)
    return is_value(r->to, images[0]) ? images[i] : TERM_NONE;
  return term_eq(images[i], deciding(n)) ? images[i] : TERM_NONE;
}

static sort copy_sort(terms *to, const terms *from, sort s);

static sort target_sort(rebuilder *r, const node *n) {
  if (n->kind != TERM_CONST_ARRAY)
    return (sort){0};
  return copy_sort(r->to, r->from, (sort){n->sort});
}

static void copy_origin(rebuilder *r, const term_origin *o, const term *images,
                        term image) {
  term_origin copy = *o;
  for (uint32_t i = 0; i < o->arity; i++)
    copy.args[i] = images[i];
  term_note_origin(r->to, image, &copy);
}

static term rebuild(rebuilder *r, term t, const node *n, const term *images) {
  const term *args = node_args(n);
  bool same = r->from == r->to;
  for (uint32_t i = 0; i < n->arity && same; i++)
    same = term_eq(images[i], args[i]);
  if (same)
    return t;
  // Parameters of nodes that have none are not read by the constructors.
  uint32_t p0 = n->arity < NODE_INLINE ? n->words[n->arity] : 0;
  uint32_t p1 = n->arity + 1 < NODE_INLINE ? n->words[n->arity + 1] : 0;
  return term_make(r->to, (term_kind)n->kind, target_sort(r, n), images,
                   n->arity, p0, p1);
}

// Looks at the arguments of the top frame from where it stopped; 'image' is
// that of the argument there, unless none. Returns the image of the node, or
// none after pushing an argument that has none yet.
static term advance(rebuilder *r, term image) {
  frame *top = &vec_last(&r->stack);
  term t = top->t;
  uint32_t base = top->base;
  const node *n = node_of(r->from, t);
  assert(n->arity > 0 && "leaves are never pushed");
  const term *args = node_args(n);
  const term_origin *o = term_get_origin(r->from, t);
  uint32_t count = n->arity + (o ? o->arity : 0u);
  for (uint32_t i = top->next; i < count; i++) {
    vec_last(&r->stack).next = i;
    if (term_is_none(image) &&
        !need(r, i < n->arity ? args[i] : o->args[i - n->arity], &image))
      return TERM_NONE;
    while (r->args.len < base + i)
      vec_push(&r->args, TERM_NONE); // the branch that was jumped over
    vec_push(&r->args, image);
    image = TERM_NONE;
    if (i >= n->arity)
      continue;
    uint32_t jump = i + 1;
    term decided = shortcut(r, n, i, r->args.data + base, &jump);
    if (!term_is_none(decided))
      return decided;
    i = jump - 1;
  }
  const term *images = r->args.data + base;
  term made = rebuild(r, t, n, images);
  if (o)
    copy_origin(r, o, images + n->arity, made);
  return made;
}

static term rebuild_all(rebuilder *r, term root) {
  assert(r->stack.len == 0 && r->args.len == 0);
  term image = TERM_NONE;
  (void)need(r, root, &image);
  while (r->stack.len > 0) {
    image = advance(r, image);
    if (term_is_none(image))
      continue;
    frame done = vec_pop(&r->stack);
    term_map_put(&r->images, done.t, image.id);
    r->args.len = done.base;
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
  s->r.values_stay = true;
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
  s->r.values_stay = true;
}

void subst_bind(subst *s, term t, term replacement) {
  assert(sort_eq(sort_of(s->r.to, t), sort_of(s->r.to, replacement)));
  if (is_kind(s->r.to, t, TERM_VARIABLE))
    term_map_put(&s->bindings, t, replacement.id);
  else
    term_map_put(&s->r.images, t, replacement.id);
  s->r.values_stay = s->r.values_stay && !is_value(s->r.to, t);
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
