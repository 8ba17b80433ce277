// SPDX-License-Identifier: Apache-2.0
// What the files of lowering share.
//
// A Boogie value is one term per leaf of its type: one for everything but
// structs, the leaves of all fields for these. A map has one array per leaf of
// its range, curried over all leaves of its indices.
//
// Control is a set of open edges whose target does not exist yet. The next
// statement makes one location for all of them, with its own position; so paths
// meet without extra edges.
#ifndef FRONTEND_BOOGIE_LOWERING_H
#define FRONTEND_BOOGIE_LOWERING_H

#include "base/env.h"
#include "base/vec.h"
#include "frontend/boogie/ast.h"
#include "program/program.h"

typedef struct {
  loc from;
  block block;
  edge_info info;
} bpl_open_edge;

typedef VEC(bpl_open_edge) bpl_open_edges;

// The term variables of a procedure at one depth of its recursion.
typedef struct {
  const term *slots; // by bpl_slot
} bpl_store;

// A call that is being executed.
typedef struct bpl_frame {
  bpl_procedure *procedure;
  const struct bpl_frame *parent; // NULL: an entry
  uint32_t depth, occurrence;
  const bpl_store *store;
  source_pos call; // where it was called
  loc start, end;
} bpl_frame;

typedef struct {
  const bpl_stmt *stmt;
  bpl_open_edges exits; // by break
} bpl_loop;

typedef struct {
  const env *env;
  bpl_unit *unit;
  program *p;
  terms *tt;
  arena *mem;
  diag *d;
  loc end, error, bound, unsupported;
  // Constants, globals, uninterpreted functions: set by the first edge.
  VEC(var) arbitrary;
  hmap stores;                 // (procedure, occurrence) -> bpl_store
  hmap sorts;                  // number of unique constants, by name of type
  term zero[3];                // what divisions by zero give; see bpl_divide
  uint32_t depth;              // of functions being lowered
  VEC(const bpl_frame *) work; // calls to be executed
  // Where lowering is:
  const bpl_frame *frame; // NULL: nowhere
  bool is_old;            // inside of old(...)
  // The condition being lowered (lower_quantifier.c):
  int wanted;       // 1: it is to be true; -1: false; 0: there is no condition
  int polarity;     // 1: as it stands; -1: negated; 0: both
  uint32_t copies;  // that quantifiers over Booleans make of what is below
  bool is_weakened; // a quantifier was given up
  term_vec witnesses;  // inputs
  term weak;           // the variable; TERM_NONE: there are no quantifiers
  loc at;              // a location without edges; or
  bpl_open_edges open; // edges without target. Neither: dead code
  bpl_open_edges returns;
  VEC(bpl_loop) loops;
  loc *labels;
  const bpl_implementation *body;
} bpl_lowering;

// The simultaneous assignment under construction.
typedef struct {
  VEC(assignment) list;
  VEC(term) inputs;
} bpl_update;

// --- leaves (lower_value.c) -------------------------------------------------
void bpl_leaf_sorts(bpl_lowering *l, const bpl_type *t, sort *out);
type_info bpl_type_info(bpl_lowering *l, const bpl_type *t, uint32_t leaf);
// "x", or "x!base" where there are several leaves.
const char *bpl_leaf_name(bpl_lowering *l, const char *name, const bpl_type *t,
                          uint32_t leaf);
// A variable that has any value from the start on.
term bpl_arbitrary(bpl_lowering *l, const bpl_symbol *s, uint32_t leaf,
                   sort s_);
term bpl_select(bpl_lowering *l, term map, const term *index, uint32_t n);
term bpl_store_at(bpl_lowering *l, term map, const term *index, uint32_t n,
                  term element);
term bpl_number(bpl_lowering *l, const bpl_expr *e);

// --- expressions (lower_expr.c) ---------------------------------------------
// Its leaves. After an error (l->d) these are any terms of the right sorts.
const term *bpl_lower_expr(bpl_lowering *l, const bpl_expr *e);
term bpl_lower_condition(bpl_lowering *l, const bpl_expr *e);
const term *bpl_symbol_terms(bpl_lowering *l, const bpl_symbol *s);
// The leaves of all args from 'first' to 'end', one after the other.
const term *bpl_lower_args(bpl_lowering *l, bpl_expr *const *args,
                           uint32_t count, uint32_t *leaves);

// --- quantifiers (lower_quantifier.c) ----------------------------------------
// True: the axiom defines a function, and is done with.
bool bpl_take_definition(const bpl_expr *axiom);
term bpl_lower_quantifier(bpl_lowering *l, const bpl_expr *e);
// A condition that may have quantifiers, up to the update of the edges that it
// guards.
typedef enum {
  BPL_ASSERTED = -1, // an execution that goes wrong wants it to be false
  BPL_DECIDES = 0,   // executions go on both ways
  BPL_ASSUMED = 1
} bpl_use;
term bpl_begin_condition(bpl_lowering *l, const bpl_expr *e, bpl_use use);
void bpl_end_condition(bpl_lowering *l, bpl_update *u);

// --- functions (lower_function.c, builtin.c) ---------------------------------
const term *bpl_lower_apply(bpl_lowering *l, const bpl_expr *e);
// The operator that SMT-LIB calls 'name'; TERM_NONE: not known, or it does not
// fit the arguments.
term bpl_builtin(bpl_lowering *l, const bpl_function *f, const term *args,
                 uint32_t count);
// Division whose divisor may be zero: any value then, but the same for the same
// dividend.
term bpl_divide(bpl_lowering *l, term_kind kind, term a, term b);

// --- control (flow.c) -------------------------------------------------------
bool bpl_is_dead(const bpl_lowering *l);
loc bpl_new_location(bpl_lowering *l, source_pos pos, bool is_loop);
// The location where the next statement stands; not for dead code.
loc bpl_here(bpl_lowering *l, source_pos pos, bool is_loop);
// An edge from there that goes on with whatever comes next.
void bpl_go_on(bpl_lowering *l, loc from, term guard, bpl_update *u,
               const edge_info *info);
void bpl_go_to(bpl_lowering *l, loc to); // all open edges
// All open edges at the end of 'to'; nothing is open then.
void bpl_put_aside(bpl_lowering *l, bpl_open_edges *to);
void bpl_resume(bpl_lowering *l, bpl_open_edges *from); // adds and clears them
void bpl_add_edge(bpl_lowering *l, loc from, loc to, term guard, bpl_update *u,
                  const edge_info *info);
// n edges from here, of which an input chooses one, left open in 'out'.
void bpl_choose(bpl_lowering *l, source_pos pos, uint32_t n,
                bpl_open_edges *out);

void bpl_assign(bpl_update *u, bpl_lowering *l, term variable, term next);
void bpl_havoc(bpl_lowering *l, bpl_update *u, const bpl_symbol *s,
               const term *leaves, input_kind kind, source_pos pos);
void bpl_update_clear(bpl_update *u);

// --- statements (lower_stmt.c, lower_call.c) ---------------------------------
void bpl_assume(bpl_lowering *l, const bpl_expr *e, source_pos pos);
// what: "assertion"; the rest of the error's text is the condition.
void bpl_assert(bpl_lowering *l, const bpl_expr *e, source_pos pos,
                const char *what, const char *of);
void bpl_lower_body(bpl_lowering *l, const bpl_implementation *i);
void bpl_lower_call(bpl_lowering *l, const bpl_stmt *s);
void bpl_run_calls(bpl_lowering *l); // executes l->work
// NULL: the bound on recursion, or on the size of the program, is reached.
bpl_frame *bpl_new_frame(bpl_lowering *l, bpl_procedure *q,
                         const bpl_frame *parent);
void bpl_assume_where(bpl_lowering *l, const bpl_symbols *list);

#endif
