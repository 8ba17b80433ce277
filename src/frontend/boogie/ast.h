// SPDX-License-Identifier: Apache-2.0
// Boogie programs as trees.
//
// The parser makes them, the checker fills in types and symbols, and lowering
// reads them. Everything lives in the arena of the unit; names are interned,
// so equal names are equal pointers. Nesting is limited (BPL_MAX_DEPTH) where
// trees are made, so walking one may recurse: to the right of a binary operator
// that is. The chain of left operands can be long and is walked by a loop.
#ifndef FRONTEND_BOOGIE_AST_H
#define FRONTEND_BOOGIE_AST_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/hmap.h"
#include "frontend/boogie/lex.h"
#include "term/term.h"

enum { BPL_MAX_DEPTH = 500, BPL_MAX_WIDTH = 1 << 16, BPL_MAX_TYPE = 1000 };

typedef struct bpl_type bpl_type;
typedef struct bpl_expr bpl_expr;
typedef struct bpl_stmt bpl_stmt;
typedef struct bpl_symbol bpl_symbol;

// --- types ------------------------------------------------------------------

typedef enum {
  BPL_TYPE_BOOL,
  BPL_TYPE_INT,
  BPL_TYPE_REAL,
  BPL_TYPE_BV,
  BPL_TYPE_NAMED, // as parsed: a synonym, a constructor or a parameter
  BPL_TYPE_SORT,  // an uninterpreted one: constructor with arguments
  BPL_TYPE_MAP,   // args: the indices
  BPL_TYPE_STRUCT // args: of the fields
} bpl_type_kind;

struct bpl_type {
  bpl_type_kind kind;
  uint32_t width;   // of a BV
  const char *name; // NAMED, SORT
  const bpl_type *const *args;
  const char *const *fields; // STRUCT: names of the args
  uint32_t arg_count;
  const bpl_type *range; // of a MAP
  // From the checker:
  uint32_t leaves; // number of terms that make up a value
  uint32_t size;   // of the whole type; limited by BPL_MAX_TYPE
  bool has_map;    // somewhere among the leaves
  source_pos pos;
};

// --- expressions ------------------------------------------------------------

typedef enum {
  BPL_BOOL,    // is_true
  BPL_NUMBER,  // text, type: INT, REAL or BV
  BPL_NAME,    // text
  BPL_APPLY,   // text: a function
  BPL_OLD,     // args[0]
  BPL_NOT,     // args[0]
  BPL_MINUS,   // args[0]
  BPL_TO_INT,  // args[0]
  BPL_TO_REAL, // args[0]
  BPL_BINARY,  // op; args[0], args[1]
  BPL_SELECT,  // args[0]: the map; then the indices
  BPL_UPDATE,  // args[0]: the map; then the indices; then the element
  BPL_EXTRACT, // args[0]; high, low: bits high-1 down to low
  BPL_IF,      // args[0] ? args[1] : args[2]
  BPL_FORALL,  // bound; args[0]
  BPL_EXISTS,
  BPL_STRUCT, // fields, args
  BPL_FIELD   // args[0]; text
} bpl_expr_kind;

struct bpl_expr {
  bpl_expr_kind kind;
  token_kind op;
  bool is_true;
  source_pos pos;   // of the operator, for messages about it
  source_pos first; // of the first token
  const char *text;
  const char *start; // in the source, with 'end' for quoting it
  const char *end;
  bpl_expr **args;
  uint32_t arg_count;
  const char *const *fields;
  uint32_t high, low;
  uint32_t depth;
  bpl_symbol **bound;
  uint32_t bound_count;
  // From the checker:
  const bpl_type *type;
  bpl_symbol *symbol; // NAME, APPLY
};

// Is args[0] on the chain that is walked by loops?
bool bpl_is_spine(bpl_expr_kind kind);

// --- statements -------------------------------------------------------------

typedef struct {
  bpl_stmt **data;
  uint32_t len;
} bpl_block;

typedef struct {
  bpl_expr *condition; // NULL: *
  bpl_block body;
} bpl_arm;

// A condition that is checked, or only assumed (free).
typedef struct {
  bpl_expr *condition;
  bool is_free;
} bpl_spec;

typedef struct {
  bpl_spec *data;
  uint32_t len;
} bpl_specs;

typedef enum {
  BPL_ASSERT, // condition
  BPL_ASSUME, // condition
  BPL_HAVOC,  // targets: names
  BPL_ASSIGN, // targets: names with selects and fields; values
  BPL_CALL,   // targets: names; name: the procedure; values: the arguments
  BPL_BRANCH, // arms, otherwise
  BPL_WHILE,  // condition (NULL: *), invariants, names: its labels (from the
              // checker), otherwise: its body
  BPL_GOTO,   // names
  BPL_RETURN,
  BPL_BREAK, // name; NULL: out of the innermost loop
  BPL_LABEL  // name
} bpl_stmt_kind;

struct bpl_stmt {
  bpl_stmt_kind kind;
  source_pos pos;
  const char *name;
  bpl_expr *condition;
  bpl_expr **targets, **values;
  uint32_t target_count, value_count;
  bpl_arm *arms;
  uint32_t arm_count;
  bpl_block otherwise;
  bpl_specs invariants;
  const char *const *names;
  const source_pos *name_pos;
  uint32_t name_count;
  bool has_label; // somewhere inside
  // From the checker:
  uint32_t *labels;   // GOTO: numbers of the labels; LABEL: its own
  bpl_symbol *symbol; // CALL
};

// --- declarations -----------------------------------------------------------

typedef enum {
  BPL_CONSTANT,
  BPL_GLOBAL,
  BPL_LOCAL,
  BPL_PARAMETER, // of a procedure: cannot be assigned
  BPL_RESULT,
  BPL_BOUND, // by a quantifier, or a parameter of a function
  BPL_FUNCTION,
  BPL_PROCEDURE
} bpl_symbol_kind;

typedef struct bpl_function bpl_function;
typedef struct bpl_procedure bpl_procedure;

struct bpl_symbol {
  bpl_symbol_kind kind;
  const char *name;
  source_pos pos;
  const bpl_type *type;
  bpl_expr *where;   // NULL: none
  bool is_unique;    // CONSTANT
  uint32_t scope;    // for the checker: the last one that it was bound in
  uint32_t slot;     // LOCAL, PARAMETER, RESULT: first leaf in the frame
  const term *terms; // CONSTANT, GLOBAL, BOUND: its leaves, from lowering
  bpl_function *function;
  bpl_procedure *procedure;
};

typedef struct {
  bpl_symbol **data;
  uint32_t len, cap;
} bpl_symbols;

typedef enum { BPL_FRESH, BPL_ACTIVE, BPL_DONE } bpl_progress;

struct bpl_function {
  bpl_symbol *symbol; // its type is that of the result
  bpl_symbols parameters;
  bpl_expr *body;          // NULL: uninterpreted
  const char *builtin;     // the SMT-LIB operator; NULL: none
  const uint32_t *indices; // of the operator, from {:indices ...}
  uint32_t index_count;
  // From lowering:
  bpl_progress progress;
  const term *terms; // of the body; or the maps of an uninterpreted one
};

typedef struct {
  const char *name;
  source_pos pos;
  bool is_loop; // from the checker: a loop stands behind it
} bpl_label;

// The body of a procedure, and the names its implementation gives things.
typedef struct {
  const char *name; // of the procedure
  source_pos pos, end;
  bpl_symbols parameters, results, locals;
  bpl_block body;
  bpl_label *labels; // all of the body
  uint32_t label_count;
} bpl_implementation;

// A term variable of a procedure: one leaf of a Boogie variable, or of what a
// global was at the start.
typedef struct {
  bpl_symbol *symbol;
  uint32_t leaf;
  bool is_old;
} bpl_slot;

struct bpl_procedure {
  bpl_symbol *symbol;
  uint32_t number; // among all procedures
  bool is_entry;   // {:entrypoint}
  bpl_symbols parameters, results;
  bpl_specs requires_, ensures;
  bpl_symbols modifies;
  const char *const *modifies_names;
  const source_pos *modifies_pos;
  uint32_t modifies_count;
  VEC(bpl_implementation *) bodies;
  // From the checker:
  VEC(bpl_slot) slots;
  hmap old; // global of which the value at the start is wanted -> first slot
};

typedef struct {
  const char *name;
  source_pos pos;
  const char *const *parameters;
  uint32_t parameter_count;
  const bpl_type *synonym; // NULL: uninterpreted
  bpl_progress progress;   // of resolving the synonym
} bpl_type_decl;

// All files together.
typedef struct {
  arena *mem;
  strtab *names;
  VEC(bpl_type_decl *) types;
  bpl_symbols constants, globals;
  VEC(bpl_function *) functions;
  VEC(bpl_procedure *) procedures;
  VEC(bpl_implementation *) implementations; // that stand alone
  VEC(bpl_expr *) axioms;
  bool has_quantifiers;
} bpl_unit;

#endif
