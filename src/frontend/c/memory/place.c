// SPDX-License-Identifier: Apache-2.0
// Where objects lie: pointers as integers, and integers as pointers.
//
// A pointer is an object and an offset; as long as nobody asks for more,
// objects lie nowhere. An object whose address becomes a number (exposed.h) has
// a *place*: a variable of the program that is chosen when the object comes
// into being, arbitrarily, but aligned, apart from all other objects with a
// place that live then, and neither on the first nor the last page. The number
// is the place plus the offset.
//
// Back from a number: if it is inside of an object with a place, or right
// behind it, it points there. Where objects touch, it is inside of the one that
// begins: pointers compare by their numbers then, and an access to the other
// object is not supported. Otherwise it is a pointer to no object, whose
// offset is the number. That may be the address of an object without a place,
// too: by chance, or because the program compared them. Accesses through it are
// not supported anyway, and comparisons are not where that matters.
#include "frontend/c/memory/place.h"

#include "frontend/c/memory/numbers.h"

#include <assert.h>
#include <string.h>

#include "frontend/c/analyze/exposed.h"
#include "frontend/c/library/models.h"
#include "frontend/c/memory/heap.h"
#include "frontend/c/memory/pointer.h"
#include "frontend/c/memory/safety.h"

enum { MOST_ZEROS = 12 };

static uint32_t width_of(const translator *t) {
  return t->m->pointer_bytes * 8;
}

// An offset or size in the width of addresses.
static term resized(translator *t, term offset, bool is_signed) {
  uint32_t width = width_of(t);
  assert(term_width(t->tt, offset) == OFFSET_BITS);
  if (width < OFFSET_BITS)
    return term_extract(t->tt, offset, width - 1, 0);
  return is_signed ? term_sign_extend(t->tt, offset, width - OFFSET_BITS)
                   : term_zero_extend(t->tt, offset, width - OFFSET_BITS);
}

static term start_of(translator *t, const object *o) {
  assert(o->place.id != 0);
  term high = step_read(t, o->place);
  return o->zeros == 0 ? high
                       : term_concat(t->tt, high, term_bv(t->tt, o->zeros, 0));
}

static term size_of(translator *t, const object *o) {
  if (o->symbol != 0)
    return term_bv(t->tt, width_of(t), 1);
  pointer p = pointer_to_object(o, 0);
  return resized(t, heap_size(t, o, &p), false);
}

// What it takes: there is no object without a byte.
static term room_of(translator *t, const object *o) {
  term size = size_of(t, o), one = term_bv(t->tt, width_of(t), 1);
  return term_ite(t->tt, term_bvult(t->tt, size, one), one, size);
}

// --- making places ---------------------------------------------------------

static uint32_t zeros_of(uint32_t align) {
  uint32_t zeros = 0;
  while (zeros < MOST_ZEROS && align >> zeros > 1)
    zeros++;
  return zeros;
}

static var add_place(translator *t, const char *function, uint32_t zeros) {
  var_info info = {.function = function,
                   .type = {TYPE_OTHER, NULL},
                   .sort = sort_bv(t->tt, width_of(t) - zeros)};
  return program_add_variable(t->p, &info);
}

bool place_is_used(const translator *t) {
  target at;
  return points_to_has_integers(t->targets) ||
         points_to_exposed(t->targets, 0, &at);
}

static bool is_exposed(const translator *t, target at) {
  return points_to_is_exposed(t->targets, at);
}

static void set_nowhere(translator *t, const object *o) {
  step_write(t, o->place, term_bv(t->tt, width_of(t) - o->zeros, 0));
}

void place_local(translator *t, frame *f, object *o, uint32_t local) {
  const ir_local *l = &f->f->locals.data[local];
  if (o->shape->is_opaque ||
      !is_exposed(t, (target){TARGET_LOCAL, f->f, local}))
    return;
  o->zeros = zeros_of(l->align);
  if (f->vars->places[local].id == 0)
    f->vars->places[local] = add_place(t, f->f->name, o->zeros);
  o->place = f->vars->places[local];
  o->may_move = f->parent != NULL || o->live.id != 0 || o->length.id != 0;
}

// How models of the library align memory that the program wants aligned is not
// known.
static bool is_aligned_specially(const ir_site *s) {
  static const char *const names[] = {"aligned_alloc", "memalign",
                                      "posix_memalign", "pvalloc", "valloc"};
  if (!models_is_file(s->function->pos.file))
    return false;
  for (uint32_t k = 0; k < sizeof names / sizeof *names; k++)
    if (strcmp(s->function->name, names[k]) == 0)
      return true;
  return false;
}

// An integer does not keep memory from being lost.
void place_site(translator *t, object *o, uint32_t site) {
  const ir_site *s = &t->m->sites.data[site];
  if (o->is_many || is_aligned_specially(s) ||
      step_checks(t, PROPERTY_MEMTRACK) ||
      !is_exposed(t, (target){TARGET_SITE, NULL, site}))
    return;
  o->zeros = zeros_of(2 * t->m->pointer_bytes);
  o->place = add_place(t, s->function->name, o->zeros);
  set_nowhere(t, o);
}

static void place_symbol(translator *t, uint32_t symbol) {
  const ir_symbol *s = &t->m->symbols.data[symbol];
  object *o = (object *)(uintptr_t)global_object(t, symbol);
  assert(o->place.id == 0);
  if (!s->is_function && (o->shape->is_opaque || o->is_incomplete))
    return;
  o->zeros = zeros_of(s->align);
  o->place = add_place(t, s->function, o->zeros);
  set_nowhere(t, o);
}

// --- choosing --------------------------------------------------------------

static void add_object(const object *o, object_vec *out) {
  if (o->place.id != 0)
    vec_push(out, o);
}

// The target's objects that have a place.
static void add_target(translator *t, target at, frame *from, object_vec *out) {
  object_vec all = {0};
  pointer_objects(t, at, from, &all);
  for (uint32_t k = 0; k < all.len; k++)
    add_object(all.data[k], out);
  vec_free(&all);
}

// All objects with a place.
static void find_objects(translator *t, frame *from, object_vec *out) {
  target at;
  for (uint32_t k = 0; points_to_exposed(t->targets, k, &at); k++)
    add_target(t, at, from, out);
}

// Whether the object is somewhere now.
static term is_placed(translator *t, const object *o) {
  terms *tt = t->tt;
  term high = step_read(t, o->place), placed = term_true(tt);
  if (o->is_heap || o->length.id != 0 || term_is_value(tt, high))
    placed = term_distinct(tt, high, term_bv(tt, term_width(tt, high), 0));
  pointer p = pointer_to_object(o, 0);
  return term_and(tt, placed, heap_is_live(t, o, &p));
}

static term are_apart(translator *t, const object *a, const object *b) {
  terms *tt = t->tt;
  term from_a = start_of(t, a), from_b = start_of(t, b);
  term to_a = term_bvadd(tt, from_a, room_of(t, a));
  term to_b = term_bvadd(tt, from_b, room_of(t, b));
  return term_or(tt, term_bvule(tt, to_a, from_b),
                 term_bvule(tt, to_b, from_a));
}

// Neither on the first nor on the last page.
static term is_in_space(translator *t, term start, term room) {
  terms *tt = t->tt;
  uint32_t width = width_of(t);
  term most = term_bvneg(tt, term_bv(tt, width, 2 * EXPOSED_PAGE));
  term from = term_bvsub(tt, start, term_bv(tt, width, EXPOSED_PAGE));
  return term_and(tt, term_bvule(tt, room, most),
                  term_bvule(tt, from, term_bvsub(tt, most, room)));
}

static void put_somewhere(translator *t, const object *o) {
  terms *tt = t->tt;
  type_info type = {TYPE_UNSIGNED, NULL};
  term start =
      step_input(t, INPUT_ADDRESS, o->name, type, sort_bv(tt, width_of(t)));
  if (o->zeros > 0)
    step_assume(t, term_eq_make(tt, term_extract(tt, start, o->zeros - 1, 0),
                                term_bv(tt, o->zeros, 0)));
  step_write(t, o->place, term_extract(tt, start, width_of(t) - 1, o->zeros));
  step_assume(t, is_in_space(t, start_of(t, o), room_of(t, o)));
}

void place_choose(translator *t, const object *o, frame *from) {
  terms *tt = t->tt;
  if (o->place.id == 0)
    return;
  object_vec all = {0};
  find_objects(t, from, &all);
  put_somewhere(t, o);
  for (uint32_t k = 0; k < all.len; k++) {
    if (all.data[k] == o)
      continue;
    term placed = is_placed(t, all.data[k]);
    if (!term_is_false(tt, placed))
      step_assume(
          t, term_or(tt, term_not(tt, placed), are_apart(t, o, all.data[k])));
  }
  vec_free(&all);
}

void place_start(translator *t) {
  target at;
  for (uint32_t k = 0; points_to_exposed(t->targets, k, &at); k++)
    if (at.kind == TARGET_SYMBOL)
      place_symbol(t, at.index);
  for (uint32_t k = 0; points_to_exposed(t->targets, k, &at); k++)
    if (at.kind == TARGET_SYMBOL)
      place_choose(t, global_object(t, at.index), NULL);
}

// The exposed locals of the call.
static void find_locals(translator *t, frame *f, object_vec *out) {
  target at;
  for (uint32_t k = 0; points_to_exposed(t->targets, k, &at); k++)
    if (at.kind == TARGET_LOCAL && at.function == f->f)
      add_object(frame_object(t, f, at.index), out);
}

// Those that come into being later are nowhere yet.
void place_enter(translator *t, frame *callee) {
  object_vec all = {0};
  find_locals(t, callee, &all);
  for (uint32_t k = 0; k < all.len; k++)
    set_nowhere(t, all.data[k]);
  for (uint32_t k = 0; k < all.len; k++)
    if (all.data[k]->length.id == 0 && all.data[k]->live.id == 0)
      place_choose(t, all.data[k], callee);
  vec_free(&all);
}

// --- numbers ---------------------------------------------------------------

static term number_in(translator *t, const object *o, const pointer *p) {
  return term_bvadd(t->tt, start_of(t, o),
                    resized(t, pointer_offset(t, p), true));
}

term place_number(translator *t, const pointer *p, const ir_operand *from,
                  term *known) {
  terms *tt = t->tt;
  candidate_vec all = {0};
  term sum = term_bv(tt, width_of(t), 0);
  *known = numbers_is(t, p);
  if (p->object == NULL)
    sum = numbers_value(t, p);
  if (p->object != NULL || from != NULL)
    pointer_candidates(t, (address){p, from, 0}, &all);
  else
    pointer_exposed(t, p, &all);
  for (uint32_t k = 0; k < all.len; k++) {
    candidate c = all.data[k];
    if (c.object->place.id == 0)
      continue;
    sum = term_ite(tt, c.is_it, number_in(t, c.object, p), sum);
    *known = term_or(tt, *known, c.is_it);
  }
  vec_free(&all);
  return sum;
}

// --- back ------------------------------------------------------------------

typedef struct {
  term object, offset; // of the pointer
  term inside, behind; // Bool: inside of an object so far, right behind one
  term moving;         // Bool: of an object that may move
} finding;

static void look_into(translator *t, const object *o, term n, finding *f) {
  terms *tt = t->tt;
  uint32_t width = width_of(t);
  term offset = term_bvsub(tt, n, start_of(t, o));
  term size = size_of(t, o), placed = is_placed(t, o);
  term is_end = term_and(tt, term_eq_make(tt, offset, size),
                         term_distinct(tt, size, term_bv(tt, width, 0)));
  term inside = term_and(tt, placed, term_bvult(tt, offset, room_of(t, o)));
  term behind = term_and(tt, placed, is_end);
  term here =
      term_or(tt, inside, term_and(tt, behind, term_not(tt, f->inside)));
  term small = width < OFFSET_BITS
                   ? term_zero_extend(tt, offset, OFFSET_BITS - width)
                   : term_extract(tt, offset, OFFSET_BITS - 1, 0);
  f->object =
      term_ite(tt, here, term_bv(tt, OBJECT_BITS, object_id(t, o)), f->object);
  f->offset = term_ite(tt, here, small, f->offset);
  if (o->may_move)
    f->moving = term_or(tt, f->moving, here);
  f->inside = term_or(tt, f->inside, inside);
  f->behind = term_or(tt, f->behind, behind);
}

// Those that the number may have been made from. From outside, it does not lead
// to other objects of the program (outside.h).
static void find_origins(translator *t, const ir_operand *from,
                         object_vec *out) {
  if (from == NULL || !points_to_is_complete(t->targets) ||
      !points_to_is_outside(t->targets, t->frame->f, from)) {
    find_objects(t, t->frame, out);
    return;
  }
  target at;
  for (uint32_t k = 0; points_to_get(t->targets, t->frame->f, from, k, &at);
       k++)
    if (is_exposed(t, at))
      add_target(t, at, t->frame, out);
}

pointer place_find(translator *t, term n, const ir_operand *from, bool is_kept,
                   term *known) {
  terms *tt = t->tt;
  assert(term_width(tt, n) == width_of(t));
  term number = numbers_encode(t, n);
  finding f = {.object =
                   term_extract(tt, number, POINTER_BITS - 1, OFFSET_BITS),
               .offset = term_extract(tt, number, OFFSET_BITS - 1, 0),
               .inside = term_false(tt),
               .behind = term_false(tt),
               .moving = term_false(tt)};
  object_vec all = {0};
  find_origins(t, from, &all);
  for (uint32_t k = 0; k < all.len; k++)
    look_into(t, all.data[k], n, &f);
  vec_free(&all);
  term found = term_or(tt, f.inside, f.behind);
  *known = term_or(tt, found, numbers_fit(t, n));
  if (is_kept)
    *known = term_and(tt, *known, term_not(tt, f.moving));
  if (safety_is_watched(t))
    *known =
        term_and(tt, *known, term_not(tt, term_and(tt, f.inside, f.behind)));
  pointer p = pointer_of_term(t, term_concat(tt, f.object, f.offset));
  p.may_be_number = true;
  return p;
}

// No object lies on the first or the last page.
static term is_on_page(translator *t, term offset) {
  terms *tt = t->tt;
  term page = term_bv(tt, OFFSET_BITS, EXPOSED_PAGE);
  return term_bvult(tt, term_bvadd(tt, offset, page),
                    term_bv(tt, OFFSET_BITS, UINT64_C(2) * EXPOSED_PAGE));
}

// Null, and what else is no object's address.
static bool is_no_address(translator *t, const pointer *p) {
  term none = term_bv(t->tt, OBJECT_BITS, 0);
  return p->object == NULL && term_eq(p->object_id, none) &&
         term_is_true(t->tt, is_on_page(t, pointer_offset(t, p)));
}

// A constant offset inside of an object: not the end.
static bool is_within(const pointer *p) {
  return p->object != NULL && p->object->shape != NULL &&
         p->object->length.id == 0 && p->part_count == 0 &&
         term_is_none(p->base) && p->offset >= 0 &&
         (uint64_t)p->offset < p->object->shape->size;
}

static bool is_apart(translator *t, const pointer *a, const pointer *b) {
  return !points_to_has_integers(t->targets) || is_no_address(t, a) ||
         is_no_address(t, b) || (a->object != NULL && a->object == b->object) ||
         (is_within(a) && is_within(b));
}

// A number that may be the address of the other's object, which has no place.
static term is_guess(translator *t, const pointer *p, term is_known) {
  terms *tt = t->tt;
  if (p->object != NULL)
    return term_false(tt);
  term near = term_eq_make(tt, p->object_id, term_bv(tt, OBJECT_BITS, 0));
  term on_page = term_and(tt, near, is_on_page(t, pointer_offset(t, p)));
  return term_and(tt, term_and(tt, numbers_is(t, p), term_not(tt, is_known)),
                  term_not(tt, on_page));
}

term place_equal(translator *t, const pointer *a, const pointer *b) {
  terms *tt = t->tt;
  if (is_apart(t, a, b))
    return term_false(tt);
  term known_a, known_b;
  term x = place_number(t, a, NULL, &known_a);
  term y = place_number(t, b, NULL, &known_b);
  term guess = term_or(tt, is_guess(t, a, known_b), is_guess(t, b, known_a));
  step_unsupported(t, guess,
                   "an integer compared with the address of an object");
  return term_and(tt, term_and(tt, known_a, known_b), term_eq_make(tt, x, y));
}
