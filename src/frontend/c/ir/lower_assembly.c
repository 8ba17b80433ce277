// SPDX-License-Identifier: Apache-2.0
// Inline assembly.
//
// What the processor does with it is not known; what it may change is written
// beside it. Outputs get any value. Where it says that it changes memory, it is
// also a call of a function that is not defined, with its operands as
// arguments: so one place decides what others may change. What it changes of a
// variable that its text names is not supported: it stays as it is then.
#include "frontend/c/ir/lower.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"

typedef VEC(LLVMValueRef) value_vec;

// One operand, as LLVM writes it: "=r", "=*m", "0", "~{memory}".
typedef struct {
  const char *text;
  size_t length;
  bool is_output, is_indirect;
  bool has_argument; // of the call: an input, or the address of an output
  unsigned argument;
} constraint;

typedef VEC(constraint) constraint_vec;

// --- reading -----------------------------------------------------------------

// next: argument of the call that is the next one's.
static constraint read_constraint(const char *text, size_t length,
                                  unsigned *next) {
  assert(length > 0);
  constraint c = {.text = text, .length = length};
  c.is_output = text[0] == '=';
  c.is_indirect = memchr(text, '*', length) != NULL;
  c.has_argument = text[0] != '~' && (!c.is_output || c.is_indirect);
  if (c.has_argument)
    c.argument = (*next)++;
  return c;
}

// Commas inside of braces belong to a name.
static void read_constraints(LLVMValueRef assembly, constraint_vec *out) {
  size_t length = 0, start = 0, depth = 0;
  unsigned next = 0;
  const char *text = LLVMGetInlineAsmConstraintString(assembly, &length);
  for (size_t k = 0; k <= length; k++) {
    if (k < length && text[k] == '{')
      depth++;
    else if (k < length && text[k] == '}')
      depth--;
    else if (k == length || (text[k] == ',' && depth == 0)) {
      if (k > start)
        vec_push(out, read_constraint(text + start, k - start, &next));
      start = k + 1;
    }
  }
}

static bool is_text(const constraint *c, const char *text) {
  return c->length == strlen(text) && memcmp(c->text, text, c->length) == 0;
}

static bool changes_memory(const constraint_vec *all) {
  for (uint32_t k = 0; k < all->len; k++)
    if (is_text(&all->data[k], "~{memory}"))
      return true;
  return false;
}

// A word that changes nothing a program can see, with one thread.
static bool is_idle_word(const char *word, size_t length) {
  static const char *const words[] = {"mfence", "lfence", "sfence",
                                      "pause",  "nop",    "rep"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (length == strlen(words[k]) && memcmp(word, words[k], length) == 0)
      return true;
  return false;
}

// Whether the text is empty, but for such words.
static bool is_idle(LLVMValueRef assembly) {
  size_t length = 0;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
  for (size_t k = 0; k < length;) {
    size_t n = 0;
    while (k + n < length && isalpha((unsigned char)text[k + n]))
      n++;
    if (n > 0 ? !is_idle_word(text + k, n)
              : strchr(" \t\n;", text[k]) == NULL || text[k] == '\0')
      return false;
    k += n > 0 ? n : 1;
  }
  return true;
}

static bool is_of_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Whether a word of the text is the name of a variable that the module has.
static bool names_variable(LLVMModuleRef m, LLVMValueRef assembly) {
  size_t length = 0;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
  bool found = false;
  for (size_t k = 0, n; k < length && !found; k += n > 0 ? n : 1) {
    char *word = NULL;
    for (n = 0; k + n < length && is_of_name(text[k + n]); n++)
      ;
    if (n == 0)
      continue;
    word = mem_alloc(n + 1);
    memcpy(word, text + k, n);
    word[n] = '\0';
    found = LLVMGetNamedGlobal(m, word) != NULL;
    mem_free(word);
  }
  return found;
}

// --- writing -----------------------------------------------------------------

static LLVMValueRef any_value(LLVMBuilderRef b, LLVMModuleRef m,
                              LLVMTypeRef type) {
  LLVMTypeRef function = LLVMFunctionType(type, NULL, 0, false);
  return LLVMBuildCall2(
      b, function, LLVMAddFunction(m, LOWER_ASSEMBLY, function), NULL, 0, "");
}

static LLVMTypeRef element_type(LLVMValueRef call, unsigned argument) {
  unsigned kind =
      LLVMGetEnumAttributeKindForName("elementtype", strlen("elementtype"));
  LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
  return a == NULL ? NULL : LLVMGetTypeAttributeValue(a);
}

// The name is none that a function of C can have.
static void call_unknown(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef call) {
  static const char name[] = "inline assembly";
  LLVMTypeRef none = LLVMVoidTypeInContext(LLVMGetModuleContext(m));
  LLVMTypeRef type = LLVMFunctionType(none, NULL, 0, true);
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  if (f == NULL)
    f = LLVMAddFunction(m, name, type);
  value_vec arguments = {0};
  for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
    vec_push(&arguments, LLVMGetOperand(call, k));
  LLVMBuildCall2(b, type, f, arguments.data, arguments.len, "");
  vec_free(&arguments);
}

static void write_outputs(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef call,
                          const constraint_vec *all) {
  for (uint32_t k = 0; k < all->len; k++) {
    const constraint *c = &all->data[k];
    if (c->is_output && c->is_indirect)
      LLVMBuildStore(b, any_value(b, m, element_type(call, c->argument)),
                     LLVMGetOperand(call, c->argument));
  }
}

// The input that an output begins with; NULL: there is none.
static LLVMValueRef tied_input(LLVMValueRef call, const constraint_vec *all,
                               unsigned output) {
  char text[16];
  snprintf(text, sizeof text, "%u", output);
  for (uint32_t k = 0; k < all->len; k++)
    if (is_text(&all->data[k], text))
      return LLVMGetOperand(call, all->data[k].argument);
  return NULL;
}

// What assembly that does nothing gives back.
static LLVMValueRef unchanged(LLVMBuilderRef b, LLVMValueRef call,
                              const constraint_vec *all) {
  LLVMTypeRef type = LLVMTypeOf(call);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
    return NULL;
  bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
  LLVMValueRef result = LLVMGetUndef(type);
  unsigned next = 0;
  for (uint32_t k = 0; k < all->len; k++) {
    if (!all->data[k].is_output || all->data[k].is_indirect)
      continue;
    LLVMValueRef input = tied_input(call, all, k);
    unsigned part = next++;
    if (input != NULL && is_struct &&
        LLVMStructGetTypeAtIndex(type, part) == LLVMTypeOf(input))
      result = LLVMBuildInsertValue(b, result, input, part, "");
    else if (input != NULL && type == LLVMTypeOf(input))
      result = input;
  }
  return result;
}

// Whether all of the places that it writes are known by their type.
static bool has_types(LLVMValueRef call, const constraint_vec *all) {
  for (uint32_t k = 0; k < all->len; k++) {
    const constraint *c = &all->data[k];
    if (c->is_output && c->is_indirect &&
        element_type(call, c->argument) == NULL)
      return false;
  }
  return true;
}

static void replace(LLVMValueRef call, LLVMValueRef result) {
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
    LLVMReplaceAllUsesWith(call, result);
  LLVMInstructionEraseFromParent(call);
}

static void lower_call(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef call) {
  LLVMValueRef assembly = LLVMGetCalledValue(call);
  constraint_vec all = {0};
  read_constraints(assembly, &all);
  LLVMPositionBuilderBefore(b, call);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
  if (is_idle(assembly)) {
    replace(call, unchanged(b, call, &all));
  } else if (has_types(call, &all) &&
             !(changes_memory(&all) && names_variable(m, assembly))) {
    if (changes_memory(&all))
      call_unknown(b, m, call);
    write_outputs(b, m, call, &all);
    replace(call, any_value(b, m, LLVMTypeOf(call)));
  }
  vec_free(&all);
}

static void find_calls(LLVMModuleRef m, value_vec *out) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb != NULL;
         bb = LLVMGetNextBasicBlock(bb))
      for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != NULL;
           i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i) != NULL &&
            LLVMIsAInlineAsm(LLVMGetCalledValue(i)) != NULL)
          vec_push(out, i);
}

void lower_assembly(LLVMModuleRef m) {
  value_vec calls = {0};
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  find_calls(m, &calls);
  for (uint32_t k = 0; k < calls.len; k++)
    lower_call(b, m, calls.data[k]);
  LLVMDisposeBuilder(b);
  vec_free(&calls);
}
