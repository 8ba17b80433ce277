// SPDX-License-Identifier: Apache-2.0
// Collecting the clauses, and writing the function that keeps them.
#include "frontend/c/read/clauses.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <string.h>

#include "base/file.h"
#include "frontend/c/read/dialect.h"
#include "frontend/c/read/head.h"
#include "frontend/c/read/tokens.h"

static const char ANNOTATIONS[] = "llvm.global.annotations";

typedef struct {
  const char *function;
  LLVMValueRef value;
  arena *mem;
  head head;
  string_list requires, ensures;
  VEC(const char *) old; // expressions whose values at the start are kept
  diag *d;
} contract;

static const char *file_of(LLVMValueRef function) {
  LLVMMetadataRef d = LLVMGetSubprogram(function);
  LLVMMetadataRef file = d == NULL ? NULL : LLVMDIScopeGetFile(d);
  unsigned length;
  return file == NULL ? NULL : LLVMDIFileGetFilename(file, &length);
}

// --- where they come from --------------------------------------------------

// The text of one annotation of the function; NULL: it is another's.
static const char *annotation(const contract *c, LLVMValueRef row) {
  if (LLVMGetOperand(row, 0) != c->value)
    return NULL;
  LLVMValueRef text = LLVMGetInitializer(LLVMGetOperand(row, 1));
  size_t length = 0;
  const char *bytes = LLVMGetAsString(text, &length);
  return arena_strdup(c->mem, bytes);
}

static void add_annotation(contract *c, const char *text) {
  static const char requires[] = DIALECT_CLAUSE "requires ",
                    ensures[] = DIALECT_CLAUSE "ensures ";
  if (strncmp(text, requires, sizeof requires - 1) == 0)
    vec_push(&c->requires, text + sizeof requires - 1);
  if (strncmp(text, ensures, sizeof ensures - 1) == 0)
    vec_push(&c->ensures, text + sizeof ensures - 1);
}

static void add_annotations(contract *c, LLVMModuleRef m) {
  LLVMValueRef all = LLVMGetNamedGlobal(m, ANNOTATIONS);
  if (all == NULL)
    return;
  LLVMValueRef rows = LLVMGetInitializer(all);
  for (int k = 0; k < LLVMGetNumOperands(rows); k++) {
    const char *text = annotation(c, LLVMGetOperand(rows, (unsigned)k));
    if (text != NULL)
      add_annotation(c, text);
  }
}

// Whether the row of the table is a condition of a contract.
static bool is_condition(LLVMValueRef row) {
  static const char clause[] = DIALECT_CLAUSE;
  size_t length = 0;
  const char *text =
      LLVMGetAsString(LLVMGetInitializer(LLVMGetOperand(row, 1)), &length);
  return length >= sizeof clause &&
         memcmp(text, clause, sizeof clause - 1) == 0;
}

static void note_unused(LLVMValueRef function, program *p) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  LLVMMetadataRef d = LLVMGetSubprogram(function);
  const char *file = file_of(function);
  source_pos pos = {file, d == NULL ? 0 : LLVMDISubprogramGetLine(d), 0};
  strbuf text = {0};
  strbuf_printf(&text,
                "the contract of '%s' is not used: only that of the function "
                "where the program starts is (--entry %s)",
                name, name);
  program_add_note(p, NOTE_WARNING, strbuf_text(&text), pos);
  strbuf_free(&text);
}

// The rows of one function follow each other.
void clauses_note_unused(LLVMModuleRef m, const char *entry, program *p) {
  LLVMValueRef all = LLVMGetNamedGlobal(m, ANNOTATIONS), last = NULL;
  LLVMValueRef rows = all == NULL ? NULL : LLVMGetInitializer(all);
  for (int k = 0; rows && k < LLVMGetNumOperands(rows); k++) {
    LLVMValueRef row = LLVMGetOperand(rows, (unsigned)k);
    LLVMValueRef function = LLVMGetOperand(row, 0);
    size_t length;
    if (function == last || !LLVMIsAFunction(function) || !is_condition(row) ||
        strcmp(LLVMGetValueName2(function, &length), entry) == 0)
      continue;
    last = function;
    note_unused(function, p);
  }
}

void clauses_drop(LLVMModuleRef m) {
  LLVMValueRef all = LLVMGetNamedGlobal(m, ANNOTATIONS);
  if (all != NULL)
    LLVMDeleteGlobal(all);
}

static void add_options(contract *c, const options *o) {
  assert(o->requires.len % 2 == 0);
  for (uint32_t k = 0; k < o->requires.len; k += 2)
    if (strcmp(o->requires.data[k], c->function) == 0)
      vec_push(&c->requires, o->requires.data[k + 1]);
}

// Whether a clause gives the parameter memory already.
static bool is_placed(const contract *c, const char *name) {
  for (uint32_t k = 0; k < c->requires.len; k++)
    if (strstr(c->requires.data[k], "__CPROVER_is_fresh") != NULL &&
        strstr(c->requires.data[k], name) != NULL)
      return true;
  return false;
}

static bool is_nonnull(const contract *c, uint32_t k) {
  unsigned kind = LLVMGetEnumAttributeKindForName("nonnull", strlen("nonnull"));
  return c->head.count == LLVMCountParams(c->value) &&
         LLVMGetEnumAttributeAtIndex(c->value, k + 1, kind) != NULL;
}

// What C says of the parameters comes first, as others may be about the memory.
static void add_parameters(contract *c, string_list *out) {
  for (uint32_t k = 0; k < c->head.count; k++) {
    const head_parameter *p = &c->head.all[k];
    if (p->least != NULL && !is_placed(c, p->name))
      vec_push(out, arena_printf(c->mem,
                                 "(%s) > 0 && "
                                 "__CPROVER_is_fresh(%s, (%s) * sizeof *%s)",
                                 p->least, p->name, p->least, p->name));
    else if (p->is_pointer && is_nonnull(c, k))
      vec_push(out, arena_printf(c->mem, "%s != 0", p->name));
  }
}

// --- the function's definition ---------------------------------------------

static bool read_head(contract *c) {
  const char *file = file_of(c->value);
  strbuf text = {0};
  diag ignored = {0};
  bool ok = file != NULL && file_read(file, &text, &ignored) &&
            head_find(strbuf_text(&text), c->function, c->mem, &c->head);
  diag_clear(&ignored);
  strbuf_free(&text);
  return ok;
}

// --- texts of clauses ------------------------------------------------------

// Replaces __CPROVER_old(e) by a variable that keeps the value of e.
static const char *without_old(contract *c, const char *clause) {
  tokens t;
  tokens_cut(&t, clause, true);
  strbuf out = {0};
  size_t at = 0;
  for (uint32_t k = 0; k + 1 < t.all.len; k++) {
    if (!tokens_is(&t, k, "__CPROVER_old") || !tokens_is(&t, k + 1, "("))
      continue;
    uint32_t close = tokens_closing(&t, k + 1);
    if (close == t.all.len)
      break;
    size_t from = t.all.data[k + 1].at + 1, to = t.all.data[close].at;
    strbuf_write(&out, clause + at, t.all.data[k].at - at);
    strbuf_printf(&out, "__CPROVER_old_%u", c->old.len);
    vec_push(&c->old,
             arena_printf(c->mem, "%.*s", (int)(to - from), clause + from));
    at = to + 1;
    k = close;
  }
  strbuf_puts(&out, clause + at);
  tokens_free(&t);
  const char *text = arena_strdup(c->mem, strbuf_text(&out));
  strbuf_free(&out);
  return text;
}

// In C, on one line.
static bool in_c(contract *c, const char *clause, strbuf *out) {
  strbuf text = {0};
  strbuf_puts(&text, clause);
  bool ok = dialect_rewrite(&text, "<contract>", c->d);
  for (size_t k = 0; k < text.len; k++)
    strbuf_putc(out, text.text[k] == '\n' ? ' ' : text.text[k]);
  strbuf_free(&text);
  return ok;
}

static void quote(const char *text, strbuf *out) {
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\')
      strbuf_putc(out, '\\');
    strbuf_putc(out, *text == '\n' ? ' ' : *text);
  }
}

// --- the function ----------------------------------------------------------

static bool returns_nothing(LLVMValueRef f) {
  unsigned in_memory = LLVMGetEnumAttributeKindForName("sret", strlen("sret"));
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f));
  return LLVMGetTypeKind(type) == LLVMVoidTypeKind &&
         (LLVMCountParams(f) == 0 ||
          LLVMGetEnumAttributeAtIndex(f, 1, in_memory) == NULL);
}

static void print_call(const contract *c, strbuf *out) {
  strbuf_printf(out, "%s(", c->function);
  for (uint32_t k = 0; k < c->head.count; k++)
    strbuf_printf(out, "%s%s", k == 0 ? "" : ", ", c->head.all[k].name);
  strbuf_putc(out, ')');
}

static bool print_requires(contract *c, const string_list *all, strbuf *out) {
  bool ok = true;
  for (uint32_t k = 0; ok && k < all->len; k++) {
    strbuf_puts(out, "  __CPROVER_assume(");
    ok = in_c(c, all->data[k], out);
    strbuf_puts(out, ");\n");
  }
  return ok;
}

static bool print_ensures(contract *c, strbuf *out) {
  bool ok = true;
  for (uint32_t k = 0; ok && k < c->ensures.len; k++) {
    strbuf_puts(out, "  __CPROVER_assert(");
    ok = in_c(c, c->ensures.data[k], out);
    strbuf_puts(out, ", \"ensures ");
    quote(c->ensures.data[k], out);
    strbuf_puts(out, "\");\n");
  }
  return ok;
}

static void print_start(contract *c, strbuf *out) {
  for (uint32_t k = 0; k < c->old.len; k++)
    strbuf_printf(out, "  __typeof__(%s) __CPROVER_old_%u = %s;\n",
                  c->old.data[k], k, c->old.data[k]);
  strbuf_puts(out, "  ");
  if (!returns_nothing(c->value)) {
    strbuf_puts(out, "__typeof__(");
    print_call(c, out);
    strbuf_puts(out, ") __CPROVER_return_value = ");
  }
  print_call(c, out);
  strbuf_puts(out, ";\n");
}

// A new object is made where the clause is assumed. Whether one is new where
// it is asserted, nobody answers.
static bool print_function(contract *c, strbuf *out) {
  string_list given = {0};
  add_parameters(c, &given);
  for (uint32_t k = 0; k < c->ensures.len; k++)
    c->ensures.data[k] = without_old(c, c->ensures.data[k]);
  strbuf_printf(out,
                "#define __CPROVER_is_fresh(p, n) "
                "((p) = __CPROVER_new_object(n), 1)\n"
                "void " DIALECT_CONTRACT "%s(%s) {\n",
                c->function, c->head.parameters);
  bool ok =
      print_requires(c, &given, out) && print_requires(c, &c->requires, out);
  print_start(c, out);
  strbuf_puts(out, "#undef __CPROVER_is_fresh\n");
  ok = ok && print_ensures(c, out);
  strbuf_puts(out, "}\n");
  vec_free(&given);
  return ok;
}

// --- all of it -------------------------------------------------------------

static bool has_any(contract *c) {
  string_list given = {0};
  add_parameters(c, &given);
  bool any = given.len + c->requires.len + c->ensures.len > 0;
  vec_free(&given);
  return any;
}

static bool complain(const contract *c) {
  return diag_set(c->d, DIAG_INPUT, (source_pos){.file = NULL},
                  "cannot find the parameters of '%s', which has a contract: "
                  "its definition should have the form 'type %s(type name, "
                  "...) {'",
                  c->function, c->function);
}

static bool write_contract(contract *c, clauses *out) {
  strbuf text = {0};
  bool ok = print_function(c, &text);
  *out = (clauses){
      .entry = arena_printf(c->mem, DIALECT_CONTRACT "%s", c->function),
      .file = arena_printf(c->mem, "<contract of %s>", c->function),
      .text = arena_strdup(c->mem, strbuf_text(&text))};
  strbuf_free(&text);
  return ok;
}

bool clauses_find(LLVMModuleRef m, const options *o, const char *function,
                  arena *mem, clauses *out, diag *d) {
  *out = (clauses){.entry = NULL};
  LLVMValueRef found = LLVMGetNamedFunction(m, function);
  if (found == NULL || LLVMIsDeclaration(found))
    return true;
  contract c = {.function = function, .value = found, .mem = mem, .d = d};
  add_annotations(&c, m);
  add_options(&c, o);
  bool is_said = c.requires.len + c.ensures.len > 0;
  bool has_head = read_head(&c);
  bool ok = !is_said || has_head || complain(&c);
  if (ok && has_head && has_any(&c))
    ok = write_contract(&c, out);
  vec_free(&c.requires);
  vec_free(&c.ensures);
  vec_free(&c.old);
  return ok;
}
