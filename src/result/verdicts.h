// SPDX-License-Identifier: Apache-2.0
// One verdict per property that was asked for.
//
// A run may ask several questions about a program, each about some of the
// properties (driver/ask.h). An execution counts up to its first violation of
// any of them, so the verdicts of all questions together are one answer.
#ifndef RESULT_VERDICTS_H
#define RESULT_VERDICTS_H

#include "base/strbuf.h"
#include "result/result.h"

typedef struct {
  property_kind property;
  verdict verdict;
  bool is_answered;  // false: there was no time to ask
  bool is_unreached; // true, but no execution gets to any of its places
  bool is_main;      // its evidence is that of the report
  uint32_t places;   // in the program that could violate it
  source_pos at;     // of the error, or of what unknown speaks of
  const char *text;  // the error, or the reason for unknown; NULL: none
  // Evidence of another question than the report's, as it is shown; NULL: none
  const char *shown, *json, *sarif;
} property_verdict;

typedef struct {
  VEC(property_verdict) all; // by kind, rising
  arena *mem;                // owns the texts
} verdicts;

// One per property of the program's; none is answered.
verdicts verdicts_new(const program *p);
void verdicts_free(verdicts *v);
// The properties that something in the program could violate; of one that was
// not understood to its end, also error calls, which may be behind that.
uint32_t verdicts_placed(const program *p);
// Another reading of the program may show more places.
void verdicts_see_places(verdicts *v, const program *p);
property_verdict *verdicts_find(const verdicts *v, property_kind k); // or NULL
// "true", "false", "unknown" or "not reached".
const char *verdicts_word(const property_verdict *v);
// The error, or the reason for unknown; NULL: it is true.
const char *verdicts_text(const property_verdict *v);
// As bytes, for another process of the same binary; and back. False: the bytes
// are not whole.
void verdicts_pack(const verdicts *v, strbuf *out);
bool verdicts_unpack(const char *bytes, size_t size, verdicts *out);

#endif
