// SPDX-License-Identifier: Apache-2.0
// Nodes are rebuilt from below, each once.
#include "term/branches.h"

#include <assert.h>

#include "base/mem.h"

struct branches {
  terms *tt;
  term_set conditions;
  term_set seen;  // terms whose image is known
  term_map image; // term -> id of its image
  term_vec nodes;
};

branches *branches_new(terms *tt) {
  branches *b = mem_alloc(sizeof *b);
  b->tt = tt;
  return b;
}

void branches_free(branches *b) {
  if (b == NULL)
    return;
  term_set_free(&b->conditions);
  term_set_free(&b->seen);
  term_map_free(&b->image);
  vec_free(&b->nodes);
  mem_free(b);
}

void branches_hold(branches *b, term condition) {
  assert(term_is_bool(b->tt, condition) && b->nodes.len == 0);
  term_set_add(&b->conditions, condition);
}

static term image_of(const branches *b, term t) {
  uint32_t id = t.id;
  (void)term_map_find(&b->image, t, &id);
  return (term){id};
}

// The branch that is taken; none: t is no such term, or it is open.
static term branch_of(const branches *b, term t) {
  if (term_get_kind(b->tt, t) != TERM_ITE)
    return TERM_NONE;
  term condition = term_arg(b->tt, t, 0);
  if (term_set_has(&b->conditions, condition))
    return term_arg(b->tt, t, 1);
  bool is_false = term_set_has(&b->conditions, term_not(b->tt, condition));
  return is_false ? term_arg(b->tt, t, 2) : TERM_NONE;
}

static term rebuild(const branches *b, term t) {
  term_vec arguments = {0};
  bool is_same = true;
  for (uint32_t i = 0; i < term_arity(b->tt, t); i++) {
    term argument = term_arg(b->tt, t, i);
    vec_push(&arguments, image_of(b, argument));
    is_same &= term_eq(vec_last(&arguments), argument);
  }
  term made = is_same ? t : term_with_args(b->tt, t, arguments.data);
  vec_free(&arguments);
  return made;
}

term branches_take(branches *b, term t) {
  uint32_t done = b->nodes.len;
  term_postorder(b->tt, &t, 1, &b->seen, &b->nodes);
  for (uint32_t i = done; i < b->nodes.len; i++) {
    term node = b->nodes.data[i], branch = branch_of(b, node);
    term image = term_is_none(branch) ? rebuild(b, node) : image_of(b, branch);
    term_map_put(&b->image, node, image.id);
  }
  return image_of(b, t);
}
