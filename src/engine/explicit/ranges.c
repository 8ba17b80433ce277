// SPDX-License-Identifier: Apache-2.0
// States that are sets of values, found by following paths.
//
// A state has a set for each variable that is live at its location, mostly of
// one value. From each state the paths to the next ones are followed statement
// by statement (engine/explicit/follow.h). Until there are many of them, states
// are the same if all of their sets are.
//
// A variable that has too many different sets (a number that is computed with,
// a counter) is then told apart only by the band that its values are in: those
// between two constants that conditions compare it with. The search begins
// again, and states that agree in all else grow together: within a band the
// bounds are joined, and after some time widened, at last to those of the band.
// (F. Bourdoncle: "Abstract Interpretation by Dynamic Partitioning", Journal of
// Functional Programming, 1992; P. Cousot, R. Cousot: "Static Determination of
// Dynamic Properties of Programs", 1976.) That is more than the program can do,
// so a proof stays one; a path to an error is examined, and if it cannot be
// executed, others are needed.
#include "engine/explicit/ranges.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "encode/slice.h"
#include "engine/explicit/bands.h"
#include "engine/explicit/follow.h"
#include "engine/explicit/listing.h"
#include "encode/live.h"

enum {
  MAX_STATES = 20000,
  FIRST_LOOK = 200, // at how many sets variables have; then at every power of
                    // two times that
  MANY_SETS = 24,   // of a variable that is then told apart by bands
  MAX_BANDS = 64,   // more: by nothing
  MAX_PIECES = 256, // of one state, by the bands of its variables
  JOINS = 6,        // of a state, before bounds are widened
  WIDENINGS = 24,   // to powers of two; then to the band
  MAX_MATRIX = 1 << 26, // locations times variables
  NO_STATE = UINT32_MAX
};

// The part of the time for this search.
#define OWN_PART 0.5

// How values of a variable are told apart.
typedef enum { APART_SETS, APART_BANDS, APART_NOT } apartness;

typedef struct {
  loc at; // of the searched program
  const uint64_t *key;
  const vset **sets; // by variable id less one
  uint32_t parent;   // NO_STATE: the entry
  edge edge;         // of the searched program, from there
  uint32_t next;     // of the same hash; NO_STATE: none
  uint32_t growths;
  bool is_open;
} range_state;

typedef struct {
  refiner *r;
  env env; // with the time of this search
  program *statements;
  uint32_t variables;
  bool *is_end, *is_live;
  loc *searched; // by location id of the statements: in the searched program
  follower *follower;
  band_list *bands;
  apartness *apart; // by variable id
  VEC(range_state) states;
  VEC(uint32_t) queue;
  uint32_t done; // of the queue
  uint32_t look; // number of states at which to count sets
  hmap known;    // hash of a key -> first state
  hmap counted;
  VEC(const vset **) pieces; // of the state that is being added
  uint64_t *key;             // the same
  wide_vec powers;           // of two, and below zero
  arena *mem;
  bool must_restart, is_over; // given up
  term_vec invariant;         // by location id of the searched program
} ranges;

// --- life --------------------------------------------------------------------

static bool is_out_of_time(void *data) {
  const env *e = data;
  return limits_stop(&e->limits) != LIMIT_NONE;
}

static bool is_live_at(const ranges *s, loc at, uint32_t variable) {
  return s->is_live[(size_t)at.id * (s->variables + 1) + variable];
}

static void find_live(ranges *s) {
  uint32_t locations = program_location_count(s->statements);
  s->is_live = mem_alloc((locations + (size_t)1) * (s->variables + 1));
  var_vec *live = live_find(s->statements);
  for (uint32_t l = 1; l <= locations; l++)
    for (uint32_t i = 0; i < live[l].len; i++)
      s->is_live[(size_t)l * (s->variables + 1) + live[l].data[i].id] = true;
  live_free(live, s->statements);
}

// Paths end where the searched program has a location.
static void find_ends(ranges *s) {
  size_t locations = (size_t)program_location_count(s->statements) + 1;
  s->is_end = mem_alloc(locations * sizeof *s->is_end);
  s->searched = mem_alloc(locations * sizeof *s->searched);
  for (uint32_t l = 1; l <= program_location_count(s->r->p); l++) {
    loc origin = program_origin(s->r->p, (loc){l});
    s->searched[origin.id] = (loc){l};
    s->is_end[origin.id] = !loc_is_sink(program_kind(s->r->p, (loc){l}));
  }
}

static int compare_wide(const void *a, const void *b) {
  wide x = *(const wide *)a, y = *(const wide *)b;
  return x < y ? -1 : x > y;
}

// Also of negative words, which are those below a power of two.
static void push_powers(ranges *s) {
  for (int i = 0; i < 63; i++) {
    wide power = (wide)1 << i;
    vec_push(&s->powers, power - 1);
    vec_push(&s->powers, -power);
    for (int width = 8; width <= 64; width *= 2)
      if (i < width)
        vec_push(&s->powers, ((wide)1 << width) - power);
  }
  qsort(s->powers.data, s->powers.len, sizeof *s->powers.data, compare_wide);
}

static void ranges_init(ranges *s, refiner *r) {
  *s = (ranges){.r = r, .env = *r->env, .mem = arena_new()};
  double left = limits_left(&r->env->limits);
  if (r->env->limits.deadline > 0)
    s->env.limits = limits_within(&r->env->limits, OWN_PART * left);
  s->statements = slice(r->task->original);
  s->variables = program_variable_count(s->statements);
  find_live(s);
  find_ends(s);
  push_powers(s);
  s->bands = bands_find(s->statements);
  s->apart = mem_alloc(sizeof *s->apart * (s->variables + 1));
  s->key = mem_alloc(sizeof *s->key * (s->variables + 1));
  follow_task t = {.program = s->statements,
                   .is_end = s->is_end,
                   .is_live = s->is_live,
                   .patience = {is_out_of_time, &s->env}};
  s->follower = follow_new(&t);
}

static void ranges_clear(ranges *s) {
  follow_free(s->follower);
  bands_free(s->bands, s->statements);
  mem_free(s->is_end);
  mem_free(s->is_live);
  mem_free(s->searched);
  mem_free(s->apart);
  mem_free(s->key);
  vec_free(&s->states);
  vec_free(&s->queue);
  vec_free(&s->pieces);
  vec_free(&s->powers);
  vec_free(&s->invariant);
  hmap_free(&s->known);
  hmap_free(&s->counted);
  arena_free(s->mem);
  program_free(s->statements);
}

// --- pieces of a state
// ---------------------------------------------------------

static const vset **copy_sets(ranges *s, follow_sets sets) {
  return arena_copy(s->mem, sets, sizeof *sets * s->variables);
}

// One range that has the set in it: what is known of a number in a band.
static vset range_of(vtype t, const vset *set) {
  vset range = vset_load(set);
  range.mod = 1;
  range.rem = 0;
  return vset_join(t, &range, &range, 1);
}

// Replaces the piece by those of its bands. False: they are too many.
static bool divide_piece(ranges *s, uint32_t piece, uint32_t variable) {
  const band_list *b = &s->bands[variable];
  const vset **sets = s->pieces.data[piece];
  vset all =
      sets[variable - 1] ? vset_load(sets[variable - 1]) : vset_top(b->type);
  bool is_first = true;
  for (uint32_t i = 0; i < bands_count(b); i++) {
    vset band = bands_get(b, i), part = vset_meet(b->type, &all, &band);
    if (vset_is_empty(&part))
      continue;
    part = range_of(b->type, &part);
    const vset **own = is_first ? sets : copy_sets(s, sets);
    own[variable - 1] = follow_unique(s->follower, (var){variable}, &part);
    if (!is_first)
      vec_push(&s->pieces, own);
    is_first = false;
  }
  return s->pieces.len <= MAX_PIECES;
}

static bool divide(ranges *s, loc origin, follow_sets sets) {
  vec_clear(&s->pieces);
  vec_push(&s->pieces, copy_sets(s, sets));
  for (uint32_t v = 1; v <= s->variables; v++) {
    if (s->apart[v] != APART_BANDS || !is_live_at(s, origin, v))
      continue;
    for (uint32_t i = 0, n = s->pieces.len; i < n; i++)
      if (!divide_piece(s, i, v))
        return false;
  }
  return true;
}

// --- states
// --------------------------------------------------------------------

static uint64_t band_of(const ranges *s, uint32_t variable, const vset *set) {
  const band_list *b = &s->bands[variable];
  if (set == NULL)
    return 0;
  for (uint32_t i = 0; i < bands_count(b); i++) {
    vset band = bands_get(b, i);
    if (vset_has(&band, vset_least(set)))
      return i;
  }
  return 0;
}

// What tells a state from others at its location.
static uint64_t make_key(ranges *s, loc at, follow_sets sets) {
  uint64_t hash = at.id;
  for (uint32_t v = 1; v <= s->variables; v++) {
    uint64_t part = s->apart[v] == APART_SETS ? (uint64_t)(uintptr_t)sets[v - 1]
                    : s->apart[v] == APART_BANDS ? band_of(s, v, sets[v - 1])
                                                 : 0;
    s->key[v - 1] = part;
    hash = hash_mix(hash, part);
  }
  return hash;
}

static uint32_t find_state(const ranges *s, loc at, uint32_t first) {
  for (uint32_t i = first; i != NO_STATE; i = s->states.data[i].next) {
    const range_state *x = &s->states.data[i];
    if (x->at.id == at.id &&
        memcmp(x->key, s->key, sizeof *s->key * s->variables) == 0)
      return i;
  }
  return NO_STATE;
}

static void open_state(ranges *s, uint32_t number) {
  range_state *x = &s->states.data[number];
  if (!x->is_open)
    vec_push(&s->queue, number);
  x->is_open = true;
}

static vset widen(const ranges *s, uint32_t variable, const range_state *x,
                  const vset *both) {
  const band_list *b = &s->bands[variable];
  bool has_bands = s->apart[variable] == APART_BANDS;
  vset band = has_bands ? bands_get(b, (uint32_t)x->key[variable - 1])
                        : vset_top(b->type);
  if (x->growths >= JOINS + WIDENINGS)
    return band;
  thresholds stops = {s->powers.data, s->powers.len};
  vset wide_one = vset_widen(b->type, x->sets[variable - 1], both, stops, 1);
  return vset_meet(b->type, &wide_one, &band);
}

// True: it grew.
static bool grow_set(ranges *s, range_state *x, uint32_t v, const vset *by) {
  const vset *old = x->sets[v - 1];
  if (old == NULL || old == by || (by != NULL && vset_is_subset(by, old)))
    return false;
  vtype type = s->bands[v].type;
  vset top = vset_top(type);
  vset both = by ? vset_join(type, old, by, 1) : top;
  if (x->growths >= JOINS)
    both = widen(s, v, x, &both);
  x->sets[v - 1] = follow_unique(s->follower, (var){v}, &both);
  return true;
}

static void grow(ranges *s, uint32_t number, follow_sets by) {
  range_state *x = &s->states.data[number];
  bool has_grown = false;
  for (uint32_t v = 1; v <= s->variables; v++)
    if (s->apart[v] != APART_SETS)
      has_grown |= grow_set(s, x, v, by[v - 1]);
  if (!has_grown)
    return;
  x->growths++;
  open_state(s, number);
}

static void add_piece(ranges *s, range_state from, const vset **sets) {
  uint64_t hash = make_key(s, from.at, sets);
  const uint64_t *first = hmap_find(&s->known, hash);
  from.next = first ? (uint32_t)*first : NO_STATE;
  uint32_t old = find_state(s, from.at, from.next);
  if (old != NO_STATE) {
    grow(s, old, sets);
    return;
  }
  from.sets = sets;
  from.key = arena_copy(s->mem, s->key, sizeof *s->key * s->variables);
  hmap_put(&s->known, hash, s->states.len);
  vec_push(&s->states, from);
  open_state(s, s->states.len - 1);
  s->r->env->stats->explicit_states = s->states.len;
}

// --- answers
// -------------------------------------------------------------------

static term invariant_of(const ranges *s, loc at) {
  listed_states states = {0};
  for (uint32_t i = 0; i < s->states.len; i++)
    if (s->states.data[i].at.id == at.id)
      vec_push(&states, s->states.data[i].sets);
  term all = listing_formula(s->follower, s->statements, &states);
  vec_free(&states);
  return all;
}

static term invariant_at(void *data, loc l) {
  return ((ranges *)data)->invariant.data[l.id];
}

static refiner_status conclude(ranges *s) {
  uint32_t count = program_location_count(s->r->p);
  vec_push(&s->invariant, TERM_NONE);
  for (uint32_t l = 1; l <= count; l++)
    vec_push(&s->invariant, invariant_of(s, (loc){l}));
  return refiner_prove(s->r, invariant_at, s);
}

static edge edge_between(const program *p, loc from, loc to) {
  const edge_vec *out = program_out_edges(p, from);
  for (uint32_t i = 0; i < out->len; i++)
    if (program_edge_to(p, out->data[i]).id == to.id)
      return out->data[i];
  return EDGE_NONE;
}

// --- paths to errors
// -----------------------------------------------------------

// Is a piece of what was found at an end in that state? Then 'sets' is it.
static bool is_in_state(ranges *s, const follow_end *end, const range_state *x,
                        const vset **sets) {
  if (s->searched[end->at.id].id != x->at.id || !divide(s, end->at, end->sets))
    return false;
  for (uint32_t i = 0; i < s->pieces.len; i++) {
    (void)make_key(s, x->at, s->pieces.data[i]);
    if (memcmp(x->key, s->key, sizeof *s->key * s->variables) != 0)
      continue;
    memcpy(sets, s->pieces.data[i], sizeof *sets * s->variables);
    return true;
  }
  return false;
}

// Follows paths from 'sets' at 'at' to a piece of the state (NULL: to a bad
// sink), which 'sets' becomes. False: there is none.
static bool go_to_state(ranges *s, loc at, const range_state *x,
                        const vset **sets, edge_vec *path) {
  if (!follow_from(s->follower, program_origin(s->r->p, at), sets))
    return false;
  for (uint32_t i = 0; i < follow_end_count(s->follower); i++) {
    const follow_end *end = follow_get_end(s->follower, i);
    bool is_bad = loc_is_bad(program_kind(s->statements, end->at));
    if (x ? is_in_state(s, end, x, sets) : is_bad) {
      follow_path(s->follower, i, path);
      return true;
    }
  }
  return false;
}

// The path through these states to a bad sink, with what is known on the way:
// not with all that the states have become.
static bool find_path(ranges *s, uint32_t number, edge_vec *path) {
  VEC(uint32_t) chain = {0};
  for (uint32_t i = number; i != NO_STATE; i = s->states.data[i].parent)
    vec_push(&chain, i);
  const vset **sets = mem_alloc(sizeof *sets * (s->variables + (size_t)1));
  loc at = program_entry(s->r->p);
  bool ok = true;
  for (uint32_t i = chain.len; ok && i > 0; i--) {
    const range_state *x = &s->states.data[chain.data[i - 1]];
    ok = go_to_state(s, at, x, sets, path);
    at = x->at;
  }
  ok = ok && go_to_state(s, at, NULL, sets, path);
  vec_free(&chain);
  mem_free(sets);
  return ok;
}

// The path is one of statements: what is constant on it is computed, and a
// solver has little left to do.
static refiner_status examine(ranges *s, uint32_t number) {
  engine_task task = *s->r->task;
  task.program = s->statements;
  refiner own;
  refiner_init(&own, &task, s->r->result->engine);
  own.is_plain = true;
  s->is_over = true;
  refiner_status status = REFINER_GO_ON;
  if (find_path(s, number, &own.path))
    status = refiner_examine(&own);
  result *unused = own.result;
  if (status == REFINER_DONE) {
    unused = s->r->result;
    s->r->result = own.result;
  }
  result_free(unused);
  refiner_clear(&own);
  return status;
}

// --- the search
// ----------------------------------------------------------------

// How many sets each variable has that is told apart by them.
static void count_sets(ranges *s, uint32_t *count) {
  hmap_clear(&s->counted);
  for (uint32_t i = 0; i < s->states.len; i++)
    for (uint32_t v = 1; v <= s->variables; v++) {
      uint64_t part = s->states.data[i].key[v - 1];
      uint64_t key = hash_mix(v, part);
      if (part == 0 || hmap_find(&s->counted, key) != NULL)
        continue;
      hmap_put(&s->counted, key, 1);
      count[v]++;
    }
}

static void tell_less_apart(ranges *s, uint32_t variable) {
  apartness *now = &s->apart[variable];
  bool has_bands = bands_count(&s->bands[variable]) <= MAX_BANDS;
  *now = *now == APART_SETS && has_bands ? APART_BANDS : APART_NOT;
}

// Looks whether variables have too many sets. They are then told apart less,
// and the search begins again.
static void look_at_sets(ranges *s) {
  uint32_t *count = mem_alloc(sizeof *count * (s->variables + 1)), most = 0;
  count_sets(s, count);
  for (uint32_t v = 1; v <= s->variables; v++)
    if (s->apart[v] == APART_SETS && count[v] > most)
      most = count[v];
  s->must_restart = most > MANY_SETS;
  for (uint32_t v = 1; s->must_restart && v <= s->variables; v++)
    if (s->apart[v] == APART_SETS && count[v] > most / 2)
      tell_less_apart(s, v);
  mem_free(count);
  s->look *= 2;
}

static void add_end(ranges *s, uint32_t parent, loc at, edge e,
                    const follow_end *end) {
  if (!divide(s, end->at, end->sets)) {
    s->is_over = true;
    return;
  }
  for (uint32_t i = 0; i < s->pieces.len; i++)
    add_piece(s, (range_state){.at = at, .parent = parent, .edge = e},
              s->pieces.data[i]);
}

static refiner_status take_ends(ranges *s, uint32_t number, loc from) {
  for (uint32_t i = 0; i < follow_end_count(s->follower) && !s->is_over; i++) {
    const follow_end *end = follow_get_end(s->follower, i);
    loc to = s->searched[end->at.id];
    edge e = edge_between(s->r->p, from, to);
    if (e.id == 0) // blocks are more precise: nothing passes there
      continue;
    if (loc_is_bad(program_kind(s->r->p, to)))
      return examine(s, number);
    add_end(s, number, to, e, end);
  }
  return REFINER_GO_ON;
}

static refiner_status expand(ranges *s, uint32_t number) {
  bool is_entry = number == NO_STATE;
  loc at = is_entry ? program_entry(s->r->p) : s->states.data[number].at;
  const vset **any = mem_alloc(sizeof *any * (s->variables + 1));
  const vset **from = is_entry ? any : s->states.data[number].sets;
  bool ok = follow_from(s->follower, program_origin(s->r->p, at), from);
  mem_free(any);
  s->is_over |= !ok;
  return ok ? take_ends(s, number, at) : REFINER_GO_ON;
}

static refiner_status begin(ranges *s) {
  vec_clear(&s->states);
  vec_clear(&s->queue);
  hmap_clear(&s->known);
  arena_reset(s->mem);
  s->done = 0;
  s->look = FIRST_LOOK;
  s->must_restart = false;
  return expand(s, NO_STATE);
}

static refiner_status step(ranges *s) {
  if (s->done == s->queue.len)
    return conclude(s);
  if (s->states.len > s->look)
    look_at_sets(s);
  if (s->must_restart)
    return begin(s);
  s->is_over |= s->states.len > MAX_STATES;
  uint32_t number = s->queue.data[s->done++];
  s->states.data[number].is_open = false;
  if (s->done % 100 == 0)
    env_progress(&s->env, "explicit: %" PRIu32 " states by following paths",
                 s->states.len);
  return expand(s, number);
}

static bool is_small(const refiner *r) {
  uint64_t locations = program_location_count(r->task->original);
  uint64_t variables = program_variable_count(r->task->original);
  return locations * variables <= MAX_MATRIX;
}

refiner_status ranges_search(refiner *r) {
  if (!is_small(r))
    return REFINER_GO_ON;
  ranges s;
  ranges_init(&s, r);
  refiner_status status = begin(&s);
  while (status == REFINER_GO_ON && !s.is_over)
    status = step(&s);
  ranges_clear(&s);
  return status;
}
