// SPDX-License-Identifier: Apache-2.0
// The number of the last error, errno.
//
// It is a number of the program's one thread, which a function of the C library
// tells the address of. Where the program asks for that, functions that may set
// it are followed by a call that does: the environment may set it to anything
// at any time, an allocation that failed sets it, and of functions of <math.h>
// that may fail it is not known. To ask for it then is not supported, until it
// was set again.
#include "frontend/c/ir/lower.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "frontend/c/library/library.h"

typedef VEC(LLVMValueRef) value_vec;

static bool is_one_of(const char *name, const char *const *names, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (strcmp(name, names[k]) == 0)
      return true;
  return false;
}
#define IS_ONE_OF(name, names)                                                 \
  is_one_of(name, names, sizeof(names) / sizeof *(names))

// --- who sets it -----------------------------------------------------------

static bool has_prefix(const char *name, const char *prefix) {
  return strncmp(name, prefix, strlen(prefix)) == 0;
}

// What the environment does, beside those that library.h knows as such.
static bool is_environment(const char *name) {
  static const char *const names[] = {"__isoc23_fscanf",
                                      "__isoc23_scanf",
                                      "__isoc99_fscanf",
                                      "__isoc99_scanf",
                                      "clock",
                                      "clock_gettime",
                                      "fgets",
                                      "fread",
                                      "fread_unlocked",
                                      "fscanf",
                                      "fwrite",
                                      "fwrite_unlocked",
                                      "gets",
                                      "gettimeofday",
                                      "gmtime",
                                      "gmtime_r",
                                      "localtime",
                                      "localtime_r",
                                      "mktime",
                                      "read",
                                      "recv",
                                      "scanf",
                                      "send",
                                      "time",
                                      "timegm",
                                      "timelocal",
                                      "timespec_get",
                                      "write"};
  switch (library_find(name)) {
  case LIBRARY_OUTPUT:
  case LIBRARY_ENVIRONMENT:
    return true;
  case LIBRARY_NUMBER:
    return !has_prefix(name, "rand");
  case LIBRARY_UNKNOWN:
    return !has_prefix(name, "__VERIFIER_");
  default:
    return IS_ONE_OF(name, names);
  }
}

// Those of <math.h> that fail for no numbers, or do not tell.
static bool is_possibly_failing(const char *name) {
  static const char *const names[] = {"sqrt",  "fmod",     "remainder", "drem",
                                      "ldexp", "scalbn",   "scalbln",   "fdim",
                                      "scalb", "nextafter"};
  size_t n = strlen(name);
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    size_t length = strlen(names[k]);
    bool has_suffix = n == length + 1 && strchr("fl", name[n - 1]) != NULL;
    if (strncmp(name, names[k], length) == 0 && (n == length || has_suffix))
      return true;
  }
  return false;
}

static bool is_allocating(const char *name) {
  static const char *const names[] = {"calloc",       "malloc", "realloc",
                                      "reallocarray", "strdup", "strndup"};
  return IS_ONE_OF(name, names);
}

// What is called behind the function; NULL: it leaves the number alone.
static const char *follower(const char *name) {
  if (is_allocating(name))
    return LOWER_ERRNO_ALLOCATED;
  if (is_possibly_failing(name))
    return LOWER_ERRNO_LOST;
  return is_environment(name) ? LOWER_ERRNO_ANY : NULL;
}

// --- who asks for it -------------------------------------------------------

static bool is_location(const char *name) {
  static const char *const names[] = {"__errno", "__errno_location", "__error",
                                      "_errno"};
  return IS_ONE_OF(name, names);
}

// Whether the call tells the address only to be written to.
static bool is_written_to(LLVMValueRef call) {
  bool is_so = LLVMGetFirstUse(call) != NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(call); u != NULL; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    is_so = is_so && LLVMIsAStoreInst(user) != NULL &&
            LLVMGetOperand(user, 0) != call;
  }
  return is_so;
}

// --- calls -----------------------------------------------------------------

static LLVMValueRef declare(LLVMModuleRef m, const char *name,
                            LLVMTypeRef type) {
  LLVMValueRef known = LLVMGetNamedFunction(m, name);
  return known != NULL ? known : LLVMAddFunction(m, name, type);
}

static void ask(LLVMModuleRef m, LLVMValueRef call) {
  const char *name = is_written_to(call) ? LOWER_ERRNO_WRITE : LOWER_ERRNO_READ;
  LLVMValueRef f = declare(m, name, LLVMGetCalledFunctionType(call));
  LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, f);
}

static void follow(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef call,
                   const char *name) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  bool has_argument = strcmp(name, LOWER_ERRNO_ALLOCATED) == 0;
  LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
  LLVMValueRef next = LLVMGetNextInstruction(call);
  if (next == NULL || (has_argument && LLVMTypeOf(call) != pointer))
    return;
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context), &pointer,
                                      has_argument, false);
  LLVMPositionBuilderBefore(b, next);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
  LLVMBuildCall2(b, type, declare(m, name, type), &call, has_argument, "");
}

// The name of the function that the call is one of, if that has no body.
static const char *called(LLVMValueRef call) {
  LLVMValueRef f = LLVMGetCalledValue(call);
  size_t length = 0;
  bool is_known = LLVMIsAFunction(f) != NULL && LLVMIsDeclaration(f) &&
                  LLVMGetIntrinsicID(f) == 0;
  return is_known ? LLVMGetValueName2(f, &length) : NULL;
}

static void find_calls(LLVMModuleRef m, value_vec *out) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb != NULL;
         bb = LLVMGetNextBasicBlock(bb))
      for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL;
           i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i) != NULL && called(i) != NULL)
          vec_push(out, i);
}

void lower_errno(LLVMModuleRef m) {
  value_vec calls = {0};
  bool is_used = false;
  find_calls(m, &calls);
  for (uint32_t k = 0; k < calls.len; k++)
    is_used = is_used || is_location(called(calls.data[k]));
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (uint32_t k = 0; is_used && k < calls.len; k++) {
    const char *name = called(calls.data[k]), *after = follower(name);
    if (is_location(name))
      ask(m, calls.data[k]);
    else if (after != NULL)
      follow(m, b, calls.data[k], after);
  }
  LLVMDisposeBuilder(b);
  vec_free(&calls);
}
