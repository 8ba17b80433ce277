// SPDX-License-Identifier: Apache-2.0
// Sorts, leaves, and looking at terms.
#include "base/mem.h"
#include "term/node.h"

// --- the table --------------------------------------------------------------

static sort sort_add(terms *tt, sort_kind kind, uint32_t width, sort index,
                     sort element) {
  sort s = {tt->sorts.len};
  vec_push(&tt->sorts, ((sort_node){(uint8_t)kind, width, index, element}));
  return s;
}

terms *terms_new(void) {
  terms *tt = mem_alloc(sizeof *tt);
  tt->count = 1; // id 0 is "no term"
  tt->simplify = true;
  cons_init(tt);
  tt->mem = arena_new();
  tt->scratch = arena_new();
  tt->names = strtab_new();
  sort none = {0};
  sort_add(tt, SORT_BOOL, 0, none, none); // id 0 is "no sort"
  tt->bool_sort = sort_add(tt, SORT_BOOL, 0, none, none);
  tt->int_sort = sort_add(tt, SORT_INT, 0, none, none);
  tt->real_sort = sort_add(tt, SORT_REAL, 0, none, none);
  term yes = term_value(tt, value_bool(true));
  term no = term_value(tt, value_bool(false));
  assert(is_true(yes) && is_false(no));
  (void)yes, (void)no;
  return tt;
}

void terms_free(terms *tt) {
  if (!tt)
    return;
  cons_free(tt);
  vec_free(&tt->sorts);
  vec_free(&tt->work);
  vec_free(&tt->args);
  hmap_free(&tt->wide_sorts);
  hmap_free(&tt->array_sorts);
  hmap_free(&tt->symbols);
  hmap_free(&tt->origin_of);
  vec_free(&tt->origins);
  strtab_free(tt->names);
  arena_free(tt->scratch);
  arena_free(tt->mem);
  mem_free(tt);
}

void terms_set_simplify(terms *tt, bool on) { tt->simplify = on; }
uint32_t terms_count(const terms *tt) { return tt->count; }

// --- sorts ------------------------------------------------------------------

sort sort_bool(terms *tt) { return tt->bool_sort; }
sort sort_int(terms *tt) { return tt->int_sort; }
sort sort_real(terms *tt) { return tt->real_sort; }

static sort sort_find_or_add(terms *tt, hmap *map, uint64_t key,
                             sort_node fresh) {
  uint64_t *found = hmap_find(map, key);
  if (found)
    return (sort){(uint32_t)*found};
  sort s = sort_add(tt, (sort_kind)fresh.kind, fresh.width, fresh.index,
                    fresh.element);
  hmap_put(map, key, s.id);
  return s;
}

sort sort_bv(terms *tt, uint32_t width) {
  assert(width >= 1);
  sort_node fresh = {SORT_BV, width, {0}, {0}};
  if (width >= SMALL_WIDTHS)
    return sort_find_or_add(tt, &tt->wide_sorts, width, fresh);
  if (tt->bv_sorts[width] == 0)
    tt->bv_sorts[width] = sort_add(tt, SORT_BV, width, (sort){0}, (sort){0}).id;
  return (sort){tt->bv_sorts[width]};
}

sort sort_array(terms *tt, sort index, sort element) {
  assert(index.id != 0 && element.id != 0);
  sort_node fresh = {SORT_ARRAY, 0, index, element};
  return sort_find_or_add(tt, &tt->array_sorts, hmap_pair(index.id, element.id),
                          fresh);
}

sort_kind sort_get_kind(const terms *tt, sort s) {
  return (sort_kind)sort_get(tt, s)->kind;
}

uint32_t sort_width(const terms *tt, sort s) {
  assert(sort_get(tt, s)->kind == SORT_BV);
  return sort_get(tt, s)->width;
}

sort sort_index(const terms *tt, sort s) {
  assert(sort_get(tt, s)->kind == SORT_ARRAY);
  return sort_get(tt, s)->index;
}

sort sort_element(const terms *tt, sort s) {
  assert(sort_get(tt, s)->kind == SORT_ARRAY);
  return sort_get(tt, s)->element;
}

static value bv_zero(arena *mem, uint32_t width) {
  if (width <= 64)
    return value_bv(width, 0);
  return bvop_zero_extend(mem, value_bv(64, 0), width - 64);
}

static value real_zero(arena *mem) {
  return value_int_to_real(mem, value_int(0));
}

value sort_default_value(const terms *tt, arena *mem, sort s) {
  // An array of arrays of ... has the default of the innermost element,
  // wrapped once per level.
  uint32_t levels = 0;
  for (; sort_get_kind(tt, s) == SORT_ARRAY; s = sort_element(tt, s))
    levels++;
  value v = {0};
  switch (sort_get_kind(tt, s)) {
  case SORT_BOOL:
    v = value_bool(false);
    break;
  case SORT_BV:
    v = bv_zero(mem, sort_width(tt, s));
    break;
  case SORT_INT:
    v = value_int(0);
    break;
  case SORT_REAL:
    v = real_zero(mem);
    break;
  case SORT_ARRAY:
    assert(!"the innermost element should not be an array");
  }
  for (; levels > 0; levels--)
    v = value_array_make(mem, v);
  return v;
}

// --- looking at a term ------------------------------------------------------

term_kind term_get_kind(const terms *tt, term t) { return kind_of(tt, t); }
sort term_sort(const terms *tt, term t) { return sort_of(tt, t); }
uint32_t term_arity(const terms *tt, term t) { return node_of(tt, t)->arity; }

term term_arg(const terms *tt, term t, uint32_t i) { return arg_of(tt, t, i); }

uint32_t term_param(const terms *tt, term t, uint32_t i) {
  return node_param(node_of(tt, t), i);
}

term term_with_args(terms *tt, term t, const term *args) {
  const node *n = node_of(tt, t);
  assert(n->arity > 0);
  uint32_t params[2] = {0, 0};
  for (uint32_t i = 0; i < 2 && n->arity + i < NODE_INLINE; i++)
    params[i] = node_param(n, i);
  return term_make(tt, (term_kind)n->kind, sort_of(tt, t), args, n->arity,
                   params[0], params[1]);
}

value term_get_value(const terms *tt, term t) { return value_of(tt, t); }

const char *term_name(const terms *tt, term t) {
  assert(is_kind(tt, t, TERM_VARIABLE));
  return node_of(tt, t)->variable.name;
}

const char *term_symbol(const terms *tt, term t) {
  assert(is_kind(tt, t, TERM_VARIABLE));
  return node_of(tt, t)->variable.symbol;
}

bool term_is_value(const terms *tt, term t) { return is_value(tt, t); }

bool term_is_true(const terms *tt, term t) {
  (void)tt;
  return is_true(t);
}

bool term_is_false(const terms *tt, term t) {
  (void)tt;
  return is_false(t);
}

bool term_is_bool(const terms *tt, term t) { return is_bool(tt, t); }
uint32_t term_width(const terms *tt, term t) { return width_of(tt, t); }

// --- leaves -----------------------------------------------------------------

term term_true(terms *tt) {
  (void)tt;
  return (term){TRUE_ID};
}

term term_false(terms *tt) {
  (void)tt;
  return (term){FALSE_ID};
}

term term_bool(terms *tt, bool b) { return b ? term_true(tt) : term_false(tt); }

static sort value_sort(terms *tt, value v) {
  switch ((value_kind)v.kind) {
  case VALUE_BOOL:
    return tt->bool_sort;
  case VALUE_BV:
    return sort_bv(tt, v.width);
  case VALUE_INT:
    return tt->int_sort;
  case VALUE_REAL:
    return tt->real_sort;
  case VALUE_NONE:
  case VALUE_ARRAY:
    break;
  }
  assert(!"a constant term should be a Boolean, a bit-vector or a number");
  return (sort){0};
}

term term_value(terms *tt, value v) {
  return node_make_value(tt, value_sort(tt, v), v);
}

term term_bv(terms *tt, uint32_t width, uint64_t bits) {
  if (width <= 64)
    return term_value(tt, value_bv(width, bits));
  value wide = bvop_zero_extend(tt->scratch, value_bv(64, bits), width - 64);
  term t = term_value(tt, wide);
  arena_reset(tt->scratch);
  return t;
}

term term_int(terms *tt, int64_t n) { return term_value(tt, value_int(n)); }

// SMT-LIB symbols hold no bar and no backslash, whatever quotes them.
static const char *plain_symbol(terms *tt, const char *name) {
  if (!strpbrk(name, "|\\"))
    return name;
  char *text = arena_strdup(tt->scratch, name);
  for (char *c = text; *c; c++)
    if (*c == '|' || *c == '\\')
      *c = '/';
  return strtab_intern(tt->names, text);
}

// A text that no variable prints as yet, from the wanted one.
static const char *free_symbol(terms *tt, const char *name) {
  const char *wanted = plain_symbol(tt, name), *symbol = wanted;
  for (uint32_t i = 1; hmap_find(&tt->symbols, (uintptr_t)symbol); i++) {
    const char *text = arena_printf(tt->scratch, "%s!%u", wanted, i);
    symbol = strtab_intern(tt->names, text);
  }
  arena_reset(tt->scratch);
  return symbol;
}

term term_variable(terms *tt, const char *name, sort s) {
  uint32_t before = tt->count;
  term t = node_make_variable(tt, s, strtab_intern(tt->names, name));
  if (t.id == before) {
    const char *symbol = free_symbol(tt, term_name(tt, t));
    node_set_symbol(tt, t, symbol);
    hmap_put(&tt->symbols, (uintptr_t)symbol, t.id);
  }
  return t;
}

term node_find_symbol(const terms *tt, const char *symbol) {
  const char *interned = strtab_intern(tt->names, symbol);
  uint64_t *found = hmap_find(&tt->symbols, (uintptr_t)interned);
  return found ? (term){(uint32_t)*found} : TERM_NONE;
}

term term_fresh(terms *tt, const char *prefix, sort s) {
  // A name that no symbol can be would never be one that is printed as it is.
  const char *plain = plain_symbol(tt, prefix);
  for (;;) {
    const char *text = arena_printf(tt->scratch, "%s!%llu", plain,
                                    (unsigned long long)tt->fresh++);
    uint32_t before = tt->count;
    term t = term_variable(tt, text, s);
    arena_reset(tt->scratch);
    // A name in use under another sort would be a new variable, too, but two
    // variables that print almost alike help nobody.
    if (t.id == before && term_name(tt, t) == term_symbol(tt, t))
      return t;
  }
}
