// SPDX-License-Identifier: Apache-2.0
// Variables are parts of objects ("s.f" is a part of s), and an object hides
// others of its name. So a name is looked up by its first identifier: which
// object is it, from the innermost block outward? Then by its parts.
#include "witness/names.h"

#include <assert.h>
#include <string.h>

#include "base/hmap.h"
#include "base/mem.h"

struct names {
  const program *program;
  strtab *texts;
  hmap first; // identifier (interned) -> variable id: the latest of that name
  VEC(uint32_t) next; // by variable id: the one before; 0: none
};

static size_t identifier_length(const char *name) {
  return strcspn(name, ".[");
}

static uint64_t key_of(const names *n, const char *name) {
  char *identifier = mem_strdup(name);
  identifier[identifier_length(name)] = '\0';
  uint64_t key = (uint64_t)(uintptr_t)strtab_intern(n->texts, identifier);
  mem_free(identifier);
  return key;
}

names *names_new(const program *p) {
  assert(p);
  names *n = mem_alloc(sizeof *n);
  n->program = p;
  n->texts = strtab_new();
  vec_resize(&n->next, program_variable_count(p) + 1);
  for (uint32_t i = 1; i <= program_variable_count(p); i++) {
    const char *name = program_variable(p, (var){i})->name;
    if (!name)
      continue;
    uint64_t key = key_of(n, name);
    uint64_t *latest = hmap_find(&n->first, key);
    n->next.data[i] = latest ? (uint32_t)*latest : 0;
    hmap_put(&n->first, key, i);
  }
  return n;
}

void names_free(names *n) {
  if (!n)
    return;
  hmap_free(&n->first);
  vec_free(&n->next);
  strtab_free(n->texts);
  mem_free(n);
}

static bool is_same_text(const char *a, const char *b) {
  return a == b || (a && b && strcmp(a, b) == 0);
}

// A declaration further down in the same file does not count yet.
static bool is_declared(const var_info *v, source_pos at) {
  if (!is_same_text(v->pos.file, at.file) || !v->pos.line || !at.line)
    return true;
  if (v->pos.line != at.line)
    return v->pos.line < at.line;
  return !v->pos.col || !at.col || v->pos.col <= at.col;
}

// How many blocks out of 'at' the variable is declared; UINT32_MAX: it is not
// seen from there. Globals come behind all blocks.
static uint32_t distance(const names *n, name_place at, const var_info *v) {
  const loc_info *l = program_location(n->program, at.at);
  if (!v->function)
    return UINT32_MAX - 1;
  bool is_here = v->occurrence == l->occurrence || v->occurrence == UINT32_MAX;
  if (!is_here || !is_same_text(v->function, l->function) ||
      !is_declared(v, at.pos))
    return UINT32_MAX;
  uint32_t steps = 0;
  for (uint32_t s = l->scope; s != 0;
       s = program_outer_scope(n->program, s), steps++)
    if (s == v->scope)
      return steps;
  return UINT32_MAX;
}

// Any variable of the object that the identifier means.
static uint32_t find_object(const names *n, name_place at, uint32_t first) {
  uint32_t best = 0, best_distance = UINT32_MAX;
  for (uint32_t i = first; i != 0; i = n->next.data[i]) {
    const var_info *v = program_variable(n->program, (var){i});
    uint32_t d = distance(n, at, v);
    if (d < best_distance) {
      best = i;
      best_distance = d;
    }
  }
  return best;
}

static bool is_same_object(const var_info *a, const var_info *b) {
  return a->scope == b->scope && a->occurrence == b->occurrence &&
         is_same_text(a->function, b->function) &&
         is_same_text(a->pos.file, b->pos.file) && a->pos.line == b->pos.line &&
         a->pos.col == b->pos.col;
}

var names_find(const names *n, name_place at, const char *name) {
  assert(name);
  uint64_t *first = hmap_find(&n->first, key_of(n, name));
  uint32_t object = first ? find_object(n, at, (uint32_t)*first) : 0;
  if (!object)
    return VAR_NONE;
  const var_info *whole = program_variable(n->program, (var){object});
  for (uint32_t i = (uint32_t)*first; i != 0; i = n->next.data[i]) {
    const var_info *v = program_variable(n->program, (var){i});
    if (v->is_exact && is_same_object(v, whole) && strcmp(v->name, name) == 0)
      return (var){i};
  }
  return VAR_NONE;
}

const char *names_of(const names *n, name_place at, var v) {
  const var_info *info = program_variable(n->program, v);
  if (!info->name || !info->is_exact)
    return NULL;
  return names_find(n, at, info->name).id == v.id ? info->name : NULL;
}

bool names_has_integer(const program *p, var v, bool *is_signed) {
  int kind = (int)program_variable(p, v)->type.kind;
  *is_signed = kind == TYPE_SIGNED || kind == TYPE_CHAR;
  return *is_signed || kind == TYPE_UNSIGNED || kind == TYPE_BOOL;
}
