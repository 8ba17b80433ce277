// SPDX-License-Identifier: Apache-2.0
// Invariants are found for the large blocks of the program
// (invariant/invariants.h) and carried over by the locations that both
// have in the original.
#include "engine/path/path_invariants.h"

#include <assert.h>

#include "base/mem.h"
#include "invariant/auxiliary.h"
#include "invariant/exchange.h"
#include "program/loops.h"

enum { PATIENCE = 2 }; // refinement steps without auxiliary invariants

typedef struct {
  loc at;
  term formula;
} lesson;

struct path_invariants {
  const engine_task *task;
  terms *tt;
  term *known;
  bool is_wanted;
  uint32_t polls; // one behind each refinement step
  bool is_open;   // the blocks are there
  invariants base;
  auxiliary *auxiliary;
  // By location of the searched program:
  loc *head_of;  // none: no head there
  bool *is_dead; // a head of its own that blocks left out: nothing leads there
  VEC(lesson) lessons;
};

path_invariants *path_invariants_new(const engine_task *task) {
  path_invariants *s = mem_alloc(sizeof *s);
  s->task = task;
  s->tt = program_terms(task->program);
  uint32_t count = program_location_count(task->program) + 1;
  s->known = mem_alloc(sizeof *s->known * count);
  for (uint32_t i = 0; i < count; i++)
    s->known[i] = term_true(s->tt);
  s->is_wanted = task->env->options->strengthen != STRENGTHEN_NONE;
  return s;
}

void path_invariants_free(path_invariants *s) {
  if (s->is_open) {
    auxiliary_free(s->auxiliary);
    invariants_clear(&s->base);
  }
  mem_free(s->known);
  mem_free(s->head_of);
  mem_free(s->is_dead);
  vec_free(&s->lessons);
  mem_free(s);
}

const term *path_invariants_known(const path_invariants *s) { return s->known; }

// Heads and locations with the same origin are the same.
static void find_heads(path_invariants *s) {
  const program *p = s->task->program, *blocks = s->base.program;
  uint32_t count = program_location_count(s->task->original) + 1;
  loc *by_origin = mem_alloc(sizeof *by_origin * count);
  const loc_vec *heads = transition_heads(s->base.system);
  for (uint32_t i = 0; i < heads->len; i++)
    by_origin[program_origin(blocks, heads->data[i]).id] = heads->data[i];
  size_t locations = program_location_count(p) + 1;
  s->head_of = mem_alloc(sizeof *s->head_of * locations);
  s->is_dead = mem_alloc(sizeof *s->is_dead * locations);
  loops *found = loops_find(p);
  for (uint32_t l = 1; l < locations; l++) {
    s->head_of[l] = by_origin[program_origin(p, (loc){l}).id];
    s->is_dead[l] = found->is_head[l] && s->head_of[l].id == 0;
  }
  loops_free(found);
  mem_free(by_origin);
}

// False: there is no time for blocks.
static bool open_blocks(path_invariants *s) {
  if (s->is_open)
    return true;
  s->is_open = true;
  const engine_task *task = s->task;
  s->is_wanted = invariants_init(&s->base, task->env, task->original,
                                 task->program, engine_backend(task->env));
  s->base.given = task->candidates;
  if (s->is_wanted)
    find_heads(s);
  return s->is_wanted;
}

static void carry_over(path_invariants *s) {
  for (uint32_t l = 1; l <= program_location_count(s->task->program); l++)
    if (s->head_of[l].id != 0)
      s->known[l] = s->base.invariant[s->head_of[l].id];
    else if (s->is_dead[l])
      s->known[l] = term_false(s->tt); // the others rely on it
}

void path_invariants_listen(path_invariants *s) {
  const board *b = s->task->env->board;
  if (!s->is_wanted || b == NULL || board_is_empty(b) || !open_blocks(s))
    return;
  lemmas *m = lemmas_new(&s->base);
  exchange *f = exchange_new(&s->base);
  if (exchange_take(f, m) > 0)
    carry_over(s);
  exchange_free(f);
  lemmas_free(m);
}

void path_invariants_learn(path_invariants *s, loc l, term formula) {
  if (s->is_wanted && !term_is_value(s->tt, formula))
    vec_push(&s->lessons, ((lesson){l, formula}));
}

static void teach(path_invariants *s) {
  for (uint32_t i = 0; i < s->lessons.len; i++) {
    loc head = s->head_of[s->lessons.data[i].at.id];
    if (head.id != 0)
      auxiliary_learn(s->auxiliary, head, s->lessons.data[i].formula);
  }
  vec_clear(&s->lessons);
}

bool path_invariants_poll(path_invariants *s) {
  if (!s->is_wanted || ++s->polls <= PATIENCE)
    return false;
  if (!open_blocks(s))
    return false;
  if (s->auxiliary == NULL)
    s->auxiliary = auxiliary_new(&s->base);
  teach(s);
  if (auxiliary_poll(s->auxiliary) == 0)
    return false;
  carry_over(s);
  return true;
}
