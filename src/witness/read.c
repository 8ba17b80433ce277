// SPDX-License-Identifier: Apache-2.0
// Reading: libyaml makes a tree of nodes with positions, and what is wrong with
// it is said at the node where it is wrong. Unknown keys are passed over, as
// later versions of the format add some; unknown values are not.
#include "witness/witness.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/mem.h"

typedef struct {
  witness *out;
  const char *file;
  yaml_document_t document;
  diag *d;
} reader;

void witness_init(witness *w) { *w = (witness){.mem = arena_new()}; }

void witness_clear(witness *w) {
  vec_free(&w->files);
  vec_free(&w->invariants);
  vec_free(&w->contracts);
  vec_free(&w->waypoints);
  arena_free(w->mem);
}

// --- nodes ------------------------------------------------------------------

static source_pos position(const reader *r, const yaml_node_t *n) {
  return (source_pos){r->file, (uint32_t)n->start_mark.line + 1,
                      (uint32_t)n->start_mark.column + 1};
}

static bool complain(reader *r, const yaml_node_t *n, const char *what) {
  assert(what[0] != '\0');
  return diag_set(r->d, DIAG_INPUT, position(r, n), "%s", what);
}

static yaml_node_t *node(reader *r, int index) {
  return yaml_document_get_node(&r->document, index);
}

static const char *text_of(reader *r, const yaml_node_t *n) {
  assert(n->type == YAML_SCALAR_NODE);
  char *copy = arena_alloc(r->out->mem, n->data.scalar.length + 1);
  memcpy(copy, n->data.scalar.value, n->data.scalar.length);
  return copy;
}

static bool is_text(const yaml_node_t *n, const char *text) {
  return n->type == YAML_SCALAR_NODE && n->data.scalar.length == strlen(text) &&
         memcmp(n->data.scalar.value, text, n->data.scalar.length) == 0;
}

// The value under the key of a mapping; NULL: there is none.
static yaml_node_t *member(reader *r, const yaml_node_t *map, const char *key) {
  if (map->type != YAML_MAPPING_NODE)
    return NULL;
  for (yaml_node_pair_t *p = map->data.mapping.pairs.start;
       p < map->data.mapping.pairs.top; p++)
    if (is_text(node(r, p->key), key))
      return node(r, p->value);
  return NULL;
}

static yaml_node_t *need(reader *r, const yaml_node_t *map, const char *key,
                         yaml_node_type_t type) {
  yaml_node_t *n = member(r, map, key);
  if (!n) {
    diag_set(r->d, DIAG_INPUT, position(r, map), "there is no '%s' here", key);
    return NULL;
  }
  if (n->type != type) {
    diag_set(r->d, DIAG_INPUT, position(r, n), "'%s' should be %s", key,
             type == YAML_SCALAR_NODE     ? "a text"
             : type == YAML_SEQUENCE_NODE ? "a list"
                                          : "a mapping");
    return NULL;
  }
  return n;
}

static bool need_number(reader *r, const yaml_node_t *n, uint32_t *out) {
  const char *text = n->type == YAML_SCALAR_NODE ? text_of(r, n) : "";
  char *end;
  unsigned long value = strtoul(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || value == 0 || value > INT32_MAX)
    return complain(r, n, "a number from 1 is expected here");
  *out = (uint32_t)value;
  return true;
}

typedef bool (*item_reader)(reader *r, const yaml_node_t *item);

static bool for_each(reader *r, const yaml_node_t *list, item_reader read) {
  assert(list->type == YAML_SEQUENCE_NODE);
  for (yaml_node_item_t *i = list->data.sequence.items.start;
       i < list->data.sequence.items.top; i++)
    if (!read(r, node(r, *i)))
      return false;
  return true;
}

// --- what the witness is about ----------------------------------------------

static bool read_file_hash(reader *r, const yaml_node_t *task) {
  const yaml_node_t *hashes = member(r, task, "input_file_hashes");
  if (!hashes)
    return true;
  if (hashes->type != YAML_MAPPING_NODE)
    return complain(r, hashes, "'input_file_hashes' should be a mapping");
  for (yaml_node_pair_t *p = hashes->data.mapping.pairs.start;
       p < hashes->data.mapping.pairs.top; p++) {
    const yaml_node_t *name = node(r, p->key), *hash = node(r, p->value);
    if (name->type != YAML_SCALAR_NODE || hash->type != YAML_SCALAR_NODE)
      return complain(r, name, "a file and its hash are expected here");
    witness_file f = {text_of(r, name), text_of(r, hash)};
    vec_push(&r->out->files, f);
  }
  return true;
}

static bool read_data_model(reader *r, const yaml_node_t *task) {
  const yaml_node_t *n = member(r, task, "data_model");
  if (!n)
    return true;
  if (is_text(n, "ILP32"))
    r->out->bits = 32;
  else if (is_text(n, "LP64"))
    r->out->bits = 64;
  else
    return complain(r, n, "the data model should be ILP32 or LP64");
  return true;
}

static bool read_metadata(reader *r, const yaml_node_t *entry) {
  const yaml_node_t *metadata = need(r, entry, "metadata", YAML_MAPPING_NODE);
  const yaml_node_t *version =
      metadata ? need(r, metadata, "format_version", YAML_SCALAR_NODE) : NULL;
  if (!version)
    return false;
  const char *number = text_of(r, version);
  if (strncmp(number, "2.", 2) != 0)
    return complain(r, version, "only witnesses of version 2 are understood");
  r->out->minor = (uint32_t)strtoul(number + 2, NULL, 10);
  const yaml_node_t *task = need(r, metadata, "task", YAML_MAPPING_NODE);
  if (!task)
    return false;
  const yaml_node_t *language = member(r, task, "language");
  if (language && !is_text(language, "C"))
    return complain(r, language, "only witnesses about C are understood");
  const yaml_node_t *property = member(r, task, "specification");
  if (property && property->type == YAML_SCALAR_NODE)
    r->out->specification = text_of(r, property);
  return read_file_hash(r, task) && read_data_model(r, task);
}

static bool read_place(reader *r, const yaml_node_t *around,
                       witness_place *out) {
  const yaml_node_t *place = need(r, around, "location", YAML_MAPPING_NODE);
  const yaml_node_t *file =
      place ? need(r, place, "file_name", YAML_SCALAR_NODE) : NULL;
  const yaml_node_t *line =
      file ? need(r, place, "line", YAML_SCALAR_NODE) : NULL;
  if (!line)
    return false;
  *out = (witness_place){.written = position(r, place)};
  out->at.file = text_of(r, file);
  const yaml_node_t *col = member(r, place, "column");
  const yaml_node_t *function = member(r, place, "function");
  if (function && function->type != YAML_SCALAR_NODE)
    return complain(r, function, "'function' should be a text");
  if (function)
    out->function = text_of(r, function);
  return need_number(r, line, &out->at.line) &&
         (!col || need_number(r, col, &out->at.col));
}

// --- invariants -------------------------------------------------------------

// Formats of expressions: the extended one has '\result' and '\at'.
static bool read_format(reader *r, const yaml_node_t *n) {
  const yaml_node_t *format = member(r, n, "format");
  if (!format || is_text(format, "c_expression"))
    return true;
  if (!is_text(format, "ext_c_expression"))
    return complain(r, format,
                    "the format should be c_expression or ext_c_expression");
  return r->out->minor > 0 ||
         complain(r, format, "version 2.0 has no ext_c_expression");
}

static bool read_clause(reader *r, const yaml_node_t *n, const char *key,
                        const char **out) {
  const yaml_node_t *text = member(r, n, key);
  if (text && text->type != YAML_SCALAR_NODE)
    return complain(r, text, "an expression is expected here");
  *out = text ? text_of(r, text) : NULL;
  return true;
}

static bool read_contract(reader *r, const yaml_node_t *n) {
  const yaml_node_t *type = need(r, n, "type", YAML_SCALAR_NODE);
  witness_contract c = {0};
  if (!type)
    return false;
  if (!is_text(type, "function_contract"))
    return complain(r, type, "this type of contract is not understood");
  if (r->out->minor == 0)
    return complain(r, n, "version 2.0 has no contracts");
  if (!read_format(r, n) || !read_place(r, n, &c.place) ||
      !read_clause(r, n, "requires", &c.needs) ||
      !read_clause(r, n, "ensures", &c.gives))
    return false;
  c.place.written = position(r, n);
  vec_push(&r->out->contracts, c);
  return true;
}

static bool read_invariant_at(reader *r, const yaml_node_t *n,
                              const yaml_node_t *type) {
  const yaml_node_t *value = need(r, n, "value", YAML_SCALAR_NODE);
  if (!value)
    return false;
  witness_invariant inv = {.is_loop = is_text(type, "loop_invariant"),
                           .value = text_of(r, value)};
  if (!inv.is_loop && !is_text(type, "location_invariant"))
    return complain(r, type, "this type of invariant is not understood");
  if (!read_format(r, n) || !read_place(r, n, &inv.place))
    return false;
  inv.place.written = position(r, value);
  vec_push(&r->out->invariants, inv);
  return true;
}

// Contracts stand under a key of their own, or where invariants do: tools
// write both.
static bool read_invariant(reader *r, const yaml_node_t *item) {
  const yaml_node_t *own = member(r, item, "contract");
  if (own)
    return own->type == YAML_MAPPING_NODE
               ? read_contract(r, own)
               : complain(r, own, "'contract' should be a mapping");
  const yaml_node_t *n = need(r, item, "invariant", YAML_MAPPING_NODE);
  const yaml_node_t *type = n ? need(r, n, "type", YAML_SCALAR_NODE) : NULL;
  if (!type)
    return false;
  return is_text(type, "function_contract") ? read_contract(r, n)
                                            : read_invariant_at(r, n, type);
}

// --- waypoints --------------------------------------------------------------

static const char *const TYPES[] = {
    [WAYPOINT_ASSUMPTION] = "assumption",
    [WAYPOINT_BRANCHING] = "branching",
    [WAYPOINT_FUNCTION_ENTER] = "function_enter",
    [WAYPOINT_FUNCTION_RETURN] = "function_return",
    [WAYPOINT_TARGET] = "target",
};

static bool read_type(reader *r, const yaml_node_t *n, waypoint *w) {
  for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
    if (is_text(n, TYPES[i])) {
      w->type = (waypoint_type)i;
      return true;
    }
  return complain(r, n, "this type of waypoint is not understood");
}

static bool read_action(reader *r, const yaml_node_t *n, waypoint *w) {
  w->is_avoided = is_text(n, "avoid");
  if (!w->is_avoided && !is_text(n, "follow"))
    return complain(r, n, "the action should be follow or avoid");
  if (w->is_avoided && w->type == WAYPOINT_TARGET)
    return complain(r, n, "a target cannot be avoided");
  return true;
}

static bool read_constraint(reader *r, const yaml_node_t *n, waypoint *w) {
  const yaml_node_t *constraint = member(r, n, "constraint");
  bool is_needed =
      w->type == WAYPOINT_ASSUMPTION || w->type == WAYPOINT_BRANCHING;
  if (!constraint)
    return !is_needed || complain(r, n, "there is no 'constraint' here");
  const yaml_node_t *value = need(r, constraint, "value", YAML_SCALAR_NODE);
  if (!value)
    return false;
  w->constraint = text_of(r, value);
  w->place.written = position(r, value);
  return true;
}

static bool read_waypoint(reader *r, const yaml_node_t *item) {
  const yaml_node_t *n = need(r, item, "waypoint", YAML_MAPPING_NODE);
  const yaml_node_t *type = n ? need(r, n, "type", YAML_SCALAR_NODE) : NULL;
  const yaml_node_t *action =
      type ? need(r, n, "action", YAML_SCALAR_NODE) : NULL;
  waypoint w = {0};
  if (!action || !read_type(r, type, &w) || !read_action(r, action, &w) ||
      !read_place(r, n, &w.place) || !read_constraint(r, n, &w))
    return false;
  if (r->out->waypoints.len > 0 &&
      vec_last(&r->out->waypoints).type == WAYPOINT_TARGET)
    return complain(r, n, "a waypoint comes behind the target");
  vec_push(&r->out->waypoints, w);
  return true;
}

// Waypoints to avoid, and then one to follow.
static bool read_segment(reader *r, const yaml_node_t *item) {
  const yaml_node_t *list = need(r, item, "segment", YAML_SEQUENCE_NODE);
  uint32_t first = r->out->waypoints.len;
  if (!list || !for_each(r, list, read_waypoint))
    return false;
  uint32_t end = r->out->waypoints.len;
  for (uint32_t i = first; i < end; i++)
    if (r->out->waypoints.data[i].is_avoided == (i + 1 == end))
      return complain(r, list,
                      "a segment should end with its only waypoint to follow");
  return end > first || complain(r, list, "this segment is empty");
}

// --- the whole --------------------------------------------------------------

static bool read_entry(reader *r, const yaml_node_t *entry) {
  const yaml_node_t *type = need(r, entry, "entry_type", YAML_SCALAR_NODE);
  if (!type || !read_metadata(r, entry))
    return false;
  const yaml_node_t *content = need(r, entry, "content", YAML_SEQUENCE_NODE);
  if (!content)
    return false;
  if (is_text(type, "invariant_set")) {
    r->out->kind = WITNESS_CORRECTNESS;
    return for_each(r, content, read_invariant);
  }
  if (!is_text(type, "violation_sequence"))
    return complain(r, type, "this type of entry is not understood");
  r->out->kind = WITNESS_VIOLATION;
  if (!for_each(r, content, read_segment))
    return false;
  if (r->out->waypoints.len == 0 ||
      vec_last(&r->out->waypoints).type != WAYPOINT_TARGET)
    return complain(r, content, "the last waypoint should be the target");
  return true;
}

static bool read_document(reader *r) {
  const yaml_node_t *root = yaml_document_get_root_node(&r->document);
  if (!root)
    return diag_set(r->d, DIAG_INPUT, (source_pos){r->file, 1, 1},
                    "the witness is empty");
  if (root->type != YAML_SEQUENCE_NODE)
    return complain(r, root, "a witness should be a list of entries");
  long entries =
      root->data.sequence.items.top - root->data.sequence.items.start;
  if (entries != 1)
    return complain(r, root, "a witness should have exactly one entry");
  return read_entry(r, node(r, *root->data.sequence.items.start));
}

static bool complain_of_syntax(reader *r, const yaml_parser_t *p) {
  source_pos at = {r->file, (uint32_t)p->problem_mark.line + 1,
                   (uint32_t)p->problem_mark.column + 1};
  if (p->error == YAML_MEMORY_ERROR)
    mem_exhausted();
  return diag_set(r->d, DIAG_INPUT, at, "this is no YAML: %s",
                  p->problem ? p->problem : "unreadable");
}

bool witness_read(witness *w, const char *file, const char *text, size_t size,
                  diag *d) {
  assert(file != NULL && text != NULL);
  reader r = {.out = w, .file = file, .d = d};
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser))
    mem_exhausted();
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
  bool ok;
  if (!yaml_parser_load(&parser, &r.document)) {
    ok = complain_of_syntax(&r, &parser);
  } else {
    ok = read_document(&r);
    yaml_document_delete(&r.document);
  }
  yaml_parser_delete(&parser);
  return ok;
}
