// SPDX-License-Identifier: Apache-2.0
// Any bytes as a Boogie program: read, checked, lowered, validated.
//
// libFuzzer calls LLVMFuzzerTestOneInput (tests/fuzz/run); the test suite calls
// it with the same files each time (replay.c).
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "frontend/boogie/check.h"
#include "frontend/boogie/lower.h"
#include "frontend/boogie/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int is_fine) {
  if (!is_fine)
    abort();
}

// What is accepted is a valid program; what is not has a message.
static void read_program(const env *e, const char *text, size_t size) {
  bpl_unit u;
  bpl_unit_init(&u);
  terms *tt = terms_new();
  program *p = program_new(tt);
  diag d = {0};
  bool ok = bpl_parse(&u, "fuzz.bpl", text, size, &d) && bpl_check(&u, &d) &&
            bpl_lower(e, &u, "main", false, p, &d);
  require(ok == (d.kind == DIAG_NONE) && (ok || d.text.len > 0));
  strbuf why = {0};
  require(!ok || program_validate(p, &why));
  strbuf_free(&why);
  diag_clear(&d);
  program_free(p);
  terms_free(tt);
  bpl_unit_clear(&u);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  options o;
  options_init(&o);
  o.recursion = 1;
  stats s = {0};
  env e = {.options = &o, .stats = &s};
  e.limits = limits_within(NULL, 2);
  // A copy of exactly this size: reading behind its end is noticed.
  char *text = malloc(size > 0 ? size : 1);
  require(text != NULL);
  if (size > 0)
    memcpy(text, data, size);
  read_program(&e, text, size);
  free(text);
  options_free(&o);
  return 0;
}
