// SPDX-License-Identifier: Apache-2.0
// A model in C would have to fill the array in a loop, and every proof would
// begin with that loop's invariant. Here an element is computed when it is
// read: number i points to instance i, the last one is null. A text has any
// characters and a zero at its end.
#include "frontend/c/memory/arguments.h"
#include "frontend/c/memory/pointer.h"

#include <assert.h>

// The translator's own object, which can be changed.
static object *find(translator *t, const object *o) {
  for (uint32_t k = 0; k < t->m->sites.len; k++)
    if (t->heap[k] == o)
      return t->heap[k];
  return NULL;
}

static object *find_many(translator *t, const ir_operand *text) {
  target to;
  for (uint32_t k = 0; points_to_get(t->targets, t->frame->f, text, k, &to);
       k++)
    if (to.kind == TARGET_SITE && t->heap[to.index]->is_many)
      return t->heap[to.index];
  return NULL;
}

static bool is_usable(const object *o) {
  return o != NULL && !o->shape->is_opaque && o->length.id != 0;
}

// It is not the program's, and lives as long as the program.
static void not_to_be_freed(object *o) {
  o->is_heap = false;
  o->live = VAR_NONE;
}

void arguments_define(translator *t, const pointer *argv,
                      const ir_operand *text) {
  static const shape opaque = {.is_opaque = true};
  object *list = find(t, argv->object), *texts = find_many(t, text);
  if (list == NULL) {
    step_unsupported(t, term_true(t->tt), "the arguments of main");
    return;
  }
  list->name = "argv";
  not_to_be_freed(list);
  if (!is_usable(list) || !is_usable(texts) ||
      list->shape->cells[0].kind != CELL_POINTER) {
    list->shape = &opaque; // used in an unusual way, if at all
    return;
  }
  list->texts = texts;
  texts->is_text = true;
  not_to_be_freed(texts);
  texts->bytes = VAR_NONE; // the length says it
  texts->name = "an argument of main";
  type_info type = {TYPE_OTHER, NULL};
  sort lengths = program_variable(t->p, texts->length)->sort;
  step_write(t, texts->length,
             step_input(t, INPUT_ARGUMENT, "argv", type, lengths));
  static_assert(INSTANCE_BITS == 15, "the model relies on it");
  program_add_note(t->p, NOTE_ASSUMPTION,
                   "the program gets no more than 32766 arguments",
                   (source_pos){0});
}

static term pointer_at(translator *t, const object *list, term element) {
  terms *tt = t->tt;
  pointer null,
      text = pointer_to_instance(
          list->texts, term_extract(tt, element, INSTANCE_BITS - 1, 0));
  pointer_absolute(t, 0, &null);
  term last = term_bvsub(tt, step_read(t, list->length),
                         term_bv(tt, SHAPE_INDEX_BITS, 1));
  return term_ite(tt, term_eq_make(tt, element, last), pointer_term(t, &null),
                  pointer_term(t, &text));
}

static term character_at(translator *t, const object *texts, term element,
                         term now) {
  terms *tt = t->tt;
  uint32_t bits = texts->shape->element_bits;
  uint32_t width = term_width(tt, element);
  assert(bits == SHAPE_INDEX_BITS && width == bits + INSTANCE_BITS);
  term instance = term_extract(tt, element, width - 1, bits);
  term length = arguments_length(
      t, texts, term_select(tt, step_read(t, texts->length), instance));
  term last = term_bvsub(tt, length, term_bv(tt, bits, 1));
  term is_last = term_eq_make(tt, term_extract(tt, element, bits - 1, 0), last);
  return term_ite(tt, is_last, term_bv(tt, term_width(tt, now), 0), now);
}

term arguments_cell(translator *t, const object *o, term element, term now) {
  if (o->texts != NULL)
    return pointer_at(t, o, element);
  return o->is_text ? character_at(t, o, element, now) : now;
}

term arguments_length(translator *t, const object *o, term now) {
  if (!o->is_text)
    return now;
  terms *tt = t->tt;
  term zero = term_bv(tt, SHAPE_INDEX_BITS, 0);
  term one = term_bv(tt, SHAPE_INDEX_BITS, 1);
  return term_ite(tt, term_eq_make(tt, now, zero), one, now);
}
