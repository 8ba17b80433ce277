// SPDX-License-Identifier: Apache-2.0
// Observing executions, guessing candidates from them, and settling which
// candidates can be proved together; each step has its share of the time. At
// the end the contracts are written as notes for people.
#include "contract/contract.h"

#include <assert.h>

#include "base/strbuf.h"
#include "contract/guess.h"
#include "contract/settle.h"
#include "term/text/print.h"

#define FIND_SHARE 0.4
#define FIND_SECONDS 10.0
enum { MOST_SHOWN = 3, MOST_NODES = 24 };

// The proof itself needs the larger part of the time.
static limits own_limits(const limits *l) {
  return limits_within(l, l->deadline > 0 ? FIND_SHARE * limits_left(l)
                                          : FIND_SECONDS);
}

contracts contracts_find(const env *all, const program *p,
                         const open_calls *o) {
  env own = *all;
  own.limits = own_limits(&all->limits);
  const env *e = &own;
  contracts found = contracts_new(o);
  observations *seen = observe_calls(e, p, o);
  for (uint32_t k = 0; k < o->functions.len; k++)
    guess_contract(p, o, k, &seen[k], &found.of[k]);
  observe_free(seen, o);
  settle(e, p, o, &found);
  return found;
}

// --- for people --------------------------------------------------------------

typedef struct {
  const program *p;
  const open_function *f;
} shown;

static const char *formal_name(void *data, term t, bool *is_signed) {
  const shown *s = data;
  var v = program_variable_of(s->p, t);
  if (v.id != 0)
    *is_signed = program_variable(s->p, v)->type.kind != TYPE_UNSIGNED;
  for (uint32_t k = 0; k < s->f->parameter_count; k++)
    if (s->f->parameters[k].at_start.id == v.id)
      return s->f->parameters[k].name;
  for (uint32_t k = 0; k < s->f->result_count; k++)
    if (s->f->results[k].at_return.id == v.id)
      return s->f->results[k].name;
  return NULL;
}

// Of very many only the first: they are the general ones.
static uint32_t print_parts(const shown *s, const term_vec *parts,
                            const char *word, strbuf *out) {
  uint32_t printed = 0;
  assert(word[0] == ':');
  for (uint32_t i = 0; i < parts->len && printed < MOST_SHOWN; i++) {
    strbuf text = {0};
    if (term_print_c(program_terms(s->p), parts->data[i], formal_name, NULL,
                     (void *)(uintptr_t)s, MOST_NODES, &text)) {
      strbuf_printf(out, "%s%s", printed == 0 ? word : " && ",
                    strbuf_text(&text));
      printed++;
    }
    strbuf_free(&text);
  }
  return parts->len - printed;
}

void contracts_note(program *p, const open_calls *o, const contracts *c) {
  assert(c->count == o->functions.len && "one contract for each function");
  for (uint32_t k = 0; k < c->count; k++) {
    shown s = {p, &o->functions.data[k]};
    strbuf text = {0};
    strbuf_puts(&text, s.f->name);
    uint32_t more = print_parts(&s, &c->of[k].needs, ": needs ", &text);
    more += print_parts(&s, &c->of[k].gives, ": gives ", &text);
    if (more > 0)
      strbuf_printf(&text, ", and %u more", more);
    program_add_note(p, NOTE_CONTRACT, strbuf_text(&text), s.f->pos);
    strbuf_free(&text);
  }
}
