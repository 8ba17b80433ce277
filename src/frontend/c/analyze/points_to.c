// SPDX-License-Identifier: Apache-2.0
// Inclusion-based points-to analysis (Andersen, 1994), flow- and
// context-insensitive, one content per object.
//
// Nodes are the contents of objects, the slots of functions and their results.
// An edge a -> b says that b may hold what a holds. Loads, stores and indirect
// calls add edges as targets of their pointer become known. The work is cut off
// at a budget: fewer targets only mean fewer supported accesses.
#include "frontend/c/analyze/points_to.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "frontend/c/analyze/exposed.h"
#include "frontend/c/analyze/unwritten.h"
#include "frontend/c/library/library.h"

// Each of the exposed objects lies apart from all others, which is said pair by
// pair.
enum { BUDGET = 20000000, MOST_EXPOSED = 24 };

typedef VEC(uint32_t) node_list;

typedef struct {
  const ir_function *f;
  const ir_inst *i;
} call_site;

typedef struct {
  node_list targets;    // abstract objects
  node_list copies;     // nodes that hold what this one holds
  node_list loads;      // nodes that hold what its targets contain
  node_list stores;     // nodes whose values its targets contain
  bool peeks, pokes;    // integers are loaded, stored through it
  VEC(call_site) calls; // through this pointer
} node;

typedef struct {
  uint32_t node, target;
} delta;

struct points_to {
  const ir_module *m;
  uint32_t object_count; // abstract objects: symbols, locals, sites
  uint32_t site_base;    // the first of the sites
  uint32_t outside;      // the last one: memory from outside
  target *objects;
  bool *is_mixed;     // by object: pointers and integers share its bytes
  node_list *holders; // by object: those that may hold a pointer to it
  VEC(node) nodes;    // contents of objects first
  hmap has_target;    // (node, target)
  hmap has_copy;      // (node, node)
  VEC(delta) work;
  uint32_t result_base; // result of function k is node result_base + k
  uint32_t exposed;     // the node of pointers that become numbers
  bool has_integers;    // numbers become pointers
  bool has_outside;     // some pointer may lead outside
  hmap function_index;  // symbol -> index among the functions
  uint64_t steps;
};

static void add_target(points_to *a, uint32_t n, uint32_t object) {
  uint64_t key = hmap_pair(n, object);
  if (a->steps > BUDGET || hmap_find(&a->has_target, key) != NULL)
    return;
  a->steps++;
  hmap_put(&a->has_target, key, 1);
  vec_push(&a->nodes.data[n].targets, object);
  vec_push(&a->work, ((delta){n, object}));
}

static void add_copy(points_to *a, uint32_t from, uint32_t to) {
  uint64_t key = hmap_pair(from, to);
  if (from == to || a->steps > BUDGET || hmap_find(&a->has_copy, key) != NULL)
    return;
  a->steps++;
  hmap_put(&a->has_copy, key, 1);
  vec_push(&a->nodes.data[from].copies, to);
  for (uint32_t k = 0; k < a->nodes.data[from].targets.len; k++)
    add_target(a, to, a->nodes.data[from].targets.data[k]);
}

static uint32_t new_node(points_to *a) {
  vec_push(&a->nodes, ((node){0}));
  return a->nodes.len - 1;
}

static uint32_t object_of_local(const points_to *a, const ir_function *f,
                                uint32_t local) {
  return a->m->symbols.len + f->local_base + local;
}

static uint32_t slot_node(const ir_function *f, uint32_t slot) {
  return f->node_base + slot;
}

// Object whose address the operand is; UINT32_MAX: it is none.
static uint32_t address_of(const points_to *a, const ir_function *f,
                           const ir_operand *o) {
  if (o->kind == OPERAND_LOCAL)
    return object_of_local(a, f, o->local);
  if (o->kind == OPERAND_POINTER && o->symbol != 0)
    return o->symbol;
  bool is_page = -EXPOSED_PAGE <= o->offset && o->offset < EXPOSED_PAGE;
  return o->kind == OPERAND_POINTER && !is_page ? a->outside : UINT32_MAX;
}

// A node that holds the operand's value; UINT32_MAX: nothing of interest.
static uint32_t operand_node(points_to *a, const ir_function *f,
                             const ir_operand *o) {
  if (o->kind == OPERAND_SLOT)
    return slot_node(f, o->slot);
  uint32_t object = address_of(a, f, o);
  if (object == UINT32_MAX)
    return UINT32_MAX;
  uint32_t n = new_node(a);
  add_target(a, n, object);
  return n;
}

static void flow(points_to *a, const ir_function *f, const ir_operand *o,
                 uint32_t to) {
  uint32_t object = address_of(a, f, o);
  if (o->kind == OPERAND_SLOT)
    add_copy(a, slot_node(f, o->slot), to);
  else if (object != UINT32_MAX)
    add_target(a, to, object);
}

static void add_load(points_to *a, const ir_function *f, const ir_operand *p,
                     uint32_t to) {
  uint32_t object = address_of(a, f, p);
  if (object != UINT32_MAX)
    add_copy(a, object, to);
  else if (p->kind == OPERAND_SLOT)
    vec_push(&a->nodes.data[slot_node(f, p->slot)].loads, to);
}

static void add_store(points_to *a, const ir_function *f, const ir_operand *p,
                      uint32_t from) {
  uint32_t object = address_of(a, f, p);
  if (from == UINT32_MAX)
    return;
  if (object != UINT32_MAX)
    add_copy(a, from, object);
  else if (p->kind == OPERAND_SLOT)
    vec_push(&a->nodes.data[slot_node(f, p->slot)].stores, from);
}

// --- integers in the place of pointers --------------------------------------

// Types nest as deep as the source writes them.
static bool has_union(const ir_type *t) {
  if (t->kind == IR_ARRAY)
    return has_union(t->element);
  bool found = t->is_union;
  for (uint32_t k = 0; !found && t->kind == IR_STRUCT && k < t->count; k++)
    found = has_union(t->fields[k]);
  return found;
}

static bool is_mixed(const ir_type *t) {
  return t->kind == IR_POINTER || has_union(t);
}

static void peek(points_to *a, uint32_t object) {
  if (a->is_mixed[object])
    add_copy(a, object, a->exposed);
}

static void poke(points_to *a, uint32_t object) {
  if (!a->is_mixed[object])
    return;
  a->has_integers = true;
  add_copy(a, a->exposed, object);
  add_target(a, object, a->outside);
}

// An integer is loaded or stored. Parts of pointers stay unknown.
static void access_integer(points_to *a, const ir_function *f,
                           const ir_operand *p, const ir_type *type,
                           bool is_store) {
  uint32_t object = address_of(a, f, p);
  if (type->store != a->m->pointer_bytes)
    return;
  if (object != UINT32_MAX) {
    (is_store ? poke : peek)(a, object);
  } else if (p->kind == OPERAND_SLOT) {
    node *n = &a->nodes.data[slot_node(f, p->slot)];
    n->pokes = n->pokes || is_store;
    n->peeks = n->peeks || !is_store;
  }
}

static void add_memory_copy(points_to *a, const ir_function *f,
                            const ir_operand *to, const ir_operand *from) {
  uint32_t n = new_node(a);
  add_load(a, f, from, n);
  add_store(a, f, to, n);
}

static bool may_hold_pointers(const ir_type *t) {
  return t->kind == IR_POINTER || t->kind == IR_STRUCT || t->kind == IR_ARRAY;
}

// --- calls -----------------------------------------------------------------

static void pass_argument(points_to *a, const ir_function *caller,
                          const ir_operand *o, const ir_function *callee,
                          uint32_t k) {
  const ir_parameter *p = &callee->parameters.data[k];
  if (p->by_value != IR_NO_SLOT)
    add_load(a, caller, o, object_of_local(a, callee, p->by_value));
  else if (p->local != IR_NO_SLOT)
    flow(a, caller, o, object_of_local(a, callee, p->local));
  else
    flow(a, caller, o, slot_node(callee, k));
}

static bool is_copy_function(const char *name) {
  return strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0;
}

// What a function gives back that the program does not define.
static void connect_outside(points_to *a, call_site c) {
  if (c.i->slot == IR_NO_SLOT || !may_hold_pointers(c.i->type))
    return;
  if (a->m->follows_escape)
    add_copy(a, a->outside, slot_node(c.f, c.i->slot));
  else
    add_target(a, slot_node(c.f, c.i->slot), a->outside);
}

// What the memory holds, also if targets of the pointer are known already.
static void give_contents(points_to *a, const ir_function *f,
                          const ir_operand *p) {
  add_load(a, f, p, a->outside);
  uint32_t n = p->kind == OPERAND_SLOT ? slot_node(f, p->slot) : UINT32_MAX;
  for (uint32_t k = 0; n != UINT32_MAX && k < a->nodes.data[n].targets.len; k++)
    add_copy(a, a->nodes.data[n].targets.data[k], a->outside);
}

// Such a function keeps what it is given.
static void give_outside(points_to *a, call_site c) {
  const ir_operand *args = ir_operands(c.f, c.i);
  const ir_call *call = &c.f->calls.data[c.i->aux];
  for (uint32_t k = 0; a->m->follows_escape && k < c.i->operand_count; k++)
    if (ir_is_by_value(call, k))
      give_contents(a, c.f, &args[k]);
    else if (may_hold_pointers(args[k].type))
      flow(a, c.f, &args[k], a->outside);
}

static void connect_site(points_to *a, call_site c, const char *name) {
  uint32_t site = c.f->calls.data[c.i->aux].site;
  library_kind kind = library_find(name);
  if (kind == LIBRARY_UNKNOWN)
    give_outside(a, c);
  if (site != 0 && c.i->slot != IR_NO_SLOT)
    add_target(a, slot_node(c.f, c.i->slot), a->site_base + site - 1);
  else if (site == 0 && kind != LIBRARY_OWN)
    connect_outside(a, c);
}

static void connect_call(points_to *a, call_site c, uint32_t symbol) {
  const ir_symbol *s = &a->m->symbols.data[symbol];
  const ir_operand *args = ir_operands(c.f, c.i);
  const ir_function *callee = s->function_body;
  if (callee == NULL) {
    if (is_copy_function(s->name) && c.i->operand_count >= 2)
      add_memory_copy(a, c.f, &args[0], &args[1]);
    connect_site(a, c, s->name);
    return;
  }
  for (uint32_t k = 0; k < c.i->operand_count && k < callee->parameters.len;
       k++)
    pass_argument(a, c.f, &args[k], callee, k);
  uint64_t *index = hmap_find(&a->function_index, symbol);
  assert(index != NULL);
  if (c.i->slot != IR_NO_SLOT)
    add_copy(a, a->result_base + (uint32_t)*index, slot_node(c.f, c.i->slot));
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
  vec_push(&a->nodes.data[n].calls, site);
  // Targets may be there already (constants).
  for (uint32_t k = 0; k < a->nodes.data[n].targets.len; k++)
    vec_push(&a->work, ((delta){n, a->nodes.data[n].targets.data[k]}));
}

// --- collecting ------------------------------------------------------------

static void collect_inst(points_to *a, const ir_function *f, const ir_inst *i,
                         uint32_t result) {
  const ir_operand *o = ir_operands(f, i);
  switch ((ir_op)i->op) {
  case IR_LOAD:
    if (may_hold_pointers(i->type) || ir_is_address(f, o))
      add_load(a, f, o, slot_node(f, i->slot));
    else
      access_integer(a, f, o, i->type, false);
    break;
  case IR_STORE:
    if (may_hold_pointers(i->type) || ir_is_address(f, o + 1))
      add_store(a, f, o + 1, operand_node(a, f, o));
    else
      access_integer(a, f, o + 1, i->type, true);
    break;
  case IR_COPY:
    add_memory_copy(a, f, o, o + 1);
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
  case IR_INT_TO_PTR:
    flow(a, f, o, slot_node(f, i->slot));
    if (o->kind == OPERAND_SLOT) {
      a->has_integers = true;
      add_copy(a, a->exposed, slot_node(f, i->slot));
      add_target(a, slot_node(f, i->slot), a->outside);
    }
    break;
  default:
    if (i->slot == IR_NO_SLOT)
      break;
    for (uint32_t k = 0; k < i->operand_count; k++)
      flow(a, f, o + k, slot_node(f, i->slot));
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
  exposed_vec pointers = {0};
  exposed_find(a->m, f, &pointers);
  for (uint32_t k = 0; k < pointers.len; k++)
    flow(a, f, pointers.data[k], a->exposed);
  vec_free(&pointers);
}

static void collect_initials(points_to *a) {
  for (uint32_t s = 1; s < a->m->symbols.len; s++) {
    const ir_symbol *symbol = &a->m->symbols.data[s];
    for (uint32_t k = 0; k < symbol->initial_count; k++) {
      const ir_operand *o = &symbol->initials[k].value;
      if (o->kind != OPERAND_POINTER || o->symbol == 0)
        continue;
      add_target(a, s, o->symbol);
      if (o->type->kind != IR_POINTER)
        add_target(a, a->exposed, o->symbol);
    }
  }
}

// Pointers that may be read before they are written.
static void collect_uninitialized(points_to *a, const ir_function *f) {
  for (uint32_t k = 0; k < f->locals.len; k++) {
    const ir_local *l = &f->locals.data[k];
    bool is_live = l->is_live_entry || l->is_live_declare;
    if (l->type->kind == IR_POINTER && !l->is_variable && is_live)
      add_target(a, object_of_local(a, f, k), a->outside);
  }
}

// Memory from outside leads to more of it. So do variables that other programs
// define, and the arguments of the entry function, unless it is main.
static void collect_outside(points_to *a) {
  add_target(a, a->outside, a->outside);
  for (uint32_t s = 1; s < a->m->symbols.len; s++) {
    const ir_symbol *symbol = &a->m->symbols.data[s];
    if (symbol->is_function || symbol->is_defined)
      continue;
    add_target(a, s, a->outside);
    if (a->m->follows_escape)
      add_target(a, a->outside, s);
  }
  if (a->m->follows_escape)
    add_copy(a, a->exposed, a->outside);
  const ir_function *f = a->m->symbols.data[a->m->entry].function_body;
  bool is_main = f != NULL && strcmp(f->name, "main") == 0;
  for (uint32_t k = 0; f != NULL && !is_main && k < f->parameters.len; k++) {
    const ir_parameter *p = &f->parameters.data[k];
    uint32_t local = p->by_value != IR_NO_SLOT ? p->by_value : p->local;
    if (local != IR_NO_SLOT)
      add_target(a, object_of_local(a, f, local), a->outside);
    else if (may_hold_pointers(p->type))
      add_target(a, slot_node(f, k), a->outside);
  }
  for (uint32_t k = 0; k < a->m->functions.len; k++)
    collect_uninitialized(a, a->m->functions.data[k]);
}

// --- solving ---------------------------------------------------------------

// Others know of the object: they read what it holds, and store what they have.
static void escape(points_to *a, uint32_t object) {
  add_copy(a, object, a->outside);
  add_copy(a, a->outside, object);
}

static void propagate(points_to *a, delta d) {
  // Nodes may move while edges are added: index, never hold.
  for (uint32_t k = 0; k < a->nodes.data[d.node].copies.len; k++)
    add_target(a, a->nodes.data[d.node].copies.data[k], d.target);
  for (uint32_t k = 0; k < a->nodes.data[d.node].loads.len; k++)
    add_copy(a, d.target, a->nodes.data[d.node].loads.data[k]);
  for (uint32_t k = 0; k < a->nodes.data[d.node].stores.len; k++)
    add_copy(a, a->nodes.data[d.node].stores.data[k], d.target);
  if (a->nodes.data[d.node].peeks)
    peek(a, d.target);
  if (a->nodes.data[d.node].pokes)
    poke(a, d.target);
  if (d.node == a->outside && a->m->follows_escape)
    escape(a, d.target);
  for (uint32_t k = 0; k < a->nodes.data[d.node].calls.len; k++)
    if (d.target == a->outside) {
      give_outside(a, a->nodes.data[d.node].calls.data[k]);
      connect_outside(a, a->nodes.data[d.node].calls.data[k]);
    } else if (d.target < a->m->symbols.len &&
               a->m->symbols.data[d.target].is_function)
      connect_call(a, a->nodes.data[d.node].calls.data[k], d.target);
}

static void number_nodes(points_to *a, ir_module *m) {
  uint32_t locals = 0;
  for (uint32_t k = 0; k < m->functions.len; k++) {
    m->functions.data[k]->local_base = locals;
    locals += m->functions.data[k]->locals.len;
    hmap_put(&a->function_index, m->functions.data[k]->symbol, k);
  }
  a->site_base = m->symbols.len + locals;
  a->outside = a->site_base + m->sites.len;
  a->object_count = a->outside + 1;
  a->objects = mem_alloc((a->object_count + 1u) * sizeof *a->objects);
  for (uint32_t s = 0; s < m->symbols.len; s++)
    a->objects[s] = (target){TARGET_SYMBOL, NULL, s};
  for (uint32_t s = 0; s < m->sites.len; s++)
    a->objects[a->site_base + s] = (target){TARGET_SITE, NULL, s};
  a->objects[a->outside] = (target){TARGET_OUTSIDE, NULL, 0};
  a->is_mixed = mem_alloc((a->object_count + 1u) * sizeof *a->is_mixed);
  for (uint32_t s = 1; s < m->symbols.len; s++)
    a->is_mixed[s] =
        !m->symbols.data[s].is_function && is_mixed(m->symbols.data[s].type);
  uint32_t next = a->object_count;
  for (uint32_t k = 0; k < m->functions.len; k++) {
    ir_function *f = m->functions.data[k];
    for (uint32_t l = 0; l < f->locals.len; l++) {
      a->objects[object_of_local(a, f, l)] = (target){TARGET_LOCAL, f, l};
      a->is_mixed[object_of_local(a, f, l)] = is_mixed(f->locals.data[l].type);
    }
    f->node_base = next;
    next += f->slot_count;
  }
  a->result_base = next;
  a->exposed = next + m->functions.len;
  vec_resize(&a->nodes, a->exposed + 1);
}

static void find_holders(points_to *a) {
  a->holders = mem_alloc((a->object_count + 1u) * sizeof *a->holders);
  for (uint32_t holder = 0; holder < a->object_count; holder++) {
    const node_list *targets = &a->nodes.data[holder].targets;
    for (uint32_t k = 0; k < targets->len; k++)
      vec_push(&a->holders[targets->data[k]], holder);
  }
}

static void solve(points_to *a) {
  while (a->work.len > 0)
    propagate(a, vec_pop(&a->work));
}

static bool is_uninitialized(const points_to *a, target at) {
  if (at.kind == TARGET_SITE)
    return !a->m->sites.data[at.index].is_zeroed;
  if (at.kind != TARGET_LOCAL)
    return false;
  const ir_local *l = &at.function->locals.data[at.index];
  return l->is_live_entry || l->is_live_declare;
}

// Whether the pointer leads to nothing but memory that nobody initialized.
static bool is_fresh_memory(const points_to *a, const ir_function *f,
                            const ir_operand *o) {
  target at;
  for (uint32_t k = 0; points_to_get(a, f, o, k, &at); k++)
    if (!is_uninitialized(a, at))
      return false;
  return points_to_get(a, f, o, 0, &at);
}

// What such memory holds, where nothing is ever stored.
static void solve_unwritten(points_to *a) {
  unwritten_vec all = {0};
  unwritten_find(a->m, &all);
  bool is_done = false;
  while (!is_done) {
    is_done = true;
    for (uint32_t k = 0; k < all.len; k++) {
      unwritten u = all.data[k];
      if (u.load == NULL || !is_fresh_memory(a, u.f, u.base))
        continue;
      add_target(a, slot_node(u.f, u.load->slot), a->outside);
      all.data[k].load = NULL;
      is_done = false;
    }
    solve(a);
  }
  vec_free(&all);
}

static void find_outside(points_to *a) {
  for (uint32_t n = 0; !a->has_outside && n < a->nodes.len; n++)
    a->has_outside =
        n != a->outside &&
        hmap_find(&a->has_target, hmap_pair(n, a->outside)) != NULL;
}

points_to *points_to_solve(ir_module *m) {
  points_to *a = mem_alloc(sizeof *a);
  a->m = m;
  a->has_integers = m->has_words;
  number_nodes(a, m);
  collect_initials(a);
  collect_outside(a);
  for (uint32_t k = 0; k < m->functions.len; k++)
    collect_function(a, m->functions.data[k], k);
  solve(a);
  solve_unwritten(a);
  find_holders(a);
  find_outside(a);
  return a;
}

void points_to_free(points_to *a) {
  if (a == NULL)
    return;
  for (uint32_t k = 0; k < a->nodes.len; k++) {
    node *n = &a->nodes.data[k];
    vec_free(&n->targets);
    vec_free(&n->copies);
    vec_free(&n->loads);
    vec_free(&n->stores);
    vec_free(&n->calls);
  }
  for (uint32_t k = 0; k < a->object_count; k++)
    vec_free(&a->holders[k]);
  mem_free(a->holders);
  mem_free(a->is_mixed);
  vec_free(&a->nodes);
  vec_free(&a->work);
  hmap_free(&a->has_target);
  hmap_free(&a->has_copy);
  hmap_free(&a->function_index);
  mem_free(a->objects);
  mem_free(a);
}

static bool nth(const points_to *a, uint32_t n, uint32_t i, target *out) {
  const node_list *targets = &a->nodes.data[n].targets;
  if (i >= targets->len)
    return false;
  *out = a->objects[targets->data[i]];
  return true;
}

bool points_to_get(const points_to *a, const ir_function *f,
                   const ir_operand *o, uint32_t i, target *out) {
  if (o->kind == OPERAND_SLOT)
    return nth(a, slot_node(f, o->slot), i, out);
  uint32_t object = address_of(a, f, o);
  if (object == UINT32_MAX || i > 0)
    return false;
  *out = a->objects[object];
  return true;
}

static uint32_t object_index(const points_to *a, target object) {
  if (object.kind == TARGET_LOCAL)
    return object_of_local(a, object.function, object.index);
  return object.kind == TARGET_SITE ? a->site_base + object.index
                                    : object.index;
}

bool points_to_inside(const points_to *a, target object, uint32_t i,
                      target *out) {
  return nth(a, object_index(a, object), i, out);
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
  return a->nodes.data[a->exposed].targets.len <= MOST_EXPOSED &&
         nth(a, a->exposed, i, out);
}

bool points_to_is_exposed(const points_to *a, target object) {
  uint64_t key = hmap_pair(a->exposed, object_index(a, object));
  return a->nodes.data[a->exposed].targets.len <= MOST_EXPOSED &&
         hmap_find(&a->has_target, key) != NULL;
}

bool points_to_has_integers(const points_to *a) { return a->has_integers; }

bool points_to_has_outside(const points_to *a) { return a->has_outside; }

bool points_to_is_outside(const points_to *a, const ir_function *f,
                          const ir_operand *o) {
  if (o->kind != OPERAND_SLOT)
    return address_of(a, f, o) == a->outside;
  if (!points_to_is_complete(a))
    return true;
  uint64_t key = hmap_pair(slot_node(f, o->slot), a->outside);
  return hmap_find(&a->has_target, key) != NULL;
}

bool points_to_reaches_outside(const points_to *a) {
  return a->nodes.data[a->outside].targets.len > 1;
}

bool points_to_escaped(const points_to *a, uint32_t i, target *out) {
  return nth(a, a->outside, i, out);
}

bool points_to_is_escaped(const points_to *a, target object) {
  uint64_t key = hmap_pair(a->outside, object_index(a, object));
  return hmap_find(&a->has_target, key) != NULL;
}

bool points_to_is_complete(const points_to *a) { return a->steps <= BUDGET; }
