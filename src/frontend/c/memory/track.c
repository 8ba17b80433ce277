// SPDX-License-Identifier: Apache-2.0
// Memory that is lost: allocated, not freed, and out of reach at the end.
//
// Any object that lives at the end is chosen, and a way to it is looked for,
// backwards: first among the variables, then among the other objects that
// live. Where an object is found that points to the chosen one, it takes its
// place. The search ends at a variable: what was chosen can be reached; or at
// an object that nothing points to: that one is lost. A ring of pointers could
// be followed forever. After as many steps as there are objects that is no
// answer but unsupported: another way may lead out of the ring.
//
// What is lost stays lost, so looking at the end is enough for all executions
// that end. Locals are gone where the program returns from its entry; where it
// calls exit they are not.
//
// The search is a part of the program: its loops are loops as others are.
#include <assert.h>

#include "frontend/c/memory/cells.h"
#include "frontend/c/memory/escape.h"
#include "frontend/c/memory/safety.h"
#include "frontend/c/memory/heap.h"
#include "frontend/c/memory/pointer.h"

enum { CLIMB_BITS = 24 };

// Pointers that stand at indices of one array variable.
typedef struct {
  const object *o;
  uint32_t cell;
  bool is_root;
} row;

typedef struct {
  translator *t;
  const frame *innermost;            // whose locals are still there; NULL: none
  VEC(const object *) roots, blocks; // of single pointers
  VEC(row) rows;
  term refused; // something cannot be searched
  loc start;
} search;

// --- what can hold pointers ------------------------------------------------

static bool may_hold_memory(const translator *t, target holder) {
  target inside;
  for (uint32_t k = 0; points_to_inside(t->targets, holder, k, &inside); k++)
    if (inside.kind == TARGET_SITE)
      return true;
  return false;
}

static bool has_pointers(const shape *s) {
  for (uint32_t k = 0; k < s->cell_count; k++)
    if (cell_may_point(&s->cells[k]))
      return true;
  return false;
}

static term lives(translator *t, const object *o) {
  return o->live.id == 0 ? term_true(t->tt) : step_read(t, o->live);
}

static void add_rows(search *s, const object *o, bool is_root) {
  translator *t = s->t;
  // Arrays in allocated memory, and those of variable length, are many times
  // larger than what can be searched.
  bool is_large =
      o->length.id != 0 || (o->is_many ? o->shape->element_bits > 0
                                       : o->is_heap && o->shape->length > 0);
  if (is_large && !o->is_many) {
    s->refused = term_or(t->tt, s->refused, lives(t, o));
    return;
  }
  if (is_large) {
    term none = term_bv(t->tt, INSTANCE_BITS, 0);
    s->refused = term_or(t->tt, s->refused,
                         term_distinct(t->tt, step_read(t, o->count), none));
    return;
  }
  for (uint32_t k = 0; k < o->shape->cell_count; k++)
    if (cell_may_point(&o->shape->cells[k]))
      vec_push(&s->rows, ((row){o, k, is_root}));
}

static void add_object(search *s, const object *o, bool is_root) {
  if (o->shape == NULL || o->shape->is_opaque || !has_pointers(o->shape))
    return;
  if (o->shape->length > 0)
    add_rows(s, o, is_root);
  else if (is_root)
    vec_push(&s->roots, o);
  else
    vec_push(&s->blocks, o);
}

static void collect(search *s) {
  translator *t = s->t;
  for (uint32_t k = 1; k < t->m->symbols.len; k++)
    if (!t->m->symbols.data[k].is_function &&
        may_hold_memory(t, (target){TARGET_SYMBOL, NULL, k}))
      add_object(s, global_object(t, k), true);
  for (frame *f = (frame *)(uintptr_t)s->innermost; f != NULL; f = f->parent)
    for (uint32_t k = 0; k < f->f->locals.len; k++)
      if (may_hold_memory(t, (target){TARGET_LOCAL, f->f, k}))
        add_object(s, frame_object(t, f, k), true);
  for (uint32_t k = 0; k < t->m->sites.len; k++)
    if (may_hold_memory(t, (target){TARGET_SITE, NULL, k}))
      add_object(s, heap_object(t, k), false);
}

// --- the steps of the search -----------------------------------------------

static term number_of(translator *t, const object *o, term instance) {
  pointer p =
      o->is_many ? pointer_to_instance(o, instance) : pointer_to_object(o, 0);
  return pointer_object(t, &p);
}

static term leads_to_lost(translator *t, const cell *c, term now) {
  term p = cells_held(t, c, now);
  term id = term_extract(t->tt, p, POINTER_BITS - 1, OFFSET_BITS);
  return term_eq_make(t->tt, id, step_read(t, t->lost));
}

// One of the pointers in the object.
static term has_way(translator *t, const object *o) {
  term any = term_false(t->tt);
  for (uint32_t k = 0; k < o->shape->cell_count; k++) {
    const cell *c = &o->shape->cells[k];
    if (cell_may_point(c))
      any = term_or(t->tt, any, leads_to_lost(t, c, memory_cell(t, o, k)));
  }
  return term_and(t->tt, any, lives(t, o));
}

static void go(translator *t, term guard, loc to) {
  step_emit(t, to, guard, EDGE_PLAIN, NULL, true);
  step_assume(t, term_not(t->tt, guard));
}

// Goes on from another object.
static void climb(search *s, term guard, term number) {
  translator *t = s->t;
  term before = step_read(t, t->lost), steps = step_read(t, t->climbs);
  step_write(t, t->lost, number);
  step_write(t, t->climbs,
             term_bvadd(t->tt, steps, term_bv(t->tt, CLIMB_BITS, 1)));
  go(t, guard, s->start);
  step_write(t, t->lost, before);
  step_write(t, t->climbs, steps);
}

// Objects that were allocated so far, at most.
static term object_count(translator *t) {
  term sum = term_bv(t->tt, CLIMB_BITS, 0);
  for (uint32_t k = 0; k < t->m->sites.len; k++) {
    const object *o = t->heap[k];
    term n = term_bv(t->tt, CLIMB_BITS, 1);
    if (o->is_many)
      n = term_zero_extend(t->tt, step_read(t, o->count),
                           CLIMB_BITS - INSTANCE_BITS);
    sum = term_bvadd(t->tt, sum, n);
  }
  return sum;
}

// Everything that is not in rows. Ends at 'next' with nothing found.
static void look_around(search *s, loc next) {
  translator *t = s->t;
  step_begin(t, s->start);
  term found = term_false(t->tt);
  for (uint32_t k = 0; k < s->roots.len; k++)
    found = term_or(t->tt, found, has_way(t, s->roots.data[k]));
  go(t, found, t->end);
  step_unsupported(t, s->refused, "arrays of pointers may lead to memory");
  step_unsupported(t,
                   term_bvult(t->tt, object_count(t), step_read(t, t->climbs)),
                   "memory that points to itself");
  for (uint32_t k = 0; k < s->blocks.len; k++) {
    const object *o = s->blocks.data[k];
    climb(s, has_way(t, o), number_of(t, o, TERM_NONE));
  }
  step_write(t, t->cursor, term_bv(t->tt, SHAPE_INDEX_BITS, 0));
  go(t, term_true(t->tt), next);
}

static term row_length(translator *t, const object *o) {
  if (!o->is_many)
    return term_bv(t->tt, SHAPE_INDEX_BITS, o->shape->length);
  return term_zero_extend(t->tt, step_read(t, o->count),
                          SHAPE_INDEX_BITS - INSTANCE_BITS);
}

// One pointer of a row, and on to the next.
static void look_along(search *s, const row *r, loc here, loc next) {
  translator *t = s->t;
  terms *tt = t->tt;
  step_begin(t, here);
  term at = step_read(t, t->cursor);
  term index = term_extract(tt, at, r->o->shape->index_bits - 1, 0);
  term p = term_select(tt, memory_cell(t, r->o, r->cell), index);
  term is_end = term_bvule(tt, row_length(t, r->o), at);
  step_write(t, t->cursor, term_bv(tt, SHAPE_INDEX_BITS, 0));
  go(t, is_end, next);
  term live = lives(t, r->o);
  if (r->o->is_many && r->o->live.id != 0)
    live = term_select(tt, live, index);
  const cell *c = &r->o->shape->cells[r->cell];
  term found = term_and(tt, live, leads_to_lost(t, c, p));
  if (r->is_root)
    go(t, found, t->end);
  else
    climb(s, found, number_of(t, r->o, index));
  step_write(t, t->cursor,
             term_bvadd(tt, at, term_bv(tt, SHAPE_INDEX_BITS, 1)));
  go(t, term_true(tt), here);
}

// What others know of, they may still point to.
static void spare_known(translator *t) {
  terms *tt = t->tt;
  term whole =
      term_concat(tt, step_read(t, t->lost), term_bv(tt, OFFSET_BITS, 0));
  pointer lost = pointer_of_term(t, whole);
  term known = term_false(tt);
  for (uint32_t k = 0; k < t->m->sites.len; k++) {
    const object *o = heap_object(t, k);
    known = term_or(
        tt, known,
        term_and(tt, escape_is_handed(t, o), pointer_is_into(t, &lost, o)));
  }
  step_unsupported(t, known,
                   "whether functions that are not defined keep this memory");
}

static void report(translator *t, loc here) {
  step_begin(t, here);
  spare_known(t);
  step_error(t, term_true(t->tt), PROPERTY_MEMTRACK,
             "allocated memory is lost: nothing points to it any more");
}

static loc new_location(translator *t) {
  return frame_location(t, t->frame, t->inst);
}

static void build(search *s) {
  loc here = new_location(s->t);
  look_around(s, here);
  for (uint32_t k = 0; k < s->rows.len; k++) {
    loc next = new_location(s->t);
    look_along(s, &s->rows.data[k], here, next);
    here = next;
  }
  report(s->t, here);
}

// --- the choice ------------------------------------------------------------

static var add_variable(translator *t, uint32_t bits) {
  var_info info = {.type = {TYPE_UNSIGNED, NULL}, .sort = sort_bv(t->tt, bits)};
  return program_add_variable(t->p, &info);
}

static void choose(search *s) {
  translator *t = s->t;
  terms *tt = t->tt;
  type_info type = {TYPE_UNSIGNED, NULL};
  const char *name = "memory that may be lost";
  term which = step_input(t, INPUT_CHOICE, name, type, sort_bv(tt, 32));
  term one =
      step_input(t, INPUT_CHOICE, name, type, sort_bv(tt, INSTANCE_BITS));
  step_write(t, t->climbs, term_bv(tt, CLIMB_BITS, 0));
  for (uint32_t k = 0; k < t->m->sites.len; k++) {
    const object *o = heap_object(t, k);
    term live = lives(t, o);
    if (o->is_many)
      live = term_select(tt, live, one);
    step_write(t, t->lost, number_of(t, o, one));
    go(t, term_and(tt, live, term_eq_make(tt, which, term_bv(tt, 32, k))),
       s->start);
  }
}

void track_start(translator *t) {
  if (!step_checks(t, PROPERTY_MEMTRACK) || t->m->sites.len == 0)
    return;
  t->lost = add_variable(t, OBJECT_BITS);
  t->climbs = add_variable(t, CLIMB_BITS);
  t->cursor = add_variable(t, SHAPE_INDEX_BITS);
}

void track_end(translator *t, edge_kind kind, const char *text,
               bool with_locals) {
  if (t->lost.id == 0 || step_is_dead(t)) {
    step_emit(t, t->end, term_true(t->tt), kind, text, true);
    return;
  }
  search s = {.t = t,
              .innermost = with_locals ? t->frame : NULL,
              .refused = term_false(t->tt),
              .start = new_location(t)};
  choose(&s);
  step_emit(t, t->end, term_true(t->tt), kind, text, true);
  step_begin(t, s.start);
  collect(&s);
  build(&s);
  vec_free(&s.roots);
  vec_free(&s.blocks);
  vec_free(&s.rows);
}
