// SPDX-License-Identifier: Apache-2.0
// Lists of monomials, sorted, without zeros. All are short, so that insertion
// is as good as anything.
#include "algebra/polynomial.h"

#include <assert.h>
#include <string.h>

#include "base/unreachable.h"
#include "term/walk.h"

enum { MAX_NODES = 400 };

void polynomial_clear(polynomial *p) {
  vec_free(&p->parts);
  *p = (polynomial){0};
}

bool polynomial_is_zero(const polynomial *p) { return p->parts.len == 0; }

static uint64_t cut(const polynomial *p, uint64_t n) {
  assert(p->width >= 1 && p->width <= 64);
  return p->width == 64 ? n : n & ((UINT64_C(1) << p->width) - 1);
}

// --- monomials --------------------------------------------------------------

static int compare(const monomial *a, const monomial *b) {
  for (uint32_t i = 0; i < a->degree && i < b->degree; i++)
    if (a->factors[i].id != b->factors[i].id)
      return a->factors[i].id < b->factors[i].id ? -1 : 1;
  return a->degree == b->degree ? 0 : a->degree < b->degree ? -1 : 1;
}

// The index of the first part that is not before m.
static uint32_t place_of(const polynomial *p, const monomial *m) {
  uint32_t low = 0, high = p->parts.len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (compare(&p->parts.data[middle], m) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void remove_part(polynomial *p, uint32_t i) {
  for (; i + 1 < p->parts.len; i++)
    p->parts.data[i] = p->parts.data[i + 1];
  p->parts.len--;
}

static bool insert_part(polynomial *p, uint32_t at, const monomial *m) {
  if (p->parts.len >= POLYNOMIAL_PARTS)
    return false;
  vec_push(&p->parts, *m);
  for (uint32_t i = p->parts.len - 1; i > at; i--)
    p->parts.data[i] = p->parts.data[i - 1];
  p->parts.data[at] = *m;
  return true;
}

static bool add_monomial(polynomial *p, const monomial *m) {
  uint64_t coefficient = cut(p, m->coefficient);
  if (coefficient == 0)
    return true;
  uint32_t at = place_of(p, m);
  bool is_there = at < p->parts.len && compare(&p->parts.data[at], m) == 0;
  if (!is_there) {
    monomial made = *m;
    made.coefficient = coefficient;
    return insert_part(p, at, &made);
  }
  uint64_t *sum = &p->parts.data[at].coefficient;
  *sum = cut(p, *sum + coefficient);
  if (*sum == 0)
    remove_part(p, at);
  return true;
}

// False: the degree is too large.
static bool multiply(const monomial *a, const monomial *b, monomial *out) {
  if (a->degree + b->degree > POLYNOMIAL_DEGREE)
    return false;
  *out = (monomial){.coefficient = a->coefficient * b->coefficient};
  uint32_t i = 0, j = 0;
  while (i < a->degree || j < b->degree) {
    bool from_a = j == b->degree ||
                  (i < a->degree && a->factors[i].id <= b->factors[j].id);
    out->factors[out->degree++] = from_a ? a->factors[i++] : b->factors[j++];
  }
  return true;
}

polynomial polynomial_copy(const polynomial *p) {
  polynomial copy = {.width = p->width};
  for (uint32_t i = 0; i < p->parts.len; i++)
    vec_push(&copy.parts, p->parts.data[i]);
  return copy;
}

// --- sums and products ------------------------------------------------------

bool polynomial_add(polynomial *p, const polynomial *q, uint64_t times) {
  assert(p->width == q->width && p != q);
  for (uint32_t i = 0; i < q->parts.len; i++) {
    monomial m = q->parts.data[i];
    m.coefficient *= times;
    if (!add_monomial(p, &m))
      return false;
  }
  return true;
}

bool polynomial_add_product(polynomial *p, const monomial *m,
                            const polynomial *q) {
  for (uint32_t i = 0; i < q->parts.len; i++) {
    monomial made;
    if (!multiply(m, &q->parts.data[i], &made) || !add_monomial(p, &made))
      return false;
  }
  return true;
}

static bool add_products(polynomial *p, const polynomial *a,
                         const polynomial *b) {
  for (uint32_t i = 0; i < a->parts.len; i++)
    if (!polynomial_add_product(p, &a->parts.data[i], b))
      return false;
  return true;
}

// --- terms ------------------------------------------------------------------

static bool add_unknown(polynomial *p, term t) {
  monomial m = {.coefficient = 1, .degree = 1, .factors = {t}};
  return add_monomial(p, &m);
}

static bool add_constant(polynomial *p, uint64_t n) {
  monomial m = {.coefficient = n};
  return add_monomial(p, &m);
}

// By how many bits does t shift, as a power of two? A shift by its width or
// more is zero.
static uint64_t shifted_one(const terms *tt, term t) {
  uint64_t by = value_get_u64(term_get_value(tt, term_arg(tt, t, 1)));
  return by < term_width(tt, t) ? UINT64_C(1) << by : 0;
}

// A shift is a product if it is known by how much.
static bool is_ring_operator(const terms *tt, term t) {
  term_kind kind = term_get_kind(tt, t);
  return kind == TERM_BVADD || kind == TERM_BVNEG || kind == TERM_BVNOT ||
         kind == TERM_BVMUL ||
         (kind == TERM_BVSHL && term_is_value(tt, term_arg(tt, t, 1)));
}

static bool make_leaf(const terms *tt, term t, polynomial *out) {
  return term_is_value(tt, t)
             ? add_constant(out, value_get_u64(term_get_value(tt, t)))
             : add_unknown(out, t);
}

// One step of polynomial_of: the arguments of a ring operator have theirs.
static bool make(const terms *tt, term t, const polynomial *a,
                 const polynomial *b, polynomial *out) {
  if (!is_ring_operator(tt, t))
    return make_leaf(tt, t, out);
  assert(a != NULL);
  switch (term_get_kind(tt, t)) {
  case TERM_BVADD:
    return polynomial_add(out, a, 1) && polynomial_add(out, b, 1);
  case TERM_BVNEG:
    return polynomial_add(out, a, UINT64_MAX);
  case TERM_BVNOT: // of n: -n - 1
    return polynomial_add(out, a, UINT64_MAX) && add_constant(out, UINT64_MAX);
  case TERM_BVMUL:
    return add_products(out, a, b);
  case TERM_BVSHL:
    return polynomial_add(out, a, shifted_one(tt, t));
  default:
    UNREACHABLE();
  }
}

// Sums and products below t, arguments first; what they are made of is not
// entered.
static void list_nodes(const terms *tt, term t, term_vec *out) {
  term_vec stack = {0};
  term_set open = {0}, done = {0};
  vec_push(&stack, t);
  while (stack.len > 0 && out->len <= MAX_NODES) {
    term top = vec_last(&stack);
    bool has_arguments = is_ring_operator(tt, top);
    if (has_arguments && term_set_add(&open, top)) {
      for (uint32_t i = 0; i < term_arity(tt, top); i++)
        vec_push(&stack, term_arg(tt, top, i));
      continue;
    }
    (void)vec_pop(&stack);
    if (term_set_add(&done, top))
      vec_push(out, top);
  }
  vec_free(&stack);
  term_set_free(&open);
  term_set_free(&done);
}

static bool is_small_word(const terms *tt, term t) {
  sort s = term_sort(tt, t);
  return sort_get_kind(tt, s) == SORT_BV && sort_width(tt, s) <= 64;
}

static bool make_all(const terms *tt, const term_vec *nodes, polynomial *made) {
  term_map index = {0};
  bool is_small = true;
  for (uint32_t i = 0; i < nodes->len && is_small; i++) {
    term t = nodes->data[i];
    const polynomial *arguments[2] = {NULL, NULL};
    uint32_t count = is_ring_operator(tt, t) ? term_arity(tt, t) : 0;
    assert(count <= 2);
    for (uint32_t j = 0; j < count; j++) {
      uint32_t at = 0;
      term_map_find(&index, term_arg(tt, t, j), &at);
      arguments[j] = &made[at];
    }
    made[i].width = term_width(tt, t);
    is_small = make(tt, t, arguments[0], arguments[1], &made[i]);
    term_map_put(&index, t, i);
  }
  term_map_free(&index);
  return is_small;
}

bool polynomial_of(const terms *tt, term t, polynomial *out) {
  *out = (polynomial){0};
  if (!is_small_word(tt, t))
    return false;
  term_vec nodes = {0};
  list_nodes(tt, t, &nodes);
  VEC(polynomial) made = {0};
  vec_resize(&made, nodes.len);
  for (uint32_t i = 0; i < nodes.len; i++)
    made.data[i] = (polynomial){0};
  bool is_small = nodes.len <= MAX_NODES && make_all(tt, &nodes, made.data);
  if (is_small) {
    *out = vec_last(&made);
    vec_last(&made) = (polynomial){0};
  }
  for (uint32_t i = 0; i < nodes.len; i++)
    polynomial_clear(&made.data[i]);
  vec_free(&made);
  vec_free(&nodes);
  return is_small;
}

term polynomial_term(terms *tt, const polynomial *p) {
  term sum = term_bv(tt, p->width, 0);
  for (uint32_t i = 0; i < p->parts.len; i++) {
    const monomial *m = &p->parts.data[i];
    term product = term_bv(tt, p->width, m->coefficient);
    for (uint32_t k = 0; k < m->degree; k++)
      product = term_bvmul(tt, product, m->factors[k]);
    sum = term_bvadd(tt, sum, product);
  }
  return sum;
}

// --- equations --------------------------------------------------------------

static uint32_t power_of(const monomial *m, term unknown) {
  uint32_t power = 0;
  for (uint32_t i = 0; i < m->degree; i++)
    power += term_eq(m->factors[i], unknown);
  return power;
}

// In how many parts?
static uint32_t occurs(const polynomial *p, term unknown) {
  uint32_t parts = 0;
  for (uint32_t i = 0; i < p->parts.len; i++)
    parts += power_of(&p->parts.data[i], unknown) > 0;
  return parts;
}

// Each step doubles the number of bits that are right.
uint64_t polynomial_inverse(uint64_t odd) {
  assert(odd % 2 == 1);
  uint64_t x = odd;
  for (int i = 0; i < 6; i++)
    x *= 2 - odd * x;
  return x;
}

bool polynomial_solve(const polynomial *p, term *unknown, polynomial *is) {
  const monomial *found = NULL;
  for (uint32_t i = 0; i < p->parts.len; i++) {
    const monomial *m = &p->parts.data[i];
    bool is_candidate = m->degree == 1 && m->coefficient % 2 == 1;
    if (is_candidate && occurs(p, m->factors[0]) == 1 &&
        (found == NULL || m->factors[0].id > found->factors[0].id))
      found = m;
  }
  if (found == NULL)
    return false;
  *unknown = found->factors[0];
  *is = (polynomial){.width = p->width};
  uint64_t times = 0 - polynomial_inverse(found->coefficient);
  for (uint32_t i = 0; i < p->parts.len; i++) {
    monomial m = p->parts.data[i];
    m.coefficient *= times;
    if (&p->parts.data[i] != found)
      add_monomial(is, &m); // has fewer parts than p
  }
  return true;
}

static monomial without(const monomial *m, term unknown) {
  monomial made = {.coefficient = m->coefficient};
  bool is_left_out = false;
  for (uint32_t i = 0; i < m->degree; i++) {
    if (!is_left_out && term_eq(m->factors[i], unknown))
      is_left_out = true;
    else
      made.factors[made.degree++] = m->factors[i];
  }
  return made;
}

bool polynomial_replace(polynomial *p, term unknown, const polynomial *is) {
  assert(p->width == is->width && p != is && !occurs(is, unknown));
  for (uint32_t i = 0; i < p->parts.len;) {
    monomial m = p->parts.data[i];
    if (power_of(&m, unknown) == 0) {
      i++;
      continue;
    }
    remove_part(p, i);
    monomial rest = without(&m, unknown);
    if (!polynomial_add_product(p, &rest, is))
      return false;
    i = 0; // parts were put anywhere
  }
  return true;
}
