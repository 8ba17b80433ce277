// SPDX-License-Identifier: Apache-2.0
// Words of unions: a pointer or a number, and a bit that says which.
#ifndef FRONTEND_C_MEMORY_WORD_H
#define FRONTEND_C_MEMORY_WORD_H

#include "frontend/c/translate/translator.h"

bool word_is_zero(const translator *t, term v); // the constant
// Whether pointers and integers may share bytes.
bool word_has_bytes(const translator *t);

// The number that a pointer is, in that many bytes, and back; TERM_NONE: it is
// not known. *known loses the cases in which it is not known. is_kept: the
// pointer is stored.
term word_bytes_of(translator *t, term pointer_, uint32_t bytes, term *known);
term word_pointer_of(translator *t, term number, bool is_kept, term *known);

term word_of_pointer(translator *t, term p);
term word_of_number(translator *t, term n);
// The pointer, or the number, that a word holds. Where the word holds the other
// kind, that is converted: a pointer to the number of its address, a number to
// the pointer at that address.
term word_pointer(translator *t, term word, uint32_t bytes, bool is_kept,
                  term *known);
term word_number(translator *t, term word, uint32_t bytes, term *known);
// A number that is arbitrary where the word holds a pointer: what a union holds
// besides a member that was stored is unspecified (C11, 6.2.6.1).
term word_rest(translator *t, term word, uint32_t bytes);
// In a large array, no word that the program wrote; what the word is that is
// this, or holds the number 'first' because it is not written.
term word_unwritten(translator *t);
term word_or_fresh(translator *t, term word, term first);
// The pointer that it holds, null if it holds none.
term word_held(translator *t, term word);

#endif
