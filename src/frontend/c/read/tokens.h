// SPDX-License-Identifier: Apache-2.0
// The tokens of a C text, as far as rewriting a part of it needs them.
#ifndef FRONTEND_C_READ_TOKENS_H
#define FRONTEND_C_READ_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"

typedef struct {
  size_t at, length;
  const char *prefix; // to stand before it; NULL: nothing
  const char *edit;   // to stand in its place; NULL: it stays
} token;

typedef struct {
  const char *text; // outlives the tokens
  VEC(token) all;
} tokens;

typedef struct {
  uint32_t from, to; // without 'to'
} token_span;

// Comments are none. with_directives: also those in lines that begin with #.
void tokens_cut(tokens *out, const char *text, bool with_directives);
void tokens_free(tokens *t);
bool tokens_is(const tokens *t, uint32_t k, const char *text);
bool tokens_is_name(const tokens *t, uint32_t k); // or a keyword
// What the token adds to the depth of brackets: 1, 0 or -1. One that is
// replaced by nothing adds nothing.
int tokens_depth(const tokens *t, uint32_t k);
// The bracket that closes the one at k; the number of tokens: there is none.
uint32_t tokens_closing(const tokens *t, uint32_t k);
// The first of these outside of all brackets of the span; its end: none.
uint32_t tokens_find(const tokens *t, token_span s, const char *text);

#endif
