// SPDX-License-Identifier: Apache-2.0
// One pass over all blocks collects comparisons and assigned constants by
// variable.
#include "engine/predicate/vocabulary.h"

#include <assert.h>

#include "base/mem.h"
#include "term/walk.h"

enum { MOST_ATOMS = 64 }; // about one variable

struct vocabulary {
  const program *p;
  terms *tt;
  term_vec *atoms; // by variable; NULL: the program was not read yet
  term_set known;
  term_vec parts, words; // of the formula at work
};

static void add(vocabulary *v, var about, term atom) {
  if (term_is_value(v->tt, atom) || !term_set_add(&v->known, atom))
    return;
  term_set_add(&v->known, term_not(v->tt, atom));
  vec_push(&v->atoms[about.id], atom);
}

static void add_if_comparison(vocabulary *v, term t) {
  if (!term_is_comparison(v->tt, t))
    return;
  term a = term_arg(v->tt, t, 0), b = term_arg(v->tt, t, 1);
  var x = program_variable_of(v->p, a), y = program_variable_of(v->p, b);
  if (x.id != 0 && term_is_value(v->tt, b))
    add(v, x, t);
  else if (y.id != 0 && term_is_value(v->tt, a))
    add(v, y, t);
}

// The constants among the leaves of a choice of values.
static void add_assigned(vocabulary *v, var target, term value_of) {
  term_set seen = {0};
  term_vec stack = {0};
  vec_push(&stack, value_of);
  while (stack.len > 0) {
    term t = vec_pop(&stack);
    if (!term_set_add(&seen, t))
      continue;
    if (term_get_kind(v->tt, t) == TERM_ITE) {
      vec_push(&stack, term_arg(v->tt, t, 1));
      vec_push(&stack, term_arg(v->tt, t, 2));
    } else if (term_is_value(v->tt, t)) {
      term self = program_variable_term(v->p, target);
      add(v, target, term_eq_make(v->tt, self, t));
    }
  }
  vec_free(&stack);
  term_set_free(&seen);
}

static void read_block(vocabulary *v, const block *b, term_set *seen) {
  term_vec nodes = {0};
  term_postorder(v->tt, &b->guard, 1, seen, &nodes);
  for (uint32_t i = 0; i < b->assignment_count; i++)
    term_postorder(v->tt, &b->assignments[i].value, 1, seen, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    add_if_comparison(v, nodes.data[i]);
  for (uint32_t i = 0; i < b->assignment_count; i++)
    add_assigned(v, b->assignments[i].target, b->assignments[i].value);
  vec_free(&nodes);
}

vocabulary *vocabulary_new(const program *p) {
  vocabulary *v = mem_alloc(sizeof *v);
  v->p = p;
  v->tt = program_terms(p);
  return v;
}

static void read_program(vocabulary *v) {
  if (v->atoms)
    return;
  uint32_t count = program_variable_count(v->p) + 1;
  v->atoms = mem_alloc(sizeof *v->atoms * count);
  term_set seen = {0};
  for (uint32_t i = 1; i <= program_edge_count(v->p); i++)
    read_block(v, program_edge_block(v->p, (edge){i}), &seen);
  term_set_free(&seen);
}

void vocabulary_free(vocabulary *v) {
  if (!v)
    return;
  for (uint32_t i = 0; v->atoms && i <= program_variable_count(v->p); i++)
    vec_free(&v->atoms[i]);
  mem_free(v->atoms);
  term_set_free(&v->known);
  vec_free(&v->parts);
  vec_free(&v->words);
  mem_free(v);
}

static bool takes_parts(term_kind kind) {
  switch (kind) {
  case TERM_EXTRACT:
  case TERM_CONCAT:
  case TERM_BVAND:
  case TERM_BVOR:
  case TERM_BVXOR:
  case TERM_BVNOT:
    return true;
  default:
    return false;
  }
}

bool vocabulary_is_partial(const terms *tt, term formula) {
  term_set seen = {0};
  term_vec nodes = {0};
  term_postorder(tt, &formula, 1, &seen, &nodes);
  bool found = false;
  for (uint32_t i = 0; i < nodes.len && !found; i++)
    found = takes_parts(term_get_kind(tt, nodes.data[i]));
  vec_free(&nodes);
  term_set_free(&seen);
  return found;
}

bool vocabulary_is_of_states(const program *p, term formula) {
  term_set seen = {0};
  term_vec variables = {0};
  term_variables(program_terms(p), &formula, 1, &seen, &variables);
  bool ok = variables.len > 0;
  for (uint32_t i = 0; i < variables.len; i++)
    ok = ok && program_variable_of(p, variables.data[i]).id != 0;
  vec_free(&variables);
  term_set_free(&seen);
  return ok;
}

// Appends the atoms about each variable of the formula. False, with nothing
// appended, if one of them has none, or too many.
static bool words_about(const vocabulary *v, term formula, term_vec *out) {
  term_set seen = {0};
  term_vec variables = {0};
  term_variables(v->tt, &formula, 1, &seen, &variables);
  bool ok = variables.len > 0;
  for (uint32_t i = 0; i < variables.len; i++) {
    var about = program_variable_of(v->p, variables.data[i]);
    uint32_t n = about.id != 0 ? v->atoms[about.id].len : 0;
    ok = ok && n > 0 && n <= MOST_ATOMS;
  }
  for (uint32_t i = 0; ok && i < variables.len; i++) {
    var about = program_variable_of(v->p, variables.data[i]);
    for (uint32_t k = 0; k < v->atoms[about.id].len; k++)
      vec_push(out, v->atoms[about.id].data[k]);
  }
  vec_free(&variables);
  term_set_free(&seen);
  return ok;
}

// True: it is not among the first 'tracked' predicates.
static bool track(precision *pi, loc l, uint32_t tracked, term t) {
  return precision_position(pi, l, precision_track(pi, l, t)) >= tracked;
}

// False: all words are tracked already, or there are none.
static bool track_words(vocabulary *v, precision *pi, loc l, uint32_t tracked,
                        term atom) {
  if (!vocabulary_is_partial(v->tt, atom))
    return false;
  read_program(v);
  bool is_new = false;
  vec_clear(&v->words);
  if (words_about(v, atom, &v->words))
    for (uint32_t i = 0; i < v->words.len; i++)
      is_new |= track(pi, l, tracked, v->words.data[i]);
  return is_new;
}

bool vocabulary_track(vocabulary *v, precision *pi, loc l, uint32_t tracked,
                      term formula) {
  bool is_new = false;
  vec_clear(&v->parts);
  precision_atoms(v->tt, formula, &v->parts);
  for (uint32_t i = 0; i < v->parts.len; i++)
    is_new |= track_words(v, pi, l, tracked, v->parts.data[i]) ||
              track(pi, l, tracked, v->parts.data[i]);
  return is_new;
}
