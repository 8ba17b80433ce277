// SPDX-License-Identifier: Apache-2.0
// Questions about single places are asked about copies of the program, with the
// same ids, in which the edges of other places lead to the end: so the proof
// and the judge stay as they are. An engine looks for executions first, for a
// few rounds; then the judge is asked about all other places at once, about
// halves of them, and so on. The answer itself does not depend on any of this,
// so it gets a few seconds.
#include "driver/undefined.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "certify/certify.h"
#include "encode/summarize.h"
#include "engine/engine.h"
#include "program/loops.h"
#include "program/redirect.h"
#include "result/player.h"

enum { MOST_SECONDS = 3, MOST_ROUNDS = 10, MOST_STEPS = 100000000 };

typedef enum { PLACE_OPEN, PLACE_HARMLESS, PLACE_REACHED } place_state;

typedef struct {
  edge first; // of its edges; calls that are inlined have one each
  place_state state;
  bool is_asked; // in the copy that is being made
  bool is_outside;
} place;

typedef struct {
  env env; // for the judge and the engine, with limits of their own
  program *p;
  const result *proof;
  VEC(place) places;
  uint32_t *place_of; // by edge id: index + 1; 0: not undefined
  loc end, unsupported;
  uint32_t *rank; // by location: in reverse postorder from the entry, from 1
  const loops *loops;
} survey;

// --- places -----------------------------------------------------------------

static void find_places(survey *s) {
  hmap known = {0};
  for (uint32_t i = 1; i <= program_edge_count(s->p); i++) {
    const edge_info *e = program_edge(s->p, (edge){i});
    if (e->kind != EDGE_UNDEFINED)
      continue;
    uint64_t key = program_place_key(e);
    const uint64_t *index = hmap_find(&known, key);
    s->place_of[i] = index != NULL ? (uint32_t)*index : s->places.len + 1;
    if (index != NULL)
      continue;
    vec_push(&s->places, ((place){.first = {i}, .is_outside = e->is_outside}));
    hmap_put(&known, key, s->places.len);
  }
  hmap_free(&known);
}

static place *place_at(const survey *s, edge e) {
  uint32_t index = s->place_of[e.id];
  return index > 0 ? &s->places.data[index - 1] : NULL;
}

// That something from outside is as it should be is assumed anyway.
static bool is_open(const place *at) {
  return at->state == PLACE_OPEN && !at->is_outside;
}

static void ask_about_open(survey *s) {
  for (uint32_t i = 0; i < s->places.len; i++)
    s->places.data[i].is_asked = is_open(&s->places.data[i]);
}

// --- copies -----------------------------------------------------------------

// Undefined behavior counts at the places that are asked about.
static loc to_asked(void *data, edge e) {
  const survey *s = data;
  const place *at = place_at(s, e);
  bool is_left_out = at != NULL && !at->is_asked;
  return is_left_out ? s->end : program_edge_to(s->p, e);
}

// The same, and errors, which were proved away, are not looked for again.
static loc to_asked_alone(void *data, edge e) {
  const survey *s = data;
  bool is_error = program_edge(s->p, e)->kind == EDGE_ERROR;
  return is_error ? s->end : to_asked(data, e);
}

// Whatever goes on where the behavior may be undefined, at places that are
// asked about, must not be reached.
static loc to_what_goes_on(void *data, edge e) {
  const survey *s = data;
  if (place_at(s, e) != NULL)
    return s->end;
  const edge_vec *beside = program_out_edges(s->p, program_edge_from(s->p, e));
  for (uint32_t i = 0; i < beside->len; i++) {
    const place *at = place_at(s, beside->data[i]);
    if (at != NULL && at->is_asked)
      return s->unsupported;
  }
  return program_edge_to(s->p, e);
}

// Neither the end nor a second round of a loop must be reached, but through
// undefined behavior.
static loc to_any_end(void *data, edge e) {
  const survey *s = data;
  loc from = program_edge_from(s->p, e), to = program_edge_to(s->p, e);
  if (place_at(s, e) != NULL)
    return s->end;
  bool is_back = s->loops->is_head[to.id] && s->rank[from.id] >= s->rank[to.id];
  bool is_end = program_location(s->p, to)->kind == LOC_END;
  return is_back || is_end ? s->unsupported : to;
}

static bool is_proved(survey *s, loc (*target)(void *data, edge e)) {
  bool is_about_p = s->proof->about == NULL; // else one with more variables
  if (!is_about_p || limits_stop(&s->env.limits) != LIMIT_NONE)
    return false;
  program *copy = program_redirect(s->p, target, s);
  program_set_undefined(copy, UNDEFINED_UNKNOWN);
  certificate c = certify_proof(&s->env, copy, s->proof);
  program_free(copy);
  return c.status == CERTIFY_OK;
}

// --- executions -------------------------------------------------------------

static value initial_value(void *data, var v) {
  return player_initial(data, v);
}

static value input_value(void *data, loc at, term input) {
  return player_input(data, at, input);
}

// Runs the trace, and behind its end with default values. The place that it
// ends at; NULL: at none.
static place *replay(const survey *s, const program *copy, const trace *t) {
  player played;
  player_init(&played, copy, t);
  run_hooks hooks = {.initial = initial_value,
                     .input = input_value,
                     .data = &played,
                     .blind = RUN_BLIND};
  run_outcome end = program_run(copy, &hooks, MOST_STEPS, &s->env.limits);
  bool is_run = played.problem == PLAYER_FINE || played.problem == PLAYER_END;
  bool is_fine = is_run && end.end == RUN_SINK;
  player_clear(&played);
  return is_fine ? place_at(s, end.last) : NULL;
}

static program *copy_of_asked(survey *s) {
  ask_about_open(s);
  program *copy = program_redirect(s->p, to_asked_alone, s);
  program_set_undefined(copy, UNDEFINED_ERROR);
  return copy;
}

// The execution with default values may be longer than what engines look at;
// of a program that asks for nothing it is the only one.
static void run_default(survey *s) {
  const trace none = {0};
  program *copy = copy_of_asked(s);
  place *found = replay(s, copy, &none);
  program_free(copy);
  if (found != NULL)
    found->state = PLACE_REACHED;
}

// Looks for an execution that gets to an open place. False: none was found.
static bool reach_one(survey *s, const env *e) {
  program *copy = copy_of_asked(s);
  program *blocks = summarize(copy, &e->limits);
  place *found = NULL;
  if (blocks != NULL) {
    engine_task task = {copy, blocks, e, NULL};
    result *r = engine_bmc.run(&task);
    if (r->verdict == VERDICT_FALSE)
      found = replay(s, copy, &r->trace);
    result_free(r);
    program_free(blocks);
  }
  program_free(copy);
  if (found != NULL)
    found->state = PLACE_REACHED;
  return found != NULL;
}

static bool has_open(const survey *s) {
  for (uint32_t i = 0; i < s->places.len; i++)
    if (is_open(&s->places.data[i]))
      return true;
  return false;
}

static void reach(survey *s) {
  options o = *s->env.options;
  if (o.unwind == 0 || o.unwind > MOST_ROUNDS)
    o.unwind = MOST_ROUNDS;
  env e = s->env;
  e.options = &o;
  if (has_open(s))
    run_default(s);
  while (has_open(s) && limits_stop(&e.limits) == LIMIT_NONE &&
         reach_one(s, &e)) {
  }
}

// --- proofs -----------------------------------------------------------------

// Of the open places 'from' to 'to', which are harmless?
static void prove(survey *s, uint32_t from, uint32_t to) {
  uint32_t open = 0;
  for (uint32_t i = 0; i < s->places.len; i++) {
    place *at = &s->places.data[i];
    at->is_asked = i >= from && i < to && is_open(at);
    open += at->is_asked;
  }
  if (open == 0)
    return;
  if (is_proved(s, to_asked)) {
    for (uint32_t i = from; i < to; i++)
      if (is_open(&s->places.data[i]))
        s->places.data[i].state = PLACE_HARMLESS;
  } else if (open > 1) {
    uint32_t middle = from + (to - from) / 2;
    prove(s, from, middle);
    prove(s, middle, to);
  }
}

// --- what is said -----------------------------------------------------------

static void note_reached(survey *s, const edge_info *e, strbuf *text) {
  strbuf_printf(text,
                "executions that get to undefined behavior are left out: %s "
                "(--property %s shows one)",
                e->text, program_property_name(e->property));
  program_add_note_here(s->p, NOTE_WARNING, strbuf_text(text), e->pos);
  if (is_proved(s, to_what_goes_on))
    program_add_note_here(
        s->p, NOTE_WARNING,
        "no execution without undefined behavior passes this line", e->pos);
}

static void note_place(survey *s, const place *at) {
  const edge_info *e = program_edge(s->p, at->first);
  strbuf text = {0};
  switch (at->state) {
  case PLACE_OPEN:
    strbuf_printf(&text, "no execution gets to undefined behavior: %s",
                  e->text);
    program_add_note_here(s->p, NOTE_ASSUMPTION, strbuf_text(&text), e->pos);
    break;
  case PLACE_HARMLESS:
    program_add_note_here(s->p, NOTE_HARMLESS, e->text, e->pos);
    break;
  case PLACE_REACHED:
    note_reached(s, e, &text);
    break;
  }
  strbuf_free(&text);
}

static void note_places(survey *s) {
  for (uint32_t i = 0; i < s->places.len; i++)
    s->places.data[i].is_asked = false;
  for (uint32_t i = 0; i < s->places.len; i++) {
    s->places.data[i].is_asked = true;
    if (!s->places.data[i].is_outside)
      note_place(s, &s->places.data[i]);
    s->places.data[i].is_asked = false;
  }
}

static void look_at_places(survey *s, strbuf *confirmed) {
  ask_about_open(s);
  if (is_proved(s, to_asked)) {
    for (uint32_t i = 0; i < s->places.len; i++)
      if (is_open(&s->places.data[i]))
        s->places.data[i].state = PLACE_HARMLESS;
    strbuf_puts(confirmed, "; no execution gets to undefined behavior");
    return;
  }
  reach(s);
  prove(s, 0, s->places.len);
}

// A place that an execution gets to, as was seen.
static const place *find_reached(const survey *s) {
  for (uint32_t i = 0; i < s->places.len; i++)
    if (s->places.data[i].state == PLACE_REACHED)
      return &s->places.data[i];
  return NULL;
}

// The first place that is not harmless; of those where something from outside
// is to blame only if there is no other.
static const place *find_open(const survey *s) {
  const place *first = NULL;
  for (uint32_t i = 0; i < s->places.len; i++) {
    const place *at = &s->places.data[i];
    if (at->state != PLACE_HARMLESS &&
        (first == NULL || (first->is_outside && !at->is_outside)))
      first = at;
  }
  return first;
}

// Where executions end, if all of them get to undefined behavior.
static const place *find_dead_end(survey *s) {
  const place *first = find_open(s);
  if (first == NULL)
    return NULL;
  loops *l = loops_find(s->p);
  size_t count = (size_t)program_location_count(s->p) + 1;
  s->rank = mem_alloc(count * sizeof *s->rank);
  s->loops = l;
  for (uint32_t i = 0; i < l->order.len; i++)
    s->rank[l->order.data[i].id] = i + 1;
  bool is_dead = is_proved(s, to_any_end);
  mem_free(s->rank);
  loops_free(l);
  return is_dead ? first : NULL;
}

static undefined_finding finding_of(survey *s) {
  const place *dead = find_dead_end(s), *reached = find_reached(s);
  const place *at = dead != NULL ? dead : reached;
  return (undefined_finding){.at = at == NULL ? NULL
                                              : program_edge(s->p, at->first),
                             .is_everywhere = dead != NULL};
}

undefined_finding undefined_explain(const env *judge, program *p,
                                    const result *r, bool is_confirmed,
                                    strbuf *confirmed) {
  assert(program_undefined(p) == UNDEFINED_ASSUME);
  size_t edges = (size_t)program_edge_count(p) + 1;
  survey s = {.env = *judge,
              .p = p,
              .proof = r,
              .place_of = mem_alloc(edges * sizeof *s.place_of),
              .end = program_sink(p, LOC_END),
              .unsupported = program_sink(p, LOC_UNSUPPORTED)};
  s.env.limits = limits_within(&judge->limits, MOST_SECONDS);
  find_places(&s);
  if (s.places.len > 0 && is_confirmed)
    look_at_places(&s, confirmed);
  undefined_finding found = {0};
  if (is_confirmed)
    found = finding_of(&s);
  note_places(&s);
  vec_free(&s.places);
  mem_free(s.place_of);
  return found;
}
