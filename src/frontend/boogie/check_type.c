// SPDX-License-Identifier: Apache-2.0
// Types: synonyms are replaced, constructors become sorts.
#include <assert.h>

#include "frontend/boogie/checker.h"

// The parameters of a synonym and what they stand for.
typedef struct {
  const bpl_type_decl *of;
  const bpl_type *const *args; // resolved
} parameters;

static const bpl_type *resolve(bpl_checker *c, const bpl_type *t,
                               const parameters *in);

// --- size -------------------------------------------------------------------

static uint32_t add_size(uint32_t a, uint32_t b) {
  return a + b > BPL_MAX_TYPE ? BPL_MAX_TYPE + 1 : a + b;
}

static bool measure_index(bpl_checker *c, bpl_type *t, const bpl_type *index) {
  t->size = add_size(t->size, index->size);
  if (!index->has_map)
    return true;
  return diag_set(c->d, DIAG_UNSUPPORTED, t->pos,
                  "maps that are indexed by maps are not supported");
}

// Everything below has been measured.
static const bpl_type *measure(bpl_checker *c, bpl_type *t) {
  t->size = 1;
  t->leaves = 1;
  if (t->kind == BPL_TYPE_MAP) {
    for (uint32_t i = 0; i < t->arg_count; i++)
      if (!measure_index(c, t, t->args[i]))
        return NULL;
    t->size = add_size(t->size, t->range->size);
    t->leaves = t->range->leaves;
    t->has_map = true;
  } else if (t->kind == BPL_TYPE_STRUCT) {
    t->leaves = 0;
    for (uint32_t i = 0; i < t->arg_count; i++) {
      t->size = add_size(t->size, t->args[i]->size);
      t->leaves += t->args[i]->leaves;
      t->has_map |= t->args[i]->has_map;
    }
  }
  if (t->size <= BPL_MAX_TYPE) {
    assert(t->leaves >= 1 && t->leaves <= t->size);
    return t;
  }
  diag_set(c->d, DIAG_INPUT, t->pos, "this type is too large");
  return NULL;
}

// --- names ------------------------------------------------------------------

static const bpl_type *find_parameter(const parameters *in, const char *name) {
  for (uint32_t i = 0; in && i < in->of->parameter_count; i++)
    if (in->of->parameters[i] == name)
      return in->args[i];
  return NULL;
}

// The args of t, resolved, into 'out'.
static bool resolve_args(bpl_checker *c, const bpl_type *t,
                         const parameters *in, const bpl_type **out) {
  for (uint32_t i = 0; i < t->arg_count; i++)
    if (!(out[i] = resolve(c, t->args[i], in)))
      return false;
  return true;
}

// Without parameters the result is the same each time, and kept.
static const bpl_type *resolve_synonym(bpl_checker *c, bpl_type_decl *decl,
                                       const bpl_type *const *args) {
  if (decl->progress == BPL_DONE)
    return decl->synonym;
  if (decl->progress == BPL_ACTIVE) {
    diag_set(c->d, DIAG_INPUT, decl->pos, "the type '%s' is defined by itself",
             decl->name);
    return NULL;
  }
  if (c->depth >= BPL_MAX_DEPTH) {
    diag_set(c->d, DIAG_INPUT, decl->pos, "nested too deeply");
    return NULL;
  }
  decl->progress = BPL_ACTIVE;
  c->depth++;
  parameters in = {decl, args};
  const bpl_type *t = resolve(c, decl->synonym, &in);
  c->depth--;
  decl->progress = BPL_FRESH;
  if (t && decl->parameter_count == 0) {
    decl->synonym = t;
    decl->progress = BPL_DONE;
  }
  return t;
}

static const bpl_type *resolve_named(bpl_checker *c, const bpl_type *t,
                                     const parameters *in) {
  const bpl_type *parameter = find_parameter(in, t->name);
  uint64_t *found = hmap_find(&c->types, (uintptr_t)t->name);
  if (parameter && t->arg_count == 0)
    return parameter;
  if (!found) {
    diag_set(c->d, DIAG_INPUT, t->pos, "there is no type '%s'", t->name);
    return NULL;
  }
  bpl_type_decl *decl = (bpl_type_decl *)(uintptr_t)*found;
  if (decl->parameter_count != t->arg_count) {
    diag_set(c->d, DIAG_INPUT, t->pos,
             "the type '%s' has %u parameters, not %u", t->name,
             decl->parameter_count, t->arg_count);
    return NULL;
  }
  const bpl_type **args =
      ARENA_ARRAY(c->unit->mem, const bpl_type *, t->arg_count);
  if (!resolve_args(c, t, in, args))
    return NULL;
  if (decl->synonym)
    return resolve_synonym(c, decl, args);
  bpl_type *made = ARENA_NEW(c->unit->mem, bpl_type);
  *made = *t;
  made->kind = BPL_TYPE_SORT;
  made->args = args;
  return measure(c, made);
}

static bool check_fields(bpl_checker *c, const bpl_type *t) {
  for (uint32_t i = 0; t->fields && i < t->arg_count; i++)
    for (uint32_t k = 0; k < i; k++)
      if (t->fields[i] == t->fields[k])
        return diag_set(c->d, DIAG_INPUT, t->pos, "the field '%s' occurs twice",
                        t->fields[i]);
  return true;
}

static const bpl_type *resolve(bpl_checker *c, const bpl_type *t,
                               const parameters *in) {
  if (t->kind == BPL_TYPE_NAMED)
    return resolve_named(c, t, in);
  bpl_type *made = ARENA_NEW(c->unit->mem, bpl_type);
  *made = *t;
  const bpl_type **args =
      ARENA_ARRAY(c->unit->mem, const bpl_type *, t->arg_count);
  if (!resolve_args(c, t, in, args))
    return NULL;
  made->args = args;
  if (t->range && !(made->range = resolve(c, t->range, in)))
    return NULL;
  return check_fields(c, made) ? measure(c, made) : NULL;
}

const bpl_type *bpl_resolve(bpl_checker *c, const bpl_type *t) {
  return t->leaves > 0 ? t : resolve(c, t, NULL);
}

const bpl_type *bpl_basic(bpl_checker *c, bpl_type_kind kind) {
  bpl_type *t = ARENA_NEW(c->unit->mem, bpl_type);
  *t = (bpl_type){.kind = kind, .leaves = 1, .size = 1};
  return t;
}

// --- looking ----------------------------------------------------------------

bool bpl_type_equal(const bpl_type *a, const bpl_type *b) {
  if (a == b)
    return true;
  bool is_alike = a->kind == b->kind && a->width == b->width &&
                  a->name == b->name && a->arg_count == b->arg_count;
  for (uint32_t i = 0; is_alike && i < a->arg_count; i++)
    is_alike = bpl_type_equal(a->args[i], b->args[i]) &&
               (!a->fields || a->fields[i] == b->fields[i]);
  return is_alike && (!a->range || bpl_type_equal(a->range, b->range));
}

static void print_list(const bpl_type *t, strbuf *out) {
  for (uint32_t i = 0; i < t->arg_count; i++) {
    if (i > 0)
      strbuf_puts(out, ", ");
    if (t->fields)
      strbuf_printf(out, "%s: ", t->fields[i]);
    bpl_type_print(t->args[i], out);
  }
}

static void print_sort(const bpl_type *t, strbuf *out) {
  strbuf_puts(out, t->name);
  for (uint32_t i = 0; i < t->arg_count; i++) {
    bool is_atom =
        t->args[i]->kind != BPL_TYPE_MAP &&
        (t->args[i]->kind != BPL_TYPE_SORT || t->args[i]->arg_count == 0);
    strbuf_puts(out, is_atom ? " " : " (");
    bpl_type_print(t->args[i], out);
    strbuf_puts(out, is_atom ? "" : ")");
  }
}

void bpl_type_print(const bpl_type *t, strbuf *out) {
  switch (t->kind) {
  case BPL_TYPE_BOOL:
    strbuf_puts(out, "bool");
    return;
  case BPL_TYPE_INT:
    strbuf_puts(out, "int");
    return;
  case BPL_TYPE_REAL:
    strbuf_puts(out, "real");
    return;
  case BPL_TYPE_BV:
    strbuf_printf(out, "bv%u", t->width);
    return;
  case BPL_TYPE_NAMED:
  case BPL_TYPE_SORT:
    print_sort(t, out);
    return;
  case BPL_TYPE_MAP:
    strbuf_putc(out, '[');
    print_list(t, out);
    strbuf_putc(out, ']');
    bpl_type_print(t->range, out);
    return;
  case BPL_TYPE_STRUCT:
    strbuf_puts(out, "{ ");
    print_list(t, out);
    strbuf_puts(out, " }");
    return;
  }
}

int64_t bpl_field_index(const bpl_type *t, const char *name) {
  for (uint32_t i = 0; t->kind == BPL_TYPE_STRUCT && i < t->arg_count; i++)
    if (t->fields[i] == name)
      return i;
  return -1;
}

uint32_t bpl_field_offset(const bpl_type *t, uint32_t i) {
  assert(t->kind == BPL_TYPE_STRUCT && i < t->arg_count);
  uint32_t offset = 0;
  for (uint32_t k = 0; k < i; k++)
    offset += t->args[k]->leaves;
  return offset;
}

bool bpl_mismatch(bpl_checker *c, source_pos pos, const char *what,
                  const bpl_type *is, const bpl_type *should) {
  strbuf text = {0};
  strbuf_printf(&text, "%s has the type '", what);
  bpl_type_print(is, &text);
  strbuf_puts(&text, "', not '");
  bpl_type_print(should, &text);
  diag_set(c->d, DIAG_INPUT, pos, "%s'", strbuf_text(&text));
  strbuf_free(&text);
  return false;
}
