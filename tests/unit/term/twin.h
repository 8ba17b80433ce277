// SPDX-License-Identifier: Apache-2.0
// The same expression built twice, in a table that simplifies and in one that
// does not, and compared under a set of assignments: whatever rule fires, both
// must have the same value.
#ifndef TWIN_H
#define TWIN_H

#include <stdlib.h>

#include "base/arena.h"
#include "term/eval.h"
#include "term/text/print.h"
#include "term/term.h"
#include "unit.h"

typedef struct {
  term plain, smart;
} twin;

typedef VEC(twin) twin_vec;

typedef struct {
  terms *plain, *smart;
  evaluator *in_plain, *in_smart;
  twin_vec all; // to be compared
  uint64_t compared;
} twins;

static inline twins twins_new(void) {
  twins w = {.plain = terms_new(), .smart = terms_new()};
  terms_set_simplify(w.plain, false);
  w.in_plain = eval_new(w.plain);
  w.in_smart = eval_new(w.smart);
  return w;
}

static inline void twins_free(twins *w) {
  vec_free(&w->all);
  eval_free(w->in_plain);
  eval_free(w->in_smart);
  terms_free(w->plain);
  terms_free(w->smart);
}

// Sorts are made in the same order in both tables only by luck: by shape.
static inline sort twin_sort(terms *to, const terms *from, sort s) {
  switch (sort_get_kind(from, s)) {
  case SORT_BOOL:
    return sort_bool(to);
  case SORT_BV:
    return sort_bv(to, sort_width(from, s));
  case SORT_INT:
    return sort_int(to);
  case SORT_REAL:
    return sort_real(to);
  case SORT_ARRAY:
    return sort_array(to, twin_sort(to, from, sort_index(from, s)),
                      twin_sort(to, from, sort_element(from, s)));
  }
  fail();
  return s;
}

static inline twin twin_variable(twins *w, const char *name, sort in_plain) {
  sort s = twin_sort(w->smart, w->plain, in_plain);
  return (twin){term_variable(w->plain, name, in_plain),
                term_variable(w->smart, name, s)};
}

static inline twin twin_value(twins *w, value v) {
  return (twin){term_value(w->plain, v), term_value(w->smart, v)};
}

static inline twin twin_bv(twins *w, uint32_t width, uint64_t bits) {
  return (twin){term_bv(w->plain, width, bits), term_bv(w->smart, width, bits)};
}

static inline void twin_set(twins *w, twin variable, value v) {
  eval_set(w->in_plain, variable.plain, v);
  eval_set(w->in_smart, variable.smart, v);
}

static inline twin twin_make(twins *w, term_kind kind, sort in_plain,
                             const twin *args, uint32_t n, uint32_t p0,
                             uint32_t p1) {
  term plain[8], smart[8];
  CHECK(n <= 8);
  for (uint32_t i = 0; i < n; i++) {
    plain[i] = args[i].plain;
    smart[i] = args[i].smart;
  }
  sort s = in_plain;
  if (kind == TERM_CONST_ARRAY)
    s = twin_sort(w->smart, w->plain, in_plain);
  return (twin){term_make(w->plain, kind, in_plain, plain, n, p0, p1),
                term_make(w->smart, kind, s, smart, n, p0, p1)};
}

static inline void twin_report(const twins *w, twin t) {
  strbuf b = {0};
  term_print_smt2(w->plain, t.plain, &b);
  strbuf_puts(&b, "\n  is not\n");
  term_print_smt2(w->smart, t.smart, &b);
  print_error("%s\n", strbuf_text(&b));
  strbuf_free(&b);
}

// Do both of every pair have the same value under the current assignment? All
// pairs under one assignment and then the next, so that the evaluators hold
// one value per node.
static inline void twins_check(twins *w) {
  for (uint32_t i = 0; i < w->all.len; i++) {
    twin t = w->all.data[i];
    value a = eval_term(w->in_plain, t.plain);
    value b = eval_term(w->in_smart, t.smart);
    if (!value_equal(a, b)) {
      twin_report(w, t);
      fail();
    }
  }
  w->compared += w->all.len;
  eval_forget(w->in_plain);
  eval_forget(w->in_smart);
}

static inline bool twin_is_bv(const twins *w, twin t) {
  return sort_get_kind(w->plain, term_sort(w->plain, t.plain)) == SORT_BV;
}

#endif
