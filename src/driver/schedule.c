// SPDX-License-Identifier: Apache-2.0
// What answers many programs in little time is first, and no engine keeps the
// time from one that may do what it cannot (bench/engines measures both; those
// for arrays and for floats are first because they end at once where there are
// none). The lane of the falsifier has one engine, because an error may always
// be one round further.
//
// With more than two lanes, the engines that take long are dealt out to those
// behind the falsifier's, so that each of the first ones has a lane of its own:
// in the order of what each solves that the others do not.
#include "driver/schedule.h"

#include <assert.h>
#include <sched.h>

#include "driver/features.h"
#include "driver/shares.h"

static const schedule_entry ALONE[] = {{ENGINE_BMC, 0.2}};
static const schedule_entry FALSIFIER[] = {{ENGINE_BMC, 1}};
static const schedule_entry PROVERS[] = {
    {ENGINE_SUMS, 0.4},       {ENGINE_CELLS, 0.4},     {ENGINE_PAIRS, 0.4},
    {ENGINE_BOXES, 0.2},      {ENGINE_EXPLICIT, 0.15}, {ENGINE_DF, 0.05},
    {ENGINE_KINDUCTION, 0.4}, {ENGINE_IMC, 0.4},       {ENGINE_SPLITTING, 0.5},
    {ENGINE_PREDABS, 1}};
// Modes and flags: their combinations are few, and paths between them short.
static const schedule_entry PROVERS_MODES[] = {
    {ENGINE_EXPLICIT, 0.5},   {ENGINE_SUMS, 0.4},  {ENGINE_CELLS, 0.4},
    {ENGINE_PAIRS, 0.4},      {ENGINE_BOXES, 0.2}, {ENGINE_DF, 0.05},
    {ENGINE_KINDUCTION, 0.4}, {ENGINE_IMC, 0.4},   {ENGINE_SPLITTING, 0.5},
    {ENGINE_PREDABS, 1}};
// Products of words: equations between them are for kinduction, and questions
// about products take the others long.
static const schedule_entry PROVERS_PRODUCTS[] = {
    {ENGINE_KINDUCTION, 0.4}, {ENGINE_SUMS, 0.4},      {ENGINE_CELLS, 0.4},
    {ENGINE_BOXES, 0.2},      {ENGINE_DF, 0.05},       {ENGINE_EXPLICIT, 0.2},
    {ENGINE_IMC, 0.4},        {ENGINE_SPLITTING, 0.5}, {ENGINE_PREDABS, 1}};
// Behind the falsifier, where there are several lanes for proofs.
static const schedule_entry QUICK[] = {{ENGINE_SUMS, 0.3},
                                       {ENGINE_CELLS, 0.3},
                                       {ENGINE_PAIRS, 0.4},
                                       {ENGINE_BOXES, 0.2},
                                       {ENGINE_DF, 0.05}};
static const engine_word LONG[] = {ENGINE_KINDUCTION, ENGINE_EXPLICIT,
                                   ENGINE_IMC,        ENGINE_PREDABS,
                                   ENGINE_SPLITTING,  ENGINE_IMPACT};
// Nothing loops forever, and states are few or too many: abstraction of paths
// comes before induction.
static const engine_word LONG_LARGE[] = {ENGINE_EXPLICIT,   ENGINE_SPLITTING,
                                         ENGINE_KINDUCTION, ENGINE_IMC,
                                         ENGINE_PREDABS,    ENGINE_IMPACT};
enum { LONG_COUNT = sizeof LONG / sizeof *LONG };

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void append(schedule *s, uint32_t lane, schedule_entry e) {
  uint32_t n = 0;
  while (s->of[lane][n].row != ENGINE_AUTO)
    n++;
  assert(n + 1 < SCHEDULE_MOST_ROWS); // one is left as the end
  s->of[lane][n] = e;
}

static void append_all(schedule *s, uint32_t lane, const schedule_entry *all,
                       size_t n) {
  for (size_t i = 0; i < n; i++)
    append(s, lane, all[i]);
}

// Each in turn to the next lane; those of a lane share its time equally. The
// quick ones have a lane of their own if there are lanes enough.
static void deal(schedule *s, const engine_word *all) {
  uint32_t first = s->lanes > LONG_COUNT + 1 ? 2 : 1;
  uint32_t provers = s->lanes - first;
  for (uint32_t i = 0; i < LONG_COUNT; i++) {
    uint32_t lane = i % provers;
    uint32_t still = (LONG_COUNT - lane + provers - 1) / provers - i / provers;
    append(s, lane + first, (schedule_entry){all[i], 1.0 / still});
  }
}

static void append_provers(schedule *s, uint32_t lane, uint32_t features) {
  if (features & FEATURE_MODES)
    append_all(s, lane, PROVERS_MODES, COUNT(PROVERS_MODES));
  else if (features & FEATURE_PRODUCTS)
    append_all(s, lane, PROVERS_PRODUCTS, COUNT(PROVERS_PRODUCTS));
  else
    append_all(s, lane, PROVERS, COUNT(PROVERS));
}

schedule schedule_make(uint32_t lanes, uint32_t features) {
  assert(lanes > 0 && lanes <= SCHEDULE_MOST_LANES);
  schedule s = {.lanes = lanes};
  if (lanes == 1) {
    append_all(&s, 0, ALONE, COUNT(ALONE));
    append_provers(&s, 0, features);
    return s;
  }
  append_all(&s, 0, FALSIFIER, COUNT(FALSIFIER));
  if (lanes == 2) {
    append_provers(&s, 1, features);
    return s;
  }
  append_all(&s, 1, QUICK, COUNT(QUICK));
  bool is_for_states = features & (FEATURE_LARGE | FEATURE_MODES);
  deal(&s, is_for_states ? LONG_LARGE : LONG);
  return s;
}

// --- turns -------------------------------------------------------------------

static bool is_alone(const schedule_entry *lane) {
  return lane[0].row != ENGINE_AUTO && lane[1].row == ENGINE_AUTO;
}

schedule_turns schedule_begin(const schedule_entry *lane, const limits *all) {
  schedule_turns t = {.lane = lane};
  t.is_endless = all->deadline <= 0 && !is_alone(lane);
  return t;
}

// The number of the next turn and its round; false: there is none.
static bool find_turn(const schedule_turns *t, uint32_t *next,
                      uint32_t *round) {
  *next = t->next;
  *round = t->round;
  for (uint32_t rounds = 0; rounds < 2; rounds++) {
    for (; t->lane[*next].row != ENGINE_AUTO; ++*next)
      if (*round == 0 || t->is_cut_short[*next])
        return true;
    if (!t->is_endless)
      return false;
    *next = 0;
    ++*round;
  }
  return false;
}

const schedule_entry *schedule_peek(const schedule_turns *t) {
  uint32_t next, round;
  return find_turn(t, &next, &round) ? &t->lane[next] : NULL;
}

const schedule_entry *schedule_take(schedule_turns *t, const limits *all,
                                    limits *its) {
  uint32_t next, round;
  bool is_there = find_turn(t, &next, &round);
  assert(is_there && "a turn that is taken should be there");
  (void)is_there;
  const schedule_entry *e = &t->lane[next];
  *its = is_alone(t->lane) ? *all : shares_of_schedule(all, e->share, round);
  t->is_cut_short[next] = false;
  t->next = next + 1;
  t->round = round;
  return e;
}

void schedule_note_cut_short(schedule_turns *t) {
  assert(t->next > 0);
  t->is_cut_short[t->next - 1] = true;
}

// --- lanes -------------------------------------------------------------------

uint32_t schedule_lanes(const options *o) {
  if (o->jobs > 0)
    return (uint32_t)o->jobs;
  cpu_set_t set;
  bool ok = sched_getaffinity(0, sizeof set, &set) == 0;
  uint32_t n = ok ? (uint32_t)CPU_COUNT(&set) : 2;
  uint32_t most = o->cpu_time > 0 ? 2 : SCHEDULE_MOST_LANES;
  return n < 2 ? 2 : n > most ? most : n;
}
