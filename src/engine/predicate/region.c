// SPDX-License-Identifier: Apache-2.0
// BuDDy prints about its garbage collection, ends the process on errors and
// cannot be started twice: all three are its defaults, and none is left on.
#include "engine/predicate/region.h"

#include <assert.h>
#include <bdd.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/hmap.h"
#include "base/mem.h"
#include "base/vec.h"

enum {
  FIRST_NODES = 20000,
  FIRST_CACHE = 5000,
  CACHE_RATIO = 8,         // nodes per cache entry as the table grows
  MOST_INCREASE = 1000000, // nodes, in one step
  VARIABLES_AT_ONCE = 32   // each growth clears BuDDy's caches
};

struct regions {
  uint32_t variables; // that BuDDy has
};

static pthread_mutex_t in_use = PTHREAD_MUTEX_INITIALIZER;

// After an error BuDDy goes on with 'false', which would be a wrong abstract
// state. Out of memory ends as any other failed allocation does; the rest are
// wrong calls.
static void on_error(int code) {
  if (code == BDD_MEMORY || code == BDD_NODENUM)
    mem_exhausted();
  assert(!"a call of the BDD library should be right");
  abort();
}

// Of BuDDy, but not in its header: what an operation at work has computed. Its
// top may rise before the value is there, and a garbage collection in between
// reads a slot that was never written. So no slot may have what the memory had
// before; 0 is the constant 'false'.
extern int *bddrefstack;

static void clear_stack(uint32_t variables) {
  memset(bddrefstack, 0, (2 * (size_t)variables + 4) * sizeof *bddrefstack);
}

static void need_variable(regions *rs, uint32_t variable) {
  if (variable < rs->variables)
    return;
  rs->variables = variable + VARIABLES_AT_ONCE;
  bdd_setvarnum((int)rs->variables);
  clear_stack(rs->variables);
}

regions *regions_new(void) {
  pthread_mutex_lock(&in_use);
  regions *rs = mem_alloc(sizeof *rs);
  bdd_error_hook(on_error);
  bdd_init(FIRST_NODES, FIRST_CACHE);
  bdd_gbc_hook(NULL);
  bdd_resize_hook(NULL);
  bdd_setmaxincrease(MOST_INCREASE);
  bdd_setcacheratio(CACHE_RATIO);
  need_variable(rs, 0); // bdd_done frees what only this allocates
  return rs;
}

void regions_free(regions *rs) {
  assert(rs && bdd_isrunning());
  bdd_done();
  mem_free(rs);
  pthread_mutex_unlock(&in_use);
}

static region counted(BDD b) { return (region){bdd_addref(b)}; }

region region_true(regions *rs) {
  (void)rs;
  return (region){bddtrue};
}

region region_false(regions *rs) {
  (void)rs;
  return (region){bddfalse};
}

region region_literal(regions *rs, uint32_t variable, bool is_positive) {
  need_variable(rs, variable);
  int v = (int)variable;
  return counted(is_positive ? bdd_ithvar(v) : bdd_nithvar(v));
}

region region_and(regions *rs, region a, region b) {
  (void)rs;
  return counted(bdd_and(a.id, b.id));
}

region region_or(regions *rs, region a, region b) {
  (void)rs;
  return counted(bdd_or(a.id, b.id));
}

region region_exists(regions *rs, region a, const uint32_t *variables,
                     uint32_t n) {
  if (n == 0)
    return region_keep(rs, a);
  int *set = mem_alloc(sizeof *set * n);
  for (uint32_t i = 0; i < n; i++) {
    need_variable(rs, variables[i]);
    set[i] = (int)variables[i];
  }
  BDD quantified = bdd_addref(bdd_makeset(set, (int)n));
  region result = counted(bdd_exist(a.id, quantified));
  bdd_delref(quantified);
  mem_free(set);
  return result;
}

region region_keep(regions *rs, region a) {
  (void)rs;
  return counted(a.id);
}

void region_drop(regions *rs, region a) {
  (void)rs;
  bdd_delref(a.id);
}

void region_join(regions *rs, region *a, region b) {
  region both = region_or(rs, *a, b);
  region_drop(rs, *a);
  *a = both;
}

void region_meet(regions *rs, region *a, region b) {
  region both = region_and(rs, *a, b);
  region_drop(rs, *a);
  *a = both;
}

bool region_is_false(region a) { return a.id == bddfalse; }
bool region_is_true(region a) { return a.id == bddtrue; }

bool region_implies(regions *rs, region a, region b) {
  (void)rs;
  return bdd_imp(a.id, b.id) == bddtrue;
}

// bdd_support keeps memory from one bdd_init to the next that is not there any
// more.
uint32_t region_support(regions *rs, region a, uint32_t *out) {
  bool *is_found = mem_alloc(sizeof *is_found * (rs->variables + 1));
  hmap seen = {0};
  VEC(int) stack = {0};
  vec_push(&stack, a.id);
  while (stack.len > 0) {
    int at = vec_pop(&stack);
    if (at == bddtrue || at == bddfalse || hmap_find(&seen, (uint64_t)at))
      continue;
    hmap_put(&seen, (uint64_t)at, 1);
    is_found[bdd_var(at)] = true;
    vec_push(&stack, bdd_low(at));
    vec_push(&stack, bdd_high(at));
  }
  uint32_t n = 0;
  for (uint32_t i = 0; i < rs->variables; i++)
    if (is_found[i])
      out[n++] = i;
  vec_free(&stack);
  hmap_free(&seen);
  mem_free(is_found);
  return n;
}

uint32_t region_variable_count(const regions *rs) { return rs->variables; }

uint32_t region_variable(region a) {
  assert(a.id != bddfalse && a.id != bddtrue);
  return (uint32_t)bdd_var(a.id);
}

region region_low(region a) { return (region){bdd_low(a.id)}; }
region region_high(region a) { return (region){bdd_high(a.id)}; }