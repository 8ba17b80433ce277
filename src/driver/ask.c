// SPDX-License-Identifier: Apache-2.0
// A list of sets of properties that are still to be asked for. At first it has
// one: all of them. What is true of a set is true of each; what is false
// violates one, and the others of the set are asked for again; what is unknown
// is asked for in parts, if it has parts. An execution that violates a property
// of the program ends there for all questions: so the verdicts fit together,
// whatever order they come in.
//
// Where error calls are asked for alone because all at once was too much, the
// program is read again, without what only watches memory.
//
// One question makes the report, in whatever process has its answer: the first
// one that is false, else unknown, else true. The others add their evidence.
#include "driver/ask.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "base/mem.h"
#include "driver/shares.h"
#include "frontend/profile.h"
#include "frontend/property.h"

typedef struct {
  run run;
  options options;
  env env, share;
  uint32_t set; // of properties
} question;

typedef struct {
  const env *env;
  deepen_attempt attempt;
  run first; // for its start
  double start;
  VEC(uint32_t) left; // sets to be asked for, the next one last
  uint32_t placed;    // set: something could violate these
  uint32_t violated;  // set
  double rest;        // seconds for each question; DBL_MAX: no end
  verdicts verdicts;
  reading *reading; // of the first question
  question *main;   // that makes the report; NULL: none yet
} inquiry;

static bool has_many(uint32_t set) { return (set & (set - 1)) != 0; }

static uint32_t lowest(uint32_t set) { return set & (~set + 1); }

// --- one question ------------------------------------------------------------

static void drop(question *n) {
  run_forget(&n->run);
  mem_free(n);
}

// Only error calls, of a program that was read for more.
static bool is_narrow(const inquiry *q, uint32_t set) {
  uint32_t watched = 1u << PROPERTY_DEREF | 1u << PROPERTY_FREE;
  uint32_t read = q->reading ? program_properties(q->reading->program) : 0;
  return set == 1u << PROPERTY_REACH && q->violated == 0 &&
         (read & watched) != 0;
}

// 'set' is 0 for all.
static question *pose(const inquiry *q, uint32_t set, limits share) {
  question *n = mem_alloc(sizeof *n);
  n->set = set;
  n->options = *q->env->options;
  n->env = *q->env;
  n->env.options = &n->options;
  n->env.limits = share;
  bool is_again = set != 0 && is_narrow(q, set);
  if (is_again) { // what functions do stays as it is for the whole question
    n->options.external = profile_external(q->env->options);
    n->options.property = program_property_name(PROPERTY_REACH);
  }
  n->run = run_again(&q->first, &n->env, set, is_again ? NULL : q->reading);
  return n;
}

// --- verdicts ----------------------------------------------------------------

static void tell(inquiry *q, property_kind k, const claim *c) {
  property_verdict *v = verdicts_find(&q->verdicts, k);
  assert(v != NULL);
  v->is_answered = true;
  v->verdict = c->verdict;
  v->is_unreached =
      c->verdict == VERDICT_TRUE && (v->places == 0 || c->unreached >> k & 1);
  if (c->verdict == VERDICT_TRUE)
    return;
  v->text = arena_strdup(q->verdicts.mem, c->note);
  if (c->line > 0)
    v->at =
        (source_pos){arena_strdup(q->verdicts.mem, c->file), c->line, c->col};
}

static void tell_all(inquiry *q, uint32_t set, const claim *c) {
  for (property_kind k = 0; k < PROPERTY_COUNT; k++)
    if ((set >> k & 1) != 0)
      tell(q, k, c);
}

// The user has an error to look at: the others have no more than some time.
static void tell_violation(inquiry *q, const question *n, const claim *c) {
  bool is_known = (n->set >> c->violated & 1) != 0;
  uint32_t one = is_known ? 1u << c->violated : lowest(n->set);
  tell_all(q, one, c);
  if (q->violated == 0)
    q->rest = fmax(SHARES_REST_SECONDS,
                   SHARES_REST_FACTOR * (clock_now() - q->start));
  q->violated |= one;
  if ((n->set & q->placed & ~one) != 0)
    vec_push(&q->left, n->set & ~one);
}

static bool may_go_on(const inquiry *q, const claim *c) {
  return !c->is_internal_error && limits_stop(&q->env->limits) == LIMIT_NONE;
}

// True: the question is given up, its parts are asked for instead.
static bool split(inquiry *q, const question *n, const claim *c) {
  uint32_t placed = n->set & q->placed, part = property_group(placed);
  if (part == placed || !may_go_on(q, c))
    return false;
  // The last one has all of the time that the others leave.
  vec_push(&q->left, part);
  vec_push(&q->left, n->set & ~part);
  return true;
}

// Where what is not supported hides the rest of the program, error calls are
// still asked for alone; the question stays unknown for all others.
static void leave_calls(inquiry *q, question *n, const claim *c) {
  uint32_t calls = n->set & 1u << PROPERTY_REACH;
  if (calls == 0 || calls == n->set || !is_narrow(q, calls) || !may_go_on(q, c))
    return;
  n->set &= ~calls;
  vec_push(&q->left, calls);
}

static int rank(const question *n) {
  claim c = search_claim(&n->run);
  int by_verdict[] = {
      [VERDICT_TRUE] = 0, [VERDICT_UNKNOWN] = 1, [VERDICT_FALSE] = 3};
  return by_verdict[c.verdict] + c.is_internal_error;
}

// The better one of two makes the report.
static void keep(inquiry *q, question *n) {
  question *other = q->main;
  q->main = n;
  if (other == NULL)
    return;
  if (rank(other) >= rank(n)) {
    q->main = other;
    other = n;
  }
  deliver_part(&other->run, &q->verdicts);
  drop(other);
}

static void settle(inquiry *q, question *n) {
  claim c = search_claim(&n->run);
  if (n->run.original != NULL)
    verdicts_see_places(&q->verdicts, n->run.original);
  switch (c.verdict) {
  case VERDICT_TRUE:
    tell_all(q, n->set, &c);
    break;
  case VERDICT_FALSE:
    tell_violation(q, n, &c);
    break;
  case VERDICT_UNKNOWN:
    if (split(q, n, &c)) {
      drop(n);
      return;
    }
    leave_calls(q, n, &c);
    tell_all(q, n->set, &c);
    break;
  }
  keep(q, n);
}

// --- all ---------------------------------------------------------------------

// Whether the user asks for several properties, each of which gets a verdict:
// what a file says is one question.
static bool has_several(const env *e) {
  arena *mem = arena_new();
  diag d = {0};
  property asked;
  bool ok = property_of_options(e->options, mem, &asked, &d) &&
            !asked.is_file && has_many(asked.set) &&
            e->options->undefined != UNDEFINED_ERROR;
  diag_clear(&d);
  arena_free(mem);
  return ok;
}

// The first question, about all. NULL: there is nothing to report, or the
// outcome says it.
static question *ask_together(inquiry *q, bool is_several, outcome *out) {
  question *n = pose(q, 0, q->env->limits);
  n->run.has_more = is_several;
  if (deepen(&n->run, &n->options, &n->share, q->attempt, out))
    return n;
  drop(n);
  return NULL;
}

// What cannot be read again (a file is gone) is unknown, not left out.
static void ask_for(inquiry *q, uint32_t set) {
  strbuf names = {0};
  property_print_names(set, &names);
  env_progress(q->env, "asking for %s", strbuf_text(&names));
  strbuf_free(&names);
  limits share = shares_of_questions(&q->env->limits, q->left.len + 1, q->rest);
  question *n = pose(q, set, share);
  outcome ignored = {0};
  if (!deepen(&n->run, &n->options, &n->share, q->attempt, &ignored)) {
    run_forget(&n->run);
    run_unknown(&n->run, UNKNOWN_ENGINE, (source_pos){0},
                "the program could not be read again");
  }
  settle(q, n);
  outcome_free(&ignored);
}

// A report is made in any case, and 'true' only where no question is left:
// without time, the next one is unknown.
static bool must_ask(const inquiry *q) {
  return q->main == NULL || search_claim(&q->main->run).verdict == VERDICT_TRUE;
}

static void ask_on(inquiry *q) {
  while (q->left.len > 0 &&
         (must_ask(q) || limits_stop(&q->env->limits) == LIMIT_NONE))
    ask_for(q, vec_pop(&q->left));
}

static void mark_main(inquiry *q) {
  claim c = search_claim(&q->main->run);
  for (uint32_t i = 0; c.verdict == VERDICT_TRUE && i < q->verdicts.all.len;
       i++)
    assert(q->verdicts.all.data[i].verdict == VERDICT_TRUE &&
           "what is true as a whole is true of each property");
  for (uint32_t i = 0; i < q->verdicts.all.len; i++) {
    property_verdict *v = &q->verdicts.all.data[i];
    v->is_main = (q->main->set >> v->property & 1) != 0 &&
                 v->verdict == c.verdict &&
                 (c.verdict != VERDICT_FALSE || v->property == c.violated);
  }
}

// All verdicts, where the program has several properties.
static void ask_each(inquiry *q, question *first) {
  first->set = program_properties(first->run.original);
  q->placed = verdicts_placed(first->run.original);
  q->verdicts = verdicts_new(first->run.original);
  if (first->run.reading != NULL)
    q->reading = reading_share(first->run.reading);
  settle(q, first);
  ask_on(q);
  assert(q->main != NULL && "a question that is not split is kept");
  mark_main(q);
}

// There is one question: what is known of each property from its answer.
static void tell_alone(inquiry *q) {
  const run *r = &q->main->run;
  if (r->original == NULL)
    return;
  claim c = search_claim(r);
  uint32_t set = program_properties(r->original);
  if (c.verdict == VERDICT_FALSE)
    set = (set >> c.violated & 1) != 0 ? 1u << c.violated : lowest(set);
  q->verdicts = verdicts_new(r->original);
  tell_all(q, set, &c);
}

void ask_all(const env *e, deepen_attempt attempt, outcome *out) {
  inquiry q = {.env = e,
               .attempt = attempt,
               .first = run_start(e),
               .start = clock_now(),
               .rest = DBL_MAX};
  bool is_several = has_several(e);
  question *n = ask_together(&q, is_several, out);
  if (n == NULL)
    return;
  is_several = is_several && n->run.original != NULL;
  q.main = n;
  if (is_several) {
    q.main = NULL;
    ask_each(&q, n);
  } else {
    tell_alone(&q);
  }
  deliver(&q.main->run, is_several ? &q.verdicts : NULL, out);
  drop(q.main);
  reading_leave(q.reading);
  verdicts_free(&out->verdicts);
  out->verdicts = q.verdicts;
  vec_free(&q.left);
}
