// SPDX-License-Identifier: Apache-2.0
// Cheap abstract domains, seen from samples. Internal to interpolate.
//
// A *sample* is a state of the shared variables that one side of a cut allows.
// A *cloud* is a set of samples; a domain turns it into *facts*: the strongest
// formulas of its kind that are true of all samples. Facts are not promised to
// hold of more than the samples; abstract.c asks the solver.
#ifndef INTERPOLATE_ABSTRACT_ABSTRACT_H
#define INTERPOLATE_ABSTRACT_ABSTRACT_H

#include "interpolate/query.h"
#include "term/eval.h"

// A variable of a frame. Its value in a sample is 64 bits: a Boolean as 0 or 1,
// a bit-vector zero-extended, an integer as int64_t.
typedef struct {
  term variable;
  uint32_t width; // of a bit-vector, at most 64; 1: also Bool; 0: Int
  bool is_bool;
} itp_slot;

// The variables of a cut that domains understand, and what helps to choose
// facts about them.
typedef struct {
  terms *tt;
  VEC(itp_slot) slots;
  term_vec atoms;          // predicates of the formulas over slots only
  VEC(uint64_t) constants; // numbers that occur in the formulas
  bool prefers_signed;     // most comparisons of the formulas are signed
  bool has_remainder;      // the formulas divide
} itp_frame;

// Samples, seen through the slots that matter (indices into frame->slots).
typedef struct {
  const itp_frame *frame;
  const uint32_t *slots;
  uint32_t slot_count;
  const uint64_t *const *samples; // values by index into frame->slots
  uint32_t sample_count;          // at least 1
  arena *mem;                     // for payloads of facts
} itp_cloud;

// A bound on an expression: expr <= constant, or >=.
typedef struct {
  term expr;
  uint32_t width; // 0: Int
  bool is_signed, is_upper;
  uint64_t constant; // an Int, or signed: as int64_t, sign-extended
} itp_bound;

// Zero is the sum of coefficient[i] * variable[i] and the constant, modulo
// 2^bits (bits = 0: over Int).
typedef struct {
  const term *variables;
  const uint64_t *coefficients;
  uint32_t n, bits;
  uint64_t constant;
} itp_equation;

// The bits of 'variable' under the mask are those of 'value'.
typedef struct {
  term variable;
  uint64_t mask, value;
} itp_pattern;

typedef struct itp_domain itp_domain;

typedef struct {
  const itp_domain *domain;
  term formula;
  // Facts of higher cost are dropped first: cost is how unlikely the fact is
  // to survive another step of the program.
  uint32_t cost;
  // The fact can be weakened: slack 1, 2, ... up to this are weaker and weaker
  // forms. 0: it cannot.
  uint64_t max_slack;
  // The fact fixes a variable to one value.
  bool is_point;
  union {
    itp_bound bound;
    itp_equation equation;
    itp_pattern pattern;
  };
} itp_fact;

typedef VEC(itp_fact) itp_fact_list;

struct itp_domain {
  const char *name;
  void (*collect)(const itp_cloud *c, itp_fact_list *out);
  // The fact with this slack; NULL where facts cannot be weakened.
  itp_fact (*weaken)(terms *tt, const itp_fact *f, uint64_t slack);
};

extern const itp_domain itp_affine;     // equations modulo 2^n, or over Int
extern const itp_domain itp_bounds;     // of variables
extern const itp_domain itp_pairs;      // orders, differences and sums of two
extern const itp_domain itp_known_bits; // of bit-vectors, and Booleans
extern const itp_domain itp_congruence; // modulo any number
extern const itp_domain itp_atom;       // predicates of the formulas

// Costs, from what is kept to what is dropped first.
enum {
  COST_RELATION = 10, // an equation between variables
  COST_ATOM = 20,
  COST_BOUND = 30,
  COST_ORDER = 35,
  COST_OTHER_SIGN = 40, // a comparison in the sign the formulas do not use
  COST_PAIR = 45,
  COST_CONGRUENCE = 50,
  COST_BITS = 60,
  COST_POINT = 70, // an equation that fixes one variable
};

// --- frames and samples (sample.c) -------------------------------------------

// The frame of cut 'cut' of q. False: some shared variable is of a sort that
// no domain understands (it has no slot).
bool itp_frame_init(itp_frame *f, const itp_query *q, uint32_t cut);
void itp_frame_clear(itp_frame *f);
// The values of all slots in the prover's model. NULL: one is out of range.
const uint64_t *itp_sample_read(const itp_frame *f, itp_prover *p, arena *mem);
// 'variable = value' of one slot.
term itp_sample_equation(const itp_frame *f, const uint64_t *sample,
                         uint32_t slot);
// 'All integers are small' of the slots; true where there are none.
term itp_frame_small(const itp_frame *f);
// Gives an evaluator the values of the sample.
void itp_sample_set(const itp_frame *f, const uint64_t *sample, evaluator *e);

// --- helpers of domains ------------------------------------------------------

static inline uint64_t itp_mask(uint32_t width) {
  return width == 0 || width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

// A slot's value as a signed number.
static inline int64_t itp_signed(uint64_t bits, uint32_t width) {
  if (width == 0 || width >= 64)
    return (int64_t)bits;
  uint64_t sign = UINT64_C(1) << (width - 1);
  return (int64_t)((bits ^ sign) - sign);
}

// The constant of a width (0: Int).
term itp_constant(terms *tt, uint32_t width, uint64_t bits);
// The slack that moves the bound to 'constant'; 0: it would not be weaker.
uint64_t itp_bound_slack(const itp_bound *b, uint64_t constant);

// --- one side of a cut (side.c) ----------------------------------------------

// Some states of the shared variables that a side allows: a question whether a
// formula is possible there need not go to the solver if it is true in one.
typedef struct {
  VEC(evaluator *) states;
  uint32_t next; // the one to be replaced when there are many
} itp_pool;

void itp_pool_clear(itp_pool *p);

// Blocks [from, to) of q.
typedef struct {
  const itp_query *q;
  const itp_frame *frame;
  uint32_t from, to;
  term extra;     // also holds there
  itp_pool *pool; // NULL: none
} itp_side;

// Is the side satisfiable together with the formulas, which are over the
// frame? If not, *needed (may be NULL) tells for each whether it took part. On
// SMT_SAT there may be no model in the prover, if the side has a pool.
smt_status itp_side_check(const itp_side *s, const term *formulas, uint32_t n,
                          bool *needed);
// The same, with little patience.
smt_status itp_side_try(const itp_side *s, const term *formulas, uint32_t n,
                        bool *needed);

// --- generalization (weaken.c) -----------------------------------------------

// If the facts contradict the side: leaves a subset of weakened facts that
// does. SMT_SAT: they do not; the list is unchanged.
smt_status itp_generalize(const itp_side *s, itp_fact_list *facts);
// Replaces several equations by one that still contradicts the side, where
// that is found.
void itp_merge_equations(const itp_side *s, arena *mem, itp_fact_list *facts);
// The sum (factor 1) or difference (factor -1) of two equations over the same
// variables as a fact; false: it would not be one.
bool itp_equation_combine(terms *tt, arena *mem, const itp_equation *a,
                          const itp_equation *b, int factor, itp_fact *out);

#endif
