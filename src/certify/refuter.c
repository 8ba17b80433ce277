// SPDX-License-Identifier: Apache-2.0
// Most of what proofs owe is decided by the conditions that a path has passed:
// comparisons with constants, and equations. A solver takes longer to start
// than such a question takes to think through, which goes like this. What a
// conjunction says by itself (its literals) is known; the rest is read again
// with these: computed where variables are constants, compared within the
// bounds that are known (certify/image.h). If that is false, there is nothing
// left. If no literal is left, an atom is taken to be true in one case and
// false in another. Both must be impossible.
//
// An equation of a variable with another one or with a constant puts that in
// its place. All of this is sound one by one: whatever makes the formula true
// makes each of its literals true, so in these values nothing changes.
#include "certify/refuter.h"

#include <assert.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/vec.h"
#include "certify/image.h"
#include "certify/known.h"
#include "term/walk.h"

enum {
  MAX_NODES = 2000,  // of a formula
  MAX_WORK = 20000,  // nodes that are read for one formula
  MAX_WASTE = 60000, // in vain, beside as many as were not
  MAX_CASES = 500
};

// What is left of the formula where the facts hold.
typedef struct {
  term rest;
  known facts;
} refuter_case;

typedef struct {
  term t;
  bool holds;
} literal;

struct refuter {
  terms *tt;
  image *image;
  arena *mem; // of facts
  VEC(refuter_case) open;
  VEC(literal) parts;
  uint64_t work, used, wasted; // nodes read: for this formula, and for all
};

static term itself(void *data, term variable) {
  (void)data;
  return variable;
}

refuter *refuter_new(terms *tt) {
  refuter *r = mem_alloc(sizeof *r);
  *r = (refuter){.tt = tt, .mem = arena_new()};
  r->image = image_new(tt, tt, itself, NULL);
  return r;
}

void refuter_free(refuter *r) {
  if (!r)
    return;
  image_free(r->image);
  arena_free(r->mem);
  vec_free(&r->open);
  vec_free(&r->parts);
  mem_free(r);
}

// Counts no further than to 'most'.
static uint32_t count_nodes(const terms *tt, term formula, uint32_t most) {
  term_set seen = {0};
  term_vec open = {0};
  uint32_t count = 0;
  vec_push(&open, formula);
  while (open.len > 0 && count <= most) {
    term t = vec_pop(&open);
    if (!term_set_add(&seen, t))
      continue;
    count++;
    for (uint32_t i = 0; i < term_arity(tt, t); i++)
      vec_push(&open, term_arg(tt, t, i));
  }
  vec_free(&open);
  term_set_free(&seen);
  return count;
}

// --- literals ----------------------------------------------------------------

static bool is_leaf(const terms *tt, term t) {
  return term_get_kind(tt, t) == TERM_VARIABLE || term_is_value(tt, t);
}

// A variable that equals a leaf gives way to it.
static void replace(refuter *r, term equation) {
  for (uint32_t i = 0; i < 2; i++) {
    term v = term_arg(r->tt, equation, i);
    term other = term_arg(r->tt, equation, 1 - i);
    if (term_get_kind(r->tt, v) == TERM_VARIABLE && is_leaf(r->tt, other) &&
        !image_has(r->image, v)) {
      image_set(r->image, v, other);
      return;
    }
  }
}

// What is less is not greater.
static known learn_order(refuter *r, known facts, literal l) {
  term_kind kind = term_get_kind(r->tt, l.t);
  bool is_strict = kind == TERM_BVULT || kind == TERM_BVSLT || kind == TERM_LT;
  bool is_weak = kind == TERM_BVULE || kind == TERM_BVSLE || kind == TERM_LE;
  if (l.holds ? !is_strict : !is_weak)
    return facts;
  term args[2] = {term_arg(r->tt, l.t, 1), term_arg(r->tt, l.t, 0)};
  term other = term_make(r->tt, kind, sort_bool(r->tt), args, 2, 0, 0);
  return known_add(facts, r->mem, r->tt,
                   l.holds ? term_not(r->tt, other) : other);
}

static known learn(refuter *r, known facts, literal l) {
  if (l.holds && term_get_kind(r->tt, l.t) == TERM_EQ)
    replace(r, l.t);
  facts = known_add(facts, r->mem, r->tt, l.holds ? l.t : term_not(r->tt, l.t));
  return learn_order(r, facts, l);
}

static bool is_connective(const terms *tt, term t) {
  term_kind kind = term_get_kind(tt, t);
  return kind == TERM_AND || kind == TERM_OR || kind == TERM_NOT ||
         (kind == TERM_ITE && term_is_bool(tt, t));
}

// The condition of an if-then-else below an atom; none: there is none.
static term find_condition(const terms *tt, term atom) {
  term_set seen = {0};
  term_vec open = {0};
  term found = TERM_NONE;
  vec_push(&open, atom);
  while (open.len > 0 && term_is_none(found)) {
    term t = vec_pop(&open);
    if (!term_set_add(&seen, t))
      continue;
    if (term_get_kind(tt, t) == TERM_ITE)
      found = term_arg(tt, t, 0);
    for (uint32_t i = 0; i < term_arity(tt, t); i++)
      vec_push(&open, term_arg(tt, t, i));
  }
  vec_free(&open);
  term_set_free(&seen);
  return found;
}

// Literals of a formula that is taken as a conjunction, where they depend on no
// other conditions. Returns how many there are.
static uint32_t learn_literals(refuter *r, term formula, known *facts) {
  uint32_t count = 0;
  vec_clear(&r->parts);
  vec_push(&r->parts, ((literal){formula, true}));
  while (r->parts.len > 0) {
    literal l = vec_pop(&r->parts);
    term_kind kind = term_get_kind(r->tt, l.t);
    if (kind == TERM_NOT) {
      vec_push(&r->parts, ((literal){term_arg(r->tt, l.t, 0), !l.holds}));
    } else if (kind == (l.holds ? TERM_AND : TERM_OR)) {
      for (uint32_t i = 0; i < term_arity(r->tt, l.t); i++)
        vec_push(&r->parts, ((literal){term_arg(r->tt, l.t, i), l.holds}));
    } else if (!is_connective(r->tt, l.t) && kind != TERM_VALUE &&
               term_is_none(find_condition(r->tt, l.t))) {
      *facts = learn(r, *facts, l);
      count++;
    }
  }
  return count;
}

// --- cases -------------------------------------------------------------------

// Below a condition, down to an atom that depends on no other one.
static term choose_atom(const terms *tt, term formula) {
  term atom = TERM_NONE;
  for (term t = formula; !term_is_none(t); t = find_condition(tt, atom))
    for (atom = t; is_connective(tt, atom);)
      atom = term_arg(tt, atom, 0);
  return atom;
}

// The formula where the facts hold, which were learned since the restart.
static term read_with(refuter *r, term formula, known facts) {
  image_know(r->image, facts);
  term rest = image_of(r->image, formula);
  r->work += image_size(r->image) + 1;
  return image_is_impossible(r->image) ? term_false(r->tt) : rest;
}

static refuter_case with_atom(refuter *r, const refuter_case *c, term atom,
                              bool holds) {
  image_restart(r->image);
  known facts = learn(r, c->facts, (literal){atom, holds});
  return (refuter_case){read_with(r, c->rest, facts), facts};
}

// False: one that is left has nothing left to be refuted.
static bool put_off(refuter *r, refuter_case c) {
  if (term_is_true(r->tt, c.rest))
    return false;
  if (!term_is_false(r->tt, c.rest))
    vec_push(&r->open, c);
  return true;
}

// What is the same in both cases does not depend on the atom.
static bool split(refuter *r, refuter_case c) {
  term atom = choose_atom(r->tt, c.rest);
  refuter_case yes = with_atom(r, &c, atom, true);
  refuter_case no = with_atom(r, &c, atom, false);
  if (term_eq(yes.rest, no.rest))
    return put_off(r, (refuter_case){yes.rest, c.facts});
  return put_off(r, no) && put_off(r, yes);
}

// False: the case may be possible.
static bool settle(refuter *r, refuter_case c) {
  image_restart(r->image);
  if (learn_literals(r, c.rest, &c.facts) == 0)
    return split(r, c);
  c.rest = read_with(r, c.rest, c.facts);
  return put_off(r, c);
}

static bool settle_all(refuter *r, term formula) {
  bool is_open = false;
  vec_clear(&r->open);
  vec_push(&r->open, ((refuter_case){.rest = formula}));
  while (r->open.len > 0 && !is_open)
    is_open = r->open.len > MAX_CASES || r->work > MAX_WORK ||
              !settle(r, vec_pop(&r->open));
  image_restart(r->image);
  image_know(r->image, NULL);
  arena_reset(r->mem);
  return !is_open;
}

bool refuter_refutes(refuter *r, term formula) {
  assert(term_is_bool(r->tt, formula));
  if (r->wasted > r->used + MAX_WASTE)
    return false;
  r->work = count_nodes(r->tt, formula, MAX_NODES);
  bool is_refuted = r->work <= MAX_NODES && settle_all(r, formula);
  *(is_refuted ? &r->used : &r->wasted) += r->work;
  return is_refuted;
}
