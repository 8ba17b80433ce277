// SPDX-License-Identifier: Apache-2.0
// Proof checking against an oracle that enumerates states: for random small
// programs, labels, invariants and k the judge must say exactly what the
// definition in certify/proof.c says.
#include "certify/certify.h"

#include "program/run.h"
#include "small.h"
#include "term/eval.h"

enum { WIDTH = 2, STATES = 16, LOCATIONS = 6, SINKS = 2, INPUTS = 4 };

// --- random programs ------------------------------------------------------

typedef struct {
  small s;
  var x, y;
  loc loc[LOCATIONS];
  bool is_label[LOCATIONS], matters[LOCATIONS];
  // [from][state][to]: sets of states as bit masks, one edge step
  uint32_t step[LOCATIONS][STATES][LOCATIONS];
} random_program;

static term random_word(random_program *r, term input, uint64_t *seed,
                        int depth) {
  terms *tt = r->s.tt;
  uint32_t pick = small_random(seed, depth > 0 ? 7 : 4);
  term a, b;
  switch (pick) {
  case 0:
    return program_variable_term(r->s.p, r->x);
  case 1:
    return program_variable_term(r->s.p, r->y);
  case 2:
    return term_bv(tt, WIDTH, small_random(seed, 4));
  case 3:
    return term_is_none(input) ? term_bv(tt, WIDTH, 1) : input;
  default:
    a = random_word(r, input, seed, depth - 1);
    b = random_word(r, input, seed, depth - 1);
    return pick == 4   ? term_bvadd(tt, a, b)
           : pick == 5 ? term_bvmul(tt, a, b)
                       : term_bvxor(tt, a, b);
  }
}

static term random_guard(random_program *r, term input, uint64_t *seed) {
  terms *tt = r->s.tt;
  term a = random_word(r, input, seed, 1), b = random_word(r, input, seed, 1);
  switch (small_random(seed, 4)) {
  case 0:
    return term_eq_make(tt, a, b);
  case 1:
    return term_not(tt, term_eq_make(tt, a, b));
  case 2:
    return term_bvult(tt, a, b);
  default:
    return term_true(tt);
  }
}

// Guards need not be disjoint: the judge must not rely on it.
static void add_edges(random_program *r, uint32_t from, uint64_t *seed) {
  uint32_t count = 1 + small_random(seed, 3);
  term input = TERM_NONE, last = TERM_NONE;
  if (small_random(seed, 2))
    input = small_input(&r->s, INPUT_CALL, "f", WIDTH);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t to = 1 + small_random(seed, LOCATIONS - 1);
    term guard = random_guard(r, input, seed);
    if (i == 1 && small_random(seed, 2))
      guard = term_not(r->s.tt, last);
    last = guard;
    var target = small_random(seed, 2) ? r->x : r->y;
    small_edge(&r->s, r->loc[from], r->loc[to], guard, target,
               random_word(r, input, seed, 2), input);
  }
}

static void make_program(random_program *r, uint64_t *seed) {
  memset(r, 0, sizeof *r);
  small_init(&r->s);
  r->x = small_var(&r->s, "x", WIDTH);
  r->y = small_var(&r->s, "y", WIDTH);
  for (uint32_t i = 0; i < LOCATIONS; i++) {
    uint32_t sink = LOCATIONS - i; // 2: bad, 1: end
    loc_kind bad = (loc_kind)(LOC_ERROR + small_random(seed, 3));
    r->loc[i] = small_loc(&r->s, i == 0      ? LOC_ENTRY
                                 : sink == 2 ? bad
                                 : sink == 1 ? LOC_END
                                             : LOC_PLAIN);
    r->is_label[i] = i > 0 && sink > 2 && small_random(seed, 2);
  }
  for (uint32_t i = 0; i + SINKS < LOCATIONS; i++)
    add_edges(r, i, seed);
}

// --- the oracle -------------------------------------------------------------

static uint32_t state_of(random_program *r, evaluator *e) {
  value x = eval_get(e, program_variable_term(r->s.p, r->x));
  value y = eval_get(e, program_variable_term(r->s.p, r->y));
  return (uint32_t)(value_get_u64(x) | value_get_u64(y) << WIDTH);
}

static void run_edge(random_program *r, evaluator *e, edge id, uint32_t from,
                     uint32_t now) {
  const block *b = program_edge_block(r->s.p, id);
  uint32_t to = program_edge_to(r->s.p, id).id - r->loc[0].id;
  for (uint32_t in = 0; in < (b->input_count ? INPUTS : 1); in++) {
    eval_forget(e);
    eval_set(e, program_variable_term(r->s.p, r->x), value_bv(WIDTH, now));
    eval_set(e, program_variable_term(r->s.p, r->y),
             value_bv(WIDTH, now >> WIDTH));
    if (b->input_count)
      eval_set(e, b->inputs[0], value_bv(WIDTH, in));
    if (!eval_is_true(e, b->guard))
      continue;
    term target = program_variable_term(r->s.p, b->assignments[0].target);
    value v = eval_term(e, b->assignments[0].value);
    eval_forget(e);
    eval_set(e, target, v);
    r->step[from][now][to] |= 1u << state_of(r, e);
  }
}

static void enumerate_steps(random_program *r) {
  evaluator *e = eval_new(r->s.tt);
  for (uint32_t from = 0; from + SINKS < LOCATIONS; from++) {
    const edge_vec *out = program_out_edges(r->s.p, r->loc[from]);
    for (uint32_t i = 0; i < out->len; i++)
      for (uint32_t now = 0; now < STATES; now++)
        run_edge(r, e, out->data[i], from, now);
  }
  eval_free(e);
}

// What the graph (not the states) allows: which locations are on a way from the
// entry to the bad sink or to a claim, and is one of them on a cycle of
// unlabelled ones?
static bool close_graph(random_program *r, const bool *is_claim) {
  bool way[LOCATIONS][LOCATIONS] = {0}, inner[LOCATIONS][LOCATIONS] = {0};
  for (uint32_t i = 1; i <= program_edge_count(r->s.p); i++) {
    uint32_t a = program_edge_from(r->s.p, (edge){i}).id - r->loc[0].id;
    uint32_t b = program_edge_to(r->s.p, (edge){i}).id - r->loc[0].id;
    way[a][b] = true;
    inner[a][b] = !r->is_label[a] && !r->is_label[b];
  }
  for (uint32_t k = 0; k < LOCATIONS; k++)
    for (uint32_t i = 0; i < LOCATIONS; i++)
      for (uint32_t j = 0; j < LOCATIONS; j++) {
        way[i][j] |= way[i][k] && way[k][j];
        inner[i][j] |= inner[i][k] && inner[k][j];
      }
  bool has_uncut_cycle = false;
  for (uint32_t i = 0; i < LOCATIONS; i++) {
    bool leads_on = false;
    for (uint32_t j = 0; j < LOCATIONS; j++)
      if (j == LOCATIONS - SINKS || is_claim[j])
        leads_on |= i == j || way[i][j];
    r->matters[i] = leads_on && (i == 0 || way[0][i]);
    has_uncut_cycle |= inner[i][i] && r->matters[i];
  }
  return has_uncut_cycle;
}

typedef struct {
  uint32_t at[LOCATIONS]; // sets of states; only labels count
  bool bad;
} visit_set;

// From these sets on to the next labels and sinks.
static visit_set next_visits(const random_program *r, const uint32_t *start) {
  visit_set v = {.bad = false};
  uint32_t todo[LOCATIONS], done[LOCATIONS] = {0};
  memcpy(todo, start, sizeof todo);
  for (bool more = true; more;) {
    more = false;
    for (uint32_t l = 0; l + SINKS < LOCATIONS; l++)
      for (uint32_t s = 0; s < STATES; s++) {
        if (!(todo[l] >> s & 1))
          continue;
        more = true;
        todo[l] &= ~(1u << s);
        done[l] |= 1u << s;
        for (uint32_t to = 1; to < LOCATIONS; to++) {
          uint32_t next = r->step[l][s][to];
          v.bad |= to == LOCATIONS - SINKS && next;
          if (to >= LOCATIONS - SINKS || !r->matters[to])
            continue;
          if (r->is_label[to])
            v.at[to] |= next;
          else
            todo[to] |= next & ~done[to];
        }
      }
  }
  return v;
}

static bool is_empty(const visit_set *v) {
  uint32_t all = 0;
  for (uint32_t l = 0; l < LOCATIONS; l++)
    all |= v->at[l];
  return all == 0;
}

static bool is_within(const visit_set *v, const uint32_t *invariant) {
  uint32_t outside = 0;
  for (uint32_t l = 0; l < LOCATIONS; l++)
    outside |= v->at[l] & ~invariant[l];
  return outside == 0;
}

static bool oracle_bounded(const random_program *r, uint32_t k) {
  uint32_t start[LOCATIONS] = {0xffff};
  visit_set v = next_visits(r, start);
  for (uint32_t i = 0; i < k && !v.bad; i++)
    v = next_visits(r, v.at);
  return !v.bad && is_empty(&v);
}

static bool oracle_invariant(const random_program *r, const uint32_t *invariant,
                             uint32_t k) {
  uint32_t start[LOCATIONS] = {0xffff};
  visit_set v = next_visits(r, start);
  for (uint32_t i = 1;; i++) {
    if (v.bad || !is_within(&v, invariant))
      return false;
    if (i == k)
      break;
    v = next_visits(r, v.at);
  }
  for (uint32_t l = 0; l < LOCATIONS; l++)
    start[l] = r->matters[l] ? invariant[l] : 0;
  v = next_visits(r, start);
  for (uint32_t i = 1; i < k; i++) {
    for (uint32_t l = 0; l < LOCATIONS; l++)
      v.at[l] &= invariant[l];
    v = next_visits(r, v.at);
  }
  return !v.bad && is_within(&v, invariant);
}

// --- comparing --------------------------------------------------------------

static term set_term(random_program *r, uint32_t states) {
  terms *tt = r->s.tt;
  term x = program_variable_term(r->s.p, r->x);
  term y = program_variable_term(r->s.p, r->y), any = term_false(tt);
  for (uint32_t s = 0; s < STATES; s++)
    if (states >> s & 1)
      any = term_or(
          tt, any,
          term_and(tt, term_eq_make(tt, x, term_bv(tt, WIDTH, s & 3)),
                   term_eq_make(tt, y, term_bv(tt, WIDTH, s >> WIDTH))));
  return any;
}

// Reachable states, sometimes too few, sometimes too many.
static void choose_invariant(const random_program *r, uint32_t *invariant,
                             uint64_t *seed) {
  uint32_t start[LOCATIONS] = {0xffff};
  visit_set all = next_visits(r, start);
  for (int i = 0; i < LOCATIONS * STATES; i++) {
    visit_set more = next_visits(r, all.at);
    for (uint32_t l = 0; l < LOCATIONS; l++)
      all.at[l] |= more.at[l];
  }
  uint32_t mode = small_random(seed, 4);
  for (uint32_t l = 0; l < LOCATIONS; l++) {
    uint32_t noise = small_random(seed, 0x10000);
    invariant[l] = !r->is_label[l] ? 0
                   : mode == 0     ? all.at[l]
                   : mode == 1     ? all.at[l] | (noise & noise >> 1)
                   : mode == 2 ? all.at[l] & ~(1u << small_random(seed, STATES))
                               : 0xffffu;
  }
}

static uint32_t accepted, refused;

static void compare(random_program *r, result *found, bool want) {
  static const finder_kind finders[] = {FINDER_BITS, FINDER_Z3, FINDER_NONE};
  for (int i = 0; i < 3; i++) {
    found->finder = finders[i];
    certificate c = certify_proof(&r->s.env, r->s.p, found);
    certify_status right = want ? CERTIFY_OK : CERTIFY_REFUTED;
    if (c.status != right)
      print_error("finder %d, k = %u: %s\n", (int)finders[i], found->proof.k,
                  c.reason);
    CHECK(c.status == right);
    CHECK(c.reason[0]);
  }
  accepted += want;
  refused += !want;
}

static void check_program(uint64_t *seed) {
  random_program *r = mem_alloc(sizeof *r);
  make_program(r, seed);
  enumerate_steps(r);
  result *found = result_new("test");
  uint32_t invariant[LOCATIONS];
  bool is_claim[LOCATIONS] = {false};
  close_graph(r, r->is_label);
  choose_invariant(r, invariant, seed);
  found->verdict = VERDICT_TRUE;
  found->proof.k = 1 + small_random(seed, 3);
  for (uint32_t l = 0; l < LOCATIONS; l++)
    if (r->is_label[l]) {
      term t = set_term(r, invariant[l]);
      small_label(found, r->loc[l], t);
      is_claim[l] = !term_is_true(r->s.tt, t);
    }
  found->proof.kind = PROOF_INVARIANT;
  bool is_cut = !close_graph(r, is_claim);
  compare(r, found, is_cut && oracle_invariant(r, invariant, found->proof.k));
  found->proof.kind = PROOF_BOUNDED;
  memset(is_claim, 0, sizeof is_claim);
  is_cut = !close_graph(r, is_claim);
  found->proof.k = small_random(seed, 4);
  compare(r, found, is_cut && oracle_bounded(r, found->proof.k));
  result_free(found);
  small_clear_shared(&r->s);
  mem_free(r);
  CHECK(mem_live() == 0);
}

static void random_proofs(void **unused) {
  uint64_t seed = 2024;
  for (int i = 0; i < 300; i++)
    check_program(&seed);
  CHECK(accepted > 60 && refused > 60); // both answers were met often
}

// --- by hand ----------------------------------------------------------------

// i = 0; while (i < n) i++; if (i != n) error, over width bits.
typedef struct {
  small s;
  var i;
  loc head;
  result *r;
} counter;

static void counter_init(counter *c, uint32_t width, uint64_t n) {
  small *s = &c->s;
  small_init(s);
  loc entry = small_loc(s, LOC_ENTRY), body = small_loc(s, LOC_PLAIN);
  c->head = small_loc(s, LOC_PLAIN);
  loc after = small_loc(s, LOC_PLAIN), error = small_loc(s, LOC_ERROR);
  loc end = small_loc(s, LOC_END);
  c->i = small_var(s, "i", width);
  term i = program_variable_term(s->p, c->i), bound = term_bv(s->tt, width, n);
  term less = term_bvult(s->tt, i, bound), done = term_eq_make(s->tt, i, bound);
  small_edge(s, entry, c->head, TERM_NONE, c->i, term_bv(s->tt, width, 0),
             TERM_NONE);
  small_edge(s, c->head, body, less, VAR_NONE, TERM_NONE, TERM_NONE);
  small_edge(s, body, c->head, TERM_NONE, c->i,
             term_bvadd(s->tt, i, term_bv(s->tt, width, 1)), TERM_NONE);
  small_edge(s, c->head, after, term_not(s->tt, less), VAR_NONE, TERM_NONE,
             TERM_NONE);
  small_edge(s, after, end, done, VAR_NONE, TERM_NONE, TERM_NONE);
  small_edge(s, after, error, term_not(s->tt, done), VAR_NONE, TERM_NONE,
             TERM_NONE);
  c->r = result_new("test");
  c->r->finder = FINDER_BITS;
}

static void counter_clear(counter *c) {
  result_free(c->r);
  small_clear(&c->s);
}

// A head visited 101 times: k = 101 is a proof, 100 is not.
static void long_unrolling(void **unused) {
  for (uint32_t k = 99; k <= 102; k++) {
    counter c;
    counter_init(&c, 32, 100);
    c.r->proof.kind = PROOF_BOUNDED;
    c.r->proof.k = k;
    small_label(c.r, c.head, term_true(c.s.tt));
    certificate a = certify_proof(&c.s.env, c.s.p, c.r);
    CHECK(a.status == (k >= 101 ? CERTIFY_OK : CERTIFY_REFUTED));
    counter_clear(&c);
  }
}

static void invariants(void **unused) {
  for (uint64_t limit = 98; limit <= 102; limit++) {
    counter c;
    counter_init(&c, 32, 100);
    terms *tt = c.s.tt;
    term i = program_variable_term(c.s.p, c.i);
    c.r->proof.kind = PROOF_INVARIANT;
    c.r->proof.k = 1;
    small_label(c.r, c.head, term_bvule(tt, i, term_bv(tt, 32, limit)));
    certificate a = certify_proof(&c.s.env, c.s.p, c.r);
    CHECK(a.status == (limit == 100 ? CERTIFY_OK : CERTIFY_REFUTED));
    counter_clear(&c);
  }
}

// Proofs that are none, whatever the formulas say.
static void malformed(void **unused) {
  for (int kind = 0; kind < 7; kind++) {
    counter c;
    counter_init(&c, 8, 100);
    terms *tt = c.s.tt;
    term i = program_variable_term(c.s.p, c.i);
    term in = small_input(&c.s, INPUT_CALL, "f", 8);
    term inv = term_bvule(tt, i, term_bv(tt, 8, 100));
    term odd = term_eq_make(tt, in, in);
    odd = term_or(tt, inv, term_eq_make(tt, in, i));
    c.r->proof.kind = PROOF_INVARIANT;
    c.r->proof.k = kind == 1 ? 0 : 1;
    if (kind != 2)
      small_label(c.r, c.head, kind == 3 ? odd : kind == 4 ? i : inv);
    if (kind == 5)
      small_label(c.r, c.head, inv);
    if (kind == 6)
      small_label(c.r, (loc){99}, inv);
    certificate a = certify_proof(&c.s.env, c.s.p, c.r);
    CHECK(a.status == (kind == 0 ? CERTIFY_OK : CERTIFY_REFUTED));
    counter_clear(&c);
  }
}

// Bad only if the same input, read in two rounds, has two values.
static void inputs_are_fresh(void **unused) {
  small s;
  small_init(&s);
  loc entry = small_loc(&s, LOC_ENTRY), head = small_loc(&s, LOC_PLAIN);
  loc read = small_loc(&s, LOC_PLAIN), error = small_loc(&s, LOC_ERROR);
  var x = small_var(&s, "x", 8), n = small_var(&s, "n", 8);
  term in = small_input(&s, INPUT_CALL, "f", 8);
  term tx = program_variable_term(s.p, x), tn = program_variable_term(s.p, n);
  term one = term_bv(s.tt, 8, 1);
  term is_first = term_eq_make(s.tt, tn, term_bv(s.tt, 8, 0));
  term same = term_eq_make(s.tt, tx, in);
  term bad = term_and(s.tt, term_not(s.tt, is_first), term_not(s.tt, same));
  small_edge(&s, entry, head, TERM_NONE, n, term_bv(s.tt, 8, 0), TERM_NONE);
  small_edge(&s, head, error, bad, VAR_NONE, TERM_NONE, in);
  small_edge(&s, head, read, term_and(s.tt, is_first, term_not(s.tt, bad)), x,
             in, in);
  small_edge(&s, read, head, TERM_NONE, n, term_bvadd(s.tt, tn, one),
             TERM_NONE);
  result *r = result_new("test");
  r->proof.kind = PROOF_BOUNDED;
  r->proof.k = 3;
  small_label(r, head, term_true(s.tt));
  CHECK(certify_proof(&s.env, s.p, r).status == CERTIFY_REFUTED);
  result_free(r);
  small_clear(&s);
}

// n ways into one location, each with its own value of x; the 'bad' one is an
// error. Ways come from n labels, or from the entry by overlapping guards.
static certify_status many_ways(uint32_t n, uint32_t bad, bool from_labels) {
  small s;
  small_init(&s);
  result *r = result_new("test");
  r->proof = (proof){.kind = PROOF_INVARIANT, .k = 1};
  loc entry = small_loc(&s, LOC_ENTRY), meet = small_loc(&s, LOC_PLAIN);
  loc error = small_loc(&s, LOC_ERROR);
  var x = small_var(&s, "x", 8);
  term tx = program_variable_term(s.p, x);
  for (uint32_t i = 0; i < n; i++) {
    loc at = entry;
    if (from_labels) {
      at = small_loc(&s, LOC_PLAIN);
      small_edge(&s, entry, at, TERM_NONE, VAR_NONE, TERM_NONE, TERM_NONE);
      small_label(r, at, term_true(s.tt));
    }
    small_edge(&s, at, meet, TERM_NONE, x, term_bv(s.tt, 8, i), TERM_NONE);
  }
  small_edge(&s, meet, error, term_eq_make(s.tt, tx, term_bv(s.tt, 8, bad)),
             VAR_NONE, TERM_NONE, TERM_NONE);
  certify_status status = certify_proof(&s.env, s.p, r).status;
  result_free(r);
  small_clear(&s);
  return status;
}

static void joins(void **unused) {
  for (uint32_t n = 1; n <= 9; n++)
    for (uint32_t bad = 0; bad <= n; bad++)
      for (int from_labels = 0; from_labels < 2; from_labels++)
        CHECK(many_ways(n, bad, from_labels) ==
              (bad < n ? CERTIFY_REFUTED : CERTIFY_OK));
}

static void out_of_time(void **unused) {
  counter c;
  counter_init(&c, 32, 100);
  c.r->proof.kind = PROOF_BOUNDED;
  c.r->proof.k = 101;
  small_label(c.r, c.head, term_true(c.s.tt));
  c.s.env.limits.deadline = clock_now() - 1;
  certificate a = certify_proof(&c.s.env, c.s.p, c.r);
  CHECK(a.status == CERTIFY_GAVE_UP);
  counter_clear(&c);
}

// Two states that are never reached: 3 leads to 2, and 2 to itself or to the
// error. Paths that stay in 2 are as long as one likes; without them, none has
// three visits before the error. 'hidden' is a second variable that the way to
// the error depends on.
static certify_status prove_simply(uint32_t k, bool is_simple, bool is_hidden) {
  small s;
  small_init(&s);
  terms *tt = s.tt;
  var x = small_var(&s, "x", WIDTH), hidden = small_var(&s, "hidden", WIDTH);
  loc entry = small_loc(&s, LOC_ENTRY), head = small_loc(&s, LOC_PLAIN);
  loc error = small_loc(&s, LOC_ERROR);
  (void)small_loc(&s, LOC_END);
  term in = small_input(&s, INPUT_CALL, "f", WIDTH);
  term now = program_variable_term(s.p, x);
  term is_two = term_eq_make(tt, now, term_bv(tt, WIDTH, 2));
  term choice = is_hidden ? program_variable_term(s.p, hidden) : in;
  term goes_on = term_eq_make(tt, choice, term_bv(tt, WIDTH, 0));
  small_edge(&s, entry, head, TERM_NONE, x, term_bv(tt, WIDTH, 0), TERM_NONE);
  small_edge(&s, head, head, term_not(tt, is_two), x,
             term_bvsub(tt, term_bv(tt, WIDTH, 1), now), TERM_NONE);
  small_edge(&s, head, head, term_and(tt, is_two, goes_on), hidden, in, in);
  small_edge(&s, head, error, term_and(tt, is_two, term_not(tt, goes_on)),
             VAR_NONE, TERM_NONE, in);
  result *r = result_new("test");
  r->verdict = VERDICT_TRUE;
  r->proof.kind = PROOF_INVARIANT;
  r->proof.k = k;
  small_label(r, head, term_true(tt));
  if (is_simple)
    vec_push(&r->proof.simple, x);
  certify_status status = certify_proof(&s.env, s.p, r).status;
  result_free(r);
  small_clear(&s);
  return status;
}

static void simple_paths(void **unused) {
  CHECK(prove_simply(3, true, false) == CERTIFY_OK);
  CHECK(prove_simply(4, true, false) == CERTIFY_OK);
  CHECK(prove_simply(2, true, false) == CERTIFY_REFUTED);
  for (uint32_t k = 1; k <= 5; k++) {
    CHECK(prove_simply(k, false, false) == CERTIFY_REFUTED);
    // x alone does not make up a state: coming back to it says nothing.
    CHECK(prove_simply(k, true, true) != CERTIFY_OK);
  }
}

// A machine that an input sends from any mode to mode 0, 1 or 2 by way of
// branches that meet again, and the list of the first 'listed' modes. 'calls'
// gets the number of questions to solvers.
static certify_status list_modes(uint32_t listed, uint64_t *calls) {
  small s;
  small_init(&s);
  terms *tt = s.tt;
  loc entry = small_loc(&s, LOC_ENTRY), error = small_loc(&s, LOC_ERROR);
  loc head = small_loc(&s, LOC_PLAIN), read = small_loc(&s, LOC_PLAIN);
  loc set = small_loc(&s, LOC_PLAIN), met = small_loc(&s, LOC_PLAIN);
  var mode = small_var(&s, "mode", 8), n = small_var(&s, "n", 8);
  term input = small_input(&s, INPUT_CALL, "in", 8);
  term is = program_variable_term(s.p, mode),
       got = program_variable_term(s.p, n);
  term bad = term_bvule(tt, term_bv(tt, 8, 3), is);
  term list = term_false(tt), none = TERM_NONE;
  small_edge(&s, entry, head, none, mode, term_bv(tt, 8, 0), none);
  small_edge(&s, head, error, bad, VAR_NONE, none, none);
  small_edge(&s, head, read, term_not(tt, bad), n, input, input);
  term one = term_eq_make(tt, got, term_bv(tt, 8, 1));
  term two = term_eq_make(tt, got, term_bv(tt, 8, 2));
  small_edge(&s, read, met, one, mode, got, none);
  small_edge(&s, read, set, term_not(tt, one), VAR_NONE, none, none);
  small_edge(&s, set, met, two, mode, term_bv(tt, 8, 2), none);
  small_edge(&s, set, met, term_not(tt, two), mode, term_bv(tt, 8, 0), none);
  small_edge(&s, met, head, none, VAR_NONE, none, none);
  for (uint64_t i = 0; i < listed; i++)
    list = term_or(tt, list, term_eq_make(tt, is, term_bv(tt, 8, i)));
  result *r = result_new("test");
  r->finder = FINDER_BITS;
  r->proof.kind = PROOF_INVARIANT;
  r->proof.k = 1;
  small_label(r, head, list);
  certify_status status = certify_proof(&s.env, s.p, r).status;
  *calls = s.stats.certify_calls;
  result_free(r);
  small_clear(&s);
  return status;
}

// A list of states is confirmed by computing: a state that is missing is not.
static void lists_of_states(void **unused) {
  uint64_t calls;
  CHECK(list_modes(3, &calls) == CERTIFY_OK && calls <= 1);
  CHECK(list_modes(2, &calls) == CERTIFY_REFUTED);
  CHECK(list_modes(4, &calls) == CERTIFY_REFUTED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_proofs),    cmocka_unit_test(long_unrolling),
      cmocka_unit_test(invariants),       cmocka_unit_test(malformed),
      cmocka_unit_test(inputs_are_fresh), cmocka_unit_test(joins),
      cmocka_unit_test(out_of_time),      cmocka_unit_test(simple_paths),
      cmocka_unit_test(lists_of_states)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
