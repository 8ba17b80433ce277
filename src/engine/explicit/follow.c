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
#include "term/walk.h"

// Of one start: visits of each location, on average; at least so many in all.
enum { MAX_VISITS = 16, MIN_VISITS = 20000 };

typedef struct {
  follow_sets sets;
  uint32_t next; // with the same hash; NONE: the last
} unique_state;

enum { NONE = UINT32_MAX, POLL_GAP = 1024 };

// What happens to paths at a location.
typedef enum { PLACE_INNER, PLACE_JOIN, PLACE_END, PLACE_NOTHING } place;

typedef struct {
  const vset *set;
  uint32_t next;
} unique_set;

typedef struct {
  loc at;
  uint32_t state;  // its number
  uint32_t before; // the step before; NONE: the start
  edge edge;       // from there
} follow_step;

typedef VEC(uint32_t) slot_vec;

// A branch that does nothing but compare a variable with a constant, as most
// do.
typedef struct {
  const vset *constant; // NULL: it is no such branch
  uint32_t slot;
  relation relation;
  bool is_signed;
  bool is_left; // the variable is
  bool is_negated;
} simple_branch;

struct follower {
  follow_task task;
  uint32_t variables;
  vtype *types;
  tape *tapes;           // by edge id
  simple_branch *simple; // the same
  slot_vec *dying; // by edge id: set before it, or by it, and not read later
  place *places;   // by location id
  post post;
  arena *mem;  // of tapes and sets
  arena *step; // of the states of one start
  hmap sets;   // hash -> number of the first set
  VEC(unique_set) unique;
  VEC(follow_step) steps; // of this start
  VEC(uint32_t) open;     // steps to go on from
  uint32_t current;       // the one that is gone on from
  VEC(follow_end) ends;
  VEC(uint32_t) last;              // by end: its step
  hmap states;                     // hash -> number of the first state
  VEC(unique_state) unique_states; // of this start
  hmap seen;                       // location and state, where paths join
  uint32_t visited;                // locations, by this start
  state out;
};

// --- sets --------------------------------------------------------------------

static vtype follow_type(const follower *f, var v) {
  assert(v.id > 0 && v.id <= f->variables);
  return f->types[v.id - 1];
}

static uint64_t hash_of_set(const vset *s) {
  uint64_t h = hash_mix(s->count, (uint64_t)s->mod);
  h = hash_mix(h, (uint64_t)s->rem);
  for (uint32_t i = 0; i < s->count; i++)
    h = hash_mix(hash_mix(h, (uint64_t)s->part[i].lo), (uint64_t)s->part[i].hi);
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

// The relation of a comparison that is not about numbers without bounds.
static bool read_relation(term_kind kind, simple_branch *b) {
  b->is_signed = kind == TERM_BVSLT || kind == TERM_BVSLE;
  switch (kind) {
  case TERM_EQ:
    b->relation = RELATE_EQUAL;
    return true;
  case TERM_BVULT:
  case TERM_BVSLT:
    b->relation = RELATE_LESS;
    return true;
  case TERM_BVULE:
  case TERM_BVSLE:
    b->relation = RELATE_LESS_EQUAL;
    return true;
  default:
    return false;
  }
}

static simple_branch read_branch(follower *f, const block *b) {
  const program *p = f->task.program;
  const terms *tt = program_terms(p);
  simple_branch branch = {.is_negated =
                              term_get_kind(tt, b->guard) == TERM_NOT};
  term t = branch.is_negated ? term_arg(tt, b->guard, 0) : b->guard;
  if (b->assignment_count > 0 || !term_is_comparison(tt, t) ||
      !read_relation(term_get_kind(tt, t), &branch))
    return branch;
  for (uint32_t side = 0; side < 2; side++) {
    var v = program_variable_of(p, term_arg(tt, t, side));
    term other = term_arg(tt, t, 1 - side);
    if (v.id == 0 || !term_is_value(tt, other) ||
        f->types[v.id - 1].kind != VTYPE_BV)
      continue;
    vset constant = vset_one((wide)value_get_u64(term_get_value(tt, other)));
    branch.constant = unique_of(f, &constant);
    branch.slot = v.id - 1;
    branch.is_left = side == 0;
  }
  return branch;
}

static void find_branches(follower *f) {
  const program *p = f->task.program;
  for (uint32_t e = 1; e <= program_edge_count(p); e++)
    f->simple[e] = read_branch(f, program_edge_block(p, (edge){e}));
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

static place place_of(const follower *f, loc l) {
  const program *p = f->task.program;
  loc_kind kind = program_kind(p, l);
  if (f->task.is_end[l.id] || loc_is_bad(kind))
    return PLACE_END;
  if (kind == LOC_END)
    return PLACE_NOTHING;
  return program_in_edges(p, l)->len > 1 ? PLACE_JOIN : PLACE_INNER;
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
  f->simple = mem_alloc(sizeof *f->simple * edges);
  f->dying = mem_alloc(sizeof *f->dying * edges);
  f->places =
      mem_alloc(sizeof *f->places * (program_location_count(p) + (size_t)1));
  for (uint32_t l = 1; l <= program_location_count(p); l++)
    f->places[l] = place_of(f, (loc){l});
  find_types(f);
  write_tapes(f);
  find_branches(f);
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
  mem_free(f->simple);
  mem_free(f->dying);
  mem_free(f->places);
  mem_free(f->types);
  mem_free(f->out.slots);
  post_clear(&f->post);
  hmap_free(&f->sets);
  hmap_free(&f->seen);
  hmap_free(&f->states);
  vec_free(&f->unique);
  vec_free(&f->open);
  vec_free(&f->steps);
  vec_free(&f->last);
  vec_free(&f->ends);
  vec_free(&f->unique_states);
  arena_free(f->step);
  arena_free(f->mem);
  mem_free(f);
}

// --- states on the way -------------------------------------------------------

static uint64_t hash_of_state(const follower *f, follow_sets sets) {
  uint64_t h = 0;
  for (uint32_t i = 0; i < f->variables; i++)
    h = hash_mix(h, (uint64_t)(uintptr_t)sets[i]);
  return h;
}

// The number of the one copy of a state, for this start.
static uint32_t number_of(follower *f, follow_sets sets) {
  uint64_t hash = hash_of_state(f, sets);
  const uint64_t *first = hmap_find(&f->states, hash);
  uint32_t next = first ? (uint32_t)*first : NONE;
  size_t size = sizeof *sets * f->variables;
  for (uint32_t i = next; i != NONE; i = f->unique_states.data[i].next)
    if (memcmp(f->unique_states.data[i].sets, sets, size) == 0)
      return i;
  follow_sets kept = arena_copy(f->step, sets, size);
  hmap_put(&f->states, hash, f->unique_states.len);
  vec_push(&f->unique_states, ((unique_state){kept, next}));
  return f->unique_states.len - 1;
}

// The edge leads from the current step into that state.
static void arrive(follower *f, edge e, uint32_t number) {
  loc at = program_edge_to(f->task.program, e);
  place here = f->places[at.id];
  uint64_t visit = hmap_pair(at.id, number);
  if (here == PLACE_NOTHING ||
      (here != PLACE_INNER && hmap_find(&f->seen, visit) != NULL))
    return;
  if (here != PLACE_INNER)
    hmap_put(&f->seen, visit, 1);
  vec_push(&f->steps, ((follow_step){at, number, f->current, e}));
  if (here != PLACE_END) {
    vec_push(&f->open, f->steps.len - 1);
    return;
  }
  vec_push(&f->ends, ((follow_end){at, f->unique_states.data[number].sets}));
  vec_push(&f->last, f->steps.len - 1);
}

static void keep_slot(follower *f, follow_sets in, uint32_t slot) {
  const vset *s = f->out.slots[slot];
  if (s != NULL && s != in[slot])
    f->out.slots[slot] = unique_of(f, s);
}

static bool has_dying(const follower *f, edge e, follow_sets in) {
  for (uint32_t i = 0; i < f->dying[e.id].len; i++)
    if (in[f->dying[e.id].data[i]] != NULL)
      return true;
  return false;
}

// The state behind an edge is in f->out.
static void leave(follower *f, edge e) {
  for (uint32_t i = 0; i < f->dying[e.id].len; i++)
    f->out.slots[f->dying[e.id].data[i]] = NULL;
  arrive(f, e, number_of(f, f->out.slots));
}

static void take_block(follower *f, follow_sets sets, edge e) {
  const tape *t = &f->tapes[e.id];
  state in = {(const vset **)(uintptr_t)sets}; // read only
  if (!post_edge(&f->post, t, &in, &f->out))
    return;
  for (uint32_t i = 0; i < t->leaves.len; i++)
    keep_slot(f, sets, t->leaves.data[i].slot);
  for (uint32_t i = 0; i < t->outputs.len; i++)
    keep_slot(f, sets, t->outputs.data[i].slot);
  leave(f, e);
}

// The state is the same behind a branch that it decides.
static void pass(follower *f, follow_step from, edge e) {
  follow_sets sets = f->unique_states.data[from.state].sets;
  if (!has_dying(f, e, sets)) {
    arrive(f, e, from.state);
    return;
  }
  memcpy(f->out.slots, sets, sizeof *sets * f->variables);
  leave(f, e);
}

// Whether the branch can be taken ([1]), and can be not ([0]).
static void decide(const follower *f, const simple_branch *b, const vset *set,
                   bool can[2]) {
  wide n, c = b->constant->part[0].lo;
  if (b->relation == RELATE_EQUAL) {
    bool has = vset_has(set, c);
    can[!b->is_negated] = has;
    can[b->is_negated] = !has || !vset_is_one(set, &n);
    return;
  }
  vset whether = relate_forward(f->types[b->slot], b->is_signed, b->relation,
                                b->is_left ? set : b->constant,
                                b->is_left ? b->constant : set);
  can[!b->is_negated] = vset_has(&whether, 1);
  can[b->is_negated] = vset_has(&whether, 0);
}

// True: the state decides that this edge is taken, and so no other.
static bool take(follower *f, follow_step from, edge e) {
  const simple_branch *b = &f->simple[e.id];
  follow_sets sets = f->unique_states.data[from.state].sets;
  bool can[2] = {true, true};
  if (b->constant != NULL && sets[b->slot] != NULL)
    decide(f, b, sets[b->slot], can);
  if (!can[0])
    pass(f, from, e);
  else if (can[1])
    take_block(f, sets, e);
  return !can[0];
}

static bool is_too_much(const follower *f) {
  uint32_t most = MAX_VISITS * program_location_count(f->task.program);
  return f->visited > (most > MIN_VISITS ? most : MIN_VISITS);
}

static void go(follower *f, uint32_t step) {
  follow_step from = f->steps.data[step];
  const edge_vec *out = program_out_edges(f->task.program, from.at);
  const patience *p = &f->task.patience;
  f->current = step;
  if (++f->visited % POLL_GAP == 0)
    f->post.is_stopped |= p->is_over(p->data);
  for (uint32_t i = 0; i < out->len; i++)
    if (take(f, from, out->data[i]))
      return;
}

static void forget_start(follower *f) {
  vec_clear(&f->steps);
  vec_clear(&f->open);
  vec_clear(&f->ends);
  vec_clear(&f->last);
  vec_clear(&f->unique_states);
  hmap_clear(&f->states);
  hmap_clear(&f->seen);
  arena_reset(f->step);
  f->visited = 0;
}

bool follow_from(follower *f, loc at, follow_sets sets) {
  forget_start(f);
  vec_push(&f->steps, ((follow_step){at, number_of(f, sets), NONE, EDGE_NONE}));
  vec_push(&f->open, 0);
  while (f->open.len > 0 && !f->post.is_stopped && !is_too_much(f))
    go(f, vec_pop(&f->open));
  return f->open.len == 0 && !f->post.is_stopped;
}

void follow_path(const follower *f, uint32_t i, edge_vec *out) {
  assert(i < f->last.len);
  uint32_t first = out->len;
  for (uint32_t at = f->last.data[i]; f->steps.data[at].before != NONE;
       at = f->steps.data[at].before)
    vec_push(out, f->steps.data[at].edge);
  for (uint32_t a = first, b = out->len; a + 1 < b; a++) {
    edge e = out->data[a];
    out->data[a] = out->data[--b];
    out->data[b] = e;
  }
}

uint32_t follow_end_count(const follower *f) { return f->ends.len; }

const follow_end *follow_get_end(const follower *f, uint32_t i) {
  assert(i < f->ends.len);
  return &f->ends.data[i];
}
