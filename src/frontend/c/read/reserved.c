// SPDX-License-Identifier: Apache-2.0
// A program that used one of the tool's own names would get, or be, what the
// models of the C library mean by it.
#include "frontend/c/read/reserved.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <string.h>

static source_pos function_position(LLVMValueRef v) {
  LLVMMetadataRef d = LLVMIsAFunction(v) != NULL ? LLVMGetSubprogram(v) : NULL;
  LLVMMetadataRef file = d != NULL ? LLVMDIScopeGetFile(d) : NULL;
  unsigned length;
  if (file == NULL)
    return (source_pos){0};
  return (source_pos){LLVMDIFileGetFilename(file, &length),
                      LLVMDISubprogramGetLine(d), 0};
}

static bool check_name(LLVMValueRef v, diag *d) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(v, &length);
  if (strstr(name, RESERVED_NAME) == NULL)
    return true;
  return diag_set(d, DIAG_INPUT, function_position(v),
                  "'%s' cannot be used: names with '%s' in them are reserved "
                  "for the tool itself",
                  name + strspn(name, "\1"), RESERVED_NAME);
}

bool reserved_check(LLVMModuleRef m, diag *d) {
  assert(m != NULL);
  typedef LLVMValueRef (*first)(LLVMModuleRef);
  typedef LLVMValueRef (*next)(LLVMValueRef);
  static const struct {
    first first;
    next next;
  } kinds[] = {{LLVMGetFirstFunction, LLVMGetNextFunction},
               {LLVMGetFirstGlobal, LLVMGetNextGlobal},
               {LLVMGetFirstGlobalAlias, LLVMGetNextGlobalAlias},
               {LLVMGetFirstGlobalIFunc, LLVMGetNextGlobalIFunc}};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    for (LLVMValueRef v = kinds[k].first(m); v != NULL; v = kinds[k].next(v))
      if (!check_name(v, d))
        return false;
  return true;
}
