// SPDX-License-Identifier: Apache-2.0
// Where objects lie: pointers as integers, and integers as pointers.
#ifndef FRONTEND_C_MEMORY_PLACE_H
#define FRONTEND_C_MEMORY_PLACE_H

#include "frontend/c/translate/translator.h"

bool place_is_used(const translator *t); // anywhere in the program
// Gives a local, or what a site allocates, a place if it needs one.
void place_local(translator *t, frame *f, object *o, uint32_t local);
void place_site(translator *t, object *o, uint32_t site);
// Chooses where the symbols lie.
void place_start(translator *t);
// Chooses where the locals of a new call lie.
void place_enter(translator *t, frame *callee);
// Chooses anew where the object lies: apart from all others that live. from:
// the innermost call that is active.
void place_choose(translator *t, const object *o, frame *from);
// The pointer as an integer. *known: where it is one.
term place_number(translator *t, const pointer *p, const ir_operand *from,
                  term *known);
// The pointer that an integer as wide as pointers is. *known: where it is one.
// from: the operand that it is the value of; NULL: not known. is_kept: it must
// be that integer for as long as it is stored.
pointer place_find(translator *t, term n, const ir_operand *from, bool is_kept,
                   term *known);
// Where integers are made pointers, the same address may be that of the end of
// one object, of the start of another, and of none. Whether it is the same.
term place_equal(translator *t, const pointer *a, const pointer *b);

#endif
