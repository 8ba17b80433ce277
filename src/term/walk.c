// SPDX-License-Identifier: Apache-2.0
// Sets and maps of terms, and the walk over a DAG.
//
// Sets and maps are arrays over ids, cut into pages that exist where something
// was put: a walk over a small term in a large table costs a directory (a
// pointer per few thousand ids), not an array over the whole table.
#include "term/walk.h"

#include "base/mem.h"
#include "term/node.h"

enum {
  SET_PAGE_LOG = 12, // ids per page
  SET_PAGE = 1 << SET_PAGE_LOG,
  MAP_PAGE_LOG = 9,
  MAP_PAGE = 1 << MAP_PAGE_LOG
};

// --- sets ------------------------------------------------------------------------

bool term_set_has(const term_set *s, term t) {
  uint32_t page = t.id >> SET_PAGE_LOG, bit = t.id & (SET_PAGE - 1);
  if (page >= s->pages.len || !s->pages.data[page])
    return false;
  return s->pages.data[page][bit / 64] >> (bit % 64) & 1;
}

bool term_set_add(term_set *s, term t) {
  assert(t.id != 0);
  uint32_t page = t.id >> SET_PAGE_LOG, bit = t.id & (SET_PAGE - 1);
  if (page >= s->pages.len)
    vec_resize(&s->pages, page + 1);
  if (!s->pages.data[page])
    s->pages.data[page] = mem_alloc(SET_PAGE / 8);
  uint64_t *word = &s->pages.data[page][bit / 64];
  uint64_t mask = (uint64_t)1 << (bit % 64);
  bool added = !(*word & mask);
  *word |= mask;
  return added;
}

void term_set_clear(term_set *s) {
  for (uint32_t i = 0; i < s->pages.len; i++) {
    mem_free(s->pages.data[i]);
    s->pages.data[i] = NULL;
  }
}

void term_set_free(term_set *s) {
  term_set_clear(s);
  vec_free(&s->pages);
}

// --- maps ------------------------------------------------------------------------

// Epochs count from 1, so that a new page, all zero, is empty; the map's field
// is one less, so that a zeroed map is in epoch 1.
struct term_map_slot {
  uint32_t epoch, number;
};

bool term_map_find(const term_map *m, term t, uint32_t *out) {
  uint32_t page = t.id >> MAP_PAGE_LOG;
  if (page >= m->pages.len || !m->pages.data[page])
    return false;
  const struct term_map_slot *slot =
      &m->pages.data[page][t.id & (MAP_PAGE - 1)];
  if (slot->epoch != m->epoch + 1)
    return false;
  *out = slot->number;
  return true;
}

void term_map_put(term_map *m, term t, uint32_t number) {
  assert(t.id != 0);
  uint32_t page = t.id >> MAP_PAGE_LOG;
  if (page >= m->pages.len)
    vec_resize(&m->pages, page + 1);
  if (!m->pages.data[page])
    m->pages.data[page] = mem_alloc(sizeof(struct term_map_slot) * MAP_PAGE);
  m->pages.data[page][t.id & (MAP_PAGE - 1)] =
      (struct term_map_slot){m->epoch + 1, number};
}

void term_map_clear(term_map *m) {
  if (++m->epoch == UINT32_MAX) // once in 2^32: start anew
    term_map_free(m);
}

void term_map_free(term_map *m) {
  for (uint32_t i = 0; i < m->pages.len; i++)
    mem_free(m->pages.data[i]);
  vec_free(&m->pages);
  m->epoch = 0;
}

// --- walks -------------------------------------------------------------------------

// A node on the way down, and which argument is next.
typedef struct {
  term t;
  uint32_t next;
} frame;

typedef VEC(frame) frame_vec;

static void enter(frame_vec *stack, term_set *seen, term t) {
  if (term_set_add(seen, t))
    vec_push(stack, ((frame){t, 0}));
}

// Calls back for what is new below the roots, arguments first.
static void walk(const terms *tt, const term *roots, uint32_t n,
                 term_set *seen, bool variables_only, term_vec *out) {
  frame_vec stack = {0};
  for (uint32_t i = 0; i < n; i++) {
    enter(&stack, seen, roots[i]);
    while (stack.len > 0) {
      frame *top = &vec_last(&stack);
      const node *d = node_of(tt, top->t);
      if (top->next < d->arity) {
        enter(&stack, seen, node_args(d)[top->next++]);
        continue;
      }
      if (!variables_only || d->kind == TERM_VARIABLE)
        vec_push(out, top->t);
      (void)vec_pop(&stack);
    }
  }
  vec_free(&stack);
}

void term_postorder(const terms *tt, const term *roots, uint32_t n,
                    term_set *seen, term_vec *out) {
  walk(tt, roots, n, seen, false, out);
}

void term_variables(const terms *tt, const term *roots, uint32_t n,
                    term_set *seen, term_vec *out) {
  walk(tt, roots, n, seen, true, out);
}

uint32_t term_dag_size(const terms *tt, term t) {
  term_set seen = {0};
  term_vec nodes = {0};
  term_postorder(tt, &t, 1, &seen, &nodes);
  uint32_t size = nodes.len;
  vec_free(&nodes);
  term_set_free(&seen);
  return size;
}
