// SPDX-License-Identifier: Apache-2.0
// Writing: libyaml's emitter quotes and indents.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "base/mem.h"
#include "witness/witness.h"

typedef struct {
  yaml_emitter_t emitter;
  strbuf *out;
} printer;

static int write_bytes(void *data, unsigned char *bytes, size_t size) {
  strbuf_write(data, (const char *)bytes, size);
  return 1;
}

// The emitter fails only if it has no memory or is misused.
static void emit(printer *p, yaml_event_t *event, int is_made) {
  if (!is_made || !yaml_emitter_emit(&p->emitter, event)) {
    assert(p->emitter.error == YAML_NO_ERROR ||
           p->emitter.error == YAML_MEMORY_ERROR);
    mem_exhausted();
  }
}

static void begin_map(printer *p) {
  yaml_event_t e;
  emit(p, &e,
       yaml_mapping_start_event_initialize(&e, NULL, NULL, 1,
                                           YAML_BLOCK_MAPPING_STYLE));
}

static void end_map(printer *p) {
  yaml_event_t e;
  emit(p, &e, yaml_mapping_end_event_initialize(&e));
}

static void begin_list(printer *p) {
  yaml_event_t e;
  emit(p, &e,
       yaml_sequence_start_event_initialize(&e, NULL, NULL, 1,
                                            YAML_BLOCK_SEQUENCE_STYLE));
}

static void end_list(printer *p) {
  yaml_event_t e;
  emit(p, &e, yaml_sequence_end_event_initialize(&e));
}

// A name of a file need not be UTF-8, but YAML is: what is not printable in
// ASCII becomes a question mark then.
static bool is_utf8(const char *text) {
  for (const unsigned char *c = (const unsigned char *)text; *c;) {
    int more = *c < 0x80                 ? 0
               : *c >= 0xc2 && *c < 0xe0 ? 1
               : *c >= 0xe0 && *c < 0xf0 ? 2
               : *c >= 0xf0 && *c < 0xf5 ? 3
                                         : -1;
    if (more < 0)
      return false;
    for (c++; more > 0; more--, c++)
      if ((*c & 0xc0) != 0x80)
        return false;
  }
  return true;
}

static void put(printer *p, const char *given, yaml_scalar_style_t style) {
  assert(given != NULL);
  yaml_event_t e;
  bool is_plain = style == YAML_PLAIN_SCALAR_STYLE;
  strbuf plain = {0};
  for (const char *c = given; *c && !is_utf8(given); c++)
    strbuf_putc(&plain, (unsigned char)*c < 0x80 ? *c : '?');
  const char *text = plain.len > 0 ? strbuf_text(&plain) : given;
  emit(p, &e,
       yaml_scalar_event_initialize(&e, NULL, NULL, (const yaml_char_t *)text,
                                    -1, is_plain, !is_plain, style));
  strbuf_free(&plain);
}

static void key(printer *p, const char *name) {
  assert(name[0] != '\0');
  put(p, name, YAML_PLAIN_SCALAR_STYLE);
}

static void pair(printer *p, const char *name, const char *text) {
  key(p, name);
  put(p, text, YAML_DOUBLE_QUOTED_SCALAR_STYLE);
}

static void word(printer *p, const char *name, const char *text) {
  key(p, name);
  put(p, text, YAML_PLAIN_SCALAR_STYLE);
}

static void number(printer *p, const char *name, uint32_t n) {
  char text[16];
  snprintf(text, sizeof text, "%u", (unsigned)n);
  word(p, name, text);
}

static void print_task(printer *p, const witness *w) {
  key(p, "task");
  begin_map(p);
  key(p, "input_files");
  begin_list(p);
  for (uint32_t i = 0; i < w->files.len; i++)
    put(p, w->files.data[i].name, YAML_DOUBLE_QUOTED_SCALAR_STYLE);
  end_list(p);
  key(p, "input_file_hashes");
  begin_map(p);
  for (uint32_t i = 0; i < w->files.len; i++)
    pair(p, w->files.data[i].name, w->files.data[i].hash);
  end_map(p);
  if (w->specification)
    pair(p, "specification", w->specification);
  word(p, "data_model", w->bits == 32 ? "ILP32" : "LP64");
  word(p, "language", "C");
  end_map(p);
}

static void print_metadata(printer *p, const witness *w, const char *uuid,
                           const char *time) {
  key(p, "metadata");
  begin_map(p);
  pair(p, "format_version", w->minor == 0 ? "2.0" : "2.1");
  pair(p, "uuid", uuid);
  pair(p, "creation_time", time);
  key(p, "producer");
  begin_map(p);
  pair(p, "name", "Wedge");
  pair(p, "version", WEDGE_VERSION);
  end_map(p);
  print_task(p, w);
  end_map(p);
}

static void print_place(printer *p, const witness_place *at) {
  key(p, "location");
  begin_map(p);
  pair(p, "file_name", at->at.file);
  number(p, "line", at->at.line);
  if (at->at.col)
    number(p, "column", at->at.col);
  if (at->function)
    pair(p, "function", at->function);
  end_map(p);
}

// What a backslash begins ('\result', '\at') is no C.
static void print_format(printer *p, const char *expression) {
  word(p, "format",
       strchr(expression, '\\') ? "ext_c_expression" : "c_expression");
}

static void print_invariant(printer *p, const witness_invariant *i) {
  begin_map(p);
  key(p, "invariant");
  begin_map(p);
  word(p, "type", i->is_loop ? "loop_invariant" : "location_invariant");
  print_place(p, &i->place);
  pair(p, "value", i->value);
  print_format(p, i->value);
  end_map(p);
  end_map(p);
}

static void print_contract(printer *p, const witness_contract *c) {
  begin_map(p);
  key(p, "contract");
  begin_map(p);
  word(p, "type", "function_contract");
  print_place(p, &c->place);
  pair(p, "requires", c->needs ? c->needs : "1");
  pair(p, "ensures", c->gives ? c->gives : "1");
  word(p, "format", "ext_c_expression");
  end_map(p);
  end_map(p);
}

static const char *const TYPES[] = {
    [WAYPOINT_ASSUMPTION] = "assumption",
    [WAYPOINT_BRANCHING] = "branching",
    [WAYPOINT_FUNCTION_ENTER] = "function_enter",
    [WAYPOINT_FUNCTION_RETURN] = "function_return",
    [WAYPOINT_TARGET] = "target",
};

// '\result' was ACSL in 2.0.
static void print_constraint(printer *p, const witness *of, const waypoint *w) {
  if (!w->constraint)
    return;
  key(p, "constraint");
  begin_map(p);
  pair(p, "value", w->constraint);
  if (of->minor == 0 && w->type == WAYPOINT_FUNCTION_RETURN)
    word(p, "format", "acsl_expression");
  else if (w->type != WAYPOINT_BRANCHING)
    print_format(p, w->constraint);
  end_map(p);
}

static void print_waypoint(printer *p, const witness *of, const waypoint *w) {
  begin_map(p);
  key(p, "waypoint");
  begin_map(p);
  word(p, "type", TYPES[w->type]);
  word(p, "action", w->is_avoided ? "avoid" : "follow");
  print_place(p, &w->place);
  print_constraint(p, of, w);
  end_map(p);
  end_map(p);
}

static void print_segments(printer *p, const witness *w) {
  for (uint32_t i = 0; i < w->waypoints.len; i++) {
    begin_map(p);
    key(p, "segment");
    begin_list(p);
    for (; w->waypoints.data[i].is_avoided; i++)
      print_waypoint(p, w, &w->waypoints.data[i]);
    print_waypoint(p, w, &w->waypoints.data[i]);
    end_list(p);
    end_map(p);
  }
}

static void print_entry(printer *p, const witness *w, const char *uuid,
                        const char *time) {
  begin_map(p);
  word(p, "entry_type",
       w->kind == WITNESS_CORRECTNESS ? "invariant_set" : "violation_sequence");
  print_metadata(p, w, uuid, time);
  key(p, "content");
  begin_list(p);
  for (uint32_t i = 0; i < w->contracts.len; i++)
    print_contract(p, &w->contracts.data[i]);
  for (uint32_t i = 0; i < w->invariants.len; i++)
    print_invariant(p, &w->invariants.data[i]);
  print_segments(p, w);
  end_list(p);
  end_map(p);
}

void witness_print(const witness *w, const char *uuid, const char *time,
                   strbuf *out) {
  assert(w && uuid && time);
  enum { WIDE = 1 << 20 }; // no line breaks inside of expressions
  printer p = {.out = out};
  yaml_event_t e;
  if (!yaml_emitter_initialize(&p.emitter))
    mem_exhausted();
  yaml_emitter_set_output(&p.emitter, write_bytes, out);
  yaml_emitter_set_width(&p.emitter, WIDE);
  yaml_emitter_set_unicode(&p.emitter, 1);
  emit(&p, &e, yaml_stream_start_event_initialize(&e, YAML_UTF8_ENCODING));
  emit(&p, &e, yaml_document_start_event_initialize(&e, NULL, NULL, NULL, 1));
  begin_list(&p);
  print_entry(&p, w, uuid, time);
  end_list(&p);
  emit(&p, &e, yaml_document_end_event_initialize(&e, 1));
  emit(&p, &e, yaml_stream_end_event_initialize(&e));
  yaml_emitter_delete(&p.emitter);
}
