// SPDX-License-Identifier: Apache-2.0
// LLVM types with the sizes and offsets that the target's ABI gives them.
//
// The rules are those of x86 in its two data models; computing them here saves
// linking LLVM's target library. A wrong offset would show at once: debug
// information names fields by offset, and the tests compare both.
#include "frontend/c/ir/decode_internal.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

static uint64_t round_up(uint64_t n, uint64_t align) {
  assert(align != 0 && (align & (align - 1)) == 0);
  return (n + align - 1) & ~(align - 1);
}

static uint32_t int_align(uint64_t store, uint32_t pointer_bytes) {
  uint32_t align = 1;
  while (align < store)
    align *= 2;
  // i386 aligns 64-bit integers to 4, and 128-bit ones to 16 as LP64 does.
  if (pointer_bytes == 4 && align == 8)
    return 4;
  return align < 16 ? align : 16;
}

static void set_scalar(ir_type *t, uint32_t bits, uint32_t align) {
  t->bits = bits;
  t->store = (bits + 7) / 8;
  t->align = align;
  t->size = round_up(t->store, align);
}

static void set_int(const decoder *c, ir_type *t, uint32_t bits) {
  t->kind = IR_INT;
  set_scalar(t, bits, int_align((bits + 7) / 8, c->out->pointer_bytes));
}

static void set_float(ir_type *t, uint32_t bits, uint32_t align) {
  t->kind = IR_FLOAT;
  set_scalar(t, bits, align);
}

static void set_array(decoder *c, ir_type *t, LLVMTypeRef type) {
  t->kind = IR_ARRAY;
  t->element = decode_type(c, LLVMGetElementType(type));
  t->length = LLVMGetArrayLength2(type);
  t->count = t->length > UINT32_MAX ? UINT32_MAX : (uint32_t)t->length;
  t->align = t->element->align;
  t->size = t->element->size * t->length;
  t->store = t->size;
}

// As large as the next power of two, and aligned to that.
static void set_vector(decoder *c, ir_type *t, LLVMTypeRef type) {
  const ir_type *element = decode_type(c, LLVMGetElementType(type));
  t->kind = IR_OTHER;
  t->align = 1;
  bool is_number = element->kind == IR_INT || element->kind == IR_FLOAT;
  if (!is_number || (element->bits != 1 && element->bits % 8 != 0))
    return;
  t->kind = IR_ARRAY;
  t->element = element;
  t->length = t->count = LLVMGetVectorSize(type);
  while (t->align < element->store * t->length)
    t->align *= 2;
  t->size = t->store = t->align;
}

static void set_struct(decoder *c, ir_type *t, LLVMTypeRef type) {
  t->kind = IR_STRUCT;
  t->align = 1;
  const char *name = LLVMIsLiteralStruct(type) ? NULL : LLVMGetStructName(type);
  t->is_literal = name == NULL;
  t->is_union = name != NULL && strncmp(name, "union.", 6) == 0;
  if (LLVMIsOpaqueStruct(type))
    return;
  bool is_packed = LLVMIsPackedStruct(type);
  t->count = LLVMCountStructElementTypes(type);
  t->fields = ARENA_ARRAY(c->out->mem, const ir_type *, t->count);
  t->offsets = ARENA_ARRAY(c->out->mem, uint64_t, t->count);
  uint64_t offset = 0;
  for (uint32_t i = 0; i < t->count; i++) {
    const ir_type *field = decode_type(c, LLVMStructGetTypeAtIndex(type, i));
    uint32_t align = is_packed ? 1 : field->align;
    offset = round_up(offset, align);
    t->fields[i] = field;
    t->offsets[i] = offset;
    offset += field->size;
    if (align > t->align)
      t->align = align;
  }
  t->size = round_up(offset, t->align);
  t->store = t->size;
}

static void set_type(decoder *c, ir_type *t, LLVMTypeRef type) {
  uint32_t word = c->out->pointer_bytes;
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    set_int(c, t, LLVMGetIntTypeWidth(type));
    break;
  case LLVMPointerTypeKind:
    t->kind = IR_POINTER;
    set_scalar(t, word * 8, word);
    break;
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
    set_float(t, 16, 2);
    break;
  case LLVMFloatTypeKind:
    set_float(t, 32, 4);
    break;
  case LLVMDoubleTypeKind:
    set_float(t, 64, word);
    break;
  case LLVMX86_FP80TypeKind:
    set_float(t, 80, word == 8 ? 16 : 4);
    break;
  case LLVMFP128TypeKind:
    set_float(t, 128, 16);
    break;
  case LLVMArrayTypeKind:
    set_array(c, t, type);
    break;
  case LLVMVectorTypeKind:
    set_vector(c, t, type);
    break;
  case LLVMStructTypeKind:
    set_struct(c, t, type);
    break;
  case LLVMVoidTypeKind:
    t->kind = IR_VOID;
    t->align = 1;
    break;
  default:
    t->kind = IR_OTHER;
    t->align = 1;
    break;
  }
}

const ir_type *decode_type(decoder *c, LLVMTypeRef type) {
  uint64_t *known = hmap_find(&c->types, (uint64_t)(uintptr_t)type);
  if (known != NULL)
    return (const ir_type *)(uintptr_t)*known;
  ir_type *t = ARENA_NEW(c->out->mem, ir_type);
  set_type(c, t, type);
  assert(t->align != 0);
  hmap_put(&c->types, (uint64_t)(uintptr_t)type, (uint64_t)(uintptr_t)t);
  return t;
}

uint32_t ir_leaf_count(const ir_type *t, uint32_t limit) {
  if (ir_is_scalar(t))
    return limit > 0 ? 1 : 0;
  uint64_t n = 0;
  if (t->kind == IR_ARRAY && t->length > 0)
    n = t->length * (uint64_t)ir_leaf_count(t->element, limit);
  for (uint32_t i = 0; t->kind == IR_STRUCT && i < t->count && n < limit; i++)
    n += ir_leaf_count(t->fields[i], limit);
  return n < limit ? (uint32_t)n : limit;
}

static const ir_type *find_leaf(const ir_type *t, uint32_t index,
                                uint64_t *offset) {
  *offset = 0;
  while (!ir_is_scalar(t)) {
    if (t->kind == IR_ARRAY) {
      uint32_t each = ir_leaf_count(t->element, UINT32_MAX);
      *offset += index / each * t->element->size;
      index %= each;
      t = t->element;
      continue;
    }
    assert(t->kind == IR_STRUCT);
    uint32_t field = 0, n;
    while ((n = ir_leaf_count(t->fields[field], UINT32_MAX)) <= index) {
      index -= n;
      field++;
      assert(field < t->count);
    }
    *offset += t->offsets[field];
    t = t->fields[field];
  }
  return t;
}

const ir_type *ir_leaf(const ir_type *t, uint32_t index) {
  uint64_t offset;
  return find_leaf(t, index, &offset);
}

uint64_t ir_leaf_offset(const ir_type *t, uint32_t index) {
  uint64_t offset;
  find_leaf(t, index, &offset);
  return offset;
}

// The last member of a struct that begins there or before; NULL: none does.
static const ir_type *member_at(const ir_type *t, uint64_t *offset) {
  uint32_t k = t->kind == IR_STRUCT ? t->count : 0;
  while (k > 0 && t->offsets[k - 1] > *offset)
    k--;
  if (k == 0)
    return NULL;
  *offset -= t->offsets[k - 1];
  return t->fields[k - 1];
}

const ir_type *ir_scalar_at(const ir_type *t, uint64_t offset,
                            uint64_t *inner) {
  while (t != NULL && !ir_is_scalar(t)) {
    if (offset >= t->size)
      return NULL;
    if (t->kind == IR_ARRAY) {
      t = t->element;
      offset %= t->size;
    } else {
      t = member_at(t, &offset);
    }
  }
  *inner = offset;
  return t != NULL && offset < t->store ? t : NULL;
}

// Types nest as deep as the source writes them.
bool ir_has_pointers(const ir_type *t) {
  if (t->kind == IR_ARRAY)
    return ir_has_pointers(t->element);
  bool found = t->kind == IR_POINTER || t->word_bytes > 0;
  for (uint32_t k = 0; !found && t->kind == IR_STRUCT && k < t->count; k++)
    found = ir_has_pointers(t->fields[k]);
  return found;
}

const ir_operand *ir_operands(const ir_function *f, const ir_inst *i) {
  assert(i->operands + i->operand_count <= f->operands.len);
  return f->operands.data + i->operands;
}
