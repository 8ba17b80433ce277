// SPDX-License-Identifier: Apache-2.0
// Storage of programs.
//
// Records live in the program's arena and are reached through vectors of
// pointers, so that the pointers that accessors return stay valid while the
// program grows. The edge lists of locations are in the arena, too: most have
// one or two edges, and a program may have millions of them.
#include "program/program.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hmap.h"
#include "base/mem.h"

typedef struct {
  var_info info;
  term symbol;
} variable_record;

typedef struct {
  input_info info;
  term symbol;
} input_record;

typedef struct {
  loc_info info;
  edge_vec out, in;
  loc origin; // LOC_NONE: stands for itself
} location_record;

typedef struct {
  loc from, to;
  block block;
  edge_info info;
} edge_record;

typedef struct {
  const char *file; // interned
  const char *text;
} source_record;
typedef VEC(source_record) source_records;

typedef struct {
  edge edge;
  memory_fault fault;
} fault_record;

struct program {
  terms *tt;
  arena *mem;
  strtab *texts;
  const char *last_file, *last_function; // interned; mostly repeated
  VEC(variable_record *) variables;
  VEC(input_record *) inputs;
  VEC(location_record *) locations;
  VEC(edge_record *) edges;
  VEC(fault_record) faults; // rising edges
  hmap variable_of;         // term id -> variable id
  hmap input_of;            // term id -> input id
  loc entry;
  bool is_derived;
  uint32_t properties;
  undefined_class undefined;
  VEC(uint32_t) scopes; // [id - 1]: the one around it
  VEC(object_info) objects;
  source_records sources, compiled;
  VEC(note) notes;
  term_vec candidates;
  hmap candidates_seen; // keys are their ids
  hmap notes_seen[NOTE_UNCALLED +
                  1]; // by kind; keys are interned texts, or hashes of places
};

// --- building --------------------------------------------------------------

program *program_new(terms *tt) {
  assert(tt != NULL);
  program *p = mem_alloc(sizeof *p);
  p->tt = tt;
  p->mem = arena_new();
  p->texts = strtab_new();
  p->properties = 1u << PROPERTY_REACH;
  p->undefined = UNDEFINED_UNKNOWN;
  return p;
}

void program_free(program *p) {
  if (p == NULL)
    return;
  vec_free(&p->variables);
  vec_free(&p->inputs);
  vec_free(&p->locations);
  vec_free(&p->edges);
  vec_free(&p->faults);
  vec_free(&p->scopes);
  vec_free(&p->objects);
  vec_free(&p->sources);
  vec_free(&p->compiled);
  vec_free(&p->notes);
  vec_free(&p->candidates);
  hmap_free(&p->candidates_seen);
  hmap_free(&p->variable_of);
  hmap_free(&p->input_of);
  for (uint32_t i = 0; i <= NOTE_UNCALLED; i++)
    hmap_free(&p->notes_seen[i]);
  strtab_free(p->texts);
  arena_free(p->mem);
  mem_free(p);
}

terms *program_terms(const program *p) { return p->tt; }

arena *program_arena(program *p) { return p->mem; }

const char *program_intern(program *p, const char *text) {
  return text == NULL ? NULL : strtab_intern(p->texts, text);
}

static const char *intern_again(program *p, const char **last,
                                const char *text) {
  if (text == NULL || (*last != NULL && strcmp(*last, text) == 0))
    return text == NULL ? NULL : *last;
  return *last = strtab_intern(p->texts, text);
}

static source_pos intern_pos(program *p, source_pos pos) {
  pos.file = intern_again(p, &p->last_file, pos.file);
  return pos;
}

static type_info intern_type(program *p, type_info type) {
  type.name = program_intern(p, type.name);
  return type;
}

static var put_variable(program *p, const var_info *info, term symbol) {
  variable_record *r = ARENA_NEW(p->mem, variable_record);
  r->info = *info;
  r->info.name = program_intern(p, info->name);
  r->info.function = program_intern(p, info->function);
  r->info.type = intern_type(p, info->type);
  r->info.pos = intern_pos(p, info->pos);
  r->symbol = symbol;
  vec_push(&p->variables, r);
  assert(hmap_find(&p->variable_of, symbol.id) == NULL);
  hmap_put(&p->variable_of, symbol.id, p->variables.len);
  return (var){p->variables.len};
}

var program_add_variable(program *p, const var_info *info) {
  assert(info->sort.id != 0);
  const char *prefix = info->name != NULL ? info->name : "v";
  return put_variable(p, info, term_fresh(p->tt, prefix, info->sort));
}

static void put_input(program *p, const input_info *info, term symbol) {
  input_record *r = ARENA_NEW(p->mem, input_record);
  r->info = *info;
  r->info.name = program_intern(p, info->name);
  r->info.type = intern_type(p, info->type);
  r->info.pos = intern_pos(p, info->pos);
  r->symbol = symbol;
  vec_push(&p->inputs, r);
  assert(hmap_find(&p->input_of, symbol.id) == NULL);
  hmap_put(&p->input_of, symbol.id, p->inputs.len);
}

term program_add_input(program *p, const input_info *info) {
  assert(info->sort.id != 0);
  const char *prefix = info->name != NULL ? info->name : "input";
  term symbol = term_fresh(p->tt, prefix, info->sort);
  put_input(p, info, symbol);
  return symbol;
}

program *program_new_like(const program *p) {
  program *copy = program_new(p->tt);
  copy->properties = p->properties;
  copy->undefined = p->undefined;
  for (uint32_t i = 0; i < p->variables.len; i++)
    put_variable(copy, &p->variables.data[i]->info,
                 p->variables.data[i]->symbol);
  for (uint32_t i = 0; i < p->inputs.len; i++)
    put_input(copy, &p->inputs.data[i]->info, p->inputs.data[i]->symbol);
  for (uint32_t i = 0; i < p->scopes.len; i++)
    vec_push(&copy->scopes, p->scopes.data[i]);
  return copy;
}

void program_copy_locations(program *to, const program *p) {
  assert(to->locations.len == 0);
  for (uint32_t i = 1; i <= p->locations.len; i++) {
    loc l = program_add_location(to, program_location(p, (loc){i}));
    assert(l.id == i);
    if (p->is_derived)
      program_set_origin(to, l, program_origin(p, l));
  }
  program_set_entry(to, p->entry);
}

program *program_copy(const program *p) {
  program *copy = program_new_like(p);
  program_copy_locations(copy, p);
  for (uint32_t i = 0; i < p->edges.len; i++) {
    const edge_record *r = p->edges.data[i];
    edge e = program_add_edge(copy, r->from, r->to, &r->block, &r->info);
    assert(e.id == i + 1);
    (void)e;
  }
  return copy;
}

void program_add_fault(program *p, edge e, const memory_fault *f) {
  assert(e.id >= 1 && e.id <= p->edges.len);
  assert(p->faults.len == 0 || vec_last(&p->faults).edge.id <= e.id);
  assert(term_is_bool(p->tt, f->when));
  fault_record r = {e, *f};
  r.fault.object = program_intern(p, f->object);
  r.fault.pos = intern_pos(p, f->pos);
  vec_push(&p->faults, r);
}

void program_copy_remarks(program *to, const program *p) {
  assert(to->objects.len == 0 && to->notes.len == 0);
  for (uint32_t i = 0; i < p->objects.len; i++)
    program_add_object(to, &p->objects.data[i]);
  for (uint32_t i = 0; i < p->sources.len; i++)
    program_add_source(to, p->sources.data[i].file, p->sources.data[i].text);
  for (uint32_t i = 0; i < p->notes.len; i++)
    program_add_note_here(to, p->notes.data[i].kind, p->notes.data[i].text,
                          p->notes.data[i].pos);
  for (uint32_t i = 0; i < p->candidates.len; i++)
    program_add_candidate(to, p->candidates.data[i]);
}

void program_copy_faults(program *to, const program *p) {
  assert(to->edges.len == p->edges.len && to->faults.len == 0);
  for (uint32_t i = 0; i < p->faults.len; i++)
    program_add_fault(to, p->faults.data[i].edge, &p->faults.data[i].fault);
}

static int compare_targets(const void *a, const void *b) {
  uint32_t x = ((const assignment *)a)->target.id;
  uint32_t y = ((const assignment *)b)->target.id;
  return x < y ? -1 : x > y;
}

void program_sort_assignments(assignment *all, uint32_t n) {
  if (n > 1)
    qsort(all, n, sizeof *all, compare_targets);
}

const assignment *program_assignment_to(const block *b, var target) {
  uint32_t low = 0, high = b->assignment_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (b->assignments[middle].target.id < target.id)
      low = middle + 1;
    else
      high = middle;
  }
  bool is_there =
      low < b->assignment_count && b->assignments[low].target.id == target.id;
  return is_there ? &b->assignments[low] : NULL;
}

void program_set_properties(program *p, uint32_t set) {
  assert(set != 0 && set < 1u << PROPERTY_COUNT);
  p->properties = set;
}

uint32_t program_properties(const program *p) { return p->properties; }

void program_set_undefined(program *p, undefined_class c) {
  assert(p != NULL && c <= UNDEFINED_ERROR);
  p->undefined = c;
}

undefined_class program_undefined(const program *p) { return p->undefined; }

const char *program_property_name(property_kind kind) {
  static const char *const names[PROPERTY_COUNT] = {
      [PROPERTY_REACH] = "unreach-call",
      [PROPERTY_OVERFLOW] = "no-overflow",
      [PROPERTY_DEREF] = "valid-deref",
      [PROPERTY_FREE] = "valid-free",
      [PROPERTY_MEMTRACK] = "valid-memtrack",
      [PROPERTY_MEMCLEANUP] = "valid-memcleanup",
      [PROPERTY_NULL] = "null",
      [PROPERTY_BOUNDS] = "bounds",
      [PROPERTY_DIVIDE] = "integer-divide-by-zero",
      [PROPERTY_SHIFT] = "shift",
      [PROPERTY_FLOAT_CAST] = "float-cast-overflow",
      [PROPERTY_BUILTIN] = "builtin",
      [PROPERTY_UNREACHABLE] = "unreachable",
      [PROPERTY_RETURN] = "return",
      [PROPERTY_VLA] = "vla-bound",
      [PROPERTY_OVERLAP] = "memcpy-param-overlap"};
  assert(kind < PROPERTY_COUNT);
  return names[kind];
}

const char *program_property_help(property_kind kind) {
  static const char *const texts[PROPERTY_COUNT] = {
      [PROPERTY_REACH] = "no assertion fails, no error call is reached",
      [PROPERTY_OVERFLOW] = "signed integers do not overflow",
      [PROPERTY_DEREF] = "memory is accessed inside of living objects",
      [PROPERTY_FREE] = "what is freed is allocated",
      [PROPERTY_MEMTRACK] = "what is allocated stays within reach",
      [PROPERTY_MEMCLEANUP] = "all that is allocated is freed in the end",
      [PROPERTY_NULL] = "no access through a null pointer",
      [PROPERTY_BOUNDS] = "no access outside of the object or array",
      [PROPERTY_DIVIDE] = "no division by zero",
      [PROPERTY_SHIFT] = "shifts are by less than the width",
      [PROPERTY_FLOAT_CAST] = "floats that are converted fit",
      [PROPERTY_BUILTIN] = "no __builtin_clz(0), __builtin_assume holds",
      [PROPERTY_UNREACHABLE] = "__builtin_unreachable is not reached",
      [PROPERTY_RETURN] = "a result that is used was returned",
      [PROPERTY_VLA] = "lengths of arrays are positive",
      [PROPERTY_OVERLAP] = "memcpy copies to another place"};
  assert(kind < PROPERTY_COUNT);
  return texts[kind];
}

uint64_t program_place_key(const edge_info *e) {
  const struct {
    uintptr_t file, text;
    uint64_t at, property;
  } key = {(uintptr_t)e->pos.file, (uintptr_t)e->text,
           (uint64_t)e->pos.line << 32 | e->pos.col, e->property};
  return hash_bytes((const char *)&key, sizeof key);
}

uint32_t program_add_scope(program *p, uint32_t outer) {
  assert(outer <= p->scopes.len);
  vec_push(&p->scopes, outer);
  return p->scopes.len;
}

void program_add_object(program *p, const object_info *info) {
  assert(p->objects.len == 0 ||
         vec_last(&p->objects).start + vec_last(&p->objects).size <=
             info->start);
  assert(info->many == 0 || info->reach > 0);
  object_info kept = *info;
  size_t size = info->count * sizeof *info->offsets;
  uint64_t *offsets = arena_alloc(p->mem, size);
  if (size > 0)
    memcpy(offsets, info->offsets, size);
  kept.offsets = offsets;
  kept.function = info->function ? program_intern(p, info->function) : NULL;
  kept.name = info->name ? program_intern(p, info->name) : NULL;
  kept.pos = intern_pos(p, info->pos);
  vec_push(&p->objects, kept);
}

uint32_t program_object_count(const program *p) { return p->objects.len; }

const object_info *program_object(const program *p, uint32_t i) {
  assert(i < p->objects.len);
  return &p->objects.data[i];
}

loc program_add_location(program *p, const loc_info *info) {
  location_record *r = ARENA_NEW(p->mem, location_record);
  r->info = *info;
  r->info.pos = intern_pos(p, info->pos);
  r->info.loop_pos = intern_pos(p, info->loop_pos);
  r->info.call = intern_pos(p, info->call);
  r->info.function = intern_again(p, &p->last_function, info->function);
  vec_push(&p->locations, r);
  return (loc){p->locations.len};
}

static location_record *location_at(const program *p, loc l) {
  assert(l.id >= 1 && l.id <= p->locations.len);
  return p->locations.data[l.id - 1];
}

static edge_record *edge_at(const program *p, edge e) {
  assert(e.id >= 1 && e.id <= p->edges.len);
  return p->edges.data[e.id - 1];
}

static block copy_block(program *p, const block *b) {
  assert(!term_is_none(b->guard) && term_is_bool(p->tt, b->guard));
  for (uint32_t i = 1; i < b->assignment_count; i++)
    assert(b->assignments[i - 1].target.id < b->assignments[i].target.id);
  block copy = *b;
  copy.assignments = arena_copy(p->mem, b->assignments,
                                sizeof *b->assignments * b->assignment_count);
  copy.inputs =
      arena_copy(p->mem, b->inputs, sizeof *b->inputs * b->input_count);
  return copy;
}

static void put_edge(program *p, edge_vec *list, edge e) {
  enum { FIRST = 4 };
  if (list->len == list->cap) {
    uint32_t cap = list->cap == 0 ? FIRST : 2 * list->cap;
    edge *data = ARENA_ARRAY(p->mem, edge, cap);
    if (list->len > 0)
      memcpy(data, list->data, sizeof *data * list->len);
    list->data = data;
    list->cap = cap;
  }
  list->data[list->len++] = e;
}

edge program_add_edge(program *p, loc from, loc to, const block *b,
                      const edge_info *info) {
  edge_record *r = ARENA_NEW(p->mem, edge_record);
  assert(from.id != 0 && to.id != 0);
  r->from = from;
  r->to = to;
  r->block = copy_block(p, b);
  r->info = *info;
  r->info.pos = intern_pos(p, info->pos);
  r->info.text = program_intern(p, info->text);
  vec_push(&p->edges, r);
  edge e = {p->edges.len};
  put_edge(p, &location_at(p, from)->out, e);
  put_edge(p, &location_at(p, to)->in, e);
  return e;
}

uint32_t program_first_fault(const program *p, edge e) {
  uint32_t low = 0, high = p->faults.len;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (p->faults.data[middle].edge.id < e.id)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

const memory_fault *program_fault(const program *p, edge e, uint32_t i) {
  if (i >= p->faults.len || p->faults.data[i].edge.id != e.id)
    return NULL;
  return &p->faults.data[i].fault;
}

void program_set_entry(program *p, loc l) {
  assert(l.id >= 1 && l.id <= p->locations.len);
  p->entry = l;
}

void program_set_origin(program *p, loc l, loc origin) {
  assert(origin.id != 0 && l.id != 0);
  location_at(p, l)->origin = origin;
  p->is_derived = true;
}

bool program_is_derived(const program *p) { return p->is_derived; }

loc program_origin(const program *p, loc l) {
  loc origin = location_at(p, l)->origin;
  return origin.id != 0 ? origin : l;
}

// --- sources and notes -----------------------------------------------------

static void add_text(program *p, source_records *to, const char *file,
                     const char *text) {
  assert(file != NULL && text != NULL);
  source_record r = {strtab_intern(p->texts, file), arena_strdup(p->mem, text)};
  vec_push(to, r);
}

// What was added last replaces what was there.
static const char *find_text(const source_records *in, const char *file) {
  for (uint32_t i = in->len; file != NULL && i-- > 0;)
    if (strcmp(in->data[i].file, file) == 0)
      return in->data[i].text;
  return NULL;
}

void program_add_source(program *p, const char *file, const char *text) {
  add_text(p, &p->sources, file, text);
}

const char *program_source(const program *p, const char *file) {
  return find_text(&p->sources, file);
}

void program_add_compiled(program *p, const char *file, const char *text) {
  add_text(p, &p->compiled, file, text);
}

const char *program_compiled(const program *p, const char *file) {
  return find_text(&p->compiled, file);
}

static void add_note(program *p, note n, uint64_t key) {
  hmap *seen = &p->notes_seen[n.kind];
  if (hmap_find(seen, key) != NULL)
    return;
  hmap_put(seen, key, 1);
  vec_push(&p->notes, n);
}

void program_add_note(program *p, note_kind kind, const char *text,
                      source_pos pos) {
  assert(kind <= NOTE_UNCALLED);
  const char *interned = strtab_intern(p->texts, text);
  add_note(p, (note){kind, interned, intern_pos(p, pos)}, (uintptr_t)interned);
}

// By hash: two places that collide are 2^64 to one against.
void program_add_note_here(program *p, note_kind kind, const char *text,
                           source_pos pos) {
  source_pos at = intern_pos(p, pos);
  note n = {kind, strtab_intern(p->texts, text), at};
  uintptr_t key[] = {(uintptr_t)n.text, (uintptr_t)at.file, at.line, at.col};
  add_note(p, n, hash_bytes(key, sizeof key));
}

void program_add_candidate(program *p, term formula) {
  assert(term_is_bool(p->tt, formula));
  if (hmap_find(&p->candidates_seen, formula.id) != NULL)
    return;
  hmap_put(&p->candidates_seen, formula.id, 1);
  vec_push(&p->candidates, formula);
}

uint32_t program_candidate_count(const program *p) { return p->candidates.len; }

term program_candidate(const program *p, uint32_t i) {
  assert(i < p->candidates.len);
  return p->candidates.data[i];
}

uint32_t program_note_count(const program *p) { return p->notes.len; }

note program_note(const program *p, uint32_t i) {
  assert(i < p->notes.len);
  return p->notes.data[i];
}

// --- looking ---------------------------------------------------------------

uint32_t program_location_count(const program *p) { return p->locations.len; }
uint32_t program_edge_count(const program *p) { return p->edges.len; }
uint32_t program_variable_count(const program *p) { return p->variables.len; }
uint32_t program_input_count(const program *p) { return p->inputs.len; }
loc program_entry(const program *p) { return p->entry; }

const loc_info *program_location(const program *p, loc l) {
  return &location_at(p, l)->info;
}

const edge_vec *program_out_edges(const program *p, loc l) {
  return &location_at(p, l)->out;
}

const edge_vec *program_in_edges(const program *p, loc l) {
  return &location_at(p, l)->in;
}

loc program_edge_from(const program *p, edge e) { return edge_at(p, e)->from; }

loc program_edge_to(const program *p, edge e) { return edge_at(p, e)->to; }

const block *program_edge_block(const program *p, edge e) {
  return &edge_at(p, e)->block;
}

const edge_info *program_edge(const program *p, edge e) {
  return &edge_at(p, e)->info;
}

uint32_t program_outer_scope(const program *p, uint32_t scope) {
  assert(scope >= 1 && scope <= p->scopes.len);
  return p->scopes.data[scope - 1];
}

const var_info *program_variable(const program *p, var v) {
  assert(v.id >= 1 && v.id <= p->variables.len);
  return &p->variables.data[v.id - 1]->info;
}

term program_variable_term(const program *p, var v) {
  assert(v.id >= 1 && v.id <= p->variables.len);
  return p->variables.data[v.id - 1]->symbol;
}

var program_variable_of(const program *p, term t) {
  uint64_t *id = hmap_find(&p->variable_of, t.id);
  return id == NULL ? VAR_NONE : (var){(uint32_t)*id};
}

const input_info *program_input(const program *p, term t) {
  uint64_t *id = hmap_find(&p->input_of, t.id);
  return id == NULL ? NULL : &p->inputs.data[*id - 1]->info;
}

loc_kind program_kind(const program *p, loc l) {
  static const loc_kind seen_as[] = {[UNDEFINED_ASSUME] = LOC_END,
                                     [UNDEFINED_UNKNOWN] = LOC_UNSUPPORTED,
                                     [UNDEFINED_ERROR] = LOC_ERROR};
  loc_kind kind = program_location(p, l)->kind;
  return kind == LOC_UNDEFINED ? seen_as[p->undefined] : kind;
}

bool program_is_violation(edge_kind kind) {
  return kind == EDGE_ERROR || kind == EDGE_UNDEFINED;
}

bool loc_is_bad(loc_kind kind) {
  return kind == LOC_ERROR || kind == LOC_BOUND || kind == LOC_UNSUPPORTED ||
         kind == LOC_UNDEFINED;
}

bool loc_is_sink(loc_kind kind) { return loc_is_bad(kind) || kind == LOC_END; }
