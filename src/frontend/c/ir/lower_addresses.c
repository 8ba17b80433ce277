// SPDX-License-Identifier: Apache-2.0
// Functions without a body that are called through pointers.
//
// A call through a pointer enters the body of a function. What has none here,
// such as malloc, gets one in which it is called by its name, so that its
// meaning is the one that it has everywhere.
#include "frontend/c/ir/lower.h"

#include <llvm-c/Core.h>

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "frontend/c/library/library.h"

typedef VEC(LLVMValueRef) value_vec;

static bool is_callee(LLVMUseRef use, LLVMValueRef f) {
  LLVMValueRef user = LLVMGetUser(use);
  if (LLVMIsACallInst(user) == NULL || LLVMGetCalledValue(user) != f)
    return false;
  for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
    if (LLVMGetOperand(user, k) == f)
      return false;
  return true;
}

static bool has_address_taken(LLVMValueRef f) {
  for (LLVMUseRef u = LLVMGetFirstUse(f); u != NULL; u = LLVMGetNextUse(u))
    if (!is_callee(u, f))
      return true;
  return false;
}

// What is passed by value is copied where a function is entered; here that
// would be once too often.
static bool has_values_in_memory(LLVMValueRef f) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
  for (unsigned k = 1; k <= LLVMCountParams(f); k++)
    if (LLVMGetEnumAttributeAtIndex(f, k, kind) != NULL)
      return true;
  return false;
}

static bool needs_body(LLVMValueRef f) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(f, &length);
  bool is_fixed =
      library_is_error(name) || library_find(name) == LIBRARY_ASSUME;
  return (LLVMIsDeclaration(f) || is_fixed) && LLVMGetIntrinsicID(f) == 0 &&
         LLVMGetLinkage(f) != LLVMExternalWeakLinkage &&
         !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f)) &&
         !has_values_in_memory(f) && has_address_taken(f);
}

static LLVMValueRef declare_body(LLVMModuleRef m, LLVMValueRef f) {
  strbuf name = {0};
  size_t length = 0;
  strbuf_printf(&name, "%s%s", LLVMGetValueName2(f, &length), LOWER_BY_ADDRESS);
  LLVMValueRef made =
      LLVMAddFunction(m, strbuf_text(&name), LLVMGlobalGetValueType(f));
  LLVMSetLinkage(made, LLVMInternalLinkage);
  strbuf_free(&name);
  return made;
}

// Calls by name keep their callee.
static void restore_calls(LLVMValueRef f, LLVMValueRef made) {
  value_vec calls = {0};
  for (LLVMUseRef u = LLVMGetFirstUse(made); u != NULL; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsACallInst(user) != NULL && LLVMGetCalledValue(user) == made)
      vec_push(&calls, user);
  }
  for (uint32_t k = 0; k < calls.len; k++)
    LLVMSetOperand(calls.data[k],
                   (unsigned)LLVMGetNumOperands(calls.data[k]) - 1, f);
  vec_free(&calls);
}

static void write_body(LLVMModuleRef m, LLVMValueRef f, LLVMValueRef made) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMTypeRef type = LLVMGlobalGetValueType(f);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(context, made, ""));
  unsigned n = LLVMCountParams(made);
  LLVMValueRef *args = mem_alloc((n + 1) * sizeof(LLVMValueRef));
  LLVMGetParams(made, args);
  LLVMValueRef result = LLVMBuildCall2(b, type, f, args, n, "");
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(b);
  else
    LLVMBuildRet(b, result);
  mem_free(args);
  LLVMDisposeBuilder(b);
}

void lower_addresses(LLVMModuleRef m) {
  value_vec found = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL;
       f = LLVMGetNextFunction(f))
    if (needs_body(f))
      vec_push(&found, f);
  for (uint32_t k = 0; k < found.len; k++) {
    LLVMValueRef f = found.data[k], made = declare_body(m, f);
    LLVMReplaceAllUsesWith(f, made);
    restore_calls(f, made);
    write_body(m, f, made);
  }
  vec_free(&found);
}
