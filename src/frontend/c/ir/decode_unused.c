// SPDX-License-Identifier: Apache-2.0
// A program none of whose functions, as far as the entry reaches them, has an
// error call is correct, and its author should know why: perhaps the call is in
// a function that nothing calls.
#include <assert.h>

#include "frontend/c/ir/decode_internal.h"
#include "frontend/c/analyze/globals.h"
#include "frontend/c/library/library.h"

static const char *name_of(LLVMValueRef function) {
  size_t length;
  return LLVMGetValueName2(function, &length);
}

static bool has_label(const ir_module *m) {
  for (uint32_t k = 0; k < m->functions.len; k++) {
    const ir_function *f = m->functions.data[k];
    for (uint32_t i = 0; i < f->insts.len; i++)
      if (f->insts.data[i].op == IR_LABEL)
        return true;
  }
  return false;
}

// The body of an error function is not looked at, so what it calls counts for
// nothing. All functions that the entry reaches have been decoded, and have no
// error call.
static bool note_call(decoder *c, LLVMValueRef call) {
  LLVMValueRef in = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  assert(in != NULL);
  if (library_is_error(name_of(in)))
    return false;
  program_add_note(c->p, NOTE_UNCALLED, name_of(in),
                   decode_position(c, LLVMInstructionGetDebugLoc(call)));
  return true;
}

void decode_note_unused(decoder *c) {
  if (globals_have_error_call(c->out) || has_label(c->out))
    return;
  bool is_found = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(c->module); f != NULL;
       f = LLVMGetNextFunction(f)) {
    if (!library_is_error(name_of(f)))
      continue;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u != NULL; u = LLVMGetNextUse(u))
      if (LLVMIsACallInst(LLVMGetUser(u)) != NULL)
        is_found |= note_call(c, LLVMGetUser(u));
  }
  if (!is_found) // in no function at all
    program_add_note(c->p, NOTE_UNCALLED, "", (source_pos){0});
}
