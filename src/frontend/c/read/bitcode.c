// SPDX-License-Identifier: Apache-2.0
// Reading and linking bitcode. Debug records, which the C API cannot read,
// are turned back into the intrinsic calls that it can.
#include "frontend/c/read/bitcode.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/Linker.h>

#include <assert.h>
#include <string.h>

static void on_message(LLVMDiagnosticInfoRef info, void *data) {
  bitcode *b = data;
  char *text = LLVMGetDiagInfoDescription(info);
  if (LLVMGetDiagInfoSeverity(info) == LLVMDSError && b->messages.len == 0)
    strbuf_puts(&b->messages, text);
  LLVMDisposeMessage(text);
}

void bitcode_init(bitcode *b) {
  *b = (bitcode){.context = LLVMContextCreate()};
  LLVMContextSetDiagnosticHandler(b->context, on_message, b);
}

void bitcode_clear(bitcode *b) {
  if (b->module != NULL)
    LLVMDisposeModule(b->module);
  LLVMContextDispose(b->context);
  strbuf_free(&b->messages);
  *b = (bitcode){0};
}

static LLVMModuleRef parse(bitcode *b, const void *data, size_t size,
                           const char *name) {
  LLVMMemoryBufferRef buffer =
      LLVMCreateMemoryBufferWithMemoryRange(data, size, name, 0);
  LLVMModuleRef module = NULL;
  LLVMBool failed = LLVMParseBitcodeInContext2(b->context, buffer, &module);
  LLVMDisposeMemoryBuffer(buffer);
  return failed ? NULL : module;
}

// A definition that others see, and that may not be replaced by another.
static bool is_only(LLVMValueRef f) {
  return f != NULL && !LLVMIsDeclaration(f) &&
         LLVMGetLinkage(f) == LLVMExternalLinkage;
}

// The function that both define; NULL: it is something else.
static const char *defined_twice(LLVMModuleRef a, LLVMModuleRef b) {
  for (LLVMValueRef f = LLVMGetFirstFunction(b); f;
       f = LLVMGetNextFunction(f)) {
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    if (is_only(f) && is_only(LLVMGetNamedFunction(a, name)))
      return name;
  }
  return NULL;
}

bool bitcode_add(bitcode *b, const void *data, size_t size, const char *name,
                 diag *d) {
  assert(b->context != NULL && data != NULL);
  strbuf_clear(&b->messages);
  LLVMModuleRef module = parse(b, data, size, name);
  if (module == NULL)
    return diag_set(d, DIAG_INPUT, (source_pos){0},
                    "cannot read clang's bitcode of '%s': %s", name,
                    strbuf_text(&b->messages));
  LLVMSetIsNewDbgInfoFormat(module, 0);
  if (b->module == NULL) {
    b->module = module;
    return true;
  }
  const char *twice = defined_twice(b->module, module);
  if (twice != NULL) {
    diag_set(d, DIAG_INPUT, (source_pos){0},
             "cannot link '%s': '%s' is defined in it and in another of the "
             "files",
             name, twice);
    LLVMDisposeModule(module);
    return false;
  }
  if (LLVMLinkModules2(b->module, module))
    return diag_set(d, DIAG_INPUT, (source_pos){0}, "cannot link '%s': %s",
                    name, strbuf_text(&b->messages));
  return true;
}

// Sizes of these are not always constants: then they are calls.
static const char *function_of(const char *name) {
  static const char *const known[] = {"memcpy", "memmove", "memset"};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (strncmp(name, "llvm.", 5) == 0 &&
        strncmp(name + 5, known[k], strlen(known[k])) == 0)
      return known[k];
  return name;
}

static bool has_variable_size(LLVMValueRef intrinsic) {
  for (LLVMUseRef u = LLVMGetFirstUse(intrinsic); u != NULL;
       u = LLVMGetNextUse(u)) {
    LLVMValueRef call = LLVMGetUser(u);
    if (LLVMIsACallInst(call) != NULL &&
        LLVMIsAConstantInt(LLVMGetOperand(call, 2)) == NULL)
      return true;
  }
  return false;
}

void bitcode_each_missing(const bitcode *b,
                          void (*visit)(void *data, const char *name),
                          void *data) {
  for (LLVMValueRef f = LLVMGetFirstFunction(b->module); f != NULL;
       f = LLVMGetNextFunction(f)) {
    if (!LLVMIsDeclaration(f))
      continue;
    size_t length = 0;
    const char *name = LLVMGetValueName2(f, &length);
    const char *meant = function_of(name);
    if (meant == name || has_variable_size(f))
      visit(data, meant);
  }
}
