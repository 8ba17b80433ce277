// SPDX-License-Identifier: Apache-2.0
// Values of variables from values of the graph's inputs.
//
// Indices of array reads are any literals, whose SAT variables (if they have
// any) need not agree with the inputs, because clauses are written for one
// polarity only. So they are evaluated in the graph, each node once.
#include "sat/bitblast_internal.h"

#include "base/mem.h"

struct bitblast_model {
  bitblast *b;
  bitblast_input_value input;
  void *data;
  VEC(uint8_t) known; // by node: 0 not yet, else 2 + value
  VEC(uint32_t) stack;
};

bitblast_model *bitblast_model_new(bitblast *b, bitblast_input_value input,
                                   void *data) {
  bitblast_model *m = mem_alloc(sizeof *m);
  m->b = b;
  m->input = input;
  m->data = data;
  return m;
}

void bitblast_model_free(bitblast_model *m) {
  if (!m)
    return;
  vec_free(&m->known);
  vec_free(&m->stack);
  mem_free(m);
}

// --- evaluation of literals ----------------------------------------------

// The operand's value is known; else it is put on the stack.
static bool find_operand(bitblast_model *m, aig_lit a, bool *out) {
  uint8_t k = m->known.data[aig_node_of(a)];
  if (k == 0)
    vec_push(&m->stack, aig_node_of(a));
  *out = (k & 1u) != aig_sign(a);
  return k != 0;
}

static void evaluate_node(bitblast_model *m, uint32_t node) {
  const aig *g = m->b->graph;
  bool x = false, y = true;
  if (aig_is_input(g, node)) {
    x = m->input(m->data, aig_make_lit(node, false));
  } else if (aig_is_and(g, node)) {
    bool has_x = find_operand(m, aig_left(g, node), &x);
    bool has_y = find_operand(m, aig_right(g, node), &y);
    if (!has_x || !has_y)
      return; // comes back when they are known
  }
  m->known.data[node] = (uint8_t)(2 + (x && y ? 1 : 0));
}

bool bitblast_model_literal(bitblast_model *m, aig_lit a) {
  if (aig_is_input(m->b->graph, aig_node_of(a))) // the usual case
    return m->input(m->data, aig_abs(a)) != aig_sign(a);
  if (m->known.len < aig_count(m->b->graph))
    vec_resize(&m->known, aig_count(m->b->graph));
  bool result;
  while (!find_operand(m, a, &result))
    while (m->stack.len > 0) {
      uint32_t node = vec_last(&m->stack);
      if (m->known.data[node] == 0)
        evaluate_node(m, node);
      if (m->known.data[node] != 0 && vec_last(&m->stack) == node)
        (void)vec_pop(&m->stack);
    }
  return result;
}

// --- values --------------------------------------------------------------

static value bits_value(bitblast_model *m, sort s, const aig_lit *bits,
                        arena *mem) {
  const terms *tt = m->b->tt;
  if (sort_get_kind(tt, s) == SORT_BOOL)
    return value_bool(bitblast_model_literal(m, bits[0]));
  uint32_t n = sort_width(tt, s);
  if (n <= 64) {
    uint64_t word = 0;
    for (uint32_t i = 0; i < n; i++)
      word |= (uint64_t)bitblast_model_literal(m, bits[i]) << i;
    return value_bv(n, word);
  }
  mpz_t number;
  mpz_init2(number, n);
  for (uint32_t i = 0; i < n; i++)
    if (bitblast_model_literal(m, bits[i]))
      mpz_setbit(number, i);
  value v = value_bv_mpz(mem, n, number);
  mpz_clear(number);
  return v;
}

typedef struct {
  bitblast_model *m;
  arena *mem;
  sort s;
  value array;
} array_job;

// The array with one element changed, at an index of one or more levels.
static value store_at(array_job *j, sort s, value array, const aig_lit *index,
                      const aig_lit *element) {
  const terms *tt = j->m->b->tt;
  sort inner = sort_element(tt, s);
  value at = bits_value(j->m, sort_index(tt, s), index, j->mem);
  value v;
  if (sort_get_kind(tt, inner) == SORT_ARRAY) // as deep as the sort is
    v = store_at(j, inner, value_array_select(array, at),
                 index + bitblast_sort_bits(tt, sort_index(tt, s)), element);
  else
    v = bits_value(j->m, inner, element, j->mem);
  return value_array_store(j->mem, array, at, v);
}

static void take_default(void *data, const aig_lit *index, uint32_t index_bits,
                         const aig_lit *element, uint32_t element_bits) {
  array_job *j = data;
  (void)index, (void)element_bits;
  if (index_bits == 0) {
    sort s = sort_element(j->m->b->tt, j->s);
    value v = bits_value(j->m, s, element, j->mem);
    j->array = value_array_make(j->mem, v);
  }
}

static void take_element(void *data, const aig_lit *index, uint32_t index_bits,
                         const aig_lit *element, uint32_t element_bits) {
  array_job *j = data;
  (void)element_bits;
  if (index_bits > 0)
    j->array = store_at(j, j->s, j->array, index, element);
}

static value array_value(bitblast_model *m, term variable, arena *mem) {
  const terms *tt = m->b->tt;
  sort s = term_sort(tt, variable);
  array_job j = {m, mem, s, sort_default_value(tt, mem, s)};
  array_theory_each_read(m->b->arrays, variable, take_default, &j);
  array_theory_each_read(m->b->arrays, variable, take_element, &j);
  return j.array;
}

value bitblast_model_term(bitblast_model *m, term t, arena *mem) {
  const bitblast *b = m->b;
  uint32_t start = t.id < b->start.len ? b->start.data[t.id] : BITS_NONE;
  if (start == BITS_NONE || start == BITS_BAD || start == BITS_ARRAY)
    return (value){.kind = VALUE_NONE};
  uint32_t at = bitblast_bits_of(m->b, t);
  return bits_value(m, term_sort(b->tt, t), &b->bits.data[at], mem);
}

value bitblast_model_get(bitblast_model *m, term variable, arena *mem) {
  const bitblast *b = m->b;
  assert(term_get_kind(b->tt, variable) == TERM_VARIABLE);
  bool is_array =
      variable.id < b->start.len && b->start.data[variable.id] == BITS_ARRAY;
  return is_array ? array_value(m, variable, mem)
                  : bitblast_model_term(m, variable, mem);
}
