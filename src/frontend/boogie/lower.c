// SPDX-License-Identifier: Apache-2.0
// The program as a whole: sinks, constants, axioms, entries.
//
// The first edge gives everything that is arbitrary at the start an input: the
// globals, the constants, and the maps that stand for uninterpreted functions.
// The second one assumes the axioms. Then each entry procedure starts, chosen
// by an input where there are several, with any arguments that satisfy its
// 'requires'.
#include "frontend/boogie/lower.h"

#include <assert.h>
#include <string.h>

#include "frontend/boogie/check.h"
#include "frontend/boogie/lowering.h"

// --- constants --------------------------------------------------------------

static const term *arbitrary_leaves(bpl_lowering *l, const bpl_symbol *s) {
  sort *sorts = ARENA_ARRAY(l->mem, sort, s->type->leaves);
  term *out = ARENA_ARRAY(l->mem, term, s->type->leaves);
  bpl_leaf_sorts(l, s->type, sorts);
  for (uint32_t i = 0; i < s->type->leaves; i++)
    out[i] = bpl_arbitrary(l, s, i, sorts[i]);
  return out;
}

// Numbers the unique symbols of one type: the next number.
static uint32_t count_unique(bpl_lowering *l, const bpl_type *t) {
  strbuf text = {0};
  bpl_type_print(t, &text);
  uint64_t key = hash_bytes(strbuf_text(&text), text.len);
  strbuf_free(&text);
  uint64_t *known = hmap_find(&l->sorts, key);
  uint32_t n = known ? (uint32_t)*known : 0;
  hmap_put(&l->sorts, key, n + 1);
  return n;
}

static void make_constants(bpl_lowering *l) {
  bpl_symbols *all = &l->unit->constants;
  for (uint32_t i = 0; i < all->len; i++) {
    bpl_symbol *s = all->data[i];
    if (s->is_unique && s->type->kind == BPL_TYPE_SORT) {
      term number = term_int(l->tt, count_unique(l, s->type));
      s->terms = arena_copy(l->mem, &number, sizeof number);
    } else {
      s->terms = arbitrary_leaves(l, s);
    }
  }
  for (uint32_t i = 0; i < l->unit->globals.len; i++) {
    bpl_symbol *s = l->unit->globals.data[i];
    s->terms = arbitrary_leaves(l, s);
  }
}

static bool is_numbered(const bpl_symbol *s) {
  return s->is_unique && s->type->kind == BPL_TYPE_INT;
}

// All unique constants of interpreted types differ, pair by pair. Integers,
// which may be many, are told apart by a map that has another value at each.
static term unique_condition(bpl_lowering *l) {
  const bpl_symbols *all = &l->unit->constants;
  term_vec parts = {0};
  term ranks = TERM_NONE;
  for (uint32_t i = 0; i < all->len; i++) {
    const bpl_symbol *s = all->data[i];
    if (!s->is_unique || s->type->kind == BPL_TYPE_SORT)
      continue;
    if (is_numbered(s)) {
      if (term_is_none(ranks)) {
        bpl_symbol map = {.type = s->type};
        sort of = sort_int(l->tt);
        ranks = bpl_arbitrary(l, &map, 0, sort_array(l->tt, of, of));
      }
      term rank = term_select(l->tt, ranks, *s->terms);
      vec_push(&parts, term_eq_make(l->tt, rank, term_int(l->tt, i)));
      continue;
    }
    for (uint32_t k = 0; k < i; k++)
      if (all->data[k]->is_unique &&
          bpl_type_equal(all->data[k]->type, s->type)) {
        term same = term_true(l->tt);
        for (uint32_t leaf = 0; leaf < s->type->leaves; leaf++)
          same = term_and(
              l->tt, same,
              term_eq_make(l->tt, s->terms[leaf], all->data[k]->terms[leaf]));
        vec_push(&parts, term_not(l->tt, same));
      }
  }
  term all_parts = term_and_n(l->tt, parts.data, parts.len);
  vec_free(&parts);
  return all_parts;
}

// --- the start --------------------------------------------------------------

static void add_sinks(bpl_lowering *l) {
  loc_kind kinds[] = {LOC_END, LOC_ERROR, LOC_BOUND, LOC_UNSUPPORTED};
  loc *sinks[] = {&l->end, &l->error, &l->bound, &l->unsupported};
  for (int i = 0; i < 4; i++) {
    loc_info info = {.kind = kinds[i]};
    *sinks[i] = program_add_location(l->p, &info);
  }
}

static void assume_axioms(bpl_lowering *l) {
  term unique = unique_condition(l);
  if (!term_is_true(l->tt, unique)) {
    edge_info info = {.kind = EDGE_PLAIN,
                      .pos = l->unit->constants.data[0]->pos};
    loc from = bpl_here(l, info.pos, false);
    bpl_go_on(l, from, unique, NULL, &info);
  }
  // All definitions come first: an axiom may use what a later one defines.
  VEC(const bpl_expr *) others = {0};
  for (uint32_t i = 0; i < l->unit->axioms.len; i++)
    if (!bpl_take_definition(l->unit->axioms.data[i]))
      vec_push(&others, l->unit->axioms.data[i]);
  bpl_assume_where(l, &l->unit->constants);
  for (uint32_t i = 0; i < others.len; i++)
    bpl_assume(l, others.data[i], others.data[i]->first);
  vec_free(&others);
  bpl_assume_where(l, &l->unit->globals);
}

// The first edge comes last: only now is known what is arbitrary.
static void set_arbitrary(bpl_lowering *l, loc entry, loc start) {
  bpl_update u = {0};
  for (uint32_t i = 0; i < l->arbitrary.len; i++) {
    const var_info *v = program_variable(l->p, l->arbitrary.data[i]);
    input_info info = {.kind = INPUT_CHOICE,
                       .name = v->name,
                       .type = v->type,
                       .sort = v->sort,
                       .pos = v->pos};
    term input = program_add_input(l->p, &info);
    vec_push(&u.inputs, input);
    bpl_assign(&u, l, program_variable_term(l->p, l->arbitrary.data[i]), input);
  }
  if (!term_is_none(l->weak))
    bpl_assign(&u, l, l->weak, term_false(l->tt));
  edge_info info = {.kind = EDGE_PLAIN,
                    .pos = program_location(l->p, entry)->pos};
  bpl_add_edge(l, entry, start, term_true(l->tt), &u, &info);
  bpl_update_clear(&u);
}

// --- entries ----------------------------------------------------------------

static void start_entry(bpl_lowering *l, bpl_procedure *q) {
  bpl_frame *f = bpl_new_frame(l, q, NULL);
  if (!f)
    return;
  f->end = l->end;
  l->frame = f;
  bpl_update u = {0};
  for (uint32_t i = 0; i < q->parameters.len; i++) {
    const bpl_symbol *s = q->parameters.data[i];
    bpl_havoc(l, &u, s, bpl_symbol_terms(l, s), INPUT_ARGUMENT, s->pos);
  }
  if (u.list.len > 0) {
    edge_info info = {.kind = EDGE_PLAIN, .pos = q->symbol->pos};
    loc from = bpl_here(l, q->symbol->pos, false);
    bpl_go_on(l, from, term_true(l->tt), &u, &info);
  }
  bpl_update_clear(&u);
  f->start = bpl_here(l, q->symbol->pos, false);
  l->frame = NULL;
  vec_push(&l->work, f);
}

static void start_entries(bpl_lowering *l, bpl_procedure *const *entries,
                          uint32_t n) {
  if (bpl_is_dead(l))
    return;
  bpl_open_edges ways = {0};
  if (n > 1)
    bpl_choose(l, entries[0]->symbol->pos, n, &ways);
  for (uint32_t i = 0; i < n; i++) {
    if (n > 1)
      vec_push(&l->open, ways.data[i]);
    start_entry(l, entries[i]);
  }
  vec_free(&ways);
}

typedef VEC(bpl_procedure *) procedure_list;

static void find_named(const bpl_unit *u, const char *name,
                       procedure_list *out) {
  for (uint32_t i = 0; i < u->procedures.len; i++)
    if (strcmp(u->procedures.data[i]->symbol->name, name) == 0)
      vec_push(out, u->procedures.data[i]);
}

// Those with a body that are marked, or all with a body.
static void find_bodies(const bpl_unit *u, bool is_marked,
                        procedure_list *out) {
  for (uint32_t i = 0; i < u->procedures.len; i++) {
    bpl_procedure *q = u->procedures.data[i];
    if (q->bodies.len > 0 && (q->is_entry || !is_marked))
      vec_push(out, q);
  }
}

static bool find_entries(const bpl_unit *u, const char *entry, bool is_asked,
                         procedure_list *out, diag *d) {
  if (is_asked) {
    find_named(u, entry, out);
    if (out->len == 0)
      return diag_set(d, DIAG_INPUT, (source_pos){0},
                      "there is no procedure '%s' to start at", entry);
  }
  if (out->len == 0)
    find_named(u, "ULTIMATE.start", out);
  if (out->len == 0)
    find_bodies(u, true, out);
  if (out->len == 0)
    find_named(u, entry, out);
  if (out->len == 1 && out->data[0]->bodies.len == 0)
    return diag_set(d, DIAG_INPUT, out->data[0]->symbol->pos,
                    "the procedure '%s' has no body to start with",
                    out->data[0]->symbol->name);
  if (out->len == 0)
    find_bodies(u, false, out);
  return true;
}

// --- all --------------------------------------------------------------------

static void lower_unit(bpl_lowering *l, const procedure_list *entries) {
  add_sinks(l);
  loc_info info = {.kind = LOC_ENTRY};
  if (entries->len > 0) {
    info.pos = entries->data[0]->symbol->pos;
    if (entries->len == 1)
      info.function = entries->data[0]->symbol->name;
  }
  loc entry = program_add_location(l->p, &info);
  program_set_entry(l->p, entry);
  make_constants(l);
  if (l->unit->has_quantifiers) {
    var_info weak = {.type = {TYPE_BOOL, NULL}, .sort = sort_bool(l->tt)};
    l->weak = program_variable_term(l->p, program_add_variable(l->p, &weak));
  }
  loc start = bpl_new_location(l, info.pos, false);
  l->at = start;
  assume_axioms(l);
  start_entries(l, entries->data, entries->len);
  if (entries->len == 0)
    bpl_go_to(l, l->end);
  bpl_run_calls(l);
  set_arbitrary(l, entry, start);
}

bool bpl_lower(const env *e, bpl_unit *u, const char *entry, bool is_asked,
               program *p, diag *d) {
  procedure_list entries = {0};
  bpl_lowering l = {.env = e,
                    .unit = u,
                    .p = p,
                    .tt = program_terms(p),
                    .mem = u->mem,
                    .d = d};
  if (find_entries(u, entry, is_asked, &entries, d))
    lower_unit(&l, &entries);
  vec_free(&entries);
  vec_free(&l.arbitrary);
  hmap_free(&l.stores);
  hmap_free(&l.sorts);
  vec_free(&l.work);
  vec_free(&l.witnesses);
  vec_free(&l.open);
  vec_free(&l.returns);
  vec_free(&l.loops);
  return d->kind == DIAG_NONE;
}
