// SPDX-License-Identifier: Apache-2.0
// A proof has one formula for each location that it labels; a witness has C
// expressions at places of the source. Inlining gives a place several
// locations, whose formulas speak of variables of callers, too. So:
//
//  - a formula is taken apart into the conjuncts that it is a conjunction of;
//  - those that cannot be said in C at the place (a variable that has no name
//    there, an address of what has none, a size beyond any reader's patience)
//    are left out;
//  - what all locations of a place have in common is said once, the rest as a
//    disjunction over the locations.
//
// All of this weakens. Whether what is left is still a proof is for others to
// check.
#include "witness/invariants.h"

#include <assert.h>
#include <string.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "program/pointee.h"
#include "term/text/print.h"
#include "term/walk.h"
#include "witness/expression.h"
#include "witness/function_contracts.h"

enum { MOST_NODES = 4000, MOST_CONJUNCTS = 400 };

void witness_context_init(witness_context *c, const program *p,
                          uint32_t long_bits) {
  *c = (witness_context){.program = p,
                         .places = places_new(p),
                         .names = names_new(p),
                         .long_bits = long_bits,
                         .mem = arena_new()};
}

void witness_context_clear(witness_context *c) {
  places_free(c->places);
  names_free(c->names);
  arena_free(c->mem);
}

// --- out --------------------------------------------------------------------

typedef struct {
  witness_context *c;
  name_place at;
} printing;

static const char *function_at(const printing *p) {
  return program_location(p->c->program, p->at.at)->function;
}

// What a variable was when the function around was called, where that has a
// name.
static const char *name_before(const printing *p, var v) {
  if (!p->c->contracted)
    return NULL;
  const char *name =
      function_contracts_name(p->c->contracted, function_at(p), v);
  return name ? arena_printf(p->c->mem, "\\at(%s, Pre)", name) : NULL;
}

// Values of floats have no C text here, and those of pointers only in
// equations.
static const char *c_name(void *data, term variable, bool *is_signed) {
  const printing *p = data;
  const program *of = p->c->program;
  var v = program_variable_of(of, variable);
  if (!v.id || !names_has_integer(of, v, is_signed))
    return NULL;
  const char *name = names_of(p->c->names, p->at, v);
  return name ? name : name_before(p, v);
}

static const char *name_here(void *data, var v) {
  const printing *p = data;
  return names_of(p->c->names, p->at, v);
}

static bool c_atom(void *data, term t, strbuf *out) {
  const printing *p = data;
  return pointee_print_equation(p->c->program, t, name_here, data, out);
}

typedef VEC(const char *) texts;

// One location of a place, with its conjuncts as texts in order.
typedef struct {
  loc at;
  texts said;
} copy;

typedef struct {
  bool is_loop;
  witness_place place;
  VEC(copy) copies;
} group;

static bool say(printing *p, term formula, strbuf *out) {
  return term_print_c(program_terms(p->c->program), formula, c_name, c_atom, p,
                      MOST_NODES, out);
}

bool invariants_can_say(witness_context *c, term formula, name_place at) {
  strbuf text = {0};
  bool ok = say(&(printing){c, at}, formula, &text);
  strbuf_free(&text);
  return ok;
}

static void say_conjunct(printing *p, term conjunct, arena *mem, texts *out) {
  strbuf text = {0};
  if (say(p, conjunct, &text))
    vec_push(out, arena_strdup(mem, strbuf_text(&text)));
  strbuf_free(&text);
}

static void say_formula(printing *p, term formula, arena *mem, texts *out) {
  const terms *tt = program_terms(p->c->program);
  term_vec open = {0};
  term_set seen = {0};
  vec_push(&open, formula);
  while (open.len > 0 && out->len < MOST_CONJUNCTS) {
    term t = vec_pop(&open);
    if (!term_set_add(&seen, t) || term_is_true(tt, t))
      continue;
    if (term_get_kind(tt, t) == TERM_AND)
      for (uint32_t i = term_arity(tt, t); i-- > 0;)
        vec_push(&open, term_arg(tt, t, i));
    else
      say_conjunct(p, t, mem, out);
  }
  term_set_free(&seen);
  vec_free(&open);
}

static bool is_same_place(const witness_place *a, const witness_place *b) {
  return strcmp(a->at.file, b->at.file) == 0 && a->at.line == b->at.line &&
         a->at.col == b->at.col;
}

typedef VEC(group) groups;

static group *find_group(groups *all, const witness_place *place,
                         bool is_loop) {
  for (uint32_t i = 0; i < all->len; i++)
    if (all->data[i].is_loop == is_loop &&
        is_same_place(&all->data[i].place, place))
      return &all->data[i];
  vec_push(all, ((group){.is_loop = is_loop, .place = *place}));
  return &vec_last(all);
}

// A location that is never reached says nothing about the place.
static void say_label(witness_context *c, const proof_label *l, groups *all,
                      arena *mem) {
  bool is_loop;
  witness_place place;
  if (term_is_false(program_terms(c->program), l->invariant) ||
      !places_of(c->places, l->location, &is_loop, &place))
    return;
  group *g = find_group(all, &place, is_loop);
  copy n = {.at = l->location};
  printing p = {c, {l->location, places_seen_from(c->places, &place, is_loop)}};
  say_formula(&p, l->invariant, mem, &n.said);
  vec_push(&g->copies, n);
}

static bool says(const copy *c, const char *text) {
  for (uint32_t i = 0; i < c->said.len; i++)
    if (strcmp(c->said.data[i], text) == 0)
      return true;
  return false;
}

static bool all_say(const group *g, const char *text) {
  for (uint32_t i = 0; i < g->copies.len; i++)
    if (!says(&g->copies.data[i], text))
      return false;
  return true;
}

static void add_invariant(const group *g, const char *text, witness *w) {
  witness_invariant i = {g->is_loop, g->place, arena_strdup(w->mem, text)};
  i.place.at.file = arena_strdup(w->mem, g->place.at.file);
  vec_push(&w->invariants, i);
}

static bool is_true(const texts *said) { return said->len == 0; }

// What is left of each copy, as a disjunction; nothing if one says nothing.
static void add_rest(const group *g, witness *w, arena *mem) {
  strbuf whole = {0};
  texts alternatives = {0};
  bool is_open = false;
  for (uint32_t i = 0; !is_open && i < g->copies.len; i++) {
    const copy *c = &g->copies.data[i];
    strbuf text = {0};
    for (uint32_t k = 0; k < c->said.len; k++)
      if (!all_say(g, c->said.data[k]))
        strbuf_printf(&text, "%s%s", text.len ? " && " : "", c->said.data[k]);
    is_open = text.len == 0;
    bool is_known = false;
    for (uint32_t k = 0; k < alternatives.len; k++)
      is_known |= strcmp(alternatives.data[k], strbuf_text(&text)) == 0;
    if (!is_known)
      vec_push(&alternatives, arena_strdup(mem, strbuf_text(&text)));
    strbuf_free(&text);
  }
  for (uint32_t i = 0; i < alternatives.len; i++)
    strbuf_printf(&whole, "%s(%s)", i ? " || " : "", alternatives.data[i]);
  if (!is_open && !is_true(&alternatives))
    add_invariant(g, strbuf_text(&whole), w);
  vec_free(&alternatives);
  strbuf_free(&whole);
}

static void write_group(const group *g, witness *w, arena *mem) {
  assert(g->copies.len > 0);
  const copy *first = &g->copies.data[0];
  for (uint32_t i = 0; i < first->said.len; i++)
    if (all_say(g, first->said.data[i]))
      add_invariant(g, first->said.data[i], w);
  if (g->copies.len > 1)
    add_rest(g, w, mem);
}

void invariants_write(witness_context *c, const proof *of, witness *w) {
  arena *mem = arena_new();
  groups all = {0};
  for (uint32_t i = 0; i < of->labels.len; i++)
    say_label(c, &of->labels.data[i], &all, mem);
  for (uint32_t i = 0; i < all.len; i++) {
    write_group(&all.data[i], w, mem);
    for (uint32_t k = 0; k < all.data[i].copies.len; k++)
      vec_free(&all.data[i].copies.data[k].said);
    vec_free(&all.data[i].copies);
  }
  vec_free(&all);
  arena_free(mem);
}

// --- in ---------------------------------------------------------------------

static var find_name(void *data, const char *name) {
  const printing *p = data;
  return names_find(p->c->names, p->at, name);
}

static var find_before(void *data, const char *name) {
  const printing *p = data;
  if (!p->c->contracted)
    return VAR_NONE;
  return function_contracts_before(p->c->contracted, function_at(p), name);
}

term invariants_term(witness_context *c, const char *text, name_place at,
                     strbuf *why) {
  printing p = {c, at};
  expression_scope scope = {.tt = program_terms(c->program),
                            .long_bits = c->long_bits,
                            .variable = find_name,
                            .before = find_before,
                            .data = &p,
                            .program = c->program};
  return expression_read(&scope, text, why);
}

static bool read_one(witness_context *c, const witness_invariant *i,
                     uint32_t index, placed_invariants *out, strbuf *why) {
  loc_vec at = {0};
  bool ok = places_find(c->places, &i->place, i->is_loop, &at, why);
  for (uint32_t k = 0; ok && k < at.len; k++) {
    name_place place = {at.data[k],
                        places_seen_from(c->places, &i->place, i->is_loop)};
    place.pos.file = program_location(c->program, at.data[k])->pos.file;
    term formula = invariants_term(c, i->value, place, why);
    ok = !term_is_none(formula);
    if (ok)
      vec_push(out, ((placed_invariant){at.data[k], formula, index}));
  }
  vec_free(&at);
  return ok;
}

bool invariants_read(witness_context *c, const witness *w,
                     placed_invariants *out, diag *d) {
  bool ok = true;
  for (uint32_t i = 0; ok && i < w->invariants.len; i++) {
    strbuf why = {0};
    ok = read_one(c, &w->invariants.data[i], i, out, &why);
    if (!ok)
      diag_set(d, DIAG_UNSUPPORTED, w->invariants.data[i].place.written, "%s",
               strbuf_text(&why));
    strbuf_free(&why);
  }
  return ok;
}
