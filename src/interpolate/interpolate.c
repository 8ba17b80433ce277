// SPDX-License-Identifier: Apache-2.0
// From the caller's groups and cuts to verified interpolants.
//
// One call goes this way:
//  1. The prover checks all groups together. Satisfiable: that is the answer.
//     Otherwise the failed guards are a core of the groups. Only the core goes
//     on: fewer formulas and fewer shared variables make better interpolants,
//     and a cut with nothing of the core on one side needs none at all (true
//     before it, false behind it).
//  2. The core's groups are merged into blocks between the cuts that are left.
//  3. The procedures of the schedule are asked one after the other, each in
//     its time. What one returns is verified; a candidate that fails is
//     counted and reported, and the next procedure is asked.
//
// A procedure that decides satisfiability by itself needs no step 1. Where a
// schedule contains one, step 1 is cut short: a query too hard for it goes
// straight to that procedure.
#include "interpolate/interpolate.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "interpolate/query.h"

// A query that takes more is hard: it goes straight to the procedure that
// answers all.
enum { FIRST_CHECK_EFFORT = 300 };
static const double FIRST_CHECK_SHARE = 0.1;
// Of the time left: for the check of an answer, where there are more
// procedures; for each of these, should that fail.
static const double CHECK_SHARE = 0.25, HARDER_SHARE = 0.5;
// The same for each of these where there is a bulky answer; and how much work
// the check of an answer may be that could be replaced by one: all but long
// searches for each link, and one such search.
static const double SMALLER_SHARE = 0.1;
enum { LINK_EFFORT = 22, SEARCH_EFFORT = 200 };
enum { BULKY = 50000 }; // nodes of an answer that nobody wants to check

// A procedure that was used, with its state.
typedef struct {
  const itp_procedure *procedure;
  void *self;
} member;

struct interpolator {
  const itp_procedure *procedure;
  const env *env;
  terms *tt;
  itp_prover *prover;
  limits limits;
  bool has_limits;
  VEC(member) members;
  arena *scratch; // of one call
  strbuf reason;
  const char *answered_by;
  const itp_procedure *unchecked; // whose answer took too long to check
  VEC(uint8_t) core; // by group: may it be needed? of the last call
};

interpolator *itp_new(const itp_procedure *p, const env *e, terms *tt) {
  assert(p != NULL && e != NULL && e->stats != NULL);
  interpolator *ip = mem_alloc(sizeof *ip);
  ip->procedure = p;
  ip->env = e;
  ip->tt = tt;
  ip->prover = itp_prover_new(e, tt);
  ip->scratch = arena_new();
  ip->answered_by = "none";
  return ip;
}

void itp_free(interpolator *ip) {
  if (ip == NULL)
    return;
  for (uint32_t i = 0; i < ip->members.len; i++) {
    const member *m = &ip->members.data[i];
    if (m->procedure->destroy != NULL)
      m->procedure->destroy(m->self);
  }
  vec_free(&ip->members);
  itp_prover_free(ip->prover);
  arena_free(ip->scratch);
  strbuf_free(&ip->reason);
  vec_free(&ip->core);
  mem_free(ip);
}

void itp_set_limits(interpolator *ip, const limits *l) {
  ip->limits = *l;
  ip->has_limits = true;
}

uint32_t itp_add_group(interpolator *ip) {
  return itp_prover_add_group(ip->prover);
}

void itp_assert(interpolator *ip, uint32_t group, term formula) {
  assert(term_is_bool(ip->tt, formula));
  itp_prover_assert(ip->prover, group, formula);
}

void itp_clear_group(interpolator *ip, uint32_t group) {
  itp_prover_clear_group(ip->prover, group);
}

const char *itp_reason(const interpolator *ip) {
  return strbuf_text(&ip->reason);
}

bool itp_needed(const interpolator *ip, uint32_t group) {
  assert(group < ip->core.len);
  assert(group < itp_prover_group_count(ip->prover));
  return ip->core.data[group] != 0;
}

const char *itp_answered_by(const interpolator *ip) { return ip->answered_by; }

// --- the plan: which groups, which cuts --------------------------------------

typedef struct {
  const uint32_t *cuts;
  uint32_t cut_count;
  uint32_t *groups; // those that take part, in the order of the query
  uint32_t group_count;
  uint32_t *positions; // of each cut: how many of 'groups' stand before it
  uint32_t *starts;    // where each block starts
  uint32_t block_count;
} plan;

// Blocks start at each position with groups on both sides.
static void find_starts(plan *p) {
  p->starts[0] = 0;
  p->block_count = 1;
  for (uint32_t i = 0; i < p->cut_count; i++) {
    uint32_t position = p->positions[i];
    assert(position >= p->starts[p->block_count - 1]);
    if (position > p->starts[p->block_count - 1] && position < p->group_count)
      p->starts[p->block_count++] = position;
  }
}

// 'in_core' tells which groups take part.
static plan make_plan(interpolator *ip, const bool *in_core,
                      const uint32_t *cuts, uint32_t n) {
  uint32_t total = itp_prover_group_count(ip->prover);
  plan p = {.cuts = cuts,
            .cut_count = n,
            .groups = ARENA_ARRAY(ip->scratch, uint32_t, total),
            .positions = ARENA_ARRAY(ip->scratch, uint32_t, n),
            .starts = ARENA_ARRAY(ip->scratch, uint32_t, n + 1)};
  uint32_t cut = 0;
  for (uint32_t g = 0; g < total; g++) {
    while (cut < n && cuts[cut] == g)
      p.positions[cut++] = p.group_count;
    if (in_core[g])
      p.groups[p.group_count++] = g;
  }
  assert(cut == n); // cuts increase and are below the number of groups
  find_starts(&p);
  return p;
}

// The block that starts at 'position'; 0: none but perhaps the first.
static uint32_t block_at(const plan *p, uint32_t position) {
  uint32_t low = 0, high = p->block_count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (p->starts[middle] <= position)
      low = middle;
    else
      high = middle;
  }
  return p->starts[low] == position ? low : 0;
}

// The interpolants of the blocks, handed to the cuts.
static void distribute(interpolator *ip, const plan *p, const term *found,
                       term *out) {
  for (uint32_t i = 0; i < p->cut_count; i++) {
    uint32_t block = block_at(p, p->positions[i]);
    // Without a block of its own, all of the core is on one side of the cut.
    out[i] =
        block > 0 ? found[block - 1] : term_bool(ip->tt, p->positions[i] == 0);
  }
}

// --- asking the procedures ---------------------------------------------------

static const limits *outer_limits(const interpolator *ip) {
  return ip->has_limits ? &ip->limits : &ip->env->limits;
}

// Limits that leave the rest of the time to others; 0: all of it.
static limits part_of_time(const interpolator *ip, double share) {
  const limits *outer = outer_limits(ip);
  assert(share >= 0 && share <= 1);
  return share > 0 ? limits_within(outer, share * limits_left(outer)) : *outer;
}

static void set_reason(interpolator *ip, const char *who, const char *why) {
  strbuf_clear(&ip->reason);
  strbuf_printf(&ip->reason, "%s: %s", who, why);
}

static member *member_of(interpolator *ip, const itp_procedure *p) {
  for (uint32_t i = 0; i < ip->members.len; i++)
    if (ip->members.data[i].procedure == p)
      return &ip->members.data[i];
  member m = {.procedure = p};
  if (p->create != NULL)
    m.self = p->create(ip->env, ip->tt);
  vec_push(&ip->members, m);
  return &vec_last(&ip->members);
}

static void count_answer(stats *s, const itp_procedure *p) {
  if (p == &itp_abstract)
    s->itp_by_abstract++;
  else if (p == &itp_layered)
    s->itp_by_layered++;
  else if (p == &itp_spacer)
    s->itp_by_spacer++;
  else
    s->itp_by_proof++;
}

static itp_status take_answer(interpolator *ip, const itp_procedure *p) {
  ip->answered_by = p->name;
  count_answer(ip->env->stats, p);
  return ITP_FOUND;
}

// May an answer of the procedure be replaced by one that is checked already?
static bool can_replace(const itp_procedure *p, const itp_query *q) {
  return p->replace && !itp_prover_theories(q->prover).array;
}

static bool is_bulky(const itp_query *q, const term *found) {
  uint64_t nodes = 0;
  for (uint32_t i = 0; i + 1 < q->count; i++)
    nodes += itp_measure(q->tt, found[i]).nodes;
  return nodes > BULKY;
}

// 'effort': how much work the check may be; 0: any.
static itp_status accept(interpolator *ip, const itp_procedure *p,
                         const limits *within, uint32_t effort,
                         const itp_query *q, const term *found) {
  itp_query checked = *q;
  checked.limits = within;
  itp_prover_set_limits(ip->prover, within, effort);
  switch (itp_verify(&checked, found)) {
  case SMT_UNSAT:
    return take_answer(ip, p);
  case SMT_SAT:
    ip->env->stats->itp_failed_checks++;
    env_progress(ip->env, "interpolate: a candidate of '%s' fails its check",
                 p->name);
    set_reason(ip, p->name, "the candidate fails its check");
    return ITP_GAVE_UP;
  case SMT_UNKNOWN:
    ip->unchecked = p;
    set_reason(ip, p->name, itp_prover_reason(ip->prover));
    return ITP_GAVE_UP;
  }
  assert(!"a solver's status is one of three");
  return ITP_GAVE_UP;
}

// The first check of an answer, with this share of the time left. Where the
// answer could be replaced, a long check is not worth it, nor is any of a bulky
// one.
static itp_status check_first(interpolator *ip, const itp_procedure *p,
                              double share, const itp_query *q,
                              const term *found) {
  bool is_replaceable = can_replace(p, q);
  if (is_replaceable && is_bulky(q, found)) {
    ip->unchecked = p;
    return ITP_GAVE_UP;
  }
  uint32_t effort = LINK_EFFORT * q->count + SEARCH_EFFORT;
  limits within = part_of_time(ip, is_replaceable ? CHECK_SHARE : share);
  return accept(ip, p, &within, is_replaceable ? effort : 0, q, found);
}

// 'check': the share of the time left that a check of the answer may take.
static itp_status take_step(interpolator *ip, const itp_step *step,
                            double check, itp_query *q, term *found) {
  const itp_procedure *p = step->procedure;
  assert(p->find != NULL);
  limits within = part_of_time(ip, step->share);
  q->limits = &within;
  q->effort = step->effort;
  itp_prover_set_limits(ip->prover, &within, step->effort);
  member *m = member_of(ip, p);
  const char *reason = "no reason given";
  itp_status status = p->find(m->self, q, found, &reason);
  if (status == ITP_GAVE_UP)
    set_reason(ip, p->name, reason);
  else if (status == ITP_FOUND)
    status = check_first(ip, p, check, q, found);
  else {
    assert(p->decides && "only these are asked where there may be a model");
    ip->answered_by = p->name;
  }
  return status;
}

static uint32_t make_schedule(const interpolator *ip, const itp_query *q,
                              itp_step *steps) {
  if (ip->procedure->schedule != NULL)
    return ip->procedure->schedule(q, steps);
  steps[0] = (itp_step){.procedure = ip->procedure};
  return 1;
}

static bool is_late(interpolator *ip) {
  limit_kind stop = limits_stop(outer_limits(ip));
  if (stop != LIMIT_NONE)
    set_reason(ip, ip->procedure->name, limit_name(stop));
  return stop != LIMIT_NONE;
}

// The steps that may only try, once more and with all of their strength, but
// each with a share of the time left. The later ones need less time.
static itp_status try_harder(interpolator *ip, const itp_step *steps,
                             uint32_t n, double share, itp_query *q,
                             term *found) {
  itp_status status = ITP_GAVE_UP;
  for (uint32_t i = n; i-- > 0 && status == ITP_GAVE_UP;) {
    itp_step step = {.procedure = steps[i].procedure, .share = share};
    if (!step.procedure->decides && !is_late(ip))
      status = take_step(ip, &step, 0, q, found);
  }
  return status;
}

// Replaces an answer of the procedure by one that was checked already.
static bool replace(interpolator *ip, const itp_procedure *p, itp_query *q,
                    term *found) {
  q->limits = outer_limits(ip);
  return can_replace(p, q) && p->replace(member_of(ip, p)->self, q, found);
}

// 'found' is an answer of the last step that took too long to check. Should
// nobody have a smaller one, it is replaced, or its check gets the rest of the
// time.
static itp_status settle_unchecked(interpolator *ip, const itp_step *steps,
                                   uint32_t n, itp_query *q, term *found) {
  const itp_procedure *last = steps[n - 1].procedure;
  term *smaller = ARENA_ARRAY(ip->scratch, term, q->count);
  bool is_replaced = replace(ip, last, q, found);
  double share = is_replaced ? SMALLER_SHARE : HARDER_SHARE;
  itp_status status = try_harder(ip, steps, n, share, q, smaller);
  if (status == ITP_FOUND)
    memcpy(found, smaller, (q->count - 1) * sizeof *found);
  else if (is_replaced)
    status = take_answer(ip, last);
  else if (!is_late(ip))
    status = accept(ip, last, outer_limits(ip), 0, q, found);
  return status;
}

// 'is_unsat': the prover has said so; else only deciding procedures are asked.
// Where one of these has an answer too bulky to be checked, the others may have
// a smaller one: they keep some of the time.
static itp_status ask(interpolator *ip, itp_query *q, bool is_unsat,
                      term *found) {
  itp_step steps[ITP_MAX_STEPS];
  uint32_t n = make_schedule(ip, q, steps);
  assert(n <= ITP_MAX_STEPS);
  double check = n > 1 ? CHECK_SHARE : 0;
  itp_status status = ITP_GAVE_UP;
  ip->unchecked = NULL;
  for (uint32_t i = 0; i < n && status == ITP_GAVE_UP; i++)
    if (is_unsat || steps[i].procedure->decides) {
      if (is_late(ip))
        return ITP_GAVE_UP;
      status = take_step(ip, &steps[i], check, q, found);
    }
  if (status == ITP_GAVE_UP && ip->unchecked == steps[n - 1].procedure)
    status = settle_unchecked(ip, steps, n, q, found);
  return status;
}

static void count_sizes(const interpolator *ip, const term *found, uint32_t n) {
  stats *s = ip->env->stats;
  for (uint32_t i = 0; i < n; i++) {
    if (term_is_value(ip->tt, found[i]))
      continue;
    itp_size size = itp_measure(ip->tt, found[i]);
    s->itp_interpolants++;
    s->itp_nodes += size.nodes;
    s->itp_atoms += size.atoms;
    s->itp_bit_level += size.is_bit_level ? 1 : 0;
    s->itp_word_level += size.is_bit_level ? 0 : 1;
  }
}

static itp_status solve_plan(interpolator *ip, const plan *p, bool is_unsat,
                             term *out) {
  term *found = ARENA_ARRAY(ip->scratch, term, p->block_count);
  itp_status status = ITP_FOUND;
  if (p->block_count >= 2) {
    itp_query q = {.env = ip->env, .tt = ip->tt, .prover = ip->prover};
    itp_query_make(&q, ip->scratch, p->groups, p->group_count, p->starts,
                   p->block_count);
    status = ask(ip, &q, is_unsat, found);
  } else
    ip->answered_by = "core";
  if (status == ITP_FOUND) {
    count_sizes(ip, found, p->block_count - 1);
    distribute(ip, p, found, out);
  }
  return status;
}

// --- the first check ---------------------------------------------------------

// Will a procedure be asked that can do without the first check? Numbers and
// arrays are left to the solver.
static bool can_decide(const interpolator *ip) {
  itp_theories t = itp_prover_theories(ip->prover);
  if (t.arithmetic || t.array)
    return false;
  if (ip->procedure->schedule == NULL)
    return ip->procedure->decides;
  for (uint32_t i = 0; itp_procedures[i] != NULL; i++)
    if (itp_procedures[i]->decides)
      return true;
  return false;
}

static smt_status check_all(interpolator *ip, bool *in_core) {
  uint32_t total = itp_prover_group_count(ip->prover);
  term *guards = ARENA_ARRAY(ip->scratch, term, total);
  for (uint32_t g = 0; g < total; g++)
    guards[g] = itp_prover_guard(ip->prover, g);
  bool is_short = can_decide(ip);
  limits within = part_of_time(ip, is_short ? FIRST_CHECK_SHARE : 0);
  itp_prover_set_limits(ip->prover, &within, is_short ? FIRST_CHECK_EFFORT : 0);
  smt_status status = itp_prover_check(ip->prover, guards, total);
  for (uint32_t g = 0; g < total; g++)
    in_core[g] = status != SMT_UNSAT || itp_prover_failed(ip->prover, g);
  return status;
}

static itp_status check_and_solve(interpolator *ip, const uint32_t *cuts,
                                  uint32_t n, term *out) {
  uint32_t total = itp_prover_group_count(ip->prover);
  bool *in_core = ARENA_ARRAY(ip->scratch, bool, total);
  smt_status first = SMT_UNKNOWN;
  if (ip->procedure->decides && can_decide(ip)) // needs no check before
    memset(in_core, true, total * sizeof *in_core);
  else
    first = check_all(ip, in_core);
  if (first == SMT_SAT) {
    ip->answered_by = "solver";
    return ITP_SAT;
  }
  if (first == SMT_UNKNOWN && !can_decide(ip)) {
    set_reason(ip, "solver", itp_prover_reason(ip->prover));
    return ITP_GAVE_UP;
  }
  vec_clear(&ip->core);
  for (uint32_t g = 0; g < total; g++)
    vec_push(&ip->core, in_core[g]);
  plan p = make_plan(ip, in_core, cuts, n);
  return solve_plan(ip, &p, first == SMT_UNSAT, out);
}

static void forget_answers(interpolator *ip) {
  for (uint32_t i = 0; i < ip->members.len; i++) {
    const member *m = &ip->members.data[i];
    if (m->procedure->forget != NULL)
      m->procedure->forget(m->self);
  }
}

itp_status itp_check(interpolator *ip, const uint32_t *cuts, uint32_t n,
                     term *out) {
  assert(n >= 1 && cuts[0] >= 1);
  assert(cuts[n - 1] < itp_prover_group_count(ip->prover));
  double start = timer_start();
  strbuf_clear(&ip->reason);
  ip->answered_by = "none";
  itp_status status = check_and_solve(ip, cuts, n, out);
  forget_answers(ip);
  arena_reset(ip->scratch);
  stats *s = ip->env->stats;
  s->itp_queries++;
  s->itp_sat += status == ITP_SAT ? 1 : 0;
  s->itp_gave_up += status == ITP_GAVE_UP ? 1 : 0;
  timer_stop(&s->time_itp, start);
  return status;
}
