// SPDX-License-Identifier: Apache-2.0
// Weak topological order without recursion.
//
// Bourdoncle's order is that of strongly connected components, each written as
// its head followed by the order of the component without the head. So the
// work list holds sets of locations; taking one out, Tarjan's search of the
// subgraph finds its components in reverse topological order. Components of a
// set are expanded depth first, so that the items come out in order. Each
// location is looked at once per component around it.
#include <assert.h>

#include "base/mem.h"
#include "domain/flow.h"

// A set of locations still to be ordered: a range of 'pool'. A component that
// is complete is marked by a task without locations.
typedef struct {
  uint32_t start, count;
  uint32_t head;   // it is the component of that location; 0: no component
  uint32_t closes; // index + 1 of the item whose component ends here
} task;

typedef struct {
  uint32_t node, next;
} visit;

typedef struct {
  const flow *f;
  wto *result;
  uint32_t *set;    // by location: number of the set being searched
  uint32_t *number; // Tarjan: order of discovery, 0: not yet
  uint32_t *low;
  bool *is_open; // on Tarjan's stack
  uint32_t set_count, discovered;
  VEC(uint32_t) pool;  // locations of tasks
  VEC(task) tasks;     // last is next
  VEC(uint32_t) stack; // of open locations
  VEC(visit) path;
  VEC(task) found; // components of the current set, in Tarjan's order
} ordering;

// A location that loops to itself alone is a component, too.
static bool has_self_loop(const flow *f, uint32_t l) {
  for (uint32_t i = f->first_out[l]; i < f->first_out[l + 1]; i++)
    if (f->edges[f->out[i]].to == l)
      return true;
  return false;
}

static void discover(ordering *o, uint32_t l) {
  assert(l >= 1 && l <= o->f->location_count);
  o->number[l] = o->low[l] = ++o->discovered;
  o->is_open[l] = true;
  vec_push(&o->stack, l);
  vec_push(&o->path, ((visit){l, o->f->first_out[l]}));
}

// All of the component are on top of the stack; its root was found first.
static void close_component(ordering *o, uint32_t root) {
  uint32_t start = o->pool.len, l;
  do {
    l = vec_pop(&o->stack);
    o->is_open[l] = false;
    vec_push(&o->pool, l);
  } while (l != root);
  uint32_t count = o->pool.len - start;
  bool is_cyclic = count > 1 || has_self_loop(o->f, root);
  vec_push(&o->found, ((task){start, count, is_cyclic ? root : 0, 0}));
}

static void lower(uint32_t *low, uint32_t to) {
  if (to < *low)
    *low = to;
}

static void finish_visit(ordering *o, uint32_t l) {
  (void)vec_pop(&o->path);
  if (o->path.len > 0)
    lower(&o->low[vec_last(&o->path).node], o->low[l]);
  if (o->low[l] == o->number[l])
    close_component(o, l);
}

static void search_from(ordering *o, uint32_t start, uint32_t set) {
  assert(start >= 1 && start <= o->f->location_count);
  const flow *f = o->f;
  discover(o, start);
  while (o->path.len > 0) {
    visit *v = &vec_last(&o->path);
    if (v->next == f->first_out[v->node + 1]) {
      finish_visit(o, v->node);
      continue;
    }
    uint32_t to = f->edges[f->out[v->next++]].to;
    if (o->set[to] != set)
      continue;
    if (o->number[to] == 0)
      discover(o, to);
    else if (o->is_open[to])
      lower(&o->low[v->node], o->number[to]);
  }
}

// Orders the components of a range of the pool: they become tasks, the first
// one on top. 'first' is searched from before the others, so that what is
// reached from it comes behind it.
static void split(ordering *o, uint32_t start, uint32_t count, uint32_t first) {
  uint32_t set = ++o->set_count;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t l = o->pool.data[start + i];
    o->set[l] = set;
    o->number[l] = 0;
  }
  vec_clear(&o->found);
  if (first != 0)
    search_from(o, first, set);
  for (uint32_t i = count; i > 0; i--) // the order of discovery
    if (o->number[o->pool.data[start + i - 1]] == 0)
      search_from(o, o->pool.data[start + i - 1], set);
  for (uint32_t i = 0; i < o->found.len; i++)
    vec_push(&o->tasks, o->found.data[i]);
}

// A component: its head, then the rest of it without the head.
static void expand(ordering *o, task t) {
  vec_push(&o->result->items, ((wto_item){t.head, 0}));
  vec_push(&o->tasks, ((task){.closes = o->result->items.len}));
  uint32_t start = o->pool.len;
  for (uint32_t i = 0; i < t.count; i++) {
    uint32_t l = o->pool.data[t.start + i];
    if (l != t.head)
      vec_push(&o->pool, l);
  }
  o->set[t.head] = 0;
  split(o, start, o->pool.len - start, 0);
}

static void take(ordering *o) {
  task t = vec_pop(&o->tasks);
  if (t.closes != 0) {
    o->result->items.data[t.closes - 1].end = o->result->items.len;
  } else if (t.head != 0) {
    expand(o, t);
  } else {
    assert(t.count == 1);
    uint32_t l = o->pool.data[t.start];
    vec_push(&o->result->items, ((wto_item){l, 0}));
  }
}

// Everything the entry reaches, sinks left out.
static void collect(ordering *o) {
  const flow *f = o->f;
  o->set[f->entry] = UINT32_MAX;
  vec_push(&o->pool, f->entry);
  for (uint32_t i = 0; i < o->pool.len; i++) {
    uint32_t l = o->pool.data[i];
    for (uint32_t j = f->first_out[l]; j < f->first_out[l + 1]; j++) {
      uint32_t to = f->edges[f->out[j]].to;
      if (o->set[to] != 0 || f->is_sink[to])
        continue;
      o->set[to] = UINT32_MAX;
      vec_push(&o->pool, to);
    }
  }
}

void wto_init(wto *w, const flow *f) {
  assert(f->entry >= 1 && f->entry <= f->location_count);
  *w = (wto){0};
  uint32_t n = f->location_count + 1;
  ordering o = {.f = f, .result = w};
  o.set = mem_alloc(sizeof *o.set * n);
  o.number = mem_alloc(sizeof *o.number * n);
  o.low = mem_alloc(sizeof *o.low * n);
  o.is_open = mem_alloc(sizeof *o.is_open * n);
  collect(&o);
  split(&o, 0, o.pool.len, f->entry);
  while (o.tasks.len > 0)
    take(&o);
  mem_free(o.set);
  mem_free(o.number);
  mem_free(o.low);
  mem_free(o.is_open);
  vec_free(&o.pool);
  vec_free(&o.tasks);
  vec_free(&o.stack);
  vec_free(&o.path);
  vec_free(&o.found);
}

void wto_clear(wto *w) { vec_free(&w->items); }
