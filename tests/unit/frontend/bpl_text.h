// SPDX-License-Identifier: Apache-2.0
// Boogie programs in tests: texts are read, checked and lowered.
#ifndef UNIT_FRONTEND_BPL_TEXT_H
#define UNIT_FRONTEND_BPL_TEXT_H

#include <string.h>

#include "base/env.h"
#include "frontend/boogie/check.h"
#include "frontend/boogie/lower.h"
#include "frontend/boogie/parse.h"
#include "program/run.h"
#include "unit.h"

typedef struct {
  options o;
  stats st;
  env e;
  diag d;
  bpl_unit unit;
  terms *tt;
  program *p;
  bool is_parsed, is_checked, is_lowered;
} bpl_text;

// As far as it goes: see which of the three succeeded.
static inline void bpl_text_read(bpl_text *t, const char *text) {
  memset(t, 0, sizeof *t);
  options_init(&t->o);
  t->o.recursion = 3;
  t->e = (env){.options = &t->o, .stats = &t->st};
  bpl_unit_init(&t->unit);
  t->tt = terms_new();
  t->p = program_new(t->tt);
  t->is_parsed = bpl_parse(&t->unit, "t.bpl", text, strlen(text), &t->d);
  t->is_checked = t->is_parsed && bpl_check(&t->unit, &t->d);
  t->is_lowered =
      t->is_checked && bpl_lower(&t->e, &t->unit, "main", false, t->p, &t->d);
}

static inline void bpl_text_clear(bpl_text *t) {
  program_free(t->p);
  terms_free(t->tt);
  bpl_unit_clear(&t->unit);
  diag_clear(&t->d);
  options_free(&t->o);
}

// The text must be refused there, with a message that has these words.
static inline void bpl_refused(const char *text, diag_class kind, uint32_t line,
                               uint32_t col, const char *words) {
  bpl_text t;
  bpl_text_read(&t, text);
  if (t.d.kind != kind || t.d.pos.line != line || t.d.pos.col != col ||
      !strstr(strbuf_text(&t.d.text), words))
    print_error("%s\n gives %u:%u %s\n", text, t.d.pos.line, t.d.pos.col,
                strbuf_text(&t.d.text));
  CHECK(!t.is_lowered && t.d.kind == kind);
  CHECK(t.d.pos.line == line && t.d.pos.col == col);
  CHECK(strstr(strbuf_text(&t.d.text), words) != NULL);
  bpl_text_clear(&t);
}

#endif
