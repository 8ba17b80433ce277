// SPDX-License-Identifier: Apache-2.0
// The reason alone says which limit was hit; the program says where it may be
// worth to look: loops, which the search went round, operations that are hard
// for solvers, functions that may do anything.
#include "report/hints.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/unreachable.h"
#include "program/loops.h"
#include "report/route.h"
#include "term/walk.h"

enum { MOST = 4 }; // places that one hint names

// A line of the user's, or a function of the library, whose text is not there
// to be looked at.
typedef struct {
  source_pos pos;
  const char *function; // NULL: a line of the user's
} spot;

// A list of places, each once.
typedef struct {
  spot at[MOST];
  uint32_t count; // may be more than are kept
} places;

static bool is_same(const spot *a, const spot *b) {
  if (a->function != NULL || b->function != NULL)
    return a->function == b->function; // texts of a program are kept once
  return a->pos.line == b->pos.line && a->pos.file == b->pos.file;
}

static void add_place(places *list, const loc_info *in, source_pos pos) {
  if (pos.line == 0)
    return;
  spot s = {pos, route_is_library(pos) ? in->function : NULL};
  for (uint32_t i = 0; i < list->count && i < MOST; i++)
    if (is_same(&list->at[i], &s))
      return;
  if (list->count < MOST)
    list->at[list->count] = s;
  list->count++;
}

static void print_spot(const spot *s, strbuf *out) {
  if (s->function != NULL)
    strbuf_printf(out, "%s()", s->function);
  else
    source_pos_print((source_pos){.file = s->pos.file, .line = s->pos.line},
                     out);
}

static void print_places(const places *list, strbuf *out) {
  for (uint32_t i = 0; i < list->count && i < MOST; i++) {
    strbuf_puts(out, i > 0 ? ", " : "");
    print_spot(&list->at[i], out);
  }
  if (list->count > MOST)
    strbuf_puts(out, ", ...");
}

// --- the reason --------------------------------------------------------------

static const char *for_reason(unknown_kind kind) {
  switch (kind) {
  case UNKNOWN_TIME:
    return "more time (--time), or --unwind N to stop after N rounds of loops";
  case UNKNOWN_MEMORY:
    return "more memory (--mem), or --unwind N to stop after N rounds of loops";
  case UNKNOWN_BOUND:
    return "a larger --unwind or --recursion";
  case UNKNOWN_UNSUPPORTED:
    return "other code at that line, or an assumption (__VERIFIER_assume) that "
           "keeps executions away from it";
  case UNKNOWN_UNDEFINED:
    return "--property undefined, which shows an execution that gets there, or "
           "--undefined assume, which leaves such executions out";
  case UNKNOWN_SOLVER:
    return "another --solver";
  case UNKNOWN_CERTIFY:
    return "more time (--time): the answer was found, but not confirmed";
  case UNKNOWN_ENGINE:
  case UNKNOWN_NONE:
  case UNKNOWN_INTERRUPTED:
    return NULL;
  }
  UNREACHABLE();
}

// The next command, where one option makes the difference.
static void print_command(const options *o, unknown_kind kind, strbuf *out) {
  enum { MORE = 4 };
  strbuf more = {0};
  const char *option = NULL;
  if ((kind == UNKNOWN_TIME || kind == UNKNOWN_CERTIFY) && o->time > 0) {
    option = "time";
    strbuf_printf(&more, "%g", o->time * MORE);
  } else if (kind == UNKNOWN_MEMORY && o->mem > 0) {
    option = "mem";
    strbuf_printf(&more, "%" PRId64, o->mem * MORE);
  } else if (kind == UNKNOWN_BOUND && o->unwind > 0) {
    option = "unwind";
    strbuf_printf(&more, "%" PRId64, o->unwind * MORE);
  } else if (kind == UNKNOWN_UNDEFINED) {
    option = "property";
    strbuf_puts(&more, "undefined");
  }
  if (option != NULL) {
    strbuf text = {0};
    options_print_command(o, option, &text);
    strbuf_printf(out, "wedge --%s %s%s\n", option, strbuf_text(&more),
                  strbuf_text(&text) + strlen("wedge"));
    strbuf_free(&text);
  }
  strbuf_free(&more);
}

// The search went on and on, or gave up: it is the program that is hard.
static bool is_about_the_program(unknown_kind kind) {
  return kind == UNKNOWN_TIME || kind == UNKNOWN_MEMORY ||
         kind == UNKNOWN_ENGINE || kind == UNKNOWN_INTERRUPTED;
}

// --- the program -------------------------------------------------------------

static void suggest_loops(const program *p, strbuf *out) {
  places found = {0};
  loops *ls = loops_find(p);
  for (uint32_t i = 0; i < ls->loops.len; i++) {
    const loc_info *head = program_location(p, ls->loops.data[i].head);
    add_place(&found, head, head->pos);
  }
  loops_free(ls);
  if (found.count == 0)
    return;
  strbuf_puts(out, found.count == 1 ? "a smaller bound for the loop at "
                                    : "smaller bounds for the loops at ");
  print_places(&found, out);
  strbuf_puts(out, ", or an assertion there of what holds in every round\n");
}

// Products and quotients of variables are large circuits.
static bool is_hard(const terms *tt, term t) {
  switch (term_get_kind(tt, t)) {
  case TERM_BVMUL:
  case TERM_MUL:
  case TERM_BVUDIV:
  case TERM_BVUREM:
  case TERM_BVSDIV:
  case TERM_BVSREM:
  case TERM_INT_DIV:
  case TERM_INT_MOD: {
    uint32_t variable = 0;
    for (uint32_t i = 0; i < term_arity(tt, t); i++)
      variable += !term_is_value(tt, term_arg(tt, t, i));
    return variable > 1;
  }
  default:
    return false;
  }
}

// Each term is looked at where it is first used.
static void suggest_operations(const program *p, strbuf *out) {
  const terms *tt = program_terms(p);
  places found = {0};
  term_set seen = {0};
  term_vec fresh = {0};
  for (uint32_t i = 1; i <= program_edge_count(p); i++) {
    const block *b = program_edge_block(p, (edge){i});
    vec_clear(&fresh);
    term_postorder(tt, &b->guard, 1, &seen, &fresh);
    for (uint32_t k = 0; k < b->assignment_count; k++)
      term_postorder(tt, &b->assignments[k].value, 1, &seen, &fresh);
    for (uint32_t k = 0; k < fresh.len; k++)
      if (is_hard(tt, fresh.data[k]))
        add_place(&found, program_location(p, program_edge_from(p, (edge){i})),
                  program_edge(p, (edge){i})->pos);
  }
  vec_free(&fresh);
  term_set_free(&seen);
  if (found.count == 0)
    return;
  strbuf_puts(out, "smaller types or ranges for the multiplications and "
                   "divisions at ");
  print_places(&found, out);
  strbuf_putc(out, '\n');
}

static void suggest_functions(const program *p, strbuf *out) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < program_note_count(p); i++) {
    note n = program_note(p, i);
    if (n.kind != NOTE_EXTERNAL ||
        strncmp(n.text, "__VERIFIER_nondet", 17) == 0)
      continue;
    if (count < MOST)
      strbuf_printf(out, "%s%s",
                    count == 0 ? "a definition of what may now do anything: "
                               : ", ",
                    n.text);
    count++;
  }
  if (count > 0)
    strbuf_puts(out, count > MOST ? ", ...\n" : "\n");
}

// --- all ---------------------------------------------------------------------

void hints_find(const report_input *in, strbuf *out) {
  assert(in->result != NULL);
  const result *r = in->result;
  if (r->verdict != VERDICT_UNKNOWN)
    return;
  const env *e = in->env;
  print_command(e->given ? e->given : e->options, r->unknown, out);
  const char *first = for_reason(r->unknown);
  if (first != NULL)
    strbuf_printf(out, "%s\n", first);
  if (!is_about_the_program(r->unknown))
    return;
  if (in->env->options->engine != ENGINE_AUTO)
    strbuf_puts(out, "--engine auto, which tries several\n");
  if (in->program == NULL)
    return;
  suggest_loops(in->program, out);
  suggest_operations(in->program, out);
  suggest_functions(in->program, out);
}

void hints_each(const char *text, void (*visit)(void *data, const char *line),
                void *data) {
  assert(text != NULL);
  while (*text != '\0') {
    size_t length = strcspn(text, "\n");
    strbuf line = {0};
    strbuf_write(&line, text, length);
    visit(data, strbuf_text(&line));
    strbuf_free(&line);
    text += length + (text[length] == '\n');
  }
}
