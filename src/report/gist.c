// SPDX-License-Identifier: Apache-2.0
// Such an invariant is mostly a disjunction of states, each a conjunction of
// equations between a variable and a constant. Such a list is summed up as one
// range for each variable that all states name.
#include "report/gist.h"

#include <assert.h>

#include "base/hmap.h"
#include "report/format.h"

enum { MOST_PARTS = 6 };

typedef struct {
  const program *p;
  terms *tt;
  term_vec *out; // parts that have a short form
  uint32_t most;
} gist;

// --- ranges ------------------------------------------------------------------

// Of a variable, over the states seen so far.
typedef struct {
  var v;
  term least, most;
  uint32_t count; // states that name it
  term last;      // of these
} range;
typedef VEC(range) range_vec;

static bool is_below(const gist *g, var v, term a, term b) {
  assert(v.id != 0);
  bool is_signed = program_variable(g->p, v)->type.kind == TYPE_SIGNED;
  return term_is_true(g->tt, is_signed ? term_bvslt(g->tt, a, b)
                                       : term_bvult(g->tt, a, b));
}

static void widen(const gist *g, range *r, term state, term to) {
  if (r->count > 0 && term_eq(r->last, state))
    return; // named twice: one of them is enough
  r->last = state;
  if (r->count == 0 || is_below(g, r->v, to, r->least))
    r->least = to;
  if (r->count == 0 || is_below(g, r->v, r->most, to))
    r->most = to;
  r->count++;
}

// variable = number, in bits. VAR_NONE: it is something else.
static var read_equation(const gist *g, term t, term *number) {
  for (uint32_t i = 0; term_get_kind(g->tt, t) == TERM_EQ && i < 2; i++) {
    var v = program_variable_of(g->p, term_arg(g->tt, t, i));
    *number = term_arg(g->tt, t, 1 - i);
    sort s = term_sort(g->tt, *number);
    if (v.id != 0 && term_is_value(g->tt, *number) &&
        sort_get_kind(g->tt, s) == SORT_BV)
      return v;
  }
  return VAR_NONE;
}

static void see_equation(const gist *g, term state, term t, hmap *index,
                         range_vec *all) {
  term number;
  var v = read_equation(g, t, &number);
  if (v.id == 0)
    return;
  uint64_t *known = hmap_find(index, v.id);
  uint32_t at = known == NULL ? all->len : (uint32_t)*known;
  if (known == NULL) {
    hmap_put(index, v.id, at);
    vec_push(all, ((range){.v = v}));
  }
  widen(g, &all->data[at], state, number);
}

static void see_state(const gist *g, term state, hmap *index, range_vec *all) {
  assert(term_is_bool(g->tt, state));
  bool is_and = term_get_kind(g->tt, state) == TERM_AND;
  for (uint32_t i = 0; is_and && i < term_arity(g->tt, state); i++)
    see_equation(g, state, term_arg(g->tt, state, i), index, all);
  if (!is_and)
    see_equation(g, state, state, index, all);
}

// --- parts -------------------------------------------------------------------

static void add_part(gist *g, term part) {
  assert(term_is_bool(g->tt, part));
  strbuf text = {0};
  if (!term_is_true(g->tt, part) && g->out->len < g->most &&
      format_formula(g->p, part, &text))
    vec_push(g->out, part);
  strbuf_free(&text);
}

static void add_range(gist *g, const range *r) {
  term v = program_variable_term(g->p, r->v);
  bool is_signed = program_variable(g->p, r->v)->type.kind == TYPE_SIGNED;
  if (term_eq(r->least, r->most)) {
    add_part(g, term_eq_make(g->tt, v, r->least));
    return;
  }
  add_part(g, is_signed ? term_bvsle(g->tt, r->least, v)
                        : term_bvule(g->tt, r->least, v));
  add_part(g, is_signed ? term_bvsle(g->tt, v, r->most)
                        : term_bvule(g->tt, v, r->most));
}

// A variable that a state does not name has any value there.
static void add_ranges(gist *g, term states) {
  assert(term_get_kind(g->tt, states) == TERM_OR);
  uint32_t n = term_arity(g->tt, states);
  hmap index = {0};
  range_vec all = {0};
  for (uint32_t i = 0; i < n; i++)
    see_state(g, term_arg(g->tt, states, i), &index, &all);
  for (uint32_t i = 0; i < all.len; i++)
    if (all.data[i].count == n)
      add_range(g, &all.data[i]);
  hmap_free(&index);
  vec_free(&all);
}

static void add_one(gist *g, term part) {
  uint32_t before = g->out->len;
  add_part(g, part);
  if (g->out->len == before && term_get_kind(g->tt, part) == TERM_OR)
    add_ranges(g, part);
}

void gist_find(const program *p, term formula, term_vec *out) {
  assert(term_is_bool(program_terms(p), formula));
  gist g = {.p = p, .tt = program_terms(p), .out = out};
  g.most = out->len + MOST_PARTS;
  bool is_and = term_get_kind(g.tt, formula) == TERM_AND;
  for (uint32_t i = 0; is_and && i < term_arity(g.tt, formula); i++)
    add_one(&g, term_arg(g.tt, formula, i));
  if (!is_and)
    add_one(&g, formula);
}

bool gist_print(const program *p, term formula, strbuf *out) {
  assert(term_is_bool(program_terms(p), formula));
  term_vec parts = {0};
  gist_find(p, formula, &parts);
  bool has_any = parts.len > 0;
  for (uint32_t i = 0; i < parts.len; i++) {
    strbuf_puts(out, i > 0 ? " && " : "");
    format_formula(p, parts.data[i], out);
  }
  vec_free(&parts);
  return has_any;
}
