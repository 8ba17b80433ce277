// SPDX-License-Identifier: Apache-2.0
// Memory from outside: what the program did not make, and only has pointers to.
// Such pointers come from functions that are not defined, from variables and
// arguments that others fill, out of this memory itself, and from integers.
//
// They are numbers (numbers.h), and the memory behind them is one array from
// addresses to values for each size of accesses, and one for pointers. That
// supposes that no address is accessed with two sizes, that the memory is not
// that of the program's own objects, and that it exists wherever it is used.
// The answer prints these assumptions. Where memory safety is checked, such
// pointers are offsets in an object of their own, and with --outside strict
// accesses there are errors.
#ifndef FRONTEND_C_MEMORY_OUTSIDE_H
#define FRONTEND_C_MEMORY_OUTSIDE_H

#include "frontend/c/translate/translator.h"

// Writes what holds of this memory at the start.
void outside_start(translator *t);
// Says of a pointer to which something is about to be added whether it may be a
// number far from null, and where it came from. from: the operand that it is
// the value of; NULL: not known.
void outside_mark(const translator *t, pointer *p, const ir_operand *from);
// Whether pointers among such inputs come from outside. Of memory that is not
// initialized that is so only where pointers lead outside at all.
bool outside_is_source(const translator *t, input_kind kind);
// A fresh pointer comes from outside: it leads there, or is null.
void outside_arrive(translator *t, term p);
// Whether an access or a call through it may go there.
bool outside_is_possible(const translator *t, address at);
// Whether it goes there. What is supposed of such a pointer is assumed.
term outside_leads(translator *t, address at); // Bool
// Bool: the pointer leads there, or is null.
term outside_has(translator *t, const pointer *p);
// The pointer from there that equals null; TERM_NONE: null itself.
term outside_null(translator *t);
// Where its address came from.
pointer_source outside_source(const translator *t, address at);
// The pointer is kept, and nobody will know what it was computed from.
void outside_keep(translator *t, const pointer *p);
// Bool: the access may go to a fixed address, where memory safety is checked.
term outside_is_fixed(translator *t, address at);
// Bool: it is from outside, and may be freed there (assumption printed).
term outside_frees(translator *t, address at);
// A register there: each read gives any value, and what is written is gone.
term outside_read_register(translator *t, const ir_type *type);
// The condition is outside_leads.
term outside_read(translator *t, address at, const ir_type *type);
void outside_write(translator *t, address at, const ir_type *type, term v,
                   term condition);
// Others may have written all of it. name: of who did.
void outside_forget(translator *t, const char *name);

#endif
