// SPDX-License-Identifier: Apache-2.0
// The graph alone is looked at, with the edges whose guard is the constant
// false left out: no solver, so what is found is trivial indeed.
#include "report/vacuity.h"

#include <assert.h>

#include "base/mem.h"
#include "program/loops.h"

typedef struct {
  const program *p;
  bool *reached; // by location id
  bool has_error, has_end;
  bool has_call;  // an error call is among the errors
  loc dead_end;   // reached, and no execution goes on; LOC_NONE: there is none
  edge undefined; // leads to undefined behavior; EDGE_NONE: there is none
} look;

static bool is_passable(const program *p, edge e) {
  return !term_is_false(program_terms(p), program_edge_block(p, e)->guard);
}

// Goes on behind the location; notes what it is.
static void visit(look *k, loc l, loc_vec *work) {
  const program *p = k->p;
  loc_kind kind = program_kind(p, l);
  const edge_vec *out = program_out_edges(p, l);
  bool goes_on = false;
  for (uint32_t i = 0; i < out->len; i++) {
    loc to = program_edge_to(p, out->data[i]);
    if (!is_passable(p, out->data[i]))
      continue;
    goes_on = true;
    const edge_info *e = program_edge(p, out->data[i]);
    if (e->kind == EDGE_UNDEFINED)
      k->undefined = out->data[i];
    k->has_call |= e->kind == EDGE_ERROR && e->property == PROPERTY_REACH;
    if (k->reached[to.id])
      continue;
    k->reached[to.id] = true;
    vec_push(work, to);
  }
  k->has_error |= kind == LOC_ERROR;
  // Undefined behavior that counts as an end is none of the program's.
  k->has_end |= program_location(p, l)->kind == LOC_END;
  if (!goes_on && !loc_is_sink(kind) && k->dead_end.id == 0)
    k->dead_end = l;
}

static void search(look *k) {
  loc_vec work = {0};
  loc entry = program_entry(k->p);
  k->reached[entry.id] = true;
  vec_push(&work, entry);
  while (work.len > 0)
    visit(k, vec_pop(&work), &work);
  vec_free(&work);
}

// Every execution goes round some loop for ever: one that is reached last.
static source_pos endless_loop(const look *k) {
  loops *ls = loops_find(k->p);
  source_pos pos = {0};
  for (uint32_t i = 0; i < ls->order.len; i++) {
    loc l = ls->order.data[i];
    if (k->reached[l.id] && ls->is_head[l.id])
      pos = program_location(k->p, l)->pos;
  }
  loops_free(ls);
  return pos;
}

// The first function with an error call that nothing calls; "": none has one;
// NULL: there is one in code that may run.
static const char *uncalled(const program *p, source_pos *pos) {
  for (uint32_t i = 0; i < program_note_count(p); i++) {
    note n = program_note(p, i);
    if (n.kind != NOTE_UNCALLED)
      continue;
    *pos = n.pos;
    return n.text;
  }
  return NULL;
}

// Conditions that are known to be false are no reason to warn: a program that
// computes with constants alone is proved by doing so. But then an execution
// ends.
static bool explain(const program *p, const look *k, source_pos *pos,
                    strbuf *out) {
  const char *function = uncalled(p, pos);
  if (function != NULL && *function != '\0') {
    strbuf_printf(out, "%s, which has the error call, is never called",
                  function);
  } else if (k->dead_end.id != 0 && !k->has_end) {
    *pos = program_location(p, k->dead_end)->pos;
    strbuf_puts(out, "no execution gets past this line");
  } else if (!k->has_end) {
    *pos = endless_loop(k);
    bool is_loop = pos->file != NULL || k->undefined.id == 0;
    if (!is_loop)
      *pos = program_edge(p, k->undefined)->pos;
    strbuf_puts(out, is_loop ? "no execution leaves this loop"
                             : "every execution ends in undefined behavior");
  } else if (function != NULL) {
    bool is_all = program_properties(p) == 1u << PROPERTY_REACH;
    strbuf_printf(out, "no error call is left in the program%s",
                  is_all ? "" : ", and nothing else could go wrong in it");
  } else {
    return false;
  }
  return true;
}

// The assertions of a program that can go wrong in other ways.
static void warn_of_uncalled(program *p) {
  source_pos pos = {0};
  const char *function = uncalled(p, &pos);
  if (function == NULL || *function == '\0')
    return;
  strbuf text = {0};
  strbuf_printf(&text, "%s, which has the error call, is never called",
                function);
  program_add_note(p, NOTE_WARNING, strbuf_text(&text), pos);
  strbuf_free(&text);
}

static void warn(program *p, const look *k) {
  source_pos pos = {0};
  strbuf text = {0};
  strbuf_puts(&text, "there is nothing to prove: ");
  if (explain(p, k, &pos, &text))
    program_add_note(p, NOTE_WARNING, strbuf_text(&text), pos);
  strbuf_free(&text);
}

void vacuity_warn(program *p) {
  assert(p != NULL);
  if ((program_properties(p) >> PROPERTY_REACH & 1) == 0)
    return; // who asks for others does not mind
  size_t n = (size_t)program_location_count(p) + 1;
  look k = {.p = p, .reached = mem_alloc(n * sizeof(bool))};
  search(&k);
  if (!k.has_error)
    warn(p, &k);
  else if (!k.has_call && program_properties(p) != 1u << PROPERTY_REACH)
    warn_of_uncalled(p);
  mem_free(k.reached);
}
