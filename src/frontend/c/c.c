// SPDX-License-Identifier: Apache-2.0
// The way of a C program: source -> clang -> bitcode -> decoded module ->
// analyses -> translation.
#include "frontend/c/c.h"

#include <llvm-c/Core.h>

#include <assert.h>
#include <string.h>

#include "frontend/c/read/bitcode.h"
#include "frontend/c/read/clang.h"
#include "frontend/c/read/clauses.h"
#include "frontend/c/read/compdb.h"
#include "frontend/c/read/dialect.h"
#include "frontend/c/ir/decode.h"
#include "frontend/c/analyze/addresses.h"
#include "frontend/c/analyze/globals.h"
#include "frontend/c/analyze/heap_sites.h"
#include "frontend/c/analyze/padding.h"
#include "frontend/c/ir/lower.h"
#include "frontend/c/library/models.h"
#include "frontend/c/analyze/points_to.h"
#include "frontend/c/read/reserved.h"
#include "frontend/c/read/warnings.h"
#include "frontend/profile.h"
#include "frontend/c/translate/translate.h"
#include "frontend/property.h"

// Clang itself knows best which arithmetic is signed, which lengths may be
// negative and which counts of zeros are C's, and adds the checks. Its other
// reading, that overflow wraps, stays where that is not to be checked.
static void add_check_flags(const env *e, const program *p,
                            string_list *flags) {
  if ((program_properties(p) >> PROPERTY_DEREF & 1) == 0)
    clang_without_lifetimes(flags);
  vec_push(flags, "-fsanitize=builtin,vla-bound");
  vec_push(flags, "-fsanitize-trap=all");
  if ((program_properties(p) >> PROPERTY_OVERFLOW & 1) != 0 ||
      e->options->overflow == OVERFLOW_ASSUME)
    vec_push(flags, "-fsanitize=signed-integer-overflow,shift-base");
}

// The flags of the file's own build.
static bool add_build_flags(const env *e, const char *path, arena *mem,
                            program *p, string_list *flags, diag *d) {
  const char *database = e->options->compile_commands;
  if (database == NULL)
    return true;
  compdb_entry about;
  if (!compdb_flags(database, path, mem, flags, &about, d))
    return false;
  const char *model = e->options->data_model == DATA_MODEL_32 ? "-m32" : "-m64";
  if (about.model != NULL && strcmp(about.model, model) != 0)
    return diag_set(d, DIAG_INPUT, (source_pos){.file = path},
                    "its build compiles it with %s; add %s here", about.model,
                    about.model);
  if (!about.is_listed)
    program_add_note(p, NOTE_COMPILER,
                     arena_printf(mem,
                                  "'%s' does not list this file, which is read "
                                  "without flags",
                                  database),
                     (source_pos){.file = path});
  return true;
}

// Clauses that only help a proof, or bound what a function may change.
static void note_ignored(program *p, const source *s) {
  for (uint32_t k = 0; s->has_dialect && dialect_ignored(k) != NULL; k++)
    if (strstr(s->shown, dialect_ignored(k)) != NULL)
      program_add_note(p, NOTE_WARNING,
                       program_intern(p, dialect_why_ignored(k)),
                       (source_pos){.file = NULL});
}

// What is read: all files, and in one of them the function that keeps the
// entry's contract.
typedef struct {
  const env *e;
  const char *entry;
  clauses contract;
  const char *home; // the file that defines the entry; NULL: not known yet
} reading;

static bool add_file(const reading *r, const char *path, bitcode *b, arena *mem,
                     program *p, diag *d) {
  const env *e = r->e;
  source_wishes wishes = {.include_dirs = &e->options->include_dirs};
  if (r->contract.text != NULL && r->home == path) {
    wishes.more = r->contract.text;
    wishes.more_file = r->contract.file;
    program_add_source(p, r->contract.file, r->contract.text);
  }
  source s;
  if (!source_read(&s, mem, path, &wishes, d))
    return false;
  if (s.text != NULL) {
    program_add_source(p, s.path, s.shown);
    program_add_compiled(p, s.path, s.text);
  }
  note_ignored(p, &s);
  for (uint32_t k = 0; k < s.declared_count; k++)
    program_add_note(p, NOTE_ASSUMPTION,
                     arena_printf(mem, "%s is declared", s.declared[k]),
                     (source_pos){0});
  string_list flags = {0};
  add_check_flags(e, p, &flags);
  if (strcmp(r->entry, "main") != 0)
    vec_push(&flags, "-femit-all-decls"); // it may be static
  bool ok = add_build_flags(e, path, mem, p, &flags, d);
  clang_output out = {0};
  ok = ok && clang_compile(e, &s, &flags, &out, d) &&
       bitcode_add(b, out.data, out.size, s.path, d);
  if (ok)
    warnings_note(p, path, strbuf_text(&out.warnings));
  clang_output_free(&out);
  vec_free(&flags);
  return ok;
}

static bool defines(LLVMModuleRef m, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  return f != NULL && !LLVMIsDeclaration(f);
}

static bool add_files(reading *r, bitcode *b, program *p, diag *d) {
  const string_list *inputs = &r->e->options->inputs;
  arena *mem = arena_new();
  bool ok = true;
  for (uint32_t k = 0; ok && k < inputs->len; k++) {
    ok = add_file(r, inputs->data[k], b, mem, p, d);
    if (ok && r->home == NULL && defines(b->module, r->entry))
      r->home = inputs->data[k];
  }
  arena_free(mem);
  return ok;
}

// Twice where something is said of the entry: what is known of its parameters
// is known then.
static bool add_all(reading *r, bitcode *b, program *p, arena *mem, diag *d) {
  const options *o = r->e->options;
  reading first = {.e = r->e, .entry = r->entry};
  bool ok = add_files(&first, b, p, d) && reserved_check(b->module, d) &&
            clauses_find(b->module, o, r->entry, mem, &r->contract, d);
  if (ok && r->contract.entry != NULL) {
    r->home = first.home;
    bitcode_clear(b);
    bitcode_init(b);
    ok = add_files(r, b, p, d);
    r->entry = r->contract.entry;
  }
  if (ok) {
    clauses_note_unused(b->module, first.entry, p);
    clauses_drop(b->module);
  }
  return ok;
}

static bool translate(const env *e, const char *entry, bitcode *b, program *p,
                      open_calls *open, diag *d) {
  decode_options o = {.entry = entry, .error_label = e->options->error_label};
  ir_module *m = decode_module(b, p, &o, d);
  if (m == NULL)
    return false;
  m->follows_escape = profile_external(e->options) == EXTERNAL_HAVOC;
  profile_note(e->options, p);
  globals_find_constants(m);
  addresses_find(m);
  heap_copy_wrappers(m);
  heap_find_sites(m);
  heap_size_sites(m);
  points_to *targets = points_to_solve(m);
  heap_type_sites(m, targets);
  padding_find(m, targets);
  bool ok = translate_module(e, m, targets, p, open, d);
  points_to_free(targets);
  ir_module_free(m);
  return ok;
}

// Where leaks are looked for, the memory of the arguments is not the program's.
static bool has_arguments(const program *p, const char *entry) {
  uint32_t leaks = 1u << PROPERTY_MEMTRACK | 1u << PROPERTY_MEMCLEANUP;
  return strcmp(entry, "main") == 0 && (program_properties(p) & leaks) == 0;
}

bool c_read(const env *e, const char *entry, program *p, open_calls *open,
            diag *d) {
  assert(entry != NULL && e->options->inputs.len > 0);
  bitcode b;
  bitcode_init(&b);
  arena *mem = arena_new();
  reading r = {.e = e, .entry = entry};
  bool ok = add_all(&r, &b, p, mem, d);
  entry = r.entry;
  if (ok && has_arguments(p, entry))
    lower_arguments(b.module);
  if (ok) {
    lower_addresses(b.module);
    lower_exits(b.module, entry);
    lower_assembly(b.module);
    lower_errno(b.module);
    lower_returned(b.module);
  }
  ok = ok && models_link(e, &b, p, d);
  if (ok)
    lower_variadic(b.module);
  ok = ok && translate(e, entry, &b, p, open, d);
  bitcode_clear(&b);
  arena_free(mem);
  return ok;
}
