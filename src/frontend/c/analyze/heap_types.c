// SPDX-License-Identifier: Apache-2.0
// What allocated memory is used as.
//
// C says nothing about the type of allocated memory until it is used, and LLVM
// nothing about what pointers point to. So the uses decide: the types by which
// addresses are computed from a pointer to the memory, those of the scalars
// that are read and written through it, and those of the variables that it is
// copied from and to. A struct of the very size that is allocated wins, then
// the largest one that fits, for other structs are parts of it; without a
// struct the scalars must agree. Where they do not, where two structs have a
// pointer and a number in the same place, and where something of unknown size
// stands behind a struct, the memory is bytes, or words if there are pointers.
// A wrong guess costs precision, never soundness: an access that does not fit
// the cells is put together from their bytes, or leads to the unsupported sink.
#include <assert.h>

#include "base/mem.h"
#include "frontend/c/analyze/heap_sites.h"
#include "frontend/c/library/library.h"
#include "frontend/c/library/models.h"
#include "frontend/c/memory/shape.h"

enum { MOST_RECORDS = 8, MOST_RAW = 4, MOST_ADDED = 2, MOST_LEAVES = 1024 };

typedef struct {
  const ir_type *records[MOST_RECORDS];
  uint32_t record_count;
  const ir_type *scalar;
  bool is_mixed;                // scalars of different kinds
  bool has_pointers;            // among them
  bool is_raw;                  // used other than by the members of structs
  const ir_type *raw[MOST_RAW]; // scalars that are accessed then, by kind
  uint32_t raw_count;
} use;

typedef struct {
  ir_module *m;
  const points_to *targets;
  use *uses;     // by site
  bool is_model; // the function looked at: copies memory of any type
} typer;

static bool is_same_kind(const ir_type *a, const ir_type *b) {
  return a->store == b->store &&
         (a->kind == IR_POINTER) == (b->kind == IR_POINTER);
}

static void note_record(use *u, const ir_type *type) {
  for (uint32_t k = 0; k < u->record_count; k++)
    if (u->records[k] == type)
      return;
  if (type->size > 0 && u->record_count < MOST_RECORDS)
    u->records[u->record_count++] = type;
}

static void note_use(use *u, const ir_type *type) {
  while (type->kind == IR_ARRAY)
    type = type->element;
  if (type->kind == IR_STRUCT) {
    note_record(u, type);
  } else if (ir_is_scalar(type)) {
    u->has_pointers = u->has_pointers || type->kind == IR_POINTER;
    if (u->scalar == NULL)
      u->scalar = type;
    else
      u->is_mixed = u->is_mixed || !is_same_kind(u->scalar, type);
  }
}

static void use_as(typer *t, const ir_function *f, const ir_operand *o,
                   const ir_type *type) {
  target at;
  for (uint32_t k = 0; !t->is_model && points_to_get(t->targets, f, o, k, &at);
       k++)
    if (at.kind == TARGET_SITE)
      note_use(&t->uses[at.index], type);
}

static void note_raw(use *u, const ir_type *type) {
  u->is_raw = true;
  if (!ir_is_scalar(type) || u->raw_count == MOST_RAW)
    return;
  for (uint32_t k = 0; k < u->raw_count; k++)
    if (is_same_kind(u->raw[k], type))
      return;
  u->raw[u->raw_count++] = type;
}

static void use_raw(typer *t, const ir_function *f, const ir_operand *o,
                    const ir_type *type) {
  target at;
  for (uint32_t k = 0; !t->is_model && points_to_get(t->targets, f, o, k, &at);
       k++)
    if (at.kind == TARGET_SITE)
      note_raw(&t->uses[at.index], type);
}

// Whether addresses are computed beyond the members of a struct.
static bool is_raw_gep(const ir_type *source) {
  return ir_is_scalar(source) ||
         (source->kind == IR_ARRAY && source->length == 0);
}

// The type of the variable whose address the operand is; NULL: it is none.
static const ir_type *type_behind(const typer *t, const ir_function *f,
                                  const ir_operand *o) {
  if (o->kind == OPERAND_LOCAL && !f->locals.data[o->local].is_variable)
    return f->locals.data[o->local].type;
  if (o->kind == OPERAND_POINTER && o->symbol != 0 && o->offset == 0)
    return t->m->symbols.data[o->symbol].type;
  return NULL;
}

static void use_as_copy(typer *t, const ir_function *f, const ir_operand *o) {
  for (uint32_t k = 0; k < 2; k++) {
    const ir_type *other = type_behind(t, f, &o[1 - k]);
    if (other != NULL)
      use_as(t, f, &o[k], other);
  }
}

static void mark_freed(typer *t, const ir_function *f, const ir_inst *i) {
  uint32_t symbol = f->calls.data[i->aux].symbol;
  const ir_operand *o = ir_operands(f, i);
  target at;
  if (symbol == 0 || i->operand_count == 0 ||
      t->m->symbols.data[symbol].function_body != NULL ||
      library_find(t->m->symbols.data[symbol].name) != LIBRARY_FREE)
    return;
  for (uint32_t k = 0; points_to_get(t->targets, f, o, k, &at); k++)
    if (at.kind == TARGET_SITE)
      t->m->sites.data[at.index].is_freed = true;
}

static void look_at(typer *t, const ir_function *f, const ir_inst *i) {
  const ir_operand *o = ir_operands(f, i);
  switch ((ir_op)i->op) {
  case IR_LOAD:
    use_as(t, f, o, i->type);
    if (!i->is_member)
      use_raw(t, f, o, i->type);
    break;
  case IR_STORE:
    use_as(t, f, o + 1, i->type);
    if (!i->is_member)
      use_raw(t, f, o + 1, i->type);
    break;
  case IR_GEP:
    use_as(t, f, o, f->geps.data[i->aux].source);
    if (is_raw_gep(f->geps.data[i->aux].source))
      use_raw(t, f, o, f->geps.data[i->aux].source);
    break;
  case IR_COPY:
    use_as_copy(t, f, o);
    break;
  case IR_CALL:
    mark_freed(t, f, i);
    break;
  default:
    break;
  }
}

// --- choosing --------------------------------------------------------------

static const ir_type BYTE = {
    .kind = IR_INT, .bits = 8, .align = 1, .size = 1, .store = 1};

static const ir_type *array_of(ir_module *m, const ir_type *element,
                               uint64_t room) {
  ir_type *array = ARENA_NEW(m->mem, ir_type);
  *array = (ir_type){.kind = IR_ARRAY,
                     .align = element->align,
                     .size = room,
                     .length = room / element->size,
                     .count = (uint32_t)(room / element->size),
                     .element = element};
  return array;
}

static void add_field(ir_type *record, const ir_type *field, uint64_t offset) {
  record->fields[record->count] = field;
  record->offsets[record->count++] = offset;
}

// Appends as many elements as there is room for, and bytes behind them.
static void add_tail(ir_module *m, ir_type *record, const ir_type *element,
                     uint64_t offset) {
  uint64_t room = record->size - offset, rest = room % element->size;
  if (room > rest)
    add_field(record, array_of(m, element, room - rest), offset);
  if (rest > 0)
    add_field(record, array_of(m, &BYTE, rest), record->size - rest);
}

// The array at the end of a struct whose length is not part of its type; NULL:
// it has none.
static const ir_type *flexible_member(const ir_type *record) {
  const ir_type *last =
      record->count > 0 ? record->fields[record->count - 1] : NULL;
  bool is_one = last != NULL && last->kind == IR_ARRAY && last->length == 0 &&
                last->element->size > 0;
  return is_one ? last : NULL;
}

// A struct with more behind it: its last member is an array that goes on, and
// may begin in what is padding without it; or there are bytes.
static const ir_type *extend(ir_module *m, const ir_type *record,
                             uint64_t size) {
  const ir_type *last = flexible_member(record);
  uint32_t most = (last != NULL ? record->count : 1) + MOST_ADDED;
  ir_type *both = ARENA_NEW(m->mem, ir_type);
  *both = (ir_type){.kind = IR_STRUCT, .align = record->align, .size = size};
  both->fields = ARENA_ARRAY(m->mem, const ir_type *, most);
  both->offsets = ARENA_ARRAY(m->mem, uint64_t, most);
  if (last == NULL) {
    add_field(both, record, 0);
    add_tail(m, both, &BYTE, record->size);
    return both;
  }
  for (uint32_t k = 0; k + 1 < record->count; k++)
    add_field(both, record->fields[k], record->offsets[k]);
  add_tail(m, both, last->element, record->offsets[record->count - 1]);
  return both;
}

// A struct that fits an object of that size (0: not known) is better than one
// that does not, and a larger one better than a smaller one.
static const ir_type *choose_record(const use *u, uint64_t size) {
  const ir_type *best = NULL;
  bool is_best_fit = false;
  for (uint32_t k = 0; k < u->record_count; k++) {
    const ir_type *r = u->records[k];
    bool is_fit = size % r->size == 0;
    if (size != 0 && r->size > size)
      continue;
    if (best == NULL || (is_fit && !is_best_fit) ||
        (is_fit == is_best_fit && r->size > best->size)) {
      best = r;
      is_best_fit = is_fit;
    }
  }
  return best;
}

// Types nest as deep as the source writes them.
static bool has_part(const ir_type *whole, const ir_type *part) {
  bool found = whole == part;
  if (whole->kind == IR_ARRAY)
    return found || has_part(whole->element, part);
  for (uint32_t k = 0; !found && whole->kind == IR_STRUCT && k < whole->count;
       k++)
    found = has_part(whole->fields[k], part);
  return found;
}

// Whether one has a pointer where the other has none.
static bool do_conflict(const ir_type *a, const ir_type *b) {
  uint32_t n = ir_leaf_count(b, MOST_LEAVES);
  bool found = false;
  for (uint32_t k = 0; k < n && n < MOST_LEAVES && !found; k++) {
    uint64_t inner, offset = ir_leaf_offset(b, k);
    const ir_type *x = ir_scalar_at(a, offset, &inner), *y = ir_leaf(b, k);
    bool is_pointer = y->kind == IR_POINTER;
    found = x != NULL ? (x->kind == IR_POINTER) != is_pointer
                      : is_pointer && offset < a->size;
  }
  return found;
}

// Structs that may be all of the object, too.
static bool has_rivals(const use *u, const ir_type *record, uint64_t size) {
  for (uint32_t k = 0; k < u->record_count; k++) {
    const ir_type *r = u->records[k];
    if ((size == 0 || r->size == size) && !has_part(record, r) &&
        !has_part(r, record) && do_conflict(record, r))
      return true;
  }
  return false;
}

static bool has_scalar(const ir_type *record, const ir_type *kind) {
  uint32_t n = ir_leaf_count(record, MOST_LEAVES);
  for (uint32_t k = 0; k < n; k++)
    if (is_same_kind(ir_leaf(record, k), kind))
      return true;
  return n == MOST_LEAVES;
}

// Whether scalars are accessed that the struct has nowhere. Single bytes are
// parts of others.
static bool has_strangers(const use *u, const ir_type *record) {
  for (uint32_t k = 0; k < u->raw_count; k++)
    if (u->raw[k]->store > 1 && !has_scalar(record, u->raw[k]) &&
        (u->raw[k]->kind == IR_POINTER || ir_has_pointers(record)))
      return true;
  return false;
}

// Pointers or numbers, word by word, and the bytes that are left.
static const ir_type *make_words(ir_module *m, uint64_t size) {
  uint32_t bytes = m->pointer_bytes;
  ir_type *word = ARENA_NEW(m->mem, ir_type);
  *word = (ir_type){.kind = IR_WORD,
                    .bits = WORD_BITS,
                    .align = bytes,
                    .size = bytes,
                    .store = bytes};
  if (size % bytes == 0)
    return word;
  ir_type *both = ARENA_NEW(m->mem, ir_type);
  *both = (ir_type){.kind = IR_STRUCT, .align = bytes, .size = size};
  both->fields = ARENA_ARRAY(m->mem, const ir_type *, MOST_ADDED);
  both->offsets = ARENA_ARRAY(m->mem, uint64_t, MOST_ADDED);
  add_tail(m, both, word, 0);
  return both;
}

// A struct with more behind it, of a size that is not known.
static bool is_open_ended(const ir_site *s, const use *u,
                          const ir_type *record) {
  return !s->has_size && u->is_raw &&
         (s->is_sum || flexible_member(record) != NULL);
}

// For pointers.
static bool has_room(const ir_module *m, const use *u, uint64_t size) {
  return u->has_pointers && (size == 0 || size >= m->pointer_bytes);
}

static const ir_type *choose(ir_module *m, const ir_site *s, const use *u) {
  enum { MOST_BYTES = 1 << 16 };
  uint64_t size = s->has_size ? s->size : 0;
  const ir_type *record = choose_record(u, size);
  if (record != NULL && is_open_ended(s, u, record))
    return u->has_pointers || ir_has_pointers(record) ? make_words(m, 0) : NULL;
  // What the analysis of pointers takes for an access to a struct of just that
  // size is more likely one to another object.
  if (record != NULL && size < MOST_BYTES &&
      (has_rivals(u, record, size) ||
       (size != record->size && has_strangers(u, record))))
    return make_words(m, size);
  if (record != NULL) {
    bool is_open = size != 0 && flexible_member(record) != NULL;
    if (size % record->size == 0 && !is_open)
      return record; // there are no arrays of structs that go on
    if (size >= record->size && size < MOST_BYTES)
      return extend(m, record, size);
  }
  if (u->scalar == NULL || u->is_mixed || u->scalar->bits == 1 ||
      size % u->scalar->store != 0)
    return has_room(m, u, size) && size < MOST_BYTES ? make_words(m, size)
                                                     : NULL;
  return u->scalar;
}

void heap_type_sites(ir_module *m, const points_to *targets) {
  typer t = {.m = m, .targets = targets};
  if (m->sites.len == 0)
    return;
  t.uses = mem_alloc(m->sites.len * sizeof *t.uses);
  for (uint32_t k = 0; k < m->functions.len; k++) {
    const ir_function *f = m->functions.data[k];
    t.is_model = models_is_file(f->pos.file);
    for (uint32_t i = 0; i < f->insts.len; i++)
      look_at(&t, f, &f->insts.data[i]);
  }
  for (uint32_t s = 0; s < m->sites.len; s++)
    m->sites.data[s].element = choose(m, &m->sites.data[s], &t.uses[s]);
  mem_free(t.uses);
}
