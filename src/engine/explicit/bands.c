// SPDX-License-Identifier: Apache-2.0
// All guards and assignments are searched for comparisons with constants. A
// constant starts a band at itself, or behind itself, as the comparison
// demands; bands of orders start where signs change, too.
#include "engine/explicit/bands.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "domain/flow.h"
#include "term/walk.h"

// --- where bands begin
// ---------------------------------------------------------

static void start_at(band_list *b, wide n) {
  if (b->type.kind == VTYPE_BV) {
    wide modulus = vtype_modulus(b->type);
    n = (n % modulus + modulus) % modulus;
  }
  vec_push(&b->starts, n);
}

static bool number_of(const terms *tt, term t, wide *n) {
  value v = term_get_value(tt, t);
  if (v.kind == VALUE_BV && v.width <= 64) {
    *n = (wide)value_get_u64(v);
    return true;
  }
  if (v.kind != VALUE_INT)
    return false;
  mpq_t q;
  mpq_init(q);
  value_get_mpq(v, q);
  bool fits = mpz_fits_slong_p(mpq_numref(q));
  *n = fits ? mpz_get_si(mpq_numref(q)) : 0;
  mpq_clear(q);
  return fits;
}

// Orders change where their numbers begin, too.
static void start_order(band_list *b, term_kind kind) {
  if (kind == TERM_BVSLT || kind == TERM_BVSLE)
    start_at(b, vtype_modulus(b->type) / 2);
  if (kind == TERM_BVULT || kind == TERM_BVULE)
    start_at(b, 0);
}

static void compare_with(band_list *b, term_kind kind, wide n, bool is_left) {
  switch (kind) {
  case TERM_EQ:
    start_at(b, n);
    start_at(b, n + 1);
    return;
  case TERM_BVULT:
  case TERM_BVSLT:
  case TERM_LT:
    start_order(b, kind);
    start_at(b, is_left ? n : n + 1);
    return;
  case TERM_BVULE:
  case TERM_BVSLE:
  case TERM_LE:
    start_order(b, kind);
    start_at(b, is_left ? n + 1 : n);
    return;
  default:
    return;
  }
}

static void look_at(const program *p, term t, band_list *all) {
  const terms *tt = program_terms(p);
  if (!term_is_comparison(tt, t))
    return;
  for (uint32_t side = 0; side < 2; side++) {
    term other = term_arg(tt, t, 1 - side);
    var v = program_variable_of(p, term_arg(tt, t, side));
    wide n;
    if (v.id != 0 && term_is_value(tt, other) && number_of(tt, other, &n))
      compare_with(&all[v.id], term_get_kind(tt, t), n, side == 0);
  }
}

static void look_at_all(const program *p, band_list *all) {
  term_set seen = {0};
  term_vec nodes = {0};
  for (uint32_t e = 1; e <= program_edge_count(p); e++) {
    const block *b = program_edge_block(p, (edge){e});
    term_postorder(program_terms(p), &b->guard, 1, &seen, &nodes);
    for (uint32_t i = 0; i < b->assignment_count; i++)
      term_postorder(program_terms(p), &b->assignments[i].value, 1, &seen,
                     &nodes);
  }
  for (uint32_t i = 0; i < nodes.len; i++)
    look_at(p, nodes.data[i], all);
  term_set_free(&seen);
  vec_free(&nodes);
}

static int compare_wide(const void *a, const void *b) {
  wide x = *(const wide *)a, y = *(const wide *)b;
  return x < y ? -1 : x > y;
}

static void finish(band_list *b) {
  if (b->type.kind != VTYPE_BV)
    vec_push(&b->starts, -VSET_INF);
  if (b->starts.len > 0)
    qsort(b->starts.data, b->starts.len, sizeof *b->starts.data, compare_wide);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < b->starts.len; i++)
    if (kept == 0 || b->starts.data[kept - 1] != b->starts.data[i])
      b->starts.data[kept++] = b->starts.data[i];
  b->starts.len = kept;
}

band_list *bands_find(const program *p) {
  const terms *tt = program_terms(p);
  uint32_t count = program_variable_count(p);
  band_list *all = mem_alloc(sizeof *all * (count + (size_t)1));
  for (uint32_t v = 1; v <= count; v++)
    all[v].type =
        vtype_of(tt, term_sort(tt, program_variable_term(p, (var){v})));
  look_at_all(p, all);
  for (uint32_t v = 1; v <= count; v++)
    finish(&all[v]);
  return all;
}

void bands_free(band_list *all, const program *p) {
  for (uint32_t v = 1; v <= program_variable_count(p); v++)
    vec_free(&all[v].starts);
  mem_free(all);
}

// --- bands
// ---------------------------------------------------------------------

uint32_t bands_count(const band_list *b) {
  return b->starts.len > 1 ? b->starts.len : 1;
}

vset bands_get(const band_list *b, uint32_t i) {
  assert(i < bands_count(b));
  if (b->starts.len < 2)
    return vset_top(b->type);
  wide lo = b->starts.data[i], greatest = vtype_greatest(b->type);
  if (i + 1 < b->starts.len)
    return vset_span(lo, b->starts.data[i + 1] - 1);
  vset end = vset_span(lo, greatest);
  wide first = b->starts.data[0], least = vtype_least(b->type);
  if (first == least)
    return end;
  vset begin = vset_span(least, first - 1);
  return vset_join(b->type, &end, &begin, VSET_ARCS);
}
