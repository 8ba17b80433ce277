// SPDX-License-Identifier: Apache-2.0
// An expression while it is read: how far, and what is wrong with it.
#ifndef WITNESS_PHRASE_H
#define WITNESS_PHRASE_H

#include "witness/expression.h"

typedef struct operand operand;

typedef struct {
  const expression_scope *scope;
  terms *tt;
  const char *at;
  strbuf *why;
  bool failed;
  uint32_t depth;
} phrase;

// The first thing that is wrong is kept. Returns operand_nothing.
operand phrase_fail(phrase *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

bool phrase_is_word(char c);
void phrase_skip_space(phrase *r);
// Reads the mark or word if it comes next.
bool phrase_accept(phrase *r, const char *mark);
void phrase_expect(phrase *r, const char *mark);
// Length of the identifier that comes next; 0: none does.
size_t phrase_identifier(phrase *r);
// A whole expression, as in parentheses.
operand phrase_operand(phrase *r);

#endif
