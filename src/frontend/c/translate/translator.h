// SPDX-License-Identifier: Apache-2.0
// What the files of the translator share: values, objects, frames, and the
// step under construction.
//
// Calls are inlined: a *frame* is one call instance with its own locations. Its
// variables are those of (function, how often the function is on the stack):
// two calls that are never active together share them, since each call
// writes, or makes arbitrary, whatever it reads.
//
// A *step* is one location with all of its out-edges under construction. It
// executes instructions symbolically: a term per written variable, over the
// values that the variables have at the step's location.
#ifndef FRONTEND_C_TRANSLATE_TRANSLATOR_H
#define FRONTEND_C_TRANSLATE_TRANSLATOR_H

#include "base/env.h"
#include "frontend/c/ir/ir.h"
#include "frontend/c/library/library.h"
#include "frontend/c/analyze/points_to.h"
#include "frontend/c/memory/shape.h"
#include "program/open.h"

enum {
  OBJECT_BITS = 24,
  OFFSET_BITS = 40,
  INSTANCE_BITS = 15, // of the object, where one stands for many
  FAMILY_BITS = OBJECT_BITS - INSTANCE_BITS, // these bits name the family
  // The two highest bits of the object tell what a pointer is: 01 and this for
  // an object, 10 and that (of the family) for one of many, 00 and 11 for a
  // number (numbers.h).
  OBJECT_MARK = 1 << (OBJECT_BITS - 2),
  FAMILY_MARK = 1 << (FAMILY_BITS - 1)
};
static_assert(OBJECT_BITS + OFFSET_BITS == POINTER_BITS, "a pointer is both");

// --- objects ---------------------------------------------------------------
// A piece of memory that pointers can point into. A pointer value is the id of
// its object (high bits) and a byte offset. What has another id than an object
// of the program is a number: null, integers made pointers, and addresses of
// memory from outside (numbers.h).
typedef struct object {
  uint32_t id;               // 0: nothing needed its address as a value yet
  uint32_t group;            // of a local (identity.h); else 0
  const struct frame *owner; // of a local: its call; else NULL
  uint32_t local;            // its number
  const char *name;          // for messages
  source_pos pos;     // of its declaration, or of the allocation; line 0: none
  const shape *shape; // NULL: a function, or memory nobody may touch
  var first;          // variable of cell 0, the others follow; 0: none
  const term *constants; // by cell: never written, these are its values
  bool is_readonly;      // C does not let it be written
  uint32_t symbol;       // of a function; else 0
  var length;            // of an array of variable length: its elements; else 0
  var bytes;             // its exact size, where that matters; else 0
  var rest;              // Bool: some such object has bytes that are behind its
                         // last element, or that no index reaches; 0: none has
  bool is_many;          // one for each object that a site allocates: 'length'
                         // and the cells are arrays, by instance
  uint32_t family;       // its number, if it is many
  var count;             // of those allocated so far, if it is many
  bool is_heap;          // was allocated
  bool is_outside;       // a variable of another program
  bool is_incomplete;    // the same, and of unknown size
  var present;           // Bool: of a weak symbol, whether it is there; else 0
  bool is_text;          // each of the many is an argument of main
  const struct object *texts; // of the list of these: they; else NULL
  var live;  // allocated and not freed: Bool, or an array of it; 0: never freed
  var place; // where it lies, without its 'zeros' lowest bits; value 0: nowhere
  uint32_t zeros;   // its alignment is two to this
  bool may_move;    // the place is chosen again and again
  bool is_nameless; // a compound literal, or a temporary
  var known;        // Bool: others know of it (escape.h); 0: they never do. The
                    // next variable: they will with the next call
} object;

// --- values ----------------------------------------------------------------
typedef struct {
  term index; // bit-vector as wide as the program's pointers
  int64_t scale;
  uint64_t bound; // index < bound; 0: not known
} pointer_part;

enum { POINTER_MOST_PARTS = 4 };

// Where the number came from that a pointer was computed from.
typedef enum {
  SOURCE_OPERAND, // not looked up yet: see the operand that it is the value of
  SOURCE_OWN,     // null, and constants on the first page
  SOURCE_OUTSIDE,
  SOURCE_DERIVED // it may be null or from outside, with something added to it
} pointer_source;

// offset + base + sum of scale * index, into an object.
typedef struct {
  const object *object; // NULL: dynamic, or no object
  term object_id;       // if object is NULL; OBJECT_BITS wide
  term instance;        // if the object is many
  int64_t offset;
  term base; // OFFSET_BITS wide; TERM_NONE: 0
  pointer_part parts[POINTER_MOST_PARTS];
  uint32_t part_count;
  term whole;         // the same as one value, if it is one already
  bool may_be_number; // also one that is far from null
  term origin;        // what something was added to; TERM_NONE: nothing was
  pointer_source source;
  // Bool: an index that it was made from is not in its array, so that C does
  // not define an access; TERM_NONE: none is known to be. Forgotten where the
  // pointer is stored, or moved by arithmetic.
  term strayed;
  ir_left left; // the smallest such array
  ir_room room; // in the array that it was made from, if that is known
} pointer;

typedef enum {
  VAL_INT, // also floats, as bits; an i1 is a Bool term
  VAL_POINTER,
  VAL_ADDRESS, // pointer cast to an integer
  VAL_AGGREGATE,
  VAL_BAD // computed by something without a meaning; using it stops
} val_kind;

typedef struct val {
  val_kind kind;
  union {
    term t;
    const pointer *p;
    const struct val *leaves;
    const char *reason;
  };
  uint32_t leaf_count;
  const ir_operand *from; // VAL_ADDRESS: what the pointer was the value of
  bool is_moved;          // VAL_ADDRESS: something was added to the pointer
} val;

// --- frames ----------------------------------------------------------------
// Variables of a function at one depth of its recursion.
typedef struct {
  var *locals;          // by local: the first of its cells; 0: not made yet
  var *slots;           // by slot: the first of its leaves; 0: not made yet
  const shape **shapes; // by local
  var *lengths;         // by local of variable length
  var *lives;           // by local whose life is watched
  var *places;          // by local whose address becomes a number
  var *known;           // by local that others may know of
  uint32_t result;      // local of the value that may not have been returned
  var is_returned;      // whether it was; 0: result is IR_NO_SLOT
} storage;

// What is known about a value in this frame whenever it is read.
typedef struct {
  bool is_known; // the value is 'constant' (integer or pointer)
  val constant;
  const object *object; // the pointer points into this; NULL: not known
  ir_room room;         // ... there, as in a pointer
} binding;

typedef struct frame {
  const ir_function *f;
  struct frame *parent; // NULL: the entry function
  uint32_t depth;
  uint32_t occurrence; // frames of the same function below this one
  storage *vars;
  loc *blocks;       // by block; 0: not reached yet
  object **objects;  // by local; NULL: not needed yet
  binding *bindings; // by local, then by slot; NULL: none yet
  // Where the parent goes on, once this frame returns.
  uint32_t call_inst;
  loc return_to; // 0: it has not returned yet
  uint32_t open; // number of the open function whose body it is; else 0
} frame;

// --- the translator --------------------------------------------------------
typedef struct {
  uint64_t visit; // run over a block in which it was computed
  uint64_t step;  // step in which it was computed
  bool is_stable; // mentions neither variables nor inputs: survives the step
  val v;
} temporary;

typedef struct {
  frame *frame;
  uint32_t inst; // index into the function's instructions
  loc at;
} work_item;

typedef struct {
  loc from;
  uint64_t number;
  term path; // what holds if none of the stops so far is taken
  VEC(var) written;
  VEC(term) inputs;
  VEC(uint32_t) defined; // instructions whose results may be needed later
  uint32_t last_need;    // last instruction of the block that uses one of them
} step;

// Why it may be unknown whether C has an execution (step_doubt).
typedef enum {
  DOUBT_OBJECT, // which of several objects an undefined function changes
  DOUBT_NULL,   // whether a pointer is from outside, or computed from null
  DOUBT_ORDER,  // which of two objects lies before the other
  DOUBTS
} doubt;

typedef struct translator {
  const env *env;
  program *p;
  terms *tt;
  const ir_module *m;
  const points_to *targets;
  arena *mem;     // lives as long as the translation
  arena *scratch; // reset with each work item
  bool label_is_error;
  uint32_t properties; // that are checked: program_properties
  loc end, error, bound, unsupported, undefined; // sinks
  bool asks_sizes; // the program asks how large objects are (predicate.h)
  var rounding;    // the rounding mode; 0: never changed
  var lost, climbs, cursor; // of the search for lost memory; 0: none
  object *foreign;          // stands for all memory of which nothing is known
  struct {
    VEC(var) numbers;     // by bytes: what is there; 0: not accessed yet
    var pointers, stored; // numbers that are pointers; what was stored
    var near_null;        // Bool: something was added to null, and the sum kept
    bool is_followed;     // undefined functions change all of it
  } outside;              // memory from outside: arrays by address
  object *gone;           // stands for all locals whose call is over
  object *stale;          // for those whose block ended, and was entered again
  var doubts[DOUBTS];     // Bool, of executions; 0: there are none
  // Objects.
  object **globals;              // by symbol; NULL: not needed yet
  object **heap;                 // by site
  VEC(object *) by_id, families; // by_id: all that have an id
  hmap object_of_id;             // id -> object
  hmap groups;               // (function symbol, local) -> group (identity.h)
  VEC(uint32_t) group_sizes; // by group: calls that have an id so far
  hmap stores;               // (function symbol, occurrence) -> storage
  // Symbolic state of the step: by variable id.
  VEC(term) state;
  VEC(uint64_t) state_step; // step that wrote it
  step step;
  temporary *temps; // by slot
  uint64_t visit;
  VEC(work_item) work; // first in, first out: shallow calls come first
  uint32_t work_done;
  frame *frame;        // of the current item
  const ir_inst *inst; // being executed
  uint32_t inst_index;
  uint64_t written_size; // instructions of the functions before inlining
  open_calls *open;      // NULL: all are unfolded
  hmap opened;           // function symbol -> number; 0: unfolded
  VEC(const ir_function *) bodies; // by number, from 1
  uint32_t bodies_done;
} translator;

// --- frame.c ---------------------------------------------------------------
// NULL: the bound on recursion, or on the size of the program, is reached.
frame *frame_new(translator *t, const ir_function *f, frame *parent);
loc frame_block(translator *t, frame *f, uint32_t bb);
// Where the statement of that instruction begins.
loc frame_location(translator *t, const frame *f, const ir_inst *next);
const object *frame_object(translator *t, frame *f, uint32_t local);
// The function whose contract the program keeps, if the frame is that of its
// clauses (clauses.h); NULL: it is one of the program's own.
const char *frame_contract(const frame *f);
// Only good for its address: the cells may not be there yet. Initial values
// refer to each other with this, whatever their order.
const object *global_shell(translator *t, uint32_t symbol);
const object *global_object(translator *t, uint32_t symbol);
object *object_new(translator *t, const char *name);
// Variables for the cells of a shape; returns the first.
// all: what the variables have in common.
var object_cells(translator *t, const shape *s, const var_info *all);
var frame_slot(translator *t, frame *f, uint32_t slot, const ir_type *type);
binding *frame_local_binding(translator *t, frame *f, uint32_t local);
binding *frame_slot_binding(translator *t, frame *f, uint32_t slot);
sort leaf_sort(translator *t, const ir_type *leaf);
type_info leaf_type_info(const ir_type *leaf);

// --- identity.c ------------------------------------------------------------
uint32_t object_id(translator *t, const object *o); // makes one if needed
const object *object_of_id(const translator *t, uint64_t id); // or NULL
void object_note_all(translator *t); // tells the program what pointers point to

// --- value.c ---------------------------------------------------------------
val val_int(term t);
val val_bad(const char *reason);
val val_pointer(translator *t, const pointer *p);
val val_of_term(translator *t, const ir_type *type, term v);
// The value as one term of leaf_sort; stops and gives a default if it has none.
term val_term(translator *t, val v, const ir_type *type);
// The same value; no VAL_ADDRESS.
val val_number(translator *t, val v, const ir_type *type);
val val_operand(translator *t, const ir_operand *o);
void val_define(translator *t, const ir_inst *i, val v);
val val_leaf(translator *t, val v, uint32_t index);
val val_aggregate(translator *t, const ir_type *type);
bool val_is_stable(const translator *t, val v);
term bool_to_bits(terms *tt, term b, uint32_t width);
term bits_to_bool(terms *tt, term b); // lowest bit
// Keeps what is needed behind the current instruction. leaves_block: what
// follows is another run, so that values which survive a step do not, either.
void val_spill(translator *t, bool leaves_block);
void val_assign_slot(translator *t, frame *f, uint32_t slot,
                     const ir_type *type, val v);
// Remembers what is known of a value that is written once in its frame.
void val_bind(translator *t, binding *b, val v);
val val_fresh(translator *t, const ir_type *type, input_kind kind,
              const char *name);
val val_fresh_scalar(translator *t, const ir_type *leaf, input_kind kind,
                     const char *name, type_info type);

// Whether the symbol is there: TERM_NONE: it always is.
term val_present(translator *t, uint32_t symbol);

// --- pointers and what they may lead to ------------------------------------
// A pointer and the operand that it is the value of, which the points-to
// analysis knows.
typedef struct {
  const pointer *p;
  const ir_operand *from; // NULL: the pointer's object is known
  int64_t further;        // bytes from the operand's value to p
} address;

// What it may point into.
typedef struct {
  const object *object;
  term is_it; // Bool
  // Where in it, as far as the points-to analysis knows; count 0: not at all.
  const int64_t *offsets;
  uint32_t offset_count;
} candidate;
typedef VEC(candidate) candidate_vec;

// --- memory.c --------------------------------------------------------------
val memory_load(translator *t, address at, const ir_type *type);
void memory_store(translator *t, address at, const ir_type *type, val v);
// Whether it is known to be the null pointer, or computed from it.
term memory_is_null(translator *t, address at);
// C does not define the use of the null pointer, and of what is computed from
// it. Whether a number on the first page is that may not be known.
void memory_refuse_null(translator *t, address at, const char *text);
// Makes a new array of variable length in place of the local's last one.
void memory_allocate(translator *t, uint32_t local, const ir_operand *count);
// Copies between objects (memcpy, memmove, parameters by value).
void memory_copy(translator *t, address to, address source, uint64_t size);
void memory_fill(translator *t, address to, term byte, uint64_t size);
// Whether these know the cells that they would touch.
bool memory_can_copy(translator *t, address to, address source, uint64_t size);
bool memory_can_fill(translator *t, address to, term byte, uint64_t size);
// Gives every cell an arbitrary value where 'condition' holds.
void memory_havoc(translator *t, const object *o, term condition,
                  input_kind kind, const char *name);
// The same for one cell.
void memory_forget(translator *t, const object *o, uint32_t index,
                   term condition, input_kind kind, const char *name);
term memory_cell(translator *t, const object *o, uint32_t index);

// --- own.c -----------------------------------------------------------------
// A call that a model of the C library makes. As external_execute.
bool own_execute(translator *t, const ir_inst *i, const char *name);
// C does not let memcpy copy n bytes between overlapping places.
void own_apart(translator *t, const pointer *p, const pointer *q, term n);

// --- arith.c ---------------------------------------------------------------
val arith_binary(translator *t, const ir_inst *i, val a, val b);
val arith_compare(translator *t, ir_compare op, val a, val b,
                  const ir_type *type);
val arith_cast(translator *t, const ir_inst *i, val a, const ir_type *from);
// An address as an integer of so many bits.
val arith_cut(translator *t, val v, uint32_t bits);
val arith_select(translator *t, const ir_inst *i, val c, val a, val b);
val arith_builtin(translator *t, const ir_inst *i, const val *args);

// --- literal.c -------------------------------------------------------------
// The bytes of a string literal up to the first zero. False: it is none.
bool literal_bytes(const translator *t, uint32_t symbol, strbuf *out);
// What people call a variable: a literal by its text.
const char *literal_name(translator *t, uint32_t symbol);

// --- external.c ------------------------------------------------------------
// A function without a body, or one whose meaning is fixed. As call_execute.
bool external_execute(translator *t, const ir_inst *i, uint32_t symbol);
// The effects of a call of a function from outside, through a pointer.
void external_call_outside(translator *t, const ir_inst *i);
// Whether the call has a fixed meaning although the function has a body.
bool external_is_fixed(const translator *t, const ir_symbol *s);
// Copies or sets memory at once, if the call of a model asks for that and the
// cells are known; false: nothing was done.
bool external_move(translator *t, const ir_inst *i, const ir_symbol *s);

#include "frontend/c/translate/step.h"

#endif
