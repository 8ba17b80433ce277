// SPDX-License-Identifier: Apache-2.0
// Compilation of blocks, and the machine that runs them.
//
// Values are uint64_t, zero above their width; a Bool is 0 or 1. Every operator
// gets its operands from registers and knows how far 64 exceeds the width
// ('spare'): shifting by it twice normalizes, or extends the sign. Guards of a
// location are tried in order, so what one guard computed may be used by the
// later ones and by all assignments; what an edge's assignments compute is
// seen by that edge alone. Floats are computed by the machine, not by their
// circuits, whose words are too wide (program/code_float.h).
//
// A location is compiled at its first visit. One that is entered many times, as
// the head of a loop is, is compiled once more with what follows it, a few
// steps deep: within this deep code a step costs no instruction of its own.
#include "program/code.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "base/unreachable.h"
#include "program/code_float.h"

typedef enum {
  OP_MOVE,
  OP_NOT,
  OP_AND,
  OP_OR,
  OP_XOR,
  OP_EQ,
  OP_ITE,
  OP_BVNOT,
  OP_NEG,
  OP_ADD,
  OP_MUL,
  OP_UDIV,
  OP_UREM,
  OP_SDIV,
  OP_SREM,
  OP_SHL,
  OP_LSHR,
  OP_ASHR,
  OP_CONCAT,  // extra: width of the low part
  OP_EXTRACT, // extra: lowest bit
  OP_SEXT,    // extra: spare of the operand
  OP_ULT,
  OP_ULE,
  OP_SLT,
  OP_SLE,
  OP_FLOAT,     // c: in 'floats'; extra: by so much operand a is sign-extended
  OP_EQ_UNLESS, // comparisons that go on at instruction c if they are false
  OP_ULT_UNLESS,
  OP_ULE_UNLESS,
  OP_SLT_UNLESS,
  OP_SLE_UNLESS,
  OP_UNLESS, // condition a is false: go on at instruction c
  OP_VISIT,  // edge a is counted
  OP_EDGE,   // edge a ends at location 'to'; c steps were done with it
  OP_GO,     // the same, and the deep code of that location starts at b
  OP_STUCK   // no guard of location 'to' holds; c steps were done before
} op;

typedef struct {
  uint8_t op;
  uint8_t spare; // 64 - width of the result (of the operands, if Bool)
  uint8_t extra;
  uint32_t to; // register of the result, or as above
  uint32_t a, b, c;
} instruction;

enum { NO_BRANCH = UINT32_MAX, NO_CODE = UINT32_MAX - 1 };

enum { FEW_TARGETS = 8 }; // assignments that are compared with each other

typedef enum { PLACE_NEW, PLACE_CODE, PLACE_INPUTS, PLACE_NONE } place_kind;

typedef struct {
  uint8_t kind; // PLACE_INPUTS: has code, but the caller sets inputs first
  uint8_t heat; // how often it was entered, up to HOT: then it is deep, too
  uint32_t start, deep_start;
} place;

// How much code of other locations one may contain.
enum { DEEP_STEPS = 12, DEEP_TEXT = 160, HOT = 32 };

struct code {
  const program *p;
  coverage *counted; // NULL: nobody asks
  terms *tt;
  VEC(instruction) text;
  VEC(uint64_t) registers; // 0 is unused
  VEC(term_origin) floats; // operations that the machine does
  place *places;           // by location id
  hmap of_leaf;            // variable, input or value -> register
  hmap of_term;            // computed for the location being compiled
  VEC(uint32_t) local;     // keys of of_term that one edge alone may use
  VEC(term) stack;
};

code *code_new(const program *p, coverage *counted) {
  code *c = mem_alloc(sizeof *c);
  c->p = p;
  c->counted = counted;
  c->tt = program_terms(p);
  c->places = mem_alloc(sizeof *c->places * (program_location_count(p) + 1));
  vec_push(&c->registers, 0);
  return c;
}

void code_free(code *c) {
  if (c == NULL)
    return;
  vec_free(&c->text);
  vec_free(&c->registers);
  vec_free(&c->floats);
  mem_free(c->places);
  hmap_free(&c->of_leaf);
  hmap_free(&c->of_term);
  vec_free(&c->local);
  vec_free(&c->stack);
  mem_free(c);
}

// --- registers ---------------------------------------------------------------

static bool is_narrow(const code *c, sort s) {
  sort_kind kind = sort_get_kind(c->tt, s);
  return kind == SORT_BOOL || (kind == SORT_BV && sort_width(c->tt, s) <= 64);
}

static uint32_t new_register(code *c, uint64_t content) {
  vec_push(&c->registers, content);
  return c->registers.len - 1;
}

static uint32_t leaf_register(code *c, term t) {
  assert(is_narrow(c, term_sort(c->tt, t)));
  uint64_t *found = hmap_find(&c->of_leaf, t.id);
  if (found != NULL)
    return (uint32_t)*found;
  uint64_t content =
      term_is_value(c->tt, t) ? term_get_value(c->tt, t).bits : 0;
  uint32_t r = new_register(c, content);
  hmap_put(&c->of_leaf, t.id, r);
  return r;
}

uint64_t *code_register(code *c, term t) {
  if (!is_narrow(c, term_sort(c->tt, t)))
    return NULL;
  uint32_t r = leaf_register(c, t); // may move the registers
  return &c->registers.data[r];
}

// 0: not computed yet.
static uint32_t known_register(code *c, term t) {
  term_kind kind = term_get_kind(c->tt, t);
  if (kind == TERM_VALUE || kind == TERM_VARIABLE)
    return leaf_register(c, t);
  uint64_t *found = hmap_find(&c->of_term, t.id);
  return found == NULL ? 0 : (uint32_t)*found;
}

// --- operators ---------------------------------------------------------------

static uint8_t spare_of(const code *c, term t) {
  sort s = term_sort(c->tt, t);
  uint32_t width =
      sort_get_kind(c->tt, s) == SORT_BOOL ? 1 : sort_width(c->tt, s);
  return (uint8_t)(64 - width);
}

static void emit(code *c, instruction i) { vec_push(&c->text, i); }

static op op_of(term_kind kind) {
  switch (kind) {
  case TERM_EQ:
    return OP_EQ;
  case TERM_ITE:
    return OP_ITE;
  case TERM_NOT:
    return OP_NOT;
  case TERM_AND:
  case TERM_BVAND:
    return OP_AND;
  case TERM_OR:
  case TERM_BVOR:
    return OP_OR;
  case TERM_BVNOT:
    return OP_BVNOT;
  case TERM_BVNEG:
    return OP_NEG;
  case TERM_BVXOR:
    return OP_XOR;
  case TERM_BVADD:
    return OP_ADD;
  case TERM_BVMUL:
    return OP_MUL;
  case TERM_BVUDIV:
    return OP_UDIV;
  case TERM_BVUREM:
    return OP_UREM;
  case TERM_BVSDIV:
    return OP_SDIV;
  case TERM_BVSREM:
    return OP_SREM;
  case TERM_BVSHL:
    return OP_SHL;
  case TERM_BVLSHR:
    return OP_LSHR;
  case TERM_BVASHR:
    return OP_ASHR;
  case TERM_CONCAT:
    return OP_CONCAT;
  case TERM_EXTRACT:
    return OP_EXTRACT;
  case TERM_ZERO_EXTEND:
    return OP_MOVE;
  case TERM_SIGN_EXTEND:
    return OP_SEXT;
  case TERM_BVULT:
    return OP_ULT;
  case TERM_BVULE:
    return OP_ULE;
  case TERM_BVSLT:
    return OP_SLT;
  case TERM_BVSLE:
    return OP_SLE;
  default:
    return OP_STUCK; // no operator of this machine
  }
}

static bool is_comparison(op o) { return o >= OP_ULT && o <= OP_SLE; }

// The float operation that t is the result of; NULL: it is computed as it is.
static const term_origin *float_of(const code *c, term t) {
  const term_origin *o = term_get_origin(c->tt, t);
  return o && code_float_has(o) ? o : NULL;
}

static uint32_t operand_count(const code *c, term t) {
  const term_origin *o = float_of(c, t);
  return o ? o->arity : term_arity(c->tt, t);
}

static term operand(const code *c, term t, uint32_t i) {
  const term_origin *o = float_of(c, t);
  return o ? o->args[i] : term_arg(c->tt, t, i);
}

static bool is_compilable(const code *c, term t) {
  if (!is_narrow(c, term_sort(c->tt, t)))
    return false;
  if (float_of(c, t))
    return true;
  term_kind kind = term_get_kind(c->tt, t);
  return kind == TERM_VALUE || kind == TERM_VARIABLE || op_of(kind) != OP_STUCK;
}

static uint8_t extra_of(const code *c, op o, term t) {
  switch (o) {
  case OP_CONCAT:
    return (uint8_t)term_width(c->tt, term_arg(c->tt, t, 1));
  case OP_EXTRACT:
    return (uint8_t)term_param(c->tt, t, 1);
  case OP_SEXT:
    return spare_of(c, term_arg(c->tt, t, 0));
  default:
    return 0;
  }
}

static uint32_t emit_float(code *c, const term_origin *o) {
  instruction i = {.op = OP_FLOAT, .to = new_register(c, 0)};
  if (o->op == ORIGIN_FLOAT_FROM_SIGNED)
    i.extra = spare_of(c, o->args[0]);
  i.a = known_register(c, o->args[0]);
  i.b = o->arity > 1 ? known_register(c, o->args[1]) : i.a;
  i.c = c->floats.len;
  vec_push(&c->floats, *o);
  emit(c, i);
  return i.to;
}

// The operands of t have registers. Returns t's own.
static uint32_t emit_operator(code *c, term t) {
  const term_origin *origin = float_of(c, t);
  if (origin)
    return emit_float(c, origin);
  op o = op_of(term_get_kind(c->tt, t));
  assert(o != OP_STUCK);
  uint32_t n = term_arity(c->tt, t), args[3] = {0};
  for (uint32_t i = 0; i < n && i < 3; i++)
    args[i] = known_register(c, term_arg(c->tt, t, i));
  if (o == OP_MOVE)
    return args[0]; // a zero extension changes nothing
  term sized = is_comparison(o) ? term_arg(c->tt, t, 0) : t;
  instruction i = {.op = (uint8_t)o,
                   .spare = spare_of(c, sized),
                   .extra = extra_of(c, o, t),
                   .to = new_register(c, 0),
                   .a = args[0],
                   .b = args[1],
                   .c = args[2]};
  emit(c, i);
  if (o != OP_AND && o != OP_OR)
    return i.to;
  for (uint32_t k = 2; k < n; k++) { // junctions have any number of arguments
    i.a = i.to;
    i.b = known_register(c, term_arg(c->tt, t, k));
    emit(c, i);
  }
  return i.to;
}

// Code that computes t, and its register; 0: there is an operator or a sort in
// it that the machine does not have.
static uint32_t compile_term(code *c, term root, bool is_local) {
  vec_clear(&c->stack);
  vec_push(&c->stack, root);
  while (c->stack.len > 0) {
    term t = vec_last(&c->stack);
    if (!is_compilable(c, t))
      return 0;
    uint32_t before = c->stack.len, n = operand_count(c, t);
    if (known_register(c, t) == 0)
      for (uint32_t i = 0; i < n; i++) {
        term arg = operand(c, t, i);
        if (!is_compilable(c, arg))
          return 0;
        if (known_register(c, arg) == 0)
          vec_push(&c->stack, arg);
      }
    if (c->stack.len > before)
      continue;
    c->stack.len--;
    if (known_register(c, t) != 0)
      continue;
    hmap_put(&c->of_term, t.id, emit_operator(c, t));
    if (is_local)
      vec_push(&c->local, t.id);
  }
  return known_register(c, root);
}

// --- locations ---------------------------------------------------------------

// The result of the last instruction goes to register r instead of its own,
// which nobody else reads.
static void redirect_last(code *c, uint32_t r) { vec_last(&c->text).to = r; }

static void emit_move(code *c, uint32_t to, uint32_t from) {
  emit(c, (instruction){.op = OP_MOVE, .to = to, .a = from});
}

static uint32_t target_register(code *c, const assignment *a) {
  return leaf_register(c, program_variable_term(c->p, a->target));
}

// Is result r the register of a variable that the block assigns, too?
static bool is_overwritten(code *c, const block *b, uint32_t r) {
  for (uint32_t i = 0; i < b->assignment_count; i++)
    if (target_register(c, &b->assignments[i]) == r)
      return true;
  return false;
}

// Assignments are simultaneous: a variable's register that is read after it was
// written would give the new value, so such results are put aside first. One
// assignment alone is computed in place.
static void store_results(code *c, const block *b, uint32_t *results,
                          uint32_t first) {
  uint32_t n = b->assignment_count;
  for (uint32_t i = 0; i < n && n > 1; i++) {
    if (n <= FEW_TARGETS && !is_overwritten(c, b, results[i]))
      continue;
    uint32_t aside = new_register(c, 0);
    emit_move(c, aside, results[i]);
    results[i] = aside;
  }
  for (uint32_t i = 0; i < n; i++) {
    uint32_t target = target_register(c, &b->assignments[i]);
    if (n == 1 && c->text.len > first && vec_last(&c->text).to == results[i])
      redirect_last(c, target);
    else
      emit_move(c, target, results[i]);
  }
}

static bool compile_assignments(code *c, const block *b) {
  VEC(uint32_t) results = {0};
  uint32_t first = c->text.len;
  bool ok = true;
  for (uint32_t i = 0; i < b->assignment_count && ok; i++) {
    term variable = program_variable_term(c->p, b->assignments[i].target);
    uint32_t r = compile_term(c, b->assignments[i].value, true);
    ok = r != 0 && is_narrow(c, term_sort(c->tt, variable));
    vec_push(&results, r);
  }
  if (ok)
    store_results(c, b, results.data, first);
  vec_free(&results);
  return ok;
}

// The comparison that also branches.
static op branching(op o) {
  switch (o) {
  case OP_EQ:
    return OP_EQ_UNLESS;
  case OP_ULT:
    return OP_ULT_UNLESS;
  case OP_ULE:
    return OP_ULE_UNLESS;
  case OP_SLT:
    return OP_SLT_UNLESS;
  case OP_SLE:
    return OP_SLE_UNLESS;
  default:
    return OP_UNLESS;
  }
}

// Code that leaves the edge unless the guard holds. Returns the instruction
// whose target is still open, NO_BRANCH if the guard is true, or NO_CODE.
static uint32_t compile_guard(code *c, term guard) {
  uint32_t first = c->text.len;
  if (term_is_true(c->tt, guard))
    return NO_BRANCH;
  uint32_t r = compile_term(c, guard, false);
  if (r == 0)
    return NO_CODE;
  bool is_new = c->text.len > first && vec_last(&c->text).to == r;
  op fused = is_new ? branching((op)vec_last(&c->text).op) : OP_UNLESS;
  if (fused == OP_UNLESS)
    emit(c, (instruction){.op = OP_UNLESS, .a = r});
  else
    vec_last(&c->text).op = (uint8_t)fused;
  return c->text.len - 1;
}

static bool has_inputs(const code *c, loc at) {
  const edge_vec *out = program_out_edges(c->p, at);
  for (uint32_t i = 0; i < out->len; i++)
    if (program_edge_block(c->p, out->data[i])->input_count > 0)
      return true;
  return false;
}

// How far the code of a location goes on with that of others.
typedef struct {
  uint32_t steps; // done so far
  uint32_t end;   // of the text; 0: not at all
} depth;

static const depth SHALLOW = {0, 0};

static bool compile_edges(code *c, loc at, depth d);

// Code for the location behind an edge, right there. False: none was made.
static bool compile_behind(code *c, loc at, depth d) {
  bool is_sink = loc_is_sink(program_kind(c->p, at));
  if (d.steps == DEEP_STEPS || c->text.len >= d.end || is_sink ||
      has_inputs(c, at))
    return false;
  uint32_t before = c->text.len;
  hmap of_term = c->of_term; // of the location around it
  c->of_term = (hmap){0};
  bool ok = compile_edges(c, at, d);
  hmap_free(&c->of_term);
  c->of_term = of_term;
  if (!ok)
    c->text.len = before;
  return ok;
}

static void forget_local(code *c) {
  for (uint32_t i = 0; i < c->local.len; i++)
    hmap_remove(&c->of_term, c->local.data[i]);
  vec_clear(&c->local);
}

static bool compile_edge(code *c, edge e, depth d) {
  const block *b = program_edge_block(c->p, e);
  uint32_t branch = compile_guard(c, b->guard);
  if (branch == NO_CODE)
    return false;
  if (c->counted != NULL && coverage_counts(c->p, program_edge_from(c->p, e)))
    emit(c, (instruction){.op = OP_VISIT, .a = e.id});
  bool ok = compile_assignments(c, b);
  forget_local(c);
  loc to = program_edge_to(c->p, e);
  d.steps++;
  if (ok && !compile_behind(c, to, d))
    emit(c, (instruction){.op = OP_EDGE, .to = to.id, .a = e.id, .c = d.steps});
  if (branch != NO_BRANCH)
    c->text.data[branch].c = c->text.len;
  return ok;
}

static bool compile_edges(code *c, loc at, depth d) {
  const edge_vec *out = program_out_edges(c->p, at);
  bool ok = true;
  for (uint32_t i = 0; i < out->len && ok; i++)
    ok = compile_edge(c, out->data[i], d);
  emit(c, (instruction){.op = OP_STUCK, .to = at.id, .c = d.steps});
  return ok;
}

static void compile_location(code *c, loc at) {
  place *here = &c->places[at.id];
  here->start = c->text.len;
  bool ok =
      !loc_is_sink(program_kind(c->p, at)) && compile_edges(c, at, SHALLOW);
  hmap_clear(&c->of_term);
  here->kind = !ok ? PLACE_NONE : has_inputs(c, at) ? PLACE_INPUTS : PLACE_CODE;
}

// The second code of a location that is entered often.
static void compile_deep(code *c, loc at) {
  place *here = &c->places[at.id];
  assert(here->kind == PLACE_CODE && here->heat == HOT);
  here->deep_start = c->text.len;
  depth d = {0, c->text.len + DEEP_TEXT};
  bool ok = compile_edges(c, at, d);
  assert(ok && "it was compiled before");
  (void)ok;
  hmap_clear(&c->of_term);
}

static place *place_of(code *c, loc at) {
  if (c->places[at.id].kind == PLACE_NEW)
    compile_location(c, at);
  return &c->places[at.id];
}

bool code_has(code *c, loc at) { return place_of(c, at)->kind != PLACE_NONE; }

// --- the machine -------------------------------------------------------------

static inline uint64_t cut(uint64_t x, uint8_t spare) {
  return x << spare >> spare;
}

static inline int64_t extend(uint64_t x, uint8_t spare) {
  return (int64_t)(x << spare) >> spare;
}

static inline uint64_t shift(const instruction *i, uint64_t a, uint64_t b) {
  uint64_t width = 64u - i->spare;
  switch ((op)i->op) {
  case OP_SHL:
    return b >= width ? 0 : cut(a << b, i->spare);
  case OP_LSHR:
    return b >= width ? 0 : a >> b;
  case OP_ASHR:
    return cut((uint64_t)(extend(a, i->spare) >> (b >= width ? 63 : b)),
               i->spare);
  default:
    UNREACHABLE();
  }
}

// As SMT-LIB has it: x / 0 is all ones (udiv) or 1 or -1 (sdiv), x % 0 is x.
static uint64_t divide(const instruction *i, uint64_t a, uint64_t b) {
  int64_t x = extend(a, i->spare), y = extend(b, i->spare);
  switch ((op)i->op) {
  case OP_UDIV:
    return b == 0 ? cut(UINT64_MAX, i->spare) : a / b;
  case OP_UREM:
    return b == 0 ? a : a % b;
  case OP_SDIV:
    if (y == 0)
      return cut(x < 0 ? 1 : UINT64_MAX, i->spare);
    return cut(y == -1 ? 0 - (uint64_t)x : (uint64_t)(x / y), i->spare);
  case OP_SREM:
    if (y == 0)
      return a;
    return cut(y == -1 ? 0 : (uint64_t)(x % y), i->spare);
  default:
    UNREACHABLE();
  }
}

// The edge of instruction i was executed: may the machine go on by itself?
// An edge that leads to deep code leads straight there from now on.
static bool link_edge(code *c, uint32_t i) {
  assert(c->text.data[i].op == OP_EDGE);
  loc to = {c->text.data[i].to};
  place *next = place_of(c, to);
  if (next->kind != PLACE_CODE)
    return false;
  if (next->heat < HOT) {
    next->heat++;
    if (next->heat < HOT)
      return true;
    compile_deep(c, to);
  }
  c->text.data[i].op = OP_GO;
  c->text.data[i].b = next->deep_start;
  return true;
}

static void stop_behind(code_position *s, const instruction *edge_taken,
                        uint64_t steps) {
  s->at = (loc){edge_taken->to};
  s->last = (edge){edge_taken->a};
  s->steps += steps;
}

void code_run(code *c, code_position *s, uint64_t most) {
  assert(most > 0 && code_has(c, s->at));
  uint32_t start = c->places[s->at.id].start;
  uint64_t left = most;
again:; // the text and the registers stay where they are until edges are linked
  const instruction *text = c->text.data, *i = &text[start];
  uint64_t *r = c->registers.data;
  // The value of an operator; a comparison that fails and branches.
#define IS(op, result)                                                         \
  case op:                                                                     \
    r[i->to] = (result);                                                       \
    i++;                                                                       \
    break
#define UNLESS(op, result)                                                     \
  case op:                                                                     \
    i = (r[i->to] = (result)) ? i + 1 : &text[i->c];                           \
    break
#define A r[i->a]
#define B r[i->b]
#define SIGNED(x) extend((x), i->spare)
  for (;;)
    switch ((op)i->op) {
      IS(OP_MOVE, A);
      IS(OP_NOT, A ^ 1);
      IS(OP_AND, A & B);
      IS(OP_OR, A | B);
      IS(OP_XOR, A ^ B);
      IS(OP_EQ, A == B);
      IS(OP_ITE, A ? B : r[i->c]);
      IS(OP_BVNOT, cut(~A, i->spare));
      IS(OP_NEG, cut(0 - A, i->spare));
      IS(OP_ADD, cut(A + B, i->spare));
      IS(OP_MUL, cut(A * B, i->spare));
    case OP_UDIV:
    case OP_UREM:
    case OP_SDIV:
      IS(OP_SREM, divide(i, A, B));
    case OP_SHL:
    case OP_LSHR:
      IS(OP_ASHR, shift(i, A, B));
      IS(OP_CONCAT, A << i->extra | B);
      IS(OP_EXTRACT, cut(A >> i->extra, i->spare));
      IS(OP_SEXT, cut((uint64_t)extend(A, i->extra), i->spare));
      IS(OP_ULT, A < B);
      IS(OP_ULE, A <= B);
      IS(OP_SLT, SIGNED(A) < SIGNED(B));
      IS(OP_SLE, SIGNED(A) <= SIGNED(B));
      IS(OP_FLOAT,
         code_float(&c->floats.data[i->c], (uint64_t)extend(A, i->extra), B));
      UNLESS(OP_EQ_UNLESS, A == B);
      UNLESS(OP_ULT_UNLESS, A < B);
      UNLESS(OP_ULE_UNLESS, A <= B);
      UNLESS(OP_SLT_UNLESS, SIGNED(A) < SIGNED(B));
      UNLESS(OP_SLE_UNLESS, SIGNED(A) <= SIGNED(B));
    case OP_UNLESS:
      i = A ? i + 1 : &text[i->c];
      break;
    case OP_VISIT:
      coverage_visit(c->counted, i->a);
      i++;
      break;
    case OP_GO:
      left -= i->c;
      if (left >= DEEP_STEPS) {
        i = &text[i->b];
        break;
      }
      if (left == 0) {
        stop_behind(s, i, most);
        return;
      }
      i = &text[c->places[i->to].start];
      break;
    case OP_EDGE:
      start = (uint32_t)(i - text);
      left -= i->c;
      if (!link_edge(c, start) || left == 0) {
        stop_behind(s, &c->text.data[start], most - left);
        return;
      }
      start = c->places[c->text.data[start].to].start;
      goto again;
    case OP_STUCK:
      s->at = (loc){i->to};
      s->steps += most - left + i->c;
      s->is_stuck = true;
      return;
    default:
      UNREACHABLE();
    }
#undef IS
#undef UNLESS
#undef A
#undef B
#undef SIGNED
}
