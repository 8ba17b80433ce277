// SPDX-License-Identifier: Apache-2.0
// One walk over the function and those that it calls, each once.
#include "frontend/c/analyze/effects.h"

#include "frontend/c/library/library.h"

typedef struct {
  const ir_module *m;
  effects *out;
  hmap seen; // symbols: functions visited, variables read or written
  VEC(const ir_function *) work;
  bool is_known;
} walk;

enum { SEEN_FUNCTION = 1, SEEN_READ = 2, SEEN_WRITE = 4 };

// Is this the first time?
static bool mark(walk *w, uint32_t symbol, uint64_t as) {
  uint64_t *known = hmap_find(&w->seen, symbol);
  uint64_t before = known == NULL ? 0 : *known;
  hmap_put(&w->seen, symbol, before | as);
  return (before & as) == 0;
}

// --- memory ----------------------------------------------------------------

// The variable that is accessed as a whole; 0: it is another kind of access.
static uint32_t whole_variable(const walk *w, const ir_operand *at,
                               const ir_type *type) {
  if (at->kind != OPERAND_POINTER || at->symbol == 0 || at->offset != 0)
    return 0;
  const ir_symbol *s = &w->m->symbols.data[at->symbol];
  bool is_number = !s->is_function && s->type == type && type->kind == IR_INT;
  return is_number && s->is_defined ? at->symbol : 0;
}

static void look_at_load(walk *w, const ir_function *f, const ir_inst *i) {
  uint32_t symbol = whole_variable(w, &ir_operands(f, i)[0], i->type);
  if (symbol != 0 && !w->m->symbols.data[symbol].is_constant &&
      mark(w, symbol, SEEN_READ))
    vec_push(&w->out->reads, symbol);
}

static void look_at_store(walk *w, const ir_function *f, const ir_inst *i) {
  const ir_operand *to = &ir_operands(f, i)[1];
  if (to->kind == OPERAND_LOCAL)
    return;
  uint32_t symbol = whole_variable(w, to, i->type);
  w->is_known &= symbol != 0;
  if (symbol != 0 && mark(w, symbol, SEEN_WRITE))
    vec_push(&w->out->writes, symbol);
}

// --- calls -----------------------------------------------------------------

static bool has_pointer_argument(const ir_function *f, const ir_inst *i) {
  const ir_operand *args = ir_operands(f, i);
  for (uint32_t k = 0; k < i->operand_count; k++)
    if (args[k].type->kind == IR_POINTER)
      return true;
  return false;
}

static bool is_harmless(const ir_module *m, const ir_symbol *s,
                        const ir_function *f, const ir_inst *i) {
  switch (library_find(s->name)) {
  case LIBRARY_ERROR:
  case LIBRARY_ASSERT_FAIL:
  case LIBRARY_ASSERT:
  case LIBRARY_ASSUME:
  case LIBRARY_END:
  case LIBRARY_OUTPUT:
  case LIBRARY_NUMBER:
  case LIBRARY_ENVIRONMENT:
  case LIBRARY_ABS:
  case LIBRARY_NOTHING:
    return true;
  case LIBRARY_NONDET:
  case LIBRARY_UNKNOWN:
    return !m->follows_escape && !has_pointer_argument(f, i);
  case LIBRARY_COPY:
  case LIBRARY_FILL:
  case LIBRARY_REAL:
  case LIBRARY_ALLOCATE:
  case LIBRARY_FREE:
  case LIBRARY_OWN:
  case LIBRARY_UNSUPPORTED:
    return false;
  }
  return false;
}

static void look_at_call(walk *w, const ir_function *f, const ir_inst *i) {
  uint32_t symbol = f->calls.data[i->aux].symbol;
  const ir_symbol *s = &w->m->symbols.data[symbol];
  if (symbol == 0)
    w->is_known = false;
  else if (s->function_body == NULL || library_is_error(s->name))
    w->is_known &= is_harmless(w->m, s, f, i);
  else if (mark(w, symbol, SEEN_FUNCTION))
    vec_push(&w->work, s->function_body);
}

// --- all of it -------------------------------------------------------------

static void look_at(walk *w, const ir_function *f) {
  w->is_known &= f->bad == NULL;
  for (uint32_t k = 0; w->is_known && k < f->insts.len; k++) {
    const ir_inst *i = &f->insts.data[k];
    if (i->op == IR_LOAD)
      look_at_load(w, f, i);
    else if (i->op == IR_STORE)
      look_at_store(w, f, i);
    else if (i->op == IR_CALL)
      look_at_call(w, f, i);
    else if (i->op == IR_COPY || i->op == IR_FILL || i->op == IR_ALLOCATE)
      w->is_known = false;
  }
}

static bool is_number(const ir_type *type) {
  return type->kind == IR_INT && type->bits <= 64;
}

static bool has_plain_signature(const ir_function *f) {
  bool is_plain =
      !f->is_vararg && (f->result->kind == IR_VOID || is_number(f->result));
  for (uint32_t k = 0; is_plain && k < f->parameters.len; k++)
    is_plain = f->parameters.data[k].by_value == IR_NO_SLOT &&
               is_number(f->parameters.data[k].type);
  return is_plain;
}

bool effects_find(const ir_module *m, const ir_function *f, effects *out) {
  walk w = {.m = m, .out = out, .is_known = has_plain_signature(f)};
  mark(&w, f->symbol, SEEN_FUNCTION);
  vec_push(&w.work, f);
  while (w.is_known && w.work.len > 0)
    look_at(&w, vec_pop(&w.work));
  hmap_free(&w.seen);
  vec_free(&w.work);
  return w.is_known;
}

void effects_clear(effects *e) {
  vec_free(&e->reads);
  vec_free(&e->writes);
}
