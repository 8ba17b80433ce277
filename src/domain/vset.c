// SPDX-License-Identifier: Apache-2.0
// Sets of numbers as unions of intervals with one residue class.
//
// Every operation collects the spans of its result and puts them into normal
// form in one place (finish): sort, merge what touches, move bounds into the
// residue class, and merge across the smallest gaps until few enough arcs are
// left. On the circle of a bit-vector's values the gap between the greatest and
// zero has size zero, so a signed range around zero is never torn apart. (On
// wrapped intervals: Navas, Schachte, Sondergaard, Stuckey:
// "Signedness-Agnostic Program Analysis", APLAS 2012.)
#include "domain/vset.h"

#include <assert.h>
#include <string.h>

// Larger moduli are cut down to their power of two, so that products of two
// of them stay far from the end of 'wide'.
#define MOD_MOST ((wide)1 << 40)

// Finite bounds of integers and reals that operations make are at most this.
#define NUMBER_MOST ((wide)1 << 62)

wide vtype_modulus(vtype t) {
  assert(t.kind == VTYPE_BV && t.width >= 1 && t.width <= 64);
  return (wide)1 << t.width;
}

wide vtype_least(vtype t) { return t.kind == VTYPE_BV ? 0 : -VSET_INF; }

wide vtype_greatest(vtype t) {
  return t.kind == VTYPE_BV ? vtype_modulus(t) - 1 : VSET_INF;
}

static wide gcd(wide a, wide b) {
  assert(a >= 0 && b >= 0);
  while (b) {
    wide r = a % b;
    a = b;
    b = r;
  }
  return a;
}

static wide residue(wide n, wide mod) {
  assert(mod > 0);
  wide r = n % mod;
  return r < 0 ? r + mod : r;
}

// --- simple sets ------------------------------------------------------------

vset vset_empty(void) {
  vset a;
  a.count = 0;
  a.mod = 1;
  a.rem = 0;
  return a;
}

vset vset_span(wide lo, wide hi) {
  assert(lo <= hi && lo >= -VSET_INF && hi <= VSET_INF);
  vset a = vset_empty();
  a.count = 1;
  a.part[0] = (span){lo, hi};
  return a;
}

vset vset_one(wide n) { return vset_span(n, n); }

vset vset_top(vtype t) { return vset_span(vtype_least(t), vtype_greatest(t)); }

void vset_copy(vset *to, const vset *from) {
  assert(from->count <= VSET_PARTS);
  to->count = from->count;
  to->mod = from->mod;
  to->rem = from->rem;
  memcpy(to->part, from->part, sizeof(span) * from->count);
}

vset vset_load(const vset *from) {
  vset a;
  vset_copy(&a, from);
  return a;
}

const vset *vset_store(arena *mem, const vset *a) {
  assert(vset_is_normal(a));
  size_t size = offsetof(vset, part) + sizeof(span) * a->count;
  return arena_copy(mem, a, size);
}

// --- normal form ------------------------------------------------------------

bool vset_is_normal(const vset *a) {
  bool ok =
      a->count <= VSET_PARTS && a->mod >= 1 && a->rem >= 0 && a->rem < a->mod;
  for (uint32_t i = 0; i < a->count && ok; i++)
    ok = a->part[i].lo <= a->part[i].hi &&
         (i == 0 || a->part[i - 1].hi < a->part[i].lo);
  return ok;
}

static void sort_spans(span *s, uint32_t n) {
  for (uint32_t i = 1; i < n; i++) {
    span x = s[i];
    uint32_t j = i;
    for (; j > 0 && s[j - 1].lo > x.lo; j--)
      s[j] = s[j - 1];
    s[j] = x;
  }
}

// Sorted spans with those that touch or overlap made one. Returns how many.
static uint32_t merge_spans(span *s, uint32_t n) {
  assert(n <= VSET_BUILD);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (kept > 0 && s[i].lo <= s[kept - 1].hi + 1) {
      if (s[i].hi > s[kept - 1].hi)
        s[kept - 1].hi = s[i].hi;
    } else {
      s[kept++] = s[i];
    }
  }
  return kept;
}

// Moves finite bounds into the residue class, and drops what has no element.
static uint32_t tighten(span *s, uint32_t n, wide mod, wide rem) {
  if (mod == 1)
    return n;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < n; i++) {
    span x = s[i];
    if (x.lo > -VSET_INF)
      x.lo += residue(rem - x.lo, mod);
    if (x.hi < VSET_INF)
      x.hi -= residue(x.hi - rem, mod);
    if (x.lo <= x.hi)
      s[kept++] = x;
  }
  return kept;
}

static bool goes_around(vtype t, const span *s, uint32_t n) {
  return t.kind == VTYPE_BV && n > 1 && s[0].lo == 0 &&
         s[n - 1].hi == vtype_greatest(t);
}

// Fills the smallest gaps until at most 'arcs' are left.
static uint32_t limit_arcs(vtype t, span *s, uint32_t n, uint32_t arcs) {
  assert(arcs >= 1 && arcs <= VSET_ARCS);
  while (n - goes_around(t, s, n) > arcs) {
    uint32_t best = 1;
    for (uint32_t i = 2; i < n; i++)
      if (s[i].lo - s[i - 1].hi < s[best].lo - s[best - 1].hi)
        best = i;
    // The way around may be the shortest.
    wide around = t.kind == VTYPE_BV ? s[0].lo + vtype_greatest(t) - s[n - 1].hi
                                     : VSET_INF * 2;
    if (around < s[best].lo - s[best - 1].hi && !goes_around(t, s, n)) {
      s[0].lo = 0;
      s[n - 1].hi = vtype_greatest(t);
      continue;
    }
    s[best - 1].hi = s[best].hi;
    memmove(s + best, s + best + 1, sizeof *s * (n - best - 1));
    n--;
  }
  return n;
}

static void limit_modulus(wide *mod, wide *rem) {
  assert(*mod >= 1);
  if (*mod > MOD_MOST) {
    wide low = *mod & -*mod;
    *mod = low > MOD_MOST ? MOD_MOST : low;
  }
  *rem = residue(*rem, *mod);
}

// The normal form of any spans inside the universe. Overwrites them.
static vset finish(vtype t, span *s, uint32_t n, wide mod, wide rem,
                   uint32_t arcs) {
  assert(mod >= 1);
  if (t.kind == VTYPE_REAL)
    mod = 1;
  limit_modulus(&mod, &rem);
  sort_spans(s, n);
  n = merge_spans(s, n);
  n = tighten(s, n, mod, rem);
  n = limit_arcs(t, s, n, arcs);
  n = tighten(s, n, mod, rem); // an arc that was closed ends anywhere
  assert(n <= VSET_PARTS);
  vset a = vset_empty();
  a.count = n;
  memcpy(a.part, s, sizeof *s * n);
  bool is_one = n == 1 && s[0].lo == s[0].hi;
  if (n > 0 && !is_one) {
    a.mod = mod;
    a.rem = rem;
  }
  assert(vset_is_normal(&a));
  return a;
}

vset vset_class(vtype t, wide mod, wide rem) {
  assert(mod >= 1 && rem >= 0 && rem < mod);
  span all = {vtype_least(t), vtype_greatest(t)};
  return finish(t, &all, 1, mod, rem, 1);
}

// --- questions --------------------------------------------------------------

bool vset_is_empty(const vset *a) { return a->count == 0; }

bool vset_is_top(vtype t, const vset *a) {
  return a->count == 1 && a->mod == 1 && a->part[0].lo == vtype_least(t) &&
         a->part[0].hi == vtype_greatest(t);
}

bool vset_is_one(const vset *a, wide *n) {
  assert(a->count <= VSET_PARTS);
  if (a->count != 1 || a->part[0].lo != a->part[0].hi)
    return false;
  *n = a->part[0].lo;
  return true;
}

bool vset_has(const vset *a, wide n) {
  if (residue(n - a->rem, a->mod) != 0)
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (a->part[i].lo <= n && n <= a->part[i].hi)
      return true;
  return false;
}

bool vset_equal(const vset *a, const vset *b) {
  assert(vset_is_normal(a) && vset_is_normal(b));
  if (a->count != b->count || a->mod != b->mod || a->rem != b->rem)
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (a->part[i].lo != b->part[i].lo || a->part[i].hi != b->part[i].hi)
      return false;
  return true;
}

// Singletons have no modulus of their own: they are looked up.
static bool class_is_subset(const vset *a, const vset *b) {
  wide n;
  if (vset_is_one(a, &n))
    return residue(n - b->rem, b->mod) == 0;
  return a->mod % b->mod == 0 && residue(a->rem - b->rem, b->mod) == 0;
}

bool vset_is_subset(const vset *a, const vset *b) {
  assert(vset_is_normal(a) && vset_is_normal(b));
  if (a->count == 0)
    return true;
  if (!class_is_subset(a, b))
    return false;
  uint32_t j = 0;
  for (uint32_t i = 0; i < a->count; i++) {
    while (j < b->count && b->part[j].hi < a->part[i].lo)
      j++;
    if (j == b->count || b->part[j].lo > a->part[i].lo ||
        b->part[j].hi < a->part[i].hi)
      return false;
  }
  return true;
}

wide vset_least(const vset *a) {
  assert(a->count > 0);
  return a->part[0].lo;
}

wide vset_greatest(const vset *a) {
  assert(a->count > 0);
  return a->part[a->count - 1].hi;
}

uint32_t vset_count(const vset *a, uint32_t most) {
  wide sum = 0;
  for (uint32_t i = 0; i < a->count; i++) {
    sum += (a->part[i].hi - a->part[i].lo) / a->mod + 1;
    if (sum > most)
      return most + 1;
  }
  return (uint32_t)sum;
}

uint32_t vset_list(const vset *a, wide *out, uint32_t room) {
  assert(out != NULL || room == 0);
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->count; i++)
    for (wide x = a->part[i].lo; x <= a->part[i].hi; x += a->mod) {
      assert(n < room);
      if (n < room)
        out[n++] = x;
    }
  return n;
}

// --- lattice ----------------------------------------------------------------

// The common class of two, if it exists and can be found by trying.
static bool meet_classes(const vset *a, const vset *b, wide *mod, wide *rem) {
  const vset *big = a->mod >= b->mod ? a : b, *small = big == a ? b : a;
  if (residue(a->rem - b->rem, gcd(a->mod, b->mod)) != 0)
    return false;
  *mod = big->mod;
  *rem = big->rem;
  wide factor = small->mod / gcd(a->mod, b->mod);
  if (factor > 64 || big->mod * factor > MOD_MOST)
    return true; // the finer of the two alone: a superset
  while (residue(*rem - small->rem, small->mod) != 0)
    *rem += big->mod;
  *mod = big->mod * factor;
  return true;
}

vset vset_meet(vtype t, const vset *a, const vset *b) {
  wide mod, rem;
  if (!meet_classes(a, b, &mod, &rem))
    return vset_empty();
  span s[2 * VSET_PARTS];
  uint32_t n = 0;
  for (uint32_t i = 0, j = 0; i < a->count && j < b->count;) {
    span x = a->part[i], y = b->part[j];
    span both = {x.lo > y.lo ? x.lo : y.lo, x.hi < y.hi ? x.hi : y.hi};
    if (both.lo <= both.hi)
      s[n++] = both;
    if (x.hi < y.hi)
      i++;
    else
      j++;
  }
  assert(n <= 2 * VSET_PARTS);
  return finish(t, s, n, mod, rem, VSET_ARCS);
}

// The finest class that includes both sets. A single number is of every class.
static void join_classes(const vset *a, const vset *b, wide *mod, wide *rem) {
  wide x = a->mod, y = b->mod, n;
  *rem = a->rem;
  wide other = b->rem;
  if (vset_is_one(a, &n)) {
    x = 0;
    *rem = n;
  }
  if (vset_is_one(b, &n)) {
    y = 0;
    other = n;
  }
  wide apart = *rem > other ? *rem - other : other - *rem;
  *mod = gcd(gcd(x, y), apart);
  if (*mod == 0)
    *mod = 1; // the same number twice
}

vset vset_join(vtype t, const vset *a, const vset *b, uint32_t arcs) {
  if (a->count == 0 || b->count == 0)
    return vset_load(a->count == 0 ? b : a);
  wide mod, rem;
  join_classes(a, b, &mod, &rem);
  span s[2 * VSET_PARTS];
  memcpy(s, a->part, sizeof *s * a->count);
  memcpy(s + a->count, b->part, sizeof *s * b->count);
  return finish(t, s, a->count + b->count, mod, rem, arcs);
}

vset vset_without(vtype t, const vset *a, wide n) {
  if (t.kind == VTYPE_REAL || !vset_has(a, n))
    return vset_load(a);
  span s[VSET_PARTS + 1];
  uint32_t count = 0;
  for (uint32_t i = 0; i < a->count; i++) {
    span x = a->part[i];
    if (n < x.lo || n > x.hi) {
      s[count++] = x;
      continue;
    }
    if (x.lo < n)
      s[count++] = (span){x.lo, n - 1};
    if (n < x.hi)
      s[count++] = (span){n + 1, x.hi};
  }
  return finish(t, s, count, a->mod, a->rem, VSET_ARCS);
}

// --- widening ---------------------------------------------------------------

static const span *part_around(const vset *a, span s) {
  assert(s.lo <= s.hi);
  for (uint32_t i = 0; i < a->count; i++)
    if (a->part[i].lo <= s.lo && s.hi <= a->part[i].hi)
      return &a->part[i];
  return NULL;
}

static bool is_old_bound(const vset *old, wide n, bool is_low) {
  for (uint32_t i = 0; i < old->count; i++)
    if ((is_low ? old->part[i].lo : old->part[i].hi) == n)
      return true;
  return false;
}

static wide stop_below(vtype t, thresholds stops, wide n) {
  assert(n >= -VSET_INF && n <= VSET_INF);
  uint32_t low = 0, high = stops.count; // first one above n
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (stops.data[middle] <= n)
      low = middle + 1;
    else
      high = middle;
  }
  return low == 0 ? vtype_least(t) : stops.data[low - 1];
}

static wide stop_above(vtype t, thresholds stops, wide n) {
  assert(n >= -VSET_INF && n <= VSET_INF);
  uint32_t low = 0, high = stops.count; // first one not below n
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (stops.data[middle] < n)
      low = middle + 1;
    else
      high = middle;
  }
  return low == stops.count ? vtype_greatest(t) : stops.data[low];
}

vset vset_widen(vtype t, const vset *old, const vset *grown, thresholds stops,
                uint32_t arcs) {
  if (old->count == 0)
    return vset_load(grown);
  span s[VSET_PARTS];
  for (uint32_t i = 0; i < grown->count; i++) {
    span x = grown->part[i];
    s[i] = x;
    if (part_around(old, x) != NULL)
      continue;
    if (!is_old_bound(old, x.lo, true))
      s[i].lo = stop_below(t, stops, x.lo);
    if (!is_old_bound(old, x.hi, false))
      s[i].hi = stop_above(t, stops, x.hi);
  }
  return finish(t, s, grown->count, grown->mod, grown->rem, arcs);
}

// --- results of operations --------------------------------------------------

void vset_begin(vset_builder *b, vtype t) {
  b->type = t;
  b->count = 0;
  b->is_top = b->is_shifted = b->is_mixed = false;
  b->shift = 0;
}

static void note_shift(vset_builder *b, wide shift) {
  b->is_mixed |= b->is_shifted && b->shift != shift;
  b->is_shifted = true;
  b->shift = shift;
}

static void push_span(vset_builder *b, wide lo, wide hi) {
  if (b->count == VSET_BUILD) {
    b->is_top = true;
    return;
  }
  b->spans[b->count++] = (span){lo, hi};
}

static void add_wrapped(vset_builder *b, wide lo, wide hi) {
  assert(b->type.kind == VTYPE_BV);
  wide modulus = vtype_modulus(b->type);
  if (hi - lo >= modulus - 1) {
    b->is_top = true;
    return;
  }
  wide start = residue(lo, modulus), end = start + (hi - lo);
  note_shift(b, lo - start);
  if (end < modulus) {
    push_span(b, start, end);
    return;
  }
  note_shift(b, lo - start + modulus);
  push_span(b, start, modulus - 1);
  push_span(b, 0, end - modulus);
}

void vset_add(vset_builder *b, wide lo, wide hi) {
  assert(lo <= hi);
  if (b->type.kind == VTYPE_BV) {
    add_wrapped(b, lo, hi);
    return;
  }
  // Finite bounds keep a distance from infinity, for moving into a class.
  wide most = NUMBER_MOST;
  lo = lo < -most ? -VSET_INF : lo > most ? most : lo;
  hi = hi > most ? VSET_INF : hi < -most ? -most : hi;
  push_span(b, lo, hi);
}

vset vset_end(vset_builder *b, wide mod, wide rem, uint32_t arcs) {
  vtype t = b->type;
  assert(mod >= 0);
  if (b->is_top) {
    b->spans[0] = (span){vtype_least(t), vtype_greatest(t)};
    b->count = 1;
    b->is_mixed = true;
  }
  if (t.kind == VTYPE_BV && b->is_mixed)
    mod = gcd(mod, vtype_modulus(t));
  else if (t.kind == VTYPE_BV)
    rem -= b->shift;
  if (mod == 0)
    mod = 1; // one number: its span says it
  return finish(t, b->spans, b->count, mod, rem, arcs);
}
