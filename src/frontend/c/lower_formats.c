// SPDX-License-Identifier: Apache-2.0
// Calls of printf and its kin with a constant format become calls of functions
// that are made for that format.
#include "frontend/c/lower.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "frontend/c/formats.h"

typedef struct {
  const char *name;
  formats_target target;
  unsigned first;  // of what the new function takes, before the format
  unsigned format; // index of the argument
} family;

static const family FAMILIES[] = {
    {"printf", FORMATS_COUNT, 0, 0},
    {"fprintf", FORMATS_COUNT, 1, 1},
    {"sprintf", FORMATS_BUFFER, 0, 1},
    {"snprintf", FORMATS_BOUNDED, 0, 2},
};

typedef VEC(LLVMValueRef) value_vec;

// --- constant strings --------------------------------------------------------

// What the local holds whenever it is read: the one value that is stored there.
static LLVMValueRef stored_once(LLVMValueRef local) {
  LLVMValueRef found = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(local); u != NULL;
       u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user) != NULL)
      continue;
    bool is_store = LLVMIsAStoreInst(user) != NULL &&
                    LLVMGetOperand(user, 1) == local && found == NULL;
    if (!is_store)
      return NULL;
    found = LLVMGetOperand(user, 0);
  }
  return found;
}

// NULL: not known.
static const char *string_of(LLVMValueRef v) {
  if (LLVMIsALoadInst(v) != NULL &&
      LLVMIsAAllocaInst(LLVMGetOperand(v, 0)) != NULL)
    v = stored_once(LLVMGetOperand(v, 0));
  if (v == NULL || LLVMIsAGlobalVariable(v) == NULL ||
      !LLVMIsGlobalConstant(v) || LLVMGetInitializer(v) == NULL)
    return NULL;
  LLVMValueRef text = LLVMGetInitializer(v);
  if (LLVMIsNull(text))
    return "";
  if (LLVMIsAConstantDataArray(text) == NULL || !LLVMIsConstantString(text))
    return NULL;
  size_t length;
  const char *s = LLVMGetAsString(text, &length);
  return memchr(s, '\0', length) != NULL ? s : NULL;
}

// --- calls -------------------------------------------------------------------

static char kind_of(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind:
    return 'p';
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type) == 32   ? 'i'
           : LLVMGetIntTypeWidth(type) == 64 ? 'l'
                                             : '\0';
  default:
    return '\0';
  }
}

// A letter for each argument behind the format; false: one has none.
static bool kinds_of(LLVMValueRef call, unsigned format, strbuf *out) {
  for (unsigned k = format + 1; k < LLVMGetNumArgOperands(call); k++) {
    char kind = kind_of(LLVMTypeOf(LLVMGetOperand(call, k)));
    if (kind == '\0')
      return false;
    strbuf_printf(out, "%c", kind);
  }
  return true;
}

static void redirect(LLVMModuleRef m, LLVMValueRef call, const family *f,
                     const char *name) {
  VEC(LLVMTypeRef) types = {0};
  value_vec arguments = {0};
  for (unsigned k = f->first; k < LLVMGetNumArgOperands(call); k++) {
    if (k == f->format)
      continue;
    vec_push(&arguments, LLVMGetOperand(call, k));
    vec_push(&types, LLVMTypeOf(LLVMGetOperand(call, k)));
  }
  LLVMTypeRef type =
      LLVMFunctionType(LLVMTypeOf(call), types.data, types.len, false);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  LLVMPositionBuilderBefore(b, call);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef made = LLVMBuildCall2(b, type, LLVMAddFunction(m, name, type),
                                     arguments.data, arguments.len, "");
  LLVMReplaceAllUsesWith(call, made);
  LLVMInstructionEraseFromParent(call);
  LLVMDisposeBuilder(b);
  vec_free(&types);
  vec_free(&arguments);
}

// Output whose result nobody looks at has no effect, whatever it says.
static bool matters(LLVMValueRef call, const family *f) {
  return f->target != FORMATS_COUNT || LLVMGetFirstUse(call) != NULL;
}

static bool lower_call(LLVMModuleRef m, LLVMValueRef call, const family *f,
                       const char *name, strbuf *models) {
  if (LLVMGetNumArgOperands(call) <= f->format || !matters(call, f) ||
      kind_of(LLVMTypeOf(call)) != 'i')
    return false;
  const char *format = string_of(LLVMGetOperand(call, f->format));
  strbuf kinds = {0};
  bool ok = format != NULL && kinds_of(call, f->format, &kinds) &&
            formats_print(models, name, f->target, format, strbuf_text(&kinds));
  strbuf_free(&kinds);
  if (ok)
    redirect(m, call, f, name);
  return ok;
}

static void find_calls(LLVMValueRef function, value_vec *out) {
  for (LLVMUseRef u = LLVMGetFirstUse(function); u != NULL;
       u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsACallInst(user) != NULL && LLVMGetCalledValue(user) == function)
      vec_push(out, user);
  }
}

bool lower_formats(LLVMModuleRef m, strbuf *models) {
  bool has_output = false;
  unsigned number = 0;
  for (size_t k = 0; k < sizeof FAMILIES / sizeof *FAMILIES; k++) {
    const family *f = &FAMILIES[k];
    LLVMValueRef function = LLVMGetNamedFunction(m, f->name);
    if (function == NULL || !LLVMIsDeclaration(function))
      continue;
    value_vec calls = {0};
    find_calls(function, &calls);
    for (uint32_t i = 0; i < calls.len; i++) {
      char name[64];
      snprintf(name, sizeof name, "%s%s%u", f->name, LOWER_FORMAT_SUFFIX,
               ++number);
      if (lower_call(m, calls.data[i], f, name, models))
        has_output = has_output || f->target == FORMATS_COUNT;
    }
    vec_free(&calls);
  }
  return has_output;
}
