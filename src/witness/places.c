// SPDX-License-Identifier: Apache-2.0
// A statement is about to begin at a location if the location lies in it and is
// reached from outside of it. What comes before a location is told by the edges
// that lead to it, with calls taken as one step: an edge that returns from a
// function comes from the call.
//
// Inlining makes copies of a location; a place of the source means all of them.
#include "witness/places.h"

#include <assert.h>
#include <string.h>

#include "base/file.h"
#include "base/hmap.h"
#include "base/mem.h"

typedef struct {
  const char *file; // as the program's positions have it
  strbuf text;
  syntax syntax;
} source;

struct places {
  const program *program;
  VEC(source *) sources; // number - 1
  uint32_t last;         // number of the source asked for last
  hmap entered;          // (source, statement) -> index in lists
  VEC(loc_vec) lists;
  hmap again; // (source, statement), location: reached from inside, too
};

// --- sources ----------------------------------------------------------------

static uint32_t source_number(places *s, const char *file) {
  if (!file)
    return 0;
  if (s->last && strcmp(s->sources.data[s->last - 1]->file, file) == 0)
    return s->last;
  for (uint32_t i = 0; i < s->sources.len; i++)
    if (strcmp(s->sources.data[i]->file, file) == 0)
      return s->last = i + 1;
  source *n = mem_alloc(sizeof *n);
  n->file = file;
  const char *known = program_source(s->program, file);
  diag unreadable = {0};
  if (known)
    strbuf_puts(&n->text, known);
  else if (!file_read(file, &n->text, &unreadable))
    strbuf_clear(&n->text); // a place without a text is none
  diag_clear(&unreadable);
  syntax_init(&n->syntax, strbuf_text(&n->text), strlen(strbuf_text(&n->text)));
  vec_push(&s->sources, n);
  return s->last = s->sources.len;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

// Witnesses travel: the name of the file is enough.
uint32_t places_source(places *s, const char *file) {
  for (uint32_t i = 0; i < s->sources.len; i++)
    if (strcmp(s->sources.data[i]->file, file) == 0)
      return i + 1;
  for (uint32_t i = 0; i < s->sources.len; i++)
    if (strcmp(base_name(s->sources.data[i]->file), base_name(file)) == 0)
      return i + 1;
  return 0;
}

const syntax *places_syntax(const places *s, uint32_t number) {
  assert(number >= 1 && number <= s->sources.len);
  return &s->sources.data[number - 1]->syntax;
}

uint32_t places_offset(places *s, source_pos pos, uint32_t number) {
  if (!pos.file || source_number(s, pos.file) != number)
    return UINT32_MAX;
  return syntax_offset(places_syntax(s, number), pos.line,
                       pos.col ? pos.col : 1);
}

// --- which locations begin a statement --------------------------------------

static void add_entered(places *s, uint64_t key, loc l) {
  uint64_t *index = hmap_find(&s->entered, key);
  if (!index) {
    hmap_put(&s->entered, key, s->lists.len);
    vec_push(&s->lists, ((loc_vec){0}));
    index = hmap_find(&s->entered, key);
  }
  loc_vec *list = &s->lists.data[*index];
  if (list->len == 0 || vec_last(list).id != l.id)
    vec_push(list, l);
}

// Where the edge comes from, in the terms of the frame of its target. False:
// from outside of it.
static bool comes_from(const program *p, edge e, source_pos *from) {
  const loc_info *to = program_location(p, program_edge_to(p, e));
  const loc_info *m = program_location(p, program_edge_from(p, e));
  if (m->kind == LOC_ENTRY || m->depth < to->depth)
    return false;
  *from = m->depth > to->depth ? m->call : m->pos;
  return true;
}

static uint64_t again_key(uint64_t key, loc l) { return hash_mix(key, l.id); }

// A goto inside of a labeled statement can reach it again as a whole.
static bool is_jump_target(const syntax *text, uint32_t i) {
  const statement *st = &text->statements.data[i];
  const statement *around = &text->statements.data[st->parent];
  return st->kind == STATEMENT_LABELED ||
         (around->kind == STATEMENT_LABELED && around->body == i);
}

// The statements around the target that the edge enters, and those in which it
// stays.
static void note_edge(places *s, edge e, uint32_t number, uint32_t innermost) {
  const program *p = s->program;
  const syntax *text = places_syntax(s, number);
  loc l = program_edge_to(p, e);
  source_pos from;
  uint32_t offset = UINT32_MAX;
  if (comes_from(p, e, &from))
    offset = places_offset(s, from, number);
  for (uint32_t i = innermost; i != 0; i = text->statements.data[i].parent) {
    bool stays = offset != UINT32_MAX &&
                 text_range_has(text->statements.data[i].range, offset);
    if (!stays)
      add_entered(s, hmap_pair(number, i), l);
    else if (program_location(p, l)->is_loop_hint || !is_jump_target(text, i))
      hmap_put(&s->again, again_key(hmap_pair(number, i), l), 1);
  }
}

static void note_location(places *s, loc l) {
  const loc_info *info = program_location(s->program, l);
  uint32_t number = info->pos.line ? source_number(s, info->pos.file) : 0;
  if (!number || loc_is_sink(info->kind) || info->kind == LOC_ENTRY)
    return;
  uint32_t offset = places_offset(s, info->pos, number);
  uint32_t innermost = offset == UINT32_MAX
                           ? 0
                           : syntax_around(places_syntax(s, number), offset);
  const edge_vec *in = program_in_edges(s->program, l);
  for (uint32_t i = 0; innermost != 0 && i < in->len; i++)
    note_edge(s, in->data[i], number, innermost);
}

places *places_new(const program *p) {
  assert(p);
  places *s = mem_alloc(sizeof *s);
  s->program = p;
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    note_location(s, (loc){i});
  return s;
}

void places_free(places *s) {
  if (!s)
    return;
  for (uint32_t i = 0; i < s->sources.len; i++) {
    syntax_clear(&s->sources.data[i]->syntax);
    strbuf_free(&s->sources.data[i]->text);
    mem_free(s->sources.data[i]);
  }
  vec_free(&s->sources);
  for (uint32_t i = 0; i < s->lists.len; i++)
    vec_free(&s->lists.data[i]);
  vec_free(&s->lists);
  hmap_free(&s->entered);
  hmap_free(&s->again);
  mem_free(s);
}

// --- from the witness to the program ----------------------------------------

static statement_ref statement_at(places *s, const witness_place *at,
                                  bool is_loop, strbuf *why) {
  uint32_t number = places_source(s, at->at.file);
  if (!number) {
    strbuf_printf(why, "the program has no code from a file '%s'", at->at.file);
    return (statement_ref){0};
  }
  const syntax *text = places_syntax(s, number);
  uint32_t offset = syntax_offset(text, at->at.line, at->at.col);
  uint32_t i = at->at.col == 0 ? syntax_in_line(text, at->at.line, is_loop)
               : offset == UINT32_MAX ? 0
                                      : syntax_beginning(text, offset);
  if (!i) {
    strbuf_printf(why, "no %s begins there", is_loop ? "loop" : "statement");
    return (statement_ref){0};
  }
  return (statement_ref){number, i};
}

statement_ref places_statement_at(places *s, const witness_place *at,
                                  strbuf *why) {
  return statement_at(s, at, false, why);
}

source_pos places_seen_from(places *s, const witness_place *at, bool is_loop) {
  strbuf why = {0};
  statement_ref st = {0};
  if (is_loop)
    st = statement_at(s, at, is_loop, &why);
  strbuf_free(&why);
  source_pos pos = at->at;
  if (!st.source)
    return pos;
  const syntax *text = places_syntax(s, st.source);
  const statement *loop = &text->statements.data[st.statement];
  if (loop->kind == STATEMENT_FOR && loop->head.end > loop->head.begin)
    syntax_position(text, loop->head.end - 1, &pos.line, &pos.col);
  return pos;
}

static bool is_in_function(const places *s, loc l, const char *function) {
  const char *own = program_location(s->program, l)->function;
  return !function || (own && strcmp(own, function) == 0);
}

// 'label: ;' in front of an 'if' is no code: whoever is there is about to begin
// the 'if', and nobody begins it otherwise. Its own place would not do for an
// invariant if it jumps back to the label. The statement in front of which the
// label stands; 0: it is not of this kind.
static uint32_t labeled_by(const syntax *text, uint32_t label) {
  const statement *st = &text->statements.data[label];
  if (st->kind != STATEMENT_LABELED || st->body == 0)
    return 0;
  const statement *body = &text->statements.data[st->body];
  uint32_t next = st->body + 1;
  bool is_it = body->kind == STATEMENT_PLAIN &&
               text->text[body->range.begin] == ';' &&
               next < text->statements.len &&
               text->statements.data[next].parent == st->parent &&
               text->statements.data[next].kind == STATEMENT_IF;
  return is_it ? next : 0;
}

// The other way round: the label of this kind in front of the statement.
static uint32_t label_of(const syntax *text, uint32_t i) {
  return i >= 3 && labeled_by(text, i - 2) == i ? i - 2 : 0;
}

static void find_entered(places *s, statement_ref st, const char *function,
                         loc_vec *out) {
  uint32_t next = labeled_by(places_syntax(s, st.source), st.statement);
  if (next != 0)
    st.statement = next;
  uint64_t *index = hmap_find(&s->entered, hmap_pair(st.source, st.statement));
  for (uint32_t i = 0; index && i < s->lists.data[*index].len; i++) {
    loc l = s->lists.data[*index].data[i];
    if (is_in_function(s, l, function))
      vec_push(out, l);
  }
}

bool places_statement(places *s, const witness_place *at, loc_vec *out,
                      strbuf *why) {
  statement_ref st = statement_at(s, at, false, why);
  if (!st.source)
    return false;
  find_entered(s, st, at->function, out);
  return true;
}

// An invariant would be about later rounds, too, if its location is reached
// again without leaving the statement.
static bool find_invariant_locations(places *s, statement_ref st,
                                     const char *function, loc_vec *out,
                                     strbuf *why) {
  find_entered(s, st, function, out);
  uint64_t key = hmap_pair(st.source, st.statement);
  for (uint32_t i = 0; i < out->len; i++)
    if (hmap_find(&s->again, again_key(key, out->data[i]))) {
      strbuf_puts(why, "the statement there repeats its own beginning");
      return false;
    }
  return true;
}

// Conditions of do loops come behind their bodies: the head is where they
// begin.
static bool begins_condition(places *s, loc l, statement_ref st) {
  const program *p = s->program;
  text_range head =
      places_syntax(s, st.source)->statements.data[st.statement].head;
  uint32_t offset = places_offset(s, program_location(p, l)->pos, st.source);
  if (offset == UINT32_MAX || !text_range_has(head, offset))
    return false;
  const edge_vec *in = program_in_edges(p, l);
  for (uint32_t i = 0; i < in->len; i++) {
    source_pos from;
    if (!comes_from(p, in->data[i], &from) ||
        !text_range_has(head, places_offset(s, from, st.source)))
      return true;
  }
  return false;
}

static bool begins_round(places *s, loc l, statement_ref st) {
  const loc_info *info = program_location(s->program, l);
  const statement *loop =
      &places_syntax(s, st.source)->statements.data[st.statement];
  if (loop->kind == STATEMENT_DO)
    return begins_condition(s, l, st);
  return info->is_loop_hint && info->loop_pos.line &&
         places_offset(s, info->loop_pos, st.source) == loop->range.begin;
}

static bool find_loop(places *s, statement_ref st, const char *function,
                      loc_vec *out, strbuf *why) {
  const syntax *text = places_syntax(s, st.source);
  statement_kind kind = text->statements.data[st.statement].kind;
  if (kind == STATEMENT_LABELED && text->statements.data[st.statement].body)
    return find_loop(
        s, (statement_ref){st.source, text->statements.data[st.statement].body},
        function, out, why);
  if (kind != STATEMENT_WHILE && kind != STATEMENT_FOR &&
      kind != STATEMENT_DO) {
    strbuf_puts(why, "the statement that begins there is no loop");
    return false;
  }
  for (uint32_t i = 1; i <= program_location_count(s->program); i++)
    if (is_in_function(s, (loc){i}, function) && begins_round(s, (loc){i}, st))
      vec_push(out, (loc){i});
  return true;
}

bool places_find(places *s, const witness_place *at, bool is_loop, loc_vec *out,
                 strbuf *why) {
  statement_ref st = statement_at(s, at, is_loop, why);
  if (!st.source)
    return false;
  return is_loop ? find_loop(s, st, at->function, out, why)
                 : find_invariant_locations(s, st, at->function, out, why);
}

// --- from the program to the witness ----------------------------------------

static void set_place(places *s, uint32_t number, uint32_t statement_index,
                      loc l, witness_place *out) {
  const syntax *text = places_syntax(s, number);
  *out = (witness_place){.at.file = s->sources.data[number - 1]->file};
  syntax_position(text, text->statements.data[statement_index].range.begin,
                  &out->at.line, &out->at.col);
  out->function = program_location(s->program, l)->function;
}

// The first statement of a body.
static uint32_t first_in(const syntax *text, uint32_t body) {
  bool has_more = text->statements.data[body].kind == STATEMENT_COMPOUND &&
                  body + 1 < text->statements.len &&
                  text->statements.data[body + 1].parent == body;
  return has_more ? body + 1 : body;
}

// The innermost statement that begins, each time, at the location.
static bool place_of_statement(places *s, loc l, uint32_t number,
                               witness_place *out) {
  const syntax *text = places_syntax(s, number);
  uint32_t offset =
      places_offset(s, program_location(s->program, l)->pos, number);
  uint32_t i = offset == UINT32_MAX ? 0 : syntax_around(text, offset);
  for (; i != 0; i = text->statements.data[i].parent) {
    uint64_t key = hmap_pair(number, i);
    uint64_t *index = hmap_find(&s->entered, key);
    bool is_again = hmap_find(&s->again, again_key(key, l)) != NULL;
    uint32_t place = is_again ? label_of(text, i) : i;
    if (!index || place == 0)
      continue;
    for (uint32_t k = 0; k < s->lists.data[*index].len; k++)
      if (s->lists.data[*index].data[k].id == l.id) {
        set_place(s, number, place, l, out);
        return true;
      }
  }
  return false;
}

bool places_of(places *s, loc l, bool *is_loop, witness_place *out) {
  const loc_info *info = program_location(s->program, l);
  *is_loop = false;
  uint32_t number = info->pos.line ? source_number(s, info->pos.file) : 0;
  if (!number)
    return false;
  const syntax *text = places_syntax(s, number);
  uint32_t offset = info->is_loop_hint && info->loop_pos.line
                        ? places_offset(s, info->loop_pos, number)
                        : UINT32_MAX;
  uint32_t i = offset == UINT32_MAX ? 0 : syntax_beginning(text, offset);
  if (!i)
    return place_of_statement(s, l, number, out);
  statement_kind kind = text->statements.data[i].kind;
  *is_loop = kind == STATEMENT_WHILE || kind == STATEMENT_FOR;
  if (kind == STATEMENT_DO)
    i = first_in(text, text->statements.data[i].body);
  else if (!*is_loop)
    return false;
  set_place(s, number, i, l, out);
  return true;
}

void places_definition(places *s, source_pos name, witness_place *out) {
  *out = (witness_place){.at = name};
  uint32_t number = name.line ? source_number(s, name.file) : 0;
  uint32_t offset = number ? places_offset(s, name, number) : UINT32_MAX;
  if (offset == UINT32_MAX)
    return;
  const syntax *text = places_syntax(s, number);
  uint32_t begin = syntax_definition(text, offset);
  if (begin != UINT32_MAX)
    syntax_position(text, begin, &out->at.line, &out->at.col);
}
