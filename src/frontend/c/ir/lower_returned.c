// SPDX-License-Identifier: Apache-2.0
// Functions that return a struct, and may end without a return statement.
//
// What a return statement does is to write the memory of the result, which
// clang gives no name of the source. A function in which some way to the end
// does not do that has a flag, which says at the end whether it was done, in a
// variable of the module; and who uses the value looks there. Numbers and
// pointers that are returned are looked after by the translation (returned.h).
#include "frontend/c/ir/lower.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <string.h>

#include "base/hmap.h"
#include "base/vec.h"

typedef VEC(LLVMValueRef) value_vec;
typedef VEC(LLVMBasicBlockRef) block_vec;

typedef struct {
  LLVMModuleRef module;
  LLVMBuilderRef b;
  LLVMTypeRef byte;
  LLVMValueRef said; // the variable of the module
  hmap loose;        // functions that may end without a return statement
} lowering;

static uint64_t key_of(const void *p) { return (uint64_t)(uintptr_t)p; }

// --- the memory of the result ----------------------------------------------

static bool is_struct(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

static bool is_named(LLVMValueRef v, const char *name) {
  size_t length = 0;
  const char *text = LLVMGetValueName2(v, &length);
  return length == strlen(name) && memcmp(text, name, length) == 0;
}

// Whether the first argument is where the struct goes.
static bool gets_result(LLVMValueRef call) {
  unsigned kind = LLVMGetEnumAttributeKindForName("sret", strlen("sret"));
  return LLVMGetNumArgOperands(call) > 0 &&
         LLVMGetCallSiteEnumAttribute(call, 1, kind) != NULL;
}

// NULL: the function returns no struct, or by one statement alone.
static LLVMValueRef result_of(LLVMValueRef f) {
  unsigned kind = LLVMGetEnumAttributeKindForName("sret", strlen("sret"));
  if (LLVMCountParams(f) > 0 && LLVMGetEnumAttributeAtIndex(f, 1, kind) != NULL)
    return LLVMGetParam(f, 0);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry);
       i != NULL && LLVMIsAAllocaInst(i) != NULL; i = LLVMGetNextInstruction(i))
    if (is_named(i, "retval") && is_struct(LLVMGetAllocatedType(i)))
      return i;
  return NULL;
}

static bool is_address_of(LLVMValueRef user) {
  return LLVMIsAGetElementPtrInst(user) != NULL ||
         LLVMIsAPHINode(user) != NULL || LLVMIsABitCastInst(user) != NULL;
}

// Whether the instruction writes the memory behind the address: it stores or
// copies something there, or is a call that gets it for its result.
static bool is_write(LLVMValueRef i, LLVMValueRef address) {
  if (LLVMIsAStoreInst(i) != NULL)
    return LLVMGetOperand(i, 1) == address;
  if (LLVMIsACallInst(i) == NULL || LLVMGetNumArgOperands(i) == 0 ||
      LLVMGetArgOperand(i, 0) != address)
    return false;
  LLVMValueRef f = LLVMGetCalledValue(i);
  bool is_copy = LLVMIsAFunction(f) != NULL && LLVMGetIntrinsicID(f) != 0;
  return is_copy || gets_result(i);
}

static void find_writes(LLVMValueRef memory, value_vec *out) {
  hmap seen = {0};
  value_vec todo = {0};
  vec_push(&todo, memory);
  for (uint32_t k = 0; k < todo.len; k++)
    for (LLVMUseRef u = LLVMGetFirstUse(todo.data[k]); u != NULL;
         u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      if (hmap_find(&seen, key_of(user)) != NULL)
        continue;
      hmap_put(&seen, key_of(user), 1);
      if (is_address_of(user))
        vec_push(&todo, user);
      else if (is_write(user, todo.data[k]))
        vec_push(out, user);
    }
  vec_free(&todo);
  hmap_free(&seen);
}

// --- ways around it ----------------------------------------------------------

static void visit(hmap *seen, block_vec *todo, LLVMBasicBlockRef block) {
  if (hmap_find(seen, key_of(block)) != NULL)
    return;
  hmap_put(seen, key_of(block), 1);
  vec_push(todo, block);
}

// Whether the function may end without any of the writes.
static bool has_way_around(LLVMValueRef f, const value_vec *writes) {
  hmap seen = {0};
  block_vec todo = {0};
  bool found = false;
  for (uint32_t k = 0; k < writes->len; k++)
    hmap_put(&seen, key_of(LLVMGetInstructionParent(writes->data[k])), 1);
  visit(&seen, &todo, LLVMGetEntryBasicBlock(f));
  for (uint32_t k = 0; k < todo.len && !found; k++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(todo.data[k]);
    found = LLVMGetInstructionOpcode(end) == LLVMRet;
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
      visit(&seen, &todo, LLVMGetSuccessor(end, s));
  }
  vec_free(&todo);
  hmap_free(&seen);
  return found;
}

// --- the function ------------------------------------------------------------

static LLVMValueRef byte(const lowering *l, uint64_t n) {
  return LLVMConstInt(l->byte, n, false);
}

static void build_before(const lowering *l, LLVMValueRef next) {
  LLVMPositionBuilderBefore(l->b, next);
  LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(next));
}

// Says at each end of the function what the flag is; NULL: it has returned.
static void say_at_ends(const lowering *l, LLVMValueRef f, LLVMValueRef flag) {
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb != NULL;
       bb = LLVMGetNextBasicBlock(bb)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
    if (LLVMGetInstructionOpcode(end) != LLVMRet)
      continue;
    build_before(l, end);
    LLVMValueRef v =
        flag == NULL ? byte(l, 1) : LLVMBuildLoad2(l->b, l->byte, flag, "");
    LLVMBuildStore(l->b, v, l->said);
  }
}

static LLVMValueRef add_flag(const lowering *l, LLVMValueRef f,
                             const value_vec *writes) {
  build_before(l, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)));
  LLVMValueRef flag = LLVMBuildAlloca(l->b, l->byte, "");
  LLVMBuildStore(l->b, byte(l, 0), flag);
  for (uint32_t k = 0; k < writes->len; k++) {
    build_before(l, LLVMGetNextInstruction(writes->data[k]));
    LLVMBuildStore(l->b, byte(l, 1), flag);
  }
  return flag;
}

static void lower_function(const lowering *l, LLVMValueRef f) {
  LLVMValueRef memory = result_of(f);
  if (memory == NULL)
    return;
  value_vec writes = {0};
  find_writes(memory, &writes);
  bool is_loose = hmap_find(&l->loose, key_of(f)) != NULL;
  say_at_ends(l, f, is_loose ? add_flag(l, f, &writes) : NULL);
  vec_free(&writes);
}

// --- who uses the value ------------------------------------------------------

// Whether the source has a name for the memory.
static bool is_declared(LLVMValueRef memory) {
  LLVMBasicBlockRef entry = LLVMGetInstructionParent(memory);
  for (LLVMBasicBlockRef bb = entry; bb != NULL; bb = LLVMGetNextBasicBlock(bb))
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL;
         i = LLVMGetNextInstruction(i)) {
      LLVMValueRef address = NULL;
      size_t length = 0;
      if (LLVMIsACallInst(i) == NULL ||
          strcmp(LLVMGetValueName2(LLVMGetCalledValue(i), &length),
                 "llvm.dbg.declare") != 0)
        continue;
      LLVMValueRef wrapped = LLVMGetOperand(i, 0);
      if (LLVMGetMDNodeNumOperands(wrapped) == 1)
        LLVMGetMDNodeOperands(wrapped, &address);
      if (address == memory)
        return true;
    }
  return false;
}

static bool is_only_written(LLVMValueRef address) {
  bool only = true;
  for (LLVMUseRef u = LLVMGetFirstUse(address); u != NULL;
       u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    only = only &&
           (LLVMIsAGetElementPtrInst(user) != NULL ? is_only_written(user)
                                                   : is_write(user, address));
  }
  return only;
}

// A temporary that nobody reads.
static bool is_dropped(LLVMValueRef memory) {
  return LLVMIsAAllocaInst(memory) != NULL && !is_declared(memory) &&
         is_only_written(memory);
}

static LLVMValueRef memory_of(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address) != NULL)
    address = LLVMGetOperand(address, 0);
  return address;
}

static bool is_used(LLVMValueRef value) {
  for (LLVMUseRef u = LLVMGetFirstUse(value); u != NULL;
       u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool is_stored = LLVMIsAStoreInst(user) != NULL &&
                     is_dropped(memory_of(LLVMGetOperand(user, 1)));
    bool is_split = LLVMIsAExtractValueInst(user) != NULL;
    if (!is_stored && (!is_split || is_used(user)))
      return true;
  }
  return false;
}

static bool needs_value(LLVMValueRef call) {
  return gets_result(call) ? !is_dropped(LLVMGetArgOperand(call, 0))
                           : is_used(call);
}

// Whoever is called through a pointer may be loose, or not be defined here.
static void lower_call(const lowering *l, LLVMValueRef call) {
  LLVMValueRef f = LLVMGetCalledValue(call);
  bool is_direct = LLVMIsAFunction(f) != NULL;
  if (is_direct ? hmap_find(&l->loose, key_of(f)) == NULL
                : LLVMIsAInlineAsm(f) != NULL)
    return;
  if (!needs_value(call))
    return;
  build_before(l, call);
  if (!is_direct)
    LLVMBuildStore(l->b, byte(l, 1), l->said);
  build_before(l, LLVMGetNextInstruction(call));
  LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef said = LLVMBuildLoad2(l->b, l->byte, l->said, "");
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(l->module)),
                       (LLVMTypeRef[]){l->byte}, 1, false);
  LLVMValueRef check = LLVMGetNamedFunction(l->module, LOWER_RETURNED);
  if (check == NULL)
    check = LLVMAddFunction(l->module, LOWER_RETURNED, type);
  LLVMBuildCall2(l->b, type, check, &said, 1, "");
}

static void lower_calls(const lowering *l, LLVMValueRef f) {
  value_vec calls = {0};
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb != NULL;
       bb = LLVMGetNextBasicBlock(bb))
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL;
         i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) != NULL)
        vec_push(&calls, i);
  for (uint32_t k = 0; k < calls.len; k++)
    lower_call(l, calls.data[k]);
  vec_free(&calls);
}

// --- all of it
// -----------------------------------------------------------------

static void find_loose(lowering *l) {
  for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f != NULL;
       f = LLVMGetNextFunction(f)) {
    LLVMValueRef memory = LLVMIsDeclaration(f) ? NULL : result_of(f);
    value_vec writes = {0};
    if (memory != NULL)
      find_writes(memory, &writes);
    if (memory != NULL && has_way_around(f, &writes))
      hmap_put(&l->loose, key_of(f), 1);
    vec_free(&writes);
  }
}

static void lower_all(lowering *l) {
  l->said = LLVMAddGlobal(l->module, l->byte, LOWER_RETURNED "_said");
  LLVMSetInitializer(l->said, byte(l, 1));
  LLVMSetLinkage(l->said, LLVMInternalLinkage);
  for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f != NULL;
       f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f))
      continue;
    lower_calls(l, f);
    lower_function(l, f);
  }
}

void lower_returned(LLVMModuleRef m) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  lowering l = {.module = m,
                .b = LLVMCreateBuilderInContext(context),
                .byte = LLVMInt8TypeInContext(context)};
  find_loose(&l);
  if (l.loose.count > 0)
    lower_all(&l);
  LLVMDisposeBuilder(l.b);
  hmap_free(&l.loose);
}
