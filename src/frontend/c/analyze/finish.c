// SPDX-License-Identifier: Apache-2.0
// Last uses, empty blocks, positions and parameters of a function.
#include "frontend/c/analyze/finish.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

// --- last uses -------------------------------------------------------------

typedef struct {
  ir_function *f;
  uint32_t *definition; // by slot: instruction; IR_NO_SLOT: none
  uint32_t *uses;       // by slot: how often it is used
  uint32_t block_start; // first instruction of the block being looked at
} user;

static void use(user *u, const ir_operand *o, uint32_t at) {
  if (o->kind != OPERAND_SLOT)
    return;
  assert(o->slot < u->f->slot_count);
  u->uses[o->slot]++;
  uint32_t definition = u->definition[o->slot];
  if (definition == IR_NO_SLOT)
    return;
  ir_inst *i = &u->f->insts.data[definition];
  if (definition < u->block_start || definition > at || at == IR_ELSEWHERE)
    i->last_use = IR_ELSEWHERE;
  else if (i->last_use != IR_ELSEWHERE)
    i->last_use = at;
}

static void use_operands(user *u, uint32_t at) {
  ir_function *f = u->f;
  const ir_inst *i = &f->insts.data[at];
  for (uint32_t k = 0; k < i->operand_count; k++)
    use(u, &f->operands.data[i->operands + k], at);
  if (i->op == IR_GEP) {
    const ir_gep *g = &f->geps.data[i->aux];
    for (uint32_t k = 0; k < g->index_count; k++)
      use(u, &f->indices.data[g->indices + k].operand, at);
  }
  if (i->op == IR_CALL)
    use(u, &f->calls.data[i->aux].pointer, at);
}

static void find_last_uses(user *u) {
  ir_function *f = u->f;
  for (uint32_t s = 0; s < f->slot_count; s++)
    u->definition[s] = IR_NO_SLOT;
  for (uint32_t i = 0; i < f->insts.len; i++) {
    f->insts.data[i].last_use = i;
    if (f->insts.data[i].slot != IR_NO_SLOT)
      u->definition[f->insts.data[i].slot] = i;
  }
  for (uint32_t b = 0; b < f->blocks.len; b++) {
    const ir_block *bb = &f->blocks.data[b];
    u->block_start = bb->first;
    for (uint32_t i = 0; i < bb->count; i++)
      use_operands(u, bb->first + i);
  }
  // A phi reads at the end of the block it comes from; whether that is the
  // block of the definition or another one, the value is assigned there.
  for (uint32_t i = 0; i < f->incomings.len; i++)
    use(u, &f->incomings.data[i].value, IR_ELSEWHERE);
}

// --- parameters ------------------------------------------------------------

// Unoptimized code begins with a store of each parameter into its variable:
// the call then assigns the variable itself and the store goes away. A va_list
// is no such variable: it begins to live later.
static void bind_parameters(user *u) {
  ir_function *f = u->f;
  const ir_block *entry = &f->blocks.data[0];
  for (uint32_t k = 0; k < entry->count; k++) {
    ir_inst *i = &f->insts.data[entry->first + k];
    if (i->op != IR_STORE || i->is_volatile)
      continue;
    const ir_operand *from = &f->operands.data[i->operands];
    const ir_operand *to = from + 1;
    if (from->kind != OPERAND_SLOT || from->slot >= f->parameters.len ||
        to->kind != OPERAND_LOCAL || u->uses[from->slot] != 1)
      continue;
    ir_local *local = &f->locals.data[to->local];
    if (local->type != i->type || local->has_scope)
      continue;
    f->parameters.data[from->slot].local = to->local;
    local->is_parameter = local->is_filled = true;
    i->op = IR_NOP;
    i->operand_count = 0;
  }
}

static uint32_t local_of(const ir_operand *o, const uint32_t *root) {
  if (o->kind == OPERAND_LOCAL)
    return o->local + 1;
  return o->kind == OPERAND_SLOT ? root[o->slot] : 0;
}

// The operand that is the address an instruction writes to; NULL: none.
static const ir_operand *written_address(const ir_function *f,
                                         const ir_inst *i) {
  const ir_operand *o = ir_operands(f, i);
  if (i->op == IR_STORE)
    return &o[1];
  return i->op == IR_COPY || i->op == IR_FILL ? &o[0] : NULL;
}

// A parameter's variable is declared after it was written, in the entry block,
// which runs once. A struct that comes in registers is written in parts,
// through addresses ('root': by slot, the local that it points into, plus one),
// or put together elsewhere and copied.
static void find_written_before_declared(ir_function *f) {
  const ir_block *entry = &f->blocks.data[0];
  uint32_t *root = mem_alloc((f->slot_count + 1u) * sizeof *root);
  bool *is_written = mem_alloc((f->locals.len + 1u) * sizeof *is_written);
  for (uint32_t k = 0; k < entry->count; k++) {
    const ir_inst *i = &f->insts.data[entry->first + k];
    const ir_operand *to = written_address(f, i);
    if (i->op == IR_GEP)
      root[i->slot] = local_of(ir_operands(f, i), root);
    else if (to != NULL && local_of(to, root) != 0)
      is_written[local_of(to, root) - 1] = true;
    else if (i->op == IR_DECLARE && is_written[i->aux])
      f->locals.data[i->aux].is_parameter = true;
  }
  mem_free(root);
  mem_free(is_written);
}

// --- blocks ----------------------------------------------------------------

static bool is_visible(const ir_function *f, const ir_inst *i) {
  switch ((ir_op)i->op) {
  case IR_NOP:
    return false;
  case IR_DECLARE: {
    const ir_local *l = &f->locals.data[i->aux];
    return l->is_live_declare && !l->is_parameter;
  }
  default:
    return true;
  }
}

static bool is_effect(const ir_inst *i) {
  return i->op == IR_STORE || i->op == IR_CALL || i->op == IR_COPY ||
         i->op == IR_FILL || i->op == IR_DECLARE || i->op == IR_ASSUME ||
         i->op == IR_ALLOCATE || i->op >= IR_TRAP;
}

// Each instruction learns which effect it belongs to: the next one. Its
// position is the statement's. An instruction without a position takes that
// one.
static void spread_positions(ir_function *f) {
  for (uint32_t b = f->blocks.len; b-- > 0;) {
    ir_block *bb = &f->blocks.data[b];
    uint32_t next = bb->first + bb->count - 1;
    for (uint32_t k = bb->count; k-- > 0;) {
      ir_inst *i = &f->insts.data[bb->first + k];
      if (i->pos.line != 0 && is_visible(f, i) && is_effect(i))
        next = bb->first + k;
      i->next_effect = next;
      i->is_hidden = i->pos.line == 0;
      if (i->is_hidden) {
        i->pos = f->insts.data[next].pos;
        i->scope = f->insts.data[next].scope;
      }
    }
    bb->pos = f->insts.data[next].pos;
    if (bb->scope == 0)
      bb->scope = f->insts.data[next].scope;
    if (bb->pos.line == 0)
      bb->pos = f->pos;
  }
}

static bool is_empty_jump(const ir_function *f, const ir_block *b,
                          uint32_t *target) {
  for (uint32_t k = 0; k + 1 < b->count; k++)
    if (is_visible(f, &f->insts.data[b->first + k]))
      return false;
  const ir_inst *last = &f->insts.data[b->first + b->count - 1];
  *target = last->aux;
  return last->op == IR_BRANCH && b->phi_count == 0;
}

// Chains are followed from the back, where most targets are done already; a
// chain that closes on itself is an endless loop and keeps its blocks.
static void forward_empty_blocks(ir_function *f) {
  for (uint32_t b = f->blocks.len; b-- > 1;) {
    uint32_t target = 0;
    if (!is_empty_jump(f, &f->blocks.data[b], &target))
      continue;
    uint32_t end = f->blocks.data[target].forward;
    if (end == b || f->blocks.data[target].phi_count > 0)
      continue;
    f->blocks.data[b].forward = end;
    // The head of two loops counts as that of the inner one.
    if (f->blocks.data[b].is_loop_head && !f->blocks.data[end].is_loop_head) {
      f->blocks.data[end].is_loop_head = true;
      f->blocks.data[end].loop = f->blocks.data[b].loop;
      f->blocks.data[end].scope = f->blocks.data[b].scope;
    }
  }
}

void finish_function(const ir_module *m, ir_function *f) {
  assert(f->blocks.len > 0);
  user u = {.f = f};
  u.definition = mem_alloc((f->slot_count + 1u) * sizeof *u.definition);
  u.uses = mem_alloc((f->slot_count + 1u) * sizeof *u.uses);
  find_last_uses(&u);
  bind_parameters(&u);
  find_written_before_declared(f);
  finish_locals(m, f);
  spread_positions(f);
  forward_empty_blocks(f);
  mem_free(u.definition);
  mem_free(u.uses);
}
