// SPDX-License-Identifier: Apache-2.0
// A stack machine over the DAG, as in term/eval.c, whose results are terms.
//
// The rules, all of them: a term whose arguments are constants is computed, and
// so is a comparison of equal terms; an
// ite with a constant condition, or with equal branches, is a branch; a
// junction drops arguments that do not matter, and is decided by one that
// does; a select from a store at a known index is the element, or looks
// further down at another known one; bits of an extended word are its own; a
// formula that is known to hold, or not to, is a constant, and so is a
// comparison that known bounds decide. Each is evident, and none comes from the
// simplifier that the engines trust.
#include "certify/image.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "certify/numbers/bounds.h"
#include "term/eval.h"
#include "term/origin.h"

// Table sizes that are worth giving back; stores that a select looks through.
enum { MANY_KNOWN = 1024, MAX_STORES = 1000 };

typedef struct {
  term t;
  uint32_t next; // argument of a junction to be looked at
} image_frame;

struct image {
  const terms *from;
  terms *to;
  image_variable variable;
  void *data;
  hmap known;     // term id -> id of its image
  known facts;    // about terms of 'to'
  hmap holds;     // the same: id of a formula -> whether it holds
  bounds *bounds; // the same, of words
  VEC(image_frame) stack;
  term_vec args; // of the term being made
  arena *mem;    // for values
};

image *image_new(const terms *from, terms *to, image_variable variable,
                 void *data) {
  assert(from && to && variable);
  image *m = mem_alloc(sizeof *m);
  m->from = from;
  m->to = to;
  m->variable = variable;
  m->data = data;
  m->bounds = bounds_new(to);
  m->mem = arena_new();
  return m;
}

void image_free(image *m) {
  if (!m)
    return;
  hmap_free(&m->known);
  hmap_free(&m->holds);
  bounds_free(m->bounds);
  vec_free(&m->stack);
  vec_free(&m->args);
  arena_free(m->mem);
  mem_free(m);
}

void image_restart(image *m) {
  // Clearing costs what the table once held: do not drag a large one along.
  if (m->known.count > MANY_KNOWN)
    hmap_free(&m->known);
  hmap_clear(&m->known);
}

// Recursion as deep as arrays of arrays are nested in the program's types.
sort image_sort(image *m, sort s) {
  switch (sort_get_kind(m->from, s)) {
  case SORT_BOOL:
    return sort_bool(m->to);
  case SORT_BV:
    return sort_bv(m->to, sort_width(m->from, s));
  case SORT_INT:
    return sort_int(m->to);
  case SORT_REAL:
    return sort_real(m->to);
  case SORT_ARRAY:
    return sort_array(m->to, image_sort(m, sort_index(m->from, s)),
                      image_sort(m, sort_element(m->from, s)));
  }
  assert(!"every sort has an image");
  return sort_bool(m->to);
}

// --- making terms -----------------------------------------------------------

static bool are_constant(const image *m) {
  for (uint32_t i = 0; i < m->args.len; i++)
    if (!term_is_value(m->to, m->args.data[i]))
      return false;
  return true;
}

static term compute(image *m, term t) {
  value args[3];
  assert(m->args.len <= 3);
  for (uint32_t i = 0; i < m->args.len; i++)
    args[i] = term_get_value(m->to, m->args.data[i]);
  term made = term_value(m->to, eval_operator(m->from, t, args, m->mem));
  arena_reset(m->mem);
  return made;
}

// The select of index i from an array: through stores at other constants.
static term read_array(image *m, term array, term i) {
  for (int depth = 0; depth < MAX_STORES; depth++) {
    term_kind kind = term_get_kind(m->to, array);
    if (kind == TERM_CONST_ARRAY)
      return term_arg(m->to, array, 0);
    if (kind != TERM_STORE)
      break;
    term at = term_arg(m->to, array, 1);
    if (term_eq(at, i))
      return term_arg(m->to, array, 2);
    if (!term_is_value(m->to, at) || !term_is_value(m->to, i))
      break;
    array = term_arg(m->to, array, 0);
  }
  return term_select(m->to, array, i);
}

// Bits 'low' to 'high': those of a word that was extended are its own. (char)x
// of an int that was a char.
static term read_bits(image *m, term word, uint32_t high, uint32_t low) {
  term_kind kind = term_get_kind(m->to, word);
  if (kind == TERM_ZERO_EXTEND || kind == TERM_SIGN_EXTEND) {
    term inner = term_arg(m->to, word, 0);
    uint32_t width = sort_width(m->to, term_sort(m->to, inner));
    if (low == 0 && high == width - 1)
      return inner;
    if (high < width)
      word = inner;
  }
  return term_extract(m->to, word, high, low);
}

static uint32_t param_count(term_kind kind) {
  switch (kind) {
  case TERM_EXTRACT:
    return 2;
  case TERM_ZERO_EXTEND:
  case TERM_SIGN_EXTEND:
  case TERM_INT_TO_BV:
    return 1;
  default:
    return 0;
  }
}

static bool is_reflexive(term_kind kind) {
  return kind == TERM_EQ || kind == TERM_BVULE || kind == TERM_BVSLE ||
         kind == TERM_LE;
}

static bool is_strict_order(term_kind kind) {
  return kind == TERM_BVULT || kind == TERM_BVSLT || kind == TERM_LT;
}

// From the images of all arguments.
static term make(image *m, term t) {
  term_kind kind = term_get_kind(m->from, t);
  const term *args = m->args.data;
  if (kind == TERM_SELECT)
    return read_array(m, args[0], args[1]);
  if (m->args.len == 2 && term_eq(args[0], args[1]) &&
      (is_strict_order(kind) || is_reflexive(kind)))
    return term_bool(m->to, is_reflexive(kind));
  if (kind != TERM_CONST_ARRAY && are_constant(m))
    return compute(m, t);
  if (kind == TERM_EXTRACT)
    return read_bits(m, args[0], term_param(m->from, t, 0),
                     term_param(m->from, t, 1));
  sort s = image_sort(m, term_sort(m->from, t));
  uint32_t n = param_count(kind);
  return term_make(m->to, kind, s, args, m->args.len,
                   n > 0 ? term_param(m->from, t, 0) : 0,
                   n > 1 ? term_param(m->from, t, 1) : 0);
}

// --- what is known ----------------------------------------------------------

void image_know(image *m, known facts) {
  if (facts == m->facts)
    return;
  if (known_common(facts, m->facts) != m->facts) {
    hmap_clear(&m->holds);
    m->facts = NULL;
  }
  for (known k = facts; k != m->facts; k = k->before)
    hmap_put(&m->holds, k->atom.id, k->holds);
  m->facts = facts;
  if (!facts) // none are kept: their memory may be used again
    bounds_know(m->bounds, NULL);
}

bool image_is_impossible(image *m) {
  bounds_know(m->bounds, m->facts);
  return bounds_are_empty(m->bounds);
}

static term as_known(const image *m, term made) {
  if (!m->facts || term_is_value(m->to, made))
    return made;
  uint64_t *holds = hmap_find(&m->holds, made.id);
  if (holds)
    return term_bool(m->to, *holds != 0);
  bool is_true;
  bounds_know(m->bounds, m->facts);
  return bounds_decide(m->bounds, made, &is_true) ? term_bool(m->to, is_true)
                                                  : made;
}

// --- the machine ------------------------------------------------------------

static void keep(image *m, term t, term made) {
  assert(!term_is_none(made));
  hmap_put(&m->known, t.id, made.id);
}

// The image of t, or none after pushing it. Leaves are never pushed.
static term need(image *m, term t) {
  assert(!term_is_none(t));
  uint64_t *found = hmap_find(&m->known, t.id);
  if (found)
    return (term){(uint32_t)*found};
  term_kind kind = term_get_kind(m->from, t);
  if (kind != TERM_VALUE && kind != TERM_VARIABLE) {
    vec_push(&m->stack, ((image_frame){t, 0}));
    return TERM_NONE;
  }
  term made = kind == TERM_VALUE ? term_value(m->to, term_get_value(m->from, t))
                                 : as_known(m, m->variable(m->data, t));
  keep(m, t, made);
  return made;
}

static term step_ite(image *m, term t) {
  term condition = need(m, term_arg(m->from, t, 0));
  if (term_is_none(condition))
    return TERM_NONE;
  if (term_is_value(m->to, condition))
    return need(m,
                term_arg(m->from, t, term_is_true(m->to, condition) ? 1 : 2));
  term yes = need(m, term_arg(m->from, t, 1));
  term no = need(m, term_arg(m->from, t, 2));
  if (term_is_none(yes) || term_is_none(no))
    return TERM_NONE;
  return term_eq(yes, no) ? yes : term_ite(m->to, condition, yes, no);
}

// Looks at one argument after the other, up to one that decides.
static bool scan_junction(image *m, term t, bool deciding, term *decided) {
  uint32_t at = m->stack.len - 1, n = term_arity(m->from, t);
  *decided = TERM_NONE;
  for (uint32_t i = m->stack.data[at].next; i < n; i++) {
    m->stack.data[at].next = i;
    term made = need(m, term_arg(m->from, t, i));
    if (term_is_none(made))
      return false;
    if (term_eq(made, term_bool(m->to, deciding))) {
      *decided = made;
      return true;
    }
  }
  return true;
}

static term step_junction(image *m, term t) {
  bool is_or = term_get_kind(m->from, t) == TERM_OR;
  term decided, neutral = term_bool(m->to, !is_or);
  if (!scan_junction(m, t, is_or, &decided) || !term_is_none(decided))
    return decided;
  vec_clear(&m->args);
  for (uint32_t i = 0; i < term_arity(m->from, t); i++) {
    term made = need(m, term_arg(m->from, t, i));
    assert(!term_is_none(made));
    if (!term_eq(made, neutral))
      vec_push(&m->args, made);
  }
  if (m->args.len == 0)
    return neutral;
  if (m->args.len == 1)
    return m->args.data[0];
  return is_or ? term_or_n(m->to, m->args.data, m->args.len)
               : term_and_n(m->to, m->args.data, m->args.len);
}

static term step_strict(image *m, term t) {
  uint32_t n = term_arity(m->from, t);
  bool is_ready = true;
  vec_clear(&m->args);
  for (uint32_t i = 0; i < n; i++) {
    term made = need(m, term_arg(m->from, t, i));
    is_ready &= !term_is_none(made);
    vec_push(&m->args, made);
  }
  return is_ready ? make(m, t) : TERM_NONE;
}

// The image of the top of the stack; none: it waits for what was pushed.
static term step(image *m, term t) {
  switch (term_get_kind(m->from, t)) {
  case TERM_ITE:
    return step_ite(m, t);
  case TERM_AND:
  case TERM_OR:
    return step_junction(m, t);
  default:
    return step_strict(m, t);
  }
}

// What t is the result of. False: the image of an operand was pushed.
static bool step_origin(image *m, term t, term_origin *made) {
  const term_origin *o = term_get_origin(m->from, t);
  *made = o ? *o : (term_origin){.op = ORIGIN_NONE};
  bool is_ready = true;
  for (uint32_t i = 0; i < made->arity; i++) {
    made->args[i] = need(m, o->args[i]);
    is_ready &= !term_is_none(made->args[i]);
  }
  return is_ready;
}

// Operands come first: a note is about terms that were there before.
static term step_noted(image *m, term t) {
  term_origin origin;
  if (!step_origin(m, t, &origin))
    return TERM_NONE;
  term made = step(m, t);
  if (!term_is_none(made) && origin.op != ORIGIN_NONE)
    term_note_origin(m->to, made, &origin);
  return made;
}

void image_set(image *m, term t, term made) {
  assert(m->stack.len == 0 && hmap_find(&m->known, t.id) == NULL);
  keep(m, t, made);
}

bool image_has(const image *m, term t) {
  return hmap_find(&m->known, t.id) != NULL;
}

uint32_t image_size(const image *m) { return (uint32_t)m->known.count; }

term image_of(image *m, term t) {
  assert(m->stack.len == 0);
  term made = need(m, t);
  while (m->stack.len) {
    term top = vec_last(&m->stack).t;
    uint64_t *found = hmap_find(&m->known, top.id); // pushed twice
    made = found ? (term){(uint32_t)*found} : step_noted(m, top);
    if (term_is_none(made))
      continue;
    made = as_known(m, made);
    keep(m, top, made);
    (void)vec_pop(&m->stack);
  }
  return made;
}
