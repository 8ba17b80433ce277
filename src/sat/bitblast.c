// SPDX-License-Identifier: Apache-2.0
// From terms to literals, one term at a time in topological order.
//
// Every term owns a run of literals in one growing array; b->start says where.
// Operations that only rearrange bits copy them. A bit-vector negation is put
// off until somebody needs its bits, because its usual user, the subtraction
// a + -b, needs only those of b. Quotient and remainder of the same operands
// come from one divider.
#include "sat/bitblast_internal.h"

#include "base/mem.h"
#include "base/unreachable.h"
#include "sat/circuit.h"
#include "sat/summing.h"

bitblast *bitblast_new(const terms *tt, aig *g) {
  bitblast *b = mem_alloc(sizeof *b);
  b->tt = tt;
  b->graph = g;
  vec_push(&b->bits, AIG_FALSE);
  b->arrays = array_theory_new(b);
  assert(g->inputs.len == 0);
  return b;
}

void bitblast_free(bitblast *b) {
  if (!b)
    return;
  array_theory_free(b->arrays);
  summing_free(b->summing);
  term_set_free(&b->seen);
  vec_free(&b->order);
  vec_free(&b->start);
  vec_free(&b->bits);
  vec_free(&b->origins);
  vec_free(&b->constraints);
  hmap_free(&b->divisions);
  hmap_free(&b->signed_divisions);
  vec_free(&b->products);
  term_map_free(&b->product_of);
  mem_free(b);
}

const char *bitblast_reason(const bitblast *b) { return b->reason; }
const char *bitblast_broken(const bitblast *b) { return b->broken; }

const aig_lit *bitblast_constraints(const bitblast *b, uint32_t *n) {
  *n = b->constraints.len;
  return b->constraints.data;
}

bitblast_origin bitblast_input_origin(const bitblast *b, uint32_t index) {
  assert(index < b->origins.len);
  return b->origins.data[index];
}

uint32_t bitblast_sort_bits(const terms *tt, sort s) {
  switch (sort_get_kind(tt, s)) {
  case SORT_BOOL:
    return 1;
  case SORT_BV:
    return sort_width(tt, s);
  case SORT_INT:
  case SORT_REAL:
  case SORT_ARRAY:
    return 0;
  }
  UNREACHABLE();
}

uint32_t bitblast_alloc(bitblast *b, uint32_t n) {
  uint32_t start = b->bits.len;
  assert(start < BITS_ARRAY - n);
  vec_resize(&b->bits, start + n);
  return start;
}

uint32_t bitblast_alloc_inputs(bitblast *b, uint32_t n, term variable,
                               bool is_element) {
  uint32_t start = bitblast_alloc(b, n);
  for (uint32_t i = 0; i < n; i++) {
    b->bits.data[start + i] = aig_input(b->graph);
    vec_push(&b->origins, ((bitblast_origin){variable, i, is_element}));
  }
  assert(b->origins.len == b->graph->inputs.len);
  return start;
}

uint32_t bitblast_bits_of(bitblast *b, term t) {
  uint32_t *start = &b->start.data[t.id];
  if (*start == BITS_LATER) {
    uint32_t n = term_width(b->tt, t);
    uint32_t from = bitblast_bits_of(b, term_arg(b->tt, t, 0));
    uint32_t to = bitblast_alloc(b, n);
    circuit_negate_if(b->graph, AIG_TRUE, &b->bits.data[from], n,
                      &b->bits.data[to]);
    *start = to;
  }
  assert(*start != BITS_NONE && *start < BITS_ARRAY);
  return *start;
}

// --- one term ------------------------------------------------------------

// A term being translated: where its operands and its own bits are. Pointers
// are made from it only when nothing is allocated any more.
typedef struct {
  bitblast *b;
  term t;
  uint32_t n; // bits of the result
  uint32_t out;
  uint32_t arg[3]; // of the first three arguments
  uint32_t arg_n;  // bits of the first argument
} job;

static aig_lit *job_out(const job *j) { return &j->b->bits.data[j->out]; }

static const aig_lit *job_arg(const job *j, uint32_t i) {
  assert(i < 3);
  return &j->b->bits.data[j->arg[i]];
}

static void blast_value(const job *j) {
  value v = term_get_value(j->b->tt, j->t);
  if (v.kind == VALUE_BOOL) {
    job_out(j)[0] = aig_bool(value_is_true(v));
    return;
  }
  for (uint32_t i = 0; i < j->n; i++)
    job_out(j)[i] = aig_bool(value_bv_bit(v, i));
}

// And, or: the only operators with any number of arguments.
static void blast_junction(const job *j, bool is_or) {
  uint32_t flip = is_or ? 1 : 0;
  aig_lit all = AIG_TRUE;
  for (uint32_t i = 0; i < term_arity(j->b->tt, j->t); i++) {
    uint32_t at = bitblast_bits_of(j->b, term_arg(j->b->tt, j->t, i));
    all = aig_and(j->b->graph, all, j->b->bits.data[at] ^ flip);
  }
  job_out(j)[0] = all ^ flip;
}

static void blast_bitwise(const job *j, term_kind kind) {
  const aig_lit *x = job_arg(j, 0), *y = job_arg(j, 1);
  aig *g = j->b->graph;
  for (uint32_t i = 0; i < j->n; i++)
    job_out(j)[i] = kind == TERM_BVAND  ? aig_and(g, x[i], y[i])
                    : kind == TERM_BVOR ? aig_or(g, x[i], y[i])
                                        : aig_xor(g, x[i], y[i]);
}

static bool is_later(const bitblast *b, term t) {
  return b->start.data[t.id] == BITS_LATER;
}

// Arguments may be negations that have no bits: then subtract.
static void blast_add(job *j) {
  bitblast *b = j->b;
  term x = term_arg(b->tt, j->t, 0), y = term_arg(b->tt, j->t, 1);
  if (is_later(b, x) && !is_later(b, y)) {
    term swap = x;
    x = y;
    y = swap;
  }
  bool subtract = is_later(b, y);
  if (subtract)
    y = term_arg(b->tt, y, 0);
  j->arg[0] = bitblast_bits_of(b, x);
  j->arg[1] = bitblast_bits_of(b, y);
  j->out = bitblast_alloc(b, j->n);
  if (subtract)
    circuit_subtract(b->graph, job_arg(j, 0), job_arg(j, 1), j->n, job_out(j));
  else
    circuit_add(b->graph, job_arg(j, 0), job_arg(j, 1), AIG_FALSE, j->n,
                job_out(j));
}

// Quotient and remainder stand side by side and are made together.
static void blast_division(job *j, bool is_signed, bool remainder) {
  bitblast *b = j->b;
  hmap *known = is_signed ? &b->signed_divisions : &b->divisions;
  uint64_t key = hmap_pair(j->arg[0], j->arg[1]);
  uint64_t *found = hmap_find(known, key);
  uint32_t at = found ? (uint32_t)*found : bitblast_alloc(b, 2 * j->n);
  if (!found) {
    hmap_put(known, key, at);
    aig_lit *both = &b->bits.data[at];
    aig_lit fact = (is_signed ? circuit_divide_signed : circuit_divide)(
        b->graph, job_arg(j, 0), job_arg(j, 1), j->n, both, both + j->n);
    if (fact != AIG_TRUE)
      vec_push(&b->constraints, fact);
  }
  j->out = remainder ? at + j->n : at;
}

static void blast_concat(const job *j) {
  uint32_t low = term_width(j->b->tt, term_arg(j->b->tt, j->t, 1));
  for (uint32_t i = 0; i < j->n; i++)
    job_out(j)[i] = i < low ? job_arg(j, 1)[i] : job_arg(j, 0)[i - low];
}

static void blast_extension(const job *j, bool is_signed) {
  const aig_lit *x = job_arg(j, 0);
  aig_lit fill = is_signed ? x[j->arg_n - 1] : AIG_FALSE;
  for (uint32_t i = 0; i < j->n; i++)
    job_out(j)[i] = i < j->arg_n ? x[i] : fill;
}

static void blast_not(const job *j) {
  for (uint32_t i = 0; i < j->n; i++)
    job_out(j)[i] = aig_not(job_arg(j, 0)[i]);
}

// --- products ------------------------------------------------------------

static uint32_t count_inconstant(const aig_lit *bits, uint32_t n) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < n; i++)
    count += bits[i] != AIG_FALSE && bits[i] != AIG_TRUE;
  return count;
}

// Bits of one operand times bits of the other.
static uint32_t product_size(const bitblast *b, uint32_t x, uint32_t y,
                             uint32_t n) {
  return count_inconstant(&b->bits.data[x], n) *
         count_inconstant(&b->bits.data[y], n);
}

// Is the multiplier so large that it should wait until it is needed?
static bool is_large_product(const job *j) {
  enum { SMALL_PRODUCT = 200 };
  return product_size(j->b, j->arg[0], j->arg[1], j->n) > SMALL_PRODUCT;
}

static void leave_product_open(job *j) {
  bitblast *b = j->b;
  j->out = bitblast_alloc_inputs(b, j->n, TERM_NONE, false);
  term_map_put(&b->product_of, j->t, b->products.len);
  vec_push(&b->products,
           ((lazy_product){j->out, j->arg[0], j->arg[1], j->n, true}));
  b->open_products++;
}

static lazy_product *find_open(const bitblast *b, term t) {
  uint32_t at;
  bool is_open = term_map_find(&b->product_of, t, &at) &&
                 b->products.data[at].is_open;
  return is_open ? &b->products.data[at] : NULL;
}

void bitblast_set_lazy_products(bitblast *b) { b->has_lazy_products = true; }

bool bitblast_has_open_products(const bitblast *b) {
  return b->open_products > 0;
}

bool bitblast_is_open_product(const bitblast *b, term t) {
  return find_open(b, t) != NULL;
}

uint32_t bitblast_product_size(const bitblast *b, term t) {
  const lazy_product *p = find_open(b, t);
  assert(p != NULL);
  return product_size(b, p->x, p->y, p->n);
}

void bitblast_make_product(bitblast *b, term t) {
  lazy_product *p = find_open(b, t);
  assert(p != NULL);
  uint32_t made = bitblast_alloc(b, p->n);
  const aig_lit *bits = b->bits.data;
  circuit_multiply(b->graph, &bits[p->x], &bits[p->y], p->n,
                   &b->bits.data[made]);
  aig_lit is_same =
      circuit_equal(b->graph, &bits[p->out], &bits[made], p->n);
  vec_push(&b->constraints, is_same);
  p->is_open = false;
  b->open_products--;
}

// Terms whose bits are those of another place, or that allocate by themselves.
// False: none of these.
static bool blast_placed(job *j, term_kind kind) {
  bitblast *b = j->b;
  switch (kind) {
  case TERM_VARIABLE:
    j->out = bitblast_alloc_inputs(b, j->n, j->t, false);
    return true;
  case TERM_EXTRACT:
    j->out = j->arg[0] + term_param(b->tt, j->t, 1);
    return true;
  case TERM_BVUDIV:
  case TERM_BVUREM:
    blast_division(j, false, kind == TERM_BVUREM);
    return true;
  case TERM_BVSDIV:
  case TERM_BVSREM:
    blast_division(j, true, kind == TERM_BVSREM);
    return true;
  case TERM_SELECT:
    j->out = array_theory_select(b->arrays, j->t);
    return true;
  case TERM_BVMUL:
    if (!b->has_lazy_products || !is_large_product(j))
      return false;
    leave_product_open(j);
    return true;
  default:
    return false;
  }
}

static aig_lit blast_comparison(const job *j, term_kind kind) {
  aig *g = j->b->graph;
  const aig_lit *x = job_arg(j, 0), *y = job_arg(j, 1);
  switch (kind) {
  case TERM_EQ:
    return circuit_equal(g, x, y, j->arg_n);
  case TERM_BVULT:
    return circuit_less(g, x, y, j->arg_n);
  case TERM_BVULE:
    return aig_not(circuit_less(g, y, x, j->arg_n));
  case TERM_BVSLT:
    return circuit_less_signed(g, x, y, j->arg_n);
  case TERM_BVSLE:
    return aig_not(circuit_less_signed(g, y, x, j->arg_n));
  default:
    UNREACHABLE();
  }
}

static void blast_word(job *j, term_kind kind) {
  aig *g = j->b->graph;
  const aig_lit *x = job_arg(j, 0), *y = job_arg(j, 1);
  switch (kind) {
  case TERM_VALUE:
    blast_value(j);
    return;
  case TERM_ITE:
    circuit_mux(g, x[0], y, job_arg(j, 2), j->n, job_out(j));
    return;
  case TERM_NOT:
  case TERM_BVNOT:
    blast_not(j);
    return;
  case TERM_BVAND:
  case TERM_BVOR:
  case TERM_BVXOR:
    blast_bitwise(j, kind);
    return;
  case TERM_BVMUL:
    circuit_multiply(g, x, y, j->n, job_out(j));
    return;
  case TERM_BVSHL:
    circuit_shift(g, CIRCUIT_SHL, x, y, j->n, job_out(j));
    return;
  case TERM_BVLSHR:
    circuit_shift(g, CIRCUIT_LSHR, x, y, j->n, job_out(j));
    return;
  case TERM_BVASHR:
    circuit_shift(g, CIRCUIT_ASHR, x, y, j->n, job_out(j));
    return;
  case TERM_CONCAT:
    blast_concat(j);
    return;
  case TERM_ZERO_EXTEND:
  case TERM_SIGN_EXTEND:
    blast_extension(j, kind == TERM_SIGN_EXTEND);
    return;
  default:
    job_out(j)[0] = blast_comparison(j, kind);
  }
}

// --- all terms -----------------------------------------------------------

// Makes sure that the arguments have bits, and says where.
static void place_arguments(job *j) {
  const terms *tt = j->b->tt;
  uint32_t arity = term_arity(tt, j->t);
  for (uint32_t i = 0; i < arity && i < 3; i++) {
    term x = term_arg(tt, j->t, i);
    if (sort_get_kind(tt, term_sort(tt, x)) == SORT_ARRAY)
      continue;
    j->arg[i] = bitblast_bits_of(j->b, x);
    if (i == 0)
      j->arg_n = bitblast_sort_bits(tt, term_sort(tt, x));
  }
}

static uint32_t blast_anew(bitblast *b, term t, term_kind kind) {
  job j = {.b = b, .t = t, .n = bitblast_sort_bits(b->tt, term_sort(b->tt, t))};
  assert(j.n > 0);
  if (kind == TERM_BVADD) {
    blast_add(&j);
    return j.out;
  }
  if (kind == TERM_AND || kind == TERM_OR) {
    j.out = bitblast_alloc(b, 1);
    blast_junction(&j, kind == TERM_OR);
    return j.out;
  }
  place_arguments(&j);
  if (!blast_placed(&j, kind)) {
    j.out = bitblast_alloc(b, j.n);
    blast_word(&j, kind);
  }
  return j.out;
}

static uint32_t blast_bits(bitblast *b, term t, term_kind kind) {
  if (b->summing == NULL)
    return blast_anew(b, t, kind);
  uint32_t at = summing_find(b->summing, t);
  if (at == BITS_NONE) {
    at = blast_anew(b, t, kind);
    summing_note(b->summing, t, at);
  }
  return at;
}

static uint32_t fail(bitblast *b, const char *reason) {
  b->reason = reason;
  return BITS_BAD;
}

static bool has_bad_argument(const bitblast *b, term t) {
  for (uint32_t i = 0; i < term_arity(b->tt, t); i++)
    if (b->start.data[term_arg(b->tt, t, i).id] == BITS_BAD)
      return true;
  return false;
}

static uint32_t blast_array_equality(bitblast *b, term t) {
  aig_lit equal;
  if (!array_theory_equal(b->arrays, t, &equal))
    return BITS_BAD;
  uint32_t out = bitblast_alloc(b, 1);
  b->bits.data[out] = equal;
  return out;
}

static uint32_t blast_negation(bitblast *b, term t) {
  // At most one negation in a row is put off, so nothing recurs deeply.
  bitblast_bits_of(b, term_arg(b->tt, t, 0));
  return BITS_LATER;
}

static uint32_t blast_term(bitblast *b, term t) {
  term_kind kind = term_get_kind(b->tt, t);
  sort s = term_sort(b->tt, t);
  if (has_bad_argument(b, t))
    return BITS_BAD;
  switch (sort_get_kind(b->tt, s)) {
  case SORT_INT:
    return fail(b, "integers need --solver z3");
  case SORT_REAL:
    return fail(b, "reals need --solver z3");
  case SORT_ARRAY:
    return array_theory_add(b->arrays, t) ? BITS_ARRAY : BITS_BAD;
  case SORT_BOOL:
  case SORT_BV:
    break;
  }
  if (kind == TERM_EQ) {
    sort arg_sort = term_sort(b->tt, term_arg(b->tt, t, 0));
    if (sort_get_kind(b->tt, arg_sort) == SORT_ARRAY)
      return blast_array_equality(b, t);
  }
  return kind == TERM_BVNEG ? blast_negation(b, t) : blast_bits(b, t, kind);
}

// Polled after some work, counted in nodes, terms and steps of array reads: a
// multiplication alone makes thousands of nodes, a read may pass as many
// stores.
static bool must_stop(bitblast *b) {
  enum { POLL_WORK = 20000, TERM_WORK = 100 };
  uint32_t work = aig_count(b->graph) + TERM_WORK * b->done + b->read_work;
  if (!b->stop || work - b->polled_at < POLL_WORK)
    return false;
  b->polled_at = work;
  return b->stop(b->stop_data);
}

// Translates what waits in b->order; false: stopped.
static bool translate_waiting(bitblast *b) {
  if (b->done < b->order.len)
    vec_resize(&b->start, terms_count(b->tt));
  for (; b->done < b->order.len; b->done++) {
    if (must_stop(b))
      return false;
    term t = b->order.data[b->done];
    uint32_t start = blast_term(b, t);
    b->start.data[t.id] = start;
  }
  vec_clear(&b->order);
  b->done = 0;
  return true;
}

bool bitblast_formula(bitblast *b, term t, aig_lit *out) {
  assert(term_is_bool(b->tt, t));
  term_postorder(b->tt, &t, 1, &b->seen, &b->order);
  b->stopped = !translate_waiting(b);
  if (b->stopped) {
    b->reason = "stopped";
    return false;
  }
  uint32_t start = b->start.data[t.id];
  assert(start != BITS_NONE);
  if (start == BITS_BAD)
    return false;
  *out = b->bits.data[start];
  return true;
}

void bitblast_set_stop(bitblast *b, bool (*stop)(void *data), void *data) {
  b->stop = stop;
  b->stop_data = data;
}

bool bitblast_is_stopped(const bitblast *b) { return b->stopped; }

void bitblast_set_summing(bitblast *b) {
  assert(b->bits.len == 1 && b->summing == NULL);
  b->summing = summing_new(b);
}

void bitblast_set_lazy(bitblast *b) { array_theory_set_lazy(b->arrays); }

bool bitblast_is_partial(const bitblast *b) {
  return array_theory_is_partial(b->arrays);
}

uint32_t bitblast_refine(bitblast *b, bitblast_model *m) {
  return array_theory_refine(b->arrays, m);
}
