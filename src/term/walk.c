// SPDX-License-Identifier: Apache-2.0
// Sets and maps of terms, and the walk over a DAG.
//
// Sets and maps are arrays over ids, cut into pages that exist where something
// was put: a walk over a small term in a large table costs a directory (a
// pointer per few thousand ids), not an array over the whole table.
#include "term/walk.h"

#include "base/mem.h"
#include "term/node.h"

enum { SET_PAGE_LOG = 12, SET_PAGE = 1 << SET_PAGE_LOG }; // ids per page

// --- sets -------------------------------------------------------------------

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

// --- maps -------------------------------------------------------------------

void term_map_put(term_map *m, term t, uint32_t number) {
  assert(t.id != 0);
  uint32_t page = t.id >> TERM_MAP_PAGE_LOG;
  if (page >= m->pages.len)
    vec_resize(&m->pages, page + 1);
  if (!m->pages.data[page])
    m->pages.data[page] = mem_alloc(sizeof(term_map_slot) * TERM_MAP_PAGE);
  m->pages.data[page][t.id & (TERM_MAP_PAGE - 1)] =
      (term_map_slot){m->epoch + 1, number};
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

// --- walks ------------------------------------------------------------------

// A node on the way down, and which argument is next.
typedef struct {
  term t;
  uint32_t next;
} frame;

typedef struct {
  const terms *tt;
  term_set *seen;
  term_vec *out;
  bool variables_only;
  bool by_origin; // where there is one, its arguments, not the term's
  VEC(frame) stack;
} walker;

// Leaves are delivered at once, others wait for their arguments.
static void enter(walker *w, term t) {
  if (!term_set_add(w->seen, t))
    return;
  const node *n = node_of(w->tt, t);
  if (n->arity > 0)
    vec_push(&w->stack, ((frame){t, 0}));
  else if (!w->variables_only || n->kind == TERM_VARIABLE)
    vec_push(w->out, t);
}

// Argument number i, or none.
static term next_of(const walker *w, term t, uint32_t i) {
  const term_origin *o = w->by_origin ? term_get_origin(w->tt, t) : NULL;
  if (o)
    return i < o->arity ? o->args[i] : TERM_NONE;
  const node *n = node_of(w->tt, t);
  return i < n->arity ? node_args(n)[i] : TERM_NONE;
}

static void walk(walker *w, const term *roots, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    enter(w, roots[i]);
    while (w->stack.len > 0) {
      frame *top = &vec_last(&w->stack);
      term next = next_of(w, top->t, top->next++);
      if (!term_is_none(next)) {
        enter(w, next);
        continue;
      }
      if (!w->variables_only)
        vec_push(w->out, top->t);
      (void)vec_pop(&w->stack);
    }
  }
  vec_free(&w->stack);
}

void term_postorder(const terms *tt, const term *roots, uint32_t n,
                    term_set *seen, term_vec *out) {
  walker w = {.tt = tt, .seen = seen, .out = out};
  walk(&w, roots, n);
}

void term_origins_first(const terms *tt, const term *roots, uint32_t n,
                        term_set *seen, term_vec *out) {
  walker w = {.tt = tt, .seen = seen, .out = out, .by_origin = true};
  walk(&w, roots, n);
}

void term_variables(const terms *tt, const term *roots, uint32_t n,
                    term_set *seen, term_vec *out) {
  walker w = {.tt = tt, .seen = seen, .out = out, .variables_only = true};
  walk(&w, roots, n);
}

bool term_occurs(const terms *tt, term what, term in) {
  term_set seen = {0};
  term_vec nodes = {0};
  term_postorder(tt, &in, 1, &seen, &nodes);
  bool is = term_set_has(&seen, what);
  vec_free(&nodes);
  term_set_free(&seen);
  return is;
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

bool term_is_connective(const terms *tt, term t) {
  switch (term_get_kind(tt, t)) {
  case TERM_NOT:
  case TERM_AND:
  case TERM_OR:
  case TERM_ITE:
    return true;
  case TERM_EQ:
    return term_is_bool(tt, term_arg(tt, t, 0));
  default:
    return false;
  }
}

bool term_is_comparison(const terms *tt, term t) {
  switch (term_get_kind(tt, t)) {
  case TERM_EQ:
    return !term_is_bool(tt, term_arg(tt, t, 0));
  case TERM_BVULT:
  case TERM_BVULE:
  case TERM_BVSLT:
  case TERM_BVSLE:
  case TERM_LT:
  case TERM_LE:
    return true;
  default:
    return false;
  }
}

void term_flatten(const terms *tt, term_kind kind, term formula,
                  term_vec *parts) {
  term_vec stack = {0};
  term_set seen = {0}; // shared parts of parts would be opened ever so often
  vec_push(&stack, formula);
  while (stack.len > 0) {
    term t = vec_pop(&stack);
    if (!term_set_add(&seen, t))
      continue;
    if (term_get_kind(tt, t) != kind) {
      vec_push(parts, t);
      continue;
    }
    for (uint32_t i = term_arity(tt, t); i > 0; i--)
      vec_push(&stack, term_arg(tt, t, i - 1));
  }
  term_set_free(&seen);
  vec_free(&stack);
}

// Conjunctions may share conjunctions: each is opened once.
void term_conjuncts(const terms *tt, term formula, term_vec *out) {
  term_set opened = {0};
  uint32_t at = out->len;
  vec_push(out, formula);
  while (at < out->len) {
    term t = out->data[at];
    bool is_and = term_get_kind(tt, t) == TERM_AND;
    if (!is_and && !term_is_true(tt, t)) {
      at++;
      continue;
    }
    out->data[at] = vec_last(out);
    out->len--;
    if (!is_and || (!term_eq(t, formula) && !term_set_add(&opened, t)))
      continue;
    for (uint32_t i = 0; i < term_arity(tt, t); i++)
      vec_push(out, term_arg(tt, t, i));
  }
  term_set_free(&opened);
}

bool term_has_products(const terms *tt, term t) {
  term_set seen = {0};
  term_vec nodes = {0};
  bool has = false;
  term_postorder(tt, &t, 1, &seen, &nodes);
  for (uint32_t i = 0; i < nodes.len && !has; i++) {
    term n = nodes.data[i];
    has = term_get_kind(tt, n) == TERM_BVMUL &&
          !term_is_value(tt, term_arg(tt, n, 0)) &&
          !term_is_value(tt, term_arg(tt, n, 1));
  }
  vec_free(&nodes);
  term_set_free(&seen);
  return has;
}
