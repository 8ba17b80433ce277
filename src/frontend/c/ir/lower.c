// SPDX-License-Identifier: Apache-2.0
// LLVM has passes for this, but they would bring in all of its optimizers.
#include "frontend/c/ir/lower.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

// --- atomic operations -------------------------------------------------------

static LLVMValueRef choose(LLVMBuilderRef b, LLVMIntPredicate p, LLVMValueRef x,
                           LLVMValueRef y) {
  return LLVMBuildSelect(b, LLVMBuildICmp(b, p, x, y, ""), x, y, "");
}

// The value that is written; NULL: C has no such operation.
static LLVMValueRef combine(LLVMBuilderRef b, LLVMAtomicRMWBinOp op,
                            LLVMValueRef old, LLVMValueRef by) {
  switch (op) {
  case LLVMAtomicRMWBinOpXchg:
    return by;
  case LLVMAtomicRMWBinOpAdd:
    return LLVMBuildAdd(b, old, by, "");
  case LLVMAtomicRMWBinOpSub:
    return LLVMBuildSub(b, old, by, "");
  case LLVMAtomicRMWBinOpAnd:
    return LLVMBuildAnd(b, old, by, "");
  case LLVMAtomicRMWBinOpNand:
    return LLVMBuildNot(b, LLVMBuildAnd(b, old, by, ""), "");
  case LLVMAtomicRMWBinOpOr:
    return LLVMBuildOr(b, old, by, "");
  case LLVMAtomicRMWBinOpXor:
    return LLVMBuildXor(b, old, by, "");
  case LLVMAtomicRMWBinOpMax:
    return choose(b, LLVMIntSGT, old, by);
  case LLVMAtomicRMWBinOpMin:
    return choose(b, LLVMIntSLT, old, by);
  case LLVMAtomicRMWBinOpUMax:
    return choose(b, LLVMIntUGT, old, by);
  case LLVMAtomicRMWBinOpUMin:
    return choose(b, LLVMIntULT, old, by);
  case LLVMAtomicRMWBinOpFAdd:
    return LLVMBuildFAdd(b, old, by, "");
  case LLVMAtomicRMWBinOpFSub:
    return LLVMBuildFSub(b, old, by, "");
  default:
    return NULL;
  }
}

static LLVMValueRef load(LLVMBuilderRef b, LLVMValueRef i, LLVMTypeRef type) {
  LLVMValueRef old = LLVMBuildLoad2(b, type, LLVMGetOperand(i, 0), "");
  LLVMSetVolatile(old, LLVMGetVolatile(i));
  return old;
}

static void store(LLVMBuilderRef b, LLVMValueRef i, LLVMValueRef value) {
  LLVMValueRef done = LLVMBuildStore(b, value, LLVMGetOperand(i, 0));
  LLVMSetVolatile(done, LLVMGetVolatile(i));
}

// Each returns the result; NULL: there is none, and the instruction stays.
static LLVMValueRef lower_update(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef by = LLVMGetOperand(i, 1);
  LLVMValueRef old = load(b, i, LLVMTypeOf(by));
  LLVMValueRef made = combine(b, LLVMGetAtomicRMWBinOp(i), old, by);
  if (made != NULL)
    store(b, i, made);
  return made == NULL ? NULL : old;
}

static LLVMValueRef lower_exchange(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef expected = LLVMGetOperand(i, 1), made = LLVMGetOperand(i, 2);
  LLVMValueRef old = load(b, i, LLVMTypeOf(expected));
  LLVMValueRef is_same = LLVMBuildICmp(b, LLVMIntEQ, old, expected, "");
  store(b, i, LLVMBuildSelect(b, is_same, made, old, ""));
  LLVMValueRef both = LLVMGetUndef(LLVMTypeOf(i));
  both = LLVMBuildInsertValue(b, both, old, 0, "");
  return LLVMBuildInsertValue(b, both, is_same, 1, "");
}

static void lower_instruction(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  if (op == LLVMFence) {
    LLVMInstructionEraseFromParent(i);
    return;
  }
  if (op != LLVMAtomicRMW && op != LLVMAtomicCmpXchg)
    return;
  LLVMPositionBuilderBefore(b, i);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
  LLVMValueRef result =
      op == LLVMAtomicRMW ? lower_update(b, i) : lower_exchange(b, i);
  if (result == NULL)
    return;
  LLVMReplaceAllUsesWith(i, result);
  LLVMInstructionEraseFromParent(i);
}

static void lower_block(LLVMBuilderRef b, LLVMBasicBlockRef block) {
  LLVMValueRef next;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL; i = next) {
    next = LLVMGetNextInstruction(i);
    lower_instruction(b, i);
  }
}

void lower_atomics(LLVMModuleRef m) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block != NULL;
         block = LLVMGetNextBasicBlock(block))
      lower_block(b, block);
  LLVMDisposeBuilder(b);
}

// --- positions ---------------------------------------------------------------

// What is built next stands where the function begins in the source.
static void place_at_start(LLVMBuilderRef b, LLVMValueRef function) {
  LLVMMetadataRef where = LLVMGetSubprogram(function);
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  if (where != NULL)
    LLVMSetCurrentDebugLocation2(
        b, LLVMDIBuilderCreateDebugLocation(
               context, LLVMDISubprogramGetLine(where), 0, where, NULL));
}

// --- the arguments of main ---------------------------------------------------

// The only use of a parameter is to be stored, if it is the source's. NULL: the
// variable is never looked at.
static LLVMValueRef store_of(LLVMValueRef parameter) {
  LLVMUseRef first = LLVMGetFirstUse(parameter);
  LLVMValueRef user = first == NULL ? NULL : LLVMGetUser(first);
  if (user == NULL || LLVMGetNextUse(first) != NULL ||
      LLVMIsAStoreInst(user) == NULL || LLVMGetOperand(user, 0) != parameter)
    return NULL;
  LLVMValueRef local = LLVMGetOperand(user, 1);
  for (LLVMUseRef u = LLVMGetFirstUse(local); u != NULL; u = LLVMGetNextUse(u))
    if (LLVMGetUser(u) != user)
      return user;
  return NULL;
}

void lower_arguments(LLVMModuleRef m) {
  LLVMValueRef entry = LLVMGetNamedFunction(m, "main");
  if (entry == NULL || LLVMIsDeclaration(entry) || LLVMCountParams(entry) < 2 ||
      LLVMGetFirstUse(entry) != NULL)
    return;
  LLVMValueRef count = LLVMGetParam(entry, 0), list = LLVMGetParam(entry, 1);
  LLVMTypeRef from = LLVMTypeOf(count), to = LLVMTypeOf(list);
  LLVMValueRef store = store_of(list);
  if (store == NULL || LLVMGetTypeKind(to) != LLVMPointerTypeKind ||
      LLVMGetTypeKind(from) != LLVMIntegerTypeKind ||
      LLVMGetIntTypeWidth(from) != 32)
    return;
  LLVMTypeRef type = LLVMFunctionType(to, &from, 1, false);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  LLVMPositionBuilderBefore(b, store);
  place_at_start(b, entry);
  if (store_of(count) != NULL) // before that of the list, as parameters are
    count = LLVMBuildLoad2(b, from, LLVMGetOperand(store_of(count), 1), "");
  LLVMSetOperand(store, 0,
                 LLVMBuildCall2(b, type,
                                LLVMAddFunction(m, LOWER_ARGUMENTS, type),
                                &count, 1, ""));
  LLVMDisposeBuilder(b);
}

// --- constructors ------------------------------------------------------------

typedef struct {
  uint64_t priority; // lower ones run first
  uint32_t order;    // in the source
  LLVMValueRef function;
} constructor;

typedef VEC(constructor) constructor_vec;

static int compare_constructors(const void *a, const void *b) {
  const constructor *x = a, *y = b;
  if (x->priority != y->priority)
    return x->priority < y->priority ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

// LLVM keeps them in an array of priority, function and data.
static void find_constructors(LLVMValueRef list, constructor_vec *out) {
  LLVMValueRef rows = LLVMGetInitializer(list);
  uint32_t n = (uint32_t)LLVMGetNumOperands(rows);
  for (uint32_t k = 0; k < n; k++) {
    LLVMValueRef row = LLVMGetOperand(rows, k);
    if (LLVMGetNumOperands(row) < 2)
      continue;
    vec_push(out,
             ((constructor){LLVMConstIntGetZExtValue(LLVMGetOperand(row, 0)), k,
                            LLVMGetOperand(row, 1)}));
  }
  if (out->len > 1)
    qsort(out->data, out->len, sizeof *out->data, compare_constructors);
}

static void call_all(LLVMBuilderRef b, const constructor_vec *list) {
  for (uint32_t k = 0; k < list->len; k++) {
    LLVMValueRef f = list->data[k].function;
    LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, NULL, 0, "");
  }
}

static void call_constructors(LLVMValueRef entry, const constructor_vec *list) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(entry));
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(
      b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(entry)));
  place_at_start(b, entry);
  call_all(b, list);
  LLVMDisposeBuilder(b);
}

void lower_constructors(LLVMModuleRef m, LLVMValueRef entry) {
  assert(LLVMGetFirstBasicBlock(entry) != NULL);
  LLVMValueRef list = LLVMGetNamedGlobal(m, "llvm.global_ctors");
  if (list == NULL || LLVMGetFirstUse(entry) != NULL)
    return;
  constructor_vec found = {0};
  find_constructors(list, &found);
  call_constructors(entry, &found);
  vec_free(&found);
  LLVMDeleteGlobal(list);
}

// --- the end -----------------------------------------------------------------

// One function, which is modelled, calls all that atexit got.
static void find_handlers(LLVMModuleRef m, constructor_vec *out) {
  LLVMValueRef handle = LLVMGetNamedFunction(m, "atexit");
  if (handle == NULL || !LLVMIsDeclaration(handle))
    return;
  LLVMSetValueName2(handle, LOWER_ATEXIT, strlen(LOWER_ATEXIT));
  LLVMTypeRef none = LLVMVoidTypeInContext(LLVMGetModuleContext(m));
  LLVMTypeRef type = LLVMFunctionType(none, NULL, 0, false);
  constructor handlers = {.function = LLVMAddFunction(m, LOWER_EXIT, type)};
  vec_push(out, handlers);
}

// What runs there, in its order: handlers, then destructors, last ones first.
static void find_last(LLVMModuleRef m, constructor_vec *out) {
  LLVMValueRef list = LLVMGetNamedGlobal(m, "llvm.global_dtors");
  constructor_vec destructors = {0};
  find_handlers(m, out);
  if (list != NULL)
    find_constructors(list, &destructors);
  while (destructors.len > 0)
    vec_push(out, vec_pop(&destructors));
  vec_free(&destructors);
}

static bool is_end(LLVMValueRef i, LLVMValueRef function, LLVMValueRef entry,
                   LLVMValueRef leave) {
  if (LLVMIsACallInst(i) != NULL)
    return leave != NULL && LLVMGetCalledValue(i) == leave;
  return function == entry && LLVMIsAReturnInst(i) != NULL;
}

static void end_function(LLVMBuilderRef b, LLVMValueRef function,
                         LLVMValueRef entry, const constructor_vec *last) {
  LLVMValueRef leave = LLVMGetNamedFunction(LLVMGetGlobalParent(entry), "exit");
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(function); bb != NULL;
       bb = LLVMGetNextBasicBlock(bb))
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL;
         i = LLVMGetNextInstruction(i)) {
      if (!is_end(i, function, entry, leave))
        continue;
      LLVMPositionBuilderBefore(b, i);
      LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
      call_all(b, last);
    }
}

void lower_exits(LLVMModuleRef m, const char *name) {
  LLVMValueRef entry = LLVMGetNamedFunction(m, name);
  if (entry == NULL || LLVMIsDeclaration(entry) ||
      LLVMGetFirstUse(entry) != NULL)
    return;
  constructor_vec last = {0};
  find_last(m, &last);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL && last.len > 0;
       f = LLVMGetNextFunction(f))
    end_function(b, f, entry, &last);
  LLVMDisposeBuilder(b);
  vec_free(&last);
  LLVMValueRef list = LLVMGetNamedGlobal(m, "llvm.global_dtors");
  if (list != NULL)
    LLVMDeleteGlobal(list);
}
