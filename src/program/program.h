// SPDX-License-Identifier: Apache-2.0
// The program: a control-flow automaton whose edges are functions.
//
// State: one term variable per program variable. An edge is a block: a guard,
// a simultaneous assignment, and the inputs (nondeterministic values, fresh
// each time the edge runs) that both may mention. Invariants:
//  - the out-edges of a location are disjoint over (state, inputs): whatever
//    the inputs, at most one guard holds. None holds: the path ends there.
//  - an input belongs to the out-edges of one location and to no other (after
//    summarizing: to those of each location whose blocks pass that one).
//  - the entry has no in-edge; sinks (error, bound, unsupported, undefined,
//    end) have no out-edge.
//  - the initial state is arbitrary; edges out of the entry set the globals.
// A summarized program (encode/summarize.h) is a program again, over the same
// variables, with fewer locations and larger blocks.
#ifndef PROGRAM_PROGRAM_H
#define PROGRAM_PROGRAM_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/options.h"
#include "program/fault.h"
#include "term/term.h"

typedef struct {
  uint32_t id;
} loc;
typedef struct {
  uint32_t id;
} edge;
typedef struct {
  uint32_t id;
} var;
#define LOC_NONE ((loc){0})
#define EDGE_NONE ((edge){0})
#define VAR_NONE ((var){0})

typedef VEC(edge) edge_vec;
typedef VEC(loc) loc_vec;

typedef struct program program;

// --- C types of variables and inputs, for people ---------------------------
typedef enum {
  TYPE_BOOL,   // C _Bool, Boogie bool
  TYPE_SIGNED, // two's complement
  TYPE_UNSIGNED,
  TYPE_CHAR, // plain char: shown as a character, too
  TYPE_POINTER,
  TYPE_FLOAT,
  TYPE_INTEGER, // mathematical
  TYPE_WORD,    // of a union: a number, or behind a bit that is set a pointer
  TYPE_OTHER
} type_class;

typedef struct {
  type_class kind;
  const char *name; // "unsigned int"; interned; may be NULL
} type_info;

// --- scopes ----------------------------------------------------------------
// Blocks of the source that declare names, numbered from 1; each lies in
// another one, or (0) in none: it is then the outermost of a function.

// --- variables ----------------------------------------------------------
// Whose a variable is, where calls may be active at the same time.
typedef enum {
  VAR_SHARED, // one for all calls: any code may read and write it
  VAR_PRIVATE // one for each call: no pointer and no other call gets at it
} var_reach;

typedef struct {
  const char *name;     // in the source: "x", "a[3]", "s.f"; NULL: internal
  const char *function; // its scope; NULL: global
  type_info type;
  sort sort;
  source_pos pos;      // of its declaration
  bool is_exact;       // 'name' is an expression with this value and type
  uint32_t scope;      // block that declares it; 0: global, or not known
  uint32_t occurrence; // of its function in the call stack: 0 unless recursive;
                       // UINT32_MAX: shared by all of them (static)
  var_reach reach;
} var_info;

// --- objects ---------------------------------------------------------------
// What the values of pointers mean, for people: those from 'start' on, 'size'
// of them, point into this object; 'reach' of them (the upper half: from before
// it) have been computed from its address.
typedef struct {
  uint64_t start, size; // size 0: it has no variables, or they are not known
  uint64_t reach;       // of one of them, if it stands for many
  uint64_t many;        // it stands for so many, one behind the other; 0: one
  const char *name;     // in the source, in words, or (is_allocated) of the
                        // function that it is from; NULL: not known
  source_pos pos;       // of the allocation
  bool is_allocated;
  uint32_t number;         // of those with the same name and place; from 0
  const char *function;    // its name, if it is one; else NULL
  var first;               // variables of its parts, one behind the other
  uint32_t count;          // of these
  const uint64_t *offsets; // by part, in bytes, rising
  uint64_t stride; // of a large array, whose elements are all in its only part;
                   // else 0
  bool is_outside; // stands for all memory that is not the program's
} object_info;

// --- inputs --------------------------------------------------------------
typedef enum {
  INPUT_CALL,     // value returned by an external function ('name')
  INPUT_LOCAL,    // indeterminate local variable ('name')
  INPUT_GLOBAL,   // extern global variable ('name')
  INPUT_ARGUMENT, // argument of the entry function ('name')
  INPUT_MEMORY,   // what an external function wrote ('name': the function)
  INPUT_HEAP,     // what new memory holds ('name': the function it is from)
  INPUT_ADDRESS,  // where an object lies ('name': the object)
  INPUT_CHOICE    // any other choice
} input_kind;

typedef struct {
  input_kind kind;
  const char *name; // of the function or variable, as above
  type_info type;
  sort sort;
  source_pos pos;
} input_info;

// --- locations -----------------------------------------------------------
typedef enum {
  LOC_PLAIN,
  LOC_ENTRY,
  LOC_ERROR,
  LOC_BOUND,       // an unfolding limit was reached
  LOC_UNSUPPORTED, // something the frontend has no meaning for was reached
  LOC_UNDEFINED,   // the language does not define what happens next
  LOC_END          // the program ended normally (or exit, abort)
} loc_kind;

typedef struct {
  loc_kind kind;
  source_pos pos;       // of what is about to run
  const char *function; // that it belongs to; may be NULL
  uint32_t depth;       // of the call stack, the entry function being 0
  bool is_loop_hint;    // the source has a loop statement here
  source_pos loop_pos;  // of that statement, if known
  uint32_t scope;       // innermost block; 0: not known
  uint32_t occurrence;  // of the function in the call stack
  source_pos call; // that entered the function; nowhere: the entry function
} loc_info;

// --- properties --------------------------------------------------------------
// What a program can violate, as SV-COMP names it. Several make up a set: the
// sum of 1 << kind.
typedef enum {
  PROPERTY_REACH,      // "unreach-call": an error function is not called
  PROPERTY_OVERFLOW,   // "no-overflow": of signed integers
  PROPERTY_DEREF,      // "valid-deref": memory is accessed inside of objects
  PROPERTY_FREE,       // "valid-free": what is freed is allocated
  PROPERTY_MEMTRACK,   // "valid-memtrack": what is allocated can be reached
  PROPERTY_MEMCLEANUP, // "valid-memcleanup": all is freed at the end
  // Undefined behavior of other kinds, as clang's sanitizers name it.
  PROPERTY_NULL,        // "null": no access through a null pointer
  PROPERTY_BOUNDS,      // "bounds": ... outside of the object, or the array
  PROPERTY_DIVIDE,      // "integer-divide-by-zero"
  PROPERTY_SHIFT,       // "shift": by less than the width
  PROPERTY_FLOAT_CAST,  // "float-cast-overflow": the integer can hold it
  PROPERTY_BUILTIN,     // "builtin": clz and ctz of 0, __builtin_assume
  PROPERTY_UNREACHABLE, // "unreachable": __builtin_unreachable, noreturn
  PROPERTY_RETURN,      // "return": a value that is used was returned
  PROPERTY_VLA,         // "vla-bound": the length is positive
  PROPERTY_OVERLAP,     // "memcpy-param-overlap"
  PROPERTY_COUNT
} property_kind;
const char *program_property_name(property_kind kind);
const char *program_property_help(property_kind kind); // what must hold

// What it means that an execution gets to undefined behavior: it does not
// count, as if it had ended (UNDEFINED_ASSUME); nothing is known of what
// follows, as if not supported (UNDEFINED_UNKNOWN); it is an error
// (UNDEFINED_ERROR).
typedef undefined_word undefined_class;

// --- edges -----------------------------------------------------------------
typedef struct {
  var target;
  term value;
} assignment;

typedef struct {
  term guard;                    // Bool
  const assignment *assignments; // sorted by target id, each target once
  uint32_t assignment_count;
  const term *inputs; // all that guard and assignments mention, each once
  uint32_t input_count;
} block;

typedef enum {
  EDGE_PLAIN,    // statements
  EDGE_BRANCH,   // one outcome of a condition
  EDGE_CALL,     // into the function 'text'
  EDGE_RETURN,   // from the function 'text'
  EDGE_ERROR,    // runs into the error; 'text' says which ("assertion x > 0")
  EDGE_STOP,     // runs into the bound or unsupported sink; 'text': the reason
  EDGE_UNDEFINED // runs into the undefined sink; 'text' says what is undefined
} edge_kind;

// Whether it can be the last edge of an execution that violates a property.
bool program_is_violation(edge_kind kind);

typedef struct {
  edge_kind kind;
  source_pos pos;
  const char *text;       // see above; else NULL
  bool outcome;           // of a branch: condition true?
  property_kind property; // that an error or undefined behavior violates
  bool is_outside;        // undefined only if something from outside is not as
                          // the program may expect
} edge_info;

// The same for all edges of one place in the source that can violate the same
// property in the same way: calls that are inlined have one each. Of edges of
// one program, whose texts are interned.
uint64_t program_place_key(const edge_info *e);

// The text of an EDGE_ERROR that stands for an error label.
#define EDGE_TEXT_LABEL "the error label"

// By target, as a block has them.
void program_sort_assignments(assignment *all, uint32_t n);
// What the block assigns to the variable; NULL: nothing.
const assignment *program_assignment_to(const block *b, var target);

// --- building --------------------------------------------------------------
// Names, blocks and positions handed over are copied into the program (texts
// are interned). The term table must outlive it.
program *program_new(terms *tt);
// A program without locations that has the variables and inputs of p, by the
// same ids and terms. Nothing else is taken over; p need not outlive it.
program *program_new_like(const program *p);
// Gives such a program, which has none yet, the locations of p by the same ids,
// with their origins and the entry.
void program_copy_locations(program *to, const program *p);
// Both, and the edges by the same ids.
program *program_copy(const program *p);
// Gives such a copy, too, what is said beside the graph: objects, sources,
// notes and candidates.
void program_copy_remarks(program *to, const program *p);
// The same of the faults of edges, which have the same ids in both.
void program_copy_faults(program *to, const program *p);
void program_free(program *p);
terms *program_terms(const program *p);
arena *program_arena(program *p);                         // lives as long
const char *program_intern(program *p, const char *text); // NULL gives NULL

var program_add_variable(program *p, const var_info *info);
term program_add_input(program *p, const input_info *info); // its variable
uint32_t program_add_scope(program *p, uint32_t outer);
void program_add_object(program *p, const object_info *info); // rising 'start'
loc program_add_location(program *p, const loc_info *info);
edge program_add_edge(program *p, loc from, loc to, const block *b,
                      const edge_info *info);
// Requires: no edge that was added behind e has a fault.
void program_add_fault(program *p, edge e, const memory_fault *f);
void program_set_entry(program *p, loc l);
// The properties that the errors of the program stand for; at first, those of
// reachability alone.
void program_set_properties(program *p, uint32_t set);
uint32_t program_properties(const program *p);
// How executions that get to the undefined sink count; at first, they are
// unknown. Programs made from p (program_new_like) inherit it.
void program_set_undefined(program *p, undefined_class c);
undefined_class program_undefined(const program *p);
// For programs made from others: the location that l stands for there. A
// location without an origin stands for itself; a program with one is derived.
void program_set_origin(program *p, loc l, loc origin);
loc program_origin(const program *p, loc l);
bool program_is_derived(const program *p);

// Sources, for showing lines: text of a file that is not (as such) on disk.
void program_add_source(program *p, const char *file, const char *text);
const char *program_source(const program *p, const char *file); // or NULL
// What was compiled in place of a file, for compiling it again.
void program_add_compiled(program *p, const char *file, const char *text);
const char *program_compiled(const program *p, const char *file); // or NULL

// Remarks that go with every verdict.
typedef enum {
  NOTE_EXTERNAL,   // an external function that was assumed to return anything
  NOTE_ASSUMPTION, // "no division by zero", ...
  NOTE_MODEL,      // a function of the C library that has a meaning here
  NOTE_CONTRACT,   // of a recursive function, which was proved to keep it
  NOTE_HARMLESS,   // undefined behavior that a proof excludes as well
  NOTE_WARNING,    // why 'true' may not be what was asked for
  NOTE_COMPILER,   // what clang warns of
  NOTE_UNCALLED    // the error call is in this function, which nothing calls
} note_kind;
typedef struct {
  note_kind kind;
  const char *text;
  source_pos pos; // the first place
} note;
void program_add_note(program *p, note_kind kind, const char *text,
                      source_pos pos); // once per kind and text
// The same for what holds of a place: once per kind, text and place.
void program_add_note_here(program *p, note_kind kind, const char *text,
                           source_pos pos);
uint32_t program_note_count(const program *p);
note program_note(const program *p, uint32_t i);

// A formula over variables that may well hold wherever they have a value.
// Nobody relies on it: a candidate for an invariant, for engines to prove. Once
// each.
void program_add_candidate(program *p, term formula);
uint32_t program_candidate_count(const program *p);
term program_candidate(const program *p, uint32_t i);

// --- looking -----------------------------------------------------------------
// Ids of locations, edges, variables and inputs run from 1 to the count.
uint32_t program_location_count(const program *p);
uint32_t program_edge_count(const program *p);
uint32_t program_variable_count(const program *p);
uint32_t program_input_count(const program *p);
loc program_entry(const program *p);

const loc_info *program_location(const program *p, loc l);
// The kind of the location as a verdict sees it: the undefined sink is the end,
// an unsupported construct or an error, as program_undefined says. Only who
// prints a program looks at the kind in loc_info.
loc_kind program_kind(const program *p, loc l);
const edge_vec *program_out_edges(const program *p, loc l);
const edge_vec *program_in_edges(const program *p, loc l);
loc program_edge_from(const program *p, edge e);
loc program_edge_to(const program *p, edge e);
const block *program_edge_block(const program *p, edge e);
const edge_info *program_edge(const program *p, edge e);
// The faults of an edge have successive numbers; NULL: i is none of them.
uint32_t program_first_fault(const program *p, edge e);
const memory_fault *program_fault(const program *p, edge e, uint32_t i);
uint32_t program_object_count(const program *p);
const object_info *program_object(const program *p, uint32_t i); // from 0
uint32_t program_outer_scope(const program *p, uint32_t scope);  // 0: none
const var_info *program_variable(const program *p, var v);
term program_variable_term(const program *p, var v);
var program_variable_of(const program *p, term t); // VAR_NONE: not a variable
const input_info *program_input(const program *p, term t); // NULL: not an input
bool loc_is_sink(loc_kind kind);
// An error, or what stands in the way of a proof: all sinks but the end.
bool loc_is_bad(loc_kind kind);

// Checks the invariants above as far as they are syntactic, and sorts of all
// terms. Returns false with the reason in 'out'. Takes time linear in the sum
// of the blocks' sizes.
bool program_validate(const program *p, strbuf *out);

#endif
