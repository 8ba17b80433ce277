// SPDX-License-Identifier: Apache-2.0
// Error calls in functions that the entry does not reach: a program whose only
// error call is there is correct, and its author should know why.
#include <assert.h>

#include "frontend/c/decode_internal.h"
#include "frontend/c/library.h"

static const char *name_of(LLVMValueRef function) {
  size_t length;
  return LLVMGetValueName2(function, &length);
}

static bool is_decoded(decoder *c, LLVMValueRef function) {
  const uint64_t *symbol =
      hmap_find(&c->symbols, (uint64_t)(uintptr_t)function);
  return symbol != NULL && c->out->symbols.data[*symbol].function_body != NULL;
}

// The body of an error function is not looked at, so what it calls counts for
// nothing.
static void note_call(decoder *c, LLVMValueRef call) {
  LLVMValueRef in = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  assert(in != NULL);
  if (!is_decoded(c, in) && !library_is_error(name_of(in)))
    program_add_note(c->p, NOTE_UNCALLED, name_of(in),
                     decode_position(c, call));
}

void decode_note_unused(decoder *c) {
  for (LLVMValueRef f = LLVMGetFirstFunction(c->module); f != NULL;
       f = LLVMGetNextFunction(f)) {
    if (!library_is_error(name_of(f)))
      continue;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u != NULL; u = LLVMGetNextUse(u))
      if (LLVMIsACallInst(LLVMGetUser(u)) != NULL)
        note_call(c, LLVMGetUser(u));
  }
}
