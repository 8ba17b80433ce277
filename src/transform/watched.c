// SPDX-License-Identifier: Apache-2.0
// Each edge that reads an array notes where. An error edge has the condition
// that the witnesses are where it reads itself, or else where the last reads
// were.
// (certify/extension.h checks that such a program is as good as the original.)
#include "transform/watched.h"

#include <assert.h>

#include "base/hmap.h"
#include "term/walk.h"

enum { MOST_READS = 200 };

typedef struct {
  const program *p;
  terms *tt;
  watched *out;
  term_set seen;
  term_vec nodes;
} witnessing;

// --- reads -------------------------------------------------------------------

static term_vec *nodes_of(witnessing *w, const block *b, bool with_values) {
  term_set_clear(&w->seen);
  vec_clear(&w->nodes);
  term_postorder(w->tt, &b->guard, 1, &w->seen, &w->nodes);
  for (uint32_t i = 0; with_values && i < b->assignment_count; i++)
    term_postorder(w->tt, &b->assignments[i].value, 1, &w->seen, &w->nodes);
  return &w->nodes;
}

// The indices that were read last behind what the block reads, the latest
// first. An index counts once as long as no other one is read. Returns whether
// the block reads any.
static bool find_last(witnessing *w, const block *b, bool with_values,
                      term last[MOST_WITNESSES]) {
  const term_vec *nodes = nodes_of(w, b, with_values);
  const program *q = w->out->extended.program;
  bool has_any = false;
  for (uint32_t k = 0; k < w->out->count; k++)
    last[k] = program_variable_term(q, w->out->last[k]);
  for (uint32_t i = 0; i < nodes->len; i++) {
    if (term_get_kind(w->tt, nodes->data[i]) != TERM_SELECT)
      continue;
    term index = term_arg(w->tt, nodes->data[i], 1);
    if (!sort_eq(term_sort(w->tt, index), w->out->index))
      continue;
    term is_again = term_eq_make(w->tt, index, last[0]);
    for (uint32_t k = w->out->count; k-- > 1;)
      last[k] = term_ite(w->tt, is_again, last[k], last[k - 1]);
    last[0] = index;
    has_any = true;
  }
  return has_any;
}

// The sort of indices of most reads.
static bool find_sort(witnessing *w) {
  hmap counts = {0};
  uint64_t most = 0;
  for (uint32_t e = 1; e <= program_edge_count(w->p); e++) {
    const term_vec *nodes =
        nodes_of(w, program_edge_block(w->p, (edge){e}), true);
    for (uint32_t i = 0; i < nodes->len; i++) {
      if (term_get_kind(w->tt, nodes->data[i]) != TERM_SELECT)
        continue;
      sort s = term_sort(w->tt, term_arg(w->tt, nodes->data[i], 1));
      const uint64_t *known = hmap_find(&counts, s.id);
      uint64_t count = known == NULL ? 1 : *known + 1;
      hmap_put(&counts, s.id, count);
      if (count > most && sort_get_kind(w->tt, s) == SORT_BV) {
        most = count;
        w->out->index = s;
      }
    }
  }
  hmap_free(&counts);
  return most > 0;
}

// --- the program -------------------------------------------------------------

static var add_variable(witnessing *w) {
  var_info info = {.sort = w->out->index, .type = {TYPE_UNSIGNED, NULL}};
  return program_add_variable(w->out->extended.program, &info);
}

static void copy_error(witnessing *w, edge e) {
  const program *q = w->out->extended.program;
  term last[MOST_WITNESSES], is_witness = term_true(w->tt);
  find_last(w, program_edge_block(w->p, e), false, last);
  for (uint32_t k = 0; k < w->out->count; k++) {
    term witness = program_variable_term(q, w->out->witness[k]);
    is_witness =
        term_and(w->tt, is_witness, term_eq_make(w->tt, last[k], witness));
  }
  extended_add_edge(&w->out->extended, w->p, e, is_witness, NULL, 0);
}

static void copy_edge(witnessing *w, edge e) {
  term last[MOST_WITNESSES];
  assignment records[MOST_WITNESSES];
  bool has_any = find_last(w, program_edge_block(w->p, e), true, last);
  for (uint32_t k = 0; k < w->out->count; k++)
    records[k] = (assignment){w->out->last[k], last[k]};
  extended_add_edge(&w->out->extended, w->p, e, term_true(w->tt), records,
                    has_any ? w->out->count : 0);
}

bool watched_make(const program *p, uint32_t count, watched *out) {
  assert(count > 0 && count <= MOST_WITNESSES);
  *out = (watched){.count = count};
  witnessing w = {.p = p, .tt = program_terms(p), .out = out};
  bool has_any = find_sort(&w);
  if (has_any) {
    extended_init(&out->extended, p);
    for (uint32_t k = 0; k < count; k++)
      out->witness[k] = add_variable(&w);
    for (uint32_t k = 0; k < count; k++)
      out->last[k] = add_variable(&w);
    for (uint32_t i = 1; i <= program_edge_count(p); i++) {
      edge e = {i};
      if (program_kind(p, program_edge_to(p, e)) == LOC_ERROR)
        copy_error(&w, e);
      else
        copy_edge(&w, e);
    }
  }
  term_set_free(&w.seen);
  vec_free(&w.nodes);
  return has_any;
}

term watched_index_variable(const program *p, term index, term *offset) {
  const terms *tt = program_terms(p);
  *offset = TERM_NONE;
  if (term_get_kind(tt, index) == TERM_BVADD &&
      term_is_value(tt, term_arg(tt, index, 1))) {
    *offset = term_arg(tt, index, 1);
    index = term_arg(tt, index, 0);
  }
  return program_variable_of(p, index).id != 0 ? index : TERM_NONE;
}

static bool is_of_pair(const program *p, term a, term b) {
  term offset, v = watched_index_variable(p, a, &offset);
  return !term_eq(a, b) && v.id != 0 && term_occurs(program_terms(p), v, b);
}

bool watched_has_pairs(const program *p, const watched *w) {
  const terms *tt = program_terms(p);
  term_set seen = {0};
  term_vec nodes = {0}, indices = {0};
  for (uint32_t e = 1; e <= program_edge_count(p); e++) {
    const block *b = program_edge_block(p, (edge){e});
    term_postorder(tt, &b->guard, 1, &seen, &nodes);
    for (uint32_t i = 0; i < b->assignment_count; i++)
      term_postorder(tt, &b->assignments[i].value, 1, &seen, &nodes);
  }
  for (uint32_t i = 0; i < nodes.len && indices.len < MOST_READS; i++)
    if (term_get_kind(tt, nodes.data[i]) == TERM_SELECT &&
        sort_eq(term_sort(tt, term_arg(tt, nodes.data[i], 1)), w->index))
      vec_push(&indices, term_arg(tt, nodes.data[i], 1));
  bool has_any = false;
  for (uint32_t i = 0; i < indices.len && !has_any; i++)
    for (uint32_t k = 0; k < indices.len && !has_any; k++)
      has_any = is_of_pair(p, indices.data[i], indices.data[k]);
  term_set_free(&seen);
  vec_free(&nodes);
  vec_free(&indices);
  return has_any;
}

void watched_clear(watched *w) { extended_clear(&w->extended); }
