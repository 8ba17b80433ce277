// SPDX-License-Identifier: Apache-2.0
// Each file is compiled with all of its definitions, also those that nobody
// calls; definitions from system headers are left out.
#include "frontend/c/functions.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <string.h>

#include "base/file.h"
#include "frontend/c/read/bitcode.h"
#include "frontend/c/read/clang.h"
#include "frontend/c/read/compdb.h"

static source_pos position_of(LLVMValueRef f, arena *mem) {
  LLVMMetadataRef d = LLVMGetSubprogram(f);
  LLVMMetadataRef file = d == NULL ? NULL : LLVMDIScopeGetFile(d);
  unsigned length = 0;
  if (file == NULL)
    return (source_pos){0};
  const char *name = LLVMDIFileGetFilename(file, &length);
  return (source_pos){.file = arena_printf(mem, "%.*s", (int)length, name),
                      .line = LLVMDISubprogramGetLine(d)};
}

static bool is_of_system(const char *file) {
  return file == NULL || file[0] == '<' || strncmp(file, "/usr/", 5) == 0;
}

static void find_head(c_function *f, arena *mem) {
  strbuf text = {0};
  diag ignored = {0};
  f->has_head = file_read(f->pos.file, &text, &ignored) &&
                head_find(strbuf_text(&text), f->name, mem, &f->head);
  diag_clear(&ignored);
  strbuf_free(&text);
}

static void add_functions(LLVMModuleRef m, arena *mem, c_function_list *out) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL;
       f = LLVMGetNextFunction(f)) {
    size_t length = 0;
    c_function found = {.name =
                            arena_strdup(mem, LLVMGetValueName2(f, &length)),
                        .pos = position_of(f, mem)};
    if (LLVMIsDeclaration(f) || is_of_system(found.pos.file))
      continue;
    find_head(&found, mem);
    vec_push(out, found);
  }
}

static bool list_file(const env *e, const char *path, arena *mem,
                      c_function_list *out, diag *d) {
  const options *o = e->options;
  source s;
  source_wishes wishes = {.include_dirs = &o->include_dirs};
  string_list flags = {0};
  clang_output code = {0};
  compdb_entry about;
  bitcode b;
  bitcode_init(&b);
  vec_push(&flags, "-femit-all-decls");
  bool ok = source_read(&s, mem, path, &wishes, d) &&
            (o->compile_commands == NULL ||
             compdb_flags(o->compile_commands, path, mem, &flags, &about, d)) &&
            clang_compile(e, &s, &flags, &code, d) &&
            bitcode_add(&b, code.data, code.size, s.path, d);
  if (ok)
    add_functions(b.module, mem, out);
  bitcode_clear(&b);
  clang_output_free(&code);
  vec_free(&flags);
  return ok;
}

bool functions_list(const env *e, arena *mem, c_function_list *out, diag *d) {
  const string_list *inputs = &e->options->inputs;
  assert(out->len == 0);
  for (uint32_t k = 0; k < inputs->len; k++)
    if (!list_file(e, inputs->data[k], mem, out, d))
      return false;
  return true;
}
