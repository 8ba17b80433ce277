// SPDX-License-Identifier: Apache-2.0
// Which inputs are tried again, and how they are changed.
//
// Of a few kept inputs that are picked at random, the one on which least was
// spent is changed a few times: it gets a value that a comparison asked for,
// single values are drawn anew, moved a little or copied, stretches of values
// are removed, doubled, made equal, or replaced by stretches of other kept
// inputs. A changed run may ask for inputs in another order than the plan has
// them: values of other inputs are then passed over.
#include "engine/run/corpus.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/unreachable.h"

enum {
  MOST_VALUES = 1 << 14, // of one that is kept
  MOST_SIZE = 1 << 21,   // values of all
  PICKS = 3,             // the least chosen one of so many
  FEW_VALUES = 8,        // fewer count as so many
  LONGEST_STRETCH = 16,
  MOST_CHANGES = 8,
  FRESH_EVERY = 8, // one run in so many has no plan
  AHEAD = 16       // values of other inputs that a run may pass over
};

void corpus_init(corpus *c, draws *d) { *c = (corpus){.draws = d}; }

void corpus_clear(corpus *c) {
  for (uint32_t i = 0; i < c->kept.len; i++) {
    mem_free(c->kept.data[i].values);
    vec_free(&c->kept.data[i].wishes);
  }
  vec_free(&c->kept);
  vec_free(&c->plan);
  vec_free(&c->given);
}

static uint32_t below(corpus *c, uint32_t n) {
  assert(n > 0);
  return (uint32_t)(draws_number(c->draws) % n);
}

// --- changes -----------------------------------------------------------------

// A stretch of the plan, or of kept inputs: not empty.
typedef struct {
  uint32_t from, count;
} stretch;

static stretch pick_stretch(corpus *c, uint32_t len) {
  assert(len > 0);
  uint32_t from = below(c, len);
  uint32_t most = len - from < LONGEST_STRETCH ? len - from : LONGEST_STRETCH;
  return (stretch){from, 1 + below(c, most)};
}

static void remove_stretch(corpus *c, stretch s) {
  fed *data = c->plan.data;
  uint32_t behind = s.from + s.count;
  assert(behind <= c->plan.len);
  memmove(data + s.from, data + behind, (c->plan.len - behind) * sizeof *data);
  c->plan.len -= s.count;
}

// Makes room for s.count values at 'at', which the caller fills.
static void open_gap(corpus *c, uint32_t at, uint32_t count) {
  uint32_t len = c->plan.len;
  vec_resize(&c->plan, len + count);
  fed *data = c->plan.data;
  memmove(data + at + count, data + at, (len - at) * sizeof *data);
}

static void double_stretch(corpus *c, stretch s) {
  if (c->plan.len + s.count > MOST_VALUES)
    return;
  open_gap(c, s.from + s.count, s.count);
  fed *data = c->plan.data + s.from;
  memcpy(data + s.count, data, s.count * sizeof *data);
}

static void make_equal(corpus *c, stretch s) {
  fed *data = c->plan.data + s.from;
  for (uint32_t i = 1; i < s.count; i++)
    data[i].bits = data[0].bits;
}

// Over what is there, from other kept inputs.
static void graft(corpus *c, stretch s) {
  const kept_inputs *other = &c->kept.data[below(c, c->kept.len)];
  if (other->count == 0)
    return;
  stretch from = pick_stretch(c, other->count);
  uint32_t n = from.count < s.count ? from.count : s.count;
  memcpy(c->plan.data + s.from, other->values + from.from,
         n * sizeof *other->values);
}

static void change_value(corpus *c, fed *f) {
  uint64_t n = draws_number(c->draws);
  switch (n >> 62) {
  case 0:
    f->bits += n % 9 - 4;
    break;
  case 1:
    f->bits ^= UINT64_C(1) << n % 32;
    break;
  case 2:
    f->bits = c->plan.data[below(c, c->plan.len)].bits;
    break;
  default:
    f->bits = draws_word(c->draws, f->input);
  }
}

// Mostly as it is asked for; a value next to it is on the other side of '<'.
// Returns how many other changes it should come with.
static uint32_t grant(corpus *c, const kept_inputs *from) {
  uint32_t others = below(c, MOST_CHANGES);
  if (from->wishes.len == 0 || below(c, 4) == 0)
    return 1 + others;
  wish w = from->wishes.data[below(c, from->wishes.len)];
  uint32_t off = below(c, 8);
  assert(w.position < c->plan.len);
  c->plan.data[w.position].bits = w.bits + (off == 1) - (off == 2);
  return below(c, 2) == 0 ? 0 : others;
}

static void change(corpus *c) {
  if (c->plan.len == 0)
    return;
  stretch s = pick_stretch(c, c->plan.len);
  switch (below(c, 12)) {
  case 0:
    remove_stretch(c, s);
    break;
  case 1:
  case 2:
    double_stretch(c, s);
    break;
  case 3:
    make_equal(c, s);
    break;
  case 4:
    graft(c, s);
    break;
  case 5: // what comes behind is drawn when it is asked for
    c->plan.len = s.from;
    break;
  default:
    change_value(c, &c->plan.data[s.from]);
  }
}

// --- runs --------------------------------------------------------------------

// What was spent on it, in values: of a short one more changes matter.
static uint64_t spent(const kept_inputs *k) {
  return (uint64_t)(k->chosen + 1) * (k->count + FEW_VALUES);
}

static kept_inputs *pick(corpus *c) {
  kept_inputs *best = &c->kept.data[below(c, c->kept.len)];
  for (uint32_t i = 1; i < PICKS; i++) {
    kept_inputs *other = &c->kept.data[below(c, c->kept.len)];
    best = spent(other) < spent(best) ? other : best;
  }
  return best;
}

const kept_inputs *corpus_start_run(corpus *c) {
  vec_clear(&c->plan);
  vec_clear(&c->given);
  c->next = 0;
  if (c->kept.len == 0 || below(c, FRESH_EVERY) == 0)
    return NULL;
  kept_inputs *from = pick(c);
  from->chosen++;
  vec_resize(&c->plan, from->count);
  if (from->count > 0)
    memcpy(c->plan.data, from->values, from->count * sizeof *from->values);
  for (uint32_t i = grant(c, from); i > 0; i--)
    change(c);
  return from;
}

bool corpus_plans(corpus *c, term input, uint64_t *bits) {
  uint32_t end = c->next + AHEAD < c->plan.len ? c->next + AHEAD : c->plan.len;
  for (uint32_t i = c->next; i < end; i++)
    if (c->plan.data[i].input.id == input.id) {
      *bits = c->plan.data[i].bits;
      c->next = i + 1;
      return true;
    }
  return false;
}

uint32_t corpus_gave(corpus *c, term input, uint64_t bits) {
  if (c->given.len <= MOST_VALUES)
    vec_push(&c->given, ((fed){input, bits}));
  return c->given.len;
}

kept_inputs *corpus_keep(corpus *c, uint32_t n) {
  assert(n <= c->given.len);
  if (n > MOST_VALUES || c->size + n > MOST_SIZE)
    return NULL;
  kept_inputs k = {.values = mem_alloc((n + 1) * sizeof *k.values), .count = n};
  if (n > 0)
    memcpy(k.values, c->given.data, n * sizeof *k.values);
  vec_push(&c->kept, k);
  c->size += n;
  return &vec_last(&c->kept);
}
