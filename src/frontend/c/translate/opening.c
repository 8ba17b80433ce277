// SPDX-License-Identifier: Apache-2.0
// Calls that are left open, and the functions that they call.
//
// A function is recursive if it is called while it is being executed. Such
// calls, and all later ones of the function, are left open (program/open.h),
// and all calls of those that are asked for, if what the function changes is
// known; its body becomes a part of the program that starts in any state. What
// the body calls is unfolded as everywhere: of two functions that call each
// other, one is open and the other in its body.
#include "frontend/c/translate/opening.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "frontend/c/translate/call.h"
#include "frontend/c/translate/returned.h"
#include "frontend/c/analyze/effects.h"

enum { MOST_FORMALS = 8, CHOICE_BITS = 32 };

// --- parts of the program --------------------------------------------------

static void choose_part(translator *t, uint32_t number, loc start) {
  term is_it =
      term_eq_make(t->tt, t->open->choice, term_bv(t->tt, CHOICE_BITS, number));
  block b = {.guard = is_it, .inputs = &t->open->choice, .input_count = 1};
  program_add_edge(t->p, program_entry(t->p), start, &b, &(edge_info){0});
}

loc opening_start(translator *t, const ir_function *f) {
  assert(t->open != NULL);
  input_info choice = {.kind = INPUT_CHOICE,
                       .name = "part of the program",
                       .type = {TYPE_UNSIGNED, NULL},
                       .sort = sort_bv(t->tt, CHOICE_BITS)};
  t->open->mem = arena_new();
  t->open->choice = program_add_input(t->p, &choice);
  t->open->error = t->error;
  loc_info info = {.kind = LOC_PLAIN, .pos = f->pos, .function = f->name};
  loc start = program_add_location(t->p, &info);
  choose_part(t, 0, start);
  return start;
}

// --- formals ---------------------------------------------------------------

// What the source says of an integer; the rest is as LLVM has it.
static type_info type_of(const ir_type *type, type_info known) {
  bool is_integer = known.kind == TYPE_SIGNED || known.kind == TYPE_UNSIGNED ||
                    known.kind == TYPE_CHAR;
  type_info own = leaf_type_info(type);
  return own.kind == TYPE_SIGNED && is_integer && known.name ? known : own;
}

// Without a name: what stands under the name of a parameter may change.
static var add_formal(translator *t, const ir_function *f, const ir_type *type,
                      type_info known) {
  var_info info = {.function = f->name,
                   .type = type_of(type, known),
                   .sort = leaf_sort(t, type),
                   .pos = f->pos,
                   .reach = VAR_PRIVATE};
  return program_add_variable(t->p, &info);
}

static const char *parameter_name(const ir_function *f, uint32_t k) {
  const ir_parameter *p = &f->parameters.data[k];
  return p->local != IR_NO_SLOT ? f->locals.data[p->local].name : p->name;
}

static type_info parameter_type(const ir_function *f, uint32_t k) {
  const ir_parameter *p = &f->parameters.data[k];
  const debug_type *known =
      p->local != IR_NO_SLOT ? f->locals.data[p->local].debug : p->debug;
  return known && known->kind == DEBUG_SCALAR ? known->info : (type_info){0};
}

static open_parameter add_parameter(translator *t, const ir_function *f,
                                    const char *name, const ir_type *type,
                                    type_info known) {
  return (open_parameter){.name = program_intern(t->p, name),
                          .at_start = add_formal(t, f, type, known),
                          .at_call = add_formal(t, f, type, known)};
}

static var global_variable(translator *t, uint32_t symbol) {
  const object *o = global_object(t, symbol);
  bool is_one = o->shape != NULL && o->shape->cell_count == 1;
  return is_one ? o->first : VAR_NONE;
}

// False: it is no variable of the program by itself.
static bool add_globals(translator *t, const ir_function *f, const effects *e,
                        open_parameter *parameters, open_result *results,
                        open_function *out) {
  for (uint32_t k = 0; k < e->reads.len; k++) {
    const ir_symbol *s = &t->m->symbols.data[e->reads.data[k]];
    const char *name = arena_printf(t->open->mem, "\\old(%s)", s->source);
    var global = global_variable(t, e->reads.data[k]);
    if (global.id == 0)
      return false;
    open_parameter p = add_parameter(t, f, name, s->type,
                                     program_variable(t->p, global)->type);
    p.global = global;
    parameters[out->parameter_count++] = p;
  }
  for (uint32_t k = 0; k < e->writes.len; k++) {
    const ir_symbol *s = &t->m->symbols.data[e->writes.data[k]];
    var global = global_variable(t, e->writes.data[k]);
    if (global.id == 0)
      return false;
    results[out->result_count++] = (open_result){
        program_intern(t->p, s->source),
        add_formal(t, f, s->type, program_variable(t->p, global)->type),
        global};
  }
  return true;
}

static bool add_formals(translator *t, const ir_function *f, const effects *e,
                        open_function *out) {
  uint32_t inputs = f->parameters.len + e->reads.len;
  uint32_t outputs = (f->result->kind != IR_VOID) + e->writes.len;
  if (inputs > MOST_FORMALS || outputs > MOST_FORMALS)
    return false;
  open_parameter *parameters =
      ARENA_ARRAY(t->open->mem, open_parameter, MOST_FORMALS);
  open_result *results = ARENA_ARRAY(t->open->mem, open_result, MOST_FORMALS);
  for (uint32_t k = 0; k < f->parameters.len; k++)
    parameters[out->parameter_count++] =
        add_parameter(t, f, parameter_name(f, k), f->parameters.data[k].type,
                      parameter_type(f, k));
  if (f->result->kind != IR_VOID)
    results[out->result_count++] = (open_result){
        .name = "\\result",
        .at_return = add_formal(t, f, f->result,
                                t->m->symbols.data[f->symbol].result_info)};
  out->parameters = parameters;
  out->results = results;
  return add_globals(t, f, e, parameters, results, out);
}

// What is returned has the type that the caller reads, and is always there: for
// C, a value that no statement returned matters only to callers that use it,
// and a contract does not know them.
static bool has_plain_result(const ir_function *f, const ir_inst *call) {
  return !returned_may_lack(f) &&
         (call->slot == IR_NO_SLOT || call->type == f->result);
}

static const open_function *opened(const translator *t, const frame *f) {
  assert(f->open != 0);
  return &t->open->functions.data[f->open - 1];
}

static bool is_on_stack(const ir_function *f, const frame *top) {
  for (; top != NULL; top = top->parent)
    if (top->f == f)
      return true;
  return false;
}

static bool is_wanted(const translator *t, const ir_function *f) {
  for (uint32_t i = 0; i < t->open->wanted.len; i++)
    if (strcmp(t->open->wanted.data[i], f->name) == 0)
      return true;
  return false;
}

// The number of the function among the open ones, plus one; 0: it is none.
static uint32_t find(translator *t, const ir_function *f) {
  uint64_t *known = hmap_find(&t->opened, f->symbol);
  if (known != NULL)
    return (uint32_t)*known;
  if (!is_on_stack(f, t->frame) && !is_wanted(t, f))
    return 0;
  effects e = {0};
  open_function made = {.name = program_intern(t->p, f->name), .pos = f->pos};
  uint32_t number = 0;
  if (effects_find(t->m, f, &e) && add_formals(t, f, &e, &made)) {
    vec_push(&t->open->functions, made);
    vec_push(&t->bodies, f);
    number = t->open->functions.len;
  }
  effects_clear(&e);
  hmap_put(&t->opened, f->symbol, number);
  return number;
}

// --- calls -----------------------------------------------------------------

static void set_parameters(translator *t, const ir_inst *i,
                           const open_function *o) {
  const ir_operand *args = ir_operands(t->frame->f, i);
  for (uint32_t k = 0; k < o->parameter_count; k++) {
    const open_parameter *p = &o->parameters[k];
    term v = p->global.id != 0
                 ? step_read(t, p->global)
                 : val_term(t, val_operand(t, &args[k]), args[k].type);
    step_write(t, p->at_call, v);
  }
}

static loc location_behind(translator *t) {
  const ir_function *f = t->frame->f;
  return frame_location(t, t->frame, &f->insts.data[t->inst_index + 1]);
}

// What the function came to is an input of the way on.
static void take_results(translator *t, const ir_inst *i,
                         const open_function *o) {
  bool is_used = i->slot != IR_NO_SLOT && i->last_use != t->inst_index;
  for (uint32_t k = 0; k < o->result_count; k++) {
    const open_result *r = &o->results[k];
    const var_info *like = program_variable(t->p, r->at_return);
    term v = step_input(t, INPUT_CHOICE, o->name, like->type, like->sort);
    if (r->global.id != 0)
      step_write(t, r->global, v);
    else if (is_used)
      val_assign_slot(t, t->frame, i->slot, i->type,
                      val_of_term(t, i->type, v));
  }
}

static block copy_way(translator *t) {
  arena *mem = t->open->mem;
  block way = {.guard = term_true(t->tt),
               .inputs = arena_copy(mem, t->step.inputs.data,
                                    t->step.inputs.len * sizeof(term)),
               .input_count = t->step.inputs.len};
  assignment *all = step_collect(t, &way.assignment_count);
  way.assignments =
      arena_copy(mem, all, way.assignment_count * sizeof *way.assignments);
  mem_free(all);
  return way;
}

bool opening_call(translator *t, const ir_inst *i, const ir_function *f) {
  bool may_be = t->open != NULL && has_plain_result(f, i);
  uint32_t number = may_be ? find(t, f) : 0;
  if (number == 0)
    return false;
  const open_function *o = &t->open->functions.data[number - 1];
  set_parameters(t, i, o);
  if (step_is_dead(t))
    return true;
  open_call c = {.function = number - 1, .pos = step_pos(t)};
  c.at = location_behind(t);
  c.to = location_behind(t);
  step_emit(t, c.at, term_true(t->tt), EDGE_PLAIN, NULL, true);
  step_begin(t, c.at);
  take_results(t, i, o);
  c.way = copy_way(t);
  vec_push(&t->open->calls, c);
  vec_push(&t->work, ((work_item){t->frame, t->inst_index + 1, c.to}));
  return true;
}

// --- bodies ----------------------------------------------------------------

static void take_parameters(translator *t, frame *f, const open_function *o) {
  // Only this function's own record may change.
  open_parameter *all = (open_parameter *)(uintptr_t)o->parameters;
  for (uint32_t k = 0; k < o->parameter_count; k++) {
    open_parameter *p = &all[k];
    if (p->global.id != 0) {
      step_write(t, p->at_start, step_read(t, p->global));
      continue;
    }
    const ir_type *type = f->f->parameters.data[k].type;
    val v = val_fresh(t, type, INPUT_ARGUMENT, parameter_name(f->f, k));
    p->input = vec_last(&t->step.inputs);
    step_write(t, p->at_start, val_term(t, v, type));
    call_pass(t, f, k, v, NULL);
  }
}

static void start_body(translator *t, uint32_t index) {
  const ir_function *body = t->bodies.data[index];
  loc_info info = {.kind = LOC_PLAIN, .pos = body->pos, .function = body->name};
  loc start = program_add_location(t->p, &info);
  choose_part(t, index + 1, start);
  t->inst = NULL;
  step_begin(t, start);
  hmap_clear(
      &t->stores); // a part has its own variables: no other one is at work
  frame *f = frame_new(t, body, NULL);
  if (f == NULL) { // the program is too large already
    step_stop(t, term_true(t->tt), t->bound, EDGE_STOP, "too many calls");
    return;
  }
  f->open = index + 1;
  t->frame = f;
  open_function *o = &t->open->functions.data[index];
  take_parameters(t, f, o);
  call_begin(t, f);
  o->at = program_add_location(t->p, &info);
  o->to = frame_block(t, f, 0);
  step_emit(t, o->at, term_true(t->tt), EDGE_PLAIN, NULL, true);
}

bool opening_next_body(translator *t) {
  if (t->bodies_done == t->bodies.len)
    return false;
  start_body(t, t->bodies_done++);
  return true;
}

void opening_return(translator *t, const ir_inst *i) {
  const open_function *o = opened(t, t->frame);
  const ir_operand *value_ = ir_operands(t->frame->f, i);
  for (uint32_t k = 0; k < o->result_count; k++) {
    const open_result *r = &o->results[k];
    term v = r->global.id != 0
                 ? step_read(t, r->global)
                 : val_term(t, val_operand(t, value_), value_->type);
    step_write(t, r->at_return, v);
  }
  if (step_is_dead(t))
    return;
  loc_info info = {
      .kind = LOC_PLAIN, .pos = step_pos(t), .function = t->frame->f->name};
  open_return r = {.function = t->frame->open - 1,
                   .at = program_add_location(t->p, &info),
                   .to = t->end,
                   .pos = step_pos(t)};
  step_emit(t, r.at, term_true(t->tt), EDGE_PLAIN, NULL, true);
  vec_push(&t->open->returns, r);
}
