// SPDX-License-Identifier: Apache-2.0
// Which objects of the program others know of: functions that it does not
// define may read and write these, and give back pointers to them.
//
// An object is *known* from the first call on whose callee could find it: a
// pointer to it was passed, or was stored in memory from outside, or in another
// object that is known, or was made an integer. It stays known as long as it
// lives. Variables that other programs define are always known. Others neither
// free such objects nor know the program's own variables by their names: the
// answer prints that.
//
// With --external other than havoc nothing of this is done.
#ifndef FRONTEND_C_MEMORY_ESCAPE_H
#define FRONTEND_C_MEMORY_ESCAPE_H

#include "frontend/c/translate/translator.h"

bool escape_is_followed(const translator *t);
// Nothing but variables of other programs is known at the start.
void escape_start(translator *t);
// Gives the local what says whether it is known, if it may ever be.
void escape_local(translator *t, frame *f, object *o, uint32_t local);
// Nobody knows the locals of a new call.
void escape_enter(translator *t, frame *callee);
// The declaration is reached, perhaps of a new object.
void escape_declare(translator *t, uint32_t local);
bool escape_may_declare(const translator *t, uint32_t local);
term escape_is_known(translator *t, const object *o);  // Bool
term escape_is_handed(translator *t, const object *o); // or with the next call
// Others find the object that the pointer leads to when they are called next.
void escape_hand(translator *t, const pointer *p, term condition);
// A function that is not defined runs, with the arguments of the call.
void escape_call(translator *t, const ir_inst *i, const char *name);
// A fresh pointer leads to an object that is known, or 'other' holds of it.
void escape_admit(translator *t, const pointer *p, term other);

#endif
