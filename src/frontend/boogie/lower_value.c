// SPDX-License-Identifier: Apache-2.0
// Values: sorts and names of leaves, maps, numbers.
//
// An uninterpreted type becomes Int. All that a program can do with its values
// is to compare them, and what it says without quantifiers holds in some domain
// if and only if it holds in a countably infinite one: a smaller domain is
// embedded, maps and functions being extended in any way (equal ones equally),
// and of a larger one countably many elements are enough. Quantifiers over such
// types are refused where they are lowered, because these could tell how many
// elements there are. By the same symmetry its unique constants can be any
// different values, and are 0, 1, 2, ...
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/boogie/check.h"
#include "frontend/boogie/lowering.h"

// --- sorts ------------------------------------------------------------------

static void map_sorts(bpl_lowering *l, const bpl_type *t, sort *out) {
  bpl_leaf_sorts(l, t->range, out);
  for (uint32_t i = t->arg_count; i-- > 0;) {
    uint32_t n = t->args[i]->leaves;
    sort *index = ARENA_ARRAY(l->mem, sort, n);
    bpl_leaf_sorts(l, t->args[i], index);
    for (uint32_t k = n; k-- > 0;)
      for (uint32_t leaf = 0; leaf < t->leaves; leaf++)
        out[leaf] = sort_array(l->tt, index[k], out[leaf]);
  }
}

void bpl_leaf_sorts(bpl_lowering *l, const bpl_type *t, sort *out) {
  switch (t->kind) {
  case BPL_TYPE_BOOL:
    *out = sort_bool(l->tt);
    return;
  case BPL_TYPE_INT:
  case BPL_TYPE_SORT:
    *out = sort_int(l->tt);
    return;
  case BPL_TYPE_REAL:
    *out = sort_real(l->tt);
    return;
  case BPL_TYPE_BV:
    *out = sort_bv(l->tt, t->width);
    return;
  case BPL_TYPE_MAP:
    map_sorts(l, t, out);
    return;
  case BPL_TYPE_STRUCT:
    for (uint32_t i = 0; i < t->arg_count; i++)
      bpl_leaf_sorts(l, t->args[i], out + bpl_field_offset(t, i));
    return;
  case BPL_TYPE_NAMED:
    break;
  }
  assert(!"a checked type has no names");
}

// --- for people -------------------------------------------------------------

// The type of a leaf, where a struct in the range of a map stands for the field
// that the leaf belongs to; 'path' gets the names of the fields.
static const bpl_type *leaf_type(const bpl_type *t, uint32_t leaf,
                                 strbuf *path) {
  while (t->kind == BPL_TYPE_STRUCT) {
    uint32_t i = 0;
    while (leaf >= t->args[i]->leaves)
      leaf -= t->args[i++]->leaves;
    strbuf_printf(path, "!%s", t->fields[i]);
    t = t->args[i];
  }
  if (t->kind == BPL_TYPE_MAP && t->leaves > 1)
    strbuf_printf(path, "!%u", leaf);
  return t;
}

static type_class class_of(const bpl_type *t) {
  switch (t->kind) {
  case BPL_TYPE_BOOL:
    return TYPE_BOOL;
  case BPL_TYPE_INT:
  case BPL_TYPE_SORT:
    return TYPE_INTEGER;
  case BPL_TYPE_BV:
    return TYPE_UNSIGNED;
  default:
    return TYPE_OTHER;
  }
}

type_info bpl_type_info(bpl_lowering *l, const bpl_type *t, uint32_t leaf) {
  strbuf path = {0}, text = {0};
  const bpl_type *of = leaf_type(t, leaf, &path);
  bpl_type_print(of, &text);
  type_info info = {class_of(of), program_intern(l->p, strbuf_text(&text))};
  strbuf_free(&path);
  strbuf_free(&text);
  return info;
}

const char *bpl_leaf_name(bpl_lowering *l, const char *name, const bpl_type *t,
                          uint32_t leaf) {
  if (!name || t->leaves == 1)
    return name;
  strbuf path = {0};
  (void)leaf_type(t, leaf, &path);
  const char *made = arena_printf(l->mem, "%s%s", name, strbuf_text(&path));
  strbuf_free(&path);
  return made;
}

term bpl_arbitrary(bpl_lowering *l, const bpl_symbol *s, uint32_t leaf,
                   sort s_) {
  var_info info = {.name = bpl_leaf_name(l, s->name, s->type, leaf),
                   .type = bpl_type_info(l, s->type, leaf),
                   .sort = s_,
                   .pos = s->pos};
  if (sort_get_kind(l->tt, s_) == SORT_ARRAY)
    info.type.kind = TYPE_OTHER;
  var v = program_add_variable(l->p, &info);
  vec_push(&l->arbitrary, v);
  return program_variable_term(l->p, v);
}

// --- maps -------------------------------------------------------------------

term bpl_select(bpl_lowering *l, term map, const term *index, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    map = term_select(l->tt, map, index[i]);
  return map;
}

// m[i, j := x] is m[i := m[i][j := x]].
term bpl_store_at(bpl_lowering *l, term map, const term *index, uint32_t n,
                  term element) {
  for (uint32_t i = n; i-- > 0;)
    element =
        term_store(l->tt, bpl_select(l, map, index, i), index[i], element);
  return element;
}

// --- numbers ----------------------------------------------------------------

// Boogie's numbers have no upper limit, but decimal exponents of a million
// digits only serve to break tools.
enum { MAX_EXPONENT = 4096 };

// d.d, with or without exponent. False: the exponent is too large.
static bool read_decimal(const char *text, mpq_t out) {
  const char *mark = strchr(text, 'e');
  size_t size = mark ? (size_t)(mark - text) : strlen(text);
  long exponent = 0;
  if (mark && (strlen(mark) > 8 || sscanf(mark + 1, "%ld", &exponent) != 1))
    return false;
  strbuf digits = {0};
  for (size_t i = 0; i < size; i++)
    if (text[i] != '.')
      strbuf_putc(&digits, text[i]);
  const char *point = memchr(text, '.', size);
  if (point)
    exponent -= (long)(text + size - point) - 1;
  bool is_small = exponent >= -MAX_EXPONENT && exponent <= MAX_EXPONENT;
  if (is_small) {
    mpz_t scale;
    mpz_init(scale);
    mpz_ui_pow_ui(scale, 10, (unsigned long)labs(exponent));
    mpz_set_str(mpq_numref(out), strbuf_text(&digits), 10);
    mpz_set_ui(mpq_denref(out), 1);
    if (exponent < 0)
      mpz_set(mpq_denref(out), scale);
    else
      mpz_mul(mpq_numref(out), mpq_numref(out), scale);
    mpq_canonicalize(out);
    mpz_clear(scale);
  }
  strbuf_free(&digits);
  return is_small;
}

static term real_number(bpl_lowering *l, const bpl_expr *e) {
  mpq_t q;
  mpq_init(q);
  if (!read_decimal(e->text, q))
    diag_set(l->d, DIAG_UNSUPPORTED, e->pos,
             "decimals with such exponents are not supported");
  term t = term_value(l->tt, value_real_mpq(l->mem, q));
  mpq_clear(q);
  return t;
}

term bpl_number(bpl_lowering *l, const bpl_expr *e) {
  if (e->type->kind == BPL_TYPE_REAL)
    return real_number(l, e);
  mpz_t n;
  mpz_init(n);
  mpz_set_str(n, e->text, 10);
  bool is_int = e->type->kind == BPL_TYPE_INT;
  if (!is_int && mpz_sizeinbase(n, 2) > e->type->width && mpz_sgn(n) != 0)
    diag_set(l->d, DIAG_INPUT, e->pos, "%s does not fit into %u bits", e->text,
             e->type->width);
  value v = is_int ? value_int_mpz(l->mem, n)
                   : value_bv_mpz(l->mem, e->type->width, n);
  mpz_clear(n);
  return term_value(l->tt, v);
}
