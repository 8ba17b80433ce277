// SPDX-License-Identifier: Apache-2.0
// The C program as the translator sees it: LLVM IR, decoded once.
//
// Inlining visits a function many times, so each is decoded once into flat
// tables: types with sizes and offsets, operands whose constants are terms
// already, instructions with the position of their statement and the last use
// of their result. All lives in the module's arena.
#ifndef FRONTEND_C_IR_IR_H
#define FRONTEND_C_IR_IR_H

#include "base/arena.h"
#include "base/hmap.h"
#include "frontend/c/ir/debug_type.h"
#include "frontend/c/ir/ir_operators.h"
#include "program/program.h"
#include "term/term.h"

// --- types -----------------------------------------------------------------
typedef enum {
  IR_INT, // scalars first
  IR_POINTER,
  IR_FLOAT, // of 32 and 64 bits; others can be moved, not computed with
  IR_WORD,  // of a union: a pointer or a number (word.h); in no source
  IR_STRUCT,
  IR_ARRAY, // vectors, too
  IR_VOID,
  IR_OTHER // functions, ...
} ir_type_kind;

typedef struct ir_type {
  ir_type_kind kind;
  uint32_t bits;             // of IR_INT and IR_FLOAT
  uint32_t align;            // bytes
  uint64_t size;             // bytes, as an array element
  uint64_t store;            // bytes that a load or store touches (scalars)
  bool is_union, is_literal; // IR_STRUCT: of a C union; without a name
  uint32_t word_bytes; // of the words of a union with pointers; 0: no words
  uint32_t count;      // fields of a struct, elements of an array (saturated)
  uint64_t length;     // elements of an array
  const struct ir_type *element; // of an array
  const struct ir_type **fields; // of a struct
  uint64_t *offsets;             // of its fields, in bytes
} ir_type;

// An array that an index leaves.
typedef struct {
  uint64_t bytes, length; // 0: there is none
} ir_left;

// Where in an array a pointer is that was made from it.
typedef struct {
  ir_left array;
  uint64_t room; // bytes from there to its end; 0: not known
} ir_room;

// --- operands --------------------------------------------------------------
typedef enum {
  OPERAND_SLOT,      // result of an instruction, or a parameter
  OPERAND_LOCAL,     // address of a local variable (an alloca)
  OPERAND_INT,       // constant; i1 is a Bool term, floats are their bits
  OPERAND_POINTER,   // address of a symbol plus an offset; symbol 0: absolute
  OPERAND_UNDEF,     // any value
  OPERAND_AGGREGATE, // constant struct or array: its leaves
  OPERAND_BAD        // a constant without a meaning here
} operand_kind;

typedef struct ir_operand {
  operand_kind kind;
  const ir_type *type;
  union {
    uint32_t slot;
    uint32_t local;
    term constant;
    struct {
      uint32_t symbol;
      int64_t offset;
      ir_left left; // by an index that it was made from
      ir_room room; // in the array that it was made from
    };
    const struct ir_operand *leaves;
    const char *reason;
  };
  uint32_t leaf_count;
} ir_operand;

// --- instructions ----------------------------------------------------------
typedef enum {
  IR_NOP,
  IR_MOVE,  // result = operand (freeze, expect, ...)
  IR_LOAD,  // pointer
  IR_STORE, // value, pointer
  IR_GEP,   // aux: index into geps
  IR_BINARY,
  IR_COMPARE,
  IR_TRUNC,
  IR_ZEXT,
  IR_SEXT,
  IR_BITCAST,
  IR_PTR_TO_INT,
  IR_INT_TO_PTR,
  IR_SELECT,
  IR_EXTRACT, // aggregate; aux: first leaf
  IR_INSERT,  // aggregate, element; aux: first leaf
  IR_GATHER,  // the leaves of the result
  IR_CALL,    // arguments; aux: index into calls
  IR_BUILTIN, // arguments; sub: ir_builtin
  IR_REAL,    // operands; sub: ir_real; aux: as it says
  IR_COPY,    // destination, source, size: memcpy, memmove
  IR_FILL,    // destination, byte, size: memset
  IR_ASSUME,
  IR_ALLOCATE, // number of elements; aux: local of variable length
  IR_DECLARE,  // aux: local; here its life begins
  IR_LIFE,     // aux: local; aux2: its life begins (it ends)
  IR_CHECK,    // condition; where it does not hold, the behavior is undefined;
               // aux: ir_check
  IR_LABEL,    // a C label named by --error-label
  IR_TRAP,     // ends the program
  IR_BAD,      // no meaning (aux: text), or its result has none (aux2)
  // Terminators.
  IR_BRANCH, // aux: block
  IR_COND,   // condition; aux, aux2: blocks; sub: the source says '!'
  IR_SWITCH, // value; aux: index into switches
  IR_RETURN, // operand, if any
  IR_UNREACHABLE
} ir_op;

enum { IR_NO_SLOT = UINT32_MAX, IR_ELSEWHERE = UINT32_MAX };

typedef struct {
  uint8_t op;  // ir_op
  uint8_t sub; // ir_binary, ir_compare, ir_builtin, ir_real
  bool is_volatile;
  bool is_member;       // a load or store of a member of a struct, by its name
  bool is_hidden;       // belongs to no statement of the source
  uint32_t slot;        // of the result; IR_NO_SLOT: none
  uint32_t last_use;    // index of the last instruction of the block that uses
                        // it (its own: none); IR_ELSEWHERE: used elsewhere, too
  uint32_t next_effect; // index of the next store, call or jump: the statement
                        // it belongs to; its own if it is one
  uint32_t operands, operand_count; // into the function's operands
  uint32_t aux, aux2;
  const ir_type *type; // of the result; of what is stored
  source_pos pos;      // line 0: none
  uint32_t scope;      // of the program; 0: none
} ir_inst;

typedef struct {
  ir_operand operand; // the index
  int64_t scale;      // bytes
  uint64_t bound;     // index < bound by its array type; 0: not known
  bool is_strict;     // C does not define an access where it is not
} ir_index;

typedef struct {
  int64_t offset; // sum of the constant indices
  ir_left left;   // by one of these; of several arrays, the smallest
  bool is_inside; // a part of what the pointer points to, not something beside
  bool is_sum;    // pointer arithmetic: one index, and no type is entered
  ir_room room;   // of an array that it leads into last
  uint32_t indices, index_count;
  const ir_type *source; // what the pointer is taken to point to
} ir_gep;

// Where the pointer leads to the function, that copy of it runs.
typedef struct {
  uint32_t symbol, copy;
} ir_variant;

typedef struct {
  uint32_t symbol; // called function; 0: through operand 'pointer'
  ir_operand pointer;
  bool is_noreturn;
  bool has_result;
  bool is_cyclic; // it may run again in the same call of the function around it
  uint32_t site;  // number of the allocation, plus one; 0: it allocates nothing
  uint64_t by_value;          // by argument: it is the memory that is copied
  const ir_variant *variants; // of a call through a pointer
  uint32_t variant_count;
} ir_call;

enum { IR_MOST_BY_VALUE = 64 }; // arguments of which is known whether they are

static inline bool ir_is_by_value(const ir_call *c, uint32_t argument) {
  return argument < IR_MOST_BY_VALUE && (c->by_value >> argument & 1) != 0;
}

typedef struct {
  term value;
  uint32_t block;
} ir_case;

typedef struct {
  uint32_t cases, case_count;
  uint32_t otherwise; // block
} ir_switch;

typedef struct {
  uint32_t block; // predecessor
  ir_operand value;
} ir_incoming;

typedef struct {
  uint32_t slot;
  const ir_type *type;
  uint32_t incoming, incoming_count;
} ir_phi;

typedef struct {
  uint32_t first, count; // instructions
  uint32_t phis, phi_count;
  uint32_t forward;  // block that runs in its place: itself, or where a chain
                     // of empty blocks ends
  source_pos pos;    // of its first statement
  uint32_t scope;    // of the same, or of the loop
  bool has_births;   // temporaries begin here, and may have been there before
  bool is_loop_head; // of a loop statement
  source_pos loop;   // where that begins
} ir_block;

// A local variable or temporary of a function: an alloca, or the memory of a
// parameter that is passed by value.
typedef struct {
  const ir_type *type;
  const char *name; // NULL: a temporary of the compiler
  const debug_type *debug;
  source_pos pos;
  uint32_t scope, align; // align: bytes
  bool is_variable;      // an array of this type whose length is computed
  bool is_parameter;     // written before its declaration: never havocked there
  bool is_filled;        // the call itself writes it
  bool is_by_value;      // memory of a parameter
  bool is_variadic;      // arguments without names of a call are laid out here
  bool is_scalar;        // one cell, only loaded and stored as a whole
  bool has_address;      // its address goes elsewhere
  bool is_kept;          // its address is stored
  bool is_live_entry;    // may be read before written after the call
  bool is_live_declare;  // may be read before written after its declaration
  bool has_scope;        // where its life begins and ends is marked
  bool is_declared_again; // perhaps: the declaration is in a loop
  bool is_literal;       // a compound literal, which lives as long as its block
  uint32_t birth;        // of a temporary: the block that mentions it first
  bool is_single_store;  // scalar, one store, which precedes every load
  bool is_address;       // an integer that is always an address: a pointer here
  bool is_address_moved; // compares as a number: something was added to it, or
                         // the memory may have been given out again
  bool shows_padding;    // its padding may be read
} ir_local;

typedef struct {
  const ir_type *type;
  uint32_t local;    // set if its only use is to fill this local; else NO_SLOT
  uint32_t by_value; // local that is its memory; else IR_NO_SLOT
  const char *name;  // NULL: not known
  const debug_type *debug;
} ir_parameter;

typedef struct ir_function {
  uint32_t symbol;
  const char *name; // in the source
  source_pos pos;
  const ir_type *result;
  bool is_vararg;
  bool is_copy;        // all but 'calls' belongs to another function
  bool jumps_back;     // also other than to the head of a loop statement
  const char *bad;     // why it cannot be entered; NULL: it can
  uint32_t slot_count; // parameters first
  VEC(ir_parameter) parameters;
  VEC(ir_local) locals;
  VEC(ir_block) blocks;
  VEC(ir_inst) insts;
  VEC(ir_operand) operands;
  VEC(ir_gep) geps;
  VEC(ir_index) indices;
  VEC(ir_call) calls;
  VEC(ir_switch) switches;
  VEC(ir_case) cases;
  VEC(ir_phi) phis;
  VEC(ir_incoming) incomings;
  VEC(const char *) texts;
  uint32_t node_base;  // of its slots in the points-to analysis
  uint32_t local_base; // of its locals among all abstract objects
} ir_function;

// --- symbols ---------------------------------------------------------------
typedef struct {
  uint64_t offset;
  ir_operand value; // scalar
} ir_initial;

typedef struct ir_symbol {
  const char *name;     // of the linker
  const char *source;   // in the source
  const char *function; // of a static local; NULL: file scope
  uint32_t scope;       // of the same; 0: file scope
  uint32_t align;       // bytes; 0: not known
  source_pos pos;
  bool is_function;
  bool is_defined;
  bool is_weak;        // not defined, and perhaps not there: null then
  bool is_constant;    // never written: its initial value is its value
  bool is_readonly;    // C does not let it be written
  bool is_written;     // by the program
  bool has_address;    // its address goes elsewhere
  bool shows_padding;  // its padding may be read
  const ir_type *type; // of a variable
  const debug_type *debug;
  const ir_initial *initials; // what is not zero, by offset
  uint32_t initial_count;
  const ir_type *result;      // of a function
  type_info result_info;      // as the source has it; name NULL: not known
  ir_function *function_body; // NULL: external, or not reached
} ir_symbol;

// A place that allocates memory.
typedef struct {
  const ir_function *function;
  uint32_t inst;          // the call
  bool is_once;           // it runs at most once
  bool is_zeroed;         // what it allocates is zero
  bool is_freed;          // perhaps
  bool shows_padding;     // the padding of its objects may be read
  bool has_size;          // all objects have the size...
  uint64_t size;          // ... in bytes
  bool is_sum;            // the size is not known, and something plus something
  const ir_type *element; // an array of these; NULL: of bytes
} ir_site;

typedef struct ir_module {
  arena *mem;
  terms *tt;
  uint32_t pointer_bytes;
  VEC(ir_symbol) symbols;       // [0] is "no symbol"
  VEC(ir_function *) functions; // reached from the entry
  VEC(ir_site) sites;
  uint32_t entry;        // symbol
  bool has_constructors; // functions that run behind main, or still before it
  bool has_assembly;     // outside of functions: it may define anything
  bool has_words;        // unions with pointers among their members
  bool follows_escape;   // undefined functions may use what they know of
} ir_module;

static inline bool ir_is_scalar(const ir_type *t) { return t->kind <= IR_WORD; }

static inline ir_left ir_smaller(ir_left a, ir_left b) {
  return a.bytes == 0 || (b.bytes > 0 && b.bytes < a.bytes) ? b : a;
}

// The function that runs where the pointer that is called leads to 'symbol'.
static inline uint32_t ir_called(const ir_call *c, uint32_t symbol) {
  for (uint32_t k = 0; k < c->variant_count; k++)
    if (c->variants[k].symbol == symbol)
      return c->variants[k].copy;
  return symbol;
}

// The leaves of a type in order: how many (saturating at 'limit').
uint32_t ir_leaf_count(const ir_type *t, uint32_t limit);
const ir_type *ir_leaf(const ir_type *t, uint32_t index);
uint64_t ir_leaf_offset(const ir_type *t, uint32_t index); // bytes
// The scalar in which the byte lies; *inner: where in it. NULL: it is padding,
// or not in the type.
const ir_type *ir_scalar_at(const ir_type *t, uint64_t offset, uint64_t *inner);
bool ir_has_pointers(const ir_type *t);
const ir_operand *ir_operands(const ir_function *f, const ir_inst *i);
// Whether the operand is the variable of an integer that is kept as a pointer.
static inline bool ir_is_address(const ir_function *f, const ir_operand *o) {
  return o->kind == OPERAND_LOCAL && f->locals.data[o->local].is_address;
}

#endif
