// SPDX-License-Identifier: Apache-2.0
// A path from one input to the next of a controller is nearly an execution:
// modes and flags are constants, so that most branches are decided, and a
// number that was computed has bounds. It costs some operations on sets per
// statement, and no solver.
//
// Paths that meet in the same state go on as one. What no statement behind a
// location reads is forgotten there, so that they do.
#include "engine/explicit/follow.h"

#include <assert.h>
#include <string.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "domain/flow.h"

// Of one start: visits of each location, on average; at least so many in all.
enum { MAX_VISITS = 16, MIN_VISITS = 20000 };

typedef struct {
  follow_end end;
  uint32_t next; // with the same hash; NONE: the last
} visit;

enum { NONE = UINT32_MAX };

typedef struct {
  const vset *set;
  uint32_t next;
} unique_set;

typedef VEC(uint32_t) slot_vec;

struct follower {
  follow_task task;
  uint32_t variables;
  vtype *types;
  tape *tapes;     // by edge id
  slot_vec *dying; // by edge id: set before it, or by it, and not read later
  bool *is_join;   // by location id: several edges lead here
  post post;
  arena *mem;  // of tapes and sets
  arena *step; // of the states of one start
  hmap sets;   // hash -> number of the first set
  VEC(unique_set) unique;
  VEC(follow_end) open;
  VEC(follow_end) ends;
  hmap seen; // hash -> number of the first visit of a join
  VEC(visit) visits;
  uint32_t visited; // locations, by this start
  state out;
};

// --- life --------------------------------------------------------------------

static bool is_live(const follower *f, loc l, uint32_t variable) {
  return f->task.is_live[(size_t)l.id * (f->variables + 1) + variable];
}

static void write_tapes(follower *f) {
  const program *p = f->task.program;
  tape_writer w = {.tt = program_terms(p), .mem = f->mem};
  for (uint32_t v = 1; v <= f->variables; v++)
    term_map_put(&w.slots, program_variable_term(p, (var){v}), v - 1);
  for (uint32_t e = 1; e <= program_edge_count(p); e++) {
    const block *b = program_edge_block(p, (edge){e});
    tape *t = &f->tapes[e];
    tape_begin(&w, t);
    t->guard = tape_write(&w, t, b->guard);
    for (uint32_t j = 0; j < b->assignment_count; j++) {
      const assignment *a = &b->assignments[j];
      if (!is_live(f, program_edge_to(p, (edge){e}), a->target.id))
        continue;
      tape_output out = {a->target.id - 1, tape_write(&w, t, a->value)};
      vec_push(&t->outputs, out);
    }
  }
  tape_writer_clear(&w);
}

static void find_dying(follower *f) {
  const program *p = f->task.program;
  for (uint32_t e = 1; e <= program_edge_count(p); e++)
    for (uint32_t v = 1; v <= f->variables; v++)
      if (is_live(f, program_edge_from(p, (edge){e}), v) &&
          !is_live(f, program_edge_to(p, (edge){e}), v))
        vec_push(&f->dying[e], v - 1);
}

static void find_types(follower *f) {
  const program *p = f->task.program;
  const terms *tt = program_terms(p);
  f->types = mem_alloc(sizeof *f->types * (f->variables + 1));
  for (uint32_t v = 1; v <= f->variables; v++)
    f->types[v - 1] =
        vtype_of(tt, term_sort(tt, program_variable_term(p, (var){v})));
}

follower *follow_new(const follow_task *t) {
  assert(t->program && t->is_end && t->is_live && t->patience.is_over);
  follower *f = mem_alloc(sizeof *f);
  const program *p = t->program;
  f->task = *t;
  f->variables = program_variable_count(p);
  f->mem = arena_new();
  f->step = arena_new();
  size_t edges = (size_t)program_edge_count(p) + 1;
  f->tapes = mem_alloc(sizeof *f->tapes * edges);
  f->dying = mem_alloc(sizeof *f->dying * edges);
  f->is_join =
      mem_alloc(sizeof *f->is_join * (program_location_count(p) + (size_t)1));
  for (uint32_t l = 1; l <= program_location_count(p); l++)
    f->is_join[l] = program_in_edges(p, (loc){l})->len > 1;
  find_types(f);
  write_tapes(f);
  find_dying(f);
  post_effort effort = {.arcs = VSET_ARCS, .cone = 64, .cases = 8, .passes = 3};
  post_init(&f->post, f->types, f->variables, effort, t->patience);
  f->out.slots = mem_alloc(sizeof *f->out.slots * (f->variables + 1));
  return f;
}

void follow_free(follower *f) {
  if (!f)
    return;
  for (uint32_t e = 1; e <= program_edge_count(f->task.program); e++) {
    tape_clear(&f->tapes[e]);
    vec_free(&f->dying[e]);
  }
  mem_free(f->tapes);
  mem_free(f->dying);
  mem_free(f->is_join);
  mem_free(f->types);
  mem_free(f->out.slots);
  post_clear(&f->post);
  hmap_free(&f->sets);
  hmap_free(&f->seen);
  vec_free(&f->unique);
  vec_free(&f->open);
  vec_free(&f->ends);
  vec_free(&f->visits);
  arena_free(f->step);
  arena_free(f->mem);
  mem_free(f);
}

// --- sets --------------------------------------------------------------------

vtype follow_type(const follower *f, var v) {
  assert(v.id > 0 && v.id <= f->variables);
  return f->types[v.id - 1];
}

static uint64_t hash_of_set(const vset *s) {
  uint64_t h = hash_mix(s->count, (uint64_t)s->mod);
  h = hash_mix(h, (uint64_t)s->rem);
  for (uint32_t i = 0; i < s->count; i++)
    h = hash_mix(hash_mix(h, (uint64_t)s->part[i].lo),
                 (uint64_t)s->part[i].hi);
  return h;
}

static const vset *unique_of(follower *f, const vset *s) {
  uint64_t hash = hash_of_set(s);
  const uint64_t *first = hmap_find(&f->sets, hash);
  uint32_t next = first ? (uint32_t)*first : NONE;
  for (uint32_t i = next; i != NONE; i = f->unique.data[i].next)
    if (vset_equal(f->unique.data[i].set, s))
      return f->unique.data[i].set;
  const vset *kept = vset_store(f->mem, s);
  hmap_put(&f->sets, hash, f->unique.len);
  vec_push(&f->unique, ((unique_set){kept, next}));
  return kept;
}

const vset *follow_unique(follower *f, var v, const vset *s) {
  return vset_is_top(follow_type(f, v), s) ? NULL : unique_of(f, s);
}

// --- states on the way -------------------------------------------------------

static uint64_t hash_of_state(const follower *f, loc at, follow_sets sets) {
  uint64_t h = at.id;
  for (uint32_t i = 0; i < f->variables; i++)
    h = hash_mix(h, (uint64_t)(uintptr_t)sets[i]);
  return h;
}

// Has this start been here before, in the same state? From now on it has.
static bool is_seen(follower *f, loc at, follow_sets sets) {
  uint64_t hash = hash_of_state(f, at, sets);
  const uint64_t *first = hmap_find(&f->seen, hash);
  uint32_t next = first ? (uint32_t)*first : NONE;
  size_t size = sizeof *sets * f->variables;
  for (uint32_t i = next; i != NONE; i = f->visits.data[i].next) {
    const follow_end *old = &f->visits.data[i].end;
    if (old->at.id == at.id && memcmp(old->sets, sets, size) == 0)
      return true;
  }
  hmap_put(&f->seen, hash, f->visits.len);
  vec_push(&f->visits, ((visit){{at, sets}, next}));
  return false;
}

static void arrive(follower *f, loc at, follow_sets sets) {
  if (f->is_join[at.id] && is_seen(f, at, sets))
    return;
  loc_kind kind = program_kind(f->task.program, at);
  follow_end end = {at, sets};
  if (f->task.is_end[at.id] || loc_is_bad(kind))
    vec_push(&f->ends, end);
  else if (kind != LOC_END)
    vec_push(&f->open, end);
}

static void keep_slot(follower *f, follow_sets in, uint32_t slot) {
  const vset *s = f->out.slots[slot];
  if (s != NULL && s != in[slot])
    f->out.slots[slot] = unique_of(f, s);
}

// The state behind an edge: what comes from 'post' is kept.
static follow_sets keep(follower *f, edge e, follow_sets in) {
  const tape *t = &f->tapes[e.id];
  for (uint32_t i = 0; i < t->leaves.len; i++)
    keep_slot(f, in, t->leaves.data[i].slot);
  for (uint32_t i = 0; i < t->outputs.len; i++)
    keep_slot(f, in, t->outputs.data[i].slot);
  for (uint32_t i = 0; i < f->dying[e.id].len; i++)
    f->out.slots[f->dying[e.id].data[i]] = NULL;
  size_t size = sizeof *in * f->variables;
  if (memcmp(f->out.slots, in, size) == 0)
    return in;
  return arena_copy(f->step, f->out.slots, size);
}

static void take(follower *f, const follow_end *from, edge e) {
  state in = {(const vset **)(uintptr_t)from->sets}; // read only
  if (post_edge(&f->post, &f->tapes[e.id], &in, &f->out))
    arrive(f, program_edge_to(f->task.program, e), keep(f, e, from->sets));
}

static bool is_too_much(const follower *f) {
  uint32_t most = MAX_VISITS * program_location_count(f->task.program);
  return f->visited > (most > MIN_VISITS ? most : MIN_VISITS);
}

static void go(follower *f, const follow_end *from) {
  const edge_vec *out = program_out_edges(f->task.program, from->at);
  f->visited++;
  for (uint32_t i = 0; i < out->len; i++)
    take(f, from, out->data[i]);
}

bool follow_from(follower *f, loc at, follow_sets sets) {
  vec_clear(&f->open);
  vec_clear(&f->ends);
  vec_clear(&f->visits);
  hmap_clear(&f->seen);
  arena_reset(f->step);
  f->visited = 0;
  go(f, &(follow_end){at, sets});
  while (f->open.len > 0 && !f->post.is_stopped && !is_too_much(f)) {
    follow_end next = vec_pop(&f->open);
    go(f, &next);
  }
  return f->open.len == 0 && !f->post.is_stopped;
}

uint32_t follow_end_count(const follower *f) { return f->ends.len; }

const follow_end *follow_get_end(const follower *f, uint32_t i) {
  assert(i < f->ends.len);
  return &f->ends.data[i];
}
