// SPDX-License-Identifier: Apache-2.0
// Calls of printf, scanf and their kin with a constant format become calls of
// functions that are made for that format. Those that cannot, and may read or
// write memory, become calls of a function that is not supported. Before output
// of a string stands a call that reads it.
#include "frontend/c/ir/lower.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "frontend/c/library/formats.h"

typedef struct {
  const char *name;
  formats_target target;
  unsigned first;  // of what the new function takes, before the format
  unsigned format; // index of the argument
} family;

static const family FAMILIES[] = {
    {"printf", FORMATS_COUNT, 0, 0},     {"fprintf", FORMATS_COUNT, 1, 1},
    {"dprintf", FORMATS_COUNT, 1, 1},    {"sprintf", FORMATS_BUFFER, 0, 1},
    {"snprintf", FORMATS_BOUNDED, 0, 2},
};

// What reads input; 'format': index of the argument.
static const struct {
  const char *name;
  unsigned format;
} SCANNERS[] = {
    {"scanf", 0},           {"fscanf", 1},         {"__isoc99_scanf", 0},
    {"__isoc99_fscanf", 1}, {"__isoc23_scanf", 0}, {"__isoc23_fscanf", 1},
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

// --- reading ---------------------------------------------------------------

// The call reads the string, if that is not a constant one.
static void lower_read_string(LLVMModuleRef m, LLVMValueRef call,
                              unsigned argument) {
  LLVMValueRef text = LLVMGetOperand(call, argument);
  if (string_of(text) != NULL ||
      LLVMGetTypeKind(LLVMTypeOf(text)) != LLVMPointerTypeKind)
    return;
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMTypeRef parameter = LLVMTypeOf(text);
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(context), &parameter, 1, false);
  LLVMValueRef reader = LLVMGetNamedFunction(m, LOWER_READ_STRING);
  if (reader == NULL)
    reader = LLVMAddFunction(m, LOWER_READ_STRING, type);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderBefore(b, call);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
  LLVMBuildCall2(b, type, reader, &text, 1, "");
  LLVMDisposeBuilder(b);
}

// --- calls -------------------------------------------------------------------

static char kind_of(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMDoubleTypeKind:
    return 'd';
  case LLVMX86_FP80TypeKind:
    return 'D';
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
    LLVMValueRef argument = LLVMGetOperand(call, k);
    char kind = kind_of(LLVMTypeOf(argument));
    if (kind == 'p' && string_of(argument) != NULL)
      kind = 's';
    if (kind == '\0')
      return false;
    strbuf_printf(out, "%c", kind);
  }
  return true;
}

// first: of the arguments that are handed on; the format is not.
static void redirect(LLVMModuleRef m, LLVMValueRef call, unsigned first,
                     unsigned format, const char *name) {
  VEC(LLVMTypeRef) types = {0};
  value_vec arguments = {0};
  for (unsigned k = first; k < LLVMGetNumArgOperands(call); k++) {
    if (k == format)
      continue;
    vec_push(&arguments, LLVMGetOperand(call, k));
    vec_push(&types, LLVMTypeOf(LLVMGetOperand(call, k)));
  }
  LLVMTypeRef type =
      LLVMFunctionType(LLVMTypeOf(call), types.data, types.len, false);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  LLVMPositionBuilderBefore(b, call);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef to = LLVMGetNamedFunction(m, name);
  if (to == NULL)
    to = LLVMAddFunction(m, name, type);
  LLVMValueRef made =
      LLVMBuildCall2(b, type, to, arguments.data, arguments.len, "");
  LLVMReplaceAllUsesWith(call, made);
  LLVMInstructionEraseFromParent(call);
  LLVMDisposeBuilder(b);
  vec_free(&types);
  vec_free(&arguments);
}

static bool has_pointers(LLVMValueRef call, unsigned format) {
  for (unsigned k = format + 1; k < LLVMGetNumArgOperands(call); k++)
    if (kind_of(LLVMTypeOf(LLVMGetOperand(call, k))) == 'p')
      return true;
  return false;
}

// How much is written matters to those who look at the result, and to %n.
static formats_target target_of(LLVMValueRef call, const family *f,
                                const char *format) {
  bool is_counted = f->target != FORMATS_COUNT ||
                    LLVMGetFirstUse(call) != NULL || formats_has(format, "n");
  return is_counted ? f->target : FORMATS_READ;
}

// Whether the call may read or write the memory of its arguments.
static bool has_effect(LLVMValueRef call, const family *f, const char *format) {
  return has_pointers(call, f->format) &&
         (format == NULL || formats_has(format, "nsS"));
}

static bool print_model(LLVMValueRef call, const family *f, const char *name,
                        const char *format, strbuf *models) {
  strbuf kinds = {0};
  bool ok = kind_of(LLVMTypeOf(call)) == 'i' &&
            kinds_of(call, f->format, &kinds) &&
            formats_print(models, name, target_of(call, f, format), format,
                          strbuf_text(&kinds));
  strbuf_free(&kinds);
  return ok;
}

// True: it is one of those functions that write elsewhere than to memory, and
// the result is looked at.
static bool lower_call(LLVMModuleRef m, LLVMValueRef call, const family *f,
                       const char *name, strbuf *models) {
  if (LLVMGetNumArgOperands(call) <= f->format)
    return false;
  const char *format = string_of(LLVMGetOperand(call, f->format));
  bool is_used = LLVMGetFirstUse(call) != NULL;
  bool matters =
      f->target != FORMATS_COUNT || is_used || has_effect(call, f, format);
  if (!matters) {
    lower_read_string(m, call, f->format);
    return false;
  }
  if (format != NULL && print_model(call, f, name, format, models)) {
    redirect(m, call, f->first, f->format, name);
    return f->target == FORMATS_COUNT && is_used;
  }
  if (f->target == FORMATS_COUNT && has_effect(call, f, format)) {
    char unknown[64];
    snprintf(unknown, sizeof unknown, "%s%s", f->name, LOWER_UNKNOWN_FORMAT);
    redirect(m, call, f->first, f->format, unknown);
  } else if (f->target == FORMATS_COUNT) {
    lower_read_string(m, call, f->format);
  }
  return false;
}

// 'name' is that of the function to be made.
static void lower_scan(LLVMModuleRef m, LLVMValueRef call, unsigned format,
                       const char *name, strbuf *models) {
  if (LLVMGetNumArgOperands(call) <= format)
    return;
  const char *text = string_of(LLVMGetOperand(call, format));
  strbuf kinds = {0};
  bool ok = text != NULL && kind_of(LLVMTypeOf(call)) == 'i' &&
            kinds_of(call, format, &kinds) &&
            formats_scan(models, name, text, strbuf_text(&kinds));
  char unknown[64];
  snprintf(unknown, sizeof unknown, "scanf%s", LOWER_UNKNOWN_FORMAT);
  redirect(m, call, format + 1, format, ok ? name : unknown);
  strbuf_free(&kinds);
}

static void find_calls(LLVMValueRef function, value_vec *out) {
  for (LLVMUseRef u = LLVMGetFirstUse(function); u != NULL;
       u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsACallInst(user) != NULL && LLVMGetCalledValue(user) == function)
      vec_push(out, user);
  }
}

// Functions that read strings, and how many: their first arguments.
static const struct {
  const char *name;
  unsigned count;
} READERS[] = {
    {"puts", 1},   {"fputs", 1},  {"fputs_unlocked", 1}, {"fopen", 2},
    {"remove", 1}, {"rename", 2}, {"getenv", 1},         {"secure_getenv", 1},
};

static void read_strings(LLVMModuleRef m, LLVMValueRef call, unsigned count) {
  for (unsigned k = 0; k < count && k < LLVMGetNumArgOperands(call); k++)
    lower_read_string(m, call, k);
}

static void lower_strings(LLVMModuleRef m) {
  for (size_t k = 0; k < sizeof READERS / sizeof *READERS; k++) {
    LLVMValueRef function = LLVMGetNamedFunction(m, READERS[k].name);
    if (function == NULL || !LLVMIsDeclaration(function))
      continue;
    value_vec calls = {0};
    find_calls(function, &calls);
    for (uint32_t i = 0; i < calls.len; i++)
      read_strings(m, calls.data[i], READERS[k].count);
    vec_free(&calls);
  }
}

static void lower_scans(LLVMModuleRef m, strbuf *models) {
  unsigned number = 0;
  for (size_t k = 0; k < sizeof SCANNERS / sizeof *SCANNERS; k++) {
    LLVMValueRef function = LLVMGetNamedFunction(m, SCANNERS[k].name);
    if (function == NULL || !LLVMIsDeclaration(function))
      continue;
    value_vec calls = {0};
    find_calls(function, &calls);
    for (uint32_t i = 0; i < calls.len; i++) {
      char name[64];
      snprintf(name, sizeof name, "%s%s%u", SCANNERS[k].name,
               LOWER_FORMAT_SUFFIX, ++number);
      lower_scan(m, calls.data[i], SCANNERS[k].format, name, models);
    }
    vec_free(&calls);
  }
}

bool lower_formats(LLVMModuleRef m, strbuf *models) {
  bool has_output = false;
  unsigned number = 0;
  lower_strings(m);
  lower_scans(m, models);
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
      has_output |= lower_call(m, calls.data[i], f, name, models);
    }
    vec_free(&calls);
  }
  return has_output;
}
