// SPDX-License-Identifier: Apache-2.0
// A work list of pairs of nodes and places that are new to them. Places are
// interned; the first ones, by object, are those anywhere in the objects, and
// the first nodes are the contents of the objects.
//
// A pointer that moves on in a loop has one place after the other: a node that
// holds many of one object holds it anywhere.
#include "frontend/c/analyze/inclusion.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"

enum { BUDGET = 20000000, MOST_OFFSETS = 16 };

static const uint32_t NONE = UINT32_MAX;

typedef struct {
  uint32_t to;
  int64_t bytes;
} shift;

typedef struct {
  uint32_t other; // node
  bool is_whole;
} access;

typedef struct {
  node_list places;
  node_list copies;
  VEC(shift) shifts;
  VEC(access) loads, stores;
  node_list moves_from, moves_to; // indices of moves
  bool is_watched;
} node;

typedef struct {
  uint32_t to, from; // nodes
  uint64_t bytes;
} move;

// What is stored in a range of an object is stored in another one, too.
typedef struct {
  uint32_t to; // object
  int64_t from, end, bytes;
} mirror;

typedef struct {
  node_list used; // places with nodes for their contents
  VEC(mirror) mirrors;
} contents;

typedef struct {
  place at;
  uint32_t node; // of its contents; NONE: not used yet
} known_place;

typedef struct {
  uint32_t node, place;
} delta;

struct inclusion {
  inclusion_task task;
  VEC(node) nodes;
  VEC(known_place) places;
  contents *of; // by object
  VEC(move) moves;
  hmap place_ids; // (object, offset)
  hmap holds;     // (node, place)
  hmap counts;    // (node, object): of its places
  hmap has_copy;  // (node, node)
  hmap mirrored;  // (place, place): so many bytes
  VEC(delta) work;
  node_list fresh; // places whose contents have a node since lately
  uint64_t steps;
};

static bool is_over(const inclusion *s) { return s->steps > BUDGET; }

// --- places ------------------------------------------------------------------

static uint32_t place_id(inclusion *s, place at) {
  bool is_near = INT32_MIN <= at.offset && at.offset <= INT32_MAX;
  if (!is_near || s->task.is_flat[at.object])
    return at.object;
  uint64_t key = hmap_pair(at.object, (uint32_t)(int32_t)at.offset);
  const uint64_t *found = hmap_find(&s->place_ids, key);
  if (found != NULL)
    return (uint32_t)*found;
  vec_push(&s->places, ((known_place){at, NONE}));
  hmap_put(&s->place_ids, key, s->places.len - 1);
  return s->places.len - 1;
}

static bool is_anywhere(const inclusion *s, uint32_t id) {
  return id < s->task.objects;
}

// The name under which an object has contents.
static uint32_t holder_of(const inclusion *s, uint32_t object) {
  return object > s->task.base ? s->task.base : object;
}

static bool is_far_away(const inclusion *s, place at) {
  int64_t size = (int64_t)s->task.sizes[at.object];
  return size > 0 && (at.offset < -size || at.offset > 2 * size);
}

// NONE: nowhere.
static uint32_t moved(inclusion *s, uint32_t id, int64_t bytes) {
  place at = s->places.data[id].at;
  assert(bytes != 0);
  if (bytes == INCLUSION_WHOLE)
    return holder_of(s, at.object);
  if (at.object == s->task.base)
    return s->task.base + 1;
  if (is_anywhere(s, id) || bytes == INCLUSION_ANYWHERE)
    return at.object;
  if (bytes < INT32_MIN || bytes > INT32_MAX)
    return at.object;
  at.offset += bytes;
  return is_far_away(s, at) ? NONE : place_id(s, at);
}

// --- contents ----------------------------------------------------------------

uint32_t inclusion_somewhere(const inclusion *s, uint32_t object) {
  assert(object < s->task.objects);
  return holder_of(s, object);
}

uint32_t inclusion_contents(const inclusion *s, uint32_t object) {
  bool is_one = s->task.is_scalar[object] || s->task.is_flat[object];
  return is_one ? holder_of(s, object) : s->task.objects + object;
}

static uint32_t contents_at(inclusion *s, uint32_t id) {
  uint32_t object = s->places.data[id].at.object;
  if (is_anywhere(s, id) || s->task.is_scalar[object])
    return holder_of(s, object);
  if (s->places.data[id].node == NONE) {
    uint32_t made = inclusion_node(s);
    s->places.data[id].node = made;
    inclusion_copy(s, object, made);
    inclusion_copy(s, made, inclusion_contents(s, object));
    vec_push(&s->of[object].used, id);
    vec_push(&s->fresh, id);
  }
  return s->places.data[id].node;
}

uint32_t inclusion_at(inclusion *s, place at) {
  return contents_at(s, place_id(s, at));
}

// What is in range of the mirror is there, too.
static void reflect(inclusion *s, mirror m, uint32_t id) {
  place at = s->places.data[id].at;
  if (at.offset < m.from || at.offset >= m.end)
    return;
  uint32_t there = place_id(s, (place){m.to, at.offset + m.bytes});
  uint32_t to = contents_at(s, there);
  inclusion_copy(s, s->places.data[id].node, to);
}

static void reflect_fresh(inclusion *s, uint32_t id) {
  const contents *c = &s->of[s->places.data[id].at.object];
  for (uint32_t k = 0; k < c->mirrors.len && !is_over(s); k++)
    reflect(s, c->mirrors.data[k], id);
}

static void add_mirror(inclusion *s, uint32_t to, uint32_t from,
                       uint64_t bytes) {
  place a = s->places.data[from].at, b = s->places.data[to].at;
  if (is_anywhere(s, to) || is_anywhere(s, from) || bytes > INT32_MAX) {
    inclusion_copy(s, inclusion_contents(s, a.object),
                   inclusion_somewhere(s, b.object));
    return;
  }
  uint64_t key = hmap_pair(from, to);
  const uint64_t *earlier = hmap_find(&s->mirrored, key);
  if (earlier != NULL && *earlier >= bytes)
    return;
  hmap_put(&s->mirrored, key, bytes);
  mirror m = {b.object, a.offset, a.offset + (int64_t)bytes,
              b.offset - a.offset};
  vec_push(&s->of[a.object].mirrors, m);
  inclusion_copy(s, a.object, b.object);
  for (uint32_t k = 0; k < s->of[a.object].used.len && !is_over(s); k++)
    reflect(s, m, s->of[a.object].used.data[k]);
}

// --- constraints -------------------------------------------------------------

uint32_t inclusion_node(inclusion *s) {
  vec_push(&s->nodes, ((node){0}));
  return s->nodes.len - 1;
}

static bool holds(const inclusion *s, uint32_t n, uint32_t id) {
  return hmap_find(&s->holds, hmap_pair(n, id)) != NULL;
}

// One more place of the object in the node: which it is then.
static uint32_t count_place(inclusion *s, uint32_t n, uint32_t id) {
  uint32_t object = s->places.data[id].at.object;
  uint64_t key = hmap_pair(n, object), one = 1;
  uint64_t *count = hmap_find(&s->counts, key);
  if (count == NULL)
    hmap_put(&s->counts, key, one);
  else if (++*count > MOST_OFFSETS)
    return object;
  return id;
}

static void add_place(inclusion *s, uint32_t n, uint32_t id) {
  uint32_t object = s->places.data[id].at.object;
  if (is_over(s) || holds(s, n, object) || holds(s, n, id))
    return;
  if (!is_anywhere(s, id))
    id = count_place(s, n, id);
  s->steps++;
  hmap_put(&s->holds, hmap_pair(n, id), 1);
  vec_push(&s->nodes.data[n].places, id);
  vec_push(&s->work, ((delta){n, id}));
}

void inclusion_target(inclusion *s, uint32_t n, place to) {
  add_place(s, n, place_id(s, to));
}

void inclusion_copy(inclusion *s, uint32_t from, uint32_t to) {
  uint64_t key = hmap_pair(from, to);
  if (from == to || is_over(s) || hmap_find(&s->has_copy, key) != NULL)
    return;
  s->steps++;
  hmap_put(&s->has_copy, key, 1);
  vec_push(&s->nodes.data[from].copies, to);
  for (uint32_t k = 0; k < s->nodes.data[from].places.len; k++)
    add_place(s, to, s->nodes.data[from].places.data[k]);
}

// Has what the node holds treated again, for a constraint that is new.
static void again(inclusion *s, uint32_t n) {
  for (uint32_t k = 0; k < s->nodes.data[n].places.len; k++)
    vec_push(&s->work, ((delta){n, s->nodes.data[n].places.data[k]}));
}

void inclusion_shift(inclusion *s, uint32_t from, uint32_t to, int64_t bytes) {
  if (bytes == 0) {
    inclusion_copy(s, from, to);
    return;
  }
  vec_push(&s->nodes.data[from].shifts, ((shift){to, bytes}));
  again(s, from);
}

void inclusion_load(inclusion *s, uint32_t pointer, uint32_t to,
                    bool is_whole) {
  vec_push(&s->nodes.data[pointer].loads, ((access){to, is_whole}));
  again(s, pointer);
}

void inclusion_store(inclusion *s, uint32_t pointer, uint32_t from,
                     bool is_whole) {
  vec_push(&s->nodes.data[pointer].stores, ((access){from, is_whole}));
  again(s, pointer);
}

void inclusion_move(inclusion *s, uint32_t to, uint32_t from, uint64_t bytes) {
  vec_push(&s->moves, ((move){to, from, bytes}));
  vec_push(&s->nodes.data[to].moves_to, s->moves.len - 1);
  vec_push(&s->nodes.data[from].moves_from, s->moves.len - 1);
  again(s, from);
}

void inclusion_watch(inclusion *s, uint32_t n) {
  s->nodes.data[n].is_watched = true;
  again(s, n);
}

// --- solving -----------------------------------------------------------------

// Nodes may move while constraints are added: index, never hold.

static void pass_on(inclusion *s, delta d) {
  for (uint32_t k = 0; k < s->nodes.data[d.node].copies.len; k++)
    add_place(s, s->nodes.data[d.node].copies.data[k], d.place);
  for (uint32_t k = 0; k < s->nodes.data[d.node].shifts.len; k++) {
    shift by = s->nodes.data[d.node].shifts.data[k];
    uint32_t there = moved(s, d.place, by.bytes);
    if (there != NONE)
      add_place(s, by.to, there);
  }
}

static uint32_t read_node(inclusion *s, uint32_t id, bool is_whole) {
  return is_whole || is_anywhere(s, id)
             ? inclusion_contents(s, s->places.data[id].at.object)
             : contents_at(s, id);
}

static uint32_t write_node(inclusion *s, uint32_t id, bool is_whole) {
  return is_whole ? inclusion_somewhere(s, s->places.data[id].at.object)
                  : contents_at(s, id);
}

static void open_accesses(inclusion *s, delta d) {
  for (uint32_t k = 0; k < s->nodes.data[d.node].loads.len; k++) {
    access a = s->nodes.data[d.node].loads.data[k];
    inclusion_copy(s, read_node(s, d.place, a.is_whole), a.other);
  }
  for (uint32_t k = 0; k < s->nodes.data[d.node].stores.len; k++) {
    access a = s->nodes.data[d.node].stores.data[k];
    inclusion_copy(s, a.other, write_node(s, d.place, a.is_whole));
  }
}

static void open_moves(inclusion *s, delta d) {
  for (uint32_t k = 0; k < s->nodes.data[d.node].moves_from.len; k++) {
    move m = s->moves.data[s->nodes.data[d.node].moves_from.data[k]];
    for (uint32_t i = 0; i < s->nodes.data[m.to].places.len; i++)
      add_mirror(s, s->nodes.data[m.to].places.data[i], d.place, m.bytes);
  }
  for (uint32_t k = 0; k < s->nodes.data[d.node].moves_to.len; k++) {
    move m = s->moves.data[s->nodes.data[d.node].moves_to.data[k]];
    for (uint32_t i = 0; i < s->nodes.data[m.from].places.len; i++)
      add_mirror(s, d.place, s->nodes.data[m.from].places.data[i], m.bytes);
  }
}

void inclusion_solve(inclusion *s) {
  while (s->work.len > 0 || s->fresh.len > 0) {
    if (s->fresh.len > 0) {
      reflect_fresh(s, vec_pop(&s->fresh));
      continue;
    }
    delta d = vec_pop(&s->work);
    pass_on(s, d);
    open_accesses(s, d);
    open_moves(s, d);
    if (s->nodes.data[d.node].is_watched)
      s->task.on_target(s->task.data, d.node, s->places.data[d.place].at);
  }
}

bool inclusion_is_complete(const inclusion *s) { return !is_over(s); }

// --- looking -----------------------------------------------------------------

bool inclusion_holds(const inclusion *s, uint32_t n, uint32_t object) {
  return holds(s, n, object) ||
         hmap_find(&s->counts, hmap_pair(n, object)) != NULL;
}

bool inclusion_get(const inclusion *s, uint32_t n, uint32_t i, place *out) {
  const node_list *all = &s->nodes.data[n].places;
  if (i >= all->len)
    return false;
  *out = s->places.data[all->data[i]].at;
  return true;
}

uint32_t inclusion_count_somewhere(const inclusion *s, uint32_t object) {
  return s->nodes.data[inclusion_somewhere(s, object)].places.len;
}

// What is stored somewhere in the object is in the nodes of all its places.
uint32_t inclusion_count(const inclusion *s, place at) {
  if (at.offset == INCLUSION_ANYWHERE || s->task.is_scalar[at.object])
    return s->nodes.data[inclusion_contents(s, at.object)].places.len;
  uint64_t key = hmap_pair(at.object, (uint32_t)(int32_t)at.offset);
  const uint64_t *id = hmap_find(&s->place_ids, key);
  uint32_t n = id != NULL ? s->places.data[*id].node : NONE;
  return n != NONE ? s->nodes.data[n].places.len
                   : inclusion_count_somewhere(s, at.object);
}

uint32_t inclusion_node_count(const inclusion *s) { return s->nodes.len; }

// --- life --------------------------------------------------------------------

inclusion *inclusion_new(const inclusion_task *task) {
  inclusion *s = mem_alloc(sizeof *s);
  s->task = *task;
  s->of = mem_alloc((task->objects + (size_t)1) * sizeof *s->of);
  vec_resize(&s->nodes, 2 * task->objects);
  for (uint32_t o = 0; o < task->objects; o++) {
    place anywhere = {o, INCLUSION_ANYWHERE};
    vec_push(&s->places, ((known_place){anywhere, o}));
    inclusion_copy(s, o, inclusion_contents(s, o));
  }
  return s;
}

static void free_node(node *n) {
  vec_free(&n->places);
  vec_free(&n->copies);
  vec_free(&n->shifts);
  vec_free(&n->loads);
  vec_free(&n->stores);
  vec_free(&n->moves_from);
  vec_free(&n->moves_to);
}

void inclusion_free(inclusion *s) {
  if (s == NULL)
    return;
  for (uint32_t k = 0; k < s->nodes.len; k++)
    free_node(&s->nodes.data[k]);
  for (uint32_t o = 0; o < s->task.objects; o++) {
    vec_free(&s->of[o].used);
    vec_free(&s->of[o].mirrors);
  }
  mem_free(s->of);
  vec_free(&s->nodes);
  vec_free(&s->places);
  vec_free(&s->moves);
  vec_free(&s->work);
  vec_free(&s->fresh);
  hmap_free(&s->place_ids);
  hmap_free(&s->holds);
  hmap_free(&s->counts);
  hmap_free(&s->has_copy);
  hmap_free(&s->mirrored);
  mem_free(s);
}
