// SPDX-License-Identifier: Apache-2.0
// Checks of memory safety, and of memory that is lost.
#ifndef FRONTEND_C_MEMORY_SAFETY_H
#define FRONTEND_C_MEMORY_SAFETY_H

#include "frontend/c/translate/translator.h"

// Whether accesses or frees that are not valid are looked for.
bool safety_is_watched(const translator *t);
// Nothing is done where the property is not checked.
void safety_start(translator *t);
// An access of that many bytes.
void safety_access(translator *t, address at, const candidate_vec *all,
                   uint64_t bytes, fault_action action);
// Whether nothing is known of what lies in the object.
bool safety_is_unknown(const translator *t, const object *o);
// So many bytes from there on are the object's, where the pointer leads there.
term safety_is_inside(translator *t, const object *o, const pointer *p,
                      uint64_t bytes);
// wrong: the pointer is to one of its targets, which are all, but that must not
// be freed.
void safety_free(translator *t, address at, const candidate_vec *all,
                 term wrong);
// Locals of a call, and one whose block is entered or left.
void safety_enter(translator *t, frame *callee);
void safety_life(translator *t, uint32_t local, bool begins);
// A declaration, which may be that of the next round of a loop.
void safety_declare(translator *t, uint32_t local);
// A block of instructions begins in which lives of temporaries do.
void safety_births(translator *t, uint32_t bb);
// Whether the block of the local has ended, or has not begun: what points there
// is not supported. So is what points to a temporary, but for compound
// literals, that was stored: it ends with its expression.
bool safety_is_out_of_block(const translator *t, const object *o);
// The program ends: the last edge of the step. By exit, locals still live.
void safety_end(translator *t, edge_kind kind, const char *text, bool by_exit);

// --- track.c ---------------------------------------------------------------
void track_start(translator *t);
void track_end(translator *t, edge_kind kind, const char *text,
               bool with_locals);

#endif
