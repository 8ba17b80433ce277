// SPDX-License-Identifier: Apache-2.0
// What errors depend on is seldom a number like any other. So half of the
// draws are small, some are at the ends of the range, some are constants of the
// program or next to one, and some are of a random length in bits: as often of
// twenty bits as of thirty. Floats are mostly small numbers or of a size that
// people write.
//
// Runs differ in kind: in half of them nearly all inputs are from a few small
// numbers, others in each run, because a machine that knows six commands stops
// at the seventh (A. Groce, C. Zhang, E. Eide, Y. Chen, J. Regehr: "Swarm
// Testing", ISSTA 2012). In a quarter an input keeps its first value, because a
// loop that reads a hundred thousand values and wants none of them to be equal
// to another one is not passed by chance.
//
// For programs that read text there may be two more kinds: bytes that the
// program mentions are among the few, since what reads text wants a comma now
// and then; and an input keeps each value for a while, since a line that is too
// long is rarely made of different letters.
#include "program/draw.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "term/walk.h"

enum { MOST_CONSTANTS = 4096 };

// George Marsaglia: "Xorshift RNGs" (Journal of Statistical Software, 2003).
static uint64_t draw(draws *d) {
  d->state ^= d->state << 13;
  d->state ^= d->state >> 7;
  d->state ^= d->state << 17;
  return d->state;
}

// --- constants of the program -----------------------------------------------

static void collect_roots(const program *p, term_vec *roots) {
  for (uint32_t i = 1; i <= program_edge_count(p); i++) {
    const block *b = program_edge_block(p, (edge){i});
    vec_push(roots, b->guard);
    for (uint32_t j = 0; j < b->assignment_count; j++)
      vec_push(roots, b->assignments[j].value);
  }
}

static bool is_word(const terms *tt, term t) {
  value v = term_is_value(tt, t) ? term_get_value(tt, t) : value_bool(false);
  return (v.kind == VALUE_BV || v.kind == VALUE_INT) && !v.is_big;
}

static void note_constant(draws *d, uint64_t n) {
  if (d->constants.len < MOST_CONSTANTS)
    vec_push(&d->constants, n);
  bool is_new = n >= DRAWS_FEW && n <= UINT8_MAX;
  for (uint32_t i = 0; i < d->bytes.len; i++)
    is_new = is_new && d->bytes.data[i] != n;
  if (is_new)
    vec_push(&d->bytes, n);
}

static void collect_constants(draws *d) {
  const terms *tt = program_terms(d->program);
  term_vec roots = {0}, nodes = {0};
  term_set seen = {0};
  collect_roots(d->program, &roots);
  term_postorder(tt, roots.data, roots.len, &seen, &nodes);
  for (uint32_t i = 0; i < nodes.len; i++)
    if (is_word(tt, nodes.data[i]))
      note_constant(d, term_get_value(tt, nodes.data[i]).bits);
  term_set_free(&seen);
  vec_free(&roots);
  vec_free(&nodes);
}

static void find_outside(draws *d) {
  for (uint32_t i = 0; i < program_object_count(d->program); i++)
    if (program_object(d->program, i)->is_outside)
      d->outside = program_object(d->program, i)->start;
}

void draws_init(draws *d, const program *p, uint64_t seed) {
  assert(p != NULL);
  *d = (draws){.program = p, .state = seed * 2 + 1};
  collect_constants(d);
  find_outside(d);
}

void draws_clear(draws *d) {
  vec_free(&d->constants);
  vec_free(&d->bytes);
  hmap_free(&d->kept);
}

// One of the few.
static uint64_t draw_few(draws *d, bool has_bytes) {
  uint64_t n = draw(d);
  return has_bytes && n >> 63 != 0
             ? d->bytes.data[(n & UINT32_MAX) % d->bytes.len]
             : n % DRAWS_FEW;
}

// About how often in a row an input has the same value; 0: it is not for long.
static uint64_t draw_rounds(draws *d) {
  uint64_t n = d->likes_text && d->is_keeping ? draw(d) : 0;
  return n >> 63 != 0 ? UINT64_C(4) << n % 5 : 0;
}

void draws_start_run(draws *d) {
  hmap_clear(&d->kept);
  uint64_t kind = draw(d) >> 62;
  d->is_keeping = kind == 0;
  d->rounds = draw_rounds(d);
  bool has_few = kind >= 2 || d->rounds > 0;
  bool has_bytes = d->likes_text && kind != 2 && d->bytes.len > 0;
  d->few_count = has_few ? 1 + draw(d) % DRAWS_FEW : 0;
  for (uint32_t i = 0; i < d->few_count; i++)
    d->few[i] = draw_few(d, has_bytes);
}

// --- pointers ---------------------------------------------------------------

// Contents of memory that holds pointers have their type, too, but are arrays.
static bool is_pointer(const draws *d, term input) {
  const terms *tt = program_terms(d->program);
  const input_info *info = program_input(d->program, input);
  return info != NULL && info->type.kind == TYPE_POINTER &&
         sort_get_kind(tt, term_sort(tt, input)) == SORT_BV;
}

// Null, or what is far from null and from other such memory. A pointer from
// outside that leads elsewhere is none that the program can get.
static uint64_t draw_pointer(draws *d) {
  uint64_t n = draw(d);
  return d->outside + (n >> 61 == 0 ? 0 : (1 + n % DRAWS_FEW) << 16);
}

// --- values -----------------------------------------------------------------

// Bits above the width are cut off by the caller.
static uint64_t draw_bits(draws *d, uint32_t width) {
  assert(width > 0 && width <= 64);
  uint64_t n = draw(d);
  if (d->few_count > 0 && n >> 60 != 0)
    return d->few[n % d->few_count];
  n = draw(d);
  switch (n >> 61) {
  case 0:
    return draw(d) >> (64 - width) >> (n % width);
  case 1:
    return 0 - (n & 7);
  case 2:
    return n & 0xff;
  case 3:
    if (d->constants.len > 0)
      return d->constants.data[draw(d) % d->constants.len] + n % 3 - 1;
    return n & 0xffff;
  default:
    return n & 7;
  }
}

// The bits of a number that is no integer of its width would be a subnormal
// float, or none: floats are drawn as numbers.
static double draw_real(draws *d) {
  uint64_t n = draw(d);
  double small = (double)(int64_t)(n % 33) - 16;
  double fraction = (double)(draw(d) >> 11) * 0x1p-53;
  switch (n >> 62) {
  case 0:
    return small;
  case 1:
    return small / 10;
  case 2:
    return small * fraction;
  default: // of any length, with or without a fraction
    return ldexp(n % 2 == 0 ? fraction : -fraction, (int)(n >> 8 & 127) - 32);
  }
}

// Infinities, NaNs and constants come from bits.
static uint64_t draw_float(draws *d, uint32_t width) {
  uint64_t n = draw(d), bits = 0;
  if (n % 4 == 0) {
    uint64_t word = draw(d);
    bool has_constants = d->constants.len > 0;
    return has_constants && n >> 63 != 0
               ? d->constants.data[word % d->constants.len]
               : word;
  }
  double real = draw_real(d);
  float single = (float)real;
  if (width == 32)
    memcpy(&bits, &single, sizeof single);
  else
    memcpy(&bits, &real, sizeof real);
  return bits;
}

static bool is_float(const draws *d, term input) {
  const terms *tt = program_terms(d->program);
  const input_info *info = program_input(d->program, input);
  sort s = term_sort(tt, input);
  return info != NULL && info->type.kind == TYPE_FLOAT &&
         sort_get_kind(tt, s) == SORT_BV &&
         (sort_width(tt, s) == 32 || sort_width(tt, s) == 64);
}

static value draw_value(draws *d, sort s, arena *mem) {
  const terms *tt = program_terms(d->program);
  sort_kind kind = sort_get_kind(tt, s);
  if (kind == SORT_BOOL)
    return value_bool(draw(d) >> 63);
  if (kind == SORT_BV && sort_width(tt, s) <= 64)
    return value_bv(sort_width(tt, s), draw_bits(d, sort_width(tt, s)));
  if (kind == SORT_INT)
    return value_int((int64_t)draw_bits(d, 64));
  return sort_default_value(tt, mem, s);
}

value draws_input(draws *d, term input, arena *mem) {
  const terms *tt = program_terms(d->program);
  sort s = term_sort(tt, input);
  if (d->outside != 0 && is_pointer(d, input))
    return value_bv(sort_width(tt, s), draw_pointer(d));
  value v = is_float(d, input)
                ? value_bv(sort_width(tt, s), draw_float(d, sort_width(tt, s)))
                : draw_value(d, s, mem);
  bool has_bits = sort_get_kind(tt, s) != SORT_ARRAY && !v.is_big;
  if (!d->is_keeping || !has_bits)
    return v;
  uint64_t *kept = hmap_find(&d->kept, input.id);
  if (kept == NULL || (d->rounds > 0 && draw(d) % d->rounds == 0))
    hmap_put(&d->kept, input.id, v.bits);
  else
    v.bits = *kept;
  return v;
}

bool draws_is_word(const draws *d, term input) {
  const terms *tt = program_terms(d->program);
  sort s = term_sort(tt, input);
  sort_kind kind = sort_get_kind(tt, s);
  return kind == SORT_BOOL || kind == SORT_INT ||
         (kind == SORT_BV && sort_width(tt, s) <= 64);
}

uint64_t draws_word(draws *d, term input) {
  assert(draws_is_word(d, input));
  return draws_input(d, input, NULL).bits;
}

value draws_value_of(const draws *d, term input, uint64_t bits) {
  assert(draws_is_word(d, input));
  const terms *tt = program_terms(d->program);
  sort s = term_sort(tt, input);
  switch (sort_get_kind(tt, s)) {
  case SORT_BOOL:
    return value_bool(bits & 1);
  case SORT_INT:
    return value_int((int64_t)bits);
  default:
    return value_bv(sort_width(tt, s), bits);
  }
}

uint64_t draws_number(draws *d) { return draw(d); }
