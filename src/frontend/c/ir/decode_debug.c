// SPDX-License-Identifier: Apache-2.0
// Debug information: names, positions and types as the source writes them.
//
// LLVM's C API has few accessors for debug nodes; the rest is read from their
// metadata operands, whose order is fixed by LLVM's debug-info classes:
// variables (scope, name, file, type), types (file, scope, name, base,
// elements).
#include "frontend/c/ir/decode_internal.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

enum { // DWARF tags
  TAG_ARRAY = 0x01,
  TAG_ENUMERATION = 0x04,
  TAG_POINTER = 0x0f,
  TAG_STRUCTURE = 0x13,
  TAG_TYPEDEF = 0x16,
  TAG_UNION = 0x17,
  TAG_CONST = 0x26,
  TAG_BASE = 0x24,
  TAG_VOLATILE = 0x35,
  TAG_RESTRICT = 0x37,
  TAG_ATOMIC = 0x47
};

enum { OPERAND_NAME_OF_VARIABLE = 1, OPERAND_TYPE_OF_VARIABLE = 3 };
enum { OPERAND_NAME_OF_TYPE = 2, OPERAND_BASE = 3, OPERAND_ELEMENTS = 4 };

LLVMMetadataRef decode_debug_operand(decoder *c, LLVMMetadataRef node,
                                     unsigned index) {
  if (node == NULL)
    return NULL;
  LLVMValueRef v = LLVMMetadataAsValue(c->context, node);
  unsigned n = (unsigned)LLVMGetMDNodeNumOperands(v);
  if (index >= n)
    return NULL;
  LLVMValueRef stack[16];
  LLVMValueRef *all = n <= 16 ? stack : mem_alloc(n * sizeof(LLVMValueRef));
  LLVMGetMDNodeOperands(v, all);
  LLVMValueRef operand = all[index];
  if (all != stack)
    mem_free(all);
  return operand == NULL ? NULL : LLVMValueAsMetadata(operand);
}

static const char *text_of(decoder *c, LLVMMetadataRef text) {
  if (text == NULL || LLVMGetMetadataKind(text) != LLVMMDStringMetadataKind)
    return NULL;
  unsigned length = 0;
  const char *s =
      LLVMGetMDString(LLVMMetadataAsValue(c->context, text), &length);
  if (s == NULL || length == 0)
    return NULL;
  char *copy = arena_alloc(c->out->mem, length + 1);
  memcpy(copy, s, length);
  return program_intern(c->p, copy);
}

const char *decode_debug_name(decoder *c, LLVMMetadataRef node) {
  if (node == NULL)
    return NULL;
  switch (LLVMGetMetadataKind(node)) {
  case LLVMDILocalVariableMetadataKind:
  case LLVMDIGlobalVariableMetadataKind:
  case LLVMDILabelMetadataKind:
    return text_of(c, decode_debug_operand(c, node, OPERAND_NAME_OF_VARIABLE));
  default:
    return text_of(c, decode_debug_operand(c, node, OPERAND_NAME_OF_TYPE));
  }
}

// As it was given, or as an #include or #line spelled it: clang.c sees to it
// that there is no folder to put before it.
static const char *name_of_file(decoder *c, LLVMMetadataRef file) {
  unsigned length = 0;
  const char *s = LLVMDIFileGetFilename(file, &length);
  const char *name = arena_printf(c->out->mem, "%.*s", (int)length, s);
  return program_intern(c->p, name);
}

const char *decode_scope_file(decoder *c, LLVMMetadataRef scope) {
  if (scope == NULL)
    return NULL;
  uint64_t *known = hmap_find(&c->files, (uint64_t)(uintptr_t)scope);
  if (known != NULL)
    return (const char *)(uintptr_t)*known;
  LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
  const char *name = file == NULL ? NULL : name_of_file(c, file);
  hmap_put(&c->files, (uint64_t)(uintptr_t)scope, (uint64_t)(uintptr_t)name);
  return name;
}

static bool is_block(LLVMMetadataRef scope) {
  LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
  return kind == LLVMDILexicalBlockMetadataKind ||
         kind == LLVMDILexicalBlockFileMetadataKind;
}

// Blocks nest no deeper than clang's parser goes, so the recursion is bounded.
uint32_t decode_scope(decoder *c, LLVMMetadataRef scope) {
  enum { OPERAND_OUTER = 1 };
  if (scope == NULL)
    return 0;
  uint64_t *known = hmap_find(&c->scopes, (uint64_t)(uintptr_t)scope);
  if (known != NULL)
    return (uint32_t)*known;
  uint32_t number = 0;
  if (is_block(scope))
    number = program_add_scope(
        c->p, decode_scope(c, decode_debug_operand(c, scope, OPERAND_OUTER)));
  else if (LLVMGetMetadataKind(scope) == LLVMDISubprogramMetadataKind)
    number = program_add_scope(c->p, 0);
  hmap_put(&c->scopes, (uint64_t)(uintptr_t)scope, number);
  return number;
}

source_pos decode_position(decoder *c, LLVMMetadataRef l) {
  if (l == NULL)
    return (source_pos){0};
  return (source_pos){decode_scope_file(c, LLVMDILocationGetScope(l)),
                      LLVMDILocationGetLine(l), LLVMDILocationGetColumn(l)};
}

debug_variable decode_debug_variable(decoder *c, LLVMMetadataRef variable) {
  debug_variable out = {0};
  if (variable == NULL)
    return out;
  out.name = decode_debug_name(c, variable);
  out.type = decode_debug_type(
      c, decode_debug_operand(c, variable, OPERAND_TYPE_OF_VARIABLE));
  LLVMMetadataRef scope = LLVMDIVariableGetScope(variable);
  LLVMMetadataRef file = LLVMDIVariableGetFile(variable);
  // The scope of a global variable is what was compiled, not its file.
  const char *name = decode_scope_file(c, file != NULL ? file : scope);
  out.pos = (source_pos){name, LLVMDIVariableGetLine(variable), 0};
  out.scope = decode_scope(c, scope);
  return out;
}

// --- types -----------------------------------------------------------------

static LLVMMetadataRef base_of(decoder *c, LLVMMetadataRef node) {
  return decode_debug_operand(c, node, OPERAND_BASE);
}

static bool is_wrapper(unsigned tag) {
  return tag == TAG_TYPEDEF || tag == TAG_CONST || tag == TAG_VOLATILE ||
         tag == TAG_RESTRICT || tag == TAG_ATOMIC;
}

static LLVMMetadataRef unwrap(decoder *c, LLVMMetadataRef node) {
  while (node != NULL && is_wrapper(LLVMGetDINodeTag(node)))
    node = base_of(c, node);
  return node;
}

// The name of a type without decoding its members: pointer types are cyclic.
static const char *type_name(decoder *c, LLVMMetadataRef node, int depth) {
  node = unwrap(c, node);
  if (node == NULL)
    return "void";
  const char *name = decode_debug_name(c, node);
  const char *shown = name != NULL ? name : "<anonymous>";
  const char *target;
  switch (LLVMGetDINodeTag(node)) {
  case TAG_STRUCTURE:
    return program_intern(c->p, arena_printf(c->out->mem, "struct %s", shown));
  case TAG_UNION:
    return program_intern(c->p, arena_printf(c->out->mem, "union %s", shown));
  case TAG_ENUMERATION:
    return program_intern(c->p, arena_printf(c->out->mem, "enum %s", shown));
  case TAG_POINTER:
    target = depth < 8 ? type_name(c, base_of(c, node), depth + 1) : "...";
    return program_intern(
        c->p, arena_printf(c->out->mem,
                           target[strlen(target) - 1] == '*' ? "%s*" : "%s *",
                           target));
  default: // a function or an array has no name
    return shown;
  }
}

static type_class class_of_base(const char *name) {
  if (name == NULL)
    return TYPE_OTHER;
  if (strcmp(name, "_Bool") == 0 || strcmp(name, "bool") == 0)
    return TYPE_BOOL;
  if (strcmp(name, "char") == 0)
    return TYPE_CHAR;
  if (strstr(name, "float") != NULL || strstr(name, "double") != NULL ||
      strstr(name, "_Float") != NULL)
    return TYPE_FLOAT;
  return strstr(name, "unsigned") != NULL ? TYPE_UNSIGNED : TYPE_SIGNED;
}

static void set_members(decoder *c, debug_type *t, LLVMMetadataRef node) {
  t->kind = DEBUG_STRUCT;
  LLVMMetadataRef list = decode_debug_operand(c, node, OPERAND_ELEMENTS);
  if (list == NULL)
    return;
  LLVMValueRef v = LLVMMetadataAsValue(c->context, list);
  unsigned n = (unsigned)LLVMGetMDNodeNumOperands(v);
  LLVMValueRef *all = mem_alloc((n + 1) * sizeof(LLVMValueRef));
  LLVMGetMDNodeOperands(v, all);
  debug_member *members = ARENA_ARRAY(c->out->mem, debug_member, n);
  for (unsigned i = 0; i < n; i++) {
    LLVMMetadataRef m = LLVMValueAsMetadata(all[i]);
    members[i].name = decode_debug_name(c, m);
    members[i].offset = LLVMDITypeGetOffsetInBits(m);
    members[i].bits = LLVMDITypeGetSizeInBits(m);
    members[i].type = decode_debug_type(c, base_of(c, m));
    members[i].is_bit_field = (LLVMDITypeGetFlags(m) & LLVMDIFlagBitField) != 0;
  }
  mem_free(all);
  t->members = members;
  t->member_count = n;
}

static uint64_t subrange_length(decoder *c, LLVMMetadataRef subrange) {
  LLVMMetadataRef count = decode_debug_operand(c, subrange, 0);
  if (count == NULL ||
      LLVMGetMetadataKind(count) != LLVMConstantAsMetadataMetadataKind)
    return 0;
  LLVMValueRef v = LLVMMetadataAsValue(c->context, count);
  LLVMValueRef constant = NULL;
  // A constant wrapped as metadata comes back as its one operand.
  if (LLVMGetMDNodeNumOperands(v) == 1)
    LLVMGetMDNodeOperands(v, &constant);
  if (constant == NULL || LLVMIsAConstantInt(constant) == NULL)
    return 0;
  int64_t n = LLVMConstIntGetSExtValue(constant);
  return n > 0 ? (uint64_t)n : 0;
}

// int a[2][3] is one node with two subranges: nest them.
static void set_array(decoder *c, debug_type *t, LLVMMetadataRef node) {
  const debug_type *element = decode_debug_type(c, base_of(c, node));
  LLVMMetadataRef list = decode_debug_operand(c, node, OPERAND_ELEMENTS);
  LLVMValueRef v = list == NULL ? NULL : LLVMMetadataAsValue(c->context, list);
  unsigned n = v == NULL ? 0 : (unsigned)LLVMGetMDNodeNumOperands(v);
  for (unsigned i = n; i-- > 0;) {
    debug_type *a = i == 0 ? t : ARENA_NEW(c->out->mem, debug_type);
    a->kind = DEBUG_ARRAY;
    a->element = element;
    a->length = subrange_length(c, decode_debug_operand(c, list, i));
    a->bits = element->bits * a->length;
    element = a;
  }
}

static void set_debug_type(decoder *c, debug_type *t, LLVMMetadataRef node) {
  t->bits = LLVMDITypeGetSizeInBits(node);
  switch (LLVMGetDINodeTag(node)) {
  case TAG_STRUCTURE:
  case TAG_UNION:
    t->info = (type_info){TYPE_OTHER, type_name(c, node, 0)};
    t->is_union = LLVMGetDINodeTag(node) == TAG_UNION;
    set_members(c, t, node);
    break;
  case TAG_ARRAY:
    set_array(c, t, node);
    break;
  case TAG_POINTER:
    t->kind = DEBUG_SCALAR;
    t->info = (type_info){TYPE_POINTER, type_name(c, node, 0)};
    vec_push(&c->pointed, base_of(c, node)); // NULL: void
    break;
  case TAG_ENUMERATION: {
    const char *base = type_name(c, base_of(c, node), 0);
    t->kind = DEBUG_SCALAR;
    t->info = (type_info){class_of_base(base), base};
    break;
  }
  case TAG_BASE: {
    const char *name = decode_debug_name(c, node);
    t->kind = DEBUG_SCALAR;
    t->info = (type_info){class_of_base(name), name};
    break;
  }
  default:
    t->kind = DEBUG_UNKNOWN;
    break;
  }
}

const debug_type *decode_debug_type(decoder *c, LLVMMetadataRef m) {
  static const debug_type unknown = {.kind = DEBUG_UNKNOWN};
  LLVMMetadataRef node = unwrap(c, m);
  if (node == NULL)
    return &unknown;
  uint64_t *known = hmap_find(&c->debug, (uint64_t)(uintptr_t)node);
  if (known != NULL)
    return (const debug_type *)(uintptr_t)*known;
  debug_type *t = ARENA_NEW(c->out->mem, debug_type);
  hmap_put(&c->debug, (uint64_t)(uintptr_t)node, (uint64_t)(uintptr_t)t);
  set_debug_type(c, t, node);
  return t;
}
