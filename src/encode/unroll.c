// SPDX-License-Identifier: Apache-2.0
// Unrolling by symbolic execution, one edge per step for all locations at once.
//
// A step executes the blocks of the locations that the last frame reaches,
// with inputs named anew, and merges what arrives at the same location. Its
// cost is that of these blocks. States are persistent maps, so that a frame
// holds only what the step changed.
//
// In cut mode the state of a frame is a map from variables to that frame's
// names for them, and one Bool per location says where the program is. The
// constraint of a step is, for each location l that it reaches,
//   at l  =>  path condition from the frame before, and for each variable that
//             some block of the step changes: new name = value on arrival.
// The other direction is not needed: what is asked is always whether some
// location *can* be reached. The Bools of one frame exclude each other, as
// those of the frame before do and out-edges are disjoint.
#include "encode/unroll.h"

#include <assert.h>
#include <inttypes.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "encode/symbolic.h"
#include "term/subst.h"

typedef struct {
  loc_vec locations;
  sym_states states; // of each; in cut mode only its 'values', all the same
  term_vec reached;
  term alive;
  term transition; // to the next frame
} frame;

struct unroller {
  const program *p;
  terms *tt;
  unroll_mode mode;
  symbolic sym;
  VEC(frame) frames;
  hmap position;       // (frame, location) -> index in the frame
  hmap inputs;         // (frame, input) -> its variable there
  sym_states *waiting; // by location: states of the step being made
  loc_vec targets;     // locations with waiting states
  // Cut mode, the step being made:
  pmap names; // variables' names in the last frame
  VEC(uint32_t) changed;
  hmap is_changed;
};

// --- frames ----------------------------------------------------------------

static frame *last_frame(unroller *u) { return &vec_last(&u->frames); }

uint32_t unroll_depth(const unroller *u) { return u->frames.len - 1; }

static void open_frame(unroller *u) {
  frame f = {.alive = term_false(u->tt), .transition = term_true(u->tt)};
  vec_push(&u->frames, f);
}

static void add_to_frame(unroller *u, loc l, sym_state state, term reached) {
  assert(!term_is_false(u->tt, reached));
  frame *f = last_frame(u);
  assert(f->locations.len == f->states.len);
  assert(f->locations.len == f->reached.len);
  hmap_put(&u->position, hmap_pair(unroll_depth(u), l.id), f->locations.len);
  vec_push(&f->locations, l);
  vec_push(&f->states, state);
  vec_push(&f->reached, reached);
  if (!loc_is_sink(program_kind(u->p, l)))
    f->alive = term_or(u->tt, f->alive, reached);
}

static term fresh_at_depth(unroller *u, const char *name, sort s) {
  strbuf text = {0};
  strbuf_printf(&text, "%s@%" PRIu32, name, unroll_depth(u));
  term made = term_fresh(u->tt, strbuf_text(&text), s);
  strbuf_free(&text);
  return made;
}

static term name_input(void *data, term input) {
  unroller *u = data;
  uint64_t key = hmap_pair(unroll_depth(u), input.id);
  uint64_t *known = hmap_find(&u->inputs, key);
  if (known != NULL)
    return (term){(uint32_t)*known};
  term made =
      fresh_at_depth(u, term_name(u->tt, input), term_sort(u->tt, input));
  hmap_put(&u->inputs, key, made.id);
  return made;
}

unroller *unroll_new(const program *p, loc start, unroll_mode mode) {
  assert(start.id != 0 && start.id <= program_location_count(p));
  unroller *u = mem_alloc(sizeof *u);
  *u = (unroller){.p = p, .tt = program_terms(p), .mode = mode};
  sym_init(&u->sym, p);
  sym_name_inputs(&u->sym, name_input, u);
  u->waiting = mem_alloc(sizeof *u->waiting * (program_location_count(p) + 1));
  open_frame(u);
  add_to_frame(u, start, sym_start(), term_true(u->tt));
  return u;
}

static void frame_clear(frame *f) {
  vec_free(&f->locations);
  vec_free(&f->states);
  vec_free(&f->reached);
}

void unroll_free(unroller *u) {
  if (u == NULL)
    return;
  for (uint32_t i = 0; i < u->frames.len; i++)
    frame_clear(&u->frames.data[i]);
  vec_free(&u->frames);
  for (uint32_t i = 1; i <= program_location_count(u->p); i++)
    vec_free(&u->waiting[i]);
  mem_free(u->waiting);
  vec_free(&u->targets);
  vec_free(&u->changed);
  hmap_free(&u->position);
  hmap_free(&u->inputs);
  hmap_free(&u->is_changed);
  sym_clear(&u->sym);
  mem_free(u);
}

// --- a step ----------------------------------------------------------------

static void step_location(unroller *u, loc at, sym_state state) {
  const edge_vec *out = program_out_edges(u->p, at);
  const sym_state *after = sym_sequence(&u->sym, at, state);
  for (uint32_t i = 0; i < out->len; i++) {
    loc to = program_edge_to(u->p, out->data[i]);
    if (!sym_is_reached(after[i]))
      continue;
    if (u->waiting[to.id].len == 0)
      vec_push(&u->targets, to);
    vec_push(&u->waiting[to.id], after[i]);
  }
}

// In cut mode a step starts anew: where the program is, is a choice among the
// frame's locations, which exclude each other.
static sym_state step_start(unroller *u, uint32_t i, uint32_t site) {
  frame *f = last_frame(u);
  sym_state state = f->states.data[i];
  if (u->mode == UNROLL_SUBSTITUTE)
    return state;
  path_choice choice = {site, i, i, 1, 0};
  state.when =
      path_extend(&u->sym.paths, PATH_ALWAYS, f->reached.data[i], choice);
  return state;
}

static void drop_waiting(unroller *u) {
  for (uint32_t i = 0; i < u->targets.len; i++)
    vec_clear(&u->waiting[u->targets.data[i].id]);
  vec_clear(&u->targets);
}

// Executes the out-edges of the last frame's locations. False: a limit.
static bool execute_step(unroller *u, const limits *l) {
  uint32_t count = last_frame(u)->locations.len;
  uint32_t site = ++u->sym.sites;
  for (uint32_t i = 0; i < count; i++) {
    loc at = last_frame(u)->locations.data[i];
    if (limits_stop(l) != LIMIT_NONE) {
      drop_waiting(u);
      return false;
    }
    if (!loc_is_sink(program_kind(u->p, at)))
      step_location(u, at, step_start(u, i, site));
  }
  return true;
}

static sym_state arrive(unroller *u, loc to) {
  assert(u->waiting[to.id].len > 0);
  return sym_choice(&u->sym, u->waiting[to.id].data, u->waiting[to.id].len);
}

static void close_substituted(unroller *u) {
  open_frame(u);
  for (uint32_t i = 0; i < u->targets.len; i++) {
    loc to = u->targets.data[i];
    sym_state state = arrive(u, to);
    term reached = sym_condition(&u->sym, state);
    if (!term_is_false(u->tt, reached))
      add_to_frame(u, to, state, reached);
  }
}

// --- a step in cut mode ----------------------------------------------------

static void note_change(void *data, uint32_t key, uint32_t before,
                        uint32_t after) {
  unroller *u = data;
  assert(before != after && after != 0);
  (void)before;
  (void)after;
  if (hmap_find(&u->is_changed, key) != NULL)
    return;
  hmap_put(&u->is_changed, key, 1);
  vec_push(&u->changed, key);
}

static void rename_changed(unroller *u) {
  uint32_t mark = pmap_mark(&u->sym.maps);
  for (uint32_t i = 0; i < u->changed.len; i++) {
    var v = {u->changed.data[i]};
    term self = program_variable_term(u->p, v);
    term name =
        fresh_at_depth(u, term_name(u->tt, self), term_sort(u->tt, self));
    u->names = pmap_put(&u->sym.maps, u->names, v.id, name.id, mark);
  }
}

// The state on arrival, said with the new frame's names.
static term arrival_constraint(unroller *u, loc to, sym_state state) {
  term_vec parts = {0};
  sym_state named = {PATH_ALWAYS, u->names};
  vec_push(&parts, sym_condition(&u->sym, state));
  if (!loc_is_sink(program_kind(u->p, to)))
    for (uint32_t i = 0; i < u->changed.len; i++) {
      var v = {u->changed.data[i]};
      vec_push(&parts, term_eq_make(u->tt, sym_value(&u->sym, named, v),
                                    sym_value(&u->sym, state, v)));
    }
  term all = term_and_n(u->tt, parts.data, parts.len);
  vec_free(&parts);
  return all;
}

static void close_cut(unroller *u) {
  sym_states states = {0};
  term_vec constraints = {0};
  vec_clear(&u->changed);
  hmap_clear(&u->is_changed);
  for (uint32_t i = 0; i < u->targets.len; i++) {
    loc to = u->targets.data[i];
    vec_push(&states, arrive(u, to));
    if (!loc_is_sink(program_kind(u->p, to)))
      pmap_diff(&u->sym.maps, u->names, vec_last(&states).values, note_change,
                u);
  }
  assert(states.len == u->targets.len);
  open_frame(u);
  rename_changed(u);
  for (uint32_t i = 0; i < u->targets.len; i++) {
    loc to = u->targets.data[i];
    term constraint = arrival_constraint(u, to, states.data[i]);
    if (term_is_false(u->tt, constraint))
      continue;
    term at = fresh_at_depth(u, "at", sort_bool(u->tt));
    vec_push(&constraints, term_implies(u->tt, at, constraint));
    add_to_frame(u, to, (sym_state){PATH_ALWAYS, u->names}, at);
  }
  u->frames.data[unroll_depth(u) - 1].transition =
      term_and_n(u->tt, constraints.data, constraints.len);
  vec_free(&states);
  vec_free(&constraints);
}

bool unroll_extend(unroller *u, const limits *l) {
  assert(u->targets.len == 0 && u->frames.len > 0);
  if (!execute_step(u, l))
    return false;
  if (u->mode == UNROLL_SUBSTITUTE)
    close_substituted(u);
  else
    close_cut(u);
  drop_waiting(u);
  return true;
}

// --- looking ---------------------------------------------------------------

static const frame *frame_at(const unroller *u, uint32_t k) {
  assert(k < u->frames.len);
  return &u->frames.data[k];
}

const loc_vec *unroll_locations(const unroller *u, uint32_t k) {
  return &frame_at(u, k)->locations;
}

term unroll_reached(const unroller *u, uint32_t k, loc l) {
  const frame *f = frame_at(u, k);
  uint64_t *i = hmap_find(&u->position, hmap_pair(k, l.id));
  return i == NULL ? term_false(u->tt) : f->reached.data[*i];
}

term unroll_alive(const unroller *u, uint32_t k) {
  return frame_at(u, k)->alive;
}

term unroll_state(unroller *u, uint32_t k, loc l, var v) {
  const frame *f = frame_at(u, k);
  uint64_t *i = hmap_find(&u->position, hmap_pair(k, l.id));
  assert(i != NULL && "the location should be reached in that frame");
  return sym_value(&u->sym, f->states.data[*i], v);
}

typedef struct {
  unroller *u;
  uint32_t frame;
  loc at;
} moment;

static term value_then(void *data, term variable) {
  const moment *m = data;
  var v = program_variable_of(m->u->p, variable);
  assert(v.id != 0 && "formulas at locations should be over variables");
  return unroll_state(m->u, m->frame, m->at, v);
}

term unroll_said(unroller *u, uint32_t k, loc l, term formula) {
  moment m = {u, k, l};
  subst *s = subst_new(u->tt);
  subst_set_lookup(s, value_then, &m);
  term then = subst_apply(s, formula);
  subst_free(s);
  return then;
}

term unroll_input(const unroller *u, uint32_t k, term input) {
  uint64_t *known = hmap_find(&u->inputs, hmap_pair(k, input.id));
  return known == NULL ? TERM_NONE : (term){(uint32_t)*known};
}

term unroll_transition(const unroller *u, uint32_t k) {
  return frame_at(u, k)->transition;
}
