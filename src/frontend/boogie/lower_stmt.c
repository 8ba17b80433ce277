// SPDX-License-Identifier: Apache-2.0
// Statements as edges.
#include <assert.h>

#include "frontend/boogie/check.h"
#include "frontend/boogie/lowering.h"

static void lower_block(bpl_lowering *l, bpl_block b);
static bool revive(bpl_lowering *l, const bpl_stmt *s);

// --- conditions -------------------------------------------------------------

void bpl_assume(bpl_lowering *l, const bpl_expr *e, source_pos pos) {
  if (bpl_is_dead(l))
    return;
  bpl_update u = {0};
  term condition = bpl_begin_condition(l, e, BPL_ASSUMED);
  bpl_end_condition(l, &u);
  if (!term_is_true(l->tt, condition) || u.list.len > 0) {
    loc from = bpl_here(l, pos, false);
    edge_info info = {.kind = EDGE_PLAIN, .pos = pos};
    bpl_go_on(l, from, condition, &u, &info);
  }
  bpl_update_clear(&u);
}

// The condition as it is written, on one line and not too long.
static void quote(const bpl_expr *e, strbuf *out) {
  enum { LONGEST = 60 };
  bool is_blank = false;
  size_t first = out->len;
  for (const char *c = e->start; c < e->end; c++) {
    if (*c == ' ' || *c == '\n' || *c == '\t' || *c == '\r') {
      is_blank = true;
      continue;
    }
    if (out->len - first >= LONGEST) {
      strbuf_puts(out, "...");
      return;
    }
    if (is_blank)
      strbuf_putc(out, ' ');
    is_blank = false;
    strbuf_putc(out, *c);
  }
}

// Behind a quantifier that was given up, an error is only a possible one.
static void add_error(bpl_lowering *l, loc from, term bad, const char *text,
                      const bpl_update *u, source_pos pos) {
  bpl_update inputs = {.inputs = u->inputs};
  edge_info error = {.kind = EDGE_ERROR, .pos = pos, .text = text};
  if (term_is_none(l->weak)) {
    bpl_add_edge(l, from, l->error, bad, &inputs, &error);
    return;
  }
  term weak = l->is_weakened ? term_true(l->tt) : l->weak;
  term sure = term_and(l->tt, bad, term_not(l->tt, weak));
  bpl_add_edge(l, from, l->error, sure, &inputs, &error);
  strbuf why = {0};
  strbuf_printf(&why, "%s: a quantifier that was left out may decide", text);
  edge_info stop = {.kind = EDGE_STOP, .pos = pos, .text = strbuf_text(&why)};
  bpl_add_edge(l, from, l->unsupported, term_and(l->tt, bad, weak), &inputs,
               &stop);
  strbuf_free(&why);
}

void bpl_assert(bpl_lowering *l, const bpl_expr *e, source_pos pos,
                const char *what, const char *of) {
  if (bpl_is_dead(l))
    return;
  bpl_update u = {0};
  term condition = bpl_begin_condition(l, e, BPL_ASSERTED);
  bpl_end_condition(l, &u);
  if (!term_is_true(l->tt, condition)) {
    strbuf text = {0};
    strbuf_printf(&text, "%s ", what);
    quote(e, &text);
    if (of)
      strbuf_printf(&text, " of %s", of);
    loc from = bpl_here(l, pos, false);
    add_error(l, from, term_not(l->tt, condition), strbuf_text(&text), &u, pos);
    strbuf_free(&text);
    edge_info good = {.kind = EDGE_PLAIN, .pos = pos};
    bpl_go_on(l, from, condition, &u, &good);
  }
  bpl_update_clear(&u);
}

// --- assignments ------------------------------------------------------------

// The leaves of the variable when its part 'target' gets the values 'leaves':
// works outwards from the target to its root, with what the whole at each level
// becomes.
static const term *whole_after(bpl_lowering *l, const bpl_expr *target,
                               const term *leaves) {
  while (target->kind != BPL_NAME) {
    const bpl_expr *outer = target->args[0];
    const term *before = bpl_lower_expr(l, outer);
    uint32_t n = outer->type->leaves;
    term *after = ARENA_ARRAY(l->mem, term, n);
    for (uint32_t i = 0; i < n; i++)
      after[i] = before[i];
    if (target->kind == BPL_SELECT) {
      uint32_t count;
      const term *index =
          bpl_lower_args(l, target->args + 1, target->arg_count - 1, &count);
      for (uint32_t i = 0; i < n; i++)
        after[i] = bpl_store_at(l, before[i], index, count, leaves[i]);
    } else {
      assert(target->kind == BPL_FIELD);
      uint32_t field = (uint32_t)bpl_field_index(outer->type, target->text);
      uint32_t offset = bpl_field_offset(outer->type, field);
      for (uint32_t i = 0; i < target->type->leaves; i++)
        after[offset + i] = leaves[i];
    }
    target = outer;
    leaves = after;
  }
  return leaves;
}

static const bpl_symbol *root_of(const bpl_expr *e) {
  while (e->kind != BPL_NAME)
    e = e->args[0];
  return e->symbol;
}

static void lower_assign(bpl_lowering *l, const bpl_stmt *s) {
  loc from = bpl_here(l, s->pos, false);
  bpl_update u = {0};
  for (uint32_t i = 0; i < s->target_count; i++) {
    const bpl_symbol *root = root_of(s->targets[i]);
    const term *leaves =
        whole_after(l, s->targets[i], bpl_lower_expr(l, s->values[i]));
    const term *variables = bpl_symbol_terms(l, root);
    for (uint32_t k = 0; k < root->type->leaves; k++)
      bpl_assign(&u, l, variables[k], leaves[k]);
  }
  edge_info info = {.kind = EDGE_PLAIN, .pos = s->pos};
  bpl_go_on(l, from, term_true(l->tt), &u, &info);
  bpl_update_clear(&u);
}

static void lower_havoc(bpl_lowering *l, const bpl_stmt *s) {
  loc from = bpl_here(l, s->pos, false);
  bpl_update u = {0};
  hmap seen = {0};
  for (uint32_t i = 0; i < s->target_count; i++) {
    const bpl_symbol *v = s->targets[i]->symbol;
    if (hmap_find(&seen, (uintptr_t)v))
      continue;
    hmap_put(&seen, (uintptr_t)v, 1);
    bpl_havoc(l, &u, v, bpl_symbol_terms(l, v), INPUT_CHOICE, s->pos);
  }
  hmap_free(&seen);
  edge_info info = {.kind = EDGE_PLAIN, .pos = s->pos};
  bpl_go_on(l, from, term_true(l->tt), &u, &info);
  bpl_update_clear(&u);
  for (uint32_t i = 0; i < s->target_count; i++) {
    const bpl_symbol *v = s->targets[i]->symbol;
    if (v->where)
      bpl_assume(l, v->where, s->pos);
  }
}

// --- control ----------------------------------------------------------------

// Two open edges, in 'yes' and 'no'. The condition NULL stands for any.
static void split(bpl_lowering *l, const bpl_expr *condition, loc from,
                  source_pos pos, bpl_open_edges *yes, bpl_open_edges *no) {
  bpl_update u = {0};
  term c;
  if (condition) {
    c = bpl_begin_condition(l, condition, BPL_DECIDES);
    bpl_end_condition(l, &u);
  } else {
    input_info info = {.kind = INPUT_CHOICE,
                       .type = {TYPE_BOOL, program_intern(l->p, "bool")},
                       .sort = sort_bool(l->tt),
                       .pos = pos};
    c = program_add_input(l->p, &info);
    vec_push(&u.inputs, c);
  }
  assert(l->open.len == 0);
  edge_info info = {.kind = EDGE_BRANCH, .pos = pos, .outcome = true};
  bpl_go_on(l, from, c, &u, &info);
  bpl_put_aside(l, yes);
  info.outcome = false;
  bpl_go_on(l, from, term_not(l->tt, c), &u, &info);
  bpl_put_aside(l, no);
  bpl_update_clear(&u);
}

static void lower_branch(bpl_lowering *l, const bpl_stmt *s) {
  bpl_open_edges yes = {0}, no = {0}, done = {0};
  for (uint32_t i = 0; i < s->arm_count && revive(l, s); i++) {
    const bpl_expr *condition = s->arms[i].condition;
    source_pos pos = i > 0 && condition ? condition->first : s->pos;
    split(l, condition, bpl_here(l, pos, false), pos, &yes, &no);
    bpl_resume(l, &yes);
    lower_block(l, s->arms[i].body);
    bpl_put_aside(l, &done);
    bpl_resume(l, &no);
  }
  lower_block(l, s->otherwise);
  bpl_resume(l, &done);
  vec_free(&yes);
  vec_free(&no);
  vec_free(&done);
}

static void lower_while(bpl_lowering *l, const bpl_stmt *s) {
  loc head = bpl_here(l, s->pos, true);
  l->at = head;
  for (uint32_t i = 0; i < s->invariants.len; i++) {
    const bpl_spec *spec = &s->invariants.data[i];
    if (spec->is_free)
      bpl_assume(l, spec->condition, spec->condition->first);
    else
      bpl_assert(l, spec->condition, spec->condition->first, "invariant", NULL);
  }
  bpl_open_edges yes = {0}, no = {0};
  if (!bpl_is_dead(l))
    split(l, s->condition, bpl_here(l, s->pos, false), s->pos, &yes, &no);
  bpl_loop loop = {.stmt = s};
  vec_push(&l->loops, loop);
  bpl_resume(l, &yes);
  lower_block(l, s->otherwise);
  bpl_go_to(l, head);
  loop = vec_pop(&l->loops);
  bpl_resume(l, &no);
  bpl_resume(l, &loop.exits);
  vec_free(&loop.exits);
  vec_free(&yes);
  vec_free(&no);
}

// The location of a label; if it stands at a loop, that of the loop's head.
static loc label_location(bpl_lowering *l, uint32_t number) {
  const bpl_label *label = &l->body->labels[number];
  if (l->labels[number].id == 0)
    l->labels[number] = bpl_new_location(l, label->pos, label->is_loop);
  return l->labels[number];
}

static void lower_goto(bpl_lowering *l, const bpl_stmt *s) {
  if (s->name_count == 1) {
    bpl_go_to(l, label_location(l, s->labels[0]));
    return;
  }
  bpl_open_edges out = {0};
  bpl_choose(l, s->pos, s->name_count, &out);
  for (uint32_t i = 0; i < s->name_count; i++) {
    loc to = label_location(l, s->labels[i]);
    program_add_edge(l->p, out.data[i].from, to, &out.data[i].block,
                     &out.data[i].info);
  }
  vec_free(&out);
}

static void lower_break(bpl_lowering *l, const bpl_stmt *s) {
  uint32_t i = l->loops.len - 1;
  for (; s->name; i--) {
    const bpl_stmt *loop = l->loops.data[i].stmt;
    bool is_named = false;
    for (uint32_t k = 0; k < loop->name_count; k++)
      is_named |= loop->names[k] == s->name;
    if (is_named)
      break;
    assert(i > 0);
  }
  bpl_put_aside(l, &l->loops.data[i].exits);
}

static void lower_label(bpl_lowering *l, const bpl_stmt *s) {
  loc at = label_location(l, *s->labels);
  bpl_go_to(l, at);
  l->at = at;
}

static void lower_stmt(bpl_lowering *l, const bpl_stmt *s) {
  switch (s->kind) {
  case BPL_ASSERT:
    bpl_assert(l, s->condition, s->pos, "assertion", NULL);
    return;
  case BPL_ASSUME:
    bpl_assume(l, s->condition, s->pos);
    return;
  case BPL_HAVOC:
    lower_havoc(l, s);
    return;
  case BPL_ASSIGN:
    lower_assign(l, s);
    return;
  case BPL_CALL:
    bpl_lower_call(l, s);
    return;
  case BPL_BRANCH:
    lower_branch(l, s);
    return;
  case BPL_WHILE:
    lower_while(l, s);
    return;
  case BPL_GOTO:
    lower_goto(l, s);
    return;
  case BPL_RETURN:
    bpl_put_aside(l, &l->returns);
    return;
  case BPL_BREAK:
    lower_break(l, s);
    return;
  case BPL_LABEL:
    lower_label(l, s);
    return;
  }
}

// Dead code has no edges, unless some jump may lead into it: then it begins at
// a location that nothing else reaches.
static bool revive(bpl_lowering *l, const bpl_stmt *s) {
  if (bpl_is_dead(l) && s->has_label)
    l->at = bpl_new_location(l, s->pos, false);
  return !bpl_is_dead(l);
}

static void lower_block(bpl_lowering *l, bpl_block b) {
  for (uint32_t i = 0; i < b.len && l->d->kind == DIAG_NONE; i++)
    if (b.data[i]->kind == BPL_LABEL || revive(l, b.data[i]))
      lower_stmt(l, b.data[i]);
}

void bpl_lower_body(bpl_lowering *l, const bpl_implementation *i) {
  assert(l->loops.len == 0);
  l->body = i;
  l->labels = ARENA_ARRAY(l->mem, loc, i->label_count);
  lower_block(l, i->body);
  bpl_put_aside(l, &l->returns);
}
