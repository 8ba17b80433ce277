// SPDX-License-Identifier: Apache-2.0
// The judge closes the open program by himself; the one that is closed here
// tells what places and names mean.
#include "driver/modular.h"

#include <assert.h>

#include "contract/contract.h"
#include "frontend/frontend.h"
#include "program/redirect.h"

static void open_calls_of(const witness *w, modular *m) {
  for (uint32_t i = 0; i < w->contracts.len; i++)
    if (w->contracts.data[i].place.function)
      vec_push(&m->contracted.calls.wanted,
               w->contracts.data[i].place.function);
}

static program *read_open(const env *e, modular *m, uint32_t asked, diag *d) {
  program *p = frontend_read_open(e, m->terms, &m->contracted.calls, d);
  if (p == NULL || asked == 0 || asked == program_properties(p))
    return p;
  program *part = program_ask(p, asked);
  program_free(p);
  return part;
}

bool modular_read(const env *e, const witness *w, uint32_t asked, modular *m,
                  strbuf *why) {
  *m = (modular){.terms = terms_new()};
  open_calls_of(w, m);
  diag d = {0};
  contracted *c = &m->contracted;
  c->open = read_open(e, m, asked, &d);
  if (!c->open)
    strbuf_puts(why, strbuf_text(&d.text));
  else if (!certify_parts(c->open, &c->calls))
    strbuf_puts(why, "what its functions change is not known well enough for "
                     "contracts");
  diag_clear(&d);
  return why->len == 0;
}

static void let_go(modular *m) {
  if (m->closed)
    witness_context_clear(&m->context);
  program_free(m->closed);
  m->closed = NULL;
  contracts_free(&m->contracted.contracts);
}

void modular_clear(modular *m) {
  let_go(m);
  contracted_clear(&m->contracted);
  terms_free(m->terms);
}

static void close_by(modular *m, const contracts *all, uint32_t long_bits) {
  let_go(m);
  m->contracted.contracts = *all;
  m->closed = program_copy(m->contracted.open);
  contracts_close(m->closed, &m->contracted.calls, all);
  witness_context_init(&m->context, m->closed, long_bits);
  m->context.contracted = &m->contracted;
}

void modular_find(const env *e, modular *m) {
  contracts found = contracts_find(e, m->contracted.open, &m->contracted.calls);
  close_by(m, &found, evidence_long_bits(e->options));
}

bool modular_understand(modular *m, const witness *w, uint32_t long_bits,
                        diag *d) {
  witness_context c = {.program = m->contracted.open, .long_bits = long_bits};
  contracts read = contracts_new(&m->contracted.calls);
  bool ok = function_contracts_read(&c, w, &m->contracted, &read, d);
  close_by(m, &read, long_bits);
  return ok;
}

certificate modular_prove(const env *e, const modular *m,
                          const placed_invariants *all, result *proved) {
  assert(m->closed);
  return evidence_prove(e, m->closed, &m->contracted, all, proved);
}

bool modular_refute(const env *e, const modular *m, strbuf *call) {
  const contracted *c = &m->contracted;
  return contracts_refute(e, c->open, &c->calls, &c->contracts, call);
}
