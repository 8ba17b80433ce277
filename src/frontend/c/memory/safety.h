// SPDX-License-Identifier: Apache-2.0
// Checks of memory safety, and of memory that is lost.
#ifndef FRONTEND_C_MEMORY_SAFETY_H
#define FRONTEND_C_MEMORY_SAFETY_H

#include "frontend/c/translate/translator.h"

// Nothing is done where the property is not checked.
void safety_start(translator *t);
// An access of that many bytes.
void safety_access(translator *t, address at, const candidate_vec *all,
                   uint64_t bytes);
// Whether nothing is known of what lies in the object.
bool safety_is_unknown(const translator *t, const object *o);
// What is true of the pointers of which nothing is known.
term safety_is_foreign(translator *t, const pointer *p);
// So many bytes from there on are the object's, where the pointer leads there.
term safety_is_inside(translator *t, const object *o, const pointer *p,
                      uint64_t bytes);
// good: the pointer is null, or to the start of allocated memory.
void safety_free(translator *t, const pointer *p, term good);
// A pointer from outside is null or to foreign memory.
void safety_assume_foreign(translator *t, term p);
// Locals of a call, and one whose block is entered or left.
void safety_enter(translator *t, frame *callee);
void safety_life(translator *t, uint32_t local, bool begins);
// The program ends: the last edge of the step. By exit, locals still live.
void safety_end(translator *t, edge_kind kind, const char *text, bool by_exit);

// --- track.c ---------------------------------------------------------------
void track_start(translator *t);
void track_end(translator *t, edge_kind kind, const char *text,
               bool with_locals);

#endif
