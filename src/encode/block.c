// SPDX-License-Identifier: Apache-2.0
// Rules 1 and 2 of large-block encoding on two blocks.
//
// Assignments are sorted by target, so both operations walk the two lists in
// step like a merge sort.
#include "encode/block.h"

#include <assert.h>

#include "base/hmap.h"
#include "term/subst.h"

typedef struct {
  program *p;
  terms *tt;
  VEC(assignment) assignments;
  term_vec inputs;
} builder;

static builder start(program *p) {
  return (builder){.p = p, .tt = program_terms(p)};
}

static block finish(builder *b, term guard) {
  assert(term_is_bool(b->tt, guard));
  for (uint32_t i = 1; i < b->assignments.len; i++)
    assert(b->assignments.data[i - 1].target.id <
           b->assignments.data[i].target.id);
  arena *mem = program_arena(b->p);
  block made = {.guard = guard,
                .assignment_count = b->assignments.len,
                .input_count = b->inputs.len};
  made.assignments =
      arena_copy(mem, b->assignments.data,
                 sizeof *b->assignments.data * b->assignments.len);
  made.inputs =
      arena_copy(mem, b->inputs.data, sizeof *b->inputs.data * b->inputs.len);
  vec_free(&b->assignments);
  vec_free(&b->inputs);
  return made;
}

static void put(builder *b, var target, term t) {
  assert(sort_eq(term_sort(b->tt, t), program_variable(b->p, target)->sort));
  assignment made = {target, t};
  if (!term_eq(t, program_variable_term(b->p, target)))
    vec_push(&b->assignments, made);
}

// Calls back for each target of either list with both values; a missing one
// is the variable itself.
typedef term (*combine)(void *data, var target, term in_a, term in_b);
static void merge_lists(builder *out, const block *a, const block *b,
                        combine value_of, void *data) {
  uint32_t i = 0, j = 0;
  while (i < a->assignment_count || j < b->assignment_count) {
    uint32_t x = UINT32_MAX, y = UINT32_MAX;
    if (i < a->assignment_count)
      x = a->assignments[i].target.id;
    if (j < b->assignment_count)
      y = b->assignments[j].target.id;
    var target = {x < y ? x : y};
    term self = program_variable_term(out->p, target);
    term in_a = x == target.id ? a->assignments[i++].value : self;
    term in_b = y == target.id ? b->assignments[j++].value : self;
    put(out, target, value_of(data, target, in_a, in_b));
  }
}

static hmap put_inputs(builder *out, const block *a) {
  hmap used = {0};
  for (uint32_t i = 0; i < a->input_count; i++) {
    vec_push(&out->inputs, a->inputs[i]);
    hmap_put(&used, a->inputs[i].id, 1);
  }
  return used;
}

// --- sequence --------------------------------------------------------------

static term after(void *data, var target, term in_a, term in_b) {
  (void)target;
  (void)in_a; // what b does not assign it leaves as a made it
  return subst_apply(data, in_b);
}

static void bind_inputs(builder *out, const block *a, const block *b,
                        subst *s) {
  hmap used = put_inputs(out, a);
  for (uint32_t i = 0; i < b->input_count; i++) {
    term input = b->inputs[i];
    if (hmap_find(&used, input.id) != NULL) {
      input = program_add_input(out->p, program_input(out->p, input));
      subst_bind(s, b->inputs[i], input);
    }
    vec_push(&out->inputs, input);
  }
  hmap_free(&used);
}

block block_sequence(program *p, const block *a, const block *b) {
  builder out = start(p);
  subst *s = subst_new(out.tt);
  bind_inputs(&out, a, b, s);
  for (uint32_t i = 0; i < a->assignment_count; i++)
    subst_bind(s, program_variable_term(p, a->assignments[i].target),
               a->assignments[i].value);
  merge_lists(&out, a, b, after, s);
  term guard = term_and(out.tt, a->guard, subst_apply(s, b->guard));
  subst_free(s);
  return finish(&out, guard);
}

// --- choice ----------------------------------------------------------------

typedef struct {
  terms *tt;
  term guard; // of the first
} choice;

static term either(void *data, var target, term in_a, term in_b) {
  choice *c = data;
  (void)target;
  return term_ite(c->tt, c->guard, in_a, in_b);
}

block block_choice(program *p, const block *a, const block *b) {
  builder out = start(p);
  hmap used = put_inputs(&out, a);
  for (uint32_t i = 0; i < b->input_count; i++)
    if (hmap_find(&used, b->inputs[i].id) == NULL)
      vec_push(&out.inputs, b->inputs[i]);
  hmap_free(&used);
  choice c = {out.tt, a->guard};
  merge_lists(&out, a, b, either, &c);
  return finish(&out, term_or(out.tt, a->guard, b->guard));
}
