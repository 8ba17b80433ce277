// SPDX-License-Identifier: Apache-2.0
// Large-block encoding by symbolic execution between cut points.
//
// D. Beyer, A. Cimatti, A. Griggio, E. Keremoglu, R. Sebastiani: "Software
// Model Checking via Large-Block Encoding" (FMCAD 2009) shrinks a program by
// rules: 0, sinks have no successors; 1, a location with one predecessor is
// dissolved into its in-edge (sequence); 2, parallel edges become one (choice).
// We do not rewrite the graph. The region behind a cut point, up to the next
// ones, has no cycle; executing it symbolically in topological order composes
// edges (rule 1, by substitution: sym_sequence) and merges states where paths
// meet (rule 2, by if-then-else: sym_choice), and each term is built once.
//
// Why the result is exact. The out-edges of a location exclude each other, so
// state and inputs at the cut point determine one path through the region.
// Hence the conditions of states that meet exclude each other, each value of a
// merged state is chosen by a condition that tells the paths apart, and the
// blocks to different targets are disjoint again. An input is met at most once
// on a path, because the region has no cycle; so it keeps its name, and a
// model of a block gives the inputs of the path inside it.
//
// Cut points are the entry, the sinks and the loop heads. Code that is reached
// from many of them (a chain of optional loops, a common exit) would be
// executed once for each. The paper's rule 1 keeps a location with more than
// one predecessor; we keep one as an additional cut point only if more than
// MAX_OWNERS regions share it, which bounds the work by that factor. Blocks of
// adjustable size (the paper's outlook) have one more rule: a location that is
// 'most' edges behind a cut point, on the longest way, is one itself.
#include "encode/summarize.h"

#include <assert.h>

#include "base/mem.h"
#include "encode/inputs.h"
#include "encode/symbolic.h"
#include "program/loops.h"

enum { MAX_OWNERS = 8, POLL_INTERVAL = 64 };

// Cut points whose regions contain a location. Set 0 is empty; locations with
// the same owners as their predecessors share the set.
typedef struct {
  uint32_t count;
  uint32_t ids[MAX_OWNERS];
} owner_set;

typedef struct {
  VEC(owner_set) sets;
  uint32_t *of; // by location: index of its set
} owners;

// A state that waits for the turn of its location.
typedef struct {
  sym_state state;
  uint32_t next; // index + 1 of one that came before; 0: none
} arrival;

typedef struct {
  uint32_t location, next_edge;
} visit;

typedef struct {
  const program *p;
  program *made;
  symbolic sym;
  uint32_t most;     // edges in a row of one block
  bool *is_cut;      // by location of p, like all that follows
  loc *image;        // location of 'made'
  uint32_t *waiting; // index + 1 of the last arrival; 0: none
  uint32_t *region;  // number of the last region that the location was in
  loc_vec work;      // cut points whose region is still to be executed
  loc_vec order;     // inner locations of the region, successors first
  loc_vec targets;   // cut points that the region reaches
  VEC(visit) path;
  VEC(arrival) arrivals; // of the region
  sym_states merged;
  input_finder inputs;
  term_vec block_inputs;
  VEC(assignment) assignments;
} summarizer;

// --- cut points ------------------------------------------------------------

// False: there is no room.
static bool add_owner(owner_set *set, uint32_t id) {
  for (uint32_t i = 0; i < set->count; i++)
    if (set->ids[i] == id)
      return true;
  if (set->count == MAX_OWNERS)
    return false;
  set->ids[set->count++] = id;
  return true;
}

static bool add_owners(owner_set *set, const owner_set *more) {
  for (uint32_t i = 0; i < more->count; i++)
    if (!add_owner(set, more->ids[i]))
      return false;
  return true;
}

static uint32_t put_set(owners *o, owner_set set) {
  vec_push(&o->sets, set);
  return o->sets.len - 1;
}

// The owners of l. Retreating edges lead to heads, which are cut points: the
// predecessors of any other location were treated before it. False: too many.
static bool collect_owners(const summarizer *s, owners *o, loc l) {
  const edge_vec *in = program_in_edges(s->p, l);
  uint32_t set = 0;
  for (uint32_t i = 0; i < in->len; i++) {
    uint32_t more = o->of[program_edge_from(s->p, in->data[i]).id];
    if (more == set || more == 0)
      continue;
    if (set == 0) {
      set = more;
      continue;
    }
    owner_set both = o->sets.data[set];
    if (!add_owners(&both, &o->sets.data[more]))
      return false;
    if (both.count > o->sets.data[set].count)
      set = put_set(o, both);
  }
  o->of[l.id] = set;
  return true;
}

static void make_cut(summarizer *s, owners *o, loc l) {
  assert(!s->is_cut[l.id]);
  owner_set self = {1, {l.id}};
  s->is_cut[l.id] = true;
  o->of[l.id] = put_set(o, self);
}

// Edges on the longest way from a cut point to l, whose predecessors were
// treated before it.
static uint32_t distance_of(const summarizer *s, const uint32_t *distances,
                            loc l) {
  const edge_vec *in = program_in_edges(s->p, l);
  uint32_t longest = 0;
  for (uint32_t i = 0; i < in->len; i++) {
    uint32_t way = distances[program_edge_from(s->p, in->data[i]).id] + 1;
    longest = way > longest ? way : longest;
  }
  return longest;
}

static void choose_cuts(summarizer *s) {
  loops *found = loops_find(s->p);
  uint32_t count = program_location_count(s->p);
  owners o = {.of = mem_alloc(sizeof *o.of * (count + 1))};
  uint32_t *distances = mem_alloc(sizeof *distances * (count + 1));
  put_set(&o, (owner_set){0});
  for (uint32_t i = 1; i <= count; i++)
    if (found->is_head[i] || program_entry(s->p).id == i ||
        loc_is_sink(program_kind(s->p, (loc){i})))
      make_cut(s, &o, (loc){i});
  for (uint32_t i = 0; i < found->order.len; i++) {
    loc l = found->order.data[i];
    if (s->is_cut[l.id])
      continue;
    distances[l.id] = distance_of(s, distances, l);
    if (distances[l.id] < s->most && collect_owners(s, &o, l))
      continue;
    distances[l.id] = 0;
    make_cut(s, &o, l);
  }
  mem_free(distances);
  vec_free(&o.sets);
  mem_free(o.of);
  loops_free(found);
}

// --- the new program -------------------------------------------------------

static loc image_of(summarizer *s, loc l) {
  assert(s->is_cut[l.id]);
  if (s->image[l.id].id == 0) {
    loc made = program_add_location(s->made, program_location(s->p, l));
    program_set_origin(s->made, made, l);
    s->image[l.id] = made;
    if (!loc_is_sink(program_kind(s->p, l)))
      vec_push(&s->work, l);
  }
  return s->image[l.id];
}

static void put_assignment(void *data, uint32_t key, uint32_t before,
                           uint32_t after) {
  summarizer *s = data;
  assert(before == 0 && after != 0);
  (void)before;
  term self = program_variable_term(s->p, (var){key});
  if (after == self.id)
    return;
  assignment a = {{key}, {after}};
  vec_push(&s->assignments, a);
  inputs_find(&s->inputs, a.value, &s->block_inputs);
}

static void add_block(summarizer *s, loc from, loc to, sym_state state) {
  assert(sym_is_reached(state));
  term guard = sym_condition(&s->sym, state);
  if (term_is_false(program_terms(s->p), guard))
    return;
  vec_clear(&s->assignments);
  vec_clear(&s->block_inputs);
  inputs_begin(&s->inputs);
  inputs_find(&s->inputs, guard, &s->block_inputs);
  pmap_diff(&s->sym.maps, PMAP_EMPTY, state.values, put_assignment, s);
  block b = {guard, s->assignments.data, s->assignments.len,
             s->block_inputs.data, s->block_inputs.len};
  edge_info info = {.kind = EDGE_PLAIN,
                    .pos = program_location(s->p, from)->pos};
  program_add_edge(s->made, image_of(s, from), image_of(s, to), &b, &info);
}

// --- one region ------------------------------------------------------------

static void enter(summarizer *s, loc l) {
  visit v = {l.id, 0};
  s->region[l.id] = s->region[0];
  vec_push(&s->path, v);
}

// Depth-first from the cut point, stopping at others: 'order' becomes the
// region in postorder, the cut point itself last.
static void order_region(summarizer *s, loc cut) {
  assert(s->is_cut[cut.id] && s->path.len == 0);
  s->region[0]++; // location 0 does not exist: its place holds the number
  vec_clear(&s->order);
  enter(s, cut);
  while (s->path.len > 0) {
    visit *top = &vec_last(&s->path);
    const edge_vec *out = program_out_edges(s->p, (loc){top->location});
    if (top->next_edge == out->len) {
      vec_push(&s->order, (loc){vec_pop(&s->path).location});
      continue;
    }
    loc to = program_edge_to(s->p, out->data[top->next_edge++]);
    if (!s->is_cut[to.id] && s->region[to.id] != s->region[0])
      enter(s, to);
  }
}

static void deliver(summarizer *s, loc to, sym_state state) {
  if (!sym_is_reached(state))
    return;
  if (s->is_cut[to.id] && s->waiting[to.id] == 0)
    vec_push(&s->targets, to);
  arrival a = {state, s->waiting[to.id]};
  vec_push(&s->arrivals, a);
  s->waiting[to.id] = s->arrivals.len;
}

static void execute_location(summarizer *s, loc at, sym_state state) {
  assert(s->waiting[at.id] == 0);
  const edge_vec *out = program_out_edges(s->p, at);
  const sym_state *after = sym_sequence(&s->sym, at, state);
  for (uint32_t i = 0; i < out->len; i++)
    deliver(s, program_edge_to(s->p, out->data[i]), after[i]);
}

// Merges in the order of arrival, which is that of the code.
static sym_state merge_waiting(summarizer *s, loc at) {
  uint32_t count = 0;
  for (uint32_t i = s->waiting[at.id]; i != 0; count++)
    i = s->arrivals.data[i - 1].next;
  vec_clear(&s->merged);
  vec_resize(&s->merged, count);
  for (uint32_t i = s->waiting[at.id]; i != 0;) {
    s->merged.data[--count] = s->arrivals.data[i - 1].state;
    i = s->arrivals.data[i - 1].next;
  }
  assert(count == 0 && s->merged.len > 0);
  s->waiting[at.id] = 0;
  return sym_choice(&s->sym, s->merged.data, s->merged.len);
}

// False: a limit was hit.
static bool execute_region(summarizer *s, loc cut, const limits *l) {
  if (limits_stop(l) != LIMIT_NONE)
    return false;
  order_region(s, cut);
  assert(vec_last(&s->order).id == cut.id);
  execute_location(s, cut, sym_start());
  for (uint32_t i = s->order.len - 1; i > 0; i--) {
    loc at = s->order.data[i - 1];
    if (s->waiting[at.id] == 0)
      continue; // no way to it was possible
    if (i % POLL_INTERVAL == 0 && limits_stop(l) != LIMIT_NONE)
      return false;
    // Ways that seemed possible one by one may fold to none together.
    sym_state state = merge_waiting(s, at);
    if (sym_is_reached(state))
      execute_location(s, at, state);
  }
  for (uint32_t i = 0; i < s->targets.len; i++) {
    loc to = s->targets.data[i];
    sym_state state = merge_waiting(s, to);
    if (sym_is_reached(state))
      add_block(s, cut, to, state);
  }
  vec_clear(&s->targets);
  vec_clear(&s->arrivals);
  sym_reset(&s->sym);
  return true;
}

// --- all of them -----------------------------------------------------------

static void summarizer_init(summarizer *s, const program *p, uint32_t most) {
  size_t count = program_location_count(p) + 1;
  *s = (summarizer){
      .p = p, .most = most, .made = program_new_like(p), .inputs = {.p = p}};
  sym_init(&s->sym, p);
  s->is_cut = mem_alloc(sizeof *s->is_cut * count);
  s->image = mem_alloc(sizeof *s->image * count);
  s->waiting = mem_alloc(sizeof *s->waiting * count);
  s->region = mem_alloc(sizeof *s->region * count);
}

static void summarizer_clear(summarizer *s) {
  sym_clear(&s->sym);
  mem_free(s->is_cut);
  mem_free(s->image);
  mem_free(s->waiting);
  mem_free(s->region);
  vec_free(&s->work);
  vec_free(&s->order);
  vec_free(&s->targets);
  vec_free(&s->path);
  vec_free(&s->arrivals);
  vec_free(&s->merged);
  inputs_clear(&s->inputs);
  vec_free(&s->block_inputs);
  vec_free(&s->assignments);
}

static bool execute_all(summarizer *s, const limits *l) {
  program_set_entry(s->made, image_of(s, program_entry(s->p)));
  for (uint32_t i = 1; i <= program_location_count(s->p); i++)
    if (loc_is_sink(program_kind(s->p, (loc){i})))
      image_of(s, (loc){i});
  for (uint32_t done = 0; done < s->work.len; done++)
    if (!execute_region(s, s->work.data[done], l))
      return false;
  return true;
}

program *summarize(const program *p, const limits *l) {
  return summarize_within(p, UINT32_MAX, l);
}

program *summarize_within(const program *p, uint32_t most, const limits *l) {
  assert(most >= 1);
  summarizer s;
  summarizer_init(&s, p, most);
  choose_cuts(&s);
  bool ok = execute_all(&s, l);
  summarizer_clear(&s);
  if (ok)
    return s.made;
  program_free(s.made);
  return NULL;
}
