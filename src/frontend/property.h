// SPDX-License-Identifier: Apache-2.0
// What to check: by name, or in property files as SV-COMP has them.
#ifndef FRONTEND_PROPERTY_H
#define FRONTEND_PROPERTY_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/options.h"

typedef struct {
  const char *entry; // function that the program starts at; NULL: not said
  uint32_t set;      // sum of 1 << property_kind
  bool is_file;      // a file says it: one question with one answer
} property;

// Reads the value of --property: names of properties with commas between, or
// (with a dot or a slash in it) the name of a file with lines like
//   CHECK( init(main()), LTL(G ! call(reach_error())) )
//   CHECK( init(main()), LTL(G valid-deref) )
bool property_read(const char *text, arena *mem, property *out, diag *d);
// Reads lines of such a file from 'text'; a formula may stand alone, as in
// witnesses, and then no function is said. 'name' is for messages.
bool property_read_text(const char *name, const char *text, arena *mem,
                        property *out, diag *d);
// What a run with these options is about; the function is always said.
bool property_of_options(const options *o, arena *mem, property *out, diag *d);
// Whether the question is one of SV-COMP's, in its words: a file, or the name
// of its property of errors alone.
bool property_is_of_competition(const options *o);
// Whether the inputs are Boogie programs: only assertions are checked there.
bool property_is_boogie(const options *o);
// Whether a label may be the error: not where a file says which function is.
bool property_allows_label(const options *o);
// Of a set that is too much at once, the part to ask for first: error calls,
// accesses to memory, leaks, or all that is left.
uint32_t property_group(uint32_t set);
// The set as a value of --property.
void property_print_names(uint32_t set, strbuf *out);
// All names, with what they mean.
void property_help(strbuf *out);

#endif
