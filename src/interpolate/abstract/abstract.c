// SPDX-License-Identifier: Apache-2.0
// The procedure 'abstract': interpolants a person would write.
//
// At a cut let A be the formula before it and B the one behind it. Models of A
// are sampled one by one. For the samples so far the domains give the
// strongest facts that are true of all of them. If even these, all together,
// do not contradict B, then no conjunction of such facts is an interpolant, and
// the search ends at once: this is what makes the procedure cheap where it does
// not help. Otherwise a core of them, weakened as far as B allows (weaken.c),
// is the candidate; a model of A outside the candidate is the next sample, and
// if there is none, the candidate is an interpolant. So this computes, from
// below and only as far as B asks for, what symbolic abstraction computes
// (Reps, Sagiv and Yorsh, VMCAI 2004; Thakur, Elder and Reps, SAS 2012).
//
// The facts come in phases. Equations between variables come first: they are
// inductive more often than bounds are. An answer that fixes variables to
// values is kept only until a later phase gives a better one: 'x = 1' says
// nothing about the next round, 'x < 100' does. If no conjunction exists, the
// roles of A and B are swapped, which finds disjunctions, and at last several
// conjunctions share the samples of A between them ("cubes": Chockler, Ivrii
// and Matsliah, HVC 2012, over words instead of bits).
//
// Only relevant variables are looked at: those in the core of 'each shared
// variable has its value of the sample' against B.
//
// A sequence is made cut by cut, A being the previous interpolant and one
// block; so it is inductive by construction.
#include "interpolate/abstract/abstract.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

enum {
  MAX_SLOTS = 200,  // more shared variables than this: not cheap
  MAX_WIDENED = 24, // up to this many, all variables may become relevant
  MAX_SAMPLES = 64, // per cut
  MAX_CUBES = 8,
};

// Which domains are asked, and how many conjunctions an interpolant may have.
typedef struct {
  const itp_domain *domains[7]; // NULL at the end
  uint32_t cubes;
  // Facts that fix variables are not taken for an answer, only kept.
  bool wants_relations;
} phase;

static const phase PHASES[] = {
    {{&itp_affine}, 1, true},
    {{&itp_affine, &itp_bounds, &itp_atom, &itp_known_bits}, 1, false},
    {{&itp_affine, &itp_bounds, &itp_atom, &itp_known_bits, &itp_pairs,
      &itp_congruence},
     1,
     false},
};
static const phase CUBES = {
    {&itp_affine, &itp_bounds, &itp_atom, &itp_known_bits, &itp_pairs},
    MAX_CUBES,
    false,
};
enum { PHASE_COUNT = sizeof PHASES / sizeof PHASES[0] };

typedef VEC(const uint64_t *) sample_list;

// One conjunction: the samples it covers and what is left of their facts.
typedef struct {
  sample_list samples;
  itp_fact_list facts;
} cube;

// The search at one cut.
typedef struct {
  const itp_query *q;
  itp_frame frame;
  arena *mem;
  itp_side before, behind; // A and B
  itp_pool pool;           // of B
  sample_list samples;     // all that were found
  VEC(uint32_t) relevant;
  bool *is_relevant; // by slot
  VEC(cube) cubes;   // of the current phase
  const char *reason;
} search;

// --- facts and cubes ---------------------------------------------------------

static void collect_facts(const search *s, const phase *p,
                          const sample_list *samples, itp_fact_list *out) {
  itp_cloud cloud = {.frame = &s->frame,
                     .slots = s->relevant.data,
                     .slot_count = s->relevant.len,
                     .samples = samples->data,
                     .sample_count = samples->len,
                     .mem = s->mem};
  assert(samples->len > 0);
  vec_clear(out);
  for (uint32_t i = 0; p->domains[i] != NULL; i++)
    p->domains[i]->collect(&cloud, out);
}

static term cube_formula(const search *s, const cube *c) {
  term_vec formulas = {0};
  for (uint32_t i = 0; i < c->facts.len; i++)
    vec_push(&formulas, c->facts.data[i].formula);
  term t = term_and_n(s->q->tt, formulas.data, formulas.len);
  vec_free(&formulas);
  return t;
}

static term candidate(const search *s, uint32_t without) {
  term_vec formulas = {0};
  for (uint32_t i = 0; i < s->cubes.len; i++)
    if (i != without)
      vec_push(&formulas, cube_formula(s, &s->cubes.data[i]));
  term t = term_or_n(s->q->tt, formulas.data, formulas.len);
  vec_free(&formulas);
  return t;
}

static void free_cube(cube *c) {
  vec_free(&c->samples);
  vec_free(&c->facts);
}

static void free_cubes(search *s) {
  for (uint32_t i = 0; i < s->cubes.len; i++)
    free_cube(&s->cubes.data[i]);
  vec_clear(&s->cubes);
}

static void mark_relevant(search *s, uint32_t slot) {
  assert(slot < s->frame.slots.len);
  if (!s->is_relevant[slot])
    vec_push(&s->relevant, slot);
  s->is_relevant[slot] = true;
}

// Tries facts over the relevant variables, then over all.
static smt_status generalize(search *s, const phase *p, cube *c) {
  collect_facts(s, p, &c->samples, &c->facts);
  smt_status status = itp_generalize(&s->behind, &c->facts);
  if (status == SMT_SAT && s->relevant.len < s->frame.slots.len &&
      s->frame.slots.len <= MAX_WIDENED) {
    for (uint32_t i = 0; i < s->frame.slots.len; i++)
      mark_relevant(s, i);
    collect_facts(s, p, &c->samples, &c->facts);
    status = itp_generalize(&s->behind, &c->facts);
  }
  return status;
}

// Adds a sample to cube 'c' (a new one if it is empty). SMT_SAT: no
// conjunction covers it and the rest of the cube.
static smt_status extend_cube(search *s, const phase *p, cube *c,
                              const uint64_t *sample) {
  cube grown = {0};
  for (uint32_t i = 0; i < c->samples.len; i++)
    vec_push(&grown.samples, c->samples.data[i]);
  vec_push(&grown.samples, sample);
  smt_status status = generalize(s, p, &grown);
  if (status == SMT_UNSAT) {
    free_cube(c);
    *c = grown;
  } else
    free_cube(&grown);
  return status;
}

// Finds a cube for the sample, or opens a new one.
static bool place_sample(search *s, const phase *p, const uint64_t *sample) {
  for (uint32_t i = 0; i < s->cubes.len; i++) {
    smt_status status = extend_cube(s, p, &s->cubes.data[i], sample);
    if (status == SMT_UNSAT)
      return true;
    if (status == SMT_UNKNOWN)
      return false;
  }
  assert(s->cubes.len <= p->cubes);
  if (s->cubes.len == p->cubes)
    return false;
  cube fresh = {0};
  bool ok = extend_cube(s, p, &fresh, sample) == SMT_UNSAT;
  if (ok)
    vec_push(&s->cubes, fresh);
  return ok;
}

// Earlier samples, all into one cube at the cost of one: the usual case of a
// phase after the first.
static bool replay_samples(search *s, const phase *p) {
  if (s->samples.len == 0)
    return true;
  if (p->cubes > 1) {
    for (uint32_t i = 0; i < s->samples.len; i++)
      if (!place_sample(s, p, s->samples.data[i]))
        return false;
    return true;
  }
  cube all = {0};
  for (uint32_t i = 0; i < s->samples.len; i++)
    vec_push(&all.samples, s->samples.data[i]);
  if (generalize(s, p, &all) != SMT_UNSAT) {
    free_cube(&all);
    return false;
  }
  assert(s->cubes.len == 0); // a phase starts without
  vec_push(&s->cubes, all);
  return true;
}

// --- sampling ----------------------------------------------------------------

// Learns which variables matter at the sample. False: its values alone do not
// contradict B (a shared variable is of a sort we do not look at).
static bool learn_relevant(search *s, const uint64_t *sample) {
  uint32_t n = s->frame.slots.len;
  term *equations = mem_alloc(n * sizeof *equations);
  bool *needed = mem_alloc(n * sizeof *needed);
  for (uint32_t i = 0; i < n; i++)
    equations[i] = itp_sample_equation(&s->frame, sample, i);
  smt_status status = itp_side_check(&s->behind, equations, n, needed);
  for (uint32_t i = 0; status == SMT_UNSAT && i < n; i++)
    if (needed[i])
      mark_relevant(s, i);
  mem_free(equations);
  mem_free(needed);
  return status == SMT_UNSAT;
}

// A model of A outside the candidate. SMT_UNSAT: there is none. Where integers
// may be large, small ones are looked for first: they are easier to calculate
// with and say as much.
static smt_status next_sample(search *s, const uint64_t **sample) {
  term wanted[2] = {term_not(s->q->tt, candidate(s, UINT32_MAX)),
                    itp_frame_small(&s->frame)};
  smt_status status = SMT_UNKNOWN;
  if (!term_is_true(s->q->tt, wanted[1]))
    status = itp_side_try(&s->before, wanted, 2, NULL);
  if (status != SMT_SAT)
    status = itp_side_check(&s->before, wanted, 1, NULL);
  *sample = NULL;
  if (status == SMT_SAT)
    *sample = itp_sample_read(&s->frame, s->q->prover, s->mem);
  return status;
}

static bool give_up(search *s, const char *reason) {
  s->reason = reason;
  return false;
}

// Makes cubes that cover A. False: this phase cannot.
static bool cover(search *s, const phase *p) {
  free_cubes(s);
  if (!replay_samples(s, p))
    return give_up(s, "no conjunction of simple facts is enough");
  while (s->samples.len < MAX_SAMPLES) {
    const uint64_t *sample;
    smt_status status = next_sample(s, &sample);
    if (status == SMT_UNSAT)
      return true;
    if (status == SMT_UNKNOWN)
      return give_up(s, itp_prover_reason(s->q->prover));
    if (sample == NULL)
      return give_up(s, "a value is out of range");
    vec_push(&s->samples, sample);
    if (!learn_relevant(s, sample))
      return give_up(s, "the shared values are not enough");
    if (!place_sample(s, p, sample))
      return give_up(s, "no conjunction of simple facts is enough");
  }
  return give_up(s, "too many samples");
}

// --- the search at one cut ---------------------------------------------------

// Cubes that the others make superfluous go; equations are merged.
static void improve(search *s) {
  for (uint32_t i = s->cubes.len; s->cubes.len > 1 && i-- > 0;) {
    term outside = term_not(s->q->tt, candidate(s, i));
    if (itp_side_check(&s->before, &outside, 1, NULL) != SMT_UNSAT)
      continue;
    free_cube(&s->cubes.data[i]);
    s->cubes.data[i] = vec_last(&s->cubes);
    s->cubes.len--;
  }
  for (uint32_t i = 0; i < s->cubes.len; i++)
    itp_merge_equations(&s->behind, s->mem, &s->cubes.data[i].facts);
}

static bool has_points(const search *s) {
  for (uint32_t i = 0; i < s->cubes.len; i++)
    for (uint32_t j = 0; j < s->cubes.data[i].facts.len; j++)
      if (s->cubes.data[i].facts.data[j].is_point)
        return true;
  return false;
}

static bool run_phases(search *s, const phase *phases, uint32_t n, term *out) {
  term kept = TERM_NONE;
  for (uint32_t i = 0; i < n; i++) {
    if (limits_stop(s->q->limits) != LIMIT_NONE)
      break;
    if (!cover(s, &phases[i]))
      continue;
    improve(s);
    *out = candidate(s, UINT32_MAX);
    assert(s->cubes.len >= 1 || term_is_false(s->q->tt, *out));
    if (!phases[i].wants_relations || !has_points(s))
      return true;
    kept = *out;
  }
  *out = kept;
  return !term_is_none(kept);
}

static bool search_cut(const itp_query *q, uint32_t cut, term previous,
                       bool with_cubes, term *out, const char **reason) {
  assert(cut + 1 < q->count && term_is_bool(q->tt, previous));
  search s = {.q = q, .mem = arena_new(), .reason = "no time"};
  bool ok = false;
  bool is_complete = itp_frame_init(&s.frame, q, cut);
  s.is_relevant = mem_alloc(s.frame.slots.len * sizeof *s.is_relevant);
  s.before = (itp_side){q, &s.frame, cut, cut + 1, previous, NULL};
  s.behind =
      (itp_side){q, &s.frame, cut + 1, q->count, term_true(q->tt), &s.pool};
  if (s.frame.slots.len > MAX_SLOTS)
    s.reason = "too many shared variables";
  else if (s.frame.slots.len == 0 && !is_complete)
    s.reason = "no shared variable is of a simple sort";
  else if (with_cubes)
    ok = run_phases(&s, &CUBES, 1, out);
  else
    ok = run_phases(&s, PHASES, PHASE_COUNT, out);
  *reason = s.reason;
  free_cubes(&s);
  vec_free(&s.cubes);
  vec_free(&s.samples);
  vec_free(&s.relevant);
  mem_free(s.is_relevant);
  itp_pool_clear(&s.pool);
  itp_frame_clear(&s.frame);
  arena_free(s.mem);
  return ok;
}

// --- sequences ---------------------------------------------------------------

static bool forward(const itp_query *q, bool with_cubes, term *out,
                    const char **reason) {
  term previous = term_true(q->tt);
  for (uint32_t cut = 0; cut + 1 < q->count; cut++) {
    if (!search_cut(q, cut, previous, with_cubes, &out[cut], reason))
      return false;
    previous = out[cut];
  }
  return true;
}

static bool backward(const itp_query *q, bool with_cubes, term *out,
                     const char **reason) {
  arena *mem = arena_new();
  itp_query reversed;
  itp_query_reverse(q, mem, &reversed);
  uint32_t cuts = q->count - 1;
  term *found = ARENA_ARRAY(mem, term, cuts);
  bool ok = forward(&reversed, with_cubes, found, reason);
  for (uint32_t i = 0; ok && i < cuts; i++)
    out[i] = term_not(q->tt, found[cuts - 1 - i]);
  arena_free(mem);
  return ok;
}

static itp_status find(void *self, const itp_query *q, term *out,
                       const char **reason) {
  (void)self;
  bool ok = forward(q, false, out, reason) || backward(q, false, out, reason) ||
            forward(q, true, out, reason) || backward(q, true, out, reason);
  if (limits_stop(q->limits) != LIMIT_NONE)
    *reason = limit_name(limits_stop(q->limits));
  return ok ? ITP_FOUND : ITP_GAVE_UP;
}

const itp_procedure itp_abstract = {.name = "abstract", .find = find};
