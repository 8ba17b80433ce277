// SPDX-License-Identifier: Apache-2.0
// Inclusion-based points-to analysis (Andersen, 1994), flow- and
// context-insensitive, with fields (inclusion.h): this file says what the
// instructions of the program ask for.
//
// Nodes are the contents of objects, the slots of functions and their results.
#include "frontend/c/analyze/points_to.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "frontend/c/analyze/exposed.h"
#include "frontend/c/analyze/inclusion.h"
#include "frontend/c/analyze/mixed.h"
#include "frontend/c/analyze/unwritten.h"
#include "frontend/c/library/library.h"

// Each of the exposed objects lies apart from all others, which is said pair by
// pair.
enum { MOST_EXPOSED = 24 };

typedef struct {
  const ir_function *f;
  const ir_inst *i;
} call_site;

// What happens through a pointer, besides loads and stores of pointers.
typedef struct {
  bool peeks, pokes;    // integers are loaded, stored through it
  VEC(call_site) calls; // it is called
} uses;

struct points_to {
  const ir_module *m;
  inclusion *sets;
  uint32_t object_count; // abstract objects: symbols, locals, sites
  uint32_t site_base;    // the first of the sites
  // The last three: memory from outside. Pointers that were computed from
  // others that lead there have a name of their own, since they may be near
  // null, and so have constant addresses, which are no accident.
  uint32_t outside, derived, fixed;
  target *objects;
  const ir_type **types;     // by object; NULL: it has none
  bool *is_flat, *is_scalar; // by object: as inclusion_task says
  uint64_t *sizes;           // the same
  node_list *holders;        // by object: those that may hold a pointer to it
  VEC(uses) uses;
  hmap uses_of;         // node: index of its uses
  hmap connected;       // (call, symbol)
  hmap peeked;          // nodes that integers are read from
  uint32_t result_base; // result of function k is node result_base + k
  uint32_t exposed;     // the node of pointers that become numbers
  bool has_integers;    // numbers become pointers
  bool has_outside;     // some pointer may lead outside
  hmap function_index;  // symbol -> index among the functions
  // Objects that the nodes hold, each once: those of node n are from first[n]
  // to first[n + 1].
  uint32_t *first;
  node_list held;
};

static uint32_t object_of_local(const points_to *a, const ir_function *f,
                                uint32_t local) {
  return a->m->symbols.len + f->local_base + local;
}

static uint32_t slot_node(const ir_function *f, uint32_t slot) {
  return f->node_base + slot;
}

// Where the operand points to, if it is an address. False: it is none.
static bool address_of(const points_to *a, const ir_function *f,
                       const ir_operand *o, place *out) {
  *out = (place){a->fixed, 0};
  if (o->kind == OPERAND_LOCAL) {
    *out = (place){object_of_local(a, f, o->local), 0};
    return true;
  }
  if (o->kind != OPERAND_POINTER)
    return false;
  if (o->symbol != 0) {
    *out = (place){o->symbol, o->offset};
    return true;
  }
  return o->offset < -EXPOSED_PAGE || EXPOSED_PAGE <= o->offset;
}

// A node that holds the operand's value; UINT32_MAX: nothing of interest.
static uint32_t operand_node(points_to *a, const ir_function *f,
                             const ir_operand *o) {
  place at;
  if (o->kind == OPERAND_SLOT)
    return slot_node(f, o->slot);
  if (!address_of(a, f, o, &at))
    return UINT32_MAX;
  uint32_t n = inclusion_node(a->sets);
  inclusion_target(a->sets, n, at);
  return n;
}

// 'to' holds the operand, so many bytes further.
static void flow_moved(points_to *a, const ir_function *f, const ir_operand *o,
                       uint32_t to, int64_t bytes) {
  uint32_t from = operand_node(a, f, o);
  if (from != UINT32_MAX)
    inclusion_shift(a->sets, from, to, bytes);
}

static void flow(points_to *a, const ir_function *f, const ir_operand *o,
                 uint32_t to) {
  place at;
  if (o->kind == OPERAND_SLOT)
    inclusion_copy(a->sets, slot_node(f, o->slot), to);
  else if (address_of(a, f, o, &at))
    inclusion_target(a->sets, to, at);
}

static bool is_whole(const ir_type *type) { return !ir_is_scalar(type); }

static void add_load(points_to *a, const ir_function *f, const ir_operand *p,
                     const ir_type *type, uint32_t to) {
  uint32_t from = operand_node(a, f, p);
  if (from != UINT32_MAX)
    inclusion_load(a->sets, from, to, is_whole(type));
}

static void add_store(points_to *a, const ir_function *f, const ir_operand *p,
                      const ir_type *type, uint32_t from) {
  uint32_t to = operand_node(a, f, p);
  if (from != UINT32_MAX && to != UINT32_MAX)
    inclusion_store(a->sets, to, from, is_whole(type));
}

static uses *uses_of(points_to *a, uint32_t n) {
  const uint64_t *found = hmap_find(&a->uses_of, n);
  if (found != NULL)
    return &a->uses.data[*found];
  hmap_put(&a->uses_of, n, a->uses.len);
  vec_push(&a->uses, ((uses){0}));
  return &vec_last(&a->uses);
}

// --- integers in the place of pointers --------------------------------------

// Whether pointers and integers share the bytes of an integer in that place.
static bool is_mixed(const points_to *a, place at) {
  const ir_type *type = a->types[at.object];
  if (type == NULL)
    return false;
  return at.offset == INCLUSION_ANYWHERE
             ? mixed_is(type)
             : mixed_is_at(type, at.offset, a->m->pointer_bytes);
}

static bool is_first_time(hmap *seen, uint32_t n) {
  bool is_first = hmap_find(seen, n) == NULL;
  if (is_first)
    hmap_put(seen, n, 1);
  return is_first;
}

static void peek(points_to *a, place at) {
  if (!is_mixed(a, at))
    return;
  uint32_t from = at.offset == INCLUSION_ANYWHERE
                      ? inclusion_contents(a->sets, at.object)
                      : inclusion_at(a->sets, at);
  if (is_first_time(&a->peeked, from))
    inclusion_shift(a->sets, from, a->exposed, INCLUSION_WHOLE);
}

static void poke(points_to *a, place at) {
  if (!is_mixed(a, at))
    return;
  uint32_t to = inclusion_at(a->sets, at);
  a->has_integers = true;
  inclusion_copy(a->sets, a->exposed, to);
  inclusion_target(a->sets, to, (place){a->outside, 0});
}

// An integer is loaded or stored. Parts of pointers stay unknown.
static void access_integer(points_to *a, const ir_function *f,
                           const ir_operand *p, const ir_type *type,
                           bool is_store) {
  place at;
  if (type->store != a->m->pointer_bytes)
    return;
  if (address_of(a, f, p, &at)) {
    (is_store ? poke : peek)(a, at);
  } else if (p->kind == OPERAND_SLOT) {
    uses *u = uses_of(a, slot_node(f, p->slot));
    u->pokes = u->pokes || is_store;
    u->peeks = u->peeks || !is_store;
    inclusion_watch(a->sets, slot_node(f, p->slot));
  }
}

static void add_memory_copy(points_to *a, const ir_function *f,
                            const ir_operand *to, const ir_operand *from,
                            const ir_operand *size) {
  uint32_t target_node = operand_node(a, f, to),
           source = operand_node(a, f, from);
  uint64_t bytes = size != NULL && size->kind == OPERAND_INT
                       ? value_get_u64(term_get_value(a->m->tt, size->constant))
                       : UINT64_MAX;
  if (target_node != UINT32_MAX && source != UINT32_MAX)
    inclusion_move(a->sets, target_node, source, bytes);
}

static bool may_hold_pointers(const ir_type *t) {
  return t->kind == IR_POINTER || t->kind == IR_STRUCT || t->kind == IR_ARRAY;
}

// --- calls -----------------------------------------------------------------

// The memory behind the argument is copied.
static void pass_by_value(points_to *a, const ir_function *caller,
                          const ir_operand *o, const ir_function *callee,
                          uint32_t local) {
  uint32_t from = operand_node(a, caller, o), to = inclusion_node(a->sets);
  inclusion_target(a->sets, to, (place){object_of_local(a, callee, local), 0});
  if (from != UINT32_MAX)
    inclusion_move(a->sets, to, from, callee->locals.data[local].type->size);
}

static void pass_argument(points_to *a, const ir_function *caller,
                          const ir_operand *o, const ir_function *callee,
                          uint32_t k) {
  const ir_parameter *p = &callee->parameters.data[k];
  if (p->by_value != IR_NO_SLOT)
    pass_by_value(a, caller, o, callee, p->by_value);
  else if (p->local != IR_NO_SLOT)
    flow(a, caller, o,
         inclusion_somewhere(a->sets, object_of_local(a, callee, p->local)));
  else
    flow(a, caller, o, slot_node(callee, k));
}

static bool is_copy_function(const char *name) {
  return strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0;
}

// What is stored in memory from outside.
static uint32_t known_outside(const points_to *a) {
  return inclusion_somewhere(a->sets, a->outside);
}

static bool is_outside(const points_to *a, uint32_t object) {
  return object >= a->outside;
}

// Others know of what the node holds, and of all that is near it.
static void give(points_to *a, uint32_t n) {
  inclusion_shift(a->sets, n, known_outside(a), INCLUSION_WHOLE);
}

// What the memory behind the pointer holds.
static void give_contents(points_to *a, const ir_function *f,
                          const ir_operand *p) {
  uint32_t from = operand_node(a, f, p), held = inclusion_node(a->sets);
  if (from == UINT32_MAX)
    return;
  inclusion_load(a->sets, from, held, true);
  give(a, held);
}

// What a function gives back that the program does not define.
static void connect_outside(points_to *a, call_site c) {
  if (c.i->slot == IR_NO_SLOT || !may_hold_pointers(c.i->type))
    return;
  if (a->m->follows_escape)
    inclusion_copy(a->sets, inclusion_contents(a->sets, a->outside),
                   slot_node(c.f, c.i->slot));
  else
    inclusion_target(a->sets, slot_node(c.f, c.i->slot),
                     (place){a->outside, 0});
}

// Such a function keeps what it is given.
static void give_outside(points_to *a, call_site c) {
  const ir_operand *args = ir_operands(c.f, c.i);
  const ir_call *call = &c.f->calls.data[c.i->aux];
  for (uint32_t k = 0; a->m->follows_escape && k < c.i->operand_count; k++)
    if (ir_is_by_value(call, k))
      give_contents(a, c.f, &args[k]);
    else if (may_hold_pointers(args[k].type))
      flow_moved(a, c.f, &args[k], known_outside(a), INCLUSION_WHOLE);
}

static void connect_site(points_to *a, call_site c, const char *name) {
  uint32_t site = c.f->calls.data[c.i->aux].site;
  library_kind kind = library_find(name);
  if (kind == LIBRARY_UNKNOWN)
    give_outside(a, c);
  if (site != 0 && c.i->slot != IR_NO_SLOT)
    inclusion_target(a->sets, slot_node(c.f, c.i->slot),
                     (place){a->site_base + site - 1, 0});
  else if (site == 0 && kind != LIBRARY_OWN)
    connect_outside(a, c);
}

static void connect_call(points_to *a, call_site c, uint32_t symbol) {
  const ir_symbol *s = &a->m->symbols.data[symbol];
  const ir_operand *args = ir_operands(c.f, c.i);
  const ir_function *callee = s->function_body;
  if (callee == NULL) {
    if (is_copy_function(s->name) && c.i->operand_count >= 2)
      add_memory_copy(a, c.f, &args[0], &args[1],
                      c.i->operand_count > 2 ? &args[2] : NULL);
    connect_site(a, c, s->name);
    return;
  }
  for (uint32_t k = 0; k < c.i->operand_count && k < callee->parameters.len;
       k++)
    pass_argument(a, c.f, &args[k], callee, k);
  uint64_t *index = hmap_find(&a->function_index, symbol);
  assert(index != NULL);
  if (c.i->slot != IR_NO_SLOT)
    inclusion_copy(a->sets, a->result_base + (uint32_t)*index,
                   slot_node(c.f, c.i->slot));
}

static void collect_call(points_to *a, const ir_function *f, const ir_inst *i) {
  const ir_call *c = &f->calls.data[i->aux];
  call_site site = {f, i};
  if (c->symbol != 0) {
    connect_call(a, site, c->symbol);
    return;
  }
  uint32_t n = operand_node(a, f, &c->pointer);
  if (n == UINT32_MAX)
    return;
  vec_push(&uses_of(a, n)->calls, site);
  inclusion_watch(a->sets, n);
}

// --- collecting ------------------------------------------------------------

// The offset is known where no index is.
static void collect_gep(points_to *a, const ir_function *f, const ir_inst *i) {
  const ir_gep *g = &f->geps.data[i->aux];
  int64_t bytes = g->index_count > 0 ? INCLUSION_ANYWHERE : g->offset;
  flow_moved(a, f, ir_operands(f, i), slot_node(f, i->slot), bytes);
}

// Of an address as an integer that something is added to.
static int64_t addend(const points_to *a, const ir_inst *i,
                      const ir_operand *other) {
  bool is_plus = i->sub == BINARY_ADD, is_minus = i->sub == BINARY_SUB;
  if (other->kind != OPERAND_INT || (!is_plus && !is_minus) ||
      other->type->bits < 2 || other->type->bits > 64)
    return INCLUSION_ANYWHERE;
  int64_t n = value_get_s64(term_get_value(a->m->tt, other->constant));
  bool is_near = -INT32_MAX < n && n < INT32_MAX;
  return !is_near ? INCLUSION_ANYWHERE : is_plus ? n : -n;
}

static void collect_binary(points_to *a, const ir_function *f,
                           const ir_inst *i) {
  const ir_operand *o = ir_operands(f, i);
  uint32_t to = slot_node(f, i->slot);
  flow_moved(a, f, o, to, addend(a, i, o + 1));
  flow_moved(a, f, o + 1, to,
             i->sub == BINARY_ADD ? addend(a, i, o) : INCLUSION_ANYWHERE);
}

static void collect_integer_as_pointer(points_to *a, const ir_function *f,
                                       const ir_inst *i) {
  const ir_operand *o = ir_operands(f, i);
  uint32_t to = slot_node(f, i->slot);
  flow(a, f, o, to);
  if (o->kind != OPERAND_SLOT)
    return;
  a->has_integers = true;
  inclusion_target(a->sets, to, (place){a->outside, 0});
}

// What numbers lead to. What is still a pointer leads to its own object alone,
// or outside.
static void collect_numbers(points_to *a, const ir_function *f) {
  exposed found = {0};
  exposed_find(a->m, f, &found);
  for (uint32_t k = 0; k < found.pointers.len; k++)
    flow_moved(a, f, found.pointers.data[k], a->exposed, INCLUSION_WHOLE);
  for (uint32_t k = 0; k < found.casts.len; k++)
    inclusion_copy(a->sets, a->exposed,
                   slot_node(f, found.casts.data[k]->slot));
  exposed_clear(&found);
}

// Whether the result is one of the operands, as it is.
static bool is_plain(ir_op op) {
  return op == IR_MOVE || op == IR_SELECT || op == IR_BITCAST ||
         op == IR_PTR_TO_INT || op == IR_ZEXT || op == IR_SEXT ||
         op == IR_EXTRACT || op == IR_INSERT || op == IR_GATHER;
}

static void collect_inst(points_to *a, const ir_function *f, const ir_inst *i,
                         uint32_t result) {
  const ir_operand *o = ir_operands(f, i);
  switch ((ir_op)i->op) {
  case IR_LOAD:
    if (may_hold_pointers(i->type) || ir_is_address(f, o))
      add_load(a, f, o, i->type, slot_node(f, i->slot));
    else
      access_integer(a, f, o, i->type, false);
    break;
  case IR_STORE:
    if (may_hold_pointers(i->type) || ir_is_address(f, o + 1))
      add_store(a, f, o + 1, i->type, operand_node(a, f, o));
    else
      access_integer(a, f, o + 1, i->type, true);
    break;
  case IR_COPY:
    add_memory_copy(a, f, o, o + 1, o + 2);
    break;
  case IR_CALL:
    collect_call(a, f, i);
    break;
  case IR_RETURN:
    if (i->operand_count == 1 && may_hold_pointers(o->type))
      flow(a, f, o, result);
    break;
  case IR_COMPARE:
    break;
  case IR_GEP:
    collect_gep(a, f, i);
    break;
  case IR_BINARY:
    collect_binary(a, f, i);
    break;
  case IR_INT_TO_PTR:
    collect_integer_as_pointer(a, f, i);
    break;
  default:
    for (uint32_t k = 0; i->slot != IR_NO_SLOT && k < i->operand_count; k++)
      flow_moved(a, f, o + k, slot_node(f, i->slot),
                 is_plain((ir_op)i->op) ? 0 : INCLUSION_ANYWHERE);
    break;
  }
}

static void collect_function(points_to *a, const ir_function *f,
                             uint32_t index) {
  for (uint32_t k = 0; k < f->insts.len; k++)
    collect_inst(a, f, &f->insts.data[k], a->result_base + index);
  for (uint32_t k = 0; k < f->phis.len; k++) {
    const ir_phi *phi = &f->phis.data[k];
    if (!may_hold_pointers(phi->type))
      continue;
    for (uint32_t n = 0; n < phi->incoming_count; n++)
      flow(a, f, &f->incomings.data[phi->incoming + n].value,
           slot_node(f, phi->slot));
  }
  collect_numbers(a, f);
}

static void collect_initials(points_to *a) {
  for (uint32_t s = 1; s < a->m->symbols.len; s++) {
    const ir_symbol *symbol = &a->m->symbols.data[s];
    for (uint32_t k = 0; k < symbol->initial_count; k++) {
      const ir_operand *o = &symbol->initials[k].value;
      place to;
      if (!address_of(a, NULL, o, &to))
        continue;
      uint32_t at = inclusion_at(
          a->sets, (place){s, (int64_t)symbol->initials[k].offset});
      inclusion_target(a->sets, at, to);
      if (o->type->kind != IR_POINTER && o->symbol != 0)
        inclusion_target(a->sets, a->exposed,
                         (place){o->symbol, INCLUSION_ANYWHERE});
    }
  }
}

// Pointers from outside may be stored in the object.
static void hold_outside(points_to *a, uint32_t object) {
  inclusion_target(a->sets, inclusion_somewhere(a->sets, object),
                   (place){a->outside, 0});
}

// Pointers that may be read before they are written.
static void collect_uninitialized(points_to *a, const ir_function *f) {
  for (uint32_t k = 0; k < f->locals.len; k++) {
    const ir_local *l = &f->locals.data[k];
    bool is_live = l->is_live_entry || l->is_live_declare;
    if (l->type->kind == IR_POINTER && !l->is_variable && is_live)
      hold_outside(a, object_of_local(a, f, k));
  }
}

// Memory from outside leads to more of it. So do variables that other programs
// define, and the arguments of the entry function, unless it is main.
static void collect_outside(points_to *a) {
  hold_outside(a, a->outside);
  for (uint32_t s = 1; s < a->m->symbols.len; s++) {
    const ir_symbol *symbol = &a->m->symbols.data[s];
    if (symbol->is_function || symbol->is_defined)
      continue;
    hold_outside(a, s);
    if (a->m->follows_escape)
      inclusion_target(a->sets, known_outside(a),
                       (place){s, INCLUSION_ANYWHERE});
  }
  if (a->m->follows_escape) {
    give(a, a->exposed);
    inclusion_watch(a->sets, inclusion_contents(a->sets, a->outside));
  }
  const ir_function *f = a->m->symbols.data[a->m->entry].function_body;
  bool is_main = f != NULL && strcmp(f->name, "main") == 0;
  for (uint32_t k = 0; f != NULL && !is_main && k < f->parameters.len; k++) {
    const ir_parameter *p = &f->parameters.data[k];
    uint32_t local = p->by_value != IR_NO_SLOT ? p->by_value : p->local;
    if (local != IR_NO_SLOT)
      hold_outside(a, object_of_local(a, f, local));
    else if (may_hold_pointers(p->type))
      inclusion_target(a->sets, slot_node(f, k), (place){a->outside, 0});
  }
  for (uint32_t k = 0; k < a->m->functions.len; k++)
    collect_uninitialized(a, a->m->functions.data[k]);
}

// --- solving ---------------------------------------------------------------

// Others know of the object: they read what it holds, and store what they have.
static void escape(points_to *a, uint32_t object) {
  if (is_outside(a, object))
    return;
  give(a, inclusion_contents(a->sets, object));
  inclusion_copy(a->sets, inclusion_contents(a->sets, a->outside),
                 inclusion_somewhere(a->sets, object));
}

static void connect_once(points_to *a, call_site c, uint32_t symbol) {
  uint64_t key = hash_mix((uint64_t)(uintptr_t)c.f, (uint64_t)(uintptr_t)c.i);
  key = hash_mix(key, symbol);
  if (hmap_find(&a->connected, key) != NULL)
    return;
  hmap_put(&a->connected, key, 1);
  connect_call(a, c, ir_called(&c.f->calls.data[c.i->aux], symbol));
}

// A pointer that something else is done through has a new target.
static void on_target(void *data, uint32_t n, place at) {
  points_to *a = data;
  uint32_t object = at.object;
  if (a->m->follows_escape && n == inclusion_contents(a->sets, a->outside))
    escape(a, object);
  const uint64_t *index = hmap_find(&a->uses_of, n);
  if (index == NULL)
    return;
  if (a->uses.data[*index].peeks)
    peek(a, at);
  if (a->uses.data[*index].pokes)
    poke(a, at);
  for (uint32_t k = 0; k < a->uses.data[*index].calls.len; k++) {
    call_site c = a->uses.data[*index].calls.data[k];
    if (is_outside(a, object)) {
      give_outside(a, c);
      connect_outside(a, c);
    } else if (object < a->m->symbols.len &&
               a->m->symbols.data[object].is_function)
      connect_once(a, c, object);
  }
}

static void describe(points_to *a, uint32_t object, target what,
                     const ir_type *type) {
  a->objects[object] = what;
  a->types[object] = type;
  a->is_scalar[object] = type != NULL && ir_is_scalar(type);
  a->sizes[object] = type != NULL && type->size <= INT32_MAX ? type->size : 0;
  a->is_flat[object] = type == NULL && what.kind != TARGET_SITE;
}

static void describe_objects(points_to *a, const ir_module *m) {
  size_t n = a->object_count + (size_t)1;
  a->objects = mem_alloc(n * sizeof *a->objects);
  a->types = mem_alloc(n * sizeof *a->types);
  a->is_scalar = mem_alloc(n * sizeof *a->is_scalar);
  a->sizes = mem_alloc(n * sizeof *a->sizes);
  a->is_flat = mem_alloc(n * sizeof *a->is_flat);
  for (uint32_t s = 0; s < m->symbols.len; s++)
    describe(a, s, (target){TARGET_SYMBOL, NULL, s},
             m->symbols.data[s].is_function ? NULL : m->symbols.data[s].type);
  for (uint32_t s = 0; s < m->sites.len; s++)
    describe(a, a->site_base + s, (target){TARGET_SITE, NULL, s}, NULL);
  describe(a, a->outside, (target){TARGET_OUTSIDE, NULL, 0}, NULL);
  describe(a, a->derived, (target){TARGET_OUTSIDE, NULL, 0}, NULL);
  describe(a, a->fixed, (target){TARGET_OUTSIDE, NULL, 0}, NULL);
  for (uint32_t k = 0; k < m->functions.len; k++) {
    const ir_function *f = m->functions.data[k];
    for (uint32_t l = 0; l < f->locals.len; l++)
      describe(a, object_of_local(a, f, l), (target){TARGET_LOCAL, f, l},
               f->locals.data[l].type);
  }
}

static void number_objects(points_to *a, ir_module *m) {
  uint32_t locals = 0;
  for (uint32_t k = 0; k < m->functions.len; k++) {
    m->functions.data[k]->local_base = locals;
    locals += m->functions.data[k]->locals.len;
    hmap_put(&a->function_index, m->functions.data[k]->symbol, k);
  }
  a->site_base = m->symbols.len + locals;
  a->outside = a->site_base + m->sites.len;
  a->derived = a->outside + 1;
  a->fixed = a->derived + 1;
  a->object_count = a->fixed + 1;
}

static void number_nodes(points_to *a, ir_module *m) {
  uint32_t next = inclusion_node_count(a->sets);
  for (uint32_t k = 0; k < m->functions.len; k++) {
    m->functions.data[k]->node_base = next;
    next += m->functions.data[k]->slot_count;
  }
  a->result_base = next;
  a->exposed = next + m->functions.len;
  while (inclusion_node_count(a->sets) <= a->exposed)
    inclusion_node(a->sets);
}

// --- what was found ----------------------------------------------------------

// By object in 'seen': the last node plus one that was found to hold it.
static void list_held(points_to *a, uint32_t n, uint32_t *seen) {
  place at;
  for (uint32_t i = 0; inclusion_get(a->sets, n, i, &at); i++) {
    if (seen[at.object] != n + 1)
      vec_push(&a->held, at.object);
    seen[at.object] = n + 1;
  }
}

static void list_all_held(points_to *a) {
  uint32_t count = inclusion_node_count(a->sets);
  uint32_t *seen = mem_alloc((a->object_count + (size_t)1) * sizeof *seen);
  a->first = mem_alloc((count + (size_t)1) * sizeof *a->first);
  for (uint32_t n = 0; n < count; n++) {
    a->first[n] = a->held.len;
    list_held(a, n, seen);
  }
  a->first[count] = a->held.len;
  mem_free(seen);
}

static uint32_t held_count(const points_to *a, uint32_t n) {
  return a->first[n + 1] - a->first[n];
}

static void find_holders(points_to *a) {
  a->holders = mem_alloc((a->object_count + 1u) * sizeof *a->holders);
  for (uint32_t holder = 0; holder < a->object_count; holder++) {
    uint32_t n = inclusion_contents(a->sets, holder);
    for (uint32_t k = a->first[n]; k < a->first[n + 1]; k++)
      vec_push(&a->holders[a->held.data[k]], holder);
  }
}

static bool is_uninitialized(const points_to *a, target at) {
  if (at.kind == TARGET_SITE)
    return !a->m->sites.data[at.index].is_zeroed;
  if (at.kind != TARGET_LOCAL)
    return false;
  const ir_local *l = &at.function->locals.data[at.index];
  return l->is_live_entry || l->is_live_declare;
}

// Through a pointer to somewhere in a struct one of its arrays is written.
static bool is_in_array(const ir_type *t, int64_t offset) {
  while (t->kind == IR_STRUCT && t->count > 0) {
    uint32_t k = 0;
    while (k + 1 < t->count && (int64_t)t->offsets[k + 1] <= offset)
      k++;
    offset -= (int64_t)t->offsets[k];
    t = t->fields[k];
  }
  return t->kind == IR_ARRAY;
}

// Whether a pointer is stored there.
static bool is_stored(const points_to *a, place at) {
  const ir_type *type = a->types[at.object];
  bool is_member = at.offset != INCLUSION_ANYWHERE && type != NULL &&
                   type->kind == IR_STRUCT && !is_in_array(type, at.offset);
  return inclusion_count(a->sets, at) >
         (is_member ? inclusion_count_somewhere(a->sets, at.object) : 0);
}

static bool is_fresh(const points_to *a, place at, bool is_member) {
  return is_uninitialized(a, a->objects[at.object]) &&
         (is_member || !is_stored(a, at));
}

// Whether the operand leads to nothing but memory that nobody initialized, and
// nothing is stored there (is_member: so it is known).
static bool is_unwritten(const points_to *a, const ir_function *f,
                         const ir_operand *o, bool is_member) {
  place at;
  if (o->kind != OPERAND_SLOT)
    return address_of(a, f, o, &at) && is_fresh(a, at, is_member);
  uint32_t n = slot_node(f, o->slot), k = 0;
  for (; inclusion_get(a->sets, n, k, &at); k++)
    if (!is_fresh(a, at, is_member))
      return false;
  return k > 0;
}

static void solve_unwritten(points_to *a) {
  unwritten_vec all = {0};
  unwritten_find(a->m, &all);
  bool is_done = false;
  while (!is_done) {
    is_done = true;
    for (uint32_t k = 0; k < all.len; k++) {
      unwritten *u = &all.data[k];
      if (u->load == NULL ||
          !is_unwritten(a, u->f, ir_operands(u->f, u->load), u->is_member))
        continue;
      inclusion_target(a->sets, slot_node(u->f, u->load->slot),
                       (place){a->outside, 0});
      u->load = NULL;
      is_done = false;
    }
    inclusion_solve(a->sets);
  }
  vec_free(&all);
}

static void find_outside(points_to *a) {
  uint32_t own = inclusion_contents(a->sets, a->outside);
  for (uint32_t n = 0; !a->has_outside && n < inclusion_node_count(a->sets);
       n++)
    a->has_outside = n != own && (inclusion_holds(a->sets, n, a->outside) ||
                                  inclusion_holds(a->sets, n, a->fixed));
}

points_to *points_to_solve(ir_module *m) {
  points_to *a = mem_alloc(sizeof *a);
  a->m = m;
  a->has_integers = m->has_words;
  number_objects(a, m);
  describe_objects(a, m);
  inclusion_task task = {.objects = a->object_count,
                         .is_flat = a->is_flat,
                         .is_scalar = a->is_scalar,
                         .sizes = a->sizes,
                         .base = a->outside,
                         .on_target = on_target,
                         .data = a};
  a->sets = inclusion_new(&task);
  number_nodes(a, m);
  collect_initials(a);
  collect_outside(a);
  for (uint32_t k = 0; k < m->functions.len; k++)
    collect_function(a, m->functions.data[k], k);
  inclusion_solve(a->sets);
  solve_unwritten(a);
  list_all_held(a);
  find_holders(a);
  find_outside(a);
  return a;
}

void points_to_free(points_to *a) {
  if (a == NULL)
    return;
  for (uint32_t k = 0; k < a->uses.len; k++)
    vec_free(&a->uses.data[k].calls);
  for (uint32_t k = 0; k < a->object_count; k++)
    vec_free(&a->holders[k]);
  vec_free(&a->uses);
  vec_free(&a->held);
  inclusion_free(a->sets);
  hmap_free(&a->uses_of);
  hmap_free(&a->connected);
  hmap_free(&a->peeked);
  hmap_free(&a->function_index);
  mem_free(a->first);
  mem_free(a->holders);
  mem_free(a->types);
  mem_free(a->is_flat);
  mem_free(a->is_scalar);
  mem_free(a->sizes);
  mem_free(a->objects);
  mem_free(a);
}

static bool nth(const points_to *a, uint32_t n, uint32_t i, target *out) {
  if (i >= held_count(a, n))
    return false;
  *out = a->objects[a->held.data[a->first[n] + i]];
  return true;
}

bool points_to_get(const points_to *a, const ir_function *f,
                   const ir_operand *o, uint32_t i, target *out) {
  place at;
  if (o->kind == OPERAND_SLOT)
    return nth(a, slot_node(f, o->slot), i, out);
  if (i > 0 || !address_of(a, f, o, &at))
    return false;
  *out = a->objects[at.object];
  return true;
}

static uint32_t object_index(const points_to *a, target object) {
  if (object.kind == TARGET_LOCAL)
    return object_of_local(a, object.function, object.index);
  return object.kind == TARGET_SITE ? a->site_base + object.index
                                    : object.index;
}

bool points_to_offsets(const points_to *a, const ir_function *f,
                       const ir_operand *o, target object, offset_vec *out) {
  uint32_t index = object_index(a, object);
  place at;
  vec_clear(out);
  if (o->kind != OPERAND_SLOT) {
    bool is_it = address_of(a, f, o, &at) && at.object == index;
    if (is_it)
      vec_push(out, at.offset);
    return is_it;
  }
  bool are_known = true;
  for (uint32_t i = 0;
       inclusion_get(a->sets, slot_node(f, o->slot), i, &at) && are_known; i++)
    if (at.object == index) {
      are_known = at.offset != INCLUSION_ANYWHERE;
      vec_push(out, at.offset);
    }
  return are_known && out->len > 0;
}

bool points_to_inside(const points_to *a, target object, uint32_t i,
                      target *out) {
  uint32_t n = inclusion_contents(a->sets, object_index(a, object));
  return nth(a, n, i, out);
}

bool points_to_holder(const points_to *a, target object, uint32_t i,
                      target *out) {
  const node_list *holders = &a->holders[object_index(a, object)];
  if (i >= holders->len)
    return false;
  *out = a->objects[holders->data[i]];
  return true;
}

bool points_to_exposed(const points_to *a, uint32_t i, target *out) {
  return held_count(a, a->exposed) <= MOST_EXPOSED &&
         nth(a, a->exposed, i, out);
}

bool points_to_is_exposed(const points_to *a, target object) {
  return held_count(a, a->exposed) <= MOST_EXPOSED &&
         inclusion_holds(a->sets, a->exposed, object_index(a, object));
}

bool points_to_has_integers(const points_to *a) { return a->has_integers; }

bool points_to_has_outside(const points_to *a) { return a->has_outside; }

bool points_to_is_outside(const points_to *a, const ir_function *f,
                          const ir_operand *o) {
  place at;
  if (o->kind != OPERAND_SLOT)
    return address_of(a, f, o, &at) && is_outside(a, at.object);
  uint32_t n = slot_node(f, o->slot);
  return !points_to_is_complete(a) || inclusion_holds(a->sets, n, a->outside) ||
         inclusion_holds(a->sets, n, a->derived) ||
         inclusion_holds(a->sets, n, a->fixed);
}

bool points_to_is_fixed(const points_to *a, const ir_function *f,
                        const ir_operand *o) {
  place at;
  if (o->kind != OPERAND_SLOT)
    return address_of(a, f, o, &at) && at.object == a->fixed;
  uint32_t n = slot_node(f, o->slot);
  return inclusion_holds(a->sets, n, a->fixed) &&
         !inclusion_holds(a->sets, n, a->outside) &&
         !inclusion_holds(a->sets, n, a->derived);
}

// Whether something may have been added to what leads to that place.
static bool is_further(const points_to *a, place at) {
  return at.object == a->derived || (at.offset != 0 && !a->is_flat[at.object]);
}

bool points_to_is_derived(const points_to *a, const ir_function *f,
                          const ir_operand *o) {
  bool found = o->kind == OPERAND_SLOT && !points_to_is_complete(a);
  place at;
  for (uint32_t k = 0; o->kind == OPERAND_SLOT && !found &&
                       inclusion_get(a->sets, slot_node(f, o->slot), k, &at);
       k++)
    found = is_further(a, at);
  return found;
}

bool points_to_reaches_outside(const points_to *a) {
  uint32_t n = inclusion_contents(a->sets, a->outside);
  bool found = false;
  for (uint32_t k = a->first[n]; !found && k < a->first[n + 1]; k++)
    found = !is_outside(a, a->held.data[k]);
  return found;
}

bool points_to_escaped(const points_to *a, uint32_t i, target *out) {
  return nth(a, inclusion_contents(a->sets, a->outside), i, out);
}

bool points_to_is_escaped(const points_to *a, target object) {
  return inclusion_holds(a->sets, inclusion_contents(a->sets, a->outside),
                         object_index(a, object));
}

bool points_to_is_complete(const points_to *a) {
  return inclusion_is_complete(a->sets);
}
