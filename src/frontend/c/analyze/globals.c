// SPDX-License-Identifier: Apache-2.0
// Global variables.
#include "frontend/c/analyze/globals.h"

#include <assert.h>

#include "base/mem.h"
#include "frontend/c/memory/cells.h"
#include "frontend/c/memory/word.h"
#include "frontend/c/memory/pointer.h"

// --- constants -------------------------------------------------------------

// By slot: the symbol that the slot's address points into.
static uint32_t root_of(const uint32_t *root, const ir_operand *o) {
  if (o->kind == OPERAND_POINTER)
    return o->symbol;
  return o->kind == OPERAND_SLOT ? root[o->slot] : 0;
}

static void is_changed(ir_module *m, const uint32_t *root,
                       const ir_operand *o) {
  m->symbols.data[root_of(root, o)].is_written = true;
}

static void look_at(ir_module *m, uint32_t *root, const ir_function *f,
                    const ir_inst *i) {
  const ir_operand *o = ir_operands(f, i);
  switch ((ir_op)i->op) {
  case IR_LOAD:
    break;
  case IR_GEP:
    root[i->slot] = root_of(root, o);
    if (i->last_use == IR_ELSEWHERE)
      is_changed(m, root, o);
    break;
  case IR_COPY:
    is_changed(m, root, o);
    break;
  case IR_COMPARE:
    break;
  default: // stored to, stored, passed, ...: it may be written
    for (uint32_t k = 0; k < i->operand_count; k++)
      is_changed(m, root, o + k);
    break;
  }
}

static void look_at_function(ir_module *m, const ir_function *f) {
  uint32_t *root = mem_alloc((f->slot_count + 1u) * sizeof *root);
  for (uint32_t k = 0; k < f->insts.len; k++)
    look_at(m, root, f, &f->insts.data[k]);
  for (uint32_t k = 0; k < f->incomings.len; k++)
    is_changed(m, root, &f->incomings.data[k].value);
  mem_free(root);
}

void globals_find_constants(ir_module *m) {
  for (uint32_t k = 0; k < m->functions.len; k++)
    look_at_function(m, m->functions.data[k]);
  for (uint32_t s = 1; s < m->symbols.len; s++)
    for (uint32_t k = 0; k < m->symbols.data[s].initial_count; k++) {
      const ir_operand *o = &m->symbols.data[s].initials[k].value;
      if (o->kind == OPERAND_POINTER)
        m->symbols.data[o->symbol].is_written = true;
    }
  for (uint32_t s = 1; s < m->symbols.len; s++) {
    ir_symbol *symbol = &m->symbols.data[s];
    if (!symbol->is_function && symbol->is_defined && !symbol->is_written)
      symbol->is_constant = true;
  }
}

static bool has_call(const ir_module *m, bool (*is_it)(const ir_symbol *)) {
  for (uint32_t k = 0; k < m->functions.len; k++) {
    const ir_function *f = m->functions.data[k];
    for (uint32_t c = 0; c < f->calls.len; c++) {
      uint32_t symbol = f->calls.data[c].symbol;
      if (symbol == 0)
        continue;
      if (is_it(&m->symbols.data[symbol]))
        return true;
    }
  }
  return false;
}

static bool is_error(const ir_symbol *s) {
  return library_is_error(s->name) ||
         (!s->is_defined && library_find(s->name) == LIBRARY_ASSERT);
}

static bool is_error_function(const ir_symbol *s) {
  return library_find(s->name) == LIBRARY_ERROR;
}

bool globals_have_error_call(const ir_module *m) {
  return has_call(m, is_error);
}

bool globals_have_error_function(const ir_module *m) {
  return has_call(m, is_error_function);
}

// --- initial values --------------------------------------------------------

static term zero_cell(translator *t, const shape *s, uint32_t index) {
  term zero = term_bv(t->tt, s->cells[index].bits, 0);
  if (s->length == 0)
    return zero;
  return term_const_array(t->tt, shape_sort(s, t->tt, index), zero);
}

// A constant in as many bits; TERM_NONE: it has no value there.
static term initial_number(translator *t, const ir_operand *o, uint32_t bits) {
  if (o->kind != OPERAND_INT)
    return TERM_NONE;
  if (term_is_bool(t->tt, o->constant))
    return bool_to_bits(t->tt, o->constant, bits);
  uint32_t width = term_width(t->tt, o->constant);
  return width <= bits ? term_zero_extend(t->tt, o->constant, bits - width)
                       : TERM_NONE;
}

static term initial_pointer(translator *t, const ir_operand *o) {
  if (o->kind != OPERAND_POINTER || o->type->kind != IR_POINTER ||
      t->m->symbols.data[o->symbol].is_weak)
    return TERM_NONE;
  pointer p;
  if (o->symbol != 0)
    p = pointer_to_object(global_shell(t, o->symbol), o->offset);
  else if (!pointer_absolute(t, o->offset, &p))
    return TERM_NONE;
  return pointer_term(t, &p);
}

// Where a constant goes: the cells, and the element of a large array.
typedef struct {
  const shape *s;
  term *cells;
  term element; // TERM_NONE: it is not one
} initial_place;

static term get_cell(translator *t, const initial_place *at, uint32_t index) {
  term now = at->cells[index];
  return term_is_none(at->element) ? now : term_select(t->tt, now, at->element);
}

static void set_cell(translator *t, const initial_place *at, uint32_t index,
                     term v) {
  term *now = &at->cells[index];
  *now =
      term_is_none(at->element) ? v : term_store(t->tt, *now, at->element, v);
}

// In a union, a constant may be a part of a cell, or several ones.
static bool set_number(translator *t, const initial_place *at, uint64_t from,
                       uint64_t bytes, term n) {
  uint64_t start = from, end = from + bytes;
  while (from < end) {
    uint32_t index = shape_find(at->s, from);
    if (index == at->s->cell_count)
      return false;
    const cell *c = &at->s->cells[index];
    uint64_t next = c->offset + c->bytes < end ? c->offset + c->bytes : end;
    bool is_whole = next - from == c->bytes;
    if (c->kind == CELL_POINTER || (!c->in_union && next - from != bytes))
      return false;
    term part = term_extract(t->tt, n, (uint32_t)(next - start) * 8 - 1,
                             (uint32_t)(from - start) * 8);
    uint32_t low = (uint32_t)(from - c->offset) * 8;
    uint32_t high = (uint32_t)(next - c->offset) * 8 - 1;
    if (!is_whole)
      part = cells_replace(t, get_cell(t, at, index), high, low, part);
    else if (c->kind == CELL_WORD)
      part = word_of_number(t, part);
    set_cell(t, at, index, part);
    from = next;
  }
  return true;
}

static bool set_pointer(translator *t, const initial_place *at, uint64_t offset,
                        term p) {
  uint32_t index = shape_find(at->s, offset);
  if (index == at->s->cell_count || !cell_may_point(&at->s->cells[index]) ||
      at->s->cells[index].offset != offset)
    return false;
  bool is_word = at->s->cells[index].kind == CELL_WORD;
  set_cell(t, at, index, is_word ? word_of_pointer(t, p) : p);
  return true;
}

static bool set_initial(translator *t, const shape *s, const ir_initial *i,
                        term *cells) {
  initial_place at = {s, cells, TERM_NONE};
  uint64_t offset = i->offset, bytes = i->value.type->store;
  if (s->length > 0) {
    at.element = term_bv(t->tt, s->index_bits, offset / s->stride);
    offset %= s->stride;
  }
  term p = initial_pointer(t, &i->value);
  if (!term_is_none(p))
    return set_pointer(t, &at, offset, p);
  term n = initial_number(t, &i->value, (uint32_t)bytes * 8);
  return !term_is_none(n) && set_number(t, &at, offset, bytes, n);
}

const term *globals_initial(translator *t, uint32_t symbol, const shape *s) {
  const ir_symbol *g = &t->m->symbols.data[symbol];
  assert(g->is_defined);
  term *cells = ARENA_ARRAY(t->mem, term, s->cell_count + 1);
  for (uint32_t k = 0; k < s->cell_count; k++)
    cells[k] = zero_cell(t, s, k);
  for (uint32_t k = 0; k < g->initial_count; k++)
    if (!set_initial(t, s, &g->initials[k], cells))
      return NULL;
  return cells;
}

static void initialize(translator *t, uint32_t symbol) {
  const ir_symbol *g = &t->m->symbols.data[symbol];
  const object *o = global_object(t, symbol);
  if (o->constants != NULL || o->shape->is_opaque)
    return;
  if (!g->is_defined) {
    memory_havoc(t, o, term_true(t->tt), INPUT_GLOBAL, g->source);
    return;
  }
  const term *cells = globals_initial(t, symbol, o->shape);
  assert(cells != NULL);
  for (uint32_t k = 0; k < o->shape->cell_count; k++)
    step_write(t, (var){o->first.id + k}, cells[k]);
}

// The linker chooses once, for the whole execution. (The harness of a native
// run defines what is called: 0 stands for that.)
static void choose_presence(translator *t, uint32_t symbol) {
  const ir_symbol *g = &t->m->symbols.data[symbol];
  const char *name = program_intern(
      t->p,
      arena_printf(t->scratch, "the weak symbol %s is missing", g->source));
  type_info type = {TYPE_BOOL, NULL};
  var_info info = {.type = type, .sort = sort_bool(t->tt), .pos = g->pos};
  // Only objects that object_new made get here, and those may change.
  object *o = (object *)(uintptr_t)global_shell(t, symbol);
  o->present = program_add_variable(t->p, &info);
  term is_missing = step_input(t, INPUT_CHOICE, name, type, sort_bool(t->tt));
  step_write(t, o->present, term_not(t->tt, is_missing));
}

void globals_initialize(translator *t) {
  for (uint32_t s = 1; s < t->m->symbols.len; s++)
    if (t->m->symbols.data[s].is_weak)
      choose_presence(t, s);
  for (uint32_t s = 1; s < t->m->symbols.len; s++)
    if (!t->m->symbols.data[s].is_function)
      initialize(t, s);
}
