// SPDX-License-Identifier: Apache-2.0
// Call instances, their variables and the objects that they own.
#include "frontend/c/memory/escape.h"
#include "frontend/c/memory/place.h"

#include <assert.h>
#include <string.h>

#include "frontend/c/analyze/globals.h"
#include "frontend/c/memory/identity.h"
#include "frontend/c/read/dialect.h"
#include "frontend/c/translate/returned.h"

// Inlining can explode. Calls end in the bound sink when the program has become
// this much larger than what was written, and more than what small programs
// may become in any case.
enum { MOST_GROWTH = 8, ALWAYS_ALLOWED = 200000 };

// --- frames ----------------------------------------------------------------

static uint32_t count_occurrences(const ir_function *f, const frame *below) {
  for (; below != NULL; below = below->parent)
    if (below->f == f)
      return below->occurrence + 1;
  return 0;
}

static storage *find_storage(translator *t, const ir_function *f,
                             uint32_t occurrence) {
  uint64_t key = hmap_pair(f->symbol, occurrence);
  uint64_t *known = hmap_find(&t->stores, key);
  if (known != NULL)
    return (storage *)(uintptr_t)*known;
  storage *s = ARENA_NEW(t->mem, storage);
  s->locals = ARENA_ARRAY(t->mem, var, f->locals.len);
  s->slots = ARENA_ARRAY(t->mem, var, f->slot_count);
  s->shapes = ARENA_ARRAY(t->mem, const shape *, f->locals.len);
  s->lengths = ARENA_ARRAY(t->mem, var, f->locals.len);
  s->lives = ARENA_ARRAY(t->mem, var, f->locals.len);
  s->places = ARENA_ARRAY(t->mem, var, f->locals.len);
  s->known = ARENA_ARRAY(t->mem, var, f->locals.len);
  returned_prepare(t, f, s);
  hmap_put(&t->stores, key, (uint64_t)(uintptr_t)s);
  return s;
}

static bool is_too_large(const translator *t) {
  uint64_t n = program_location_count(t->p);
  return n > ALWAYS_ALLOWED && n > t->written_size * MOST_GROWTH;
}

frame *frame_new(translator *t, const ir_function *f, frame *parent) {
  uint32_t occurrence = count_occurrences(f, parent);
  if (occurrence > t->env->options->recursion || is_too_large(t))
    return NULL;
  frame *n = ARENA_NEW(t->mem, frame);
  n->f = f;
  n->parent = parent;
  n->depth = parent == NULL ? 0 : parent->depth + 1;
  n->occurrence = occurrence;
  n->vars = find_storage(t, f, occurrence);
  n->blocks = ARENA_ARRAY(t->mem, loc, f->blocks.len);
  n->objects = ARENA_ARRAY(t->mem, object *, f->locals.len);
  return n;
}

// What all locations of the frame have in common.
static loc_info frame_info(const frame *f) {
  loc_info info = {.kind = LOC_PLAIN,
                   .function = f->f->name,
                   .depth = f->depth,
                   .occurrence = f->occurrence};
  if (f->parent != NULL)
    info.call = f->parent->f->insts.data[f->call_inst].pos;
  return info;
}

loc frame_location(translator *t, const frame *f, const ir_inst *next) {
  const ir_inst *effect = &f->f->insts.data[next->next_effect];
  loc_info info = frame_info(f);
  info.pos = effect->pos;
  info.scope = effect->scope;
  return program_add_location(t->p, &info);
}

loc frame_block(translator *t, frame *f, uint32_t bb) {
  bb = f->f->blocks.data[bb].forward;
  if (f->blocks[bb].id != 0)
    return f->blocks[bb];
  const ir_block *b = &f->f->blocks.data[bb];
  loc_info info = frame_info(f);
  info.pos = b->pos;
  info.scope = b->scope;
  info.is_loop_hint = b->is_loop_head;
  info.loop_pos = b->loop;
  loc l = program_add_location(t->p, &info);
  f->blocks[bb] = l;
  vec_push(&t->work, ((work_item){f, b->first, l}));
  return l;
}

// --- variables -------------------------------------------------------------

sort leaf_sort(translator *t, const ir_type *leaf) {
  assert(ir_is_scalar(leaf));
  if (leaf->kind == IR_POINTER)
    return sort_bv(t->tt, POINTER_BITS);
  return leaf->bits == 1 ? sort_bool(t->tt) : sort_bv(t->tt, leaf->bits);
}

type_info leaf_type_info(const ir_type *leaf) {
  static const char *const names[] = {"signed char", "short", "int",
                                      "long long"};
  if (leaf->kind == IR_POINTER)
    return (type_info){TYPE_POINTER, "void *"};
  if (leaf->kind == IR_FLOAT)
    return (type_info){TYPE_FLOAT, leaf->bits == 32 ? "float" : "double"};
  if (leaf->bits == 1)
    return (type_info){TYPE_BOOL, "_Bool"};
  for (uint32_t k = 0; k < 4; k++)
    if (leaf->bits == 8u << k)
      return (type_info){TYPE_SIGNED, names[k]};
  return (type_info){TYPE_SIGNED, leaf->bits == 128 ? "__int128" : NULL};
}

var frame_slot(translator *t, frame *f, uint32_t slot, const ir_type *type) {
  assert(slot < f->f->slot_count);
  if (f->vars->slots[slot].id != 0)
    return f->vars->slots[slot];
  uint32_t n = ir_leaf_count(type, UINT32_MAX);
  assert(n > 0);
  for (uint32_t k = 0; k < n; k++) {
    const ir_type *leaf = ir_leaf(type, k);
    var_info info = {.function = f->f->name,
                     .type = leaf_type_info(leaf),
                     .sort = leaf_sort(t, leaf),
                     .reach = VAR_PRIVATE};
    var v = program_add_variable(t->p, &info);
    if (k == 0)
      f->vars->slots[slot] = v;
  }
  return f->vars->slots[slot];
}

static binding *find_binding(translator *t, frame *f, uint32_t index) {
  if (f->bindings == NULL)
    f->bindings =
        ARENA_ARRAY(t->mem, binding, f->f->locals.len + f->f->slot_count);
  return &f->bindings[index];
}

binding *frame_local_binding(translator *t, frame *f, uint32_t local) {
  return find_binding(t, f, local);
}

binding *frame_slot_binding(translator *t, frame *f, uint32_t slot) {
  return find_binding(t, f, f->f->locals.len + slot);
}

// --- objects ---------------------------------------------------------------

object *object_new(translator *t, const char *name) {
  object *o = ARENA_NEW(t->mem, object);
  o->name = name;
  return o;
}

var object_cells(translator *t, const shape *s, const var_info *all) {
  var first = VAR_NONE;
  for (uint32_t k = 0; k < s->variable_count; k++) {
    var_info info = *all;
    info.sort = shape_sort(s, t->tt, k);
    if (k < s->cell_count) {
      info.name = s->cells[k].name;
      info.type = s->cells[k].type;
      info.is_exact = s->cells[k].is_exact;
    }
    var v = program_add_variable(t->p, &info);
    if (k == 0)
      first = v;
    assert(v.id == first.id + k);
  }
  return first;
}

static void make_variables(translator *t, const frame *f, uint32_t local) {
  const ir_local *l = &f->f->locals.data[local];
  storage *vars = f->vars;
  // The length of an array of variable length counts its elements.
  shape_source from = {l->type, l->name, l->debug, l->shows_padding,
                       l->is_variable ? 0 : t->m->pointer_bytes};
  const shape *s = l->is_variable ? shape_make_variable(t->mem, t->p, from)
                                  : shape_make(t->mem, t->p, from);
  vars->shapes[local] = s;
  var_info all = {.function = f->f->name,
                  .pos = l->pos,
                  .scope = l->scope,
                  .occurrence = f->occurrence,
                  .reach = l->has_address ? VAR_SHARED : VAR_PRIVATE};
  vars->locals[local] = object_cells(t, s, &all);
  if (l->has_scope && l->has_address && step_checks(t, PROPERTY_DEREF)) {
    var_info live = {.function = f->f->name,
                     .type = {TYPE_BOOL, NULL},
                     .sort = sort_bool(t->tt)};
    vars->lives[local] = program_add_variable(t->p, &live);
  }
  if (!l->is_variable)
    return;
  var_info info = {.function = f->f->name,
                   .type = {TYPE_UNSIGNED, NULL},
                   .sort = sort_bv(t->tt, SHAPE_INDEX_BITS),
                   .reach = all.reach};
  vars->lengths[local] = program_add_variable(t->p, &info);
}

const char *frame_contract(const frame *f) {
  static const char contract[] = DIALECT_CONTRACT;
  bool is_one = strncmp(f->f->name, contract, sizeof contract - 1) == 0;
  return is_one ? f->f->name + sizeof contract - 1 : NULL;
}

const object *frame_object(translator *t, frame *f, uint32_t local) {
  assert(local < f->f->locals.len);
  if (f->objects[local] != NULL)
    return f->objects[local];
  const char *name = f->f->locals.data[local].name;
  object *o = object_new(t, name != NULL ? name : "a temporary");
  if (f->vars->shapes[local] == NULL)
    make_variables(t, f, local);
  o->pos = f->f->locals.data[local].pos;
  o->shape = f->vars->shapes[local];
  o->first = f->vars->locals[local];
  o->length = f->vars->lengths[local];
  o->live = f->vars->lives[local];
  o->owner = f;
  o->local = local;
  o->group = identity_group(t, f->f, local);
  place_local(t, f, o, local);
  escape_local(t, f, o, local);
  f->objects[local] = o;
  return o;
}

const object *global_shell(translator *t, uint32_t symbol) {
  assert(symbol != 0 && symbol < t->m->symbols.len);
  if (t->globals[symbol] == NULL) {
    const ir_symbol *s = &t->m->symbols.data[symbol];
    t->globals[symbol] = object_new(t, literal_name(t, symbol));
    t->globals[symbol]->pos = s->pos;
    if (s->is_function)
      t->globals[symbol]->symbol = symbol;
    else
      t->globals[symbol]->is_outside = !s->is_defined;
  }
  return t->globals[symbol];
}

const object *global_object(translator *t, uint32_t symbol) {
  static const shape opaque = {.is_opaque = true};
  global_shell(t, symbol);
  object *o = t->globals[symbol];
  const ir_symbol *s = &t->m->symbols.data[symbol];
  if (s->is_function || o->shape != NULL)
    return o;
  // A variable without a name in the source is a literal of the compiler.
  const char *name = s->debug != NULL || !s->is_defined ? s->source : NULL;
  shape_source from = {s->type, name, s->debug, s->shows_padding,
                       t->m->pointer_bytes};
  o->shape = shape_make(t->mem, t->p, from);
  o->is_incomplete = !s->is_defined && s->type->size == 0;
  const term *initial =
      s->is_defined ? globals_initial(t, symbol, o->shape) : NULL;
  if (s->is_defined && initial == NULL)
    o->shape = &opaque;
  else if (s->is_constant) {
    o->constants = initial;
    o->is_readonly = s->is_readonly;
  } else
    o->first = object_cells(t, o->shape,
                            &(var_info){.function = s->function,
                                        .pos = s->pos,
                                        .scope = s->scope,
                                        .occurrence = UINT32_MAX});
  return o;
}
