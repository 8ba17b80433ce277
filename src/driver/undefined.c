// SPDX-License-Identifier: Apache-2.0
// The judge answers for the program as a whole, so either all places are
// harmless or all count as open: telling them apart would take a check each.
#include "driver/undefined.h"

#include <assert.h>

#include "certify/certify.h"

static bool has_undefined(const program *p) {
  for (uint32_t i = 1; i <= program_edge_count(p); i++)
    if (program_edge(p, (edge){i})->kind == EDGE_UNDEFINED)
      return true;
  return false;
}

// Time for a second check: as much as is left, but no more than a few seconds,
// since the answer itself does not depend on it.
static bool is_excluded(const env *judge, program *p, const contracted *c,
                        const result *r) {
  enum { MOST_SECONDS = 3 };
  if (r->about != NULL) // a proof with more variables is about its own program
    return false;
  env shorter = *judge;
  shorter.limits = limits_within(&judge->limits, MOST_SECONDS);
  program *judged = c->open ? c->open : p;
  program_set_undefined(judged, UNDEFINED_UNKNOWN);
  certificate answer = c->open ? certify_contracts(&shorter, c, r)
                               : certify_proof(&shorter, p, r);
  program_set_undefined(judged, UNDEFINED_ASSUME);
  return answer.status == CERTIFY_OK;
}

static void note_places(program *p) {
  strbuf text = {0};
  for (uint32_t i = 1; i <= program_edge_count(p); i++) {
    const edge_info *e = program_edge(p, (edge){i});
    if (e->kind != EDGE_UNDEFINED)
      continue;
    strbuf_clear(&text);
    strbuf_printf(&text, "no execution gets to undefined behavior: %s, line %u",
                  e->text, (unsigned)e->pos.line);
    program_add_note(p, NOTE_ASSUMPTION, strbuf_text(&text), e->pos);
  }
  strbuf_free(&text);
}

void undefined_explain(const env *judge, program *p, const contracted *c,
                       const result *r, strbuf *confirmed) {
  assert(program_undefined(p) == UNDEFINED_ASSUME);
  if (!has_undefined(p))
    return;
  if (is_excluded(judge, p, c, r))
    strbuf_puts(confirmed, "; no execution gets to undefined behavior");
  else
    note_places(p);
}
