// SPDX-License-Identifier: Apache-2.0
// Loads of pointers, and of which no instruction stores the member, by struct
// and offset.
#include "frontend/c/analyze/unwritten.h"

#include <assert.h>

#include "base/mem.h"

// By slot of a function: the instruction whose result it is; NULL: a parameter
// or the choice at the start of a block.
typedef struct {
  const ir_inst **makers;
  uint32_t count;
} makers;

static makers find_makers(const ir_function *f) {
  makers m = {mem_alloc((f->slot_count + 1u) * sizeof *m.makers),
              f->slot_count};
  for (uint32_t k = 0; k < f->insts.len; k++)
    if (f->insts.data[k].slot != IR_NO_SLOT)
      m.makers[f->insts.data[k].slot] = &f->insts.data[k];
  return m;
}

// The member that the operand is the address of. False: it is none.
static bool find_member(const ir_function *f, const makers *m,
                        const ir_operand *at, uint64_t *key) {
  if (at->kind != OPERAND_SLOT)
    return false;
  assert(at->slot < m->count);
  const ir_inst *i = m->makers[at->slot];
  if (i == NULL || i->op != IR_GEP)
    return false;
  const ir_gep *g = &f->geps.data[i->aux];
  if (g->source == NULL || g->source->kind != IR_STRUCT || g->index_count > 0)
    return false;
  *key = (uint64_t)(uintptr_t)g->source + (uint64_t)g->offset;
  return true;
}

static void note_stores(const ir_function *f, hmap *stored) {
  makers m = find_makers(f);
  uint64_t key;
  for (uint32_t k = 0; k < f->insts.len; k++) {
    const ir_inst *i = &f->insts.data[k];
    if (i->op == IR_STORE && find_member(f, &m, ir_operands(f, i) + 1, &key))
      hmap_put(stored, key, 1);
  }
  mem_free(m.makers);
}

static void note_loads(const ir_function *f, const hmap *stored,
                       unwritten_vec *out) {
  makers m = find_makers(f);
  uint64_t key;
  for (uint32_t k = 0; k < f->insts.len; k++) {
    const ir_inst *i = &f->insts.data[k];
    if (i->op != IR_LOAD || i->type->kind != IR_POINTER)
      continue;
    bool is_member = find_member(f, &m, ir_operands(f, i), &key) &&
                     hmap_find(stored, key) == NULL;
    vec_push(out, ((unwritten){f, i, is_member}));
  }
  mem_free(m.makers);
}

void unwritten_find(const ir_module *m, unwritten_vec *out) {
  hmap stored = {0};
  for (uint32_t k = 0; k < m->functions.len; k++)
    note_stores(m->functions.data[k], &stored);
  for (uint32_t k = 0; k < m->functions.len; k++)
    note_loads(m->functions.data[k], &stored, out);
  hmap_free(&stored);
}
