// SPDX-License-Identifier: Apache-2.0
// The step under construction: a location and the edges that leave it.
#ifndef FRONTEND_C_TRANSLATE_STEP_H
#define FRONTEND_C_TRANSLATE_STEP_H

#include "frontend/c/translate/translator.h"

void step_begin(translator *t, loc from);
term step_read(translator *t, var v);
void step_write(translator *t, var v, term value_);
term step_input(translator *t, input_kind kind, const char *name,
                type_info type, sort s);
void step_assume(translator *t, term condition);
// Leaves for the sink where 'bad' holds; what follows assumes it does not.
void step_stop(translator *t, term bad, loc sink, edge_kind kind,
               const char *text);
// The same for an error: 'bad' violates the property. EDGE_NONE: it never
// holds.
edge step_error(translator *t, term bad, property_kind kind, const char *text);
// C does not define what happens where 'bad' holds: an error if the property
// that it violates is asked for, else the undefined sink.
void step_undefined(translator *t, term bad, property_kind kind,
                    const char *text);
// The same where only a pointer from outside can be to blame.
void step_undefined_outside(translator *t, term bad, property_kind kind,
                            const char *text);
// Where 'condition' holds, it is not sure that C has an execution which goes on
// here: proofs count it, and errors behind it are unsupported.
void step_doubt(translator *t, doubt why, term condition);
void step_start_doubt(translator *t, doubt why); // at the entry
// Whether it is to be checked here: code of models never overflows.
bool step_checks(const translator *t, property_kind kind);
void step_unsupported(translator *t, term bad, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool step_is_dead(const translator *t); // nothing can follow
// All that was written, by target. To be freed.
assignment *step_collect(translator *t, uint32_t *count);
// An edge with the same.
void step_emit(translator *t, loc to, term guard, edge_kind kind,
               const char *text, bool outcome);
source_pos step_pos(const translator *t); // of the current instruction

#endif
