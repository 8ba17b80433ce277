// SPDX-License-Identifier: Apache-2.0
// The text of a harness, and what its exit status means.
#ifndef CERTIFY_EXECUTION_HARNESS_H
#define CERTIFY_EXECUTION_HARNESS_H

#include "base/strbuf.h"
#include "certify/execution/script.h"

#define HARNESS_LEFT_TEXT "108"
enum {
  HARNESS_REACHED = 107, // the error
  HARNESS_LEFT = 108     // the program asked for more than the trace has
};

// Called where an error label stands (certify/execution/rewrite.c).
#define HARNESS_LABEL_FUNCTION "wedge_reached_label"

// False: 'why' says what has no C text.
bool harness_print(const script *s, strbuf *out, strbuf *why);

// Flags by which clang notices the violation, and undefined behavior before it,
// as a list that NULL ends.
const char *const *harness_flags(const script *s);
// Who notices the violation in a native run.
typedef enum {
  HARNESS_BY_ITSELF,  // the harness: the error is a call
  HARNESS_BY_TRAP,    // clang's checks, by an illegal instruction
  HARNESS_BY_ADDRESS, // the address sanitizer
  HARNESS_BY_EITHER,  // one of the two
  HARNESS_BY_NOTHING
} harness_checker;
harness_checker harness_checks(property_kind violated);

#endif
