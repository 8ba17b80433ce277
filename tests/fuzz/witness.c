// SPDX-License-Identifier: Apache-2.0
// Any bytes as a witness, and any text as an expression and as a C file.
//
// libFuzzer calls LLVMFuzzerTestOneInput (tests/fuzz/run); the test suite calls
// it with the same files each time (replay.c).
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "program/program.h"
#include "witness/expression.h"
#include "witness/syntax.h"
#include "witness/witness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int is_fine) {
  if (!is_fine)
    abort();
}

static var any_variable(void *data, const char *name) {
  const program *p = data;
  return (var){(uint8_t)name[0] % (program_variable_count(p) + 1)};
}

static void add(program *p, const char *name, type_class kind, sort s) {
  var_info info = {.name = name, .type = {kind, NULL}, .sort = s};
  program_add_variable(p, &info);
}

// What is accepted is a formula; what is not has a message.
static void read_expression(const char *text) {
  terms *tt = terms_new();
  program *p = program_new(tt);
  add(p, "c", TYPE_CHAR, sort_bv(tt, 8));
  add(p, "u", TYPE_UNSIGNED, sort_bv(tt, 32));
  add(p, "l", TYPE_SIGNED, sort_bv(tt, 64));
  add(p, "p", TYPE_POINTER, sort_bv(tt, 64));
  add(p, "a", TYPE_SIGNED, sort_array(tt, sort_bv(tt, 32), sort_bv(tt, 32)));
  expression_scope scope = {.tt = tt,
                            .long_bits = 32,
                            .variable = any_variable,
                            .data = p,
                            .program = p};
  strbuf why = {0};
  term t = expression_read(&scope, text, &why);
  require(term_is_none(t) ? why.len > 0 : term_is_bool(tt, t));
  strbuf_free(&why);
  program_free(p);
  terms_free(tt);
}

static void read_syntax(const char *text) {
  syntax s;
  syntax_init(&s, text, strlen(text));
  for (uint32_t i = 1; i < s.statements.len; i++) {
    text_range r = s.statements.data[i].range;
    require(r.begin <= r.end && r.end <= s.size);
    require(syntax_beginning(&s, r.begin) != 0);
  }
  syntax_closing(&s, s.size / 2);
  syntax_clear(&s);
}

static void read_witness(const char *text, size_t size) {
  witness w;
  diag d = {0};
  witness_init(&w);
  bool ok = witness_read(&w, "fuzz.yml", text, size, &d);
  require(ok == (d.kind == DIAG_NONE) && (ok || d.text.len > 0));
  if (ok) {
    strbuf again = {0};
    witness_print(&w, "u", "t", &again);
    strbuf_free(&again);
  }
  diag_clear(&d);
  witness_clear(&w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A copy of exactly this size: reading behind its end is noticed.
  char *bytes = malloc(size > 0 ? size : 1);
  char *text = malloc(size + 1);
  require(bytes != NULL && text != NULL);
  if (size > 0)
    memcpy(bytes, data, size);
  read_witness(bytes, size);
  memcpy(text, bytes, size);
  text[size] = '\0';
  read_expression(text);
  read_syntax(text);
  free(bytes);
  free(text);
  return 0;
}
