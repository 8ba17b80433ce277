// SPDX-License-Identifier: Apache-2.0
// Loop nesting of any flow graph in almost linear time.
//
// G. Ramalingam: "Identifying Loops in Almost Linear Time" (TOPLAS 1999), his
// version of P. Havlak's: "Nesting of Reducible and Irreducible Loops" (TOPLAS
// 1997). One depth-first search from the entry finds the heads: the targets of
// edges into the current search path. Then heads are treated from the last
// discovered to the first, so that inner loops come before outer ones: a
// backward search from the sources of the retreating edges collects the body,
// which is then collapsed into the head (union-find).
//
// Cross and forward edges could make that backward search leave the part of
// the graph below the head. They are therefore taken out at first and put back
// at the least common ancestor of their ends in the search tree: no loop whose
// head lies below that ancestor contains both ends. Such an edge enters each
// loop that was collapsed around its target by then, other than at the head
// unless the target is the head: these loops are irreducible.
//
// Everything is indexed by location id, and there is no recursion.
#include "program/loops.h"

#include <assert.h>

#include "base/mem.h"

// Linked lists of numbers with one head per location, all in one vector.
typedef struct {
  uint32_t from, to, next; // next: index + 1, 0 at the end
} link;

typedef struct {
  uint32_t node, next_edge;
} visit;

typedef struct {
  const program *p;
  uint32_t count; // of locations
  loops *result;
  uint32_t *parent;    // in the search tree; 0: entry or not reached
  uint32_t *number;    // discovery order from 1; 0: not reached
  bool *done;          // left for good by the search
  uint32_t *ancestor;  // union-find: merged into the parent when done
  uint32_t *container; // union-find: outermost collapsed loop so far
  uint32_t *around;    // head of the innermost loop around; 0: none
  uint32_t *unmarked;  // union-find: next enclosing loop not yet irreducible
  bool *irreducible;
  uint32_t *back;     // list of retreating edges, by target
  uint32_t *deferred; // list of cross and forward edges, by common ancestor
  uint32_t *restored; // list of those put back, by container of the target
  uint32_t *body_of;  // head whose body search met it last
  VEC(link) links;
  VEC(visit) path;
  loc_vec preorder;
  VEC(uint32_t) body;
} search;

static uint32_t find(uint32_t *set, uint32_t x) {
  while (set[x] != x) {
    set[x] = set[set[x]];
    x = set[x];
  }
  return x;
}

static void put_link(search *s, uint32_t *list, uint32_t from, uint32_t to) {
  assert(from != 0 && to != 0);
  link l = {from, to, *list};
  vec_push(&s->links, l);
  *list = s->links.len;
}

static uint32_t *new_array(uint32_t count) {
  return mem_alloc(sizeof(uint32_t) * (count + 1));
}

static uint32_t *new_singletons(uint32_t count) {
  uint32_t *set = new_array(count);
  for (uint32_t i = 0; i <= count; i++)
    set[i] = i;
  return set;
}

static void search_init(search *s, const program *p) {
  uint32_t n = program_location_count(p);
  *s = (search){.p = p, .count = n};
  s->result = mem_alloc(sizeof *s->result);
  s->result->is_head = mem_alloc(sizeof(bool) * (n + 1));
  s->done = mem_alloc(sizeof(bool) * (n + 1));
  s->irreducible = mem_alloc(sizeof(bool) * (n + 1));
  s->parent = new_array(n);
  s->number = new_array(n);
  s->around = new_array(n);
  s->back = new_array(n);
  s->deferred = new_array(n);
  s->restored = new_array(n);
  s->body_of = new_array(n);
  s->ancestor = new_singletons(n);
  s->container = new_singletons(n);
  s->unmarked = new_singletons(n);
}

static void search_clear(search *s) {
  void *arrays[] = {s->done,    s->irreducible, s->parent,    s->number,
                    s->around,  s->back,        s->deferred,  s->restored,
                    s->body_of, s->ancestor,    s->container, s->unmarked};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    mem_free(arrays[i]);
  vec_free(&s->links);
  vec_free(&s->path);
  vec_free(&s->preorder);
  vec_free(&s->body);
}

// --- the depth-first search ------------------------------------------------

static void enter(search *s, uint32_t node, uint32_t parent) {
  assert(s->number[node] == 0);
  vec_push(&s->preorder, (loc){node});
  s->number[node] = s->preorder.len;
  s->parent[node] = parent;
  visit v = {node, 0};
  vec_push(&s->path, v);
}

static void leave(search *s) {
  uint32_t node = vec_pop(&s->path).node;
  assert(s->number[node] != 0 && !s->done[node]);
  s->done[node] = true;
  s->ancestor[node] = s->parent[node] != 0 ? s->parent[node] : node;
  vec_push(&s->result->order, (loc){node});
}

static void look_at_edge(search *s, uint32_t from, uint32_t to) {
  if (s->number[to] == 0) {
    enter(s, to, from);
  } else if (!s->done[to]) {
    s->result->is_head[to] = true;
    put_link(s, &s->back[to], from, to);
  } else {
    // All of 'to's ancestors that are done were merged into their parents: the
    // representative is the deepest one that is also above 'from'.
    put_link(s, &s->deferred[find(s->ancestor, to)], from, to);
  }
}

static void reverse(loc_vec *v) {
  for (uint32_t i = 0; i < v->len / 2; i++) {
    loc first = v->data[i];
    v->data[i] = v->data[v->len - 1 - i];
    v->data[v->len - 1 - i] = first;
  }
}

static void search_depth_first(search *s) {
  enter(s, program_entry(s->p).id, 0);
  while (s->path.len > 0) {
    visit *top = &vec_last(&s->path);
    const edge_vec *out = program_out_edges(s->p, (loc){top->node});
    if (top->next_edge == out->len) {
      leave(s);
    } else {
      edge e = out->data[top->next_edge++];
      look_at_edge(s, top->node, program_edge_to(s->p, e).id);
    }
  }
  reverse(&s->result->order); // postorder so far
}

// --- collapsing ------------------------------------------------------------

// The innermost loop from 'head' outwards that is not marked yet; 0: none. The
// outermost loop so far keeps its place: it may still get one around it.
static uint32_t next_unmarked(search *s, uint32_t head) {
  for (;;) {
    head = find(s->unmarked, head);
    if (head == 0 || !s->irreducible[head])
      return head;
    if (s->around[head] == 0)
      return 0;
    s->unmarked[head] = s->around[head];
  }
}

// Marks every loop that now contains 'node' and has another head.
static void mark_irreducible(search *s, uint32_t node) {
  uint32_t head = next_unmarked(s, s->around[node]);
  for (; head != 0; head = next_unmarked(s, head))
    s->irreducible[head] = true;
}

static void restore_edges(search *s, uint32_t node) {
  for (uint32_t i = s->deferred[node]; i != 0; i = s->links.data[i - 1].next) {
    link l = s->links.data[i - 1];
    uint32_t to = find(s->container, l.to);
    assert(s->number[to] > s->number[node]); // below the common ancestor
    put_link(s, &s->restored[to], l.from, to);
    mark_irreducible(s, l.to);
  }
}

static void add_to_body(search *s, uint32_t head, uint32_t node) {
  uint32_t outer = find(s->container, node);
  if (outer == head || s->body_of[outer] == head)
    return;
  assert(s->number[outer] > s->number[head]); // the body is below its head
  s->body_of[outer] = head;
  vec_push(&s->body, outer);
}

static void collect_body(search *s, uint32_t head) {
  vec_clear(&s->body);
  for (uint32_t i = s->back[head]; i != 0; i = s->links.data[i - 1].next)
    add_to_body(s, head, s->links.data[i - 1].from);
  for (uint32_t done = 0; done < s->body.len; done++) {
    uint32_t node = s->body.data[done];
    add_to_body(s, head, s->parent[node]);
    for (uint32_t i = s->restored[node]; i != 0; i = s->links.data[i - 1].next)
      add_to_body(s, head, s->links.data[i - 1].from);
  }
}

static void collapse(search *s, uint32_t head) {
  for (uint32_t i = 0; i < s->body.len; i++) {
    assert(s->around[s->body.data[i]] == 0);
    s->container[s->body.data[i]] = head;
    s->around[s->body.data[i]] = head;
  }
}

static void collapse_loops(search *s) {
  for (uint32_t i = s->preorder.len; i > 0; i--) {
    uint32_t node = s->preorder.data[i - 1].id;
    restore_edges(s, node);
    if (!s->result->is_head[node])
      continue;
    collect_body(s, node);
    collapse(s, node);
  }
}

// --- the result ------------------------------------------------------------

// Outer loops are discovered before inner ones, so a loop's parent is listed.
static void list_loops(search *s) {
  uint32_t *index = new_array(s->count);
  loops *r = s->result;
  for (uint32_t i = 0; i < s->preorder.len; i++) {
    loc l = s->preorder.data[i];
    if (!r->is_head[l.id])
      continue;
    uint32_t parent = index[s->around[l.id]];
    assert((parent == 0) == (s->around[l.id] == 0));
    uint32_t depth = parent == 0 ? 1 : r->loops.data[parent - 1].depth + 1;
    loop found = {l, parent, depth, !s->irreducible[l.id]};
    vec_push(&r->loops, found);
    index[l.id] = r->loops.len;
  }
  mem_free(index);
}

loops *loops_find(const program *p) {
  assert(program_entry(p).id != 0);
  search s;
  search_init(&s, p);
  search_depth_first(&s);
  collapse_loops(&s);
  list_loops(&s);
  search_clear(&s);
  return s.result;
}

void loops_free(loops *l) {
  if (l == NULL)
    return;
  vec_free(&l->loops);
  vec_free(&l->order);
  mem_free(l->is_head);
  mem_free(l);
}
