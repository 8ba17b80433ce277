// SPDX-License-Identifier: Apache-2.0
// Functions with a variable number of arguments.
//
// Each gets one more parameter: a pointer to memory in which the caller has
// laid out the arguments that have no name, as the ABI of x86 lays them out on
// the stack. For ILP32 that is all there is to it: a va_list is a pointer into
// that memory, and clang writes out what va_arg does. For LP64 a va_list also
// counts the registers in which arguments came; here all of them are used up
// from the start, so that va_arg takes each from memory. Nothing but the inside
// of a va_list, which C does not let anybody see, is another than natively.
#include "frontend/c/ir/lower.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"

typedef VEC(LLVMValueRef) value_vec;
typedef VEC(LLVMTypeRef) type_vec;

typedef struct {
  LLVMModuleRef m;
  LLVMContextRef context;
  LLVMTargetDataRef layout;
  LLVMBuilderRef b;
  LLVMTypeRef pointer, byte;
  unsigned slot;     // bytes of the smallest argument
  value_vec lowered; // functions that take the pointer
} variadic;

static LLVMValueRef number(const variadic *c, uint64_t n) {
  return LLVMConstInt(LLVMInt32TypeInContext(c->context), n, false);
}

// --- functions ---------------------------------------------------------------

static bool is_variadic(LLVMTypeRef function) {
  return LLVMIsFunctionVarArg(function);
}

// The parameters of the type, and a pointer.
static LLVMTypeRef with_pointer(const variadic *c, LLVMTypeRef type) {
  unsigned n = LLVMCountParamTypes(type);
  LLVMTypeRef *all = mem_alloc((n + 1) * sizeof(LLVMTypeRef));
  LLVMGetParamTypes(type, all);
  all[n] = c->pointer;
  LLVMTypeRef made =
      LLVMFunctionType(LLVMGetReturnType(type), all, n + 1, false);
  mem_free(all);
  return made;
}

static void copy_attributes(LLVMValueRef from, LLVMValueRef to,
                            LLVMAttributeIndex at) {
  unsigned n = LLVMGetAttributeCountAtIndex(from, at);
  LLVMAttributeRef *all = mem_alloc((n + 1) * sizeof(LLVMAttributeRef));
  LLVMGetAttributesAtIndex(from, at, all);
  for (unsigned k = 0; k < n; k++)
    LLVMAddAttributeAtIndex(to, at, all[k]);
  mem_free(all);
}

// The blocks of one function become those of another, which has none.
static void move_body(const variadic *c, LLVMValueRef from, LLVMValueRef to) {
  LLVMBasicBlockRef first = LLVMAppendBasicBlockInContext(c->context, to, "");
  LLVMBasicBlockRef last = first, next;
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(from); bb != NULL;
       bb = next) {
    next = LLVMGetNextBasicBlock(bb);
    LLVMMoveBasicBlockAfter(bb, last);
    last = bb;
  }
  LLVMDeleteBasicBlock(first);
  for (unsigned k = 0; k < LLVMCountParams(from); k++)
    LLVMReplaceAllUsesWith(LLVMGetParam(from, k), LLVMGetParam(to, k));
}

static void lower_function(variadic *c, LLVMValueRef f) {
  LLVMTypeRef type = with_pointer(c, LLVMGlobalGetValueType(f));
  LLVMValueRef made = LLVMAddFunction(c->m, "", type);
  LLVMSetLinkage(made, LLVMGetLinkage(f));
  LLVMMetadataRef where = LLVMGetSubprogram(f);
  LLVMSetSubprogram(f, NULL);
  LLVMSetSubprogram(made, where);
  copy_attributes(f, made, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
  for (unsigned k = 0; k <= LLVMCountParams(f); k++)
    copy_attributes(f, made, k);
  move_body(c, f, made);
  LLVMReplaceAllUsesWith(f, made);
  size_t length = 0;
  const char *name = LLVMGetValueName2(f, &length);
  char *copy = mem_alloc(length + 1);
  memcpy(copy, name, length);
  LLVMSetValueName2(f, "", 0);
  LLVMSetValueName2(made, copy, length);
  mem_free(copy);
  LLVMDeleteFunction(f);
  vec_push(&c->lowered, made);
}

static void lower_functions(variadic *c) {
  value_vec found = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(c->m); f != NULL;
       f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && is_variadic(LLVMGlobalGetValueType(f)))
      vec_push(&found, f);
  for (uint32_t k = 0; k < found.len; k++)
    lower_function(c, found.data[k]);
  vec_free(&found);
}

// --- calls -------------------------------------------------------------------

static LLVMAttributeRef argument_attribute(LLVMValueRef call, unsigned index,
                                           const char *name) {
  return LLVMGetCallSiteEnumAttribute(
      call, index + 1, LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

// Whether nothing but loads stands between the instruction and the call.
static bool is_just_before(LLVMValueRef i, LLVMValueRef call) {
  while (i != NULL &&
         (LLVMIsALoadInst(i) != NULL || LLVMIsAGetElementPtrInst(i) != NULL))
    i = LLVMGetNextInstruction(i);
  return i == call;
}

// The small struct that clang has loaded as an integer to pass it in a
// register; NULL: it is none.
static LLVMValueRef loaded_struct(const variadic *c, LLVMValueRef call,
                                  unsigned index) {
  LLVMValueRef v = LLVMGetOperand(call, index);
  if (LLVMIsALoadInst(v) == NULL || !is_just_before(v, call) ||
      LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind)
    return NULL;
  LLVMValueRef from = LLVMGetOperand(v, 0);
  bool is_one =
      LLVMIsAAllocaInst(from) != NULL &&
      LLVMGetTypeKind(LLVMGetAllocatedType(from)) == LLVMStructTypeKind &&
      LLVMABISizeOfType(c->layout, LLVMGetAllocatedType(from)) ==
          LLVMABISizeOfType(c->layout, LLVMTypeOf(v));
  return is_one ? from : NULL;
}

// An argument without a name.
typedef struct {
  LLVMValueRef value;
  LLVMValueRef memory; // where it is, if it is passed by value; else NULL
  LLVMTypeRef type;    // as it lies in memory
  unsigned align;      // bytes
  unsigned field;      // of the struct of all arguments
} argument;

// On the stack of ILP32 all are aligned to four bytes.
static unsigned argument_align(const variadic *c, LLVMValueRef call,
                               unsigned index, LLVMTypeRef type) {
  LLVMAttributeRef given = argument_attribute(call, index, "align");
  unsigned align = LLVMABIAlignmentOfType(c->layout, type);
  if (given != NULL && argument_attribute(call, index, "byval") != NULL)
    align = (unsigned)LLVMGetEnumAttributeValue(given);
  return align > c->slot && c->slot == 8 ? align : c->slot;
}

static argument find_argument(const variadic *c, LLVMValueRef call,
                              unsigned index) {
  argument a = {.value = LLVMGetOperand(call, index)};
  LLVMAttributeRef by_value = argument_attribute(call, index, "byval");
  a.memory = by_value != NULL ? a.value : loaded_struct(c, call, index);
  a.type = by_value != NULL   ? LLVMGetTypeAttributeValue(by_value)
           : a.memory != NULL ? LLVMGetAllocatedType(a.memory)
                              : LLVMTypeOf(a.value);
  a.align = argument_align(c, call, index, a.type);
  return a;
}

static uint64_t round_up(uint64_t n, uint64_t to) {
  return (n + to - 1) / to * to;
}

static void add_padding(const variadic *c, type_vec *parts, uint64_t bytes) {
  if (bytes > 0)
    vec_push(parts, LLVMArrayType2(c->byte, bytes));
}

// Where each of the arguments lies: a packed struct.
static LLVMTypeRef lay_out(const variadic *c, argument *all, unsigned n) {
  type_vec parts = {0};
  uint64_t offset = 0;
  for (unsigned k = 0; k < n; k++) {
    uint64_t start = round_up(offset, all[k].align);
    add_padding(c, &parts, start - offset);
    all[k].field = parts.len;
    vec_push(&parts, all[k].type);
    uint64_t end = start + LLVMABISizeOfType(c->layout, all[k].type);
    offset = round_up(end, c->slot);
    add_padding(c, &parts, offset - end);
  }
  LLVMTypeRef made =
      LLVMStructTypeInContext(c->context, parts.data, parts.len, true);
  vec_free(&parts);
  return made;
}

// Calls of one function whose arguments are laid out alike share their memory:
// it is filled right before each call, and useless behind it.
static LLVMValueRef find_area(const variadic *c, LLVMValueRef call,
                              LLVMTypeRef type) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  static const char name[] = LOWER_VARIADIC;
  LLVMValueRef i = LLVMGetFirstInstruction(entry);
  for (; i != NULL && LLVMIsAAllocaInst(i) != NULL;
       i = LLVMGetNextInstruction(i)) {
    size_t length = 0;
    if (LLVMGetAllocatedType(i) == type &&
        strncmp(LLVMGetValueName2(i, &length), name, sizeof name - 1) == 0)
      return i;
  }
  LLVMPositionBuilderBefore(c->b, LLVMGetFirstInstruction(entry));
  LLVMSetCurrentDebugLocation2(c->b, NULL);
  LLVMValueRef made = LLVMBuildAlloca(c->b, type, name);
  LLVMSetAlignment(made, 16);
  return made;
}

static void fill_area(const variadic *c, LLVMTypeRef type, LLVMValueRef area,
                      const argument *all, unsigned n) {
  for (unsigned k = 0; k < n; k++) {
    LLVMValueRef to = LLVMBuildStructGEP2(c->b, type, area, all[k].field, "");
    if (all[k].memory == NULL)
      LLVMSetAlignment(LLVMBuildStore(c->b, all[k].value, to), 1);
    else
      LLVMBuildMemCpy(c->b, to, 1, all[k].memory, 1,
                      number(c, LLVMABISizeOfType(c->layout, all[k].type)));
  }
}

// A pointer to the arguments from 'first' on.
static LLVMValueRef build_area(const variadic *c, LLVMValueRef call,
                               unsigned first) {
  unsigned n = LLVMGetNumArgOperands(call) - first;
  if (n == 0)
    return LLVMConstNull(c->pointer);
  argument *all = mem_alloc(n * sizeof *all);
  for (unsigned k = 0; k < n; k++)
    all[k] = find_argument(c, call, first + k);
  LLVMTypeRef type = lay_out(c, all, n);
  LLVMValueRef area = find_area(c, call, type);
  LLVMPositionBuilderBefore(c->b, call);
  LLVMSetCurrentDebugLocation2(c->b, LLVMInstructionGetDebugLoc(call));
  fill_area(c, type, area, all, n);
  mem_free(all);
  return area;
}

static void copy_call_attributes(LLVMValueRef from, LLVMValueRef to,
                                 LLVMAttributeIndex at) {
  unsigned n = LLVMGetCallSiteAttributeCount(from, at);
  LLVMAttributeRef *all = mem_alloc((n + 1) * sizeof(LLVMAttributeRef));
  LLVMGetCallSiteAttributes(from, at, all);
  for (unsigned k = 0; k < n; k++)
    LLVMAddCallSiteAttribute(to, at, all[k]);
  mem_free(all);
}

static void lower_call(const variadic *c, LLVMValueRef call) {
  LLVMTypeRef type = LLVMGetCalledFunctionType(call);
  unsigned named = LLVMCountParamTypes(type);
  LLVMValueRef *args = mem_alloc((named + 1) * sizeof(LLVMValueRef));
  for (unsigned k = 0; k < named; k++)
    args[k] = LLVMGetOperand(call, k);
  args[named] = build_area(c, call, named);
  LLVMPositionBuilderBefore(c->b, call);
  LLVMSetCurrentDebugLocation2(c->b, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef made =
      LLVMBuildCall2(c->b, with_pointer(c, type), LLVMGetCalledValue(call),
                     args, named + 1, "");
  copy_call_attributes(call, made,
                       (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
  for (unsigned k = 0; k <= named; k++)
    copy_call_attributes(call, made, k);
  LLVMReplaceAllUsesWith(call, made);
  LLVMInstructionEraseFromParent(call);
  mem_free(args);
}

static bool takes_pointer(const variadic *c, LLVMValueRef function) {
  for (uint32_t k = 0; k < c->lowered.len; k++)
    if (c->lowered.data[k] == function)
      return true;
  return false;
}

// A function that is declared without its parameters is called as if it had
// any number: who has none behind those with names ignores the pointer.
static bool is_to_lower(const variadic *c, LLVMValueRef call) {
  LLVMTypeRef type = LLVMGetCalledFunctionType(call);
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!is_variadic(type) || LLVMIsAInlineAsm(callee) != NULL)
    return false;
  if (LLVMIsAFunction(callee) == NULL)
    return true;
  return takes_pointer(c, callee) &&
         LLVMCountParamTypes(type) + 1 == LLVMCountParams(callee);
}

// --- lists -------------------------------------------------------------------

static bool is_called(LLVMValueRef call, const char *prefix) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t length = 0;
  return LLVMIsAFunction(callee) != NULL &&
         strncmp(LLVMGetValueName2(callee, &length), prefix, strlen(prefix)) ==
             0;
}

static LLVMTypeRef list_type(const variadic *c) {
  LLVMTypeRef count = LLVMInt32TypeInContext(c->context);
  LLVMTypeRef fields[] = {count, count, c->pointer, c->pointer};
  return LLVMStructTypeInContext(c->context, fields, 4, false);
}

// Bytes of registers for integers, and of those for floats behind them.
enum { REGISTERS_OF_INTEGERS = 48, ALL_REGISTERS = 176, BYTES_OF_LIST = 24 };

static void start_list(const variadic *c, LLVMValueRef list) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInsertBlock(c->b));
  LLVMValueRef memory = LLVMGetLastParam(function);
  if (c->slot == 4) {
    LLVMBuildStore(c->b, memory, list);
    return;
  }
  LLVMValueRef fields[] = {number(c, REGISTERS_OF_INTEGERS),
                           number(c, ALL_REGISTERS), memory,
                           LLVMConstNull(c->pointer)};
  for (unsigned k = 0; k < 4; k++)
    LLVMBuildStore(c->b, fields[k],
                   LLVMBuildStructGEP2(c->b, list_type(c), list, k, ""));
}

static void copy_list(const variadic *c, LLVMValueRef to, LLVMValueRef from) {
  uint64_t size = c->slot == 4 ? 4 : BYTES_OF_LIST;
  LLVMBuildMemCpy(c->b, to, c->slot, from, c->slot, number(c, size));
}

// False: the call is none of a list.
static bool lower_list(const variadic *c, LLVMValueRef call) {
  LLVMPositionBuilderBefore(c->b, call);
  LLVMSetCurrentDebugLocation2(c->b, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  if (is_called(call, "llvm.va_start") && takes_pointer(c, function))
    start_list(c, LLVMGetOperand(call, 0));
  else if (is_called(call, "llvm.va_copy"))
    copy_list(c, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1));
  else if (!is_called(call, "llvm.va_end"))
    return false;
  LLVMInstructionEraseFromParent(call);
  return true;
}

// --- everything --------------------------------------------------------------

static void lower_block(const variadic *c, LLVMBasicBlockRef bb) {
  LLVMValueRef next;
  for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL; i = next) {
    next = LLVMGetNextInstruction(i);
    if (LLVMIsACallInst(i) == NULL || lower_list(c, i))
      continue;
    if (is_to_lower(c, i))
      lower_call(c, i);
  }
}

void lower_variadic(LLVMModuleRef m) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  variadic c = {.m = m,
                .context = context,
                .layout = LLVMGetModuleDataLayout(m),
                .b = LLVMCreateBuilderInContext(context),
                .pointer = LLVMPointerTypeInContext(context, 0),
                .byte = LLVMInt8TypeInContext(context)};
  c.slot = LLVMPointerSize(c.layout);
  assert(c.slot == 4 || c.slot == 8);
  lower_functions(&c);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb != NULL;
         bb = LLVMGetNextBasicBlock(bb))
      lower_block(&c, bb);
  LLVMDisposeBuilder(c.b);
  vec_free(&c.lowered);
}
