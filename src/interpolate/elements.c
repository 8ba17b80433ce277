// SPDX-License-Identifier: Apache-2.0
// Arrays as families of variables.
//
// A proof over bits cannot speak about arrays, but it can about some of their
// elements. Arrays that a query connects (by stores, choices and equalities)
// form a *class*, and each class has a finite set of indices that *matter*:
// constants, and terms such as v + c. An array variable becomes one variable
// per such index; a store becomes a choice in each element; a read becomes a
// choice between the elements, and at all other indices it is an unknown of its
// block; an equality is an unknown that implies the equality of the elements.
// All of this only forgets: every block implies (with some values for its
// unknowns) what it becomes. So if what is left is still contradictory, its
// interpolants, with 'a[c]' put for the variables of elements, are interpolants
// of the query, and free of quantifiers.
//
// If it is satisfiable, the values of the indices in the model show what was
// forgotten too much: they are made to matter, and so on. That ends with a
// refutation if finitely many constants suffice, as they do where loops were
// unrolled from known starts. They do not where an index is a pointer from
// elsewhere, or another number that comes in. Such an index has another value
// in each model; then the term itself is made to matter, if it is a small one
// over one variable. That a path does not change the variable is no condition:
// each assignment makes a new one. But it means something only in the blocks
// from the first to the last that mention the variable, which is in the
// vocabulary of the cuts between these; so only there it is an index.
//
// Two indices may have the same value. Stores treat them alike; that the
// elements of a variable are the same at the start is said for the first few.
#include "interpolate/elements.h"

#include <assert.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "interpolate/spans.h"
#include "term/eval.h"
#include "term/subst.h"
#include "term/walk.h"

enum {
  MAX_INDICES = 256, // of one class
  MAX_RELATED = 16,  // of these, whose elements are the same if they are
  MAX_CONSTANTS = 2  // that stand for one term before it is an index itself
};

// Arrays connected with each other.
typedef struct {
  uint32_t parent; // itself: a root, which alone uses the rest
  term_vec indices;
  term_vec leaves; // variables and constant arrays
} array_class;

// Where an array is read or written: the index, without arrays.
typedef struct {
  term index;
  uint32_t class, block;
} array_access;

// What an element's variable stands for.
typedef struct {
  term array, index;
} element;

struct itp_elements {
  terms *tt;
  hmap remembered; // leaf -> position in indices_of
  VEC(term_vec) indices_of;
  hmap element_variables; // (array variable, index) -> variable
  hmap unknowns;          // (term, block) -> variable
  term_map element_of;    // variable -> position in elements
  hmap bases;             // index that is no constant -> its variable
  hmap constants;         // term -> (last model that had a new constant for
                          // it, how many had)
  uint32_t models;        // so far
  hmap is_base;           // variables of these indices
  VEC(element) elements;
  // Of the last query.
  itp_spans spans;
  term_map class_of; // array -> position in classes
  VEC(array_class) classes;
  VEC(array_access) accesses;
  // Of the block at work.
  uint32_t block;
  term_map translated; // term -> id of its translation, or for an array the
                       // position of its elements in 'rows'
  term_vec rows, sides, args;
};

itp_elements *itp_elements_new(terms *tt) {
  itp_elements *e = mem_alloc(sizeof *e);
  e->tt = tt;
  return e;
}

static void forget_query(itp_elements *e) {
  for (uint32_t i = 0; i < e->classes.len; i++) {
    vec_free(&e->classes.data[i].indices);
    vec_free(&e->classes.data[i].leaves);
  }
  vec_clear(&e->classes);
  vec_clear(&e->accesses);
  term_map_clear(&e->class_of);
}

void itp_elements_free(itp_elements *e) {
  if (e == NULL)
    return;
  forget_query(e);
  for (uint32_t i = 0; i < e->indices_of.len; i++)
    vec_free(&e->indices_of.data[i]);
  vec_free(&e->indices_of);
  hmap_free(&e->remembered);
  hmap_free(&e->element_variables);
  hmap_free(&e->unknowns);
  term_map_free(&e->element_of);
  hmap_free(&e->bases);
  hmap_free(&e->constants);
  hmap_free(&e->is_base);
  itp_spans_free(&e->spans);
  vec_free(&e->elements);
  term_map_free(&e->class_of);
  vec_free(&e->classes);
  vec_free(&e->accesses);
  term_map_free(&e->translated);
  vec_free(&e->rows);
  vec_free(&e->sides);
  vec_free(&e->args);
  mem_free(e);
}

static bool is_array(const terms *tt, term t) {
  return sort_get_kind(tt, term_sort(tt, t)) == SORT_ARRAY;
}

// --- indices -----------------------------------------------------------------

// In which blocks the index means something. False: in none.
static bool find_span(const itp_elements *e, term index, itp_span *out) {
  *out = (itp_span){0, UINT32_MAX};
  if (term_is_value(e->tt, index))
    return true;
  const uint64_t *base = hmap_find(&e->bases, index.id);
  assert(base && "an index should be a constant or have a base");
  return itp_spans_find(&e->spans, (term){(uint32_t)*base}, out);
}

static bool means_something(const itp_elements *e, term index, uint32_t block) {
  itp_span s;
  return find_span(e, index, &s) && s.first <= block && block <= s.last;
}

// Takes the term as an index in place of its values, if it is time for that.
static bool take_as_index(itp_elements *e, term t) {
  term base = itp_base_variable(e->tt, t);
  itp_span s;
  if (term_is_none(base) || !itp_spans_find(&e->spans, base, &s))
    return false;
  uint64_t *known = hmap_find(&e->constants, t.id);
  uint32_t count = known ? (uint32_t)*known : 0;
  if (!hmap_find(&e->is_base, base.id) && count < MAX_CONSTANTS)
    return false;
  hmap_put(&e->bases, t.id, base.id);
  hmap_put(&e->is_base, base.id, 1);
  return true;
}

// --- classes -----------------------------------------------------------------

static uint32_t find_class(itp_elements *e, term array) {
  uint32_t c = 0;
  bool found = term_map_find(&e->class_of, array, &c);
  assert(found && "an array should be entered before it is used");
  (void)found;
  while (e->classes.data[c].parent != c) {
    uint32_t parent = e->classes.data[c].parent;
    e->classes.data[c].parent = e->classes.data[parent].parent;
    c = parent;
  }
  return c;
}

static bool has(const term_vec *list, term t) {
  for (uint32_t i = 0; i < list->len; i++)
    if (term_eq(list->data[i], t))
      return true;
  return false;
}

static bool add_index(itp_elements *e, uint32_t root, term index) {
  array_class *c = &e->classes.data[root];
  itp_span s;
  assert(c->parent == root);
  if (c->indices.len >= MAX_INDICES || has(&c->indices, index) ||
      !find_span(e, index, &s))
    return false;
  vec_push(&c->indices, index);
  return true;
}

static void connect(itp_elements *e, term a, term b) {
  uint32_t x = find_class(e, a), y = find_class(e, b);
  if (x == y)
    return;
  array_class *gone = &e->classes.data[y];
  gone->parent = x;
  for (uint32_t i = 0; i < gone->indices.len; i++)
    add_index(e, x, gone->indices.data[i]);
  for (uint32_t i = 0; i < gone->leaves.len; i++)
    vec_push(&e->classes.data[x].leaves, gone->leaves.data[i]);
  vec_free(&gone->indices);
  vec_free(&gone->leaves);
}

// The indices that mattered for the leaf in earlier queries.
static term_vec *remembered(itp_elements *e, term leaf) {
  uint64_t *found = hmap_find(&e->remembered, leaf.id);
  if (found != NULL)
    return &e->indices_of.data[*found];
  hmap_put(&e->remembered, leaf.id, e->indices_of.len);
  vec_push(&e->indices_of, ((term_vec){0}));
  return &vec_last(&e->indices_of);
}

static void enter_array(itp_elements *e, term t) {
  uint32_t c = e->classes.len;
  vec_push(&e->classes, ((array_class){.parent = c}));
  term_map_put(&e->class_of, t, c);
  switch (term_get_kind(e->tt, t)) {
  case TERM_VARIABLE:
  case TERM_CONST_ARRAY: {
    const term_vec *known = remembered(e, t);
    for (uint32_t i = 0; i < known->len; i++)
      add_index(e, c, known->data[i]);
    vec_push(&e->classes.data[c].leaves, t);
    break;
  }
  case TERM_STORE:
    connect(e, t, term_arg(e->tt, t, 0));
    break;
  case TERM_ITE:
    connect(e, t, term_arg(e->tt, t, 1));
    connect(e, t, term_arg(e->tt, t, 2));
    break;
  default:
    assert(!"an array should be one of these");
  }
}

// Arrays of arrays and other indices than bit-vectors are not looked at.
static bool is_simple(const terms *tt, term array) {
  sort s = term_sort(tt, array);
  return sort_get_kind(tt, sort_index(tt, s)) == SORT_BV &&
         sort_get_kind(tt, sort_element(tt, s)) != SORT_ARRAY;
}

static bool enter(itp_elements *e, term t) {
  term_kind kind = term_get_kind(e->tt, t);
  if (is_array(e->tt, t)) {
    if (!is_simple(e->tt, t))
      return false;
    enter_array(e, t);
  } else if (kind == TERM_EQ && is_array(e->tt, term_arg(e->tt, t, 0)))
    connect(e, term_arg(e->tt, t, 0), term_arg(e->tt, t, 1));
  bool is_access = kind == TERM_SELECT || kind == TERM_STORE;
  if (is_access && term_is_value(e->tt, term_arg(e->tt, t, 1)))
    add_index(e, find_class(e, term_arg(e->tt, t, 0)), term_arg(e->tt, t, 1));
  return true;
}

static bool enter_all(itp_elements *e, const itp_query *q) {
  itp_spans_make(&e->spans, q);
  term_set seen = {0};
  term_vec order = {0};
  for (uint32_t i = 0; i < q->count; i++)
    term_postorder(e->tt, q->blocks[i].formulas, q->blocks[i].formula_count,
                   &seen, &order);
  bool ok = true;
  for (uint32_t i = 0; ok && i < order.len; i++)
    ok = enter(e, order.data[i]);
  vec_free(&order);
  term_set_free(&seen);
  return ok;
}

// --- variables ---------------------------------------------------------------

static term kept_variable(itp_elements *e, hmap *in, uint64_t key,
                          const char *prefix, sort s) {
  uint64_t *found = hmap_find(in, key);
  if (found != NULL)
    return (term){(uint32_t)*found};
  term fresh = term_fresh(e->tt, prefix, s);
  hmap_put(in, key, fresh.id);
  return fresh;
}

static term element_variable(itp_elements *e, term array, term index) {
  uint32_t before = e->element_variables.count;
  term v =
      kept_variable(e, &e->element_variables, hmap_pair(array.id, index.id),
                    "element", sort_element(e->tt, term_sort(e->tt, array)));
  if (e->element_variables.count > before) {
    term_map_put(&e->element_of, v, e->elements.len);
    vec_push(&e->elements, ((element){array, index}));
  }
  return v;
}

// What the block does not know about t.
static term unknown(itp_elements *e, term t) {
  return kept_variable(e, &e->unknowns, hmap_pair(t.id, e->block), "unknown",
                       term_sort(e->tt, t));
}

// --- translation -------------------------------------------------------------

static uint32_t number_of(const itp_elements *e, term t) {
  uint32_t number = 0;
  bool found = term_map_find(&e->translated, t, &number);
  assert(found && "arguments should be translated first");
  (void)found;
  return number;
}

static term translation(const itp_elements *e, term t) {
  return (term){number_of(e, t)};
}

static term element_at(const itp_elements *e, term array, uint32_t i) {
  return e->rows.data[number_of(e, array) + i];
}

static term make_element(itp_elements *e, term t, uint32_t i, term index) {
  terms *tt = e->tt;
  switch (term_get_kind(tt, t)) {
  case TERM_VARIABLE:
    return element_variable(e, t, index);
  case TERM_CONST_ARRAY:
    return translation(e, term_arg(tt, t, 0));
  case TERM_STORE: {
    term at = translation(e, term_arg(tt, t, 1));
    return term_ite(tt, term_eq_make(tt, at, index),
                    translation(e, term_arg(tt, t, 2)),
                    element_at(e, term_arg(tt, t, 0), i));
  }
  default:
    assert(term_get_kind(tt, t) == TERM_ITE);
    return term_ite(tt, translation(e, term_arg(tt, t, 0)),
                    element_at(e, term_arg(tt, t, 1), i),
                    element_at(e, term_arg(tt, t, 2), i));
  }
}

static void note_access(itp_elements *e, term array, term index) {
  array_access a = {translation(e, index), find_class(e, array), e->block};
  vec_push(&e->accesses, a);
}

// Indices with the same value have the same element.
static void relate_elements(itp_elements *e, const array_class *c,
                            uint32_t start) {
  const term *row = e->rows.data + start;
  if (c->indices.len > MAX_RELATED)
    return;
  for (uint32_t i = 0; i < c->indices.len; i++)
    for (uint32_t k = 0; k < i; k++) {
      if (term_is_none(row[i]) || term_is_none(row[k]))
        continue;
      term same = term_eq_make(e->tt, c->indices.data[i], c->indices.data[k]);
      term side =
          term_implies(e->tt, same, term_eq_make(e->tt, row[i], row[k]));
      if (!term_is_true(e->tt, side))
        vec_push(&e->sides, side);
    }
}

static void translate_array(itp_elements *e, term t) {
  uint32_t c = find_class(e, t), start = e->rows.len;
  if (term_get_kind(e->tt, t) == TERM_STORE)
    note_access(e, t, term_arg(e->tt, t, 1));
  for (uint32_t i = 0; i < e->classes.data[c].indices.len; i++) {
    term index = e->classes.data[c].indices.data[i], x = TERM_NONE;
    if (means_something(e, index, e->block))
      x = make_element(e, t, i, index);
    vec_push(&e->rows, x);
  }
  if (term_get_kind(e->tt, t) == TERM_VARIABLE)
    relate_elements(e, &e->classes.data[c], start);
  term_map_put(&e->translated, t, start);
}

static term translate_select(itp_elements *e, term t) {
  term array = term_arg(e->tt, t, 0), index = term_arg(e->tt, t, 1);
  note_access(e, array, index);
  term at = translation(e, index), read = unknown(e, t);
  const term_vec *indices = &e->classes.data[find_class(e, array)].indices;
  for (uint32_t i = 0; i < indices->len; i++)
    if (!term_is_none(element_at(e, array, i)))
      read = term_ite(e->tt, term_eq_make(e->tt, at, indices->data[i]),
                      element_at(e, array, i), read);
  return read;
}

static term translate_equality(itp_elements *e, term t) {
  term a = term_arg(e->tt, t, 0), b = term_arg(e->tt, t, 1);
  term equal = unknown(e, t);
  uint32_t n = e->classes.data[find_class(e, a)].indices.len;
  for (uint32_t i = 0; i < n; i++) {
    if (term_is_none(element_at(e, a, i)))
      continue;
    term same = term_eq_make(e->tt, element_at(e, a, i), element_at(e, b, i));
    vec_push(&e->sides, term_implies(e->tt, equal, same));
  }
  return equal;
}

static term translate_operator(itp_elements *e, term t) {
  uint32_t n = term_arity(e->tt, t);
  if (n == 0)
    return t;
  vec_clear(&e->args);
  bool is_same = true;
  for (uint32_t i = 0; i < n; i++) {
    term old = term_arg(e->tt, t, i), new = translation(e, old);
    is_same = is_same && term_eq(old, new);
    vec_push(&e->args, new);
  }
  if (is_same)
    return t;
  return term_with_args(e->tt, t, e->args.data);
}

static void translate(itp_elements *e, term t) {
  term_kind kind = term_get_kind(e->tt, t);
  if (is_array(e->tt, t)) {
    translate_array(e, t);
    return;
  }
  term new;
  if (kind == TERM_SELECT)
    new = translate_select(e, t);
  else if (kind == TERM_EQ && is_array(e->tt, term_arg(e->tt, t, 0)))
    new = translate_equality(e, t);
  else
    new = translate_operator(e, t);
  term_map_put(&e->translated, t, new.id);
}

// One group: which formula came from which guard is not asked any more.
static itp_block translate_block(itp_elements *e, const itp_block *b,
                                 arena *mem) {
  term_set seen = {0};
  term_vec order = {0};
  term_postorder(e->tt, b->formulas, b->formula_count, &seen, &order);
  term_map_clear(&e->translated);
  vec_clear(&e->rows);
  vec_clear(&e->sides);
  for (uint32_t i = 0; i < order.len; i++)
    translate(e, order.data[i]);
  itp_block out = {.formula_count = b->formula_count + e->sides.len,
                   .guards = b->guards,
                   .guard_count = 1};
  term *formulas = ARENA_ARRAY(mem, term, out.formula_count);
  uint32_t *ends = ARENA_ARRAY(mem, uint32_t, 1);
  for (uint32_t i = 0; i < b->formula_count; i++)
    formulas[i] = translation(e, b->formulas[i]);
  for (uint32_t i = 0; i < e->sides.len; i++)
    formulas[b->formula_count + i] = e->sides.data[i];
  ends[0] = out.formula_count;
  out.formulas = formulas;
  out.formula_ends = ends;
  vec_free(&order);
  term_set_free(&seen);
  return out;
}

static bool is_shared(const itp_elements *e, term index, uint32_t cut) {
  return means_something(e, index, cut) && means_something(e, index, cut + 1);
}

static term_vec translate_shared(itp_elements *e, const term_vec *shared,
                                 uint32_t cut, arena *mem) {
  term_vec all = {0};
  for (uint32_t i = 0; i < shared->len; i++) {
    term v = shared->data[i];
    if (!is_array(e->tt, v)) {
      vec_push(&all, v);
      continue;
    }
    const term_vec *indices = &e->classes.data[find_class(e, v)].indices;
    for (uint32_t k = 0; k < indices->len; k++) {
      if (!is_shared(e, indices->data[k], cut))
        continue;
      term x = element_variable(e, v, indices->data[k]);
      vec_push(&all, x);
    }
  }
  term_vec out = {.data = ARENA_ARRAY(mem, term, all.len), .len = all.len};
  for (uint32_t i = 0; i < all.len; i++)
    out.data[i] = all.data[i];
  vec_free(&all);
  return out;
}

bool itp_elements_make(itp_elements *e, const itp_query *q, arena *mem,
                       itp_query *out, const char **reason) {
  assert(q->count >= 2);
  forget_query(e);
  if (!enter_all(e, q)) {
    *reason = "arrays of arrays, or with indices that are no bit-vectors";
    return false;
  }
  itp_block *blocks = ARENA_ARRAY(mem, itp_block, q->count);
  term_vec *shared = ARENA_ARRAY(mem, term_vec, q->count - 1);
  for (e->block = 0; e->block < q->count; e->block++)
    blocks[e->block] = translate_block(e, &q->blocks[e->block], mem);
  for (uint32_t c = 0; c + 1 < q->count; c++)
    shared[c] = translate_shared(e, &q->shared[c], c, mem);
  *out = *q;
  out->blocks = blocks;
  out->shared = shared;
  return true;
}

// --- refinement --------------------------------------------------------------

static void set_values(itp_elements *e, evaluator *to, itp_model model,
                       void *data, arena *mem) {
  term_set seen = {0};
  term_vec variables = {0};
  for (uint32_t i = 0; i < e->accesses.len; i++)
    term_variables(e->tt, &e->accesses.data[i].index, 1, &seen, &variables);
  for (uint32_t i = 0; i < variables.len; i++) {
    value v = model(data, variables.data[i], mem);
    if (v.kind != VALUE_NONE)
      eval_set(to, variables.data[i], v);
  }
  vec_free(&variables);
  term_set_free(&seen);
}

// For the queries to come.
static void remember(itp_elements *e, const array_class *c, term index) {
  for (uint32_t i = 0; i < c->leaves.len; i++) {
    term_vec *known = remembered(e, c->leaves.data[i]);
    if (!has(known, index))
      vec_push(known, index);
  }
}

// The access as an index that matters from now on: its value, or the term.
static bool refine_access(itp_elements *e, array_access a, value v) {
  const array_class *c = &e->classes.data[a.class];
  bool is_term = !term_is_value(e->tt, a.index) && take_as_index(e, a.index);
  if (is_term && has(&c->indices, a.index) &&
      means_something(e, a.index, a.block))
    return false;
  term index = is_term ? a.index : term_value(e->tt, v);
  if (!add_index(e, a.class, index))
    return false;
  remember(e, c, index);
  return true;
}

// Counts the model, if it has a new constant for the index.
static void count_constant(itp_elements *e, array_access a, value v) {
  if (has(&e->classes.data[a.class].indices, term_value(e->tt, v)))
    return;
  uint64_t *known = hmap_find(&e->constants, a.index.id);
  uint32_t last = known ? (uint32_t)(*known >> 32) : 0;
  uint32_t count = known ? (uint32_t)*known : 0;
  if (last < e->models)
    hmap_put(&e->constants, a.index.id, hmap_pair(e->models, count + 1));
}

uint32_t itp_elements_refine(itp_elements *e, itp_model model, void *data) {
  arena *mem = arena_new();
  evaluator *values = eval_new(e->tt);
  set_values(e, values, model, data, mem);
  e->models++;
  for (uint32_t i = 0; i < e->accesses.len; i++) {
    array_access a = e->accesses.data[i];
    count_constant(e, a, eval_term(values, a.index));
  }
  uint32_t added = 0;
  for (uint32_t i = 0; i < e->accesses.len; i++) {
    array_access a = e->accesses.data[i];
    added += refine_access(e, a, eval_term(values, a.index));
  }
  eval_free(values);
  arena_free(mem);
  return added;
}

// --- back --------------------------------------------------------------------

static term element_term(void *data, term variable) {
  itp_elements *e = data;
  uint32_t i;
  if (!term_map_find(&e->element_of, variable, &i))
    return TERM_NONE;
  return term_select(e->tt, e->elements.data[i].array,
                     e->elements.data[i].index);
}

term itp_elements_back(itp_elements *e, term t) {
  assert(!term_is_none(t));
  subst *s = subst_new(e->tt);
  subst_set_lookup(s, element_term, e);
  term out = subst_apply(s, t);
  subst_free(s);
  return out;
}
